"""Marshmallow Test at some thousand tables at once, in numpy: to train the instinct of its master.

A row of every array is a table; all tables have the same number of seats, each its own target and rule for trumps. What
a seat is shown here is what `instinct.Glance` shows, number by number; `train_marshmallow --check` compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game import catalog
from game.ai.marshmallow_test.instinct import FAR, HAND, RANKS, SUITS
from game.ai.marshmallow_test.round import RACE

Array: TypeAlias = NDArray[Any]

CARDS: Final = SUITS * RANKS
EACH: Final = np.arange(CARDS, dtype=np.int64)
ONE: Final = np.int64(1)
ALL: Final = np.int64((1 << CARDS) - 1)
IN_SUIT: Final = np.array([((1 << RANKS) - 1) << RANKS * suit for suit in range(SUITS)] + [0], dtype=np.int64)
"""The cards of every suit, and for -1 none."""
COUNT: Final = np.array([number.bit_count() for number in range(1 << RANKS)], dtype=np.int64)
USUAL_TARGET: Final = 20
OTHER_TARGETS: Final = (10, 51)


def chances(points: Array, target: Array) -> Array:
    """As `round.chances`, for every table."""
    slope, ease = RACE[points.shape[1]]
    most = points.max(1)
    per_point = slope / np.sqrt(np.maximum(target - most, 0) + ease)
    weights = np.exp((points - most[:, None]) * per_point[:, None])
    found: Array = weights / weights.sum(1, keepdims=True)
    return found


def planes(cards: Array) -> Array:
    """Sets of cards as a row of noughts and ones each."""
    return (cards[:, None] >> EACH) & 1


@dataclass(frozen=True)
class Shown:
    """What the seats to play see at some tables."""

    at: Array
    suits: Array
    table: Array
    trump: Array
    lead: Array
    own: Array
    unseen: Array
    after: Array
    """How many play to the trick after this seat."""
    out: Array
    """Is one trick missing?"""
    wins: Array
    """Would that trick win the match?"""
    pay: Array
    chance: Array
    """To win the match, by the points so far."""


class Tables:
    """Rounds that begin together and go on till the last of them ends; matches go on from round to round."""

    def __init__(self, seats: int, tables: int, dice: np.random.Generator) -> None:
        self.seats, self.size, self._dice = seats, tables, dice
        self.quota = catalog.rules("marshmallow_test").spec.quotas[seats]
        self.points = np.zeros((tables, seats), np.int64)
        self.round = np.zeros(tables, np.int64)
        self.dealer = np.zeros(tables, np.int64)
        self.target = np.zeros(tables, np.int64)
        self.must = np.zeros(tables, bool)
        self.over = np.ones(tables, bool)

    def deal(self) -> None:
        size, seats = self.size, self.seats
        self._new_matches()
        decks = self._dice.permuted(np.tile(EACH, (size, 1)), axis=1)
        hands = [ONE << decks[:, HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
        self.hands = np.stack([np.bitwise_or.reduce(hand, axis=1) for hand in hands], 1)
        self.round += 1
        self.trump = np.full(size, -1)
        self.played = np.zeros((size, seats, SUITS), np.int64)
        self.ranks = np.zeros((size, seats), np.int64)
        """The sum of the ranks that every seat has played."""
        self.gone = np.zeros(size, np.int64)
        self.voids = np.zeros((size, seats, SUITS), bool)
        self.tricks = np.zeros((size, seats), np.int64)
        self.inside = np.ones((size, seats), bool)
        self.winner = np.full(size, -1)
        self.active = np.ones(size, bool)
        self.turn = self.dealer.copy()
        self.yet = np.ones((size, seats), bool)
        """Who has still to play to the trick."""
        self.best = np.full(size, -1)
        self.holder = np.full(size, -1)
        self.lead = np.full(size, -1)
        self.trumped = np.zeros(size, bool)

    def _new_matches(self) -> None:
        new = np.flatnonzero(self.over)
        self.points[new] = 0
        self.round[new] = 0
        self.dealer[new] = self._dice.integers(0, self.seats, len(new))
        self.must[new] = self._dice.random(len(new)) < 0.5
        usual = self._dice.random(len(new)) < 0.75
        self.target[new] = np.where(usual, USUAL_TARGET, self._dice.integers(*OTHER_TARGETS, len(new)))

    # By the rules

    def legal(self, at: Array) -> Array:
        hand = self.hands[at, self.turn[at]]
        trumps, follow = hand & IN_SUIT[self.trump[at]], hand & IN_SUIT[self.lead[at]]
        plain = np.where(follow != 0, follow, hand)
        must = np.where(trumps != 0, trumps, plain)
        may = np.where(follow != 0, follow | trumps, hand)
        return np.where(self.trumped[at], np.where(self.must[at], must, may), plain)

    def taking(self, at: Array) -> Array:
        """All cards that would hold the trick."""
        lead, trump, trumped = self.lead[at], self.trump[at], self.trumped[at]
        above = ~((ONE << (self.best[at] + 1)) - 1)
        higher = IN_SUIT[np.where(trumped, trump, lead)] & above
        ruffs = np.where(trumped | (trump == lead), 0, IN_SUIT[trump])
        return np.where(lead < 0, ALL, higher | ruffs)

    def play(self, at: Array, card: Array) -> None:
        seat, suit, bit = self.turn[at], card // RANKS, ONE << card
        takes = (self.taking(at) & bit) != 0
        lead = np.where(self.lead[at] < 0, suit, self.lead[at])
        trump, trumped, follows = self.trump[at], self.trumped[at], suit == lead
        off = ~follows & ~(trumped & (suit == trump))
        self.voids[at[off], seat[off], lead[off]] = True
        lacks = trumped & self.must[at] & (suit != trump)
        self.voids[at[lacks], seat[lacks], trump[lacks]] = True
        self.hands[at, seat] ^= bit
        self.gone[at] |= bit
        self.played[at, seat, suit] += 1
        self.ranks[at, seat] += card % RANKS + 1
        self.lead[at] = lead
        self.trumped[at] = trumped | (~follows & (suit == trump))
        self.best[at] = np.where(takes, card, self.best[at])
        self.holder[at] = np.where(takes, seat, self.holder[at])
        self.yet[at, seat] = False
        more = self.yet[at].any(1)
        self.turn[at[more]] = self._next(at[more], seat[more])
        if not more.all():
            self._sweep(at[~more])

    def _next(self, at: Array, seat: Array) -> Array:
        """The next seat clockwise that is still in."""
        found = seat.copy()
        for step in range(self.seats, 0, -1):
            other = (seat + step) % self.seats
            found = np.where(self.inside[at, other], other, found)
        return found

    def _sweep(self, at: Array) -> None:
        winner = self.holder[at]
        self.tricks[at, winner] += 1
        out = self.tricks[at, winner] == self.quota
        gone, goes = at[out], winner[out]
        self.points[gone, goes] += self.tricks[gone].sum(1) - self.quota
        self.inside[gone, goes] = False
        won = self.points[gone, goes] >= self.target[gone]
        self.winner[gone[won]] = goes[won]
        leader = np.where(out, self._next(at, winner), winner)
        self.turn[at] = self.dealer[at] = leader
        self.lead[at] = self.best[at] = self.holder[at] = -1
        self.trumped[at] = False
        self.yet[at] = self.inside[at]
        alone = self.inside[at].sum(1) == 1
        self.active[at] = (self.winner[at] < 0) & ~alone & (self.hands[at, leader] != 0)

    def worth(self) -> Array:
        """What the round that has ended is worth to every seat; who has won the match begins a new one."""
        worth = chances(self.points, self.target)
        self.over = self.winner >= 0
        worth[self.over] = 0.0
        worth[self.over, self.winner[self.over]] = 1.0
        return worth

    # What is shown

    def shown(self, at: Array, trump: Array | None = None) -> Shown:
        """To the seats to play, at these tables; as if this were trump, if one is given."""
        trump = self.trump[at] if trump is None else trump
        seats = (self.turn[at][:, None] + np.arange(self.seats)) % self.seats
        rows = at[:, None]
        inside, yet = self.inside[rows, seats], self.yet[rows, seats]
        tricks, points, target = self.tricks[rows, seats], self.points[rows, seats], self.target[at][:, None]
        total = self.tricks[at].sum(1, keepdims=True)
        missing, pay = self.quota - tricks, total - tricks
        wins = inside & (missing == 1) & (points + pay >= target)
        chance = np.take_along_axis(chances(self.points[at], self.target[at]), seats, 1)
        own = self.hands[at, self.turn[at]]
        unseen = ALL & ~self.gone[at] & ~own
        after = (yet & inside)[:, 1:].sum(1)
        lead, size = self.lead[at], planes(own).sum(1)
        played = self.played[rows, seats]
        count = played.sum(2)
        mean = self.ranks[rows, seats] / np.maximum(count, 1) / RANKS
        by_seat = np.concatenate(
            [
                inside[:, :, None],
                (missing[:, :, None] == np.arange(1, self.quota + 1)) & inside[:, :, None],
                (np.minimum(target - points, FAR) / FAR)[:, :, None],
                (inside * pay / 10)[:, :, None],
                wins[:, :, None],
                (yet & inside)[:, :, None],
                (self.holder[at][:, None] == seats)[:, :, None],
                mean[:, :, None],
                chance[:, :, None],
            ],
            2,
        )
        table = np.concatenate(
            [
                by_seat.reshape(len(at), -1),
                (lead < 0)[:, None],
                after[:, None] == np.arange(self.seats),
                total / HAND,
                size[:, None] / HAND,
                inside.sum(1)[:, None] == np.arange(2, self.seats + 1),
                (trump >= 0)[:, None],
                (self.must[at] & (trump >= 0))[:, None],
                self.trumped[at][:, None],
            ],
            1,
        )
        suits = self._suits(own, unseen, trump, lead, self.voids[rows, seats] & inside[:, :, None], played)
        return Shown(
            at, suits, table.astype(np.float32), trump, lead, own, unseen, after,
            missing[:, 0] == 1, wins[:, 0], pay[:, 0] / 10, chance[:, 0],
        )  # fmt: skip

    def _suits(self, own: Array, unseen: Array, trump: Array, lead: Array, voids: Array, played: Array) -> Array:
        held = planes(own).reshape(-1, SUITS, RANKS)
        others = planes(unseen).reshape(-1, SUITS, RANKS)
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

    def cards(self, shown: Shown, row: Array, card: Array) -> Array:
        """Cards that may be played, each at a row of what is shown."""
        suit, rank = card // RANKS, card % RANKS
        full = (1 << RANKS) - 1
        own, unseen = shown.own[row] >> RANKS * suit & full, shown.unseen[row] >> RANKS * suit & full
        above, below = COUNT[unseen >> (rank + 1)], COUNT[unseen & ((1 << rank) - 1)]
        takes = (self.taking(shown.at)[row] & (ONE << card)) != 0
        sure = takes & (shown.after[row] == 0)
        lead, trump, pay = shown.lead[row], shown.trump[row], shown.pay[row]
        out, wins = shown.out[row], shown.wins[row]
        rest = [
            takes, lead < 0, suit == lead, suit == trump, (lead >= 0) & (suit == trump) & (suit != lead),
            above / 8, below / 8, COUNT[own >> (rank + 1)] / 4, COUNT[own & ((1 << rank) - 1)] / 4,
            above == 0, below == 0, sure, takes & out, sure & out, sure & wins, takes & wins,
            takes * pay, (sure & out) * pay,
        ]  # fmt: skip
        return np.concatenate([rank[:, None] == np.arange(RANKS), np.stack(rest, 1)], 1).astype(np.float32)
