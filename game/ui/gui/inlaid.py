"""A scene that paints itself and has parts that pygame_gui draws, such as a table with its log."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.form import Form
from game.ui.gui.inlay import Inlay
from game.ui.input import Focus, Input, Point
from game.ui.scene import Transition
from game.ui.widgets import Widget


class InlaidForm(Form):
    """Gives frames and presses to its inlays, and draws them under its own widgets."""

    @property
    def inlays(self) -> Sequence[Inlay]:
        """The parts that pygame_gui draws and handles."""
        raise NotImplementedError

    def leave(self) -> None:
        for inlay in self.inlays:
            inlay.close()
        super().leave()

    def follow_inlays(self, dt: float) -> None:
        """One frame of the inlays."""
        changed = [inlay.follow(dt) for inlay in self.inlays]
        self.dirty = self.dirty or any(changed)

    def inlay_for(self, event: Input) -> Inlay | None:
        """The inlay to which a press or release belongs. All are told where the pointer is."""
        opened = [inlay for inlay in self.inlays if inlay.is_open]
        if isinstance(event, Focus) and not event.gained:
            for inlay in opened:
                inlay.release_pointer()
        if not isinstance(event, Point) or event.kind == "wheel":
            return None
        if event.kind == "move":
            for inlay in opened:
                inlay.handle(event)
            return None
        return next((inlay for inlay in opened if inlay.takes(event)), None)

    def give_to(self, inlay: Inlay, event: Input) -> Transition:
        """Let an inlay handle an event. The focus follows."""
        self.release_pointer()
        self.dirty = True
        outcome = inlay.handle(event)
        if any(widget.name == inlay.focus for widget in self.widgets):
            self.focus = inlay.focus
        return outcome

    def draw_background(self, surface: pygame.Surface) -> None:
        for inlay in self.inlays:
            inlay.draw(surface)

    def _draw_widget(self, surface: pygame.Surface, widget: Widget) -> None:
        if widget.element is None:  # else it belongs to an inlay
            super()._draw_widget(surface, widget)
