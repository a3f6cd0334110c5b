"""Happy Mochi: a hand that must not be rearranged, and pairs that read as numbers.

Clause numbers (HM-1 …) refer to the rule book. The chapters, each a class that builds on the one before: `box` (HM-1,
with `pairs`: HM-9 to HM-12), `memory` (what is known of hidden cards), `setup` (HM-2 to HM-5), `turns` (HM-6 to HM-9),
`effects` (HM-13 to HM-18), `rounds` (HM-19 to HM-24), `words`. The State that they change is declared in `state`.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.spec import Spec, Value
from game.titles.happy_mochi.pairs import PairRule
from game.titles.happy_mochi.state import STACKS, MochiState
from game.titles.happy_mochi.words import Words, main_pair, shows_plus

__all__ = ["STACKS", "HappyMochi", "MochiState", "PairRule", "main_pair", "shows_plus"]


class HappyMochi(Words):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.steps = {
            "hand_out": self._hand_out,
            "recycle": self._recycle,
            "fill": self._fill,
            "flip": self.flip.happen,
            "give": self._hand_over,
            "count": self._count,
            "keep": self._keep,
            "call_in": self._call_in,
            "gather": self._gather,
            "gather_all": self._gather_all,
        }
