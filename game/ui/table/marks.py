"""What stands out on the table: cards that rise, where a touch would be an answer, and what a hint points at."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.sitting import Sitting
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.table.sprites import Sprite, rect_of
from game.ui.table.stage import Stage
from game.ui.table.touch import Touch, Waiting
from game.ui.widgets import Widget

GLOW_REACH_U = 12.0
"""How far a glow reaches beyond the thing that glows."""
HINT_RING_REACH_U, HINT_RING_LINE_U, HINT_RING_INNER_LINE_U = 6.0, 6.0, 2.0
"""Distance of the ring round what a hint means, and the thickness of its two lines. The focus ring is different: one
thin line of another colour."""
LAMP_WIDTH_U = 30.0
"""Width of the disc with a lamp beside the ring of a hint."""
LIFTS_PER_S = 9.0
"""Speed at which a card rises and sinks. One lift is `LIFT_U`."""


def hinted(sitting: Sitting, widgets: Sequence[Widget]) -> set[str]:
    """The names of all that belongs to the move of a hint, once it was told."""
    targets = sitting.hint_targets()
    touched = {widget.name for widget in widgets if isinstance(widget, Touch) and widget.target in targets}
    return touched | {f"move {target.place}" for target in targets if target.kind == "button"}


def looked_at(sitting: Sitting, widgets: Sequence[Widget]) -> set[str]:
    """The names of what lies where the first step of a hint says to look."""
    place = sitting.hint_place()
    if not place:
        return set()
    return {widget.name for widget in widgets if widget.name.startswith((f"zone {place}", f"card {place} "))}


def lift(stage: Stage, sitting: Sitting, widgets: Sequence[Widget], pointing: Widget | None, dt: float) -> bool:
    """Cards rise under the pointer, under the focus, when chosen, and when a hint means them. True while they move."""
    names = hinted(sitting, widgets)
    picked = sitting.choice.picked
    raised = {
        id(widget.sprite)
        for widget in widgets
        if isinstance(widget, Touch) and (widget is pointing or widget.target in picked or widget.name in names)
    }
    moving = False
    for sprite in stage.sprites:
        goal = 1.0 if id(sprite) in raised else 0.0
        if sprite.lift != goal:
            step = dt * LIFTS_PER_S
            sprite.lift = min(goal, sprite.lift + step) if goal > sprite.lift else max(goal, sprite.lift - step)
            moving = True
    return moving


def glows(kit: Kit, sitting: Sitting, widgets: Sequence[Widget], hand: str, surface: pygame.Surface) -> None:
    """Piles, players and cards outside the hand that may be touched, and where to look. Once a hint has told its
    move, only what belongs to that."""
    reach = kit.px(GLOW_REACH_U)
    near, names = looked_at(sitting, widgets), hinted(sitting, widgets)
    for widget in widgets:
        if not isinstance(widget, Touch):
            continue
        asked = widget.legal and (_outside(widget, hand) or isinstance(widget, Waiting))
        if (widget.name in names and widget.sprite is None) if names else (asked or widget.name in near):
            at = _place(kit, widget).inflate(2 * reach, 2 * reach)
            surface.blit(shapes.halo(kit.art, at.size, kit.px(10), kit.colours.glow, reach), at)


def _outside(widget: Touch, hand: str) -> bool:
    return widget.target.kind in ("zone", "seat", "slot") and widget.target.place != hand


def hints(kit: Kit, sitting: Sitting, widgets: Sequence[Widget], surface: pygame.Surface) -> None:
    """A thick ring and a lamp, above everything: for those, too, who see no colours."""
    names = hinted(sitting, widgets)
    for widget in widgets:
        if widget.name not in names:
            continue
        sprite = widget.sprite if isinstance(widget, Touch) else None
        if sprite is None or (sprite.resting and sprite.held is None):
            _mark(kit, surface, widget, sprite)


def _mark(kit: Kit, surface: pygame.Surface, widget: Widget, sprite: Sprite | None) -> None:
    at = _place(kit, widget)
    angle = sprite.spot.angle if sprite is not None else 0.0
    ring = _ring(
        kit, at.inflate(2 * kit.px(HINT_RING_REACH_U), 2 * kit.px(HINT_RING_REACH_U)).size, angle, widget.radius
    )
    surface.blit(ring, ring.get_rect(center=at.center))
    c, side = kit.colours, kit.px(LAMP_WIDTH_U)
    disc = shapes.plate(kit.art, (side, side), side / 2, c.paper, c.paper, c.ink, kit.px(2.5))
    if at.width < 2 * side:
        spot = disc.get_rect(midbottom=(at.centerx, at.top - kit.px(HINT_RING_REACH_U)))
    elif at.height > at.width:
        off = pygame.Vector2(-at.width * 0.1, side * 0.5 - at.height / 2).rotate(-angle)
        spot = disc.get_rect(center=at.center + off)
    else:
        spot = disc.get_rect(center=at.topleft)
    surface.blit(disc, spot)
    lamp = kit.art.image("icons/hint.svg", (round(side * 0.76), round(side * 0.76)))
    surface.blit(lamp, lamp.get_rect(center=spot.center))


def _place(kit: Kit, widget: Widget) -> pygame.Rect:
    """Where it is now: a card may have risen."""
    sprite = widget.sprite if isinstance(widget, Touch) else None
    return rect_of(kit, sprite) if sprite is not None else widget.rect


def _ring(kit: Kit, size: tuple[int, int], angle: float, radius: float) -> pygame.Surface:
    """Two lines, the inner one light: it can be told from the focus ring, and seen on every card."""
    key = ("hint ring", size, angle, radius, kit.settings.contrast)
    ring = kit.art.get(key)
    if ring is None:
        flat = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
        gap = kit.px(HINT_RING_LINE_U)
        flat.blit(shapes.ring(kit.art, size, kit.px(radius), kit.colours.accent, kit.px(HINT_RING_LINE_U)), (2, 2))
        inner = size[0] - 2 * gap, size[1] - 2 * gap
        if min(inner) > 0:
            light = shapes.ring(kit.art, inner, kit.px(radius), kit.colours.light, kit.px(HINT_RING_INNER_LINE_U))
            flat.blit(light, (2 + gap, 2 + gap))
        ring = kit.art.put(key, pygame.transform.rotozoom(flat, angle, 1.0) if angle else flat)
    return ring
