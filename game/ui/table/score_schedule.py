"""Decides when the score of a round and of the match is shown."""

from __future__ import annotations

from game.play.sitting import Position
from game.ui.look import Rounds

SCORE_DELAY_S = 0.9
"""Time between the last motion on the table and the score of the match."""


class ScoreSchedule:
    """Remembers which scores were shown, so that each is shown once."""

    def __init__(self) -> None:
        self.round_due = False
        """Whether the score of a round waits to be shown."""
        self._round_shown_at = -1
        """The number of events that were shown when the score of a round was shown last."""
        self._match_shown_for: Position | None = None
        """The Position for which the score of the match was shown."""
        self._waited_s = 0.0

    def start_step(self, name: str, rounds: Rounds, heard: int) -> bool:
        """Called when a step is about to be shown. True if the score of the round has to be shown before it."""
        if name and name == rounds.before and self._round_shown_at != heard:
            self._round_shown_at = heard
            self.round_due = True
            return True
        self.round_due = self.round_due or bool(name and name == rounds.after)
        return False

    def forget_rounds(self) -> None:
        """Called after an undo: the score of a round that ends again is shown again."""
        self.round_due, self._round_shown_at = False, -1

    def match_score_shown(self, position: Position) -> bool:
        """Whether the score of the match was shown for this Position."""
        return self._match_shown_for == position

    def match_due(self, position: Position, dt: float) -> bool:
        """Called every frame after the match. True once for each Position, when its score has to be shown."""
        if self._match_shown_for == position:
            return False
        self._waited_s += dt
        if self._waited_s < SCORE_DELAY_S:
            return False
        self._match_shown_for, self._waited_s = position, 0.0
        return True
