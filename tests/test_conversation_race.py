"""A race against the clock at the table: who looks, who presses with what, and when the clock stands still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.ui.screens.curtain import Curtain
from game.ui.screens.scores import ScoreScreen
from game.ui.table.race import RacePanel
from game.ui.widgets import Button
from tests.inline_worker import InlineWorker
from tests.screen import BUTTON_CODES
from tests.table import NAMES, KeyboardDriver, TableDriver
from tests.test_conversation import POLLS, covered

TITLE = "jelly_mind"


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    return InlineWorker(request.param)


def race_of(table: TableDriver) -> RacePanel:
    assert table.table.race is not None
    return table.table.race


def go_on(table: TableDriver, until: Callable[[], bool]) -> None:
    """Until something is so. Whoever shares the machine looks at the own card when it is time."""
    for _ in range(3000):
        if until():
            return
        if table.top is not table.table:
            table.answer()
        elif table.has("looked"):
            table.press("looked")
        else:
            table.step(dt=0.05)
    raise AssertionError("it never comes to that")


def racing(table: TableDriver) -> bool:
    """Whether people can act now."""
    return table.top is table.table and race_of(table).live.phase == "race" and table.still


def pad(table: TableDriver, number: int, name: str) -> None:
    """A button of one of several gamepads."""
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        table.step(pygame.Event(kind, button=BUTTON_CODES[name], instance_id=7 + number))


# Hints while bots have already chosen


def test_a_hint_after_the_bots_have_chosen_does_not_stop_the_match(worker: InlineWorker) -> None:
    table = TableDriver(TITLE, 3, worker=worker, live=True, options={"draw": "choose"})
    choices = 0
    for _ in range(20000):
        if isinstance(table.top, ScoreScreen):
            break
        if table.top is not table.table:
            table.answer()
        elif table.table.asking and table.still:
            while set(table.host.deciders) != {0}:
                table.step(dt=0.1)
            table.key("h")
            table.choose()
            choices += 1
        elif racing(table):
            table.key("z" if choices % 2 else "a")
        table.step(dt=0.05)
    assert table.host.over and choices > 2 and not table.host.troubles


# Looking at the own card


def test_after_the_curtain_the_ring_is_on_the_button_that_says_the_card_was_seen(worker: InlineWorker) -> None:
    table = KeyboardDriver(TITLE, 3, 2, worker=worker, live=True)
    go_on(table, lambda: covered(table))
    table.frames(6, dt=0.1)
    table.show_ring()
    table.key("return")
    table.frames(6, dt=0.1)
    scene, button = table.table, table.table.focused
    assert table.top is scene and scene.viewer == 0 and scene.ring_shown
    assert isinstance(button, Button) and button.name == "looked"
    assert scene.prompt() and button.text and scene.prompt() != button.text
    table.key("return")
    assert scene.viewer == table.host.seats
    table.frames(2)
    assert covered(table) and NAMES[1] in table.widget("reveal").text  # type: ignore[attr-defined]


# The clock


@pytest.mark.parametrize("people", [1, 2])
def test_the_clock_stands_still_while_another_window_is_used(people: int, worker: InlineWorker) -> None:
    table = TableDriver(TITLE, 3, people, worker=worker, live=True)
    go_on(table, lambda: racing(table))
    live, events = race_of(table).live, table.host.event_count
    table.step(dt=0.1)
    left = live.standoff_left_s
    assert left < live.standoff_limit_s
    table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    table.frames(400, dt=0.1)
    assert (live.phase, live.countdown) == ("countdown", 3) and live.standoff_left_s == left
    assert table.host.event_count == events and table.top is table.table
    table.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
    counted = []
    while live.phase == "countdown":
        counted.append(live.countdown)
        table.step(dt=0.05)
    assert sorted(set(counted), reverse=True) == [3, 2, 1] and counted == sorted(counted, reverse=True)
    assert live.phase == "race" and table.host.event_count == events
    assert live.standoff_left_s == pytest.approx(left, abs=0.06)


def test_nobody_has_to_look_in_a_hurry_because_another_window_was_used(worker: InlineWorker) -> None:
    table = TableDriver(TITLE, 3, 1, worker=worker, live=True)
    go_on(table, lambda: race_of(table).live.phase == "look" and table.still)
    table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    table.frames(100, dt=0.1)
    assert race_of(table).live.phase == "look"


# Everybody has a way to act


def by_pointer(table: TableDriver, person: int, verb: str) -> None:
    if table.has(f"live {verb} {person + 1}"):
        table.click(f"live {verb} {person + 1}")


def by_keys(table: TableDriver, person: int, verb: str) -> None:
    table.key({"play": "agk", "discard": "zbm"}[verb][person])


def by_pads(table: TableDriver, person: int, verb: str) -> None:
    pad(table, person, {"play": "a", "discard": "x"}[verb])


@pytest.mark.parametrize("act", [by_pointer, by_keys, by_pads])
def test_a_shared_race_can_be_played_with_any_device_alone(
    act: Callable[[TableDriver, int, str], None], worker: InlineWorker
) -> None:
    kind = TableDriver if act is by_pointer else KeyboardDriver
    table = kind(TITLE, 3, 2, worker=worker, live=True)
    acted = 0
    for _ in range(20000):
        if isinstance(table.top, ScoreScreen):
            break
        if isinstance(table.top, Curtain):
            lift(table, act)
        elif table.has("looked"):
            pad(table, table.table.viewer, "a") if act is by_pads else table.press("looked")
        elif racing(table):
            for person in (0, 1):
                act(table, person, ("play", "discard")[(acted + person) % 2])
            acted += 1
        table.step(dt=0.05)
    assert table.host.over and acted > 2
    verbs = {entry.move.verb for entry in table.host.match.entries_for_record() if entry.seat < 2 and entry.move}
    assert {"play", "discard"} <= verbs


def lift(table: TableDriver, act: Callable[[TableDriver, int, str], None]) -> None:
    """The curtain, with the same device."""
    if act is not by_pads:
        table.answer()
        return
    table.frames(6, dt=0.1)
    pad(table, 1, "a")
    table.frames(6, dt=0.1)


# Nobody of the people is left in the race


@pytest.mark.parametrize("happens", ["the log is opened", "another window was used", "another language"])
def test_the_race_goes_on_when_only_bots_have_not_acted(happens: str, worker: InlineWorker) -> None:
    table = TableDriver(TITLE, 3, 2, worker=worker, live=True)
    go_on(table, lambda: racing(table))
    by_keys(table, 0, "play")
    by_keys(table, 1, "play")
    go_on(table, lambda: racing(table) and set(table.host.deciders) == {2})
    match happens:
        case "the log is opened":
            table.key("l")
        case "another window was used":
            table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
            table.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
        case _:
            table.app.change(replace(table.kit.settings, language="fr"))
    turn = race_of(table).live.look_count
    go_on(table, lambda: race_of(table).live.look_count > turn)
