"""Dragging a card with the pointer. It narrows the choice of a Sitting just as touches do."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.sitting import Outcome, Sitting
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Widget

DRAG_THRESHOLD_PX = 8
"""A press becomes a drag when the pointer has moved farther than this."""
DROP_MARGIN_PX = 40
"""A place accepts a card that is dropped beside it, up to half of this distance."""


class Drag:
    """One card from the press of the pointer to its release. It belongs to one Sitting."""

    def __init__(self) -> None:
        self._touch: TouchWidget | None = None
        self._press_pos = (0, 0)

    @property
    def is_dragging(self) -> bool:
        """Whether a card follows the pointer."""
        return self._touch is not None and self._touch.sprite is not None and self._touch.sprite.dragged_to is not None

    def press(self, under: Widget | None, pos: tuple[int, int]) -> None:
        self.cancel()
        self._press_pos = pos
        self._touch = under if isinstance(under, TouchWidget) and under.sprite is not None and under.legal else None

    def cancel(self) -> None:
        """End the drag; the card returns to its place."""
        if self._touch is not None and self._touch.sprite is not None:
            self._touch.sprite.release()
        self._touch = None

    def move(self, sitting: Sitting, pos: tuple[int, int], unit_px: float) -> bool:
        """Called when the pointer has moved. True if a card follows it. To pick a card up narrows the choice."""
        touch = self._touch
        if touch is None or touch.sprite is None:
            return False
        if touch.sprite.dragged_to is None:
            if max(abs(pos[0] - self._press_pos[0]), abs(pos[1] - self._press_pos[1])) <= DRAG_THRESHOLD_PX:
                return False
            if touch.target not in sitting.choice.picked:
                sitting.lift(touch.target)
        touch.sprite.drag_to(pos[0] / unit_px, pos[1] / unit_px)
        return True

    def drop(self, sitting: Sitting, widgets: Sequence[Widget], pos: tuple[int, int]) -> Outcome | None:
        """Called when the pointer is released. Returns the outcome of the touch, or None if the card was put back."""
        touch = self._touch
        self.cancel()
        assert touch is not None
        for spot in _drop_widgets(touch, widgets, pos):
            if spot.target in sitting.choice.targets():
                return sitting.touch(spot.target)
        alone = len(sitting.choice.moves) == 1
        sitting.let_go()
        return sitting.touch(touch.target) if alone and pos[1] < touch.rect.top else None


def _drop_widgets(touch: TouchWidget, widgets: Sequence[Widget], pos: tuple[int, int]) -> list[TouchWidget]:
    """The widgets at which the card may have been dropped, the nearest first."""
    legal = [widget for widget in widgets if isinstance(widget, TouchWidget) and widget.legal]
    near = [
        spot
        for spot in legal
        if spot.sprite is not touch.sprite or spot.sprite is None
        if spot.rect.inflate(DROP_MARGIN_PX, DROP_MARGIN_PX).collidepoint(pos)
    ]
    return sorted(near, key=lambda spot: _distance(spot.rect, pos))


def _distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    return (rect.centerx - pos[0]) ** 2 + (rect.centery - pos[1]) ** 2
