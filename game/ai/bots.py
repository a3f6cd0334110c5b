"""Bots by name. A name is a level or a level and a character ("expert", "expert:waiter"), or "random"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.minds import MINDS
from game.ai.thought import Budget, Thinker, Thought, never
from game.engine.dice import Dice
from game.engine.errors import OptionError
from game.engine.rules import Rules
from game.engine.sentences import Sentence, with_suggestion
from game.engine.view import View

RANDOM = "random"


class RandomMind:
    """Chooses any legal move."""

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        return Thought(dice.pick(view.legal))


class Bot:
    """A player with a name and a mind. It is given a View and nothing else."""

    def __init__(self, rules: Rules[Any], name: str) -> None:
        self.name = name
        self.simulations = 0
        self.mind: Thinker = RandomMind()
        if name != RANDOM:
            level, style = level_and_style(rules, name)
            self.simulations = level["simulations"]
            self.mind = MINDS[rules.spec.title](rules, level, style)

    def think(self, view: View, dice: Dice, budget: Budget | None = None) -> Thought:
        return self.mind.think(view, dice, budget or Budget(self.simulations, never))


def bot_names(rules: Rules[Any]) -> list[str]:
    """"random" and the levels of the title, the weakest first."""
    return [RANDOM, *rules.spec.levels] if rules.spec.title in MINDS else [RANDOM]


def level_and_style(rules: Rules[Any], name: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The numbers of the level and of the style of a bot's name. OptionError if there is no such bot."""
    level, colon, character = name.partition(":")
    spec = rules.spec
    if level not in spec.levels or spec.title not in MINDS:
        known = bot_names(rules)
        problem = Sentence("there is no bot “{name}”; there are {known}", name=level, known=", ".join(known))
        raise OptionError(with_suggestion(problem, level, known))
    if character in spec.former_characters:
        return spec.levels[level], spec.neutral_style()
    if colon and character not in spec.characters:
        words, known = "{title} has no character “{name}”; it has {known}", list(spec.characters)
        problem = Sentence(words, title=spec.title, name=character, known=", ".join(known))
        raise OptionError(with_suggestion(problem, character, spec.characters))
    return spec.levels[level], spec.characters[character] if colon else spec.neutral_style()
