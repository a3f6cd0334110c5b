"""The first step of a hint in Jelly Mind: whether to decide now, or who to watch; which half of the cards to choose."""

from __future__ import annotations

from game.ai.thought import Reason, high_or_low
from game.engine.moves import Move
from game.engine.view import View
from game.titles.jelly_mind import UNDECIDED, JellyMind


def find_look(rules: JellyMind, view: View, move: Move) -> Reason:
    if move.verb == "choose":
        half = high_or_low(_rank(rules, move.card), [_rank(rules, other.card) for other in view.legal])
        return Reason(f"look.jelly_mind.{half}")
    place, active = view.facts["place"], view.facts["active"]
    undecided = tuple([seat for seat in active if seat != view.seat and place[seat] == UNDECIDED])
    if move.verb == "wait" and undecided:
        return Reason("look.jelly_mind.watch", {"seats": undecided})
    return Reason("look.jelly_mind.decide", {"rank": _rank(rules, view.zones[f"drawn {view.seat}"][0])})


def _rank(rules: JellyMind, card: int) -> int:
    return rules.spec.faces[card].rank
