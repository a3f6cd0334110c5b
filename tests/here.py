"""A worker that thinks at once and in this process, where bots are not what is tested."""

from __future__ import annotations

from typing import Any

from game.ai.worker import Answer, Worker, think_here
from game.engine.rules import Rules
from game.engine.view import View


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
        self._answer = Answer(self._number, think_here(rules, view, self._bot or bot, *seed))
        self._polls = 0
        return self._number

    def poll(self) -> Answer | None:
        self._polls += 1
        if self._polls <= self.busy:
            return None
        answer, self._answer = self._answer, None
        return answer
