"""Marshmallow Test: win tricks, but not too soon. Clause numbers (MT-1 …) refer to the rule book.

The chapters, each a class that builds on the one before: `box` (MT-1), `setup` (MT-2, MT-3), `tricks` (MT-4 to MT-8,
MT-15, MT-16), `rounds` (MT-9 to MT-14, MT-17), `words`. The State that they change is declared in `state`.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.spec import Spec, Value
from game.titles.marshmallow_test.state import NO_SUIT, NOBODY, MarshmallowState, Trick
from game.titles.marshmallow_test.words import Words

__all__ = ["NOBODY", "NO_SUIT", "MarshmallowState", "MarshmallowTest", "Trick"]


class MarshmallowTest(Words):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.steps = {
            "hand_out": self._hand_out,
            "sweep": self._sweep,
            "go_out": self._go_out,
            "gather": self._gather,
        }
