"""What a bot returns (a Thought) and what thinks it up (a Mind)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """How long a bot may think, in simulations, so that the same thought can be repeated on every machine.

    `stop` is asked now and then and ends the search early. It is only a limit for very slow machines.
    """

    simulations: int
    stop: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good: a locale key and its values. It must be true in the View."""

    key: str
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's move, with its value of every legal move and its reasons."""

    move: Move
    values: tuple[tuple[Move, float], ...] = ()
    """The value of every legal move. Higher is better; the unit is the mind's own."""
    simulations: int = 0
    reasons: tuple[Reason, ...] = ()
    look: Reason | None = None
    """What to think about before the move is named: it leaves out some of the legal moves, but not this one."""


def high_or_low(own: int, numbers: Sequence[int]) -> str:
    """Which half a number lies in, between the lowest and the highest of these: "high" or "low"."""
    return "high" if 2 * own > min(numbers) + max(numbers) else "low"


class Thinker(Protocol):
    """Anything that finds a move for a View."""

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought: ...


class Mind(Thinker, Protocol):
    """Plays one title at one level in one style."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None: ...
