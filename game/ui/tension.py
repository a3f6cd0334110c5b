"""When a match is tense, so that more voices join the music. Only public numbers count, because everybody hears it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.data.strict_shape import Reader, matching, one_of, read_fields, whole_number
from game.data.strict_yaml import Node
from game.engine.sentences import Sentence
from game.engine.view import View

MOST_CARDS = 1000


@dataclass(frozen=True, slots=True)
class Tension:
    """A range of a number: how many cards players have in a zone, or a fact that is a number for each player.

    `of` chooses the player: the one with the most, or the one with the fewest.
    """

    zone: str = ""
    fact: str = ""
    of: str = "most"
    low: int = 0
    high: int = MOST_CARDS

    def holds(self, view: View) -> bool:
        numbers = self._numbers(view)
        if not numbers:
            return False
        number = max(numbers) if self.of == "most" else min(numbers)
        return self.low <= number <= self.high

    def _numbers(self, view: View) -> Sequence[int]:
        if self.zone:
            return [len(view.zones.get(f"{self.zone} {seat}", ())) for seat in range(view.seats)]
        value: Any = view.facts.get(self.fact, ())
        return value if isinstance(value, (tuple, list)) and all(isinstance(part, int) for part in value) else ()


def is_tense(tensions: Sequence[Tension], view: View) -> bool:
    return any(tension.holds(view) for tension in tensions)


def read_tension(node: Node) -> Tension:
    parts = read_fields(node, (), ("zone", "fact", "of", "low", "high"))
    word = matching("[a-z_]{1,24}", Sentence("a word in snake_case"))
    readers: dict[str, Reader[Any]] = {
        "zone": word, "fact": word, "of": one_of(("most", "fewest")),
        "low": whole_number(0, MOST_CARDS), "high": whole_number(0, MOST_CARDS),
    }  # fmt: skip
    return Tension(**{name: readers[name](value) for name, value in parts.items()})
