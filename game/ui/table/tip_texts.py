"""What the tips of a table say: of a player's plate, a badge, a pile, and the effect of a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.view import View
from game.play.host import Chair
from game.ui.look import Badge
from game.ui.table.badges import badge_rect
from game.ui.table.board import Board
from game.ui.table.sprites import sprite_rect
from game.ui.table.touch import TouchWidget, zone_rect
from game.ui.widgets import Widget
from game.words import bot_lines
from game.words.vocabulary import uncapitalize


@dataclass(frozen=True, slots=True)
class Tip:
    """A sentence and what it is about."""

    rect: pygame.Rect
    text: str


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
            yield f"info {badge.fact}", badge_rect(board.kit, board.layout, badge), text
    for place in board.stage.zones:
        if board.layout.zone_look(place)[0].kind == "pile" and (text := _top_effect(board, place)):
            yield f"info {place}", zone_rect(board.kit, board.stage, place), text


def _badge_text(board: Board, shown: View, badge: Badge) -> str:
    """What a badge shows and what that means; empty while it is not there."""
    state, texts = board.hud.badges.state(badge, shown.facts), board.kit.texts
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
    if not effect:
        return ""
    texts, key = board.kit.texts, f"{board.spec.title}.effects.{effect}"
    return texts("tip.effect", name=texts(f"{key}.name"), help=uncapitalize(texts(f"{key}.help")))
