"""The first step of a hint in Marshmallow Test: which cards to think about. It leaves out some of the legal moves."""

from __future__ import annotations

from collections.abc import Sequence

from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Reason
from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.state import Plain


def find_look(trick: TrickView, move: Move) -> Reason:
    """The cards or suits that the move is one of."""
    if trick.naming:
        return _two_suits(trick, move)
    cards = [other.card for other in trick.legal]
    takes = trick.takes(move.card)
    if trick.cards and any(trick.takes(card) != takes for card in cards):
        return _reason("beating" if takes else "not_beating", card=trick.best)
    if any(trick.suit(card) != trick.suit(move.card) for card in cards):
        return _reason("suit", suit=trick.suit(move.card))
    return _reason("high" if is_high(trick, cards, move.card) else "low", suit=trick.suit(move.card))


def _two_suits(trick: TrickView, move: Move) -> Reason:
    """The suit of the move and the longest other suit in hand, in the order of the box."""
    lengths = {other.index: sum([trick.suit(card) == other.index for card in trick.hand]) for other in trick.legal}
    rival = max((suit for suit in lengths if suit != move.index), key=lengths.__getitem__)
    first, second = sorted((move.index, rival))
    return _reason("two_suits", suit=first, other_suit=second)


def is_high(trick: TrickView, cards: Sequence[Card], card: Card) -> bool:
    """Whether a card is in the upper half of these cards of one suit."""
    return 2 * sum([other < card for other in cards]) >= len(cards)


def _reason(name: str, **values: Plain) -> Reason:
    return Reason(f"look.marshmallow_test.{name}", values)
