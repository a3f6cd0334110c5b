"""Bots: a move chosen from a View."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View

Bot = Callable[[Rules[Any], View, Dice], Move]


def random_move(rules: Rules[Any], view: View, dice: Dice) -> Move:
    return dice.pick(view.legal)


BOTS: dict[str, Bot] = {"random": random_move}
