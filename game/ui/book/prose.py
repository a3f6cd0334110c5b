"""Paragraphs with bold words, broken into lines."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.data.rulebook import bold_spans
from game.ui.kit import Kit
from game.ui.theme import Colour

TextRun = tuple[str, bool]
"""A piece of text, and whether it is bold."""
NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE = "\u202f", "\u00a0"
"""The narrow space is drawn as the other one: our fonts lack it."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph that is broken into lines."""

    lines: tuple[tuple[TextRun, ...], ...]
    size: float
    line_step_px: int
    """The distance from one line to the next."""

    @property
    def height(self) -> int:
        return self.line_step_px * len(self.lines)

    def draw(self, kit: Kit, surface: pygame.Surface, pos: tuple[int, int], colour: Colour) -> None:
        """Draw the lines that are visible."""
        clip = surface.get_clip()
        for number, line in enumerate(self.lines):
            x, y = pos[0], pos[1] + number * self.line_step_px
            if y > clip.bottom or y + self.line_step_px < clip.top:
                continue
            for text, bold in line:
                picture = kit.fonts.text(text, "bold" if bold else "text", self.size, colour)
                surface.blit(picture, (x, y))
                x += picture.get_width()


def make_prose(kit: Kit, text: str, size: float, width: float) -> Prose:
    """Break a text into lines of at most `width` units."""
    fonts = {bold: kit.fonts.font("bold" if bold else "text", size) for bold in (False, True)}
    space = fonts[False].size(" ")[0]
    limit = width * kit.metrics.unit_px
    lines: list[list[TextRun]] = [[]]
    used = 0
    for word in _split_words(text.replace(NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE)):
        word_width = sum(fonts[bold].size(part)[0] for part, bold in word)
        if word_width > limit:
            kit.fonts.overflows.append(text)
        if lines[-1] and used + space + word_width > limit:
            lines.append([])
            used = 0
        if lines[-1]:
            lines[-1].append((" ", False))
            used += space
        lines[-1] += word
        used += word_width
    step = fonts[False].get_linesize() + kit.px(2)
    return Prose(tuple(tuple(_join(line)) for line in lines), size, step)


def _split_words(text: str) -> list[list[TextRun]]:
    """The words of a text. A word has several runs if only a part of it is bold."""
    words: list[list[TextRun]] = [[]]
    for span, bold in bold_spans(text):
        for number, part in enumerate(span.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append((part, bold))
    return [word for word in words if word]


def _join(line: list[TextRun]) -> list[TextRun]:
    """Join neighbouring runs that are both bold or both not, so that fewer pictures are drawn."""
    joined: list[TextRun] = []
    for text, bold in line:
        if joined and (joined[-1][1] == bold):
            joined[-1] = joined[-1][0] + text, bold
        else:
            joined.append((text, bold))
    return joined
