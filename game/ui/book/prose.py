"""Paragraphs with bold words, links and marked places, broken into lines."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import pygame

from game.data.rulebook import CLAUSE_PATTERN, bold_spans
from game.ui.gui.theme import LINE_SPACING
from game.ui.kit import Kit
from game.ui.theme import Colour, hex_colour

NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE = "\u202f", "\u00a0"
"""The narrow space is drawn as the other one: our fonts lack it."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one style. `link` is where a press leads; `marked` says that the search has found it."""

    text: str
    bold: bool = False
    link: str = ""
    marked: bool = False

    def width(self, kit: Kit, size: float) -> int:
        return kit.fonts.font("bold" if self.bold else "text", size).size(self.text)[0]


Word = tuple[TextRun, ...]
SPACE = TextRun(" ")


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

    def as_html(self, colour: Colour, mark: Colour) -> str:
        """The text for a text box that is at least as wide as the lines."""
        lines = ("".join(_html(run, mark) for run in line) for line in self.lines)
        return f"<font color='{hex_colour(colour)}'>{'<br>'.join(lines)}</font>"

    def links(self, kit: Kit) -> Iterator[tuple[str, pygame.Rect]]:
        """Where each link leads, and its place from the top left of the paragraph."""
        for number, line in enumerate(self.lines):
            x = 0
            for run in line:
                width = run.width(kit, self.size)
                if run.link:
                    yield run.link, pygame.Rect(x, number * self.line_step_px, width, self.line_step_px)
                x += width

    def draw(self, kit: Kit, surface: pygame.Surface, pos: tuple[int, int], colour: Colour) -> None:
        for number, line in enumerate(self.lines):
            x, y = pos[0], pos[1] + number * self.line_step_px
            for run in line:
                picture = kit.fonts.text(run.text, "bold" if run.bold else "text", self.size, colour)
                if run.marked:
                    surface.fill(kit.colours.glow, picture.get_rect(topleft=(x, y)))
                surface.blit(picture, (x, y))
                x += picture.get_width()


def _html(run: TextRun, mark: Colour) -> str:
    text = html.escape(run.text)
    if run.marked:
        text = f"<body bgcolor='{hex_colour(mark)}'>{text}</body>"
    if run.bold:
        text = f"<b>{text}</b>"
    return f"<a href='{html.escape(run.link)}'>{text}</a>" if run.link else text


def make_prose(
    kit: Kit, text: str, size: float, width: float, *, marks: Collection[int] = (),
    links: Sequence[tuple[str, str]] | None = None,
) -> Prose:  # fmt: skip
    """Break a text into lines of at most `width` units.

    `marks` are the places of marked letters in the text without its stars. `links` (text and target) come at the end;
    with them numbers of clauses in the text are links, too. Without links it is None.
    """
    fonts = {bold: kit.fonts.font("bold" if bold else "text", size) for bold in (False, True)}
    space = fonts[False].size(" ")[0]
    limit = width * kit.metrics.unit_px - space  # in a text box a line break is as wide as a space
    lines: list[list[TextRun]] = [[]]
    used = 0
    words = _split_words(text, marks)
    if links is not None:
        words = [tuple(part for run in word for part in _link_clauses(run)) for word in words]
        words += [(TextRun(label, True, target),) for label, target in links]
    for word in words:
        word_width = sum(run.width(kit, size) for run in word)
        if word_width > limit:
            kit.fonts.overflows.append(text)
        if lines[-1] and used + space + word_width > limit:
            lines.append([])
            used = 0
        if lines[-1]:
            lines[-1].append(SPACE)
            used += space
        lines[-1] += word
        used += word_width
    step = round(LINE_SPACING * fonts[False].get_height())
    return Prose(tuple(tuple(_join(line)) for line in lines), size, step)


def _split_words(text: str, marks: Collection[int]) -> list[Word]:
    """The words of a text. A word has several runs if only a part of it is bold or marked."""
    letters: list[tuple[str, bool, bool]] = []
    for span, bold in bold_spans(text.replace(NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE)):
        letters += [(letter, bold, len(letters) + at in marks) for at, letter in enumerate(span)]
    words: list[list[tuple[str, bool, bool]]] = [[]]
    for letter in letters:
        if letter[0] == " ":
            words.append([])
        else:
            words[-1].append(letter)
    return [tuple(_runs(word)) for word in words if word]


def _runs(letters: Sequence[tuple[str, bool, bool]]) -> Iterator[TextRun]:
    for (bold, marked), group in groupby(letters, key=lambda letter: letter[1:]):
        yield TextRun("".join(letter for letter, _, _ in group), bold, marked=marked)


def _link_clauses(run: TextRun) -> Iterator[TextRun]:
    """The same text, in which each number of a clause is a link to it."""
    for number, part in enumerate(re.split(f"({CLAUSE_PATTERN})", run.text)):
        if part:
            yield replace(run, text=part, link=part if number % 2 else "")


def _join(line: list[TextRun]) -> list[TextRun]:
    """Join neighbouring runs of one style, so that fewer pictures are drawn."""
    joined: list[TextRun] = []
    for run in line:
        last = joined[-1] if joined else None
        same = last is not None and (last.bold, last.link, last.marked) == (run.bold, run.link, run.marked)
        if last is not None and same and not run.link:
            joined[-1] = TextRun(last.text + run.text, run.bold, marked=run.marked)
        else:
            joined.append(run)
    return joined
