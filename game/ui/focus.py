"""The focus: which widget the arrow keys and Tab go to next, and whether the focus ring is shown."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
SIDEWAYS_WEIGHT = 2.2
"""Distance to the side counts this many times as much as distance in the direction of the key."""
CLICK_SLIP_U = 6
"""The pointer may move this far, and the next click still means the same widget."""

RING_KEYS = frozenset({*DIRECTIONS, "next", "previous", "confirm"})
"""Actions that need a visible focus ring. While the ring is hidden, they show it and do nothing else."""


class FocusRing:
    """Whether the focus ring is shown: since a key or a gamepad was used, until the pointer is pressed."""

    def __init__(self) -> None:
        self.shown = False
        self.by_keys = False
        """Whether the last input was a key or a gamepad. Then nothing is hovered until the pointer moves."""


def nearest_index(rects: Sequence[pygame.Rect], current: int, direction: str) -> int:
    """The index of the nearest rectangle in this direction; the current one if there is none."""
    dx, dy = DIRECTIONS[direction]
    x, y = rects[current].center
    best, found = float("inf"), current
    for index, rect in enumerate(rects):
        if index == current:
            continue
        ahead = (rect.centerx - x) * dx + (rect.centery - y) * dy
        across: float = abs((rect.centerx - x) * dy) + abs((rect.centery - y) * dx)
        if dx and rect.top < rects[current].bottom and rect.bottom > rects[current].top:
            across *= 0.3
        if ahead <= 0 or across > ahead * 6 + 40:
            continue
        distance = ahead + SIDEWAYS_WEIGHT * across
        if distance < best:
            best, found = distance, index
    return found


def next_index(count: int, current: int, step: int) -> int:
    return (current + step) % count if count else 0
