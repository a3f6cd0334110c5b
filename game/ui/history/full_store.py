"""Shown instead of a new match when as many matches or results are kept as the limit allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.disk.limits import Kept, oldest_count
from game.ui.background import draw_background_picture
from game.ui.history.save_opener import full_text
from game.ui.history.saves import SavedMatches
from game.ui.history.saves_screen import SavesScreen
from game.ui.scene import Push, Reset, Scene, Swap, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.sheet import FootButton, Sheet


class FullStoreSheet(Sheet):
    """Leads to the list of matches, or asks to delete the oldest results. Then the wanted match begins."""

    overlay = False

    def __init__(
        self, saved_matches: SavedMatches, kind: Kept, start: Callable[[], Scene], make_menu: Callable[[], Scene]
    ) -> None:
        """`start` makes the table of the match that was wanted, or this sheet again if there is still no room."""
        super().__init__()
        self._saved_matches = saved_matches
        self._kind = kind
        self._start = start
        self._make_menu = make_menu
        self._asked = False

    def build(self) -> None:
        kit = self.kit
        self.begin(640 if kit.metrics.text_scale <= 1.25 else 860)
        self.add_text(full_text(kit, self._kind), size=20)
        buttons: list[FootButton] = [("back", self.cancel, kit.texts("save.back"), "back", "plain")]
        if self._kind is Kept.RESULTS:
            text = self._oldest_text("save.delete_oldest.results")
            buttons.append(("oldest", self._ask_delete_oldest, text, "", "main"))
        else:
            buttons.append(("list", self._open_list, kit.texts("save.title"), "clock", "main"))
        self.finish(kit.texts("save.notice"), buttons, "warning")

    def _oldest_text(self, key: str) -> str:
        count = self.kit.texts.format_number(oldest_count(self._kind))
        return self.kit.texts(key, number=count)

    def _open_list(self) -> Transition:
        return Push(SavesScreen(self._saved_matches, over=self._kind is Kept.FINISHED))

    def _ask_delete_oldest(self) -> Transition:
        self._asked = True
        return Push(Confirm(self._oldest_text("save.ask_delete_results")))

    def on_result(self, result: Any) -> Transition:
        asked, self._asked = self._asked, False
        store = self._saved_matches.store
        if asked and result is ConfirmResult.YES:
            store.delete_oldest(self._kind)
        if store.full_kind() is not self._kind:
            return Swap(self._start())
        self.rebuild()
        return None

    def cancel(self) -> Transition:
        return Reset(self._make_menu())

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
