"""The games in the box. A new title is a folder beside this file and one line in it."""

from __future__ import annotations

from typing import Any

from game.engine.rules import Rules
from game.titles.face_to_face import FaceToFace
from game.titles.happy_mochi import HappyMochi
from game.titles.jelly_mind import JellyMind
from game.titles.marshmallow_test import MarshmallowTest

TITLES: dict[str, type[Rules[Any]]] = {
    "marshmallow_test": MarshmallowTest,
    "face_to_face": FaceToFace,
    "jelly_mind": JellyMind,
    "happy_mochi": HappyMochi,
}
