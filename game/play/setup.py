"""What people choose before a match, and where a match comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game import __version__
from game.engine.cards import Seat
from game.engine.spec import Value


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a seat: a person or a bot."""

    name: str
    bot: str = ""
    """Empty for a person; otherwise a level, or a level and a character such as "expert:waiter"."""
    avatar: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """What people choose before a match."""

    title: str
    chairs: tuple[Chair, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    first: Seat | None = None
    """The seat that deals or begins; None draws lots."""
    practice: bool = False
    """Every move can be undone. Such a match never counts."""
    live: bool = False
    """Against the clock, if the title supports it."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a match comes from. It is one value, so that saves and replays cannot forget a part of it."""

    app: str = __version__
    """Version of the program that began the match. Bots of another version may choose other moves."""
    undone: bool = False
    """A move was taken back after its player had learnt something. Then the match does not count."""
    copied: bool = False
    """The match was loaded from a named copy, so its players may know the next cards. Then it does not count."""
    restored: bool = False
    """Its newest save was damaged, and it was continued from the one before. The player may have learnt something."""
    edited: bool = False
    """The save was changed outside of the program. Then the match does not count."""

    @property
    def marks(self) -> list[str]:
        """Why the match does not count; empty if it counts."""
        return [mark for mark in ("copied", "edited", "restored", "undone") if getattr(self, mark)]


NEW_MATCH = Provenance()
