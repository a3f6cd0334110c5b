"""The course of a match at the table: moves taken back, the machine handed over, and the result found again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.titles import TITLES
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay
from game.ui.screens.scores import ScoreScreen
from game.ui.table.text_place import resting_rects
from tests.inline_worker import InlineWorker
from tests.table import NAMES, QUICK, TableDriver
from tests.test_conversation import POLLS, asked, covered, make
from tests.test_table import SEATS


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    return InlineWorker(request.param)


# Taking back


@pytest.mark.parametrize("title", ["face_to_face", "happy_mochi"])
def test_the_last_move_taken_back_and_made_again_shows_the_score_again(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, 2, worker=worker, practice=True, settings=replace(QUICK, speed="fast"))
    table.play_to_score()
    entry = next(entry for entry in reversed(table.host.match.log) if entry.seat == 0 and entry.move)
    for _ in range(2):
        table.answer()
        assert table.top is table.table and table.host.over
        table.key("u")
        asked(table)
        assert not table.host.over and not table.has("result") and entry.move is not None
        make(table, entry.move)
        assert table.play_to_score().final


@pytest.mark.parametrize("title", ["marshmallow_test", "happy_mochi"])
def test_the_last_move_of_a_round_taken_back_and_made_again_shows_the_score_of_the_round_again(
    title: str, worker: InlineWorker
) -> None:
    table = TableDriver(title, 2, worker=worker, practice=True, options={"target": 50})
    table.wait()
    while table.top is table.table:
        table.choose()
        table.wait()
    rounds = table.top.tally.rounds
    for _ in range(2):
        asked(table)
        entry = next(entry for entry in reversed(table.host.match.log) if entry.seat == 0 and entry.move)
        table.key("u")
        asked(table)
        assert entry.move is not None
        make(table, entry.move)
        table.wait()
        assert isinstance(table.top, ScoreScreen) and table.top.tally.rounds == rounds


@pytest.mark.parametrize("title", TITLES)
def test_the_log_tells_a_move_that_was_taken_back_and_made_again_once(title: str, worker: InlineWorker) -> None:
    table = settled(TableDriver(title, SEATS[title][0], 1, worker=worker, practice=True))
    for _ in range(4):
        table.choose()
        settled(table)
    told = after = table.log
    while after == told:  # to a move that has a line of its own
        move = table.host.view(0).legal[0]
        make(table, move)
        told, after = after, settled(table).log
        assert after[: len(told)] == told
    for _ in range(2):
        table.key("u")
        assert settled(table).log == told
        make(table, move)
        assert settled(table).log == after


@pytest.mark.parametrize("title", TITLES)
def test_the_log_tells_nothing_of_a_move_that_was_taken_back_for_another_one(title: str, worker: InlineWorker) -> None:
    logs = []
    for regrets in (False, True):
        table = settled(TableDriver(title, SEATS[title][0], 1, worker=worker, practice=True))
        while len(table.host.view(0).legal) == 1:
            table.choose()
            settled(table)
        first, *_, other = table.host.view(0).legal
        if regrets:
            make(table, first)
            assert settled(table).log
            table.key("u")
            asked(table)
        make(table, other)
        logs.append(settled(table).log)
    assert logs[0] == logs[1]


def settled(table: TableDriver) -> TableDriver:
    """Go on until somebody is asked for a move and every bot has made its own."""
    asked(table)
    while set(table.host.deciders) - set(table.host.people):
        table.step(dt=0.1)
    return asked(table)


def sit_and_play(table: TableDriver) -> Iterator[int | None]:
    """Play a match to its end. At every curtain, before it is lifted: who sat here last."""
    last: int | None = None
    for _ in range(4000):
        table.wait()
        if covered(table):
            yield last
            table.answer()
            assert table.table.viewer < table.host.seats
        elif isinstance(table.top, ScoreScreen) and table.top.tally.final:
            return
        elif table.top is not table.table:
            table.answer()
        else:
            last = table.table.viewer
            table.choose()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("title", TITLES)
def test_nobody_hands_the_machine_to_the_person_who_sits_there(title: str, worker: InlineWorker) -> None:
    seats = SEATS[title][0] if title == "face_to_face" else 3
    table = TableDriver(title, seats, 2, worker=worker, size=(320, 180))
    curtains = 0
    for last in sit_and_play(table):
        curtains += 1
        named = [name for name in NAMES[:2] if name in table.widget("reveal").text]  # type: ignore[attr-defined]
        assert len(named) == 1 and (last is None or named != [NAMES[last]])
        assert last not in table.host.deciders, "whoever has to decide stays"
        assert table.has("undo") == (last is not None and table.host.can_undo(last))
    assert curtains > 2


@pytest.mark.parametrize("device", ["key", "button"])
def test_at_the_curtain_the_last_person_takes_a_move_back_and_sits_there_again(
    device: str, worker: InlineWorker
) -> None:
    table = asked(TableDriver("marshmallow_test", 2, 2, worker=worker))
    first, before = table.table.viewer, table.host.view(table.table.viewer).to_bytes()
    table.choose()
    table.wait()
    assert covered(table) and table.host.view(first).to_bytes() != before
    table.frames(6, dt=0.1)
    table.key("u") if device == "key" else table.click("undo")
    table.wait()
    assert table.top is table.table and table.table.viewer == first and table.table.asking
    assert table.host.view(first).to_bytes() == before and not table.host.provenance.undone


def test_the_person_who_comes_back_to_the_window_is_asked_for_by_name(worker: InlineWorker) -> None:
    table = asked(TableDriver("marshmallow_test", 3, 2, worker=worker))
    name = NAMES[table.table.viewer]
    table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    table.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
    table.wait()
    assert covered(table) and name in table.widget("reveal").text  # type: ignore[attr-defined]


# The end


@pytest.mark.parametrize("title", TITLES)
def test_in_large_text_the_button_back_to_the_result_covers_no_card_and_no_plate(
    title: str, worker: InlineWorker
) -> None:
    large = replace(QUICK, text_size=200)
    table = TableDriver(title, SEATS[title][-1], size=(640, 360), settings=large, worker=worker)
    table.play_to_score()
    table.click("review")
    table.frames(3)
    button = table.widget("result").rect
    assert button.collidelist(resting_rects(table.table.board)) < 0
    assert table.surface.get_rect().contains(button)


@pytest.mark.parametrize("leaving", ["menu", "restart"])
@pytest.mark.parametrize("people", [1, 2])
def test_after_the_match_the_table_leads_back_to_the_result_and_leaving_asks_nothing(
    people: int, leaving: str, worker: InlineWorker
) -> None:
    table = TableDriver("happy_mochi", 3, people, worker=worker)
    result = table.play_to_score()
    for device in ("pointer", "key"):
        table.click("review")
        assert table.top is table.table
        table.frames(200)
        assert table.top is table.table, "the result does not come back by itself"
        assert not table.has("hint"), "there is nothing to hint at"
        if device == "key":
            table.show_ring()
            assert table.top.focus == "result", "one press leads back"
            table.key("return")
        else:
            table.click("result")
        assert isinstance(table.top, ScoreScreen) and table.top.tally == result
    table.click("review")
    table.key("escape")
    assert isinstance(table.top, PauseOverlay)
    table.click(leaving)
    table.frames(1)
    assert table.app.stack[0] is not table.table
    assert isinstance(table.top, MenuScreen) == (leaving == "menu")
