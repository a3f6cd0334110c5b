"""A lock that a running program holds on a file. The system lets go of it when the program ends, however it ends."""

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
    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """False only if another running program has it; a folder that takes no locks keeps nobody from playing."""
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
        """Whoever had it before may have deleted the file after we opened it."""
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except OSError:
            return False

    def drop(self) -> None:
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
