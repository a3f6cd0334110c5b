"""The files of a saved match: which ones there are, and how they are written and read."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from game.disk import files, savefile
from game.disk.key import Key
from game.disk.savefile import ForeignSave, Save
from game.engine.errors import SaveError
from game.engine.os_errors import os_error_text

T = TypeVar("T")
SAVE_SUFFIX, BACKUP_SUFFIX = ".mallow", ".bak"
MAX_FILE_BYTES = 1024 * 1024
"""The largest save that is read. A long match takes about 20 KB."""
FileMark = tuple[int, int, int]
"""Time of the last change in ns, size in bytes, inode: if these are the same, the file was not changed."""


class DamagedSave(SaveError):
    """A damaged save. Its file was renamed to `aside`. `has_backup` says whether the state before can be loaded."""

    def __init__(self, message: str, aside: str, has_backup: bool) -> None:
        super().__init__(message)
        self.aside = aside
        self.has_backup = has_backup


def file_mark(status: os.stat_result) -> FileMark:
    return status.st_mtime_ns, status.st_size, status.st_ino


def newest_files(folder: Path, suffix: str) -> list[tuple[FileMark, str]]:
    """The ordinary files with this ending, the newest first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(suffix) and not entry.name.startswith("."):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    if stat.S_ISREG(status.st_mode):
                        found.append((file_mark(status), entry.path))
    return sorted(found, reverse=True)


def ids_in(folder: Path, *suffixes: str) -> set[str]:
    """The ids of the matches that have a file with one of these endings. The files are not opened."""
    found = set()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            for suffix in suffixes:
                name = entry.name.removesuffix(suffix)
                if name != entry.name and savefile.ID_PATTERN.fullmatch(name):
                    found.add(name)
    return found


def backup_path(path: Path) -> Path:
    """The file with the state before the last one."""
    return path.with_name(path.name + BACKUP_SUFFIX)


def make_backup(path: Path) -> None:
    """Keep the file under a second name before it is replaced: as a hard link, or as a copy if that fails."""
    link = path.with_name(f".{path.name}.link")
    with contextlib.suppress(OSError):
        delete_files(link)
        os.link(path, link)
        files.replace(link, backup_path(path))
        return
    with contextlib.suppress(OSError, SaveError):
        files.write(backup_path(path), files.read(path, MAX_FILE_BYTES))


def take_back(over: Path, here: Path) -> None:
    """Move the save of a finished match back to the open ones, if it has none there: its last move was undone."""
    if not files.exists(here):
        with contextlib.suppress(OSError):
            here.parent.mkdir(parents=True, exist_ok=True)
            files.replace(over, here)


def delete_files(*paths: Path) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            files.delete(path)


def load_file(path: Path, key: Key | None, read: Callable[[Save], T]) -> T:
    """What `read` makes of a file. A damaged file is renamed. FileNotFoundError is left to the caller."""
    try:
        return read_file(path, key, read)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SaveError("{where}: {problem}", where=path.name, problem=os_error_text(error)) from None
    except ForeignSave:
        raise
    except SaveError as error:
        aside = files.rename_damaged(path)
        raise DamagedSave(error.sentence, aside.name if aside else "", files.exists(backup_path(path))) from None


def read_file(path: Path, key: Key | None, read: Callable[[Save], T]) -> T:
    """The same, but no file is renamed. SaveError if it is damaged."""
    return read(unpack(files.read(path, MAX_FILE_BYTES), key))


def unpack(data: bytes, key: Key | None) -> Save:
    """The Save in a file of this installation, whose key is None until it is made. SaveError if it is damaged."""
    return savefile.unpack(data, key.value if key else b"", trust_old=key is None or key.signing)
