"""Drawing the table: slots, plates, cards in their order, and the words around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.engine.moves import Move
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.sheet import big
from game.ui.table import marks, panels
from game.ui.table.choice import Target
from game.ui.table.sprites import Sprite, draw
from game.ui.table.touch import Touch, arrow_rect, zone_rect
from game.ui.widgets import Button, row_height

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

PROMPT_UP, PROMPT_LOW = 212.0, 190.0
"""How far the prompt's centre is above the lower edge, and its own lower edge if it is tall: below lies the hand."""
WIDE, NARROW, SPACE = 1040.0, 800.0, 12.0
"""The room for prompt and buttons, for a prompt of large letters beside what lies over the own plate, and between."""
BESIDE = 3
"""So many buttons stand beside the prompt; more have a row of their own."""


def table(scene: TableScene, surface: pygame.Surface) -> None:
    """Everything that is not a widget."""
    marks.glows(scene, surface)
    _slots(scene, surface)
    held = scene.look.seat.held(scene.stage.zones, scene.host.seats)
    busy = set(scene.host.deciders) if scene.director.idle else set()
    scene.hud.draw(surface, scene.stage.facts, held, busy)
    for sprite, dim in _in_order(scene):
        draw(scene.kit, scene.art, surface, sprite, dim)
    _directions(scene, surface)
    _title(scene, surface, scene.stage.facts.get("round"))


def _slots(scene: TableScene, surface: pygame.Surface) -> None:
    """A faint outline where a pile lies or will lie."""
    kit = scene.kit
    for place in scene.stage.zones:
        zone, _ = scene.stage.layout.look_of(place)
        if not zone.icon:
            continue
        at = zone_rect(kit, scene.stage, place)
        c = kit.colours
        plate = shapes.plate(kit.art, at.size, kit.px(zone.card * 0.08), c.night, c.night, c.paper_low, kit.px(2), 0.28)
        surface.blit(plate, at)
        side = round(at.width * 0.5)
        icon = kit.art.image(f"icons/{zone.icon}.svg", (side, side))
        surface.blit(icon, icon.get_rect(center=at.center))


def _directions(scene: TableScene, surface: pygame.Surface) -> None:
    """A pile that knows only one way keeps its arrow when cards lie on it."""
    kit = scene.kit
    for place, sprites in scene.stage.zones.items():
        zone, _ = scene.stage.layout.look_of(place)
        if zone.icon and sprites:
            spot, c = arrow_rect(kit, scene.stage, place), kit.colours
            side = spot.width
            surface.blit(shapes.plate(kit.art, spot.size, side / 2, c.night, c.night, c.paper_low, kit.px(2)), spot)
            icon = kit.art.image(f"icons/{zone.icon}.svg", (round(side * 0.7), round(side * 0.7)))
            surface.blit(icon, icon.get_rect(center=spot.center))


def _in_order(scene: TableScene) -> Iterator[tuple[Sprite, bool]]:
    """What lies lower first: resting cards, the own hand, then what flies or is held."""
    stage = scene.stage
    hand = f"{scene.look.seat.hand} {scene.me}"
    legal = {
        id(widget.sprite): widget.legal for widget in scene.widgets if isinstance(widget, Touch) and widget.sprite
    }
    choosing = any(legal.get(id(sprite)) for sprite in stage.zones.get(hand, ()))
    """Where no card of the hand is asked for, all of them stay bright: one may want to look at them."""
    flying: list[Sprite] = []
    resting: list[tuple[Sprite, bool]] = []
    own: list[tuple[Sprite, bool]] = []
    for place in stage.zones:
        for sprite in stage.ordered(place):
            if not sprite.resting or sprite.held:
                flying.append(sprite)
                continue
            dim = choosing and place == hand and not legal.get(id(sprite), False)
            (own if place == hand else resting).append((sprite, dim))
    yield from sorted(resting, key=lambda entry: entry[0].spot.width)
    yield from own
    for sprite in sorted(flying, key=lambda sprite: (sprite.held is not None, sprite.spot.z)):
        yield sprite, False


def _title(scene: TableScene, surface: pygame.Surface, number: object) -> None:
    kit = scene.kit
    name = kit.texts(f"{scene.host.rules.spec.title}.name")
    parts = [name]
    if isinstance(number, int):
        parts.append(kit.texts("table.round", count=number))
    if scene.host.setup.practice:
        parts.append(kit.texts("table.practice"))
    text = "  ·  ".join(parts)
    word = kit.type.fitted(text, "display", 18, kit.colours.light, kit.metrics.wide / 2 - 180)
    at = word.get_rect(midleft=(kit.px(76), kit.px(31)))
    back = at.inflate(kit.px(20), kit.px(8))
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(12), night, night, opacity=0.6), back)
    surface.blit(word, at)


def words(scene: TableScene, surface: pygame.Surface) -> None:
    """Prompt, bubble, log and tooltips, above everything."""
    kit = scene.kit
    text = prompt_of(scene)
    line = line_of(scene, *_labels(scene))
    at = pygame.Rect((0, 0), panels.pill_size(kit, text or " ", line.prompt_width, ""))
    at.center = kit.px(line.prompt_x), kit.px(line.prompt_y)
    rows = [widget.rect for widget in scene.widgets if widget.name.startswith(("move ", "live ", "looked"))]
    if not scene.said.settle(scene, at, instead=scene.advice.hint is not None) and text:
        panels.pill(kit, surface, text, (line.prompt_x, line.prompt_y), line.prompt_width, dark=True)
    if scene.race is not None:
        scene.race.draw(scene, surface)
    if scene.log_open:
        top = min(rect.top for rect in [at, *rows]) / kit.metrics.u
        panels.log(kit, surface, top, kit.texts("table.log"), scene.journal.lines, kit.texts("table.empty_log"))
    scene.said.draw(scene, surface)
    _tip(scene, surface)


def prompt_of(scene: TableScene) -> str:
    if scene.host.over or not scene.director.idle:
        return ""
    if scene.race is not None:
        return scene.race.prompt(scene)
    return scene.words.prompt(scene.view)


@dataclass(frozen=True, slots=True)
class Line:
    """The prompt and the buttons that answer it: side by side if they fit, else the buttons in a row above."""

    prompt_x: float
    prompt_y: float
    prompt_width: float
    left: float
    top: float
    widths: tuple[float, ...]


def line_of(scene: TableScene, labels: Sequence[str], icons: Sequence[str]) -> Line:
    kit = scene.kit
    middle, high = kit.metrics.wide / 2, row_height(kit)
    widths = tuple(
        max(110.0, kit.type.width(label, "bold", 20) + 36 + (44 * kit.metrics.text if icon else 0))
        for label, icon in zip(labels, icons, strict=True)
    )
    text = prompt_of(scene)
    alone = NARROW if big(kit) else WIDE
    tall = panels.pill_height(kit, text or " ", alone)
    together = sum(widths) + SPACE * len(widths)
    if 0 < len(widths) <= BESIDE:
        room = WIDE - together
        narrow = panels.pill_height(kit, text or " ", room)
        if narrow <= tall + SPACE + high:
            y = _prompt_y(kit, narrow)
            beside = panels.pill_width(kit, text, room) if text else 0.0
            left = middle - (beside + together) / 2
            return Line(left + beside / 2, y, room, left + beside + SPACE, y - high / 2, widths)
    y = _prompt_y(kit, tall)
    return Line(middle, y, alone, middle - (together - SPACE) / 2, y - tall / 2 - high - SPACE, widths)


def _prompt_y(kit: Kit, tall: float) -> float:
    return kit.metrics.high - max(PROMPT_UP, PROMPT_LOW + tall / 2)


def _labels(scene: TableScene) -> tuple[list[str], list[str]]:
    found = scene.choice.with_button() if scene.choice else []
    return [scene.words.label(scene.view, move) for _, move in found], [_icon(scene, move) for _, move in found]


def buttons(scene: TableScene) -> Iterator[Button]:
    """The moves that are no card and no place."""
    if scene.choice is None:
        return
    kit = scene.kit
    labels, icons = _labels(scene)
    line = line_of(scene, labels, icons)
    x = line.left
    found = scene.choice.with_button()
    for (target, move), label, icon, wide in zip(found, labels, icons, line.widths, strict=True):
        yield MoveButton(scene, target, move, kit.rect(x, line.top, wide, row_height(kit)), label, icon)
        x += wide + SPACE


def _icon(scene: TableScene, move: Move) -> str:
    """A suit is chosen by its mark."""
    if move.zone == "suit":
        suit = scene.look.suits[scene.host.rules.spec.suits[move.index].id]
        return f"cards/{scene.host.rules.spec.title}/{suit.mark}" if suit.mark else ""
    return ""


class MoveButton(Button):
    """A legal move as a button."""

    def __init__(
        self, scene: TableScene, target: Target, move: Move, rect: pygame.Rect, label: str, picture: str
    ) -> None:
        super().__init__(f"move {move.text}", rect, lambda: self._play(scene, target), label, kind="plain")
        self._picture = picture
        self._scene = scene

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, lit: bool, held: bool) -> None:
        self.kind = "main" if self.name in self._scene.advice.meant(self._scene) else "plain"
        super().draw(kit, surface, at, lit, held)

    @staticmethod
    def _play(scene: TableScene, target: Target) -> Transition:
        return scene.pick(target)

    def _content(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, colour: tuple[int, int, int]) -> None:
        if not self._picture:
            super()._content(kit, surface, at, colour)
            return
        side = round(at.height * 0.7)
        room = (at.width - side) / kit.metrics.u - 30
        word = kit.type.fitted(self.text, "bold", self.size, colour, room)
        x = at.centerx - (side + kit.px(8) + word.get_width()) // 2
        surface.blit(kit.art.image(self._picture, (side, side)), (x, at.centery - side // 2))
        surface.blit(word, (x + side + kit.px(8), at.centery - word.get_height() // 2))


def _tip(scene: TableScene, surface: pygame.Surface) -> None:
    """What a button of the bar is, while it is pointed at."""
    kit = scene.kit
    widget = scene.pointing()
    if widget is None or not widget.tip:
        return
    word = kit.type.text(widget.tip, "bold", 15, kit.colours.light)
    at = word.get_rect(midtop=(widget.rect.centerx, widget.rect.bottom + kit.px(10)))
    at.right = min(at.right, surface.get_width() - kit.px(14))
    back = at.inflate(kit.px(16), kit.px(8))
    night = kit.colours.night
    surface.blit(shapes.plate(kit.art, back.size, kit.px(8), night, night, opacity=0.92), back)
    surface.blit(word, at)
