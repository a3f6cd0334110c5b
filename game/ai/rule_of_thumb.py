"""Players by a rule of thumb: the advice of a club player in two sentences. The levels of bots are measured by them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from game.ai.thought import Budget, Thought
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View


class RuleOfThumb(ABC):
    """Finds its move by looking at the View alone. It remembers nothing, searches nothing and throws no dice."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules: Any = rules

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        return Thought(view.legal[0] if len(view.legal) == 1 else self.choose(view))

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move that the rule advises. It is asked only where there are at least two moves."""
