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
    look: Reason | None = None
    """What to think about, in words; None if `place` is all there is to say."""


def make_hint(view: View, thought: Thought) -> Hint:
    """The hint of a thought of the best level."""
    reasons = thought.reasons[:MAX_REASONS] or (general_reason(view, thought),)
    named = thought.look.values.get("zone") if thought.look is not None else None
    place = named if isinstance(named, str) else place_of(view, thought.move)
    return Hint(place, thought.move, reasons, thought.look)


def place_of(view: View, move: Move) -> str:
    """The zone of the move's card; otherwise what the move points at."""
    for name, cards in view.zones.items():
        if move.card in cards:
            return name
    return move.zone or move.verb


def general_reason(view: View, thought: Thought) -> Reason:
    """A reason that needs no facts of the title: it is the only move, or the best, or one of several good ones."""
    if len(view.legal) == 1:
        return Reason("why.only_move")
    values = dict(thought.values)
    if values and values[thought.move] < max(values.values()):
        return Reason("why.close")
    return Reason("why.tried" if thought.simulations else "why.looked")
