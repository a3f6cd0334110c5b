"""The settings with the pointer: who clicks again in the same place means the same setting."""

from __future__ import annotations

from functools import partial

import pygame

from game.ui.form import Form
from game.ui.scene import Transition
from game.ui.screens.settings import SettingsScreen
from game.ui.widgets import Button, Stepper
from tests.screen import ENGLISH, Driver
from tests.test_screens import over


def right_arrow(driver: Driver, name: str) -> tuple[int, int]:
    widget = driver.widget_of(Stepper, name)
    box = widget.value_rect(driver.top.screen_rect(widget))
    return round(box.left + box.width * 0.95), box.centery


def test_clicks_in_one_place_go_through_all_text_sizes_and_change_nothing_else() -> None:
    driver, _ = over(SettingsScreen())
    where = right_arrow(driver, "text_size")
    sizes = []
    for _ in range(5):
        driver.click_at(where)
        sizes.append(driver.kit.settings.text_size)
    assert sizes == [125, 150, 175, 200, 100]
    assert driver.kit.settings == ENGLISH


def test_a_hand_that_trembles_still_means_the_same() -> None:
    driver, _ = over(SettingsScreen())
    x, y = right_arrow(driver, "text_size")
    for slip in (0, 2, -1, 3):
        driver.click_at((x + slip, y - slip))
    assert driver.kit.settings == ENGLISH.with_changes(text_size=200)


def test_a_pointer_that_moved_away_and_back_means_what_lies_there_now() -> None:
    driver, _ = over(SettingsScreen())
    where = right_arrow(driver, "text_size")
    driver.click_at(where)
    driver.move((where[0] - 100, where[1]))
    under = driver.top.widget_at(where)
    driver.click_at(where)
    assert under is None or under.name == driver.top.focus != "text_size"
    assert driver.kit.settings.text_size == 125


def test_rows_that_were_scrolled_are_clicked_where_they_lie() -> None:
    driver, _ = over(SettingsScreen(), settings=ENGLISH.with_changes(text_size=150))
    driver.click("text_size")
    assert driver.kit.settings.text_size == 175
    where = right_arrow(driver, "text_size")
    driver.click_at(where)
    driver.wheel(-2)
    under = driver.top.widget_at(where)
    assert under is not None and under.name != "text_size"
    before = driver.kit.settings
    driver.click_at(where)
    assert driver.kit.settings.text_size == before.text_size


class Turning(Form):
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
