"""Something to tell a person, kept as a locale key: it is said in the language that holds when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """A locale key, what to put into its text (sentences of the code too), and the clause of the rules behind it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
