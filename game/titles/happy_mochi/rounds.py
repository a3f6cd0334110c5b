"""HM-19 to HM-24: the end of a turn, of a round and of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import Seat, mask_of
from game.engine.moves import Move
from game.engine.spec import Spec, Value
from game.engine.state import DEAL, Picture, Standings
from game.titles.happy_mochi.effects import Effects
from game.titles.happy_mochi.state import STACKS, MochiState
from game.titles.happy_mochi.turns import Question


class Rounds(Effects):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.add_question("keep", Question("HM-21", self._keep_moves, self._choose_kept, of_hand=True))

    def _end_turn(self, state: MochiState) -> None:
        if state.hands[state.player]:
            self._begin_turn(state, (state.player + 1) % state.seats)
        else:  # HM-20
            state.due = "count"

    def _count(self, state: MochiState) -> None:
        """HM-20, HM-24: hands are laid open and their digits added up."""
        state.due = ""
        self.ask(state, "", ())
        digit = self.pair_rule.digit
        for seat, hand in enumerate(state.hands):
            state.points[seat] += sum([digit[card] for card in hand])
            state.public |= mask_of(hand)
        if max(state.points) >= self.target:
            fewest = min(state.points)
            state.winners = tuple(seat for seat in range(state.seats) if state.points[seat] == fewest)
        else:
            self.ask(state, "keep", tuple([seat for seat in range(state.seats) if state.hands[seat]]))

    # HM-21: everybody keeps one card

    def _keep_moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self.moves.keeps[: len(state.hands[seat])]

    def _choose_kept(self, state: MochiState, seat: Seat, move: Move) -> None:
        self._seal(state, seat, move, then="keep")

    def _keep(self, state: MochiState) -> None:
        for seat, move in enumerate(state.sealed):
            if move is not None:
                self.put_by(state, seat, move.index)
                state.sealed[seat] = None
        state.starter = (state.player + 1) % state.seats  # HM-23
        reserved = sum(len(reserve) for reserve in state.reserves)
        enough = len(self.spec.faces) - reserved >= self.hand_size * state.seats + len(STACKS)
        state.due = "gather" if enough else "call_in"

    # HM-23: the next round

    def _call_in(self, state: MochiState) -> None:
        """Too few cards to deal: the reserved ones are laid open and go back too."""
        state.public |= mask_of(card for reserve in state.reserves for card in reserve)
        state.due = "gather_all"

    def _gather_all(self, state: MochiState) -> None:
        for hand, reserve in zip(state.hands, state.reserves, strict=True):
            hand.extend(reserve)
        state.reserves = [()] * state.seats
        self._gather(state)

    def _gather(self, state: MochiState) -> None:
        """All but the reserved cards go back into the draw pile."""
        cards = [card for pile in (*state.hands, *state.stacks) for card in pile]
        self._lose_sight(state, cards)
        state.deck = cards + state.deck
        state.hands = [[] for _ in range(state.seats)]
        state.stacks = [[], []]
        state.due = DEAL

    def standings(self, state: MochiState) -> Standings:
        return Standings(bool(state.winners), state.winners, tuple(state.points))

    def infer(self, state: MochiState, picture: Picture) -> None:
        facts: dict[str, Any] = picture.facts
        state.turn = tuple([seat for seat in facts["asked"] if state.sealed[seat] is None])
        self._infer_pending(state, facts["queue"])
        self._infer_memory(state, picture)
