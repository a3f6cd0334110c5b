"""The State of a match of Marshmallow Test."""

from __future__ import annotations

from typing import Any, Final

from game.engine.cards import NO_CARD, Card, Seat
from game.engine.slots import (
    CARD_SET,
    CARD_SETS,
    PILE,
    SORTED,
    Codec,
    EachSeat,
    derived_fact,
    derived_zones,
    fact,
    inferred,
    zone,
)
from game.engine.state import State

NO_SUIT: Final = -1
NOBODY: Final = -1
Trick = tuple[Seat, tuple[Seat, ...], tuple[Card, ...]]
"""Who won it, who played to it in which order, and what."""


def _won_cards(rules: Any, state: MarshmallowState) -> list[tuple[Card, ...]]:
    won: list[list[Card]] = [[] for _ in range(state.seats)]
    for winner, _, cards in state.history:
        won[winner] += cards
    return [tuple(cards) for cards in won]


SUITS: Final = Codec(
    lambda rules, voids: tuple([rules.suits_in(void) for void in voids]),
    lambda rules, shown: [rules.cards_in(suits) for suits in shown],
)
"""Sets of cards that are whole suits, shown as the numbers of these suits."""


class MarshmallowState(State):
    """Hands are sets of cards, as ints of bits; everything else is small."""

    deck: tuple[Card, ...] = zone("deck", (), SORTED)
    hands: list[int] = zone("hand", EachSeat(0), CARD_SETS)
    trick: list[Card] = zone("trick", [], PILE)
    won = derived_zones("won", _won_cards)
    thrown: list[int] = zone("thrown", EachSeat(0), CARD_SETS)
    """The cards that a player who went out has discarded (MT-11)."""
    aside: int = zone("aside", 0, CARD_SET)

    round: int = fact(0)
    dealer: Seat = fact(NOBODY)
    naming: bool = fact(False)
    """Whether the dealer has to name trumps before leading (MT-15)."""
    trump: int = fact(NO_SUIT)
    lead = derived_fact("lead", lambda rules, state: rules.suit_of(state.trick[0]) if state.trick else NO_SUIT)
    trumped: bool = fact(False)
    """Whether a player who could not follow has put a trump into this trick."""
    order: tuple[Seat, ...] = fact(())
    """The players still in, from the leader of the trick on."""
    history: list[Trick] = fact([])
    """The tricks of this round."""
    tricks: list[int] = fact(EachSeat(0))
    """How many tricks each player has won in this round."""
    quota = derived_fact("quota", lambda rules, state: rules.quotas[state.seats])
    out: list[Seat] = fact([])
    """The players who went out in this round, in their order."""
    points: list[int] = fact(EachSeat(0))
    tokens = derived_fact("tokens", lambda rules, state: tuple([rules.tokens(points) for points in state.points]))
    voids: list[int] = fact(EachSeat(0), codec=SUITS)
    """Cards that a player has shown not to hold: a suit not followed, or trumps not played where they must be."""
    winner: Seat = fact(NOBODY)

    turn: tuple[Seat, ...] = inferred(())
    follow: int = inferred(0)
    """The cards of the suit that was led."""
    best: Card = inferred(NO_CARD)
    """The card that wins the trick so far."""
