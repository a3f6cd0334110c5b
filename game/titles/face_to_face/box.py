"""FF-1, FF-4 to FF-8: the cards in the box, what fits on which number, and every move."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.spec import Needs, Spec, Value
from game.titles.face_to_face.state import FaceState


class Box(Rules[FaceState]):
    """What the printed cards and the chosen options say. Holds nothing of a match."""

    state_type = FaceState
    needs = Needs(
        zones=frozenset({"deck", "hand", "up", "down"}),
        numbers={
            "hand": (3, 10), "minimum": (1, 3), "draw": (1, 10), "backwards": (1, 50),
            "rising_from": (0, 99), "falling_from": (0, 99),
        },
        options={"last_card": ("loses", "wins")},
        own_sets=True,
        mind={
            "simulations": (1, 5000), "width": (1, 40), "reach": (0, 20), "memory": (0, 100), "insight": (0, 1),
            "envy": (0, 30), "haste": (0, 10),
        },
        style={"helps": (-100, 100), "climbs": (-100, 100), "races": (-100, 100)},
        seats=range(2, 3),
    )  # fmt: skip

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.numbers = [face.rank for face in spec.faces if face.suit == 0]
        self.rank = [face.rank for face in spec.faces]
        """The number on each card."""
        self.hand_size = spec.numbers["hand"]
        self.own_draw = spec.numbers["draw"]
        self.minimum = spec.numbers["minimum"]
        self.starts = [spec.numbers["rising_from"], spec.numbers["falling_from"]]
        self.last_card_loses = self.options["last_card"] == "loses"
        self.zeros = tuple(self._card(seat, 0) for seat in (0, 1))
        """For each seat: the card with the number 0, if there were one. Its other cards follow in order."""
        back = spec.numbers["backwards"]
        tops = range(100)
        # What may lie on each number, as sets of numbers.
        self._rises = [mask_of(n for n in self.numbers if n > top or n == top - back) for top in tops]  # FF-4, FF-5
        self._falls = [mask_of(n for n in self.numbers if n < top or n == top + back) for top in tops]  # FF-6, FF-7
        self._below = [mask_of(n for n in self.numbers if n < top) for top in tops]  # FF-8
        self._above = [mask_of(n for n in self.numbers if n > top) for top in tops]  # FF-8
        self._end = Move("end", "end")
        self._moves = [self._moves_of(seat) for seat in (0, 1)]
        self._books = [
            MoveBook([self._end, *(move for moves in self._moves[seat] for move in moves.values())]) for seat in (0, 1)
        ]

    def _moves_of(self, seat: Seat) -> list[dict[int, Move]]:
        """For up, down, help-up and help-down: the move by the bit of its number."""
        other = 1 - seat
        kinds = [("up", f"up {seat}"), ("down", f"down {seat}"),
                 ("help-up", f"up {other}"), ("help-down", f"down {other}")]  # fmt: skip
        return [
            {1 << n: Move(f"{n} {kind}", kind, card=self._card(seat, n), zone=zone) for n in self.numbers}
            for kind, zone in kinds
        ]

    def _card(self, seat: Seat, number: int) -> Card:
        return seat * len(self.numbers) + number - self.numbers[0]

    def book(self, seat: Seat) -> MoveBook:
        return self._books[seat]
