"""Between two people at one machine: the cards show after one deliberate press, never after a bounce."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.ui.form import Form
from game.ui.scene import Push, Transition
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.widgets import Button
from tests.screen import Driver

BOUNCE_S = 0.12
LONG_S = 0.6


class Below(Form):
    """Counts its presses, and remembers what the curtain popped with."""

    def __init__(self) -> None:
        super().__init__()
        self.presses = 0
        self.results: list[Any] = []

    def build(self) -> None:
        self.widgets.append(Button("all", pygame.Rect((0, 0), self.kit.metrics.size), self._on_press))

    def _on_press(self) -> Transition:
        self.presses += 1
        return None

    def on_result(self, result: Any) -> Transition:
        self.results.append(result)
        return super().on_result(result)

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill("black")


def covered(undo: bool = False) -> tuple[Driver, Below]:
    """A curtain that opens now; somebody plays with keys."""
    below = Below()
    driver = Driver(below)
    driver.key("tab")
    driver.app._apply(Push(Curtain("Bea", "fox", undo=undo)))
    return driver, below


def wait(driver: Driver, seconds: float) -> None:
    driver.frames(10, dt=seconds / 10)


def test_a_bouncing_key_lifts_nothing() -> None:
    driver, below = covered()
    for _ in range(5):
        wait(driver, BOUNCE_S)
        driver.key("return")
    assert driver.shows(Curtain) and below.results == []


def test_a_press_half_a_second_after_the_last_one_lifts_it() -> None:
    driver, below = covered()
    driver.key("return")
    wait(driver, LONG_S)
    driver.key("return")
    assert driver.top is below and below.results == [CurtainResult.TAKEN]


def test_a_press_that_came_too_soon_starts_the_time_anew() -> None:
    driver, below = covered()
    wait(driver, 0.4)
    driver.key("return")
    wait(driver, 0.4)
    driver.key("return")
    assert driver.shows(Curtain)
    wait(driver, LONG_S)
    driver.key("return")
    assert driver.top is below


def test_a_key_that_was_down_when_it_opened_must_come_up_first() -> None:
    below = Below()
    driver = Driver(below)
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    up = pygame.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    driver.key("tab")
    driver.step(down)
    driver.app._apply(Push(Curtain("Bea", "fox")))
    for _ in range(5):
        wait(driver, LONG_S)
        driver.step(down)
    assert driver.shows(Curtain)
    driver.step(up)
    driver.step(down)
    assert driver.top is below


def test_a_held_pointer_lifts_nothing_and_a_click_does() -> None:
    below = Below()
    driver = Driver(below)
    where = (640, 480)
    driver.move(where)
    driver.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=where, button=1, touch=False))
    driver.app._apply(Push(Curtain("Bea", "fox")))
    wait(driver, LONG_S)
    wait(driver, LONG_S)
    at = driver.top.screen_rect(driver.widget("reveal")).center
    driver.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    wait(driver, LONG_S)
    assert driver.shows(Curtain)
    driver.click("reveal")
    assert driver.top is below and below.results == [CurtainResult.TAKEN]


def test_clicks_in_a_hurry_lift_nothing() -> None:
    driver, _ = covered()
    for _ in range(5):
        driver.click("reveal")
        wait(driver, BOUNCE_S)
    assert driver.shows(Curtain)


@pytest.mark.parametrize("with_pointer", [False, True], ids=["key", "pointer"])
def test_what_lifted_it_does_not_act_on_the_table_by_bouncing(with_pointer: bool) -> None:
    driver, below = covered()
    wait(driver, LONG_S)
    at = driver.top.screen_rect(driver.widget("reveal")).center

    def press() -> None:
        driver.click_at(at) if with_pointer else driver.key("return")

    press()
    assert driver.top is below
    for _ in range(5):
        wait(driver, BOUNCE_S)
        press()
    assert below.presses == 0
    wait(driver, LONG_S)
    press()
    press()
    assert below.presses == 2


def test_a_click_elsewhere_on_the_table_is_no_bounce() -> None:
    driver, below = covered()
    wait(driver, LONG_S)
    driver.click("reveal")
    driver.click_at((20, 20))
    assert below.presses == 1


@pytest.mark.parametrize("key", ["escape", "p", "o"])
def test_escape_pause_and_settings_ask_for_a_pause(key: str) -> None:
    driver, below = covered()
    driver.key(key)
    assert driver.top is below and below.results == [CurtainResult.PAUSE]


def test_the_last_move_can_be_taken_back_with_its_key_after_half_a_second() -> None:
    driver, below = covered(undo=True)
    for _ in range(5):
        wait(driver, BOUNCE_S)
        driver.key("u")
    assert driver.shows(Curtain)
    wait(driver, LONG_S)
    driver.key("u")
    assert driver.top is below and below.results == [CurtainResult.UNDO]


def test_the_last_move_can_be_taken_back_with_its_button() -> None:
    driver, below = covered(undo=True)
    driver.click("undo")
    assert driver.shows(Curtain)
    wait(driver, LONG_S)
    driver.click("undo")
    assert below.results == [CurtainResult.UNDO]


def test_without_a_move_to_take_back_there_is_no_such_button() -> None:
    driver, _ = covered()
    wait(driver, LONG_S)
    driver.key("u")
    assert driver.shows(Curtain) and not driver.has("undo")
