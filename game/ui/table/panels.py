"""Words on the table: the prompt, a bubble that answers a touch, and the log."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui import shapes
from game.ui.kit import Kit

LOG_WIDTH = 330.0
SIDES = 40.0
"""What a pill is wider than its words, at least."""


def pill(
    kit: Kit,
    surface: pygame.Surface,
    text: str,
    centre: tuple[float, float],
    width: float,
    *,
    dark: bool,
    icon: str = "",
) -> pygame.Rect:
    """Some words on a rounded plate, its centre in units; as many lines as they need."""
    c = kit.colours
    words = kit.type.block(text, "bold", 19, c.light if dark else c.text, width - SIDES, centred=True)
    side, pad = _icon_side(kit, icon), kit.px(16)
    at = pygame.Rect(0, 0, words.get_width() + 2 * pad + (side + kit.px(8) if icon else 0), words.get_height() + pad)
    at.center = round(centre[0] * kit.metrics.u), round(centre[1] * kit.metrics.u)
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
    """In units."""
    return max(kit.type.width(line, "bold", 19) for line in kit.type.wrap(text, "bold", 19, width - SIDES)) + 36


def pill_height(kit: Kit, text: str, width: float) -> float:
    """In units."""
    return len(kit.type.wrap(text, "bold", 19, width - SIDES)) * kit.type.height("bold", 19) + 16


def pill_size(kit: Kit, text: str, width: float, icon: str) -> tuple[int, int]:
    """In pixels."""
    beside = _icon_side(kit, icon) + kit.px(8) if icon else 0
    return kit.px(pill_width(kit, text, width)) + beside, kit.px(pill_height(kit, text, width))


def _icon_side(kit: Kit, icon: str) -> int:
    return kit.px(26 * min(kit.metrics.text, 1.5)) if icon else 0


def log(
    kit: Kit, surface: pygame.Surface, bottom: float, heading: str, lines: Sequence[str], empty: str
) -> float:
    """The last lines, the newest at the bottom, along the right edge and above what is asked; where it begins."""
    c = kit.colours
    left = kit.metrics.wide - LOG_WIDTH - 12
    at = kit.rect(left, 62, LOG_WIDTH, min(bottom - 8, kit.metrics.high - 230) - 62)
    opacity = 1.0 if kit.settings.contrast else 0.93
    surface.blit(shapes.plate(kit.art, at.size, kit.px(16), c.night, c.night, c.paper_low, kit.px(2), opacity), at)
    title = kit.type.fitted(heading, "display", 20, c.light, LOG_WIDTH - 32)
    surface.blit(title, (at.left + kit.px(16), at.top + kit.px(8)))
    top = at.top + kit.px(14) + title.get_height()
    y = at.bottom - kit.px(12)
    for line in reversed(lines or [empty]):
        words = kit.type.block(line, "text", 16, c.light, LOG_WIDTH - 32)
        y -= words.get_height() + kit.px(3)
        if y < top:
            break
        surface.blit(words, (at.left + kit.px(16), y))
    return left
