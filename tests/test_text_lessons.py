"""Lessons at the terminal: every lesson to its end in every language, with every mistake, and the ways in and out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

pytest.importorskip("termios")

from game import text_mode
from game.__main__ import main
from game.data import lessons
from game.data.lessons import Step
from game.disk.lesson_progress import ProgressFile
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.play.lesson import LessonHost, seat_names
from game.play.lesson_match import match_from_save
from game.text_mode.talk import Talk
from game.text_mode.terminal import Terminal
from game.text_mode.text_lesson import TextLesson
from game.words import Wording
from game.words.locale import Texts, languages
from game.words.message import Message
from tests.inline_worker import InlineWorker, cached_bot
from tests.test_text_mode import Paper, Typist
from tests.virtual_time import VirtualTime

IDS = lessons.lesson_ids()
CODES = [code for code, _ in languages()]


@pytest.fixture(autouse=True)
def no_real_waiting(virtual_time: VirtualTime) -> None:
    """The pauses of the others pass in no time."""


BOT = "beginner"
"""Makes the moves of all in a free match, and judges them."""


def _wording(host: LessonHost, texts: Texts) -> Wording:
    return Wording(texts, host.rules, host.names, host.student)


class Student:
    """Makes every wrong and every allowed move of every step. Wrong ones are taken back, allowed ones undone. At every
    step the student leaves once, and at every first mistake too; in the middle the language changes."""

    def __init__(self, name: str, code: str, folder: Path) -> None:
        self.lesson = lessons.load(name)
        self.paper = Paper()
        terminal = Terminal(Typist(self.paper, self._answer), self.paper)
        self.talk = Talk(terminal, Settings(), folder / "settings.json", Texts.load(code))
        names = seat_names(self.lesson, self.talk.texts)
        self.host = LessonHost(self.lesson, names, InlineWorker(bot=BOT), "seed")
        self.asked: list[int] = []
        """The steps at which a move was asked for."""
        self.judged = 0
        """The number of moves that the judge would have taken back. Every second one stays."""
        self.left: set[tuple[int, str]] = set()
        self._tried: set[tuple[int, str]] = set()
        self._undoes = False
        """Whether the move that was made last was allowed, and is undone now."""
        self._before_try: object = None
        self._speaks_another = False

    def learn(self) -> None:
        """Play the lesson to its end, however often it is left. If an allowed move ended it, do it again otherwise."""
        while True:
            try:
                TextLesson(self.talk, self.host).run()
            except EOFError:
                turn = self.host.turn if self.host.mistake is None else -1
                self._resume(self.host.record_to_keep())
                assert turn in (-1, self.host.turn)
            else:
                if not self._undoes:
                    return
                self._undoes = False
                self._resume(self._before_try)

    def _resume(self, kept: object) -> None:
        saved = match_from_save(self.lesson, kept)
        assert saved is not None
        self.host = LessonHost(self.lesson, self.host.names, InlineWorker(bot=BOT), "seed", saved)

    def _answer(self, printed: str) -> str | None:
        host = self.host
        step = host.lesson.step_at(host.turn) if host.mistake is None else None
        if host.mistake_shown:
            assert host.mistake is not None
            if host.mistake.can_stay:
                self.judged += 1
                assert " ".join(host.said_line(_wording(host, self.talk.texts)).split()) in " ".join(printed.split())
                if self.judged % 2 == 0:
                    return "2"
                self._undoes = False
                return "1"
            self._has_read(printed, host.mistake.why)
            return self._leave_once(self.asked[-1], "mistake", "")
        if self._undoes:
            self._undoes = False
            return "undo"
        if self.talk.texts("confirm.title") in printed:
            return "1"  # a move that loses at once, and that is meant
        if step is None:
            return self._free_move()
        if step.say:
            self._has_read(printed, host.message(step.say))
        self.asked.append(step.entry)
        return self._leave_once(step.entry, "step", self._move_at(step))

    def _free_move(self) -> str:
        view = self.host.view(self.host.student)
        thought = cached_bot(self.host.rules, BOT).think(view, Dice(self.host.turn))
        return str(view.legal.index(thought.move) + 1)

    def _has_read(self, printed: str, message: Message) -> None:
        line = self.talk.texts(message.key, **message.values)
        assert " ".join(line.split()) in " ".join(printed.split())

    def _leave_once(self, entry: int, what: str, answer: str) -> str | None:
        if (entry, what) in self.left:
            return answer
        self.left.add((entry, what))
        self._tried = {tried for tried in self._tried if what == "mistake" or tried[0] != entry}
        return None

    def _move_at(self, step: Step) -> str:
        """The number of the next move to try; or a command."""
        if step == self.lesson.steps[len(self.lesson.steps) // 2] and not self._speaks_another:
            self._speaks_another = (step.entry, "step") in self.left
            now = CODES.index(self.talk.texts.code)
            return f"language {CODES[(now + 1) % len(CODES)]}"
        legal = [move.text for move in self.host.view(self.host.student).legal]
        right = [text for text in legal if not step.text_about(text)]
        recorded = self.lesson.moves.get((self.host.turn, self.host.student), "")
        usual = recorded if recorded in right else right[0]
        for text in legal:
            if text == usual or (step.entry, text) in self._tried:
                continue
            self._tried.add((step.entry, text))
            self._undoes = text in right
            self._before_try = self.host.record_to_keep()
            return str(legal.index(text) + 1)
        return str(legal.index(usual) + 1)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", IDS)
def test_a_lesson_is_played_to_its_end_at_the_terminal(name: str, code: str, tmp_path: Path) -> None:
    student = Student(name, code, tmp_path)
    lesson = student.lesson
    student.learn()
    assert student.host.finished
    assert set(student.asked) == {step.entry for step in lesson.steps}
    assert {entry for entry, what in student.left if what == "step"} == set(student.asked)
    assert student.judged or not lesson.judge_from
    student._has_read(student.paper.getvalue(), student.host.message("done"))
    assert "{" not in student.paper.getvalue(), "a name is not put in"


def run_text(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str, title: str = "", lesson: str = "") -> str:
    """A whole session in which these lines are typed."""
    paper = Paper()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr("sys.stdout", paper)
    monkeypatch.setattr("game.text_mode.session.Worker", InlineWorker)
    assert text_mode.run(Settings(language="en"), folder, title, lesson=lesson) == 0
    return paper.getvalue()


def test_the_first_time_a_title_is_chosen_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run_text(tmp_path, monkeypatch, "1", "1")
    assert "New to this game?" in told and "Lesson: " in told
    again = run_text(tmp_path, monkeypatch, "1")
    assert "New to this game?" not in again


def test_with_a_title_on_the_command_line_it_only_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = IDS[0].partition("/")[0]
    told = run_text(tmp_path, monkeypatch, "learn", title=title)
    assert "Type “learn” to learn it by playing." in " ".join(told.split()) and "Lesson: " in told


def test_a_lesson_that_was_left_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_text(tmp_path, monkeypatch, "green 9", lesson=IDS[0])
    assert list(ProgressFile(tmp_path).load().open) == [IDS[0]]
    told = run_text(tmp_path, monkeypatch, lesson=IDS[0])
    texts = Texts.load("en")
    assert texts(f"lessons.{IDS[0].replace('/', '.')}.lead") in " ".join(told.split())


# The command line


def test_the_command_lists_all_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == IDS
    for line, name in zip(lines, IDS, strict=True):
        assert line.split()[1:] == [str(len(lessons.load(name).steps)), "steps", *CODES]


@pytest.mark.parametrize("words", [["--lesson", "nothing"], ["--text", "--lesson", "marshmallow_test/1-trick"]])
def test_an_unknown_lesson_says_which_exist(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", *words]) == 2
    told = " ".join(capsys.readouterr().err.split())
    own = [name for name in IDS if name.partition("/")[0] == words[-1].partition("/")[0]]
    assert all(name in told for name in own or IDS)
