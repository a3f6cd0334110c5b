"""JM-1: the cards in the box, and every move that can be made with them."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.cards import Seat
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.spec import Needs, Spec, Value
from game.titles.jelly_mind.state import JellyState


class Box(Rules[JellyState]):
    """What the printed cards and the chosen options say. Holds nothing of a match."""

    state_type = JellyState
    needs = Needs(
        zones=frozenset({"deck", "hand", "drawn", "table", "open", "gone"}),
        numbers={"goal": (1, 50), "turns": (1, 5), "simultaneity_ms": (0, 2000), "standoff_s": (1, 60)},
        options={"draw": ("top", "choose"), "patience": range(1, 101)},
        own_sets=True,
        mind={
            "simulations": (1, 10000),
            "memory": (0, 100),
            "infers": (0, 1),
            "ones": (0, 1),
            "nerve": (-300, 300),
            "race": (0, 1),
            "whim": (0, 200),
        },
        style={"open_low": (-100, 100), "open_high": (-100, 100), "answer": (-100, 100)},
        seats=range(2, 4),
    )

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.chooses = self.options["draw"] == "choose"
        self.patience = int(self.options["patience"])
        self.goal = spec.numbers["goal"]
        self._rank = [face.rank for face in spec.faces]
        self._size = len(spec.faces) // len(spec.suits)
        self._top_rank = max(self._rank)
        self._in_a_beat = tuple(Move(word, word) for word in ("play", "discard", "wait"))
        self._choose = [
            Move(f"choose {face.rank}", "choose", card=card, zone="hand") for card, face in enumerate(spec.faces)
        ]
        self._books = [MoveBook([*self._in_a_beat, *self._choose[self._own(s)]]) for s in range(len(spec.suits))]

    def _own(self, seat: Seat) -> slice:
        return slice(seat * self._size, (seat + 1) * self._size)

    def book(self, seat: Seat) -> MoveBook:
        return self._books[seat]
