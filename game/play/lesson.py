"""A lesson that is played: the ordinary Host, with deals and the others' moves from a record, and a tutor's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.ai import pace
from game.ai.worker import Worker
from game.data import lessons
from game.data.lessons import AT_ONCE, HUMAN, Lesson
from game.engine import record
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Step
from game.engine.match import Entry, Match, Player
from game.engine.moves import Move
from game.engine.spec import Value
from game.play import seals
from game.play.host import Chair, Host, Setup
from game.play.judge import Judge, Mistake
from game.play.lesson_match import LessonMatch, edition_names, match_at_start
from game.words import Wording
from game.words.message import Message
from game.words.vocabulary import uncapitalize

DECISIONS_PER_ROUND = 15
"""In a title without rounds the judge may take one of this many decisions back."""


class LessonHost(Host):
    """Runs a lesson. The student sits at the seat that is human in the record; scripts or bots move for the others.

    The others move only while the student has nothing to decide. So a move can be taken back before they answer.
    """

    def __init__(
        self,
        lesson: Lesson,
        names: Sequence[str],
        worker: Worker,
        seed: str | int = "",
        saved: Match | None = None,
        edition: Mapping[str, Value] | None = None,
    ) -> None:
        """`names` are those of all seats. `saved` is a match of this lesson that is continued. `edition` has the
        options of the edition in the student's language; only a lesson that is a whole match takes them."""
        self.lesson = lesson
        self.student = lesson.student
        self.mistake: Mistake | None = None
        self._waited_s = 0.0
        data = lesson.record.data
        bots = ["" if seat["player"] == HUMAN else str(seat["player"]) for seat in data["seats"]]
        chairs = tuple(Chair(name, bot) for name, bot in zip(names, bots, strict=False))
        if saved is None:
            players = [Player(chair.name, chair.bot or HUMAN) for chair in chairs]
            own = {name: value for name, value in (edition or {}).items() if name in edition_names(lesson)}
            saved = match_at_start(lesson, players, {**data["options"], **own})
        setup = Setup(lesson.title, chairs, dict(saved.rules.options), practice=True, live=lesson.live)
        super().__init__(setup, worker, seed or seals.new_seed(), saved)
        self._judge = Judge(worker, self.rules, 0 if setup.live else lesson.judge_from)

    def _continue_match(self, match: Match, dice: Dice) -> Match:
        return LessonMatch(self.lesson, self.rules, match.players, dice)

    # What is told

    @property
    def step(self) -> lessons.Step | None:
        """The step that the student is at; None while others move, after a mistake, and where the record has none."""
        if self.mistake is not None or self.student not in self.deciders:
            return None
        return self.lesson.step_at(self.turn)

    @property
    def said(self) -> Message | None:
        """What the tutor says now; None for silence."""
        if self.mistake_shown and self.mistake is not None:
            return self.mistake.why
        step = self.step
        return self.message(step.say) if step is not None and step.say else None

    def said_line(self, words: Wording) -> str:
        """What the tutor says now, as a sentence; empty for silence."""
        said = self.said
        if said is None:
            return ""
        mistake = self.mistake
        if mistake is None or mistake.better is None or mistake.view is None:
            return words.say(said)
        move, reason = words.move(mistake.view, mistake.better), " ".join(map(words.say, mistake.reasons))
        return words.texts(said.key, move=uncapitalize(move), reason=reason)

    def message(self, name: str) -> Message:
        """A text of the lesson. It may name the players: {p0}, {p1} …"""
        return Message(self.lesson.text_key(name), {f"p{seat}": player for seat, player in enumerate(self.names)})

    @property
    def mistake_shown(self) -> bool:
        """Whether a wrong move was played on far enough to see what it does. Now it can be taken back.

        That is so when the next automatic step has happened (a trick goes to its winner), or the step that the lesson
        names, or when the student is asked; at once if the lesson says so.
        """
        mistake, until = self.mistake, self.lesson.until
        if mistake is None:
            return False
        events = self._events[mistake.event_count :]
        stepped = until == AT_ONCE or any(isinstance(event, Step) and until in ("", event.name) for event in events)
        return mistake.can_stay or stepped or self.student in self.deciders or self.over

    @property
    def finished(self) -> bool:
        """Whether the lesson is over."""
        if self.mistake is not None or self.is_judging:
            return False
        if self.lesson.live:
            return self.over or self._has_raced
        return self.over or (not self.lesson.to_end and self.turn >= self.lesson.turns)

    @property
    def has_lost(self) -> bool:
        """Whether the match is over, and the student has not won it."""
        return self.over and self.student not in self.standings.winners

    @property
    def _has_raced(self) -> bool:
        """Whether a lesson against the clock was long enough. How many beats a turn takes is up to the players, and
        another turn follows until the student has acted in time once."""
        race, log = self.rules.spec.race, self._match.log
        if race is None or sum(entry.deal is not None for entry in log) <= len(self.lesson.deals):
            return False
        acts = [entry.move for entry in log if entry.seat == self.student and entry.move is not None]
        acted = any(move.verb in race.acts for move in acts)
        return acted and self._beat == 1

    # Playing

    def play(self, seat: Seat, move: Move) -> None:
        if seat != self.student:
            self._play_on(seat, move)
            return
        if self.mistake is not None or self.is_judging:
            raise IllegalMove("the last move is still being looked at")
        step = self.step
        why = step.text_about(move.text) if step is not None else ""
        view, events = self.view(seat), self.event_count
        self._play_on(seat, move)
        if why:
            self.mistake = Mistake(self.message(why), event_count=events)
        elif self.mistake is None:
            self._judge.ask(view, move, self._round, self.bot_seed, self.turn)

    def _play_on(self, seat: Seat, move: Move) -> None:
        """Make a move. If it ends a turn against the clock in which the student has only waited, that is a mistake."""
        decision, beat, events = self.turn, self._beat, self.event_count
        super().play(seat, move)
        race, has_ended = self.rules.spec.race, self.turn != decision and (self.over or self._beat == 1)
        if race is None or not self.lesson.missed or not has_ended:
            return
        first = decision - beat + 1
        own = [entry.move for entry in self._match.log if entry.seat == self.student and entry.turn >= first]
        if own and all(made is not None and made.verb == race.wait for made in own):
            why = self.message(self.lesson.missed)
            self.mistake = Mistake(why, event_count=events, first_decision=first)

    @property
    def _beat(self) -> int:
        """The number of this beat in its turn, from 1; always 1 in a title without a clock."""
        race = self.rules.spec.race
        beat = self.view(self.seats).facts.get(race.beat, 1) if race is not None else 1
        return beat if isinstance(beat, int) else 1

    def update(self, dt: float) -> bool:
        """Let the others move. They wait while the student decides, and while a move is judged or taken back."""
        if self.is_judging:
            return self._take_judgement()
        if self.finished or self.mistake_shown or self.student in self.deciders:
            return False
        seat = next((seat for seat in self.deciders if self.setup.chairs[seat].bot), None)
        move = self._scripted_move(seat) if seat is not None else None
        if seat is None or move is None:
            return super().update(dt)
        self._waited_s += dt
        pause_s = self.pause_factor * pace.pause_s(self.setup.chairs[seat].bot, self.turn, self.seats)
        if self._waited_s < pause_s:
            return False
        self._waited_s = 0.0
        self.play(seat, move)
        return True

    def _scripted_move(self, seat: Seat) -> Move | None:
        """The move of the record; None if it has none here, or not a legal one."""
        text = self.lesson.moves.get((self.turn, seat))
        return next((move for move in self.view(seat).legal if move.text == text), None)

    # Taking back

    def undo(self, seat: Seat) -> None:
        """Also takes back a mistake."""
        super().undo(seat)
        self.mistake, self._waited_s = None, 0.0
        self._judge.drop()

    def _entries_without(self, last: Entry) -> list[Entry]:
        """Also without what others sealed at the same time: they decide after the student."""
        since = self.mistake.first_decision if self.mistake is not None else None
        return [entry for entry in self._match.log if entry.turn < (last.turn if since is None else since)]

    def keep_move(self) -> None:
        """The student insists on the move that the judge would take back."""
        if self.mistake is not None and self.mistake.can_stay:
            self.mistake = None

    def record_to_keep(self) -> Mapping[str, Any] | None:
        """Take back a wrong move. Returns the record from which the lesson can go on; None if nothing is left to do."""
        if self.mistake is not None:
            self.undo(self.student)
        return None if self.finished else record.make_record(self._match, self.provenance.app).data

    # The judge

    @property
    def _round(self) -> tuple[int, int]:
        """The number of deals so far. Where a title counts no rounds, also some decisions make a round."""
        log = self._match.log
        deals = [number for number, entry in enumerate(log) if entry.deal is not None]
        if "round" in self.rules.spec.facts:
            return len(deals), 0
        decisions = sum(entry.seat == self.student for entry in log[deals[-1] :])
        return len(deals), decisions // DECISIONS_PER_ROUND

    def _take_judgement(self) -> bool:
        """True if the judge has answered."""
        answered = self._judge.has_answered()
        if answered:
            self.mistake = self._judge.take_answer()
        return answered

    @property
    def thinking(self) -> Seat | None:
        return None if self.is_judging else super().thinking

    @property
    def is_judging(self) -> bool:
        return self._judge.is_thinking

    def close(self) -> None:
        super().close()
        self._judge.drop()


FindName = Callable[[str], str]


def seat_names(lesson: Lesson, texts: FindName) -> list[str]:
    """The usual names of the seats in the current language."""
    return [texts(f"names.{seat}") for seat in range(len(lesson.record.data["seats"]))]
