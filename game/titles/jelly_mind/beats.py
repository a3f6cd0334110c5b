"""JM-3 to JM-6, JM-15: drawing or choosing a card, then beat after beat until everybody has decided."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.titles.jelly_mind.setup import Setup
from game.titles.jelly_mind.state import DISCARDED, NOBODY, UNDECIDED, JellyState


class Beats(Setup):
    def deciders(self, state: JellyState) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: JellyState, seat: Seat) -> Sequence[Move]:
        if state.choosing:
            return [self._choose[card] for card in bits(state.hands[seat])]
        return self._in_a_beat

    def play(self, state: JellyState, seat: Seat, move: Move, dice: Dice | None) -> None:
        state.sealed[seat] = move
        turn = state.turn
        if len(turn) > 1:
            state.turn = turn[1:] if turn[0] == seat else tuple([other for other in turn if other != seat])
        else:
            state.turn = ()
            state.due = "choose" if state.choosing else "beat"
            self.settle(state, dice)

    def _draw_cards(self, state: JellyState) -> None:
        """JM-3: everybody draws their top card."""
        for seat in state.active:
            deck = state.decks[seat]
            state.drawn[seat] = deck[0]
            state.decks[seat] = deck[1:]
        self._signal(state)

    def _take_up(self, state: JellyState) -> None:
        """JM-15: the cards are for looking at and choosing from."""
        for seat in state.active:
            state.hands[seat] = mask_of(state.decks[seat])
            state.decks[seat] = ()
        self._ask(state, choosing=True)

    def _take_chosen(self, state: JellyState) -> None:
        for seat in state.active:
            move = state.sealed[seat]
            assert move is not None
            state.hands[seat] ^= 1 << move.card
            state.drawn[seat] = move.card
            state.sealed[seat] = None
        self._signal(state)

    def _signal(self, state: JellyState) -> None:
        state.place = [UNDECIDED] * state.seats
        state.beat = 1
        state.idle = 0
        self._ask(state, choosing=False)

    def _ask(self, state: JellyState, choosing: bool) -> None:
        place = state.place
        state.choosing = choosing
        state.turn = state.active if choosing else tuple([s for s in state.active if place[s] == UNDECIDED])
        state.due = ""

    def _resolve(self, state: JellyState) -> None:
        """One beat: everything in it happens at the same moment (JM-5)."""
        sealed = state.sealed
        place = state.place
        beat = state.beat
        play, discard, _ = self._in_a_beat
        waiting = acted = False
        for seat in state.active:
            move = sealed[seat]
            if move is None:
                continue
            sealed[seat] = None
            if move is play:
                place[seat] = beat
                acted = True
            elif move is discard:
                self._discard(state, seat)
                acted = True
            else:
                waiting = True
        state.beat = beat + 1
        state.idle = 0 if acted else state.idle + 1
        if not waiting:
            state.due = "reveal"
        elif state.idle >= self.patience:
            state.due = "standoff"
        else:
            self._ask(state, choosing=False)

    def _discard(self, state: JellyState, seat: Seat) -> None:
        state.gone[seat] += (state.drawn[seat],)
        state.drawn[seat] = NOBODY
        state.place[seat] = DISCARDED

    def _standoff(self, state: JellyState) -> None:
        """JM-6: those who would only go after each other all discard."""
        for seat in state.active:
            if state.place[seat] == UNDECIDED:
                self._discard(state, seat)
        state.due = "reveal"
