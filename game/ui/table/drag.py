"""Cards can also be dragged to where they go: the same narrowing, with the pointer held down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.input import Point
from game.ui.table.touch import Touch

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

FAR = 8
"""Pixels before a press counts as a drag."""
NEAR = 40
"""How far beside a place a card may be let go."""


class Drag:
    """One card under the pointer, from press to release."""

    def __init__(self) -> None:
        self._touch: Touch | None = None
        self._from = (0, 0)

    def take(self, scene: TableScene, event: Point) -> bool:
        """True if the event was part of a drag and nothing else."""
        if event.kind == "down":
            under = scene.under(event.pos)
            self._from = event.pos
            self._touch = under if isinstance(under, Touch) and under.sprite is not None and under.legal else None
            return False
        touch = self._touch
        if touch is None or touch.sprite is None or scene.choice is None:
            return False
        if event.kind == "move":
            return self._move(scene, touch, event.pos)
        if event.kind == "up":
            self._touch = None
            if touch.sprite.held is not None:
                touch.sprite.held = None
                scene.let_go()
                _drop(scene, touch, event.pos)
                return True
        return False

    def _move(self, scene: TableScene, touch: Touch, pos: tuple[int, int]) -> bool:
        sprite = touch.sprite
        assert sprite is not None and scene.choice is not None
        if sprite.held is None:
            if max(abs(pos[0] - self._from[0]), abs(pos[1] - self._from[1])) <= FAR:
                return False
            if touch.target not in scene.choice.picked:
                self._pick_up(scene, touch)
        u = scene.kit.metrics.u
        sprite.held = pos[0] / u, pos[1] / u
        scene.dirty = True
        return True

    def _pick_up(self, scene: TableScene, touch: Touch) -> None:
        """The places where the card may go begin to glow; one with a single move waits to be let go."""
        scene.choose_again()
        assert scene.choice is not None and touch.target is not None
        scene.choice.pick(touch.target)
        scene.rebuild()
        same = (widget for widget in scene.widgets if isinstance(widget, Touch) and widget.sprite is touch.sprite)
        self._touch = next(same, touch)


def _drop(scene: TableScene, touch: Touch, pos: tuple[int, int]) -> None:
    scene.dirty = True
    assert scene.choice is not None
    moves = scene.choice.moves
    spots = [widget for widget in scene.widgets if isinstance(widget, Touch) and widget.legal]
    onto = [spot for spot in spots if spot is not touch and spot.rect.inflate(NEAR, NEAR).collidepoint(pos)]
    for spot in sorted(onto, key=lambda spot: _distance(spot.rect, pos)):
        if spot.target is not None and spot.target in scene.choice.targets():
            scene.pick(spot.target)
            return
    if len(moves) == 1 and pos[1] < touch.rect.top:
        scene.play(moves[0])
    else:
        scene.choose_again()


def _distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    return (rect.centerx - pos[0]) ** 2 + (rect.centery - pos[1]) ** 2
