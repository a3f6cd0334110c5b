"""A question with the answers yes and no, before something is lost."""

from __future__ import annotations

from enum import Enum, auto

from game.ui.scene import Pop, Quit, Transition
from game.ui.sheet import FootButton, Sheet


class ConfirmResult(Enum):
    """The answer to the question."""

    YES = auto()
    NO = auto()


class Confirm(Sheet):
    """Pops a ConfirmResult. Escape means no, and no has the focus first."""

    def __init__(self, question: str, yes: str = "confirm.yes", no: str = "confirm.no", icon: str = "warning") -> None:
        super().__init__()
        self._question, self._yes, self._no, self._icon = question, yes, no, icon
        self.focus = "no"

    def build(self) -> None:
        kit = self.kit
        question, yes, no = (self._text_of(text) for text in (self._question, self._yes, self._no))
        self.begin(560 if kit.metrics.text_scale <= 1.25 else 760)
        self.add_text(question, size=20)
        buttons: list[FootButton] = [
            ("yes", lambda: self._answer(ConfirmResult.YES), yes, "", "plain"),
            ("no", lambda: self._answer(ConfirmResult.NO), no, "", "main"),
        ]
        self.finish(kit.texts("confirm.title"), buttons, self._icon)

    def _text_of(self, text: str) -> str:
        """The text of a locale key in the current language. A finished sentence stays as it is."""
        return self.kit.texts(text) if self.kit.texts.has(text) else text

    def cancel(self) -> Transition:
        return self._answer(ConfirmResult.NO)

    def _answer(self, result: ConfirmResult) -> Transition:
        return Pop(result)


class ConfirmQuit(Confirm):
    """Ends the program after a yes. After a no the scene below goes on, and hears nothing of it."""

    def _answer(self, result: ConfirmResult) -> Transition:
        return Quit() if result is ConfirmResult.YES else Pop()
