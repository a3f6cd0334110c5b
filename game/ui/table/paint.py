"""Draws the table: slots, plates, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.engine.cards import Seat
from game.play.sitting import Sitting
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.table import highlights
from game.ui.table.board import Board
from game.ui.table.sprites import Sprite, draw_live, draw_resting, goal_rect
from game.ui.table.touch import TouchWidget, arrow_rect, zone_rect
from game.ui.widgets import Widget

MAT_REACH_U, MAT_OPACITY = 7.0, 0.55
"""How far a mat reaches beyond the cards on it."""
ORDER_MARK_U = 32.0
"""Width of the mark that says which card was played first."""
HEADING_WIDTH_U, BAR_WIDTH_U = 460.0, 416.0
"""The greatest width of the heading, and the width that the buttons at the top need."""
HEADING_LEFT_U, HEADING_SIZE_U = 76.0, 18.0
HEADING_REACH_U = 10.0
"""How far the plate of the heading reaches beyond its text at the left and right."""


CardsToDraw = list[tuple[Sprite, bool]]
"""Cards from bottom to top, each with whether it is dimmed."""


def draw_still(
    board: Board,
    sitting: Sitting,
    widgets: Sequence[Widget],
    busy: set[Seat],
    cards: CardsToDraw,
    surface: pygame.Surface,
) -> None:
    """Draw everything that lies still and is not a widget. `busy` are the seats that have to decide."""
    stage = board.stage
    highlights.draw_glows(board.kit, sitting, widgets, board.hand, surface)
    _draw_slots(board, surface)
    _draw_mats(board, surface)
    held = board.look.seat.card_counts(stage.zones, sitting.view.seats)
    board.hud.draw(surface, stage.facts, held, busy)
    for sprite, dim in cards:
        draw_resting(board.kit, board.pictures, surface, sprite, dim)


def draw_moving(board: Board, cards: CardsToDraw, surface: pygame.Surface, spare: bool) -> None:
    """Draw the cards, badges and tokens that move. `spare`: whether this frame has time for new pictures of cards."""
    board.ambient.draw(surface)
    board.hud.draw_moving(surface, board.stage.facts)
    board.pictures.begin_frame(spare)
    board.moments.draw_below(surface)
    highlights.draw_winning_glow(board.kit, board.stage, surface)
    for sprite, dim in cards:
        if not sprite.is_in_air:
            draw_live(board.kit, board.pictures, surface, sprite, dim)
    board.moments.draw_above(surface)


def draw_air(board: Board, cards: CardsToDraw, surface: pygame.Surface) -> None:
    """Draw the cards in the air. They fly above prompts and buttons, too."""
    for sprite, dim in cards:
        if sprite.is_in_air:
            draw_live(board.kit, board.pictures, surface, sprite, dim)


def draw_marks(board: Board, heading: str, surface: pygame.Surface) -> None:
    """Draw what lies above the cards: the arrows of piles, the order of played cards, the heading, a bot's remark."""
    draw_pile_arrows(board, surface)
    _draw_order_marks(board, surface)
    _draw_heading(board.kit, heading, surface)
    board.hud.draw_remark(surface)


def heading_text(board: Board, practice: bool) -> str:
    """The heading at the top left: title, round, and whether the match is practice."""
    texts = board.kit.texts
    parts = [texts(f"{board.spec.title}.name")]
    number = board.stage.facts.get(board.spec.facts.get("round", ""))
    if isinstance(number, int) and number > 0:
        parts.append(texts("table.round", count=number))
    if practice:
        parts.append(texts("table.practice"))
    return "  ·  ".join(parts)


def _draw_slots(board: Board, surface: pygame.Surface) -> None:
    """Draw a faint outline where a pile lies or can lie."""
    kit = board.kit
    for place in board.stage.zones:
        zone, _ = board.layout.zone_look(place)
        if not zone.icon:
            continue
        at = zone_rect(kit, board.stage, place)
        c = kit.colours
        plate = shapes.plate(kit.art, at.size, kit.px(zone.card * 0.08), c.night, c.night, c.paper_low, kit.px(2), 0.28)
        surface.blit(plate, at)
        side = round(at.width * 0.5)
        icon = kit.art.image(f"icons/{zone.icon}.svg", (side, side))
        surface.blit(icon, icon.get_rect(center=at.center))


def _draw_mats(board: Board, surface: pygame.Surface) -> None:
    """Draw a dark mat below the cards of each place whose look says so."""
    kit, night = board.kit, board.kit.colours.night
    for place, sprites in board.stage.zones.items():
        if sprites and board.layout.zone_look(place)[0].mat:
            reach = kit.px(MAT_REACH_U)
            first, *others = (goal_rect(kit, sprite) for sprite in sprites)
            at = first.unionall(others).inflate(2 * reach, 2 * reach)
            surface.blit(shapes.plate(kit.art, at.size, kit.px(9), night, night, opacity=MAT_OPACITY), at)


def draw_pile_arrows(board: Board, surface: pygame.Surface, near: Sequence[pygame.Rect] | None = None) -> None:
    """Draw the arrow of each pile that goes only one way above its cards; only of those at `near`, if given."""
    kit = board.kit
    for place, sprites in board.stage.zones.items():
        zone, _ = board.layout.zone_look(place)
        if zone.icon and sprites:
            spot, c = arrow_rect(kit, board.stage, place), kit.colours
            if near is not None and spot.collidelist(list(near)) < 0:
                continue
            side = spot.width
            surface.blit(shapes.plate(kit.art, spot.size, side / 2, c.night, c.night, c.paper_low, kit.px(2)), spot)
            icon = kit.art.image(f"icons/{zone.icon}.svg", (round(side * 0.7), round(side * 0.7)))
            surface.blit(icon, icon.get_rect(center=spot.center))


def _draw_order_marks(board: Board, surface: pygame.Surface) -> None:
    """Draw which card was played first, second …, where a title asks for it. Cards played together share a number."""
    kit, c = board.kit, board.kit.colours
    for card, number in order_marks(board):
        spot = order_mark_rect(kit, card)
        surface.blit(shapes.plate(kit.art, spot.size, spot.width / 2, c.night, c.night, c.paper_low, kit.px(2)), spot)
        digit = kit.fonts.fixed_text(str(number), 0.6 * ORDER_MARK_U, c.light)
        surface.blit(digit, digit.get_rect(center=spot.center))


def order_marks(board: Board) -> Iterator[tuple[Sprite, int]]:
    """The cards that lie where their order counts, each with its number."""
    stage = board.stage
    for place, sprites in stage.zones.items():
        numbers = stage.facts.get(board.layout.zone_look(place)[0].order)
        if isinstance(numbers, list | tuple) and sprites and not sprites[-1].aloft:
            own = numbers[int(place.rpartition(" ")[2])]
            if own > 0:
                yield sprites[-1], 1 + len({number for number in numbers if 0 < number < own})


def order_mark_rect(kit: Kit, sprite: Sprite) -> pygame.Rect:
    """Where the mark lies: on the upper right corner of the card, which has no rank."""
    at, side = goal_rect(kit, sprite), kit.px(ORDER_MARK_U)
    mark = pygame.Rect(0, 0, side, side)
    mark.center = at.right - side // 4, at.top + side // 4
    return mark


def cards_in_order(board: Board, widgets: Sequence[Widget]) -> tuple[CardsToDraw, CardsToDraw]:
    """The cards that lie still, and those that move. The viewer's hand lies above other cards; in a place where a card
    moves, those that lie on it are drawn with it."""
    stage, hand = board.stage, board.hand
    legal = {id(widget.sprite): widget.legal for widget in widgets if isinstance(widget, TouchWidget) and widget.sprite}
    choosing = any(legal.get(id(sprite)) for sprite in stage.zones.get(hand, ()))
    # If the question is not about a card of the hand, no card is dimmed: the player may want to look at them.
    resting: CardsToDraw = []
    own: CardsToDraw = []
    stirred: CardsToDraw = []
    in_air: list[Sprite] = []
    for place in stage.zones:
        stirs = False
        for sprite in stage.ordered_sprites(place):
            if sprite.is_in_air:
                in_air.append(sprite)
                continue
            stirs = stirs or sprite.is_live
            dim = choosing and place == hand and not legal.get(id(sprite), False)
            (stirred if stirs else own if place == hand else resting).append((sprite, dim))
    still = sorted(resting, key=lambda entry: entry[0].spot.width) + own
    above = sorted(in_air, key=lambda sprite: (sprite.dragged_to is not None, sprite.goal.z))
    return still, stirred + [(sprite, False) for sprite in above]


def heading_room_u(kit: Kit) -> float:
    """The greatest width of the heading in this window."""
    return min(HEADING_WIDTH_U, kit.metrics.width - BAR_WIDTH_U)


def _heading_picture(kit: Kit, text: str) -> tuple[pygame.Surface, pygame.Rect]:
    """The heading, and its place."""
    word = kit.fonts.fit(text, "display", HEADING_SIZE_U, kit.colours.light, heading_room_u(kit))
    return word, word.get_rect(midleft=(kit.px(HEADING_LEFT_U), kit.px(31)))


def heading_plate(kit: Kit, text: str) -> pygame.Rect:
    """The plate behind the heading."""
    return _heading_picture(kit, text)[1].inflate(kit.px(2 * HEADING_REACH_U), kit.px(8))


def _draw_heading(kit: Kit, text: str, surface: pygame.Surface) -> None:
    word, at = _heading_picture(kit, text)
    back = heading_plate(kit, text)
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(12), night, night, opacity=0.6), back)
    surface.blit(word, at)
