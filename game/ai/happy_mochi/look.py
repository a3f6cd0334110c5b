"""The first step of a hint in Happy Mochi: which pairs, places, cards or players to think about."""

from __future__ import annotations

from game.ai.thought import Reason, high_or_low
from game.engine.moves import Move
from game.engine.view import View
from game.titles.happy_mochi import HappyMochi

OPEN_PLACES = ("left", "right")


def find_look(rules: HappyMochi, view: View, move: Move) -> Reason:
    hand = view.zones[f"hand {view.seat}"]
    match move.verb:
        case "pair":
            return _reason("pairs" if any(other.verb != "pair" for other in view.legal) else _side(move, len(hand) - 1))
        case "draw":
            return _reason("open" if move.zone in OPEN_PLACES else move.zone)
        case "place":
            return _reason(_side(move, len(hand) + 1))
        case "target":
            return _reason("own_cards" if move.index == view.seat else "their_cards")
        case "give" | "reserve" | "keep":
            digits = [rules.spec.faces[hand[other.index]].rank for other in view.legal if other.verb == move.verb]
            return _reason(high_or_low(rules.spec.faces[hand[move.index]].rank, digits))
    return _reason(move.verb)


def _side(move: Move, places: int) -> str:
    """The half of the hand in which a place of the move lies."""
    return "left_side" if 2 * move.index < places else "right_side"


def _reason(name: str) -> Reason:
    return Reason(f"look.happy_mochi.{name}")
