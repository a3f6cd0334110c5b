"""Pictures of cards as they lie or fly: scaled, turned, with a shadow, and kept for the next frame.

All are premultiplied, and drawn with BLEND_PREMULTIPLIED. The centre of a picture is the centre of its card.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

import pygame

from game.engine.cards import Card
from game.ui.kit import Kit
from game.ui.shapes import svg_text
from game.ui.table.cards import CardArt
from game.ui.table.layout import CARD_RATIO, Spot

RestingKey = tuple[str, tuple[str, int], int, float, bool, bool]
Placed = tuple[pygame.Surface, pygame.Rect]
"""A picture and where it is drawn."""
CACHE_LIMIT_BYTES = 32 * 2**20
"""Size of the cache at 1920×1080. It grows with the area of the window."""
SHADOW_BORDER_SHARE = 0.11
"""Width of the border for the shadow, as a share of the card's width."""
EDGE_PX = 2
"""Transparent border of a card without shadow, so that its edges are smooth when it is turned."""
REST_ANGLE_DEG, SLOW_ANGLE_DEG, FAST_ANGLE_DEG, SHADOW_ANGLE_DEG = 0.5, 1.0, 3.0, 3.0
"""Angles are rounded to these steps: at rest, in slow and in fast flight, and those of a shadow in flight."""
SLOW_SIZE_STEP, FAST_SIZE_STEP = 0.02, 0.04
"""Sizes are rounded to these shares of the size."""
TURN_STEPS = 12
"""Widths of a card that turns over, from edge-on to its full width."""
SMOOTH_PER_FRAME = 1
"""Pictures of moving cards that are turned smoothly in one frame. More take too long; others are turned roughly."""
TILT_STEPS, TILT_SHARE, STRIP_PX = 3, 0.05, 3
"""Steps of a card's tilt to each side, by how much each makes the far edge shorter, and the strips it is cut into."""
SHADOW_PIXELS = 64
"""All shadows in flight are scaled from the shadow of a card of this width. They are soft, so that is enough."""
HEIGHT_STEPS = 4
"""The number of steps in which a shadow gets softer, the higher its card flies."""
SHADOW_DOWN_U, SHADOW_ASIDE_U = 13.0, 9.0
"""How far the shadow of a card at full height lies below the card, and beside it at the edge of the window: there is
one lamp, above the middle of the table."""


class Pictures:
    """The cache. It belongs to one CardArt, so to one title and one size of window."""

    def __init__(self, kit: Kit, art: CardArt) -> None:
        self._kit = kit
        self._art = art
        self._cache: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._limit = round(CACHE_LIMIT_BYTES * max(1.0, (kit.metrics.size[1] / 1080) ** 2))
        self._smooth_left = SMOOTH_PER_FRAME

    def begin_frame(self, spare: bool) -> None:
        """Called before each frame, so that no frame makes too many pictures. `spare`: whether it has time for any."""
        self._smooth_left = SMOOTH_PER_FRAME if spare else 0

    @property
    def marked_suit(self) -> int:
        return self._art.marked_suit

    def mark_suit(self, suit: int) -> bool:
        """Give the cards of this suit a crown. True if that has changed something."""
        if suit == self._art.marked_suit:
            return False
        self._art.marked_suit = suit
        self._cache.clear()
        self._bytes = 0
        return True

    def _cached(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        picture = self._cache.get(key)
        if picture is not None:
            self._cache.move_to_end(key)
            return picture
        picture = self._cache[key] = make()
        self._bytes += picture.get_width() * picture.get_height() * 4
        while self._bytes > self._limit and len(self._cache) > 1:
            _, old = self._cache.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return picture

    def _pixels(self, width: float) -> int:
        return max(4, round(width * self._kit.metrics.unit_px))

    # At rest

    def resting(self, card: Card, suit: int, spot: Spot, dim: bool) -> pygame.Surface:
        """A card that lies on the table, with its shadow if it has one."""
        key = self._resting_key(card, suit, spot, dim)
        return self._cached(key, lambda: self._make_resting(*key))

    def ready_resting(self, card: Card, suit: int, spot: Spot, dim: bool) -> pygame.Surface | None:
        """The picture of a card that will lie there soon. None if this frame has no time to make it: often many cards
        land at once."""
        key = self._resting_key(card, suit, spot, dim)
        if key not in self._cache:
            if self._smooth_left <= 0:
                return None
            self._smooth_left -= 1
        return self._cached(key, lambda: self._make_resting(*key))

    def _resting_key(self, card: Card, suit: int, spot: Spot, dim: bool) -> RestingKey:
        angle = round(spot.angle / REST_ANGLE_DEG) * REST_ANGLE_DEG
        return "rest", _what(card, suit, spot.face_up), self._pixels(spot.width), angle, dim, spot.has_shadow

    def _make_resting(
        self, _: str, what: tuple[str, int], pixels: int, angle: float, dim: bool, has_shadow: bool
    ) -> pygame.Surface:
        room = _shadow_room(pixels)
        canvas = pygame.Surface((pixels + 2 * room, round(pixels * CARD_RATIO) + 2 * room), pygame.SRCALPHA)
        if has_shadow:
            canvas.blit(self._soft_shadow(pixels, 0), (0, 0))
        canvas.blit(self._card(what, pixels), (room, room))
        return _turned(_dimmed(canvas) if dim else canvas, angle)

    def raised(
        self, card: Card, suit: int, spot: Spot, dim: bool, tilt: int, grown: float, rising: bool
    ) -> pygame.Surface:
        """A card that has risen, without its shadow: larger by the factor `grown`, tilted by this many steps.

        While it is still `rising`, it is drawn as at rest in frames that have no time for a new picture.
        """
        pixels = self._pixels(spot.width * round(grown / SLOW_SIZE_STEP) * SLOW_SIZE_STEP)
        angle = round(spot.angle / REST_ANGLE_DEG) * REST_ANGLE_DEG
        what = _what(card, suit, spot.face_up)
        key = ("raised", what, pixels, angle, dim, tilt)
        if rising and key not in self._cache and self._smooth_left <= 0:
            resting = self._cache.get(self._resting_key(card, suit, spot, dim))
            if resting is not None:
                return resting
        self._smooth_left -= key not in self._cache
        return self._cached(key, lambda: _turned(_tilted(self._bare(what, pixels, 1.0, dim), tilt), angle))

    # In flight

    def flying(self, card: Card, suit: int, spot: Spot, share: float, slow: bool, dim: bool) -> pygame.Surface:
        """A card in the air, without its shadow. `share` is its width while it turns over."""
        pixels = self._pixels(_rounded_size(spot.width, SLOW_SIZE_STEP if slow else FAST_SIZE_STEP))
        what, squeeze = _what(card, suit, spot.face_up), max(1, round(share * TURN_STEPS)) / TURN_STEPS
        flat = ("flat", what, pixels, squeeze, dim)
        if slow:
            angle = round(spot.angle / SLOW_ANGLE_DEG) * SLOW_ANGLE_DEG
            key = ("slow", flat, angle)
            if key in self._cache or self._smooth_left > 0:
                self._smooth_left -= key not in self._cache
                return self._cached(key, lambda: _turned(self._bare(what, pixels, squeeze, dim), angle))
        angle = round(spot.angle / FAST_ANGLE_DEG) * FAST_ANGLE_DEG
        base = self._cached(flat, lambda: self._bare(what, pixels, squeeze, dim).premul_alpha())
        return self._cached(("fast", flat, angle), lambda: pygame.transform.rotate(base, angle)) if angle else base

    def shadow(self, spot: Spot, centre: tuple[float, float], share: float, height: float) -> Placed:
        """The shadow of a card whose centre is there, in units, and where it falls."""
        kit, step = self._kit, round(min(1.0, height) * HEIGHT_STEPS)
        pixels = self._pixels(_rounded_size(spot.width, FAST_SIZE_STEP))
        angle = round(spot.angle / SHADOW_ANGLE_DEG) * SHADOW_ANGLE_DEG
        squeeze = max(1, round(share * TURN_STEPS)) / TURN_STEPS

        def make() -> pygame.Surface:
            flat = self._cached(("soft", step), lambda: self._soft_shadow(SHADOW_PIXELS, step).premul_alpha())
            grown = pixels / SHADOW_PIXELS
            size = flat.get_width() * grown * squeeze, flat.get_height() * grown
            flat = pygame.transform.smoothscale(flat, (max(1, round(size[0])), max(1, round(size[1]))))
            return pygame.transform.rotate(flat, angle) if angle else flat

        picture = self._cached(("shadow", pixels, squeeze, step, angle), make)
        aside = SHADOW_ASIDE_U * height * (2 * centre[0] / kit.metrics.width - 1)
        u = kit.metrics.unit_px
        middle = round((centre[0] + aside) * u), round((centre[1] + SHADOW_DOWN_U * height) * u)
        return picture, picture.get_rect(center=middle)

    def _card(self, what: tuple[str, int], pixels: int) -> pygame.Surface:
        return self._art.face(what[1], pixels) if what[0] == "face" else self._art.back(what[1], pixels)

    def _bare(self, what: tuple[str, int], pixels: int, share: float, dim: bool) -> pygame.Surface:
        """A card without shadow, squeezed to a share of its width, with a transparent border."""
        picture = _squeezed(self._card(what, pixels), share)
        width, height = picture.get_size()
        canvas = pygame.Surface((width + 2 * EDGE_PX, height + 2 * EDGE_PX), pygame.SRCALPHA)
        canvas.blit(picture, (EDGE_PX, EDGE_PX))
        return _dimmed(canvas) if dim else canvas

    def _soft_shadow(self, pixels: int, step: int) -> pygame.Surface:
        """The shadow of a card that is `pixels` wide. With every step it gets larger, softer and lighter."""
        room, spread = _shadow_room(pixels), 1 + step * 0.22
        border = round(room * spread)
        width, height = pixels + 2 * border, round(pixels * CARD_RATIO) + 2 * border
        layers = "".join(
            f'<rect x="{border - grow:.1f}" y="{border - grow + room * 0.3:.1f}" width="{pixels + 2 * grow:.1f}" '
            f'height="{height - 2 * border + 2 * grow:.1f}" rx="{pixels * 0.08 + grow:.1f}" '
            f'fill="#170a1c" fill-opacity="{0.09 / (1 + step * 0.08):.3f}"/>'
            for grow in (room * spread * part for part in (0.65, 0.45, 0.25, 0.05 - step * 0.1))
        )
        return self._kit.art.svg_image(svg_text((width, height), layers), (width, height))


def _what(card: Card, suit: int, face_up: bool) -> tuple[str, int]:
    return ("face", card) if face_up else ("back", suit)


def _shadow_room(pixels: int) -> int:
    return max(3, round(pixels * SHADOW_BORDER_SHARE))


def _rounded_size(width: float, step: float) -> float:
    """The nearest width of a fixed series, so that the cache finds a picture again."""
    grows = math.log(1 + step)
    return math.exp(round(math.log(max(width, 4)) / grows) * grows)


def _squeezed(picture: pygame.Surface, share: float) -> pygame.Surface:
    """A picture at a share of its width, as of a card that turns over."""
    if share >= 1:
        return picture
    return pygame.transform.smoothscale(picture, (max(1, round(picture.get_width() * share)), picture.get_height()))


def _dimmed(canvas: pygame.Surface) -> pygame.Surface:
    veil = pygame.Surface(canvas.get_size(), pygame.SRCALPHA)
    veil.fill((150, 138, 158, 255))
    canvas.blit(veil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return canvas


def _turned(canvas: pygame.Surface, angle: float) -> pygame.Surface:
    """A picture, premultiplied and turned smoothly."""
    picture = canvas.premul_alpha()
    return pygame.transform.rotozoom(picture, angle, 1.0) if angle else picture


def _tilted(canvas: pygame.Surface, tilt: int) -> pygame.Surface:
    """A card seen from the side: the edge under the pointer is farther away, and so shorter."""
    if not tilt:
        return canvas
    width, height = canvas.get_size()
    taller = round(height * (1 + TILT_SHARE * abs(tilt) / 2))
    out = pygame.Surface((width, taller), pygame.SRCALPHA)
    for left in range(0, width, STRIP_PX):
        part = canvas.subsurface((left, 0, min(STRIP_PX, width - left), height))
        across = (left + part.get_width() / 2) / width - 0.5
        high = max(1, round(height * (1 - TILT_SHARE * tilt * across)))
        out.blit(pygame.transform.smoothscale(part, (part.get_width(), high)), (left, (taller - high) // 2))
    return out
