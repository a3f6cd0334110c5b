"""A player of plain rules for Marshmallow Test: a measure for the bots that think."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.ai.marshmallow_test.habit import hurries
from game.ai.marshmallow_test.table import Trick
from game.ai.thought import Budget, Thought
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest


class Patient:
    """Ducks with its lowest cards and keeps the high ones for the end, when one rival is left or the pay is good.

    No dice and no counting; beats three players of chance two times in three.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        assert isinstance(rules, MarshmallowTest)
        self._rules = rules

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        trick = Trick(self._rules, view)
        return Thought(self._trump(trick) if trick.naming else self._card(trick))

    def _trump(self, trick: Trick) -> Move:
        """The suit that adds up to most."""
        strengths = [
            sum(trick.rank(card) for card in trick.hand if trick.suit(card) == move.index) for move in trick.legal
        ]
        return trick.legal[strengths.index(max(strengths))]

    def _card(self, trick: Trick) -> Move:
        wants = self._wants(trick)
        taking = [move for move in trick.legal if trick.takes(move.card)]
        losing = [move for move in trick.legal if not trick.takes(move.card)]
        if not trick.cards:
            return highest(trick, taking) if wants else lowest(trick, taking)
        if taking and (wants or not losing):
            return lowest(trick, taking) if trick.last == wants else highest(trick, taking)
        return lowest(trick, losing)

    def _wants(self, trick: Trick) -> bool:
        seat, rivals = trick.seat, len(trick.order) - 1
        return hurries(len(trick.tricks), trick.quota, rivals, trick.missing(seat), trick.pay(seat))


def highest(trick: Trick, moves: Sequence[Move]) -> Move:
    return max(moves, key=lambda move: (trick.rank(move.card), -move.card))


def lowest(trick: Trick, moves: Sequence[Move]) -> Move:
    return min(moves, key=lambda move: (trick.rank(move.card), move.card))
