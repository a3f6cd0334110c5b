"""Drives lessons through the window and through the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.ai.worker import Worker
from game.data import lessons
from game.disk.lesson_progress import Progress
from game.disk.settings import Settings
from game.disk.store import Store
from game.engine.dice import Dice
from game.play.choice import targets_of
from game.play.lesson import LessonHost
from game.start.scenes import make_lesson
from game.ui.screens.lesson_table import LessonTable
from game.ui.screens.lessons import LessonDone
from game.words.locale import Texts
from tests.inline_worker import InlineWorker, cached_bot
from tests.screen import FRAME_LIMIT
from tests.table import QUICK, TableDriver


def is_free(lesson: lessons.Lesson) -> bool:
    """Whether a lesson goes on after its record, without steps."""
    return lesson.to_end or lesson.live


class LessonDriver(TableDriver):
    """A lesson at the window."""

    def __init__(
        self,
        lesson_id: str,
        folder: Path | None = None,
        *,
        settings: Settings = QUICK,
        size: tuple[int, int] = (480, 270),
        worker: Worker | None = None,
    ) -> None:
        self.worker = worker or InlineWorker(bot="random")
        self.lesson = lessons.load(lesson_id)
        self.store = Store(folder) if folder is not None else None
        scene = make_lesson(self.worker, self.store, lesson_id, Texts.load(settings.language or "en"))
        super(TableDriver, self).__init__(scene, size, settings)
        self.follow_table()
        self.dice = Dice("lesson", lesson_id)
        self.mind = cached_bot(self.host.rules, "beginner")

    def close(self) -> None:
        super().close()
        if self.store is not None:
            self.store.close()

    @property
    def progress(self) -> Progress:
        assert self.store is not None
        return self.store.lessons.load()

    @property
    def steps_done(self) -> int:
        """The number of steps whose decision was made."""
        return sum(step.turn < self.host.turn for step in self.lesson.steps)

    def follow_table(self) -> None:
        """Look at the table that is on the stack now."""
        scene = self.app.stack[0]
        assert isinstance(scene, LessonTable) and isinstance(scene.host, LessonHost)
        self.table, self.host, self.lesson = scene, scene.host, scene.host.lesson

    @property
    def lesson_host(self) -> LessonHost:
        assert isinstance(self.host, LessonHost)
        return self.host

    @property
    def is_ready(self) -> bool:
        """Whether the student can do something: decide, take back, or leave the lesson."""
        if self.top is not self.table:
            return True
        if self.lesson_host.mistake_shown:
            return self.has("take back")
        moments = self.table.board.moments
        return self.still and self.table.asking and not moments.shouts and not moments.caption

    def wait(self) -> None:
        for _ in range(FRAME_LIMIT):
            if self.is_ready:
                return
            self.step(dt=0.1)
            self.rest()
        raise AssertionError("nothing happens any more")

    def make_move(self, text: str) -> None:
        """Touch everything that belongs to a move."""
        view = self.table.sitting.view
        move = next(move for move in view.legal if move.text == text)
        position = self.table.sitting.position
        for target in targets_of(view, move, self.host.rules.spec.points_at):
            if self.table.sitting.position != position or self.top is not self.table:
                break
            if self.table.sitting.choice.picked and not self.table.sitting.choice.fits(target):
                continue
            self.touch(self.named(target, text))

    @property
    def done(self) -> bool:
        return isinstance(self.top, LessonDone)


def with_language(code: str, **changes: object) -> Settings:
    return replace(QUICK, language=code, **changes)  # type: ignore[arg-type]
