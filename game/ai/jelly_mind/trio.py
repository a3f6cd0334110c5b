"""Three in one turn of Jelly Mind when the goal is near: the moment solved anew by regret matching.

Looks one beat of waiting ahead from the moment as it is, with what everybody may hold as it is believed now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from operator import mul

Places = tuple[int, ...]
Utility = Callable[[Places, tuple[int, ...]], Sequence[float]]
"""Places (0: not played) and ranks - 1: what that is worth to each."""
SLIP = 0.01
"""Everybody errs now and then, so that every moment is thought of."""


class Ending:
    """A way the turn can end: what it is worth to each seat, by its own card and those of the next and the last."""

    __slots__ = ("_worth",)

    def __init__(self, places: Places, cards: Sequence[Sequence[int]], utility: Utility) -> None:
        self._worth: list[list[list[list[float]]]] = []
        for seat in range(3):
            left, right = _others(seat)
            self._worth.append(
                [
                    [
                        [utility(places, _in_order(seat, own, one, two))[seat] for two in cards[right]]
                        for one in cards[left]
                    ]
                    for own in cards[seat]
                ]
            )

    def values(self, reach: Sequence[list[float]]) -> list[list[float]]:
        found = []
        for seat, table in enumerate(self._worth):
            left, right = _others(seat)
            one, two = reach[left], reach[right]
            found.append([sum(map(mul, one, [sum(map(mul, row, two)) for row in rows])) for rows in table])
        return found


class Fork:
    """Some seats decide at the same moment, each between playing and not."""

    __slots__ = ("kids", "plays", "regrets", "sums", "waiting")

    def __init__(self, waiting: Sequence[int], sizes: Sequence[int]) -> None:
        self.waiting = waiting
        self.kids: list[tuple[tuple[bool, ...], Fork | Ending]] = []
        self.regrets = [[[0.0, 0.0] for _ in range(sizes[seat])] for seat in waiting]
        self.sums = [[[1e-9, 1e-9] for _ in range(sizes[seat])] for seat in waiting]
        self.plays = [[0.5] * sizes[seat] for seat in waiting]

    def match(self) -> None:
        for line, regrets in zip(self.plays, self.regrets, strict=True):
            for card, (play, rest) in enumerate(regrets):
                total = play + rest
                line[card] = SLIP / 2 + (1 - SLIP) * (play / total if total > 0 else 0.5)

    def learn(
        self, at: int, worth: tuple[list[float], list[float]], weight: float, own: Sequence[float]
    ) -> list[float]:
        """Regret of one seat's every card; what the moment is worth to each."""
        means = []
        for card, chance in enumerate(self.plays[at]):
            play, rest = worth[0][card], worth[1][card]
            mean = chance * play + (1 - chance) * rest
            regrets = self.regrets[at][card]
            regrets[0] = max(0.0, regrets[0] + play - mean)
            regrets[1] = max(0.0, regrets[1] + rest - mean)
            sums = self.sums[at][card]
            sums[0] += weight * own[card] * chance
            sums[1] += weight * own[card] * (1 - chance)
            means.append(mean)
        return means


class Trio:
    def __init__(self, places: Places, beliefs: Sequence[Sequence[float]], utility: Utility) -> None:
        self._cards = [[rank for rank, weight in enumerate(weights) if weight > 0] for weights in beliefs]
        self._start = [[weights[rank] for rank in cards] for weights, cards in zip(beliefs, self._cards, strict=True)]
        self._utility = utility
        self._endings: dict[Places, Ending] = {}
        root = self._fork(places)
        assert isinstance(root, Fork)
        self._root = root

    def solve(self, rounds: int, stop: Callable[[], bool]) -> int:
        for number in range(1, rounds + 1):
            self._walk(self._root, self._start, float(number))
            if number % 8 == 0 and stop():
                return number
        return rounds

    def plays(self, seat: int, rank: int) -> float:
        """How often a seat plays now with a card."""
        play, rest = self._root.sums[self._root.waiting.index(seat)][self._cards[seat].index(rank)]
        return play / (play + rest)

    def _fork(self, places: Places) -> Fork | Ending:
        waiting = [seat for seat, place in enumerate(places) if not place]
        if not waiting:
            return self._ending(places)
        fork = Fork(waiting, [len(cards) for cards in self._cards])
        for acts in product((True, False), repeat=len(waiting)):
            then = list(places)
            for seat, play in zip(waiting, acts, strict=True):
                if play:
                    then[seat] = max(places) + 1
            over = len(waiting) == 1 or not any(acts)
            fork.kids.append((acts, self._ending(tuple(then)) if over else self._fork(tuple(then))))
        return fork

    def _ending(self, places: Places) -> Ending:
        if places not in self._endings:
            self._endings[places] = Ending(places, self._cards, self._utility)
        return self._endings[places]

    def _walk(self, node: Fork | Ending, reach: Sequence[list[float]], weight: float) -> list[list[float]]:
        if isinstance(node, Ending):
            return node.values(reach)
        node.match()
        out = [[0.0] * len(weights) for weights in reach]
        worth = [([0.0] * len(reach[seat]), [0.0] * len(reach[seat])) for seat in node.waiting]
        for acts, kid in node.kids:
            then = list(reach)
            for line, seat, play in zip(node.plays, node.waiting, acts, strict=True):
                then[seat] = [w * (p if play else 1 - p) for w, p in zip(reach[seat], line, strict=True)]
            values = self._walk(kid, then, weight)
            for seat, found in enumerate(values):
                if seat not in node.waiting:
                    _add(out[seat], found)
            for sums, seat, play in zip(worth, node.waiting, acts, strict=True):
                _add(sums[0 if play else 1], values[seat])
        for at, seat in enumerate(node.waiting):
            out[seat] = node.learn(at, worth[at], weight, reach[seat])
        return out


def _add(total: list[float], more: Sequence[float]) -> None:
    for index, value in enumerate(more):
        total[index] += value


def _others(seat: int) -> tuple[int, int]:
    return ((1, 2), (0, 2), (0, 1))[seat]


def _in_order(seat: int, own: int, one: int, two: int) -> tuple[int, int, int]:
    return ((own, one, two), (one, own, two), (one, two, own))[seat]
