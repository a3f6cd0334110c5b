"""Playouts of Marshmallow Test: play the rest of a round in one fast loop, without the rules of the title."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, sqrt
from typing import Final

from game.ai.marshmallow_test.move_averages import GREEDY_CHANCE, MoveAverages
from game.ai.marshmallow_test.patient_policy import wants_trick
from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move
from game.titles.marshmallow_test import NO_SUIT, MarshmallowState, MarshmallowTest

NOBODY: Final[Seat] = -1
TWO_LEFT: Final[Seat] = -2
"""Instead of a winner: the playout stopped with two players left, so that the endgame can be solved."""
WIN_CHANCE_FIT = {2: (0.6, 6.0), 3: (0.7, 4.0), 4: (0.7, 4.0), 5: (1.0, 4.0)}
"""By seats: the weight of a point of lead, and the points that are added to the distance to the target. Fitted to
simulated random races."""
EAGER_CHANCE, WILLING_CHANCE, COY_CHANCE = 0.95, 0.6, 0.05
"""The chance that the bot's seat wants a trick in a playout."""
WILLING_PAY_POINTS = 6
"""With two rivals left, the bot's seat often wants its last trick for this many points or more."""


@lru_cache(maxsize=1 << 16)
def win_chances(points: tuple[int, ...], target: int) -> tuple[float, ...]:
    """Each player's chance to win the match with these points between two rounds.

    A lead counts more when the leader is nearer to the target.
    """
    slope, ease = WIN_CHANCE_FIT[len(points)]
    most = max(points)
    per_point = slope / sqrt(max(target - most, 0) + ease)
    weights = [exp((own - most) * per_point) for own in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


def own_trick_chance(seats: int, quota: int, rivals: int, missing: int, pay: int) -> float:
    """The chance that the bot's seat wants a trick: as a patient player, but less certain, and a little sooner."""
    if rivals == 1:
        return EAGER_CHANCE if wants_trick(seats, quota, rivals, missing, pay) else COY_CHANCE
    if rivals == 2 and missing <= 2 and pay >= WILLING_PAY_POINTS + missing - 1:
        return WILLING_CHANCE
    return COY_CHANCE


class PlayoutEnd:
    """The end of a playout: the winner of the match (or NOBODY, or TWO_LEFT), and the points, tricks and cards."""

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


class Playouts:
    """Plays rounds to their end, for one number of seats. Sets of cards are ints: bit n is card n."""

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
        self.suit_masks = [self.suits[face.suit] for face in spec.faces]
        self._rank = [face.rank for face in spec.faces]
        ranks = sorted(set(self._rank))
        cards_by_rank = [[card for card, face in enumerate(spec.faces) if face.rank == rank] for rank in ranks]
        self._rank_masks = [mask_of(cards) for cards in cards_by_rank]

        def tabulate(rule: Callable[[int, int, int, int, int], float]) -> list[list[list[float]]]:
            """The values of a rule by rivals left, tricks that the seat needs, and points for going out."""
            pays, needs = range(self.quota * seats), range(self.quota + 1)
            return [
                [[rule(seats, self.quota, rivals, missing, pay) for pay in pays] for missing in needs]
                for rivals in range(seats)
            ]

        self._own_chances = tabulate(own_trick_chance)
        self._rival_wants = tabulate(wants_trick)

    def adjacent(self, low: Card, high: Card, dead: int) -> bool:
        """Whether two cards have one suit, and all cards between them are in `dead`, so that nobody can hold them."""
        between = (1 << high) - (2 << low)
        return self.suit_masks[low] >> high & 1 == 1 and between & ~dead == 0

    def play_out(
        self,
        world: MarshmallowState,
        rnd: Callable[[], float],
        own_seat: Seat,
        endgame_cards: int,
        random_share: float = 0.0,
        averages: MoveAverages | None = None,
        move: Move | None = None,
    ) -> PlayoutEnd:
        """Play a world to the end of its round, with this seat's move first if one is given. `world` is not changed.

        This seat plays at random, with `averages` mostly the card with the best average. The others play as patient
        players do, and at random in `random_share` of their plays. The playout stops with TWO_LEFT before a lead when
        only this seat and one rival are left, with at most `endgame_cards` cards each.
        """
        hands, tricks, points = world.hands.copy(), world.tricks.copy(), world.points.copy()
        order, trick = world.order, world.trick
        best, follow, trumped, trump = world.best, world.follow, world.trumped, world.trump
        if move and move.card < 0:
            trump = move.index
        trumps = self.suits[trump] if trump != NO_SUIT else 0
        suit_masks, quota, must, rank, size = self.suit_masks, self.quota, self.must_trump, self._rank, self.size
        always = random_share >= 1.0
        rising = self._rank_masks
        falling = rising[::-1]
        at = trick.index(best) if trick else 0
        place = len(trick)
        total = sum(tricks)
        if move and move.card >= 0:
            card = move.card
            hands[own_seat] ^= 1 << card
            if not place:
                best, follow = card, suit_masks[card]
            elif suit_masks[card] == suit_masks[best]:
                best, at = (card, place) if card > best else (best, at)
            elif trumps >> card & 1:
                best, at, trumped = card, place, True
            place += 1
        while True:
            last = len(order) - 1
            rival_wants, own_chances = self._rival_wants[last], self._own_chances[last]
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
                if not legal & (legal - 1) and (averages or seat != own_seat):
                    card = legal.bit_length() - 1
                elif averages and seat == own_seat and rnd() < GREEDY_CHANCE:
                    card = averages.best_card(legal, winning, follow, quota - own)
                if card < 0:
                    by_chance = always or seat == own_seat or (random_share > 0 and rnd() < random_share)
                    if by_chance:
                        wants = rnd() < own_chances[quota - own][total - own]
                    else:
                        wants = rival_wants[quota - own][total - own] > 0
                    losing = legal & ~winning
                    if winning and (wants or not losing):
                        if (place == last) == wants or (by_chance and winning & trumps):
                            card = (winning & -winning).bit_length() - 1
                        else:
                            card = winning.bit_length() - 1
                    elif place and not losing & ~follow:
                        card = (losing & -losing).bit_length() - 1
                    elif by_chance:
                        card = random_card(losing, size, rnd)
                        if place or not wants:
                            other = random_card(losing, size, rnd)
                            if rank[other] < rank[card]:
                                card = other
                    else:
                        for column in falling if wants and not place else rising:
                            column &= losing
                            if column:
                                card = (column & -column).bit_length() - 1
                                break
                if averages and seat == own_seat:
                    averages.record(card, winning, follow, quota - own)
                if place == 0:
                    best = card
                    follow = suit_masks[card]
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
                    return PlayoutEnd(seat, points, tricks, hands, order, trump)
                order = order[at + 1 :] + order[:at]
            else:
                order = order[at:] + order[:at]
            hand = hands[order[0]]
            if not hand or len(order) == 1:
                return PlayoutEnd(NOBODY, points, tricks, hands, order, trump)
            if len(order) == 2 and own_seat in order and hand.bit_count() <= endgame_cards:
                return PlayoutEnd(TWO_LEFT, points, tricks, hands, order, trump)
            place = 0
            trumped = False


def random_card(cards: int, size: int, rnd: Callable[[], float]) -> Card:
    """A random card of a set. It is fast, and the chances of the cards are only about equal."""
    start = int(rnd() * size)
    rest = cards >> start
    return (rest & -rest).bit_length() - 1 + start if rest else (cards & -cards).bit_length() - 1
