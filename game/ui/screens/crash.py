"""The screen after an unexpected error: an apology, a report to copy, and a way back to the match."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine.errors import MallowError
from game.ui.background import draw_background_picture
from game.ui.clipboard import copy
from game.ui.history.save_opener import NoticeSheet
from game.ui.scene import Push, Quit, Reset, Scene, Transition
from game.ui.sheet import FootButton, Sheet
from game.ui.widgets import GAP_U, Label

REPORT_LINE_LIMIT = 14
"""The screen shows the first lines of the report, at most this many."""


class CrashScreen(Sheet):
    """`resume` makes the table of the match that was played; `menu` makes the menu."""

    overlay = False

    def __init__(self, report: str, resume: Callable[[], Scene] | None, menu: Callable[[], Scene]) -> None:
        super().__init__()
        self.report = report
        self._resume, self._menu = resume, menu
        self._copied = False
        self.focus = "resume" if resume else "menu"

    def build(self) -> None:
        kit, texts = self.kit, self.kit.texts
        self.begin(900)
        self.add_text(texts("crash.sorry"), size=20)
        if self._resume is not None:
            self.add_text(texts("crash.kept"), "bold", 20)
        self.add_text(texts("crash.report"), size=17)
        for line in self.report.splitlines()[:REPORT_LINE_LIMIT]:
            if line.strip():
                picture = kit.fonts.fit(line, "text", 14, kit.colours.soft, self.width, can_cut=True)
                self._add_line(picture)
        copied = texts("honest.copied" if self._copied else "crash.copy")
        buttons: list[FootButton] = [
            ("quit", lambda: Quit(), texts("menu.quit"), "close", "plain"),
            ("copy", self._copy, copied, "log", "plain"),
            ("menu", lambda: Reset(self._menu()), texts("score.menu"), "back", "plain" if self._resume else "main"),
        ]
        if self._resume is not None:
            buttons.append(("resume", self._resume_match, texts("menu.resume"), "play", "main"))
        self.finish(texts("error.title"), buttons, "warning")

    def _add_line(self, picture: pygame.Surface) -> None:
        height = picture.get_height() / self.kit.metrics.unit_px
        self.add_row([Label(self.kit.rect(self.left, self.row_y, self.width, height), picture)], height - GAP_U)

    def _copy(self) -> Transition:
        self._copied = copy(self.report)
        self.rebuild()
        return None

    def _resume_match(self) -> Transition:
        assert self._resume is not None
        try:
            return Reset(self._resume())
        except MallowError as error:
            return Push(NoticeSheet(self.kit.texts("error.save_broken", problem=error.sentence)))

    def cancel(self) -> Transition:
        return Reset(self._menu())

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
