"""A hint of the best level, thought out in the test's own process."""

from __future__ import annotations

from typing import Any

from game.ai.bots import Bot, bot_names
from game.ai.hints import Hint, make_hint
from game.ai.thought import Budget
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.view import View


def hint(rules: Rules[Any], view: View, dice: Dice, budget: Budget | None = None) -> Hint:
    return make_hint(view, Bot(rules, bot_names(rules)[-1]).think(view, dice, budget))
