"""The kit that every scene gets: sizes, settings, texts, pictures, fonts, sound, input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

from game.disk.settings import Settings
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.focus import FocusRing
from game.ui.fonts import Fonts
from game.ui.gui.themes import BOX_TEXT_U, Themes
from game.ui.input import KEYS, Reader, effective_keys
from game.ui.metrics import Metrics
from game.ui.theme import Palette, palette
from game.words.locale import Texts

if TYPE_CHECKING:
    from game.ui.gui.theme import GuiTheme


@dataclass
class Kit:
    """Made anew when window size, language or theme change. The new one gets the same art,
    audio, reader, ring and themes."""

    metrics: Metrics
    settings: Settings
    texts: Texts
    art: Art
    audio: Audio
    reader: Reader
    change_settings: Callable[[Settings], None] = field(default=lambda settings: None)
    """Saves new settings and builds all scenes anew."""
    ring: FocusRing = field(default_factory=FocusRing)
    themes: Themes = field(default_factory=Themes)

    @cached_property
    def fonts(self) -> Fonts:
        return Fonts(self.metrics, self.settings.font)

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The keys of each action, as the settings have them."""
        return effective_keys(KEYS, self.settings.keys)

    @cached_property
    def tips(self) -> dict[str, str]:
        """The tips of buttons that were written already, by the names of the buttons."""
        return {}

    @cached_property
    def colours(self) -> Palette:
        return palette(self.settings.contrast)

    @cached_property
    def gui_theme(self) -> GuiTheme:
        """The theme of pygame_gui for this size and look."""
        unit_px = self.metrics.unit_px
        return self.themes.get(
            self.art, self.colours, self.settings.font, unit_px, self.fonts.size_px("text", BOX_TEXT_U)
        )

    def px(self, units: float) -> int:
        """A length in units, in pixels."""
        return self.metrics.px(units)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A rectangle in pixels, from units."""
        u = self.metrics.unit_px
        return pygame.Rect(round(x * u), round(y * u), max(1, round(width * u)), max(1, round(height * u)))
