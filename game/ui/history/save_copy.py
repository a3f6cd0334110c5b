"""Asks for a name under which a copy of the match is saved, so that the player can return to this moment."""

from __future__ import annotations

import pygame

from game.disk.savefile import MAX_NAME_LENGTH
from game.play.draft import clean_name
from game.ui.entry import Entry
from game.ui.input import Input, Raw
from game.ui.scene import Pop, Transition
from game.ui.sheet import FootButton, Sheet
from game.ui.widgets import row_height


class SaveCopySheet(Sheet):
    """Pops the name, or None if the player cancels."""

    def __init__(self, usual: str) -> None:
        super().__init__()
        self._name = usual[:MAX_NAME_LENGTH]
        self.focus = "keep"

    def build(self) -> None:
        kit = self.kit
        self.begin(620 if kit.metrics.text_scale <= 1.25 else 860)
        self.add_text(kit.texts("save.keep_help"))
        at = kit.rect(self.left, self.row_y, self.width, row_height(kit))
        self.add_row([Entry("name", at, self._name, self._set_name, kit)], row_height(kit))
        buttons: list[FootButton] = [
            ("back", lambda: Pop(), kit.texts("confirm.cancel"), "", "plain"),
            ("keep", self._save, kit.texts("save.keep"), "check", "main"),
        ]
        self.finish(kit.texts("save.keep_title"), buttons, "clock")

    def handle(self, event: Input) -> Transition:
        """Letters always go into the name: the first one replaces the usual name."""
        if isinstance(event, Raw) and event.event.type == pygame.TEXTINPUT and self._active_entry is None:
            self.focus = "name"
            self._press(next(widget for widget in self.scrolled_widgets if widget.name == "name"))
        return super().handle(event)

    def act(self, name: str) -> Transition:
        typed = self._active_entry is not None
        outcome = super().act(name)
        return self._save() if typed and name == "confirm" else outcome

    def _set_name(self, text: str) -> None:
        self._name = text

    def _save(self) -> Transition:
        name = clean_name(self._name)[:MAX_NAME_LENGTH]
        return Pop(name) if name else None
