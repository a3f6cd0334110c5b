"""What a card is worth at a glance: a small network, trained on millions of rounds without being told how to play.

It is shown what a player at the table sees and counts, and says by how much a card changes the chance to win the
match. `python -m tests.tools.train_marshmallow` makes its weights, and lays out the same numbers for many tables
at once.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

from game.ai.marshmallow_test.round import chances
from game.ai.marshmallow_test.table import Trick
from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest

FILE = Path(__file__).parent / "instinct.json"
SUITS, RANKS, HAND = 5, 12, 12
FAR = 20
"""From so many points on the target is just far away."""

Row = list[float]


@dataclass(frozen=True, slots=True)
class Layer:
    weights: list[Row]
    bias: Row

    def of(self, values: Sequence[float], bias: Row | None = None) -> Row:
        """Every row's weighted sum of the values."""
        assert len(values) == len(self.weights[0])
        return [start + sum(map(mul, row, values)) for row, start in zip(self.weights, bias or self.bias, strict=True)]


def relu(values: Row) -> Row:
    """Rectified linear unit: negative values become 0."""
    return [value if value > 0 else 0.0 for value in values]


@dataclass(frozen=True, slots=True)
class Network:
    """Every suit is looked at in the same way; the table by its suits and seats; a card by its table and suit."""

    suit: Layer
    table: Layer
    mood: Layer
    card_suit: Layer
    card: Layer
    worth: Layer


@cache
def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="ascii"))
    return kept


@cache
def network(seats: int, cards: int, hand: int, quota: int) -> Network | None:
    """None where it was trained for another box than this."""
    kept = _kept().get(str(seats))
    if kept is None or kept["box"] != [cards, hand, quota]:
        return None
    numbers = array("h", b64decode(kept["weights"]))
    if sys.byteorder == "big":
        numbers.byteswap()
    left = iter(numbers)
    return Network(*[_layer(left, *shape) for shape in kept["layers"]])


def _layer(numbers: Iterator[int], rows: int, columns: int, biased: bool, scale: float) -> Layer:
    matrix = [[next(numbers) * scale for _ in range(columns)] for _ in range(rows)]
    return Layer(matrix, [next(numbers) * scale if biased else 0.0 for _ in range(rows)])


class Glance:
    """A View as the network is shown it: the suits, the seats from the own one on, and any card of the hand."""

    def __init__(self, trick: Trick, view: View, must_trump: bool) -> None:
        facts: Any = view.facts
        self._trick = trick
        self._must_trump = must_trump
        self._voids: tuple[tuple[int, ...], ...] = facts["voids"]
        self._own, self._unseen = mask_of(trick.hand), mask_of(trick.unseen)
        self._seats: list[Seat] = [(trick.seat + place) % view.seats for place in range(view.seats)]
        self._yet = trick.order[len(trick.cards) :]
        self._total = sum(trick.tricks)
        self._played: list[list[Card]] = [[] for _ in self._seats]
        for _, order, cards in (*facts["history"], (trick.seat, trick.order, trick.cards)):
            for seat, card in zip(order, cards, strict=False):
                self._played[seat].append(card)
        self.chances = chances(trick.points, trick.target)

    def suit(self, suit: int, trump: int) -> Row:
        trick, rivals = self._trick, self._seats[1:]
        own, unseen = self._ranks(self._own, suit), self._ranks(self._unseen, suit)
        return [
            *[float(own >> rank & 1) for rank in range(RANKS)],
            *[float(unseen >> rank & 1) for rank in range(RANKS)],
            float(suit == trump),
            float(suit == trick.lead),
            own.bit_count() / 4,
            unseen.bit_count() / 8,
            *[float(seat in trick.order and suit in self._voids[seat]) for seat in rivals],
            *[sum([trick.suit(card) == suit for card in self._played[seat]]) / 3 for seat in rivals],
        ]

    def table(self, trump: int) -> Row:
        trick = self._trick
        seats = len(self._seats)
        return [
            *[number for seat in self._seats for number in self._seat(seat)],
            float(not trick.cards),
            *[float(len(self._yet) == left + 1) for left in range(seats)],
            self._total / HAND,
            len(trick.hand) / HAND,
            *[float(len(trick.order) == left) for left in range(2, seats + 1)],
            float(trump >= 0),
            float(self._must_trump and trump >= 0),
            float(trick.trumped),
        ]

    def _seat(self, seat: Seat) -> Row:
        trick, played = self._trick, self._played[seat]
        inside = seat in trick.order
        return [
            float(inside),
            *[float(inside and trick.missing(seat) == missing) for missing in range(1, trick.quota + 1)],
            min(trick.target - trick.points[seat], FAR) / FAR,
            inside * trick.pay(seat) / 10,
            float(inside and trick.wins_match(seat)),
            float(seat in self._yet),
            float(seat == trick.holder),
            (1 + sum([card % RANKS for card in played]) / len(played)) / RANKS if played else 0.0,
            self.chances[seat],
        ]

    def card(self, card: Card, trump: int) -> Row:
        trick = self._trick
        suit, rank = trick.suit(card), card % RANKS
        own, unseen = self._ranks(self._own, suit), self._ranks(self._unseen, suit)
        above, below = (unseen >> rank + 1).bit_count(), (unseen & (1 << rank) - 1).bit_count()
        takes = trick.takes(card)
        sure = takes and len(self._yet) == 1
        out = trick.missing(trick.seat) == 1
        wins = trick.wins_match(trick.seat)
        pay = trick.pay(trick.seat) / 10
        return [
            *[float(rank == other) for other in range(RANKS)],
            float(takes),
            float(not trick.cards),
            float(suit == trick.lead),
            float(suit == trump),
            float(bool(trick.cards) and suit == trump != trick.lead),
            above / 8,
            below / 8,
            (own >> rank + 1).bit_count() / 4,
            (own & (1 << rank) - 1).bit_count() / 4,
            float(not above),
            float(not below),
            float(sure),
            float(takes and out),
            float(sure and out),
            float(sure and wins),
            float(takes and wins),
            takes * pay,
            (sure and out) * pay,
        ]

    def _ranks(self, cards: int, suit: int) -> int:
        return cards >> RANKS * suit & (1 << RANKS) - 1


def worths(rules: MarshmallowTest, trick: Trick, view: View, moves: Sequence[Move]) -> list[float]:
    """How likely the match is won after each move; none at all where nothing was trained for such a game."""
    known = network(view.seats, len(trick.faces), rules.hand_size, trick.quota)
    if known is None:
        return []
    glance = Glance(trick, view, rules.must_trump)
    if trick.naming:  # a trump suit is as good as the best lead with it
        return [max(_cards(known, glance, trick, move.index, trick.hand)) for move in moves]
    return _cards(known, glance, trick, trick.trump, [move.card for move in moves])


def _cards(known: Network, glance: Glance, trick: Trick, trump: int, cards: Sequence[Card]) -> list[float]:
    suits = [relu(known.suit.of(glance.suit(suit, trump))) for suit in range(SUITS)]
    nothing = [0.0] * len(suits[0])
    trumps = suits[trump] if trump >= 0 else nothing
    led = suits[trick.lead] if trick.cards else nothing
    together = [sum(column) for column in zip(*suits, strict=True)]
    mood = known.mood.of(relu(known.table.of([*together, *trumps, *led, *glance.table(trump)])))
    by_suit = {suit: known.card_suit.of(suits[suit], mood) for suit in {trick.suit(card) for card in cards}}
    shown = [known.card.of(glance.card(card, trump), by_suit[trick.suit(card)]) for card in cards]
    before = glance.chances[trick.seat]
    return [before + known.worth.of(relu(row))[0] for row in shown]
