"""A form inside a scene that paints itself, such as the log on a table. pygame_gui draws it, and gets the pointer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from game.ui.gui.form import GuiForm
from game.ui.input import Point
from game.ui.kit import Kit
from game.ui.widgets import Widget


class Inlay(GuiForm):
    """The scene around it asks `takes`, and gives it presses, moves and frames. Keys and focus stay with that scene."""

    has_tips = False

    @property
    def is_open(self) -> bool:
        return self._gui is not None

    def takes(self, event: Point) -> bool:
        """Whether a press or release belongs to this part of the window."""
        return self.is_pressed if event.kind == "up" else self.widget_at(event.pos) is not None

    def close(self) -> None:
        """Remove all elements, until it is shown again."""
        if self.is_open:
            self.leave()

    def follow(self, dt: float) -> bool:
        """One frame. True if it looks different now."""
        if not self.is_open:
            return False
        self.update(dt)
        changed, self.dirty = self.dirty, False
        return changed

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the elements only: the scene around draws the focus ring."""
        if self.is_open:
            self.gui.draw_ui(surface)


class WidgetBar(Inlay):
    """Some buttons and steppers of a scene."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: object = None
        self._make: Callable[[], Sequence[Widget]] = list

    def show(self, kit: Kit, state: Hashable, make: Callable[[], Sequence[Widget]]) -> list[Widget]:
        """The widgets. They are made anew only if the state on which they depend has changed."""
        if not self.is_open or self._shown != (id(kit), state):
            self._shown, self._make = (id(kit), state), make
            self.enter(kit)
        return self.widgets

    def build(self) -> None:
        self.widgets += self._make()
