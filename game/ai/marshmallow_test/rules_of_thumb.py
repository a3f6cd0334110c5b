"""Three players of Marshmallow Test by a rule of thumb. They count no cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.ai.marshmallow_test.patient_policy import wants_trick
from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.rule_of_thumb import RuleOfThumb
from game.engine.moves import Move
from game.engine.view import View

WORTH_GOING_OUT_POINTS = 3
"""The even and the thrifty player do not go out for fewer points."""
CHEAP_RANK = 9
"""The thrifty player takes a trick with a card of at most this rank."""
NEAR_OUT_TRICKS = 2
"""The thrifty player spends its high cards when another player needs this many tricks or fewer."""


class TrickRule(RuleOfThumb):
    """Names the suit with the most ranks in hand. A rule says when it wants a trick."""

    def choose(self, view: View) -> Move:
        trick = TrickView(self.rules, view)
        return self._trump(trick) if trick.naming else self._card(trick, self.wants(trick))

    @abstractmethod
    def wants(self, trick: TrickView) -> bool:
        """Whether the player wants this trick."""

    def _trump(self, trick: TrickView) -> Move:
        strengths = [
            sum(trick.rank(card) for card in trick.hand if trick.suit(card) == move.index) for move in trick.legal
        ]
        return trick.legal[strengths.index(max(strengths))]

    def _card(self, trick: TrickView, wants: bool) -> Move:
        """The lowest card. If the trick is wanted: the highest, or as the last player the lowest that takes it."""
        taking = [move for move in trick.legal if trick.takes(move.card)]
        losing = [move for move in trick.legal if not trick.takes(move.card)]
        if not trick.cards:
            return highest(trick, taking) if wants else lowest(trick, taking)
        if taking and (wants or not losing):
            return lowest(trick, taking) if trick.last == wants else highest(trick, taking)
        return lowest(trick, losing)


class PatientPlayer(TrickRule):
    """“Lose tricks with your low cards. Keep the high ones until one rival is left or the pay is good.”"""

    def wants(self, trick: TrickView) -> bool:
        seat, rivals = trick.seat, len(trick.order) - 1
        return wants_trick(len(trick.tricks), trick.quota, rivals, trick.missing(seat), trick.pay(seat))


class EvenPlayer(TrickRule):
    """“Take a trick as long as nobody has fewer than you. Don't go out for less than three points.”"""

    def wants(self, trick: TrickView) -> bool:
        rivals = [seat for seat in trick.order if seat != trick.seat]
        if trick.missing(trick.seat) == 1:
            return trick.pay(trick.seat) >= WORTH_GOING_OUT_POINTS or any(trick.missing(seat) == 1 for seat in rivals)
        return trick.tricks[trick.seat] <= max(trick.tricks[seat] for seat in rivals)


class ThriftyPlayer(TrickRule):
    """“As the last to play take a trick with a card of 9 or less. Spend high ones when somebody is near out.”"""

    def wants(self, trick: TrickView) -> bool:
        if any(trick.missing(seat) <= NEAR_OUT_TRICKS for seat in trick.order if seat != trick.seat):
            return True
        cheap = [move for move in trick.legal if trick.takes(move.card) and trick.rank(move.card) <= CHEAP_RANK]
        early = trick.missing(trick.seat) == 1 and trick.pay(trick.seat) < WORTH_GOING_OUT_POINTS
        return trick.last and bool(cheap) and not early


def highest(trick: TrickView, moves: Sequence[Move]) -> Move:
    return max(moves, key=lambda move: (trick.rank(move.card), -move.card))


def lowest(trick: TrickView, moves: Sequence[Move]) -> Move:
    return min(moves, key=lambda move: (trick.rank(move.card), move.card))


RULES_OF_THUMB = {"patient": PatientPlayer, "even": EvenPlayer, "thrifty": ThriftyPlayer}
