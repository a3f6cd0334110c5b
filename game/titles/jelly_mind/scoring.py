"""JM-7 to JM-14: turning the cards up, who takes how many jellies, the next turn, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.cards import Seat, bits
from game.engine.state import DEAL, Picture, Standings
from game.titles.jelly_mind.beats import Beats
from game.titles.jelly_mind.state import NOBODY, JellyState


class Scoring(Beats):
    def _reveal(self, state: JellyState) -> None:
        """JM-7, JM-11: what was played is turned up and stays; discards stay hidden."""
        for seat in state.active:
            if state.place[seat] > 0:
                state.open[seat] += (state.drawn[seat],)
                state.drawn[seat] = NOBODY
        state.due = "score"

    def _score(self, state: JellyState) -> None:
        place = state.place
        played = {seat: self._rank[state.open[seat][-1]] for seat in state.active if place[seat] > 0}
        took = [0] * state.seats
        for seat in winners(played, place, self._top_rank):
            took[seat] = 1 + sum(place[other] > place[seat] for other in played)  # JM-10
            state.tokens[seat] += took[seat]
        state.took = tuple(took)
        self._next_turn(state)

    def _next_turn(self, state: JellyState) -> None:
        """JM-12 to JM-14."""
        most = max(state.tokens)
        if most >= self.goal:
            leaders = tuple([seat for seat in state.active if state.tokens[seat] == most])
            if len(leaders) == 1:
                state.winner = leaders[0]
                state.due = ""
                return
            state.active = leaders
        state.turns += 1
        if state.turns == self.spec.numbers["turns"]:
            state.due = "take_back"
        elif self.chooses:
            self._ask(state, choosing=True)
        else:
            state.due = "draw"

    def _take_back(self, state: JellyState) -> None:
        for seat in state.active:
            state.decks[seat] += (*bits(state.hands[seat]), *state.open[seat], *state.gone[seat])
            state.hands[seat] = 0
            state.open[seat] = state.gone[seat] = ()
        state.due = DEAL

    def standings(self, state: JellyState) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), tuple(state.tokens))

    def infer(self, state: JellyState, picture: Picture) -> None:
        zones = picture.zones
        state.drawn = [(*zones[f"drawn {s}"], *zones[f"table {s}"], NOBODY)[0] for s in range(state.seats)]
        self._ask(state, state.choosing)
        if state.winner != NOBODY:
            state.turn = ()
        state.turn = tuple([seat for seat in state.turn if state.sealed[seat] is None])


def winners(played: Mapping[Seat, int], place: Sequence[int], top: int) -> list[Seat]:
    """JM-8, JM-9: the highest card, 1 above all if the top card was played; among equals those that came last."""
    if not played:
        return []
    topped = top in played.values()
    worth = {seat: top + 1 if topped and rank == 1 else rank for seat, rank in played.items()}
    best = max(worth.values())
    last = max(place[seat] for seat in played if worth[seat] == best)
    return [seat for seat in played if worth[seat] == best and place[seat] == last]
