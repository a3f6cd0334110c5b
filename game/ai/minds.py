"""The minds of bots by title. A new title adds one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.ai.face_to_face.mind import FaceToFaceMind
from game.ai.happy_mochi.mind import HappyMochiMind
from game.ai.jelly_mind.mind import JellyMindMind
from game.ai.marshmallow_test.mind import MarshmallowMind
from game.ai.marshmallow_test.patient_player import PatientPlayer
from game.ai.thought import Mind, Thinker
from game.engine.rules import Rules

MINDS: dict[str, type[Mind]] = {
    "marshmallow_test": MarshmallowMind,
    "face_to_face": FaceToFaceMind,
    "happy_mochi": HappyMochiMind,
    "jelly_mind": JellyMindMind,
}
REFERENCES: dict[str, dict[str, Callable[[Rules[Any]], Thinker]]] = {"marshmallow_test": {"patient": PatientPlayer}}
"""Players that only the ladder uses, to measure the strength of bots."""
