"""Where the focus ring stands on the table, and what it frames."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.choice import Target
from game.ui.kit import Kit
from game.ui.table.paint import MoveButton
from game.ui.table.sprites import rect_of
from game.ui.table.stage import Stage
from game.ui.table.touch import Touch
from game.ui.widgets import Widget


def nearest_answer(kit: Kit, tab_stops: Sequence[Widget], picked: Sequence[Target], was: Widget | None) -> str:
    """The answer nearest to where the ring was, or to the hand. A button only where nothing else is an answer: it
    would act at once."""
    touches = [stop for stop in tab_stops if isinstance(stop, Touch)]
    answers = [touch for touch in touches if touch.legal and touch.target not in picked]
    buttons = [stop for stop in tab_stops if isinstance(stop, MoveButton)]
    found: list[Widget] = [*(answers or buttons or touches or tab_stops)]
    hand = kit.rect(kit.metrics.width / 2, kit.metrics.height, 0, 0)
    at = was.rect.center if isinstance(was, Touch | MoveButton) else hand.center
    return min(found, key=lambda stop: pygame.Vector2(stop.rect.center).distance_to(at)).name if found else ""


def visible_part(kit: Kit, stage: Stage, touch: Touch) -> pygame.Rect:
    """What can be seen of a card: its right neighbour in a fan or row lies upon it."""
    whole = touch.rect
    if touch.sprite is None:
        return whole
    whole = rect_of(kit, touch.sprite)
    for place in stage.zones:
        row = stage.ordered(place)
        if touch.sprite in row[:-1]:
            after = rect_of(kit, row[row.index(touch.sprite) + 1])
            if whole.left < after.left < whole.right and after.top < whole.bottom and after.bottom > whole.top:
                return pygame.Rect(whole.left, whole.top, after.left - whole.left, whole.height)
    return whole
