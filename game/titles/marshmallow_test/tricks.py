"""MT-4 to MT-8, MT-15, MT-16: one trick, from the lead to who takes it."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import NO_CARD, Card, Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.titles.marshmallow_test.setup import Setup
from game.titles.marshmallow_test.state import NO_SUIT, MarshmallowState


class Tricks(Setup):
    def deciders(self, state: MarshmallowState) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: MarshmallowState, seat: Seat) -> Sequence[Move]:
        hand = state.hands[seat]
        follow = hand & state.follow
        if state.trumped:  # MT-15
            trumps = hand & self._in_suit[state.trump]
            if self.must_trump:
                return self._moves_for(trumps or follow or hand)
            return self._moves_for(follow | trumps if follow else hand)
        if follow:  # MT-6
            return self._by_set[follow]
        return self._trumps if state.naming else self._moves_for(hand)  # MT-15, MT-5

    def play(self, state: MarshmallowState, seat: Seat, move: Move, dice: Dice | None) -> None:
        card = move.card
        if card < 0:
            state.trump = move.index
            state.naming = False
            return
        state.hands[seat] ^= 1 << card
        trick = state.trick
        if not trick:
            state.follow = self._suit_mates[card]
            state.best = card
        elif state.trumped or not state.follow >> card & 1:
            self._off_suit_or_trumped(state, seat, card)
        elif card > state.best:  # MT-7
            state.best = card
        trick.append(card)
        if len(trick) < len(state.order):
            state.turn = self._solo[state.order[len(trick)]]
        else:
            state.due = "sweep"
            self.settle(state, dice)

    def _off_suit_or_trumped(self, state: MarshmallowState, seat: Seat, card: Card) -> None:
        """A card that does not follow, or any card once a trump lies in the trick; and what it proves."""
        trumps = self._in_suit[state.trump] if state.trump != NO_SUIT else 0
        if trumps >> card & 1:
            if not state.trumped:
                state.voids[seat] |= state.follow
            if not state.trumped or card > state.best:  # MT-16
                state.best = card
            state.trumped = True
            return
        if not state.follow >> card & 1:
            state.voids[seat] |= state.follow
        if state.trumped and self.must_trump:
            state.voids[seat] |= trumps

    def _sweep(self, state: MarshmallowState) -> None:
        """The winner takes the trick and leads the next one, or goes out."""
        order, trick = state.order, state.trick
        place = trick.index(state.best)
        winner = order[place]
        state.history.append((winner, order, tuple(trick)))
        trick.clear()
        state.follow = 0
        state.best = NO_CARD
        state.trumped = False
        state.order = order[place:] + order[:place]  # MT-8
        tricks = state.tricks
        tricks[winner] += 1
        if tricks[winner] == self.quotas[state.seats]:  # MT-9
            state.due = "go_out"
        else:
            self._next_trick(state)
