"""A worker that thinks at once and in this process, where bots are not what is tested."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game import catalog
from game.ai.bots import Bot
from game.ai.worker import Answer, Worker
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.view import View


def bot_of(rules: Rules[Any], name: str) -> Bot:
    """A bot holds nothing of a match: one is enough for all tables with the same cards and options."""
    return _bot(rules.spec.title, tuple(rules.options.items()), tuple(rules.spec.effects.items()), name)


@lru_cache(64)
def _bot(
    title: str, options: tuple[tuple[str, Value], ...], effects: tuple[tuple[int, str], ...], name: str
) -> Bot:
    return Bot(catalog.rules(title, dict(options), dict(effects) or None), name)


class Here(Worker):
    """`busy` polls go by before an answer; `bot` thinks in the place of whoever is asked."""

    def __init__(self, busy: int = 0, bot: str = "") -> None:
        super().__init__()
        self.busy = busy
        self._bot = bot
        self._number = 0
        self._polls = 0
        self._answer: Answer | None = None

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> int:
        self._number += 1
        self._answer = Answer(self._number, bot_of(rules, self._bot or bot).think(view, Dice(*seed)))
        self._polls = 0
        return self._number

    def awake(self, patience: float = 0.0) -> bool:
        return True

    def poll(self) -> Answer | None:
        self._polls += 1
        if self._polls <= self.busy:
            return None
        answer, self._answer = self._answer, None
        return answer


class Asleep(Here):
    """Bots that are asked, and never come to an end."""

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> int:
        self._number += 1
        return self._number
