"""From no View, no legal move and no event can a seat tell two worlds apart that it must not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.spec import Value
from tests.contract import all_variants, new_match, pick_rarer_move, variant_id
from tests.twins import Witness, compare_with_twin

PAIRS = 1000
"""Pairs a title."""
STOPS = 5
"""Moments of a match that are looked at from every seat."""


def moments(match: Match, dice: Dice, moves: int) -> Iterator[Match]:
    """A random match, stopped at random decisions."""
    match.run_steps_and_deals()
    stops = {dice.below(moves) for _ in range(STOPS)}
    for move in range(moves):
        if match.over:
            break
        seat = dice.pick(match.deciders)
        match.play(seat, pick_rarer_move(match.legal(seat), dice))
        if move in stops:
            yield match


@pytest.mark.parametrize("table", all_variants(), ids=variant_id)
def test_twin_worlds_look_the_same(table: tuple[str, int, dict[str, Value]]) -> None:
    title, seats, options = table
    wanted = -(-PAIRS // sum(other[0] == title for other in all_variants()))
    done = different = seed = 0
    while done < wanted:
        dice = Dice("twins", *map(str, table), seed)
        for match in moments(new_match(title, seats, options, "twins", seed), dice, moves=80):
            for seat in range(seats):
                different += compare_with_twin(Witness(match, seat), dice)
                done += 1
        seed += 1
    assert different > 0.3 * done, "twins should differ somewhere"
