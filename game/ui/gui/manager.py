"""The manager of one form: its elements, the pointer, and what has changed."""

from __future__ import annotations

from typing import Any

import pygame
import pygame_gui
from pygame_gui.core.interfaces import IUIAppearanceThemeInterface

from game.ui.gui import internals
from game.ui.gui.theme import GuiTheme

GUI_EVENTS = [
    pygame.USEREVENT,
    *(value for name, value in vars(pygame_gui).items() if name.startswith("UI_") and isinstance(value, int)),
]
"""All events of pygame_gui. It sends some also as USEREVENT, as older versions did."""
NOWHERE = (-1, -1)


class Manager(internals.PointerManager):
    """A light manager: it shares its theme with other forms."""

    def __init__(self, size: tuple[int, int], theme: GuiTheme) -> None:
        self._shared = theme
        self._seen: list[object] = []
        super().__init__(size, enable_live_theme_updates=False)
        internals.forget_language_paths()

    def create_new_theme(self, theme_path: Any = None) -> IUIAppearanceThemeInterface:  # type: ignore[override]
        return self._shared

    def get_shadow(self, size: tuple[int, int], *rest: Any, **more: Any) -> pygame.Surface:
        """Nothing: a plate has its shadow."""
        return self.get_universal_empty_surface()

    def clear(self) -> None:
        """Remove all elements, and free what they hold."""
        self.set_focus_set(None)
        elements = list(self.ui_group.sprites())
        self.clear_and_reset()
        root = self.get_root_container()
        assert root is not None
        root.set_focus_set(None)
        self._seen = []
        internals.release(element for element in elements if not element.alive())

    def point(self, kind: int, pos: tuple[int, int]) -> None:
        """Tell the elements of a press, a release or a move of the pointer."""
        self.pointer = pos
        self.mouse_position = pos
        if kind == pygame.MOUSEMOTION:
            self.process_events(pygame.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        else:
            self.process_events(pygame.Event(kind, pos=pos, button=pygame.BUTTON_LEFT))

    def let_go(self) -> None:
        """Let go of whatever the pointer holds, and forget where it is."""
        self.point(pygame.MOUSEBUTTONUP, NOWHERE)

    def refresh(self, dt: float) -> list[pygame.Event]:
        """One frame: returns what the elements have said. Elements of several parts talk through pygame's queue."""
        self.update(dt)
        said: list[pygame.Event] = []
        while fresh := pygame.event.get(GUI_EVENTS):
            for event in fresh:
                if event.type != pygame.USEREVENT:
                    self.process_events(event)
                    said.append(event)
        if said:
            self.update(0.0)
        return said

    def has_changed(self) -> bool:
        """Whether anything looks different than at the last call."""
        seen: list[object] = []
        for element in self.ui_group.sprites():
            if element.visible:
                seen += (element, element.image, tuple(element.rect))
        same = len(seen) == len(self._seen) and all(
            one is other or (isinstance(one, tuple) and one == other)
            for one, other in zip(seen, self._seen, strict=True)
        )
        self._seen = seen
        return not same
