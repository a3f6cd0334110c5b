"""A clock in which no real time passes."""

from __future__ import annotations


class VirtualTime:
    """Stands for the module `time`: `sleep` returns at once, and `monotonic` is later by that time."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds
