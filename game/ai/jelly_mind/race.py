"""Jelly Mind's race to the goal: what a lead is worth, and a turn solved anew when the end is near."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from game.ai.jelly_mind.book import RANKS

Weights = Sequence[float]
Utility = Callable[[tuple[int, int], tuple[int, int]], tuple[float, float]]
"""Order of play of two (0: not played) and their ranks - 1: what that is worth to each."""

OUTCOMES: dict[int, tuple[tuple[tuple[int, ...], float], ...]] = {
    2: (((0, 0), 0.02), ((1, 1), 0.17), ((1, 0), 0.77), ((2, 0), 0.04)),
    3: (
        ((0, 0, 0), 0.01),
        ((1, 1, 1), 0.03),
        ((1, 1, 0), 0.21),
        ((1, 0, 0), 0.71),
        ((2, 0, 0), 0.03),
        ((3, 0, 0), 0.01),
    ),
}
"""What a turn between strong players pays, in any order of seats, and how often."""


@cache
def _turn_pays(seats: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The same with every order of seats by itself."""
    spread: list[tuple[tuple[int, ...], float]] = []
    for paid, chance in OUTCOMES[seats]:
        orders = _orders(paid)
        spread += [(order, chance / len(orders)) for order in orders]
    return tuple(spread)


def _orders(paid: tuple[int, ...]) -> list[tuple[int, ...]]:
    if not paid:
        return [()]
    found = []
    for first in sorted(set(paid)):
        rest = list(paid)
        rest.remove(first)
        found += [(first, *tail) for tail in _orders(tuple(rest))]
    return found


@cache
def win_chances(tokens: tuple[int, ...], goal: int) -> tuple[float, ...]:
    """Everybody's chance to win the match, all being equally strong, before a turn."""
    most = max(tokens)
    if most >= goal:
        leaders = sum(have == most for have in tokens)
        return tuple((have == most) / leaders for have in tokens)
    sums = [0.0] * len(tokens)
    moving = 0.0
    for paid, chance in _turn_pays(len(tokens)):
        if any(paid):
            moving += chance
            then = win_chances(tuple(have + more for have, more in zip(tokens, paid, strict=True)), goal)
            for seat, value in enumerate(then):
                sums[seat] += chance * value
    return tuple(value / moving for value in sums)


class Duel:
    """A turn between two, solved by regret matching from where it began; rounds are the measure of effort."""

    def __init__(self, priors: tuple[Weights, Weights], beats: int, utility: Utility) -> None:
        self._priors = priors
        self._beats = beats
        ranks = range(RANKS)
        self._both = [[utility((1, 1), (a, b)) for b in ranks] for a in ranks]
        self._first = [[utility((1, 2), (a, b)) for b in ranks] for a in ranks]
        self._second = [[utility((2, 1), (a, b)) for b in ranks] for a in ranks]
        self._only = [utility((1, 0), (0, 0)), utility((0, 1), (0, 0))]
        self._none = utility((0, 0), (0, 0))
        shape = range(beats)
        self._lead = [[[0.0] * RANKS for _ in shape] for _ in (0, 1)]
        self._reply = [[[0.0] * RANKS for _ in shape] for _ in (0, 1)]
        self._regrets = [[[[0.0, 0.0] for _ in ranks] for _ in range(2 * beats)] for _ in (0, 1)]
        self._sums = [[[[1e-9, 1e-9] for _ in ranks] for _ in range(2 * beats)] for _ in (0, 1)]

    def odds(self, seat: int, places: tuple[int, int], beat: int) -> list[float]:
        """How often a seat plays with each rank."""
        other = places[1 - seat]
        at = self._beats + min(other, self._beats) - 1 if other else min(beat, self._beats) - 1
        return [plays / (plays + not_) for plays, not_ in self._sums[seat][at]]

    def solve(self, rounds: int, stop: Callable[[], bool]) -> int:
        for number in range(1, rounds + 1):
            self._strategies()
            for seat in (0, 1):
                self._learn(seat, float(number))
            if number % 16 == 0 and stop():
                return number
        return rounds

    def _strategies(self) -> None:
        for seat in (0, 1):
            for at, by_rank in enumerate(self._regrets[seat]):
                line = (self._lead if at < self._beats else self._reply)[seat][at % self._beats]
                for rank, (plays, not_) in enumerate(by_rank):
                    total = plays + not_
                    line[rank] = 0.002 + 0.996 * (plays / total if total > 0 else 0.5)

    def _learn(self, seat: int, weight: float) -> None:
        """One seat against the other as it now plays: values from the last beat back to the first."""
        other = 1 - seat
        beats = range(self._beats)
        theirs = [list(self._priors[other])]
        mine = [[1.0] * RANKS]
        for beat in beats:
            theirs.append([w * (1 - p) for w, p in zip(theirs[-1], self._lead[other][beat], strict=True)])
            mine.append([w * (1 - p) for w, p in zip(mine[-1], self._lead[seat][beat], strict=True)])
        after = [sum(theirs[-1]) * self._none[seat]] * RANKS
        for beat in reversed(beats):
            played = [w * p for w, p in zip(theirs[beat], self._lead[other][beat], strict=True)]
            waited, reply = theirs[beat + 1], self._reply[other][beat]
            lost = sum(played) * self._only[other][seat]
            for rank in range(RANKS):
                if not self._priors[seat][rank]:
                    continue
                play = answer = 0.0
                for card in range(RANKS):
                    play += played[card] * self._pay(self._both, seat, rank, card)
                    play += waited[card] * (
                        reply[card] * self._pay(self._first if seat == 0 else self._second, seat, rank, card)
                        + (1 - reply[card]) * self._only[seat][seat]
                    )
                    answer += played[card] * self._pay(self._second if seat == 0 else self._first, seat, rank, card)
                chance = self._reply[seat][beat][rank]
                self._update(seat, self._beats + beat, rank, (answer, lost), chance, weight * mine[beat + 1][rank])
                wait = after[rank] + chance * answer + (1 - chance) * lost
                chance = self._lead[seat][beat][rank]
                self._update(seat, beat, rank, (play, wait), chance, weight * mine[beat][rank])
                after[rank] = chance * play + (1 - chance) * wait

    def _pay(self, table: list[list[tuple[float, float]]], seat: int, own: int, card: int) -> float:
        return table[own][card][0] if seat == 0 else table[card][own][1]

    def _update(
        self, seat: int, at: int, rank: int, worth: tuple[float, float], chance: float, weight: float
    ) -> None:
        mean = chance * worth[0] + (1 - chance) * worth[1]
        regrets = self._regrets[seat][at][rank]
        regrets[0] = max(0.0, regrets[0] + worth[0] - mean)
        regrets[1] = max(0.0, regrets[1] + worth[1] - mean)
        sums = self._sums[seat][at][rank]
        sums[0] += weight * chance
        sums[1] += weight * (1 - chance)
