"""Gives files of version 0.2, which has no key, checksums made with the key. Later such files count as foreign."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from game.disk import files, profile, savefile
from game.disk.limits import LIMITS, MAX_LISTED, Kept
from game.disk.result_list import RESULT_SUFFIX
from game.disk.save_files import BACKUP_SUFFIX, MAX_FILE_BYTES, SAVE_SUFFIX, newest_files
from game.engine.errors import SaveError

WriteSave = Callable[[Path, bytes], None]
"""Writes a save under the lock of its match. BusySave if another program plays it; that one writes it then."""


MAX_SIGNED_BYTES = 32 * 1024 * 1024
"""What is read of one kind of files, counted unpacked, so that hostile files cost seconds and not minutes."""


def sign_saves(folder: Path, key: bytes, write: WriteSave) -> None:
    for ending in (BACKUP_SUFFIX, ""):
        left = MAX_SIGNED_BYTES
        for _, path in newest_files(folder, SAVE_SUFFIX + ending)[:MAX_LISTED]:
            if left <= 0:
                break
            with contextlib.suppress(OSError, SaveError):
                data = files.read(Path(path), MAX_FILE_BYTES)
                left -= max(len(data), savefile.unpacked_bytes(data))
                save = savefile.unpack(data, key, trust_old=True)
                if savefile.is_old(data) and not save.provenance.edited:
                    write(Path(path), savefile.pack(save, key))


def sign_results(folder: Path, key: bytes) -> None:
    left = MAX_SIGNED_BYTES
    for _, path in newest_files(folder, RESULT_SUFFIX)[: LIMITS[Kept.RESULTS]]:
        if left <= 0:
            break
        with contextlib.suppress(OSError, SaveError):
            data = files.read(Path(path), profile.MAX_FILE_BYTES)
            left -= len(data)
            result = profile.parse(data, key, trust_old=True)
            if profile.is_old(data) and result.counts:
                files.write(Path(path), profile.to_bytes(result, key))
