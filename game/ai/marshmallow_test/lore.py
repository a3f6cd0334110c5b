"""What came of the own cards in the playouts of one thought, so that later playouts play them better."""

from __future__ import annotations

from typing import Final

from game.engine.cards import Card

TRUST: Final = 0.7
"""How often the own seat goes by it; else it tries something else."""
DOUBT: Final = 3.0
"""So many playouts of the usual worth are added to what a card has shown."""
LED: Final = 0
TAKEN: Final = 1
DUCKED: Final = 2
THROWN: Final = 3
"""What a card does to its trick."""
WAYS: Final = 4


class Lore:
    """The mean worth of playouts by own card, by what it did to its trick, and by the tricks that were missing then."""

    def __init__(self, size: int, quota: int) -> None:
        self._size = size
        cells = size * WAYS * (quota + 1)
        self._sums = [0.0] * cells
        self._tries = [0] * cells
        self._played: list[int] = []
        self._mean = 0.5
        self._count = 0

    def best(self, legal: int, winning: int, follow: int, missing: int) -> Card:
        """The card that has done best so far; `winning` are those that take the trick, `follow` the suit to follow."""
        sums, tries, size = self._sums, self._tries, self._size
        usual = self._mean * DOUBT
        led = missing * WAYS * size
        taken, ducked, thrown = led + TAKEN * size, led + DUCKED * size, led + THROWN * size
        found, most = -1, -1.0
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = bit.bit_length() - 1
            at = card + (led if not follow else taken if winning & bit else ducked if follow & bit else thrown)
            worth = (sums[at] + usual) / (tries[at] + DOUBT)
            if worth > most:
                found, most = card, worth
        return found

    def note(self, card: Card, winning: int, follow: int, missing: int) -> None:
        """The own seat plays this card."""
        if not follow:
            way = LED
        elif winning >> card & 1:
            way = TAKEN
        else:
            way = DUCKED if follow >> card & 1 else THROWN
        self._played.append((missing * WAYS + way) * self._size + card)

    def learn(self, worth: float) -> None:
        """What the playout came to."""
        for cell in self._played:
            self._sums[cell] += worth
            self._tries[cell] += 1
        self._played.clear()
        self._count += 1
        self._mean += (worth - self._mean) / self._count
