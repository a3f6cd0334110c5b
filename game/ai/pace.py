"""How long a bot waits before it moves. The time depends only on its name and on what everybody can see."""

from __future__ import annotations

from typing import Any

from game.ai.bots import RANDOM, level_and_style
from game.ai.minds import MINDS
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.spec import LEVELS
from game.engine.view import View

MIN_PAUSE_S, MAX_PAUSE_S = 0.2, 2.0


def pause_s(bot: str, turn: int, seats: int) -> float:
    """Time before a bot's move is shown. Stronger bots take longer, and the time varies from turn to turn.

    With more players each bot is quicker, so that a person does not wait too long for the next own card.
    """
    level, _, character = bot.partition(":")
    rank = LEVELS.index(level) if level in LEVELS else 0
    chance = Dice("pace", bot, turn).random()
    temper = Dice("temper", character).random() - 0.5
    for_two_s = 0.45 + 0.03 * rank + 0.2 * temper + 0.5 * chance
    return min(max(for_two_s * 2.5 / (0.5 + seats), MIN_PAUSE_S), MAX_PAUSE_S)


def moment_s(rules: Rules[Any], bot: str, view: View, dice: Dice) -> float:
    """Time until a bot acts where everybody plays at once. The title's mind says it; otherwise it is random."""
    knows = getattr(MINDS.get(rules.spec.title), "live_delay_s", None)
    if knows is None or bot == RANDOM:
        return 2 * MIN_PAUSE_S + dice.random()
    return float(knows(*level_and_style(rules, bot), view, dice))
