"""A lock of a running program on a file. The system releases it when the program ends, also after a crash."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock_file(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock_file(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock file that one running program can hold."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take the lock. False only if another program has it: where no lock can be made, playing is still allowed."""
        for _ in range(3):
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                return True
            try:
                _lock_file(handle)
            except (BlockingIOError, PermissionError):
                os.close(handle)
                return False
            except OSError:
                os.close(handle)
                return True
            if self._is_current_file(handle):
                self._handle = handle
                return True
            os.close(handle)
        return False

    def _is_current_file(self, handle: int) -> bool:
        """Whether the file still exists. Its last holder may have deleted it after we opened it."""
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except OSError:
            return False

    def drop(self) -> None:
        """Release the lock and delete its file. Windows cannot delete a file that is open."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                self._path.unlink()
        os.close(handle)
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                self._path.unlink()
