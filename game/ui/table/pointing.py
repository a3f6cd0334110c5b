"""What a lesson points at: rings and lamps, and the veil that darkens the rest of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.data.lessons import Pointer
from game.play.sitting import Sitting
from game.ui.kit import Kit
from game.ui.table import highlights
from game.ui.table.board import Board
from game.ui.table.sprites import Sprite, sprite_rect
from game.ui.table.touch import TouchWidget, zone_rect
from game.ui.widgets import Widget

VEIL_OPACITY = 0.5
HOLE_REACH_U = 14.0
"""How far the bright part reaches beyond what is pointed at."""
CARD_RADIUS_U, PLATE_RADIUS_U = 10.0, 18.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is that is pointed at. Angle in degrees, radius of the corners in units."""

    rect: pygame.Rect
    angle: float = 0.0
    radius: float = CARD_RADIUS_U


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
            yield from _move_spots(kit, sitting, widgets, pointer.name)
        case "card":
            faces = board.spec.faces
            sprites = (sprite for sprite in board.stage.sprites if 0 <= sprite.card < len(faces))
            yield from (_card_spot(kit, sprite) for sprite in sprites if faces[sprite.card].name == pointer.name)
        case "zone":
            yield from _zone_spots(kit, board, pointer.name)
        case "seat":
            yield Spot(board.hud.plate_rect(int(pointer.name)), radius=PLATE_RADIUS_U)
        case "badge":
            yield from _badge_spots(kit, board, pointer.name)


def _move_spots(kit: Kit, sitting: Sitting, widgets: Sequence[Widget], text: str) -> Iterator[Spot]:
    move = next((move for move in sitting.view.legal if move.text == text), None)
    targets = sitting.choice.targets_of(move) if move is not None else ()
    for widget in widgets:
        if widget.name == f"move {text}" or (isinstance(widget, TouchWidget) and widget.target in targets):
            sprite = widget.sprite if isinstance(widget, TouchWidget) else None
            yield Spot(highlights.widget_rect(kit, widget), highlights.sprite_angle(sprite), widget.radius)


def _card_spot(kit: Kit, sprite: Sprite) -> Spot:
    return Spot(sprite_rect(kit, sprite), highlights.sprite_angle(sprite))


def _zone_spots(kit: Kit, board: Board, place: str) -> Iterator[Spot]:
    rects = [sprite_rect(kit, sprite) for sprite in board.stage.zones.get(place, ())]
    if rects:
        yield Spot(rects[0].unionall(rects[1:]))
    else:
        yield Spot(zone_rect(kit, board.stage, place))


def _badge_spots(kit: Kit, board: Board, fact: str) -> Iterator[Spot]:
    for badge in board.layout.badges:
        if badge.fact == fact:
            x, y = board.layout.middle[0] + badge.x, board.layout.middle[1] + badge.y
            height = badge.size * (1.4 if badge.kind == "picture" else 1.0)
            yield Spot(kit.rect(x - badge.size / 2, y - height / 2, badge.size, height), radius=PLATE_RADIUS_U)


def draw_marks(kit: Kit, spots: Sequence[Spot], surface: pygame.Surface) -> None:
    """Draw a ring and a lamp at each spot, as for a hint."""
    for spot in spots:
        highlights.draw_mark(kit, surface, spot.rect, spot.angle, spot.radius)


class Veil:
    """Darkens the table but for some spots. Its picture is made anew when the spots have changed."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._key: tuple[object, ...] = ()

    def draw(self, kit: Kit, spots: Sequence[Spot], surface: pygame.Surface) -> None:
        key = surface.get_size(), kit.settings.contrast, tuple((tuple(spot.rect), spot.angle) for spot in spots)
        if self._picture is None or key != self._key:
            self._picture, self._key = _veil_picture(kit, spots, surface.get_size()), key
        surface.blit(self._picture, (0, 0))


def _veil_picture(kit: Kit, spots: Sequence[Spot], size: tuple[int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((*kit.colours.night, round(255 * VEIL_OPACITY)))
    reach = kit.px(HOLE_REACH_U)
    for spot in spots:
        hole = spot.rect.inflate(2 * reach, 2 * reach)
        pygame.draw.rect(veil, (0, 0, 0, 0), hole, border_radius=kit.px(spot.radius) + reach)
    return veil
