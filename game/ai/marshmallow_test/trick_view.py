"""A View of Marshmallow Test as its player reads it: the trick, what a card would do, and which moves are mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.ai.thought import Numbers
from game.engine.cards import HIDDEN, Card, Seat, bits, mask_of
from game.engine.moves import Move
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest

NOBODY: Seat = -1
LONE_TRUMP_RANK = 10
"""A suit with a single card in hand is named as trump only if the card has at least this rank."""


class TrickView:
    """The current trick and the seat's cards, from the View. Everything here is certain."""

    def __init__(self, rules: MarshmallowTest, view: View) -> None:
        facts: Any = view.facts
        self.faces = rules.spec.faces
        self.target = rules.target
        self.seat = view.seat
        self.cards = view.zones["trick"]
        self.order: tuple[Seat, ...] = facts["order"]
        self.last = len(self.cards) == len(self.order) - 1
        self.trump: int = facts["trump"]
        self.naming: bool = facts["naming"]
        self.trumped: bool = facts["trumped"]
        self.lead: int = facts["lead"]
        self.tricks: tuple[int, ...] = facts["tricks"]
        self.points: tuple[int, ...] = facts["points"]
        self.quota: int = facts["quota"]
        self.hand = view.zones[f"hand {view.seat}"]
        self.legal = view.legal
        self.best: Card = self._best()
        self.holder: Seat = self.order[self.cards.index(self.best)] if self.cards else NOBODY
        known = mask_of(card for cards in view.zones.values() for card in cards if card != HIDDEN)
        self.unseen: list[Card] = bits(mask_of(rules.cards(view.seats)) & ~known)

    def suit(self, card: Card) -> int:
        return self.faces[card].suit

    def rank(self, card: Card) -> int:
        return self.faces[card].rank

    def _best(self) -> Card:
        """The card that wins the trick for now; HIDDEN before the lead."""
        suit = self.trump if self.trumped else self.lead
        return max((card for card in self.cards if self.suit(card) == suit), default=HIDDEN)

    def takes(self, card: Card) -> bool:
        """Whether this card is the best of the trick when it is played now."""
        if not self.cards:
            return True
        if self.suit(card) == self.suit(self.best):
            return card > self.best
        return self.suit(card) == self.trump

    def missing(self, seat: Seat) -> int:
        """The number of tricks that a seat still needs to go out."""
        return self.quota - self.tricks[seat]

    def pay(self, seat: Seat) -> int:
        """The points for going out with this trick: one for every trick of the others."""
        return sum(self.tricks) - self.tricks[seat]

    def wins_match(self, seat: Seat) -> bool:
        """Whether this trick would win the match for a seat."""
        return self.missing(seat) == 1 and self.points[seat] + self.pay(seat) >= self.target


def sound_moves(trick: TrickView, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves without clear mistakes, as far as the View proves them."""
    if trick.naming:
        suits = {move: [trick.rank(card) for card in trick.hand if trick.suit(card) == move.index] for move in moves}
        strong = [move for move, ranks in suits.items() if len(ranks) > 1 or max(ranks, default=0) >= LONE_TRUMP_RANK]
        return strong or [move for move, ranks in suits.items() if ranks]
    if not trick.last:
        return moves
    taking = [move for move in moves if trick.takes(move.card)]
    losing = [move for move in moves if not trick.takes(move.card)]
    if not taking or not losing:
        return moves
    if trick.wins_match(trick.seat) or trick.wins_match(trick.holder):
        return taking
    if len(trick.order) == 2 and trick.missing(trick.holder) == 1:
        return taking  # otherwise the round ends, and the last player in it gets nothing
    if trick.missing(trick.seat) == 1 and trick.pay(trick.seat) == 0:
        return losing  # going out now pays 0 points, and staying in cannot pay less
    return moves


def style_bonus(trick: TrickView, move: Move, style: Numbers) -> float:
    """The bonus of the bot's character for a move, in chances to win. It is small, so it changes only close choices."""
    weights = {name: weight / 100 for name, weight in style.items() if weight}
    if not weights:
        return 0.0
    if trick.naming:
        length = sum(trick.suit(card) == move.index for card in trick.hand)
        return weights.get("trumps", 0.0) * length / 4
    takes = trick.takes(move.card)
    total = weights.get("greed", 0.0) * takes + weights.get("patience", 0.0) * (not takes)
    if takes and trick.holder != NOBODY and trick.missing(trick.holder) == 1:
        total += weights.get("spite", 0.0)
    if takes and trick.cards and trick.suit(move.card) == trick.trump != trick.lead:
        total += weights.get("trumps", 0.0)
    return total
