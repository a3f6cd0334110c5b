"""How big things are. Screens are laid out in units and drawn at the size of the window.

A wide window has at least 1280 × 720 units. A tall window (upright, or about as wide as high) has fewer units across,
so that cards and texts stay large, and more units down. Names of lengths in units end in `_U`, in pixels in `_PX`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DESIGN_SIZE_U = (1280, 720)
MIN_UNIT_PX = 0.25
"""The least number of pixels per unit. A window smaller than 320 × 180 pixels shows the top left part of its screen:
letters have a least size, so texts in less room would take long to fit."""
WIDE_RATIO = 1.5
"""A window is wide if its width is at least this many times its height. Otherwise it is tall."""
TALL_BASE_WIDTH_U, TALL_WIDTH_PER_RATIO_U = 450.0, 525.0
"""A tall window has this many units across, plus this many times its width divided by its height: 800 for a window of
2:3, 1150 for one of 4:3."""
NO_GROWTH_WIDTH_U = 340.0
"""In a tall window text grows less than the setting says, because a line has less room. The share of the growth that is
left is 1 at 1280 units across, and would be 0 at this many."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The size of one window, and how many pixels a unit has in it."""

    width_px: int
    height_px: int
    text_scale: float = 1.0
    """The text size from the settings, 1.0 to 2.0. In a tall window it is less; see NO_GROWTH_WIDTH_U."""
    unit_px: float = field(init=False, compare=False)
    """Pixels per unit."""

    def __post_init__(self) -> None:
        unit_px = min(self.width_px / self.min_width, self.height_px / DESIGN_SIZE_U[1])
        growth = (self.min_width - NO_GROWTH_WIDTH_U) / (DESIGN_SIZE_U[0] - NO_GROWTH_WIDTH_U)
        object.__setattr__(self, "unit_px", max(unit_px, MIN_UNIT_PX))
        object.__setattr__(self, "text_scale", 1 + (self.text_scale - 1) * growth)

    @property
    def is_tall(self) -> bool:
        return self.width_px < WIDE_RATIO * self.height_px

    @property
    def min_width(self) -> float:
        """The least width of a window of this shape, in units."""
        if not self.is_tall:
            return DESIGN_SIZE_U[0]
        return TALL_BASE_WIDTH_U + TALL_WIDTH_PER_RATIO_U * self.width_px / max(1, self.height_px)

    @property
    def width(self) -> float:
        """The window's width in units, at least 1280 if the window is wide, at least 450 if it is tall."""
        return max(self.width_px / self.unit_px, self.min_width)

    @property
    def height(self) -> float:
        """The window's height in units, at least 720."""
        return max(self.height_px / self.unit_px, DESIGN_SIZE_U[1])

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window in pixels."""
        return self.width_px, self.height_px

    def px(self, units: float) -> int:
        """A length in units, in pixels."""
        return round(units * self.unit_px)
