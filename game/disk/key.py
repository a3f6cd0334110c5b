"""The key of an installation, with which the checksums of its saves are made. It lies beside the settings."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from game.disk import files
from game.engine.errors import SaveError

KEY_BYTES = 32
FILE_NAME = "key"


def load_key(folder: Path) -> bytes | None:
    """The key of this folder. None if there is none yet. A damaged one is put aside."""
    path = folder / FILE_NAME
    try:
        key = bytes.fromhex(files.read(path, 10 * KEY_BYTES).decode("ascii"))
        if len(key) == KEY_BYTES:
            return key
    except OSError:
        return None
    except (SaveError, ValueError):
        pass
    files.rename_damaged(path)
    return None


def make_key(folder: Path) -> bytes:
    """A new key, in a file that only its owner can read. If another program was quicker, its key.

    Where no file can be written, the key holds for this run: nothing can be saved there either.
    """
    key = secrets.token_bytes(KEY_BYTES)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / FILE_NAME, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(handle)
        return key
    return load_key(folder) or key
