"""Which lessons the player has done, and where those were left that are not done. One small file."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.disk import files
from game.engine.errors import SaveError

FILE_NAME = "lessons.json"
MAX_FILE_BYTES = 1024 * 1024
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


class ProgressFile:
    """The file in the folder of the player's data. Without a folder everything is kept in memory only.

    Every change is read, made and written at once, so that two running copies of the program do not lose each
    other's lessons. A file that cannot be written is no reason to stop a lesson: the change stays in memory.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE_NAME if folder is not None else None
        self._memory = Progress()

    def load(self) -> Progress:
        """What is known now. A damaged file is renamed and counts as empty."""
        stored = self._read()
        known = self._memory
        return Progress(stored.asked | known.asked, stored.done | known.done, {**stored.open, **known.open})

    def _read(self) -> Progress:
        if self._path is None:
            return Progress()
        try:
            return parse(json.loads(files.read(self._path, MAX_FILE_BYTES).decode("utf-8")))
        except OSError:
            return Progress()
        except (SaveError, ValueError, RecursionError):
            files.rename_damaged(self._path)
            return Progress()

    def mark_asked(self, title: str) -> None:
        now = self.load()
        self._store(replace(now, asked=now.asked | {title}))

    def mark_done(self, lesson: str) -> None:
        now = self.load()
        opened = {name: record for name, record in now.open.items() if name != lesson}
        self._store(replace(now, done=now.done | {lesson}, open=opened))

    def keep(self, lesson: str, record: Mapping[str, Any]) -> None:
        """A lesson is left before its end."""
        now = self.load()
        self._store(replace(now, open={**now.open, lesson: record}))

    def _store(self, progress: Progress) -> None:
        self._memory = progress
        if self._path is None:
            return
        plain = {"format": 1, "asked": sorted(progress.asked), "done": sorted(progress.done), "open": progress.open}
        with contextlib.suppress(OSError):
            files.write(self._path, json.dumps(plain, sort_keys=True).encode())
            self._memory = Progress()


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
    return Progress(frozenset(asked[:MAX_ENTRIES]), frozenset(done[:MAX_ENTRIES]), opened)
