"""Cards are indexes into a title's list of faces; sets of cards are ints of bits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Card = int
Seat = int

HIDDEN: Final[Card] = -1
"""Stands in a View for a card that its seat does not know."""
NO_CARD: Final[Card] = -2
"""Stands in a Move that names no card."""
EVERYBODY: Final[int] = -1
"""A mask of seats in which every bit is set, also the bit of the spectator."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. `suit` is an index into the suits of the title."""

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
    """The cards of a mask, lowest first. Cached: most sets of cards are the same as one move ago."""
    return tuple(bits(mask))


def mask_of(cards: Iterable[Card]) -> int:
    """A set of cards as an int with one bit for each card."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
