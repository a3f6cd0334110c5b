"""How many matches and results are kept. When a limit is reached the player is asked; nothing is deleted unasked."""

from __future__ import annotations

from enum import Enum


class Kept(Enum):
    """What has a limit. The values are names of texts."""

    OPEN = "open"
    """Matches that are not finished, and positions saved under a name."""
    FINISHED = "finished"
    RESULTS = "results"
    """What the profile counts. A result stays when its finished match is deleted."""


LIMITS = {Kept.OPEN: 200, Kept.FINISHED: 1000, Kept.RESULTS: 20_000}
"""With this many of one kind, no new match begins. Matches that are already open can still be finished."""
MAX_LISTED = LIMITS[Kept.OPEN] + LIMITS[Kept.FINISHED]
"""Saves in one list, the newest first. All open matches may become finished ones above the limit."""
OLDEST_SHARE = 10
"""The limit is divided by this: a tenth is deleted when the player agrees to delete the oldest ones."""


def oldest_count(kind: Kept) -> int:
    """How many are deleted when the player agrees to delete the oldest ones."""
    return LIMITS[kind] // OLDEST_SHARE
