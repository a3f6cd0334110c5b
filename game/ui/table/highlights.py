"""What stands out on the table: raised cards, a glow round what can be touched, and the marks of a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.engine.moves import Move
from game.play.choice import Choice
from game.play.sitting import Sitting
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.table.pictures import TILT_STEPS
from game.ui.table.sprites import Sprite, sprite_rect
from game.ui.table.stage import Stage
from game.ui.table.touch import CardForGap, TouchWidget
from game.ui.widgets import Widget

GLOW_REACH_U = 12.0
"""How far a glow reaches beyond the thing that glows."""
WINNING_GLOW_REACH_U = 16.0
"""The same for the card that has won a trick."""
HINT_RING_REACH_U, HINT_RING_LINE_U, HINT_RING_INNER_LINE_U = 6.0, 6.0, 2.0
"""Distance of the ring round what a hint means, and the thickness of its two lines. The focus ring is different: one
thin line of another colour."""
PREVIEW_TEXT_U, PREVIEW_PADDING_U = 24.0, 12.0
"""Size of the text that says what a move would make, and its distance from the sides of its plate."""
LAMP_WIDTH_U = 30.0
"""Width of the disc with a lamp beside the ring of a hint."""


def hinted_names(sitting: Sitting, widgets: Sequence[Widget]) -> set[str]:
    """The names of the widgets that belong to the hinted move. Empty until the hint has named the move."""
    targets = sitting.hint_targets()
    touched = {widget.name for widget in widgets if isinstance(widget, TouchWidget) and widget.target in targets}
    return touched | {f"move {target.place}" for target in targets if target.kind == "button"}


def hint_place_names(sitting: Sitting, widgets: Sequence[Widget]) -> set[str]:
    """The names of the widgets in the place where the first step of a hint says to look."""
    place = sitting.hint_place()
    if not place:
        return set()
    return {widget.name for widget in widgets if widget.name.startswith((f"zone {place}", f"card {place} "))}


def lift_cards(
    stage: Stage,
    sitting: Sitting,
    choice: Choice | None,
    widgets: Sequence[Widget],
    pointing: Widget | None,
    dt: float,
) -> bool:
    """Raise the cards under the pointer or the focus, those of previewed moves, the chosen ones and the hinted ones.
    True while cards move."""
    dt_ms = round(dt * 1000, 1)
    names = hinted_names(sitting, widgets)
    moves = preview_texts(sitting, choice, pointing)
    shown = {target for move in moves for target in sitting.choice.targets_of(move)}
    shown.update(sitting.choice.picked)
    raised = {
        id(widget.sprite)
        for widget in widgets
        if isinstance(widget, TouchWidget) and (widget is pointing or widget.target in shown or widget.name in names)
    }
    moving = False
    for sprite in stage.sprites:
        goal = 1.0 if id(sprite) in raised or sprite in stage.marked else 0.0
        if sprite.lift != goal or sprite.lift_speed:
            sprite.advance_lift(goal, dt_ms, stage.calm)
            moving = True
    return moving


def tilt_cards(stage: Stage, pointing: Widget | None, pointer: tuple[int, int]) -> bool:
    """Tilt the card under the pointer to the side where the pointer is. True if a tilt has changed."""
    over = pointing.sprite if isinstance(pointing, TouchWidget) else None
    changed = False
    for sprite in stage.sprites:
        if sprite is not over and not sprite.tilt:
            continue
        tilt = 0
        if sprite is over and isinstance(pointing, TouchWidget) and sprite.resting and not stage.calm:
            across = (pointer[0] - pointing.rect.left) / max(1, pointing.rect.width)
            tilt = round((min(1.0, max(0.0, across)) * 2 - 1) * TILT_STEPS)
        if sprite.tilt != tilt:
            sprite.tilt, changed = tilt, True
    return changed


def draw_glows(kit: Kit, sitting: Sitting, widgets: Sequence[Widget], hand: str, surface: pygame.Surface) -> None:
    """Draw a glow round piles, players and cards outside the hand that may be touched, and round the place that a hint
    says to look at. Once a hint has named its move, only what belongs to that move glows."""
    reach = kit.px(GLOW_REACH_U)
    near, names = hint_place_names(sitting, widgets), hinted_names(sitting, widgets)
    for widget in widgets:
        if not isinstance(widget, TouchWidget):
            continue
        asked = widget.legal and (_is_outside_hand(widget, hand) or isinstance(widget, CardForGap))
        if (widget.name in names and widget.sprite is None) if names else (asked or widget.name in near):
            at = widget_rect(kit, widget).inflate(2 * reach, 2 * reach)
            surface.blit(shapes.halo(kit.art, at.size, kit.px(10), kit.colours.glow, reach), at)


def draw_winning_glow(kit: Kit, stage: Stage, surface: pygame.Surface) -> None:
    """Draw a glow round the cards that have won the others."""
    for sprite in stage.marked:
        if not sprite.resting:
            continue
        reach, angle = kit.px(WINNING_GLOW_REACH_U), sprite_angle(sprite)
        at = sprite_rect(kit, sprite).inflate(2 * reach, 2 * reach)
        key = ("winning glow", at.size, angle, kit.colours.glow)
        glow = kit.art.get(key)
        if glow is None:
            flat = shapes.glow_ring(kit.art, at.size, kit.px(10), kit.colours.glow, reach)
            glow = kit.art.put(key, pygame.transform.rotozoom(flat, angle, 1.0))
        surface.blit(glow, glow.get_rect(center=at.center))


def _is_outside_hand(widget: TouchWidget, hand: str) -> bool:
    return widget.target.kind in ("zone", "seat", "slot") and widget.target.place != hand


def draw_hint_marks(kit: Kit, sitting: Sitting, widgets: Sequence[Widget], surface: pygame.Surface) -> None:
    """Draw a thick ring and a lamp at everything that a hint means. The lamp needs no colours to be recognised."""
    names = hinted_names(sitting, widgets)
    for widget in widgets:
        if widget.name not in names:
            continue
        sprite = widget.sprite if isinstance(widget, TouchWidget) else None
        if sprite is None or (sprite.resting and sprite.dragged_to is None):
            draw_mark(kit, surface, widget_rect(kit, widget), sprite_angle(sprite), widget.radius)


def sprite_angle(sprite: Sprite | None) -> float:
    return sprite.spot.angle if sprite is not None else 0.0


def draw_mark(kit: Kit, surface: pygame.Surface, at: pygame.Rect, angle: float, radius: float) -> None:
    """Draw the ring and the lamp at something that lies at `at`. Angle in degrees, radius of the corners in units."""
    draw_ring(kit, surface, at, angle, radius)
    side = kit.px(LAMP_WIDTH_U)
    if at.width < 2 * side:
        draw_lamp(kit, surface, (at.centerx, at.top - kit.px(HINT_RING_REACH_U) - side // 2))
    elif at.height > at.width:
        draw_lamp(kit, surface, at.center + pygame.Vector2(-at.width * 0.1, side * 0.5 - at.height / 2).rotate(-angle))
    else:
        draw_lamp(kit, surface, at.topleft)


def draw_ring(kit: Kit, surface: pygame.Surface, at: pygame.Rect, angle: float, radius: float) -> None:
    reach = 2 * kit.px(HINT_RING_REACH_U)
    ring = _hint_ring(kit, at.inflate(reach, reach).size, angle, radius)
    surface.blit(ring, ring.get_rect(center=at.center))


def draw_lamp(kit: Kit, surface: pygame.Surface, centre: tuple[float, float] | pygame.Vector2) -> None:
    """Draw a disc with a lamp."""
    c, side = kit.colours, kit.px(LAMP_WIDTH_U)
    disc = shapes.plate(kit.art, (side, side), side / 2, c.paper, c.paper, c.ink, kit.px(2.5))
    spot = disc.get_rect(center=centre)
    surface.blit(disc, spot)
    lamp = kit.art.image("icons/hint.svg", (round(side * 0.76), round(side * 0.76)))
    surface.blit(lamp, lamp.get_rect(center=spot.center))


def draw_previews(
    kit: Kit,
    sitting: Sitting,
    choice: Choice | None,
    widgets: Sequence[Widget],
    pointing: Widget | None,
    surface: pygame.Surface,
) -> None:
    """Draw what the moves with the card under the pointer or the ring would make, on the cards of each move. Once
    something is chosen, this is drawn for the moves that are left."""
    c = kit.colours
    for _, text, at in _preview_places(kit, sitting, choice, widgets, pointing):
        word = kit.fonts.text(text, "display", PREVIEW_TEXT_U, c.on_accent)
        surface.blit(shapes.plate(kit.art, at.size, at.height / 2, c.accent, c.accent_low, c.light, kit.px(3)), at)
        surface.blit(word, word.get_rect(center=at.center))


def previewed_move(
    kit: Kit, sitting: Sitting, choice: Choice | None, widgets: Sequence[Widget], pos: tuple[int, int]
) -> Move | None:
    """The move whose preview lies at `pos`. Once something is chosen, a preview can be pressed like a button."""
    if choice is None or not choice.picked:
        return None
    places = _preview_places(kit, sitting, choice, widgets, None)
    return next((move for move, _, at in places if at.collidepoint(pos)), None)


def _preview_places(
    kit: Kit, sitting: Sitting, choice: Choice | None, widgets: Sequence[Widget], pointing: Widget | None
) -> Iterator[tuple[Move, str, pygame.Rect]]:
    """Each preview that is shown: its move, its text, and where it lies: in the middle of the cards, where it covers no
    corner of a card."""
    touches = {widget.target: widget for widget in widgets if isinstance(widget, TouchWidget)}
    for move, text in preview_texts(sitting, choice, pointing).items():
        targets = sitting.choice.targets_of(move)
        rects = [widget_rect(kit, touches[target]) for target in targets if target in touches]
        if len(rects) == len(targets):
            word = kit.fonts.text(text, "display", PREVIEW_TEXT_U, kit.colours.on_accent)
            at = word.get_rect().inflate(2 * kit.px(PREVIEW_PADDING_U), 0)
            at.center = rects[0].unionall(rects[1:]).center
            yield move, text, at


def preview_texts(sitting: Sitting, choice: Choice | None, pointing: Widget | None) -> dict[Move, str]:
    """What moves would make: the moves with the target that is pointed at, or once something is chosen, the moves that
    are left."""
    target = pointing.target if isinstance(pointing, TouchWidget) else None
    found: dict[Move, str] = {}
    if choice is None or not (target or sitting.choice.picked):
        return found
    for move in choice.moves:
        targets = sitting.choice.targets_of(move)
        if (target in targets or sitting.choice.picked) and (text := sitting.rules.preview(sitting.view, move)):
            found[move] = text
    return found


def widget_rect(kit: Kit, widget: Widget) -> pygame.Rect:
    """Where a widget is now. A card may have risen."""
    sprite = widget.sprite if isinstance(widget, TouchWidget) else None
    return sprite_rect(kit, sprite) if sprite is not None else widget.rect


def _hint_ring(kit: Kit, size: tuple[int, int], angle: float, radius: float) -> pygame.Surface:
    """A ring of two lines, the inner one light: different from the focus ring, and visible on every card."""
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
