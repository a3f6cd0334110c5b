"""The settings of a player, and their file: language, speed, sound, text, keys."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from game.disk import files
from game.engine.errors import SaveError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence

SPEEDS = ("slow", "normal", "fast", "off")
TRICK_RESTS = ("short", "normal", "long", "key")
FONTS = ("plain", "readable", "dyslexic")
TEXT_SIZES = (100, 125, 150, 175, 200)
AIDS = ("auto", "on", "off")
"""Playing aids: on unless an expert or a master plays, always on, or off."""
MAX_FILE_BYTES = 64 * 1024
MAX_VOLUME = 10
MIN_WINDOW_PX = (320, 180)
MAX_WINDOW_PX = 32767

ALLOWED_VALUES: dict[str, tuple[object, ...]] = {
    "speed": SPEEDS,
    "trick_rest": TRICK_RESTS,
    "font": FONTS,
    "text_size": TEXT_SIZES,
    "effects": tuple(range(MAX_VOLUME + 1)),
    "music": tuple(range(MAX_VOLUME + 1)),
    "contrast": (False, True),
    "reduced_motion": (False, True),
    "fullscreen": (False, True),
    "captions": (False, True),
    "remarks": (False, True),
    "play_only_card": (False, True),
    "aids": AIDS,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults. The field names are the keys of the file."""

    language: str = ""
    """Empty for the language of the system."""
    speed: str = "normal"
    trick_rest: str = "normal"
    """How long a finished trick lies before it is taken; "key": until somebody touches something."""
    effects: int = 7
    music: int = 3
    text_size: int = 100
    font: str = "plain"
    contrast: bool = False
    reduced_motion: bool = False
    fullscreen: bool = False
    captions: bool = False
    remarks: bool = True
    """Whether bots say something now and then."""
    play_only_card: bool = False
    """Whether a card is played by itself if no other move is legal."""
    aids: str = "auto"
    """Whether the table tells what could be worked out from public facts; see AIDS."""
    window: tuple[int, int] = (1280, 720)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Keys of actions, for actions whose keys are not the default ones."""
    buttons: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The same for buttons of a gamepad."""

    @property
    def without_motion(self) -> bool:
        """Whether nothing moves by itself: with less motion, and at the speed that shows everything at once."""
        return self.reduced_motion or self.speed == "off"

    def with_changes(self, **changes: Any) -> Settings:
        """The same settings with some changes."""
        return replace(self, **changes)


def load(path: Path) -> tuple[Settings, str]:
    """The settings, and what is wrong with their file. A damaged file is renamed, and the defaults are used."""
    try:
        return parse(_read(path)), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), Sentence("{where}: {problem}", where=path.name, problem=os_error_text(error))
    except (SaveError, ValueError, TypeError, RecursionError):
        aside = files.rename_damaged(path)
        if aside is None:
            return Settings(), Sentence("{file} was damaged", file=path.name)
        return Settings(), Sentence("{file} was damaged and is kept as {aside}", file=path.name, aside=aside.name)


def load_language(path: Path) -> str:
    """Only the language; empty if none is set. Unlike `load` this does not rename a damaged file."""
    with contextlib.suppress(OSError, SaveError, ValueError, TypeError, RecursionError):
        return parse(_read(path)).language
    return ""


def _read(path: Path) -> Any:
    return json.loads(files.read(path, MAX_FILE_BYTES).decode("utf-8"))


def parse(data: Any) -> Settings:
    """The settings in a file's data. ValueError for a wrong value. Unknown keys (of newer versions) are ignored."""
    if not isinstance(data, dict):
        raise ValueError("not a table")
    known = {item.name for item in fields(Settings)}
    values = {name: _value(name, value) for name, value in data.items() if name in known}
    return Settings(**values)


def _value(name: str, value: Any) -> Any:
    if name == "language":
        if isinstance(value, str) and len(value) <= 16:
            return value
    elif name == "window":
        sides = isinstance(value, list) and len(value) == 2 and all(type(side) is int for side in value)
        if sides and all(1 <= side <= MAX_WINDOW_PX for side in value):
            return max(value[0], MIN_WINDOW_PX[0]), max(value[1], MIN_WINDOW_PX[1])
    elif name in ("keys", "buttons"):
        if isinstance(value, dict):
            return {str(action): _key_names(keys) for action, keys in value.items()}
    elif any(value == allowed and type(value) is type(allowed) for allowed in ALLOWED_VALUES[name]):
        return value
    raise ValueError(f"{name} cannot be {str(value)[:40]}")


def _key_names(keys: Any) -> tuple[str, ...]:
    if isinstance(keys, list) and len(keys) <= 8 and all(isinstance(key, str) and len(key) <= 40 for key in keys):
        return tuple(keys)
    raise ValueError("not a list of keys")


def save(settings: Settings, path: Path) -> None:
    files.write(path, json.dumps(asdict(settings), indent=1, sort_keys=True).encode())
