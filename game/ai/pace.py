"""How long a bot lets itself be waited for. A function of who it is and of what everybody can see, nothing else."""

from __future__ import annotations

from game.engine.dice import Dice
from game.engine.spec import LEVELS

SHORTEST, LONGEST = 0.4, 2.0


def pause(bot: str, turn: int) -> float:
    """Seconds before a bot's move is shown: stronger ones ponder longer, and nobody is a metronome."""
    level, _, character = bot.partition(":")
    rank = LEVELS.index(level) if level in LEVELS else 0
    chance = Dice("pace", bot, turn).random()
    temper = Dice("temper", character).random() - 0.5
    return min(max(0.6 + 0.12 * rank + 0.3 * temper + 0.6 * chance, SHORTEST), LONGEST)
