"""Whole turns of Face to Face: what one can come to, in bits and ints, without a Table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from game.engine.cards import Card, Seat, mask_of
from game.engine.view import View
from game.titles.face_to_face import PILE_INDEX, FaceToFace

NEXT = 3
"""So near a card is played although none is due."""
AHEAD = 6
"""So near a card is one of the next to come."""

State3 = tuple[int, int, int]
"""A hand as bits, and the tops of the own rising and falling piles."""


class Place(NamedTuple):
    """A turn as its player finds it, or goes on with it: all that is known without a guess."""

    hand: int
    up: int
    down: int
    their_up: int
    their_down: int
    played: int
    helped: bool


class Plan(NamedTuple):
    """What a turn leaves behind: the hand before drawing, and all four tops."""

    hand: int
    up: int
    down: int
    their_up: int
    their_down: int
    helped: bool


class Bits:
    """For every top card, the numbers that may lie on it, or lie near it."""

    def __init__(self, rules: FaceToFace) -> None:
        numbers = rules.numbers
        self.minimum = rules.minimum
        self.hand_size = rules.hand_size
        self.own_draw = rules.own_draw
        self.back = rules.spec.numbers["backwards"]
        self.first, self.last = rules.starts
        self.all = mask_of(numbers)
        tops = range(100)
        self.below = [self.all & ((1 << top) - 1) for top in tops]
        self.above = [self.all & ~((2 << top) - 1) for top in tops]
        self.trick_up = [self.all & _bit(top - self.back) for top in tops]
        self.trick_down = [self.all & _bit(top + self.back) for top in tops]
        self.rises = [self.above[top] | self.trick_up[top] for top in tops]
        self.falls = [self.below[top] | self.trick_down[top] for top in tops]
        self.soon_up = [self.above[top] & ((1 << (top + AHEAD + 1)) - 1) for top in tops]
        self.soon_down = [self.below[top] & ~((1 << max(0, top - AHEAD)) - 1) for top in tops]
        self.next_up = [self.above[top] & ((1 << (top + NEXT + 1)) - 1) for top in tops]
        self.next_down = [self.below[top] & ~((1 << max(0, top - NEXT)) - 1) for top in tops]


def _bit(number: int) -> int:
    return 1 << number if number >= 0 else 0


def place_of(rules: FaceToFace, view: View) -> Place:
    facts: dict[str, Any] = dict(view.facts)
    own, other = 2 * view.seat, 2 - 2 * view.seat
    tops = facts["tops"]
    hand = mask_of(rank_of(rules, card) for card in view.zones[f"hand {view.seat}"])
    return Place(hand, tops[own], tops[own + 1], tops[other], tops[other + 1], facts["played"], facts["helped"])


def rank_of(rules: FaceToFace, card: Card) -> int:
    return rules.spec.faces[card].rank


def remembered(rules: FaceToFace, view: View, seat: Seat, memory: int) -> int:
    """The numbers a seat may still play: all but those remembered on a pile. What lies deepest is forgotten first."""
    rest = mask_of(rules.numbers)
    for name in PILE_INDEX:
        pile = view.zones[name]
        for card in pile[len(pile) - len(pile) * memory // 100 :]:
            if rules.spec.faces[card].suit == seat:
                rest &= ~(1 << rank_of(rules, card))
    return rest


def each_bit(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def all_plans(bits: Bits, place: Place, moves: Mapping[tuple[str, int], int]) -> dict[Plan, int]:
    """Every end a turn can come to, and the moves it can begin with, as a mask of what `moves` calls them.

    The order of a turn matters only on the own piles: help can come first or last. So the own plays are
    followed in layers, a card more in each, and help is laid over every end of them.
    """
    plans: dict[Plan, int] = {}
    layer: dict[State3, int] = {(place.hand, place.up, place.down): 0}
    played = place.played
    while layer:
        for (hand, up, down), firsts in layer.items():
            if played >= bits.minimum:
                plan = Plan(hand, up, down, place.their_up, place.their_down, place.helped)
                plans[plan] = firsts or 1 << moves["end", 0]
            if not place.helped and played + 1 >= bits.minimum:
                for plan, kind, bit in _helps(bits, place, hand, up, down):
                    plans[plan] = plans.get(plan, 0) | firsts | 1 << moves[kind, bit]
        layer = _next_layer(bits, layer, moves if played == place.played else None)
        played += 1
    return plans


def _helps(bits: Bits, place: Place, hand: int, up: int, down: int) -> Iterator[tuple[Plan, str, int]]:
    their_up, their_down = place.their_up, place.their_down
    for bit in each_bit(hand & bits.below[their_up]):
        yield Plan(hand ^ bit, up, down, bit.bit_length() - 1, their_down, True), "help-up", bit
    for bit in each_bit(hand & bits.above[their_down]):
        yield Plan(hand ^ bit, up, down, their_up, bit.bit_length() - 1, True), "help-down", bit


def _next_layer(
    bits: Bits, layer: dict[State3, int], moves: Mapping[tuple[str, int], int] | None
) -> dict[State3, int]:
    """One own card more; `moves` names the first cards of a turn, later ones inherit their names."""
    new: dict[State3, int] = {}
    for (hand, up, down), firsts in layer.items():
        for bit in each_bit(hand & bits.rises[up]):
            state = (hand ^ bit, bit.bit_length() - 1, down)
            new[state] = new.get(state, 0) | (1 << moves["up", bit] if moves else firsts)
        for bit in each_bit(hand & bits.falls[down]):
            state = (hand ^ bit, up, bit.bit_length() - 1)
            new[state] = new.get(state, 0) | (1 << moves["down", bit] if moves else firsts)
    return new


def likely_plans(bits: Bits, hand: int, up: int, down: int, their_up: int, their_down: int) -> list[Plan]:
    """The ends of a whole turn that are worth a look: near cards, tricks and what leads to them, near helps.

    Beyond the minimum only small steps and tricks are followed. Empty only where no turn is possible at all.
    """
    plans: list[Plan] = []
    layer: dict[State3, None] = {(hand, up, down): None}
    played = 0
    minimum = bits.minimum
    help_up, help_down = bits.below[their_up], bits.above[their_down]
    while layer:
        new: dict[State3, None] = {}
        for now, rising, falling in layer:
            if played >= minimum:
                plans.append(Plan(now, rising, falling, their_up, their_down, False))
            if played + 1 >= minimum:
                helps = now & help_up
                if helps:
                    top = helps.bit_length() - 1
                    plans.append(Plan(now ^ 1 << top, rising, falling, top, their_down, True))
                helps = now & help_down
                if helps:
                    bit = helps & -helps
                    plans.append(Plan(now ^ bit, rising, falling, their_up, bit.bit_length() - 1, True))
            steps = _likely_up(bits, now, rising, played >= minimum)
            while steps:
                bit = steps & -steps
                steps ^= bit
                new[now ^ bit, bit.bit_length() - 1, falling] = None
            steps = _likely_down(bits, now, falling, played >= minimum)
            while steps:
                bit = steps & -steps
                steps ^= bit
                new[now ^ bit, rising, bit.bit_length() - 1] = None
        layer = new
        played += 1
    return plans


def _likely_up(bits: Bits, hand: int, top: int, enough: bool) -> int:
    """The trick, cards from which the trick leads back, and small steps; while cards are due, the two nearest."""
    fits = hand & bits.above[top]
    steps = fits & hand << bits.back | hand & bits.trick_up[top]
    if enough:
        return steps | fits & bits.next_up[top]
    nearest = fits & -fits
    fits ^= nearest
    return steps | nearest | fits & -fits


def _likely_down(bits: Bits, hand: int, top: int, enough: bool) -> int:
    fits = hand & bits.below[top]
    steps = fits & hand >> bits.back | hand & bits.trick_down[top]
    if enough:
        return steps | fits & bits.next_down[top]
    if not fits:
        return steps
    nearest = 1 << fits.bit_length() - 1
    fits ^= nearest
    return steps | nearest | (1 << fits.bit_length() - 1 if fits else 0)
