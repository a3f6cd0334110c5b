"""The minds, by title. A new title's knowledge is one module and one line here."""

from __future__ import annotations

from game.ai.thought import Mind

MINDS: dict[str, type[Mind]] = {}
