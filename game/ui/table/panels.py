"""Text on the table in pills: rounded plates."""

from __future__ import annotations

import pygame

from game.ui import shapes
from game.ui.kit import Kit

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
