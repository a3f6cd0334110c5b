"""Plates, halos and rings. They are written as SVG, so that their edges are anti-aliased."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from game.ui.art import Art
from game.ui.theme import Colour, hex_colour

STRETCH_FROM_PX = 24
"""A shape that is this much wider than its corners is drawn narrow and stretched, which is faster."""


def svg_text(size: tuple[int, int], content: str) -> str:
    """An SVG picture of this size in pixels."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"{content}</svg>"
    )


def plate(
    art: Art,
    size: tuple[int, int],
    radius: float,
    top: Colour,
    bottom: Colour,
    edge: Colour | None = None,
    line: float = 0,
    opacity: float = 1.0,
    shadow: float = 0,
) -> pygame.Surface:
    """A rounded plate with a vertical gradient, an edge and a soft shadow. The shadow lies inside the size."""
    narrow = _narrow_width(radius + line + shadow)
    if size[0] > narrow + STRETCH_FROM_PX:
        like = (radius, top, bottom, edge, line, opacity, shadow)
        return _stretched_shape(art, ("plate", size, like), size[0], lambda: plate(art, (narrow, size[1]), *like))
    return art.svg_image(_plate(size, radius, top, bottom, edge, line, opacity, shadow), size)


@lru_cache(256)
def _plate(
    size: tuple[int, int],
    radius: float,
    top: Colour,
    bottom: Colour,
    edge: Colour | None,
    line: float,
    opacity: float,
    pad: float,
) -> str:
    width, height = size
    inner_w, inner_h = width - 2 * pad, height - 2 * pad
    half = line / 2
    radius = min(radius, inner_w / 2, inner_h / 2)
    parts = [_shadow(pad, inner_w, inner_h, radius)] if pad else []
    stroke = f'stroke="{hex_colour(edge)}" stroke-width="{line:.2f}"' if edge and line else ""
    parts.append(
        f'<rect x="{pad + half:.2f}" y="{pad + half:.2f}" width="{max(inner_w - line, 1):.2f}" '
        f'height="{max(inner_h - line, 1):.2f}" rx="{radius:.2f}" fill="url(#g)" {stroke}/>'
    )
    gradient = (
        '<defs><linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0%" stop-color="{hex_colour(top)}" stop-opacity="{opacity:.2f}"/>'
        f'<stop offset="100%" stop-color="{hex_colour(bottom)}" stop-opacity="{opacity:.2f}"/>'
        "</linearGradient></defs>"
    )
    return svg_text(size, gradient + "".join(parts))


def _narrow_width(corner: float) -> int:
    """The least width of a shape that has both its ends and a short part between them."""
    return 2 * math.ceil(corner) + 8


def _stretched_shape(art: Art, key: object, width: int, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
    """A wide shape, made from a narrow one by stretching its middle. This is a hundred times as fast as drawing it."""
    picture = art.get(key)
    if picture is None:
        part = draw()
        half, height = part.get_width() // 2, part.get_height()
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        middle = pygame.transform.scale(part.subsurface((half, 0, 1, height)), (width - part.get_width() + 1, height))
        picture.blit(part, (0, 0), (0, 0, half, height))
        picture.blit(middle, (half, 0))
        picture.blit(part, (half + middle.get_width(), 0), (half + 1, 0, half, height))
        art.put(key, picture)
    return picture


def _shadow(pad: float, width: float, height: float, radius: float) -> str:
    """A soft shadow: some faint shapes of different sizes, one above the other."""
    layers = 5
    shapes = []
    for layer in range(layers):
        grow = pad * (1 - (layer + 1) / (layers + 1)) * 0.9
        shapes.append(
            f'<rect x="{pad - grow:.2f}" y="{pad - grow + pad * 0.35:.2f}" width="{width + 2 * grow:.2f}" '
            f'height="{height + 2 * grow - pad * 0.3:.2f}" rx="{radius + grow:.2f}" '
            'fill="#1c0d20" fill-opacity="0.07"/>'
        )
    return "".join(shapes)


def ring(art: Art, size: tuple[int, int], radius: float, colour: Colour, line: float) -> pygame.Surface:
    """The focus ring: a bright line with a dark one outside, so that it is visible on every background."""
    narrow = _narrow_width(radius + 2 * line)
    if size[0] > narrow + STRETCH_FROM_PX:
        key = ("ring", size, radius, colour, line)
        return _stretched_shape(art, key, size[0], lambda: ring(art, (narrow, size[1]), radius, colour, line))
    width, height = size
    rect = (
        f'<rect x="{line:.2f}" y="{line:.2f}" width="{max(1, width - 2 * line):.2f}" '
        f'height="{max(1, height - 2 * line):.2f}" rx="{radius:.2f}" fill="none"'
    )
    dark = f'{rect} stroke="#241228" stroke-width="{2 * line:.2f}"/>'
    bright = f'{rect} stroke="{hex_colour(colour)}" stroke-width="{line:.2f}"/>'
    return art.svg_image(svg_text(size, dark + bright), size)


def halo(art: Art, size: tuple[int, int], radius: float, colour: Colour, reach: float) -> pygame.Surface:
    """A soft glow round a shape. The shape is smaller than `size` by `reach` on each side."""
    narrow = _narrow_width(radius + 2 * reach)
    if size[0] > narrow + STRETCH_FROM_PX:
        key = ("halo", size, radius, colour, reach)
        return _stretched_shape(art, key, size[0], lambda: halo(art, (narrow, size[1]), radius, colour, reach))
    width, height = size
    layers = 6
    shapes = []
    for layer in range(layers):
        grow = reach * (1 - layer / layers)
        shapes.append(
            f'<rect x="{reach - grow:.2f}" y="{reach - grow:.2f}" width="{width - 2 * reach + 2 * grow:.2f}" '
            f'height="{height - 2 * reach + 2 * grow:.2f}" rx="{radius + grow:.2f}" fill="{hex_colour(colour)}" '
            f'fill-opacity="{0.10 + 0.05 * layer:.2f}"/>'
        )
    return art.svg_image(svg_text(size, "".join(shapes)), size)


def glow_ring(art: Art, size: tuple[int, int], radius: float, colour: Colour, reach: float) -> pygame.Surface:
    """A glow only outside a shape, so that it can lie above the shape and cover nothing of it. The shape is smaller
    than `size` by `reach` on each side."""
    narrow = _narrow_width(radius + 2 * reach)
    if size[0] > narrow + STRETCH_FROM_PX:
        key = ("glow ring", size, radius, colour, reach)
        return _stretched_shape(art, key, size[0], lambda: glow_ring(art, (narrow, size[1]), radius, colour, reach))
    width, height = size
    layers = 9
    line = reach / layers
    shapes = []
    for layer in range(layers):
        edge = line * (layer + 0.5)
        shapes.append(
            f'<rect x="{edge:.2f}" y="{edge:.2f}" width="{max(1, width - 2 * edge):.2f}" '
            f'height="{max(1, height - 2 * edge):.2f}" rx="{radius + reach - edge:.2f}" fill="none" '
            f'stroke="{hex_colour(colour)}" stroke-width="{line:.2f}" stroke-opacity="{(layer + 1) / layers:.2f}"/>'
        )
    return art.svg_image(svg_text(size, "".join(shapes)), size)
