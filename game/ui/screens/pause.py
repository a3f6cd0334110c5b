"""The pause: what lies on the table while nobody plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any

from game.engine.spec import Value
from game.ui.book.rules import RulesOverlay
from game.ui.scene import Pop, Push, Transition
from game.ui.screens.confirm import Answer, Confirm
from game.ui.screens.keys import KeyCard
from game.ui.screens.options import SettingsScreen
from game.ui.sheet import Sheet, button_width
from game.ui.shelf.keep import KeepSheet
from game.ui.shelf.verify import grouped
from game.ui.widgets import Button, row_height

PAUSE_ROWS = (
    ("resume", "play", "pause.resume"),
    ("rules", "rules", "pause.rules"),
    ("settings", "settings", "pause.settings"),
    ("keys", "keyboard", "keys.title"),
    ("look", "eye", "replay.look"),
    ("restart", "undo", "pause.restart"),
    ("menu", "back", "pause.quit_menu"),
)
QUESTIONS = {"restart": "confirm.restart", "menu": "confirm.quit"}
"""What ends the match, or leaves it, asks first."""


class PauseResult(Enum):
    RESUME = auto()
    LOOK_BACK = auto()
    RESTART = auto()
    MENU = auto()


@dataclass(frozen=True, slots=True)
class Kept:
    """The match was kept under a name."""

    name: str


RESULTS = {
    "resume": PauseResult.RESUME,
    "look": PauseResult.LOOK_BACK,
    "restart": PauseResult.RESTART,
    "menu": PauseResult.MENU,
}


class PauseOverlay(Sheet):
    """Pops a PauseResult, or Kept."""

    def __init__(
        self,
        title: str,
        options: Mapping[str, Value] | None = None,
        keep: Callable[[str], object] | None = None,
        seal: str = "",
        over: bool = False,
    ) -> None:
        """`put` keeps the match as it stands, under a name; `seal` is that of the last deal. A match that is `over`
        is saved: leaving it loses nothing, so nothing is asked."""
        super().__init__()
        self._over = over
        self._keep = keep
        self._seal = seal
        self._title = title
        self._options = options
        self._asked = ""

    def build(self) -> None:
        kit = self.kit
        high = row_height(kit) + 4
        rows = [*PAUSE_ROWS[:4], ("keep", "clock", "save.keep_title"), *PAUSE_ROWS[4:]] if self._keep else PAUSE_ROWS
        texts = [(name, icon, kit.texts(key)) for name, icon, key in rows]
        self.begin(max(360.0, *(button_width(kit, text, icon) for _, icon, text in texts)))
        for name, icon, text in texts:
            at = kit.rect(self.left, self.row_y, self.width, high)
            kind = "main" if name == "resume" else "plain"
            self.add_row([Button(name, at, partial(self._go, name), text, icon, kind)], high)
        if self._seal:
            told = kit.texts("honest.seal", seal=grouped(self._seal))
            self.add_text(told, "text", 14, kit.colours.soft)
        self.finish(kit.texts("pause.title"), (), "pause")

    def _go(self, name: str) -> Transition:
        match name:
            case "rules":
                return Push(RulesOverlay(self._title, options=self._options))
            case "settings":
                return Push(SettingsScreen())
            case "keys":
                return Push(KeyCard())
            case "keep":
                self._asked = name
                return Push(KeepSheet(self.kit.texts(f"{self._title}.name")))
            case "restart" | "menu" if not self._over:
                self._asked = name
                return Push(Confirm(QUESTIONS[name]))
        return Pop(RESULTS[name])

    def act(self, name: str) -> Transition:
        if name == "pause":
            return Pop(PauseResult.RESUME)
        if name in ("rules", "settings"):
            return self._go(name)
        return super().act(name)

    def on_result(self, result: Any) -> Transition:
        asked, self._asked = self._asked, ""
        if asked == "keep" and isinstance(result, str) and self._keep is not None:
            self._keep(result)
            return Pop(Kept(result))
        if asked and result is Answer.YES:
            return Pop(RESULTS[asked])
        return super().on_result(result)

    def cancel(self) -> Transition:
        return Pop(PauseResult.RESUME)
