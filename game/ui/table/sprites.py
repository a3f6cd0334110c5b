"""Sprites: the pictures of cards on the table, and their motion to where the layout puts them."""

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


def ease_out(share: float) -> float:
    """Easing of a motion: fast at first, slow at the end. From 0 to 1."""
    return 1 - (1 - share) ** 3


@dataclass(slots=True)
class Sprite:
    """The picture of a card on its way from `start` to `goal`. `spot` is where it is now.

    `lift` is how far it has risen, from 0 to 1. `shake_s` is the time for which it still shakes.
    """

    card: Card
    suit: int
    """The suit of its back, in titles where each player has a set of cards."""
    spot: Spot
    start: Spot
    goal: Spot
    duration_s: float = 0.0
    clock_s: float = 0.0
    arc_u: float = 0.0
    shake_s: float = 0.0
    lift: float = 0.0
    dragged_to: tuple[float, float] | None = None
    """Where the pointer has dragged it, in units; None if it is not dragged."""

    @classmethod
    def resting_at(cls, card: Card, suit: int, spot: Spot) -> Sprite:
        return cls(card, suit, spot, spot, spot)

    @property
    def resting(self) -> bool:
        return self.spot == self.goal

    def move_to(self, goal: Spot, duration_s: float, arc_u: float) -> None:
        if goal == self.goal:
            return
        self.start, self.goal = self.spot, goal
        self.clock_s, self.duration_s, self.arc_u = 0.0, duration_s, arc_u
        if duration_s <= 0:
            self.spot = goal

    def finish(self) -> None:
        self.spot = self.goal
        self.shake_s = 0.0

    def advance(self, dt: float) -> bool:
        """True while it moves."""
        moving = False
        if self.shake_s > 0:
            self.shake_s = max(0.0, self.shake_s - dt)
            moving = True
        if self.resting:
            return moving
        self.clock_s += dt
        share = min(1.0, self.clock_s / self.duration_s) if self.duration_s > 0 else 1.0
        if share >= 1:
            self.spot = self.goal
            return True
        self.spot = self._between(ease_out(share), share)
        return True

    def _between(self, eased: float, share: float) -> Spot:
        a, b = self.start, self.goal

        def mix(one: float, other: float) -> float:
            return one + (other - one) * eased

        rise = math.sin(share * math.pi) * self.arc_u
        up = a.face_up if share < 0.5 else b.face_up
        top = max(a.z, b.z) + 1000
        shade = a.has_shadow or b.has_shadow or math.hypot(b.x - a.x, b.y - a.y) > SHADOW_DISTANCE_U
        return Spot(
            mix(a.x, b.x), mix(a.y, b.y) - rise, mix(a.width, b.width), mix(a.angle, b.angle), up, top, True, shade
        )

    @property
    def width_share(self) -> float:
        """How wide it looks while it turns over: from 1 to 0 and back to 1."""
        if self.resting or self.start.face_up == self.goal.face_up or self.duration_s <= 0:
            return 1.0
        share = min(1.0, self.clock_s / self.duration_s)
        return abs(math.cos(share * math.pi))


def draw_sprite(kit: Kit, art: CardArt, surface: pygame.Surface, sprite: Sprite, dim: bool = False) -> None:
    spot = sprite.spot
    if not spot.visible and sprite.resting:
        return
    width = spot.width if sprite.resting else art.rounded_width(spot.width)
    picture = art.sprite_picture(sprite.card, sprite.suit, spot.face_up, width, spot.angle, dim, spot.has_shadow)
    if sprite.width_share < 0.98:
        size = max(1, round(picture.get_width() * sprite.width_share)), picture.get_height()
        picture = pygame.transform.smoothscale(picture, size)
    x, y = sprite.dragged_to or (spot.x, spot.y - sprite.lift * LIFT_U)
    if sprite.shake_s > 0:
        x += math.sin(sprite.shake_s * 50) * 8 * min(1.0, sprite.shake_s * 3)
    u = kit.metrics.unit_px
    at = picture.get_rect(center=(round(x * u), round(y * u)))
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def sprite_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card is now, without its angle. It may have risen."""
    return _rect(kit, sprite, sprite.lift * LIFT_U)


def touch_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card can be touched. This does not rise with the card, so that it stays under the pointer."""
    return _rect(kit, sprite, 0.0)


def _rect(kit: Kit, sprite: Sprite, up: float) -> pygame.Rect:
    spot = sprite.goal
    rect = kit.rect(0, 0, spot.width, spot.width * CARD_RATIO)
    rect.center = round(spot.x * kit.metrics.unit_px), round((spot.y - up) * kit.metrics.unit_px)
    return rect
