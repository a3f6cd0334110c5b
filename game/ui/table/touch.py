"""What can be touched on the table, as widgets, so that pointer, keys and gamepad use it in the same way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import pygame

from game.play.choice import Choice, Target, card_target
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.table.hud import Hud
from game.ui.table.layout import CARD_RATIO
from game.ui.table.sprites import Sprite, touch_rect
from game.ui.table.stage import Stage
from game.ui.widgets import Widget

OnTouch = Callable[["TouchWidget"], Transition]
GAP_WIDTH_U, GAP_MIN_WIDTH_U, GAP_HEIGHT_U = 34.0, 12.0, 50.0
"""Size of the mark that stands for a gap between two cards. It gets narrower where cards overlap."""
GAP_DOWN_SHARE = 0.573
"""Where the middle of the mark is, as a share of the card's height: below rank and suit, above an effect."""
END_GAP_OUTSIDE_U = 11.0
"""Distance of the first and the last gap from the row. Nearer they would cover a rank."""
ARROW_WIDTH_U, PILE_ARROW_WIDTH_U = 36.0, 34.0
"""Width of the arrow from a card toward its gaps, and of the arrow on a pile that goes only one way."""


class TouchWidget(Widget):
    """A widget for a card, a pile, a gap or a player."""

    def __init__(
        self,
        name: str,
        rect: pygame.Rect,
        target: Target,
        on_touch: OnTouch,
        *,
        legal: bool = True,
        sprite: Sprite | None = None,
    ) -> None:
        """`legal`: whether touching it can lead to a move now."""
        super().__init__(name, rect, lambda: on_touch(self))
        self.target = target
        self.legal = legal
        self.sprite = sprite
        self.sound = ""

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        """Only a gap is drawn here. The table draws cards and plates."""
        if self.target.kind != "gap":
            return
        c = kit.colours
        slim = at if hovered else at.inflate(-at.width // 4, -at.height // 6)
        plate = shapes.plate(kit.art, slim.size, slim.width / 2, c.glow, c.glow, c.ink, kit.px(2.5))
        surface.blit(plate, slim)
        bar = pygame.Rect(0, 0, slim.width // 2, kit.px(4))
        for stroke in (bar, pygame.Rect(0, 0, bar.height, bar.width)):
            stroke.center = slim.center
            surface.fill(c.ink, stroke)


class CardForGap(TouchWidget):
    """A card that has to be put into a gap. It glows, and can be dragged to a gap. A touch alone is refused."""

    def __init__(self, name: str, rect: pygame.Rect, on_touch: OnTouch, sprite: Sprite, left: bool) -> None:
        super().__init__(name, rect, card_target(sprite.card), on_touch, sprite=sprite)
        self._icon = "arrow_left" if left else "arrow_right"
        self._side = -1 if left else 1

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        """Draw an arrow toward the gaps."""
        if self.sprite is None or not self.sprite.resting or self.sprite.dragged_to is not None:
            return
        c, side = kit.colours, kit.px(ARROW_WIDTH_U)
        disc = shapes.plate(kit.art, (side, side), side / 2, c.glow, c.glow, c.ink, kit.px(2.5))
        spot = disc.get_rect(center=(at.centerx + self._side * (at.width // 2 + side * 3 // 4), at.centery))
        surface.blit(disc, spot)
        icon = kit.art.image(f"icons/{self._icon}.svg", (round(side * 0.7), round(side * 0.7)))
        surface.blit(icon, icon.get_rect(center=spot.center))


def touch_widgets(
    kit: Kit,
    stage: Stage,
    hud: Hud,
    choice: Choice | None,
    hand: str,
    on_touch: OnTouch,
    card_places: Collection[str] = (),
) -> list[Widget]:
    """Widgets for everything that can be touched. The cards of `hand` always can, and so can `card_places` once a card
    is chosen: what is refused gives the reason."""
    targets = choice.targets() if choice else []
    picked = choice.picked if choice else []
    found: list[Widget] = []
    by_card = {target.index for target in targets + picked if target.kind == "card"}
    for place in stage.zones:
        slots = {target.index for target in targets + picked if target.kind == "slot" and target.place == place}
        sprites = stage.ordered_sprites(place)
        if place == hand or slots or any(sprite.card in by_card for sprite in sprites if sprite.card >= 0):
            found += _card_widgets(kit, place, sprites, targets, picked, on_touch)
    for target in targets:
        match target.kind:
            case "zone":
                found.append(TouchWidget(f"zone {target.place}", zone_rect(kit, stage, target.place), target, on_touch))
            case "gap":
                found.append(TouchWidget(f"gap {target.index}", _gap_rect(kit, stage, target), target, on_touch))
            case "seat":
                found.append(TouchWidget(f"seat {target.index}", hud.plate_rect(target.index), target, on_touch))
    if any(target.kind == "card" for target in picked):
        fitting = {target.place for target in targets if target.kind == "zone"}
        for place in sorted(set(card_places) - fitting):
            at = zone_rect(kit, stage, place)
            found.append(TouchWidget(f"zone {place}", at, Target("zone", place), on_touch, legal=False))
    rows = dict.fromkeys(target.place for target in targets if target.kind == "gap")
    return found + [widget for row in rows for widget in _cards_for_gaps(kit, stage, row, on_touch)]


def _cards_for_gaps(kit: Kit, stage: Stage, row: str, on_touch: OnTouch) -> Iterable[TouchWidget]:
    """The cards beside a row with gaps. They have the same owner and the same anchor as the row."""
    zone, owner = stage.layout.zone_look(row)
    for place, sprites in stage.zones.items():
        beside, whose = stage.layout.zone_look(place)
        if place != row and (whose, beside.anchor) == (owner, zone.anchor):
            for sprite in sprites:
                yield CardForGap(f"zone {place}", touch_rect(kit, sprite), on_touch, sprite, beside.x > zone.x)


def _card_widgets(
    kit: Kit,
    place: str,
    sprites: Iterable[Sprite],
    targets: list[Target],
    picked: list[Target],
    on_touch: OnTouch,
) -> Iterable[TouchWidget]:
    for index, sprite in enumerate(sprites):
        fits = [card_target(sprite.card), Target("slot", place, index)]
        legal = [target for target in fits if target in targets or target in picked]
        target = next(iter(legal), fits[0])
        yield TouchWidget(
            f"card {place} {index}", touch_rect(kit, sprite), target, on_touch, legal=bool(legal), sprite=sprite
        )


def zone_rect(kit: Kit, stage: Stage, place: str) -> pygame.Rect:
    zone, owner = stage.layout.zone_look(place)
    x, y = stage.layout.anchor_point(zone, owner)
    width, height = zone.card, zone.card * CARD_RATIO
    if zone.kind in ("fan", "row") and stage.zones[place]:
        spots = [sprite.goal for sprite in stage.zones[place]]
        left, right = min(spot.x for spot in spots), max(spot.x for spot in spots)
        return kit.rect(left - width / 2, y - height / 2, right - left + width, height)
    return kit.rect(x - width / 2, y - height / 2, width, height)


def arrow_rect(kit: Kit, stage: Stage, place: str) -> pygame.Rect:
    """Where the arrow of a one-way pile lies: over a corner of its cards."""
    at, side = zone_rect(kit, stage, place), kit.px(PILE_ARROW_WIDTH_U)
    arrow = pygame.Rect(0, 0, side, side)
    arrow.center = at.right - kit.px(4), at.top + kit.px(6)
    return arrow


def _gap_rect(kit: Kit, stage: Stage, target: Target) -> pygame.Rect:
    """The mark of a gap: at the left edge of a card, or beyond the right edge of the last. It covers no rank."""
    sprites = stage.ordered_sprites(target.place)
    zone, owner = stage.layout.zone_look(target.place)
    x, y = stage.layout.anchor_point(zone, owner)
    width, half = GAP_WIDTH_U, zone.card / 2
    if sprites:
        ends = {
            0: sprites[0].goal.x - half - END_GAP_OUTSIDE_U,
            len(sprites): sprites[-1].goal.x + half + END_GAP_OUTSIDE_U,
        }
        x = ends[target.index] if target.index in ends else sprites[target.index].goal.x - half
    if len(sprites) > 1:
        width = max(GAP_MIN_WIDTH_U, min(width, sprites[1].goal.x - sprites[0].goal.x - 4))
    return kit.rect(
        x - width / 2, y + (GAP_DOWN_SHARE - 0.5) * zone.card * CARD_RATIO - GAP_HEIGHT_U / 2, width, GAP_HEIGHT_U
    )
