"""The end of a round and of the match: when the score is shown, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.scene import Push, Transition
from game.ui.screens.scores import ScoreScreen
from game.ui.table import tally

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

PAUSE = 0.9
"""Seconds between the last card and the score."""


class Ending:
    def __init__(self) -> None:
        self.due = False
        """Whether the score of a round waits to be shown."""
        self._told = -1
        self._left = PAUSE
        self._shown = False

    def step(self, scene: TableScene, name: str) -> None:
        """A step begins: is a round over with it?"""
        rounds = scene.look.rounds
        if name == rounds.before and self._told != scene.heard:
            self._told = scene.heard
            self.due = scene.director.held = True
        elif name == rounds.after:
            self.due = True

    def tell_round(self, scene: TableScene) -> Transition:
        self.due = scene.director.held = False
        scene.stage.finish()
        if scene.host.over and scene.director.idle:
            return None
        return Push(ScoreScreen(tally.tally(scene, scene.heard, final=False)))

    def tell_match(self, scene: TableScene, dt: float) -> Transition:
        self._left -= dt
        if self._shown or self._left > 0:
            return None
        self._shown = True
        won = scene.me in scene.host.standings.winners or not scene.host.people or scene.shared
        scene.kit.audio.play("win" if won else "lose")
        return Push(ScoreScreen(tally.tally(scene, scene.heard, final=True)))
