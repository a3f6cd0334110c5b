"""Average values of the bot's cards over the playouts of one thought. Later playouts use them as a policy."""

from __future__ import annotations

from typing import Final

from game.engine.cards import Card

GREEDY_CHANCE: Final = 0.7
"""The chance that the bot's seat plays the card with the best average in a playout. Otherwise it explores."""
PRIOR_PLAYOUTS: Final = 3.0
"""The mean of all playouts counts as this many playouts of each card."""
LED: Final = 0
TAKEN: Final = 1
DUCKED: Final = 2
THROWN: Final = 3
"""The roles of a card in its trick: led, took the trick, followed suit below the best card, played off suit."""
ROLES: Final = 4


class MoveAverages:
    """The mean value of playouts by card, by its role in its trick, and by the tricks that the seat needed then."""

    def __init__(self, size: int, quota: int) -> None:
        self._size = size
        cells = size * ROLES * (quota + 1)
        self._sums = [0.0] * cells
        self._tries = [0] * cells
        self._played: list[int] = []
        self._mean = 0.5
        self._count = 0

    def best_card(self, legal: int, winning: int, follow: int, missing: int) -> Card:
        """The card with the best average. `winning` are the cards that take the trick, `follow` is the suit to follow.

        `follow` is 0 for a lead.
        """
        sums, tries, size = self._sums, self._tries, self._size
        usual = self._mean * PRIOR_PLAYOUTS
        led = missing * ROLES * size
        taken, ducked, thrown = led + TAKEN * size, led + DUCKED * size, led + THROWN * size
        found, most = -1, -1.0
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = bit.bit_length() - 1
            at = card + (led if not follow else taken if winning & bit else ducked if follow & bit else thrown)
            value = (sums[at] + usual) / (tries[at] + PRIOR_PLAYOUTS)
            if value > most:
                found, most = card, value
        return found

    def record(self, card: Card, winning: int, follow: int, missing: int) -> None:
        """Note that the bot's seat plays this card in the current playout."""
        if not follow:
            role = LED
        elif winning >> card & 1:
            role = TAKEN
        else:
            role = DUCKED if follow >> card & 1 else THROWN
        self._played.append((missing * ROLES + role) * self._size + card)

    def update(self, value: float) -> None:
        """Count the value of the playout for all cards that were recorded in it."""
        for cell in self._played:
            self._sums[cell] += value
            self._tries[cell] += 1
        self._played.clear()
        self._count += 1
        self._mean += (value - self._mean) / self._count
