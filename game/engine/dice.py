"""The only source of chance. Uses `random()` alone: the one thing Python promises to keep stable."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Chance with a name: the same words always give the same dice."""

    __slots__ = ("random",)

    def __init__(self, *words: str | int) -> None:
        seed = hashlib.sha256("/".join(map(str, words)).encode()).digest()
        self.random = random.Random(int.from_bytes(seed, "big")).random

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return int(self.random() * limit)

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random() * len(items))]

    def shuffled(self, items: Sequence[T], wanted: int | None = None) -> list[T]:
        """The items in a new order (Fisher-Yates); only the first `wanted` of them are needed."""
        deck = list(items)
        size = len(deck)
        rnd = self.random
        for i in range(size - 1 if wanted is None or wanted >= size else wanted):
            j = i + int(rnd() * (size - i))
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card
        return deck
