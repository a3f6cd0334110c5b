"""What rules have to say to a person: a locale key, the clause of the rule book behind it, and what to put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.engine.state import Plain


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a card cannot be played now."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to decide now."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)
