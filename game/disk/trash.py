"""The trash with the files of deleted matches, and what killed programs have left in the folder of matches."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import time
from pathlib import Path

from game.disk import files
from game.disk.locks import Lock
from game.disk.save_files import SAVE_SUFFIX, backup_path

LEFTOVER_AGE_S = 24 * 3600
"""Age after which a temporary file cannot belong to a running program any more."""


class Trash:
    """The trash of this program. Each running program has its own, because another one may still restore what it has
    deleted."""

    def __init__(self, matches: Path, records: Path) -> None:
        self._matches, self._records = matches, records
        self.folder = matches / "trash" / secrets.token_hex(8)

    def take(self, name: str) -> bool:
        """Move the files of a match here. True if all of them were moved."""
        for path in match_files(self._matches, self._records, name):
            with contextlib.suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                files.replace(path, self.folder / f"{path.parent.name} {path.name}")
        return not match_files(self._matches, self._records, name)

    def give_back(self, name: str) -> None:
        """Move the files of a match back to where they were."""
        for folder in (self._matches, self._records):
            for path in self.folder.glob(f"{folder.name} {name}.*"):
                target = folder / path.name.removeprefix(f"{folder.name} ")
                if target.exists():  # somebody has put the file back by hand, and it may be newer
                    continue
                with contextlib.suppress(OSError):
                    files.replace(path, target)

    def empty(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def match_files(matches: Path, records: Path, name: str) -> list[Path]:
    """The files of a match that are there: its save, its record, and a backup of each."""
    file = f"{name}{SAVE_SUFFIX}"
    main = [matches / file, records / file, records / f"{name}.json"]
    return [path for each in main for path in (each, backup_path(each)) if path.exists()]


def remove_leftovers(matches: Path) -> None:
    """Delete what killed programs have left: free locks, temporary files and old trash."""
    with contextlib.suppress(OSError):
        for path in matches.glob("*.lock"):
            lock = Lock(path)
            if lock.take():
                lock.drop()
        trash = matches / "trash"
        for path in (*matches.glob(f".*{SAVE_SUFFIX}.*"), *trash.glob("*")):
            # The time of a folder is when a file was last put there.
            if path.stat().st_mtime < time.time() - LEFTOVER_AGE_S:
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        trash.rmdir()
