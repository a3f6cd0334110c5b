"""The focus ring: one for the whole application, seen before anything is pressed with it."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.ui.entry import Entry
from game.ui.gui.form import GuiForm
from game.ui.scene import Push, Transition
from game.ui.screens.keys import KeysScreen
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.title import TitleScreen
from game.ui.table.sprites import sprite_rect
from game.ui.widgets import Button
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver
from tests.table import TableDriver
from tests.test_screens import menu

NAMES = ("first", "second", "third")


class Row(GuiForm):
    """Three buttons side by side and a line to write in; counts what is pressed and what keys do."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        self.acted: list[str] = []

    def build(self) -> None:
        for number, name in enumerate(NAMES):
            at = self.kit.rect(40 + 200 * number, 40, 160, 48)
            self.widgets.append(Button(name, at, partial(self._press_it, name), name))
        self.widgets.append(Entry("entry", self.kit.rect(40, 200, 400, 48), "Ana", lambda text: None, self.kit))

    def _press_it(self, name: str) -> Transition:
        self.pressed.append(name)
        return None

    def act(self, name: str) -> Transition:
        self.acted.append(name)
        return super().act(name)

    def draw_background(self, surface: pygame.Surface) -> None:
        surface.fill("black")


def picture(driver: Driver) -> bytes:
    return driver.surface.get_buffer().raw


@pytest.mark.parametrize("key", ["right", "down", "tab", "return", "space"])
def test_the_first_key_only_shows_where_the_focus_is(key: str) -> None:
    row = Row()
    driver = Driver(row)
    plain = picture(driver)
    driver.key(key)
    assert row.ring_shown and row.focus == "first" and row.pressed == []
    assert picture(driver) != plain
    driver.key("return")
    assert row.pressed == ["first"]


def test_the_first_button_of_a_gamepad_only_shows_it_too() -> None:
    row = Row()
    driver = Driver(row)
    driver.button("a")
    assert row.ring_shown and row.pressed == []
    driver.button("dpad right")
    driver.button("a")
    assert row.pressed == ["second"]


def test_other_keys_act_at_once_and_show_it() -> None:
    row = Row()
    driver = Driver(row)
    driver.key("h")
    assert row.acted == ["hint"] and row.ring_shown


def test_it_stays_from_screen_to_screen() -> None:
    driver = Driver(Row())
    driver.key("tab")
    driver.app._apply(Push(Row()))
    assert driver.top.ring_shown
    driver.key("return")
    assert driver.top.pressed == ["first"]


def test_a_key_on_the_title_screen_shows_it_on_the_menu() -> None:
    driver = Driver(TitleScreen(menu))
    driver.key("return")
    assert driver.top.ring_shown


def test_the_key_card_opened_by_its_key_shows_it() -> None:
    driver = Driver(Row())
    driver.key("f1")
    assert driver.top.ring_shown


def test_it_stays_when_everything_is_built_anew() -> None:
    driver = Driver(SettingsScreen())
    driver.walk_to("text_size")
    driver.key("right")
    assert driver.kit.settings.text_size == 125 and driver.top.ring_shown


def test_it_is_in_sight_when_it_is_shown_and_when_rows_have_moved() -> None:
    driver = Driver(KeysScreen(), settings=ENGLISH.with_changes(text_size=150))
    driver.top.focus = "keys discard_3"
    driver.key("tab")
    assert driver.top.viewport.contains(driver.top.screen_rect(driver.widget("keys discard_3")))
    driver.walk_to("keys hint")
    driver.keys("return", "u")
    assert driver.top.viewport.contains(driver.top.screen_rect(driver.widget("keys hint")))


def test_it_is_not_drawn_beside_the_rows_that_scroll() -> None:
    driver = Driver(KeysScreen())
    driver.key("tab")
    driver.wheel(-100)
    assert driver.top.ring_shown
    scrolled = picture(driver)
    driver.top.ring_shown, driver.top.dirty = False, True
    driver.frames(1)
    assert picture(driver) == scrolled


def test_pressing_the_pointer_hides_it_and_moving_it_does_not() -> None:
    row = Row()
    driver = Driver(row)
    plain = picture(driver)
    driver.key("tab")
    driver.move((600, 600))
    assert row.ring_shown
    driver.click_at((600, 600))
    assert not row.ring_shown and picture(driver) == plain


def test_a_name_that_is_being_written_is_ended_by_the_first_return() -> None:
    row = Row()
    driver = Driver(row)
    driver.click("entry")
    assert driver.kit.reader.typing
    driver.key("return")
    assert not driver.kit.reader.typing


def test_a_key_lets_go_of_the_card_under_a_resting_pointer(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker)
    table.wait()
    scene = table.table
    sprites = scene.board.stage.ordered_sprites(scene.board.hand)
    table.move(sprite_rect(scene.kit, sprites[0]).midleft)
    table.frames(30)
    assert sprites[0].lift == 1.0 and sprites[0].tilt
    for _ in range(3):
        table.key("right")
    table.frames(30)
    raised = [sprite for sprite in sprites if sprite.lift]
    assert scene.pointed_widget() is scene.focused and len(raised) == 1 and raised != sprites[:1]
    assert not any(sprite.tilt for sprite in sprites)
    table.move(sprite_rect(scene.kit, sprites[0]).midleft)
    table.frames(30)
    assert sprites[0].lift == 1.0
    table.close()
