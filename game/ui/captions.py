"""Captions: texts for sounds that tell something, for people who do not hear them."""

from __future__ import annotations

import pygame

from game.ui import shapes
from game.ui.audio import CAPTIONED_SOUNDS
from game.ui.kit import Kit

CAPTION_S = 1.8
"""How long a caption is shown."""


class Captions:
    """The caption of the last sound, for some time."""

    def __init__(self) -> None:
        self._sound = ""
        self._left_s = 0.0
        self._changed = False

    def hear(self, sound: str) -> None:
        if sound in CAPTIONED_SOUNDS:
            self._sound, self._left_s, self._changed = sound, CAPTION_S, True

    def update(self, dt: float) -> bool:
        """Count the time; True if the picture has to change."""
        changed, self._changed = self._changed, False
        if self._sound:
            self._left_s -= dt
            if self._left_s <= 0:
                self._sound = ""
                return True
        return changed

    def draw(self, kit: Kit, surface: pygame.Surface) -> None:
        if not self._sound or not kit.settings.captions:
            return
        word = kit.fonts.text(kit.texts(f"caption.{self._sound}"), "italic", 16, kit.colours.light)
        pad = kit.px(10)
        size = word.get_width() + 2 * pad, word.get_height() + pad
        at = pygame.Rect((0, 0), size)
        at.midtop = (surface.get_width() // 2, kit.px(10))
        night = kit.colours.night
        surface.blit(shapes.plate(kit.art, at.size, kit.px(10), night, night, opacity=0.8), at)
        surface.blit(word, word.get_rect(center=at.center))
