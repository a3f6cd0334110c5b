"""The middle of the table: how large its cards are drawn and how high they lie, so that nothing covers them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.ui.look import Badge, ZoneLook
from game.ui.metrics import DESIGN_SIZE_U, Metrics
from game.ui.table.plates import CARD_RATIO, Zones, prompt_above_bottom

RING_OFFSETS: Mapping[int, Sequence[tuple[float, float]]] = {
    2: ((-0.58, 0.24), (0.58, -0.2)),
    3: ((0.0, 0.5), (-1.4, -0.25), (1.4, -0.25)),
    4: ((-0.58, 0.42), (-1.95, 0.0), (0.58, -0.36), (1.95, 0.0)),
    5: ((0.0, 0.52), (-2.3, 0.14), (-1.16, -0.32), (1.16, -0.32), (2.3, 0.14)),
    6: ((0.0, 0.72), (-2.36, 0.22), (-1.18, -0.18), (0.0, -0.34), (1.18, -0.18), (2.36, 0.22)),
}
"""For each number of players: the offsets (x, y) of their cards from the middle, in card widths. The first is the
viewer's card, the others follow clockwise. No card covers the rank or suit of another."""
TALL_MAX_SCALE, MIN_SCALE, SCALE_STEP = 1.5, 0.7, 0.02
"""The largest scale of the middle in a tall window, the smallest in any window, and the step between those tried."""
MIDDLE_ABOVE_CENTRE_U, Y_STEP_U = 30.0, 6.0
"""The middle of the table lies this much above the centre of a wide window. Other heights are tried in these steps."""
WINDOW_EDGE_U, GAP_U = 12.0, 6.0
"""Least distance from the sides of the window, and from everything else."""
LINE_HEIGHT_U, PROMPT_PADDING_U = 26.0, 30.0
"""Height of a line of the prompt at the normal text size, and of its plate without lines, with the gap above."""
COLUMN_WIDTH_U, HAND_GAP_U = 320.0, 10.0
"""The least room beside the piles for a prompt in big text, and the distance of the piles from the hand then."""
COLUMN_HEIGHT_U, COLUMN_HEIGHT_PER_SCALE_U = 56.0, 130.0
"""The least height for four lines and a button, and how much of it grows with the text."""
BIG_TEXT_LINES_SCALE = 1.2
"""Above this text scale the prompt often needs two lines."""


@dataclass(frozen=True, slots=True)
class CentreFit:
    """The scale of everything in the middle of the table, and the height of its middle in units."""

    scale: float
    y: float
    width: float
    """How far piles and badges reach to the right of the middle, twice."""


def centred_rect(x: float, y: float, width: float, height: float) -> pygame.FRect:
    return pygame.FRect(x - width / 2, y - height / 2, width, height)


def ring_offsets(around: int) -> Sequence[tuple[float, float]]:
    """The places of the players' cards in a ring, as in RING_OFFSETS, for any number of players."""
    turns = [math.tau * number / around for number in range(around)]
    return RING_OFFSETS.get(around) or [(-2.4 * math.sin(turn), 0.6 * math.cos(turn)) for turn in turns]


def fit_centre(
    zones: Zones, badges: Sequence[Badge], metrics: Metrics, around: int, taken: list[pygame.FRect]
) -> CentreFit:
    """The largest scale at which nothing in the middle lies on `taken` (the other players' plates and cards) or under
    the prompt. Where a prompt in big text has room beside the middle, piles need not leave room for it below. A ring
    and a badge may lie where it would: it finds another place then."""
    big = metrics.text_scale > BIG_TEXT_LINES_SCALE
    hand_top = metrics.height - prompt_above_bottom(metrics)
    prompt_top = hand_top - PROMPT_PADDING_U - LINE_HEIGHT_U * metrics.text_scale * (2 if big else 1)
    piles = [*_pile_rects(zones)]
    marks = [*_badge_rects(badges, metrics.text_scale)]
    others = [*_ring_rects(zones, around), *marks]
    reach = max((rect.right for rect in piles + marks), default=0.0)
    avoids = big and not metrics.is_tall
    has_column = avoids and _has_column(metrics, metrics.width / 2 + reach, hand_top, taken)
    limits = [(pile, hand_top - HAND_GAP_U if has_column else prompt_top) for pile in piles]
    limits += [(other, hand_top if avoids else prompt_top) for other in others]
    largest = TALL_MAX_SCALE if metrics.is_tall else metrics.height / DESIGN_SIZE_U[1]
    for step in range(round((largest - MIN_SCALE) / SCALE_STEP) + 1):
        scale = largest - step * SCALE_STEP
        for y in _heights(metrics, taken, prompt_top):
            if all(_is_free(rect, scale, y, metrics, low, taken) for rect, low in limits):
                return CentreFit(scale, y, 2 * reach * scale)
    return CentreFit(MIN_SCALE, next(_heights(metrics, taken, prompt_top)), 2 * reach * MIN_SCALE)


def _has_column(metrics: Metrics, left: float, bottom: float, taken: Sequence[pygame.FRect]) -> bool:
    """Whether a prompt in big text and a button have room at the right of the middle."""
    top = max((rect.bottom for rect in taken if rect.right > left), default=0.0)
    height = COLUMN_HEIGHT_U + COLUMN_HEIGHT_PER_SCALE_U * metrics.text_scale
    return metrics.width - left >= COLUMN_WIDTH_U and bottom - top >= height


def _heights(metrics: Metrics, taken: Sequence[pygame.FRect], prompt_top: float) -> Iterator[float]:
    """The heights to try for the middle, the best first."""
    best = metrics.height / 2 - MIDDLE_ABOVE_CENTRE_U
    if metrics.is_tall:
        best = (max((rect.bottom for rect in taken), default=0.0) + prompt_top) / 2
    yield best
    for step in range(1, round(metrics.height / 4 / Y_STEP_U)):
        yield best + step * Y_STEP_U
        yield best - step * Y_STEP_U


def _is_free(
    rect: pygame.FRect, scale: float, y: float, metrics: Metrics, low: float, taken: list[pygame.FRect]
) -> bool:
    middle = metrics.width / 2
    at = pygame.FRect(middle + rect.left * scale, y + rect.top * scale, rect.width * scale, rect.height * scale)
    inside = at.left >= WINDOW_EDGE_U and at.right <= metrics.width - WINDOW_EDGE_U
    return inside and at.bottom <= low and at.inflate(2 * GAP_U, 2 * GAP_U).collidelist(taken) < 0


def _zones_in_the_middle(zones: Zones) -> Iterator[ZoneLook]:
    for own, other in zones.values():
        yield from {zone for zone in (own, other) if zone.anchor == "centre" and zone.kind != "off"}


def _pile_rects(zones: Zones) -> Iterator[pygame.FRect]:
    for zone in _zones_in_the_middle(zones):
        if zone.kind != "ring":
            yield centred_rect(zone.x, zone.y, max(zone.limit, zone.card), zone.card * CARD_RATIO)


def _ring_rects(zones: Zones, around: int) -> Iterator[pygame.FRect]:
    for zone in _zones_in_the_middle(zones):
        for x, y in ring_offsets(around) if zone.kind == "ring" else ():
            yield centred_rect(zone.x + x * zone.card, zone.y + y * zone.card, zone.card, zone.card * CARD_RATIO)


def _badge_rects(badges: Sequence[Badge], text_scale: float) -> Iterator[pygame.FRect]:
    for badge in badges:
        if badge.kind == "picture":
            yield centred_rect(badge.x, badge.y, badge.size, badge.size * CARD_RATIO)
        else:  # a disc with a label below
            label = 16 + 18 * text_scale
            yield pygame.FRect(badge.x - badge.size / 2, badge.y - badge.size / 2, badge.size, badge.size + label)
