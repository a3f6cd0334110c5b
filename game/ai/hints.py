"""Hints: where to look, then the move, then why. Always thought out at full strength, from the View alone."""

from __future__ import annotations

from dataclasses import dataclass

from game.ai.thought import Reason, Thought
from game.engine.moves import Move
from game.engine.view import View

MAX_REASONS = 2
"""More reasons than this are not told; the weightiest come first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Three steps, to be shown one at a time."""

    look: str
    """The place to look at: a zone of the View, or the name of what the move points at ("suit", "seat")."""
    move: Move
    reasons: tuple[Reason, ...]


def make_hint(view: View, thought: Thought) -> Hint:
    """A thought of the best level, as a hint."""
    reasons = thought.reasons[:MAX_REASONS] or (general_reason(view, thought.simulations),)
    return Hint(place_of(view, thought.move), thought.move, reasons)


def place_of(view: View, move: Move) -> str:
    """Where the card of a move lies, or else where it points."""
    for name, cards in view.zones.items():
        if move.card in cards:
            return name
    return move.zone or move.verb


def general_reason(view: View, simulations: int) -> Reason:
    """The reason that is always true: there is no other move, or it came out best when it was tried or looked at."""
    if len(view.legal) == 1:
        return Reason("why.only_move")
    return Reason("why.tried", {"count": simulations}) if simulations else Reason("why.looked")
