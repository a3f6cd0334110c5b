"""HM-1: the cards in the box, and every move that can be made with them."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.cards import Seat
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.spec import Needs, Spec, Value
from game.titles.happy_mochi.pairs import PairRule
from game.titles.happy_mochi.state import MochiState


class Moves:
    """Every move of the game. Lists go by the index of a card or of a gap in a hand, or by seat."""

    def __init__(self, spec: Spec) -> None:
        indexes = range(len(spec.faces) + 1)

        def by_index(verb: str, zone: str = "hand", word: str = "") -> list[Move]:
            return [Move(f"{word or verb} {i}", verb, zone=zone, index=i) for i in indexes]

        self.draws = [Move(f"draw {place}", "draw", zone=place) for place in ("left", "right", "deck")]
        self.draws_from_reserve = by_index("draw", "reserve", "draw reserve")
        self.pairs = by_index("pair")
        self.places = by_index("place")
        self.gives = by_index("give")
        self.keeps = by_index("keep")
        self.reserves = by_index("reserve")
        self.targets = by_index("target", "seat")[: spec.seats[-1]]
        self.firsts = (Move("first left", "first", zone="left"), Move("first right", "first", zone="right"))
        self.use, self.skip, self.no_move = (Move(word, word) for word in ("use", "skip", "pass"))
        self.book = MoveBook([
            *self.draws, *self.draws_from_reserve, *self.pairs, *self.places, *self.gives, *self.keeps,
            *self.reserves, *self.targets, *self.firsts, self.use, self.skip, self.no_move,
        ])  # fmt: skip


class Box(Rules[MochiState]):
    """What the printed cards and the chosen options say. Holds nothing of a match."""

    state_type = MochiState
    needs = Needs(
        zones=frozenset({"deck", "left", "right", "hand", "drawn", "reserve"}),
        numbers={"hand": (2, 10)},
        options={"target": range(1, 501)},
        effects=("flip", "draw", "pass", "reserve"),
        mind={"simulations": (0, 5000), "plans": (0, 2), "reach": (1, 12), "counts": (0, 1), "memory": (0, 100)},
        style={"doubles": (0, 100), "magic": (0, 100), "meddling": (0, 100), "luck": (0, 100)},
        seats=range(2, 7),
    )

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.target = int(self.options["target"])
        self.hand_size = spec.numbers["hand"]
        self.pair_rule = PairRule(spec)
        self.effect_of = [spec.effects.get(card, "") for card in range(len(spec.faces))]
        """For each card: the name of its effect; empty for none."""
        self.moves = Moves(spec)

    def book(self, seat: Seat) -> MoveBook:
        return self.moves.book
