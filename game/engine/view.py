"""What one seat may know: a View made from the State, or a Listener that rebuilds it from events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.events import Decided, Event, Fact, Moved, Sealed, Shown, Shuffled, Step
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.spec import Place
from game.engine.state import Picture, Plain, State


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may know, as plain data. Screens and bots get nothing else."""

    title: str
    seats: int
    seat: Seat
    zones: Mapping[str, tuple[Card, ...]]
    seen: Mapping[str, tuple[int, ...]]
    """For places with order: a mask of the seats that know the card at each index although it is hidden. Public."""
    facts: Mapping[str, Any]
    """Public facts by name. Their types depend on the title."""
    sealed: tuple[bool, ...]
    own_seal: Move | None
    deciders: tuple[Seat, ...]
    legal: tuple[Move, ...]

    def to_plain(self) -> dict[str, Any]:
        """Plain data that `read_view` turns into a View again, for saves and for the bots' process."""
        return {
            "title": self.title,
            "seats": self.seats,
            "seat": self.seat,
            "zones": self.zones,
            "seen": self.seen,
            "facts": self.facts,
            "sealed": self.sealed,
            "own_seal": self.own_seal and self.own_seal.text,
            "deciders": self.deciders,
            "legal": [move.text for move in self.legal],
        }

    def to_bytes(self) -> bytes:
        """Canonical JSON: two Views are equal if their bytes are."""
        return json.dumps(self.to_plain(), sort_keys=True, separators=(",", ":")).encode()


def read_view(rules: Rules[Any], plain: Mapping[str, Any]) -> View:
    """The View that `View.to_plain` was called on; the data may have gone through JSON."""
    book = rules.book(plain["seat"] if plain["seat"] < plain["seats"] else 0)
    return View(
        title=plain["title"],
        seats=plain["seats"],
        seat=plain["seat"],
        zones={name: tuple(cards) for name, cards in plain["zones"].items()},
        seen={name: tuple(marks) for name, marks in plain["seen"].items()},
        facts={name: freeze(value) for name, value in plain["facts"].items()},
        sealed=tuple(plain["sealed"]),
        own_seal=book.read(plain["own_seal"]) if plain["own_seal"] else None,
        deciders=tuple(plain["deciders"]),
        legal=tuple(book.read(text) for text in plain["legal"]),
    )


def freeze(value: Any) -> Plain:
    """The value with lists made into tuples: JSON has only lists, facts have only tuples."""
    return tuple(freeze(item) for item in value) if isinstance(value, list | tuple) else value


def make_view(rules: Rules[Any], state: State, seat: Seat, picture: Picture | None = None) -> View:
    """The View of a seat. `picture` is `rules.show(state)`, if the caller already has it."""
    picture = picture or rules.show(state)
    places = rules.places(state.seats)
    zones, seen = project(places, picture, seat)
    deciders = () if state.due else rules.deciders(state)
    return View(
        title=rules.spec.title,
        seats=state.seats,
        seat=seat,
        zones=zones,
        seen=seen,
        facts=picture.facts,
        sealed=tuple(move is not None for move in picture.sealed),
        own_seal=picture.sealed[seat] if seat < state.seats else None,
        deciders=deciders,
        legal=tuple(rules.legal(state, seat)) if seat in deciders else (),
    )


def project(
    places: Mapping[str, Place], picture: Picture, seat: Seat
) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[int, ...]]]:
    """The zones and marks (`View.seen`) as one seat may know them."""
    zones = {}
    seen = {}
    memory = picture.seen
    for name, cards in picture.zones.items():
        place = places[name]
        marked = bool(memory) and not memory.keys().isdisjoint(cards)
        if place.sight >> seat & 1:
            zones[name] = cards
        elif marked:
            zones[name] = sort_unless_ordered(
                place, [card if memory.get(card, 0) >> seat & 1 else HIDDEN for card in cards]
            )
        else:
            zones[name] = (HIDDEN,) * len(cards)
        if marked and place.ordered:
            seen[name] = tuple([memory.get(card, 0) for card in cards])
    return zones, seen


def sort_unless_ordered(place: Place, cards: Iterable[Card]) -> tuple[Card, ...]:
    """In a place without order, known cards are sorted and stand before hidden ones, so that indexes tell nothing."""
    if place.ordered:
        return tuple(cards)
    return tuple(sorted(cards, key=lambda card: (card == HIDDEN, card)))


class Listener:
    """Rebuilds the View of one seat from the events that this seat is told."""

    def __init__(self, places: Mapping[str, Place], seats: int, seat: Seat) -> None:
        self._places = places
        self._seat = seat
        self.zones: dict[str, list[Card]] = {}
        self.marks: dict[str, list[int]] = {}
        self.facts: dict[str, Plain] = {}
        self.sealed: list[Move | bool] = [False] * seats

    def start(self, zones: Mapping[str, tuple[Card, ...]], facts: Mapping[str, Plain]) -> None:
        """Begin with the zones and facts before the first event."""
        self.zones = {place: list(cards) for place, cards in zones.items()}
        self.marks = {place: [0] * len(cards) for place, cards in zones.items()}
        self.facts = dict(facts)

    def hear(self, event: Event) -> None:
        """Apply one event."""
        match event:
            case Moved():
                self._take(event.source, event.source_index, event.card)
                self._put(event.target, event.target_index, event.card, event.seen)
            case Shown():
                at = self._take(event.place, event.index, event.card)
                self._put(event.place, at, event.card, event.seen)
            case Shuffled():
                cards = self.zones[event.place]
                self.zones[event.place] = [HIDDEN] * len(cards)
                self.marks[event.place] = [0] * len(cards)
            case Fact():
                self.facts[event.name] = event.value
            case Sealed():
                self.sealed[event.seat] = event.move or True
            case Decided():
                self.sealed[event.seat] = False
            case Step():
                pass

    def _take(self, place: str, index: int, card: Card) -> int:
        cards = self.zones[place]
        if index < 0:
            index = cards.index(card if card in cards else HIDDEN)
        del cards[index]
        del self.marks[place][index]
        return index

    def _put(self, place: str, index: int, card: Card, seen: int) -> None:
        known = (self._places[place].sight | seen) >> self._seat & 1
        at = len(self.zones[place]) if index < 0 else index
        self.zones[place].insert(at, card if known else HIDDEN)
        self.marks[place].insert(at, seen)

    def zones_and_marks(self) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[int, ...]]]:
        """Zones and marks (which seats know a hidden card), in the form that a View has them."""
        zones = {name: sort_unless_ordered(self._places[name], cards) for name, cards in self.zones.items()}
        marks = {
            name: tuple(marks)
            for name, marks in self.marks.items()
            if any(marks) and self._places[name].ordered
        }
        return zones, marks
