"""Steppers with their own drawing: a switch for on and off, a slider for values in order. And a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.ui import shapes
from game.ui.gui.elements import Maker
from game.ui.gui.internals import StepSlider
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.widgets import Stepper, Text, Widget, row_height

SLIDER_HEIGHT_SHARE = 0.625
"""Height of a slider as a share of a row's."""


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


class Slider(Stepper):
    """A stepper whose values are in order, drawn as a slider. `on_slide` is told each value while the knob moves;
    `on_change` only the one at which the pointer lets go."""

    def __init__(
        self,
        name: str,
        rect: pygame.Rect,
        label: str,
        values: Sequence[tuple[Any, str]],
        value: Any,
        on_change: Callable[[Any], Transition],
        label_share: float = 0.46,
        on_slide: Callable[[Any], None] = lambda value: None,
    ) -> None:
        super().__init__(name, rect, label, values, value, on_change, label_share)
        self._on_slide = on_slide
        self._kept = self.index
        """The index of the value that `on_change` was told last."""
        self._value_label: Any = None
        self._others: list[Any] = []
        """The labels beside the slider."""

    def _go(self, step: int) -> Transition:
        """Keys stop at the ends; a press begins anew after the last value."""
        self.index = min(max(self.index + step, 0), len(self.values) - 1)
        return self._change()

    def _next(self) -> Transition:
        self.index = (self.index + 1) % len(self.values)
        return self._change()

    def _change(self) -> Transition:
        if self.element is not None:
            self._show()
            self.element.snap(self.index)
        if self.index == self._kept:
            return None
        self._kept = self.index
        self._on_slide(self.value)
        return self.on_change(self.value)

    def slider_rect(self, kit: Kit) -> pygame.Rect:
        """Where the slider is, between the label and the words for its value."""
        box = self.value_rect(self.rect)
        return pygame.Rect(box.left, box.top, box.width - self._words_width(kit), box.height)

    def _words_width(self, kit: Kit) -> int:
        return kit.px(max(kit.fonts.width(words, "text", 19) for _, words in self.values) + 14)

    def make_element(self, maker: Maker) -> Any:
        kit = maker.kit
        box, words = self.value_rect(self.rect), self._words_width(kit)
        labels: list[Any] = []
        if self.label:
            at = pygame.Rect(self.rect.left, self.rect.top, box.left - self.rect.left - kit.px(12), self.rect.height)
            labels = Text.fitting(kit, at, self.label, "bold").make_element(maker)
        bar = self.slider_rect(kit)
        bar = bar.inflate(0, kit.px(SLIDER_HEIGHT_SHARE * row_height(kit)) - bar.height)
        at = pygame.Rect(box.right - words + kit.px(12), box.top, words - kit.px(12), box.height)
        (self._value_label,) = Text.fitting(kit, at, self.values[self.index][1]).make_element(maker)
        self._others = [*labels, self._value_label]
        return StepSlider(maker.local(bar), self.index, len(self.values) - 1, maker.manager, maker.container)

    def drop_element(self) -> None:
        for label in self._others:
            label.kill()
        super().drop_element()

    def _show(self) -> None:
        self._value_label.set_text(self.values[self.index][1])

    def refresh(self) -> Transition:
        """Follow the knob."""
        slider = self.element
        if slider.step != self.index:
            self.index = slider.step
            self._show()
            self._on_slide(self.value)
        if slider.is_held or self.index == self._kept:
            return None
        slider.snap(self.index)
        self._kept = self.index
        return self.on_change(self.value)


class Progress(Widget):
    """A bar that is filled from the left."""

    def __init__(self, rect: pygame.Rect, share: float) -> None:
        """`share` is from 0 to 1."""
        super().__init__("", rect)
        self._share = share

    def make_element(self, maker: Maker) -> Any:
        return maker.progress_bar(self.rect, self._share)

    def show(self, share: float) -> None:
        self._share = share
        if self.element is not None:
            self.element.percent_full = share
