"""What people do at the machine. Each deed says when it can be done, how often, and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pygame
from hypothesis import strategies as st

from game.ui.screens.confirm import Confirm
from game.ui.screens.curtain import Curtain
from game.ui.screens.keys import KeyCard
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay
from game.ui.screens.scores import ScoreScreen
from game.ui.table.scene import TableScene
from game.ui.table.trick import TrickOverlay
from tests.screen import FRAME_S
from tests.stateful_evening import Evening

PLAIN = (TableScene, Curtain, Confirm, ScoreScreen, PauseOverlay, TrickOverlay, KeyCard)
"""Screens on which any key may be pressed: none of them writes texts, changes keys or deletes matches."""
SIZES = ((320, 180), (480, 270), (400, 300))
KEYS = ("up", "down", "left", "right", "tab", "return", "space", "backspace", "a", "z", "g", "b", "k", "m")
PADS = ("a", "b", "x", "y", "start", "dpad up", "dpad down", "dpad left", "dpad right", "right shoulder")
CHANGES: list[dict[str, Any]] = [
    *({"language": code} for code in ("en", "es", "fr")),
    *({"text_size": size} for size in (100, 150, 200)),
    *({"speed": speed} for speed in ("off", "fast")),
    {"reduced_motion": True},
    {"contrast": True},
]
SHARE = st.floats(0, 1, width=16)
NUMBER = st.integers(0, 30)

When = Callable[[Evening], Any]


@dataclass(frozen=True)
class Deed:
    do: Callable[..., None]
    weight: int
    """How often it is done, compared with others that can be done then."""
    when: When
    given: Mapping[str, st.SearchStrategy[Any]]


DEEDS: dict[str, Deed] = {}


def deed(
    weight: int, when: When = lambda evening: True, **given: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def noted(do: Callable[..., None]) -> Callable[..., None]:
        DEEDS[do.__name__] = Deed(do, weight, when, given)
        return do

    return noted


def possible(evening: Evening) -> list[str]:
    """The names of what can be done now, the more frequent ones several times."""
    return [name for name, deed in DEEDS.items() if deed.when(evening) for _ in range(deed.weight)]


# When


def at_table(evening: Evening) -> bool:
    return evening.at_table


def at_free_table(evening: Evening) -> bool:
    """The pointer holds nothing."""
    return evening.at_table and not evening.pointer.down


def asked(evening: Evening) -> bool:
    return at_free_table(evening) and evening.table.asking


def on(*kinds: type) -> When:
    return lambda evening: isinstance(evening.top, kinds) and not evening.pointer.down


# With the pointer


@deed(6, asked, number=NUMBER, losing=st.sampled_from([True, True, False]), drag=st.booleans(), hint=st.booleans())
def make_a_move(evening: Evening, number: int, losing: bool, drag: bool, hint: bool) -> None:
    """With `hint` in a hurry: without waiting for the hint that was asked for."""
    if hint:
        evening.key("h")
    evening.make_move(number, losing, drag)


@deed(2, at_free_table, number=NUMBER)
def click_an_answer(evening: Evening, number: int) -> None:
    answers = evening.answers()
    if answers:
        evening.click_at(evening.grip(answers[number % len(answers)]))


@deed(1, at_free_table, number=NUMBER)
def click_a_card_that_cannot_be_played(evening: Evening, number: int) -> None:
    cards = evening.cards(legal=False)
    if cards:
        evening.click_at(evening.grip(cards[number % len(cards)]))


@deed(1, on(*PLAIN), across=SHARE, down=SHARE)
def click_anywhere(evening: Evening, across: float, down: float) -> None:
    evening.click_at(evening.at(across, down))


@deed(1, asked, number=NUMBER)
def take_a_card(evening: Evening, number: int) -> None:
    cards = evening.cards(legal=True)
    if cards:
        evening.take(cards[number % len(cards)])


@deed(2, asked, number=NUMBER, key=st.sampled_from(["p", "escape", "h", "u", "r", "o", "l", "return"]))
def take_a_card_and_forget_it(evening: Evening, number: int, key: str) -> None:
    take_a_card(evening, number)
    evening.key(key)
    evening.release_at(evening.at(0.5, 0.4))


@deed(8, lambda evening: evening.pointer.down, across=SHARE, down=SHARE, drop=st.booleans())
def move_what_is_held(evening: Evening, across: float, down: float, drop: bool) -> None:
    (evening.release_at if drop else evening.move)(evening.at(across, down))


@deed(4, lambda evening: evening.pointer.down, number=NUMBER)
def drop_on_an_answer(evening: Evening, number: int) -> None:
    answers = evening.answers() if evening.at_table else []
    evening.release_at(answers[number % len(answers)].rect.center if answers else evening.at(0.5, 0.5))


# With keys and buttons


@deed(2, at_table)
def ask_for_a_hint(evening: Evening) -> None:
    evening.key("h")


@deed(3, at_table)
def take_back(evening: Evening) -> None:
    evening.key("u")


@deed(1, lambda evening: not isinstance(evening.top, MenuScreen))
def escape(evening: Evening) -> None:
    evening.key("escape")


@deed(1, lambda evening: isinstance(evening.top, TableScene | PauseOverlay))
def pause_or_resume(evening: Evening) -> None:
    evening.key("p")


@deed(1, at_table, key=st.sampled_from(["l", "r", "t", "o", "f1"]))
def look_at_something(evening: Evening, key: str) -> None:
    evening.key(key)


@deed(2, lambda evening: isinstance(evening.top, PLAIN), keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=4))
def press_keys(evening: Evening, keys: list[str]) -> None:
    for key in keys:
        if isinstance(evening.top, PLAIN):
            evening.key(key)


@deed(1, lambda evening: isinstance(evening.top, PLAIN), button=st.sampled_from(PADS))
def press_a_button_of_a_gamepad(evening: Evening, button: str) -> None:
    evening.button(button)


# The window, the settings, time


@deed(1, size=st.sampled_from(SIZES))
def resize_the_window(evening: Evening, size: tuple[int, int]) -> None:
    evening.resize(size)


@deed(1, away=st.booleans(), back=st.booleans())
def look_elsewhere_and_back(evening: Evening, away: bool, back: bool) -> None:
    if away:
        evening.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    if back:
        evening.step(pygame.Event(pygame.WINDOWFOCUSGAINED))


@deed(1, change=st.sampled_from(CHANGES))
def change_a_setting(evening: Evening, change: dict[str, Any]) -> None:
    evening.app.change(evening.kit.settings.with_changes(**change))
    evening.step()


@deed(3, frames=st.integers(1, 60), dt=st.sampled_from([FRAME_S, 0.1]))
def wait(evening: Evening, frames: int, dt: float) -> None:
    evening.frames(frames, dt)


@deed(2)
def calm_down(evening: Evening) -> None:
    evening.calm()


@deed(4, lambda evening: evening.worker.waiting, number=st.integers(0, 4), frames=st.integers(0, 3))
def an_answer_comes(evening: Evening, number: int, frames: int) -> None:
    evening.worker.release(number)
    evening.frames(frames)


# Screens that lie on the table


@deed(12, on(Curtain), by_key=st.booleans(), rest=st.booleans())
def take_the_seat(evening: Evening, by_key: bool, rest: bool) -> None:
    evening.lift_curtain(by_key=by_key)
    if rest:
        evening.rest()


@deed(4, on(Curtain))
def take_back_at_the_curtain(evening: Evening) -> None:
    evening.lift_curtain(undo=True)


@deed(12, on(Confirm), answer=st.sampled_from(["yes", "no"]))
def answer_a_question(evening: Evening, answer: str) -> None:
    evening.click(answer)


@deed(12, on(ScoreScreen), again=st.booleans())
def go_on_from_a_score(evening: Evening, again: bool) -> None:
    if evening.top.tally.final and again:
        evening.click("again")
    else:
        evening.close_overlay()


@deed(4, lambda evening: at_free_table(evening) and evening.has("result"))
def look_at_the_result_again(evening: Evening) -> None:
    evening.click("result")


@deed(12, lambda evening: not isinstance(evening.top, (*PLAIN, MenuScreen)))
def close_another_screen(evening: Evening) -> None:
    evening.key("escape")


@deed(8, on(PauseOverlay))
def resume(evening: Evening) -> None:
    evening.click("resume")


@deed(12, on(MenuScreen))
def begin_from_the_menu(evening: Evening) -> None:
    evening.begin_from_menu()


@deed(2, lambda evening: evening.playing and not evening.pointer.down)
def leave_and_continue(evening: Evening) -> None:
    evening.pause()
    before = evening.host
    if before.over:
        return
    evening.click("menu")
    evening.begin_from_menu()
    for seat in range(before.seats + 1):
        assert evening.host.view(seat).to_bytes() == before.view(seat).to_bytes()
    for seat in before.people:
        assert evening.host.can_undo(seat) == before.can_undo(seat)


@deed(1, on(PauseOverlay))
def begin_anew(evening: Evening) -> None:
    evening.click("restart")
    if isinstance(evening.top, Confirm):
        evening.click("yes")


@deed(1, lambda evening: not evening.pointer.down, decisions=st.integers(1, 6))
def play_to_end(evening: Evening, decisions: int) -> None:
    worker = evening.worker
    before = worker.on_request, worker.looks_before_answer
    worker.hurry()
    evening.go_on(decisions)
    worker.on_request, worker.looks_before_answer = before
