"""Jelly Mind's solved turns: how often to play at each moment, looked up in a table made offline.

A turn as the table knows it: everybody holds one card of those they can still hold, and in every beat each
undecided seat plays or waits; the last one left plays or discards. To discard earlier is never better than to wait.
The table is made by `python -m tests.tools.solve_jelly_mind`; nodes and order here are what both sides share.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

RANKS = 5
TURNS = 3
FULL = (1 << RANKS) - 1
STEPS = 90
"""A probability is kept as one character out of so many and one."""
DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) != "\\")[: STEPS + 1]
FILE = Path(__file__).parent / "turns.json"

Holding = int
"""The ranks a seat can still hold, as bits: bit 0 is the 1."""
Node = tuple[tuple[int, ...], int]
"""For every seat the beat it played in, 0 for not yet; and the beat now."""
Odds = dict[tuple[Node, int], list[float]]
"""How often a seat plays at a node, by rank - 1."""


def holdings(turn: int) -> list[Holding]:
    """What can be held in a turn (0 to 2) of a shuffle, seen from outside: all but at most `turn` open cards."""
    return [mask for mask in range(FULL + 1) if mask.bit_count() >= RANKS - turn]


@cache
def tables(turn: int, seats: int) -> dict[tuple[Holding, ...], int]:
    """Every situation of a turn, holdings ascending, with its number in the table."""
    return {held: at for at, held in enumerate(combinations_with_replacement(holdings(turn), seats))}


def reach_of(seats: int, draw: str, patience: int) -> int:
    """How many beats of waiting in a row the table tells apart; more change next to nothing."""
    told_apart = {("top", 2): 10, ("choose", 2): 4, ("top", 3): 3, ("choose", 3): 2}
    return min(patience, told_apart[draw, seats])


@cache
def nodes(seats: int, reach: int) -> tuple[Node, ...]:
    """All nodes, parents first."""
    found: list[Node] = []

    def visit(places: tuple[int, ...], beat: int) -> None:
        waiting = [seat for seat, place in enumerate(places) if not place]
        if not waiting or (places, beat) in found:
            return
        found.append((places, beat))
        for picked in range(1, 1 << len(waiting)):
            played = list(places)
            for index, seat in enumerate(waiting):
                if picked >> index & 1:
                    played[seat] = beat
            visit(tuple(played), beat + 1)
        if len(waiting) > 1 and beat - max(places) < reach:
            visit(places, beat + 1)

    visit((0,) * seats, 1)
    return tuple(found)


@cache
def spots(seats: int, reach: int) -> tuple[tuple[Node, int], ...]:
    """Who decides where, in the order of the table."""
    return tuple((node, seat) for node in nodes(seats, reach) for seat, place in enumerate(node[0]) if not place)


def ranks_in(held: Holding) -> Iterator[int]:
    return (rank for rank in range(RANKS) if held >> rank & 1)


def written(odds: Odds, choice: Sequence[Sequence[float]], held: Sequence[Holding], reach: int) -> str:
    """One situation as text: first what is chosen (if anything is), then every spot."""
    parts = [_digits(chances, held[seat]) for seat, chances in enumerate(choice)]
    parts += [_digits(odds[spot], held[spot[1]]) for spot in spots(len(held), reach)]
    return "".join(parts)


def _digits(chances: Sequence[float], held: Holding) -> str:
    return "".join(DIGITS[round(STEPS * chances[rank])] for rank in ranks_in(held))


class Solved:
    """The strategies of one situation, seats in the order the table has them."""

    __slots__ = ("choice", "odds")

    def __init__(self, text: str, held: Sequence[Holding], reach: int, chooses: bool) -> None:
        digits = iter(text)

        def chances(mask: Holding) -> list[float]:
            found = [0.0] * RANKS
            for rank in ranks_in(mask):
                found[rank] = DIGITS.index(next(digits)) / STEPS
            return found

        self.choice = [chances(mask) for mask in held] if chooses else []
        self.odds: Odds = {spot: chances(held[spot[1]]) for spot in spots(len(held), reach)}


@cache
def _file() -> dict[str, list[list[str]]]:
    data: dict[str, list[list[str]]] = json.loads(FILE.read_text(encoding="ascii"))["turns"]
    return data


@cache
def solved(draw: str, reach: int, turn: int, held: tuple[Holding, ...]) -> Solved:
    """`held` in ascending order."""
    seats = len(held)
    text = _file()[f"{draw} {seats} {reach}"][turn][tables(turn, seats)[held]]
    return Solved(text, held, reach, draw == "choose")


@cache
def later(draw: str, seats: int) -> dict[tuple[int, tuple[Holding, ...]], tuple[float, ...]]:
    """What the rest of a shuffle is worth in tokens, by turn and holdings in ascending order."""
    data: dict[str, list[list[list[int]]]] = json.loads(FILE.read_text(encoding="ascii"))["worth"]
    worth = data[f"{draw} {seats}"]
    return {
        (turn, held): tuple(value / 1000 for value in worth[turn][at])
        for turn in range(TURNS)
        for held, at in tables(turn, seats).items()
    }
