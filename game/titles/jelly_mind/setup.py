"""JM-1 to JM-3, JM-12: everybody shuffles an own deck, now and again after the third turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.cards import Seat
from game.engine.deals import rank_reader, read_cards, read_field, read_list
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError
from game.engine.sentences import Sentence
from game.engine.state import Deal
from game.titles.jelly_mind.box import Box
from game.titles.jelly_mind.state import LEADER, JellyState

DECKS = ("deck 0", "deck 1", "deck 2")


class Setup(Box):
    def new_state(self, seats: int, first: Seat | None = None) -> JellyState:
        if first not in (None, LEADER):
            raise OptionError("nobody begins in Jelly Mind; seat {seat} gives the signal", seat=LEADER)
        state = JellyState(seats)
        state.decks = [tuple(range(len(self._rank))[self._own(seat)]) for seat in range(seats)]
        state.active = tuple(range(seats))
        state.took = (0,) * seats
        return state

    def draw(self, state: JellyState, dice: Dice) -> Deal:
        return Deal({DECKS[seat]: tuple(dice.shuffled(state.decks[seat])) for seat in state.active})

    def deal(self, state: JellyState, deal: Deal) -> None:
        for seat in state.active:
            state.decks[seat] = deal.orders[DECKS[seat]]
        state.turns = 0
        state.due = "take_up" if self.chooses else "draw"

    def write_deal(self, state: JellyState, deal: Deal) -> dict[str, Any]:
        decks = [deal.orders.get(DECKS[seat]) for seat in range(state.seats)]
        return {"decks": [deck and [self._rank[card] for card in deck] for deck in decks]}

    def read_deal(self, state: JellyState, data: Mapping[str, Any]) -> Deal:
        decks = read_list(read_field(data, "decks"), Sentence("decks"), state.seats)
        orders = {}
        for seat, deck in enumerate(decks):
            if seat in state.active:
                read = rank_reader(self.spec, seat)
                orders[DECKS[seat]] = read_cards(deck, Sentence("cards in a deck"), self._size, read)
            elif deck is not None:
                raise SaveError("a deal gives cards to seat {seat}, which is not in sudden death", seat=seat)
        return Deal(orders)
