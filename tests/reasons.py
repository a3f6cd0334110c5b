"""Shared parts of the tests of hints: how many are made, and the reasons that all titles have."""

from __future__ import annotations

from typing import Any

from game.ai.bots import Bot, bot_names
from game.ai.hints import Hint, make_hint
from game.ai.thought import Budget, Reason
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.view import View

HINTS_PER_TITLE = 500
"""Hints that are made for each title. None may have a false reason."""


def hint(rules: Rules[Any], view: View, dice: Dice, budget: Budget | None = None) -> Hint:
    """A hint of the best level, thought out in this process."""
    return make_hint(view, Bot(rules, bot_names(rules)[-1]).think(view, dice, budget))


def general_reason_holds(seen: View, reason: Reason) -> bool | None:
    """Whether a reason that all titles have is true; None for a reason of one title."""
    match reason.key:
        case "why.only_move":
            return len(seen.legal) == 1
        case "why.tried":
            return len(seen.legal) > 1 and int(str(reason.values["count"])) > 0
        case "why.looked":
            return len(seen.legal) > 1
    return None
