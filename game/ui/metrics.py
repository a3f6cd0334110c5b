"""How big things are: a design of 1280 × 720 units, drawn natively at the size of the window."""

from __future__ import annotations

from dataclasses import dataclass, field

DESIGN = (1280, 720)
SMALLEST = 0.05
"""Pixels a unit in a window of next to nothing."""


@dataclass(frozen=True, slots=True)
class Metrics:
    width: int
    height: int
    text: float = 1.0
    """The size of text the player wishes, 1.0 to 2.0."""
    u: float = field(init=False, compare=False)
    """Pixels a unit."""

    def __post_init__(self) -> None:
        u = max(min(self.width / DESIGN[0], self.height / DESIGN[1]), SMALLEST)
        object.__setattr__(self, "u", u)

    @property
    def wide(self) -> float:
        """The window's width in units: at least 1280, as if it went on beyond the edge of the smallest ones."""
        return max(self.width / self.u, DESIGN[0])

    @property
    def high(self) -> float:
        return max(self.height / self.u, DESIGN[1])

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def px(self, units: float) -> int:
        return round(units * self.u)

    def line(self, units: float) -> float:
        """A height that grows with the text."""
        return units * self.text
