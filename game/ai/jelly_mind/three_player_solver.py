"""Solves the rest of a turn of Jelly Mind between three players by regret matching, for turns that can end the match.

It starts from the present node, with the present beliefs about everybody's cards, and stops after one beat in which
nobody plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from operator import mul

Places = tuple[int, ...]
Utility = Callable[[Places, tuple[int, ...]], Sequence[float]]
"""For places (0: not played) and ranks - 1: the value of the end of the turn for each seat."""
MISTAKE_CHANCE = 0.01
"""Everybody makes a random decision with this chance, so that every node is reached."""


class EndNode:
    """An end of the turn: its value for each seat, by the seat's card and the cards of the two others."""

    __slots__ = ("_payoffs",)

    def __init__(self, places: Places, cards: Sequence[Sequence[int]], utility: Utility) -> None:
        self._payoffs: list[list[list[list[float]]]] = []
        for seat in range(3):
            left, right = _others(seat)
            self._payoffs.append(
                [
                    [
                        [utility(places, _in_order(seat, own, one, two))[seat] for two in cards[right]]
                        for one in cards[left]
                    ]
                    for own in cards[seat]
                ]
            )

    def values(self, reach: Sequence[list[float]]) -> list[list[float]]:
        """The value of each card for each seat, if the seats come to this end with the chances `reach`."""
        found = []
        for seat, table in enumerate(self._payoffs):
            left, right = _others(seat)
            one, two = reach[left], reach[right]
            found.append([sum(map(mul, one, [sum(map(mul, row, two)) for row in rows])) for rows in table])
        return found


class DecisionNode:
    """Some seats decide at the same time, each between playing and not playing."""

    __slots__ = ("children", "play_chances", "regrets", "sums", "waiting")

    def __init__(self, waiting: Sequence[int], sizes: Sequence[int]) -> None:
        self.waiting = waiting
        self.children: list[tuple[tuple[bool, ...], DecisionNode | EndNode]] = []
        self.regrets = [[[0.0, 0.0] for _ in range(sizes[seat])] for seat in waiting]
        self.sums = [[[1e-9, 1e-9] for _ in range(sizes[seat])] for seat in waiting]
        self.play_chances = [[0.5] * sizes[seat] for seat in waiting]

    def update_strategy(self) -> None:
        """Regret matching: play in proportion to positive regrets."""
        for line, regrets in zip(self.play_chances, self.regrets, strict=True):
            for card, (play, rest) in enumerate(regrets):
                total = play + rest
                line[card] = MISTAKE_CHANCE / 2 + (1 - MISTAKE_CHANCE) * (play / total if total > 0 else 0.5)

    def update_regrets(
        self, at: int, act_values: tuple[list[float], list[float]], weight: float, own: Sequence[float]
    ) -> list[float]:
        """Update the regrets of a seat. Returns the value of this node for each of its cards."""
        means = []
        for card, chance in enumerate(self.play_chances[at]):
            play, rest = act_values[0][card], act_values[1][card]
            mean = chance * play + (1 - chance) * rest
            regrets = self.regrets[at][card]
            regrets[0] = max(0.0, regrets[0] + play - mean)
            regrets[1] = max(0.0, regrets[1] + rest - mean)
            sums = self.sums[at][card]
            sums[0] += weight * own[card] * chance
            sums[1] += weight * own[card] * (1 - chance)
            means.append(mean)
        return means


class ThreePlayerSolver:
    """Solves the rest of one turn. Effort is counted in rounds of regret matching."""

    def __init__(self, places: Places, beliefs: Sequence[Sequence[float]], utility: Utility) -> None:
        self._cards = [[rank for rank, weight in enumerate(weights) if weight > 0] for weights in beliefs]
        self._start = [[weights[rank] for rank in cards] for weights, cards in zip(beliefs, self._cards, strict=True)]
        self._utility = utility
        self._end_nodes: dict[Places, EndNode] = {}
        root = self._make_node(places)
        assert isinstance(root, DecisionNode)
        self._root = root

    def solve(self, rounds: int, stop: Callable[[], bool]) -> int:
        """Returns the number of rounds, which is smaller than `rounds` if `stop` ended it."""
        for number in range(1, rounds + 1):
            self._walk(self._root, self._start, float(number))
            if number % 8 == 0 and stop():
                return number
        return rounds

    def play_chance(self, seat: int, rank: int) -> float:
        """The chance that a seat plays now with a card."""
        play, rest = self._root.sums[self._root.waiting.index(seat)][self._cards[seat].index(rank)]
        return play / (play + rest)

    def _make_node(self, places: Places) -> DecisionNode | EndNode:
        waiting = [seat for seat, place in enumerate(places) if not place]
        if not waiting:
            return self._end_node(places)
        node = DecisionNode(waiting, [len(cards) for cards in self._cards])
        for acts in product((True, False), repeat=len(waiting)):
            then = list(places)
            for seat, play in zip(waiting, acts, strict=True):
                if play:
                    then[seat] = max(places) + 1
            over = len(waiting) == 1 or not any(acts)
            node.children.append((acts, self._end_node(tuple(then)) if over else self._make_node(tuple(then))))
        return node

    def _end_node(self, places: Places) -> EndNode:
        if places not in self._end_nodes:
            self._end_nodes[places] = EndNode(places, self._cards, self._utility)
        return self._end_nodes[places]

    def _walk(self, node: DecisionNode | EndNode, reach: Sequence[list[float]], weight: float) -> list[list[float]]:
        if isinstance(node, EndNode):
            return node.values(reach)
        node.update_strategy()
        out = [[0.0] * len(weights) for weights in reach]
        act_values = [([0.0] * len(reach[seat]), [0.0] * len(reach[seat])) for seat in node.waiting]
        for acts, kid in node.children:
            then = list(reach)
            for line, seat, play in zip(node.play_chances, node.waiting, acts, strict=True):
                then[seat] = [w * (p if play else 1 - p) for w, p in zip(reach[seat], line, strict=True)]
            values = self._walk(kid, then, weight)
            for seat, found in enumerate(values):
                if seat not in node.waiting:
                    _add(out[seat], found)
            for sums, seat, play in zip(act_values, node.waiting, acts, strict=True):
                _add(sums[0 if play else 1], values[seat])
        for at, seat in enumerate(node.waiting):
            out[seat] = node.update_regrets(at, act_values[at], weight, reach[seat])
        return out


def _add(total: list[float], more: Sequence[float]) -> None:
    for index, value in enumerate(more):
        total[index] += value


def _others(seat: int) -> tuple[int, int]:
    return ((1, 2), (0, 2), (0, 1))[seat]


def _in_order(seat: int, own: int, one: int, two: int) -> tuple[int, int, int]:
    return ((own, one, two), (one, own, two), (one, two, own))[seat]
