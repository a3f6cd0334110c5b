"""The Game: Face to Face. Two players, two decks, four piles. Clause numbers (FF-1 …) refer to the rule book.

The chapters, each a class that builds on the one before: `box` (FF-1, and what fits: FF-4 to FF-8), `setup` (FF-2,
FF-3), `turns` (FF-4 to FF-14), `words`. The State that they change is declared in `state`.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.spec import Spec, Value
from game.titles.face_to_face.state import NOBODY, PILE_INDEX, FaceState
from game.titles.face_to_face.words import Words

__all__ = ["NOBODY", "PILE_INDEX", "FaceState", "FaceToFace"]


class FaceToFace(Words):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.steps = {"hand_out": self._hand_out, "refill": self._refill, "stuck": self._lose}
