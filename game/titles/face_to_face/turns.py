"""FF-4 to FF-14: a turn, drawing at its end, winning and losing."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import EVERYBODY, Card, Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.state import Standings, Zones
from game.titles.face_to_face.setup import Setup
from game.titles.face_to_face.state import NOBODY, PILE_INDEX, FaceState


class Turns(Setup):
    def deciders(self, state: FaceState) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: FaceState, seat: Seat) -> Sequence[Move]:
        hand = state.hands[seat]
        own, other = (0, 2) if seat == 0 else (2, 0)
        tops = state.tops
        up, down, help_up, help_down = self._moves[seat]
        moves: list[Move] = []
        fits = hand & self._rises[tops[own]]
        while fits:
            bit = fits & -fits
            moves.append(up[bit])
            fits ^= bit
        fits = hand & self._falls[tops[own + 1]]
        while fits:
            bit = fits & -fits
            moves.append(down[bit])
            fits ^= bit
        if not state.helped:
            fits = hand & self._below[tops[other]]
            while fits:
                bit = fits & -fits
                moves.append(help_up[bit])
                fits ^= bit
            fits = hand & self._above[tops[other + 1]]
            while fits:
                bit = fits & -fits
                moves.append(help_down[bit])
                fits ^= bit
        if state.played >= self.minimum:
            moves.append(self._end)
        return moves

    def can_play(self, state: FaceState, seat: Seat) -> bool:
        """Whether any card in hand fits anywhere."""
        own, other = (0, 2) if seat == 0 else (2, 0)
        tops = state.tops
        fits = self._rises[tops[own]] | self._falls[tops[own + 1]]
        if not state.helped:
            fits |= self._below[tops[other]] | self._above[tops[other + 1]]
        return state.hands[seat] & fits != 0

    def play(self, state: FaceState, seat: Seat, move: Move, dice: Dice | None) -> None:
        if move.card < 0:
            state.due = "refill"
            self.settle(state, dice)
            return
        number = self.rank[move.card]
        pile = PILE_INDEX[move.zone]
        if pile >> 1 != seat:
            state.helped = True
        state.hands[seat] ^= 1 << number
        state.piles[pile].append(move.card)
        state.tops[pile] = number
        state.played += 1
        if not state.hands[seat] and not state.decks[seat]:  # FF-13
            state.winner = seat
            state.turn = ()
        elif state.played < self.minimum and not self.can_play(state, seat):  # FF-14
            state.due = "stuck"
            self.settle(state, dice)

    # What follows by itself: FF-11, FF-12, FF-14

    def _hand_out(self, state: FaceState) -> None:
        for seat in (0, 1):
            self._draw_up(state, seat, self.hand_size)
        self._begin(state, state.starter)

    def _lose(self, state: FaceState) -> None:
        state.stuck = state.turn[0]
        state.winner = 1 - state.stuck
        state.turn = ()
        state.due = ""

    def _refill(self, state: FaceState) -> None:
        seat = state.turn[0]
        missing = self.hand_size - state.hands[seat].bit_count()
        self._draw_up(state, seat, missing if state.helped else self.own_draw)
        self._begin(state, 1 - seat)

    def _draw_up(self, state: FaceState, seat: Seat, cards: int) -> None:
        deck = state.decks[seat]
        for _ in range(min(cards, len(deck))):
            state.hands[seat] |= 1 << deck.pop()

    def _begin(self, state: FaceState, seat: Seat) -> None:
        state.turn = (seat,)
        state.played = 0
        state.helped = False
        state.due = "" if self._can_begin(state, seat) else "stuck"

    def _can_begin(self, state: FaceState, seat: Seat) -> bool:
        """FF-12: the minimum stays; whether it does for one last card is the variant `last_card`."""
        if self.last_card_loses and not state.decks[seat] and state.hands[seat].bit_count() < self.minimum:
            return False
        return self.can_play(state, seat)

    def standings(self, state: FaceState) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), None)

    def memories(self, state: FaceState, zones: Zones) -> dict[Card, int]:
        """FF-14: a player who is stuck shows the hand as proof."""
        return dict.fromkeys(zones[f"hand {state.stuck}"], EVERYBODY) if state.stuck != NOBODY else {}
