"""How the boxes of the titles stand on the menu: in one row or several, so that the pictures are largest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.engine.spec import Spec
from game.ui.history.saves import ResumeStrip
from game.ui.kit import Kit
from game.ui.screens.title_box import BOX_RATIO, LessonMarks, tag_height
from game.ui.widgets import row_height

MARGIN_U = 36
"""Least distance of the boxes from the sides of the window."""
MIN_BOX_HEIGHT_U = 100
"""Where boxes would get lower than this, their tags leave out the tagline."""
BOX_GAP_U, ROW_GAP_U, STRIP_GAP_U, MAX_BOX_WIDTH_U = 26, 22, 14, 360
"""Distances between two boxes side by side, between two rows of boxes, and between a tag and the strip below; and the
greatest width of a box."""
TitlesOnMenu = Mapping[str, tuple[Spec, LessonMarks]]


@dataclass(frozen=True, slots=True)
class BoxGrid:
    """How the boxes stand: the number of columns, and the sizes of a box in units."""

    columns: int
    width: float
    art: float
    """The height of the picture."""
    tag: float
    strip: float
    """The height of the strip that continues a match, with the gap above it; 0 if there is none."""
    brief: bool
    """Whether the tags leave out the tagline."""

    def corners(self, count: int, window_width: float, top: float, bottom: float) -> Iterator[tuple[float, float]]:
        """The upper left corner of each of `count` boxes. All rows together are centred between `top` and `bottom`."""
        rows = math.ceil(count / self.columns)
        row_step = self.art + self.tag + self.strip + ROW_GAP_U
        y = top + (bottom - top - (rows * row_step - ROW_GAP_U)) / 2
        for index in range(count):
            row, column = divmod(index, self.columns)
            in_row = min(self.columns, count - row * self.columns)
            left = (window_width - in_row * self.width - (in_row - 1) * BOX_GAP_U) / 2
            yield left + column * (self.width + BOX_GAP_U), y + row * row_step


def best_grid(kit: Kit, titles: TitlesOnMenu, has_strips: bool, height: float) -> BoxGrid:
    """The grid with the largest pictures; in an upright window it has at least two rows. `height` is the room for all
    rows; `has_strips` says whether a match of any title can go on."""
    overflows = kit.fonts.overflows.copy()
    most = max(1, (len(titles) + 1) // 2 if kit.metrics.is_tall else len(titles))
    grids = [_grid(kit, titles, has_strips, columns, height) for columns in range(1, most + 1)]
    kit.fonts.overflows[:] = overflows  # only the texts of the grid that is chosen have to fit
    return max(grids, key=lambda grid: (round(grid.art), grid.columns))


def strip_has_picture(kit: Kit, width: float) -> bool:
    """Whether the word “Continue” fits beside a picture of the table, in a strip of this width."""
    return kit.fonts.width(kit.texts("menu.resume"), "bold", 17) <= width - ResumeStrip.height(kit) * 16 / 9 - 10


def _grid(kit: Kit, titles: TitlesOnMenu, has_strips: bool, columns: int, height: float) -> BoxGrid:
    rows = math.ceil(max(1, len(titles)) / columns)
    room = kit.metrics.width - 2 * MARGIN_U - BOX_GAP_U * (columns - 1)
    width, box_height = min(room / columns, MAX_BOX_WIDTH_U), (height - ROW_GAP_U * (rows - 1)) / rows
    strip = _strip_height(kit, width) + STRIP_GAP_U if has_strips else 0.0
    tag, brief = _highest_tag(kit, titles, width, False), False
    if box_height - tag - strip < MIN_BOX_HEIGHT_U:  # very large letters: the set-up says what the title is about
        tag, brief = _highest_tag(kit, titles, width, True), True
    return BoxGrid(columns, width, max(1.0, min(box_height - tag - strip, width / BOX_RATIO)), tag, strip, brief)


def _strip_height(kit: Kit, width: float) -> float:
    return ResumeStrip.height(kit) if strip_has_picture(kit, width) else row_height(kit)


def _highest_tag(kit: Kit, titles: TitlesOnMenu, width: float, brief: bool) -> float:
    heights = (tag_height(kit, title, spec.seats, width, brief, marks) for title, (spec, marks) in titles.items())
    return max(heights, default=0.0)
