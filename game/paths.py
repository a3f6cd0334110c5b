"""Where things lie: beside the source, or inside a packaged build."""

from __future__ import annotations

import sys
from pathlib import Path


def home() -> Path:
    """The folder that holds `game/`, `assets/`, `locales/`."""
    packed = getattr(sys, "_MEIPASS", None)
    return Path(packed) if packed else Path(__file__).resolve().parent.parent


def title_file(title: str) -> Path:
    return home() / "game" / "titles" / f"{title}.yaml"


def locales() -> Path:
    return home() / "locales"
