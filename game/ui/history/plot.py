"""A plot of the points over the rounds, with a line, a colour and a mark for each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.kit import Kit
from game.ui.shapes import svg_text
from game.ui.theme import hex_colour
from game.ui.widgets import Widget

PLOT_COLOURS = ("#c2347a", "#1f5fa8", "#2c7a3f", "#b35a00", "#6a3fa0", "#3d3d3d")
PLOT_MARKS = ("circle", "square", "diamond", "triangle", "cross", "ring")
"""The mark of each seat's line, so that lines differ not only by their colours."""
FindSpot = Callable[[int, int], tuple[float, float]]
"""Where the points after a round lie in the window, in pixels: gets the number of the round, and the points."""


def mark_svg(kind: str, x: float, y: float, r: float, colour: str) -> str:
    paint = f'fill="{colour}" stroke="#ffffff" stroke-width="{r * 0.3:.2f}"'
    match kind:
        case "square":
            r *= 0.85
            return f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}" {paint}/>'
        case "diamond":
            r *= 1.2
            points = f"{x:.1f},{y - r:.1f} {x + r:.1f},{y:.1f} {x:.1f},{y + r:.1f} {x - r:.1f},{y:.1f}"
            return f'<polygon points="{points}" {paint}/>'
        case "triangle":
            points = (
                f"{x:.1f},{y - r * 1.15:.1f} {x + r * 1.1:.1f},{y + r * 0.85:.1f} {x - r * 1.1:.1f},{y + r * 0.85:.1f}"
            )
            return f'<polygon points="{points}" {paint}/>'
        case "cross":
            d = f"M{x - r:.1f} {y - r:.1f}L{x + r:.1f} {y + r:.1f}M{x + r:.1f} {y - r:.1f}L{x - r:.1f} {y + r:.1f}"
            return f'<path d="{d}" stroke="{colour}" stroke-width="{r * 0.7:.1f}" stroke-linecap="round"/>'
        case "ring":
            paint = f'fill="#ffffff" stroke="{colour}" stroke-width="{r * 0.6:.1f}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {paint}/>'


class Plot(Widget):
    """`rounds` has all players' points after each round. The lines begin at 0."""

    def __init__(self, rect: pygame.Rect, rounds: Sequence[Sequence[int]], avatars: Sequence[str]) -> None:
        super().__init__("", rect)
        self._rounds = [tuple(0 for _ in avatars), *map(tuple, rounds)]
        self._avatars = avatars

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        low = min(0, *(points for row in self._rounds for points in row))
        high = max(1, *(points for row in self._rounds for points in row))
        face = min(kit.px(34), at.height // max(1, len(self._avatars)))
        left = max(kit.fonts.text(str(end), "text", 14, kit.colours.soft).get_width() for end in (low, high))
        field = pygame.Rect(at.left + left + kit.px(10), at.top + face // 2, 1, at.height - face)
        field.width = at.right - field.left - face - kit.px(12)

        def spot(number: int, points: int) -> tuple[float, float]:
            across = number / max(1, len(self._rounds) - 1)
            return field.left + across * field.width, field.bottom - (points - low) / (high - low) * field.height

        surface.blit(kit.art.svg_image(self._svg(kit, at, field, spot), at.size), at)
        self._draw_scale(kit, surface, field, low, high)
        ends = [spot(len(self._rounds) - 1, points)[1] for points in self._rounds[-1]]
        x = field.right + kit.px(10)
        for avatar, top in zip(self._avatars, spaced_tops(ends, face, at.top, at.bottom), strict=True):
            surface.blit(kit.art.image(f"avatars/{avatar}_calm.svg", (face, face)), (x, round(top)))

    def _svg(self, kit: Kit, at: pygame.Rect, field: pygame.Rect, spot: FindSpot) -> str:
        width = max(1.5, kit.px(3))
        soft = hex_colour(kit.colours.edge)
        parts = []
        for share in (0, 0.25, 0.5, 0.75, 1):
            y = field.top - at.top + field.height * share
            parts.append(
                f'<path d="M{field.left - at.left} {y:.1f}H{field.right - at.left}" stroke="{soft}" '
                f'stroke-opacity="0.3" stroke-width="{max(1, width / 3):.1f}"/>'
            )
        for seat in range(len(self._avatars)):
            colour = PLOT_COLOURS[seat % len(PLOT_COLOURS)]
            points = [spot(number, row[seat]) for number, row in enumerate(self._rounds)]
            moved = [(x - at.left, y - at.top + (seat - len(self._avatars) / 2) * width * 0.35) for x, y in points]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in moved)
            parts.append(
                f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )
            kind = PLOT_MARKS[seat % len(PLOT_MARKS)]
            if len(moved) <= 16:
                parts += [mark_svg(kind, x, y, width * 1.7, colour) for x, y in moved[1:]]
        return svg_text(at.size, "".join(parts))

    def _draw_scale(self, kit: Kit, surface: pygame.Surface, field: pygame.Rect, low: int, high: int) -> None:
        for points, y in ((high, field.top), (low, field.bottom)):
            number = kit.fonts.text(str(points), "text", 14, kit.colours.soft)
            surface.blit(number, number.get_rect(midright=(field.left - kit.px(8), y)))


def spaced_tops(middles: Sequence[float], side: float, top: float, bottom: float) -> list[float]:
    """The upper edges of squares that lie above each other: each as near to its middle as the others and the two limits
    allow. There has to be room for all."""
    order = sorted(range(len(middles)), key=lambda index: middles[index])
    tops = [0.0] * len(middles)
    for index in order:
        tops[index] = top = max(middles[index] - side / 2, top)
        top += side
    for index in reversed(order):
        tops[index] = bottom = min(tops[index], bottom - side)
    return tops
