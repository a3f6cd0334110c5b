"""Tips: what something on the table means, in a sentence, while the pointer rests on it or the focus ring is on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.view import View
from game.play.host import Chair
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.look import Badge
from game.ui.table.board import Board
from game.ui.table.layout import CARD_RATIO
from game.ui.table.sprites import sprite_rect
from game.ui.table.touch import TouchWidget, zone_rect
from game.ui.widgets import Press, Widget
from game.words import bot_lines

REST_S = 0.45
"""A tip is shown after the pointer has rested this long."""
TIP_WIDTH_U, TIP_TEXT_U = 440.0, 16.0
"""The greatest width of a tip's lines, and the size of its text."""
EDGE_U, GAP_U, PADDING_U = 10.0, 8.0, 9.0
"""Least distance of a tip from the edges of the window, from what it is about, and of its text from its edge."""
PLACE_STEP_U = 12.0
"""Distance between two places that are tried for a tip."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A sentence and what it is about."""

    rect: pygame.Rect
    text: str


class Tips:
    """Waits until the pointer rests. A tip for the focus ring is shown at once."""

    def __init__(self) -> None:
        self._found: Tip | None = None
        self._rested_s = 0.0

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


def shown_view(board: Board, view: View) -> View:
    """What the viewer has been shown so far. The match may be ahead of it."""
    return replace(view, zones=board.stage.known_zones(), facts=board.stage.facts)


def info_entries(board: Board, view: View, chairs: Sequence[Chair]) -> Iterator[tuple[str, pygame.Rect, str]]:
    """Name, rectangle and text of every plate and badge, and of every pile with an effect on top."""
    shown = shown_view(board, view)
    for seat in board.layout.plate_centres:
        yield f"info seat {seat}", board.hud.plate_rect(seat), _player_text(board, shown, seat, chairs[seat])
    for badge in board.layout.badges:
        if text := _badge_text(board, shown, badge):
            high = badge.size * (CARD_RATIO if badge.kind == "picture" else 1)
            x, y = board.layout.middle[0] + badge.x, board.layout.middle[1] + badge.y
            yield f"info {badge.fact}", board.kit.rect(x - badge.size / 2, y - high / 2, badge.size, high), text
    for place in board.stage.zones:
        if board.layout.zone_look(place)[0].kind == "pile" and (text := _top_effect(board, place)):
            yield f"info {place}", zone_rect(board.kit, board.stage, place), text


def _badge_text(board: Board, shown: View, badge: Badge) -> str:
    """What a badge shows and what that means; empty while it is not there."""
    state, texts = board.hud.badge_state(badge, shown.facts), board.kit.texts
    meaning = f"{board.spec.title}.badges.{state}"
    lines = board.words.fact_line(shown, badge.fact), texts(meaning) if texts.has(meaning) else ""
    return " ".join(line for line in lines if line) if state else ""


def _player_text(board: Board, shown: View, seat: Seat, chair: Chair) -> str:
    """What the plate of a player shows, with the numbers that are counted up to, and what kind of bot it is."""
    goals = (board.words.fact_line(shown, count.of) for count in board.look.seat.counts if count.of)
    texts, line = board.kit.texts, " ".join([board.words.player_line(shown, seat), *goals])
    level, _, character = chair.bot.partition(":")
    if not level:
        return line
    kind = texts("tip.bot", level=texts(f"levels.{level}"))
    if character:
        name = texts(f"{board.spec.title}.characters.{character}.name")
        about = bot_lines.character_sentence(texts, board.spec.title, character)
        kind = texts("tip.character", level=texts(f"levels.{level}"), character=name, about=about)
    return f"{line} {kind}"


def find_tip(board: Board, view: View, pointing: Widget | None, pointer: tuple[int, int] | None) -> Tip | None:
    """The tip for the widget that the pointer or the ring is on, or for the card or pile below the pointer."""
    if isinstance(pointing, TouchWidget) and pointing.sprite is not None:
        text = effect_text(board, pointing.sprite.card)
        return Tip(sprite_rect(board.kit, pointing.sprite), text) if text else None
    place = pointing.target.place if isinstance(pointing, TouchWidget) and pointing.target.kind == "zone" else ""
    if pointing is not None and place and (text := _top_effect(board, place)):
        return Tip(pointing.rect, text)
    if pointing is not None and pointing.tip:
        return Tip(pointing.rect, pointing.tip)
    return _tip_below(board, view, pointer) if pointer is not None else None


def _tip_below(board: Board, view: View, pointer: tuple[int, int]) -> Tip | None:
    """The tip for a pile or for an open card with an effect that nothing can be done with now. The viewer's hand needs
    none: its cards lie there."""
    kit, stage = board.kit, board.stage
    for place, sprites in reversed(stage.zones.items()):
        for sprite in reversed(stage.ordered_sprites(place)):
            if sprite.goal.visible and sprite_rect(kit, sprite).collidepoint(pointer):
                text = effect_text(board, sprite.card) if sprite.goal.face_up else ""
                if not text and place != board.hand:  # what lies in the viewer's hand is plain to see
                    text = _zone_text(board, view, place)
                return Tip(sprite_rect(kit, sprite), text) if text else None
        zone, _ = board.layout.zone_look(place)
        if zone.kind == "pile" and not sprites and zone.icon and zone_rect(kit, stage, place).collidepoint(pointer):
            return Tip(zone_rect(kit, stage, place), _zone_text(board, view, place))
    return None


def _top_effect(board: Board, place: str) -> str:
    """What the effect of the open card on top of a pile does; empty if there is none."""
    sprites = board.stage.ordered_sprites(place)
    return effect_text(board, sprites[-1].card) if sprites and sprites[-1].goal.face_up else ""


def _zone_text(board: Board, view: View, place: str) -> str:
    """What lies in a place, in the order in which it lies there."""
    shown = shown_view(board, view)
    zones = {**shown.zones, place: board.stage.in_shown_order(place, shown.zones[place])}
    return board.words.zone_line(replace(shown, zones=zones), place)


def effect_text(board: Board, card: Card) -> str:
    """What the effect of an open card does; empty if it has none."""
    effect = board.spec.effects.get(card) if card != HIDDEN else None
    return board.kit.texts(f"{board.spec.title}.effects.{effect}.help") if effect else ""


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
