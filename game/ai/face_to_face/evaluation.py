"""The evaluation function of Face to Face: the chance to win after a turn, from what the turn leaves to both players.

It is a weighted sum of features, in logits (the logarithm of the odds of winning).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from game.ai.face_to_face.turn_plans import NumberMasks, Plan

NO_STEP_CARDS = 20
"""The size of a step that is not possible. The size of a step is the number of own cards that it jumps over."""
TRICK_STEP_CARDS = -3
"""The size of a trick: better than every step."""


class Weights(NamedTuple):
    """Weights of the features of one player's side, in logits. Fitted to many matches of bots against each other."""

    narrow: float
    """Of 1 / (1 + cards that still fit on a pile), the sum for both piles."""
    fitting: float
    """Of the share of the player's cards that fit on a pile."""
    dead: float
    """Of the number of cards that fit nowhere, divided by 10."""
    cards: float
    """Of the number of cards left, as a share of all cards."""
    room: float
    """Of the numbers between the tops and the ends of both piles, divided by 60."""
    least_room: float
    """Of the same for the pile with less room, divided by 30."""
    near: float
    """Of the number of cards that are near a top, divided by 6."""
    helping: float
    """Of the share of the player's cards that could help the other player."""


OWN_WEIGHTS = Weights(-1.242, 2.777, 0.568, -1.228, 0.887, 0.321, 0.214, 1.233)
RIVAL_WEIGHTS = Weights(1.413, -4.45, -0.688, 1.492, -0.049, -0.365, -0.267, -0.485)
BASE_LOGIT = -0.053
SMALL_HAND_LOGIT = 0.248
"""For fewer than 3 cards in hand after drawing; for 3 cards a part of it."""
HAND_FITS_LOGIT = 0.243
"""For each 6 cards of the next hand that are expected to fit on the player's own piles."""
STEPS_LOGIT = -0.095
"""For each 10 cards that the two smallest next steps jump over."""
TRICK_PAIRS_LOGIT = 0.136
"""For each 2 pairs of cards in hand that make a trick possible."""
RIVAL_HAND_LOGIT = 0.336
"""For each 6 cards in the rival's hand, counted from 6."""
RIVAL_STUCK_LOGIT = 0.512
"""For the chance that the rival cannot play enough cards."""

INVERSE_BY_COUNT = tuple(1 / (1 + count) for count in range(100))


def win_chance(logit: float) -> float:
    """The logistic function: a logit as a chance, 0 to 1."""
    return 1 / (1 + exp(-logit))


class Evaluator:
    """Evaluates plans of turns. Cards are sets of numbers as bits; `mine` and `theirs` are hand and deck together."""

    def __init__(self, masks: NumberMasks) -> None:
        self.masks = masks
        self._all = masks.all.bit_count()

    def logits(self, plans: Sequence[Plan], hand: int, mine: int, theirs: int, their_cards: int) -> list[float]:
        """The logit of winning for each plan of a player who has `hand` before it. The rival holds `their_cards`."""
        own_sides: dict[tuple[int, int, int], tuple[float, int, float, int]] = {}
        rival_sides: dict[tuple[int, int], tuple[float, int]] = {}
        before = mine ^ hand
        masks = self.masks
        below, above = masks.below, masks.above
        count = theirs.bit_count() or 1
        logits = []
        for plan in plans:
            left, up, down, their_up, their_down, helped = plan
            key = (left, up, down)
            own = own_sides.get(key)
            if own is None:
                own = own_sides[key] = self._own_side(before | left, left, up, down)
            logit, cards, fitting, hand_fits = own
            rival = rival_sides.get((their_up, their_down))
            if rival is None:
                rival = rival_sides[their_up, their_down] = self._rival_side(theirs, their_up, their_down)
            logit += rival[0]
            if cards:
                help_them = (before | left) & (below[their_up] | above[their_down])
                logit += OWN_WEIGHTS.helping * help_them.bit_count() / cards
            held = left.bit_count()
            drawn = min(cards - held, masks.hand_size - held if helped else masks.own_draw)
            if held + drawn < 4:
                logit += SMALL_HAND_LOGIT if held + drawn < 3 else 0.4 * SMALL_HAND_LOGIT
            logit += HAND_FITS_LOGIT * (hand_fits + drawn * fitting) / 6
            help_me = theirs & (below[up] | above[down])
            logit += RIVAL_WEIGHTS.helping * help_me.bit_count() / count
            playable = (help_me | rival[1]).bit_count() / count
            logit += RIVAL_STUCK_LOGIT * _stuck_chance(playable, their_cards) + RIVAL_HAND_LOGIT * (their_cards / 6 - 1)
            logits.append(logit)
        return logits

    def _own_side(self, mine: int, left: int, up: int, down: int) -> tuple[float, int, float, int]:
        masks = self.masks
        fits = masks.fits_up[up] | masks.fits_down[down]
        logit, cards, fitting = self._side_logit(OWN_WEIGHTS, mine, up, down)
        steps = sum(sorted(_steps(masks, mine, left, up, down))[:2])
        trick_pairs = left & left >> masks.trick_distance
        logit += BASE_LOGIT + STEPS_LOGIT * steps / 10 + TRICK_PAIRS_LOGIT * trick_pairs.bit_count() / 2
        return logit, cards, fitting, (left & fits).bit_count()

    def _rival_side(self, theirs: int, up: int, down: int) -> tuple[float, int]:
        logit, _, _ = self._side_logit(RIVAL_WEIGHTS, theirs, up, down)
        return logit, theirs & (self.masks.fits_up[up] | self.masks.fits_down[down])

    def _side_logit(self, weights: Weights, rest: int, up: int, down: int) -> tuple[float, int, float]:
        masks = self.masks
        cards = rest.bit_count()
        rising, falling = rest & masks.fits_up[up], rest & masks.fits_down[down]
        fit = (rising | falling).bit_count()
        share = fit / cards if cards else 0.0
        room_up, room_down = masks.last - up, down - masks.first
        logit = (
            weights.narrow * (INVERSE_BY_COUNT[rising.bit_count()] + INVERSE_BY_COUNT[falling.bit_count()])
            + weights.fitting * share
            + weights.dead * (cards - fit) / 10
            + weights.cards * cards / self._all
            + weights.room * (room_up + room_down) / 60
            + weights.least_room * min(room_up, room_down) / 30
            + weights.near * ((rest & masks.near_up[up]).bit_count() + (rest & masks.near_down[down]).bit_count()) / 6
        )
        return logit, cards, share


def _steps(masks: NumberMasks, mine: int, left: int, up: int, down: int) -> list[int]:
    """The sizes of the next steps from the hand `left`: how many cards of `mine` each jumps over."""
    steps = [NO_STEP_CARDS, NO_STEP_CARDS]
    if left & masks.trick_up[up]:
        steps.append(TRICK_STEP_CARDS)
    if left & masks.trick_down[down]:
        steps.append(TRICK_STEP_CARDS)
    rising = left & masks.above[up]
    for _ in range(2):
        if rising:
            bit = rising & -rising
            rising ^= bit
            steps.append((mine & masks.above[up] & (bit - 1)).bit_count())
    falling = left & masks.below[down]
    for _ in range(2):
        if falling:
            top = falling.bit_length() - 1
            falling ^= 1 << top
            steps.append((mine & masks.below[down] & masks.above[top]).bit_count())
    return [min(step, NO_STEP_CARDS) for step in steps]


def _stuck_chance(playable: float, cards: int) -> float:
    """The chance that at most one of `cards` unknown cards can be played. `playable` is the chance for one card."""
    if cards < 2:
        return 1.0
    missing = 1 - playable
    others = missing ** (cards - 1)
    return float(others * missing + cards * playable * others)
