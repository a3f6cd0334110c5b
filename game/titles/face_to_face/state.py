"""The State of a match of The Game: Face to Face."""

from __future__ import annotations

from typing import Any, Final

from game.engine.cards import Card, Seat, cards_of, mask_of
from game.engine.slots import PILES, Codec, EachSeat, fact, zone
from game.engine.state import State

NOBODY: Final = -1
PILE_INDEX: Final = {"up 0": 0, "down 0": 1, "up 1": 2, "down 1": 3}
"""The four piles in the order in which the State has them: two of each player."""

# Decks and hands hold numbers, which both players have; a Picture shows cards, of which there is one each.


def _show_decks(rules: Any, decks: list[list[int]]) -> tuple[tuple[Card, ...], ...]:
    zero, other_zero = rules.zeros
    first, second = decks
    return tuple([zero + n for n in first[::-1]]), tuple([other_zero + n for n in second[::-1]])


def _show_hands(rules: Any, hands: list[int]) -> tuple[tuple[Card, ...], ...]:
    zero, other_zero = rules.zeros
    first, second = hands
    return tuple([zero + n for n in cards_of(first)]), tuple([other_zero + n for n in cards_of(second)])


DECKS: Final = Codec(_show_decks, lambda rules, shown: [[rules.rank[card] for card in deck[::-1]] for deck in shown])
HANDS: Final = Codec(_show_hands, lambda rules, shown: [mask_of([rules.rank[card] for card in hand]) for hand in shown])


class FaceState(State):
    """Hands are sets of numbers, as ints of bits."""

    decks: list[list[int]] = zone(("deck 0", "deck 1"), [[], []], DECKS)
    """The numbers of each deck; the top one is the last."""
    hands: list[int] = zone("hand", EachSeat(0), HANDS)
    piles: list[list[Card]] = zone(tuple(PILE_INDEX), [[], [], [], []], PILES)

    starter: Seat = fact(NOBODY)
    turn: tuple[Seat, ...] = fact(())
    tops: list[int] = fact([])
    """The number on top of each pile, or the one printed beneath it."""
    played: int = fact(0)
    """Cards that were played in this turn."""
    helped: bool = fact(False)
    """Whether one of them went on a pile of the other player."""
    stuck: Seat = fact(NOBODY)
    """Who has lost because no card fits."""
    winner: Seat = fact(NOBODY)
