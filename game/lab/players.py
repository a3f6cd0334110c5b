"""Players of simulations and ladders: the bots, and players by a rule of thumb ("rule:NAME")."""

from __future__ import annotations

from typing import Any

from game.ai.bots import RANDOM, Bot
from game.ai.minds import RULES_OF_THUMB
from game.engine.errors import OptionError
from game.engine.rules import Rules
from game.engine.sentences import Sentence, with_suggestion

RULE = "rule:"


class RulePlayer(Bot):
    """A player by a rule of thumb. It takes a View like any bot."""

    def __init__(self, rules: Rules[Any], name: str) -> None:
        super().__init__(rules, RANDOM)
        self.name = name
        self.mind = RULES_OF_THUMB[rules.spec.title][name.removeprefix(RULE)](rules)


def rule_names(title: str) -> list[str]:
    """Names of the players by a rule of thumb of a title."""
    return [f"{RULE}{name}" for name in RULES_OF_THUMB.get(title, ())]


def make_player(rules: Rules[Any], name: str) -> Bot:
    """The bot or the player by a rule of thumb of this name. OptionError if there is none."""
    if not name.startswith(RULE):
        return Bot(rules, name)
    known = rule_names(rules.spec.title)
    if name not in known:
        problem = Sentence("there is no bot “{name}”; there are {known}", name=name, known=", ".join(known))
        raise OptionError(with_suggestion(problem, name, known))
    return RulePlayer(rules, name)
