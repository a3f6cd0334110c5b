"""Finds a place for a text on the table where it hides no card, no pile, no plate and no button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.ui.kit import Kit
from game.ui.look import Badge
from game.ui.table import panels
from game.ui.table.badges import badge_label_x, badge_rect
from game.ui.table.board import Board
from game.ui.table.highlights import LAMP_WIDTH_U
from game.ui.table.plates import TOKENS_WIDTH_U
from game.ui.table.sprites import LIFT_U, goal_rect, sprite_rect
from game.ui.table.touch import TouchWidget, arrow_rect, zone_rect
from game.ui.widgets import Widget

PROMPT_PLACE_WIDTHS_U = (1040.0, 1200.0)
"""Widths to try for a text in the place of the prompt."""
OTHER_PLACE_WIDTHS_U = (760.0, 1200.0, 600.0, 480.0, 400.0, 330.0)
"""Widths to try for a text anywhere else."""
WIDTH_STEP_U = 20.0
"""A text is made wider by this step until it needs no additional line."""
BAR_HEIGHT_U = 62.0
"""No text lies in the bar at the top of the table."""
EDGE_GAP_U, PROMPT_GAP_U, OTHER_GAP_U = 14.0, 10.0, 2.0
"""Least distance of a text from the edges of the window, from the prompt, and from everything else."""
TRY_STEP_U, SIGN_STEP_U = 12.0, 36.0
"""Distance between two places that are tried for a text, and for a sign."""
PROMPT_PLACE_ABOVE_BOTTOM_U, PROMPT_PLACE_SLIDE_U = 188.0, 48.0
"""Distance from the lower edge of the window to the place of the prompt, and how far up a text may move from there."""
TOKENS_HEIGHT_U = 30.0
"""Height of a player's tokens."""
HINTED_CARD_RISE_U = LIFT_U + 8
"""Height above a card that its hint covers: the card rises and has a lamp."""
BADGE_LABEL_GAP_U = 10.0
"""Distance between a badge and its label, the label's plate included."""
IMPORTANT_WEIGHT = 10
"""Hiding a button or a hinted card counts this many times as much as hiding another card."""

Candidate = tuple[int, tuple[int, int]]
"""A place to try: its distance from the best place, and its centre, in pixels."""
Candidates = Callable[[tuple[int, int]], Iterable[Candidate]]
"""Gives the places to try for a text of this size in pixels, the nearest first."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text lies."""

    rect: pygame.Rect
    line_width_u: float
    """The greatest width of a line."""
    hidden_px: int
    """The area that it hides of other things, in square pixels. Important things count several times."""
    distance_px: int
    """The distance from the best place."""


def find_place(
    kit: Kit, text: str, icon: str, prompt: pygame.Rect, occupied_rects: list[pygame.Rect], prompt_free: bool
) -> TextPlace:
    """A place that hides nothing of `occupied_rects`, or as little as possible. With `prompt_free` the text may lie in
    the place of the prompt, too."""
    taken = [at.inflate(2 * kit.px(OTHER_GAP_U), 2 * kit.px(OTHER_GAP_U)) for at in occupied_rects]
    if prompt_free:
        spot = _best_place(kit, text, icon, PROMPT_PLACE_WIDTHS_U, partial(_prompt_candidates, kit), taken)
        if not spot.hidden_px:
            return spot
    around = partial(_table_candidates, kit, prompt)
    beside = _best_place(kit, text, icon, OTHER_PLACE_WIDTHS_U, around, [*taken, prompt])
    if beside.hidden_px and prompt_free:
        return min(
            beside, _best_place(kit, text, icon, OTHER_PLACE_WIDTHS_U, around, taken), key=lambda spot: spot.hidden_px
        )
    return beside


def occupied_rects(board: Board, widgets: Sequence[Widget], hinted: set[str]) -> Iterator[pygame.Rect]:
    """Everything that a text should not hide. `hinted` are the names of the widgets that a hint means."""
    kit, stage = board.kit, board.stage
    risen = {id(each.sprite) for each in widgets if isinstance(each, TouchWidget) and each.name in hinted}
    for sprite in stage.sprites:
        if sprite.goal.visible:
            at = sprite_rect(kit, sprite).move(0, kit.px(sprite.lift * LIFT_U))
            more = kit.px(HINTED_CARD_RISE_U) if id(sprite) in risen else 0
            at = pygame.Rect(at.left, at.top - more, at.width, at.height + more)
            yield from [at] * (IMPORTANT_WEIGHT if more else 1)
    yield from fixed_rects(board)
    for widget in widgets:
        lamp = kit.px(LAMP_WIDTH_U) if widget.name in hinted else 0
        at = widget.rect.inflate(lamp, lamp)
        if not isinstance(widget, TouchWidget):
            yield from [at] * IMPORTANT_WEIGHT
        elif widget.sprite is None:
            yield at


def card_rects(board: Board) -> list[pygame.Rect]:
    """Where cards lie, or will lie when they have landed."""
    return [goal_rect(board.kit, sprite) for sprite in board.stage.sprites if sprite.goal.visible]


def resting_rects(board: Board) -> list[pygame.Rect]:
    """Everything that can be seen on the table besides buttons and texts, when nothing moves."""
    seen = (badge for badge in board.layout.badges if board.hud.badges.is_shown(badge, board.stage.facts))
    return [*card_rects(board), *_place_rects(board), *(labelled_badge_rect(board, badge) for badge in seen)]


def fixed_rects(board: Board) -> Iterator[pygame.Rect]:
    """What stays where it is as long as the window and the viewer do: places of piles, plates, tokens and badges."""
    yield from _place_rects(board)
    for badge in board.layout.badges:
        yield labelled_badge_rect(board, badge)


def _place_rects(board: Board) -> Iterator[pygame.Rect]:
    kit, stage = board.kit, board.stage
    for place in stage.zones:
        if stage.layout.zone_look(place)[0].icon:
            yield zone_rect(kit, stage, place)
            yield arrow_rect(kit, stage, place)
    for seat in stage.layout.plate_centres:
        yield board.hud.plate_rect(seat)
        if board.look.seat.tokens:
            x, y = stage.layout.tokens_centre(seat)
            yield kit.rect(x - TOKENS_WIDTH_U / 2, y - TOKENS_HEIGHT_U / 2, TOKENS_WIDTH_U, TOKENS_HEIGHT_U)


def labelled_badge_rect(board: Board, badge: Badge) -> pygame.Rect:
    """Where a badge lies, with the longest label that it can have."""
    kit = board.kit
    if badge.kind == "picture":
        return badge_rect(kit, board.layout, badge)
    x, y = board.layout.middle[0] + badge.x, board.layout.middle[1] + badge.y
    words = [kit.texts(key) for key in (f"table.{badge.fact}", f"table.no_{badge.fact}") if kit.texts.has(key)]
    text = max(words, key=lambda word: kit.fonts.width(word, "bold", 16), default="")
    width = max(badge.size, kit.fonts.width(text, "bold", 16) + 16)
    left = badge_label_x(kit, badge, x, text) - width / 2
    height = badge.size + kit.fonts.line_height("bold", 16) + BADGE_LABEL_GAP_U
    return kit.rect(left, y - badge.size / 2, width, height)


def _best_place(
    kit: Kit, text: str, icon: str, widths: Sequence[float], candidates: Candidates, taken: list[pygame.Rect]
) -> TextPlace:
    """The place that hides least. Of several that hide nothing, the one that is nearest and needs the fewest lines."""
    longest = max(kit.fonts.width(word, "bold", 19) for word in text.split(" "))
    beside = 40 * kit.metrics.text_scale if icon else 0.0
    room = kit.metrics.width - 2 * EDGE_GAP_U - beside
    inside = list(dict.fromkeys(min(width, room) for width in widths))
    fitting = [width for width in inside if longest <= width - panels.PILL_SIDES_U] or [max(inside)]
    found: list[TextPlace] = []
    for width in fitting:
        found.append(_nearest_place(kit, text, icon, _balanced_width(kit, text, width, longest), candidates, taken))
        if not found[-1].hidden_px and not found[-1].distance_px:
            break
    return min(found, key=lambda spot: (spot.hidden_px, spot.distance_px + spot.rect.height))


def _balanced_width(kit: Kit, text: str, width: float, longest: float) -> float:
    """The least width that needs no additional line, so that all lines are about equally long."""
    height = panels.pill_height(kit, text, width)
    lines = len(kit.fonts.wrap(text, "bold", 19, width - panels.PILL_SIDES_U))
    least = max(longest, kit.fonts.width(text, "bold", 19) / lines) + panels.PILL_SIDES_U
    while least < width and panels.pill_height(kit, text, least) > height:
        least += WIDTH_STEP_U
    return min(least, width)


def _nearest_place(
    kit: Kit, text: str, icon: str, width: float, candidates: Candidates, taken: list[pygame.Rect]
) -> TextPlace:
    """The first candidate that hides nothing, or else the one that hides least."""
    size = panels.pill_size(kit, text, width, icon)
    best: TextPlace | None = None
    for far, centre in candidates(size):
        at = pygame.Rect((0, 0), size)
        at.center = centre
        hides = hidden_area(at, taken)
        if best is None or hides < best.hidden_px:
            best = TextPlace(at, width, hides, far)
        if not hides:
            break
    assert best is not None
    return best


def hidden_area(at: pygame.Rect, taken: list[pygame.Rect]) -> int:
    """The area in square pixels that a text hides of these rectangles."""
    return sum(_area(at.clip(taken[i])) for i in at.collidelistall(taken))


def free_centre(
    kit: Kit,
    size: tuple[int, int],
    aim: tuple[int, int],
    taken: list[pygame.Rect],
    step: float = SIGN_STEP_U,
    *,
    can_sink: bool = False,
) -> tuple[int, int]:
    """The centre of a sign of this size in pixels, as near as possible to `aim`: where it hides nothing, or least. It
    lies lower than `aim` only if it `can_sink`."""
    half_width, half_height, edge = size[0] // 2, size[1] // 2, kit.px(EDGE_GAP_U)
    right = round(kit.metrics.width * kit.metrics.unit_px) - edge
    low = kit.metrics.height_px - edge - half_height if can_sink else aim[1]
    ys = [*range(aim[1], kit.px(BAR_HEIGHT_U) + half_height, -kit.px(step)), *range(aim[1], low, kit.px(step))]
    xs = [aim[0], *range(edge + half_width, right - half_width, kit.px(step)), right - half_width]
    best, least = aim, -1
    for _, x, y in sorted((abs(x - aim[0]) + 2 * abs(y - aim[1]), x, y) for x in xs for y in ys):
        at = pygame.Rect((0, 0), size)
        at.center = x, y
        hidden = hidden_area(at, taken)
        if least < 0 or hidden < least:
            best, least = (x, y), hidden
        if not hidden:
            break
    return best


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def _prompt_candidates(kit: Kit, size: tuple[int, int]) -> Iterator[Candidate]:
    whole, u = kit.metrics, kit.metrics.unit_px
    low = round(whole.height * u) - kit.px(PROMPT_PLACE_ABOVE_BOTTOM_U) - size[1] // 2
    for up in range(0, kit.px(PROMPT_PLACE_SLIDE_U), max(1, kit.px(TRY_STEP_U / 3))):
        yield up, (round(whole.width * u / 2), low - up)


def _table_candidates(kit: Kit, prompt: pygame.Rect, size: tuple[int, int]) -> list[Candidate]:
    """Candidates all over the table. The best one is just above the prompt."""
    edge, half, top = kit.px(EDGE_GAP_U), size[0] // 2, size[1] // 2
    width, height = round(kit.metrics.width * kit.metrics.unit_px), round(kit.metrics.height * kit.metrics.unit_px)
    aim = prompt.top - kit.px(PROMPT_GAP_U) - top
    ys = {aim, *range(kit.px(BAR_HEIGHT_U) + top, height - edge - top, max(1, kit.px(TRY_STEP_U)))}
    xs = {width // 2, *range(edge + half, width - edge - half, max(1, kit.px(4 * TRY_STEP_U))), width - edge - half}
    return sorted((abs(y - aim) + abs(x - width // 2), (x, y)) for x in xs for y in ys)
