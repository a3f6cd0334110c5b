"""The speech bubble with the last remark to the viewer: how long it stays, and where it lies."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.play.sitting import Remark
from game.ui.kit import Kit
from game.ui.screens.keys import key_name
from game.ui.table import panels, text_place
from game.words import Wording

REMARK_S, REMARK_LETTER_S = 5.0, 0.04
"""A remark stays this long, and this much longer for each of its letters."""


class Bubble:
    """Shows the remark of a Sitting."""

    def __init__(self) -> None:
        self.remark: Remark | None = None
        self._shown_s = 0.0
        self.place: text_place.TextPlace | None = None

    def show(self, remark: Remark | None) -> bool:
        """Show this remark; True if it is a new one."""
        if remark is self.remark:
            return False
        self.remark, self._shown_s = remark, 0.0
        self.forget_place()
        return True

    def forget_place(self) -> None:
        """Called when the table has changed: the bubble needs a new place."""
        self.place = None

    def update(self, kit: Kit, words: Wording, dt: float) -> bool:
        """Count the time; True if the remark was shown long enough."""
        if self.remark is None:
            return False
        self._shown_s += dt
        return self._shown_s >= (self.remark.duration_s or REMARK_S + REMARK_LETTER_S * len(self.text(kit, words)))

    def text(self, kit: Kit, words: Wording) -> str:
        """The remark as a sentence, and the key that shows the rule behind it if there is one."""
        if self.remark is None:
            return ""
        text, keys = words.say(self.remark.message), kit.keys.get("rules", ())
        if not self.remark.message.clause or not keys:
            return text
        return f"{text}  ({words.texts('table.rule_key', key=key_name(kit, 'keys', keys[0]))})"

    def find_place(
        self,
        kit: Kit,
        words: Wording,
        prompt: pygame.Rect,
        occupied_rects: Callable[[], list[pygame.Rect]],
        prompt_free: bool,
    ) -> bool:
        """Find a place that hides nothing of `occupied_rects`. True if it lies on the prompt, if `prompt_free`."""
        if self.remark is None:
            return False
        if self.place is None:
            self.place = text_place.find_place(
                kit, self.text(kit, words), self.remark.icon, prompt, occupied_rects(), prompt_free
            )
        return self.place.rect.colliderect(prompt)

    def draw(self, kit: Kit, words: Wording, surface: pygame.Surface) -> None:
        if self.remark is not None and (spot := self.place) is not None:
            centre = spot.rect.centerx / kit.metrics.unit_px, spot.rect.centery / kit.metrics.unit_px
            panels.draw_pill(
                kit, surface, self.text(kit, words), centre, spot.line_width_u, dark=False, icon=self.remark.icon
            )
