"""High Card: a whole title in a hundred lines, as a pattern for new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import Card, Seat
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field
from game.engine.dice import Dice
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.sentences import Question, Sentence
from game.engine.slots import EachSeat, fact, sealed_moves, zone
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Standings, State
from game.engine.view import View


class HighCardState(State):
    """A tuple of cards for each place."""

    deck: tuple[Card, ...] = zone("deck", ())
    hands: list[tuple[Card, ...]] = zone("hand", EachSeat(()))
    shown: list[tuple[Card, ...]] = zone("shown", EachSeat(()))
    points: list[int] = fact(EachSeat(0))
    sealed: list[Move | None] = sealed_moves()


class HighCard(Rules[HighCardState]):
    state_type = HighCardState
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

    def new_state(self, seats: int, first: Seat | None = None) -> HighCardState:
        state = HighCardState(seats)
        state.deck = tuple(range(len(self.spec.faces)))
        return state

    def draw(self, state: HighCardState, dice: Dice) -> Deal:
        return Deal({"deck": tuple(dice.shuffled(state.deck))})

    def deal(self, state: HighCardState, deal: Deal) -> None:
        state.deck = deal.orders["deck"]
        state.due = "hand_out"

    def _hand_out(self, state: HighCardState) -> None:
        size = self.spec.numbers["hand"]
        for seat in range(state.seats):
            state.hands[seat] = tuple(sorted(state.deck[:size]))
            state.deck = state.deck[size:]
        state.due = ""

    def deciders(self, state: HighCardState) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(state.seats) if state.hands[seat] and state.sealed[seat] is None)

    def legal(self, state: HighCardState, seat: Seat) -> Sequence[Move]:
        return [self._plays[card] for card in state.hands[seat]]

    def play(self, state: HighCardState, seat: Seat, move: Move, dice: Dice | None) -> None:
        state.sealed[seat] = move
        if not self.deciders(state):
            state.due = "show"
            self.settle(state, dice)

    def _show_cards(self, state: HighCardState) -> None:
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

    def standings(self, state: HighCardState) -> Standings:
        over = not state.due and not any(state.hands)
        winners = tuple(s for s in range(state.seats) if state.points[s] == max(state.points)) if over else ()
        return Standings(over, winners, tuple(state.points))

    def question(self, view: View) -> Question:
        return Question("ask.any", "HC-2")

    def book(self, seat: Seat) -> MoveBook:
        return self._book

    def write_deal(self, state: HighCardState, deal: Deal) -> dict[str, Any]:
        return {"deck": [self.name(card) for card in deal.orders["deck"]]}

    def read_deal(self, state: HighCardState, data: Mapping[str, Any]) -> Deal:
        deck, what = read_field(data, "deck"), Sentence("cards in a deck")
        order = read_cards(deck, what, len(state.deck), name_reader(self.spec))
        check_same_cards(order, state.deck)
        return Deal({"deck": order})
