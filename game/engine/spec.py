"""The content of a title's YAML file as frozen data. `game/data/specfile.py` reads the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.engine.cards import EVERYBODY, Card, Face, Seat

LEVELS = ("beginner", "casual", "skilled", "expert", "master")
"""Levels of bots, the weakest first."""

FACT_ROLES = ("winners", "round", "tricks", "order", "trump")
"""Meanings that a fact can have: who has won (a seat or several); the number of the round; the tricks so far, each
with its winner, the seats in order and their cards; the seats that played the cards of a trick, in order; the
trump suit, or a negative number."""
POINT_KINDS = ("gap", "pair", "drawn")
"""What a move can point at instead of a card that it names: its index at a gap between two cards, or at a pair of
neighbours; a move without an index, at the drawn card."""

Sight = Literal["all", "owner", "nobody"]
Value = int | str


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit of cards: its name in the YAML file and the letter that stands for it."""

    id: str
    letter: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A kind of place for cards, one for the whole table or one for each seat. `sight` says who sees into it."""

    name: str
    sight: Sight
    each_seat: bool
    ordered: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One zone of one match, such as "hand 2". `sight` is a mask of the seats that see into it."""

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
    """How a title is played against the clock: names of the moves, facts, options and numbers that the clock uses."""

    acts: tuple[str, ...]
    """Verbs of the moves that a person makes by pressing a key."""
    wait: str
    """Verb of the move that a seat makes when it does not press a key."""
    beat: str
    """The fact that counts the beats of a turn, from 1."""
    idle: str
    """The fact that counts the beats in which nobody acted."""
    patience: str
    """The option that says how many idle beats end the turn."""
    together_ms: str
    """Name of the number of milliseconds within which presses count as simultaneous."""
    standoff_s: str
    """Name of the number of seconds without an act after which the undecided stand off."""
    newcomers_take_turns: bool = False
    """Whether the set-up offers turns instead of the clock until a match of the title was finished."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything that a title's YAML file says."""

    title: str
    rules: int
    """Version of the rules. A save of another version is refused."""
    seats: range
    suits: tuple[Suit, ...]
    faces: tuple[Face, ...]
    own_sets: bool
    """Whether every seat has its own suit, such as two packs of two colours."""
    zones: Mapping[str, Zone]
    options: Mapping[str, Option]
    numbers: Mapping[str, int]
    quotas: Mapping[int, int]
    effects: Mapping[Card, str]
    levels: Mapping[str, Mapping[str, int]]
    """Numbers that make the strength of each level of bots, the weakest first. Empty in a title without bots."""
    characters: Mapping[str, Mapping[str, int]]
    """Weights that make the style of each character of bots; 0 is neutral."""
    former_characters: tuple[str, ...] = ()
    """Characters of older versions. Saves may name them; their bots play as the level without a character."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Names of facts by their meaning for screens and texts: see FACT_ROLES."""
    points_at: Mapping[str, str] = field(default_factory=dict)
    """For verbs whose moves name no card: what they point at, see POINT_KINDS."""
    race: Race | None = None
    """None in a title that cannot be played against the clock."""

    def neutral_style(self) -> dict[str, int]:
        """The style of a bot without a character: all weights are 0."""
        return {name: 0 for style in self.characters.values() for name in style}

    def places(self, seats: int) -> dict[str, Place]:
        """The places of a match with this number of seats, by name: "trick", "hand 0", "hand 1" …"""
        places = {}
        for zone in self.zones.values():
            for owner in range(seats) if zone.each_seat else (None,):
                name = zone.name if owner is None else f"{zone.name} {owner}"
                places[name] = Place(name, _sight(zone, owner), zone.ordered, owner)
        return places


def winners_in(spec: Spec, facts: Mapping[str, object]) -> tuple[Seat, ...]:
    """The seats that have won, taken from the public facts. Empty while the match goes on."""
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
    """What a title's Rules need from its YAML file. A file with less or more is refused."""

    zones: frozenset[str]
    numbers: Mapping[str, tuple[int, int]]
    """Name and allowed range."""
    options: Mapping[str, tuple[str, ...] | range]
    """Name, and the values that the Rules know."""
    effects: tuple[str, ...] = ()
    quotas: bool = False
    own_sets: bool = False
    suits: int = 0
    """Number of suits; 0 allows any."""
    mind: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Names and allowed ranges of the numbers of a bot level. Empty in a title without bots."""
    style: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Names and allowed ranges of the weights of a bot character."""
    ranks: int = 100
    """Highest number of ranks."""
    seats: range = range(2, 7)
