"""Plans a hand of Happy Mochi: in which pairs it will be played, and how many turns that takes.

Cards in a hand keep their order. So a pair can be played only when all cards between its two cards are gone. A plan is
the cheapest way to split the hand into such nested pairs and into single cards. A single card needs a partner that is
still to be drawn. Costs are in turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.engine.cards import Card
from game.titles.happy_mochi import HappyMochi

BLOCKED_PAIR_TURNS = 2.6
"""The cost when a pair cannot be played in its turn, because a card must be drawn instead."""
PLAYABILITY_EXPONENT = 1.6
"""The chance that a number can be played is its share of the numbers to the power of this. It is above 1, because the
main pair is often near the end where few numbers fit."""
VALUE_FLIP_CHANCE = {2: 0.13, 3: 0.22, 4: 0.29, 5: 0.36, 6: 0.39}
"""By seats: the chance that the Value card shows the other side at the player's next turn. Counted in matches."""
TWO_COLOUR_CHANCE = 0.82
"""The chance that a pair of two colours fits the colours of the main pair."""
PARTNER_SHARE = 0.35
"""A single card is expected to get a partner from this share of all cards, the best ones."""
MAX_PLAN_CARDS = 12
"""Longer hands are planned in pieces of this many cards, to save time."""
MEAN_CARD_POINTS = 4.5
"""Mean penalty points of an unknown card: digits are 0 to 9."""


class Plan(NamedTuple):
    """The cheapest way to play a whole hand."""

    cost: float
    """Expected turns until the hand is empty."""
    pairs: tuple[tuple[int, int], ...]
    """Indexes of the two cards of each pair."""
    singles: tuple[int, ...]
    """Indexes of the cards that still need a partner."""


class HandPlanner:
    """Plans any hand, from tables of costs that are made once from the printed cards. Holds nothing of a match."""

    def __init__(self, rules: HappyMochi, seats: int, max_gap: int = MAX_PLAN_CARDS) -> None:
        self._flip_chance = VALUE_FLIP_CHANCE[seats]
        self._max_gap = max_gap
        """The greatest distance between the two cards of a planned pair. 1: only neighbours."""
        cards = range(len(rules.spec.faces))
        self.pair_rule = rules.pair_rule
        self.digit = self.pair_rule.digit
        self.effect = rules.effect_of
        chances = [[[self._play_chance(a, b, plus) for b in cards] for a in cards] for plus in (False, True)]
        costs = [[[1.0 + BLOCKED_PAIR_TURNS * (1.0 - chance) for chance in row] for row in table] for table in chances]
        self.pair_costs: list[list[list[float]]] = costs
        """The cost of a pair, by the side of the Value card, the left card and the right card."""
        self.join_costs = [
            [[min(table[a][b], table[b][a]) for b in cards] for a in cards] for table in costs
        ]
        """The same for two cards in the better of their two orders."""
        self._pair_points = [
            [[chance * (self.digit[a] + self.digit[b]) for b, chance in enumerate(row)] for a, row in enumerate(table)]
            for table in chances
        ]
        self.single_costs = [[self._single_cost(card, plus) for card in cards] for plus in (False, True)]
        self.plan = lru_cache(maxsize=60_000)(self._plan)
        self.costs_without = lru_cache(maxsize=20_000)(self._costs_without)

    def _play_chance(self, a: Card, b: Card, plus: bool) -> float:
        """The chance that a pair can be played at the next turn."""
        if self.pair_rule.is_double(a, b):
            return 1.0
        number = self.pair_rule.number(a, b)
        flip = self._flip_chance
        chance = (1 - flip) * _number_chance(number, plus) + flip * _number_chance(number, not plus)
        return chance if self.pair_rule.has_one_colour(a, b) else chance * TWO_COLOUR_CHANCE

    def _single_cost(self, card: Card, plus: bool) -> float:
        """One turn to draw a partner, and the cost of the pair with it."""
        join_costs = sorted(cost for other, cost in enumerate(self.join_costs[plus][card]) if other != card)
        best = join_costs[: max(1, int(PARTNER_SHARE * len(join_costs)))]
        return 1.0 + sum(best) / len(best)

    def _plan(self, hand: tuple[Card, ...], plus: bool) -> Plan:
        if len(hand) > MAX_PLAN_CARDS:
            first, rest = self.plan(hand[:MAX_PLAN_CARDS], plus), self.plan(hand[MAX_PLAN_CARDS:], plus)
            pairs = tuple([(i + MAX_PLAN_CARDS, k + MAX_PLAN_CARDS) for i, k in rest.pairs])
            singles = tuple([i + MAX_PLAN_CARDS for i in rest.singles])
            return Plan(first.cost + rest.cost, first.pairs + pairs, first.singles + singles)
        best, partner = self._range_costs(hand, plus)
        return _plan_from_partners(best[0][len(hand)], partner, len(hand))

    def _range_costs(self, hand: tuple[Card, ...], plus: bool) -> tuple[list[list[float]], list[list[int]]]:
        """Dynamic programming: for each range of the hand, cards i to j - 1, its cost and the partner of card i.

        The partner is -1 if card i stays single.
        """
        size, max_gap = len(hand), self._max_gap
        singles, costs = self.single_costs[plus], self.pair_costs[plus]
        best = [[0.0] * (size + 1) for _ in range(size + 2)]
        partner = [[-1] * (size + 1) for _ in range(size + 1)]
        for i in range(size - 1, -1, -1):
            row, inner, with_i, alone = best[i], best[i + 1], costs[hand[i]], singles[hand[i]]
            partners = partner[i]
            for j in range(i + 1, size + 1):
                least = alone + inner[j]
                for k in range(i + 1, min(j, i + 1 + max_gap)):
                    cost = inner[k] + with_i[hand[k]] + best[k + 1][j]
                    if cost < least:
                        least = cost
                        partners[j] = k
                row[j] = least
        return best, partner

    def _costs_without(self, hand: tuple[Card, ...], plus: bool) -> tuple[float, ...]:
        """For each card of a hand: the cost of the plan of all other cards."""
        if len(hand) > MAX_PLAN_CARDS:
            first, rest = hand[:MAX_PLAN_CARDS], hand[MAX_PLAN_CARDS:]
            more, before = self.plan(rest, plus).cost, self.plan(first, plus).cost
            early = [cost + more for cost in self.costs_without(first, plus)]
            return tuple(early + [before + cost for cost in self.costs_without(rest, plus)])
        size, max_gap = len(hand), self._max_gap
        singles, costs = self.single_costs[plus], self.pair_costs[plus]
        best, _ = self._range_costs(hand, plus)
        unreached = 1000.0
        around = [[unreached] * (size + 1) for _ in range(size + 1)]
        """For each range: the cost of the cards outside it, if no pair crosses its ends."""
        around[0][size] = 0.0
        left_out = [unreached] * size
        for i in range(size):
            inner, outer, with_i, alone = best[i + 1], around[i + 1], costs[hand[i]], singles[hand[i]]
            for j in range(size, i, -1):
                base = around[i][j]
                if base >= unreached:
                    continue
                left_out[i] = min(left_out[i], base + inner[j])
                outer[j] = min(outer[j], base + alone)
                for k in range(i + 1, min(j, i + 1 + max_gap)):
                    pair = base + with_i[hand[k]]
                    rest_cost, inner_cost = pair + best[k + 1][j], pair + inner[k]
                    if rest_cost < outer[k]:
                        outer[k] = rest_cost
                    if inner_cost < around[k + 1][j]:
                        around[k + 1][j] = inner_cost
        return tuple(left_out)

    def index_beside(self, hand: Sequence[Card], index: int, card: Card, plus: bool) -> int:
        """Where to place a card so that it makes a pair with card `index`: on the side where the pair costs less."""
        costs, other = self.pair_costs[plus], hand[index]
        return index if costs[card][other] <= costs[other][card] else index + 1

    def next_pair_points(self, hand: Sequence[Card], plus: bool) -> float:
        """The penalty points that the next pair is expected to take out of the hand."""
        reliefs = self._pair_points[plus]
        return max([reliefs[a][b] for a, b in pairwise(hand)], default=0.0)

    def penalty_points(self, hand: Sequence[Card]) -> int:
        digit = self.digit
        return sum([digit[card] for card in hand])


def _number_chance(number: int, plus: bool) -> float:
    """The chance that a number can be played on an unknown main pair."""
    share = (number if plus else 99 - number) / 99
    return float(share**PLAYABILITY_EXPONENT)


def _plan_from_partners(cost: float, partner: list[list[int]], size: int) -> Plan:
    """Follow the partners of `_range_costs` from the whole hand to its parts."""
    pairs: list[tuple[int, int]] = []
    singles: list[int] = []
    todo = [(0, size)]
    while todo:
        i, j = todo.pop()
        if i >= j:
            continue
        k = partner[i][j]
        if k < 0:
            singles.append(i)
            todo.append((i + 1, j))
        else:
            pairs.append((i, k))
            todo += [(i + 1, k), (k + 1, j)]
    return Plan(cost, tuple(sorted(pairs)), tuple(sorted(singles)))
