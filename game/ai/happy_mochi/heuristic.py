"""The move heuristic of Happy Mochi: the cost of every legal move in turns, without a search. Lower is better.

It reads of a State only what the seat may know: its own cards, how many cards the others hold, and the open cards.
It has two uses: the policy of the bot's own seat in playouts, and the prior that selects the moves to simulate.
"""

from __future__ import annotations

from math import exp

from game.ai.happy_mochi.hand_plan import MEAN_CARD_POINTS, HandPlanner
from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.titles.happy_mochi import HappyMochi, MochiState

GO_OUT_TURNS = -6.0
"""The cost of going out. It is negative, because going out is good."""
POINT_TURNS = 0.08
"""The cost of a penalty point in hand, for a player who does not count the cards of the others."""
LAST_POINT_TURNS = 1.2
"""The cost of a penalty point in hand when the round is almost over. This and the next weights were fitted to the
points that hands had at the end of rounds."""
ROUND_END_TURNS = 2.0
"""The cost of the end of the round by another player, without the points in hand."""
SHED_POINT_TURNS = 0.4
"""The gain for each penalty point that the next pair takes out of the hand."""
UNKNOWN_CARD_TURNS = 0.45
"""How much worse a card of the draw pile is than a card that can be chosen."""
ODD_DRAW_TURNS, EVEN_DRAW_TURNS = 1.2, -2.4
"""The gain of one more card, for a hand with an odd and with an even number of cards: only even hands are all pairs."""
DRAWN_CARD_POINTS = 3.0
"""Mean penalty points of a card that the player draws. The player prefers low cards."""
SWAP_TURNS = 0.4
"""The gain of swapping a card without a partner for an unknown card."""
PARTED_DOUBLE_TURNS = 1.0
"""The cost of a place between two equal digits. A plan takes them for a pair all the same, once the card is gone."""
READY_PAIR_SLACK_TURNS = 1.0
"""A pair that costs at most this more than the plan is played at once, without a comparison with draws."""

NEARNESS = [2.0 ** -(size / 2 if size % 2 == 0 else (size + 3) / 2) for size in range(80)]
"""By number of cards: how near a hand is to its end, 1 for no card. Each turn that it needs halves this number. A hand
with an odd number of cards has to draw first."""

Costs = list[tuple[Move, float]]
"""Moves, each with its cost in turns."""


class Heuristic:
    """Plans the whole hand. The weaker levels of bots override parts of it."""

    def __init__(self, rules: HappyMochi, planner: HandPlanner, counts_cards: bool = True) -> None:
        self.planner = planner
        self._counts_cards = counts_cards
        """Whether it looks at effects of cards and at the number of cards in the hands, which is odd or even."""
        self.moves = rules.moves

    # One move, fast: for playouts

    def best_move(self, state: MochiState, seat: Seat) -> Move:
        """The move with the lowest cost. The most frequent questions are answered without the costs of all moves."""
        match state.ask:
            case "turn":
                pair = self._ready_pair(state, seat)
                if pair >= 0:
                    return self.moves.pairs[pair]
            case "place":
                return self.moves.places[self._place_index(state, seat)]
            case "give":
                return self.moves.gives[self._least_needed_card(state, seat)[1]]
            case "reserve":
                cost, index = self._least_needed_card(state, seat)
                whole = self._hand_cost(state.hands[seat], state.plus, self._point_cost(state, seat))
                return self.moves.reserves[index] if cost < whole else self.moves.skip
        costs = self.move_costs(state, seat)
        best, least = costs[0]
        for move, cost in costs:
            if cost < least:
                best, least = move, cost
        return best

    def _ready_pair(self, state: MochiState, seat: Seat) -> int:
        """The index of the best pair to play at once. -1 if there is none, or if it is much worse than the plan."""
        hand = state.hands[seat]
        starts = self.planner.pair_rule.playable(hand, state.main_pair, state.plus)
        if not starts:
            return -1
        point_cost = self._point_cost(state, seat)
        least, best = min([(self._pair_cost(state, seat, hand, i, point_cost), i) for i in starts])
        return best if least <= self._hand_cost(hand, state.plus, point_cost) + READY_PAIR_SLACK_TURNS else -1

    def _place_index(self, state: MochiState, seat: Seat) -> int:
        """Where to place the drawn card: beside its best partner, or at the end, where it parts no pair."""
        card, plus, hand = state.drawn[seat], state.plus, state.hands[seat]
        partner = self._best_partner(hand, card, plus)[1]
        return self.planner.index_beside(hand, partner, card, plus) if partner >= 0 else len(hand)

    def _best_partner(self, hand: list[Card], card: Card, plus: bool) -> tuple[float, int]:
        """The cost of a hand with one more card, and the index of that card's partner; -1 for no partner."""
        cards = tuple(hand)
        join_costs = self.planner.join_costs[plus][card]
        least, partner = self.planner.plan(cards, plus).cost + self.planner.single_costs[plus][card], -1
        for index, rest in enumerate(self.planner.costs_without(cards, plus)):
            cost = rest + join_costs[hand[index]]
            if cost < least:
                least, partner = cost, index
        return least, partner

    def _least_needed_card(self, state: MochiState, seat: Seat) -> tuple[float, int]:
        """The cost of the hand without the card that it needs least, and the index of this card."""
        hand, digit, point_cost = state.hands[seat], self.planner.digit, self._point_cost(state, seat)
        total = self.planner.penalty_points(hand)
        if len(hand) == 1:
            return GO_OUT_TURNS, 0
        costs_without = self.planner.costs_without(tuple(hand), state.plus)
        return min([(cost + point_cost * (total - digit[hand[i]]), i) for i, cost in enumerate(costs_without)])

    # Every legal move with its cost

    def move_costs(self, state: MochiState, seat: Seat) -> Costs:
        """Every legal move of the question that is asked, with its cost."""
        match state.ask:
            case "turn":
                return self._turn_costs(state, seat)
            case "draw":
                return self._draw_costs(state, seat)
            case "place":
                return self._place_costs(state, seat)
            case "target":
                return self._target_costs(state, seat)
            case "pass":
                return self._pass_effect_costs(state, seat)
            case "first":
                return [(move, 0.1 * index) for index, move in enumerate(self.moves.firsts)]
            case "give":
                return self._removal_costs(state, seat, self.moves.gives)
            case "reserve":
                return self._reserve_costs(state, seat)
            case "keep":
                return self._keep_costs(state, seat)
        raise ValueError(state.ask)

    def _point_cost(self, state: MochiState, seat: Seat) -> float:
        """The cost of a penalty point in hand. It is higher when the others are nearer to the end of the round."""
        if not self._counts_cards:
            return POINT_TURNS
        own = NEARNESS[len(state.hands[seat])]
        return LAST_POINT_TURNS * (1.0 - exp(own - sum([NEARNESS[len(hand)] for hand in state.hands])))

    def _hand_cost(self, hand: list[Card], plus: bool, point_cost: float) -> float:
        """The cost to play a hand, with its penalty points."""
        if not hand:
            return GO_OUT_TURNS
        cost = self.planner.plan(tuple(hand), plus).cost + point_cost * self.planner.penalty_points(hand)
        return cost - SHED_POINT_TURNS * self.planner.next_pair_points(hand, plus) if self._counts_cards else cost

    def _turn_costs(self, state: MochiState, seat: Seat) -> Costs:
        hand = state.hands[seat]
        starts = self.planner.pair_rule.playable(hand, state.main_pair, state.plus)
        point_cost = self._point_cost(state, seat)
        costs = [(self.moves.pairs[i], self._pair_cost(state, seat, hand, i, point_cost)) for i in starts]
        return (costs + self._draw_costs(state, seat)) or [(self.moves.no_move, 0.0)]

    def _pair_cost(self, state: MochiState, seat: Seat, hand: list[Card], index: int, point_cost: float) -> float:
        effect = self.planner.effect
        effects = (effect[hand[index]], effect[hand[index + 1]])
        rest = hand[:index] + hand[index + 2 :]
        if not rest:
            return GO_OUT_TURNS
        plus = state.plus ^ (effects.count("flip") == 1)
        plan = self.planner.plan(tuple(rest), plus)
        cost = 1.0 + self._hand_cost(rest, plus, point_cost)
        if not self._counts_cards:
            return cost
        if "draw" in effects:
            cost -= max([self._draw_gain(state, other, seat, rest, point_cost) for other in range(state.seats)])
        if "reserve" in effects and plan.singles:
            cost -= max([self.planner.single_costs[plus][rest[i]] for i in plan.singles]) + (6 if len(rest) == 1 else 0)
        if "pass" in effects and plan.singles:
            cost -= SWAP_TURNS
        return cost

    def _draw_gain(self, state: MochiState, other: Seat, seat: Seat, left: list[Card], point_cost: float) -> float:
        """The gain if seat `other` draws a card. `left` are the cards that `seat`, the player, then holds."""
        size = len(state.hands[other])
        if not self._counts_cards:
            return EVEN_DRAW_TURNS if other == seat else -0.1 * size
        if other == seat:
            gain = ODD_DRAW_TURNS if len(left) & 1 else EVEN_DRAW_TURNS if left else 2 * EVEN_DRAW_TURNS
            return gain - DRAWN_CARD_POINTS * point_cost
        safer = (1.0 - point_cost / LAST_POINT_TURNS) * (exp(NEARNESS[size] - NEARNESS[size + 1]) - 1.0)
        return safer * (ROUND_END_TURNS + LAST_POINT_TURNS * self.planner.penalty_points(left))

    def _draw_costs(self, state: MochiState, seat: Seat) -> Costs:
        hand, plus = state.hands[seat], state.plus
        plan = self.planner.plan(tuple(hand), plus)
        point_cost = self._point_cost(state, seat)
        hand_points_cost = point_cost * self.planner.penalty_points(hand)
        singles, digit = self.planner.single_costs[plus], self.planner.digit

        def known_card_cost(card: Card) -> float:
            return 1.0 + self._best_partner(hand, card, plus)[0] + hand_points_cost + point_cost * digit[card]

        reserve = state.reserves[seat]
        costs = [(self.moves.draws_from_reserve[i], known_card_cost(card)) for i, card in enumerate(reserve)]
        if state.deck_available:
            left, right, deck = self.moves.draws
            unknown = UNKNOWN_CARD_TURNS - 1.0 if plan.singles else singles[hand[0]] if hand else 1.0
            costs += [(move, known_card_cost(card)) for move, card in zip((left, right), state.main_pair, strict=True)]
            costs.append((deck, 1.0 + plan.cost + unknown + hand_points_cost + MEAN_CARD_POINTS * point_cost))
        return costs

    def _place_costs(self, state: MochiState, seat: Seat) -> Costs:
        """The cost of a place is the cost of the hand with the card in this place."""
        hand, plus, card = state.hands[seat], state.plus, state.drawn[seat]
        main = state.main_pair
        point_cost = self._point_cost(state, seat)
        costs = []
        for index in range(len(hand) + 1):
            new = [*hand[:index], card, *hand[index:]]
            ready = len(self.planner.pair_rule.playable(new, main, plus))
            cost = self._hand_cost(new, plus, point_cost) - 0.1 * min(ready, 2)
            costs.append((self.moves.places[index], cost + PARTED_DOUBLE_TURNS * self._parts_double(hand, index, card)))
        return costs

    def _parts_double(self, hand: list[Card], index: int, card: Card) -> bool:
        """Whether a card at this place parts two equal digits, which could always be played, and is no third one."""
        if not 0 < index < len(hand):
            return False
        is_double = self.planner.pair_rule.is_double
        return is_double(hand[index - 1], hand[index]) and not is_double(card, hand[index])

    def _target_costs(self, state: MochiState, seat: Seat) -> Costs:
        hand, point_cost = state.hands[seat], self._point_cost(state, seat)
        gains = [self._draw_gain(state, other, seat, hand, point_cost) for other in range(state.seats)]
        return [(self.moves.targets[other], -gain) for other, gain in enumerate(gains)]

    def _pass_effect_costs(self, state: MochiState, seat: Seat) -> Costs:
        """Of the effect "pass": cards are passed on, or not."""
        plan = self.planner.plan(tuple(state.hands[seat]), state.plus)
        return [(self.moves.use, 0.0 if plan.singles else 1.0), (self.moves.skip, SWAP_TURNS)]

    def _removal_costs(self, state: MochiState, seat: Seat, moves: list[Move]) -> Costs:
        """For each card of the hand: the cost of the hand without it. `moves` take the cards out, by index."""
        hand, point_cost = state.hands[seat], self._point_cost(state, seat)
        return [(moves[i], self._hand_cost(hand[:i] + hand[i + 1 :], state.plus, point_cost)) for i in range(len(hand))]

    def _reserve_costs(self, state: MochiState, seat: Seat) -> Costs:
        cost = self._hand_cost(state.hands[seat], state.plus, self._point_cost(state, seat))
        return [(self.moves.skip, cost), *self._removal_costs(state, seat, self.moves.reserves)]

    def _keep_costs(self, state: MochiState, seat: Seat) -> Costs:
        """The best card to keep is the one with the cheapest partners."""
        singles = self.planner.single_costs[state.plus]
        return [(self.moves.keeps[i], singles[card]) for i, card in enumerate(state.hands[seat])]
