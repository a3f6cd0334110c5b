"""The end of a Marshmallow Test round between the two players left, solved exactly for known hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ai.marshmallow_test.round import End, Rounds
from game.engine.cards import Card, Seat
from game.titles.marshmallow_test import NO_SUIT, MarshmallowState

Worth = Callable[[list[int], Seat], float]
"""What points are worth at the end of a round, or of the match with its winner."""
Known = dict[tuple[int, ...], tuple[list[list[float]], float]]
"""What the ends of a duel are worth, by rival, tricks of the others and points: the same in many playouts."""

SURE: Final = 1e9
"""More than anything can be worth."""


class Duel:
    """Two players, both hands open. Worth is always meant for the player who leads."""

    __slots__ = ("mates", "nothing", "trumps", "wins")

    def __init__(self, mates: list[int], trumps: int, wins: list[list[float]], nothing: float) -> None:
        self.mates = mates
        self.trumps = trumps
        self.wins = wins
        """[side][tricks the rival misses]: what it is worth to side 0 when that side goes out."""
        self.nothing = nothing
        """What it is worth to side 0 when the cards run out."""

    def lead(self, side: int, own: int, rival: int, misses: int, rival_misses: int, low: float, high: float) -> float:
        """The worth of leading with best play from both; exact between low and high, else a bound."""
        if not own:
            return -self.nothing if side else self.nothing
        most = -SURE
        cards = own
        apart = own | rival
        while cards:
            card = cards.bit_length() - 1
            cards ^= 1 << card
            while cards and self._next(card, cards, apart):
                card = cards.bit_length() - 1
                cards ^= 1 << card
            worth = self.follow(side, own ^ 1 << card, rival, misses, rival_misses, card, low, high)
            if worth > most:
                most = worth
                if most > low:
                    low = most
                if most >= high:
                    break
        return most

    def follow(
        self, side: int, own: int, rival: int, misses: int, rival_misses: int, card: Card, low: float, high: float
    ) -> float:
        """The same after the lead, its card no longer in `own`: the rival's reply that is worst for the leader."""
        suit = self.mates[card]
        replies = rival & suit
        beating = replies >> card << card if replies else rival & self.trumps
        least = SURE
        left = replies or rival
        apart = own | rival | 1 << card
        while left:
            reply = left.bit_length() - 1
            left ^= 1 << reply
            while left and self._next(reply, left, apart):
                reply = left.bit_length() - 1
                left ^= 1 << reply
            worth = self.settled(side, own, rival ^ 1 << reply, misses, rival_misses, beating >> reply & 1, low, high)
            if worth < least:
                least = worth
                if least < high:
                    high = least
                if least <= low:
                    break
        return least

    def settled(
        self, side: int, own: int, rival: int, misses: int, rival_misses: int, beaten: int, low: float, high: float
    ) -> float:
        """The same after the trick, won by the rival if `beaten`."""
        if beaten:
            if rival_misses == 1:
                worth = self.wins[1 - side][misses]
                return -worth if side else worth
            return -self.lead(1 - side, rival, own, rival_misses - 1, misses, -high, -low)
        if misses == 1:
            worth = self.wins[side][rival_misses]
            return -worth if side else worth
        return self.lead(side, own, rival, misses - 1, rival_misses, low, high)

    def _next(self, card: Card, lower: int, apart: int) -> bool:
        """Is the next lower card of the set its equal: of the same suit, and nobody's card between them?"""
        other = lower.bit_length() - 1
        return bool(self.mates[card] >> other & 1) and not apart & ((1 << card) - (2 << other))


def duel_of(rounds: Rounds, state: MarshmallowState | End, seat: Seat, rival: Seat, worth: Worth, known: Known) -> Duel:
    """The duel of a seat, its side 0, with the one rival still in."""
    out = sum(state.tricks) - state.tricks[seat] - state.tricks[rival]
    key = (rival, out, *state.points)
    if key not in known:
        wins = []
        for winner in (seat, rival):
            row = [0.0]
            for missing in range(1, rounds.quota + 1):
                points = state.points[:]
                points[winner] += out + rounds.quota - missing
                row.append(worth(points, winner if points[winner] >= rounds.target else -1))
            wins.append(row)
        known[key] = wins, worth(state.points, -1)
    wins, nothing = known[key]
    trumps = rounds.suits[state.trump] if state.trump != NO_SUIT else 0
    return Duel(rounds.mates, trumps, wins, nothing)


def led(rounds: Rounds, end: End, seat: Seat, worth: Worth, known: Known) -> float:
    """What a playout is worth to a seat when two are in, this seat one of them, and a trick is to be led."""
    leader, other = end.order
    rival = other if leader == seat else leader
    duel = duel_of(rounds, end, seat, rival, worth, known)
    hands, misses = end.hands, [rounds.quota - tricks for tricks in end.tricks]
    side = int(leader != seat)
    value = duel.lead(side, hands[leader], hands[other], misses[leader], misses[other], -SURE, SURE)
    return -value if side else value


def played(rounds: Rounds, state: MarshmallowState, seat: Seat, worth: Worth, known: Known) -> float:
    """What a world is worth to a seat that has just played a card, with one rival in."""
    leader, other = state.order
    duel = duel_of(rounds, state, seat, other if leader == seat else leader, worth, known)
    hands, misses = state.hands, [rounds.quota - tricks for tricks in state.tricks]
    own, rival = hands[leader], hands[other]
    if leader == seat:
        return duel.follow(0, own, rival, misses[leader], misses[other], state.trick[0], -SURE, SURE)
    beaten = int(state.best == state.trick[1])
    return -duel.settled(1, own, rival, misses[leader], misses[other], beaten, -SURE, SURE)
