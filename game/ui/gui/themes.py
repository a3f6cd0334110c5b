"""The themes of pygame_gui that were used last. Importing this does not import pygame_gui."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from game.ui.art import Art
from game.ui.theme import Palette

if TYPE_CHECKING:
    from game.ui.gui.theme import GuiTheme

BOX_TEXT_U = 18
"""Size of the letters in text boxes and tips."""


class Themes:
    """The last themes that were used, so that a change of sound or keys does not make one anew."""

    LIMIT = 2

    def __init__(self) -> None:
        self._kept: dict[object, GuiTheme] = {}

    def get(self, art: Art, colours: Palette, family: str, unit_px: float, text_px: int) -> GuiTheme:
        key = id(art), colours, family, unit_px, text_px
        theme = self._kept.pop(key, None)
        if theme is None:
            from game.ui.gui.theme import GuiTheme  # imported late, so that the menu comes sooner

            with warnings.catch_warnings():  # fonts that only the default theme uses are not preloaded
                warnings.simplefilter("ignore")
                theme = GuiTheme(art, colours, family, unit_px, text_px)
        self._kept[key] = theme
        while len(self._kept) > self.LIMIT:
            self._kept.pop(next(iter(self._kept)))
        return theme
