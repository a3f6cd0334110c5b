"""The minds of bots by title. A new title adds one line here."""

from __future__ import annotations

from collections.abc import Mapping

from game.ai.face_to_face import rules_of_thumb as face_to_face
from game.ai.face_to_face.mind import FaceToFaceMind
from game.ai.happy_mochi import rules_of_thumb as happy_mochi
from game.ai.happy_mochi.mind import HappyMochiMind
from game.ai.jelly_mind import rules_of_thumb as jelly_mind
from game.ai.jelly_mind.mind import JellyMindMind
from game.ai.marshmallow_test import rules_of_thumb as marshmallow_test
from game.ai.marshmallow_test.mind import MarshmallowMind
from game.ai.rule_of_thumb import RuleOfThumb
from game.ai.thought import Mind

MINDS: dict[str, type[Mind]] = {
    "marshmallow_test": MarshmallowMind,
    "face_to_face": FaceToFaceMind,
    "happy_mochi": HappyMochiMind,
    "jelly_mind": JellyMindMind,
}
RULES_OF_THUMB: dict[str, Mapping[str, type[RuleOfThumb]]] = {
    "marshmallow_test": marshmallow_test.RULES_OF_THUMB,
    "face_to_face": face_to_face.RULES_OF_THUMB,
    "happy_mochi": happy_mochi.RULES_OF_THUMB,
    "jelly_mind": jelly_mind.RULES_OF_THUMB,
}
"""Players by a rule of thumb. Only simulations and ladders use them, to measure bots. A title may have none."""
