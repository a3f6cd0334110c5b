"""What can be touched on the table, as widgets: so that pointer, keys and gamepad find it alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.table.choice import Choice, Target, card_target
from game.ui.table.hud import Hud
from game.ui.table.layout import RATIO
from game.ui.table.sprites import Sprite, rect_of
from game.ui.table.stage import Stage
from game.ui.widgets import Widget

Touched = Callable[["Touch"], Transition]
GAP = 26.0


class Touch(Widget):
    """A card, a pile, a gap or a player. `target` is None for a card that cannot be played now."""

    def __init__(
        self, name: str, rect: pygame.Rect, target: Target | None, touched: Touched, sprite: Sprite | None = None
    ) -> None:
        super().__init__(name, rect, lambda: touched(self))
        self.target = target
        self.sprite = sprite
        self.sound = ""

    @property
    def legal(self) -> bool:
        return self.target is not None

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, lit: bool, held: bool) -> None:
        """Cards and plates are drawn by the table; only a gap has to be shown."""
        if self.target is None or self.target.kind != "gap":
            return
        c = kit.colours
        slim = at.inflate(-at.width // 2, -at.height // 5)
        if lit:
            slim = at.inflate(-at.width // 4, 0)
        plate = shapes.plate(kit.art, slim.size, kit.px(8), c.glow, c.glow, c.ink, kit.px(2), 0.9)
        surface.blit(plate, slim)


def touches(
    kit: Kit, stage: Stage, hud: Hud, choice: Choice | None, hand: str, touched: Touched
) -> list[Widget]:
    """Everything that can be touched, the own hand always: a refused card says why."""
    targets = choice.targets() if choice else []
    picked = choice.picked if choice else []
    found: list[Widget] = []
    by_card = {target.index for target in targets + picked if target.kind == "card"}
    for place in stage.zones:
        slots = {target.index for target in targets + picked if target.kind == "slot" and target.place == place}
        sprites = stage.ordered(place)
        if place == hand or slots or any(sprite.card in by_card for sprite in sprites if sprite.card >= 0):
            found += _cards(kit, place, sprites, targets, picked, touched)
    for target in targets:
        match target.kind:
            case "zone":
                found.append(Touch(f"zone {target.place}", zone_rect(kit, stage, target.place), target, touched))
            case "gap":
                found.append(Touch(f"gap {target.index}", _gap(kit, stage, target), target, touched))
            case "seat":
                found.append(Touch(f"seat {target.index}", hud.plate_rect(target.index), target, touched))
    return found


def _cards(
    kit: Kit,
    place: str,
    sprites: Iterable[Sprite],
    targets: list[Target],
    picked: list[Target],
    touched: Touched,
) -> Iterable[Touch]:
    for index, sprite in enumerate(sprites):
        fits = [card_target(sprite.card), Target("slot", place, index)]
        target = next((target for target in fits if target in targets or target in picked), None)
        yield Touch(f"card {place} {index}", rect_of(kit, sprite), target, touched, sprite)


def zone_rect(kit: Kit, stage: Stage, place: str) -> pygame.Rect:
    zone, owner = stage.layout.look_of(place)
    x, y = stage.layout.anchor(zone, owner)
    wide, high = zone.card, zone.card * RATIO
    if zone.kind in ("fan", "row") and stage.zones[place]:
        spots = [sprite.goal for sprite in stage.zones[place]]
        left, right = min(spot.x for spot in spots), max(spot.x for spot in spots)
        return kit.rect(left - wide / 2, y - high / 2, right - left + wide, high)
    return kit.rect(x - wide / 2, y - high / 2, wide, high)


def _gap(kit: Kit, stage: Stage, target: Target) -> pygame.Rect:
    """Between two neighbours, or beyond the first and the last."""
    sprites = stage.ordered(target.place)
    zone, owner = stage.layout.look_of(target.place)
    x, y = stage.layout.anchor(zone, owner)
    high = zone.card * RATIO
    if sprites:
        step = sprites[1].goal.x - sprites[0].goal.x if len(sprites) > 1 else zone.card
        x = sprites[0].goal.x + (target.index - 0.5) * step
        if target.index == 0:
            x = sprites[0].goal.x - zone.card / 2 - GAP / 2
        elif target.index == len(sprites):
            x = sprites[-1].goal.x + zone.card / 2 + GAP / 2
    return kit.rect(x - GAP / 2, y - high / 2, GAP, high)
