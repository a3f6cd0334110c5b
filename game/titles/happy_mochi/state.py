"""The State of a match of Happy Mochi."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.slots import (
    PILES,
    TOP_LAST,
    Codec,
    EachSeat,
    derived_fact,
    fact,
    inferred,
    sealed_moves,
    zone,
)
from game.engine.state import State

NOBODY: Final = -1
LEFT, RIGHT, DRAWER = 0, 1, 2
"""What can wait for a card of the draw pile: one of the two stacks, or the player who draws."""
STACKS: Final = ("left", "right")

ONE_CARD: Final = Codec(
    lambda _, cards: [(card,) if card != NOBODY else () for card in cards],
    lambda _, shown: [(*cards, NOBODY)[0] for cards in shown],
)
"""For each seat: one card, or NOBODY where there is none."""
SIGN: Final = Codec(lambda _, plus: "+" if plus else "-", lambda _, shown: shown == "+")


class Pending(NamedTuple):
    """A question of the turn that is still to be asked."""

    question: str
    """A key of `HappyMochi.questions`; where nobody is asked, the step that happens."""
    seats: tuple[Seat, ...]
    """The players who have to answer it; none for what happens by itself."""


def _asked_seats(rules: Any, state: MochiState) -> tuple[Seat, ...]:
    turn = state.turn
    return tuple([seat for seat, move in enumerate(state.sealed) if move is not None or seat in turn])


class MochiState(State):
    """Stacks and hands are lists of cards, the top of a stack and of the draw pile last."""

    deck: list[Card] = zone("deck", [], TOP_LAST)
    stacks: list[list[Card]] = zone(STACKS, [[], []], PILES)
    hands: list[list[Card]] = zone("hand", EachSeat([]), PILES)
    drawn: list[Card] = zone("drawn", EachSeat(NOBODY), ONE_CARD)
    """For each seat: the card that it has drawn or got and not yet placed; NOBODY for none."""
    reserves: list[tuple[Card, ...]] = zone("reserve", EachSeat(()))

    round: int = fact(0)
    starter: Seat = fact(NOBODY)
    player: Seat = fact(NOBODY)
    """Whose turn it is. In it other players may have to decide something too."""
    asked = derived_fact("asked", _asked_seats)
    ask: str = fact("")
    """The question that is asked now: a key of `HappyMochi.questions`; empty if there is none."""
    plus: bool = fact(True, "value", SIGN)
    """HM-3: which side the Value card shows."""
    queue = derived_fact("queue", lambda rules, state: rules.pending_effects(state))
    passes: int = fact(0)
    """Players in a row who could do nothing."""
    points: list[int] = fact(EachSeat(0))
    winners: tuple[Seat, ...] = fact(())
    shuffles: int = fact(0)
    """How often the draw pile was shuffled."""
    born_of_zones = derived_fact("born", lambda rules, state: rules.shuffles_of_held_cards(state))
    lost: tuple[int, ...] = fact(())
    """For each card: the last shuffle into which everybody saw it go."""

    turn: tuple[Seat, ...] = inferred(())
    """The players who still have to answer the question that is asked now."""
    pending: tuple[Pending, ...] = inferred(())
    """The questions of this turn that come after it, the next one first."""
    missing: int = inferred(NOBODY)
    """What waits for a card of the draw pile: LEFT, RIGHT or DRAWER."""
    born: list[int] = inferred([], in_part=True)
    """For each card: the shuffle after which it was dealt or drawn. It matters while a player holds the card."""
    public: int = inferred(0, in_part=True)
    """Cards that everybody remembers, as a set. It matters while a player holds them; so does the next one."""
    private: list[int] = inferred(EachSeat(0), in_part=True)
    """For each seat: hidden cards that it alone remembers, as a set."""
    sealed: list[Move | None] = sealed_moves()

    @property
    def main_pair(self) -> tuple[Card, Card]:
        """HM-4: the top cards of the two stacks."""
        left, right = self.stacks
        return left[-1], right[-1]

    @property
    def deck_available(self) -> bool:
        """HM-8: whether the draw pile has a card, or can be made anew from the cards under the main pair."""
        left, right = self.stacks
        return bool(self.deck) or len(left) > 1 or len(right) > 1
