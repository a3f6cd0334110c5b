"""What the tests of hints share: how many, and the reasons that every title may give."""

from __future__ import annotations

from game.ai.thought import Reason
from game.engine.view import View

HINTS = 500
"""Hints a title, none of them with a false reason."""


def holds_anywhere(seen: View, reason: Reason) -> bool | None:
    """Whether a reason of no title in particular is true; None for a title's own."""
    match reason.key:
        case "why.only_move":
            return len(seen.legal) == 1
        case "why.tried":
            return len(seen.legal) > 1 and int(str(reason.values["count"])) > 0
        case "why.looked":
            return len(seen.legal) > 1
    return None
