"""One thread that does all that is slow on the disk, so that no screen waits for it.

A screen only says what it wants of a match; until that is done, what is kept here in memory is what counts.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from game.disk.savefile import SaveData
from game.engine.os_errors import os_error_text


@dataclass(frozen=True, slots=True)
class Task:
    """What to write for one match: its state and, once it is over, its record and its line in the profile."""

    plain: SaveData
    record: str = ""
    result: bytes = b""


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """A match as a save says it, and whether it is over."""

    plain: SaveData
    over: bool


@dataclass(slots=True)
class Job:
    """What is still to be done on the disk for one match, in this order."""

    restore: bool = False
    """Bring its files out of the trash."""
    task: Task | None = None
    """Write this."""
    trash: bool = False
    """Move its files to the trash."""
    unlock: bool = False
    """Let other copies of the program play it."""
    restored_entry: SaveEntry | None = None
    """What comes out of the trash, for whoever looks before it is there."""


@dataclass(frozen=True, slots=True)
class DiskActions:
    """What the thread can do; only the first may raise an error."""

    write: Callable[[Task], None]
    move_to_trash: Callable[[str], bool]
    """Whether nothing of that match is left."""
    restore_from_trash: Callable[[str], None]
    unlock: Callable[[str], None]


class Writer:
    """At most one job waits for each match. The thread starts with the first one."""

    def __init__(self, disk: DiskActions) -> None:
        self.lock = threading.RLock()
        """Whoever holds it keeps the thread from taking or finishing a job."""
        self.trouble = ""
        """Why the last save failed; empty again when one has succeeded."""
        self._disk = disk
        self._changed = threading.Condition(self.lock)
        self._waiting: OrderedDict[str, Job] = OrderedDict()
        self._running: dict[str, Job] = {}
        """The job that the thread is at, if there is one."""
        self._failed: dict[str, Task] = {}
        self._deleted: dict[str, SaveEntry | None] = {}
        """Matches that are in the trash or on their way there, as they were."""
        self._closing = False
        self._thread: threading.Thread | None = None

    # What a screen wants

    def save(self, task: Task) -> None:
        """What was to be written for the same match before is out of date. A deleted match stays deleted."""
        name = task.plain["id"]
        with self._changed:
            self._failed.pop(name, None)
            job = self._job(name)
            job.task, job.trash = task, job.trash or name in self._deleted

    def delete(self, name: str, state: SaveEntry | None) -> None:
        with self._changed:
            self._deleted[name] = state
            self._job(name).trash = True

    def restore(self, name: str) -> bool:
        """Whether it had been deleted."""
        with self._changed:
            if name not in self._deleted:
                return False
            job = self._job(name)
            job.restore, job.trash, job.restored_entry = True, False, self._deleted.pop(name)
            return True

    def unlock(self, name: str) -> None:
        """Once nothing waits for that match; what could not be written is tried once more."""
        with self._changed:
            job = self._job(name)
            job.unlock = True
            job.task = job.task or self._failed.pop(name, None)

    def keep_locked(self, name: str) -> None:
        with self.lock:
            for jobs in (self._running, self._waiting):
                if name in jobs:
                    jobs[name].unlock = False

    def _job(self, name: str) -> Job:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mallow saves", daemon=True)
            self._thread.start()
        self._changed.notify_all()
        return self._waiting.setdefault(name, Job())

    # What is not on the disk yet

    def tasks(self) -> dict[str, Task]:
        """The newest state of each match that is not written, or could not be."""
        with self.lock:
            jobs = [*self._running.items(), *self._waiting.items()]
            found = {**self._failed, **{name: job.task for name, job in jobs if job.task is not None}}
            return {name: task for name, task in found.items() if name not in self._deleted}

    def restoring(self) -> dict[str, SaveEntry | None]:
        """Matches that come out of the trash; None if nothing can be said of one."""
        with self.lock:
            jobs = [*self._running.items(), *self._waiting.items()]
            return {name: job.restored_entry for name, job in jobs if job.restore and name not in self._deleted}

    def deleted(self) -> set[str]:
        with self.lock:
            return set(self._deleted)

    def take_failures(self) -> list[Task]:
        """What could not be written, for whoever wants to try it again; forgotten here."""
        with self.lock:
            failed, self._failed = self._failed, {}
            return list(failed.values())

    # The thread

    def wait(self, patience: float) -> bool:
        """Until nothing is left to do, at most so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._running, patience)

    def close(self, patience: float) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(patience)

    def _run(self) -> None:
        while (taken := self._next_job()) is not None:
            name, job = taken
            if job.restore:
                self._disk.restore_from_trash(name)
            trouble = self._write(job.task) if job.task is not None else ""
            left = job.trash and not self._disk.move_to_trash(name)
            self._finish(name, job, trouble, left)

    def _next_job(self) -> tuple[str, Job] | None:
        with self._changed:
            while not self._waiting:
                if self._closing:
                    return None
                self._changed.wait()
            name, job = self._waiting.popitem(last=False)
            self._running[name] = job
            return name, job

    def _write(self, task: Task) -> str:
        """Why it failed, or nothing."""
        try:
            self._disk.write(task)
            return ""
        except OSError as error:
            return os_error_text(error)
        except Exception as error:  # this thread must live as long as the program
            return type(error).__name__

    def _finish(self, name: str, job: Job, trouble: str, left: bool) -> None:
        with self._changed:
            del self._running[name]
            newer = self._waiting.get(name)
            if job.task is not None:
                self.trouble = trouble
                if trouble and (newer is None or newer.task is None):
                    self._failed[name] = job.task
            if left and (newer is None or not newer.restore):
                self._deleted.pop(name, None)  # it could not be deleted: it is shown again
            if newer is not None:
                newer.unlock = newer.unlock or job.unlock
            elif job.unlock:
                self._disk.unlock(name)  # inside the door: nobody may claim it halfway
            self._changed.notify_all()
