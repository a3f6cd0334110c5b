"""Diagrams of the rule book: rows of cards, card backs, tokens, effects, numbers of players and arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.data.rulebook import DiagramPiece
from game.engine.spec import Spec
from game.ui import look_file
from game.ui.kit import Kit
from game.ui.table.cards import CardArt
from game.ui.table.layout import CARD_RATIO

CARD_WIDTH_U = 68
"""Width of a card at the normal text size."""
PIECE_GAP_U = 8


class PiecePictures:
    """The pictures of one title's pieces."""

    def __init__(self, kit: Kit, spec: Spec) -> None:
        self._kit = kit
        self._cards = CardArt(kit, spec, look_file.load_look(spec))
        self._faces = {face.name: card for card, face in enumerate(spec.faces)}
        self._suits = {suit.id: index for index, suit in enumerate(spec.suits)}
        self._title = spec.title
        self._cache: dict[DiagramPiece, pygame.Surface | None] = {}
        self.width = kit.px(CARD_WIDTH_U * min(kit.metrics.text_scale, 1.4))

    def size(self, piece: DiagramPiece) -> tuple[int, int]:
        width, height = self.width, round(self.width * CARD_RATIO)
        if piece.kind == "gap":
            return round(width * 0.4), height
        if piece.kind == "then":
            return round(width * 0.7), height
        if piece.kind == "effect":
            return width, width
        if piece.kind == "players":
            return round(width * 1.3), height
        if piece.kind == "token":
            share = self._kit.art.aspect_ratio(f"tokens/{piece.name}.svg")
            return (width, height) if share < 0.9 else (width, width)
        return width, height

    def picture(self, piece: DiagramPiece) -> pygame.Surface | None:
        if piece not in self._cache:
            self._cache[piece] = self._make_picture(piece)
        return self._cache[piece]

    def _make_picture(self, piece: DiagramPiece) -> pygame.Surface | None:
        kit, size = self._kit, self.size(piece)
        match piece.kind:
            case "card":
                return self._cards.face(self._faces[piece.name], size[0])
            case "back":
                return self._cards.back(self._suits.get(piece.name, 0), size[0])
            case "token":
                return kit.art.image(f"tokens/{piece.name}.svg", size)
            case "effect":
                return kit.art.image(f"cards/{self._title}/effect_{piece.name}.svg", size)
            case "players":
                return self._players_picture(piece.name, size)
            case "then":
                return kit.art.image("icons/turn.svg", (size[0], size[0]))
        return None

    def _players_picture(self, count: str, size: tuple[int, int]) -> pygame.Surface:
        """A number, and a person beside it."""
        kit, picture = self._kit, pygame.Surface(size, pygame.SRCALPHA)
        unit_px = size[0] / (CARD_WIDTH_U * 1.3)
        size_u = 30 * unit_px / (kit.metrics.unit_px * kit.metrics.text_scale)
        number = kit.fonts.text(count, "display", size_u, kit.colours.text)
        side = round(28 * unit_px)
        left, middle = (size[0] - number.get_width() - side) // 2, size[1] // 2
        picture.blit(number, number.get_rect(midleft=(left, middle)))
        person = kit.art.image("icons/person.svg", (side, side))
        picture.blit(person, person.get_rect(midleft=(left + number.get_width(), middle)))
        return picture


@dataclass(frozen=True, slots=True)
class Diagram:
    """Pieces that are laid out in rows."""

    pieces: PiecePictures
    spots: tuple[tuple[DiagramPiece, pygame.Rect], ...]
    """Where each piece lies, from the top left of the diagram."""
    height: int

    def draw(self, surface: pygame.Surface, pos: tuple[int, int]) -> None:
        for piece, spot in self.spots:
            picture = self.pieces.picture(piece)
            if picture is not None:
                surface.blit(picture, picture.get_rect(center=spot.move(pos).center))


def make_diagram(kit: Kit, pieces: PiecePictures, row: Sequence[DiagramPiece], width: float) -> Diagram:
    """Lay out a diagram in as many rows as the width in units requires."""
    space, limit = kit.px(PIECE_GAP_U), kit.px(width)
    height = round(pieces.width * CARD_RATIO)
    x = y = 0
    spots = []
    for piece in row:
        piece_width = pieces.size(piece)[0]
        if piece.kind == "row" or (x and x + piece_width > limit):
            x, y = 0, y + height + space
        if piece.kind == "row":
            continue
        spots.append((piece, pygame.Rect(x, y, piece_width, height)))
        x += piece_width + space
    return Diagram(pieces, tuple(spots), y + height)
