"""A lock of a running program on a saved match. The system releases it when the program ends, also after a crash.

The lock is a file beside the save. On Unix such a file can be deleted while it is locked, which would let a second
program in. So the file of the save is locked too: with every write the lock goes over to the new file. On Windows a
file that is open cannot be deleted, and a locked one could not be read, so there the lock file is enough.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from game.disk import files

if sys.platform == "win32":
    import msvcrt

    def _lock_file(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if not error.errno:  # Wine gives no number if another program has the lock
                raise BlockingIOError from error
            raise
else:
    import fcntl

    def _lock_file(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


TRIES = 100
"""How often the file is opened again if it was replaced meanwhile."""


class Lock:
    """The lock of one match. One running program can hold it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._save_handle: int | None = None
        """The file of the save, which is locked too."""

    def take(self, save: Path | None = None) -> bool:
        """Take the lock. False only if another program has it: where no lock can be made, playing is still allowed."""
        if not self._take_lock_file():
            return False
        if save is None or sys.platform == "win32" or self._take_save(save):
            return True
        self.drop()
        return False

    def _take_lock_file(self) -> bool:
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        # Through a link that leads nowhere, a file would be made elsewhere.
        taken, self._handle = _lock_path(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0))
        return taken

    def _take_save(self, save: Path) -> bool:
        """Lock the file of the save. If there is none, nobody plays from it."""
        taken, self._save_handle = _lock_path(save, os.O_RDONLY | os.O_NONBLOCK)
        return taken

    def write(self, path: Path, data: bytes) -> None:
        """Write the save. The new file is locked before it takes the place of the old one."""
        if sys.platform == "win32":
            files.write(path, data)
            return
        new: list[int] = []

        def lock_new_file(handle: int) -> None:
            new.append(os.dup(handle))
            with contextlib.suppress(OSError):
                _lock_file(new[0])

        try:
            files.write(path, data, lock_new_file)
        except BaseException:
            for handle in new:
                os.close(handle)
            raise
        self._close_save()
        self._save_handle = new[0]

    def _close_save(self) -> None:
        if self._save_handle is not None:
            os.close(self._save_handle)
            self._save_handle = None

    def drop(self) -> None:
        """Release the lock and delete its file. Windows cannot delete a file that is open."""
        self._close_save()
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                if _is_file_at(handle, self._path):
                    self._path.unlink()
        os.close(handle)
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                self._path.unlink()


def _lock_path(path: Path, flags: int) -> tuple[bool, int | None]:
    """Open a file and lock it. Returns whether no other program has it, and its handle if it could be locked.

    Its holder may delete or replace it just then, so the file that lies there afterwards is tried again.
    """
    for _ in range(TRIES):
        try:
            handle = os.open(path, flags, 0o600)
        except OSError:
            return True, None
        try:
            _lock_file(handle)
        except (BlockingIOError, PermissionError):
            os.close(handle)
            return False, None
        except OSError:
            os.close(handle)
            return True, None
        if _is_file_at(handle, path):
            return True, handle
        os.close(handle)
    return False, None


def _is_file_at(handle: int, path: Path) -> bool:
    """Whether an open file still lies there. It may have been deleted or replaced since it was opened."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False
