"""Which widget of a table gets the focus, and what the focus ring surrounds."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.choice import Target
from game.ui.kit import Kit
from game.ui.table.prompt import MoveButton
from game.ui.table.sprites import Sprite, sprite_rect
from game.ui.table.stage import Stage
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Widget


def nearest_answer(kit: Kit, tab_stops: Sequence[Widget], picked: Sequence[Target], lost: Widget | None) -> str:
    """The name of the possible answer that is nearest to the widget `lost`, or else to the hand. A button is taken only
    if nothing else is an answer, because pressing it plays at once."""
    touches = [stop for stop in tab_stops if isinstance(stop, TouchWidget)]
    answers = [touch for touch in touches if touch.legal and touch.target not in picked]
    buttons = [stop for stop in tab_stops if isinstance(stop, MoveButton)]
    found: list[Widget] = [*(answers or buttons or touches or tab_stops)]
    hand = kit.rect(kit.metrics.width / 2, kit.metrics.height, 0, 0)
    at = lost.rect.center if isinstance(lost, TouchWidget | MoveButton) else hand.center
    return min(found, key=lambda stop: pygame.Vector2(stop.rect.center).distance_to(at)).name if found else ""


def visible_part(kit: Kit, stage: Stage, touch: TouchWidget) -> pygame.Rect:
    """The part of a card that its right neighbour in a fan or row does not cover."""
    return visible_card_part(kit, stage, touch.sprite) if touch.sprite is not None else touch.rect


def visible_card_part(kit: Kit, stage: Stage, sprite: Sprite) -> pygame.Rect:
    whole = sprite_rect(kit, sprite)
    for place in stage.zones:
        row = stage.ordered_sprites(place)
        if sprite in row[:-1]:
            after = sprite_rect(kit, row[row.index(sprite) + 1])
            if whole.left < after.left < whole.right and after.top < whole.bottom and after.bottom > whole.top:
                return pygame.Rect(whole.left, whole.top, after.left - whole.left, whole.height)
    return whole
