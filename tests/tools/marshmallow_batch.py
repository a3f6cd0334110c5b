"""Plays some thousand rounds of Marshmallow Test at once, in numpy, to train the network of its master.

The first axis of every array is the round. All rounds have the same number of seats. Each has its own target and rule
for trumps. The network's input is the same as that of `network.Features`; `train_marshmallow --check` compares them.
Arrays `at` are indexes of rounds. Sets of cards are ints: bit n is card n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.marshmallow_test.network import FAR_POINTS, HAND_CARDS, RANKS, SUITS
from game.ai.marshmallow_test.playout import WIN_CHANCE_FIT
from game.data import catalog

Array: TypeAlias = NDArray[Any]

CARDS: Final = SUITS * RANKS
CARD_INDEXES: Final = np.arange(CARDS, dtype=np.int64)
ONE: Final = np.int64(1)
ALL_CARDS: Final = np.int64((1 << CARDS) - 1)
SUIT_CARDS: Final = np.array([((1 << RANKS) - 1) << RANKS * suit for suit in range(SUITS)] + [0], dtype=np.int64)
"""The set of cards of each suit; index -1 is the empty set."""
BIT_COUNT: Final = np.array([number.bit_count() for number in range(1 << RANKS)], dtype=np.int64)
USUAL_TARGET: Final = 20
OTHER_TARGETS: Final = (10, 51)


def win_chances(points: Array, target: Array) -> Array:
    """The same as `playout.win_chances`, for every round."""
    slope, ease = WIN_CHANCE_FIT[points.shape[1]]
    most = points.max(1)
    per_point = slope / np.sqrt(np.maximum(target - most, 0) + ease)
    weights = np.exp((points - most[:, None]) * per_point[:, None])
    found: Array = weights / weights.sum(1, keepdims=True)
    return found


def bit_planes(cards: Array) -> Array:
    """Each set of cards as a row of zeros and ones."""
    return (cards[:, None] >> CARD_INDEXES) & 1


@dataclass(frozen=True)
class NetworkInput:
    """The network's input for the seats to play in some rounds, and what the rows of cards need."""

    at: Array
    suits: Array
    context: Array
    trump: Array
    lead: Array
    own: Array
    unseen: Array
    after: Array
    """The number of seats that play to the trick after this one."""
    out: Array
    """Whether the seat needs only one trick."""
    wins: Array
    """Whether this trick would win the match."""
    pay: Array
    """Points for going out with this trick, divided by 10."""
    chance: Array
    """The chance to win the match by the points before this round."""


class BatchRounds:
    """Rounds that begin together. The next ones begin when all have ended. Matches go on from round to round."""

    def __init__(self, seats: int, size: int, dice: np.random.Generator) -> None:
        self.seats, self.size, self._dice = seats, size, dice
        self.quota = catalog.rules("marshmallow_test").spec.quotas[seats]
        self.points = np.zeros((size, seats), np.int64)
        self.round = np.zeros(size, np.int64)
        self.dealer = np.zeros(size, np.int64)
        self.target = np.zeros(size, np.int64)
        self.must_trump = np.zeros(size, bool)
        self.over = np.ones(size, bool)

    def deal(self) -> None:
        """Begin a round everywhere; a new match where the last one is over."""
        size, seats = self.size, self.seats
        self._new_matches()
        decks = self._dice.permuted(np.tile(CARD_INDEXES, (size, 1)), axis=1)
        hands = [ONE << decks[:, HAND_CARDS * seat : HAND_CARDS * (seat + 1)] for seat in range(seats)]
        self.hands = np.stack([np.bitwise_or.reduce(hand, axis=1) for hand in hands], 1)
        self.round += 1
        self.trump = np.full(size, -1)
        self.played = np.zeros((size, seats, SUITS), np.int64)
        self.ranks = np.zeros((size, seats), np.int64)
        """For each seat: the sum of the ranks that it has played."""
        self.played_cards = np.zeros(size, np.int64)
        self.voids = np.zeros((size, seats, SUITS), bool)
        self.tricks = np.zeros((size, seats), np.int64)
        self.inside = np.ones((size, seats), bool)
        self.winner = np.full(size, -1)
        self.active = np.ones(size, bool)
        self.turn = self.dealer.copy()
        self.still_to_play = np.ones((size, seats), bool)
        """For each seat: whether it has still to play to the trick."""
        self.best = np.full(size, -1)
        self.holder = np.full(size, -1)
        self.lead = np.full(size, -1)
        self.trumped = np.zeros(size, bool)

    def _new_matches(self) -> None:
        new = np.flatnonzero(self.over)
        self.points[new] = 0
        self.round[new] = 0
        self.dealer[new] = self._dice.integers(0, self.seats, len(new))
        self.must_trump[new] = self._dice.random(len(new)) < 0.5
        usual = self._dice.random(len(new)) < 0.75
        self.target[new] = np.where(usual, USUAL_TARGET, self._dice.integers(*OTHER_TARGETS, len(new)))

    # The rules

    def legal_cards(self, at: Array) -> Array:
        """The set of legal cards of the seats to play."""
        hand = self.hands[at, self.turn[at]]
        trumps, follow = hand & SUIT_CARDS[self.trump[at]], hand & SUIT_CARDS[self.lead[at]]
        plain = np.where(follow != 0, follow, hand)
        must = np.where(trumps != 0, trumps, plain)
        may = np.where(follow != 0, follow | trumps, hand)
        return np.where(self.trumped[at], np.where(self.must_trump[at], must, may), plain)

    def winning_cards(self, at: Array) -> Array:
        """The set of all cards that would take the trick now."""
        lead, trump, trumped = self.lead[at], self.trump[at], self.trumped[at]
        above = ~((ONE << (self.best[at] + 1)) - 1)
        higher = SUIT_CARDS[np.where(trumped, trump, lead)] & above
        ruffs = np.where(trumped | (trump == lead), 0, SUIT_CARDS[trump])
        return np.where(lead < 0, ALL_CARDS, higher | ruffs)

    def play(self, at: Array, card: Array) -> None:
        """Play a card in each of these rounds, and end the trick where it was the last one."""
        seat, suit, bit = self.turn[at], card // RANKS, ONE << card
        takes = (self.winning_cards(at) & bit) != 0
        lead = np.where(self.lead[at] < 0, suit, self.lead[at])
        trump, trumped, follows = self.trump[at], self.trumped[at], suit == lead
        off = ~follows & ~(trumped & (suit == trump))
        self.voids[at[off], seat[off], lead[off]] = True
        lacks = trumped & self.must_trump[at] & (suit != trump)
        self.voids[at[lacks], seat[lacks], trump[lacks]] = True
        self.hands[at, seat] ^= bit
        self.played_cards[at] |= bit
        self.played[at, seat, suit] += 1
        self.ranks[at, seat] += card % RANKS + 1
        self.lead[at] = lead
        self.trumped[at] = trumped | (~follows & (suit == trump))
        self.best[at] = np.where(takes, card, self.best[at])
        self.holder[at] = np.where(takes, seat, self.holder[at])
        self.still_to_play[at, seat] = False
        more = self.still_to_play[at].any(1)
        self.turn[at[more]] = self._next_seat(at[more], seat[more])
        if not more.all():
            self._end_trick(at[~more])

    def _next_seat(self, at: Array, seat: Array) -> Array:
        """The next seat clockwise that is still in."""
        found = seat.copy()
        for step in range(self.seats, 0, -1):
            other = (seat + step) % self.seats
            found = np.where(self.inside[at, other], other, found)
        return found

    def _end_trick(self, at: Array) -> None:
        """Give the trick to its winner, who may go out, and end the round or begin the next trick."""
        winner = self.holder[at]
        self.tricks[at, winner] += 1
        out = self.tricks[at, winner] == self.quota
        rounds_out, seats_out = at[out], winner[out]
        self.points[rounds_out, seats_out] += self.tricks[rounds_out].sum(1) - self.quota
        self.inside[rounds_out, seats_out] = False
        won = self.points[rounds_out, seats_out] >= self.target[rounds_out]
        self.winner[rounds_out[won]] = seats_out[won]
        leader = np.where(out, self._next_seat(at, winner), winner)
        self.turn[at] = self.dealer[at] = leader
        self.lead[at] = self.best[at] = self.holder[at] = -1
        self.trumped[at] = False
        self.still_to_play[at] = self.inside[at]
        alone = self.inside[at].sum(1) == 1
        self.active[at] = (self.winner[at] < 0) & ~alone & (self.hands[at, leader] != 0)

    def end_values(self) -> Array:
        """The value of the ended round for every seat, in chances to win. Also marks the matches that are over."""
        values = win_chances(self.points, self.target)
        self.over = self.winner >= 0
        values[self.over] = 0.0
        values[self.over, self.winner[self.over]] = 1.0
        return values

    # The input of the network

    def network_inputs(self, at: Array, trump: Array | None = None) -> NetworkInput:
        """The input for the seats to play in these rounds, if `trump` is trump; by default the trump of the round."""
        trump = self.trump[at] if trump is None else trump
        seats = (self.turn[at][:, None] + np.arange(self.seats)) % self.seats
        rows = at[:, None]
        inside, still_to_play = self.inside[rows, seats], self.still_to_play[rows, seats]
        tricks, points, target = self.tricks[rows, seats], self.points[rows, seats], self.target[at][:, None]
        total = self.tricks[at].sum(1, keepdims=True)
        missing, pay = self.quota - tricks, total - tricks
        wins = inside & (missing == 1) & (points + pay >= target)
        chance = np.take_along_axis(win_chances(self.points[at], self.target[at]), seats, 1)
        own = self.hands[at, self.turn[at]]
        unseen = ALL_CARDS & ~self.played_cards[at] & ~own
        after = (still_to_play & inside)[:, 1:].sum(1)
        lead, size = self.lead[at], bit_planes(own).sum(1)
        played = self.played[rows, seats]
        count = played.sum(2)
        mean = self.ranks[rows, seats] / np.maximum(count, 1) / RANKS
        by_seat = np.concatenate(
            [
                inside[:, :, None],
                (missing[:, :, None] == np.arange(1, self.quota + 1)) & inside[:, :, None],
                (np.minimum(target - points, FAR_POINTS) / FAR_POINTS)[:, :, None],
                (inside * pay / 10)[:, :, None],
                wins[:, :, None],
                (still_to_play & inside)[:, :, None],
                (self.holder[at][:, None] == seats)[:, :, None],
                mean[:, :, None],
                chance[:, :, None],
            ],
            2,
        )
        context = np.concatenate(
            [
                by_seat.reshape(len(at), -1),
                (lead < 0)[:, None],
                after[:, None] == np.arange(self.seats),
                total / HAND_CARDS,
                size[:, None] / HAND_CARDS,
                inside.sum(1)[:, None] == np.arange(2, self.seats + 1),
                (trump >= 0)[:, None],
                (self.must_trump[at] & (trump >= 0))[:, None],
                self.trumped[at][:, None],
            ],
            1,
        )
        suits = self._suit_rows(own, unseen, trump, lead, self.voids[rows, seats] & inside[:, :, None], played)
        return NetworkInput(
            at, suits, context.astype(np.float32), trump, lead, own, unseen, after,
            missing[:, 0] == 1, wins[:, 0], pay[:, 0] / 10, chance[:, 0],
        )  # fmt: skip

    def _suit_rows(self, own: Array, unseen: Array, trump: Array, lead: Array, voids: Array, played: Array) -> Array:
        held = bit_planes(own).reshape(-1, SUITS, RANKS)
        others = bit_planes(unseen).reshape(-1, SUITS, RANKS)
        suits = np.arange(SUITS)
        return np.concatenate(
            [
                held,
                others,
                (suits == trump[:, None])[:, :, None],
                (suits == lead[:, None])[:, :, None],
                held.sum(2, keepdims=True) / 4,
                others.sum(2, keepdims=True) / 8,
                voids[:, 1:].transpose(0, 2, 1),
                played[:, 1:].transpose(0, 2, 1) / 3,
            ],
            2,
        ).astype(np.float32)

    def card_rows(self, shown: NetworkInput, row: Array, card: Array) -> Array:
        """Input rows of cards. `row` is the index in `shown` of each card's round."""
        suit, rank = card // RANKS, card % RANKS
        full = (1 << RANKS) - 1
        own, unseen = shown.own[row] >> RANKS * suit & full, shown.unseen[row] >> RANKS * suit & full
        above, below = BIT_COUNT[unseen >> (rank + 1)], BIT_COUNT[unseen & ((1 << rank) - 1)]
        takes = (self.winning_cards(shown.at)[row] & (ONE << card)) != 0
        sure = takes & (shown.after[row] == 0)
        lead, trump, pay = shown.lead[row], shown.trump[row], shown.pay[row]
        out, wins = shown.out[row], shown.wins[row]
        rest = [
            takes, lead < 0, suit == lead, suit == trump, (lead >= 0) & (suit == trump) & (suit != lead),
            above / 8, below / 8, BIT_COUNT[own >> (rank + 1)] / 4, BIT_COUNT[own & ((1 << rank) - 1)] / 4,
            above == 0, below == 0, sure, takes & out, sure & out, sure & wins, takes & wins,
            takes * pay, (sure & out) * pay,
        ]  # fmt: skip
        return np.concatenate([rank[:, None] == np.arange(RANKS), np.stack(rest, 1)], 1).astype(np.float32)
