"""Reads and prints lines. It works on every terminal: no cursor control, no colours."""

from __future__ import annotations

import contextlib
import io
import os
import re
import select
import shutil
import signal
import sys
import threading
import unicodedata
from typing import TextIO

MAX_COLUMNS, MIN_COLUMNS = 78, 16
"""Lines are folded at the width of the terminal, within these limits."""
MIN_BLANK_LINES = 60
"""At least this many blank lines push everything out of sight on a terminal that cannot clear its screen."""
INPUT_LENGTH = 400
"""Only this many characters of a typed line count."""
PART_LENGTH = 4096
"""So many characters of a line are read at once, and the rest is dropped: a file without line ends fills no memory."""
CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and, where the terminal can, the lines that have scrolled off it."""
ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")
"""What arrow keys and function keys type, and what changes the colour of text."""
PROMPT = "> "
PUNCTUATION = ",.;:?!"
MAX_CARRIED_WORDS = 3
"""Up to this many words at the end of a line go to the next line, if a comma or full stop stands before them."""
REPLACEMENTS = {
    **dict.fromkeys("’‘", "'"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("–—−", "-"),
    "…": "...",
    "\u00a0": " ",
    "¿": "",
    "¡": "",
    "œ": "oe",
    "æ": "ae",
}
"""Replacements for characters that the terminal's encoding lacks."""

if sys.platform == "win32":
    import ctypes
    import msvcrt

    OUTPUT_HANDLE, CONTROL_SEQUENCES = -11, 0x4
    """Windows' numbers for the standard output and for the mode in which a console obeys control sequences."""

    def _knows_control_sequences() -> bool:
        """Ask the console to obey control sequences. Those before Windows 10 do not."""
        console = ctypes.windll.kernel32
        handle, mode = console.GetStdHandle(OUTPUT_HANDLE), ctypes.c_uint32()
        if not console.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(console.SetConsoleMode(handle, mode.value | CONTROL_SEQUENCES))

    def _drop_typed_keys(handle: int) -> None:
        while msvcrt.kbhit():
            msvcrt.getwch()
else:
    import termios

    def _knows_control_sequences() -> bool:
        return os.environ.get("TERM", "dumb") not in ("", "dumb")

    def _drop_typed_keys(handle: int) -> None:
        termios.tcflush(handle, termios.TCIFLUSH)


class Terminal:
    """Reads lines from `source`, prints lines to `target`. With `plain` it never sends control sequences."""

    def __init__(self, source: TextIO, target: TextIO, plain: bool = False) -> None:
        self._source, self._target = source, target
        self.write_problem: OSError | None = None
        """Why nothing more can be printed."""
        for stream in (source, target):
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[attr-defined]
        self._encoding = target.encoding or "ascii"
        self._can_clear = not plain and target.isatty() and _knows_control_sequences()

    def say(self, *lines: str) -> None:
        """Print lines. Long ones are folded between words."""
        self._write("".join(f"{part}\n" for line in lines for part in self._fold(line)))

    def say_numbered(self, number: int, line: str) -> None:
        """Print one of several choices with its number."""
        head = f"{number}. "
        self._write("".join(f"{part}\n" for part in self._fold(head + line, " " * len(head))))

    def read_line(self) -> str:
        """Print the prompt and read a line; EOFError if the input has ended."""
        try:
            self._write(PROMPT)
            self._wait_for_line()
            line = rest = self._source.readline(PART_LENGTH)
            while len(rest) == PART_LENGTH and not rest.endswith("\n"):
                rest = self._source.readline(PART_LENGTH)
        except OSError:  # the terminal was closed
            raise EOFError from None
        except KeyboardInterrupt:
            self._write("\n")
            raise
        if not line:
            self._write("\n")
            raise EOFError
        return strip_controls(line)[:INPUT_LENGTH]

    def _wait_for_line(self) -> None:
        """Wait at a terminal until a line was typed. Ctrl-C ends that.

        Python would notice a Ctrl-C that comes just before it begins to read only after the next line.
        """
        if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
            return
        if not self._source.isatty():
            return
        woken, waker = os.pipe()
        os.set_blocking(waker, False)
        before = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        try:
            select.select([self._source.fileno(), woken], [], [])
        finally:
            signal.set_wakeup_fd(before)
            os.close(woken)
            os.close(waker)

    def drop_typed_ahead(self) -> None:
        """Drop what was typed before the question was printed, so that it does not answer the question."""
        with contextlib.suppress(OSError, ValueError):
            if self._source.isatty():
                _drop_typed_keys(self._source.fileno())

    def clear(self) -> None:
        """Clear the screen, or push everything out of sight with blank lines."""
        blank = "\n" * max(MIN_BLANK_LINES, shutil.get_terminal_size().lines)
        self._write(f"{CLEAR_SCREEN}{blank}{CLEAR_SCREEN}" if self._can_clear else blank)

    def _fold(self, line: str, indent: str = "") -> list[str]:
        columns = max(MIN_COLUMNS, min(MAX_COLUMNS, shutil.get_terminal_size().columns - 1))
        return fold(self._encodable(strip_controls(line)), columns, indent)

    def _encodable(self, line: str) -> str:
        try:
            line.encode(self._encoding)
            return line
        except UnicodeEncodeError:
            return "".join(map(self._encodable_character, line))

    def _encodable_character(self, character: str) -> str:
        for form in (character, REPLACEMENTS.get(character, character), unicodedata.normalize("NFD", character)[:1]):
            with contextlib.suppress(UnicodeEncodeError):
                form.encode(self._encoding)
                return form
        return "?"

    def _write(self, text: str) -> None:
        try:
            self._target.write(text)
            self._target.flush()
        except OSError as problem:  # the reader has closed the output
            self.write_problem, self._target = problem, io.StringIO()
            raise EOFError from None


def fold(line: str, columns: int, indent: str = "") -> list[str]:
    """Break a line into lines that fit: between words, if possible after punctuation."""
    room = columns - len(indent)
    words = [word[at : at + room] for word in line.split(" ") for at in range(0, len(word), room)]
    rows: list[list[str]] = [[]]
    for word in words:
        row = rows[-1]
        if row and len(" ".join([*row, word])) > (room if len(rows) > 1 else columns):
            cut = _break_index(row, word, room)
            rows[-1:] = [row[:cut], row[cut:]]
        rows[-1].append(word)
    return [f"{indent if number else ''}{' '.join(row)}" for number, row in enumerate(rows)]


def _break_index(row: list[str], word: str, room: int) -> int:
    """The number of words that stay in a row when the next word does not fit."""
    for cut in range(len(row), max(1, len(row) - MAX_CARRIED_WORDS), -1):
        if row[cut - 1][-1] in PUNCTUATION and len(" ".join([*row[cut:], word])) <= room:
            return cut
    return len(row)


def strip_controls(line: str) -> str:
    """The line without control characters and escape sequences."""
    bare = re.sub(r"[\t\n\r]", " ", ESCAPE_SEQUENCE.sub("", line))
    return "".join(filter(_is_printable, bare)).strip()


def _is_printable(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs", "Cf", "Zl", "Zp")
