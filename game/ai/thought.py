"""What a bot hands back: a move, what it thought of every move, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import Plain
from game.engine.view import View

Numbers = Mapping[str, int]


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be thought: counted in simulations, so that a thought can be had again.

    `stop` is the clock of whoever asks, only a cap for slow machines.
    """

    simulations: int
    stop: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good: a locale key and what to put into it. True of the View, or it must not be given."""

    key: str
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thought:
    move: Move
    values: tuple[tuple[Move, float], ...] = ()
    """How good every legal move looked; higher is better, in a measure of the title's own."""
    simulations: int = 0
    reasons: tuple[Reason, ...] = ()


class Thinker(Protocol):
    """Whatever finds a move."""

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought: ...


class Mind(Thinker, Protocol):
    """What there is to know about playing one title, at one level, in one style."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None: ...
