"""A thread that does all slow work on the disk, so that no screen waits for it.

Callers leave a job for a match and continue. Until the job is done, the state in memory is the valid one.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from game.disk.profile import Result
from game.disk.savefile import Save
from game.engine.os_errors import os_error_text


@dataclass(frozen=True, slots=True)
class Task:
    """What to write for one match: its save and, if it is over, its record and its result."""

    save: Save
    record: str = ""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """An entry in the lists of saves: the data of a save, and whether its match is over."""

    save: Save
    over: bool


@dataclass(slots=True)
class Job:
    """What has to be done on the disk for one match, in the order of these fields."""

    restore: bool = False
    """Take its files out of the trash."""
    task: Task | None = None
    """Write this save."""
    trash: bool = False
    """Move its files to the trash."""
    unlock: bool = False
    """Let other running programs open it."""
    restored_entry: SaveEntry | None = None
    """The entry that lists show until the files are out of the trash."""


@dataclass(frozen=True, slots=True)
class DiskActions:
    """What the thread can do. Only `write` may raise an error."""

    write: Callable[[Task], None]
    move_to_trash: Callable[[str], bool]
    """Returns whether all files of the match were moved."""
    restore_from_trash: Callable[[str], None]
    unlock: Callable[[str], None]


class Writer:
    """The thread and its jobs. At most one job waits for each match. The thread starts with the first job."""

    def __init__(self, disk: DiskActions) -> None:
        self.lock = threading.RLock()
        """While a caller holds it, the thread cannot take or finish a job."""
        self.trouble = ""
        """Why the last save failed; empty if it succeeded."""
        self._disk = disk
        self._changed = threading.Condition(self.lock)
        self._waiting: OrderedDict[str, Job] = OrderedDict()
        self._running: dict[str, Job] = {}
        """The job that the thread works on, if there is one."""
        self._failed: dict[str, Task] = {}
        self._unlock_when_saved: set[str] = set()
        """Matches that stay locked only because their save has failed."""
        self._deleted: dict[str, SaveEntry | None] = {}
        """Matches that are in the trash or will be moved there, with their entries."""
        self._jobs_done: Counter[str] = Counter()
        self._closing = False
        self._thread: threading.Thread | None = None

    # What a screen wants

    def save(self, task: Task) -> None:
        """Replaces a save of the same match that still waits. A deleted match stays deleted."""
        name = task.save.id
        with self._changed:
            self._failed.pop(name, None)
            job = self._job(name)
            job.task, job.trash = task, job.trash or name in self._deleted

    def delete(self, name: str, state: SaveEntry | None) -> None:
        with self._changed:
            self._deleted[name] = state
            self._job(name).trash = True

    def restore(self, name: str) -> bool:
        """Take a match out of the trash. False if it was not deleted."""
        with self._changed:
            if name not in self._deleted:
                return False
            job = self._job(name)
            job.restore, job.trash, job.restored_entry = True, False, self._deleted.pop(name)
            return True

    def unlock(self, name: str) -> None:
        """Unlock a match when no job waits for it. A failed save of it is tried once more before.

        While its save fails it stays locked: another program would play on from an older state, and the next try
        would overwrite that.
        """
        with self._changed:
            job = self._job(name)
            job.unlock = True
            job.task = job.task or self._failed.pop(name, None)

    def will_unlock(self, name: str) -> bool:
        """Whether the match is unlocked after its jobs."""
        with self.lock:
            jobs = [jobs[name] for jobs in (self._running, self._waiting) if name in jobs]
            return name in self._unlock_when_saved or any(job.unlock for job in jobs)

    def keep_locked(self, name: str) -> None:
        """Cancel `unlock`."""
        with self.lock:
            self._unlock_when_saved.discard(name)
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
        """The newest save of each match that is not written yet or has failed."""
        with self.lock:
            jobs = [*self._running.items(), *self._waiting.items()]
            found = {**self._failed, **{name: job.task for name, job in jobs if job.task is not None}}
            return {name: task for name, task in found.items() if name not in self._deleted}

    def restoring(self) -> dict[str, SaveEntry | None]:
        """Matches that are being taken out of the trash; None for one that cannot be read."""
        with self.lock:
            jobs = [*self._running.items(), *self._waiting.items()]
            return {name: job.restored_entry for name, job in jobs if job.restore and name not in self._deleted}

    def deleted(self) -> set[str]:
        with self.lock:
            return set(self._deleted)

    def jobs_done(self) -> Counter[str]:
        """How many jobs were done for each match. Its files may be other ones whenever this number changes."""
        with self.lock:
            return self._jobs_done.copy()

    def retry_failures(self) -> None:
        """Try again to write what could not be written."""
        with self.lock:
            for name, task in list(self._failed.items()):
                self.save(task)
                self._waiting[name].unlock |= name in self._unlock_when_saved

    # The thread

    def wait(self, limit_s: float) -> bool:
        """Wait until no job is left. False after `limit_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._running, limit_s)

    def close(self, limit_s: float) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(limit_s)

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
        """Write a save. Returns why it failed, or an empty text."""
        try:
            self._disk.write(task)
            return ""
        except OSError as error:
            return os_error_text(error)
        except Exception as error:  # an error must not end this thread
            return type(error).__name__

    def _finish(self, name: str, job: Job, trouble: str, left: bool) -> None:
        with self._changed:
            del self._running[name]
            self._jobs_done[name] += 1
            newer = self._waiting.get(name)
            if job.task is not None:
                self.trouble = trouble
                if trouble and (newer is None or newer.task is None):
                    self._failed[name] = job.task
            if left and (newer is None or not newer.restore):
                self._deleted.pop(name, None)  # it could not be moved to the trash: lists show it again
            if newer is not None:
                newer.unlock = newer.unlock or job.unlock
            elif job.unlock and name in self._failed and name not in self._deleted:
                self._unlock_when_saved.add(name)
            elif job.unlock:
                self._unlock_when_saved.discard(name)
                self._disk.unlock(name)  # while the lock is held: nobody may claim the match in between
            self._changed.notify_all()
