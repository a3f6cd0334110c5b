"""Faces and backs of cards: composed once from front, illustration, rank and suit mark, then scaled."""

from __future__ import annotations

import pygame

from game.engine.cards import Card
from game.engine.spec import Spec
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.look import Look, rgb
from game.ui.table.layout import CARD_RATIO
from game.ui.theme import Colour

COMPOSED_WIDTH_U = 132
"""Cards are composed at this width, and scaled down from there."""
RANK_GROWTH_LIMIT = 1.35
"""The rank in a corner grows with the text size up to this factor. Then the corner is full."""
DRAWN_WIDTH = 250
"""Width of a card in the drawings. The next constants and the numbers in `CardArt` are measured on it."""
RANK_MAX_WIDTH = 60
"""Width of the corner. A wider rank is drawn narrower."""
CROWN_WIDTH, CROWN_DOWN = 56, 146
"""Width of the mark of a trump, and how far its middle lies below the upper edge."""
RANK_UP, PIP_DOWN = 2, 3
"""How far the largest rank moves up and the suit's mark below it moves down, so that they do not overlap."""


class CardArt:
    """Faces and backs of one title's cards, for one size of window."""

    def __init__(self, kit: Kit, spec: Spec, look: Look) -> None:
        self._kit = kit
        self._spec = spec
        self._look = look
        self._folder = f"cards/{spec.title}"
        self.composed_width_px = max(24, kit.px(COMPOSED_WIDTH_U))
        self._growth = min(kit.metrics.text_scale, RANK_GROWTH_LIMIT)
        self.marked_suit = -1
        """Cards of this suit have a crown: the trump suit. Negative for none."""

    # Composing

    def face(self, card: Card, width: int) -> pygame.Surface:
        return self._scaled_card(("face", card), width)

    def back(self, suit: int, width: int) -> pygame.Surface:
        return self._scaled_card(("back", self.suit_of_back(suit)), width)

    def suit_of_back(self, suit: int) -> int:
        """The suit that a back shows. Unless each player has a set of cards, all backs are the same."""
        return suit if self._spec.own_sets else 0

    def compose_ahead(self, card: Card) -> bool:
        """Compose a face before it is needed; False if it was composed already."""
        if self._kit.art.get(self._key(("face", card))) is not None:
            return False
        self._plain_card(("face", card))
        return True

    def is_marked(self, card: Card) -> bool:
        """Whether the card has a crown."""
        return self._spec.faces[card].suit == self.marked_suit

    def _scaled_card(self, what: tuple[str, int], width: int) -> pygame.Surface:
        """A composed card, scaled to a width in pixels."""
        whole = self._composed_card(what)
        if width == whole.get_width():
            return whole
        return pygame.transform.smoothscale(whole, (max(1, width), max(1, round(width * CARD_RATIO))))

    def _key(self, what: tuple[str, int]) -> object:
        """The cache key: everything that a composed card depends on."""
        return "card", self._spec.title, self.composed_width_px, self._growth, what

    def _composed_card(self, what: tuple[str, int]) -> pygame.Surface:
        plain = self._plain_card(what)
        if what[0] == "back" or not self.is_marked(what[1]):
            return plain
        marked = plain.copy()
        self._draw_crown(marked, marked.get_width() / DRAWN_WIDTH)
        return marked

    def _plain_card(self, what: tuple[str, int]) -> pygame.Surface:
        """A card without the mark of a trump."""
        key = self._key(what)
        picture = self._kit.art.get(key)
        if picture is None:
            size = self.composed_width_px, round(self.composed_width_px * CARD_RATIO)
            picture = self._compose(what[1], size) if what[0] == "face" else self._draw_back(what[1], size)
            self._kit.art.put(key, picture)
        return picture

    def _draw_back(self, suit: int, size: tuple[int, int]) -> pygame.Surface:
        art = self._kit.art
        for name in (f"{self._folder}/back_{self._spec.suits[suit].id}.svg", f"{self._folder}/back.svg"):
            if art.has_file(name):
                return art.image(name, size)
        colour = rgb(self._look.suits[self._spec.suits[suit].id].main)
        return shapes.plate(art, size, size[0] * 0.08, colour, self._kit.colours.ink, (255, 246, 233), size[0] * 0.05)

    def _compose(self, card: Card, size: tuple[int, int]) -> pygame.Surface:
        art = self._kit.art
        face = self._spec.faces[card]
        suit = self._spec.suits[face.suit].id
        look = self._look.suits[suit]
        name = f"{self._folder}/front_{suit}.svg"
        if art.has_file(name):
            picture = art.image(name, size).copy()
        else:
            edge, width = rgb(look.main), size[0]
            picture = shapes.plate(art, size, width * 0.08, (255, 250, 242), (255, 240, 225), edge, width * 0.05).copy()
        unit = size[0] / DRAWN_WIDTH
        if face.rank in self._look.art:
            box = round(160 * unit), round(180 * unit)
            drawing = art.image(f"{self._folder}/{self._look.art[face.rank]}", box, look.swaps)
            picture.blit(drawing, (round(45 * unit), round(85 * unit)))
        self._draw_corners(picture, str(face.rank), self._suit_mark(face.suit, unit), rgb(look.dark), unit)
        if card in self._spec.effects:
            self._draw_effect(picture, self._spec.effects[card], unit)
        return picture

    def _suit_mark(self, suit: int, unit: float) -> pygame.Surface:
        """The mark of a suit; its letter if there is no drawing of it."""
        its = self._spec.suits[suit]
        look = self._look.suits[its.id]
        if look.mark:
            side = round(42 * unit)
            return self._kit.art.image(f"{self._folder}/{look.mark}", (side, side))
        return self._kit.fonts.fixed_text(its.letter, 40 * unit / self._kit.metrics.unit_px, rgb(look.main))

    def _draw_corners(
        self, picture: pygame.Surface, rank: str, pip: pygame.Surface, colour: Colour, unit: float
    ) -> None:
        corner = pygame.Surface((round(76 * unit), round(124 * unit)), pygame.SRCALPHA)
        number = self._rank_picture(rank, colour, unit)
        apart = (self._growth - 1) / (RANK_GROWTH_LIMIT - 1)
        corner.blit(number, number.get_rect(center=(round(40 * unit), round((42 - RANK_UP * apart) * unit))))
        corner.blit(pip, pip.get_rect(center=(round(40 * unit), round((95 + PIP_DOWN * apart) * unit))))
        picture.blit(corner, (0, 0))
        turned = pygame.transform.rotate(corner, 180)
        picture.blit(turned, turned.get_rect(bottomright=picture.get_size()))

    def _rank_picture(self, rank: str, colour: Colour, unit: float) -> pygame.Surface:
        size = (62 if len(rank) == 1 else 50) * self._growth
        number = self._kit.fonts.fixed_text(rank, size * unit / self._kit.metrics.unit_px, colour)
        room = round(RANK_MAX_WIDTH * unit)
        if self._growth == 1 or number.get_width() <= room:
            return number
        return pygame.transform.smoothscale(number, (room, number.get_height()))

    def _draw_crown(self, picture: pygame.Surface, unit: float) -> None:
        """Draw the mark of a trump below both corners, where a neighbour in the hand does not cover it."""
        side, down = round(CROWN_WIDTH * unit), round(CROWN_DOWN * unit)
        crown = self._kit.art.image("icons/trump.svg", (side, side))
        x = round(40 * unit)
        picture.blit(crown, crown.get_rect(center=(x, down)))
        turned = pygame.transform.rotate(crown, 180)
        picture.blit(turned, turned.get_rect(center=(picture.get_width() - x, picture.get_height() - down)))

    def _draw_effect(self, picture: pygame.Surface, effect: str, unit: float) -> None:
        side = round(58 * unit)
        badge = self._kit.art.image(f"{self._folder}/effect_{effect}.svg", (side, side))
        picture.blit(badge, badge.get_rect(center=(round(206 * unit), round(44 * unit))))
        turned = pygame.transform.rotate(badge, 180)
        picture.blit(turned, turned.get_rect(center=(round(44 * unit), picture.get_height() - round(44 * unit))))
