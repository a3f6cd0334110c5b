"""Worlds for a Marshmallow Test View, dealt quickly: what is known is laid out once, the rest dealt again each time."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from game.ai.marshmallow_test.habit import contradictions
from game.ai.search import guessed_worlds
from game.engine.cards import HIDDEN, Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.state import Picture
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest, Trick

TRIES = 30
VOIDS: Final = 1
HABITS: Final = 2
FIRM_HABITS: Final = 3
"""What to infer: who has run out of a suit; that players hold back while several are in the round; that firmly."""
SETTLING: Final = 70
SWAPS: Final = 10
"""So often cards change places before the first world, and before every further one."""
ODD = {HABITS: 0.1, FIRM_HABITS: 0.03}
"""How likely a world gets by a card that a patient player would not have played in it."""


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


class Place(NamedTuple):
    """Where hidden cards lie: what could be there, whose they are, how many, and what speaks against them."""

    could: int
    seat: Seat
    hand: bool
    size: int
    against: list[int]


class Dealer:
    """Deals hidden cards to hidden hands. A player who forgets deals cards again that were played long ago.

    Who infers from habits then lets two cards change places again and again, and keeps what is likelier by what was
    played: so every world comes up as often as it should (Metropolis).
    """

    def __init__(self, rules: MarshmallowTest, view: View, memory: int, infers: int) -> None:
        own = view.seat
        self._any_world = partial(guessed_worlds, rules, view)
        zones = {name: tuple(card for card in cards if card != HIDDEN) for name, cards in view.zones.items()}
        self._base = rules.build(Picture(zones, dict(view.facts), (None,) * view.seats))
        known = gone(view, memory) | self._base.hands[own] | self._base.thrown[own]
        self._pool = bits(mask_of(rules.cards(view.seats)) & ~known)
        self._places: list[Place] = []
        pool = mask_of(self._pool)
        told = contradictions(rules, view) if infers >= HABITS else [[] for _ in range(view.seats)]
        for seat in range(view.seats):
            lacks = self._base.voids[seat] if infers >= VOIDS else 0
            for name, hand in (("hand", True), ("thrown", False)):
                size = view.zones[f"{name} {seat}"].count(HIDDEN)
                if size and seat != own:
                    self._places.append(Place(pool & ~lacks, seat, hand, size, told[seat]))
        self._places.sort(key=lambda place: (place.could.bit_count(), place.seat, place.hand))
        self._infers = infers >= HABITS and any(place.against for place in self._places)
        self._odd = ODD.get(infers, 1.0)
        self._lies: list[int] = []
        """What lies where, in the order of places, and aside after them: the latest world."""
        self._where = [0] * len(rules.spec.faces)
        """By card, the place it lies in."""
        self._could = [place.could for place in self._places] + [-1]
        self._against: list[list[int]] = [place.against for place in self._places] + [[]]

    def world(self, dice: Dice) -> MarshmallowState:
        """The same table every time, laid out anew: whoever wants to keep one clones it."""
        begun = bool(self._lies)
        if not (self._infers and begun) and not any(self._deal(dice) for _ in range(TRIES)):
            world = self._any_world()(dice)
            assert isinstance(world, MarshmallowState)
            return world
        if self._infers:
            self._settle(dice, SWAPS if begun else SETTLING)
        state = self._base
        for place, cards in zip(self._places, self._lies, strict=False):
            if place.hand:
                state.hands[place.seat] = cards
            else:
                state.thrown[place.seat] = cards
        state.aside = self._lies[-1]
        return state

    def _deal(self, dice: Dice) -> bool:
        """Narrow places first; False when the cards that are left do not fit."""
        left = dice.shuffled(self._pool)
        lies: list[int] = []
        for could, _, _, size, _ in self._places:
            dealt = 0
            for card in left:
                if could >> card & 1:
                    dealt |= 1 << card
                    size -= 1
                    if not size:
                        break
            if size:
                return False
            left = [card for card in left if not dealt >> card & 1]
            lies.append(dealt)
        lies.append(mask_of(left))
        self._lies = lies
        if self._infers:
            for place, cards in enumerate(lies):
                for card in bits(cards):
                    self._where[card] = place
        return True

    def _settle(self, dice: Dice, swaps: int) -> None:
        """Let cards change places, so many times, towards what is likelier."""
        rnd, lies, pool, where = dice.random, self._lies, self._pool, self._where
        could, against, size, unlikely = self._could, self._against, len(self._pool), self._odd
        for _ in range(swaps):
            one, two = pool[int(rnd() * size)], pool[int(rnd() * size)]
            here, there = where[one], where[two]
            if here == there or not could[here] >> two & 1 or not could[there] >> one & 1:
                continue
            swap = 1 << one | 1 << two
            before, after = lies[here], lies[here] ^ swap
            odd = 0
            for rather in against[here]:
                if rather & swap:
                    odd += (rather & after != 0) - (rather & before != 0)
            before, after = lies[there], lies[there] ^ swap
            for rather in against[there]:
                if rather & swap:
                    odd += (rather & after != 0) - (rather & before != 0)
            if odd <= 0 or rnd() < unlikely**odd:
                lies[here] ^= swap
                lies[there] ^= swap
                where[one], where[two] = there, here
