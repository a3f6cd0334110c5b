"""High Card: a whole title in a hundred lines, as a pattern for new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import Card, Seat
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field
from game.engine.dice import Dice
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.sentences import Question, Sentence
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Picture, Standings
from game.engine.view import View


class Table:
    """The State."""

    __slots__ = ("deck", "due", "hands", "points", "sealed", "seats", "shown")

    def __init__(self, seats: int, deck: tuple[Card, ...]) -> None:
        self.seats = seats
        self.due = DEAL
        self.deck = deck
        self.hands: list[tuple[Card, ...]] = [()] * seats
        self.shown: list[tuple[Card, ...]] = [()] * seats
        self.sealed: list[Move | None] = [None] * seats
        self.points = [0] * seats

    def clone(self) -> Table:
        new = Table(self.seats, self.deck)
        new.due = self.due
        new.hands, new.shown = self.hands[:], self.shown[:]
        new.sealed, new.points = self.sealed[:], self.points[:]
        return new


class HighCard(Rules[Table]):
    needs = Needs(
        zones=frozenset({"deck", "hand", "shown"}),
        numbers={"hand": (1, 5)},
        options={"ties": ("nobody", "all")},
        mind={"simulations": (1, 1000), "whim": (0, 100)},
        style={"boldness": (-50, 50)},
    )

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.steps = {"hand_out": self._hand_out, "show": self._show_cards}
        self._plays = [Move(face.name, "play", card=card, zone="hand") for card, face in enumerate(spec.faces)]
        self._book = MoveBook(self._plays)

    def table(self, seats: int, first: Seat | None = None) -> Table:
        return Table(seats, tuple(range(len(self.spec.faces))))

    def draw(self, state: Table, dice: Dice) -> Deal:
        return Deal({"deck": tuple(dice.shuffled(state.deck))})

    def deal(self, state: Table, deal: Deal) -> None:
        state.deck = deal.orders["deck"]
        state.due = "hand_out"

    def _hand_out(self, state: Table) -> None:
        size = self.spec.numbers["hand"]
        for seat in range(state.seats):
            state.hands[seat] = tuple(sorted(state.deck[:size]))
            state.deck = state.deck[size:]
        state.due = ""

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(state.seats) if state.hands[seat] and state.sealed[seat] is None)

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        return [self._plays[card] for card in state.hands[seat]]

    def play(self, state: Table, seat: Seat, move: Move, dice: Dice | None) -> None:
        state.sealed[seat] = move
        if not self.deciders(state):
            state.due = "show"
            self.settle(state, dice)

    def _show_cards(self, state: Table) -> None:
        ranks = {}
        for seat, move in enumerate(state.sealed):
            assert move is not None
            state.hands[seat] = tuple(card for card in state.hands[seat] if card != move.card)
            state.shown[seat] += (move.card,)
            ranks[seat] = self.spec.faces[move.card].rank
        best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
        if len(best) == 1 or self.options["ties"] == "all":  # HC-3
            for seat in best:
                state.points[seat] += 1
        state.sealed = [None] * state.seats
        state.due = ""

    def standings(self, state: Table) -> Standings:
        over = not state.due and not any(state.hands)
        winners = tuple(s for s in range(state.seats) if state.points[s] == max(state.points)) if over else ()
        return Standings(over, winners, tuple(state.points))

    def question(self, view: View) -> Question:
        return Question("ask.any", "HC-2")

    def book(self, seat: Seat) -> MoveBook:
        return self._book

    def show(self, state: Table) -> Picture:
        zones = {"deck": state.deck}
        zones |= {f"hand {seat}": state.hands[seat] for seat in range(state.seats)}
        zones |= {f"shown {seat}": state.shown[seat] for seat in range(state.seats)}
        return Picture(zones, {"points": tuple(state.points)}, tuple(state.sealed))

    def build(self, picture: Picture) -> Table:
        state = Table(len(picture.sealed), picture.zones["deck"])
        facts: dict[str, Any] = picture.facts
        state.hands = [picture.zones[f"hand {seat}"] for seat in range(state.seats)]
        state.shown = [picture.zones[f"shown {seat}"] for seat in range(state.seats)]
        state.points = list(facts["points"])
        state.sealed = list(picture.sealed)
        state.due = ""
        return state

    def write_deal(self, state: Table, deal: Deal) -> dict[str, Any]:
        return {"deck": [self.name(card) for card in deal.orders["deck"]]}

    def read_deal(self, state: Table, data: Mapping[str, Any]) -> Deal:
        deck, what = read_field(data, "deck"), Sentence("cards in a deck")
        order = read_cards(deck, what, len(state.deck), name_reader(self.spec))
        check_same_cards(order, state.deck)
        return Deal({"deck": order})
