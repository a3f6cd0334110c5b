"""A player of Marshmallow Test without a search. The ladder uses it to measure the strength of bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.ai.marshmallow_test.patient_policy import wants_trick
from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Budget, Thought
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest


class PatientPlayer:
    """Loses tricks with its lowest cards. It keeps the high cards until one rival is left or the pay is good.

    It uses no dice and counts no cards. Against three random players it wins two matches of three.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        assert isinstance(rules, MarshmallowTest)
        self._rules = rules

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        trick = TrickView(self._rules, view)
        return Thought(self._trump(trick) if trick.naming else self._card(trick))

    def _trump(self, trick: TrickView) -> Move:
        """The suit with the highest sum of ranks in hand."""
        strengths = [
            sum(trick.rank(card) for card in trick.hand if trick.suit(card) == move.index) for move in trick.legal
        ]
        return trick.legal[strengths.index(max(strengths))]

    def _card(self, trick: TrickView) -> Move:
        wants = self._wants(trick)
        taking = [move for move in trick.legal if trick.takes(move.card)]
        losing = [move for move in trick.legal if not trick.takes(move.card)]
        if not trick.cards:
            return highest(trick, taking) if wants else lowest(trick, taking)
        if taking and (wants or not losing):
            return lowest(trick, taking) if trick.last == wants else highest(trick, taking)
        return lowest(trick, losing)

    def _wants(self, trick: TrickView) -> bool:
        seat, rivals = trick.seat, len(trick.order) - 1
        return wants_trick(len(trick.tricks), trick.quota, rivals, trick.missing(seat), trick.pay(seat))


def highest(trick: TrickView, moves: Sequence[Move]) -> Move:
    return max(moves, key=lambda move: (trick.rank(move.card), -move.card))


def lowest(trick: TrickView, moves: Sequence[Move]) -> Move:
    return min(moves, key=lambda move: (trick.rank(move.card), move.card))
