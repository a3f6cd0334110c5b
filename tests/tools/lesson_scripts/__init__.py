"""The scripts of all lessons' records: the deals that were composed, and the moves."""

from __future__ import annotations

from collections.abc import Callable

from tests.tools.lesson_records import Script
from tests.tools.lesson_scripts import face_to_face, happy_mochi, jelly_mind, marshmallow_test

SCRIPTS: dict[str, Callable[[], Script]] = {
    **marshmallow_test.SCRIPTS,
    **face_to_face.SCRIPTS,
    **jelly_mind.SCRIPTS,
    **happy_mochi.SCRIPTS,
}
