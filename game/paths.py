"""Paths of the program's files, in a source tree or a package, and of the player's files."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

APPLICATION = "mallow"


@cache
def resource_folder() -> Path:
    """The folder with `assets/` and `locales/`: the source tree, or the folder of this package in a build."""
    package = Path(__file__).resolve().parent
    return package if (package / "assets").is_dir() else package.parent


@cache
def title_file(title: str) -> Path:
    return Path(__file__).resolve().parent / "titles" / title / f"{title}.yaml"


def lessons_folder(title: str) -> Path:
    return title_file(title).parent / "lessons"


def locales_folder() -> Path:
    return resource_folder() / "locales"


def data_folder() -> Path:
    """The folder for settings and saves: in the source tree, or where the system keeps such files."""
    if is_source_tree():
        return resource_folder() / "saves"
    with contextlib.suppress(RuntimeError):  # the home folder is unknown
        folder = _user_data()
        if folder.is_absolute():  # otherwise it would be a folder in whatever folder the program was started
            return folder / APPLICATION
    return Path(tempfile.gettempdir()) / APPLICATION


def is_source_tree() -> bool:
    """Whether the program runs from its source tree and not from a package."""
    return (resource_folder() / "pyproject.toml").is_file()


def _user_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "share"


def settings_file(data: Path) -> Path:
    return data / "settings.json"
