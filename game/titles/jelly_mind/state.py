"""The State of a match of Jelly Mind."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.slots import CARD_SETS, EachSeat, derived_fact, derived_zones, fact, inferred, sealed_moves, zone
from game.engine.state import State

NOBODY: Final = -1
LEADER: Final[Seat] = 0
"""JM-2: leading is an honour and nothing else. The program gives the signal; records count on this seat being named."""
UNDECIDED: Final = 0
DISCARDED: Final = -1


def _drawn_cards(rules: Any, state: JellyState) -> list[tuple[Card, ...]]:
    place = state.place
    return [(card,) if card >= 0 and place[seat] <= 0 else () for seat, card in enumerate(state.drawn)]


def _played_cards(rules: Any, state: JellyState) -> list[tuple[Card, ...]]:
    place = state.place
    return [(card,) if card >= 0 and place[seat] > 0 else () for seat, card in enumerate(state.drawn)]


class JellyState(State):
    """Cards stand as the cards they are; a hand to choose from is a set of cards, as an int of bits."""

    zones_by_seat: ClassVar[bool] = True

    decks: list[tuple[Card, ...]] = zone("deck", EachSeat(()))
    """The top card is the first."""
    hands: list[int] = zone("hand", EachSeat(0), CARD_SETS)
    """The cards to choose from (JM-15)."""
    drawn_zones = derived_zones("drawn", _drawn_cards)
    table_zones = derived_zones("table", _played_cards)
    open: list[tuple[Card, ...]] = zone("open", EachSeat(()))
    """Cards that were played in turns before."""
    gone: list[tuple[Card, ...]] = zone("gone", EachSeat(()))
    """Cards that were discarded."""

    leader = derived_fact("leader", lambda rules, state: LEADER)
    active: tuple[Seat, ...] = fact(())
    """Everybody, or those in sudden death (JM-14)."""
    turns: int = fact(0)
    """Turns since the last shuffle."""
    choosing: bool = fact(False)
    """Whether the card of the turn is being chosen (JM-15)."""
    beat: int = fact(1)
    idle: int = fact(0)
    """Beats in a row in which everybody waited."""
    place: list[int] = fact(EachSeat(UNDECIDED))
    """The beat in which a seat played its card, or DISCARDED."""
    tokens: list[int] = fact(EachSeat(0))
    took: tuple[int, ...] = fact(())
    """What each seat took in the turn before."""
    winner: Seat = fact(NOBODY)

    drawn: list[Card] = inferred(EachSeat(NOBODY))
    """The card of the turn, in hand or played face down."""
    turn: tuple[Seat, ...] = inferred(())
    sealed: list[Move | None] = sealed_moves()
