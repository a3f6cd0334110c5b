"""Draws only what has changed.

A scene draws everything, as if the window were empty. A Recorder notes what it draws instead of drawing it. The
Compositor compares the notes with those of the frame before, and repaints the rectangles that differ.

What a scene draws has four layers. What lies still is baked into one opaque surface. What moves is painted over it,
above that lies the top layer, buttons and texts, and above that are cards in the air.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

import pygame

FULL_REPAINT_SHARE = 0.6
"""If a larger share of the window has changed, all of it is painted."""


class Layer(Enum):
    """The layers of a scene, from bottom to top."""

    STILL = "still"
    MOVING = "moving"
    TOP = "top"
    AIR = "air"


MOVING_LAYERS = Layer.MOVING, Layer.AIR
"""The layers that are drawn anew while something moves and nothing else has changed."""


Box = tuple[int, ...]
Op = tuple[object, Box, Box | None, int, Box]
"""One drawing operation: a picture or a colour, where, which part of the picture, blend flags, and the part of the
window in which it is seen. Two equal operations draw the same: pictures do not change once they were drawn."""


def begin_layer(surface: pygame.Surface, layer: Layer) -> bool:
    """Whether this layer has to be drawn now. What is drawn next belongs to it."""
    return surface.begin(layer) if isinstance(surface, Recorder) else True


class Recorder(pygame.Surface):
    """Looks like the surface of a window to those who draw, and notes what they draw."""

    def __init__(self, size: tuple[int, int], wanted: Iterable[Layer] = Layer) -> None:
        super().__init__((1, 1))
        self._window = pygame.Rect((0, 0), size)
        self._clip = self._window
        self.ops: dict[Layer, list[Op]] = {layer: [] for layer in wanted}
        self._now: list[Op] | None = self.ops.get(Layer.STILL)

    def begin(self, layer: Layer) -> bool:
        self._now = self.ops.get(layer)
        return self._now is not None

    def _note(self, source: object, at: pygame.Rect, area: Box | None, flags: int) -> pygame.Rect:
        if self._clip.contains(at):
            seen = at
        elif not (seen := at.clip(self._clip)):
            return seen
        if self._now is not None and at:
            box = tuple(at)
            self._now.append((source, box, area, flags, box if seen is at else tuple(seen)))
        return seen

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> pygame.Rect:
        if area is None:
            return self._note(source, source.get_rect(topleft=dest[:2]), None, special_flags)
        part = pygame.Rect(area)
        return self._note(source, pygame.Rect(dest[:2], part.size), tuple(part), special_flags)

    def blits(self, blit_sequence: Iterable[Any], doreturn: bool | int | None = True) -> list[pygame.Rect] | None:
        noted = [self.blit(*each) for each in blit_sequence]
        return noted if doreturn else None

    def fill(self, color: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        at = self._window if rect is None else pygame.Rect(rect)
        return self._note(tuple(pygame.Color(color)), at, None, special_flags)

    def get_size(self) -> tuple[int, int]:
        return self._window.size

    def get_width(self) -> int:
        return self._window.width

    def get_height(self) -> int:
        return self._window.height

    def get_rect(self, **places: Any) -> pygame.Rect:
        rect = self._window.copy()
        for name, value in places.items():
            setattr(rect, name, value)
        return rect

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def set_clip(self, rect: Any = None, *rest: Any) -> None:
        self._clip = self._window if rect is None else pygame.Rect(rect).clip(self._window)


class Compositor:
    """Keeps what the window shows."""

    def __init__(self) -> None:
        self._shown: pygame.Surface | None = None
        self.still: pygame.Surface | None = None
        """Everything that lies still, baked."""
        self._ops: dict[Layer, list[Op]] = {}

    def forget(self) -> None:
        """Called when something else was drawn on the window: the next frame is painted whole."""
        self._shown, self._ops = None, {}

    def reserve(self, surface: pygame.Surface) -> None:
        """Have the baked surface ready. At its first use the system needs time to find the memory."""
        if self.still is None or self.still.get_size() != surface.get_size():
            self.still = pygame.Surface(surface.get_size()).convert(surface)

    def missing_layers(self, surface: pygame.Surface, changed: Iterable[Layer]) -> list[Layer]:
        """The layers that have to be drawn for the next frame, if these have changed."""
        return list(Layer) if surface is not self._shown or not self._ops else list(changed)

    def paint(self, recorder: Recorder, surface: pygame.Surface) -> list[pygame.Rect]:
        """Paint what has changed; returns the rectangles that were painted."""
        window = surface.get_rect()
        if surface is not self._shown or not self._ops:
            self._shown, self._ops = surface, {layer: [] for layer in Layer}
            self.reserve(surface)
            damage = {layer: [window] for layer in Layer}
        else:
            damage = {layer: changed_rects(self._ops[layer], ops) for layer, ops in recorder.ops.items()}
        self._ops = self._ops | recorder.ops
        assert self.still is not None
        still_boxes = [op[4] for op in self._ops[Layer.STILL]] if damage.get(Layer.STILL) else []
        for rect in merged_rects(damage.get(Layer.STILL, []), window):
            replay(self.still, self._ops[Layer.STILL], rect, still_boxes)
        painted = merged_rects([rect for rects in damage.values() for rect in rects], window)
        above = self._ops[Layer.MOVING] + self._ops[Layer.TOP] + self._ops[Layer.AIR]
        boxes = [op[4] for op in above]
        for rect in painted:
            surface.set_clip(None)
            surface.blit(self.still, rect, rect)
            replay(surface, above, rect, boxes)
        return painted


def replay(surface: pygame.Surface, ops: Sequence[Op], rect: pygame.Rect, boxes: list[Box] | None = None) -> None:
    """Draw the part of these operations that lies in a rectangle. `boxes` are the parts of the window in which they
    are seen, if they are known already."""
    for number in rect.collidelistall(boxes if boxes is not None else [op[4] for op in ops]):
        source, at, area, flags, seen = ops[number]
        surface.set_clip(rect.clip(seen))
        if isinstance(source, pygame.Surface):
            surface.blit(source, at, area, flags)
        else:
            surface.fill(source, at, flags)  # type: ignore[arg-type]
    surface.set_clip(None)


def changed_rects(before: list[Op], now: list[Op]) -> list[pygame.Rect]:
    """The rectangles in which two lists of operations may draw something different."""
    start, most = 0, min(len(before), len(now))
    while start < most and before[start] == now[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == now[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], now[start : len(now) - end]
    both = set(old) & set(new)
    if both and [op for op in old if op in both] != [op for op in new if op in both]:
        both = set()  # the same things in another order
    return [pygame.Rect(op[4]) for op in (*old, *new) if op not in both]


def merged_rects(rects: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """The same area without overlaps: rectangles that touch become one. The whole window if that is most of it."""
    apart: list[pygame.Rect] = []
    for rect in rects:
        grown = rect.clip(window)
        if not grown.width or not grown.height:
            continue
        while (index := grown.collidelist(apart)) >= 0:
            grown = grown.union(apart.pop(index))
        apart.append(grown)
    if sum(rect.width * rect.height for rect in apart) > FULL_REPAINT_SHARE * window.width * window.height:
        return [window]
    return apart
