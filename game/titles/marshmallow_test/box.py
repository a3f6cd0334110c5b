"""MT-1: the cards in the box, and every move that can be made with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.spec import Needs, Spec, Value
from game.titles.marshmallow_test.state import MarshmallowState

MovesBySet = list[list[tuple[Move, ...]]]
"""For each suit: the moves for any set of its cards, by the bits of that set."""


@cache
def moves_by_set(names: tuple[str, ...], ranks: int) -> tuple[list[Move], MovesBySet, dict[int, tuple[Move, ...]]]:
    """The move for each card; the moves for each set of cards of one suit, by the suit's own bits, and by all bits."""
    plays = [Move(name, "play", card=card) for card, name in enumerate(names)]
    suits = []
    for start in range(0, len(plays), ranks):
        sets: list[tuple[Move, ...]] = [()]
        for move in plays[start : start + ranks]:
            sets += [(*moves, move) for moves in sets]
        suits.append(sets)
    whole = {cards << ranks * suit: moves for suit, sets in enumerate(suits) for cards, moves in enumerate(sets)}
    return plays, suits, whole


class Box(Rules[MarshmallowState]):
    """What the printed cards and the chosen options say. Holds nothing of a match."""

    state_type = MarshmallowState
    needs = Needs(
        zones=frozenset({"deck", "hand", "trick", "won", "thrown", "aside"}),
        numbers={
            "hand": (1, 15), "small_tokens": (1, 100), "large_tokens": (1, 100), "large_worth": (2, 20),
        },
        options={"trump_follow": ("may", "must"), "target": range(1, 101)},
        quotas=True,
        suits=5,
        mind={
            "simulations": (1, 100_000), "memory": (0, 100), "infers": (0, 3), "aim": (0, 2), "reach": (0, 12),
            "instinct": (0, 10_000),
        },
        style={"greed": (0, 20), "patience": (0, 20), "spite": (0, 20), "trumps": (0, 20)},
        ranks=12,
        seats=range(2, 6),
    )  # fmt: skip

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.must_trump = self.options["trump_follow"] == "must"
        self.target = int(self.options["target"])
        self.hand_size = spec.numbers["hand"]
        self.quotas = [spec.quotas.get(seats, 0) for seats in range(spec.seats[-1] + 1)]
        """MT-9: by the number of players, how many tricks one goes out with."""
        self._in_suit = tuple(
            mask_of(card for card, face in enumerate(spec.faces) if face.suit == suit)
            for suit in range(len(spec.suits))
        )
        self._suit_mates = [self._in_suit[face.suit] for face in spec.faces]
        """For each card: all cards of its suit."""
        self._ranks = len(spec.faces) // len(spec.suits)
        self._full = (1 << self._ranks) - 1
        plays, self._by_suit, self._by_set = moves_by_set(tuple(face.name for face in spec.faces), self._ranks)
        self._trumps = tuple(
            Move(f"trump {suit.id}", "trump", zone="suit", index=s) for s, suit in enumerate(spec.suits)
        )
        self._deck = tuple(range(len(spec.faces)))
        self._bits = [1 << card for card in self._deck]
        self._all = mask_of(self._deck)
        self._book = MoveBook([*self._trumps, *plays])
        self._solo = [(seat,) for seat in range(spec.seats[-1])]
        """For each seat: the tuple of it alone, made once."""

    def option_matters(self, option: str, seats: int) -> bool:
        return option != "trump_follow" or seats > 2  # MT-15: of two players nobody plays after a trump

    def book(self, seat: Seat) -> MoveBook:
        return self._book

    def suit_of(self, card: Card) -> int:
        return self.spec.faces[card].suit

    def suits_in(self, cards: int) -> tuple[int, ...]:
        """The suits of a set of cards."""
        return tuple([s for s, suit in enumerate(self._in_suit) if cards & suit]) if cards else ()

    def cards_in(self, suits: Iterable[int]) -> int:
        """All cards of some suits."""
        return sum([self._in_suit[suit] for suit in suits])

    def _moves_for(self, cards: int) -> Sequence[Move]:
        """The move for each of these cards."""
        a, b, c, d, e = self._by_suit
        w, full = self._ranks, self._full
        return [
            *a[cards & full], *b[cards >> w & full], *c[cards >> 2 * w & full], *d[cards >> 3 * w & full],
            *e[cards >> 4 * w],
        ]  # fmt: skip

    def tokens(self, points: int) -> tuple[int, int]:
        """MT-18: points as large and small marshmallows, changed up. The supply lasts while nobody has won at 20."""
        return divmod(points, self.spec.numbers["large_worth"])
