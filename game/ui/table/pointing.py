"""What a lesson points at: rings and lamps, and the veil that darkens the rest of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.data.lessons import Pointer
from game.play.sitting import Sitting
from game.ui.kit import Kit
from game.ui.table import highlights, paint
from game.ui.table.badges import badge_rect
from game.ui.table.board import Board
from game.ui.table.focus import visible_card_part
from game.ui.table.sprites import Sprite, sprite_rect
from game.ui.table.touch import TouchWidget, zone_rect
from game.ui.widgets import Widget

VEIL_OPACITY = 0.5
HOLE_REACH_U = 14.0
"""How far the bright part reaches beyond what is pointed at."""
COVERED_HOLE_REACH_U = 6.0
"""The same for a card that is partly covered, so that its neighbour does not look chosen too."""
CARD_RADIUS_U, PLATE_RADIUS_U = 10.0, 18.0
CARD_RING_GAP_U = 4.0
"""How much farther away the ring of a card is than that of a hint, so that it does not touch the rank."""
COVERED_EDGE_U = 6.0
"""How far a ring stays away from the card that covers the right part of a card: its rank begins near its edge."""
NARROW_LAMPS = 2.4
"""A card with an effect that shows less than this many widths of a lamp has none: it would hide the effect's mark."""
MERGE_GAP_U = 12.0
"""Cards of one move that lie no farther apart than this get one ring together."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is that is pointed at, or as much of it as can be seen. Angle in degrees, radius of the corners
    in units."""

    rect: pygame.Rect
    angle: float = 0.0
    radius: float = CARD_RADIUS_U
    is_card: bool = False
    is_covered: bool = False
    """Whether another card lies on its right part."""
    lamp_x: int = 0
    """How far the lamp lies right of the middle, in pixels."""
    has_lamp: bool = True


def find_spots(
    kit: Kit, board: Board, sitting: Sitting, widgets: Sequence[Widget], pointers: Sequence[Pointer]
) -> list[Spot]:
    """Where these things are now. What is not on the table has no spot."""
    return [spot for pointer in pointers for spot in _spots(kit, board, sitting, widgets, pointer)]


def _spots(
    kit: Kit, board: Board, sitting: Sitting, widgets: Sequence[Widget], pointer: Pointer
) -> Iterator[Spot]:
    match pointer.kind:
        case "move":
            yield from _move_spots(kit, board, sitting, widgets, pointer.name)
        case "card":
            faces = board.spec.faces
            sprites = (sprite for sprite in board.stage.sprites if 0 <= sprite.card < len(faces))
            yield from (_card_spot(kit, board, sprite) for sprite in sprites if faces[sprite.card].name == pointer.name)
        case "zone":
            yield from _zone_spots(kit, board, pointer.name)
        case "seat":
            yield Spot(board.hud.plate_rect(int(pointer.name)), radius=PLATE_RADIUS_U)
        case "badge":
            yield from _badge_spots(kit, board, pointer.name)


def _move_spots(
    kit: Kit, board: Board, sitting: Sitting, widgets: Sequence[Widget], text: str
) -> Iterator[Spot]:
    """The spots of everything that belongs to a move. Neighbours in a row or fan have one spot together."""
    move = next((move for move in sitting.view.legal if move.text == text), None)
    targets = sitting.choice.targets_of(move) if move is not None else ()
    cards: list[Spot] = []
    for widget in widgets:
        if isinstance(widget, TouchWidget) and widget.target in targets and widget.sprite is not None:
            cards.append(_card_spot(kit, board, widget.sprite))
        elif widget.name == f"move {text}" or (isinstance(widget, TouchWidget) and widget.target in targets):
            yield Spot(widget.rect, radius=widget.radius, is_card=isinstance(widget, TouchWidget))
    yield from _merged(kit, sorted(cards, key=lambda spot: spot.rect.left))


def _merged(kit: Kit, spots: Sequence[Spot]) -> Iterator[Spot]:
    now: Spot | None = None
    for spot in spots:
        if now is not None and now.is_covered and now.rect.inflate(2 * kit.px(MERGE_GAP_U), 0).colliderect(spot.rect):
            whole, angle = now.rect.union(spot.rect), (now.angle + spot.angle) / 2
            middle = now.rect.centerx + now.lamp_x  # the lamp stays at the first card
            now = Spot(whole, angle, is_card=True, is_covered=spot.is_covered, lamp_x=middle - whole.centerx)
            continue
        if now is not None:
            yield now
        now = spot
    if now is not None:
        yield now


def _card_spot(kit: Kit, board: Board, sprite: Sprite) -> Spot:
    """The part of a card that can be seen. A turned card turns round its middle, and so does this part."""
    whole, part, angle = sprite_rect(kit, sprite), visible_card_part(kit, board.stage, sprite), sprite.spot.angle
    is_covered = part.width < whole.width
    if is_covered:
        part.width = max(1, part.width - kit.px(COVERED_EDGE_U))
    off = pygame.Vector2(part.center) - whole.center
    part.center = round(whole.center + off.rotate(-angle))
    is_narrow = part.width < NARROW_LAMPS * kit.px(highlights.LAMP_WIDTH_U)
    has_lamp = not (is_narrow and sprite.card in board.spec.effects)
    return Spot(part, angle, is_card=True, is_covered=is_covered, has_lamp=has_lamp)


def _zone_spots(kit: Kit, board: Board, place: str) -> Iterator[Spot]:
    rects = [sprite_rect(kit, sprite) for sprite in board.stage.zones.get(place, ())]
    if rects:
        yield Spot(rects[0].unionall(rects[1:]), is_card=True)
    else:
        yield Spot(zone_rect(kit, board.stage, place), is_card=True)


def _badge_spots(kit: Kit, board: Board, fact: str) -> Iterator[Spot]:
    for badge in board.layout.badges:
        if badge.fact == fact:
            radius = PLATE_RADIUS_U if badge.kind == "picture" else badge.size / 2
            yield Spot(badge_rect(kit, board.layout, badge), radius=radius)


def draw_marks(board: Board, spots: Sequence[Spot], surface: pygame.Surface) -> None:
    """Draw a ring and a lamp at each spot. They hide no rank, no mark of an effect and no arrow of a pile."""
    kit = board.kit
    for spot in spots:
        gap = 2 * kit.px(CARD_RING_GAP_U) if spot.is_card else 0
        highlights.draw_ring(kit, surface, spot.rect.inflate(gap, gap), spot.angle, spot.radius)
    near = [spot.rect.inflate(2 * kit.px(HOLE_REACH_U), 2 * kit.px(HOLE_REACH_U)) for spot in spots]
    paint.draw_pile_arrows(board, surface, near)
    for spot in spots:
        if spot.has_lamp:
            highlights.draw_lamp(kit, surface, lamp_centre(kit, spot, surface.get_height()))


def lamp_centre(kit: Kit, spot: Spot, height: int) -> tuple[int, int]:
    """Where the lamp of a spot lies: on the lower edge of a card's ring, between its corners; at the upper left corner
    of everything else. `height` is that of the window."""
    if not spot.is_card:
        return spot.rect.topleft
    side, reach = kit.px(highlights.LAMP_WIDTH_U), kit.px(highlights.HINT_RING_REACH_U)
    off = pygame.Vector2(spot.lamp_x, spot.rect.height / 2 + reach / 2).rotate(-spot.angle)
    x, y = spot.rect.center + off
    return round(x), min(round(y), height - side // 2 - 1)


class Veil:
    """Darkens the table but for some spots. Its picture is made anew when the spots have changed."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._key: tuple[object, ...] = ()

    def draw(self, kit: Kit, spots: Sequence[Spot], surface: pygame.Surface) -> None:
        shapes = tuple((tuple(spot.rect), spot.angle, spot.is_covered) for spot in spots)
        key = surface.get_size(), kit.settings.contrast, shapes
        if self._picture is None or key != self._key:
            self._picture, self._key = _veil_picture(kit, spots, surface.get_size()), key
        surface.blit(self._picture, (0, 0))


def _veil_picture(kit: Kit, spots: Sequence[Spot], size: tuple[int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((*kit.colours.night, round(255 * VEIL_OPACITY)))
    for spot in spots:
        reach = kit.px(COVERED_HOLE_REACH_U if spot.is_covered else HOLE_REACH_U)
        hole = pygame.Surface(spot.rect.inflate(2 * reach, 2 * reach).size, pygame.SRCALPHA)
        pygame.draw.rect(hole, (0, 0, 0, 255), hole.get_rect(), border_radius=kit.px(spot.radius) + reach)
        if spot.angle:
            hole = pygame.transform.rotozoom(hole, spot.angle, 1.0)
        veil.blit(hole, hole.get_rect(center=spot.rect.center), special_flags=pygame.BLEND_RGBA_SUB)
    return veil
