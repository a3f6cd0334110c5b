"""How big things are. Screens are laid out in units, 1280 × 720 of them, and drawn at the size of the window.

Names of lengths in units end in `_U`, names of lengths in pixels in `_PX`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DESIGN_SIZE_U = (1280, 720)
MIN_UNIT_PX = 0.05
"""The least number of pixels per unit, for a window of almost no size."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The size of one window, and how many pixels a unit has in it."""

    width_px: int
    height_px: int
    text_scale: float = 1.0
    """The text size from the settings, 1.0 to 2.0."""
    unit_px: float = field(init=False, compare=False)
    """Pixels per unit."""

    def __post_init__(self) -> None:
        unit_px = max(min(self.width_px / DESIGN_SIZE_U[0], self.height_px / DESIGN_SIZE_U[1]), MIN_UNIT_PX)
        object.__setattr__(self, "unit_px", unit_px)

    @property
    def width(self) -> float:
        """The window's width in units, at least 1280."""
        return max(self.width_px / self.unit_px, DESIGN_SIZE_U[0])

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
