"""A small neural network that evaluates cards of Marshmallow Test. It was trained on millions of rounds of self-play.

Its input is what a player sees and can count. Its output is by how much a card changes the chance to win the match.
`python -m tests.tools.train_marshmallow` makes its weights. `tests/tools/marshmallow_batch.py` makes the same input for
many rounds at once, so both must be changed together.
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

from game.ai.marshmallow_test.playout import win_chances
from game.ai.marshmallow_test.trick_view import TrickView
from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest

WEIGHTS_FILE = Path(__file__).parent / "instinct.json"
SUITS, RANKS, HAND_CARDS = 5, 12, 12
"""The cards that the network was trained for."""
FAR_POINTS = 20
"""Greater distances to the target are shown to the network as this one."""

Row = list[float]


@dataclass(frozen=True, slots=True)
class Layer:
    """A linear layer."""

    weights: list[Row]
    bias: Row

    def apply(self, values: Sequence[float], bias: Row | None = None) -> Row:
        """The weighted sum of the values for each row. `bias` replaces the layer's own."""
        assert len(values) == len(self.weights[0])
        return [start + sum(map(mul, row, values)) for row, start in zip(self.weights, bias or self.bias, strict=True)]


def relu(values: Row) -> Row:
    """Rectified linear unit: negative values become 0."""
    return [value if value > 0 else 0.0 for value in values]


@dataclass(frozen=True, slots=True)
class Network:
    """The layers, in the order of the weights file. Hidden layers use ReLU.

    `suit` is applied to each suit with the same weights. `context` gets the sum of the suits, the trump suit, the led
    suit and what else is known. A card's hidden layer is the sum of `context_card`, `card_suit` and `card`.
    """

    suit: Layer
    context: Layer
    context_card: Layer
    card_suit: Layer
    card: Layer
    output: Layer


@cache
def _weights_data() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(WEIGHTS_FILE.read_text(encoding="ascii"))
    return kept


@cache
def load_network(seats: int, cards: int, hand: int, quota: int) -> Network | None:
    """The network for a number of seats. None if it was not trained for these cards."""
    kept = _weights_data().get(str(seats))
    if kept is None or kept["box"] != [cards, hand, quota]:
        return None
    numbers = array("h", b64decode(kept["weights"]))
    if sys.byteorder == "big":
        numbers.byteswap()
    left = iter(numbers)
    return Network(*[_read_layer(left, *shape) for shape in kept["layers"]])


def _read_layer(numbers: Iterator[int], rows: int, columns: int, biased: bool, scale: float) -> Layer:
    matrix = [[next(numbers) * scale for _ in range(columns)] for _ in range(rows)]
    return Layer(matrix, [next(numbers) * scale if biased else 0.0 for _ in range(rows)])


class Features:
    """The input of the network for a View: rows for each suit, the context, and each card. Its own seat is first."""

    def __init__(self, trick: TrickView, view: View, must_trump: bool) -> None:
        facts: Any = view.facts
        self._trick = trick
        self._must_trump = must_trump
        self._voids: tuple[tuple[int, ...], ...] = facts["voids"]
        self._own_cards, self._unseen_cards = mask_of(trick.hand), mask_of(trick.unseen)
        self._seats: list[Seat] = [(trick.seat + place) % view.seats for place in range(view.seats)]
        self._still_to_play = trick.order[len(trick.cards) :]
        self._total = sum(trick.tricks)
        self._played: list[list[Card]] = [[] for _ in self._seats]
        for _, order, cards in (*facts["history"], (trick.seat, trick.order, trick.cards)):
            for seat, card in zip(order, cards, strict=False):
                self._played[seat].append(card)
        self.win_chances = win_chances(trick.points, trick.target)

    def suit_row(self, suit: int, trump: int) -> Row:
        """Which cards of a suit the player has or has not seen, and who plays or lacks this suit."""
        trick, rivals = self._trick, self._seats[1:]
        own, unseen = self._ranks(self._own_cards, suit), self._ranks(self._unseen_cards, suit)
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

    def context_row(self, trump: int) -> Row:
        """All seats, how far the trick and the round are, and the rule for trumps."""
        trick = self._trick
        seats = len(self._seats)
        return [
            *[number for seat in self._seats for number in self._seat_row(seat)],
            float(not trick.cards),
            *[float(len(self._still_to_play) == left + 1) for left in range(seats)],
            self._total / HAND_CARDS,
            len(trick.hand) / HAND_CARDS,
            *[float(len(trick.order) == left) for left in range(2, seats + 1)],
            float(trump >= 0),
            float(self._must_trump and trump >= 0),
            float(trick.trumped),
        ]

    def _seat_row(self, seat: Seat) -> Row:
        trick, played = self._trick, self._played[seat]
        inside = seat in trick.order
        return [
            float(inside),
            *[float(inside and trick.missing(seat) == missing) for missing in range(1, trick.quota + 1)],
            min(trick.target - trick.points[seat], FAR_POINTS) / FAR_POINTS,
            inside * trick.pay(seat) / 10,
            float(inside and trick.wins_match(seat)),
            float(seat in self._still_to_play),
            float(seat == trick.holder),
            (1 + sum([card % RANKS for card in played]) / len(played)) / RANKS if played else 0.0,
            self.win_chances[seat],
        ]

    def card_row(self, card: Card, trump: int) -> Row:
        """What a card does to the trick, and how many cards of its suit are above and below it."""
        trick = self._trick
        suit, rank = trick.suit(card), card % RANKS
        own, unseen = self._ranks(self._own_cards, suit), self._ranks(self._unseen_cards, suit)
        above, below = (unseen >> rank + 1).bit_count(), (unseen & (1 << rank) - 1).bit_count()
        takes = trick.takes(card)
        sure = takes and len(self._still_to_play) == 1
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


def network_values(rules: MarshmallowTest, trick: TrickView, view: View, moves: Sequence[Move]) -> list[float]:
    """The chance to win the match after each move. Empty if there is no network for this game."""
    network = load_network(view.seats, len(trick.faces), rules.hand_size, trick.quota)
    if network is None:
        return []
    features = Features(trick, view, rules.must_trump)
    if trick.naming:  # the value of a trump suit is the value of the best lead with it
        return [max(_card_values(network, features, trick, move.index, trick.hand)) for move in moves]
    return _card_values(network, features, trick, trick.trump, [move.card for move in moves])


def _card_values(
    network: Network, features: Features, trick: TrickView, trump: int, cards: Sequence[Card]
) -> list[float]:
    """The chance to win the match after each card, if `trump` is the trump suit."""
    suits = [relu(network.suit.apply(features.suit_row(suit, trump))) for suit in range(SUITS)]
    zeros = [0.0] * len(suits[0])
    trumps = suits[trump] if trump >= 0 else zeros
    led = suits[trick.lead] if trick.cards else zeros
    suit_sums = [sum(column) for column in zip(*suits, strict=True)]
    context = relu(network.context.apply([*suit_sums, *trumps, *led, *features.context_row(trump)]))
    context_card = network.context_card.apply(context)
    card_suits = {trick.suit(card) for card in cards}
    by_suit = {suit: network.card_suit.apply(suits[suit], context_card) for suit in card_suits}
    hidden = [network.card.apply(features.card_row(card, trump), by_suit[trick.suit(card)]) for card in cards]
    before = features.win_chances[trick.seat]
    return [before + network.output.apply(relu(row))[0] for row in hidden]
