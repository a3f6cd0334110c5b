"""A line of text that can be edited."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.widgets import Widget

if TYPE_CHECKING:
    from game.ui.gui.elements import Maker

MAX_ENTRY_LENGTH = 64
"""Characters that can be typed. Names of players and of saves are no longer."""
ZERO_WIDTH_JOINER = "\u200d"
"""Joins two emoji into one. It may be typed, though it has no width of its own."""


class Entry(Widget):
    """A line of text to edit."""

    def __init__(
        self, name: str, rect: pygame.Rect, text: str, on_change: Callable[[str], None], kit: Kit, hint: str = ""
    ) -> None:
        """`hint` is shown while the text is empty."""
        super().__init__(name, rect, self._write)
        self._kit = kit
        self._on_change = on_change
        self._hint = hint
        self.text = text
        self._was_writing = False

    def make_element(self, maker: Maker) -> Any:
        from pygame_gui.core import ObjectID  # imported late, so that the menu comes sooner

        from game.ui.gui.internals import EntryLine
        from game.ui.gui.theme import font_class

        kit = maker.kit
        font = font_class("text", kit.fonts.size_px("text", 19))
        line: Any = EntryLine(
            maker.local(self.rect), maker.manager, pygame.Color(kit.colours.soft), container=maker.container,
            object_id=ObjectID("#entry", font), placeholder_text=self._hint or None,
        )  # fmt: skip
        line.set_text_length_limit(MAX_ENTRY_LENGTH)
        line.set_text(self.text)
        return line

    @property
    def writing(self) -> bool:
        return self.element is not None and bool(self.element.is_focused)

    def _write(self) -> Transition:
        self._kit.reader.typing = True
        if not self.writing:
            self.element.ui_manager.set_focus_set(self.element)
        self._select_all()
        return None

    def _select_all(self) -> None:
        end = len(self.element.get_text())
        self.element.select_range = [0, end]
        self.element.edit_position = end
        self._was_writing = True

    def follow_focus(self) -> None:
        """The pointer may have begun or ended the editing. The first press selects the whole text."""
        if self.writing and not self._was_writing:
            self._select_all()
        elif self._was_writing and not self.writing:
            self._was_writing = False
            self.read()

    def stop(self) -> None:
        self.element.ui_manager.set_focus_set(None)
        self._kit.reader.typing = self._was_writing = False
        self.read()

    def feed(self, raw: pygame.Event) -> None:
        """Give an event to pygame_gui. Characters without a width are left out: pygame cannot draw them alone."""
        if raw.type == pygame.TEXTINPUT:
            raw = pygame.Event(pygame.TEXTINPUT, text="".join(filter(_has_width, single_line(raw.text))))
        try:
            self.element.ui_manager.process_events(raw)
        except pygame.error:
            self.element.set_text(self.text)
        self.read()

    def read(self) -> None:
        text = single_line(self.element.get_text())
        if text != self.text:
            self.text = text
            self._on_change(text)

    def leave(self) -> None:
        if self.writing:
            self._kit.reader.typing = False


def single_line(text: str) -> str:
    """The text without line breaks and without characters that fonts cannot draw."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("Cc", "Cs"))


def _has_width(letter: str) -> bool:
    return unicodedata.category(letter) != "Cf" or letter == ZERO_WIDTH_JOINER
