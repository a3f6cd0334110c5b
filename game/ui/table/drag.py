"""Dragging a card with the pointer. It narrows the choice of a Sitting just as touches do.

A card that is let go where it may not go returns to its place. It is never played elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.choice import Target, button_target
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
        self._grip = 0.0, 0.0
        """From the pointer to the middle of the card, in units."""
        self._unusable: TouchWidget | None = None
        """The pressed card, if it cannot be used now."""

    @property
    def is_dragging(self) -> bool:
        """Whether a card follows the pointer."""
        return self._touch is not None and self._touch.sprite is not None and self._touch.sprite.dragged_to is not None

    def press(self, under: Widget | None, pos: tuple[int, int]) -> None:
        self.cancel()
        self._press_pos = pos
        if isinstance(under, TouchWidget) and under.sprite is not None:
            self._touch, self._unusable = (under, None) if under.legal else (None, under)

    def cancel(self) -> None:
        """End the drag; the card returns to its place."""
        if self._touch is not None and self._touch.sprite is not None:
            self._touch.sprite.release()
        self._touch = self._unusable = None

    def dragged_in_vain(self, pos: tuple[int, int]) -> Target | None:
        """The card that the pointer wanted to drag although it cannot be used now."""
        card = self._unusable
        return card.target if card is not None and self._is_far(pos) and not card.rect.collidepoint(pos) else None

    def _is_far(self, pos: tuple[int, int]) -> bool:
        return max(abs(pos[0] - self._press_pos[0]), abs(pos[1] - self._press_pos[1])) > DRAG_THRESHOLD_PX

    def move(self, sitting: Sitting, pos: tuple[int, int], unit_px: float, rigid: bool = False) -> bool:
        """Called when the pointer has moved. True if a card follows it: at once if `rigid`. To pick a card up narrows
        the choice."""
        touch = self._touch
        if touch is None or touch.sprite is None:
            return False
        if touch.sprite.dragged_to is None:
            if not self._is_far(pos):
                return False
            spot, press = touch.sprite.spot, self._press_pos
            self._grip = spot.x - press[0] / unit_px, spot.y - press[1] / unit_px
            if touch.target not in sitting.choice.picked:
                sitting.lift(touch.target)
        touch.sprite.drag_to(pos[0] / unit_px + self._grip[0], pos[1] / unit_px + self._grip[1], rigid)
        return True

    def drop(self, sitting: Sitting, widgets: Sequence[Widget], pos: tuple[int, int]) -> Outcome | None:
        """Called when the pointer is released. Returns the outcome of the touch, or None if the card was put back."""
        touch = self._touch
        self.cancel()
        assert touch is not None
        for spot in _drop_widgets(touch, widgets, pos):
            if spot.target in sitting.choice.targets():
                return sitting.touch(spot.target)
        is_back = pos[1] >= touch.rect.top
        if not is_back and (move := sitting.choice.move_without_place) is not None:
            return sitting.touch(button_target(move))
        if not is_back and sitting.choice.move_needs_place:
            return sitting.drop(_place_at(widgets, pos))
        sitting.let_go()
        return None


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


def _place_at(widgets: Sequence[Widget], pos: tuple[int, int]) -> str:
    """The pile over which the card was let go although it may not go there; empty if there is none."""
    spots = [spot for spot in widgets if isinstance(spot, TouchWidget) and spot.target.kind == "zone"]
    near = [spot for spot in spots if spot.rect.inflate(DROP_MARGIN_PX, DROP_MARGIN_PX).collidepoint(pos)]
    return min(near, key=lambda spot: _distance(spot.rect, pos)).target.place if near else ""


def _distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    return (rect.centerx - pos[0]) ** 2 + (rect.centery - pos[1]) ** 2
