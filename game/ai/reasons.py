"""The reasons for a move, by title. A new title may add one line here; without it, its moves have no reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.ai.face_to_face import reasons as face_to_face
from game.ai.happy_mochi import reasons as happy_mochi
from game.ai.jelly_mind import reasons as jelly_mind
from game.ai.marshmallow_test import reasons as marshmallow_test
from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View

FindReasons = Callable[[Any, View, Move], tuple[Reason, ...]]


def _marshmallow_reasons(rules: Any, view: View, move: Move) -> tuple[Reason, ...]:
    return marshmallow_test.find_reasons(TrickView(rules, view), move)


FIND_REASONS: dict[str, FindReasons] = {
    "marshmallow_test": _marshmallow_reasons,
    "face_to_face": face_to_face.find_reasons,
    "happy_mochi": happy_mochi.find_reasons,
    "jelly_mind": jelly_mind.find_reasons,
}


def reasons_against(rules: Rules[Any], view: View, better: tuple[Reason, ...], move: Move) -> tuple[Reason, ...]:
    """Those of the reasons for a better move that are not true of this move, too."""
    find = FIND_REASONS.get(rules.spec.title)
    own = {reason.key for reason in find(rules, view, move)} if find is not None else set()
    return tuple([reason for reason in better if reason.key not in own])
