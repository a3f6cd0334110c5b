"""Sprites: the cards on the table. Each chases the place that the layout gives it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from game.engine.cards import HIDDEN, Card
from game.ui.kit import Kit
from game.ui.table import springs
from game.ui.table.layout import CARD_RATIO, Spot
from game.ui.table.pictures import Flown, Pictures, Placed
from game.ui.table.springs import Body, Motion

LIFT_U = 14.0
"""Distance that a card rises under the pointer."""
LIFT_GROWTH, LIFT_HEIGHT = 0.04, 0.35
"""How much larger a risen card looks, and how high its shadow says it is. A card in the air has the height 1."""
HELD_SCALE = 1.06
"""How much larger a dragged card looks."""
SHADOW_DISTANCE_U = 20.0
"""A card that moves farther than this has a shadow. A card of a pile that only makes room moves less."""
STIR_U = 3.0
"""A card that would move less than this, as in a pile that gets lower, is put there at once."""
REST_LIFT, REST_LIFT_PER_S = 0.01, 0.2
"""A card whose lift and its speed differ less than this from the goal has risen or sunk."""
SLIDE_ANGLE_DEG, SLIDE_WIDTH_U = 1.2, 0.5
"""A card that differs less than this in angle and width from what it will be at rest is drawn as it will be there."""
SLOW_U_PER_S = 240.0
"""A card that moves slower than this is turned smoothly, because one sees its edges."""


@dataclass(slots=True)
class Sprite:
    """A card. `goal` is where the layout wants it, `spot` where it is now. At rest both are equal."""

    card: Card
    suit: int
    """The suit of its back, in titles where each player has a set of cards."""
    spot: Spot
    goal: Spot
    body: Body
    motion: Motion = springs.MAKE_ROOM
    resting: bool = True
    aloft: bool = False
    """It flies above everything else, because it goes from one place to another."""
    flies: bool = False
    """It leans, rises and is pressed flat when it lands. Never under the setting "less motion"."""
    shaded: bool = True
    lift: float = 0.0
    """How far it has risen, from 0 to 1."""
    lift_speed: float = 0.0
    tilt: int = 0
    """How far it is tilted toward the pointer, in steps: negative to the left."""
    dragged_to: tuple[float, float] | None = None
    """Where the pointer wants it, in units; None if it is not dragged."""
    goal_rect: tuple[Spot, float, pygame.Rect] | None = None
    """The rectangle of the goal in pixels, with the goal and the size of a unit for which it was worked out."""
    placed: tuple[object, list[Placed]] | None = None
    """The pictures as they were drawn last in motion, and what they depend on."""
    lying: tuple[object, Placed] | None = None
    """The same as it was drawn last at rest."""
    rested_at: Spot | None = None
    """Where it lay before it began to move; None if it never lay."""
    flown: Flown | None = None
    """Its picture as it was drawn last in the air; None if it was not since it rested."""
    flown_shadow: pygame.Surface | None = None
    """The shadow of that."""

    @classmethod
    def resting_at(cls, card: Card, suit: int, spot: Spot) -> Sprite:
        return cls(card, suit, spot, spot, Body.at(spot))

    @property
    def is_in_air(self) -> bool:
        """Whether it is drawn above everything else on the table: it is dragged, or flies. Nearer to its goal than a
        card is high it is drawn where it will lie, so that it slides in between its neighbours."""
        if self.dragged_to is not None:
            return True
        return self.aloft and self.body.distance(self.goal) > self.goal.width * CARD_RATIO

    @property
    def is_live(self) -> bool:
        """Whether it is drawn anew in every frame: it moves, or has risen, or is dragged."""
        return not self.resting or self.lift != 0 or self.tilt != 0 or self.dragged_to is not None

    def move_to(self, goal: Spot, motion: Motion, *, aloft: bool = False, flies: bool = False) -> None:
        """Send it to another place. In mid-flight its path bends; its speed stays."""
        unseen = not self.spot.visible and not goal.visible
        if self.resting and (unseen or goal == self.goal or _is_near(self.spot, goal)):
            self.goal = goal
            self.finish()
            return
        if self.resting:
            self.shaded, self.motion = self.goal.has_shadow or goal.has_shadow, motion
            self.rested_at = self.spot
        elif self.body.landed and goal != self.goal:  # it gives way to others, before it rests
            self.aloft, self.flies, self.motion = False, False, motion
        if aloft:
            self.aloft, self.flies, self.motion, self.body.landed = True, flies, motion, False
        distance = math.hypot(goal.x - self.body.x, goal.y - self.body.y)
        self.shaded = self.shaded or distance > SHADOW_DISTANCE_U
        self.goal, self.resting = goal, False

    def shake(self, motion: Motion = springs.REFUSE, speed_u: float = springs.REFUSE_SPEED_U) -> None:
        """Shake it sideways, because it cannot be played."""
        self.motion, self.flies = motion, False
        self.body.x_speed += speed_u
        self.shaded, self.resting = self.goal.has_shadow, False

    def drag_to(self, x: float, y: float, rigid: bool = False) -> None:
        """Called while the pointer drags it: it follows, and leans into its way. `rigid`: it is there at once."""
        if self.dragged_to is None:
            self.body.y -= self.lift * LIFT_U
            self.body.landed = True
        self.dragged_to, self.flies, self.shaded, self.resting = (x, y), not rigid, True, False
        if rigid:
            self.body.x, self.body.y, self.body.x_speed, self.body.y_speed = x, y, 0.0, 0.0
            self.advance(0.0)

    def release(self) -> None:
        """Called when the pointer lets it go. It flies back from there, unless it gets another goal."""
        if self.dragged_to is None:
            return
        self.body.y += self.lift * LIFT_U
        self.dragged_to = None
        self.motion, self.aloft, self.flies = springs.MAKE_ROOM, True, True
        self.shaded, self.resting, self.body.landed = True, False, False

    def hide(self) -> None:
        """Turn it face down at once, because it is not known any more."""
        self.card = HIDDEN
        self.spot = replace(self.spot, face_up=False)
        self.body.turn = self.body.turn_speed = 0.0

    def finish(self) -> None:
        """End all motion at once."""
        self.spot, self.body, self.resting, self.aloft, self.flies = self.goal, Body.at(self.goal), True, False, False
        self.flown = self.flown_shadow = None

    def advance(self, dt_ms: float) -> bool:
        """True while it moves."""
        if self.resting:
            return False
        body, goal, held = self.body, self.goal, self.dragged_to is not None
        if self.dragged_to is not None:
            goal = replace(goal, x=self.dragged_to[0], y=self.dragged_to[1], angle=0.0)
        moves = body.step(goal, springs.DRAG if held else self.motion, dt_ms, self.flies)
        if not held and (not moves or (not goal.visible and body.is_near(goal))):
            self.finish()
            return True
        self.spot = Spot(
            body.x,
            body.y,
            max(4.0, body.width * body.scale * (HELD_SCALE if held else 1.0)),
            body.angle,
            body.turn > 0.5,
            goal.z + (1000 if self.aloft else 0),
            True,
            self.shaded,
        )
        return True

    def advance_lift(self, goal: float, dt_ms: float, calm: bool) -> None:
        """Rise or sink for this time. `calm`: at once."""
        lift, speed = springs.spring_step(self.lift, self.lift_speed, goal, springs.LIFT, dt_ms)
        if calm or (abs(lift - goal) < REST_LIFT and abs(speed) < REST_LIFT_PER_S):
            lift, speed = goal, 0.0
        self.lift, self.lift_speed = lift, speed

    @property
    def width_share(self) -> float:
        """How wide it looks while it turns over: from 1 to 0 and back to 1."""
        turn = min(1.0, max(0.0, self.body.turn))
        return 1.0 if self.resting else abs(math.cos(turn * math.pi))


def _is_near(spot: Spot, goal: Spot) -> bool:
    """Whether the way from one spot to the other is too short to be seen."""
    return (
        abs(spot.x - goal.x) < STIR_U
        and abs(spot.y - goal.y) < STIR_U
        and abs(spot.width - goal.width) < STIR_U
        and abs(spot.angle - goal.angle) < STIR_U
        and spot.face_up == goal.face_up
    )


def draw_resting(kit: Kit, pictures: Pictures, surface: pygame.Surface, sprite: Sprite, dim: bool) -> None:
    """Draw a card that lies still. Its shadow is part of its picture."""
    spot = sprite.spot
    if not spot.visible:
        return
    depends_on = pictures, pictures.marked_suit, sprite.card, spot, dim
    if sprite.lying is None or sprite.lying[0] != depends_on:
        picture, u = pictures.resting(sprite.card, sprite.suit, spot, dim), kit.metrics.unit_px
        sprite.lying = depends_on, (picture, picture.get_rect(center=(round(spot.x * u), round(spot.y * u))))
    surface.blit(*sprite.lying[1], special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_live(kit: Kit, pictures: Pictures, surface: pygame.Surface, sprite: Sprite, dim: bool) -> None:
    """Draw a card that moves or has risen, with its shadow below it.

    Its pictures are chosen once for each state, so that a second look at the same frame is the same."""
    lift, suit = (sprite.lift, sprite.lift_speed), pictures.marked_suit
    depends_on = (sprite.card, suit, sprite.spot, sprite.body.turn, lift, sprite.tilt, sprite.dragged_to, dim)
    if sprite.placed is None or sprite.placed[0] != depends_on:
        sprite.placed = depends_on, _place(kit, pictures, sprite, dim)
    for picture, at in sprite.placed[1]:
        surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _place(kit: Kit, pictures: Pictures, sprite: Sprite, dim: bool) -> list[Placed]:
    spot, u = sprite.spot, kit.metrics.unit_px
    if not spot.visible:
        return []
    x, y = spot.x, spot.y - sprite.lift * LIFT_U
    height = max(0.0, sprite.lift) * LIFT_HEIGHT
    if sprite.dragged_to is not None:
        y, height = spot.y, 1.0
    elif sprite.flies:
        height = max(height, sprite.body.height(sprite.goal))
    if sprite.resting:
        grown, rising = 1 + LIFT_GROWTH * sprite.lift, sprite.lift_speed != 0
        picture = pictures.raised(sprite.card, sprite.suit, spot, dim, sprite.tilt, grown, rising)
    else:
        slow = sprite.body.speed < SLOW_U_PER_S
        if (slow or not height) and sprite.goal.visible and sprite.dragged_to is None:
            sliding = _sliding_picture(pictures, sprite, dim)
            if sliding is not None and not height:
                return [(sliding, sliding.get_rect(center=(round(x * u), round(y * u))))]
        if sprite.is_in_air:  # everybody looks at it: it has its pictures in every frame
            sprite.flown = sprite.flown_shadow = None
        sprite.flown = pictures.flying(sprite.card, sprite.suit, spot, sprite.width_share, slow, dim, sprite.flown)
        picture = sprite.flown[1]
    card = picture, picture.get_rect(center=(round(x * u), round(y * u)))
    if not spot.has_shadow:
        return [card]
    shadow = pictures.shadow(spot, (x, y), sprite.width_share, height, sprite.flown_shadow)
    sprite.flown_shadow = shadow[0]
    return [shadow, card]


def _sliding_picture(pictures: Pictures, sprite: Sprite, dim: bool) -> pygame.Surface | None:
    """The picture of a card that looks as it will lie or as it lay before. It is made ahead if there is time."""
    picture = pictures.ready_resting(sprite.card, sprite.suit, sprite.goal, dim)
    if picture is not None and _looks_as_at(sprite, sprite.goal):
        return picture
    if sprite.rested_at is not None and _looks_as_at(sprite, sprite.rested_at):
        return pictures.known_resting(sprite.card, sprite.suit, sprite.rested_at, dim)
    return None


def _looks_as_at(sprite: Sprite, place: Spot) -> bool:
    """Whether a moving card looks as it does when it lies there: it only slides."""
    spot = sprite.spot
    return (
        abs(spot.angle - place.angle) < SLIDE_ANGLE_DEG
        and abs(spot.width - place.width) < SLIDE_WIDTH_U
        and sprite.body.turn == float(place.face_up)
        and spot.has_shadow == place.has_shadow
        and place.visible
    )


def sprite_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card is now, without its angle. It may have risen."""
    return _rect(kit, sprite, sprite.lift * LIFT_U)


def touch_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where a card can be touched. This does not rise with the card, so that it stays under the pointer."""
    return _rect(kit, sprite, 0.0)


def goal_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where the layout wants a card. The rectangle is kept for the next call, so it must not be changed."""
    spot, u, known = sprite.goal, kit.metrics.unit_px, sprite.goal_rect
    if known is None or known[0] is not spot or known[1] != u:
        rect = kit.rect(0, 0, spot.width, spot.width * CARD_RATIO)
        rect.center = round(spot.x * u), round(spot.y * u)
        known = sprite.goal_rect = spot, u, rect
    return known[2]


def _rect(kit: Kit, sprite: Sprite, up: float) -> pygame.Rect:
    rect = goal_rect(kit, sprite).copy()
    if up:
        rect.centery = round((sprite.goal.y - up) * kit.metrics.unit_px)
    return rect
