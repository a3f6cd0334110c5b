"""The slots of a State, declared once.

A title's State is a class whose body lists its slots, one to a line:

    class HighCardState(State):
        deck: tuple[Card, ...] = zone("deck", ())
        hands: list[tuple[Card, ...]] = zone("hand", EachSeat(()))
        points: list[int] = fact(EachSeat(0))
        turn: tuple[Seat, ...] = inferred(())

Each line says how the slot starts, and which zone or fact shows it. A slot that starts as a list is copied by a clone;
everything else must be immutable, and is shared. `StateType` writes `__slots__`, `__init__`, `clone`, `picture` and
`build` from these lines, so that no slot can be forgotten in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from game.engine.cards import cards_of, mask_of

MOST_SEATS: Final = 10


@dataclass(frozen=True, slots=True)
class EachSeat:
    """A slot that starts as a list with this value for every seat."""

    value: Any


@dataclass(frozen=True, slots=True)
class Codec:
    """How the value of a slot becomes what a Picture shows, and the way back.

    Both functions get the Rules first, because some have to know the faces of the cards.
    """

    show: Callable[[Any, Any], Any]
    build: Callable[[Any, Any], Any]


SORTED: Final = Codec(lambda _, cards: tuple(sorted(cards)), lambda _, shown: shown)
"""A tuple of cards whose order nobody may know."""
PILE: Final = Codec(lambda _, cards: tuple(cards), lambda _, shown: list(shown))
"""A list of cards in the order in which a Picture shows them."""
PILES: Final = Codec(lambda _, piles: [tuple(pile) for pile in piles], lambda _, shown: [list(pile) for pile in shown])
TOP_LAST: Final = Codec(lambda _, cards: tuple(cards[::-1]), lambda _, shown: list(shown[::-1]))
"""A list of cards whose top is the last; a Picture shows the top first."""
CARD_SET: Final = Codec(lambda _, mask: cards_of(mask), lambda _, shown: mask_of(shown))
"""A set of cards as an int with one bit for each."""
CARD_SETS: Final = Codec(
    lambda _, masks: [cards_of(mask) for mask in masks], lambda _, shown: [mask_of(cards) for cards in shown]
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of a declaration: a value that a State stores."""

    start: Any
    """The value in a new State: a constant, an empty list, a list of empty lists, or EachSeat."""
    fact: str | None = None
    """The name of the fact that shows it; empty for the slot's own name."""
    zones: tuple[str, ...] = ()
    """The names of the zones that show it."""
    codec: Codec | None = None
    """None: it is shown as it is stored."""
    in_part: bool = False
    """Whether `Rules.infer` restores only the part that still matters."""
    is_sealed: bool = False
    """Whether it holds the sealed choices."""

    @property
    def each_seat(self) -> bool:
        return isinstance(self.start, EachSeat)

    @property
    def first(self) -> Any:
        """The starting value, of one seat where each has its own."""
        return self.start.value if isinstance(self.start, EachSeat) else self.start


@dataclass(frozen=True, slots=True)
class Derived:
    """A line of a declaration: a zone or fact that is worked out for every Picture, and stored nowhere."""

    name: str
    show: Callable[[Any, Any], Any]
    """Gets the Rules and the State; for a zone it returns a list."""
    is_zone: bool = False
    """Whether it is a zone of each seat; else it is a fact."""


def fact(start: Any, name: str = "", codec: Codec | None = None) -> Any:
    """A slot that a public fact shows. A list is shown as a tuple."""
    is_list = isinstance(start, list | EachSeat)
    return Slot(start, fact=name, codec=codec or (PILE if is_list else None))


def zone(names: str | Sequence[str], start: Any, codec: Codec | None = None) -> Any:
    """A slot that holds the cards of a zone; of one zone for each seat with EachSeat, or of several with names."""
    return Slot(start, zones=(names,) if isinstance(names, str) else tuple(names), codec=codec)


def sealed_moves() -> Any:
    """The slot that holds the sealed choice of each seat; None while it has none."""
    return Slot(EachSeat(None), is_sealed=True)


def inferred(start: Any, in_part: bool = False) -> Any:
    """A slot that no zone or fact shows. `Rules.infer` works it out from the others when a State is built."""
    return Slot(start, in_part=in_part)


def derived_fact(name: str, show: Callable[[Any, Any], Any]) -> Any:
    return Derived(name, show)


def derived_zones(name: str, show: Callable[[Any, Any], Any]) -> Any:
    """A zone for each seat."""
    return Derived(name, show, is_zone=True)


class StateType(type):
    """The type of State classes: writes their methods from the lines of their declaration."""

    declared: dict[str, Slot | Derived]
    """All lines, those of the base classes first."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> StateType:
        own = {key: value for key, value in body.items() if isinstance(value, Slot | Derived)}
        rest = {key: value for key, value in body.items() if key not in own}
        rest["__slots__"] = tuple(key for key, value in own.items() if isinstance(value, Slot))
        new = super().__new__(mcs, name, bases, rest)
        new.declared = {key: value for base in bases for key, value in getattr(base, "declared", {}).items()} | own
        Writer(new).write()
        return new


class Writer:
    """Writes the methods of a State class as text, as one would by hand: loops over slots take twice the time.

    The text is made of the declaration alone, when the class is made. Nothing that the program reads gets into it.
    """

    def __init__(self, state: Any) -> None:
        self._state = state
        self._names: dict[str, Any] = {"State": state, "blank": object.__new__}
        """What the text may name."""
        self._start = ["def __init__(self, seats):"]
        self._clone = ["def clone(self):", "    new = blank(State)"]
        self._zones: list[str] = []
        """The values of all zones, in the order of their names."""
        self._zone_lines: list[tuple[tuple[str, ...], bool]] = []
        """Names of zones, and whether each seat has such; for every line that shows zones."""
        self._seals = ["def seals_of(self):"]
        self._facts = ["def facts_of(self, rules):", "    return {"]
        self._build = ["def build(state, rules, zones, facts, sealed):", "    seats = state.seats"]

    def write(self) -> None:
        for name, line in self._state.declared.items():
            if isinstance(line, Slot):
                self._store(name, line)
            if isinstance(line, Derived):
                self._derive(name, line)
            elif line.zones:
                self._show_in_zones(name, line)
            elif line.fact is not None:
                self._show_in_fact(name, line)
            elif line.is_sealed:
                self._seals.append(f"    return tuple(self.{name})")
                self._build.append(f"    state.{name} = list(sealed)")
        self._seals.append("    return (None,) * self.seats")
        self._clone.append("    return new")
        self._facts.append("    }")
        for lines in (self._start, self._clone, self._zones_method(), self._facts, self._seals, self._build):
            exec("\n".join(lines), self._names)
        for method in ("__init__", "clone", "zones_of", "facts_of", "seals_of", "build"):
            setattr(self._state, method, self._names[method])

    def _zones_method(self) -> list[str]:
        by_seats = range(MOST_SEATS + 1)
        names = [[name for line in self._zone_lines for name in _names(*line, seats)] for seats in by_seats]
        self._names["zone_names"] = names
        head, values = "def zones_of(self, rules):", ["zip(zone_names[self.seats], (", *self._zones, "    ))"]
        if not self._state.zones_by_seat:
            return [head, "    return dict(", *values, "    )"]
        self._names["empty_zones"] = [dict.fromkeys(sorted(all_names, key=_owner)) for all_names in names]
        copied = "    zones = empty_zones[self.seats].copy()"
        return [head, copied, "    zones.update(", *values, "    )", "    return zones"]

    def _store(self, name: str, slot: Slot) -> None:
        first = slot.first
        start = repr(first) if isinstance(first, list) else self._name(f"start_{name}", first)
        if slot.each_seat:
            start = f"[{start} for _ in range(seats)]" if isinstance(first, list) else f"[{start}] * seats"
        self._start.append(f"    self.{name} = {'seats' if name == 'seats' else start}")
        if isinstance(slot.start, list) and slot.start:  # a list of so many lists
            parts = [f"{name}_{index}" for index in range(len(slot.start))]
            self._clone.append(f"    {', '.join(parts)} = self.{name}")
            self._clone.append(f"    new.{name} = [{', '.join(f'{part}[:]' for part in parts)}]")
        elif slot.each_seat and isinstance(first, list):
            self._clone.append(f"    new.{name} = [part[:] for part in self.{name}]")
        else:
            copied = "[:]" if isinstance(slot.start, list | EachSeat) else ""
            self._clone.append(f"    new.{name} = self.{name}{copied}")

    def _show_in_zones(self, name: str, slot: Slot) -> None:
        value = self._shown(f"self.{name}", name, slot)
        self._zone_lines.append((slot.zones, slot.each_seat))
        if len(slot.zones) == 1 and not slot.each_seat:
            built = f"zones[{slot.zones[0]!r}]"
            self._zones.append(f"        {value},")
        else:
            by_seats = [_names(slot.zones, slot.each_seat, seats) for seats in range(MOST_SEATS + 1)]
            built = f"[zones[name] for name in {self._name(f'zones_{name}', by_seats)}[seats]]"
            self._zones.append(f"        *{value},")
        self._build.append(f"    state.{name} = {self._built(built, name, slot)}")

    def _show_in_fact(self, name: str, slot: Slot) -> None:
        key = slot.fact or name
        self._facts.append(f"        {key!r}: {self._shown(f'self.{name}', name, slot)},")
        self._build.append(f"    state.{name} = {self._built(f'facts[{key!r}]', name, slot)}")

    def _derive(self, name: str, line: Derived) -> None:
        value = f"{self._name(f'show_{name}', line.show)}(rules, self)"
        if line.is_zone:
            self._zone_lines.append(((line.name,), True))
            self._zones.append(f"        *{value},")
        else:
            self._facts.append(f"        {line.name!r}: {value},")

    def _shown(self, value: str, name: str, slot: Slot) -> str:
        if slot.codec is PILE:
            return f"tuple({value})"
        return value if slot.codec is None else f"{self._name(f'show_{name}', slot.codec.show)}(rules, {value})"

    def _built(self, value: str, name: str, slot: Slot) -> str:
        if slot.codec is PILE:
            return f"list({value})"
        return value if slot.codec is None else f"{self._name(f'build_{name}', slot.codec.build)}(rules, {value})"

    def _name(self, name: str, value: Any) -> str:
        self._names[name] = value
        return name


def _names(zones: tuple[str, ...], each_seat: bool, seats: int) -> tuple[str, ...]:
    return tuple(f"{zone} {seat}" for zone in zones for seat in range(seats)) if each_seat else zones


def _owner(name: str) -> int:
    return int(name.rpartition(" ")[2])
