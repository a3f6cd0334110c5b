"""Bots think in a process of their own, so that the screen never waits. Only plain data goes back and forth.

`Worker.ask` returns a Ticket. Only whoever holds the Ticket can read the answer or drop the question.
If the process dies, falls silent, answers nonsense or an illegal move, the question gets a random legal move and the
process is replaced. The match goes on.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any, Literal

from game.ai.bots import Bot
from game.ai.thought import Budget, Reason, Thought
from game.data import catalog
from game.engine.cards import Card
from game.engine.dice import Dice
from game.engine.errors import MallowError
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.view import View, freeze, read_view

THOUGHT_LIMIT_S = 10.0
"""A search that takes longer is cut short. Only a machine many times slower than usual gets there."""
SILENCE_LIMIT_S = 10.0
"""A process that is alive but says nothing for so long is replaced."""
START_LIMIT_S = 60.0
"""A process that has not started by then is replaced. A busy machine can take many seconds."""
LIFE_SIGN_INTERVAL_S = 0.3
"""Time between the signs of life that a long search gives."""
READY, THINKING = "ready", "thinking"

Serve = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot thought, and what went wrong, if anything did."""

    thought: Thought
    trouble: str = ""
    """Empty, or "died", "silent", "garbage", "illegal". Then the move is a random legal one."""


@dataclass(frozen=True, slots=True)
class Question:
    """One View to think about."""

    rules: Rules[Any]
    view: View
    bot: str
    seed: tuple[str | int, ...]

    def random_answer(self, trouble: str) -> Answer:
        """A legal move drawn by lot. The seed decides, so it can be told apart from a bot's own move later."""
        return Answer(Thought(Dice("quick", *self.seed).pick(self.view.legal)), trouble)


class Ticket:
    """One question to the bots' process. Dropped, its answer reaches nobody."""

    def __init__(self, worker: Worker, question: Question) -> None:
        self.question = question
        self._worker = worker
        self._answer: Answer | None = None
        self._dropped = False

    @property
    def open(self) -> bool:
        """Whether somebody still waits for the answer."""
        return self._answer is None and not self._dropped

    def answer(self) -> Answer | None:
        """The answer, once it is there. Ask as often as you like; it never waits."""
        if self.open:
            self._worker.look_for_answer(self)
        return self._answer

    def drop(self) -> None:
        """Nobody wants the answer any more."""
        self._dropped, self._answer = True, None

    def give(self, answer: Answer) -> None:
        """For the worker: the answer has come. A dropped Ticket takes none."""
        if self.open:
            self._answer = answer


class Worker:
    """One process, started with the first question and kept. It answers one question after the other."""

    method: Literal["spawn"] = "spawn"
    """How the process starts: the only way that all systems have."""

    def __init__(self, serve: Serve | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._serve = serve or _serve
        self._clock = clock
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._unsent: deque[Ticket] = deque()
        """Questions that the process has not been sent yet."""
        self._asked: Ticket | None = None
        """The question that the process thinks about."""
        self._number = 0
        """Counts the questions that were sent. An answer carries the number of its question."""
        self._started_at = self._sent_at = 0.0
        self._heard_at: float | None = None
        """When the process last gave a sign of life; None while it starts."""
        self.starts = 0

    # The process

    def start(self) -> None:
        context = multiprocessing.get_context(self.method)
        ours, theirs = context.Pipe()
        process = context.Process(target=_start_serving, args=(self._serve, theirs), daemon=True, name="mallow bots")
        process.start()
        theirs.close()
        self._process, self._pipe, self._heard_at = process, ours, None
        self._started_at = self._clock()
        self.starts += 1

    def wait_until_ready(self, patience: float = START_LIMIT_S) -> bool:
        """Wait until the process is there: for callers who can afford to wait."""
        if self._process is None:
            self.start()
        return self._heard_at is not None or (self._pipe is not None and self._pipe.poll(patience))

    def stop(self) -> None:
        """End the process; the next question starts another."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(1)
        self._process = self._pipe = None

    # Questions and answers

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        """Let a bot think about a View. Several Tickets may be open; they are answered in order."""
        ticket = Ticket(self, Question(rules, view, bot, seed))
        self._unsent.append(ticket)
        self._send_next()
        return ticket

    def look_for_answer(self, ticket: Ticket) -> None:
        """For Tickets: take in whatever the process has said so far."""
        self._listen()
        self._send_next()

    def _send_next(self) -> None:
        while self._asked is None and self._unsent:
            ticket = self._unsent.popleft()
            if ticket.open:
                self._send(ticket)

    def _send(self, ticket: Ticket) -> None:
        question = ticket.question
        self._asked, self._number, self._sent_at = ticket, self._number + 1, self._clock()
        request = {
            "number": self._number,
            "title": question.rules.spec.title,
            "options": dict(question.rules.options),
            "effects": dict(question.rules.spec.effects) or None,
            "view": question.view.to_plain(),
            "bot": question.bot,
            "seed": list(question.seed),
        }
        for _ in range(2):
            if self._process is None or not self._process.is_alive():
                self.stop()
                self.start()
            try:
                assert self._pipe is not None
                self._pipe.send(request)
                return
            except OSError:  # it died just now; `_listen` notices a second death
                self.stop()

    def _listen(self) -> None:
        """Everything that has arrived; then whether anything can still arrive."""
        try:
            while self._asked is not None and self._pipe is not None and self._pipe.poll():
                data = self._pipe.recv()
                self._heard_at = self._clock()
                if data not in (READY, THINKING):
                    self._take_answer(self._asked, data)
        except (EOFError, OSError):
            self._give_up("died")
        except Exception:  # a broken process may send anything, also what cannot be unpickled
            self._give_up("garbage")
        if self._asked is None:
            return
        if self._process is None or not self._process.is_alive():
            self._give_up("died")
        elif self._is_silent():
            self._give_up("silent")

    def _is_silent(self) -> bool:
        now = self._clock()
        if self._heard_at is None:
            return now - self._started_at > START_LIMIT_S
        return now - max(self._sent_at, self._heard_at) > SILENCE_LIMIT_S

    def _take_answer(self, ticket: Ticket, data: Any) -> None:
        """The answer to the question that was sent last; earlier ones are out of date."""
        if isinstance(data, dict) and type(data.get("number")) is int and data["number"] < self._number:
            return
        question = ticket.question
        try:
            thought = _read_thought(question.rules, question.view, data)
        except (MallowError, KeyError, TypeError, ValueError, AttributeError):
            self._give_up("garbage")
            return
        if thought.move not in question.view.legal:
            self._give_up("illegal")
            return
        self._asked = None
        ticket.give(Answer(thought))

    def _give_up(self, trouble: str) -> None:
        """This process is of no use any more. Its question gets a random move, unless nobody wants one."""
        ticket, self._asked = self._asked, None
        self.stop()
        self.start()
        if ticket is not None:
            ticket.give(ticket.question.random_answer(trouble))


def _start_serving(serve: Serve, pipe: Connection) -> None:
    """The first thing in the new process: say that it is there, then serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send(READY)
    serve(pipe)


def _serve(pipe: Connection) -> None:
    """Answer until the pipe is closed."""
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = make_answer(request, lambda: pipe.send(THINKING))
        except Exception as error:  # the other side takes a random move instead
            answer = {"number": request["number"], "error": repr(error)}
        try:
            pipe.send(answer)
        except OSError:
            return


def make_answer(request: Mapping[str, Any], sign: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """`sign` is called now and then while a search takes long."""
    effects: Mapping[Card, str] = request["effects"] or {}
    rules, bot = _bot(request["title"], tuple(request["options"].items()), tuple(effects.items()), request["bot"])
    view = read_view(rules, request["view"])
    thought = bot.think(view, Dice(*request["seed"]), Budget(bot.simulations, _SearchClock(sign).stop))
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


class _SearchClock:
    """Ends a search that takes too long, and says now and then that it goes on."""

    def __init__(self, sign: Callable[[], None]) -> None:
        self._sign = sign
        self._next = time.monotonic() + LIFE_SIGN_INTERVAL_S
        self._deadline = time.monotonic() + THOUGHT_LIMIT_S

    def stop(self) -> bool:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + LIFE_SIGN_INTERVAL_S
            self._sign()
        return now > self._deadline


def _read_thought(rules: Rules[Any], view: View, data: Mapping[str, Any]) -> Thought:
    book = rules.book(view.seat)
    return Thought(
        book.read(str(data["move"])),
        tuple((book.read(str(text)), float(value)) for text, value in data["values"]),
        int(data["simulations"]),
        tuple(
            Reason(str(key), {str(name): freeze(value) for name, value in values.items()})
            for key, values in data["reasons"]
        ),
    )


