"""Text on the table: pills (rounded plates with text), and the panel of the log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.ui import shapes
from game.ui.fonts import Fonts
from game.ui.kit import Kit
from game.ui.widgets import Press, Widget

LOG_WIDTH_U = 330.0
"""Width of the log at the normal text size. Lines in larger letters get half as much more."""
LOG_SIDES_U = 32.0
"""The lines of the log are this much narrower than its panel."""
PILL_SIDES_U = 40.0
"""A pill is at least this much wider than its text."""


def draw_pill(
    kit: Kit,
    surface: pygame.Surface,
    text: str,
    centre: tuple[float, float],
    width: float,
    *,
    dark: bool,
    icon: str = "",
) -> pygame.Rect:
    """Draw a text on a rounded plate, in as many lines as it needs. `centre` and `width` are in units."""
    c = kit.colours
    words = kit.fonts.block(text, "bold", 19, c.light if dark else c.text, width - PILL_SIDES_U, centred=True)
    side, pad = _icon_side(kit, icon), kit.px(16)
    at = pygame.Rect(0, 0, words.get_width() + 2 * pad + (side + kit.px(8) if icon else 0), words.get_height() + pad)
    at.center = round(centre[0] * kit.metrics.unit_px), round(centre[1] * kit.metrics.unit_px)
    top, low, edge = (c.night, c.night, c.paper_low) if dark else (c.paper, c.paper_low, c.edge)
    opacity = 0.9 if dark and not kit.settings.contrast else 1.0
    surface.blit(shapes.plate(kit.art, at.size, kit.px(18), top, low, edge, kit.px(2), opacity), at)
    x = at.left + pad
    if icon:
        surface.blit(kit.art.image(f"icons/{icon}.svg", (side, side)), (x, at.centery - side // 2))
        x += side + kit.px(8)
    surface.blit(words, (x, at.centery - words.get_height() // 2))
    return at


def pill_width(kit: Kit, text: str, width: float) -> float:
    """The width in units of a pill whose lines are at most `width` units wide."""
    return (
        max(kit.fonts.width(line, "bold", 19) for line in kit.fonts.wrap(text, "bold", 19, width - PILL_SIDES_U)) + 36
    )


def pill_height(kit: Kit, text: str, width: float) -> float:
    """The height of the same pill, in units."""
    return len(kit.fonts.wrap(text, "bold", 19, width - PILL_SIDES_U)) * kit.fonts.line_height("bold", 19) + 16


def pill_size(kit: Kit, text: str, width: float, icon: str) -> tuple[int, int]:
    """The size of the same pill in pixels, with its icon."""
    beside = _icon_side(kit, icon) + kit.px(8) if icon else 0
    return kit.px(pill_width(kit, text, width)) + beside, kit.px(pill_height(kit, text, width))


def _icon_side(kit: Kit, icon: str) -> int:
    return kit.px(26 * min(kit.metrics.text_scale, 1.5)) if icon else 0


@lru_cache(4096)
def log_line_height(fonts: Fonts, line: str, width: float) -> int:
    """The height of a line of the log in pixels. Only lines that are seen are drawn; the others are measured once."""
    return len(fonts.wrap(line, "text", 16, width)) * fonts.font("text", 16).get_linesize()


class LogPanel(Widget):
    """The log at the right edge, the newest line last. The wheel and the keys of pages scroll it; if it is
    focused, up and down, too, and a press goes to its first line or back to the newest."""

    radius = 16.0

    def __init__(
        self, kit: Kit, bottom: float, heading: str, lines: Sequence[str], scroll_px: int, press: Press
    ) -> None:
        """`bottom` is the lower edge in units; `scroll_px` is how far the newest line lies below it."""
        width = LOG_WIDTH_U * (1 + (kit.metrics.text_scale - 1) / 2)
        at = kit.rect(kit.metrics.width - width - 12, 62, width, min(bottom - 8, kit.metrics.height - 230) - 62)
        super().__init__("log panel", at, press)
        self.sound = ""
        self._line_width = width - LOG_SIDES_U
        self._lines = [(line, log_line_height(kit.fonts, line, self._line_width)) for line in lines]
        self._title = kit.fonts.fit(heading, "display", 20, kit.colours.light, self._line_width)
        self._gap = kit.px(3)
        self._viewport = pygame.Rect(at.left + kit.px(16), at.top + kit.px(14) + self._title.get_height(), 0, 0)
        self._viewport.size = at.width - kit.px(32), at.bottom - kit.px(12) - self._viewport.top
        total = sum(height + self._gap for _, height in self._lines)
        self.page_px = self._viewport.height
        self.max_scroll_px = max(0, total - self.page_px)
        self._unused_px = max(0, self.page_px - total)
        self.scroll_px = min(max(scroll_px, 0), self.max_scroll_px)

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        opacity = 1.0 if kit.settings.contrast else 0.93
        surface.blit(shapes.plate(kit.art, at.size, kit.px(16), c.night, c.night, c.paper_low, kit.px(2), opacity), at)
        surface.blit(self._title, (at.left + kit.px(16), at.top + kit.px(8)))
        clip = surface.get_clip()
        surface.set_clip(self._viewport)
        y = self._viewport.bottom - self._unused_px + self.scroll_px
        for line, height in reversed(self._lines):
            y -= height + self._gap
            if y < self._viewport.bottom and y + height > self._viewport.top:
                surface.blit(kit.fonts.block(line, "text", 16, c.light, self._line_width), (self._viewport.left, y))
        surface.set_clip(clip)
        if self.max_scroll_px:
            self._draw_bar(kit, surface)

    def _draw_bar(self, kit: Kit, surface: pygame.Surface) -> None:
        port = self._viewport
        height = max(kit.px(20), port.height * port.height // (port.height + self.max_scroll_px))
        top = port.bottom - height - (port.height - height) * self.scroll_px // self.max_scroll_px
        bar = pygame.Rect(port.right + kit.px(5), top, kit.px(5), height)
        surface.blit(shapes.plate(kit.art, bar.size, kit.px(2), kit.colours.paper_low, kit.colours.paper_low), bar)
