"""A search for every title: it tries the legal moves in many guessed States ("worlds")."""

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
"""Returns one more guessed State at each call. It may reuse the object of the last call."""
Playout = Callable[[State, Seat, Dice], float]
"""Plays a State on and returns its value for a seat."""


def guessed_worlds(rules: Rules[Any], view: View) -> Worlds:
    """States that fit the View, each guessed anew."""
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
    """Try every move once in every world. Returns the mean value of each move, and the number of simulations."""
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
