"""Rows of buttons on the table: as near to their usual place as they can stand without covering anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pygame

from game.ui.kit import Kit
from game.ui.table import text_place
from game.ui.widgets import row_height

GAP_U = 12.0
"""Distance between two buttons."""
SHORT_ROWS_U = (760.0, 560.0, 400.0)
"""Widths to try for rows where wider ones would cover something."""
STEP_U = 12.0
"""Distance between two places that are tried for rows."""

ButtonPlace = tuple[float, float, float]
"""Left edge, upper edge and width of a button, in units."""


def place_rows(
    kit: Kit, widths: Sequence[float], room: float, bottom: float, taken: list[pygame.Rect]
) -> tuple[ButtonPlace, ...]:
    """Places for buttons of these widths, in rows that are at most `room` wide. The best place is in the middle of the
    window, with the lowest row ending at `bottom`."""
    best: tuple[ButtonPlace, ...] = ()
    for limit in (room, *SHORT_ROWS_U):
        rows = _wrap(widths, min(limit, room))
        wide, high = max(map(_row_width, rows)), len(rows) * (row_height(kit) + GAP_U) - GAP_U
        x, top = kit.metrics.width / 2, bottom - high
        aim, size = (kit.px(x), kit.px(top + high / 2)), (kit.px(wide), kit.px(high))
        centre = text_place.free_centre(kit, size, aim, taken, STEP_U, can_sink=True)
        x += (centre[0] - aim[0]) / kit.metrics.unit_px
        top += (centre[1] - aim[1]) / kit.metrics.unit_px
        places = tuple(_places(kit, rows, x, top))
        if not best or hidden_by(kit, places, taken) < hidden_by(kit, best, taken):
            best = places
        if not hidden_by(kit, best, taken):
            break
    return best


def row_of_buttons(left: float, top: float, widths: Iterable[float]) -> Iterator[ButtonPlace]:
    """The places of buttons side by side."""
    for width in widths:
        yield left, top, width
        left += width + GAP_U


def hidden_by(kit: Kit, places: Iterable[ButtonPlace], taken: list[pygame.Rect]) -> int:
    """The area in square pixels that buttons at these places hide of these rectangles."""
    return sum(text_place.hidden_area(kit.rect(*place, row_height(kit)), taken) for place in places)


def _places(kit: Kit, rows: Sequence[Sequence[float]], middle: float, top: float) -> Iterator[ButtonPlace]:
    for number, row in enumerate(rows):
        yield from row_of_buttons(middle - _row_width(row) / 2, top + number * (row_height(kit) + GAP_U), row)


def _wrap(widths: Sequence[float], room: float) -> list[list[float]]:
    """The widths row by row. A row is wider than `room` only if a single button is."""
    rows: list[list[float]] = []
    for width in widths:
        if not rows or _row_width([*rows[-1], width]) > room:
            rows.append([])
        rows[-1].append(width)
    return rows


def _row_width(row: Sequence[float]) -> float:
    return sum(row) + GAP_U * (len(row) - 1)
