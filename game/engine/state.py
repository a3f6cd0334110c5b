"""The truth of a match, and the one picture of it from which everything generic is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.slots import StateType, inferred

Plain = bool | int | str | tuple["Plain", ...] | None
"""What a public fact may be: immutable, and the same after a trip through JSON."""

Zones = dict[str, tuple[Card, ...]]
Facts = dict[str, Plain]
Seals = tuple[Move | None, ...]

S = TypeVar("S", bound="State")

DEAL: Final = "deal"
"""The step that is due when the dice have to speak."""


class State(metaclass=StateType):
    """The truth at one moment of a match. Every title declares its own: see slots.py.

    It can be changed and has slots, because bots play thousands of matches on clones. Only its Rules change it.
    """

    zones_by_seat: ClassVar[bool] = False
    """Whether a Picture has all zones of a seat before those of the next one. Cards move in the order of zones."""

    seats: int = inferred(0)
    due: str = inferred(DEAL)
    """The automatic step that comes next; empty while somebody has to decide."""
    if TYPE_CHECKING:  # written by StateType

        def __init__(self, seats: int) -> None: ...

        def clone(self: S) -> S: ...

        def zones_of(self, rules: Any) -> Zones: ...

        def facts_of(self, rules: Any) -> Facts: ...

        def seals_of(self) -> Seals: ...

        def build(self, rules: Any, zones: Zones, facts: Facts, sealed: Seals) -> None:
            """Take over what is shown."""


@dataclass(slots=True)
class Picture:
    """All of a State: cards in zones, sealed moves, who remembers which hidden card, and public facts.

    Secrets are cards and sealed moves and nothing else: a fact is public by definition.
    A zone that is not ordered holds its cards sorted.
    """

    zones: Zones
    facts: Facts
    sealed: Seals
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
