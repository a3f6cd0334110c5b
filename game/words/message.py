"""A Message is a locale key with its values. It becomes a sentence only when it is drawn, spoken or printed."""

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
    """A text for a person, not yet in any language."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    """The clause of the rule book behind it; empty if there is none."""
    general_key: str = ""
    """The key of a more general text, for languages and titles that have none for `key`."""

    @classmethod
    def of(cls, source: Refusal | Question) -> Message:
        return cls(source.key, source.values, source.clause)


def question_message(rules: Rules[Any], view: View) -> Message:
    """What the seat of the view has to decide; what it has decided and for whom it waits; or that the match is over."""
    if view.seat in view.deciders:
        return Message.of(rules.question(view))
    if view.deciders:
        asked = rules.question(view).key.rpartition(".")[2]
        if view.own_seal is not None:
            asked = f"own_{view.own_seal.verb}"  # the viewer's own choice; nobody else sees this text
        return Message(f"waiting.{rules.spec.title}.{asked}", {"names": view.deciders}, general_key="prompt.waiting")
    return Message("prompt.over")


class HintStep(IntEnum):
    """How much of a hint is told: the place to look at, then the move, then the reasons."""

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
    look: Message | None
    """What to think about; None if `place` is all there is to say."""
    move: Move
    reasons: tuple[Message, ...]
    clause: str = ""


AnyMessage = Message | HintMessage
"""Everything that a viewer can be told."""
