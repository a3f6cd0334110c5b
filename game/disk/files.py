"""Writes files so that after a crash the old content or the new content is there, never a part of it.

Reads only ordinary files of a limited size: somebody may have put anything into the folder.

Windows replaces and deletes no file that somebody has open, be it another thread that reads it or a virus scanner. Such
files are open for a moment only, so the functions here try again for a while.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from game.engine.errors import SaveError

T = TypeVar("T")

OPEN_LIMIT_S = 3.0
"""How long the program tries to replace, delete or open a file that somebody else has open."""
RETRY_S = 0.01
"""Time between two tries."""


def exists(path: Path) -> bool:
    """Whether something lies there. False also where nobody can look, as in a folder that cannot be entered."""
    try:
        path.stat()
    except (OSError, ValueError):
        return False
    return True


def replace(path: Path, target: Path) -> None:
    """Give a file another name, also one that another file has."""
    _until_closed(lambda: path.replace(target), target)


def rename(path: Path, target: Path) -> None:
    """Give a file another name. On Windows FileExistsError if another file has it."""
    _until_closed(lambda: path.rename(target), target)


def delete(path: Path) -> None:
    """Delete a file, if it is there."""
    _until_closed(lambda: path.unlink(missing_ok=True), path)


def _until_closed(act: Callable[[], T], path: Path) -> T:
    """Do something with a file. Try again for a while if Windows refuses, because somebody has the file open."""
    end = time.monotonic() + OPEN_LIMIT_S
    while True:
        try:
            return act()
        except PermissionError:
            if sys.platform != "win32" or _is_refused_for_good(path) or time.monotonic() >= end:
                raise
        time.sleep(RETRY_S)


def _is_refused_for_good(path: Path) -> bool:
    """Whether Windows does not replace or delete what lies there, open or not: a folder or a write-protected file."""
    return exists(path) and (path.is_dir() or not os.access(path, os.W_OK))


def read(path: Path, max_bytes: int) -> bytes:
    """The content of a file. SaveError if it is no ordinary file or larger than `max_bytes`.

    A pipe, a device or a folder is not read: it could make the program wait for ever, or have no end.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise SaveError("{file} is not an ordinary file", file=path.name)
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(max_bytes + 1) if status.st_size <= max_bytes else b""
    finally:
        os.close(handle)
    if status.st_size > max_bytes or len(data) > max_bytes:
        raise SaveError("{file} is too large", file=path.name)
    return data


def read_patiently(path: Path, max_bytes: int) -> bytes:
    """The same. Tries again for a while if Windows refuses, because another program renames or checks the file."""
    return _until_closed(lambda: read(path, max_bytes), path)


def write(path: Path, data: bytes, on_written: Callable[[int], None] | None = None) -> None:
    """Replace a file in one step. On OSError the old file is still there.

    `on_written` gets the handle of the new file before it takes the place of the old one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if on_written is not None:
                on_written(file.fileno())
        replace(Path(name), path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Write the folder to the disk, so that the new name survives a power cut. Not every system can open a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def rename_damaged(path: Path) -> Path | None:
    """Rename a damaged file, so that it is not overwritten. Returns the new path, or None if it cannot be renamed."""
    for number in range(1, 100):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not exists(aside):
            with contextlib.suppress(OSError):
                path.replace(aside)
                return aside
            return None
    return None
