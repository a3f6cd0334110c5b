"""A lesson at the terminal: the tutor's sentence stands in the place of the question."""

from __future__ import annotations

from game.play.lesson import LessonHost
from game.play.sitting import Sitting
from game.text_mode.answers import ChoiceLine
from game.text_mode.talk import Query, Talk
from game.text_mode.text_match import TextMatch


class TextLesson(TextMatch):
    """One lesson. A mistake is told and played on like any move, then taken back."""

    def __init__(self, talk: Talk, host: LessonHost) -> None:
        super().__init__(talk, host, lambda: "", resumed=bool(host.match.log))
        self._lesson = host

    @property
    def is_over(self) -> bool:
        return self._lesson.finished

    def bots_have_to_move(self) -> bool:
        host = self._lesson
        if host.is_judging:
            return True
        waiting = host.student in host.deciders or host.finished or host.mistake_shown
        return not waiting and super().bots_have_to_move()

    def _play_step(self) -> None:
        if self._lesson.mistake_shown:
            self._take_back()
        else:
            super()._play_step()

    def _ask_next(self) -> None:
        if not self._lesson.mistake_shown and not self._lesson.finished:
            super()._ask_next()

    def _move_query(self, sitting: Sitting) -> Query:
        query = super()._move_query(sitting)
        line = self._lesson.said_line(self.wording(self._lesson.student))
        return Query(line or query.question, query.choices, query.default)

    def _take_back(self) -> None:
        """Say what the move did and why it was wrong; then go back to before it."""
        host, talk = self._lesson, self.talk
        self.say_unread(host.student)
        if host.mistake is not None and host.mistake.can_stay and talk.choose(self._keep_query) == 1:
            host.keep_move()
            return
        if host.mistake is not None and not host.mistake.can_stay:
            talk.say(host.said_line(self.wording(host.student)))
            talk.wait_for_enter(lambda: talk.texts("lesson.why"))
        host.undo(host.student)
        self.follow_undo(host.student)
        self.forget_shown_lines()

    def _keep_query(self) -> Query:
        texts, line = self.talk.texts, self._lesson.said_line(self.wording(self._lesson.student))
        return Query(line, [ChoiceLine(texts("lesson.take_back")), ChoiceLine(texts("lesson.keep"))], 0)

    def _say_end(self) -> None:
        if self.host.over:
            super()._say_end()
        else:
            self.say_unread(self._lesson.student)
            self.talk.commands = {}
        texts, learnt = self.talk.texts, self._lesson.message("done")
        heading = "lesson.lost" if self._lesson.has_lost else "lesson.done"
        self.talk.say(texts(heading), texts(learnt.key, **learnt.values))
