"""The standard streams, also where they are closed or cannot be written."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import unicodedata

from game.engine.errors import MallowError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence

MAX_MESSAGE_LENGTH = 600
"""A longer message is cut. What somebody typed is repeated in it."""
WRITE_ERRORS = (errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Numbers of errors that writing to an open file or device may have."""
BOX_WITH_WARNING = 0x30
"""MB_OK and MB_ICONWARNING of Windows."""
INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of characters that would break a line or change the terminal."""


def prepare_streams() -> None:
    """Make all streams safe to use.

    The number of a closed stream gets the null device. Otherwise the next file that is opened would get it, a save
    for one, and what others print would be written there. `sys.stdin` and `sys.stdout` stay None.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    with contextlib.suppress(AttributeError, ValueError):
        if sys.stdout.errors == "strict":  # letters that its encoding lacks are printed as “?”
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]


def check_output() -> None:
    """MallowError if nothing can be printed."""
    if sys.stdout is None:
        raise MallowError("nothing can be printed: standard output is closed")


def check_input() -> None:
    """MallowError if nothing can be typed."""
    if sys.stdin is None:
        raise MallowError("nothing can be typed: standard input is closed")


def print_message(text: str) -> None:
    """Print one line for a person to standard error. Nothing happens if it cannot be written.

    A program of Windows that has no console shows it in a box."""
    line = "".join(" " if unicodedata.category(sign) in INVISIBLE else sign for sign in text)
    cut = line if len(line) <= MAX_MESSAGE_LENGTH else f"{line[:MAX_MESSAGE_LENGTH]}…"
    if sys.platform == "win32" and getattr(sys.stderr, "name", "") == os.devnull:  # from prepare_streams
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, cut, "Mallow", BOX_WITH_WARNING)
        return
    with contextlib.suppress(OSError, ValueError):
        print(f"mallow: {cut}", file=sys.stderr, flush=True)


def end_line() -> None:
    """End the line in which Ctrl-C was typed."""
    with contextlib.suppress(OSError, ValueError):
        print(file=sys.stderr, flush=True)


def flush_output() -> None:
    """Write what standard output still holds. OSError if that is impossible."""
    if sys.stdout is not None:
        sys.stdout.flush()


def os_error_sentence(error: OSError) -> str:
    """What went wrong: with a file, with standard output, or elsewhere in the system."""
    if error.filename is not None:
        return Sentence("{where}: {problem}", where=error.filename, problem=os_error_text(error))
    if error.errno in WRITE_ERRORS:  # files that people name are written elsewhere, with their own errors
        return Sentence("nothing more can be printed: {reason}", reason=os_error_text(error))
    return os_error_text(error)


def drop_unwritable() -> None:
    """Drop what a stream still holds if it cannot be written. Otherwise the interpreter fails with it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)
