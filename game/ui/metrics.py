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
    width: int
    height: int
    text: float = 1.0
    """The size of text the player wishes, 1.0 to 2.0."""
    u: float = field(init=False, compare=False)
    """Pixels a unit."""

    def __post_init__(self) -> None:
        u = max(min(self.width / DESIGN_SIZE_U[0], self.height / DESIGN_SIZE_U[1]), MIN_UNIT_PX)
        object.__setattr__(self, "u", u)

    @property
    def wide(self) -> float:
        """The window's width in units: at least 1280, as if it went on beyond the edge of the smallest ones."""
        return max(self.width / self.u, DESIGN_SIZE_U[0])

    @property
    def high(self) -> float:
        return max(self.height / self.u, DESIGN_SIZE_U[1])

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def px(self, units: float) -> int:
        return round(units * self.u)

    def line(self, units: float) -> float:
        """A height that grows with the text."""
        return units * self.text
