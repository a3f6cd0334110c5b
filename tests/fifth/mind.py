"""High Card: every card tried in guessed worlds that are played on at random."""

from __future__ import annotations

from typing import Any

from game.ai.search import flat_monte_carlo, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View


class HighCardMind:
    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        self.rules = rules
        self.level = level
        self.style = style

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        worlds = guessed_worlds(self.rules, view)
        worths, spent = flat_monte_carlo(self.rules, worlds, view.seat, view.legal, self._play_on, dice, budget)
        values = [
            worth + self._liking(move) + dice.below(100) * self.level["whim"] / 5000
            for worth, move in zip(worths, view.legal, strict=True)
        ]
        best = values.index(max(values))
        return Thought(view.legal[best], tuple(zip(view.legal, values, strict=True)), spent)

    def _liking(self, move: Move) -> float:
        """What the character sees in a high card now."""
        return self.rules.spec.faces[move.card].rank * self.style["boldness"] / 1000

    def _play_on(self, state: Any, seat: Seat, dice: Dice) -> float:
        rules = self.rules
        while deciders := rules.deciders(state):
            rules.play(state, deciders[0], dice.pick(rules.legal(state, deciders[0])), dice)
        scores = rules.standings(state).scores or ()
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
