"""The pause menu of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any

from game.disk.store import FullStore
from game.engine.spec import Value
from game.ui.book.rules import RulesOverlay
from game.ui.history.save_copy import SaveCopySheet
from game.ui.history.save_opener import NoticeSheet, full_text
from game.ui.history.verify import group_in_fours
from game.ui.scene import Pop, Push, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.keys import KeyCard
from game.ui.screens.settings import SettingsScreen
from game.ui.sheet import LEAST_BUTTON_SHARE, Sheet
from game.ui.widgets import GAP_U, Button, button_width, row_height

PAUSE_ROWS = (
    ("resume", "play", "pause.resume"),
    ("rules", "rules", "pause.rules"),
    ("settings", "settings", "pause.settings"),
    ("keys", "keyboard", "keys.title"),
    ("look", "eye", "replay.look"),
    ("restart", "undo", "pause.restart"),
    ("menu", "back", "pause.quit_menu"),
)


class PauseResult(Enum):
    """What was chosen in the pause menu."""

    RESUME = auto()
    LOOK_BACK = auto()
    RESTART = auto()
    MENU = auto()


@dataclass(frozen=True, slots=True)
class SavedCopy:
    """A copy of the match was saved under this name."""

    name: str


PAUSE_RESULTS = {
    "resume": PauseResult.RESUME,
    "look": PauseResult.LOOK_BACK,
    "restart": PauseResult.RESTART,
    "menu": PauseResult.MENU,
}


class PauseOverlay(Sheet):
    """Pops a PauseResult, or a SavedCopy."""

    def __init__(
        self,
        title: str,
        options: Mapping[str, Value] | None = None,
        save_copy: Callable[[str], object] | None = None,
        seal: str = "",
        asks: bool = True,
        leave_key: str = "pause.quit_menu",
    ) -> None:
        """`save_copy` saves the match as it is now, under a name. `seal` is the seal of the last deal. `asks` says
        whether dealing again gives something up, so that it has to be asked about. `leave_key` is the text of the
        button that leads to the menu."""
        super().__init__()
        self._asks = asks
        self._leave_key = leave_key
        self._save_copy = save_copy
        self._seal = seal
        self._title = title
        self._options = options
        self._asked_about = ""

    def build(self) -> None:
        kit = self.kit
        height = row_height(kit) + 4
        rows = (
            [*PAUSE_ROWS[:4], ("keep", "clock", "save.keep_title"), *PAUSE_ROWS[4:]] if self._save_copy else PAUSE_ROWS
        )
        texts = [(name, icon, self._leave_text() if name == "menu" else kit.texts(key)) for name, icon, key in rows]
        width = max(360.0, *(button_width(kit, text, icon) for _, icon, text in texts))
        per_column = len(texts)
        two = 2 * width + GAP_U
        self.begin(two)
        if per_column * (height + GAP_U) > self.rows_max_height and self.width >= LEAST_BUTTON_SHARE * two:
            per_column = (len(texts) + 1) // 2
        else:
            self.begin(width)
        for number, (left, room) in enumerate(self.columns(-(-len(texts) // per_column), GAP_U)):
            self.row_y = 0.0
            for name, icon, text in texts[number * per_column : (number + 1) * per_column]:
                at = kit.rect(left, self.row_y, room, height)
                kind = "main" if name == "resume" else "plain"
                self.add_row([Button(name, at, partial(self._choose, name), text, icon, kind)], height)
        self.row_y = per_column * (height + GAP_U)
        if self._seal:
            text = kit.texts("honest.seal", seal=group_in_fours(self._seal))
            self.add_text(text, "text", 14, "soft")
        self.finish(kit.texts("pause.title"), (), "pause")

    def _leave_text(self) -> str:
        texts = self.kit.texts
        return texts(self._leave_key, learn=texts("lesson.menu"))

    def _choose(self, name: str) -> Transition:
        match name:
            case "rules":
                return Push(RulesOverlay(self._title, options=self._options))
            case "settings":
                return Push(SettingsScreen())
            case "keys":
                return Push(KeyCard())
            case "keep":
                self._asked_about = name
                return Push(SaveCopySheet(self.kit.texts(f"{self._title}.name")))
            case "restart" if self._asks:
                self._asked_about = name
                return Push(Confirm("confirm.restart"))
        return Pop(PAUSE_RESULTS[name])

    def act(self, name: str) -> Transition:
        if name == "pause":
            return Pop(PauseResult.RESUME)
        if name in ("rules", "settings"):
            return self._choose(name)
        return super().act(name)

    def on_result(self, result: Any) -> Transition:
        asked, self._asked_about = self._asked_about, ""
        if asked == "keep" and isinstance(result, str) and self._save_copy is not None:
            try:
                self._save_copy(result)
            except FullStore as error:
                return Push(NoticeSheet(full_text(self.kit, error.kind)))
            return Pop(SavedCopy(result))
        if asked and result is ConfirmResult.YES:
            return Pop(PAUSE_RESULTS[asked])
        return super().on_result(result)

    def cancel(self) -> Transition:
        return Pop(PauseResult.RESUME)
