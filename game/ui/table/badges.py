"""The badges of public facts such as trump, near the middle of the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pygame

from game.engine.spec import Spec
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.look import Badge, Look
from game.ui.table.layout import CARD_RATIO, Layout

POP_S = 0.45
"""How long a badge takes to grow or turn over when its fact changes."""


class Badges:
    """Draws the badges, and lets one grow or turn over when its fact has changed."""

    def __init__(self, kit: Kit, look: Look, spec: Spec, layout: Layout) -> None:
        self._kit = kit
        self._look = look
        self._spec = spec
        self._layout = layout
        self._pop_left_s: dict[str, float] = {}
        """The badges that move, by their facts, and how long they still do."""
        self.values: dict[str, list[object]] = {}
        """For each fact: the value before its last change, and the value now."""

    def start(self, facts: Mapping[str, object]) -> None:
        self.values = {name: [value, value] for name, value in facts.items()}

    def on_fact(self, name: str, value: object, still: bool) -> None:
        """Called when a fact has changed. `still` means without animation."""
        if any(badge.fact == name for badge in self._layout.badges) and not still:
            self._pop_left_s[name] = POP_S
        self.values.setdefault(name, [value, value])
        self.values[name] = [self.values[name][1], value]

    def settle(self) -> None:
        """End all animations at once."""
        self._pop_left_s.clear()

    def update(self, dt: float) -> bool:
        """True while badges move."""
        moving = bool(self._pop_left_s)
        self._pop_left_s = {name: left - dt for name, left in self._pop_left_s.items() if left > dt}
        return moving

    @property
    def moving_facts(self) -> tuple[str, ...]:
        """The facts whose badges move now."""
        return tuple(self._pop_left_s)

    def draw(self, surface: pygame.Surface, facts: Mapping[str, Any], *, moving: bool) -> None:
        """Draw the badges that move now, or those that do not."""
        for badge in self._layout.badges:
            if (badge.fact in self._pop_left_s) == moving:
                self.draw_badge(surface, badge, facts)

    def draw_badge(self, surface: pygame.Surface, badge: Badge, facts: Mapping[str, Any]) -> None:
        kit, value = self._kit, facts.get(badge.fact)
        x, y = self._layout.middle[0] + badge.x, self._layout.middle[1] + badge.y
        grow = 1 + 0.35 * self._pop_left_s.get(badge.fact, 0.0) / POP_S
        if badge.kind == "picture":
            self._draw_turning_badge(surface, badge, value, (kit.px(x), kit.px(y)))
            return
        state = self.state(badge, facts)
        if not state:
            return
        c = kit.colours
        disc = self._badge_disc(badge, {badge.fact: value, f"asked_{badge.fact}": "?"}.get(state))
        if grow != 1:
            disc = pygame.transform.smoothscale_by(disc, grow)
        at = disc.get_rect(center=(kit.px(x), kit.px(y)))
        surface.blit(disc, at)
        text = kit.texts(f"table.{state.removeprefix('asked_')}")
        word = kit.fonts.text(text, "bold", 16, c.light)
        under = word.get_rect(midtop=(kit.px(badge_label_x(kit, badge, x, text)), at.bottom + kit.px(4)))
        back = under.inflate(kit.px(16), kit.px(4))
        surface.blit(shapes.plate(kit.art, back.size, kit.px(10), c.night, c.night, opacity=0.8), back)
        surface.blit(word, under)

    def state(self, badge: Badge, facts: Mapping[str, Any]) -> str:
        """What a badge shows: its fact ("trump"), that somebody chooses it now ("asked_trump"), or that there is none
        ("no_trump"). Empty while it is not there."""
        value, none = facts.get(badge.fact), f"no_{badge.fact}"
        if str(value) in badge.pictures or (isinstance(value, int) and 0 <= value < len(self._spec.suits)):
            return badge.fact
        if not self._kit.texts.has(f"table.{none}") or (badge.when and not facts.get(badge.when)):
            return ""
        return f"asked_{badge.fact}" if facts.get(badge.asked) else none

    def is_shown(self, badge: Badge, facts: Mapping[str, Any]) -> bool:
        """Whether a badge is there now."""
        return badge.kind == "picture" or bool(self.state(badge, facts))

    def _badge_disc(self, badge: Badge, value: object) -> pygame.Surface:
        """The disc with the mark of a suit; "?" if it is still asked for, None if there is none."""
        kit, c = self._kit, self._kit.colours
        key = ("badge", self._spec.title, badge.fact, badge.size, value, kit.settings.contrast, kit.metrics.unit_px)
        disc = kit.art.get(key)
        if disc is None:
            side = kit.px(badge.size)
            disc = shapes.plate(kit.art, (side, side), side / 2, c.paper, c.paper_low, c.ink, kit.px(3)).copy()
            mark = self._suit_mark(value, round(side * 0.66)) if isinstance(value, int) else None
            if value == "?":
                mark = kit.fonts.fixed_text("?", badge.size * 0.62, c.text)
            elif mark is None:
                mark = kit.art.image("icons/minus.svg", (side // 2, side // 2))
            disc.blit(mark, mark.get_rect(center=disc.get_rect().center))
            kit.art.put(key, disc)
        return disc

    def _draw_turning_badge(
        self, surface: pygame.Surface, badge: Badge, value: object, centre: tuple[int, int]
    ) -> None:
        """Draw a picture that turns over when its fact changes: first the old side, then the new one."""
        left = self._pop_left_s.get(badge.fact, 0.0) / POP_S
        if left > 0.5:
            value = self.values[badge.fact][0]
        name = badge.pictures.get(str(value))
        if name is None:
            return
        picture = self._kit.art.image(name, (self._kit.px(badge.size), self._kit.px(badge.size * CARD_RATIO)))
        if left:
            width = max(1, round(picture.get_width() * abs(math.cos(left * math.pi))))
            picture = pygame.transform.smoothscale(picture, (width, picture.get_height()))
        surface.blit(picture, picture.get_rect(center=centre))

    def _suit_mark(self, suit: int, side: int) -> pygame.Surface | None:
        look = self._look.suits[self._spec.suits[suit].id]
        return self._kit.art.image(f"cards/{self._spec.title}/{look.mark}", (side, side)) if look.mark else None


def badge_rect(kit: Kit, layout: Layout, badge: Badge) -> pygame.Rect:
    """Where a badge lies, without its label."""
    x, y = layout.middle[0] + badge.x, layout.middle[1] + badge.y
    height = badge.size * (CARD_RATIO if badge.kind == "picture" else 1)
    return kit.rect(x - badge.size / 2, y - height / 2, badge.size, height)


def badge_label_x(kit: Kit, badge: Badge, x: float, text: str) -> float:
    """The middle of a badge's label, in units, for a badge at `x`. A wide label is moved away from the middle of the
    table, so that it covers no card there."""
    aside = max(0.0, kit.fonts.width(text, "bold", 16) - badge.size) / 2
    return x + math.copysign(aside, badge.x)
