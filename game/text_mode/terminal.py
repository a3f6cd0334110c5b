"""Lines in, lines out. Nothing is needed that a paper terminal would not have."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import unicodedata
from typing import TextIO

MAX_COLUMNS, MIN_COLUMNS = 78, 16
"""Lines are folded at the width of the terminal, within these limits."""
MIN_BLANK_LINES = 60
"""At least this many blank lines push everything out of sight on a terminal that cannot clear its screen."""
INPUT_LENGTH = 400
"""Only this many characters of a typed line are read."""
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


class Terminal:
    def __init__(self, source: TextIO, target: TextIO, plain: bool = False) -> None:
        self._source, self._target = source, target
        for stream in (source, target):
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[attr-defined]
        self._encoding = target.encoding or "ascii"
        self._clears = not plain and target.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")

    def say(self, *lines: str) -> None:
        """One thing a line, folded between words."""
        self._write("".join(f"{part}\n" for line in lines for part in self._folded(line)))

    def entry(self, number: int, line: str) -> None:
        """One of several things to choose from."""
        head = f"{number}. "
        self._write("".join(f"{part}\n" for part in self._folded(head + line, " " * len(head))))

    def listen(self) -> str:
        """What somebody types; EOFError when nobody is there any more."""
        try:
            self._write(PROMPT)
            line = self._source.readline()
        except OSError:  # the terminal itself is gone
            raise EOFError from None
        except KeyboardInterrupt:
            self._write("\n")
            raise
        if not line:
            self._write("\n")
            raise EOFError
        return tidy(line)[:INPUT_LENGTH]

    def forget_ahead(self) -> None:
        """Drop what was typed before anybody was asked, so that nobody walks through a question unread."""
        with contextlib.suppress(ImportError, OSError, ValueError):
            import termios

            if self._source.isatty():
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def wipe(self) -> None:
        """Everything out of sight."""
        blank = "\n" * max(MIN_BLANK_LINES, shutil.get_terminal_size().lines)
        self._write(f"{CLEAR_SCREEN}{blank}{CLEAR_SCREEN}" if self._clears else blank)

    def _folded(self, line: str, indent: str = "") -> list[str]:
        wide = max(MIN_COLUMNS, min(MAX_COLUMNS, shutil.get_terminal_size().columns - 1))
        return folded(self._shown(tidy(line)), wide, indent)

    def _shown(self, line: str) -> str:
        try:
            line.encode(self._encoding)
            return line
        except UnicodeEncodeError:
            return "".join(map(self._sign, line))

    def _sign(self, sign: str) -> str:
        for form in (sign, REPLACEMENTS.get(sign, sign), unicodedata.normalize("NFD", sign)[:1]):
            with contextlib.suppress(UnicodeEncodeError):
                form.encode(self._encoding)
                return form
        return "?"

    def _write(self, text: str) -> None:
        try:
            self._target.write(text)
            self._target.flush()
        except OSError:  # nobody reads any more
            self._target = io.StringIO()
            raise EOFError from None


def folded(line: str, wide: int, indent: str = "") -> list[str]:
    """Lines that fit, broken between words; rather after a comma, so that what belongs together stays together."""
    room = wide - len(indent)
    words = [word[at : at + room] for word in line.split(" ") for at in range(0, len(word), room)]
    rows: list[list[str]] = [[]]
    for word in words:
        row = rows[-1]
        if row and len(" ".join([*row, word])) > (room if len(rows) > 1 else wide):
            cut = _break(row, word, room)
            rows[-1:] = [row[:cut], row[cut:]]
        rows[-1].append(word)
    return [f"{indent if number else ''}{' '.join(row)}" for number, row in enumerate(rows)]


def _break(row: list[str], word: str, room: int) -> int:
    """How many words of a row stay on it when another does not fit any more."""
    for cut in range(len(row), max(1, len(row) - MAX_CARRIED_WORDS), -1):
        if row[cut - 1][-1] in PUNCTUATION and len(" ".join([*row[cut:], word])) <= room:
            return cut
    return len(row)


def tidy(line: str) -> str:
    """Without anything that a terminal could take for an order."""
    bare = re.sub(r"[\t\n\r]", " ", ESCAPE_SEQUENCE.sub("", line))
    return "".join(filter(_harmless, bare)).strip()


def _harmless(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cs", "Cf", "Zl", "Zp")
