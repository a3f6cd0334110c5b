"""What the score tells: everything that was scored in the round and why, in order, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.titles import TITLES
from game.ui.history.plot import spaced_tops
from game.ui.screens.score_widgets import Tally
from game.ui.screens.scores import ScoreScreen
from game.ui.table.tally import round_span
from tests.inline_worker import InlineWorker
from tests.table import TableDriver


def scores(table: TableDriver) -> Iterator[Tally]:
    """Of every round, and of the match at last."""
    for _ in range(4000):
        table.wait()
        if isinstance(table.top, ScoreScreen):
            yield table.top.tally
            if table.top.tally.final:
                return
        if table.top is not table.table:
            table.answer()
        else:
            table.choose()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("middles", [(90, 90, 90), (10, 10, 50), (0, 100, 50), (50, 55, 45)])
def test_faces_at_the_ends_of_lines_lie_apart_and_inside_the_plot(middles: tuple[float, ...]) -> None:
    tops = spaced_tops(middles, 30, 0, 100)
    assert min(tops) >= 0 and max(tops) + 30 <= 100
    assert all(later - former >= 30 for former, later in pairwise(sorted(tops)))
    assert [index for _, index in sorted(zip(middles, range(3), strict=True))] == sorted(range(3), key=tops.__getitem__)


def test_every_marshmallow_of_a_round_is_told_with_the_tricks_it_is_for(worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 4, worker=worker, seed=3)
    told = 0
    for tally in scores(table):
        lines = [line for line in table.lines(tally) if line != "You win the match!" and "wins the match" not in line]
        gains = [tally.points(seat) - tally.points(seat, 1) for seat in range(4)]
        assert len(lines) == sum(gain > 0 for gain in gains)
        for line in lines:
            name = line.partition(" ")[0]
            seat = 0 if name == "You" else tally.names.index(name)
            gets = "You get" if seat == 0 else f"{name} gets"
            assert f"{gets} {gains[seat]} marshmallow" in line
            why = line.replace("\N{NO-BREAK SPACE}", " ").partition("(")[2].rstrip(")")
            assert sum(int(part.split()[-2]) for part in why.split(";")) == gains[seat]
            told += 1
    assert told > 3


def test_the_count_of_hands_is_told_for_this_round_alone(worker: InlineWorker) -> None:
    table = TableDriver("happy_mochi", 3, worker=worker, seed=3)
    for tally in scores(table):
        assert table.lines(tally)[0] == table.kit.texts("happy_mochi.events.step.count")
        hands = [line for line in table.lines(tally) if " hand: " in line]
        gains = [tally.points(seat) - tally.points(seat, 1) for seat in range(3)]
        assert sum(gain > 0 for gain in gains) <= len(hands) <= 3


def test_tokens_are_told_with_the_cards_that_won_them(worker: InlineWorker) -> None:
    table = TableDriver("jelly_mind", 3, worker=worker, seed=3)
    tally = table.play_to_score()
    assert not tally.by_round
    lines = table.lines(tally)
    assert lines[-1].endswith("win the match!") or lines[-1].endswith("wins the match!")
    for line in lines[:-1]:
        assert "jell" in line or "shows the" in line or "You show the" in line or "Sudden death" in line
    assert sum(line.count("jell") for line in lines) >= len(tally.rounds) - 1


@pytest.mark.parametrize("title", TITLES)
def test_whoever_won_is_said_last_and_once(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, 2, worker=worker, seed=6)
    lines = table.lines(table.play_to_score())
    texts = table.kit.texts
    facts = [f"{title}.events.fact.{fact}" for fact in ("winner", "winners")]
    won = {texts(f"{key}.{form}", who="Bea") for key in facts if texts.has(f"{key}.you") for form in ("you", "they")}
    assert any(lines[-1].startswith(line) for line in won)
    assert not won & set(lines[:-1])


def test_a_title_without_rounds_is_told_from_the_beginning(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker, seed=6)
    table.play_to_score()
    events = table.host.events_for(2)
    assert round_span(events, table.table.look.rounds) == (0, len(events))
