"""What hints claim, derived again from the View by code that shares nothing with the bots.

Each title has a module with `CLAIMS` (for each reason: is every word of it true, and does it speak for the move?),
`LOOKS` (for each first step of a hint: does a move agree with it?), `AIMS` (reasons that speak for opposite plans) and
`LAWS` (for each clause of the rule book that stands beside a hint: does a move keep to it?).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.ai.hints import Hint
from game.ai.thought import Reason, Thought
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from tests.claims import face_to_face, happy_mochi, jelly_mind, marshmallow_test

Claim = Callable[[Any, Move, Mapping[str, Any]], bool]
"""Takes what a title's module makes of a View, a move, and the values in the text of a reason."""
MODULES: dict[str, Any] = {
    "marshmallow_test": marshmallow_test,
    "face_to_face": face_to_face,
    "jelly_mind": jelly_mind,
    "happy_mochi": happy_mochi,
}


SMALL_GAP = 0.1
"""Two moves are about as good if their values differ by less, in tokens or in chances to win."""


def name_of(reason: Reason) -> str:
    return reason.key.rpartition(".")[2]


def reason_is_true(rules: Rules[Any], view: View, move: Move, reason: Reason) -> bool:
    """Whether every claim of a reason of one title is true in the View and speaks for the move."""
    module = MODULES[rules.spec.title]
    claim: Claim = module.CLAIMS[name_of(reason)]
    return bool(claim(module.Seen(rules, view), move, reason.values))


def look_agrees(rules: Rules[Any], view: View, move: Move, look: Reason) -> bool:
    """Whether a legal move is among those that the first step of a hint leaves open."""
    module = MODULES[rules.spec.title]
    claim: Claim = module.LOOKS[name_of(look)]
    return bool(claim(module.Seen(rules, view), move, look.values))


def keeps_to_rule(rules: Rules[Any], view: View, move: Move) -> bool:
    """Whether a move agrees with the clause of the rule book that the screen shows beside a hint."""
    module = MODULES[rules.spec.title]
    law: Callable[[Any, Move], bool] = module.LAWS[rules.clause(view)]
    return law(module.Seen(rules, view), move)


def faults(rules: Rules[Any], view: View, thought: Thought, hint: Hint) -> list[str]:
    """Everything that is wrong with a hint; empty if nothing."""
    found = [] if keeps_to_rule(rules, view, hint.move) else [f"against {rules.clause(view)}: {hint.move}"]
    for reason in hint.reasons:
        match name_of(reason):
            case "only_move":
                true = len(view.legal) == 1
            case "tried" | "looked" as name:
                values = dict(thought.values)
                true = len(view.legal) > 1 and values[hint.move] == max(values.values())
                true = true and (name == "tried") == (thought.simulations > 0)
            case "close":
                values = dict(thought.values)
                true = 0 < max(values.values()) - values[hint.move] < SMALL_GAP
            case _:
                true = reason_is_true(rules, view, hint.move, reason)
        if not true:
            found.append(f"false: {reason}")
    aims = {MODULES[rules.spec.title].AIMS.get(name_of(reason)) for reason in hint.reasons} - {None}
    if len(aims) > 1:
        found.append(f"two plans at once: {hint.reasons}")
    return found + look_faults(rules, view, hint)


def look_faults(rules: Rules[Any], view: View, hint: Hint) -> list[str]:
    if hint.look is None:
        return [] if len(view.legal) == 1 else ["does not say what to think about"]
    if not look_agrees(rules, view, hint.move, hint.look):
        return [f"looks elsewhere: {hint.look}"]
    open_moves = [move for move in view.legal if look_agrees(rules, view, move, hint.look)]
    alike = MODULES[rules.spec.title].all_alike(MODULES[rules.spec.title].Seen(rules, view))
    return [f"narrows nothing: {hint.look}"] if len(open_moves) == len(view.legal) > 2 and not alike else []
