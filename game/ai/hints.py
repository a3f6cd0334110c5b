"""Hints in three steps: where to look, the move, the reasons. The best level makes them from the View alone."""

from __future__ import annotations

from dataclasses import dataclass

from game.ai.thought import Reason, Thought
from game.engine.moves import Move
from game.engine.view import View

MAX_REASONS = 2
"""Reasons that a hint tells at most; the most important come first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The three steps of a hint. They are shown one at a time."""

    place: str
    """The place to look at: a zone of the View, or the name of what the move points at ("suit", "seat")."""
    move: Move
    reasons: tuple[Reason, ...]


def make_hint(view: View, thought: Thought) -> Hint:
    """The hint of a thought of the best level."""
    reasons = thought.reasons[:MAX_REASONS] or (general_reason(view, thought.simulations),)
    return Hint(place_of(view, thought.move), thought.move, reasons)


def place_of(view: View, move: Move) -> str:
    """The zone of the move's card; otherwise what the move points at."""
    for name, cards in view.zones.items():
        if move.card in cards:
            return name
    return move.zone or move.verb


def general_reason(view: View, simulations: int) -> Reason:
    """A reason that is always true: it is the only move, or it was the best of those that were tried or looked at."""
    if len(view.legal) == 1:
        return Reason("why.only_move")
    return Reason("why.tried", {"count": simulations}) if simulations else Reason("why.looked")
