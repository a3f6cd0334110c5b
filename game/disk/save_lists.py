"""The lists of open and finished matches. They include what the thread of the store has not written yet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from game.disk import files, savefile
from game.disk.key import Key
from game.disk.limits import MAX_LISTED
from game.disk.save_files import BACKUP_SUFFIX, MAX_FILE_BYTES, SAVE_SUFFIX, FileMark, ids_in, newest_files, unpack
from game.disk.savefile import Save
from game.disk.writer import SaveEntry, Task, Writer
from game.engine.errors import SaveError

MAX_NEW_BYTES = 1024 * 1024
"""What one look at a list reads of files that it has not read before, counted unpacked; the next look goes on."""
MAX_LISTED_BYTES = 32 * 1024 * 1024
"""What all saves of one list take, counted unpacked. Older ones are not read. 1,000 long matches take 15 MB."""
MIN_READ_BYTES = 4096
"""Reading a file counts as at least this much, however small the file is."""
NOT_WRITTEN_NS = 1 << 63
"""Stands for the time of a file that is not written yet. It is later than the time of any file."""


class ReadFile(NamedTuple):
    """A file that was read, as it was then. `save` is None if it was refused."""

    mark: FileMark
    jobs_done: int
    """How many jobs the thread of the store had done for this match. Two saves of it that are written within one tick
    of the system's clock can have the same mark."""
    save: Save | None
    cost_bytes: int
    """Its size, unpacked."""


class SaveLists:
    """Reads each file of two folders once, until it changes."""

    def __init__(self, matches: Path, records: Path, writer: Writer, known_key: Callable[[], Key | None]) -> None:
        self._matches, self._records = matches, records
        self._writer = writer
        self._known_key = known_key
        self._read_cache: dict[str, ReadFile] = {}
        """What was read of each file, by its path."""
        self._partly_read: set[Path] = set()
        """Folders of which the last look has not read all files."""
        self._unwritten_cache: dict[str, tuple[Task, Save]] = {}
        """Tasks that are not written yet, and the data that will be read from their files."""

    def _folder(self, over: bool) -> Path:
        return self._records if over else self._matches

    def saves(self, *, over: bool) -> list[Save]:
        """All open or all finished matches that can be read, the newest first."""
        ahead, deleted = self.unwritten(), self._writer.deleted()  # before reading the disk: the thread works on
        found: dict[str, tuple[int, int, Save]] = {}
        self._partly_read.discard(self._folder(over))
        for ending in (BACKUP_SUFFIX, ""):
            for mark, save in self._read_newest(self._folder(over), SAVE_SUFFIX + ending):
                if save.id not in ahead and save.id not in deleted:
                    # The date of a file from elsewhere may lie far ahead. Then the date of the file is used.
                    date = min(save.saved, mark[0] // 10**9) if save.provenance.edited else save.saved
                    found[save.id] = date, mark[0], save
        for number, (name, state) in enumerate(ahead.items()):
            if state.over == over:
                found[name] = state.save.saved, NOT_WRITTEN_NS + number, state.save
        return [save for *_, save in sorted(found.values(), key=lambda entry: entry[:2], reverse=True)]

    def unwritten(self) -> dict[str, SaveEntry]:
        """Matches whose newest state is not on the disk yet."""
        with self._writer.lock:
            returning, tasks = self._writer.restoring(), self._writer.tasks()
        found = {name: state for name, state in returning.items() if state is not None}
        self._unwritten_cache = {name: known for name, known in self._unwritten_cache.items() if name in tasks}
        for name, task in tasks.items():
            known = self._unwritten_cache.get(name)
            if known is None or known[0] is not task:
                known = self._unwritten_cache[name] = task, savefile.as_read(task.save)
            found[name] = SaveEntry(known[1], bool(task.record))
        return found

    def unreadable(self, *, over: bool) -> list[str]:
        """Ids of open or finished matches whose files cannot be read."""
        readable = {save.id for save in self.saves(over=over)}
        ahead, deleted, returning = self.unwritten(), self._writer.deleted(), self._writer.restoring()
        names = {name for name, state in returning.items() if state is None}
        for _, path in newest_files(self._folder(over), SAVE_SUFFIX)[:MAX_LISTED]:
            if path in self._read_cache and self._read_cache[path].save is None:
                names.add(Path(path).name.removesuffix(SAVE_SUFFIX))
        names -= readable | set(ahead) | deleted
        return sorted(name for name in names if savefile.ID_PATTERN.fullmatch(name))

    def has_unread(self, *, over: bool) -> bool:
        """Whether the last look at this list left files for the next one."""
        return self._folder(over) in self._partly_read

    def count(self, *, over: bool) -> int:
        """How many matches there are, whether their files can be read or not. No file is opened."""
        ahead, deleted = self.unwritten(), self._writer.deleted()
        there = ids_in(self._folder(over), SAVE_SUFFIX, SAVE_SUFFIX + BACKUP_SUFFIX) - deleted - set(ahead)
        return len(there) + sum(state.over == over for state in ahead.values())

    def _read_newest(self, folder: Path, suffix: str) -> Iterator[tuple[FileMark, Save]]:
        """The data of the newest saves, not replayed. A file is read again only if it has changed."""
        left, listed = MAX_NEW_BYTES, 0
        jobs_done = self._writer.jobs_done()  # before reading the disk: the thread works on
        for mark, path in newest_files(folder, suffix)[:MAX_LISTED]:
            known = self._read_cache.get(path)
            jobs = jobs_done[path.rpartition(os.sep)[2].partition(SAVE_SUFFIX)[0]]
            if known is None or (known.mark, known.jobs_done) != (mark, jobs):
                if listed > MAX_LISTED_BYTES:
                    continue
                if left <= 0:
                    self._partly_read.add(folder)
                    continue
                known = self._read_cache[path] = self._read_or_refuse(Path(path), mark, jobs)
                left -= known.cost_bytes
            listed += known.cost_bytes
            if known.save is not None:
                yield mark, known.save

    def _read_or_refuse(self, path: Path, mark: FileMark, jobs_done: int) -> ReadFile:
        cost = MIN_READ_BYTES
        try:
            data = files.read(path, MAX_FILE_BYTES)
            cost = max(cost, len(data), savefile.unpacked_bytes(data))
            save = unpack(data, self._known_key())
        except (OSError, SaveError):
            return ReadFile(mark, jobs_done, None, cost)
        return ReadFile(mark, jobs_done, save if path.name.startswith(save.id + SAVE_SUFFIX) else None, cost)
