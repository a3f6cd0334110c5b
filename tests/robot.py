"""A robot that plays in a terminal by the printed lines alone, and the terminal in which the program runs."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from random import Random

from tests.waiting import LIMIT_S

ROOT = Path(__file__).parent.parent
PROMPT = "\n> "
CHOICE_LINE = re.compile(r"^(\d+)\. (.*(?:\n   +.*)*)", re.MULTILINE)
ROBOT_COMMANDS = ("hint", "rules", "hand", "table", "players", "score", "log", "help", "rules 1", "language")
MEANINGLESS = ("xyzzy", "{who}", "é" * 300, "«»", "99999999999")
"""Lines that mean nothing, at every question."""
GARBAGE = (*MEANINGLESS, "\x1b[A", "0", "-1", "1 2 3 4 5 6 7 8 9")


def _take_terminal() -> None:
    """Let Ctrl-C reach the program, also if the process that runs the tests ignores it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)



class Robot:
    """Answers questions by number or by the words of a choice. Sometimes it types a command or nonsense first.

    It stops when the choice `last` is offered.
    """

    def __init__(self, seed: object, last: str, curious: float = 0.05) -> None:
        self._dice = Random(str(seed))
        self._last = last
        self._curious = curious
        self._choices: list[tuple[str, str]] = []
        self._heard = "choice"
        self.asked: list[str] = []

    def answer(self, printed: str) -> str | None:
        """The answer to what was printed since the last one; None when it stops."""
        found = [(number, re.sub(r"\s+", " ", line)) for number, line in CHOICE_LINE.findall(printed)]
        if self._heard != "aside":
            self._choices = found or (self._choices if self._heard == "words" else [])
        if any(line == self._last for _, line in self._choices):
            return None
        if not self._choices:
            self._heard = "choice"
            return ""
        if self._dice.random() < self._curious:
            self._heard = "aside"
            self.asked.append(self._dice.choice(ROBOT_COMMANDS + MEANINGLESS))
            return self.asked[-1]
        number, line = self._dice.choice(self._choices)
        self._heard = self._dice.choice(("choice", "choice", "choice", "words"))
        return number if self._heard == "choice" else self._shuffled_words(line)

    def _shuffled_words(self, line: str) -> str:
        said = re.findall(r"[^\W_]+", line)
        self._dice.shuffle(said)
        return " ".join(said)


class Session:
    """The program in a pseudo-terminal."""

    def __init__(self, *words: str | Path, columns: int = 80, **environment: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        usual = {"TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": str(columns), "LINES": "24"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "game", *map(str, words)],
            cwd=ROOT,
            env={**os.environ, **usual, **environment},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.transcript = ""
        self._read = 0
        self._raw = b""

    def prompt(self) -> str | None:
        """Wait for the next question. Returns what was printed before it; None if the program has ended."""
        while not self.transcript[self._read :].endswith(PROMPT):
            if not self._more():
                return None
        printed = self.transcript[self._read :]
        self._read = len(self.transcript)
        return printed

    def rest(self) -> str:
        """Wait for the end of the program. Returns what was printed before it."""
        while self._more():
            pass
        return self.transcript[self._read :]

    def _more(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], LIMIT_S)
        assert ready, f"nothing more was printed after:\n{self.transcript[-2000:]}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has closed its end of the terminal
            data = b""
        self._raw += data
        self.transcript = self._raw.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def type(self, line: str) -> None:
        os.write(self._master, f"{line[:1000]}\n".encode())

    def press(self, key: str) -> None:
        """Press Ctrl and a letter."""
        os.write(self._master, bytes([ord(key) - ord("A") + 1]))

    def say(self, *lines: str) -> None:
        """Type one line at each question."""
        for line in lines:
            assert self.prompt() is not None, self.transcript[-2000:]
            self.type(line)

    def play(self, robot: Robot, printed: str | None = None, longest: int = 3000) -> str:
        """Play until the robot stops. `printed` was read before, but not answered."""
        for _ in range(longest):
            printed = self.prompt() if printed is None else printed
            assert printed is not None, self.transcript[-2000:]
            answer = robot.answer(printed)
            if answer is None:
                return printed
            self.type(answer)
            printed = None
        raise AssertionError(f"no end:\n{self.transcript[-2000:]}")

    def status(self) -> int:
        with contextlib.suppress(AssertionError):
            self.rest()
        return self.process.wait(LIMIT_S)

    def hang_up(self) -> None:
        """Close the terminal while the program runs."""
        os.close(self._master)
        self._master = -1
        self.process.wait(LIMIT_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self._master >= 0:
            os.close(self._master)
