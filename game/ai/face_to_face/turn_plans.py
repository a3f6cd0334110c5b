"""Plans of whole turns of Face to Face: every result that a turn can have.

A set of cards of one player is an int: bit n is the card with number n. This is much faster than playing on a State.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from game.engine.cards import Card, Seat, mask_of
from game.engine.view import View
from game.titles.face_to_face import PILE_INDEX, FaceToFace

SMALL_STEP_NUMBERS = 3
"""A card at most this many numbers from the top may be played although the minimum is played already."""
NEAR_NUMBERS = 6
"""A card at most this many numbers from the top is near it."""

HandAndTops = tuple[int, int, int]
"""A hand, and the tops of the player's rising and falling pile."""


class TurnState(NamedTuple):
    """A turn before its next card, as its player sees it: the hand, the four tops, and what was played so far."""

    hand: int
    up: int
    down: int
    their_up: int
    their_down: int
    played: int
    helped: bool


class Plan(NamedTuple):
    """The result of a whole turn: the hand before drawing, and the four tops."""

    hand: int
    up: int
    down: int
    their_up: int
    their_down: int
    helped: bool


class NumberMasks:
    """Sets of numbers for every top of a pile: those that may be played on it, and those that are near it."""

    def __init__(self, rules: FaceToFace) -> None:
        numbers = rules.numbers
        self.minimum = rules.minimum
        self.hand_size = rules.hand_size
        self.own_draw = rules.own_draw
        self.trick_distance = rules.spec.numbers["backwards"]
        self.first, self.last = rules.starts
        self.all = mask_of(numbers)
        tops = range(100)
        self.below = [self.all & ((1 << top) - 1) for top in tops]
        self.above = [self.all & ~((2 << top) - 1) for top in tops]
        self.trick_up = [self.all & _bit(top - self.trick_distance) for top in tops]
        self.trick_down = [self.all & _bit(top + self.trick_distance) for top in tops]
        self.fits_up = [self.above[top] | self.trick_up[top] for top in tops]
        self.fits_down = [self.below[top] | self.trick_down[top] for top in tops]
        self.near_up = [self.above[top] & ((1 << (top + NEAR_NUMBERS + 1)) - 1) for top in tops]
        self.near_down = [self.below[top] & ~((1 << max(0, top - NEAR_NUMBERS)) - 1) for top in tops]
        self.small_step_up = [self.above[top] & ((1 << (top + SMALL_STEP_NUMBERS + 1)) - 1) for top in tops]
        self.small_step_down = [self.below[top] & ~((1 << max(0, top - SMALL_STEP_NUMBERS)) - 1) for top in tops]


def _bit(number: int) -> int:
    return 1 << number if number >= 0 else 0


def turn_state(rules: FaceToFace, view: View) -> TurnState:
    """The turn of the seat that the View belongs to."""
    facts: dict[str, Any] = dict(view.facts)
    own, other = 2 * view.seat, 2 - 2 * view.seat
    tops = facts["tops"]
    hand = mask_of(rank_of(rules, card) for card in view.zones[f"hand {view.seat}"])
    return TurnState(hand, tops[own], tops[own + 1], tops[other], tops[other + 1], facts["played"], facts["helped"])


def rank_of(rules: FaceToFace, card: Card) -> int:
    return rules.spec.faces[card].rank


def unplayed_numbers(rules: FaceToFace, view: View, seat: Seat, memory: int) -> int:
    """The numbers of a seat that are not on a pile, as far as a player remembers.

    `memory` is the share of each pile that is remembered, in percent. The lowest cards are forgotten first.
    """
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


def all_plans(masks: NumberMasks, state: TurnState, moves: Mapping[tuple[str, int], int]) -> dict[Plan, int]:
    """Every result of the turn, with the set of moves that it can begin with. `moves` numbers the moves for this set.

    The order of cards matters only on the player's own piles, because help can come first or last. So cards on them
    are followed in layers, one more card in each, and help is added to every result of a layer.
    """
    plans: dict[Plan, int] = {}
    layer: dict[HandAndTops, int] = {(state.hand, state.up, state.down): 0}
    played = state.played
    while layer:
        for (hand, up, down), first_moves in layer.items():
            if played >= masks.minimum:
                plan = Plan(hand, up, down, state.their_up, state.their_down, state.helped)
                plans[plan] = first_moves or 1 << moves["end", 0]
            if not state.helped and played + 1 >= masks.minimum:
                for plan, kind, bit in _help_plans(masks, state, hand, up, down):
                    plans[plan] = plans.get(plan, 0) | first_moves | 1 << moves[kind, bit]
        layer = _next_layer(masks, layer, moves if played == state.played else None)
        played += 1
    return plans


def _help_plans(masks: NumberMasks, state: TurnState, hand: int, up: int, down: int) -> Iterator[tuple[Plan, str, int]]:
    their_up, their_down = state.their_up, state.their_down
    for bit in each_bit(hand & masks.below[their_up]):
        yield Plan(hand ^ bit, up, down, bit.bit_length() - 1, their_down, True), "help-up", bit
    for bit in each_bit(hand & masks.above[their_down]):
        yield Plan(hand ^ bit, up, down, their_up, bit.bit_length() - 1, True), "help-down", bit


def _next_layer(
    masks: NumberMasks, layer: dict[HandAndTops, int], moves: Mapping[tuple[str, int], int] | None
) -> dict[HandAndTops, int]:
    """One more card on an own pile. `moves` numbers the first cards of a turn; None for later cards."""
    new: dict[HandAndTops, int] = {}
    for (hand, up, down), first_moves in layer.items():
        for bit in each_bit(hand & masks.fits_up[up]):
            after = (hand ^ bit, bit.bit_length() - 1, down)
            new[after] = new.get(after, 0) | (1 << moves["up", bit] if moves else first_moves)
        for bit in each_bit(hand & masks.fits_down[down]):
            after = (hand ^ bit, up, bit.bit_length() - 1)
            new[after] = new.get(after, 0) | (1 << moves["down", bit] if moves else first_moves)
    return new


def likely_plans(masks: NumberMasks, hand: int, up: int, down: int, their_up: int, their_down: int) -> list[Plan]:
    """Likely results of a whole turn, for playouts: near cards, tricks, cards that lead to tricks, and near helps.

    After the minimum only small steps and tricks are followed. Empty only if no turn is possible.
    """
    plans: list[Plan] = []
    layer: dict[HandAndTops, None] = {(hand, up, down): None}
    played = 0
    minimum = masks.minimum
    help_up, help_down = masks.below[their_up], masks.above[their_down]
    while layer:
        new: dict[HandAndTops, None] = {}
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
            steps = _likely_steps_up(masks, now, rising, played >= minimum)
            while steps:
                bit = steps & -steps
                steps ^= bit
                new[now ^ bit, bit.bit_length() - 1, falling] = None
            steps = _likely_steps_down(masks, now, falling, played >= minimum)
            while steps:
                bit = steps & -steps
                steps ^= bit
                new[now ^ bit, rising, bit.bit_length() - 1] = None
        layer = new
        played += 1
    return plans


def _likely_steps_up(masks: NumberMasks, hand: int, top: int, enough: bool) -> int:
    """The trick, cards from which a trick leads back, and small steps; before the minimum the two nearest cards."""
    fits = hand & masks.above[top]
    steps = fits & hand << masks.trick_distance | hand & masks.trick_up[top]
    if enough:
        return steps | fits & masks.small_step_up[top]
    nearest = fits & -fits
    fits ^= nearest
    return steps | nearest | fits & -fits


def _likely_steps_down(masks: NumberMasks, hand: int, top: int, enough: bool) -> int:
    """The same on the falling pile."""
    fits = hand & masks.below[top]
    steps = fits & hand >> masks.trick_distance | hand & masks.trick_down[top]
    if enough:
        return steps | fits & masks.small_step_down[top]
    if not fits:
        return steps
    nearest = 1 << fits.bit_length() - 1
    fits ^= nearest
    return steps | nearest | (1 << fits.bit_length() - 1 if fits else 0)
