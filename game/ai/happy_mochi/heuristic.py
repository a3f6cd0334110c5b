"""How a practised player of Happy Mochi decides at a glance: every legal move with its cost in turns.

Reads of a world only what the seat may know: its own cards, how many the others hold, and what lies open. So it
serves twice: as the play of all seats when a mind plays a world on, and to tell a mind which moves are worth it.
"""

from __future__ import annotations

from math import exp

from game.ai.happy_mochi.hand import Hands
from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.titles.happy_mochi import HappyMochi, MochiState

OUT = -6.0
"""Going out, in turns."""
HEAVY = 0.08
"""What a penalty point in hand costs, to somebody who does not look at the others' hands."""
DIRE = 1.2
"""What it costs when the round is as good as over. These weights were fitted to what hands came to in matches."""
LATE = 2.0
"""What it costs, besides the points in hand, that the round is as good as over."""
RELIEF = 0.4
"""What it is worth, in turns, to get rid of a point with the next pair."""
BLIND = 0.45
"""How much worse an unknown card is than one to choose."""
ODD, EVEN = 1.2, -2.4
"""What a card more is worth to a hand: it completes an odd one and spoils an even one."""
DRAWN = 3.0
"""Points of a card that one draws oneself: one takes a low one."""
REFRESH = 0.4
"""What it is worth to swap a card that fits nowhere for an unknown one."""
SLACK = 1.0
"""How much worse than planned a pair may be that is played without a thought of drawing."""

NEAR = [2.0 ** -(size / 2 if size % 2 == 0 else (size + 3) / 2) for size in range(80)]
"""How near a hand of that size is to its end: halved by every turn it needs; an odd one has to draw first."""

Costs = list[tuple[Move, float]]


class Habit:
    def __init__(self, rules: HappyMochi, hands: Hands, counts: bool = True) -> None:
        self.hands = hands
        self._counts = counts
        """Whether it minds effects, and how many cards a hand has: even hands can be played out, odd ones cannot."""
        book = rules.book(0)
        sizes = range(len(rules.spec.faces) + 1)
        self._pairs = [book.read(f"pair {i}") for i in sizes]
        self._places = [book.read(f"place {i}") for i in sizes]
        self._gives = [book.read(f"give {i}") for i in sizes]
        self._keeps = [book.read(f"keep {i}") for i in sizes]
        self._puts = [book.read(f"reserve {i}") for i in sizes]
        self._from_reserve = [book.read(f"draw reserve {i}") for i in sizes]
        self._left, self._right, self._deck = (book.read(f"draw {zone}") for zone in ("left", "right", "deck"))
        self._targets = [book.read(f"target {seat}") for seat in range(rules.spec.seats[-1])]
        self._firsts = [book.read("first left"), book.read("first right")]
        self._use, self._skip, self._pass = (book.read(word) for word in ("use", "skip", "pass"))

    # At a glance: one move, fast

    def move(self, state: MochiState, seat: Seat) -> Move:
        match state.ask:
            case "turn":
                pair = self._ready_pair(state, seat)
                if pair >= 0:
                    return self._pairs[pair]
            case "place":
                return self._places[self._spot(state, seat)]
            case "give":
                return self._gives[self._spare(state, seat)[1]]
            case "reserve":
                cost, index = self._spare(state, seat)
                whole = self._cost(state.hands[seat], state.plus, self._heavy(state, seat))
                return self._puts[index] if cost < whole else self._skip
        costs = self.costs(state, seat)
        best, least = costs[0]
        for move, cost in costs:
            if cost < least:
                best, least = move, cost
        return best

    def _ready_pair(self, state: MochiState, seat: Seat) -> int:
        """The best pair to play now if it does not harm the plan, else -1: then drawing has to be thought of too."""
        hand = state.hands[seat]
        starts = self.hands.pair_rule.playable(hand, state.main_pair, state.plus)
        if not starts:
            return -1
        heavy = self._heavy(state, seat)
        least, best = min([(self._pair_cost(state, seat, hand, i, heavy), i) for i in starts])
        return best if least <= self._cost(hand, state.plus, heavy) + SLACK else -1

    def _spot(self, state: MochiState, seat: Seat) -> int:
        """Beside the card that it joins best; else to the end, where it parts nothing."""
        card, plus, hand = state.drawn[seat], state.plus, state.hands[seat]
        single = self._match(hand, card, plus)[1]
        return self.hands.beside(hand, single, card, plus) if single >= 0 else len(hand)

    def _match(self, hand: list[Card], card: Card, plus: bool) -> tuple[float, int]:
        """What a hand costs with one card more, and which of its cards that one should join (or -1)."""
        known = tuple(hand)
        joins = self.hands.joins[plus][card]
        least, where = self.hands.plan(known, plus).cost + self.hands.single_costs[plus][card], -1
        for index, rest in enumerate(self.hands.without(known, plus)):
            cost = rest + joins[hand[index]]
            if cost < least:
                least, where = cost, index
        return least, where

    def _spare(self, state: MochiState, seat: Seat) -> tuple[float, int]:
        """What is left when the card is gone that is needed least, and where it is."""
        hand, digit, heavy = state.hands[seat], self.hands.digit, self._heavy(state, seat)
        total = self.hands.worth(hand)
        if len(hand) == 1:
            return OUT, 0
        without = self.hands.without(tuple(hand), state.plus)
        return min([(cost + heavy * (total - digit[hand[i]]), i) for i, cost in enumerate(without)])

    # With care: every legal move and its cost

    def costs(self, state: MochiState, seat: Seat) -> Costs:
        match state.ask:
            case "turn":
                return self._turn(state, seat)
            case "draw":
                return self._draws(state, seat)
            case "place":
                return self._placings(state, seat)
            case "target":
                return self._victims(state, seat)
            case "pass":
                return self._passing(state, seat)
            case "first":
                return [(move, 0.1 * index) for index, move in enumerate(self._firsts)]
            case "give":
                return self._partings(state, seat, self._gives)
            case "reserve":
                return self._reserving(state, seat)
            case "keep":
                return self._keepings(state, seat)
        raise ValueError(state.ask)

    def _heavy(self, state: MochiState, seat: Seat) -> float:
        """What a penalty point in hand costs: the more, the nearer the others are to ending the round."""
        if not self._counts:
            return HEAVY
        return DIRE * (1.0 - exp(NEAR[len(state.hands[seat])] - sum([NEAR[len(hand)] for hand in state.hands])))

    def _cost(self, hand: list[Card], plus: bool, heavy: float) -> float:
        if not hand:
            return OUT
        cost = self.hands.plan(tuple(hand), plus).cost + heavy * self.hands.worth(hand)
        return cost - RELIEF * self.hands.relief(hand, plus) if self._counts else cost

    def _turn(self, state: MochiState, seat: Seat) -> Costs:
        hand = state.hands[seat]
        starts = self.hands.pair_rule.playable(hand, state.main_pair, state.plus)
        heavy = self._heavy(state, seat)
        costs = [(self._pairs[i], self._pair_cost(state, seat, hand, i, heavy)) for i in starts]
        return (costs + self._draws(state, seat)) or [(self._pass, 0.0)]

    def _pair_cost(self, state: MochiState, seat: Seat, hand: list[Card], index: int, heavy: float) -> float:
        effect = self.hands.effect
        effects = (effect[hand[index]], effect[hand[index + 1]])
        rest = hand[:index] + hand[index + 2 :]
        if not rest:
            return OUT
        plus = state.plus ^ (effects.count("flip") == 1)
        plan = self.hands.plan(tuple(rest), plus)
        cost = 1.0 + self._cost(rest, plus, heavy)
        if not self._counts:
            return cost
        if "draw" in effects:
            cost -= max([self._gain(state, other, seat, rest, heavy) for other in range(state.seats)])
        if "reserve" in effects and plan.singles:
            cost -= max([self.hands.single_costs[plus][rest[i]] for i in plan.singles]) + (6 if len(rest) == 1 else 0)
        if "pass" in effects and plan.singles:
            cost -= REFRESH
        return cost

    def _gain(self, state: MochiState, other: Seat, seat: Seat, left: list[Card], heavy: float) -> float:
        """What it is worth to let another seat, or oneself with such cards left, draw a card."""
        size = len(state.hands[other])
        if not self._counts:
            return EVEN if other == seat else -0.1 * size
        if other == seat:
            return (ODD if len(left) & 1 else EVEN if left else 2 * EVEN) - DRAWN * heavy
        safer = (1.0 - heavy / DIRE) * (exp(NEAR[size] - NEAR[size + 1]) - 1.0)
        return safer * (LATE + DIRE * self.hands.worth(left))

    def _draws(self, state: MochiState, seat: Seat) -> Costs:
        hand, plus = state.hands[seat], state.plus
        plan = self.hands.plan(tuple(hand), plus)
        heavy = self._heavy(state, seat)
        load = heavy * self.hands.worth(hand)
        digit = self.hands.digit

        def drawn(card: Card) -> float:
            return 1.0 + self._match(hand, card, plus)[0] + load + heavy * digit[card]

        costs = [(self._from_reserve[i], drawn(card)) for i, card in enumerate(state.reserves[seat])]
        left, right = state.stacks
        if state.deck or len(left) > 1 or len(right) > 1:
            blind = BLIND - 1.0 if plan.singles else self.hands.single_costs[plus][hand[0]] if hand else 1.0
            costs += [
                (self._left, drawn(left[-1])),
                (self._right, drawn(right[-1])),
                (self._deck, 1.0 + plan.cost + blind + load + 4.5 * heavy),
            ]
        return costs

    def _placings(self, state: MochiState, seat: Seat) -> Costs:
        """Every place, judged by the whole hand it makes."""
        hand, plus, card = state.hands[seat], state.plus, state.drawn[seat]
        main = state.main_pair
        heavy = self._heavy(state, seat)
        costs = []
        for index in range(len(hand) + 1):
            new = [*hand[:index], card, *hand[index:]]
            ready = len(self.hands.pair_rule.playable(new, main, plus))
            costs.append((self._places[index], self._cost(new, plus, heavy) - 0.1 * min(ready, 2)))
        return costs

    def _victims(self, state: MochiState, seat: Seat) -> Costs:
        hand, heavy = state.hands[seat], self._heavy(state, seat)
        return [
            (self._targets[other], -self._gain(state, other, seat, hand, heavy)) for other in range(state.seats)
        ]

    def _passing(self, state: MochiState, seat: Seat) -> Costs:
        plan = self.hands.plan(tuple(state.hands[seat]), state.plus)
        return [(self._use, 0.0 if plan.singles else 1.0), (self._skip, REFRESH)]

    def _partings(self, state: MochiState, seat: Seat, moves: list[Move]) -> Costs:
        hand, heavy = state.hands[seat], self._heavy(state, seat)
        return [(moves[i], self._cost(hand[:i] + hand[i + 1 :], state.plus, heavy)) for i in range(len(hand))]

    def _reserving(self, state: MochiState, seat: Seat) -> Costs:
        cost = self._cost(state.hands[seat], state.plus, self._heavy(state, seat))
        return [(self._skip, cost), *self._partings(state, seat, self._puts)]

    def _keepings(self, state: MochiState, seat: Seat) -> Costs:
        """The card that joins most others best, on the side the Value card shows."""
        singles = self.hands.single_costs[state.plus]
        return [(self._keeps[i], singles[card]) for i, card in enumerate(state.hands[seat])]
