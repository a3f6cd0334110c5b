"""Bots' processes that misbehave. This module must not import pygame: the processes have to start quickly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from game.ai.worker import SILENCE_LIMIT_S, THINKING, Serve, Ticket, Worker, make_answer
from game.engine.rules import Rules
from game.engine.view import View


class QuickWorker(Worker):
    """Real processes that start quickly, for tests that need many."""

    if sys.platform != "win32":
        method = "forkserver"  # type: ignore[assignment]
        multiprocessing.set_forkserver_preload(["tests.unruly"])


def receive(pipe: Connection) -> Any:
    """The next message; None after the pipe was closed."""
    try:
        return pipe.recv()
    except (EOFError, OSError):
        return None


def unruly(pipe: Connection) -> None:
    """Misbehaves as the name of the bot says."""
    while (request := receive(pipe)) is not None:
        what, _, text = request["bot"].partition("=")
        match what:
            case "garbage":
                pipe.send({"number": request["number"], "move": ["what"], "values": 3})
            case "noise":
                pipe.send_bytes(b"\x80\x04no pickle at all")
            case "illegal":
                pipe.send({"number": request["number"], "move": text, "values": [], "simulations": 0, "reasons": []})
            case "silent":
                say_nothing(pipe)
            case _:
                pipe.send(make_answer(request, lambda: pipe.send(THINKING)))


def say_nothing(pipe: Connection) -> None:
    """Read and ignore questions until the pipe is closed."""
    while receive(pipe) is not None:
        pass


def dies(pipe: Connection) -> None:
    pipe.recv()
    os._exit(7)


def dies_without_minds(pipe: Connection) -> None:
    """Answers one question, if the minds of all titles were loaded before it came."""
    if "game.ai.minds" not in sys.modules:
        dies(pipe)
    pipe.send(make_answer(pipe.recv()))
    say_nothing(pipe)


def hangs(pipe: Connection) -> None:
    say_nothing(pipe)


def babbles(pipe: Connection) -> None:
    while True:
        pipe.recv()
        pipe.send(["what", {"a": "mess"}])


def sends_noise(pipe: Connection) -> None:
    while True:
        pipe.recv()
        pipe.send_bytes(b"\x80\x04garbage that is no pickle")


def cheats(pipe: Connection) -> None:
    """Answers a move that exists but is not legal now."""
    while True:
        number = pipe.recv()["number"]
        pipe.send({"number": number, "move": "choose 1", "values": [], "simulations": 0, "reasons": []})


def thinks_long(pipe: Connection) -> None:
    """Sends THINKING eight times, each time after it was told to go on, then answers."""
    request = pipe.recv()
    for _ in range(8):
        pipe.send(THINKING)
        pipe.recv()
    pipe.send(make_answer(request))
    say_nothing(pipe)


def answers_late_then_well(pipe: Connection) -> None:
    while True:
        request = pipe.recv()
        old = dict(make_answer(request), number=request["number"] - 1)
        pipe.send(old)
        pipe.send(make_answer(request))


class PatientWorker(QuickWorker):
    """A real process. The clock that measures its silence runs only while `frozen`.

    So a busy machine is never mistaken for a process that hangs.
    """

    def __init__(self, serve: Serve = unruly) -> None:
        super().__init__(serve, clock=lambda: self.now)
        self.now = 0.0
        self.frozen = False

    def look_for_answer(self, ticket: Ticket) -> None:
        if self.frozen:
            self.now += SILENCE_LIMIT_S / 4
        super().look_for_answer(ticket)


class FaultyWorker(PatientWorker):
    """Fails as `fault` says; works normally while it is empty."""

    def __init__(self) -> None:
        super().__init__()
        self.fault = ""
        self.asked = 0

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        self.asked += 1
        assert self.wait_until_ready()
        self.frozen = self.fault in ("hung", "silent")
        match self.fault:
            case "garbage" | "noise" | "silent":
                bot = self.fault
            case "killed" | "hung":
                bot = "silent"  # else it may answer before the signal comes
            case "illegal":
                bot = next(f"illegal={move}" for move in rules.book(view.seat) if move not in view.legal)
        ticket = super().ask(rules, view, bot, *seed)
        if self.fault in ("killed", "hung"):
            assert self._process is not None and self._process.pid is not None
            with suppress(ProcessLookupError):  # dying already
                os.kill(self._process.pid, signal.SIGKILL if self.fault == "killed" else signal.SIGSTOP)
        return ticket
