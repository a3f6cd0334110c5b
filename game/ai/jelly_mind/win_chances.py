"""The chances to win a match of Jelly Mind, from the tokens of the players before a turn."""

from __future__ import annotations

from functools import cache

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
"""By seats: the tokens that a turn between strong players pays, in any order of seats, and the chance of it."""


@cache
def _turn_outcomes(seats: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """OUTCOMES with a row for each order of seats."""
    outcomes: list[tuple[tuple[int, ...], float]] = []
    for paid, chance in OUTCOMES[seats]:
        orders = _orders(paid)
        outcomes += [(order, chance / len(orders)) for order in orders]
    return tuple(outcomes)


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
    """Each player's chance to win the match before a turn, if all are equally strong."""
    most = max(tokens)
    if most >= goal:
        leaders = sum(have == most for have in tokens)
        return tuple((have == most) / leaders for have in tokens)
    sums = [0.0] * len(tokens)
    paying = 0.0
    for paid, chance in _turn_outcomes(len(tokens)):
        if any(paid):
            paying += chance
            then = win_chances(tuple(have + more for have, more in zip(tokens, paid, strict=True)), goal)
            for seat, value in enumerate(then):
                sums[seat] += chance * value
    return tuple(value / paying for value in sums)
