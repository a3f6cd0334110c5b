"""Tips: a sentence that is shown while the pointer rests on something of the table, or the focus ring is on it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.view import View
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.table.board import Board
from game.ui.table.tip_texts import Tip, find_tip
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Press, Widget

REST_S = 0.45
"""A tip is shown after the pointer has rested this long."""
TIP_WIDTH_U, TIP_TEXT_U = 440.0, 16.0
"""The greatest width of a tip's lines, and the size of its text."""
EDGE_U, GAP_U, PADDING_U = 10.0, 8.0, 9.0
"""Least distance of a tip from the edges of the window, from what it is about, and of its text from its edge."""
PLACE_STEP_U = 12.0
"""Distance between two places that are tried for a tip."""


class Tips:
    """The tip of a table. It waits until the pointer rests; a tip for the focus ring is shown at once.

    What it says and where it lies is kept until something changes: to find that takes too long for every frame.
    """

    def __init__(self) -> None:
        self._found: Tip | None = None
        self._found_for: object = None
        self._rested_s = 0.0
        self.place: pygame.Rect | None = None
        """Where the tip was drawn last; None if there was no room."""
        self._placed_for: object = None

    def find(
        self, board: Board, view: View, pointing: Widget | None, pointer: tuple[int, int] | None, moment: object
    ) -> Tip | None:
        """The tip for what the pointer or the ring is on. `moment` changes with everything on the table."""
        lift = pointing.sprite.lift if isinstance(pointing, TouchWidget) and pointing.sprite is not None else 0.0
        depends_on = pointer, pointing, lift, moment
        if depends_on == self._found_for:
            return self._found
        self._found_for = depends_on
        return find_tip(board, view, pointing, pointer)

    def update(self, found: Tip | None, at_once: bool, dt: float) -> bool:
        """`found` is the tip for what is pointed at now. True if another tip is shown, or none any more."""
        before = self.shown
        self._rested_s = self._rested_s + dt if found == self._found else 0.0
        if at_once:
            self._rested_s = REST_S
        self._found = found
        return self.shown != before

    def show_at_once(self) -> None:
        self._rested_s = REST_S

    @property
    def shown(self) -> Tip | None:
        return self._found if self._rested_s >= REST_S else None

    def draw(
        self, kit: Kit, surface: pygame.Surface, texts: Sequence[pygame.Rect], tab_stops: Sequence[Widget]
    ) -> None:
        """Draw the tip where it hides none of these texts and no button, and if there is room no plate and no badge;
        nowhere if there is no such place."""
        tip = self.shown
        if tip is None or not tip.text:
            return
        answers = [
            stop.rect
            for stop in tab_stops
            if isinstance(stop, InfoWidget) or (isinstance(stop, TouchWidget) and stop.legal)
        ]
        others = (stop for stop in tab_stops if not isinstance(stop, TouchWidget | InfoWidget))
        texts = [*texts, *(stop.rect for stop in others if stop.rect != tip.rect)]
        depends_on = tip, [tuple(each) for each in texts], [tuple(each) for each in answers]
        if depends_on != self._placed_for:
            self._placed_for = depends_on
            self.place = find_tip_place(kit, tip, texts, answers)
        if self.place is not None:
            draw_tip(kit, tip.text, self.place, surface)


class InfoWidget(Widget):
    """A plate or a badge. Tab leads to it; the arrow keys do not, because they look for answers. Its press shows its
    tip at once. The table draws it."""

    radius = 18.0
    by_arrows = False

    def __init__(self, name: str, rect: pygame.Rect, text: str, press: Press) -> None:
        super().__init__(name, rect, press)
        self.tip = text
        self.sound = "focus"

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        """Nothing: the plate is drawn below."""


def find_tip_place(
    kit: Kit, tip: Tip, texts: Sequence[pygame.Rect], answers: Sequence[pygame.Rect]
) -> pygame.Rect | None:
    """Where a tip lies: below what it is about, or above, or else as near as possible. It hides no text and no button
    (`texts`), and if there is room none of the other `answers`. None if there is no room."""
    words = _tip_words(kit, tip.text)
    pad, edge, gap = kit.px(PADDING_U), kit.px(EDGE_U), kit.px(GAP_U)
    at = words.get_rect().inflate(2 * pad, 2 * pad)
    inside = pygame.Rect(edge, edge, kit.metrics.width_px - 2 * edge, kit.metrics.height_px - 2 * edge)
    below, above = at.copy(), at.copy()
    below.midtop, above.midbottom = (tip.rect.centerx, tip.rect.bottom + gap), (tip.rect.centerx, tip.rect.top - gap)
    first = [place.clamp(pygame.Rect(inside.left, place.top, inside.width, place.height)) for place in (below, above)]
    for taken in ([*texts, *answers], texts):
        places = [place for place in first if inside.contains(place)] + _places_around(kit, at, inside, tip.rect)
        found = next((place for place in places if place.collidelist([*taken]) < 0), None)
        if found is not None:
            return found
    return None


def _places_around(kit: Kit, at: pygame.Rect, inside: pygame.Rect, about: pygame.Rect) -> list[pygame.Rect]:
    """Places all over the window that do not hide what the tip is about, the nearest first."""
    step, hole = max(1, kit.px(PLACE_STEP_U)), about.inflate(2 * kit.px(GAP_U), 2 * kit.px(GAP_U))
    xs = {about.centerx - at.width // 2, *range(inside.left, inside.right - at.width + 1, 2 * step)}
    ys = range(inside.top, inside.bottom - at.height + 1, step)
    places = [pygame.Rect(x, y, *at.size) for x in xs for y in ys]
    free = [place for place in places if inside.contains(place) and not place.colliderect(hole)]
    return sorted(free, key=lambda place: pygame.Vector2(place.center).distance_squared_to(about.center))


def _tip_words(kit: Kit, text: str) -> pygame.Surface:
    width = min(TIP_WIDTH_U * kit.metrics.text_scale, kit.metrics.width - 2 * (EDGE_U + PADDING_U))
    return kit.fonts.block(text, "bold", TIP_TEXT_U, kit.colours.light, width)


def draw_tip(kit: Kit, text: str, at: pygame.Rect, surface: pygame.Surface) -> None:
    c, words = kit.colours, _tip_words(kit, text)
    surface.blit(shapes.plate(kit.art, at.size, kit.px(10), c.night, c.night, c.paper_low, kit.px(2), 0.96), at)
    surface.blit(words, words.get_rect(center=at.center))
