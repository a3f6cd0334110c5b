"""Drawing the table: slots, plates, cards in their order, the prompt and the buttons beside it."""

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
from game.ui.table import marks, panels, room
from game.ui.table.board import Board
from game.ui.table.sprites import Sprite, draw
from game.ui.table.touch import Touch, arrow_rect, zone_rect
from game.ui.widgets import Button, Press, Widget, row_height

PROMPT_ABOVE_BOTTOM_U, PROMPT_MIN_ABOVE_BOTTOM_U = 212.0, 190.0
"""Distance of the prompt's centre from the lower edge of the window, and the least distance of its lower edge, which
counts for a tall prompt. The hand lies below."""
PROMPT_WIDTH_U, BIG_PROMPT_WIDTH_U = 1040.0, 800.0
"""Width for the prompt together with its buttons, and for a prompt in big text. The second leaves room for what lies
above the viewer's plate."""
PROMPT_GAP_U = 12.0
"""Distance between the prompt and a button, and between two buttons."""
BUTTONS_BESIDE_PROMPT = 3
"""Up to this many buttons stand beside the prompt. More buttons get a row of their own."""


def table(
    board: Board, sitting: Sitting, widgets: Sequence[Widget], busy: set[Seat], heading: str, surface: pygame.Surface
) -> None:
    """Everything that is not a widget. `busy` are those whom the table waits for."""
    stage = board.stage
    marks.glows(board.kit, sitting, widgets, board.hand, surface)
    _slots(board, surface)
    held = board.look.seat.card_counts(stage.zones, sitting.view.seats)
    board.hud.draw(surface, stage.facts, held, busy)
    for sprite, dim in _in_order(board, widgets):
        draw(board.kit, board.art, surface, sprite, dim)
    _directions(board, surface)
    _heading(board.kit, heading, surface)


def heading(board: Board, practice: bool) -> str:
    """Title, round, and that it is practice."""
    texts = board.kit.texts
    parts = [texts(f"{board.spec.title}.name")]
    number = board.stage.facts.get(board.spec.facts.get("round", ""))
    if isinstance(number, int) and number > 0:
        parts.append(texts("table.round", count=number))
    if practice:
        parts.append(texts("table.practice"))
    return "  ·  ".join(parts)


def _slots(board: Board, surface: pygame.Surface) -> None:
    """A faint outline where a pile lies or will lie."""
    kit = board.kit
    for place in board.stage.zones:
        zone, _ = board.layout.look_of(place)
        if not zone.icon:
            continue
        at = zone_rect(kit, board.stage, place)
        c = kit.colours
        plate = shapes.plate(kit.art, at.size, kit.px(zone.card * 0.08), c.night, c.night, c.paper_low, kit.px(2), 0.28)
        surface.blit(plate, at)
        side = round(at.width * 0.5)
        icon = kit.art.image(f"icons/{zone.icon}.svg", (side, side))
        surface.blit(icon, icon.get_rect(center=at.center))


def _directions(board: Board, surface: pygame.Surface) -> None:
    """A pile that knows only one way keeps its arrow when cards lie on it."""
    kit = board.kit
    for place, sprites in board.stage.zones.items():
        zone, _ = board.layout.look_of(place)
        if zone.icon and sprites:
            spot, c = arrow_rect(kit, board.stage, place), kit.colours
            side = spot.width
            surface.blit(shapes.plate(kit.art, spot.size, side / 2, c.night, c.night, c.paper_low, kit.px(2)), spot)
            icon = kit.art.image(f"icons/{zone.icon}.svg", (round(side * 0.7), round(side * 0.7)))
            surface.blit(icon, icon.get_rect(center=spot.center))


def _in_order(board: Board, widgets: Sequence[Widget]) -> Iterator[tuple[Sprite, bool]]:
    """What lies lower first: resting cards, the own hand, then what flies or is held."""
    stage, hand = board.stage, board.hand
    legal = {id(widget.sprite): widget.legal for widget in widgets if isinstance(widget, Touch) and widget.sprite}
    choosing = any(legal.get(id(sprite)) for sprite in stage.zones.get(hand, ()))
    """Where no card of the hand is asked for, all of them stay bright: one may want to look at them."""
    flying: list[Sprite] = []
    resting: list[tuple[Sprite, bool]] = []
    own: list[tuple[Sprite, bool]] = []
    for place in stage.zones:
        for sprite in stage.ordered(place):
            if not sprite.resting or sprite.held:
                flying.append(sprite)
                continue
            dim = choosing and place == hand and not legal.get(id(sprite), False)
            (own if place == hand else resting).append((sprite, dim))
    yield from sorted(resting, key=lambda entry: entry[0].spot.width)
    yield from own
    for sprite in sorted(flying, key=lambda sprite: (sprite.held is not None, sprite.spot.z)):
        yield sprite, False


def _heading(kit: Kit, text: str, surface: pygame.Surface) -> None:
    word = kit.fonts.fit(text, "display", 18, kit.colours.light, kit.metrics.width / 2 - 180)
    at = word.get_rect(midleft=(kit.px(76), kit.px(31)))
    back = at.inflate(kit.px(20), kit.px(8))
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(12), night, night, opacity=0.6), back)
    surface.blit(word, at)


@dataclass(frozen=True, slots=True)
class Line:
    """The prompt and the buttons that answer it: side by side if they fit, else the buttons in a row above."""

    prompt_x: float
    prompt_y: float
    prompt_width: float
    left: float
    top: float
    widths: tuple[float, ...]


def line_of(kit: Kit, text: str, labels: Sequence[str], icons: Sequence[str]) -> Line:
    """`text_scale` is the prompt."""
    middle, high = kit.metrics.width / 2, row_height(kit)
    widths = tuple(
        max(110.0, kit.fonts.width(label, "bold", 20) + 36 + (44 * kit.metrics.text_scale if icon else 0))
        for label, icon in zip(labels, icons, strict=True)
    )
    alone = BIG_PROMPT_WIDTH_U if has_big_text(kit) else PROMPT_WIDTH_U
    tall = panels.pill_height(kit, text or " ", alone)
    together = sum(widths) + PROMPT_GAP_U * len(widths)
    if 0 < len(widths) <= BUTTONS_BESIDE_PROMPT:
        room = PROMPT_WIDTH_U - together
        narrow = panels.pill_height(kit, text or " ", room)
        if narrow <= tall + PROMPT_GAP_U + high:
            y = _prompt_y(kit, narrow)
            beside = panels.pill_width(kit, text, room) if text else 0.0
            left = middle - (beside + together) / 2
            return Line(left + beside / 2, y, room, left + beside + PROMPT_GAP_U, y - high / 2, widths)
    y = _prompt_y(kit, tall)
    return Line(middle, y, alone, middle - (together - PROMPT_GAP_U) / 2, y - tall / 2 - high - PROMPT_GAP_U, widths)


def _prompt_y(kit: Kit, tall: float) -> float:
    return kit.metrics.height - max(PROMPT_ABOVE_BOTTOM_U, PROMPT_MIN_ABOVE_BOTTOM_U + tall / 2)


def prompt_rect(kit: Kit, text: str, line: Line) -> pygame.Rect:
    at = pygame.Rect((0, 0), panels.pill_size(kit, text or " ", line.prompt_width, ""))
    at.center = kit.px(line.prompt_x), kit.px(line.prompt_y)
    return at


def place_prompt(
    kit: Kit, text: str, line: Line, covered: Callable[[], list[pygame.Rect]]
) -> tuple[pygame.Rect, float]:
    """Where the prompt lies, and how wide its lines may be. Large letters give way to cards where that is possible."""
    at = prompt_rect(kit, text, line)
    if not text or line.widths or not has_big_text(kit):
        return at, line.prompt_width
    taken = covered()
    if at.collidelist(taken) < 0:
        return at, line.prompt_width
    spot = room.find(kit, text, "", at, taken, instead=False)
    return (at, line.prompt_width) if spot.hides else (spot.at, spot.width)


def labels(board: Board, sitting: Sitting, choice: Choice | None) -> tuple[list[str], list[str]]:
    """Texts and icons of the moves that have a button."""
    moves = [move for _, move in choice.with_button()] if choice is not None else []
    return [board.words.label(sitting.view, move) for move in moves], [_icon(board, move) for move in moves]


def buttons(
    board: Board,
    sitting: Sitting,
    choice: Choice | None,
    prompt: str,
    touched: Callable[[Target], Transition],
    is_hinted: Callable[[str], bool],
) -> Iterator[Button]:
    """The moves that are no card and no place."""
    if choice is None:
        return
    kit = board.kit
    texts, icons = labels(board, sitting, choice)
    line = line_of(kit, prompt, texts, icons)
    x = line.left
    for (target, move), label, icon, wide in zip(choice.with_button(), texts, icons, line.widths, strict=True):
        at = kit.rect(x, line.top, wide, row_height(kit))
        yield MoveButton(target, move, at, label, icon, touched, is_hinted)
        x += wide + PROMPT_GAP_U


def result_button(kit: Kit, press: Press) -> Button:
    """The way back to the result, in the place of the prompt, for somebody who looks at the table after the match."""
    text = kit.texts("table.result")
    wide, high = kit.fonts.width(text, "bold", 20) + 90, row_height(kit)
    at = kit.rect((kit.metrics.width - wide) / 2, _prompt_y(kit, high) - high / 2, wide, high)
    return Button("result", at, press, text, "trophy", "main")


def _icon(board: Board, move: Move) -> str:
    """A suit is chosen by its mark."""
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
        touched: Callable[[Target], Transition],
        is_hinted: Callable[[str], bool],
    ) -> None:
        super().__init__(f"move {move.text}", rect, lambda: touched(target), label, kind="plain")
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


def tip(kit: Kit, widget: Widget | None, surface: pygame.Surface) -> None:
    """What a button of the bar is, while it is pointed at."""
    if widget is None or not widget.tip:
        return
    word = kit.fonts.text(widget.tip, "bold", 15, kit.colours.light)
    at = word.get_rect(midtop=(widget.rect.centerx, widget.rect.bottom + kit.px(10)))
    at.right = min(at.right, surface.get_width() - kit.px(14))
    back = at.inflate(kit.px(16), kit.px(8))
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(8), night, night, opacity=0.92), back)
    surface.blit(word, at)
