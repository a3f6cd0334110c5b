"""The first step of a hint in Face to Face: which pile to think about, or whether to stop."""

from __future__ import annotations

from game.ai.face_to_face.turn_plans import rank_of
from game.ai.thought import Reason, high_or_low
from game.engine.moves import Move
from game.engine.view import View
from game.titles.face_to_face import FaceToFace


def find_look(rules: FaceToFace, view: View, move: Move) -> Reason:
    if move.card < 0:
        return Reason("look.face_to_face.end")
    if any(other.zone != move.zone for other in view.legal):
        return Reason("look.face_to_face.pile", {"zone": move.zone})
    half = high_or_low(rank_of(rules, move.card), [rank_of(rules, other.card) for other in view.legal])
    return Reason(f"look.face_to_face.{half}", {"zone": move.zone})
