"""Disks that fail, programs that are killed, and saves that are forged."""

from __future__ import annotations

import errno
import os
import random
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from game.disk import savefile, saving
from game.disk.savefile import Save
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.errors import SaveError
from tests.hosts import KEY, TITLES, load_host, new_host, play_moves
from tests.inline_worker import InlineWorker

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS)
OS_CALLS = (
    *("open", "fdopen", "fsync", "replace", "rename", "link", "unlink", "mkdir", "close", "stat", "lstat", "scandir"),
)
"""Functions of `os` that a fault can hit."""


KILLED = 9
"""Exit status of a process that was killed at an operation."""


class _File:
    """A file whose write, flush and close can fail."""

    def __init__(self, file: Any, faults: Faults) -> None:
        self._file, self._faults = file, faults

    def write(self, data: bytes) -> int:
        if self._faults.count_call():
            self._file.write(data[: len(data) // 2])
            self._file.flush()
            self._faults.fail()
        return int(self._file.write(data))

    def flush(self) -> None:
        self._faults.count_or_fail()
        self._file.flush()

    def read(self, size: int) -> bytes:
        return bytes(self._file.read(size))

    def fileno(self) -> int:
        return int(self._file.fileno())

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._faults.count_or_fail()


class Faults:
    """Lets operation number `at` on files fail, counted over all kinds of operations."""

    def __init__(self, at: int, code: int) -> None:
        self.calls = 0
        self.has_failed = False
        self._at, self._code = at, code

    def count_call(self) -> bool:
        """Count an operation. True if it is the one that has to fail."""
        self.calls += 1
        return self.calls == self._at

    def fail(self) -> None:
        self.has_failed = True
        raise OSError(self._code, os.strerror(self._code))

    def count_or_fail(self) -> None:
        if self.count_call():
            self.fail()

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            self.count_or_fail()
            return real(*words, **named)

        return call


@contextmanager
def failing_at(at: int, code: int) -> Iterator[Faults]:
    """Within this context, operation number `at` on files fails with this error number."""
    faults = Faults(at, code)
    real = {name: getattr(os, name) for name in OS_CALLS}
    try:
        for name, function in real.items():
            setattr(os, name, faults.wrap(function))
        os.fdopen = lambda *words, **named: _File(real["fdopen"](*words, **named), faults)  # type: ignore[assignment]
        yield faults
    finally:
        for name, function in real.items():
            setattr(os, name, function)


# Killing


def killed_at(at: int, act: Callable[[], None]) -> bool:
    """Whether a process was killed at operation number `at` on files, before it had done all of this."""
    child = os.fork()
    if child == 0:
        try:
            with failing_at(at, errno.EIO) as faults:
                faults.fail = partial(os._exit, KILLED)  # type: ignore[method-assign]
                act()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def count_lost_saves(folder: Path, kills: int, seed: int) -> int:
    """Kill processes that save without pause, at random moments. Returns how many lost a save that was done."""
    chance = random.Random(seed)
    lost = 0
    for number in range(kills):
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ours)
            _play(folder, TITLES[number % len(TITLES)], number, theirs)
            os._exit(0)
        os.close(theirs)
        told = _listen(ours, chance.uniform(0.002, 0.06))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told += _rest(ours)
        os.close(ours)
        lost += not _is_kept(folder, told)
    return lost


def _play(folder: Path, title: str, number: int, pipe: int) -> None:
    """Play and save. After each save, write the id and the number of saved log entries to the pipe."""
    store = Store(folder)
    plain = store.latest(title)
    host = load_host(store, plain.id) if plain else new_host(title, number)
    autosave = Autosave(store, plain.id, 0) if plain else Autosave.new(store)
    host.on_change = autosave
    while not host.over:
        play_moves(host, 1, seed=len(host.match.log))
        store.flush()
        os.write(pipe, struct.pack("32sI", autosave.name.encode(), len(host.match.log)))


def _listen(pipe: int, seconds: float) -> bytes:
    """What comes from the pipe, from the first save on and for that many seconds."""
    told = os.read(pipe, 36)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            data = os.read(pipe, 4096)
            if not data:
                break
            told += data
    return told


def _rest(pipe: int) -> bytes:
    told = b""
    while data := os.read(pipe, 4096):
        told += data
    return told


def _is_kept(folder: Path, told: bytes) -> bool:
    """Whether the last save that was reported as done can be loaded."""
    if len(told) < 36:
        return True
    last = told[: len(told) // 36 * 36][-36:]
    name, safe = struct.unpack("32sI", last)
    store = Store(folder)
    try:
        host = store.load(name.rstrip(b"\0").decode(), lambda plain: saving.make_replay(plain, InlineWorker()))
    except SaveError as error:
        print(f"lost: {error}", file=sys.stderr)
        return False
    return len(host.entries) >= safe and not host.provenance.edited


# Forging


def verdict(data: bytes, true: Save) -> str:
    """What happens to a changed file: "refused", "marked" as edited, "same" as the true one, or "ACCEPTED" (a bug)."""
    try:
        plain = savefile.unpack(data, KEY)
        if plain.record == true.record and plain.provenance.edited:
            return "marked"
        host = saving.make_host(plain, InlineWorker())
    except SaveError:
        return "refused"
    if host.provenance.edited:
        return "marked"
    return "same" if plain == true else "ACCEPTED"


def flips(data: bytes, step: int = 1, start: int = 0) -> Iterator[bytes]:
    """The data with one bit changed, for every `step`-th bit."""
    for bit in range(start, len(data) * 8, step):
        yield data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


def cuts(data: bytes, step: int = 1) -> Iterator[bytes]:
    """The data cut off after 0, `step`, 2 `step` … bytes."""
    for length in range(0, len(data), step):
        yield data[:length]


def mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """The data with some random bytes replaced, removed, inserted or repeated."""
    chance = random.Random(seed)
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(changed))
            kind = chance.randrange(4)
            if kind == 0:
                changed[at] = chance.randrange(256)
            elif kind == 1:
                del changed[at : at + chance.randint(1, 20)]
            elif kind == 2:
                changed[at:at] = chance.randbytes(chance.randint(1, 20))
            else:
                changed[at : at + 8] = changed[: chance.randint(1, 30)]
            if not changed:
                changed = bytearray(b"x")
        yield bytes(changed)


def forged_saves(save: Save, count: int, seed: int) -> Iterator[bytes]:
    """Saves with changed content and a correct checksum, as a person with a tool could make them."""
    chance, plain = random.Random(seed), savefile.to_plain(save)
    for _ in range(count):
        yield savefile.pack_plain(_changed(plain, chance), KEY)


ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**30, 1.5, "", "x" * 200, [], {}, [[[]]], "../..", "\ud800", {"a": []}),
)
"""What may stand in a forged save where something else belongs."""


def _changed(value: Any, chance: random.Random) -> Any:
    """The same plain data with one thing in it replaced."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        return {**value, key: _changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        if chance.random() < 0.3:
            other = chance.randrange(len(value))
            swapped = list(value)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            return swapped
        return [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    return chance.choice(ODD_VALUES)


if __name__ == "__main__":
    sys.exit(count_lost_saves(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
