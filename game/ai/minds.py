"""The minds, by title. A new title's knowledge is one module and one line here."""

from __future__ import annotations

from game.ai.face_to_face import FaceToFaceMind
from game.ai.happy_mochi import HappyMochiMind
from game.ai.jelly_mind import JellyMindMind
from game.ai.marshmallow_test import MarshmallowMind
from game.ai.thought import Mind

MINDS: dict[str, type[Mind]] = {
    "marshmallow_test": MarshmallowMind,
    "face_to_face": FaceToFaceMind,
    "happy_mochi": HappyMochiMind,
    "jelly_mind": JellyMindMind,
}
