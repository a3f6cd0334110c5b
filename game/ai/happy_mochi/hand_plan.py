"""How far a hand of Happy Mochi is from empty: which pairs it will be played in, counted in turns.

Cards in a hand keep their order, so a pair can be played once everything between its cards is gone. A plan is
the cheapest way to part the whole hand into such nested pairs and into single cards, each of which must be
joined by a card still to be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.engine.cards import Card
from game.titles.happy_mochi import HappyMochi

STUCK = 2.6
"""What it costs, in turns, that a pair cannot be played when it is wanted: a card is drawn instead."""
STEEP = 1.6
"""How much the main pair leans towards the end of the numbers where nothing more can be played."""
TURNED = {2: 0.13, 3: 0.22, 4: 0.29, 5: 0.36, 6: 0.39}
"""By seats, how likely the Value card lies the other way by one's next turn: counted in matches."""
TWO_COLOURED = 0.82
"""How often any two colours will do."""
CHOICE = 0.35
"""The share of cards, the best of them, that a single card can hope to be joined by."""
LONGEST = 12
"""Longer hands are planned piece by piece: nobody overlooks more."""


class Plan(NamedTuple):
    cost: float
    """Turns until the hand is empty, about."""
    pairs: tuple[tuple[int, int], ...]
    """Indexes of the cards that are to be played together."""
    singles: tuple[int, ...]
    """Indexes of the cards that still need a partner."""


class Hands:
    """What the printed faces say about hands; holds nothing of a match."""

    def __init__(self, rules: HappyMochi, seats: int, reach: int = LONGEST) -> None:
        self._turned = TURNED[seats]
        self._reach = reach
        """How far apart two cards may lie that are seen as a pair to come; 1: only neighbours."""
        cards = range(len(rules.spec.faces))
        self.pair_rule = rules.pair_rule
        self.digit = self.pair_rule.digit
        self.effect = rules.effect_of
        chances = [[[self._chance(a, b, plus) for b in cards] for a in cards] for plus in (False, True)]
        costs = [[[1.0 + STUCK * (1.0 - chance) for chance in row] for row in table] for table in chances]
        self.pair_costs: list[list[list[float]]] = costs
        """Turns a pair costs, by the side of the Value card, the left and the right card."""
        self.joins = [
            [[min(table[a][b], table[b][a]) for b in cards] for a in cards] for table in costs
        ]
        """The same for two cards that may lie either way round."""
        self._reliefs = [
            [[chance * (self.digit[a] + self.digit[b]) for b, chance in enumerate(row)] for a, row in enumerate(table)]
            for table in chances
        ]
        self.single_costs = [[self._single_cost(card, plus) for card in cards] for plus in (False, True)]
        self.plan = lru_cache(maxsize=60_000)(self._plan)
        self.without = lru_cache(maxsize=20_000)(self._without)

    def _chance(self, a: Card, b: Card, plus: bool) -> float:
        """How likely a pair can be played when it is wanted."""
        if self.pair_rule.is_double(a, b):
            return 1.0
        number = self.pair_rule.number(a, b)
        chance = (1 - self._turned) * _reach(number, plus) + self._turned * _reach(number, not plus)
        return chance if self.pair_rule.has_one_colour(a, b) else chance * TWO_COLOURED

    def _single_cost(self, card: Card, plus: bool) -> float:
        """A turn to draw a partner, and the pair that it makes."""
        joins = sorted(cost for other, cost in enumerate(self.joins[plus][card]) if other != card)
        best = joins[: max(1, int(CHOICE * len(joins)))]
        return 1.0 + sum(best) / len(best)

    def _plan(self, hand: tuple[Card, ...], plus: bool) -> Plan:
        if len(hand) > LONGEST:
            first, rest = self.plan(hand[:LONGEST], plus), self.plan(hand[LONGEST:], plus)
            pairs = tuple([(i + LONGEST, k + LONGEST) for i, k in rest.pairs])
            return Plan(
                first.cost + rest.cost, first.pairs + pairs, first.singles + tuple(i + LONGEST for i in rest.singles)
            )
        return self._planned(hand, plus)

    def _planned(self, hand: tuple[Card, ...], plus: bool) -> Plan:
        best, partner = self._stretches(hand, plus)
        return _traced(best[0][len(hand)], partner, len(hand))

    def _stretches(self, hand: tuple[Card, ...], plus: bool) -> tuple[list[list[float]], list[list[int]]]:
        """Dynamic programme: the cost of every stretch of the hand, from i to before j, and the partner of its first.

        No partner is -1: the card stays single.
        """
        size, reach = len(hand), self._reach
        singles, costs = self.single_costs[plus], self.pair_costs[plus]
        best = [[0.0] * (size + 1) for _ in range(size + 2)]
        partner = [[-1] * (size + 1) for _ in range(size + 1)]
        for i in range(size - 1, -1, -1):
            row, inner, with_i, alone = best[i], best[i + 1], costs[hand[i]], singles[hand[i]]
            partners = partner[i]
            for j in range(i + 1, size + 1):
                least = alone + inner[j]
                for k in range(i + 1, min(j, i + 1 + reach)):
                    cost = inner[k] + with_i[hand[k]] + best[k + 1][j]
                    if cost < least:
                        least = cost
                        partners[j] = k
                row[j] = least
        return best, partner

    def _without(self, hand: tuple[Card, ...], plus: bool) -> tuple[float, ...]:
        """For every card of a hand: what the plan of all others costs. Whatever joins a card makes up for it."""
        if len(hand) > LONGEST:
            first, rest = hand[:LONGEST], hand[LONGEST:]
            more, before = self.plan(rest, plus).cost, self.plan(first, plus).cost
            early = [cost + more for cost in self.without(first, plus)]
            return tuple(early + [before + cost for cost in self.without(rest, plus)])
        size, reach = len(hand), self._reach
        singles, costs = self.single_costs[plus], self.pair_costs[plus]
        best, _ = self._stretches(hand, plus)
        far = 1000.0
        around = [[far] * (size + 1) for _ in range(size + 1)]
        """What all but a stretch costs, where the plan leaves this stretch as a whole."""
        around[0][size] = 0.0
        left_out = [far] * size
        for i in range(size):
            inner, outer, with_i, alone = best[i + 1], around[i + 1], costs[hand[i]], singles[hand[i]]
            for j in range(size, i, -1):
                base = around[i][j]
                if base >= far:
                    continue
                left_out[i] = min(left_out[i], base + inner[j])
                outer[j] = min(outer[j], base + alone)
                for k in range(i + 1, min(j, i + 1 + reach)):
                    pair = base + with_i[hand[k]]
                    rest_cost, inner_cost = pair + best[k + 1][j], pair + inner[k]
                    if rest_cost < outer[k]:
                        outer[k] = rest_cost
                    if inner_cost < around[k + 1][j]:
                        around[k + 1][j] = inner_cost
        return tuple(left_out)

    def beside(self, hand: Sequence[Card], index: int, card: Card, plus: bool) -> int:
        """The place of a card more that is to join one of a hand: on the side where the pair is easier to play."""
        costs, other = self.pair_costs[plus], hand[index]
        return index if costs[card][other] <= costs[other][card] else index + 1

    def relief(self, hand: Sequence[Card], plus: bool) -> float:
        """The penalty points that the next pair is likely to take out of a hand."""
        reliefs = self._reliefs[plus]
        return max([reliefs[a][b] for a, b in pairwise(hand)], default=0.0)

    def worth(self, hand: Sequence[Card]) -> int:
        """The penalty points in it."""
        digit = self.digit
        return sum([digit[card] for card in hand])


def _reach(number: int, plus: bool) -> float:
    """How likely a number can be played on an unknown main pair."""
    share = (number if plus else 99 - number) / 99
    return float(share**STEEP)


def _traced(cost: float, partner: list[list[int]], size: int) -> Plan:
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
