"""The settings with the pointer: nothing moves under it, and a second click means the same widget."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.start.scenes import make_first_scene
from game.ui.dials import Slider
from game.ui.gui.form import GuiForm
from game.ui.scene import Push, Transition
from game.ui.screens.first_start import FirstStart
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.title import TitleScreen
from game.ui.widgets import Button
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.test_screens import menu, over


def places(driver: Driver) -> dict[str, tuple[int, ...]]:
    """Where the rows are. The buttons at the foot are as wide as their texts."""
    return {row.name: tuple(driver.top.screen_rect(row)) for row in driver.top.scrolled_widgets if row.focusable}


def test_nothing_moves_under_the_pointer_and_the_next_screen_has_the_new_size() -> None:
    driver, _ = over(SettingsScreen())
    before = places(driver)
    for name, across in (("text_size", 0.99), ("language", 0.95), ("font", 0.95), ("contrast", 0.5), ("speed", 0.0)):
        driver.click(name, across)
        assert places(driver) == before, name
    driver.click("effects", 0.4)
    now = driver.kit.settings
    assert (now.text_size, now.language, now.font, now.contrast, now.speed, now.effects) == (
        200, "es", "readable", True, "slow", 4
    )  # fmt: skip
    assert driver.kit.metrics.text_scale == 2.0 and places(driver) == before
    driver.click("done")
    driver.app._apply(Push(SettingsScreen()))
    driver.frames(1)
    assert places(driver) != before


def test_keys_change_the_size_of_the_sheet_at_once() -> None:
    driver, _ = over(SettingsScreen())
    before = places(driver)
    driver.walk_to("text_size")
    driver.key("right")
    assert driver.kit.settings.text_size == 125 and places(driver) != before
    driver.key("left")
    assert driver.kit.settings.text_size == 100 and places(driver) == before
    driver.key("left")
    assert driver.kit.settings.text_size == 100


def test_a_slider_is_dragged_and_counts_where_it_is_let_go() -> None:
    driver, _ = over(SettingsScreen())
    bar = driver.widget_of(Slider, "music").slider_rect(driver.kit)
    middle = bar.centery
    driver.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(bar.left + 4, middle), button=1, touch=False))
    driver.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=(bar.left + 4, middle), button=1, touch=False))
    driver.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(bar.left + 12, middle), button=1, touch=False))
    for x in range(bar.left + 12, bar.right, 20):
        driver.move((x, middle))
    assert driver.kit.settings.music == 0
    driver.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=(bar.right, middle), button=1, touch=False))
    driver.frames(2)
    assert driver.kit.settings.music > 7
    assert driver.widget_of(Slider, "music").value == driver.kit.settings.music


class Turning(GuiForm):
    """Two buttons that change places, at a press or by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.names = ["one", "two"]
        self.pressed: list[str] = []

    def build(self) -> None:
        for number, name in enumerate(self.names):
            at = self.kit.rect(40 + 200 * number, 40, 160, 48)
            self.widgets.append(Button(name, at, partial(self._go, name), name))

    def _go(self, name: str) -> Transition:
        self.pressed.append(name)
        self.turn()
        return None

    def turn(self) -> None:
        self.names.reverse()
        self.rebuild()

    def draw_background(self, surface: pygame.Surface) -> None:
        surface.fill("black")


def test_a_button_that_jumps_away_when_pressed_is_pressed_again() -> None:
    scene = Turning()
    driver = Driver(scene)
    for _ in range(3):
        driver.click_at((100, 60))
    assert scene.pressed == ["one", "one", "one"]


def test_what_changes_by_itself_is_pressed_where_it_lies() -> None:
    scene = Turning()
    driver = Driver(scene)
    driver.click_at((100, 60))
    assert scene.names == ["two", "one"]
    scene.rebuild()
    driver.click_at((100, 60))
    assert scene.pressed == ["one", "two"]


def test_the_page_of_the_first_start_comes_once_and_changes_settings(tmp_path: Path) -> None:
    keep = tmp_path / "settings.json"
    driver = Driver(make_first_scene(InlineWorker(), None, first_start=True), keep=keep)
    rows = {stop.name for stop in driver.top.tab_stops}
    assert rows == {"language", "text_size", "contrast", "reduced_motion", "effects", "music", "start"}
    driver.click("contrast")
    driver.click("language")
    driver.click("start")
    assert driver.shows(TitleScreen) and keep.exists()
    assert driver.kit.settings.contrast and driver.kit.settings.language == "es"
    again = Driver(make_first_scene(InlineWorker(), None, first_start=False))
    assert again.shows(TitleScreen)


def test_arrows_alone_reach_every_setting_of_the_first_start() -> None:
    driver = Driver(FirstStart(menu))
    driver.show_ring()
    seen = set()
    for _ in driver.top.tab_stops:
        seen.add(driver.top.focus)
        driver.key("up")
    assert seen == {stop.name for stop in driver.top.tab_stops}


def test_the_page_of_the_first_start_is_passed_by_one_key(tmp_path: Path) -> None:
    keep = tmp_path / "settings.json"
    driver = Driver(make_first_scene(InlineWorker(), None, first_start=True), keep=keep)
    driver.keys("tab", "return")
    assert driver.shows(TitleScreen) and keep.exists()


def test_settings_that_need_no_new_scene_do_not_undo_each_other() -> None:
    driver, _ = over(SettingsScreen())
    driver.click("text_size", 0.99)
    driver.click("effects", 0.99)
    driver.click("captions")
    driver.key("f11")
    driver.click("music", 0.99)
    now = driver.kit.settings
    assert (now.text_size, now.effects, now.captions, now.fullscreen, now.music) == (200, 10, True, True, 10)
