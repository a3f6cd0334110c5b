"""When a bot acts in live Jelly Mind: a delay like a person's, made of what everybody sees and nothing else."""

from __future__ import annotations

import math

from game.ai.thought import Numbers
from game.engine.dice import Dice
from game.engine.view import View

SHORTEST, LONGEST = 0.25, 4.0
REACTION = 0.35
"""Nobody is faster, in seconds."""
PAUSE = 0.8
"""How long a usual beat of thinking lasts."""
SPREAD = 0.45
"""How much moments differ: the deviation of their logarithm."""


def moment(level: Numbers, style: Numbers, view: View, dice: Dice) -> float:
    """Seconds until the bot gives its move of this beat. The own card has no say in it, or it would be a tell."""
    facts = view.facts
    places: tuple[int, ...] = facts["place"]
    active: tuple[int, ...] = facts["active"]
    pause: float = PAUSE * (1 + 0.25 * facts["turns"])
    if facts["choosing"]:
        pause *= 1.6
    elif any(places[seat] for seat in active if seat != view.seat):
        pause *= 0.7
    pause *= 1 + 0.2 * min(3, facts["idle"])
    pause *= 1.25 - 0.4 * bool(level["infers"]) + 0.002 * (100 - level["memory"])
    pause *= math.exp(-style["haste"] / 60)
    swing = math.exp(SPREAD * _bell(dice))
    return min(LONGEST, max(SHORTEST, REACTION + pause * swing))


def _bell(dice: Dice) -> float:
    """Near 0 mostly, seldom beyond 2 on either side."""
    return (sum(dice.random() for _ in range(4)) - 2) * math.sqrt(3)
