"""Cards can also be dragged to where they go: the same narrowing, with the pointer held down."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.sitting import Outcome, Sitting
from game.ui.table.touch import Touch
from game.ui.widgets import Widget

DRAG_THRESHOLD_PX = 8
"""The pointer moves so far before a press counts as a drag."""
DROP_MARGIN_PX = 40
"""A card may be dropped so far beside a place."""


class Drag:
    """One card under the pointer, from press to release. It belongs to one Sitting."""

    def __init__(self) -> None:
        self._touch: Touch | None = None
        self._from = (0, 0)

    @property
    def holding(self) -> bool:
        """Whether a card follows the pointer."""
        return self._touch is not None and self._touch.sprite is not None and self._touch.sprite.held is not None

    def press(self, under: Widget | None, pos: tuple[int, int]) -> None:
        self.cancel()
        self._from = pos
        self._touch = under if isinstance(under, Touch) and under.sprite is not None and under.legal else None

    def cancel(self) -> None:
        """Nothing is dragged any more; the card goes back to where it lies."""
        if self._touch is not None and self._touch.sprite is not None:
            self._touch.sprite.held = None
        self._touch = None

    def move(self, sitting: Sitting, pos: tuple[int, int], unit_px: float) -> bool:
        """The pointer has moved; True if a card follows it. A card that is picked up shows where it may go."""
        touch = self._touch
        if touch is None or touch.sprite is None:
            return False
        if touch.sprite.held is None:
            if max(abs(pos[0] - self._from[0]), abs(pos[1] - self._from[1])) <= DRAG_THRESHOLD_PX:
                return False
            if touch.target not in sitting.choice.picked:
                sitting.lift(touch.target)
        touch.sprite.held = pos[0] / unit_px, pos[1] / unit_px
        return True

    def drop(self, sitting: Sitting, widgets: Sequence[Widget], pos: tuple[int, int]) -> Outcome | None:
        """The pointer is released; what came of it, or None if the card was put back."""
        touch = self._touch
        self.cancel()
        assert touch is not None
        for spot in _spots(touch, widgets, pos):
            if spot.target in sitting.choice.targets():
                return sitting.touch(spot.target)
        alone = len(sitting.choice.moves) == 1
        sitting.let_go()
        return sitting.touch(touch.target) if alone and pos[1] < touch.rect.top else None


def _spots(touch: Touch, widgets: Sequence[Widget], pos: tuple[int, int]) -> list[Touch]:
    """Where the card was dropped, the nearest first."""
    legal = [widget for widget in widgets if isinstance(widget, Touch) and widget.legal]
    near = [
        spot
        for spot in legal
        if spot.sprite is not touch.sprite or spot.sprite is None
        if spot.rect.inflate(DROP_MARGIN_PX, DROP_MARGIN_PX).collidepoint(pos)
    ]
    return sorted(near, key=lambda spot: _distance(spot.rect, pos))


def _distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    return (rect.centerx - pos[0]) ** 2 + (rect.centery - pos[1]) ** 2
