"""HM-2 to HM-5, HM-23: the deal of a round, and the draw pile that is made anew in the middle of one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from game.engine.cards import Card, Seat
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.engine.sentences import Sentence
from game.engine.state import Deal
from game.titles.happy_mochi.memory import Memory
from game.titles.happy_mochi.state import NOBODY, MochiState


class Setup(Memory):
    def new_state(self, seats: int, first: Seat | None = None) -> MochiState:
        state, cards = MochiState(seats), len(self.spec.faces)
        state.starter = NOBODY if first is None else first
        state.deck = list(range(cards))
        state.born = [0] * cards
        state.lost = (0,) * cards
        return state

    def draw(self, state: MochiState, dice: Dice) -> Deal:
        order = tuple(dice.shuffled(state.deck))
        if state.missing != NOBODY:
            return Deal({"deck": order})
        return Deal(
            {"deck": order},
            {"starter": dice.below(state.seats) if state.starter == NOBODY else state.starter},
        )

    def deal(self, state: MochiState, deal: Deal) -> None:
        state.deck = list(reversed(deal.orders["deck"]))
        state.shuffles += 1
        if state.missing != NOBODY:
            state.due = "fill"
        else:
            state.starter = deal.facts["starter"]
            state.due = "hand_out"

    def _hand_out(self, state: MochiState) -> None:
        for hand in state.hands:
            for _ in range(self.hand_size):
                hand.append(self._top(state))
        for stack in state.stacks:
            stack.append(self._top(state))
        state.round += 1
        state.due = ""
        self._begin_turn(state, state.starter)

    @abstractmethod
    def _begin_turn(self, state: MochiState, seat: Seat) -> None:
        """See turns.py."""

    def write_deal(self, state: MochiState, deal: Deal) -> dict[str, Any]:
        names = [self.name(card) for card in deal.orders["deck"]]
        if state.missing != NOBODY:
            return {"deck": names}
        dealt = self.hand_size * state.seats
        return {
            "starter": deal.facts["starter"],
            "value": "+" if state.plus else "-",
            "hands": [names[self.hand_size * s : self.hand_size * (s + 1)] for s in range(state.seats)],
            "pair": names[dealt : dealt + 2],
            "deck": names[dealt + 2 :],
        }

    def read_deal(self, state: MochiState, data: Mapping[str, Any]) -> Deal:
        read = name_reader(self.spec)
        order: list[Card] = []
        facts: dict[str, Any] = {}
        rest = len(state.deck)
        if state.missing == NOBODY:
            if read_field(data, "value") != ("+" if state.plus else "-"):
                raise SaveError("a deal shows the other side of the Value card")
            facts["starter"] = read_seat(data, "starter", state.seats, must_be=state.starter)
            for hand in read_list(read_field(data, "hands"), Sentence("hands"), state.seats):
                order += read_cards(hand, Sentence("cards in a hand"), self.hand_size, read)
            order += read_cards(read_field(data, "pair"), Sentence("cards in the main pair"), 2, read)
            rest -= len(order)
        order += read_cards(read_field(data, "deck"), Sentence("cards in the draw pile"), rest, read)
        check_same_cards(order, state.deck)
        return Deal({"deck": tuple(order)}, facts)
