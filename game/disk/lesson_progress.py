"""Which lessons the player has done, and where those were left that are not done. One small file."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from game.disk import files
from game.disk.save_files import FileMark, file_mark
from game.engine import record
from game.engine.errors import SaveError

FILE_NAME = "lessons.json"
MAX_FILE_BYTES = 1024 * 1024
MAX_ELEMENTS = 100_000
"""Lists, tables and their elements in the file. The records of all lessons together have less."""
MAX_ENTRIES = 200
"""Ids that are read of each list. Nobody has as many lessons."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What the file says."""

    asked: frozenset[str] = frozenset()
    """Titles that were opened once, so that nobody is asked again whether to learn them."""
    done: frozenset[str] = frozenset()
    """Ids of lessons."""
    open: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The record of each lesson that was left before its end, by id."""


Change = Callable[[Progress], Progress]


class ProgressFile:
    """The file in the folder of the player's data. Without a folder everything is kept in memory only.

    A thread writes, so that no screen waits for the disk. It reads the file anew before it writes, so that two running
    copies of the program do not lose each other's lessons. What cannot be written stays in memory and is tried again
    with the next change.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE_NAME if folder is not None else None
        self._lock = threading.Lock()
        self._unwritten: list[Change] = []
        """Changes that are not in the file yet, the oldest first."""
        self._known: tuple[FileMark, Progress] | None = None
        """What was read of the file, as it was then. It is not read again until it changes."""
        self._threads: list[threading.Thread] = []
        self._writing = threading.Lock()

    def load(self) -> Progress:
        """What is known now. A damaged file is renamed. It counts as empty, as one that cannot be read does."""
        with self._lock:
            changes = list(self._unwritten)
        read = Progress()
        with contextlib.suppress(OSError):
            read = self._read()
        return _apply(changes, read)

    def mark_asked(self, title: str) -> None:
        self._change(lambda now: replace(now, asked=now.asked | {title}))

    def mark_done(self, lesson: str) -> None:
        self._change(
            lambda now: replace(
                now,
                done=now.done | {lesson},
                open={name: record for name, record in now.open.items() if name != lesson},
            )
        )

    def keep(self, lesson: str, record: Mapping[str, Any]) -> None:
        """A lesson is left before its end."""
        self._change(lambda now: replace(now, open={**now.open, lesson: record}))

    def flush(self, limit_s: float) -> None:
        """Wait until everything is written, at most this long."""
        for thread in self._threads:
            thread.join(limit_s)

    def _change(self, change: Change) -> None:
        with self._lock:
            self._unwritten.append(change)
        if self._path is not None:
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            self._threads.append(threading.Thread(target=self._write, name="mallow lessons", daemon=True))
            self._threads[-1].start()

    def _write(self) -> None:
        assert self._path is not None
        with self._writing, contextlib.suppress(OSError):
            with self._lock:
                changes = list(self._unwritten)
            if changes:
                now = _apply(changes, self._read())
                plain = {"format": 1, "asked": sorted(now.asked), "done": sorted(now.done), "open": now.open}
                files.write(self._path, json.dumps(plain, sort_keys=True).encode())
                with self._lock:
                    del self._unwritten[: len(changes)]

    def _read(self) -> Progress:
        """What the file says. OSError if it is there but cannot be read: then it must not be overwritten."""
        if self._path is None:
            return Progress()
        try:
            mark, known = file_mark(self._path.stat()), self._known
            if known is None or known[0] != mark:
                known = self._known = mark, self._parse_file(self._path)
        except FileNotFoundError:
            return Progress()
        return known[1]

    def _parse_file(self, path: Path) -> Progress:
        try:
            return parse(record.read_json(files.read(path, MAX_FILE_BYTES), MAX_ELEMENTS))
        except (SaveError, ValueError):
            files.rename_damaged(path)
            return Progress()


def _apply(changes: Sequence[Change], progress: Progress) -> Progress:
    for change in changes:
        progress = change(progress)
    return progress


def parse(data: Any) -> Progress:
    """The progress in a file's data. ValueError for anything else; unknown keys (of newer versions) are ignored."""
    if not isinstance(data, dict):
        raise ValueError("not a table")
    asked, done, opened = data.get("asked", []), data.get("done", []), data.get("open", {})
    for names in (asked, done):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("not a list of ids")
    if not isinstance(opened, dict) or not all(isinstance(record, dict) for record in opened.values()):
        raise ValueError("not a table of records")
    return Progress(
        frozenset(asked[:MAX_ENTRIES]), frozenset(done[:MAX_ENTRIES]), dict(islice(opened.items(), MAX_ENTRIES))
    )
