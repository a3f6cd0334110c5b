"""The list of results. Each file is read once, until it changes, and one look at the list reads only some new files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from game.disk import files, profile
from game.disk.key import Key
from game.disk.limits import LIMITS, Kept
from game.disk.profile import Result
from game.disk.save_files import FileMark, newest_files
from game.engine.errors import SaveError

RESULT_SUFFIX = ".json"
MAX_NEW_BYTES = 1024 * 1024
"""What one look at the list reads of files that it has not read before; the next look goes on."""
MIN_READ_BYTES = 1024
"""Reading a file counts as at least this much, however small the file is."""


class ReadResult(NamedTuple):
    """A file that was read, as it was then, and with which key. `result` is None if it was refused."""

    mark: FileMark
    key: Key | None
    result: Result | None


class ResultList:
    """Reads the files of one folder, the newest first."""

    def __init__(self, folder: Path, known_key: Callable[[], Key | None]) -> None:
        self._folder = folder
        self._known_key = known_key
        self._read_cache: dict[str, ReadResult] = {}
        """What was read of each file, by its path."""
        self.has_unread = False
        """Whether the last look left files for the next one."""

    def load(self) -> list[Result]:
        """All results that were read up to now, the oldest first. Files that cannot be read are left out."""
        results, key, left = [], self._known_key(), MAX_NEW_BYTES
        self.has_unread = False
        for mark, path in newest_files(self._folder, RESULT_SUFFIX)[: LIMITS[Kept.RESULTS]]:
            known = self._read_cache.get(path)
            if known is None or known.mark != mark or known.key != key:
                if left <= 0:
                    self.has_unread = True
                    continue
                known = self._read_cache[path] = ReadResult(mark, key, _read_or_refuse(Path(path), key))
                left -= max(MIN_READ_BYTES, min(mark[1], profile.MAX_FILE_BYTES))
            if known.result is not None:
                results.append(known.result)
        return sorted(results, key=lambda result: (result.ended, result.id))


def _read_or_refuse(path: Path, key: Key | None) -> Result | None:
    try:
        data = files.read(path, profile.MAX_FILE_BYTES)
        result = profile.parse(data, key.value if key else b"", trust_old=key is None or key.signing)
    except (OSError, SaveError):
        return None
    return result if result.id == path.stem else None
