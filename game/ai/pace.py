"""How long a bot lets itself be waited for. A function of who it is and of what everybody can see, nothing else."""

from __future__ import annotations

from typing import Any

from game.ai.bots import RANDOM, found
from game.ai.minds import MINDS
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.spec import LEVELS
from game.engine.view import View

SHORTEST, LONGEST = 0.4, 2.0


def pause(bot: str, turn: int) -> float:
    """Seconds before a bot's move is shown: stronger ones ponder longer, and nobody is a metronome."""
    level, _, character = bot.partition(":")
    rank = LEVELS.index(level) if level in LEVELS else 0
    chance = Dice("pace", bot, turn).random()
    temper = Dice("temper", character).random() - 0.5
    return min(max(0.6 + 0.12 * rank + 0.3 * temper + 0.6 * chance, SHORTEST), LONGEST)


def moment(rules: Rules[Any], bot: str, view: View, dice: Dice) -> float:
    """Seconds until a bot acts where everybody plays at once: as its title knows, or else a little while."""
    knows = getattr(MINDS.get(rules.spec.title), "moment", None)
    if knows is None or bot == RANDOM:
        return SHORTEST + dice.random()
    return float(knows(*found(rules, bot), view, dice))
