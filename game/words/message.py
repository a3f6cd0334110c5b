"""Words as data: a locale key with its values, which becomes a sentence only when it is drawn, spoken or printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.sentences import Question, Refusal
from game.engine.view import View


@dataclass(frozen=True, slots=True)
class Message:
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    """The clause of the rule book behind it, if there is one."""

    @classmethod
    def of(cls, source: Refusal | Question) -> Message:
        return cls(source.key, source.values, source.clause)


def question_message(rules: Rules[Any], view: View) -> Message:
    """What the seat of the view has to decide, or which players everybody waits for, or that the match is over."""
    if view.seat in view.deciders:
        return Message.of(rules.question(view))
    if view.deciders:
        return Message("prompt.waiting", {"names": view.deciders})
    return Message("prompt.over")


class HintStep(IntEnum):
    """How much of a hint is told: where to look, then the move, then why."""

    LOOK = 0
    MOVE = 1
    WHY = 2


@dataclass(frozen=True, slots=True)
class HintMessage:
    """One step of a hint for the seat of `view`."""

    view: View
    step: HintStep
    place: str
    """Where to look: a zone of the View, or what the move points at ("suit", "seat")."""
    move: Move
    reasons: tuple[Message, ...]
    clause: str = ""


AnyMessage = Message | HintMessage
"""Everything that can be told to a viewer."""
