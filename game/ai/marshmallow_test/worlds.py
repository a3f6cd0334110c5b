"""Worlds for a Marshmallow Test View, dealt quickly: what is known is laid out once, the rest dealt again each time."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from game.ai.search import worlds_of
from game.engine.cards import HIDDEN, Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.state import Picture
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest, Table, Trick

TRIES = 30
VOIDS, HABITS = 1, 2
"""What to infer: who has run out of a suit; and that players hold back while several are in the round."""
HARDLY, RATHER_NOT = 0.85, 0.6
"""How often a hand is taken to be without a card that its owner would have played before."""


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


def kept_back(rules: MarshmallowTest, view: View) -> list[tuple[int, int]]:
    """For each seat the cards it can hardly hold, and those it rather does not, if it plays low while it waits.

    Who ducks does so with the lowest card of the suit; who takes a trick without need had nothing below; a lead or
    a card thrown off is mostly the lowest of all.
    """
    facts: Any = view.facts
    faces = rules.spec.faces
    below = [mask_of(card for card, face in enumerate(faces) if face.rank < rank) for rank in range(len(faces))]
    hardly, rather_not = [0] * view.seats, [0] * view.seats
    for _, order, cards in (*facts["history"], (0, facts["order"], view.zones["trick"])):
        best = -1
        for seat, card in zip(order, cards, strict=False):
            suit, rank = faces[card].suit, faces[card].rank
            if best < 0 or suit != faces[cards[0]].suit:
                if suit != facts["trump"] or best < 0:
                    rather_not[seat] |= below[rank]
            elif card < best or len(order) > 2:
                hardly[seat] |= mask_of(range(card - rank + faces[0].rank, min(card, best)))
            if best < 0 or suit == faces[cards[0]].suit:
                best = max(best, card)
    return list(zip(hardly, rather_not, strict=True))


class Place(NamedTuple):
    """Where hidden cards lie: what could be there, what hardly, what rather not, whose it is, and how many."""

    could: int
    hardly: int
    rather_not: int
    seat: Seat
    hand: bool
    size: int


class Dealer:
    """Deals hidden cards to hidden hands. A player who forgets deals cards again that were played long ago."""

    def __init__(self, rules: MarshmallowTest, view: View, memory: int, infers: int) -> None:
        own = view.seat
        self._any_world = partial(worlds_of, rules, view)
        zones = {name: tuple(card for card in cards if card != HIDDEN) for name, cards in view.zones.items()}
        self._base = rules.build(Picture(zones, dict(view.facts), (None,) * view.seats))
        known = gone(view, memory) | self._base.hands[own] | self._base.thrown[own]
        self._pool = bits(mask_of(rules.cards(view.seats)) & ~known)
        self._places: list[Place] = []
        pool = mask_of(self._pool)
        habits = kept_back(rules, view) if infers >= HABITS else [(0, 0)] * view.seats
        for seat, (hardly, rather_not) in enumerate(habits):
            lacks = self._base.voids[seat] if infers >= VOIDS else 0
            for name, hand in (("hand", True), ("thrown", False)):
                size = view.zones[f"{name} {seat}"].count(HIDDEN)
                if size and seat != own:
                    self._places.append(Place(pool & ~lacks, hardly, rather_not & ~hardly, seat, hand, size))
        self._places.sort(key=lambda place: (place.could.bit_count(), place.seat, place.hand))

    def world(self, dice: Dice) -> Table:
        for _ in range(TRIES):
            state = self._base.clone()
            if self._deal(state, dice):
                return state
        world = self._any_world()(dice)
        assert isinstance(world, Table)
        return world

    def _deal(self, state: Table, dice: Dice) -> bool:
        """Narrow places first; False when the cards that are left do not fit."""
        rnd = dice.random
        left = dice.shuffled(self._pool)
        for could, hardly, rather_not, seat, hand, size in self._places:
            dealt = 0
            passed = []
            for card in left:
                if not could >> card & 1:
                    continue
                if (hardly >> card & 1 and rnd() < HARDLY) or (rather_not >> card & 1 and rnd() < RATHER_NOT):
                    passed.append(card)
                    continue
                dealt |= 1 << card
                size -= 1
                if not size:
                    break
            if size > len(passed):
                return False
            dealt |= mask_of(passed[:size])
            left = [card for card in left if not dealt >> card & 1]
            if hand:
                state.hands[seat] = dealt
            else:
                state.thrown[seat] = dealt
        state.aside = mask_of(left)
        return True
