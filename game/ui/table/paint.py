"""Draws the table: slots, plates, cards. Lays out the prompt and the buttons beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.engine.cards import Seat
from game.engine.moves import Move
from game.play.choice import Choice, Target
from game.play.sitting import Sitting
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.sheet import has_big_text
from game.ui.table import highlights, panels, text_place
from game.ui.table.board import Board
from game.ui.table.plates import prompt_above_bottom
from game.ui.table.sprites import Sprite, draw_live, draw_resting
from game.ui.table.touch import TouchWidget, arrow_rect, zone_rect
from game.ui.widgets import Button, Press, Widget, row_height

PROMPT_HALF_HEIGHT_U = 22.0
"""A prompt lies as if it were at least twice as high as this, so that one line does not touch the hand."""
PROMPT_WIDTH_U, BIG_PROMPT_WIDTH_U = 1040.0, 800.0
"""Width for the prompt together with its buttons, and for a prompt in big text. The second leaves room for what lies
above the viewer's plate."""
PROMPT_SIDE_U = 14.0
"""Least distance of the prompt from the sides of the window."""
HEADING_WIDTH_U, BAR_WIDTH_U = 460.0, 416.0
"""The greatest width of the heading, and the width that the buttons at the top need."""
PROMPT_GAP_U = 12.0
"""Distance between the prompt and a button, and between two buttons."""
BUTTONS_BESIDE_PROMPT = 3
"""Up to this many buttons stand beside the prompt. More buttons get a row of their own."""


def draw_still(
    board: Board, sitting: Sitting, widgets: Sequence[Widget], busy: set[Seat], surface: pygame.Surface
) -> None:
    """Draw everything that lies still and is not a widget. `busy` are the seats that have to decide."""
    stage = board.stage
    highlights.draw_glows(board.kit, sitting, widgets, board.hand, surface)
    _draw_slots(board, surface)
    held = board.look.seat.card_counts(stage.zones, sitting.view.seats)
    board.hud.draw(surface, stage.facts, held, busy)
    for sprite, dim in _cards_in_order(board, widgets)[0]:
        draw_resting(board.kit, board.pictures, surface, sprite, dim)


def draw_moving(board: Board, widgets: Sequence[Widget], surface: pygame.Surface) -> None:
    """Draw the cards, badges and tokens that move."""
    board.hud.draw_moving(surface, board.stage.facts)
    board.pictures.begin_frame()
    for sprite, dim in _cards_in_order(board, widgets)[1]:
        draw_live(board.kit, board.pictures, surface, sprite, dim)


def draw_marks(board: Board, heading: str, surface: pygame.Surface) -> None:
    """Draw what lies above the cards: the arrows of piles, and the heading."""
    _draw_pile_arrows(board, surface)
    _draw_heading(board.kit, heading, surface)


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


def _draw_pile_arrows(board: Board, surface: pygame.Surface) -> None:
    """Draw the arrow of a pile that goes only one way above its cards."""
    kit = board.kit
    for place, sprites in board.stage.zones.items():
        zone, _ = board.layout.zone_look(place)
        if zone.icon and sprites:
            spot, c = arrow_rect(kit, board.stage, place), kit.colours
            side = spot.width
            surface.blit(shapes.plate(kit.art, spot.size, side / 2, c.night, c.night, c.paper_low, kit.px(2)), spot)
            icon = kit.art.image(f"icons/{zone.icon}.svg", (round(side * 0.7), round(side * 0.7)))
            surface.blit(icon, icon.get_rect(center=spot.center))


CardsToDraw = list[tuple[Sprite, bool]]
"""Cards from bottom to top, each with whether it is dimmed."""


def _cards_in_order(board: Board, widgets: Sequence[Widget]) -> tuple[CardsToDraw, CardsToDraw]:
    """The cards that lie still, and those that move. The viewer's hand lies above other cards; in a place where a card
    moves, those that lie on it are drawn with it."""
    stage, hand = board.stage, board.hand
    legal = {id(widget.sprite): widget.legal for widget in widgets if isinstance(widget, TouchWidget) and widget.sprite}
    choosing = any(legal.get(id(sprite)) for sprite in stage.zones.get(hand, ()))
    # If the question is not about a card of the hand, no card is dimmed: the player may want to look at them.
    resting: CardsToDraw = []
    own: CardsToDraw = []
    stirred: CardsToDraw = []
    aloft: list[Sprite] = []
    for place in stage.zones:
        stirs = False
        for sprite in stage.ordered_sprites(place):
            if sprite.aloft or sprite.dragged_to is not None:
                aloft.append(sprite)
                continue
            stirs = stirs or sprite.is_live
            dim = choosing and place == hand and not legal.get(id(sprite), False)
            (stirred if stirs else own if place == hand else resting).append((sprite, dim))
    still = sorted(resting, key=lambda entry: entry[0].spot.width) + own
    above = sorted(aloft, key=lambda sprite: (sprite.dragged_to is not None, sprite.spot.z))
    return still, stirred + [(sprite, False) for sprite in above]


def _draw_heading(kit: Kit, text: str, surface: pygame.Surface) -> None:
    word = kit.fonts.fit(text, "display", 18, kit.colours.light, min(HEADING_WIDTH_U, kit.metrics.width - BAR_WIDTH_U))
    at = word.get_rect(midleft=(kit.px(76), kit.px(31)))
    back = at.inflate(kit.px(20), kit.px(8))
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(12), night, night, opacity=0.6), back)
    surface.blit(word, at)


@dataclass(frozen=True, slots=True)
class PromptLayout:
    """Where the prompt and its buttons lie, in units: side by side if they fit, else the buttons in a row above."""

    prompt_x: float
    prompt_y: float
    prompt_width: float
    left: float
    top: float
    widths: tuple[float, ...]


def prompt_layout(kit: Kit, text: str, button_labels: Sequence[str], icons: Sequence[str]) -> PromptLayout:
    """The layout for a prompt (`text`) and buttons with these labels and icons."""
    middle, height = kit.metrics.width / 2, row_height(kit)
    widths = tuple(
        max(110.0, kit.fonts.width(label, "bold", 20) + 36 + (44 * kit.metrics.text_scale if icon else 0))
        for label, icon in zip(button_labels, icons, strict=True)
    )
    most = min(PROMPT_WIDTH_U, kit.metrics.width - 2 * PROMPT_SIDE_U)
    alone = min(BIG_PROMPT_WIDTH_U, most) if has_big_text(kit) else most
    tall = panels.pill_height(kit, text or " ", alone)
    together = sum(widths) + PROMPT_GAP_U * len(widths)
    if 0 < len(widths) <= BUTTONS_BESIDE_PROMPT:
        room = most - together
        narrow = panels.pill_height(kit, text or " ", room)
        if narrow <= tall + PROMPT_GAP_U + height:
            y = _prompt_y(kit, narrow)
            beside = panels.pill_width(kit, text, room) if text else 0.0
            left = middle - (beside + together) / 2
            return PromptLayout(left + beside / 2, y, room, left + beside + PROMPT_GAP_U, y - height / 2, widths)
    y = _prompt_y(kit, tall)
    return PromptLayout(
        middle, y, alone, middle - (together - PROMPT_GAP_U) / 2, y - tall / 2 - height - PROMPT_GAP_U, widths
    )


def _prompt_y(kit: Kit, tall: float) -> float:
    return kit.metrics.height - prompt_above_bottom(kit.metrics) - max(PROMPT_HALF_HEIGHT_U, tall / 2)


def prompt_rect(kit: Kit, text: str, line: PromptLayout) -> pygame.Rect:
    at = pygame.Rect((0, 0), panels.pill_size(kit, text or " ", line.prompt_width, ""))
    at.center = kit.px(line.prompt_x), kit.px(line.prompt_y)
    return at


def prompt_place(
    kit: Kit, text: str, line: PromptLayout, occupied_rects: Callable[[], list[pygame.Rect]]
) -> tuple[pygame.Rect, float]:
    """Where the prompt lies, and the width of its lines in units. A prompt in big text avoids cards if possible."""
    at = prompt_rect(kit, text, line)
    if not text or line.widths or not has_big_text(kit):
        return at, line.prompt_width
    taken = occupied_rects()
    if at.collidelist(taken) < 0:
        return at, line.prompt_width
    spot = text_place.find_place(kit, text, "", at, taken, prompt_free=False)
    return (at, line.prompt_width) if spot.hidden_px else (spot.rect, spot.line_width_u)


def button_labels(board: Board, sitting: Sitting, choice: Choice | None) -> tuple[list[str], list[str]]:
    """The texts and the icons of all moves that have a button."""
    moves = [move for _, move in choice.button_moves()] if choice is not None else []
    return [board.words.label(sitting.view, move) for move in moves], [_suit_icon(board, move) for move in moves]


def move_buttons(
    board: Board,
    sitting: Sitting,
    choice: Choice | None,
    prompt: str,
    on_touch: Callable[[Target], Transition],
    is_hinted: Callable[[str], bool],
) -> Iterator[Button]:
    """A button for each move that is neither a card nor a place on the table."""
    if choice is None:
        return
    kit = board.kit
    texts, icons = button_labels(board, sitting, choice)
    line = prompt_layout(kit, prompt, texts, icons)
    x = line.left
    for (target, move), label, icon, width in zip(choice.button_moves(), texts, icons, line.widths, strict=True):
        at = kit.rect(x, line.top, width, row_height(kit))
        yield MoveButton(target, move, at, label, icon, on_touch, is_hinted)
        x += width + PROMPT_GAP_U


def result_button(kit: Kit, press: Press) -> Button:
    """The button that shows the result again. It stands in the place of the prompt after the match."""
    text = kit.texts("table.result")
    width, height = kit.fonts.width(text, "bold", 20) + 90, row_height(kit)
    at = kit.rect((kit.metrics.width - width) / 2, _prompt_y(kit, height) - height / 2, width, height)
    return Button("result", at, press, text, "trophy", "main")


def _suit_icon(board: Board, move: Move) -> str:
    """The mark of the suit that a move chooses; empty for other moves."""
    if move.zone == "suit":
        suit = board.look.suits[board.spec.suits[move.index].id]
        return f"cards/{board.spec.title}/{suit.mark}" if suit.mark else ""
    return ""


class MoveButton(Button):
    """A legal move as a button."""

    def __init__(
        self,
        target: Target,
        move: Move,
        rect: pygame.Rect,
        label: str,
        picture: str,
        on_touch: Callable[[Target], Transition],
        is_hinted: Callable[[str], bool],
    ) -> None:
        super().__init__(f"move {move.text}", rect, lambda: on_touch(target), label, kind="plain")
        self.target = target
        self._picture = picture
        self._is_hinted = is_hinted

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        self.kind = "main" if self._is_hinted(self.name) else "plain"
        super().draw(kit, surface, at, hovered, pressed)

    def _draw_content(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, colour: tuple[int, int, int]) -> None:
        if not self._picture:
            super()._draw_content(kit, surface, at, colour)
            return
        side = round(at.height * 0.7)
        room = (at.width - side) / kit.metrics.unit_px - 30
        word = kit.fonts.fit(self.text, "bold", self.size, colour, room)
        x = at.centerx - (side + kit.px(8) + word.get_width()) // 2
        surface.blit(kit.art.image(self._picture, (side, side)), (x, at.centery - side // 2))
        surface.blit(word, (x + side + kit.px(8), at.centery - word.get_height() // 2))
