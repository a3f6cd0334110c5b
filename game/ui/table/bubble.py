"""An answer in words: what it says, the rule behind it, how long it stands, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.table import panels, room

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

STAYS, LETTER = 5.0, 0.04
"""Seconds an answer stays to be read, and for each letter of it."""


class Bubble:
    def __init__(self) -> None:
        self.text = self.icon = self.clause = ""
        self._left = 0.0
        self.spot: room.Spot | None = None

    def say(self, text: str, icon: str, clause: str = "", seconds: float = 0.0) -> None:
        self.text, self.icon, self.clause = text, icon, clause
        self._left = seconds or STAYS + len(text) * LETTER
        self.move()

    def hush(self) -> None:
        self.text = self.clause = ""

    def move(self) -> None:
        """The table has changed: it looks for its place anew."""
        self.spot = None

    def tick(self, dt: float) -> bool:
        """True when it has stood long enough. The rule stays at hand."""
        if not self.text:
            return False
        self._left -= dt
        if self._left <= 0:
            self.text = ""
        return not self.text

    def settle(self, scene: TableScene, prompt: pygame.Rect, instead: bool) -> bool:
        """Find a place; whether it takes the prompt's, which it may."""
        if not self.text:
            return False
        if self.spot is None:
            self.spot = room.find(scene, self._said(scene), self.icon, prompt, instead)
        return self.spot.at.colliderect(prompt)

    def draw(self, scene: TableScene, surface: pygame.Surface) -> None:
        if self.text and (spot := self.spot) is not None:
            kit = scene.kit
            centre = spot.at.centerx / kit.metrics.u, spot.at.centery / kit.metrics.u
            panels.pill(kit, surface, self._said(scene), centre, spot.width, dark=False, icon=self.icon)

    def _said(self, scene: TableScene) -> str:
        if not self.clause:
            return self.text
        return f"{self.text}  ({scene.kit.texts('table.see_rule', clause=self.clause)})"
