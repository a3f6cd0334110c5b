"""Reads deals (what the dice gave) out of a record. The record may hold anything, so every value is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.engine.cards import Card, Seat
from game.engine.errors import SaveError
from game.engine.sentences import Sentence
from game.engine.spec import Spec


def read_field(data: Mapping[str, Any], key: str) -> Any:
    """One value of a deal. SaveError if it is missing."""
    if key not in data:
        raise SaveError("“{key}” is missing from a deal", key=key)
    return data[key]


def read_seat(data: Mapping[str, Any], key: str, seats: int, must_be: Seat = -1) -> Seat:
    """A seat number below `seats`. Where the rules leave no choice, `must_be` is the only one allowed."""
    seat = read_field(data, key)
    if type(seat) is not int or not 0 <= seat < seats or must_be not in (-1, seat):
        raise SaveError("a deal names seat {seat} as {key}, which cannot be", seat=str(seat)[:20], key=key)
    return seat


def read_list(value: Any, what: Sentence, size: int) -> Sequence[Any]:
    """A list with `size` entries; `what` names the entries in the error."""
    if not isinstance(value, list) or len(value) != size:
        raise SaveError("a deal needs {size} {what}", size=size, what=what)
    return value


def name_reader(spec: Spec) -> Callable[[Any], Card | None]:
    """A function that finds a card by its name; None if there is no such card."""
    cards = {face.name: card for card, face in enumerate(spec.faces)}
    return lambda name: cards.get(name) if isinstance(name, str) else None


def rank_reader(spec: Spec, suit: int) -> Callable[[Any], Card | None]:
    """A function that finds a card of one suit by its rank; None if there is no such card."""
    cards = {face.rank: card for card, face in enumerate(spec.faces) if face.suit == suit}
    return lambda rank: cards.get(rank) if type(rank) is int else None


def read_cards(names: Any, what: Sentence, size: int, read: Callable[[Any], Card | None]) -> tuple[Card, ...]:
    """A list of `size` different cards, each found by `read`."""
    cards = []
    for name in read_list(names, what, size):
        card = read(name)
        if card is None:
            raise SaveError("a deal names “{name}”, which is not a card here", name=str(name)[:20])
        cards.append(card)
    if len(set(cards)) != size:
        raise SaveError("a deal has a card twice among its {what}", what=what)
    return tuple(cards)


def check_same_cards(dealt: Sequence[Card], wanted: Sequence[Card]) -> None:
    """SaveError unless the deal has exactly the cards that were shuffled."""
    if sorted(dealt) != sorted(wanted):
        raise SaveError("a deal does not hold the cards that were there to be dealt")
