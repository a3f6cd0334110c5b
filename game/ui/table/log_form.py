"""The log as it lies on a table: a dark panel at the right edge, the newest line last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.ui.gui.elements import Maker
from game.ui.gui.inlay import Inlay
from game.ui.input import Point
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.widgets import Press, Text, Widget

LOG_WIDTH_U = 330.0
"""Width of the log at the normal text size. Lines in larger letters get half as much more."""
LOG_SIDE_U = 16.0
"""Distance between the edge of the panel and its lines."""
LINE_GAP_U = 3.0
TOP_U, MARGIN_U, HAND_U = 62.0, 12.0, 230.0
"""Distances of the panel from the upper, the right and the lower edge of the window."""


class NightPanel(Widget):
    """A dark plate behind light text."""

    def make_element(self, maker: Maker) -> Any:
        return maker.night_panel(self.rect)


class LogForm(Inlay):
    """The panel of the log. New lines are added to it; all else makes it anew."""

    def __init__(self) -> None:
        super().__init__()
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._heading = ""
        self._lines: list[str] = []
        self._bar_held = False

    def show(self, kit: Kit, bottom: float, heading: str, lines: Sequence[str]) -> None:
        """Show these lines. `bottom` is the lower edge of the panel in units.

        It stays at the newest line if that was shown; otherwise the lines that are being read stay where they are."""
        rect = panel_rect(kit, bottom)
        known = len(self._lines)
        was_newest = not self.is_open or self.scroll_px >= self.max_scroll_px
        read_px = self.scroll_px
        if self.is_open and (kit, rect, heading) == (self.kit, self.rect, self._heading) and (
            list(lines[:known]) == self._lines
        ):  # fmt: skip
            if len(lines) == known:
                return
            self._lines = list(lines)
            self._add_lines(lines[known:])
        else:
            self.rect, self._heading, self._lines = rect, heading, list(lines)
            self.enter(kit)
        self._scroll_by((self.max_scroll_px if was_newest else read_px) - self.scroll_px)
        self.gui.update(0.0)

    def build(self) -> None:
        kit, at = self.kit, self.rect
        self.scroll_px = 0
        side = kit.px(LOG_SIDE_U)
        height = kit.px(kit.fonts.line_height("display", 20))
        head = pygame.Rect(at.left + side, at.top + kit.px(8), at.width - 2 * side, height)
        heading = Text.fitting(kit, head, self._heading, "display", 20, "light")
        self.widgets += [NightPanel("", at), heading]
        top = head.bottom + kit.px(6)
        self.viewport = pygame.Rect(head.left, top, at.right - kit.px(5) - head.left, at.bottom - kit.px(12) - top)
        self.scrolled_widgets += self._make_lines(self._lines, top)

    def _make_lines(self, lines: Sequence[str], top: int) -> list[Widget]:
        """The texts of lines, one below the other from this height in pixels."""
        kit = self.kit
        made: list[Widget] = []
        width = self.rect.width - 2 * kit.px(LOG_SIDE_U)
        for line in lines:
            rows = kit.fonts.wrap(line, "text", 16, width / kit.metrics.unit_px)
            text = Text(kit, pygame.Rect(self.rect.left + kit.px(LOG_SIDE_U), top, width, 1), rows, "text", 16, "light")
            text.rect.height = text.height_px
            top = text.rect.bottom + kit.px(LINE_GAP_U)
            made.append(text)
        return made

    def _add_lines(self, lines: Sequence[str]) -> None:
        assert self.viewport is not None
        last = self.scrolled_widgets[-1].rect.bottom if self.scrolled_widgets else self.viewport.top
        self.add_scrolled(self._make_lines(lines, last + self.kit.px(LINE_GAP_U)))

    def takes(self, event: Point) -> bool:
        """Only the scroll bar takes the pointer; a press elsewhere on the panel is the table's."""
        bar = self._bar_rect
        return self._bar_held if event.kind == "up" else bar is not None and bar.collidepoint(event.pos)

    def _handle_button(self, event: Point) -> Transition:
        self._bar_held = event.kind == "down"
        return super()._handle_button(event)

    @property
    def _bar_rect(self) -> pygame.Rect | None:
        return self._area.bar_rect if self._area is not None else None

    @property
    def page_px(self) -> int:
        """The height of the visible part."""
        assert self.viewport is not None
        return self.viewport.height

    def scroll(self, pixels: int) -> bool:
        """Scroll towards the first line; True if anything changed."""
        before = self.scroll_px
        self._scroll_by(-pixels)
        return self.scroll_px != before


class LogPanel(Widget):
    """The log as a stop of the focus ring: up and down scroll it, and a press goes to its first line or the newest."""

    radius = 16.0

    def __init__(self, form: LogForm, press: Press) -> None:
        super().__init__("log panel", form.rect.copy(), press)
        self.sound = ""

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        """Nothing: the form draws the panel."""


def panel_rect(kit: Kit, bottom: float) -> pygame.Rect:
    width = LOG_WIDTH_U * (1 + (kit.metrics.text_scale - 1) / 2)
    height = min(bottom - 8, kit.metrics.height - HAND_U) - TOP_U
    return kit.rect(kit.metrics.width - width - MARGIN_U, TOP_U, width, height)
