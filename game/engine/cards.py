"""Cards are indexes into a title's list of faces; sets of cards are ints of bits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Card = int
Seat = int

HIDDEN: Final[Card] = -1
"""Stands in a View for a card that seat does not know."""
NO_CARD: Final[Card] = -2
"""Stands in a Move that names no card."""
SPECTATOR: Final[Seat] = 31
"""A seat that owns nothing and sees what lies open."""
EVERYBODY: Final[int] = -1
"""A mask of seats with every bit set, the spectator's too."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card."""

    name: str
    suit: int
    rank: int


def bits(mask: int) -> list[int]:
    """The indexes of the set bits, lowest first."""
    if not mask:
        return []
    return [index for index, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"]


@lru_cache(4096)
def cards_of(mask: int) -> tuple[Card, ...]:
    """The same for showing: most sets of cards are the same as one move ago."""
    return tuple(bits(mask))


def mask_of(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
