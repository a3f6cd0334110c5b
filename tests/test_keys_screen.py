"""A key does one thing: choosing one that another action has swaps the two."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from pygame_gui.elements import UITooltip

from game.disk.settings import Settings
from game.ui.input import BUTTON_NAMES, Action, Input, Reader
from game.ui.screens.keys import KeysScreen
from game.ui.widgets import Button
from game.words.locale import languages
from tests.screen import BUTTON_CODES, ENGLISH, Driver, layout_problems
from tests.test_screens import over


def pressed(reader: Reader, key: str) -> list[Input]:
    return reader.read(pygame.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=0))


def pushed(reader: Reader, button: str) -> list[str]:
    event = pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=BUTTON_CODES[button], instance_id=0)
    return [item.name for item in reader.read(event) if isinstance(item, Action)]


def screen(settings: Settings = ENGLISH, size: tuple[int, int] = (1280, 720)) -> Driver:
    driver, _ = over(KeysScreen(), settings=settings, size=size)
    return driver


def choose(driver: Driver, action: str, key: str) -> None:
    driver.click(f"keys {action}")
    driver.key(key)


def told(driver: Driver) -> str:
    """The line at the top of the screen."""
    return " ".join(swap.line(driver.kit) for swap in driver.top._swaps)


def test_the_other_action_gets_the_key_that_this_one_had() -> None:
    driver = screen()
    plain = driver.surface.copy()
    choose(driver, "hint", "u")
    assert driver.kit.settings.keys == {"hint": ("u",), "undo": ("h",)}
    assert pressed(driver.app.reader, "u") == [Action("hint")]
    assert pressed(driver.app.reader, "h") == [Action("undo")]
    assert told(driver) == "U is now “Hint”. “Undo” is now on H."
    assert driver.surface.get_buffer().raw != plain.get_buffer().raw


def test_swapping_back_leaves_nothing_changed() -> None:
    driver = screen()
    choose(driver, "hint", "u")
    choose(driver, "hint", "h")
    assert driver.kit.settings.keys == {}


def test_one_of_several_keys_is_swapped_and_the_others_stay() -> None:
    driver = screen()
    choose(driver, "hint", "space")
    assert driver.kit.settings.keys == {"hint": ("space",), "confirm": ("return", "h", "enter")}


def test_an_action_without_a_key_takes_one_and_gives_none() -> None:
    driver = screen(ENGLISH.with_changes(keys={"hint": ()}))
    choose(driver, "hint", "u")
    assert driver.kit.settings.keys == {"hint": ("u",), "undo": ()}
    assert told(driver) == "U is now “Hint”. “Undo” no longer has a key."


def test_a_free_key_takes_nothing_from_anybody() -> None:
    driver = screen()
    choose(driver, "hint", "q")
    assert driver.kit.settings.keys == {"hint": ("q",)} and told(driver) == ""


def test_the_line_goes_when_the_next_key_is_chosen() -> None:
    driver = screen()
    choose(driver, "hint", "u")
    driver.click("keys log")
    assert told(driver) == ""


def test_going_back_to_the_usual_key_swaps_too() -> None:
    driver = screen()
    choose(driver, "hint", "u")
    driver.click("reset hint")
    assert driver.kit.settings.keys == {}
    assert told(driver) == "H is now “Hint”. “Undo” is now on U."


def test_buttons_of_a_gamepad_are_swapped_as_well() -> None:
    driver = screen()
    driver.click("buttons undo")
    driver.button("y")
    assert driver.kit.settings.buttons == {"undo": ("y",), "hint": ("x",)}
    assert pushed(driver.app.reader, "y") == ["undo"] and pushed(driver.app.reader, "x") == ["hint"]
    assert told(driver) == "Y is now “Undo”. “Hint” is now on X."


def test_of_two_actions_on_one_key_in_a_file_the_first_keeps_it() -> None:
    reader = Reader({"undo": ("h",), "log": ("f5",), "rules": ("f5",)}, {"undo": ("y",)})
    assert pressed(reader, "h") == [Action("hint")]
    assert pressed(reader, "f5") == [Action("rules")]
    assert pushed(reader, "y") == ["hint"]
    assert all(len(pushed(reader, button)) <= 1 for button in BUTTON_NAMES.values())


def test_the_screen_shows_such_a_file_as_it_holds() -> None:
    driver = screen(ENGLISH.with_changes(keys={"undo": ("h",)}))
    assert driver.widget_of(Button, "keys hint").text == "H"
    assert driver.widget_of(Button, "keys undo").text == "none"
    driver.click("reset undo")
    assert driver.kit.settings.keys == {}


def test_what_was_chosen_stays_in_sight_below_the_line() -> None:
    driver = screen(ENGLISH.with_changes(text_size=150))
    choose(driver, "hint", "u")
    assert driver.top.viewport.contains(driver.top.screen_rect(driver.widget("keys hint")))


@pytest.mark.parametrize("code", [code for code, _ in languages()])
@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_the_line_fits_in_every_language(code: str, text_size: int) -> None:
    driver = screen(ENGLISH.with_changes(language=code, text_size=text_size))
    choose(driver, "fullscreen", "p")
    choose(driver, "discard_3", "z")
    assert driver.top._swaps and layout_problems(driver.top, (1280, 720)) == [] and driver.overflows == []
    driver.wheel(-1000)
    driver.wheel(1000)
    assert driver.top.scroll_px == 0


def test_a_button_without_text_says_what_it_does_under_pointer_and_ring() -> None:
    driver = Driver(KeysScreen(), settings=ENGLISH)

    def tips() -> list[UITooltip]:
        return [each for each in driver.top.gui.get_sprite_group().sprites() if isinstance(each, UITooltip)]

    driver.click("keys up")
    driver.key("w")
    driver.show_ring()
    driver.walk_to("reset up")
    driver.frames(60)
    (tip,) = tips()
    box: Any = tip.text_block
    assert box.html_text == driver.kit.texts("keys.reset_one")
    assert box.scroll_bar is None and len(box.text_box_layout.layout_rows) == 1
    assert not tip.rect.colliderect(driver.widget("reset up").rect)
    driver.key("tab")
    driver.frames(2)
    assert tips() == []
    driver.hover("reset up")
    driver.frames(60)
    assert len(tips()) == 1
    driver.hover("keys up")
    driver.frames(2)
    assert tips() == []
