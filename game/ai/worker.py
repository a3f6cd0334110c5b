"""Bots think in a process of their own, so that the screen never waits. Only plain data is sent between the processes.

`Worker.ask` returns a Ticket. Only the holder of the Ticket can read the answer or drop the question.
If the process dies, falls silent, answers nonsense or an illegal move, the question gets a random legal move and the
process is replaced. The match goes on.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from game.ai.thought import Budget, Reason, Thought
from game.data import catalog
from game.engine.cards import Card
from game.engine.dice import Dice
from game.engine.errors import MallowError
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.view import View, freeze, read_view

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from game.ai.bots import Bot

THOUGHT_LIMIT_S = 10.0
"""A search that takes longer is cut short. Only a machine many times slower than usual gets there."""
SILENCE_LIMIT_S = 10.0
"""A process that is alive but sends nothing for this long is replaced."""
START_LIMIT_S = 60.0
"""A process that takes longer to start is replaced. A busy machine can take many seconds."""
LIFE_SIGN_INTERVAL_S = 0.3
"""Time between two messages "thinking" of a long search."""
READY, THINKING = "ready", "thinking"
"""Messages that the process sends besides answers: it has started; it is still thinking."""

Serve = Callable[["Connection"], None]
"""What the process runs: it answers questions until the pipe is closed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot thought. `trouble` says what went wrong."""

    thought: Thought
    trouble: str = ""
    """Empty if nothing did. With "died", "silent", "garbage" or "illegal" the move is a random legal one."""


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A View that a bot has to think about."""

    rules: Rules[Any]
    view: View
    bot: str
    seed: tuple[str | int, ...]

    def random_answer(self, trouble: str) -> Answer:
        """A random legal move. It depends on the seed, so that it can later be told apart from a bot's own move."""
        return Answer(Thought(Dice("quick", *self.seed).pick(self.view.legal)), trouble)


class Ticket:
    """One question to the bots' process. After `drop` its answer reaches nobody."""

    def __init__(self, worker: Worker, question: BotQuestion) -> None:
        self.question = question
        self._worker = worker
        self._answer: Answer | None = None
        self._dropped = False

    @property
    def open(self) -> bool:
        """Whether the answer is still awaited: it has not come, and the Ticket was not dropped."""
        return self._answer is None and not self._dropped

    def answer(self) -> Answer | None:
        """The answer, or None while it has not come. Never waits."""
        if self.open:
            self._worker.look_for_answer(self)
        return self._answer

    def drop(self) -> None:
        """The answer is not wanted any more."""
        self._dropped, self._answer = True, None

    def give(self, answer: Answer) -> None:
        """The worker calls this with the answer. A dropped Ticket ignores it."""
        if self.open:
            self._answer = answer


class Worker:
    """The bots' process. It is started with the first question and answers one question after the other."""

    method: Literal["spawn"] = "spawn"
    """How the process is started. "spawn" works on all systems."""

    def __init__(self, serve: Serve | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._serve = serve or _serve
        self._clock = clock
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._unsent: deque[Ticket] = deque()
        """Questions that were not sent yet."""
        self._asked: Ticket | None = None
        """The question that was sent and has no answer yet."""
        self._number = 0
        """Number of questions that were sent. An answer carries the number of its question."""
        self._started_at = self._sent_at = 0.0
        self._heard_at: float | None = None
        """When the process last sent something; None while it starts."""
        self.starts = 0
        """Number of processes that were started."""

    # The process

    @property
    def is_starting(self) -> bool:
        """Whether the process has been started and is not ready yet."""
        return self._process is not None and self._heard_at is None

    def start(self) -> None:
        """Start the process, unless that was done already: a second one would not hear the questions to the first."""
        import multiprocessing  # imported late, so that the menu comes sooner

        if self._process is not None:
            return
        _leave_deleted_folder()
        context = multiprocessing.get_context(self.method)
        ours, theirs = context.Pipe()
        process = context.Process(target=_start_serving, args=(self._serve, theirs), daemon=True, name="mallow bots")
        with _ignore_interrupts():
            process.start()
        theirs.close()
        self._process, self._pipe, self._heard_at = process, ours, None
        self._started_at = self._clock()
        self.starts += 1

    def wait_until_ready(self, limit_s: float = START_LIMIT_S) -> bool:
        """Start the process and wait until it is ready. False after `limit_s`. Not for a running screen."""
        if self._process is None:
            self.start()
        return self._heard_at is not None or (self._pipe is not None and self._pipe.poll(limit_s))

    def stop(self) -> None:
        """End the process. The next question starts a new one."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(1)
        self._process = self._pipe = None

    # Questions and answers

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        """Let a bot think about a View. Several Tickets can be open; they are answered in order."""
        ticket = Ticket(self, BotQuestion(rules, view, bot, seed))
        self._unsent.append(ticket)
        self._send_next()
        return ticket

    def look_for_answer(self, ticket: Ticket) -> None:
        """A Ticket calls this: read what the process has sent so far, and send it the next question."""
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
            except OSError:  # the process has died; if the next one dies too, `_listen` notices it
                self.stop()

    def _listen(self) -> None:
        """Read everything that has arrived, then check whether the process is still of use."""
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
        """Give an answer to its Ticket. Answers to earlier questions are ignored."""
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
        """Replace the process. Its question gets a random legal move."""
        ticket, self._asked = self._asked, None
        self.stop()
        self.start()
        if ticket is not None:
            ticket.give(ticket.question.random_answer(trouble))


def _leave_deleted_folder() -> None:
    """From a folder that was deleted no process can be started."""
    try:
        Path.cwd()
    except OSError:
        os.chdir("/")


@contextlib.contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C meanwhile. A process that is started in here ignores it from its first moment."""
    if threading.current_thread() is not threading.main_thread():  # only that one may change it
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_serving(serve: Serve, pipe: Connection) -> None:
    """The first function in the new process: load all minds, report that it is ready, then serve.

    If minds were loaded with the first question, its thought would be a long one, and all later pauses as long.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module("game.ai.bots")
    try:
        pipe.send(READY)
    except OSError:  # the program has ended meanwhile
        return
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
    """Think about a request of `Worker._send`. `sign` is called now and then during a long search."""
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
        "look": [(reason.key, dict(reason.values)) for reason in [thought.look] if reason is not None],
    }


@lru_cache(8)
def _bot(
    title: str, options: tuple[tuple[str, Value], ...], effects: tuple[tuple[Card, str], ...], name: str
) -> tuple[Rules[Any], Bot]:
    """Rules and bot, cached: a bot holds no match data, and some take long to create."""
    from game.ai.bots import Bot  # imported late: only the bots' process needs all minds

    rules = catalog.rules(title, dict(options), dict(effects) or None)
    return rules, Bot(rules, name)


class _SearchClock:
    """Ends a search after THOUGHT_LIMIT_S, and calls `sign` every LIFE_SIGN_INTERVAL_S until then."""

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
        _read_reasons(data["reasons"]),
        next(iter(_read_reasons(data.get("look", ()))), None),
    )


def _read_reasons(data: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Reason, ...]:
    return tuple(
        Reason(str(key), {str(name): freeze(value) for name, value in values.items()}) for key, values in data
    )


