"""The prompt and the buttons of moves: where they lie, and the buttons themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.engine.moves import Move
from game.play.choice import Choice, Target
from game.play.sitting import Sitting
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.sheet import has_big_text
from game.ui.table import panels, text_place
from game.ui.table.board import Board
from game.ui.table.button_rows import GAP_U, ButtonPlace, hidden_by, place_rows, row_of_buttons
from game.ui.table.layout import Layout
from game.ui.table.plates import prompt_above_bottom
from game.ui.widgets import Button, Press, row_height

HALF_HEIGHT_U = 22.0
"""A prompt lies as if it were at least twice as high as this, so that one line does not touch the hand."""
WIDTH_U, BIG_WIDTH_U = 1040.0, 800.0
"""Width for the prompt together with its buttons, and for a prompt in big text in a wide window. The second leaves
room for what lies above the viewer's plate."""
SIDE_U = 14.0
"""Least distance of the prompt from the sides of the window."""
PICTURE_SHARE = 0.7
"""Side of the picture on a button, divided by the height of the button."""
BUTTONS_BESIDE_PROMPT = 3
"""Up to this many buttons stand beside the prompt. More buttons get rows of their own."""


@dataclass(frozen=True, slots=True)
class PromptLayout:
    """Where the prompt and its buttons lie, in units."""

    prompt_x: float
    prompt_y: float
    """The centre of the prompt."""
    prompt_width: float
    buttons: tuple[ButtonPlace, ...] = ()


def prompt_layout(
    kit: Kit,
    layout: Layout,
    text: str,
    button_labels: Sequence[str],
    icons: Sequence[str],
    resting_rects: Callable[[], list[pygame.Rect]] = list,
    *,
    column_free: bool = True,
) -> PromptLayout:
    """The layout for a prompt (`text`) and buttons with these labels and icons: side by side, or the buttons in rows
    elsewhere, or in big text all of it in a column at the right if `column_free`. Rows of buttons do not cover
    `resting_rects`; in big text neither do buttons beside the prompt."""
    beside_label = row_height(kit) * PICTURE_SHARE + 10
    widths = [
        max(110.0, kit.fonts.width(label, "bold", 20) + 36 + (beside_label if icon else 0))
        for label, icon in zip(button_labels, icons, strict=True)
    ]
    column = _column(kit, layout, text, widths) if column_free else None
    beside = column or _beside(kit, text, widths)
    if beside is not None and (column or not has_big_text(kit)):
        return beside
    taken = resting_rects() if widths else []
    if beside is not None and not hidden_by(kit, beside.buttons, taken):
        return beside
    rows = _in_rows(kit, text, widths, taken)
    if beside is not None and hidden_by(kit, beside.buttons, taken) <= hidden_by(kit, rows.buttons, taken):
        return beside
    return rows


def _room(kit: Kit) -> float:
    return min(WIDTH_U, kit.metrics.width - 2 * SIDE_U)


def _width_alone(kit: Kit) -> float:
    """The width of a prompt without anything beside it."""
    return min(BIG_WIDTH_U, _room(kit)) if has_big_text(kit) and not kit.metrics.is_tall else _room(kit)


def _column(kit: Kit, layout: Layout, text: str, widths: Sequence[float]) -> PromptLayout | None:
    """The prompt at the right of the middle of the table, and its buttons below; None if there is no room for that."""
    if not widths or not text:
        return None
    left, top, width, height = layout.column
    longest = max(kit.fonts.width(word, "bold", 19) for word in text.split(" "))
    if max(*widths, longest + panels.PILL_SIDES_U) > width:
        return None
    tall, row = panels.pill_height(kit, text, width), row_height(kit) + GAP_U
    used = tall + row * len(widths)
    if used > height:
        return None
    y = top + (height - used) / 2
    buttons = [(left + (width - each) / 2, y + tall + GAP_U + row * i, each) for i, each in enumerate(widths)]
    return PromptLayout(left + width / 2, y + tall / 2, width, tuple(buttons))


def _beside(kit: Kit, text: str, widths: Sequence[float]) -> PromptLayout | None:
    """The buttons at the right of the prompt; None if that needs more height than buttons above."""
    if not 0 < len(widths) <= BUTTONS_BESIDE_PROMPT:
        return None
    together = sum(widths) + GAP_U * len(widths)
    room = _room(kit) - together
    height = panels.pill_height(kit, text or " ", room)
    if height > panels.pill_height(kit, text or " ", _width_alone(kit)) + GAP_U + row_height(kit):
        return None
    y = _prompt_y(kit, max(height, row_height(kit)))
    beside = panels.pill_width(kit, text, room) if text else 0.0
    left = (kit.metrics.width - beside - together) / 2
    buttons = row_of_buttons(left + beside + GAP_U, y - row_height(kit) / 2, widths)
    return PromptLayout(left + beside / 2, y, room, tuple(buttons))


def _in_rows(kit: Kit, text: str, widths: Sequence[float], taken: list[pygame.Rect]) -> PromptLayout:
    """The buttons in one or several rows above the prompt, or as near as they cover nothing."""
    alone = _width_alone(kit)
    tall = panels.pill_height(kit, text or " ", alone)
    line = PromptLayout(kit.metrics.width / 2, _prompt_y(kit, tall), alone)
    if not widths:
        return line
    gap = 2 * kit.px(text_place.OTHER_GAP_U)
    all_taken = [*(at.inflate(gap, gap) for at in taken), prompt_rect(kit, text, line)]
    return replace(line, buttons=place_rows(kit, widths, _room(kit), line.prompt_y - tall / 2 - GAP_U, all_taken))


def _prompt_y(kit: Kit, tall: float) -> float:
    return kit.metrics.height - prompt_above_bottom(kit.metrics) - max(HALF_HEIGHT_U, tall / 2)


def buttons_above_prompt(kit: Kit, text: str) -> float:
    """The upper edge of a row of buttons above the prompt."""
    height = panels.pill_height(kit, text or " ", _width_alone(kit))
    return _prompt_y(kit, height) - height / 2 - (row_height(kit) + GAP_U)


def prompt_rect(kit: Kit, text: str, places: PromptLayout) -> pygame.Rect:
    at = pygame.Rect((0, 0), panels.pill_size(kit, text or " ", places.prompt_width, ""))
    at.center = kit.px(places.prompt_x), kit.px(places.prompt_y)
    return at


def prompt_place(
    kit: Kit, text: str, places: PromptLayout, occupied_rects: Callable[[], list[pygame.Rect]]
) -> tuple[pygame.Rect, float]:
    """Where the prompt lies, and the width of its lines in units. A prompt in big text avoids cards if possible."""
    at = prompt_rect(kit, text, places)
    if not text or places.buttons or not has_big_text(kit):
        return at, places.prompt_width
    taken = occupied_rects()
    if at.collidelist(taken) < 0:
        return at, places.prompt_width
    spot = text_place.find_place(kit, text, "", at, taken, prompt_free=False)
    if spot.hidden_px >= text_place.hidden_area(at, taken):
        return at, places.prompt_width
    return spot.rect, spot.line_width_u


def button_labels(board: Board, sitting: Sitting, choice: Choice | None) -> tuple[list[str], list[str]]:
    """The texts and the icons of all moves that have a button."""
    moves = [move for _, move in choice.button_moves()] if choice is not None else []
    return [board.words.label(sitting.view, move) for move in moves], [_suit_icon(board, move) for move in moves]


def move_buttons(
    board: Board,
    sitting: Sitting,
    choice: Choice | None,
    places: PromptLayout,
    on_touch: Callable[[Target], Transition],
    is_hinted: Callable[[str], bool],
) -> Iterator[Button]:
    """A button for each move that is neither a card nor a place on the table."""
    if choice is None:
        return
    texts, icons = button_labels(board, sitting, choice)
    for (target, move), label, icon, place in zip(choice.button_moves(), texts, icons, places.buttons, strict=True):
        at = board.kit.rect(*place, row_height(board.kit))
        yield MoveButton(target, move, at, label, icon, on_touch, is_hinted)


def result_button(kit: Kit, press: Press, taken: list[pygame.Rect]) -> Button:
    """The button that shows the result again. After the match it stands in the place of the prompt, or as near as it
    covers nothing of `taken`."""
    text = kit.texts("table.result")
    width, height = kit.fonts.width(text, "bold", 20) + 90, row_height(kit)
    [place] = place_rows(kit, [width], _room(kit), _prompt_y(kit, height) + height / 2, taken)
    return Button("result", kit.rect(*place, height), press, text, "trophy", "main")


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
        side = round(at.height * PICTURE_SHARE)
        room = (at.width - side) / kit.metrics.unit_px - 30
        word = kit.fonts.fit(self.text, "bold", self.size, colour, room)
        x = at.centerx - (side + kit.px(8) + word.get_width()) // 2
        surface.blit(kit.art.image(self._picture, (side, side)), (x, at.centery - side // 2))
        surface.blit(word, (x + side + kit.px(8), at.centery - word.get_height() // 2))
