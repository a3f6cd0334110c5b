"""The rest of a Marshmallow Test round, played in one tight loop: what every guess about a move is built on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, sqrt
from typing import Final

from game.ai.marshmallow_test.habit import hurries
from game.ai.marshmallow_test.lore import TRUST, Lore
from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move
from game.titles.marshmallow_test import NO_SUIT, MarshmallowState, MarshmallowTest

NOBODY: Final[Seat] = -1
TWO_LEFT: Final[Seat] = -2
RACE = {2: (0.6, 6.0), 3: (0.7, 4.0), 4: (0.7, 4.0), 5: (1.0, 4.0)}
"""By seats, how much a point of lead says about who wins, and how far from the target it says less."""
EAGER, WILLING, COY = 0.95, 0.6, 0.05
"""How often the own seat goes for a trick in a playout."""
GOOD_PAY = 6


@lru_cache(maxsize=1 << 16)
def chances(points: tuple[int, ...], target: int) -> tuple[float, ...]:
    """Everybody's chance to win the match from so many points between two rounds.

    A lead says more the nearer its owner is to the target; the numbers were fitted to races of chance.
    """
    slope, ease = RACE[len(points)]
    most = max(points)
    per_point = slope / sqrt(max(target - most, 0) + ease)
    weights = [exp((own - most) * per_point) for own in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


def wish(seats: int, quota: int, rivals: int, missing: int, pay: int) -> float:
    """How often one goes for a trick oneself: as a patient player, but less surely, and a little sooner."""
    if rivals == 1:
        return EAGER if hurries(seats, quota, rivals, missing, pay) else COY
    if rivals == 2 and missing <= 2 and pay >= GOOD_PAY + missing - 1:
        return WILLING
    return COY


class End:
    """How far a playout came: who has won the match, or NOBODY, or TWO_LEFT; and what lies there."""

    __slots__ = ("hands", "order", "points", "tricks", "trump", "winner")

    def __init__(
        self, winner: Seat, points: list[int], tricks: list[int], hands: list[int], order: tuple[Seat, ...], trump: int
    ) -> None:
        self.winner = winner
        self.points = points
        self.tricks = tricks
        self.hands = hands
        self.order = order
        self.trump = trump


class Rounds:
    """Plays rounds to their end; knows the rules of one table size by heart."""

    def __init__(self, rules: MarshmallowTest, seats: int) -> None:
        spec = rules.spec
        self.must_trump = rules.must_trump
        self.target = rules.target
        self.quota = spec.quotas[seats]
        self.size = len(spec.faces)
        self.suits = tuple(
            mask_of(card for card, face in enumerate(spec.faces) if face.suit == suit)
            for suit in range(len(spec.suits))
        )
        self.mates = [self.suits[face.suit] for face in spec.faces]
        self._rank = [face.rank for face in spec.faces]
        ranks = sorted(set(self._rank))
        self._columns = [mask_of(card for card, face in enumerate(spec.faces) if face.rank == rank) for rank in ranks]

        def by_need(rule: Callable[[int, int, int, int, int], float]) -> list[list[list[float]]]:
            pays, needs = range(self.quota * seats), range(self.quota + 1)
            return [
                [[rule(seats, self.quota, rivals, missing, pay) for pay in pays] for missing in needs]
                for rivals in range(seats)
            ]

        self._own_wishes = by_need(wish)
        self._wishes = by_need(hurries)

    def adjacent(self, low: Card, high: Card, dead: int) -> bool:
        """Of one suit, and no card between them that anybody could hold?"""
        between = (1 << high) - (2 << low)
        return self.mates[low] >> high & 1 == 1 and between & ~dead == 0

    def finish(
        self,
        world: MarshmallowState,
        rnd: Callable[[], float],
        own_seat: Seat,
        reach: int,
        strays: float = 0.0,
        lore: Lore | None = None,
        move: Move | None = None,
    ) -> End:
        """Play a world to the end of its round, the own seat's move first if one is given; the world stays as it is.

        The own seat plays by chance, the others as patient players do, but so often by chance too. With lore the own
        seat mostly plays what did best before. TWO_LEFT stops it before a lead when the own seat and one rival are in,
        with so many cards each or fewer.
        """
        hands, tricks, points = world.hands.copy(), world.tricks.copy(), world.points.copy()
        order, trick = world.order, world.trick
        best, follow, trumped, trump = world.best, world.follow, world.trumped, world.trump
        if move and move.card < 0:
            trump = move.index
        trumps = self.suits[trump] if trump != NO_SUIT else 0
        mates, quota, must, rank, size = self.mates, self.quota, self.must_trump, self._rank, self.size
        always = strays >= 1.0
        rising = self._columns
        falling = rising[::-1]
        at = trick.index(best) if trick else 0
        place = len(trick)
        total = sum(tricks)
        if move and move.card >= 0:
            card = move.card
            hands[own_seat] ^= 1 << card
            if not place:
                best, follow = card, mates[card]
            elif mates[card] == mates[best]:
                best, at = (card, place) if card > best else (best, at)
            elif trumps >> card & 1:
                best, at, trumped = card, place, True
            place += 1
        while True:
            last = len(order) - 1
            wishes, own_wishes = self._wishes[last], self._own_wishes[last]
            while place <= last:
                seat = order[place]
                hand = hands[seat]
                own = tricks[seat]
                if place == 0:
                    legal, winning, follow = hand, 0, 0
                else:
                    legal = hand & follow
                    if trumped:
                        winning = hand & trumps
                        if not must:
                            legal = legal | winning if legal else hand
                        elif winning or not legal:
                            legal = winning or hand
                        winning = winning >> best << best
                    elif legal:
                        winning = legal >> best << best
                    else:
                        legal = hand
                        winning = hand & trumps
                card = NOBODY
                if not legal & (legal - 1) and (lore or seat != own_seat):
                    card = legal.bit_length() - 1
                elif lore and seat == own_seat and rnd() < TRUST:
                    card = lore.best(legal, winning, follow, quota - own)
                if card < 0:
                    by_chance = always or seat == own_seat or (strays > 0 and rnd() < strays)
                    if by_chance:
                        wants = rnd() < own_wishes[quota - own][total - own]
                    else:
                        wants = wishes[quota - own][total - own] > 0
                    losing = legal & ~winning
                    if winning and (wants or not losing):
                        if (place == last) == wants or (by_chance and winning & trumps):
                            card = (winning & -winning).bit_length() - 1
                        else:
                            card = winning.bit_length() - 1
                    elif place and not losing & ~follow:
                        card = (losing & -losing).bit_length() - 1
                    elif by_chance:
                        card = some(losing, size, rnd)
                        if place or not wants:
                            other = some(losing, size, rnd)
                            if rank[other] < rank[card]:
                                card = other
                    else:
                        for column in falling if wants and not place else rising:
                            column &= losing
                            if column:
                                card = (column & -column).bit_length() - 1
                                break
                if lore and seat == own_seat:
                    lore.note(card, winning, follow, quota - own)
                if place == 0:
                    best = card
                    follow = mates[card]
                    at = 0
                elif winning >> card & 1:
                    best = card
                    at = place
                    trumped = not follow >> card & 1
                hands[seat] = hand ^ 1 << card
                place += 1
            seat = order[at]
            tricks[seat] += 1
            total += 1
            if tricks[seat] == quota:
                points[seat] += total - quota
                if points[seat] >= self.target:
                    return End(seat, points, tricks, hands, order, trump)
                order = order[at + 1 :] + order[:at]
            else:
                order = order[at:] + order[:at]
            hand = hands[order[0]]
            if not hand or len(order) == 1:
                return End(NOBODY, points, tricks, hands, order, trump)
            if len(order) == 2 and own_seat in order and hand.bit_count() <= reach:
                return End(TWO_LEFT, points, tricks, hands, order, trump)
            place = 0
            trumped = False


def some(cards: int, size: int, rnd: Callable[[], float]) -> Card:
    """One of the cards, by chance; quick, and only about fair."""
    start = int(rnd() * size)
    rest = cards >> start
    return (rest & -rest).bit_length() - 1 + start if rest else (cards & -cards).bit_length() - 1
