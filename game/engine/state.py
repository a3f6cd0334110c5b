"""The truth of a match, and the one picture of it from which everything generic is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from game.engine.cards import Card
from game.engine.moves import Move

Plain = bool | int | str | tuple["Plain", ...] | None
"""What a public fact may be: immutable, and the same after a trip through JSON."""

S = TypeVar("S", bound="State")


class State(Protocol):
    """Mutable, with slots, touched only by its Rules. A title keeps in it what is fast."""

    seats: int
    due: str
    """The automatic step that comes next; empty while somebody has to decide."""

    def clone(self: S) -> S: ...


@dataclass(slots=True)
class Picture:
    """All of a State: cards in zones, sealed moves, who remembers which hidden card, and public facts.

    Secrets are cards and sealed moves and nothing else: a fact is public by definition.
    A zone that is not ordered holds its cards sorted.
    """

    zones: dict[str, tuple[Card, ...]]
    facts: dict[str, Plain]
    sealed: tuple[Move | None, ...]
    seen: dict[Card, int] = field(default_factory=dict)
    """Seats that know a card beyond what their sight of its zone shows, as a mask; none left out."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What the dice gave: new orders of cards nobody sees, and facts drawn by lot.

    Chance does nothing else; handing the cards out is an automatic step of its own.
    """

    orders: dict[str, tuple[Card, ...]]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standings:
    """How the match stands, or ended."""

    over: bool
    winners: tuple[int, ...]
    """Empty while it is not over."""
    scores: tuple[int, ...] | None
    """None in a title without points."""
