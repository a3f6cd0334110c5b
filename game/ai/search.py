"""Search that every title can use: the same moves tried in many guessed worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.ai.thought import Budget
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.guess import Guesser
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import View

Worlds = Callable[[Dice], State]
"""One more world that fits, each time it is called; it may be the last one, laid out anew."""
Playout = Callable[[State, Seat, Dice], float]
"""Plays a world on from where it stands and says what it is worth to a seat."""


def guessed_worlds(rules: Rules[Any], view: View) -> Worlds:
    return Guesser(rules, view).guess_world


def flat_monte_carlo(
    rules: Rules[Any],
    worlds: Worlds,
    seat: Seat,
    moves: Sequence[Move],
    playout: Playout,
    dice: Dice,
    budget: Budget,
) -> tuple[list[float], int]:
    """Flat Monte Carlo: in every world every move is tried once. The mean worth of each, and the simulations spent."""
    sums = [0.0] * len(moves)
    rounds = 0
    while (rounds + 1) * len(moves) <= max(budget.simulations, len(moves)):
        world = worlds(dice)
        for index, move in enumerate(moves):
            state = world.clone()
            rules.play(state, seat, move, dice)
            sums[index] += playout(state, seat, dice)
        rounds += 1
        if budget.stop():
            break
    return [total / rounds for total in sums], rounds * len(moves)
