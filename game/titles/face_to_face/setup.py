"""FF-1 to FF-3: who starts, and the two decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.cards import Seat
from game.engine.deals import rank_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.sentences import Sentence
from game.engine.state import Deal
from game.titles.face_to_face.box import Box
from game.titles.face_to_face.state import NOBODY, FaceState


class Setup(Box):
    def new_state(self, seats: int, first: Seat | None = None) -> FaceState:
        state = FaceState(seats)
        state.starter = NOBODY if first is None else first
        state.decks = [self.numbers[:], self.numbers[:]]
        state.tops = [*self.starts, *self.starts]
        return state

    def draw(self, state: FaceState, dice: Dice) -> Deal:
        starter = dice.below(2) if state.starter == NOBODY else state.starter
        orders = {
            f"deck {seat}": tuple(self._card(seat, n) for n in dice.shuffled(self.numbers)) for seat in (0, 1)
        }
        return Deal(orders, {"starter": starter})

    def deal(self, state: FaceState, deal: Deal) -> None:
        state.starter = deal.facts["starter"]
        for seat in (0, 1):
            state.decks[seat] = [self.rank[card] for card in reversed(deal.orders[f"deck {seat}"])]
        state.due = "hand_out"

    def write_deal(self, state: FaceState, deal: Deal) -> dict[str, Any]:
        decks = [[self.rank[card] for card in deal.orders[f"deck {seat}"]] for seat in (0, 1)]
        return {"starter": deal.facts["starter"], "decks": decks}

    def read_deal(self, state: FaceState, data: Mapping[str, Any]) -> Deal:
        starter = read_seat(data, "starter", 2, must_be=state.starter)
        decks, what = read_list(read_field(data, "decks"), Sentence("decks"), 2), Sentence("cards in a deck")
        orders = {
            f"deck {seat}": read_cards(decks[seat], what, len(self.numbers), rank_reader(self.spec, seat))
            for seat in (0, 1)
        }
        return Deal(orders, {"starter": starter})
