"""Computes Elo ratings from shares of wins, with confidence intervals by bootstrap over deals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.dice import Dice

RESAMPLES = 1000
"""Number of bootstrap samples."""
Games = Sequence[tuple[str, str, Sequence[float]]]
"""Challenger, champion, and the challenger's share of the wins deal by deal."""


def bootstrap_interval(shares: Sequence[float], outside: float) -> tuple[float, float]:
    """The bounds of the mean. `outside` is the share of bootstrap samples outside of them."""
    dice = Dice("bootstrap", len(shares))
    means = sorted(_mean(_resample(shares, dice)) for _ in range(RESAMPLES))
    cut = int(RESAMPLES * outside / 2)
    return means[cut], means[-1 - cut]


def elo_difference(share: float, seats: int) -> float:
    """The Elo difference that gives this share of the wins against `seats - 1` equal players."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share) * (seats - 1))


def ratings(games: Games, seats: int) -> dict[str, tuple[float, float, float]]:
    """Elo of each player with its 95 % interval, fitted to all pairings at once. The mean of all players is 0."""
    dice = Dice("ratings", len(games))
    fitted = _fit([(one, other, _mean(shares), len(shares)) for one, other, shares in games], seats)
    samples: dict[str, list[float]] = {name: [] for name in fitted}
    for _ in range(RESAMPLES // 5):
        resampled = [(one, other, _mean(_resample(shares, dice)), len(shares)) for one, other, shares in games]
        for name, value in _fit(resampled, seats).items():
            samples[name].append(value)
    cut = RESAMPLES // 5 // 40
    return {name: (fitted[name], sorted(values)[cut], sorted(values)[-1 - cut]) for name, values in samples.items()}


def _fit(results: Sequence[tuple[str, str, float, int]], seats: int) -> dict[str, float]:
    """The most likely ratings, by gradient ascent. A result has two names, the share of wins and the deals."""
    names = sorted({name for one, other, _, _ in results for name in (one, other)})
    value = dict.fromkeys(names, 0.0)
    weight = {name: sum(deals for one, other, _, deals in results if name in (one, other)) for name in names}
    for _ in range(400):
        pull = dict.fromkeys(names, 0.0)
        for one, other, share, deals in results:
            share = min(max(share, 0.001), 0.999)
            chance = 1 / (1 + (seats - 1) * math.exp(value[other] - value[one]))
            pull[one] += deals * (share - chance)
            pull[other] -= deals * (share - chance)
        for name in names:
            value[name] += 1.5 * pull[name] / weight[name]
    middle = _mean(list(value.values()))
    return {name: (own - middle) * 400 / math.log(10) for name, own in value.items()}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _resample(shares: Sequence[float], dice: Dice) -> list[float]:
    """One bootstrap sample: as many shares, drawn with replacement."""
    random, size = dice.random, len(shares)
    return [shares[int(random() * size)] for _ in range(size)]
