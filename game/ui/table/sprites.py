"""Cards in motion. A sprite is a picture of a card, never the card: it goes where the layout says."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.engine.cards import Card
from game.ui.kit import Kit
from game.ui.table.cards import CardArt
from game.ui.table.layout import CARD_RATIO, Spot

LIFT_U = 14.0
"""Distance that a card rises under the pointer."""
SHADOW_DISTANCE_U = 20.0
"""A card that moves farther than this has a shadow. A card of a pile that only makes room moves less."""


def ease(share: float) -> float:
    """Quick off, soft landing."""
    return 1 - (1 - share) ** 3


@dataclass(slots=True)
class Sprite:
    card: Card
    suit: int
    """Whose back it has, in titles where every player has an own set."""
    spot: Spot
    start: Spot
    goal: Spot
    length: float = 0.0
    clock: float = 0.0
    arc: float = 0.0
    shake: float = 0.0
    lift: float = 0.0
    held: tuple[float, float] | None = None
    """Where the pointer drags it."""

    @classmethod
    def at(cls, card: Card, suit: int, spot: Spot) -> Sprite:
        return cls(card, suit, spot, spot, spot)

    @property
    def resting(self) -> bool:
        return self.spot == self.goal

    def go(self, goal: Spot, length: float, arc: float) -> None:
        if goal == self.goal:
            return
        self.start, self.goal = self.spot, goal
        self.clock, self.length, self.arc = 0.0, length, arc
        if length <= 0:
            self.spot = goal

    def finish(self) -> None:
        self.spot = self.goal
        self.shake = 0.0

    def advance(self, dt: float) -> bool:
        """True while it moves."""
        moving = False
        if self.shake > 0:
            self.shake = max(0.0, self.shake - dt)
            moving = True
        if self.resting:
            return moving
        self.clock += dt
        share = min(1.0, self.clock / self.length) if self.length > 0 else 1.0
        if share >= 1:
            self.spot = self.goal
            return True
        self.spot = self._between(ease(share), share)
        return True

    def _between(self, eased: float, share: float) -> Spot:
        a, b = self.start, self.goal

        def mix(one: float, other: float) -> float:
            return one + (other - one) * eased

        rise = math.sin(share * math.pi) * self.arc
        up = a.up if share < 0.5 else b.up
        top = max(a.z, b.z) + 1000
        shade = a.shade or b.shade or math.hypot(b.x - a.x, b.y - a.y) > SHADOW_DISTANCE_U
        return Spot(
            mix(a.x, b.x), mix(a.y, b.y) - rise, mix(a.width, b.width), mix(a.angle, b.angle), up, top, True, shade
        )

    @property
    def turning(self) -> float:
        """How wide it looks while it is turned over: 1, down to 0 and back to 1."""
        if self.resting or self.start.up == self.goal.up or self.length <= 0:
            return 1.0
        share = min(1.0, self.clock / self.length)
        return abs(math.cos(share * math.pi))


def draw(kit: Kit, art: CardArt, surface: pygame.Surface, sprite: Sprite, dim: bool = False) -> None:
    spot = sprite.spot
    if not spot.shown and sprite.resting:
        return
    width = spot.width if sprite.resting else art.quantised(spot.width)
    picture = art.cut(sprite.card, sprite.suit, spot.up, width, spot.angle, dim, spot.shade)
    if sprite.turning < 0.98:
        size = max(1, round(picture.get_width() * sprite.turning)), picture.get_height()
        picture = pygame.transform.smoothscale(picture, size)
    x, y = sprite.held or (spot.x, spot.y - sprite.lift * LIFT_U)
    if sprite.shake > 0:
        x += math.sin(sprite.shake * 50) * 8 * min(1.0, sprite.shake * 3)
    u = kit.metrics.unit_px
    at = picture.get_rect(center=(round(x * u), round(y * u)))
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def rect_of(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card is, unturned; it may have risen."""
    return _rect(kit, sprite, sprite.lift * LIFT_U)


def touch_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card can be touched: it does not run away from the pointer that raises it."""
    return _rect(kit, sprite, 0.0)


def _rect(kit: Kit, sprite: Sprite, up: float) -> pygame.Rect:
    spot = sprite.goal
    rect = kit.rect(0, 0, spot.width, spot.width * CARD_RATIO)
    rect.center = round(spot.x * kit.metrics.unit_px), round((spot.y - up) * kit.metrics.unit_px)
    return rect
