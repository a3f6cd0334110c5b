"""Where the controls of a replay lie: in one row or several, where they cover no card, pile, plate or badge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pygame

from game.ui.kit import Kit
from game.ui.table import text_place
from game.ui.table.board import Board
from game.ui.table.layout import CARD_RATIO
from game.ui.widgets import GAP_U

ABOVE_BOTTOM_U = 190.0
"""Distance from the lower edge of the window to the usual place of the controls."""
SIDE_U = 20.0
"""Least distance of the controls from the sides of the window."""
WIDTHS_U = (4000.0, 620.0, 520.0, 440.0)
"""Widths to try for the controls. In less room than they want, all controls of a row are narrower."""
STEP_U = 12.0
"""Distance between two places that are tried for the controls."""
LEAST_SHARE = 0.85
"""Controls are not narrower than usual by more than this factor."""
FULL_HAND = 12
"""The number of cards for which a hand keeps its place free."""

Row = list[float]
"""The widths in units of the controls in a row."""


def control_rects(kit: Kit, groups: Sequence[Row], height: float, taken: list[pygame.Rect]) -> list[pygame.Rect]:
    """A rectangle for each control, in their order. The controls of a group stay side by side."""
    best: list[pygame.Rect] = []
    least = -1
    room = kit.metrics.width - 2 * SIDE_U
    for limit, rows in product(WIDTHS_U, _arrangements(groups)):
        widest = max(map(_row_width, rows))
        width = min(room, limit, widest)
        if width < LEAST_SHARE * widest and least >= 0:
            continue
        high = height * len(rows) + GAP_U * (len(rows) - 1)
        size = kit.px(width), kit.px(high)
        aim = kit.px(kit.metrics.width / 2), kit.px(kit.metrics.height - ABOVE_BOTTOM_U - high / 2)
        at = pygame.Rect((0, 0), size)
        at.center = text_place.free_centre(kit, size, aim, taken, STEP_U)
        hidden = text_place.hidden_area(at, taken)
        if least < 0 or hidden < least:
            x, top = at.centerx / kit.metrics.unit_px, at.top / kit.metrics.unit_px
            best = [
                rect
                for number, row in enumerate(rows)
                for rect in _place_row(kit, row, width, x, top + number * (height + GAP_U), height)
            ]
            least = hidden
        if not hidden:
            break
    return best


def _arrangements(groups: Sequence[Row]) -> Iterator[list[Row]]:
    """The groups in rows: all in one row first, each in a row of its own last."""
    for breaks in sorted(range(2 ** (len(groups) - 1)), key=lambda bits: bits.bit_count()):
        rows: list[Row] = [[]]
        for number, group in enumerate(groups):
            if number and breaks >> (number - 1) & 1:
                rows.append([])
            rows[-1] += group
        yield rows


def _row_width(row: Row) -> float:
    return sum(row) + GAP_U * (len(row) - 1)


def _place_row(kit: Kit, row: Row, width: float, centre: float, top: float, height: float) -> Iterator[pygame.Rect]:
    """The rectangles of a row that is at most `width` units wide. All controls are narrower if it would be wider."""
    gaps = GAP_U * (len(row) - 1)
    share = min(1.0, (width - gaps) / sum(row))
    x = centre - (share * sum(row) + gaps) / 2
    for each in row:
        yield kit.rect(x, top, each * share, height)
        x += each * share + GAP_U


def taken_rects(board: Board, seats: int) -> list[pygame.Rect]:
    """Everything on the table that controls should not cover, now or later in the match."""
    kit, layout = board.kit, board.stage.layout
    facts = {name: tuple(range(seats)) for name in layout.facts}
    found = list(text_place.fixed_rects(board))
    for place in board.stage.zones:
        zone, _ = layout.zone_look(place)
        count = {"ring": seats, "pile": 1, "off": 0}.get(zone.kind, FULL_HAND)
        for spot in layout.card_spots(place, range(count), facts):
            wide, high = spot.width, spot.width * CARD_RATIO
            found.append(kit.rect(spot.x - wide / 2, spot.y - high / 2, wide, high))
    return found
