"""A fifth title needs two files and a line: contract, twin worlds and records then hold for it as for the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import __version__, catalog, paths
from game.engine import record
from game.engine.dice import Dice
from game.simulate import Plan, play, rules_of
from game.titles import TITLES
from tests.contract import Contract, new_match, option_sets
from tests.fifth.high_card import HighCard
from tests.test_twin_worlds import moments
from tests.twins import Witness, pair

TITLE = "high_card"


@pytest.fixture(autouse=True)
def fifth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    there = paths.title_file

    def title_file(title: str) -> Path:
        return Path(__file__).parent / "fifth" / "high_card.yaml" if title == TITLE else there(title)

    monkeypatch.setattr(paths, "title_file", title_file)
    monkeypatch.setitem(TITLES, TITLE, HighCard)
    yield
    catalog.spec.cache_clear()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_contract_holds(seats: int) -> None:
    for options in option_sets(catalog.spec(TITLE)):
        for seed in range(20):
            Contract(TITLE, seats, options, seed).run()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twin_worlds_look_the_same(seats: int) -> None:
    for seed in range(20):
        dice = Dice("twins", seed)
        for match in moments(new_match(TITLE, seats, {}, seed), dice, moves=3 * seats):
            for seat in range(seats):
                pair(Witness(match, seat), dice)


def test_its_records_hold() -> None:
    plan = Plan(TITLE, 3, 1, 1, ("random",) * 3, {"ties": "all"})
    written = record.write(play(plan, 0), __version__, trace=True)
    assert record.replay(record.parse(written.text().encode()), rules_of, Dice(0)).over
