"""Drives a table with people and bots: a match is played through the screen."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from game.ai.worker import Worker
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.match import Match
from game.play.choice import targets_of
from game.play.host import Chair, Host, Setup
from game.start.scenes import make_table
from game.ui.screens.confirm import Confirm
from game.ui.screens.curtain import Curtain
from game.ui.screens.score_widgets import Tally
from game.ui.screens.scores import ScoreScreen
from game.ui.table import highlights
from game.ui.table.scene import TableScene
from game.ui.table.touch import TouchWidget
from tests.inline_worker import InlineWorker, cached_bot
from tests.screen import ENGLISH, FRAME_LIMIT, FRAME_S, Driver

NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
QUICK = replace(ENGLISH, speed="off")
SHORT: dict[str, dict[str, Any]] = {"marshmallow_test": {"target": 10}, "happy_mochi": {"target": 10}}


class TableDriver(Driver):
    """A table at one machine. The first `people` seats are persons, the others bots."""

    def __init__(
        self,
        title: str,
        seats: int,
        people: int = 1,
        *,
        settings: Settings = QUICK,
        size: tuple[int, int] = (480, 270),
        options: dict[str, Any] | None = None,
        live: bool = False,
        practice: bool = False,
        seed: int = 1,
        worker: Worker | None = None,
        match: Match | None = None,
    ) -> None:
        chairs = tuple(Chair(NAMES[seat], "" if seat < people else "beginner") for seat in range(seats))
        setup = Setup(title, chairs, options or SHORT.get(title, {}), live=live, practice=practice)
        self.worker = worker or Worker()
        self.host = Host(setup, self.worker, seed, match)
        scene = make_table(self.host)
        assert isinstance(scene, TableScene)
        self.table = scene
        self.dice = Dice("table", title, seats, seed)
        self.mind = cached_bot(self.host.rules, "beginner")
        super().__init__(scene, size, settings)

    def close(self) -> None:
        self.app.close()
        self.worker.stop()

    @property
    def still(self) -> bool:
        return self.table.director.idle and self.host.event_count == self.table.events_shown

    def wait(self) -> None:
        """Run frames until a person has to do something, or another screen lies on the table."""
        for _ in range(FRAME_LIMIT):
            if self.top is not self.table or (self.table.asking and self.still):
                return
            self.step(dt=0.1 if self.host.thinking is not None and self.still else FRAME_S)
            self.rest()
        raise AssertionError("nothing happens any more")

    def rest(self) -> None:
        thinks = self.host.thinking is not None or self.table.sitting.is_thinking
        if thinks and not isinstance(self.worker, InlineWorker):
            time.sleep(0.001)

    def wait_for_hint(self) -> None:
        """Run frames until the hint has come, or the message that there is none."""
        self.until(lambda: not self.table.sitting.is_thinking, "a hint")

    def answer(self) -> None:
        """Answer the screen that lies on the table, so that the match goes on."""
        match self.top:
            case Curtain():
                self.frames(6, dt=0.1)
                self.press("reveal")
                self.frames(6, dt=0.1)
            case Confirm():
                self.press("yes")
            case ScoreScreen():
                self.press("review" if self.top.tally.final else "continue")
            case other:
                raise AssertionError(f"unexpected {other}")

    def press(self, name: str) -> None:
        self.click(name)

    def choose(self) -> None:
        """Make one decision: touch what belongs to the move that a beginner bot would choose."""
        view = self.table.sitting.view
        move = self.mind.think(view, self.dice).move
        position = self.table.sitting.position
        for target in targets_of(view, move, self.host.rules.spec.points_at):
            if self.table.sitting.position != position or not self.table.asking or self.top is not self.table:
                return
            self.touch(self.named(target, move.text))

    @property
    def said(self) -> str:
        """The text of the bubble."""
        remark = self.table.sitting.said
        return self.table.board.words.say(remark.message) if remark is not None else ""

    @property
    def log(self) -> list[str]:
        return self.table.log.lines(self.table.board.words, self.table.events_shown)

    @property
    def hinted(self) -> set[str]:
        """The names of the widgets that the hint means."""
        return highlights.hinted_names(self.table.sitting, self.table.widgets)

    def lines(self, tally: Tally) -> list[str]:
        """The story of a score, in the current language."""
        return tally.story.lines(self.kit.texts) if tally.story is not None else []

    def named(self, target: Any, text: str) -> str:
        if target.kind == "button":
            return f"move {text}"
        return next(
            widget.name
            for widget in self.table.widgets
            if isinstance(widget, TouchWidget) and widget.target == target
        )

    def touch(self, name: str) -> None:
        """Click a widget at its left edge, where a card is not covered by its neighbour."""
        at = self.widget(name).rect
        self.click_at((at.left + max(2, at.width // 10), at.centery))

    def play_to_end(self, most: int = 4000) -> None:
        """Play until the match is over, and close its score."""
        self.play_to_score(most)
        self.answer()

    def play_to_score(self, most: int = 4000) -> Tally:
        """Play until the match is over. Its score stays on the screen."""
        for _ in range(most):
            self.wait()
            if isinstance(self.top, ScoreScreen) and self.top.tally.final:
                return self.top.tally
            if self.top is not self.table:
                self.answer()
            else:
                self.choose()
        raise AssertionError("the match does not end")


class KeyboardDriver(TableDriver):
    """The same, with the keyboard alone."""

    def press(self, name: str) -> None:
        self.walk_to(name)
        self.key("return")

    def touch(self, name: str) -> None:
        self.press(name)
