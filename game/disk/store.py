"""The folder with the saves of all matches. Each match has a file and a backup of the state before.

One thread writes, deletes and unlocks files, so that no frame waits for the disk. Lists and loads include what the
thread has not done yet: they see the newest state, and no deleted match.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from game.disk import files, savefile
from game.disk.key import load_key, make_key
from game.disk.locks import Lock
from game.disk.savefile import ForeignSave, Save
from game.disk.writer import DiskActions, SaveEntry, Writer
from game.disk.writer import Task as Task
from game.engine.errors import SaveError
from game.engine.os_errors import os_error_text

T = TypeVar("T")
SAVE_SUFFIX, BACKUP_SUFFIX = ".mallow", ".bak"
MAX_FILE_BYTES = 1024 * 1024
"""The largest save that is read. A long match takes about 20 KB."""
MAX_LISTED = 1000
"""Saves in one list, the newest first. Older files stay where they are."""
MAX_NEW_BYTES = 1024 * 1024
"""Bytes that one look at a list reads of files that it has not read before; the next look goes on."""
LEFTOVER_AGE_S = 24 * 3600
"""Age after which a temporary file cannot belong to a running program any more."""
DISK_LIMIT_S = 10.0
"""Longest time that `flush` and `close` wait for a slow disk."""
NOT_WRITTEN_NS = 1 << 63
"""Stands for the time of a file that is not written yet. It is later than the time of any file."""


FileMark = tuple[int, int, int]
"""Time of the last change in ns, size in bytes, inode: if these are the same, the file was not changed."""
MIN_READ_BYTES = 4096
"""What reading any file is taken to cost, at least."""


class DamagedSave(SaveError):
    """A damaged save. Its file was renamed to `aside`. `has_backup` says whether the state before can be loaded."""

    def __init__(self, message: str, aside: str, before: bool) -> None:
        super().__init__(message)
        self.aside = aside
        self.has_backup = before


class BusySave(SaveError):
    """Another running copy of the program has this save open."""


class Store:
    """All saves in one folder. Only `flush` and `close` wait for the disk."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.matches = folder / "matches"
        self.records = folder / "records"
        self.results = folder / "results"
        self.trash = self.matches / "trash" / secrets.token_hex(8)
        """Each running program has its own trash, because another one may still restore what it has deleted."""
        self._reported_trouble = ""
        self._clock = clock
        self._key: bytes | None = None
        self._writer = Writer(
            DiskActions(
                write=lambda task: write_save(self, task),
                move_to_trash=self._move_to_trash,
                restore_from_trash=self._restore_from_trash,
                unlock=self._unlock,
            )
        )
        self._locks: dict[str, Lock] = {}
        self._read_cache: dict[str, tuple[FileMark, Save | None]] = {}
        """What was read of each file, by its path, with time, size and inode; None for a file that was refused."""
        self._unwritten_cache: dict[str, tuple[Task, Save]] = {}
        """Tasks that are not written yet, and the data that will be read from their files."""

    @property
    def key(self) -> bytes:
        """The key of this installation, for writing. It is made for the first save, so that no screen waits for it.

        Then saves that are already there get checksums made with it.
        """
        key = self._known_key()
        if key is None:
            key = self._key = make_key(self.folder)
            self._sign_old_saves(key)
        return key

    def _known_key(self) -> bytes | None:
        """The key, for reading; None if there is none yet. Then all saves are older than the key."""
        if self._key is None:
            self._key = load_key(self.folder)
        return self._key

    def _sign_old_saves(self, key: bytes) -> None:
        for folder in (self.matches, self.records):
            for ending in (BACKUP_SUFFIX, ""):
                for _, path in newest_files(folder, SAVE_SUFFIX + ending)[:MAX_LISTED]:
                    with contextlib.suppress(OSError, SaveError):
                        save = savefile.unpack(files.read(Path(path), MAX_FILE_BYTES), key, trust_old=True)
                        if not save.provenance.edited:
                            files.write(Path(path), savefile.pack(save, key))

    def now(self) -> int:
        return int(self._clock())

    def earliest_date(self, name: str) -> int:
        """A date for saves of a match that makes it the newest one, also if the clock was set back since."""
        return 1 + max((save.saved for save in self.saves() if save.id != name), default=-1)

    def new_id(self) -> str:
        """A unique id that begins with the date and time."""
        return time.strftime("%Y%m%d-%H%M%S-", time.localtime(self._clock())) + secrets.token_hex(4)

    # Writing

    def save(self, task: Task) -> None:
        """Write a save soon. A save of the same match that still waits is replaced."""
        self._writer.save(task)

    def flush(self, limit_s: float = DISK_LIMIT_S) -> bool:
        """Try failed saves again, then wait until nothing is left to do. False after `limit_s`."""
        for task in self._writer.take_failures():
            self._try_again(task)
        return self._writer.wait(limit_s)

    def _try_again(self, task: Task) -> None:
        """Save again what could not be written, unless another running program has opened that match."""
        name = task.save.id
        held = name in self._locks
        if held or self.claim(name):
            self.save(task)
            if not held:
                self.release(name)

    @property
    def trouble(self) -> str:
        """Why the last save failed; empty if it succeeded."""
        return self._writer.trouble

    def new_trouble(self) -> str:
        """Why saving fails, if that has changed since the last call; otherwise empty."""
        trouble = self.trouble
        fresh, self._reported_trouble = trouble != self._reported_trouble, trouble
        return trouble if fresh else ""

    def close(self) -> None:
        self.flush()
        self._writer.close(DISK_LIMIT_S)
        for name in list(self._locks):
            self._unlock(name)
        shutil.rmtree(self.trash, ignore_errors=True)
        self._remove_leftovers()

    def _remove_leftovers(self) -> None:
        """Delete what killed programs have left: free locks, temporary files and old trash."""
        with contextlib.suppress(OSError):
            for path in self.matches.glob("*.lock"):
                lock = Lock(path)
                if lock.take():
                    lock.drop()
            trash = self.trash.parent
            for path in (*self.matches.glob(f".*{SAVE_SUFFIX}.*"), *trash.glob("*")):
                # The time of a folder is when a file was last put there.
                if path.stat().st_mtime < time.time() - LEFTOVER_AGE_S:
                    if path.is_dir():
                        shutil.rmtree(path)
                    else:
                        path.unlink()
            trash.rmdir()

    # Two running copies

    def claim(self, name: str) -> bool:
        """Lock a match for this program. False if another running program has it open."""
        with self._writer.lock:
            self._writer.keep_locked(name)
            if name not in self._locks:
                lock = Lock(self.matches / f"{name}.lock")
                save = self.save_path(name)
                if not lock.take(save if save.exists() else backup_path(save)):
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
        """Unlock a match for other programs, after everything that waits for it was written or has failed."""
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
        return over if not path.exists() and not backup_path(path).exists() and over.exists() else path

    def load(self, name: str, read: Callable[[Save], T]) -> T:
        """What `read` makes of a save. DamagedSave if it is damaged, ForeignSave if it is of another version."""
        state = self._unwritten().get(name)
        if state is not None:
            return read(state.save)
        path = self.save_path(name)
        if name in self._writer.deleted():
            raise SaveError("{file} is gone", file=path.name)
        try:
            return _load_file(path, self._known_key(), read)
        except FileNotFoundError:
            if not backup_path(path).exists():
                raise SaveError("{file} is gone", file=path.name) from None
            return self.load_backup(name, read)

    def load_backup(self, name: str, read: Callable[[Save], T]) -> T:
        """The same for the backup, which is the state before the last one.

        It is marked, and does not count: the player may have learnt something since.
        """
        path = backup_path(self.save_path(name))
        try:
            return _load_file(path, self._known_key(), lambda save: read(_mark_restored(save)))
        except FileNotFoundError as error:
            raise SaveError("{where}: {problem}", where=path.name, problem=os_error_text(error)) from None

    def saves(self) -> list[Save]:
        """All open matches that can be read, the newest first."""
        return self._list(self.matches, over=False)

    def finished(self) -> list[Save]:
        """All finished matches that can be read, the newest first."""
        return self._list(self.records, over=True)

    def latest(self, title: str) -> Save | None:
        """The newest open match of a title that is no named copy."""
        return self.latest_by_title().get(title)

    def latest_by_title(self) -> dict[str, Save]:
        """The same for each title that has one."""
        return {save.title: save for save in reversed(self.saves()) if not save.name}

    def _list(self, folder: Path, *, over: bool) -> list[Save]:
        ahead, deleted = self._unwritten(), self._writer.deleted()  # before reading the disk: the thread works on
        found: dict[str, tuple[int, int, Save]] = {}
        for ending in (BACKUP_SUFFIX, ""):
            for mark, save in self._read_newest(folder, SAVE_SUFFIX + ending):
                if save.id not in ahead and save.id not in deleted:
                    found[save.id] = save.saved, mark[0], save
        for number, (name, state) in enumerate(ahead.items()):
            if state.over == over:
                found[name] = state.save.saved, NOT_WRITTEN_NS + number, state.save
        return [save for *_, save in sorted(found.values(), key=lambda entry: entry[:2], reverse=True)]

    def _unwritten(self) -> dict[str, SaveEntry]:
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

    def unreadable(self) -> list[str]:
        """Ids of open matches whose files cannot be read."""
        ahead, deleted, returning = self._unwritten(), self._writer.deleted(), self._writer.restoring()
        names = {name for name, state in returning.items() if state is None}
        newest = newest_files(self.matches, SAVE_SUFFIX)[:MAX_LISTED]
        names |= {Path(path).name.removesuffix(SAVE_SUFFIX) for _, path in newest}
        names -= {save.id for save in self.saves()} | set(ahead) | deleted
        return sorted(name for name in names if savefile.ID_PATTERN.fullmatch(name))

    def _read_newest(self, folder: Path, suffix: str) -> Iterator[tuple[FileMark, Save]]:
        """The data of the newest saves, not replayed. A file is read again only if it has changed."""
        left = MAX_NEW_BYTES
        for mark, path in newest_files(folder, suffix)[:MAX_LISTED]:
            known = self._read_cache.get(path)
            if known is None or known[0] != mark:
                if left <= 0:
                    continue
                left -= max(mark[1], MIN_READ_BYTES)
                known = self._read_cache[path] = mark, self._read_or_refuse(Path(path))
            if known[1] is not None:
                yield mark, known[1]

    def _read_or_refuse(self, path: Path) -> Save | None:
        try:
            save = _read_file(path, self._known_key(), lambda save: save)
        except (OSError, SaveError):
            return None
        return save if path.name.startswith(save.id + SAVE_SUFFIX) else None

    # Deleting

    def delete(self, name: str) -> bool:
        """Move a match to the trash, which is emptied when the program ends. Lists leave it out at once.

        False if it is gone already. BusySave if another running program has it open.
        """
        state = self._find(name)
        if name in self._writer.deleted() or (state is None and not self._files(name)):
            return False
        with self._locked(name):
            self._writer.delete(name, state)
        return True

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

    def _find(self, name: str) -> SaveEntry | None:
        """The entry of a match in the lists."""
        for over in (False, True):
            for save in self._list(self.records if over else self.matches, over=over):
                if save.id == name:
                    return SaveEntry(save, over)
        return None

    def _move_to_trash(self, name: str) -> bool:
        for path in self._files(name):
            with contextlib.suppress(OSError):
                self.trash.mkdir(parents=True, exist_ok=True)
                path.replace(self.trash / f"{path.parent.name} {path.name}")
        return not self._files(name)

    def _restore_from_trash(self, name: str) -> None:
        for folder in (self.matches, self.records):
            for path in self.trash.glob(f"{folder.name} {name}.*"):
                target = folder / path.name.removeprefix(f"{folder.name} ")
                if target.exists():  # somebody has put the file back by hand, and it may be newer
                    continue
                with contextlib.suppress(OSError):
                    path.replace(target)

    def _files(self, name: str) -> list[Path]:
        file = f"{name}{SAVE_SUFFIX}"
        main = [self.matches / file, self.records / file, self.records / f"{name}.json"]
        return [path for each in main for path in (each, backup_path(each)) if path.exists()]


def newest_files(folder: Path, suffix: str) -> list[tuple[FileMark, str]]:
    """The ordinary files with this ending, the newest first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(suffix) and not entry.name.startswith("."):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    if stat.S_ISREG(status.st_mode):
                        found.append(((status.st_mtime_ns, status.st_size, status.st_ino), entry.path))
    return sorted(found, reverse=True)


def write_save(store: Store, task: Task) -> None:
    """Write the files of a save in the calling thread. On OSError the files before are still there."""
    name = task.save.id
    data = savefile.pack(task.save, store.key)
    write = store.writer_of(name)
    here, over = store.matches / f"{name}{SAVE_SUFFIX}", store.records / f"{name}{SAVE_SUFFIX}"
    if not task.record:
        _make_backup(here)
        write(here, data)
        _delete_files(over, over.with_suffix(".json"), store.results / f"{name}.json")
        return
    files.write(over.with_suffix(".json"), task.record.encode("utf-8", "backslashreplace"))
    if task.result:
        files.write(store.results / f"{name}.json", task.result)
    write(over, data)
    _delete_files(here, backup_path(here))


def _mark_restored(save: Save) -> Save:
    return replace(save, provenance=replace(save.provenance, restored=True))


def _delete_files(*paths: Path) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def backup_path(path: Path) -> Path:
    """The file with the state before the last one."""
    return path.with_name(path.name + BACKUP_SUFFIX)


def _make_backup(path: Path) -> None:
    """Keep the file under a second name before it is replaced: as a hard link, or as a copy if that fails."""
    link = path.with_name(f".{path.name}.link")
    with contextlib.suppress(OSError):
        _delete_files(link)
        os.link(path, link)
        link.replace(backup_path(path))
        return
    with contextlib.suppress(OSError, SaveError):
        files.write(backup_path(path), files.read(path, MAX_FILE_BYTES))


def _load_file(path: Path, key: bytes | None, read: Callable[[Save], T]) -> T:
    """What `read` makes of a file. A damaged file is renamed. FileNotFoundError is left to the caller."""
    try:
        return _read_file(path, key, read)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SaveError("{where}: {problem}", where=path.name, problem=os_error_text(error)) from None
    except ForeignSave:
        raise
    except SaveError as error:
        aside = files.rename_damaged(path)
        raise DamagedSave(error.sentence, aside.name if aside else "", backup_path(path).exists()) from None


def _read_file(path: Path, key: bytes | None, read: Callable[[Save], T]) -> T:
    return read(savefile.unpack(files.read(path, MAX_FILE_BYTES), key or b"", trust_old=key is None))
