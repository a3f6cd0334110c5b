"""Steppers with their own drawing: a switch for on and off, and a gauge for volumes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.widgets import Stepper


class Switch(Stepper):
    """A stepper with two values, drawn as a switch. `words` are the texts for off and on."""

    def __init__(
        self,
        name: str,
        rect: pygame.Rect,
        label: str,
        words: tuple[str, str],
        value: bool,
        on_change: Callable[[Any], Transition],
    ) -> None:
        off, on = words
        super().__init__(name, rect, label, [(False, off), (True, on)], value, on_change, 0.0)

    def value_rect(self, at: pygame.Rect) -> pygame.Rect:
        return at

    def arrow_at(self, pos: tuple[int, int], at: pygame.Rect) -> int:
        return 1

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        height = min(round(at.height * 0.62), kit.px(44))
        track = pygame.Rect(0, 0, round(height * 1.9), height)
        track.midright = (at.right - kit.px(2), at.centery)
        top, low = (c.accent, c.accent_low) if self.value else (c.soft, c.soft)
        opacity = 1.0 if self.value or kit.settings.contrast else 0.55
        surface.blit(shapes.plate(kit.art, track.size, height / 2, top, low, c.edge, kit.px(2), opacity), track)
        knob = pygame.Rect(0, 0, height - kit.px(8), height - kit.px(8))
        knob.center = (track.right - height // 2 if self.value else track.left + height // 2, track.centery)
        paper = c.glow if hovered else c.paper
        surface.blit(shapes.plate(kit.art, knob.size, knob.width / 2, paper, c.paper, c.ink, kit.px(2)), knob)
        words = [kit.fonts.width(word, "text", 19) for _, word in self.values]
        left = track.left - kit.px(max(words)) - kit.px(12)
        word = kit.fonts.text(self.values[self.index][1], "text", 19, c.text)
        surface.blit(word, word.get_rect(midright=(track.left - kit.px(12), at.centery)))
        label = kit.fonts.fit(self.label, "bold", 19, c.text, (left - at.left) / kit.metrics.unit_px - 12)
        surface.blit(label, label.get_rect(midleft=(at.left, at.centery)))


class Gauge(Stepper):
    """A stepper for a number from 0 to the last value, drawn as a row of bars."""

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        word, self.values[self.index] = self.values[self.index], (self.value, "")
        super().draw(kit, surface, at, hovered, pressed)
        self.values[self.index] = word
        c = kit.colours
        box = self.value_rect(at)
        count = len(self.values) - 1
        room = box.width - 2 * round(at.height * 0.5) - kit.px(34)
        number = kit.fonts.fit(word[1], "text", 19, c.text, 60)
        step = (room - kit.px(28 * kit.metrics.text_scale)) / count
        left = box.centerx - room // 2
        for pip in range(count):
            height = round(at.height * (0.18 + 0.34 * (pip + 1) / count))
            on = pip < self.index
            place = pygame.Rect(round(left + pip * step), 0, max(2, round(step * 0.66)), height)
            place.bottom = at.centery + round(at.height * 0.26)
            colour = c.accent if on else c.soft
            surface.blit(
                shapes.plate(kit.art, place.size, kit.px(3), colour, colour, opacity=1.0 if on else 0.28), place
            )
        surface.blit(number, number.get_rect(midright=(left + room, at.centery)))
