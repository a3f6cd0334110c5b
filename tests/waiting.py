"""Waits for other processes until a condition is true, however long a busy machine takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

LIMIT_S = 900.0
"""Longest wait. Only a process that hangs takes this long."""
LOOK_S = 0.01
"""Time between two looks."""


def patiently(what: str, look_s: float = LOOK_S) -> Iterator[None]:
    """A loop with pauses. Leave it when the condition is true. AssertionError after LIMIT_S."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        yield
        time.sleep(look_s)
    raise AssertionError(f"waited {LIMIT_S:.0f} s for {what}")


def until(done: Callable[[], bool], what: str, look_s: float = 0.1) -> None:
    for _ in patiently(what, look_s):
        if done():
            return
