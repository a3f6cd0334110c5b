"""A worker without a process of its own, for tests that do not test the bots' process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from game.ai.bots import Bot
from game.ai.thought import Thought
from game.ai.worker import Answer, BotQuestion, Ticket, Worker
from game.data import catalog
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.view import View


def cached_bot(rules: Rules[Any], name: str) -> Bot:
    """A bot, cached: it holds no match data, so one is enough for all matches with the same cards and options."""
    return _bot(rules.spec.title, tuple(rules.options.items()), tuple(rules.spec.effects.items()), name)


@lru_cache(64)
def _bot(
    title: str, options: tuple[tuple[str, Value], ...], effects: tuple[tuple[int, str], ...], name: str
) -> Bot:
    return Bot(catalog.rules(title, dict(options), dict(effects) or None), name)


def think_here(rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Thought:
    """The thought that a worker would answer with, made in this process."""
    return Bot(rules, bot).think(view, Dice(*seed))


class InlineWorker(Worker):
    """Thinks in this process. An answer comes after that number of looks. `bot` replaces every bot that is asked."""

    def __init__(self, looks_before_answer: int = 0, bot: str = "") -> None:
        super().__init__()
        self.looks_before_answer = looks_before_answer
        self._bot = bot
        self._looks: WeakKeyDictionary[Ticket, int] = WeakKeyDictionary()

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        return Ticket(self, BotQuestion(rules, view, self._bot or bot, seed))

    def wait_until_ready(self, limit_s: float = 0.0) -> bool:
        return True

    def look_for_answer(self, ticket: Ticket) -> None:
        looks = self._looks[ticket] = self._looks.get(ticket, 0) + 1
        if looks > self.looks_before_answer:
            ticket.give(self.think(ticket.question))

    def think(self, question: BotQuestion) -> Answer:
        mind = cached_bot(question.rules, question.bot)
        return Answer(mind.think(question.view, Dice(*question.seed)))


class NeverAnsweringWorker(InlineWorker):
    """Its bots never answer."""

    def look_for_answer(self, ticket: Ticket) -> None:
        pass
