"""Which facts and steps the players' faces react to. It is part of a title's look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.data.strict_shape import one_of, read_fields
from game.data.strict_yaml import MappingNode, Node

REACTIONS = ("pleased", "annoyed", "surprised")


@dataclass(frozen=True, slots=True)
class FaceLook:
    """Names of facts and steps, each with the mood of the faces."""

    rises: Mapping[str, str] = field(default_factory=dict)
    """Facts with a number for each player: a player whose number rises reacts."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Facts that are a player or a list of players: the players that are new in it react."""
    all: Mapping[str, str] = field(default_factory=dict)
    """Facts and steps to which everybody reacts."""


def read_faces(node: Node) -> FaceLook:
    parts = read_fields(node, (), ("rises", "seats", "all"))
    return FaceLook(**{name: _read_moods(value) for name, value in parts.items()})


def _read_moods(node: Node) -> dict[str, str]:
    if not isinstance(node, MappingNode):
        raise node.where.error("must be a table")
    return {name: one_of(REACTIONS)(entry.value) for name, entry in node.entries.items()}
