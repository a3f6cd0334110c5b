"""Opening the seals after a match, and letting the bots think once more."""

from __future__ import annotations

from game import honesty
from game.past import Past
from game.ui.scene import Pop
from game.ui.sheet import Foot, Sheet

SHORT = 16
"""So many signs of a seal are enough to compare by eye."""


def grouped(seal: str, length: int = SHORT) -> str:
    """In fours, so that the eye does not get lost."""
    return " ".join(seal[at : at + 4] for at in range(0, length, 4))


class VerifySheet(Sheet):
    def __init__(self, past: Past) -> None:
        super().__init__()
        self._past = past
        self._opened = honesty.opened(past.seed, past.entries, past.seals)

    def build(self) -> None:
        kit = self.kit
        self.begin(900)
        self.text(kit.texts("honest.explained"), size=17)
        buttons: list[Foot] = [("back", lambda: Pop(), kit.texts("save.back"), "back", "main")]
        self.finish(kit.texts("honest.title"), buttons, "verify")
