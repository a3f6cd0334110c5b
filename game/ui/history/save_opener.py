"""Opens saves, and shows why one cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.disk.limits import LIMITS, Kept
from game.disk.save_files import DamagedSave
from game.disk.savefile import ForeignSave
from game.disk.store import BusySave, FullStore
from game.engine.errors import MallowError
from game.ui.history.saves import SavedMatches
from game.ui.kit import Kit
from game.ui.scene import Pop, Push, Reset, Scene, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.sheet import FootButton, Sheet


class NoticeSheet(Sheet):
    """A message with one button."""

    def __init__(self, text: str, icon: str = "warning") -> None:
        super().__init__()
        self._text, self._icon = text, icon

    def build(self) -> None:
        kit = self.kit
        self.begin(560 if kit.metrics.text_scale <= 1.25 else 760)
        self.add_text(self._text, size=20)
        buttons: list[FootButton] = [("ok", lambda: Pop(), kit.texts("confirm.ok"), "", "main")]
        self.finish(kit.texts("save.notice"), buttons, self._icon)


class SaveOpener:
    """Opens saves for a scene. If a save cannot be opened, it shows why."""

    def __init__(self, saved_matches: SavedMatches) -> None:
        self._saved_matches = saved_matches
        self._damaged = ""

    def open(self, kit: Kit, name: str, before: bool = False) -> Transition:
        return self._try_open(kit, name, lambda: self._saved_matches.open_match(name, before))

    def replay(self, kit: Kit, name: str) -> Transition:
        found = self._try_open(kit, name, lambda: self._saved_matches.open_replay(name))
        return Push(found.scene) if isinstance(found, Reset) else found

    def _try_open(self, kit: Kit, name: str, make: Callable[[], Scene]) -> Transition:
        texts = kit.texts
        try:
            return Reset(make())
        except BusySave:
            return Push(NoticeSheet(texts("save.busy")))
        except FullStore as error:
            return Push(NoticeSheet(full_text(kit, error.kind)))
        except ForeignSave:
            return Push(NoticeSheet(texts("save.foreign")))
        except DamagedSave as error:
            text = texts("save.damaged", file=error.aside or "?")
            if not error.has_backup:
                return Push(NoticeSheet(text))
            self._damaged = name
            return Push(Confirm(f"{text} {texts('save.ask_before')}"))
        except MallowError as error:
            return Push(NoticeSheet(texts("error.save_broken", problem=error.sentence)))

    def on_result(self, kit: Kit, result: Any) -> Transition:
        """Called when the scene above was popped. After a yes about a damaged save, open the state before."""
        name, self._damaged = self._damaged, ""
        return self.open(kit, name, before=True) if name and result is ConfirmResult.YES else None


def full_text(kit: Kit, kind: Kept) -> str:
    """Why no new match can begin, and what to do."""
    texts = kit.texts
    return texts(f"save.full.{kind.value}", limit=texts.format_number(LIMITS[kind]))
