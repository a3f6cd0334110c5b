"""The folder with the saves of all matches. Each match has a file and a backup of the state before.

One thread writes, deletes and unlocks files, so that no frame waits for the disk. Lists and loads include what the
thread has not done yet: they see the newest state, and no deleted match.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from game.disk import files, profile, savefile
from game.disk.key import Key, end_signing, load_key, make_key, store_again
from game.disk.lesson_progress import ProgressFile
from game.disk.limits import LIMITS, Kept, oldest_count
from game.disk.locks import Lock
from game.disk.profile import Result
from game.disk.result_list import RESULT_SUFFIX, ResultList
from game.disk.save_files import (
    SAVE_SUFFIX,
    backup_path,
    delete_files,
    ids_in,
    load_file,
    make_backup,
    newest_files,
    take_back,
)
from game.disk.save_lists import SaveLists
from game.disk.savefile import Save
from game.disk.signing import sign_results, sign_saves
from game.disk.trash import Trash, match_files, remove_leftovers
from game.disk.writer import DiskActions, SaveEntry, Writer
from game.disk.writer import Task as Task
from game.engine.errors import SaveError
from game.engine.os_errors import os_error_text

T = TypeVar("T")
DISK_LIMIT_S = 10.0
"""Longest time that `flush` and `close` wait for a slow disk."""


class BusySave(SaveError):
    """Another running copy of the program has this save open."""


class FullStore(SaveError):
    """No new match can begin: the limit of this kind is reached."""

    def __init__(self, words: str, /, *, kind: Kept, **values: object) -> None:
        super().__init__(words, **values)
        self.kind = kind


class Store:
    """All saves in one folder. Only `flush` and `close` wait for the disk."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.matches = folder / "matches"
        self.records = folder / "records"
        self.results = folder / "results"
        self.trash = Trash(self.matches, self.records)
        self.lessons = ProgressFile(folder)
        """Which lessons are done."""
        self._reported_trouble = ""
        self._clock = clock
        self._key: Key | None = None
        self._writer = Writer(
            DiskActions(
                write=lambda task: write_save(self, task),
                move_to_trash=self.trash.take,
                restore_from_trash=self.trash.give_back,
                unlock=self._unlock,
            )
        )
        self._locks: dict[str, Lock] = {}
        self._lists = SaveLists(self.matches, self.records, self._writer, self._known_key)
        self._result_list = ResultList(self.results, self._known_key)
        self._deleted_together: list[list[str]] = []
        """The matches of each call of `delete_many`, the last one at the end."""

    @property
    def key(self) -> bytes:
        """The key of this installation, for writing. It is made for the first save, so that no screen waits for it.

        When it is stored, saves and results that are already there get checksums made with it.
        """
        key = self._known_key()
        if key is None or not key.is_stored:
            key = make_key(self.folder, key.value if key else b"")
        if key.signing and key.is_stored:
            for folder in (self.matches, self.records):
                sign_saves(folder, key.value, self._write_locked)
            sign_results(self.results, key.value)
            key = end_signing(self.folder, key)
        elif key.is_stored:
            store_again(self.folder, key)
        self._key = key
        return key.value

    def _known_key(self) -> Key | None:
        """The key, for reading; None if there is none yet. Then all saves are older than the key."""
        if self._key is None or (self._key.signing and self._key.is_stored):
            self._key = load_key(self.folder)
        return self._key

    def _write_locked(self, path: Path, data: bytes) -> None:
        """Write the save of a match that may be open in another program. Then it is BusySave."""
        name = path.name.partition(SAVE_SUFFIX)[0]
        is_played = name in self._locks
        if not is_played:
            self.claim_or_refuse(name)
        try:
            if path == self.save_path(name):
                self.writer_of(name)(path, data)
            else:
                files.write(path, data)
        finally:
            if not is_played:
                self._unlock(name)

    def now(self) -> int:
        """The date, within the limits of what a save can hold, whatever the clock says."""
        return min(max(0, int(self._clock())), savefile.LATEST_DATE_S)

    def earliest_date(self, name: str) -> int:
        """A date for saves of a match that makes it the newest one, also if the clock was set back since.

        Files from elsewhere do not count: one with a date far ahead would give every later match a false date.
        """
        own = (save.saved for save in self.saves() if save.id != name and not save.provenance.edited)
        return min(1 + max(own, default=-1), savefile.LATEST_DATE_S)

    def new_id(self) -> str:
        """A unique id that begins with the date and time."""
        return time.strftime("%Y%m%d-%H%M%S-", time.localtime(self.now())) + secrets.token_hex(4)

    # Writing

    def save(self, task: Task) -> None:
        """Write a save soon. A save of the same match that still waits is replaced."""
        self._writer.save(task)

    def flush(self, limit_s: float = DISK_LIMIT_S) -> bool:
        """Try failed saves again, then wait until nothing is left to do. False after `limit_s`."""
        self._writer.retry_failures()
        return self._writer.wait(limit_s)

    @property
    def trouble(self) -> str:
        """Why the last save failed; empty if it succeeded."""
        return self._writer.trouble

    def new_trouble(self) -> str:
        """Why saving fails, if that has changed since the last call; otherwise empty."""
        trouble = self.trouble
        fresh, self._reported_trouble = trouble != self._reported_trouble, trouble
        return trouble if fresh else ""

    def unsaved_problem(self) -> str:
        """Try failed saves again. Why that is impossible, or empty if there are none."""
        if self.trouble:
            self.flush()
        return self.trouble

    def close(self) -> None:
        self.flush()
        self.lessons.flush(DISK_LIMIT_S)
        self._writer.close(DISK_LIMIT_S)
        for name in list(self._locks):
            self._unlock(name)
        self.trash.empty()
        remove_leftovers(self.matches)

    # Two running copies

    def claim(self, name: str) -> bool:
        """Lock a match for this program. False if another running program has it open."""
        with self._writer.lock:
            self._writer.keep_locked(name)
            if name not in self._locks:
                lock = Lock(self.matches / f"{name}.lock")
                save = self.save_path(name)
                if not lock.take(save if files.exists(save) else backup_path(save)):
                    return False
                self._locks[name] = lock
            return True

    def claim_or_refuse(self, name: str) -> None:
        """The same, but BusySave if another running program has it open."""
        if not self.claim(name):
            raise BusySave("it is open in another window")

    def is_busy(self, name: str) -> bool:
        """Whether another running program has a match open."""
        with self._writer.lock:
            if name in self._locks:
                return False
            busy = not self.claim(name)
            if not busy:
                self._unlock(name)
            return busy

    def release(self, name: str) -> None:
        """Unlock a match for other programs, after everything that waits for it was written."""
        with self._writer.lock:
            if name in self._locks:
                self._writer.unlock(name)

    def writer_of(self, name: str) -> Callable[[Path, bytes], None]:
        """The function that writes the save of a match: it keeps the lock, if this program has it."""
        lock = self._locks.get(name)
        return files.write if lock is None else lock.write

    def _unlock(self, name: str) -> None:
        lock = self._locks.pop(name, None)
        if lock is not None:
            lock.drop()

    # Reading

    def save_path(self, name: str) -> Path:
        """The file of a match, open or finished."""
        path = self.matches / f"{name}{SAVE_SUFFIX}"
        over = self.records / path.name
        is_open = files.exists(path) or files.exists(backup_path(path))
        return over if not is_open and files.exists(over) else path

    def load(self, name: str, read: Callable[[Save], T]) -> T:
        """What `read` makes of a save. DamagedSave if it is damaged, ForeignSave if it is of another version."""
        state = self._lists.unwritten().get(name)
        if state is not None:
            return read(state.save)
        path = self.save_path(name)
        if name in self._writer.deleted():
            raise SaveError("{file} is gone", file=path.name)
        try:
            return load_file(path, self._known_key(), read)
        except FileNotFoundError:
            if not files.exists(backup_path(path)):
                raise SaveError("{file} is gone", file=path.name) from None
            return self.load_backup(name, read)

    def load_backup(self, name: str, read: Callable[[Save], T]) -> T:
        """The same for the backup, which is the state before the last one.

        It is marked, and does not count: the player may have learnt something since.
        """
        path = backup_path(self.save_path(name))
        try:
            return load_file(path, self._known_key(), lambda save: read(_mark_restored(save)))
        except FileNotFoundError as error:
            raise SaveError("{where}: {problem}", where=path.name, problem=os_error_text(error)) from None

    def saves(self) -> list[Save]:
        """All open matches that can be read, the newest first."""
        return self._lists.saves(over=False)

    def finished(self) -> list[Save]:
        """All finished matches that can be read, the newest first."""
        return self._lists.saves(over=True)

    def latest(self, title: str) -> Save | None:
        """The newest open match of a title that is no named copy."""
        return self.latest_by_title().get(title)

    def latest_by_title(self) -> dict[str, Save]:
        """The same for each title that has one."""
        return {save.title: save for save in reversed(self.saves()) if not save.name}

    def unreadable(self, *, over: bool = False) -> list[str]:
        """Ids of open or finished matches whose files cannot be read."""
        return self._lists.unreadable(over=over)

    def has_unread(self, *, over: bool) -> bool:
        """Whether the last look at this list left files for the next one."""
        return self._lists.has_unread(over=over)

    def has_finished(self, title: str) -> bool:
        """Whether a match of this title was finished here."""
        titles = {save.title for save in self.finished()} | {result.title for result in self.load_results()}
        return title in titles

    def load_results(self) -> list[Result]:
        """The results of which the files were read, the oldest first. One look reads about 1,000 new files."""
        return self._result_list.load()

    @property
    def has_unread_results(self) -> bool:
        """Whether the last look left files for the next one."""
        return self._result_list.has_unread

    # Limits

    def count(self, kind: Kept) -> int:
        """How many there are. Files count whether they can be read or not."""
        if kind is Kept.RESULTS:
            return len(ids_in(self.results, RESULT_SUFFIX))
        return self._lists.count(over=kind is Kept.FINISHED)

    def full_kind(self) -> Kept | None:
        """The kind that has reached its limit, so that no new match can begin; None if there is room."""
        return next((kind for kind in Kept if self.count(kind) >= LIMITS[kind]), None)

    def check_room(self, kind: Kept) -> None:
        """FullStore if as many are kept as the limit allows."""
        if self.count(kind) >= LIMITS[kind]:
            words = "there are {limit} of them, as many as are kept: delete some first"
            raise FullStore(words, kind=kind, limit=LIMITS[kind])

    def delete_oldest(self, kind: Kept) -> list[str]:
        """Delete some of the oldest, after the player has agreed. Results cannot be taken back.

        Returns the matches that another program has open.
        """
        if kind is Kept.RESULTS:
            oldest = sorted(ids_in(self.results, RESULT_SUFFIX))[: oldest_count(kind)]
            delete_files(*(self.results / f"{name}.json" for name in oldest))
            return []
        there = newest_files(self.records if kind is Kept.FINISHED else self.matches, SAVE_SUFFIX)
        names = [Path(path).name.removesuffix(SAVE_SUFFIX) for _, path in there[-oldest_count(kind) :]]
        return self.delete_many(filter(savefile.ID_PATTERN.fullmatch, names))

    # Deleting

    def delete(self, name: str) -> bool:
        """Move a match to the trash, which is emptied when the program ends. Lists leave it out at once.

        False if it is gone already. BusySave if another running program has it open.
        """
        return self._delete(name, self._entries().get(name))

    def _delete(self, name: str, state: SaveEntry | None) -> bool:
        if name in self._writer.deleted() or (state is None and not match_files(self.matches, self.records, name)):
            return False
        with self._locked(name):
            self._writer.delete(name, state)
        return True

    def delete_many(self, names: Iterable[str]) -> list[str]:
        """Delete matches. `restore_last` takes them back together. Returns those that another program has open."""
        entries, deleted, busy = self._entries(), [], []
        for name in names:
            try:
                if self._delete(name, entries.get(name)):
                    deleted.append(name)
            except BusySave:
                busy.append(name)
        if deleted:
            self._deleted_together.append(deleted)
        return busy

    @property
    def can_restore(self) -> bool:
        """Whether `restore_last` has something to take back."""
        return bool(self._deleted_together)

    def restore_last(self) -> list[str]:
        """Take back what was deleted last. Returns the matches that another program has open; they stay deleted."""
        busy = []
        for name in self._deleted_together.pop() if self._deleted_together else []:
            try:
                self.restore(name)
            except BusySave:
                busy.append(name)
        return busy

    def restore(self, name: str) -> bool:
        """Take a match out of the trash. False if it is not there. BusySave if it is open in another program."""
        with self._locked(name):
            return self._writer.restore(name)

    @contextlib.contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """Hold the lock of a match until the job that is left meanwhile is done."""
        is_played = name in self._locks and not self._writer.will_unlock(name)
        self.claim_or_refuse(name)
        try:
            yield
        finally:
            if not is_played:
                self.release(name)

    def _entries(self) -> dict[str, SaveEntry]:
        """The entries of all matches in the lists."""
        return {save.id: SaveEntry(save, over) for over in (True, False) for save in self._lists.saves(over=over)}


def write_save(store: Store, task: Task) -> None:
    """Write the files of a save in the calling thread. On OSError the files before are still there."""
    name = task.save.id
    data = savefile.pack(task.save, store.key)
    write = store.writer_of(name)
    here, over = store.matches / f"{name}{SAVE_SUFFIX}", store.records / f"{name}{SAVE_SUFFIX}"
    if not task.record:
        take_back(over, here)
        make_backup(here)
        write(here, data)
        delete_files(over, over.with_suffix(".json"), store.results / f"{name}.json")
        return
    files.write(over.with_suffix(".json"), task.record.encode("utf-8", "backslashreplace"))
    if task.result is not None:
        files.write(store.results / f"{name}.json", profile.to_bytes(task.result, store.key))
    write(here, data)  # moved after that: were the program killed in between, an older state would be open, too
    delete_files(backup_path(here))
    files.replace(here, over)


def _mark_restored(save: Save) -> Save:
    return replace(save, provenance=replace(save.provenance, restored=True))
