"""The policy of patient players of Marshmallow Test, and what their plays tell about their hands.

A patient player avoids tricks until few rivals are left, because a trick pays more the later it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game.engine.cards import Card, mask_of
from game.engine.view import View
from game.titles.marshmallow_test import NO_SUIT, MarshmallowTest

GOOD_PAY_POINTS = 7
"""With two rivals left, a patient player goes out for this many points or more."""
HURRY_TRICKS = 2
"""With two seats, a patient player wants tricks when the rival needs this many tricks or fewer."""


def wants_trick(seats: int, quota: int, rivals: int, missing: int, pay: int) -> bool:
    """Whether a patient player wants this trick.

    `rivals` are still in the round, `missing` is the number of tricks that the player needs, `pay` the points for going
    out now, which is the number of tricks of the others.
    """
    if rivals == 1:
        return seats > 2 or quota - pay <= HURRY_TRICKS
    return rivals == 2 and missing == 1 and pay >= GOOD_PAY_POINTS


def preferred_cards(rules: MarshmallowTest, view: View) -> list[list[int]]:
    """For each seat and each card that it played: the set of cards that a patient player would have played instead.

    So the seat probably held none of them. Sets are left out if the seat played one of their cards later.
    """
    facts: Any = view.facts
    quota: int = facts["quota"]
    tricks = [0] * view.seats
    plays: list[list[tuple[Card, int]]] = [[] for _ in range(view.seats)]
    for winner, order, cards in (*facts["history"], (view.seat, facts["order"], view.zones["trick"])):
        for place, (seat, card) in enumerate(zip(order, cards, strict=False)):
            pay = sum(tricks) - tricks[seat]
            wants = wants_trick(view.seats, quota, len(order) - 1, quota - tricks[seat], pay)
            last = place == len(order) - 1
            plays[seat].append((card, cards_preferred_to(rules, facts["trump"], cards[:place], card, wants, last)))
        tricks[winner] += 1
    return [_consistent_preferences(own) for own in plays]


def _consistent_preferences(plays: list[tuple[Card, int]]) -> list[int]:
    later = 0
    preferences = []
    for card, mask in reversed(plays):
        if mask and not mask & later:
            preferences.append(mask)
        later |= 1 << card
    return preferences


def cards_preferred_to(
    rules: MarshmallowTest, trump: int, trick: tuple[Card, ...], card: Card, wants: bool, last: bool
) -> int:
    """The set of cards that a patient player would rather have played than `card`, after the cards of `trick`."""
    below, suits = _rank_and_suit_masks(rules)
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
def _rank_and_suit_masks(rules: MarshmallowTest) -> tuple[list[int], list[int]]:
    """For each rank the set of all lower cards (the last set has all cards), and for each suit the set of its cards."""
    faces = rules.spec.faces
    most = max(face.rank for face in faces)
    below = [mask_of(card for card, face in enumerate(faces) if face.rank < rank) for rank in range(most + 2)]
    suits = [
        mask_of(card for card, face in enumerate(faces) if face.suit == suit) for suit in range(len(rules.spec.suits))
    ]
    return below, suits
