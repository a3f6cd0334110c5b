"""Why a move in Jelly Mind makes sense, in sentences that are true of what the seat can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.ai.jelly_mind.book import RANKS
from game.ai.jelly_mind.sense import sure_loss, sure_win
from game.ai.jelly_mind.turn import Situation, situation
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.view import View
from game.titles.jelly_mind import JellyMind

Found = dict[str, Any] | None
"""What to put into the sentence; None if it is not true."""


def find_reasons(rules: JellyMind, view: View, move: Move) -> tuple[Reason, ...]:
    now = situation(rules, view)
    if move.verb == "choose":
        now = now.holding(rules.spec.faces[move.card].rank - 1)
    found = ((name, why(rules, view, now)) for name, verbs, why in WHY if move.verb in verbs)
    return tuple(Reason(f"why.jelly_mind.{name}", values) for name, values in found if values is not None)


def _others(now: Situation) -> list[int]:
    return [index for index in range(len(now.seats)) if index != now.me]


def _alone(rules: JellyMind, view: View, now: Situation) -> Found:
    """Everybody else has discarded: any card wins."""
    return {"rank": now.rank + 1} if now.alone else None


def _unbeatable(rules: JellyMind, view: View, now: Situation) -> Found:
    return {"rank": now.rank + 1} if not now.alone and sure_win(now) else None


def _beaten(rules: JellyMind, view: View, now: Situation) -> Found:
    return {"rank": now.rank + 1} if sure_loss(now) else None


def _no_gift(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-10: a card that comes later and loses pays the winner one token more."""
    return {"played": sum(place > 0 for place in now.places)} if any(now.places) else None


def _last_word(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-9: all others have played, so the own card wins among equals."""
    return {"rank": now.rank + 1} if now.last and not now.alone else None


def _one_beats_five(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-8: holding the 1 while somebody who is in may have the 5."""
    if now.rank != 0:
        return None
    could = [now.seats[index] for index in _others(now) if now.held[index] >> (RANKS - 1) & 1]
    return {"seats": tuple(could)} if could else None


def _no_one_left(rules: JellyMind, view: View, now: Situation) -> Found:
    """Holding the 5 while nobody who is in can have the 1."""
    if now.alone or now.rank != RANKS - 1 or any(now.held[index] & 1 for index in _others(now)):
        return None
    return {}


def _standoff(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-6: one more beat of waiting and all who wait must discard."""
    if now.last or view.facts["idle"] + 1 < rules.patience:
        return None
    return {"patience": rules.patience}


def _let_come(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-9: whoever waits comes later, and the later of equals wins."""
    return None if now.last or view.facts["idle"] + 1 >= rules.patience else {"rank": now.rank + 1}


def _first(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-10: nobody has played yet, so whatever comes after the own card would pay."""
    return {"rank": now.rank + 1} if not any(place > 0 for place in now.places) and not now.last else None


def _no_loss(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-6: nobody has played, and if all wait now, all discard and nobody is paid."""
    calm = not any(place > 0 for place in now.places)
    return {} if calm and not now.last and view.facts["idle"] + 1 >= rules.patience else None


def _goal_near(rules: JellyMind, view: View, now: Situation) -> Found:
    """Somebody else needs one token only."""
    tokens: tuple[int, ...] = view.facts["tokens"]
    close = [seat for seat in now.active if seat != view.seat and tokens[seat] + 1 >= rules.goal]
    return {"seats": tuple(close)} if close else None


def _only_five(rules: JellyMind, view: View, now: Situation) -> Found:
    """JM-8: without a 5 the 1 is the lowest card."""
    return {} if now.rank == 0 and not now.alone else None


def _odds(now: Situation) -> tuple[int, int]:
    """How many of the cards that the others in the turn may have are lower than the own one, and how many there are."""
    held = [now.held[index] for index in _others(now)]
    return sum([(cards & (1 << now.rank) - 1).bit_count() for cards in held]), sum([c.bit_count() for c in held])


def _mostly_lower(rules: JellyMind, view: View, now: Situation) -> Found:
    lower, all_ = _odds(now)
    return {"rank": now.rank + 1, "count": lower, "all": all_} if lower and 2 * lower >= all_ else None


def _few_lower(rules: JellyMind, view: View, now: Situation) -> Found:
    lower, all_ = _odds(now)
    return {"rank": now.rank + 1, "count": lower, "all": all_} if lower and 2 * lower < all_ else None


WHY: tuple[tuple[str, tuple[str, ...], Callable[[JellyMind, View, Situation], Found]], ...] = (
    ("alone", ("play",), _alone),
    ("unbeatable", ("play", "choose"), _unbeatable),
    ("beaten", ("discard",), _beaten),
    ("last_word", ("play",), _last_word),
    ("one_beats_five", ("play", "choose"), _one_beats_five),
    ("no_one_left", ("play", "choose"), _no_one_left),
    ("standoff", ("play",), _standoff),
    ("no_gift", ("discard",), _no_gift),
    ("let_come", ("wait",), _let_come),
    ("no_loss", ("wait",), _no_loss),
    ("goal_near", ("play", "wait"), _goal_near),
    ("only_five", ("discard",), _only_five),
    ("mostly_lower", ("play", "choose"), _mostly_lower),
    ("few_lower", ("discard",), _few_lower),
    ("first", ("play",), _first),
)
"""Reasons in the order of their weight, with the verbs they speak for."""
