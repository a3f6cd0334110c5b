"""The table of a lesson: the tutor's sentence stands in the place of the prompt, and mistakes are taken back here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.data.lessons import Pointer, Step, lesson_names
from game.play.choice import Target
from game.play.lesson import LessonHost
from game.play.live import LiveRace
from game.ui.kit import Kit
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.lessons import LessonDone, LessonResult
from game.ui.screens.pause import PauseOverlay, PauseResult
from game.ui.screens.scores import ScoreResult
from game.ui.table import paint, pointing, prompt, toolbar
from game.ui.table.scene import TableScene
from game.ui.widgets import Button, Press, Widget, row_height

SEPARATOR = "  ·  "
"""Between the parts of the heading."""
FINISH_DELAY_S = 1.2
"""Time between the end of the last motion and the sheet that ends the lesson."""

Answer = tuple[str, str, str, Press]
"""A button beside what the tutor says: name, icon, text, and what it does."""


class LessonTable(TableScene):
    """A table at which a lesson is played. What leads away from it is set by `start/scenes.py`."""

    make_next: Callable[[], Scene] | None = None
    """Makes the table of the next lesson; None if this is the last one of its title."""
    on_done: Callable[[], None] | None = None
    """Called once when the lesson is over."""
    on_leave: Callable[[], None] | None = None
    """Called when the scene is left."""

    def __init__(self, host: LessonHost, live: LiveRace | None = None) -> None:
        super().__init__(host, live)
        self._lesson = host
        self._veil = pointing.Veil()
        self._rest_s = 0.0
        self._is_done = False
        """Whether it was counted as done."""
        self._is_finishing = False
        """Whether its last page was shown."""
        self._was_shown = False
        """Whether the last frame showed a mistake."""
        self._is_ready = live is None
        """Whether the clock may run: the student has read what the lesson is about."""

    # Building

    def build(self) -> None:
        super().build()
        self.widgets += self._lesson_buttons()

    def _lesson_buttons(self) -> Iterator[Widget]:
        kit = self.kit
        if self.make_next is not None:
            yield self._skip_button()
        entries = self._answers()
        places = self.prompt_layout(self.prompt()).buttons if entries else ()
        for (name, icon, text, press), (x, y, width) in zip(entries, places, strict=True):
            kind = "main" if name == entries[0][0] else "plain"
            yield Button(name, kit.rect(x, y, width, row_height(kit)), press, text, icon, kind)

    def _skip_button(self) -> Button:
        """The button that goes on to the next lesson, at the left of the tools."""
        kit = self.kit
        tools = min(widget.rect.left for widget in self.widgets if widget.name in toolbar.TOOL_ICONS)
        left = tools / kit.metrics.unit_px - toolbar.BUTTON_WIDTH_U - 3 * toolbar.BUTTON_GAP_U
        at = kit.rect(left, toolbar.BAR_TOP_U, toolbar.BUTTON_WIDTH_U, toolbar.BUTTON_HEIGHT_U)
        skip = Button("skip lesson", at, self._skip, icon="arrow_right", kind="quiet")
        skip.tip = kit.texts("lesson.skip")
        return skip

    def _answers(self) -> list[Answer]:
        """The buttons beside what the tutor says. The first one is the main one."""
        texts, mistake = self.kit.texts, self._lesson.mistake
        if not self._is_ready:
            return [("ready", "play", texts("lesson.ready"), self._get_ready)]
        if mistake is None or not self._lesson.mistake_shown or not self._is_still:
            return []
        take_back: Answer = ("take back", "undo", texts("lesson.take_back"), self._take_back)
        keep: Answer = ("keep move", "check", texts("lesson.keep"), self._keep_move)
        return [take_back, keep] if mistake.can_stay else [take_back]

    def fallback_focus(self, lost: Widget | None) -> str:
        """The tutor's main button, if there is one. Nothing leads to the button that skips the lesson by itself."""
        entries = self._answers()
        return entries[0][0] if entries else super().fallback_focus(lost)

    def prompt_layout(self, text: str) -> prompt.PromptLayout:
        entries = self._answers()
        if not entries:
            return super().prompt_layout(text)
        labels, icons = [entry[2] for entry in entries], [entry[1] for entry in entries]
        return prompt.prompt_layout(self.kit, self.board.layout, text, labels, icons, self.resting_rects)

    @property
    def asking(self) -> bool:
        return super().asking and self._lesson.mistake is None and not self._lesson.is_judging

    @property
    def _is_still(self) -> bool:
        """Whether nothing moves on the table, or the end of a round waits for its score; and no moment is told now,
        and nothing has just happened that the table will show from the next frame on."""
        if self.host.event_count != self._events_given:
            return False
        return (self.director.idle or self.director.paused) and not self._tells_moment

    @property
    def _tells_moment(self) -> bool:
        """Whether a shout or a line about what has happened stands in the place of the prompt."""
        return self.board.moments.shouts or bool(self.board.moments.caption)

    @property
    def prompt_dark(self) -> bool:  # type: ignore[override]
        """What the tutor says is dark on light; the usual questions look as always."""
        return self._lesson.said is None or self._tells_moment or self._clock_speaks

    @property
    def _clock_speaks(self) -> bool:
        """Whether what to do against the clock stands in the place of what the tutor says."""
        return self.race is not None and self._is_ready and self._lesson.mistake is None

    @property
    def aid_text(self) -> str:
        """Playing aids only in the match at the end: before, the tutor's sentence is enough."""
        return super().aid_text if self._lesson.lesson.to_end else ""

    def heading(self) -> str:
        texts, lesson = self.kit.texts, self._lesson.lesson
        names = [f"{lesson.title}/{name}" for name in lesson_names(lesson.title)]
        number = texts("lesson.place", number=names.index(lesson.id) + 1, count=len(names))
        short = SEPARATOR.join((number, texts(lesson.text_key("name"))))
        whole = SEPARATOR.join((texts(f"{lesson.title}.name"), short))
        fits = self.kit.fonts.width(whole, "display", paint.HEADING_SIZE_U) <= self._heading_room_u
        return whole if fits else short

    @property
    def _heading_room_u(self) -> float:
        """The width that the buttons at the top right leave for the heading."""
        bar = [widget.rect.left for widget in self.widgets if widget.name in ("skip lesson", *toolbar.TOOL_ICONS)]
        left = min(bar) / self.kit.metrics.unit_px if bar else self.kit.metrics.width
        return min(left - paint.HEADING_LEFT_U - 2 * paint.HEADING_REACH_U, paint.heading_room_u(self.kit))

    def prompt(self) -> str:
        if self._tells_moment:
            return super().prompt()
        if self._lesson.said is None or not self._can_speak or self._clock_speaks:
            return "" if self._lesson.mistake is not None or self._lesson.finished else super().prompt()
        return self._lesson.said_line(self.board.words)

    @property
    def _can_speak(self) -> bool:
        """Whether the table shows what the tutor speaks about: all that has happened, or a mistake at the end of a
        round, whose score waits."""
        if self._lesson.mistake is not None:
            return self._is_still
        return self._is_still and self.director.idle and self.events_shown == self.host.event_count

    # Time

    def update_at_rest(self, dt: float) -> Transition:
        if self._lesson.mistake_shown:  # also at the end of a round: its score is shown when it counts
            if not self._was_shown and self._is_still:
                self._was_shown = True
                self.rebuild()
                self.focus = "take back"
            return None
        self._was_shown = False
        if not self._is_ready:
            return None
        if self._lesson.is_judging:  # no question, and no score either: the move may be taken back
            self._lesson.update(dt)
            return None
        if self._lesson.finished:
            self._mark_done()
        if self._lesson.finished and not self._lesson.over and not self.score_schedule.round_due:
            return self._finish_after(dt)
        return super().update_at_rest(dt)

    def _finish_after(self, dt: float) -> Transition:
        self._rest_s += dt
        return self._finish() if self._rest_s >= FINISH_DELAY_S and not self._is_finishing else None

    def _mark_done(self) -> None:
        """Count the lesson as done, once, however the student leaves it."""
        if not self._is_done and self.on_done is not None:
            self.on_done()
        self._is_done = True

    def _finish(self) -> Transition:
        self._is_finishing = True
        self._mark_done()
        lost = self._lesson.has_lost
        return Push(LessonDone(self._lesson.message("done"), last=self.make_next is None, lost=lost))

    # Moves

    def touch(self, target: Target) -> Transition:
        """Nothing can be touched while a move is judged, or a mistake is shown."""
        if self._lesson.mistake is not None or self._lesson.is_judging or self._lesson.finished:
            return None
        return super().touch(target)

    def _take_back(self) -> Transition:
        if self._lesson.mistake_shown:
            self._undo_for(self._lesson.student)
        return None

    def _get_ready(self) -> Transition:
        self._is_ready = True
        self.rebuild()
        return None

    def _keep_move(self) -> Transition:
        self._lesson.keep_move()
        self.rebuild()
        return None

    def act(self, name: str) -> Transition:
        if name == "undo" and self._lesson.mistake_shown:
            return self._take_back()
        return super().act(name)

    # Ways out

    def _skip(self) -> Transition:
        return self._on_lesson_result(LessonResult.NEXT)

    def _pause(self) -> Transition:
        """The pause menu. Nothing is lost by leaving, so it asks no questions, and says where the lesson can be
        continued: it is not among the saved matches."""
        rules = self.host.rules
        leave_key = "lesson.leave" if self._lesson.finished else "lesson.leave_open"
        return Push(PauseOverlay(rules.spec.title, dict(rules.options), asks=False, leave_key=leave_key))

    def on_result(self, result: object) -> Transition:
        if isinstance(result, LessonResult):
            return self._on_lesson_result(result)
        return super().on_result(result)

    def _on_lesson_result(self, result: LessonResult) -> Transition:
        match result:
            case LessonResult.NEXT:
                return Reset(self.make_next()) if self.make_next is not None else None
            case LessonResult.AGAIN:
                return self._on_pause_result(PauseResult.RESTART)
            case LessonResult.MENU:
                return self._on_pause_result(PauseResult.MENU)

    def _on_score_result(self, result: ScoreResult) -> Transition:
        if self._lesson.finished:
            return self._finish()
        return super()._on_score_result(result)

    def leave(self) -> None:
        if self._lesson.finished:
            self._mark_done()
        if self.on_leave is not None:
            self.on_leave()
        super().leave()

    # Drawing

    @property
    def has_marks(self) -> bool:
        return super().has_marks or self._pointing_step is not None

    @property
    def _pointing_step(self) -> Step | None:
        """The step at which the tutor points at something now, or lights it."""
        step = self._lesson.step if self.asking and self.director.idle else None
        return step if step is not None and (step.point or step.light) else None

    def draw_background(self, surface: pygame.Surface) -> None:
        """Draw the veil: above the cards, below the buttons."""
        super().draw_background(surface)
        step = self._pointing_step
        if step is not None:
            self._veil.draw(self.kit, self._spots(step.point + step.light), surface)

    def draw_top(self, surface: pygame.Surface) -> None:
        super().draw_top(surface)
        step = self._pointing_step
        if step is not None:
            pointing.draw_marks(self.board, self._spots(step.point), surface)

    def _spots(self, pointers: tuple[Pointer, ...]) -> list[pointing.Spot]:
        return pointing.find_spots(self.kit, self.board, self.sitting, self.widgets, pointers)

    def enter(self, kit: Kit) -> None:
        self._was_shown = False
        super().enter(kit)
