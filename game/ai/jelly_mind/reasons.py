"""The reasons why a move of Jelly Mind is good. A reason is given only if the View proves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.ai.jelly_mind.move_filter import sure_loss, sure_win
from game.ai.jelly_mind.situation import Situation, make_situation
from game.ai.jelly_mind.solved_turns import RANKS, TURNS, ranks_in
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.view import View
from game.titles.jelly_mind import JellyMind

HIGHEST_BLUFF = 2
"""Index of the highest rank, the 3, with which an early card is called a bluff."""

ReasonValues = dict[str, Any] | None
"""The values in the text of a reason; None if the reason is not true."""


def find_reasons(rules: JellyMind, view: View, move: Move) -> tuple[Reason, ...]:
    """All reasons that are true of a move, the most important first."""
    now = make_situation(rules, view)
    if move.verb == "choose":
        now = now.with_rank(rules.spec.faces[move.card].rank - 1)
    found = ((name, check(rules, view, now)) for name, verbs, check in REASONS if move.verb in verbs)
    return tuple(Reason(f"why.jelly_mind.{name}", values) for name, values in found if values is not None)


def _others(now: Situation) -> list[int]:
    return [index for index in range(len(now.seats)) if index != now.own_index]


def _alone(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """Everybody else has discarded: any card wins."""
    return {"rank": now.rank + 1} if now.alone else None


def _unbeatable(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    return {"rank": now.rank + 1} if not now.alone and sure_win(now) else None


def _beaten(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    return {"rank": now.rank + 1} if sure_loss(now) else None


def _no_gift(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-10: a card that is played later and loses pays the winner one token more."""
    return {"played": sum(place > 0 for place in now.places)} if any(now.places) else None


def _last_word(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-9: all others have played, so this card wins a tie, which is possible."""
    tie = any(now.held[index] >> now.rank & 1 for index in _others(now))
    return {"rank": now.rank + 1} if now.last and not now.alone and tie else None


def _one_beats_five(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-8: the card is a 1, and another player in the turn can have the 5."""
    if now.rank != 0:
        return None
    could = [now.seats[index] for index in _others(now) if now.held[index] >> (RANKS - 1) & 1]
    return {"seats": tuple(could)} if could else None


def _no_one_left(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """The card is a 5, no other player in the turn can have the 1, and a 5 can still come later."""
    if now.rank != RANKS - 1 or sure_win(now) or any(now.held[index] & 1 for index in _others(now)):
        return None
    return {}


def _standoff(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-6: after one more beat in which all who are undecided wait, they must discard."""
    return None if now.last or not _last_wait(rules, view) else {}


def _let_come(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-9: a card after a wait is later and wins a tie, which is possible."""
    tie = any(now.held[index] >> now.rank & 1 for index in _others(now))
    return {"rank": now.rank + 1} if tie and not now.last and not _last_wait(rules, view) else None


def _see_first(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """After a wait that is no standoff the seat decides again, and knows who has played or discarded."""
    return None if now.last or _last_wait(rules, view) else {}


def _first(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-10: nobody has played yet, so every losing card after this one pays it a token."""
    return {"rank": now.rank + 1} if not any(now.places) and not now.last else None


def _no_loss(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-6: nobody has played, and if all wait now, all discard and nobody gets tokens."""
    return {} if not any(now.places) and not now.last and _last_wait(rules, view) else None


def _last_wait(rules: JellyMind, view: View) -> bool:
    """Whether a standoff follows if everybody waits once more."""
    return bool(view.facts["idle"] + 1 >= rules.patience)


def _goal_near(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """Another player in the turn needs only one more token."""
    tokens: tuple[int, ...] = view.facts["tokens"]
    close = [seat for seat in now.seats if seat != view.seat and tokens[seat] + 1 >= rules.goal]
    return {"seats": tuple(close)} if close else None


def _only_five(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-8: without a 5 the 1 is the lowest card."""
    return {} if now.rank == 0 and not now.alone else None


def _count_beaten(now: Situation) -> tuple[int, int]:
    """Of the cards that the others in the turn can have: how many the bot's card beats, played now, and their number.

    An equal card is beaten only if it has been played already (JM-9). A 1 beats a 5 and no other card (JM-8).
    """
    beaten = total = 0
    for index in _others(now):
        for rank in ranks_in(now.held[index]):
            total += 1
            if rank == now.rank:
                beaten += now.places[index] > 0
            elif {rank, now.rank} == {0, RANKS - 1}:
                beaten += now.rank == 0
            else:
                beaten += rank < now.rank
    return beaten, total


def _beats_most(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    beaten, total = _count_beaten(now)
    return {"rank": now.rank + 1, "count": beaten, "all": total} if 2 * beaten > total else None


def _beats_some(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    beaten, total = _count_beaten(now)
    return {"rank": now.rank + 1, "count": beaten, "all": total} if 0 < 2 * beaten <= total else None


def _answers(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """What a card can do that is played after others, or a high card: how many of the cards it beats."""
    return _beats_some(rules, view, now) if any(now.places) or now.rank > HIGHEST_BLUFF else None


def _bluff(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """Nobody has played yet: a low card that beats few others wins if the others discard."""
    return None if any(now.places) or now.alone or now.rank > HIGHEST_BLUFF else _beats_some(rules, view, now)


def _keeps_better(rules: JellyMind, view: View, now: Situation) -> ReasonValues:
    """JM-12: the card is the lowest, and those that stay in hand can be chosen in a later turn of this shuffle."""
    lower = any(rules.spec.faces[card].rank - 1 < now.rank for card in view.zones[f"hand {view.seat}"])
    return {"rank": now.rank + 1} if not lower and now.turn + 1 < TURNS else None


REASONS: tuple[tuple[str, tuple[str, ...], Callable[[JellyMind, View, Situation], ReasonValues]], ...] = (
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
    ("see_first", ("wait",), _see_first),
    ("goal_near", ("play",), _goal_near),
    ("only_five", ("discard",), _only_five),
    ("beats_most", ("play", "choose"), _beats_most),
    ("beats_few", ("discard",), _beats_some),
    ("bluff", ("play",), _bluff),
    ("first", ("play",), _first),
    ("beats_some", ("play",), _answers),
    ("keeps_better", ("choose",), _keeps_better),
    ("beats_some", ("choose",), _beats_some),
)
"""Reasons, the most important first, each with the verbs that it can explain."""
