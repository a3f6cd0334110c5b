"""The key of an installation, for the checksums of its saves and results. It lies beside the settings."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from game.disk import files
from game.engine.errors import SaveError

KEY_BYTES = 32
FILE_NAME = "key"
SIGNING = "signing"
"""Second line of the file while files that are older than the key get checksums made with it."""


@dataclass(frozen=True, slots=True)
class Key:
    """While `signing`, files without such a checksum may be older than the key. Later they are foreign."""

    value: bytes
    signing: bool = False
    is_stored: bool = True
    """False while its file cannot be written."""


def load_key(folder: Path) -> Key | None:
    """The key of this folder. None if there is none yet. A damaged one is put aside."""
    path = folder / FILE_NAME
    try:
        first, *others = files.read_patiently(path, 10 * KEY_BYTES).decode("ascii").split()
        value = bytes.fromhex(first)
        if len(value) == KEY_BYTES and others in ([], [SIGNING]):
            return Key(value, bool(others))
    except OSError:
        return None
    except (SaveError, ValueError):
        pass
    files.rename_damaged(path)
    return None


def make_key(folder: Path, value: bytes = b"") -> Key:
    """A new key, in a file that only its owner can read. If another program was quicker, its key.

    A key that is there but cannot be read is put aside, so that its owner can bring it back. If no file can be
    written, as on a full disk, the new key holds for this run. Later it is tried again with its `value`.
    """
    key, path = Key(value or secrets.token_bytes(KEY_BYTES), signing=True), folder / FILE_NAME
    for _ in range(2):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            try:
                _create(path, f"{key.value.hex()}\n{SIGNING}\n".encode("ascii"))
                return key
            except FileExistsError:
                known = load_key(folder)
                if known is not None:
                    return known
                files.rename_damaged(path)
    return replace(key, is_stored=False)


def end_signing(folder: Path, key: Key) -> Key:
    """All older files are signed. From now on those without a checksum made with the key are foreign."""
    _store(folder, key)
    return Key(key.value)


def store_again(folder: Path, key: Key) -> None:
    """Write a key that was deleted while the program runs. What this program saves would not be its own otherwise."""
    if not os.path.lexists(folder / FILE_NAME):
        _store(folder, key)


def _store(folder: Path, key: Key) -> None:
    with contextlib.suppress(OSError):
        files.write(folder / FILE_NAME, f"{key.value.hex()}\n".encode("ascii"))


def _create(path: Path, data: bytes) -> None:
    """Make a file that appears with its whole content, or FileExistsError. Another program may look at any moment."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        if sys.platform == "win32":
            files.rename(Path(name), path)  # never replaces a file; a linked file that is read could not be unlinked
            return
        try:
            os.link(name, path)
        except FileExistsError:
            raise
        except OSError:  # this disk has no hard links
            if path.exists():
                raise
            Path(name).replace(path)
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()
