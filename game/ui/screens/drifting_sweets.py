"""Sweets that drift upwards behind the title, and fall down for a winner. Their random numbers decide nothing else."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame

from game.ui.kit import Kit


@dataclass(slots=True)
class Sweet:
    """One sweet: its place, size, speed and phase of swinging."""

    x: float
    y: float
    """The centre, as shares of the window's width and height."""
    side_u: float
    """Width and height in units."""
    pace: float
    phase: float
    picture: str


class DriftingSweets:
    """Sweets that float upwards all the time (`speed` > 0), or fall down once (`speed` < 0).

    The speed is in heights of the window per second.
    """

    def __init__(self, count: int, speed: float, seed: int, sweets: tuple[str, ...]) -> None:
        dice = random.Random(seed)
        self._speed = speed
        self._time_s = 0.0
        self._sweets = [
            Sweet(
                (index + dice.random()) / count,
                dice.random() if speed > 0 else -0.1 - dice.random() * 1.1,
                dice.uniform(26, 54),
                dice.uniform(0.6, 1.3),
                dice.uniform(0, math.tau),
                sweets[index % len(sweets)],
            )
            for index in range(count)
        ]

    def update(self, dt: float) -> bool:
        """True while something moves."""
        self._time_s += dt
        for sweet in self._sweets:
            sweet.y -= self._speed * sweet.pace * dt
            if self._speed > 0 and sweet.y < -0.1:
                sweet.y += 1.2
        return self._speed > 0 or any(sweet.y < 1.1 for sweet in self._sweets)

    def draw(self, kit: Kit, surface: pygame.Surface) -> None:
        width, height = surface.get_size()
        for sweet in self._sweets:
            if not -0.1 <= sweet.y <= 1.1:
                continue
            side = kit.px(sweet.side_u)
            picture = self._turned_picture(kit, sweet.picture, side, math.sin(self._time_s * 1.1 + sweet.phase) * 16)
            x = sweet.x * width + math.sin(self._time_s * 0.7 + sweet.phase) * kit.px(16)
            surface.blit(picture, picture.get_rect(center=(round(x), round(sweet.y * height))))

    def _turned_picture(self, kit: Kit, name: str, side: int, angle: float) -> pygame.Surface:
        """A turned sweet. Angles are rounded to four degrees, so that the cache finds the picture again."""
        step = round(angle / 4)
        key = ("drift", name, side, step)
        picture = kit.art.get(key)
        if picture is None:
            whole = kit.art.image(f"tokens/{name}.svg", (side, side))
            picture = kit.art.put(key, pygame.transform.rotozoom(whole, step * 4, 1.0))
        return picture
