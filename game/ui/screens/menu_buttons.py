"""The widths of the buttons at the foot of the menu: in one row if their texts fit, with icons if there is room."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.fonts import MIN_FIT_SCALE
from game.ui.kit import Kit
from game.ui.widgets import GAP_U, row_height

TEXT_U = 20.0
LEAST_WIDTH_U = 120.0
"""Least width of a button if there is room for it."""
ICON_SHARE, ICON_GAP_U = 0.62, 8.0
"""Width of an icon as a share of the height of its button, and its distance from the text."""
PLAIN_SIDES_U, LEAST_SIDES_U = 44.0, 24.0
"""What a button has left and right of icon and text together, usually and at least."""


def rows_of_buttons(kit: Kit, texts: Sequence[str]) -> tuple[bool, list[list[float]]]:
    """Whether the buttons have icons, and their widths in units, row by row.

    Without room for icons a wide window leaves them out. A tall window has a second row instead."""
    beside = ICON_SHARE * row_height(kit) + ICON_GAP_U
    half = (len(texts) + 1) // 2
    one_row, two_rows = [texts], [texts[:half], texts[half:]]
    tries = [(beside, one_row), (beside, two_rows)] if kit.metrics.is_tall else [(beside, one_row), (0.0, one_row)]
    for icon_width, parts in (*tries, (0.0, two_rows)):
        rows = [_fitting_row(kit, part, icon_width) for part in parts]
        if all(rows):
            return icon_width > 0, rows
    room = kit.metrics.width - 2 * GAP_U
    return False, [[room / len(part) - GAP_U] * len(part) for part in two_rows]


def _fitting_row(kit: Kit, texts: Sequence[str], icon: float) -> list[float]:
    """The widths of buttons in one row, with icons that need this much room; none if texts would have to be cut."""
    room = kit.metrics.width - 2 * GAP_U - GAP_U * (len(texts) - 1)
    natural = [kit.fonts.width(text, "bold", TEXT_U) for text in texts]
    full = [max(LEAST_WIDTH_U, width + icon + PLAIN_SIDES_U) for width in natural]
    least = [MIN_FIT_SCALE * width + icon + LEAST_SIDES_U for width in natural]
    if sum(least) > room:
        return []
    share = min(1.0, (room - sum(least)) / (sum(full) - sum(least)))
    return [low + share * (high - low) for low, high in zip(least, full, strict=True)]
