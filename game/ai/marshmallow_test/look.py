"""The first step of a hint in Marshmallow Test: which cards to think about. It leaves out some of the legal moves."""

from __future__ import annotations

from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Reason, high_or_low
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
    half = high_or_low(trick.rank(move.card), [trick.rank(card) for card in cards])
    return _reason(half, suit=trick.suit(move.card))


def _two_suits(trick: TrickView, move: Move) -> Reason:
    """The suit of the move and the longest other suit in hand, in the order of the box."""
    lengths = {other.index: sum([trick.suit(card) == other.index for card in trick.hand]) for other in trick.legal}
    rival = max((suit for suit in lengths if suit != move.index), key=lengths.__getitem__)
    first, second = sorted((move.index, rival))
    return _reason("two_suits", suit=first, other_suit=second)


def _reason(name: str, **values: Plain) -> Reason:
    return Reason(f"look.marshmallow_test.{name}", values)
