"""How long bots let themselves be waited for: as the player chose, never as the cards lie, and never for ever."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game.ai.worker import Ticket
from game.engine.dice import Dice
from game.engine.match import Match
from game.titles import TITLES
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay
from tests import twins
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import NAMES, TableDriver
from tests.test_conversation import POLLS, asked
from tests.test_table import SEATS, played

SPEEDS = ("slow", "normal", "fast", "off")
SMALL = (320, 180)


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    return InlineWorker(request.param)


def at_table(title: str, seats: int, worker: InlineWorker, speed: str = "off", **more: Any) -> TableDriver:
    return TableDriver(title, seats, worker=worker, settings=replace(ENGLISH, speed=speed), size=SMALL, **more)


def waited(table: TableDriver) -> int:
    """Frames in which nothing moves, from when a bot is asked until its move is made."""
    while table.host.thinking is None or not table.still:
        table.step(dt=5.0) if table.top is table.table else table.answer()
    entries, frames = len(table.host.match.log), 0
    while len(table.host.match.log) == entries:
        table.step()
        frames += 1
    return frames


@pytest.mark.parametrize("title", TITLES)
def test_the_chosen_speed_shortens_the_pauses_of_bots(title: str, worker: InlineWorker) -> None:
    seats = SEATS[title][-1]
    match = next(match for match in matches(title, seats) if match.deciders[0] == 1)
    slow, normal, fast, off = (waited(at_table(title, seats, worker, speed, match=match)) for speed in SPEEDS)
    assert slow >= normal >= fast >= off
    if worker.looks_before_answer < max(POLLS):  # otherwise the thinking takes longer than the pauses
        assert slow > normal > fast
    if worker.looks_before_answer == 0:
        assert off <= normal / 5


@cache
def matches(title: str, seats: int) -> list[Match]:
    """Matches at many moments, in which a bot has to decide."""
    found = [played(title, seats, moves, seed) for seed in range(6) for moves in range(1, 30)]
    return [match for match in found if not match.over and set(match.deciders) != {0}]


def turns(title: str, seats: int) -> dict[tuple[int, int], tuple[Match, Match]]:
    """By turn and seat: a match in which that seat has no choice, and one in which it has."""
    forced: dict[tuple[int, int], Match] = {}
    free: dict[tuple[int, int], Match] = {}
    for match in matches(title, seats):
        seat = next(seat for seat in match.deciders if seat > 0)
        (forced if len(match.legal(seat)) == 1 else free)[match.turn, seat] = match
    return {key: (forced[key], free[key]) for key in forced if key in free}


@pytest.mark.parametrize("speed", ["normal", "off"])
@pytest.mark.parametrize("title", ["marshmallow_test", "face_to_face"])
def test_a_move_without_a_choice_takes_as_long_as_any_other(title: str, speed: str, worker: InlineWorker) -> None:
    pairs = list(turns(title, 2).values())[:4]
    assert pairs
    for forced, free in pairs:
        frames = [waited(at_table(title, 2, worker, speed, match=match)) for match in (forced, free)]
        assert frames[0] == frames[1] > 0


@pytest.mark.parametrize("title", TITLES)
def test_how_long_a_bot_is_waited_for_says_nothing_about_hidden_cards(title: str, worker: InlineWorker) -> None:
    differed = 0
    for number, match in enumerate(matches(title, 2)[::40]):
        _, true, _, twin = twins.play_both(twins.Witness(match, 0), Dice("pause", number))
        differed += true.picture != twin.picture
        frames = [waited(at_table(title, 2, worker, "normal", match=world)) for world in (true, twin)]
        assert frames[0] == frames[1] > 0
    assert differed


# A machine with much to do


SLOW_POLLS = 400


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_that_thinks_long_does_not_stumble_and_the_prompt_says_who_is_waited_for(title: str) -> None:
    table = at_table(title, SEATS[title][0], InlineWorker(SLOW_POLLS))
    lost = table.kit.texts("error.bot_lost")
    for _ in range(3):
        asked(table)
        table.choose()
    while table.table.asking or not table.still:
        asked(table).choose()
        table.frames(2)
    table.frames(30, dt=0.1)  # who has won the trick is said first
    for _ in range(SLOW_POLLS // 2):
        table.step(dt=0.1)
        names = [NAMES[seat] for seat in table.host.deciders]
        assert names and all(name in table.table.prompt() for name in names), table.table.prompt()
        assert lost not in (table.said, *table.log)
    asked(table)
    assert not table.host.troubles and lost not in (table.said, *table.log)


@pytest.mark.parametrize("title", TITLES)
def test_whoever_waits_for_a_bot_can_leave_at_once(title: str) -> None:
    table = at_table(title, SEATS[title][0], InlineWorker(SLOW_POLLS))
    while table.host.thinking is None or table.table.asking:
        asked(table).choose()
        table.frames(2)
    table.key("escape")
    assert isinstance(table.top, PauseOverlay)
    table.click("menu")
    assert isinstance(table.top, MenuScreen), "nothing is lost, so nothing is asked"


class Uneven(InlineWorker):
    """Finds a move without a choice at once, and any other after many looks: as a slow machine does."""

    def look_for_answer(self, ticket: Ticket) -> None:
        self.looks_before_answer = 0 if len(ticket.question.view.legal) == 1 else POLLS[-1]
        super().look_for_answer(ticket)


def test_on_a_slow_machine_a_move_without_a_choice_takes_as_long_as_any_other() -> None:
    table = at_table("marshmallow_test", 3, Uneven(), seed=4)
    frames: dict[bool, set[int]] = {True: set(), False: set()}
    while not table.host.over:
        thinking = table.host.thinking
        if table.top is not table.table:
            table.answer()
        elif table.table.asking and table.still:
            table.choose()
        elif thinking is not None and table.still:
            entries, count = len(table.host.match.log), 0
            forced = len(table.host.view(thinking).legal) == 1
            while len(table.host.match.log) == entries:
                table.step()
                count += 1
            frames[forced].add(count)
        else:
            table.step()
    assert frames[True] and frames[True] == frames[False]
