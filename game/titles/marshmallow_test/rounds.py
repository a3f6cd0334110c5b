"""MT-9 to MT-14, MT-17: going out, the end of a round, and the end of the match."""

from __future__ import annotations

from typing import Any

from game.engine.state import DEAL, Picture, Standings
from game.titles.marshmallow_test.state import NO_SUIT, NOBODY, MarshmallowState
from game.titles.marshmallow_test.tricks import Tricks


class Rounds(Tricks):
    def _go_out(self, state: MarshmallowState) -> None:
        seat, *others = state.order
        state.out.append(seat)
        state.order = tuple(others)  # MT-12
        state.points[seat] += sum(state.tricks) - state.tricks[seat]  # MT-10
        state.thrown[seat] = state.hands[seat]  # MT-11
        state.hands[seat] = 0
        if state.points[seat] >= self.target:  # MT-17
            state.winner = seat
            state.turn = ()
            state.due = ""
        else:
            self._next_trick(state)

    def _next_trick(self, state: MarshmallowState) -> None:
        """Or the next round, once one player is left (MT-13) or the cards have run out, as can happen with five
        players (MT-14). Then the player who would lead is the dealer."""
        leader = state.order[0]
        if len(state.order) == 1 or not state.hands[leader]:
            state.dealer = leader
            state.due = "gather"
        else:
            state.turn = self._solo[leader]
            state.due = ""

    def _gather(self, state: MarshmallowState) -> None:
        """MT-15: all cards go back into the deck."""
        seats = state.seats
        state.deck = self._deck
        state.hands = [0] * seats
        state.thrown = [0] * seats
        state.tricks = [0] * seats
        state.voids = [0] * seats
        state.aside = 0
        state.history = []
        state.out = []
        state.order = ()
        state.trump = NO_SUIT
        state.due = DEAL

    def standings(self, state: MarshmallowState) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), tuple(state.points))

    def infer(self, state: MarshmallowState, picture: Picture) -> None:
        if state.trick:
            state.follow = self._suit_mates[state.trick[0]]
            suit = self._in_suit[state.trump] if state.trumped else state.follow
            state.best = max(card for card in state.trick if suit >> card & 1)
        state.turn = () if state.winner != NOBODY else (state.order[len(state.trick)],)

    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        """Nobody holds a suit that their play has shown them to lack."""
        voids: Any = picture.facts["voids"]
        possible = {}
        for seat in range(seats):
            held = unknown & ~self.cards_in(voids[seat])
            for name in (f"hand {seat}", f"thrown {seat}"):
                possible[name] = [held] * len(picture.zones[name])
        return possible
