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

CardFace = tuple[str, int, bool]
"""What is seen of a card: "face" with the card, or "back" with its suit; and whether it has a crown."""
RestingKey = tuple[str, CardFace, int, float, bool, bool]
Placed = tuple[pygame.Surface, pygame.Rect]
"""A picture and where it is drawn."""
Flown = tuple[CardFace, pygame.Surface]
"""The picture of a card in the air, and what it shows."""
CACHE_LIMIT_BYTES = 32 * 2**20
"""Size of the cache at 1920×1080. It grows with the area of the window."""
SHADOW_BORDER_SHARE = 0.11
"""Width of the border for the shadow, as a share of the card's width."""
EDGE_PX = 2
"""Transparent border of a card without shadow, so that its edges are smooth when it is turned."""
REST_ANGLE_DEG, SLOW_ANGLE_DEG, FAST_ANGLE_DEG, SHADOW_ANGLE_DEG = 0.5, 1.0, 3.0, 6.0
"""Angles are rounded to these steps: at rest, in slow and in fast flight, and those of a shadow in flight."""
SLOW_SIZE_STEP, FAST_SIZE_STEP, SHADOW_SIZE_STEP = 0.02, 0.04, 0.08
"""Sizes are rounded to these shares of the size: of cards in slow and in fast flight, and of their shadows."""
TURN_STEPS, SHADOW_TURN_STEPS = 12, 6
"""Widths of a card that turns over, from edge-on to its full width, and of its shadow."""
WORK_PER_FRAME, BUSY_WORK_PER_FRAME = 6, 3
"""How much work the new pictures of moving cards may be in one frame, and in a frame that has much else to draw. A card
that finds no work left is drawn as it was in the frame before."""
SMOOTH_WORK, ROUGH_WORK = 5, 1
"""The work of a picture that is turned smoothly, and of one that is turned roughly or only scaled."""
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
        self._work_left = WORK_PER_FRAME

    def begin_frame(self, spare: bool) -> None:
        """Called before each frame, so that no frame makes too many pictures. `spare`: whether it has time for them."""
        self._work_left = WORK_PER_FRAME if spare else BUSY_WORK_PER_FRAME

    @property
    def marked_suit(self) -> int:
        return self._art.marked_suit

    def mark_suit(self, suit: int) -> bool:
        """Give the cards of this suit a crown. True if that has changed something."""
        if suit == self._art.marked_suit:
            return False
        self._art.marked_suit = suit
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

    def _cached_or_made(self, key: object, work: int, make: Callable[[], pygame.Surface]) -> pygame.Surface | None:
        """A picture of the cache. If it is not there it is made, unless this frame has no time for that work."""
        if key not in self._cache:
            if self._work_left < work:
                return None
            self._work_left -= work
        return self._cached(key, make)

    def _cached_or(
        self, other: pygame.Surface | None, key: object, work: int, make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """The same, but if this frame has no time the other picture. If there is none, the picture is made all the
        same."""
        return self._cached_or_made(key, work, make) or other or self._cached(key, make)

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
        return self._cached_or_made(key, _work(key[3]), lambda: self._make_resting(*key))

    def known_resting(self, card: Card, suit: int, spot: Spot, dim: bool) -> pygame.Surface | None:
        """The picture of a card that lay there; None if it is not in the cache any more."""
        return self._cache.get(self._resting_key(card, suit, spot, dim))

    def _resting_key(self, card: Card, suit: int, spot: Spot, dim: bool) -> RestingKey:
        angle = _rounded(spot.angle, REST_ANGLE_DEG)
        return "rest", self._face(card, suit, spot.face_up), self._pixels(spot.width), angle, dim, spot.has_shadow

    def _make_resting(
        self, _: str, face: CardFace, pixels: int, angle: float, dim: bool, has_shadow: bool
    ) -> pygame.Surface:
        room = _shadow_room(pixels)
        canvas = pygame.Surface((pixels + 2 * room, round(pixels * CARD_RATIO) + 2 * room), pygame.SRCALPHA)
        if has_shadow:
            canvas.blit(self._soft_shadow(pixels, 0), (0, 0))
        canvas.blit(self._card(face, pixels), (room, room))
        return _turned((_dimmed(canvas) if dim else canvas).premul_alpha(), angle)

    def raised(
        self, card: Card, suit: int, spot: Spot, dim: bool, tilt: int, grown: float, rising: bool
    ) -> pygame.Surface:
        """A card that has risen, without its shadow: larger by the factor `grown`, tilted by this many steps.

        While it is still `rising`, it is drawn as at rest in frames that have no time for a new picture.
        """
        pixels = self._pixels(spot.width * _rounded(grown, SLOW_SIZE_STEP))
        angle, face = _rounded(spot.angle, REST_ANGLE_DEG), self._face(card, suit, spot.face_up)
        return self._cached_or(
            self.known_resting(card, suit, spot, dim) if rising else None,
            ("raised", face, pixels, angle, dim, tilt),
            _work(angle or tilt),
            lambda: _turned(_tilted(self._flat(face, pixels, 1.0, dim), tilt), angle),
        )

    # In flight

    def flying(
        self, card: Card, suit: int, spot: Spot, share: float, slow: bool, dim: bool, before: Flown | None
    ) -> Flown:
        """A card in the air, without its shadow. `share` is its width while it turns over. In a frame that has no time
        for a new picture it looks as in the frame `before`."""
        pixels = self._pixels(_rounded_size(spot.width, SLOW_SIZE_STEP if slow else FAST_SIZE_STEP))
        face = self._face(card, suit, spot.face_up)
        flat = face, pixels, _turned_width(share, TURN_STEPS), dim
        if slow:
            turn = _rounded(spot.angle, SLOW_ANGLE_DEG)
            smooth = self._cached_or_made(("slow", flat, turn), _work(turn), lambda: _turned(self._flat(*flat), turn))
            if smooth is not None:
                return face, smooth
        rough_angle = _rounded(spot.angle, FAST_ANGLE_DEG)
        return face, self._cached_or(
            before[1] if before is not None and before[0] == face else None,
            ("fast", flat, rough_angle),
            ROUGH_WORK,
            lambda: pygame.transform.rotate(self._flat(*flat), rough_angle),
        )

    def shadow(
        self, spot: Spot, centre: tuple[float, float], share: float, height: float, before: pygame.Surface | None
    ) -> Placed:
        """The shadow of a card whose centre is there, in units, and where it falls. In a frame that has no time for a
        new picture it looks as in the frame `before`."""
        kit, step = self._kit, round(min(1.0, height) * HEIGHT_STEPS)
        pixels = self._pixels(_rounded_size(spot.width, SHADOW_SIZE_STEP))
        angle, squeeze = _rounded(spot.angle, SHADOW_ANGLE_DEG), _turned_width(share, SHADOW_TURN_STEPS)

        def make() -> pygame.Surface:
            flat = self._cached(("soft", step), lambda: self._soft_shadow(SHADOW_PIXELS, step).premul_alpha())
            grown = pixels / SHADOW_PIXELS
            size = flat.get_width() * grown * squeeze, flat.get_height() * grown
            flat = pygame.transform.smoothscale(flat, (max(1, round(size[0])), max(1, round(size[1]))))
            return pygame.transform.rotate(flat, angle) if angle else flat

        picture = self._cached_or(before, ("shadow", pixels, squeeze, step, angle), ROUGH_WORK, make)
        aside = SHADOW_ASIDE_U * height * (2 * centre[0] / kit.metrics.width - 1)
        u = kit.metrics.unit_px
        middle = round((centre[0] + aside) * u), round((centre[1] + SHADOW_DOWN_U * height) * u)
        return picture, picture.get_rect(center=middle)

    def _face(self, card: Card, suit: int, face_up: bool) -> CardFace:
        return ("face", card, self._art.is_marked(card)) if face_up else ("back", self._art.suit_of_back(suit), False)

    def _card(self, face: CardFace, pixels: int) -> pygame.Surface:
        return self._art.face(face[1], pixels) if face[0] == "face" else self._art.back(face[1], pixels)

    def _flat(self, face: CardFace, pixels: int, squeeze: float, dim: bool) -> pygame.Surface:
        """A card without shadow, as wide as this and squeezed to a share of that, with a transparent border."""

        def make() -> pygame.Surface:
            whole = self._cached(("whole", face, dim), lambda: self._make_whole(face, dim))
            width, height = max(1, round(pixels * squeeze)), round(pixels * CARD_RATIO)
            canvas = pygame.Surface((width + 2 * EDGE_PX, height + 2 * EDGE_PX), pygame.SRCALPHA)
            canvas.blit(pygame.transform.smoothscale(whole, (width, height)), (EDGE_PX, EDGE_PX))
            return canvas

        return self._cached(("flat", face, pixels, squeeze, dim), make)

    def _make_whole(self, face: CardFace, dim: bool) -> pygame.Surface:
        """A card as it was composed, premultiplied."""
        card = self._card(face, self._art.composed_width_px)
        return (_dimmed(card.copy()) if dim else card).premul_alpha()

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


def _shadow_room(pixels: int) -> int:
    return max(3, round(pixels * SHADOW_BORDER_SHARE))


def _rounded_size(width: float, step: float) -> float:
    """The nearest width of a fixed series, so that the cache finds a picture again."""
    grows = math.log(1 + step)
    return math.exp(round(math.log(max(width, 4)) / grows) * grows)


def _rounded(number: float, step: float) -> float:
    return round(number / step) * step


def _work(angle: float) -> int:
    """The work of a picture that is turned smoothly by this angle."""
    return SMOOTH_WORK if angle else ROUGH_WORK


def _turned_width(share: float, steps: int) -> float:
    """The width of a card that turns over, as one of so many steps. It is never 0."""
    return max(1, round(share * steps)) / steps


def _dimmed(canvas: pygame.Surface) -> pygame.Surface:
    veil = pygame.Surface(canvas.get_size(), pygame.SRCALPHA)
    veil.fill((150, 138, 158, 255))
    canvas.blit(veil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return canvas


def _turned(card: pygame.Surface, angle: float) -> pygame.Surface:
    """A premultiplied card, turned smoothly."""
    return pygame.transform.rotozoom(card, angle, 1.0) if angle else card


def _tilted(card: pygame.Surface, tilt: int) -> pygame.Surface:
    """A premultiplied card seen from the side: the edge under the pointer is farther away, and so shorter."""
    if not tilt:
        return card
    width, height = card.get_size()
    taller = round(height * (1 + TILT_SHARE * abs(tilt) / 2))
    out = pygame.Surface((width, taller), pygame.SRCALPHA)
    for left in range(0, width, STRIP_PX):
        part = card.subsurface((left, 0, min(STRIP_PX, width - left), height))
        across = (left + part.get_width() / 2) / width - 0.5
        high = max(1, round(height * (1 - TILT_SHARE * tilt * across)))
        out.blit(pygame.transform.smoothscale(part, (part.get_width(), high)), (left, (taller - high) // 2))
    return out
