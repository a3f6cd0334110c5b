"""What bots say now and then about what everybody has seen. It can be switched off in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.engine.cards import Seat
from game.words.locale import Texts

REMARK_S = 2.8
"""How long a remark stays."""
SILENCE_S = 24.0
"""Nobody says anything for this long after a remark."""
CHANCE = 0.3
"""How often a bot that reacts says something, if nobody spoke lately."""
LINES_PER_MOOD = 4
"""Lines for each mood that every bot knows."""


class Remarks:
    """At most one remark at a time. A remark is a locale key until it is drawn."""

    def __init__(self, title: str, bots: Sequence[str | None], chance: Random | None = None) -> None:
        """`bots` has the character of each seat: None for a person, empty for a bot without a character."""
        self._title = title
        self._bots = bots
        self._chance = chance or Random()
        self._left_s = 0.0
        self._silence_left_s = SILENCE_S
        self.allowed = False
        """Whether the player wants remarks."""
        self.spoken: tuple[Seat, str, str, int] | None = None
        """Who speaks now: the seat, its character, the mood, and the number of the line."""

    def hear(self, seat: Seat, mood: str) -> None:
        """A player reacts. A bot may say something about it."""
        character = self._bots[seat]
        if not self.allowed or character is None or self._silence_left_s > 0 or self._chance.random() > CHANCE:
            return
        self.spoken = seat, character, mood, self._chance.randrange(LINES_PER_MOOD) + 1
        self._left_s, self._silence_left_s = REMARK_S, SILENCE_S

    def update(self, dt: float) -> None:
        self._silence_left_s -= dt
        self._left_s -= dt
        if self._left_s <= 0:
            self.spoken = None

    def text(self, texts: Texts) -> str:
        """What is said now. A character has a line of its own for half of the cases."""
        if self.spoken is None:
            return ""
        _, character, mood, line = self.spoken
        own = f"{self._title}.characters.{character}.{mood}"
        return texts(own if line % 2 and texts.has(own) else f"remark.{mood}.{line}")
