"""Remembers who sat where: for each title the seats of its last match, and the people of the last match of all."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from game.disk import files
from game.engine.errors import SaveError
from game.play.draft import HUMAN, Draft, SeatDraft, bot_levels, clean_name

MAX_FILE_BYTES = 256 * 1024


@dataclass
class SetupMemory:
    """The file with all set-ups. What does not fit any more (a level, an avatar) is left as it usually is."""

    path: Path
    _titles: dict[str, Any] = field(default_factory=dict)
    _people: list[Any] = field(default_factory=list)

    @classmethod
    def load(cls, path: Path) -> SetupMemory:
        """A file that is missing or damaged counts as empty."""
        with contextlib.suppress(OSError, SaveError, ValueError, RecursionError):
            data = json.loads(files.read(path, MAX_FILE_BYTES).decode("utf-8"))
            if isinstance(data, dict) and isinstance(data.get("titles"), dict) and isinstance(data.get("people"), list):
                return cls(path, data["titles"], data["people"])
        return cls(path)

    def recall(self, draft: Draft) -> None:
        """Change a usual draft to the seats of the title's last match. A title that is new gets the people."""
        kept = self._titles.get(draft.spec.title)
        if not isinstance(kept, dict):
            for place, known in zip(draft.people, self._people, strict=False):
                _recall_person(draft, place, known)
            return
        if kept.get("seats") in draft.spec.seats and type(kept["seats"]) is int:
            draft.seats = kept["seats"]
        if isinstance(kept.get("live"), bool) and draft.has_clock_mode:
            draft.live, draft.live_chosen = kept["live"], True
        places = kept.get("places")
        for place, known in zip(draft.seat_drafts, places if isinstance(places, list) else (), strict=False):
            _recall_person(draft, place, known)
            _recall_bot(draft, place, known)

    def remember(self, draft: Draft) -> None:
        """Keep the seats of a draft with which a match begins. If it cannot be written, it is lost at the end."""
        kept: dict[str, Any] = {"seats": draft.seats, "places": [asdict(place) for place in draft.seat_drafts]}
        if draft.live_chosen:
            kept["live"] = draft.live
        self._titles[draft.spec.title] = kept
        self._people = [asdict(place) for place in draft.people]
        with contextlib.suppress(OSError):
            plain = {"titles": self._titles, "people": self._people}
            files.write(self.path, json.dumps(plain, indent=1, ensure_ascii=False).encode("utf-8", "replace"))


def _recall_person(draft: Draft, place: SeatDraft, known: Any) -> None:
    """Give a seat a name and an avatar."""
    if not isinstance(known, dict):
        return
    if isinstance(known.get("name"), str):
        place.name = clean_name(known["name"])
    if known.get("avatar") in draft.avatars:
        draft.give_avatar(place, known["avatar"])


def _recall_bot(draft: Draft, place: SeatDraft, known: Any) -> None:
    if not isinstance(known, dict):
        return
    if known.get("who") in (HUMAN, *bot_levels(draft.spec)):
        place.who = known["who"]
    if known.get("character") in ("", *draft.spec.characters):
        place.character = known["character"]
