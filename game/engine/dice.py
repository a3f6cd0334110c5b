"""The only source of chance. It uses nothing but `random()`, whose numbers stay the same in all versions of Python."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A generator of random numbers. The same words as seed always give the same numbers."""

    __slots__ = ("random",)

    def __init__(self, *words: str | int) -> None:
        seed = hashlib.sha256("/".join(map(str, words)).encode()).digest()
        self.random = random.Random(int.from_bytes(seed, "big")).random

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return int(self.random() * limit)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each with the same chance."""
        return items[int(self.random() * len(items))]

    def shuffled(self, items: Sequence[T], wanted: int | None = None) -> list[T]:
        """The items in a random order (Fisher-Yates). With `wanted`, only that many at the front are shuffled."""
        deck = list(items)
        size = len(deck)
        rnd = self.random
        for i in range(size - 1 if wanted is None or wanted >= size else wanted):
            j = i + int(rnd() * (size - i))
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card
        return deck
