"""The trash with the files of deleted matches, and what killed programs have left in the folder of matches."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import time
from pathlib import Path

from game.disk import files
from game.disk.locks import Lock
from game.disk.save_files import SAVE_SUFFIX, backup_path

TRASH_NAME = re.compile(r"[0-9a-f]{16}|(matches|records) [0-9a-z-]+(\.[a-z]+){1,2}")
"""The name of a program's trash, and of files that version 0.2 put beside it."""
TEMPORARY_NAME = re.compile(r"\.[0-9a-z-]+\.(mallow|json)(\.bak)?\.\w+")
"""The name of a file that is being written."""
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
            for path in self._files_of(f"{folder.name} {name}."):
                target = folder / path.name.removeprefix(f"{folder.name} ")
                if files.exists(target):  # somebody has put the file back by hand, and it may be newer
                    continue
                with contextlib.suppress(OSError):
                    files.replace(path, target)

    def _files_of(self, start: str) -> list[Path]:
        """The files here whose names begin like this; none if the folder cannot be entered."""
        with contextlib.suppress(OSError):
            return [path for path in self.folder.iterdir() if path.name.startswith(start)]
        return []

    def empty(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def match_files(matches: Path, records: Path, name: str) -> list[Path]:
    """The files of a match that are there: its save, its record, and a backup of each."""
    file = f"{name}{SAVE_SUFFIX}"
    main = [matches / file, records / file, records / f"{name}.json"]
    return [path for each in main for path in (each, backup_path(each)) if files.exists(path)]


def remove_leftovers(matches: Path) -> None:
    """Delete what killed programs have left: free locks, temporary files and old trash.

    Nothing else is touched: the folder or something in it may be a link to somebody's own files.
    """
    trash, old = matches / "trash", []
    with contextlib.suppress(OSError):
        for path in matches.glob("*.lock"):
            _remove_free_lock(path)
        folders = matches, matches.with_name("records"), matches.with_name("results")
        old += [path for folder in folders for path in folder.glob(".*") if TEMPORARY_NAME.fullmatch(path.name)]
        old += [path for path in trash.glob("*") if TRASH_NAME.fullmatch(path.name)]
    for path in old:
        with contextlib.suppress(OSError):
            # The time of a folder is when a file was last put there.
            if _lies_in(path, path.parent) and path.stat().st_mtime < time.time() - LEFTOVER_AGE_S:
                _remove(path)
    with contextlib.suppress(OSError):
        trash.rmdir()


def _remove_free_lock(path: Path) -> None:
    """Delete the lock file of a match that nobody plays. It is empty."""
    if _lies_in(path, path.parent) and path.is_file() and not path.stat().st_size:
        lock = Lock(path)
        if lock.take():
            lock.drop()


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a path is no link that leads elsewhere, and neither is its folder."""
    return os.path.realpath(path) == str(Path(os.path.realpath(folder.parent), folder.name, path.name))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
