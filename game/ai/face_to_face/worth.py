"""What a turn in Face to Face is worth: how likely its player wins, told by what it leaves to both."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from game.ai.face_to_face.turns import Bits, Plan

NO_STEP = 20
"""What a missing next card counts as, in cards jumped over."""
TRICK_STEP = -3


class Weights(NamedTuple):
    """Fitted by playing many matches against itself; the measure is the logit of winning."""

    narrow: float
    """One over the cards that still fit on a pile, both piles together."""
    fitting: float
    """Share of the own cards that fit at all."""
    dead: float
    """Cards that fit nowhere, in tens."""
    cards: float
    """Cards left, as a share of all."""
    room: float
    """Numbers between the tops and the ends of the piles, in sixties."""
    tight: float
    """The same for the tighter pile, in thirties."""
    soon: float
    """Cards that would be small steps, in sixes."""
    helping: float
    """Share of the own cards that could help the other."""


MINE = Weights(-1.242, 2.777, 0.568, -1.228, 0.887, 0.321, 0.214, 1.233)
THEIRS = Weights(1.413, -4.45, -0.688, 1.492, -0.049, -0.365, -0.267, -0.485)
BASE = -0.053
SMALL_HAND = 0.248
HAND_FITS = 0.243
STEPS = -0.095
PAIRS = 0.136
THEIR_HAND = 0.336
THEY_ARE_STUCK = 0.512

INVERSE = tuple(1 / (1 + count) for count in range(100))


def chance(worth: float) -> float:
    """The measure as a share of wins."""
    return 1 / (1 + exp(-worth))


class Judge:
    """Looks at the ends of one turn. `rest` are the numbers a player has not played yet, hand and deck."""

    def __init__(self, bits: Bits) -> None:
        self.bits = bits
        self._all = bits.all.bit_count()

    def worths(self, plans: Sequence[Plan], hand: int, mine: int, theirs: int, their_cards: int) -> list[float]:
        """One for each plan of a player who began the turn with `hand`."""
        about_me: dict[tuple[int, int, int], tuple[float, int, float, int]] = {}
        about_them: dict[tuple[int, int], tuple[float, int]] = {}
        before = mine ^ hand
        bits = self.bits
        below, above = bits.below, bits.above
        count = theirs.bit_count() or 1
        worths = []
        for plan in plans:
            left, up, down, their_up, their_down, helped = plan
            key = (left, up, down)
            known = about_me.get(key)
            if known is None:
                known = about_me[key] = self._me(before | left, left, up, down)
            worth, cards, fitting, hand_fits = known
            them = about_them.get((their_up, their_down))
            if them is None:
                them = about_them[their_up, their_down] = self._them(theirs, their_up, their_down)
            worth += them[0]
            if cards:
                worth += MINE.helping * ((before | left) & (below[their_up] | above[their_down])).bit_count() / cards
            held = left.bit_count()
            drawn = min(cards - held, bits.hand_size - held if helped else bits.own_draw)
            if held + drawn < 4:
                worth += SMALL_HAND if held + drawn < 3 else 0.4 * SMALL_HAND
            worth += HAND_FITS * (hand_fits + drawn * fitting) / 6
            help_me = theirs & (below[up] | above[down])
            worth += THEIRS.helping * help_me.bit_count() / count
            playable = (help_me | them[1]).bit_count() / count
            worth += THEY_ARE_STUCK * _stuck(playable, their_cards) + THEIR_HAND * (their_cards / 6 - 1)
            worths.append(worth)
        return worths

    def _me(self, mine: int, left: int, up: int, down: int) -> tuple[float, int, float, int]:
        bits = self.bits
        fits = bits.rises[up] | bits.falls[down]
        worth, cards, fitting = self._side(MINE, mine, up, down)
        steps = sum(sorted(_steps(bits, mine, left, up, down))[:2])
        worth += BASE + STEPS * steps / 10 + PAIRS * (left & left >> bits.back).bit_count() / 2
        return worth, cards, fitting, (left & fits).bit_count()

    def _them(self, theirs: int, up: int, down: int) -> tuple[float, int]:
        worth, _, _ = self._side(THEIRS, theirs, up, down)
        return worth, theirs & (self.bits.rises[up] | self.bits.falls[down])

    def _side(self, weights: Weights, rest: int, up: int, down: int) -> tuple[float, int, float]:
        bits = self.bits
        cards = rest.bit_count()
        rising, falling = rest & bits.rises[up], rest & bits.falls[down]
        fit = (rising | falling).bit_count()
        share = fit / cards if cards else 0.0
        room_up, room_down = bits.last - up, down - bits.first
        worth = (
            weights.narrow * (INVERSE[rising.bit_count()] + INVERSE[falling.bit_count()])
            + weights.fitting * share
            + weights.dead * (cards - fit) / 10
            + weights.cards * cards / self._all
            + weights.room * (room_up + room_down) / 60
            + weights.tight * min(room_up, room_down) / 30
            + weights.soon * ((rest & bits.soon_up[up]).bit_count() + (rest & bits.soon_down[down]).bit_count()) / 6
        )
        return worth, cards, share


def _steps(bits: Bits, mine: int, left: int, up: int, down: int) -> list[int]:
    """How many own cards the next plays from the hand would jump over; the trick beats every step."""
    steps = [NO_STEP, NO_STEP]
    if left & bits.trick_up[up]:
        steps.append(TRICK_STEP)
    if left & bits.trick_down[down]:
        steps.append(TRICK_STEP)
    rising = left & bits.above[up]
    for _ in range(2):
        if rising:
            bit = rising & -rising
            rising ^= bit
            steps.append((mine & bits.above[up] & (bit - 1)).bit_count())
    falling = left & bits.below[down]
    for _ in range(2):
        if falling:
            top = falling.bit_length() - 1
            falling ^= 1 << top
            steps.append((mine & bits.below[down] & bits.above[top]).bit_count())
    return [min(step, NO_STEP) for step in steps]


def _stuck(playable: float, cards: int) -> float:
    """How likely none, or only one, of so many unknown cards can be played."""
    if cards < 2:
        return 1.0
    missing = 1 - playable
    others = missing ** (cards - 1)
    return float(others * missing + cards * playable * others)
