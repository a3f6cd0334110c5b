"""Worlds for a Marshmallow Test View, dealt quickly: what is known is laid out once, the rest dealt again each time."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.ai.search import worlds_of
from game.engine.cards import HIDDEN, Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.state import Picture
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest, Table, Trick

TRIES = 30
VOIDS, HABITS = 1, 2
"""What to infer: who has run out of a suit; and that a player who ducks does so with the lowest card at hand."""
CANDIDATES = 4
ODD = 0.5
"""How much less likely a world is for every card in a hand that its owner would have played before."""


def remembered(history: tuple[Trick, ...], memory: int) -> tuple[Trick, ...]:
    """The tricks of the round that a player still has in mind: the latest, so many of a hundred."""
    kept = -(-len(history) * memory // 100)
    return history[len(history) - kept :]


def gone(view: View, memory: int) -> int:
    """Cards that a player remembers to be played, those of the trick on the table always."""
    facts: Any = view.facts
    played = mask_of(view.zones["trick"])
    for _, _, cards in remembered(facts["history"], memory):
        played |= mask_of(cards)
    return played


def kept_back(rules: MarshmallowTest, view: View) -> list[int]:
    """For each seat the cards it would rather have played than those with which it ducked: lower ones of the suit."""
    facts: Any = view.facts
    faces = rules.spec.faces
    lowest = faces[0].rank
    odd = [0] * view.seats
    for _, order, cards in (*facts["history"], (0, facts["order"], view.zones["trick"])):
        best = -1
        for seat, card in zip(order, cards, strict=False):
            if faces[card].suit != faces[cards[0]].suit:
                continue
            if card < best:
                odd[seat] |= mask_of(range(card - faces[card].rank + lowest, card))
            best = max(best, card)
    return odd


class Dealer:
    """Deals hidden cards to hidden hands. A player who forgets deals cards again that were played long ago."""

    def __init__(self, rules: MarshmallowTest, view: View, memory: int, infers: int) -> None:
        own = view.seat
        self._any_world = partial(worlds_of, rules, view)
        zones = {name: tuple(card for card in cards if card != HIDDEN) for name, cards in view.zones.items()}
        self._base = rules.build(Picture(zones, dict(view.facts), (None,) * view.seats))
        known = gone(view, memory) | self._base.hands[own] | self._base.thrown[own]
        self._pool = bits(mask_of(rules.cards(view.seats)) & ~known)
        self._takers: list[tuple[int, Seat, bool, int]] = []
        """For every hidden place: what could lie there, whose it is, whether it is a hand, and how many lie there."""
        pool = mask_of(self._pool)
        for seat in range(view.seats):
            lacks = self._base.voids[seat] if infers >= VOIDS else 0
            for name, hand in (("hand", True), ("thrown", False)):
                size = view.zones[f"{name} {seat}"].count(HIDDEN)
                if size and seat != own:
                    self._takers.append((pool & ~lacks, seat, hand, size))
        self._odd = [(seat, cards & pool) for seat, cards in enumerate(kept_back(rules, view)) if seat != own]
        if infers < HABITS or not any(cards for _, cards in self._odd):
            self._odd = []
        self._takers.sort(key=lambda taker: (taker[0].bit_count(), taker[1], taker[2]))

    def world(self, dice: Dice) -> Table:
        if not self._odd:
            return self._fair(dice)
        worlds = [self._fair(dice) for _ in range(CANDIDATES)]
        weights = [ODD ** sum((world.hands[seat] & cards).bit_count() for seat, cards in self._odd) for world in worlds]
        mark = dice.random() * sum(weights)
        for world, weight in zip(worlds, weights, strict=True):
            mark -= weight
            if mark < 0:
                return world
        return worlds[-1]

    def _fair(self, dice: Dice) -> Table:
        for _ in range(TRIES):
            state = self._base.clone()
            if self._deal(state, dice):
                return state
        world = self._any_world()(dice)
        assert isinstance(world, Table)
        return world

    def _deal(self, state: Table, dice: Dice) -> bool:
        """Narrow places first; False when the cards that are left do not fit."""
        left = dice.shuffled(self._pool)
        for could, seat, hand, size in self._takers:
            dealt = 0
            rest = []
            for card in left:
                if size and could >> card & 1:
                    dealt |= 1 << card
                    size -= 1
                else:
                    rest.append(card)
            if size:
                return False
            left = rest
            if hand:
                state.hands[seat] = dealt
            else:
                state.thrown[seat] = dealt
        state.aside = mask_of(left)
        return True
