"""Solves the end of a Marshmallow Test round between the last two players exactly, for known hands (alpha-beta)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ai.marshmallow_test.playout import PlayoutEnd, Playouts
from game.engine.cards import Card, Seat
from game.titles.marshmallow_test import NO_SUIT, MarshmallowState

RoundValue = Callable[[list[int], Seat], float]
"""The value of a round's end for the bot, from the points and the winner of the match (-1: nobody yet)."""
EndgameCache = dict[tuple[int, ...], tuple[list[list[float]], float]]
"""The values of an endgame's results, by rival, tricks of the players who are out, and points. They are the same in
many playouts."""

MAX_VALUE: Final = 1e9
"""Higher than every value."""


class Endgame:
    """Two players with open hands. Side 0 is the bot. Values of methods are for the player who leads the trick.

    `own` and `missing` are the leader's cards and the number of tricks that it still needs. `low` and `high` are the
    alpha-beta window: a value between them is exact, another one is a bound.
    """

    __slots__ = ("no_winner_value", "suit_masks", "trumps", "win_values")

    def __init__(
        self, suit_masks: list[int], trumps: int, win_values: list[list[float]], no_winner_value: float
    ) -> None:
        self.suit_masks = suit_masks
        self.trumps = trumps
        self.win_values = win_values
        """The value for side 0 if a side goes out: by this side, and by the tricks that the other side still needs."""
        self.no_winner_value = no_winner_value
        """The value for side 0 if the cards run out."""

    def lead_value(
        self, side: int, own: int, rival: int, missing: int, rival_missing: int, low: float, high: float
    ) -> float:
        """The value of the best lead of a side, with the best play of both."""
        if not own:
            return -self.no_winner_value if side else self.no_winner_value
        highest = -MAX_VALUE
        cards = own
        all_cards = own | rival
        while cards:
            card = cards.bit_length() - 1
            cards ^= 1 << card
            while cards and self._is_equivalent(card, cards, all_cards):
                card = cards.bit_length() - 1
                cards ^= 1 << card
            value = self.follow_value(side, own ^ 1 << card, rival, missing, rival_missing, card, low, high)
            if value > highest:
                highest = value
                if highest > low:
                    low = highest
                if highest >= high:
                    break
        return highest

    def follow_value(
        self, side: int, own: int, rival: int, missing: int, rival_missing: int, card: Card, low: float, high: float
    ) -> float:
        """The value after a lead, with the rival's best reply. `own` is without the led card."""
        suit = self.suit_masks[card]
        replies = rival & suit
        beating = replies >> card << card if replies else rival & self.trumps
        lowest = MAX_VALUE
        left = replies or rival
        all_cards = own | rival | 1 << card
        while left:
            reply = left.bit_length() - 1
            left ^= 1 << reply
            while left and self._is_equivalent(reply, left, all_cards):
                reply = left.bit_length() - 1
                left ^= 1 << reply
            beaten = beating >> reply & 1
            value = self.trick_value(side, own, rival ^ 1 << reply, missing, rival_missing, beaten, low, high)
            if value < lowest:
                lowest = value
                if lowest < high:
                    high = lowest
                if lowest <= low:
                    break
        return lowest

    def trick_value(
        self, side: int, own: int, rival: int, missing: int, rival_missing: int, beaten: int, low: float, high: float
    ) -> float:
        """The value after the trick, which the rival won if `beaten` is 1."""
        if beaten:
            if rival_missing == 1:
                value = self.win_values[1 - side][missing]
                return -value if side else value
            return -self.lead_value(1 - side, rival, own, rival_missing - 1, missing, -high, -low)
        if missing == 1:
            value = self.win_values[side][rival_missing]
            return -value if side else value
        return self.lead_value(side, own, rival, missing - 1, rival_missing, low, high)

    def _is_equivalent(self, card: Card, lower: int, all_cards: int) -> bool:
        """Whether the highest card of `lower` is as good as `card`: same suit, and no player's card between them."""
        other = lower.bit_length() - 1
        return bool(self.suit_masks[card] >> other & 1) and not all_cards & ((1 << card) - (2 << other))


def make_endgame(
    playouts: Playouts,
    state: MarshmallowState | PlayoutEnd,
    seat: Seat,
    rival: Seat,
    round_value: RoundValue,
    cache: EndgameCache,
) -> Endgame:
    """The endgame of a seat, which is side 0, against the last rival."""
    out = sum(state.tricks) - state.tricks[seat] - state.tricks[rival]
    key = (rival, out, *state.points)
    if key not in cache:
        win_values = []
        for winner in (seat, rival):
            row = [0.0]
            for missing in range(1, playouts.quota + 1):
                points = state.points[:]
                points[winner] += out + playouts.quota - missing
                row.append(round_value(points, winner if points[winner] >= playouts.target else -1))
            win_values.append(row)
        cache[key] = win_values, round_value(state.points, -1)
    win_values, no_winner_value = cache[key]
    trumps = playouts.suits[state.trump] if state.trump != NO_SUIT else 0
    return Endgame(playouts.suit_masks, trumps, win_values, no_winner_value)


def value_before_lead(
    playouts: Playouts, end: PlayoutEnd, seat: Seat, round_value: RoundValue, cache: EndgameCache
) -> float:
    """The value for a seat of a playout that stopped before a lead, with this seat and one rival left."""
    leader, other = end.order
    rival = other if leader == seat else leader
    endgame = make_endgame(playouts, end, seat, rival, round_value, cache)
    hands, missing = end.hands, [playouts.quota - tricks for tricks in end.tricks]
    side = int(leader != seat)
    own, rival_hand = hands[leader], hands[other]
    value = endgame.lead_value(side, own, rival_hand, missing[leader], missing[other], -MAX_VALUE, MAX_VALUE)
    return -value if side else value


def value_after_card(
    playouts: Playouts, state: MarshmallowState, seat: Seat, round_value: RoundValue, cache: EndgameCache
) -> float:
    """The value of a State for a seat that has just played a card, with one rival left."""
    leader, other = state.order
    endgame = make_endgame(playouts, state, seat, other if leader == seat else leader, round_value, cache)
    hands, missing = state.hands, [playouts.quota - tricks for tricks in state.tricks]
    own, rival = hands[leader], hands[other]
    if leader == seat:
        led = state.trick[0]
        return endgame.follow_value(0, own, rival, missing[leader], missing[other], led, -MAX_VALUE, MAX_VALUE)
    beaten = int(state.best == state.trick[1])
    return -endgame.trick_value(1, own, rival, missing[leader], missing[other], beaten, -MAX_VALUE, MAX_VALUE)
