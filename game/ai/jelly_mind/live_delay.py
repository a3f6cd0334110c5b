"""When a bot acts in live Jelly Mind: a delay like a person's. It depends only on what everybody sees."""

from __future__ import annotations

import math

from game.ai.thought import Numbers
from game.engine.dice import Dice
from game.engine.view import View

MIN_DELAY_S, MAX_DELAY_S = 0.25, 4.0
REACTION_S = 0.35
"""The part of every delay that is not thinking."""
BEAT_PAUSE_S = 0.8
"""The usual time of thinking in a beat."""
LOG_DEVIATION = 0.45
"""The standard deviation of the logarithm of the time of thinking."""


def live_delay_s(level: Numbers, style: Numbers, view: View, dice: Dice) -> float:
    """Seconds until the bot makes its move of this beat. The bot's card must not change it, or it would betray it."""
    facts = view.facts
    places: tuple[int, ...] = facts["place"]
    active: tuple[int, ...] = facts["active"]
    pause: float = BEAT_PAUSE_S * (1 + 0.25 * facts["turns"])
    if facts["choosing"]:
        pause *= 1.6
    elif any(places[seat] for seat in active if seat != view.seat):
        pause *= 0.7
    pause *= 1 + 0.2 * min(3, facts["idle"])
    pause *= 1.25 - 0.4 * bool(level["infers"]) + 0.002 * (100 - level["memory"])
    pause *= math.exp(-(style["open_low"] + style["open_high"]) / 120)
    swing = math.exp(LOG_DEVIATION * _normal_sample(dice))
    return min(MAX_DELAY_S, max(MIN_DELAY_S, REACTION_S + pause * swing))


def _normal_sample(dice: Dice) -> float:
    """A random number, about normally distributed, with the deviation 1."""
    return (sum(dice.random() for _ in range(4)) - 2) * math.sqrt(3)
