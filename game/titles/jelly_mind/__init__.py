"""Jelly Mind: the right card at the right moment. Clause numbers (JM-1 …) refer to the rule book.

Time is a series of beats: what happens in one beat happens at the same moment. The chapters, each a class that builds
on the one before: `box` (JM-1), `setup` (JM-2, JM-3, JM-12), `beats` (JM-3 to JM-6, JM-15), `scoring` (JM-7 to JM-14),
`words`. The State that they change is declared in `state`.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.spec import Spec, Value
from game.titles.jelly_mind.scoring import winners
from game.titles.jelly_mind.state import DISCARDED, UNDECIDED, JellyState
from game.titles.jelly_mind.words import Words

__all__ = ["DISCARDED", "UNDECIDED", "JellyMind", "JellyState", "winners"]


class JellyMind(Words):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.steps = {
            "beat": self._resolve,
            "standoff": self._standoff,
            "reveal": self._reveal,
            "score": self._score,
            "draw": self._draw_cards,
            "choose": self._take_chosen,
            "take_up": self._take_up,
            "take_back": self._take_back,
        }
