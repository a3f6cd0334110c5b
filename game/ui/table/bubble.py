"""What was last said to the viewer, on a plate: how long it stays, and where it lies."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.play.sitting import Remark
from game.ui.kit import Kit
from game.ui.table import panels, room
from game.words import Wording

REMARK_S, REMARK_LETTER_S = 5.0, 0.04
"""A remark stays this long, and this much longer for each of its letters."""


class Bubble:
    """Shows the remark of a Sitting. It holds no words of its own."""

    def __init__(self) -> None:
        self.remark: Remark | None = None
        self._shown_s = 0.0
        self.spot: room.Spot | None = None

    def follow(self, remark: Remark | None) -> bool:
        """Take over what was said; True if that is something else than before."""
        if remark is self.remark:
            return False
        self.remark, self._shown_s = remark, 0.0
        self.move()
        return True

    def move(self) -> None:
        """The table has changed: look for a place anew."""
        self.spot = None

    def is_read(self, words: Wording, dt: float) -> bool:
        """Whether it has been there long enough."""
        if self.remark is None:
            return False
        self._shown_s += dt
        return self._shown_s >= (self.remark.stays_s or REMARK_S + REMARK_LETTER_S * len(self.text(words)))

    def text(self, words: Wording) -> str:
        """What it says, and which rule is behind it."""
        if self.remark is None:
            return ""
        text, clause = words.say(self.remark.telling), self.remark.telling.clause
        return f"{text}  ({words.texts('table.see_rule', clause=clause)})" if clause else text

    def settle(
        self,
        kit: Kit,
        words: Wording,
        prompt: pygame.Rect,
        covered: Callable[[], list[pygame.Rect]],
        instead: bool,
    ) -> bool:
        """Find a place that hides nothing of what is `covered`; whether it takes the prompt's, which it may."""
        if self.remark is None:
            return False
        if self.spot is None:
            self.spot = room.find(kit, self.text(words), self.remark.icon, prompt, covered(), instead)
        return self.spot.at.colliderect(prompt)

    def draw(self, kit: Kit, words: Wording, surface: pygame.Surface) -> None:
        if self.remark is not None and (spot := self.spot) is not None:
            centre = spot.at.centerx / kit.metrics.unit_px, spot.at.centery / kit.metrics.unit_px
            panels.pill(kit, surface, self.text(words), centre, spot.width, dark=False, icon=self.remark.icon)
