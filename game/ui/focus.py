"""Where the keyboard is: one ring that walks over rectangles."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 2.2
"""How much more a step to the side counts than one in the direction asked for."""
STILL = 6
"""Units a pointer may slip and still be where it was pressed."""

RING_KEYS = frozenset({*STEPS, "next", "previous", "confirm"})
"""Actions that need the ring to be seen: while it is hidden they show it and do nothing else."""


class Ring:
    """Whether the focus ring is shown: since a key or a gamepad was used, until the pointer is pressed."""

    def __init__(self) -> None:
        self.shown = False


def nearest(rects: Sequence[pygame.Rect], current: int, direction: str) -> int:
    """The next rectangle that way, or the current one if there is none."""
    dx, dy = STEPS[direction]
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
        distance = ahead + ASIDE * across
        if distance < best:
            best, found = distance, index
    return found


def onward(count: int, current: int, step: int) -> int:
    return (current + step) % count if count else 0
