"""The colours of everything that is not a picture."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, by their purpose."""

    ink: Colour
    """Outlines."""
    paper: Colour
    """Plates, buttons, boxes of text."""
    paper_low: Colour
    """The lower end of a plate's gradient."""
    edge: Colour
    text: Colour
    soft: Colour
    """Text of less weight on paper."""
    light: Colour
    """Text on dark."""
    accent: Colour
    accent_low: Colour
    on_accent: Colour
    focus: Colour
    glow: Colour
    """Where a card may go."""
    night: Colour
    """Dark plates, and what dims a scene under an overlay."""
    good: Colour
    bad: Colour


WARM_PALETTE = Palette(
    ink=(59, 36, 54),
    paper=(255, 246, 233),
    paper_low=(250, 228, 205),
    edge=(122, 78, 82),
    text=(59, 36, 54),
    soft=(110, 76, 88),
    light=(255, 246, 233),
    accent=(206, 60, 102),
    accent_low=(176, 44, 90),
    on_accent=(255, 255, 255),
    focus=(255, 214, 92),
    glow=(255, 226, 130),
    night=(43, 26, 48),
    good=(38, 116, 74),
    bad=(176, 36, 52),
)

CONTRAST_PALETTE = Palette(
    ink=(0, 0, 0),
    paper=(255, 255, 255),
    paper_low=(255, 255, 255),
    edge=(0, 0, 0),
    text=(0, 0, 0),
    soft=(40, 40, 40),
    light=(255, 255, 255),
    accent=(122, 0, 60),
    accent_low=(122, 0, 60),
    on_accent=(255, 255, 255),
    focus=(255, 221, 0),
    glow=(255, 221, 0),
    night=(0, 0, 0),
    good=(0, 82, 40),
    bad=(140, 0, 16),
)


def palette(contrast: bool) -> Palette:
    return CONTRAST_PALETTE if contrast else WARM_PALETTE


def hex_colour(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def brighten(colour: Colour) -> Colour:
    """The colour under the pointer."""
    red, green, blue = (min(255, value + 14) for value in colour)
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
