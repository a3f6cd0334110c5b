"""When the score of a round and of the match is shown."""

from __future__ import annotations

from game.play.sitting import Position
from game.ui.look import Rounds

SCORE_DELAY_S = 0.9
"""Time between the last motion on the table and the score of the match."""


class Ending:
    def __init__(self) -> None:
        self.round_due = False
        """Whether the score of a round waits to be shown."""
        self._told_at = -1
        """At which event the score of a round was shown last."""
        self._told: Position | None = None
        """For which Position the score of the match was shown."""
        self._waited_s = 0.0

    def begins_step(self, name: str, rounds: Rounds, heard: int) -> bool:
        """A step begins; True if the score of the round is to be shown before it."""
        if name and name == rounds.before and self._told_at != heard:
            self._told_at = heard
            self.round_due = True
            return True
        self.round_due = self.round_due or bool(name and name == rounds.after)
        return False

    def forget_rounds(self) -> None:
        """Moves were taken back: the score of a round that ends again is shown again."""
        self.round_due, self._told_at = False, -1

    def told(self, position: Position) -> bool:
        """Whether the score of this end of the match was shown."""
        return self._told == position

    def match_due(self, position: Position, dt: float) -> bool:
        """The match is over in this Position: whether its score is to be shown now. True once for each Position."""
        if self._told == position:
            return False
        self._waited_s += dt
        if self._waited_s < SCORE_DELAY_S:
            return False
        self._told, self._waited_s = position, 0.0
        return True
