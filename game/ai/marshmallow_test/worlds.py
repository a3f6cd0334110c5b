"""Worlds for a Marshmallow Test View, dealt quickly: what is known is laid out once, the rest dealt again each time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from game.ai.search import worlds_of
from game.engine.cards import HIDDEN, Card, Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.state import Picture
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowTest, Table, Trick

TRIES = 30
VOIDS, HABITS = 1, 2
"""What to infer: who has run out of a suit; and that players hold back while several are in the round."""
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


def above_what(rules: MarshmallowTest, view: View) -> list[list[tuple[Card, int]]]:
    """For each seat its cards of the round, and what it would have played instead, had it held it.

    That is: while several are in the round, players duck with the lowest card they have, take a trick only if they
    must, and lead and throw off the lowest of all.
    """
    facts: Any = view.facts
    faces, trump = rules.spec.faces, facts["trump"]
    below, suits = ranks_below(rules)
    tricks = [0] * view.seats
    plays: list[list[tuple[Card, int]]] = [[] for _ in range(view.seats)]
    for winner, order, cards in (*facts["history"], (view.seat, facts["order"], view.zones["trick"])):
        best = -1
        for seat, card in zip(order, cards, strict=False):
            suit, rank = faces[card].suit, faces[card].rank
            follows = best < 0 or suit == faces[cards[0]].suit
            hurries = len(order) == 2 or (len(order) == 3 and tricks[seat] + 1 == facts["quota"])
            if best < 0:
                rather = below[rank]
            elif follows:
                rather = suits[suit] & below[faces[min(card, best)].rank]
            else:
                rather = 0 if suit == trump else below[rank] & ~(suits[trump] if trump >= 0 else 0)
            plays[seat].append((card, 0 if hurries else rather))
            best = max(best, card) if follows else best
        tricks[winner] += 1
    return plays


def unlikely(plays: Sequence[tuple[Card, int]], size: int) -> list[float]:
    """How likely a seat, by its plays, is without each card. Who was seen to play otherwise is trusted less."""
    later = 0
    told = []
    odd = 0
    for card, rather in reversed(plays):
        if rather & later:
            odd += 1
        elif rather:
            told.append(rather)
        later |= 1 << card
    slip = (odd + 1) / (odd + len(told) + 3)
    return [1 - slip ** sum(rather >> card & 1 for rather in told) for card in range(size)]


@lru_cache(maxsize=4)
def ranks_below(rules: MarshmallowTest) -> tuple[list[int], list[int]]:
    """The cards below every rank, and the cards of every suit."""
    faces = rules.spec.faces
    below = [mask_of(card for card, face in enumerate(faces) if face.rank < rank) for rank in range(len(faces))]
    suits = [
        mask_of(card for card, face in enumerate(faces) if face.suit == suit) for suit in range(len(rules.spec.suits))
    ]
    return below, suits


class Place(NamedTuple):
    """Where hidden cards lie: what could be there, how unlikely each card is, whose they are, and how many."""

    could: int
    unlikely: list[float]
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
        plays = above_what(rules, view) if infers >= HABITS else [[] for _ in range(view.seats)]
        for seat in range(view.seats):
            lacks = self._base.voids[seat] if infers >= VOIDS else 0
            for name, hand in (("hand", True), ("thrown", False)):
                size = view.zones[f"{name} {seat}"].count(HIDDEN)
                if size and seat != own:
                    odds = unlikely(plays[seat], len(rules.spec.faces))
                    self._places.append(Place(pool & ~lacks, odds, seat, hand, size))
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
        for could, odds, seat, hand, size in self._places:
            dealt = 0
            passed = []
            for card in left:
                if not could >> card & 1:
                    continue
                if odds[card] and rnd() < odds[card]:
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
