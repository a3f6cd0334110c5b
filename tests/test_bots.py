"""Bots are honest by construction, and the same question always gets the same answer."""

from __future__ import annotations

import pytest

from game import catalog
from game.ai.bots import Bot, found, names
from game.ai.hints import hint
from game.ai.minds import MINDS
from game.ai.pace import LONGEST, SHORTEST, pause
from game.ai.thought import Budget
from game.engine.dice import Dice
from game.engine.errors import OptionError
from game.engine.guess import guess
from game.engine.spec import LEVELS
from game.engine.view import view
from tests.contract import new_match, table_id, tables
from tests.test_twin_worlds import moments

PAIRS = 500
"""Pairs of twin worlds a title."""
SMALL = 60
"""Simulations: enough to see whether two thoughts are the same."""


def share(title: str) -> int:
    return -(-PAIRS // sum(table[0] == title for table in tables()))


@pytest.mark.parametrize("table", [table for table in tables() if table[0] in MINDS], ids=table_id)
def test_twin_worlds_get_the_same_thought(table: tuple[str, int, dict[str, str | int]]) -> None:
    """A second bot, that has just thought of other things, answers for a world that looks the same."""
    title, seats, options = table
    rules = catalog.rules(title, options)
    bots = {level: (Bot(rules, level), Bot(rules, level)) for level in LEVELS}
    done = seed = 0
    while done < share(title):
        dice = Dice("honest", *map(str, table), seed)
        for match in moments(new_match(title, seats, options, "honest", seed), dice, moves=60):
            for seat in match.deciders:
                seen = match.view(seat)
                twin = view(rules, guess(rules, seen, dice), seat)
                one, other = bots[LEVELS[done % len(LEVELS)]]
                budget = Budget(min(one.simulations, SMALL))
                thought = one.think(seen, Dice("same", done), budget)
                assert other.think(twin, Dice("same", done), budget) == thought
                assert thought.move in seen.legal
                assert {move for move, _ in thought.values} <= set(seen.legal)
                done += 1
        seed += 1


@pytest.mark.parametrize("title", MINDS)
def test_every_level_and_character_can_be_named(title: str) -> None:
    rules = catalog.rules(title)
    assert names(rules) == ["random", *LEVELS]
    for character in rules.spec.characters:
        found(rules, f"expert:{character}")
    for wrong in ("grandmaster", "expert:nobody", ""):
        with pytest.raises(OptionError):
            Bot(rules, wrong)


@pytest.mark.parametrize("title", MINDS)
def test_a_hint_is_a_legal_move_with_a_place_and_a_reason(title: str) -> None:
    rules = catalog.rules(title)
    seats = rules.spec.seats[-1]
    dice = Dice("hint", title)
    for match in moments(new_match(title, seats, {}, "hint"), dice, moves=60):
        for seat in match.deciders:
            seen = match.view(seat)
            given = hint(rules, seen, dice, Budget(SMALL))
            assert given.move in seen.legal
            assert given.look
            assert given.reasons


def test_a_pause_tells_nothing_but_who_and_when() -> None:
    for level in LEVELS:
        pauses = {pause(level, turn) for turn in range(100)}
        assert len(pauses) > 50
        assert all(SHORTEST <= seconds <= LONGEST for seconds in pauses)
    assert pause("expert", 7) == pause("expert", 7)
    assert pause("expert:waiter", 7) != pause("expert:grabber", 7)
