"""What a title's YAML says, as frozen data. Reading the file is the catalogue's work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.engine.cards import EVERYBODY, Card, Face, Seat

LEVELS = ("beginner", "casual", "skilled", "expert", "master")

FACT_ROLES = ("winners", "round", "tricks", "order")
"""Who has won (a seat or several); the number of the round; the tricks so far, each with its winner, the seats in order
and their cards; whose card is whose in a trick."""
POINT_KINDS = ("gap", "pair")

Sight = Literal["all", "owner", "nobody"]
Value = int | str


@dataclass(frozen=True, slots=True)
class Suit:
    id: str
    letter: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A named place for cards, once on the table or once for each seat, and who sees into it."""

    name: str
    sight: Sight
    each_seat: bool
    ordered: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One zone of one match, as the kernel needs it: a mask of the seats that see into it."""

    name: str
    sight: int
    ordered: bool
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """An option whose values are words."""

    name: str
    default: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option whose values are whole numbers in a range."""

    name: str
    default: int
    low: int
    high: int


Option = ChoiceOption | NumberOption


@dataclass(frozen=True, slots=True)
class Race:
    """How a title is played against the clock: which of its moves, facts and numbers the clock works with."""

    acts: tuple[str, ...]
    """Verbs of the moves that somebody makes by pressing a key."""
    wait: str
    """The verb of the move of whoever has not pressed."""
    beat: str
    """The fact that counts the beats of a turn, from 1."""
    idle: str
    """The fact that counts the beats in which nobody acted."""
    patience: str
    """The option that says how many such beats end the turn."""
    together_ms: str
    """The number: presses this near to each other count as one moment."""
    standoff_s: str
    """The number: so long nobody may act."""


@dataclass(frozen=True, slots=True)
class Spec:
    title: str
    rules: int
    seats: range
    suits: tuple[Suit, ...]
    faces: tuple[Face, ...]
    own_sets: bool
    """Every seat has one suit for itself, as with two packs of two colours."""
    zones: Mapping[str, Zone]
    options: Mapping[str, Option]
    numbers: Mapping[str, int]
    quotas: Mapping[int, int]
    effects: Mapping[Card, str]
    levels: Mapping[str, Mapping[str, int]]
    """How strong bots think, the weakest level first; none in a title that has no bots."""
    characters: Mapping[str, Mapping[str, int]]
    """How bots differ that think equally well: weights of a style, 0 for nothing special."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Facts with a meaning that screens and texts know, by that meaning: see FACT_ROLES."""
    points_at: Mapping[str, str] = field(default_factory=dict)
    """Verbs whose index is no card: a "gap" between two cards, or a "pair" of neighbours."""
    race: Race | None = None
    """None in a title that cannot be played against the clock."""

    def neutral_style(self) -> dict[str, int]:
        """The style of nobody in particular."""
        return {name: 0 for style in self.characters.values() for name in style}

    def places(self, seats: int) -> dict[str, Place]:
        """The zones of a match of so many seats, by name: "trick", "hand 0", "hand 1" …"""
        places = {}
        for zone in self.zones.values():
            for owner in range(seats) if zone.each_seat else (None,):
                name = zone.name if owner is None else f"{zone.name} {owner}"
                places[name] = Place(name, _sight(zone, owner), zone.ordered, owner)
        return places


def winners_in(spec: Spec, facts: Mapping[str, object]) -> tuple[Seat, ...]:
    """Who has won, by the public facts; nobody while the match goes on."""
    value = facts.get(spec.facts.get("winners", ""))
    if isinstance(value, tuple):
        return tuple(seat for seat in value if isinstance(seat, int))
    return (value,) if isinstance(value, int) and value >= 0 else ()


def _sight(zone: Zone, owner: Seat | None) -> int:
    if zone.sight == "all":
        return EVERYBODY
    return 1 << owner if zone.sight == "owner" and owner is not None else 0


@dataclass(frozen=True, slots=True)
class Needs:
    """What a title's Python asks of its YAML; the catalogue refuses a file that says less or more."""

    zones: frozenset[str]
    numbers: Mapping[str, tuple[int, int]]
    """Name and allowed range."""
    options: Mapping[str, tuple[str, ...] | range]
    """Name and the values the rules know."""
    effects: tuple[str, ...] = ()
    quotas: bool = False
    own_sets: bool = False
    suits: int = 0
    """How many suits there have to be; 0 leaves it to the file."""
    mind: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What makes a level of its bots, and in which range; none: the title has no bots."""
    style: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What makes a character of its bots."""
    ranks: int = 100
    """How many ranks there may be."""
    seats: range = range(2, 7)
