"""Where matches are kept: every move at once, one file a match, the one before it beside it.

Files are written by one thread, so that no frame waits for a disk; of a match only its latest state is waiting there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from game.disk import files, savefile
from game.disk.locks import Lock
from game.disk.savefile import ForeignSave, Plain
from game.disk.why import why
from game.engine.errors import SaveError

T = TypeVar("T")
ENDING, BEFORE = ".mallow", ".bak"
LARGEST_FILE = 32 * 1024 * 1024
OLD = 24 * 3600
"""Seconds after which nobody is still writing a file."""
PATIENCE = 10.0
"""Seconds that closing waits for a slow disk."""


class DamagedSave(SaveError):
    """The file lies aside now; `before` says whether there is an earlier state to go back to."""

    def __init__(self, message: str, aside: str, before: bool) -> None:
        super().__init__(message)
        self.aside = aside
        self.before = before


@dataclass(frozen=True, slots=True)
class Task:
    """What to write for one match: its state and, once it is over, its record and its line in the profile."""

    plain: Plain
    record: str = ""
    result: bytes = b""


class Store:
    """One folder. `trouble` is why the last save failed; empty again when one has succeeded."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.matches = folder / "matches"
        self.records = folder / "records"
        self.results = folder / "results"
        self.trash = self.matches / "trash" / secrets.token_hex(8)
        """Of this store alone: another running copy may still want back what it has deleted."""
        self.trouble = ""
        self._told = ""
        self._clock = clock
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._failed: dict[str, Task] = {}
        self._door = threading.Condition()
        self._busy = False
        self._closing = False
        self._thread: threading.Thread | None = None
        self._locks: dict[str, Lock] = {}
        self._known: dict[Path, tuple[tuple[int, int], Plain]] = {}

    def now(self) -> int:
        return int(self._clock())

    def new_id(self) -> str:
        """By date, and unlike any other."""
        return time.strftime("%Y%m%d-%H%M%S-", time.localtime(self._clock())) + secrets.token_hex(4)

    # Writing

    def save(self, task: Task) -> None:
        """Soon; what was to be written for the same match before is out of date."""
        with self._door:
            self._failed.pop(task.plain["id"], None)
            self._tasks[task.plain["id"]] = task
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="mallow saves", daemon=True)
                self._thread.start()
            self._door.notify_all()

    def _work(self) -> None:
        while True:
            with self._door:
                while not self._tasks:
                    if self._closing:
                        return
                    self._door.wait()
                name, task = self._tasks.popitem(last=False)
                self._busy = True
            trouble = self._try(task)
            with self._door:
                self.trouble = trouble
                if trouble and name not in self._tasks:
                    self._failed[name] = task
                self._busy = False
                self._door.notify_all()

    def _try(self, task: Task) -> str:
        try:
            write(self, task)
            return ""
        except OSError as error:
            return why(error)
        except Exception as error:  # this thread must live as long as the program
            return type(error).__name__

    def flush(self, patience: float = PATIENCE) -> bool:
        """Wait until everything is written that can be; what failed is tried once more."""
        with self._door:
            again, self._failed = self._failed, {}
        for task in again.values():
            self.save(task)
        with self._door:
            return self._door.wait_for(lambda: not self._tasks and not self._busy, patience)

    def news(self) -> str:
        """Why saving fails, once for every change of it."""
        with self._door:
            trouble = self.trouble
        fresh, self._told = trouble != self._told, trouble
        return trouble if fresh else ""

    def close(self) -> None:
        self.flush()
        with self._door:
            self._closing = True
            self._door.notify_all()
        if self._thread is not None:
            self._thread.join(PATIENCE)
        for name in list(self._locks):
            self.release(name)
        shutil.rmtree(self.trash, ignore_errors=True)
        self._sweep()

    def _sweep(self) -> None:
        """What programs that were killed have left: locks that nobody holds, halves of files, and trash."""
        with contextlib.suppress(OSError):
            for path in self.matches.glob("*.lock"):
                lock = Lock(path)
                if lock.take():
                    lock.drop()
            trash = self.trash.parent
            for path in (*self.matches.glob(f".*{ENDING}.*"), *trash.glob("*")):
                if path.stat().st_mtime < time.time() - OLD:  # of a folder: when something was last put there
                    if path.is_dir():
                        shutil.rmtree(path)
                    else:
                        path.unlink()
            trash.rmdir()

    # Two running copies

    def claim(self, name: str) -> bool:
        """Whether this copy of the program may play that match; another one may have it open."""
        if name not in self._locks:
            lock = Lock(self.matches / f"{name}.lock")
            if not lock.take():
                return False
            self._locks[name] = lock
        return True

    def release(self, name: str) -> None:
        lock = self._locks.pop(name, None)
        if lock is not None:
            lock.drop()

    # Reading

    def path(self, name: str) -> Path:
        """Where an open match lies, or a finished one."""
        path = self.matches / f"{name}{ENDING}"
        over = self.records / path.name
        return over if not path.exists() and not before(path).exists() and over.exists() else path

    def load(self, name: str, read: Callable[[Plain], T]) -> T:
        """What `read` makes of a save. A damaged one is put aside: DamagedSave. A newer one stays: ForeignSave."""
        path = self.path(name)
        try:
            return _opened(path, read)
        except FileNotFoundError:
            if not before(path).exists():
                raise SaveError("{file} is gone", file=path.name) from None
            return self.load_before(name, read)

    def load_before(self, name: str, read: Callable[[Plain], T]) -> T:
        """The state before the last one."""
        path = before(self.path(name))
        try:
            return _opened(path, read)
        except FileNotFoundError as error:
            raise SaveError("{where}: {problem}", where=path.name, problem=why(error)) from None

    def saves(self) -> list[Plain]:
        """All open matches that can be read, the last one first."""
        return self._all(self.matches)

    def finished(self) -> list[Plain]:
        return self._all(self.records)

    def latest(self, title: str) -> Plain | None:
        """The match to go on with."""
        return next((plain for plain in self.saves() if plain["record"]["title"] == title and not plain["name"]), None)

    def _all(self, folder: Path) -> list[Plain]:
        found: dict[str, tuple[int, int, Plain]] = {}
        for ending in (BEFORE, ""):
            with contextlib.suppress(OSError):
                for path in sorted(folder.glob(f"*{ENDING}{ending}")):
                    plain = self._glance(path)
                    if plain is not None:
                        found[plain["id"]] = plain["saved"], path.stat().st_mtime_ns, plain
        return [plain for *_, plain in sorted(found.values(), key=lambda entry: entry[:2], reverse=True)]

    def unreadable(self) -> list[str]:
        """Open matches of which nothing can be said, by the names of their files."""
        known = {plain["id"] for plain in self.saves()}
        with contextlib.suppress(OSError):
            names = sorted(path.name.removesuffix(ENDING) for path in self.matches.glob(f"*{ENDING}"))
            return [name for name in names if name not in known and savefile.ID.fullmatch(name)]
        return []

    def _glance(self, path: Path) -> Plain | None:
        """What a save says of itself, not yet believed."""
        try:
            stat = path.stat()
            mark = stat.st_mtime_ns, stat.st_size
            known = self._known.get(path)
            if known is None or known[0] != mark:
                known = self._known[path] = mark, _read(path, lambda plain: plain)
            return known[1] if path.name.startswith(known[1]["id"] + ENDING) else None
        except (OSError, SaveError):
            return None

    # Deleting

    def delete(self, name: str) -> bool:
        """To our trash, which is emptied when the program ends."""
        self.flush()
        moved = False
        for path in self._files(name):
            with contextlib.suppress(OSError):
                self.trash.mkdir(parents=True, exist_ok=True)
                target = self.trash / f"{path.parent.name} {path.name}"
                path.replace(target)
                moved = True
        return moved

    def restore(self, name: str) -> bool:
        """Out of the trash again."""
        back = False
        for folder in (self.matches, self.records):
            for path in self.trash.glob(f"{folder.name} {name}.*"):
                with contextlib.suppress(OSError):
                    path.replace(folder / path.name.removeprefix(f"{folder.name} "))
                    back = True
        return back

    def _files(self, name: str) -> list[Path]:
        main = [self.matches / f"{name}{ENDING}", self.records / f"{name}{ENDING}", self.records / f"{name}.json"]
        return [path for each in main for path in (each, before(each)) if path.exists()]


def write(store: Store, task: Task) -> None:
    """One save, in this thread; OSError if it cannot be written, and then what was there before still is."""
    name = task.plain["id"]
    data = savefile.pack(task.plain)
    here, over = store.matches / f"{name}{ENDING}", store.records / f"{name}{ENDING}"
    if not task.record:
        _keep_before(here)
        files.write(here, data)
        _drop(over, over.with_suffix(".json"), store.results / f"{name}.json")
        return
    files.write(over.with_suffix(".json"), task.record.encode("utf-8", "backslashreplace"))
    if task.result:
        files.write(store.results / f"{name}.json", task.result)
    files.write(over, data)
    _drop(here, before(here))


def _drop(*paths: Path) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def before(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)


def _keep_before(path: Path) -> None:
    """A second name for the state that is about to be replaced; it costs no writing where the system knows links."""
    link = path.with_name(f".{path.name}.link")
    with contextlib.suppress(OSError):
        _drop(link)
        os.link(path, link)
        link.replace(before(path))
        return
    with contextlib.suppress(OSError):
        files.write(before(path), path.read_bytes())


def _opened(path: Path, read: Callable[[Plain], T]) -> T:
    """What is in a save; damaged, it is put aside. That there is none is for the caller to explain."""
    try:
        return _read(path, read)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SaveError("{where}: {problem}", where=path.name, problem=why(error)) from None
    except ForeignSave:
        raise
    except SaveError as error:
        aside = files.keep_aside(path)
        raise DamagedSave(error.said, aside.name if aside else "", before(path).exists()) from None


def _read(path: Path, read: Callable[[Plain], T]) -> T:
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise SaveError("the file is too large for a saved match")
    return read(savefile.unpack(data))
