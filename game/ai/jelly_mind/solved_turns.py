"""The table of solved turns of Jelly Mind: the chance to play at each decision, for each card.

The model of a turn: each seat holds one of the cards that it can still hold. In every beat each undecided seat plays or
waits. The last undecided seat plays or discards. An earlier discard is left out: it is never better than to wait.
`python -m tests.tools.solve_jelly_mind` makes the table. This module defines its nodes and their order for both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

RANKS = 5
TURNS = 3
"""Turns from one shuffle to the next."""
ALL_RANKS = (1 << RANKS) - 1
CHANCE_STEPS = 90
"""A chance is stored as one character, in steps of 1 / CHANCE_STEPS."""
DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) != "\\")[: CHANCE_STEPS + 1]
TURNS_FILE = Path(__file__).parent / "turns.json"

Holding = int
"""The ranks that a seat can still hold, as bits: bit 0 is the 1."""
Node = tuple[tuple[int, ...], int]
"""For each seat the beat in which it played, 0 for not yet; and the beat now."""
PointChances = dict[tuple[Node, int], list[float]]
"""For a node and a seat: the chance to play, by rank - 1."""


def holdings(turn: int) -> list[Holding]:
    """All holdings that are possible in turn 0, 1 or 2 of a shuffle: up to `turn` ranks are missing."""
    return [mask for mask in range(ALL_RANKS + 1) if mask.bit_count() >= RANKS - turn]


@cache
def situations(turn: int, seats: int) -> dict[tuple[Holding, ...], int]:
    """Every situation of a turn, which is the holdings of all seats in ascending order, with its index in the table."""
    return {held: at for at, held in enumerate(combinations_with_replacement(holdings(turn), seats))}


def max_waits_of(seats: int, draw: str, patience: int) -> int:
    """How many beats of waiting in a row the table tells apart. More would change almost nothing."""
    told_apart = {("top", 2): 10, ("choose", 2): 4, ("top", 3): 3, ("choose", 3): 2}
    return min(patience, told_apart[draw, seats])


@cache
def nodes(seats: int, max_waits: int) -> tuple[Node, ...]:
    """All nodes of a turn, parents first."""
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
        if len(waiting) > 1 and beat - max(places) < max_waits:
            visit(places, beat + 1)

    visit((0,) * seats, 1)
    return tuple(found)


@cache
def decision_points(seats: int, max_waits: int) -> tuple[tuple[Node, int], ...]:
    """Each node with each seat that decides there, in the order of the table."""
    return tuple((node, seat) for node in nodes(seats, max_waits) for seat, place in enumerate(node[0]) if not place)


def ranks_in(held: Holding) -> Iterator[int]:
    """The ranks - 1 of a holding."""
    return (rank for rank in range(RANKS) if held >> rank & 1)


def encode(
    play_chances: PointChances, choice_chances: Sequence[Sequence[float]], held: Sequence[Holding], max_waits: int
) -> str:
    """One situation as text: first the chances to choose each rank (if cards are chosen), then all decision points."""
    parts = [_encode_chances(chances, held[seat]) for seat, chances in enumerate(choice_chances)]
    parts += [_encode_chances(play_chances[point], held[point[1]]) for point in decision_points(len(held), max_waits)]
    return "".join(parts)


def _encode_chances(chances: Sequence[float], held: Holding) -> str:
    return "".join(DIGITS[round(CHANCE_STEPS * chances[rank])] for rank in ranks_in(held))


class SolvedTurn:
    """The strategies of all seats in one situation, seats in the order of the table."""

    __slots__ = ("choice_chances", "play_chances")

    def __init__(self, text: str, held: Sequence[Holding], max_waits: int, chooses: bool) -> None:
        digits = iter(text)

        def chances(mask: Holding) -> list[float]:
            found = [0.0] * RANKS
            for rank in ranks_in(mask):
                found[rank] = DIGITS.index(next(digits)) / CHANCE_STEPS
            return found

        self.choice_chances = [chances(mask) for mask in held] if chooses else []
        points = decision_points(len(held), max_waits)
        self.play_chances: PointChances = {point: chances(held[point[1]]) for point in points}


@cache
def _load_turns() -> dict[str, list[list[str]]]:
    data: dict[str, list[list[str]]] = json.loads(TURNS_FILE.read_text(encoding="ascii"))["turns"]
    return data


@cache
def solved_turn(draw: str, max_waits: int, turn: int, held: tuple[Holding, ...]) -> SolvedTurn:
    """The strategies of one situation. `held` must be in ascending order."""
    seats = len(held)
    text = _load_turns()[f"{draw} {seats} {max_waits}"][turn][situations(turn, seats)[held]]
    return SolvedTurn(text, held, max_waits, draw == "choose")


@cache
def rest_values(draw: str, seats: int) -> dict[tuple[int, tuple[Holding, ...]], tuple[float, ...]]:
    """The value of the rest of a shuffle for each seat in tokens, by turn and holdings in ascending order."""
    data: dict[str, list[list[list[int]]]] = json.loads(TURNS_FILE.read_text(encoding="ascii"))["worth"]
    values = data[f"{draw} {seats}"]
    return {
        (turn, held): tuple(value / 1000 for value in values[turn][at])
        for turn in range(TURNS)
        for held, at in situations(turn, seats).items()
    }
