"""Thinking in a process of its own, so that the screen never waits. Only plain data goes back and forth.

Whatever happens over there (it dies, hangs, answers nonsense or an illegal move) costs one quick move and a new
process, never the match.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any, Literal

from game import catalog
from game.ai.bots import Bot
from game.ai.thought import Budget, Reason, Thought
from game.engine.cards import Card
from game.engine.dice import Dice
from game.engine.errors import MallowError
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.view import View, frozen, read_view

CAP = 2.0
"""Seconds a thought may take before its search is cut short."""
PATIENCE = 1.6
"""Seconds of silence after which nobody waits for a worker any longer."""
WAKING = 20.0
"""Seconds it may take to start, on a machine that has other things to do."""
READY, THINKING = "ready", "thinking"
SIGN = 0.3
"""Seconds between the signs of life that a long thought gives."""

Serve = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """A thought for the request of that number, and what went wrong with it, if anything did."""

    number: int
    thought: Thought
    trouble: str = ""
    """Empty, or "died", "late", "garbage", "illegal"."""


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    rules: Rules[Any]
    view: View
    seed: tuple[str | int, ...]
    asked: float


class Worker:
    """One process, started with the first question and kept. Ask, then poll now and then for the answer."""

    method: Literal["spawn"] = "spawn"
    """How the process begins: the one way that all systems have."""

    def __init__(self, serve: Serve | None = None, patience: float = PATIENCE) -> None:
        self._serve = serve or _serve
        self._patience = patience
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._question: _Question | None = None
        self._asked = 0
        self._started = 0.0
        self._heard: float | None = None
        """When the process last gave a sign of life."""
        self.starts = 0

    def start(self) -> None:
        context = multiprocessing.get_context(self.method)
        ours, theirs = context.Pipe()
        process = context.Process(target=_wake, args=(self._serve, theirs), daemon=True, name="mallow bots")
        process.start()
        theirs.close()
        self._process, self._pipe, self._heard = process, ours, None
        self._started = time.monotonic()
        self.starts += 1

    def awake(self, patience: float = WAKING) -> bool:
        """Wait until the process is there: for whoever would rather wait than see a simple move."""
        if self._process is None:
            self.start()
        return self._heard is not None or (self._pipe is not None and self._pipe.poll(patience))

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> int:
        """Think about a View; an unanswered question before it is forgotten."""
        self._asked += 1
        self._question = _Question(self._asked, rules, view, seed, time.monotonic())
        request = {
            "number": self._asked,
            "title": rules.spec.title,
            "options": dict(rules.options),
            "effects": dict(rules.spec.effects) or None,
            "view": view.plain(),
            "bot": bot,
            "seed": list(seed),
        }
        for _ in range(2):
            if self._process is None or not self._process.is_alive():
                self.stop()
                self.start()
            try:
                assert self._pipe is not None
                self._pipe.send(request)
                break
            except OSError:
                self.stop()
        return self._asked

    def poll(self) -> Answer | None:
        """The answer, once it is there; a simple move if there will not be one."""
        question = self._question
        if question is None:
            return None
        try:
            while self._pipe is not None and self._pipe.poll():
                data = self._pipe.recv()
                self._heard = time.monotonic()
                if data in (READY, THINKING):
                    continue
                answer = self._read(question, data)
                if answer is not None:
                    self._question = None
                    return answer
        except (EOFError, OSError):
            return self._give_up(question, "died")
        except Exception:  # whatever a broken process may send, unpickling included
            return self._give_up(question, "garbage")
        if self._process is None or not self._process.is_alive():
            return self._give_up(question, "died")
        return self._late(question, time.monotonic())

    def _late(self, question: _Question, now: float) -> Answer | None:
        """A process that is still starting may go on with that, while the match goes on without it."""
        if self._heard is not None:
            return self._give_up(question, "late") if now - max(question.asked, self._heard) > self._patience else None
        if now - self._started > max(WAKING, self._patience):
            return self._give_up(question, "late")
        return self._quick(question, "late") if now - question.asked > self._patience else None

    def _read(self, question: _Question, data: Any) -> Answer | None:
        """None for the late answer to an earlier question."""
        if isinstance(data, dict) and type(data.get("number")) is int and data["number"] < question.number:
            return None
        try:
            thought = _read_thought(question.rules, question.view, data)
        except (MallowError, KeyError, TypeError, ValueError, AttributeError):
            return self._give_up(question, "garbage")
        if thought.move not in question.view.legal:
            return self._give_up(question, "illegal")
        return Answer(question.number, thought)

    def _give_up(self, question: _Question, trouble: str) -> Answer:
        self.stop()
        self.start()
        return self._quick(question, trouble)

    def _quick(self, question: _Question, trouble: str) -> Answer:
        self._question = None
        move = Dice("quick", *question.seed).pick(question.view.legal)
        return Answer(question.number, Thought(move), trouble)

    def stop(self) -> None:
        """End the process; a new question starts another."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(1)
        self._process = self._pipe = None


def _wake(serve: Serve, pipe: Connection) -> None:
    """The other side: says that it is there, then serves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send(READY)
    serve(pipe)


def _serve(pipe: Connection) -> None:
    """Answers until the pipe is closed."""
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = answer_to(request, lambda: pipe.send(THINKING))
        except Exception as error:  # the other side makes a quick move of it
            answer = {"number": request["number"], "error": repr(error)}
        try:
            pipe.send(answer)
        except OSError:
            return


def answer_to(request: Mapping[str, Any], sign: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """`sign` is called now and then while it takes long."""
    effects: Mapping[Card, str] = request["effects"] or {}
    rules, bot = _bot(request["title"], tuple(request["options"].items()), tuple(effects.items()), request["bot"])
    view = read_view(rules, request["view"])
    thought = bot.think(view, Dice(*request["seed"]), Budget(bot.simulations, _Clock(sign).stop))
    return {
        "number": request["number"],
        "move": thought.move.text,
        "values": [(move.text, value) for move, value in thought.values],
        "simulations": thought.simulations,
        "reasons": [(reason.key, dict(reason.values)) for reason in thought.reasons],
    }


@lru_cache(8)
def _bot(
    title: str, options: tuple[tuple[str, Value], ...], effects: tuple[tuple[Card, str], ...], name: str
) -> tuple[Rules[Any], Bot]:
    """Bots hold nothing of a match, and some take a while to make: they are kept."""
    rules = catalog.rules(title, dict(options), dict(effects) or None)
    return rules, Bot(rules, name)


class _Clock:
    """Ends a search that takes too long, and says now and then that it goes on."""

    def __init__(self, sign: Callable[[], None]) -> None:
        self._sign = sign
        self._next = time.monotonic() + SIGN
        self._deadline = time.monotonic() + CAP

    def stop(self) -> bool:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + SIGN
            self._sign()
        return now > self._deadline


def _read_thought(rules: Rules[Any], view: View, data: Mapping[str, Any]) -> Thought:
    book = rules.book(view.seat)
    return Thought(
        book.read(str(data["move"])),
        tuple((book.read(str(text)), float(value)) for text, value in data["values"]),
        int(data["simulations"]),
        tuple(
            Reason(str(key), {str(name): frozen(value) for name, value in values.items()})
            for key, values in data["reasons"]
        ),
    )


def think_here(rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Thought:
    """The same thought without a process: for simulations, tests, and re-running a move later."""
    return Bot(rules, bot).think(view, Dice(*seed))


