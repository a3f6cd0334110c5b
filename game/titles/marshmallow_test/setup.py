"""MT-2, MT-3: the dealer, and the deal. The dealer of a later round is known (MT-13)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from game.engine.cards import Seat
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.sentences import Sentence
from game.engine.state import Deal
from game.titles.marshmallow_test.box import Box
from game.titles.marshmallow_test.state import NOBODY, MarshmallowState


class Setup(Box):
    def new_state(self, seats: int, first: Seat | None = None) -> MarshmallowState:
        state = MarshmallowState(seats)
        state.dealer = NOBODY if first is None else first
        state.deck = self._deck
        return state

    def draw(self, state: MarshmallowState, dice: Dice) -> Deal:
        wanted = self.hand_size * state.seats
        order = dice.shuffled(state.deck, wanted)
        dealer = dice.below(state.seats) if state.dealer == NOBODY else state.dealer
        return Deal({"deck": tuple(order)}, {"dealer": dealer})

    def deal(self, state: MarshmallowState, deal: Deal) -> None:
        state.deck = deal.orders["deck"]
        state.dealer = deal.facts["dealer"]
        state.due = "hand_out"

    def _hand_out(self, state: MarshmallowState) -> None:
        hand, deck, seats, bits_of = self.hand_size, state.deck, state.seats, self._bits
        state.hands = [sum([bits_of[card] for card in deck[hand * seat : hand * (seat + 1)]]) for seat in range(seats)]
        state.aside = self._all & ~sum(state.hands)
        state.deck = ()
        state.round += 1
        state.naming = state.round > 1  # MT-7, MT-15
        state.order = tuple([(state.dealer + i) % seats for i in range(seats)])
        self._next_trick(state)  # MT-4

    @abstractmethod
    def _next_trick(self, state: MarshmallowState) -> None:
        """See rounds.py."""

    def write_deal(self, state: MarshmallowState, deal: Deal) -> dict[str, Any]:
        names = [self.name(card) for card in deal.orders["deck"]]
        hands = [names[self.hand_size * s : self.hand_size * (s + 1)] for s in range(state.seats)]
        return {"dealer": deal.facts["dealer"], "hands": hands}

    def read_deal(self, state: MarshmallowState, data: Mapping[str, Any]) -> Deal:
        dealer = read_seat(data, "dealer", state.seats, must_be=state.dealer)
        hands = read_list(read_field(data, "hands"), Sentence("hands"), state.seats)
        read = name_reader(self.spec)
        dealt = [card for hand in hands for card in read_cards(hand, Sentence("cards in a hand"), self.hand_size, read)]
        order = (*dealt, *sorted(set(state.deck) - set(dealt)))
        check_same_cards(order, state.deck)
        return Deal({"deck": order}, {"dealer": dealer})
