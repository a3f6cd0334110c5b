"""The needs of all titles: what their Rules need from their YAML files."""

from __future__ import annotations

from typing import Final

from game.engine.spec import Needs
from game.titles import TITLES

NEEDS: Final[dict[str, Needs]] = {title: rules.needs for title, rules in TITLES.items()}
