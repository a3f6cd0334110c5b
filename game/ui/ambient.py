"""The table breathes: fire, steam, lanterns, clouds and jellies in the background picture move a little.

A part of the picture is cut out and its rows are shifted sideways, the more the farther they are from where the thing
stands or hangs. Soft edges hide the seam. A part that something lies on stands still.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.data.strict_shape import one_of, read_fields, whole_number
from game.data.strict_yaml import Node

FRAMES_PER_S = 10
PICTURES = 16
"""Different pictures of one part, in a loop."""
STRIP_PX = 2
"""Rows that are shifted together."""
TOUCH_S, TOUCH_PERIOD_S, TOUCH_SHARE = 1.0, 0.34, 0.09
"""How long a jelly shakes after a touch, the time of one swing, and how far it swings, as a share of its width."""
MASK_PX, MASK_SOLID_SHARE = 48, 0.62
"""Size of the soft mask before it is scaled, and the inner share of it that hides nothing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How something moves: the time of one swing, how far it swings as a share of its width, how many waves run along
    it, and whether it hangs, stands, or floats."""

    period_s: float
    swing_share: float
    waves: float
    anchor: str


KINDS = {
    "flame": Kind(0.8, 0.055, 1.4, "bottom"),
    "steam": Kind(2.4, 0.07, 1.2, "bottom"),
    "lantern": Kind(3.6, 0.035, 0.0, "top"),
    "cloud": Kind(8.0, 0.03, 0.0, ""),
    "jelly": Kind(1.6, 0.014, 0.25, "bottom"),
    "sweets": Kind(2.4, 0.012, 0.25, "bottom"),
}


@dataclass(frozen=True, slots=True)
class AmbientLook:
    """A part of the background that moves, in pixels of the picture."""

    kind: str
    x: int
    y: int
    width: int
    height: int


def read_ambient(node: Node) -> AmbientLook:
    parts = read_fields(node, ("kind", "x", "y", "width", "height"))
    kind, number = one_of(KINDS)(parts.pop("kind")), whole_number(0, 1920)
    return AmbientLook(kind, **{name: number(value) for name, value in parts.items()})


class Breathing:
    """One part that moves: where it lies in the window, and its pictures."""

    def __init__(self, look: AmbientLook, at: pygame.Rect, ground: pygame.Surface) -> None:
        self.kind_name = look.kind
        self.kind = KINDS[look.kind]
        self.at = at
        self.is_covered = False
        self.touched_s = 0.0
        """For how long it still shakes after a touch."""
        self._ground = ground.subsurface(at)
        self._pictures: list[pygame.Surface | None] = [None] * PICTURES
        self._shown = 0
        self.picture: pygame.Surface | None = None

    def update(self, clock_s: float, dt: float, may_make: bool) -> bool:
        """Choose the picture for this time; True if a new one had to be made."""
        if self.touched_s > 0:
            self.touched_s = max(0.0, self.touched_s - dt)
            if self.touched_s > 0:
                left = self.touched_s / TOUCH_S
                turn = math.tau * (TOUCH_S - self.touched_s) / TOUCH_PERIOD_S
                self.picture = self._make(TOUCH_SHARE * left * left, turn)
                return True
        number = int(clock_s / self.kind.period_s * PICTURES) % PICTURES
        made = self._pictures[number] is None
        if made and may_make:
            self._pictures[number] = self._make(self.kind.swing_share, math.tau * number / PICTURES)
        self.picture = self._pictures[number] or self.picture
        return made and may_make

    def _make(self, swing_share: float, turn: float) -> pygame.Surface:
        """The part, with its rows shifted, at this phase (in radians) of its swing."""
        width, height = self.at.size
        moved = pygame.Surface((width, height), pygame.SRCALPHA)
        for top in range(0, height, STRIP_PX):
            share = top / height
            reach = {"top": share, "bottom": 1 - share}.get(self.kind.anchor, 1.0)
            shift = swing_share * width * reach * math.sin(turn + math.tau * self.kind.waves * share)
            moved.blit(self._ground, (round(shift), top), (0, top, width, STRIP_PX))
        moved.blit(_soft_mask(width, height), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        picture = self._ground.copy()
        picture.blit(moved, (0, 0))
        return picture


class Ambient:
    """Everything that moves by itself on one table."""

    def __init__(self, looks: Iterable[AmbientLook], ground: Callable[[], tuple[pygame.Surface, pygame.Rect]]) -> None:
        """`ground` gives the background picture as it fills the window, and where all of it lies there."""
        self._looks = tuple(looks)
        self._ground = ground
        self._parts: list[Breathing] | None = None
        self._clock_s = 0.0
        self._since_s = 0.0

    @property
    def parts(self) -> list[Breathing]:
        if self._parts is None:
            picture, whole = self._ground()
            scale = whole.width / 1920
            found = []
            for look in self._looks:
                at = pygame.Rect(look.x * scale, look.y * scale, look.width * scale, look.height * scale)
                at = at.move(whole.topleft).clip(picture.get_rect())
                if at.width > STRIP_PX and at.height > STRIP_PX:
                    found.append(Breathing(look, at, picture))
            self._parts = found
        return self._parts

    def cover(self, rects: list[pygame.Rect]) -> None:
        """Called when the table is drawn anew: parts under these rectangles stand still."""
        for part in self.parts:
            part.is_covered = part.at.collidelist(rects) >= 0

    def touch(self, pos: tuple[int, int]) -> None:
        """The pointer is here: a jelly under it shakes."""
        for part in self.parts:
            if part.kind_name == "jelly" and part.at.collidepoint(pos) and part.touched_s == 0:
                part.touched_s = TOUCH_S

    def update(self, dt: float) -> bool:
        """True if something has to be drawn."""
        shaking = any(part.touched_s > 0 and not part.is_covered for part in self.parts)
        self._clock_s += dt
        self._since_s += dt
        if not shaking and self._since_s < 1 / FRAMES_PER_S:
            return False
        may_make = True
        for part in self.parts:
            if not part.is_covered and (self._since_s >= 1 / FRAMES_PER_S or part.touched_s > 0):
                may_make = not part.update(self._clock_s, dt, may_make) and may_make
        self._since_s %= 1 / FRAMES_PER_S
        return bool(self.parts)

    def draw(self, surface: pygame.Surface) -> None:
        for part in self.parts:
            if part.picture is not None and not part.is_covered:
                surface.blit(part.picture, part.at)


@lru_cache(16)
def _soft_mask(width: int, height: int) -> pygame.Surface:
    """White, and transparent toward the edges."""
    small = pygame.Surface((MASK_PX, MASK_PX), pygame.SRCALPHA)
    middle = (MASK_PX - 1) / 2
    for y in range(MASK_PX):
        for x in range(MASK_PX):
            distance = math.hypot(x - middle, y - middle) / middle
            share = min(1.0, max(0.0, (1 - distance) / (1 - MASK_SOLID_SHARE)))
            small.set_at((x, y), (255, 255, 255, round(255 * share * share * (3 - 2 * share))))
    return pygame.transform.smoothscale(small, (width, height))
