"""Events say what happened. They are derived from the difference of two Pictures, so they cannot contradict them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from game.engine.cards import EVERYBODY, HIDDEN, Card, Seat
from game.engine.moves import Move
from game.engine.spec import Place
from game.engine.state import Deal, Picture, Plain


@dataclass(frozen=True, slots=True)
class Step:
    """An automatic step begins, such as "sweep" or "deal". The events of its changes follow."""

    name: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat made its move. For a seat that may not know the card of the move, the move is None."""

    seat: Seat
    move: Move | None
    known_by: int = EVERYBODY
    """Seats that may know the move, as a mask."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A seat has chosen a move. The others learn which one when all seats have chosen."""

    seat: Seat
    move: Move | None


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of a place were put into a random order that nobody knows."""

    place: str


@dataclass(frozen=True, slots=True)
class Moved:
    """One card went from one place to another. In a place without order the index is -1."""

    card: Card
    source: str
    source_index: int
    target: str
    target_index: int
    known_by: int
    """Seats that know the card before or after, as a mask."""
    seen: int
    """Seats that know the card in its new place although they cannot see into that place, as a mask."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card stayed in its place and more seats know it now."""

    card: Card
    place: str
    index: int
    known_by: int
    seen: int


@dataclass(frozen=True, slots=True)
class Fact:
    """A public fact changed, such as the trump or a score."""

    name: str
    value: Plain


Event = Step | Decided | Sealed | Shuffled | Moved | Shown | Fact


def events_for(events: Iterable[Event], seat: Seat) -> list[Event]:
    """The same events as one seat may know them: secret cards and moves are left out."""
    return [_event_for(event, seat) for event in events]


def _event_for(event: Event, seat: Seat) -> Event:
    match event:
        case Moved() if not event.known_by >> seat & 1:
            source, target = (event.source, event.source_index), (event.target, event.target_index)
            return Moved(HIDDEN, *source, *target, event.known_by, event.seen)
        case Shown() if not event.known_by >> seat & 1:
            return Shown(HIDDEN, event.place, event.index, event.known_by, event.seen)
        case Decided() if not event.known_by >> seat & 1:
            return Decided(event.seat, None, event.known_by)
        case Sealed() if event.seat != seat:
            return Sealed(event.seat, None)
    return event


def derive_events(
    places: Mapping[str, Place], before: Picture, after: Picture, deal: Deal | None = None
) -> list[Event]:
    """The events that turn one Picture into the next. Applied in this order they rebuild it."""
    start = before.zones if deal is None else before.zones | deal.orders
    events: list[Event] = [Shuffled(place) for place in deal.orders] if deal is not None else []
    zones = {place: list(cards) for place, cards in start.items() if cards != after.zones[place]}
    _add_seal_events(events, places, before, after)
    _add_card_events(events, places, zones, before, after)
    for name, value in after.facts.items():
        if before.facts.get(name, _MISSING) != value:
            events.append(Fact(name, value))
    return events


_MISSING = object()


def seats_knowing(places: Mapping[str, Place], picture: Picture, card: Card) -> int:
    """The seats that know this card in its place, as a mask."""
    for place, cards in picture.zones.items():
        if card in cards:
            return places[place].sight | picture.seen.get(card, 0)
    return 0


def _add_seal_events(
    events: list[Event], places: Mapping[str, Place], before: Picture, after: Picture
) -> None:
    if before.sealed == after.sealed:
        return
    for seat, (old, new) in enumerate(zip(before.sealed, after.sealed, strict=True)):
        if old is None and new is not None:
            events.append(Sealed(seat, new))
        elif old is not None and new is None:
            events.append(decided_event(places, after, seat, old))


def decided_event(places: Mapping[str, Place], after: Picture, seat: Seat, move: Move) -> Decided:
    """The event of a move. It is known to the seat itself and to all who know its card after the move."""
    if move.card < 0:
        return Decided(seat, move)
    return Decided(seat, move, seats_knowing(places, after, move.card) | 1 << seat)


def _add_card_events(
    events: list[Event],
    places: Mapping[str, Place],
    zones: dict[str, list[Card]],
    before: Picture,
    after: Picture,
) -> None:
    """Add an event for each card that moved or was shown. `zones` holds the changed zones as they were before."""
    source_of = {card: place for place, cards in zones.items() for card in cards}
    newly_known = {card for card, _ in after.seen.items() - before.seen.items()}
    for place, final in after.zones.items():
        if place not in zones and (not newly_known or newly_known.isdisjoint(final)):
            continue
        if not places[place].ordered:
            final = tuple(sorted(final, key=_order_of_leaving(places, zones, before, source_of)))
        previous = None
        for index, card in enumerate(final):
            source = source_of.get(card, place)
            if source != place:
                events.append(_move_card(places, zones, before, after, card, source, place, previous))
            elif card in newly_known:
                seen = after.seen[card]
                shown_index = index if places[place].ordered else -1
                events.append(Shown(card, place, shown_index, places[place].sight | seen, seen))
            previous = card


def _order_of_leaving(
    places: Mapping[str, Place], zones: Mapping[str, list[Card]], before: Picture, source_of: Mapping[Card, str]
) -> Callable[[Card], tuple[str, int, Card]]:
    """A sort key for cards that come to a place without order. The order of their events must not tell the cards."""

    def key(card: Card) -> tuple[str, int, Card]:
        source = source_of.get(card, "")
        if source and places[source].ordered:
            return source, zones[source].index(card), card
        return source, before.seen.get(card, 0), card

    return key


def _move_card(
    places: Mapping[str, Place],
    zones: dict[str, list[Card]],
    before: Picture,
    after: Picture,
    card: Card,
    source: str,
    target: str,
    previous: Card | None,
) -> Moved:
    source_cards, target_cards = zones[source], zones[target]
    source_index = source_cards.index(card)
    del source_cards[source_index]
    target_index = 0 if previous is None else target_cards.index(previous) + 1
    target_cards.insert(target_index, card)
    seen = after.seen.get(card, 0)
    knows = places[source].sight | places[target].sight | before.seen.get(card, 0) | seen
    return Moved(
        card,
        source,
        source_index if places[source].ordered else -1,
        target,
        target_index if places[target].ordered else -1,
        knows,
        seen,
    )
