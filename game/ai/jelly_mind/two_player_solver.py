"""Solves a turn of Jelly Mind between two players by regret matching, for turns that can end the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ai.jelly_mind.solved_turns import RANKS

RankWeights = Sequence[float]
Utility = Callable[[tuple[int, int], tuple[int, int]], tuple[float, float]]
"""For the places of both (0: not played) and their ranks - 1: the value of the end of the turn for each."""


class TwoPlayerSolver:
    """Solves the whole turn from its first beat. Effort is counted in rounds of regret matching."""

    def __init__(self, priors: tuple[RankWeights, RankWeights], beats: int, utility: Utility) -> None:
        self._priors = priors
        self._beats = beats
        ranks = range(RANKS)
        self._both = [[utility((1, 1), (a, b)) for b in ranks] for a in ranks]
        self._first = [[utility((1, 2), (a, b)) for b in ranks] for a in ranks]
        self._second = [[utility((2, 1), (a, b)) for b in ranks] for a in ranks]
        self._only = [utility((1, 0), (0, 0)), utility((0, 1), (0, 0))]
        self._none = utility((0, 0), (0, 0))
        shape = range(beats)
        self._lead_chances = [[[0.0] * RANKS for _ in shape] for _ in (0, 1)]
        self._reply_chances = [[[0.0] * RANKS for _ in shape] for _ in (0, 1)]
        self._regrets = [[[[0.0, 0.0] for _ in ranks] for _ in range(2 * beats)] for _ in (0, 1)]
        self._sums = [[[[1e-9, 1e-9] for _ in ranks] for _ in range(2 * beats)] for _ in (0, 1)]

    def play_chances(self, seat: int, places: tuple[int, int], beat: int) -> list[float]:
        """The chance that a seat plays, by rank - 1."""
        other = places[1 - seat]
        at = self._beats + min(other, self._beats) - 1 if other else min(beat, self._beats) - 1
        return [plays / (plays + not_) for plays, not_ in self._sums[seat][at]]

    def solve(self, rounds: int, stop: Callable[[], bool]) -> int:
        """Returns the number of rounds, which is smaller than `rounds` if `stop` ended it."""
        for number in range(1, rounds + 1):
            self._update_strategies()
            for seat in (0, 1):
                self._update_seat(seat, float(number))
            if number % 16 == 0 and stop():
                return number
        return rounds

    def _update_strategies(self) -> None:
        for seat in (0, 1):
            for at, by_rank in enumerate(self._regrets[seat]):
                line = (self._lead_chances if at < self._beats else self._reply_chances)[seat][at % self._beats]
                for rank, (plays, not_) in enumerate(by_rank):
                    total = plays + not_
                    line[rank] = 0.002 + 0.996 * (plays / total if total > 0 else 0.5)

    def _update_seat(self, seat: int, weight: float) -> None:
        """Update the regrets of one seat against the other's present strategy, from the last beat to the first."""
        other = 1 - seat
        beats = range(self._beats)
        theirs = [list(self._priors[other])]
        mine = [[1.0] * RANKS]
        for beat in beats:
            theirs.append([w * (1 - p) for w, p in zip(theirs[-1], self._lead_chances[other][beat], strict=True)])
            mine.append([w * (1 - p) for w, p in zip(mine[-1], self._lead_chances[seat][beat], strict=True)])
        after = [sum(theirs[-1]) * self._none[seat]] * RANKS
        for beat in reversed(beats):
            played = [w * p for w, p in zip(theirs[beat], self._lead_chances[other][beat], strict=True)]
            waited, reply = theirs[beat + 1], self._reply_chances[other][beat]
            lost = sum(played) * self._only[other][seat]
            for rank in range(RANKS):
                if not self._priors[seat][rank]:
                    continue
                play = answer = 0.0
                for card in range(RANKS):
                    play += played[card] * self._payoff(self._both, seat, rank, card)
                    play += waited[card] * (
                        reply[card] * self._payoff(self._first if seat == 0 else self._second, seat, rank, card)
                        + (1 - reply[card]) * self._only[seat][seat]
                    )
                    answer += played[card] * self._payoff(self._second if seat == 0 else self._first, seat, rank, card)
                chance = self._reply_chances[seat][beat][rank]
                reach = mine[beat + 1][rank]
                self._update_regrets(seat, self._beats + beat, rank, (answer, lost), chance, weight * reach)
                wait = after[rank] + chance * answer + (1 - chance) * lost
                chance = self._lead_chances[seat][beat][rank]
                self._update_regrets(seat, beat, rank, (play, wait), chance, weight * mine[beat][rank])
                after[rank] = chance * play + (1 - chance) * wait

    def _payoff(self, table: list[list[tuple[float, float]]], seat: int, own: int, card: int) -> float:
        return table[own][card][0] if seat == 0 else table[card][own][1]

    def _update_regrets(
        self, seat: int, at: int, rank: int, act_values: tuple[float, float], chance: float, weight: float
    ) -> None:
        mean = chance * act_values[0] + (1 - chance) * act_values[1]
        regrets = self._regrets[seat][at][rank]
        regrets[0] = max(0.0, regrets[0] + act_values[0] - mean)
        regrets[1] = max(0.0, regrets[1] + act_values[1] - mean)
        sums = self._sums[seat][at][rank]
        sums[0] += weight * chance
        sums[1] += weight * (1 - chance)
