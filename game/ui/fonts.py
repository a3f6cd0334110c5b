"""Fonts by role, text as pictures, line breaking, and a list of texts that did not fit."""

from __future__ import annotations

import re
import struct
from collections import OrderedDict
from functools import cache
from pathlib import Path

import pygame

from game import paths
from game.ui.metrics import Metrics
from game.ui.theme import Colour

FONT_FILES = {
    "plain": {"text": "nunito-400.ttf", "bold": "nunito-700.ttf", "italic": "nunito-400-italic.ttf"},
    "readable": {"text": "atkinson-400.ttf", "bold": "atkinson-700.ttf", "italic": "atkinson-400.ttf"},
    "dyslexic": {"text": "opendyslexic-400.otf", "bold": "opendyslexic-700.otf", "italic": "opendyslexic-400.otf"},
}
DISPLAY_FONT_FILE = "fredoka-600.ttf"
FONT_SCALES = {"plain": 1.0, "readable": 0.98, "dyslexic": 0.82}
"""Factor for the size of each font family. Some fonts look bigger at the same size."""
CACHE_LIMIT, BLOCK_LIMIT = 700, 24
"""The number of rendered lines and of measured widths that are kept, and the number of texts of several lines."""
MIN_FIT_SCALE = 0.72
"""Text is made smaller down to this factor. If it is still too wide, it is cut."""
ELLIPSIS = "…"
MAX_LINE_LENGTH = 1000
"""Characters of a line that are looked at. No screen shows so many."""
_UNDRAWABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def drawable(text: str) -> str:
    """The text without characters that fonts cannot draw. A name from a file may contain them."""
    return _UNDRAWABLE.sub("", text)


def font_name(family: str, role: str) -> str:
    """The file of a role. Only the plain family has a display font of its own."""
    if role == "rank" or (role == "display" and family == "plain"):
        return DISPLAY_FONT_FILE
    return FONT_FILES[family]["bold" if role == "display" else role]


def font_file(name: str) -> Path:
    return paths.resource_folder() / "assets" / "fonts" / name


@cache
def load_font(name: str, size: int) -> pygame.font.Font:
    if not is_usable(name):
        return pygame.font.Font(None, size)
    try:
        return pygame.font.Font(font_file(name), size)
    except (OSError, pygame.error):
        return pygame.font.Font(None, size)


@cache
def is_usable(name: str) -> bool:
    """Whether all checksums of a font file are right. A damaged font can crash the whole program."""
    try:
        return _checksums_match(font_file(name).read_bytes())
    except (OSError, struct.error):
        return False


def _checksums_match(data: bytes) -> bool:
    count = struct.unpack_from(">4xH", data)[0]
    for number in range(count):
        tag, total, start, size = struct.unpack_from(">4s3I", data, 12 + 16 * number)
        if start + size > len(data):
            return False
        table = data[start : start + size] + bytes(-size % 4)
        words = struct.unpack(f">{len(table) // 4}I", table)
        if tag != b"head" and sum(words) & 0xFFFFFFFF != total:  # "head" holds a sum of its own
            return False
    return bool(count)


def _picture(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    try:
        return font.render(text, True, colour)
    except pygame.error:  # characters without a width
        return pygame.Surface((0, font.get_linesize()), pygame.SRCALPHA)


class Fonts:
    """Renders text for one window size, one font family and one text size."""

    def __init__(self, metrics: Metrics, family: str) -> None:
        self._metrics = metrics
        self._family = family
        self._pictures: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()
        self._blocks: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._lines: dict[tuple[str, str, float, float], list[str]] = {}
        self._widths: dict[tuple[str, str, float], float] = {}
        self.overflows: list[str] = []
        """Texts that did not fit. The tests check that there are none."""

    def font(self, role: str, units: float) -> pygame.font.Font:
        """The font of a role. `units` is the height of letters at the normal text size."""
        return self._sized(role, units * self._metrics.text_scale)

    def size_px(self, role: str, units: float) -> int:
        """The size in pixels of the same font."""
        return self._size_px(role, units * self._metrics.text_scale)

    def _size_px(self, role: str, units: float) -> int:
        own = font_name(self._family, role) == DISPLAY_FONT_FILE
        return max(5, round(units * self._metrics.unit_px * (1.0 if own else FONT_SCALES[self._family])))

    def _sized(self, role: str, units: float) -> pygame.font.Font:
        return load_font(font_name(self._family, role), self._size_px(role, units))

    def width(self, text: str, role: str, units: float) -> float:
        """The width of a text in units."""
        key = text, role, units
        if key not in self._widths:
            if len(self._widths) >= CACHE_LIMIT:
                self._widths.clear()
            self._widths[key] = self.font(role, units).size(drawable(text))[0] / self._metrics.unit_px
        return self._widths[key]

    def line_height(self, role: str, units: float) -> float:
        return self.font(role, units).get_linesize() / self._metrics.unit_px

    def text(self, text: str, role: str, units: float, colour: Colour) -> pygame.Surface:
        return self._draw(text, role, units * self._metrics.text_scale, colour)

    def fixed_text(self, text: str, units: float, colour: Colour) -> pygame.Surface:
        """A text that does not grow with the text size, such as a rank on a card."""
        return self._draw(text, "rank", units, colour)

    def _draw(self, text: str, role: str, units: float, colour: Colour) -> pygame.Surface:
        text = drawable(text)
        key = (text, role, round(units * 16), colour)
        picture = self._pictures.get(key)
        if picture is None:
            picture = _picture(self._sized(role, units), text, colour)
            self._pictures[key] = picture
            if len(self._pictures) > CACHE_LIMIT:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return picture

    def fit(
        self, text: str, role: str, units: float, colour: Colour, width: float, *, can_cut: bool = False
    ) -> pygame.Surface:
        """One line that is at most `width` units wide: smaller if necessary, and cut if that is not enough.

        `can_cut` says that cutting is expected, as for a player's name.
        """
        fitting, units = self.fitting(text, role, units, width, can_cut=can_cut)
        return self.text(fitting, role, units, colour)

    def fitting(self, text: str, role: str, units: float, width: float, *, can_cut: bool = False) -> tuple[str, float]:
        """The text and the size in units with which one line is at most `width` units wide."""
        text = text[:MAX_LINE_LENGTH]
        natural_width = self.width(text, role, units)
        if natural_width <= width:
            return text, units
        for share in (0.99, 0.96, 0.92, 0.0):  # sizes are rounded to pixels
            smaller = units * max(share * width / natural_width, MIN_FIT_SCALE)
            if self.width(text, role, smaller) <= width * 1.01:
                return text, smaller
        if not can_cut:
            self.overflows.append(text)
        units *= MIN_FIT_SCALE
        return self._cut(text, role, units, width) + ELLIPSIS, units

    def _cut(self, text: str, role: str, units: float, width: float) -> str:
        """The longest beginning of a text that fits with an ellipsis; found by halving."""
        fits, too_long = 0, len(text)
        while fits < too_long:
            half = (fits + too_long + 1) // 2
            if self.width(text[:half] + ELLIPSIS, role, units) <= width:
                fits = half
            else:
                too_long = half - 1
        return text[:fits]

    def wrap(self, text: str, role: str, units: float, width: float) -> list[str]:
        """The lines of a text that are at most `width` units wide."""
        key = text, role, units, width
        if key not in self._lines:
            if len(self._lines) >= CACHE_LIMIT:
                self._lines.clear()
            self._lines[key] = self._wrap(text, role, units, width)
        return self._lines[key].copy()

    def _wrap(self, text: str, role: str, units: float, width: float) -> list[str]:
        font = self.font(role, units)
        limit = width * self._metrics.unit_px
        lines = []
        for paragraph in drawable(text).split("\n"):
            if font.size(paragraph)[0] <= limit:
                lines.append(paragraph)
                continue
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if line and font.size(longer)[0] > limit:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        if any(font.size(line)[0] > limit + 1 for line in lines):
            self.overflows.append(text)
        return lines

    def block(
        self, text: str, role: str, units: float, colour: Colour, width: float, *, centred: bool = False
    ) -> pygame.Surface:
        """A text of several lines as one picture. `width` is in units."""
        key = (text, role, round(units * 16), colour, round(width * 16), centred)
        block = self._blocks.get(key)
        if block is None:
            block = self._blocks[key] = self._draw_block(text, role, units, colour, width, centred)
            if len(self._blocks) > BLOCK_LIMIT:
                self._blocks.popitem(last=False)
        self._blocks.move_to_end(key)
        return block

    def _draw_block(
        self, text: str, role: str, units: float, colour: Colour, width: float, centred: bool
    ) -> pygame.Surface:
        font = self.font(role, units)
        lines = self.wrap(text, role, units, width)
        step = font.get_linesize()
        picture_width = max(1, *(font.size(line)[0] for line in lines))
        picture = pygame.Surface((picture_width, step * len(lines)), pygame.SRCALPHA)
        for number, line in enumerate(lines):
            drawn = self.text(line, role, units, colour)
            picture.blit(drawn, ((picture_width - drawn.get_width()) // 2 if centred else 0, number * step))
        return picture
