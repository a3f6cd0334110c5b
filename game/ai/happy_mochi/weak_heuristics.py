"""The move heuristics of the two weakest levels of Happy Mochi, which do not plan: they look at pairs to play now."""

from __future__ import annotations

from game.ai.happy_mochi.heuristic import GO_OUT_TURNS, Costs, Heuristic
from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.titles.happy_mochi import MochiState


class CasualHeuristic(Heuristic):
    """Plays any pair that can be played, the most points first. Plans the hand only to place or give away a card."""

    def _turn_costs(self, state: MochiState, seat: Seat) -> Costs:
        hand = state.hands[seat]
        costs = [(self.moves.pairs[i], self._pair_cost_by_points(hand, i)) for i in self._playable_pairs(state, hand)]
        return (costs + self._draw_costs(state, seat)) or [(self.moves.no_move, 0.0)]

    def _playable_pairs(self, state: MochiState, hand: list[Card]) -> list[int]:
        """The indexes of the pairs that can be played now."""
        return self.planner.pair_rule.playable(hand, state.main_pair, state.plus)

    def _pair_cost_by_points(self, hand: list[Card], index: int) -> float:
        return GO_OUT_TURNS if len(hand) == 2 else -0.1 * self.planner.penalty_points(hand[index : index + 2])

    def _draw_costs(self, state: MochiState, seat: Seat) -> Costs:
        """An open card is better than the draw pile only if, placed in the hand, it makes a pair to play now."""
        costs = [
            (self.moves.draws_from_reserve[i], self._taken_card_cost(state, seat, card))
            for i, card in enumerate(state.reserves[seat])
        ]
        if state.deck_available:
            left, right, deck = self.moves.draws
            open_cards = zip((left, right), state.main_pair, strict=True)
            costs += [(move, self._taken_card_cost(state, seat, card)) for move, card in open_cards]
            costs.append((deck, 1.5))
        return costs

    def _taken_card_cost(self, state: MochiState, seat: Seat, card: Card) -> float:
        """1 turn if the card makes one more pair playable, otherwise 2, and a little for its points."""
        hand = state.hands[seat]
        before = len(self._playable_pairs(state, hand))
        most = max(len(self._playable_pairs(state, [*hand[:i], card, *hand[i:]])) for i in range(len(hand) + 1))
        return (1.0 if most > before else 2.0) + 0.01 * self.planner.digit[card]


class BeginnerHeuristic(CasualHeuristic):
    """Never plans the hand, and does not look at the open cards when it draws."""

    def _taken_card_cost(self, state: MochiState, seat: Seat, card: Card) -> float:
        return 2.0

    def _place_costs(self, state: MochiState, seat: Seat) -> Costs:
        """The best place makes most pairs playable, and parts none."""
        hand, card = state.hands[seat], state.drawn[seat]
        parted = [start + 1 for start in self._playable_pairs(state, hand)]
        costs = []
        for index in range(len(hand) + 1):
            ready = len(self._playable_pairs(state, [*hand[:index], card, *hand[index:]]))
            costs.append((self.moves.places[index], 0.5 * (index in parted) - ready - 0.001 * index))
        return costs

    def _target_costs(self, state: MochiState, seat: Seat) -> Costs:
        """The best target is another player, the one with the fewest cards."""
        return [
            (self.moves.targets[other], 100.0 if other == seat else float(len(state.hands[other])))
            for other in range(state.seats)
        ]

    def _pass_effect_costs(self, state: MochiState, seat: Seat) -> Costs:
        ready = self._playable_pairs(state, state.hands[seat])
        return [(self.moves.use, 1.0 if ready else 0.0), (self.moves.skip, 0.5)]

    def _removal_costs(self, state: MochiState, seat: Seat, moves: list[Move]) -> Costs:
        """The best card to lose has the most points and is in no pair that can be played now."""
        hand = state.hands[seat]
        if len(hand) == 1:
            return [(moves[0], GO_OUT_TURNS)]
        starts = self._playable_pairs(state, hand)
        return [
            (moves[i], (10.0 if i in starts or i - 1 in starts else 0.0) - self.planner.digit[card])
            for i, card in enumerate(hand)
        ]

    def _reserve_costs(self, state: MochiState, seat: Seat) -> Costs:
        return [(self.moves.skip, 0.0), *self._removal_costs(state, seat, self.moves.reserves)]

    def _keep_costs(self, state: MochiState, seat: Seat) -> Costs:
        return [(self.moves.keeps[i], -float(self.planner.digit[card])) for i, card in enumerate(state.hands[seat])]
