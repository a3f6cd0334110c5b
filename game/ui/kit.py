"""The kit that every scene gets: sizes, settings, texts, pictures, fonts, sound, input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pygame

from game.disk.settings import Settings
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.focus import FocusRing
from game.ui.fonts import FONT_FILES, FONT_SCALES, Fonts, font_file, is_usable
from game.ui.input import Reader
from game.ui.metrics import Metrics
from game.ui.theme import Palette, gui_theme, palette
from game.words.locale import Texts


@dataclass
class Kit:
    """Made anew when window size, language or theme change. The new one gets the same art, audio, reader and ring."""

    metrics: Metrics
    settings: Settings
    texts: Texts
    art: Art
    audio: Audio
    reader: Reader
    change_settings: Callable[[Settings], None] = field(default=lambda settings: None)
    """Saves new settings and builds all scenes anew."""
    ring: FocusRing = field(default_factory=FocusRing)

    @cached_property
    def fonts(self) -> Fonts:
        return Fonts(self.metrics, self.settings.font)

    @cached_property
    def colours(self) -> Palette:
        return palette(self.settings.contrast)

    @cached_property
    def gui(self) -> Any:
        """The manager of pygame_gui. It is made for the first text entry, because it is slow to make."""
        import pygame_gui

        manager = pygame_gui.UIManager(self.metrics.size, enable_live_theme_updates=False)
        files = [FONT_FILES[self.settings.font][role] for role in ("text", "bold", "italic", "bold")]
        size = max(6, round(20 * self.metrics.unit_px * self.metrics.text_scale * FONT_SCALES[self.settings.font]))
        name = "noto_sans"  # comes with pygame_gui
        if all(map(is_usable, files)):
            name = "mallow"
            manager.add_font_paths(name, *(str(font_file(file)) for file in files))
        manager.preload_fonts([
            {"name": name, "point_size": size, "style": style} for style in ("regular", "bold", "italic")
        ])
        manager.get_theme().load_theme(gui_theme(self.colours, name, size, self.metrics.unit_px))
        return manager

    def px(self, units: float) -> int:
        """A length in units, in pixels."""
        return self.metrics.px(units)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A rectangle in pixels, from units."""
        u = self.metrics.unit_px
        return pygame.Rect(round(x * u), round(y * u), max(1, round(width * u)), max(1, round(height * u)))
