"""HM-9 to HM-12: which pair of a hand may be played on the main pair.

This is the only place where that is written. Legal moves, refusals, hints and bots all ask a PairRule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.cards import Card
from game.engine.spec import Spec

Pair = Sequence[Card]
"""The left and the right card."""
HIGHEST: Final = 99
ALWAYS, NEVER = HIGHEST + 1, -1
"""More and less than any number that two digits make."""


class PairRule:
    """Holds what is printed on the cards, and nothing of a match."""

    def __init__(self, spec: Spec) -> None:
        self.digit = [face.rank for face in spec.faces]
        self.colour = [face.suit for face in spec.faces]
        cards = range(len(spec.faces))
        self._counts = [
            [[[self._count(a, b, plus, one_colour) for b in cards] for a in cards] for one_colour in (False, True)]
            for plus in (False, True)
        ]
        """What a pair counts: by the side of the Value card, whether the main pair has one colour, and its cards."""

        self._nothing = [NEVER for _ in cards]
        """What pairs count whose left card is missing."""
        self._numbers = [[[_ahead(self.number(a, b), plus) for b in cards] for a in cards] for plus in (False, True)]

    def number(self, left: Card, right: Card) -> int:
        return 10 * self.digit[left] + self.digit[right]

    def is_double(self, left: Card, right: Card) -> bool:
        """HM-12: whether a pair is a Happy Mochi, which ignores both restrictions."""
        return self.digit[left] == self.digit[right]

    def has_one_colour(self, left: Card, right: Card) -> bool:
        return self.colour[left] == self.colour[right]

    def number_fits(self, pair: Pair, main: Pair, plus: bool) -> bool:
        """HM-10: more than the main pair on +, less on −."""
        return _ahead(self.number(*pair), plus) > _ahead(self.number(*main), plus)

    def keeps_restrictions(self, pair: Pair, main: Pair, plus: bool) -> bool:
        """HM-10 and HM-11: number and colour."""
        colour_fits = self.has_one_colour(*pair) or not self.has_one_colour(*main)
        return colour_fits and self.number_fits(pair, main, plus)

    def fits(self, pair: Pair, main: Pair, plus: bool) -> bool:
        return self.is_double(*pair) or self.keeps_restrictions(pair, main, plus)

    def playable(self, hand: Sequence[Card], main: Pair, plus: bool) -> list[int]:
        """The indexes in a hand at which a pair starts that fits."""
        left, right = main
        counts = self._counts[plus][self.colour[left] == self.colour[right]]
        least = self._numbers[plus][left][right]
        starts, start, with_card_before = [], -1, self._nothing
        for card in hand:
            if with_card_before[card] > least:
                starts.append(start)
            with_card_before = counts[card]
            start += 1
        return starts

    def _count(self, left: Card, right: Card, plus: bool, one_colour: bool) -> int:
        """What a pair counts: it fits if that is more than the number of the main pair."""
        if self.is_double(left, right):
            return ALWAYS
        if one_colour and not self.has_one_colour(left, right):
            return NEVER
        return _ahead(self.number(left, right), plus)


def _ahead(number: int, plus: bool) -> int:
    """A number so that more of it is better on either side of the Value card."""
    return number if plus else HIGHEST - number
