"""What patient players do at Marshmallow Test, as plain rules; and what their cards tell about their hands."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game.engine.cards import Card, mask_of
from game.engine.view import View
from game.titles.marshmallow_test import NO_SUIT, MarshmallowTest

GOOD_PAY = 7
SHORT = 2
"""With two seats: so few tricks missing to the rival make a patient player hurry."""


def hurries(seats: int, quota: int, rivals: int, missing: int, pay: int) -> bool:
    """Does a patient player go for this trick? By rivals still in, tricks that are missing, tricks of the others."""
    if rivals == 1:
        return seats > 2 or quota - pay <= SHORT
    return rivals == 2 and missing == 1 and pay >= GOOD_PAY


def contradictions(rules: MarshmallowTest, view: View) -> list[list[int]]:
    """For each seat and each card it played: the cards it would have played instead, had it held one of them.

    Left out is what a later card of that seat has shown to be wrong.
    """
    facts: Any = view.facts
    quota: int = facts["quota"]
    tricks = [0] * view.seats
    plays: list[list[tuple[Card, int]]] = [[] for _ in range(view.seats)]
    for winner, order, cards in (*facts["history"], (view.seat, facts["order"], view.zones["trick"])):
        for place, (seat, card) in enumerate(zip(order, cards, strict=False)):
            pay = sum(tricks) - tricks[seat]
            wants = hurries(view.seats, quota, len(order) - 1, quota - tricks[seat], pay)
            last = place == len(order) - 1
            plays[seat].append((card, rather(rules, facts["trump"], cards[:place], card, wants, last)))
        tricks[winner] += 1
    return [_not_refuted(own) for own in plays]


def _not_refuted(plays: list[tuple[Card, int]]) -> list[int]:
    later = 0
    told = []
    for card, mask in reversed(plays):
        if mask and not mask & later:
            told.append(mask)
        later |= 1 << card
    return told


def rather(
    rules: MarshmallowTest, trump: int, trick: tuple[Card, ...], card: Card, wants: bool, last: bool
) -> int:
    """What a patient player would have played before this card, after those of the trick."""
    below, suits = _orders(rules)
    faces = rules.spec.faces
    rank, size = faces[card].rank, len(below)
    lower, higher = below[rank], below[size - 1] & ~below[rank + 1]
    if not trick:
        return higher if wants else lower
    lead, trumps = suits[faces[trick[0]].suit], suits[trump] if trump != NO_SUIT else 0
    led = mask_of(trick) & lead
    over = 0 if lead == trumps else mask_of(trick) & trumps
    follows = lead >> card & 1
    if over:
        best = over.bit_length()
        winning = trumps >> best << best
        if rules.must_trump:
            legal = trumps if trumps >> card & 1 else lead if follows else ~(lead | trumps)
        else:
            legal = lead | trumps if (lead | trumps) >> card & 1 else ~lead
    else:
        best = led.bit_length()
        winning = lead >> best << best if follows else trumps
        legal = lead if follows else ~lead
    winning &= legal
    losing = legal & ~winning & below[size - 1]
    if not winning >> card & 1:
        return losing & lower | (winning if wants else 0)
    if wants:
        return winning & (lower if last else higher)
    return losing | winning & (higher if last else lower)


@lru_cache(maxsize=4)
def _orders(rules: MarshmallowTest) -> tuple[list[int], list[int]]:
    """The cards below every rank (all of them last), and the cards of every suit."""
    faces = rules.spec.faces
    most = max(face.rank for face in faces)
    below = [mask_of(card for card, face in enumerate(faces) if face.rank < rank) for rank in range(most + 2)]
    suits = [
        mask_of(card for card, face in enumerate(faces) if face.suit == suit) for suit in range(len(rules.spec.suits))
    ]
    return below, suits
