"""The page at the first start: what somebody may need before anything else can be read, heard or followed."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.background import draw_background_picture
from game.ui.scene import Scene, Swap, Transition
from game.ui.screens.settings import SettingsSheet
from game.ui.sheet import NARROW_WIDTH_U

LEFT_COLUMN = ("language", "text_size", "contrast")
RIGHT_COLUMN = ("reduced_motion", "effects", "music")
MAX_SCALE_OF_COLUMNS = 1.5
"""Up to this text scale the short labels of this page leave room for two columns, so that nothing has to scroll."""


class FirstStart(SettingsSheet):
    """`make_next` makes the scene that follows. The settings are saved even if nothing was changed, so that this page
    does not come again."""

    overlay = False

    def __init__(self, make_next: Callable[[], Scene]) -> None:
        super().__init__()
        self._make_next = make_next
        self.focus = "start"

    def build(self) -> None:
        kit = self.kit
        scale = kit.metrics.text_scale
        single = scale > MAX_SCALE_OF_COLUMNS or kit.metrics.width < NARROW_WIDTH_U
        columns = (LEFT_COLUMN + RIGHT_COLUMN,) if single else (LEFT_COLUMN, RIGHT_COLUMN)
        self.begin(900 if single else 1080 * max(1.0, scale))
        self.add_text(kit.texts("first.intro"))
        top = self.row_y
        for names, column in zip(columns, self.columns(len(columns)), strict=True):
            self.row_y = top
            for name in names:
                self.add_setting(name, column)
        self.add_text(kit.texts("settings.text_mode"), "text", 17, "soft")
        self.finish(
            kit.texts("first.title"), [("start", self._start, kit.texts("first.start"), "check", "main")], "star"
        )

    def _start(self) -> Transition:
        self.kit.change_settings(self.settings)
        return Swap(self._make_next())

    def cancel(self) -> Transition:
        return self._start()

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
