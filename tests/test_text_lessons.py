"""Lessons at the terminal: every lesson to its end in every language, with every mistake, and the ways in and out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

pytest.importorskip("termios")

from game import text_mode
from game.__main__ import main
from game.data import lessons
from game.disk.lesson_progress import ProgressFile
from game.disk.settings import Settings
from game.play.lesson import LessonHost, seat_names
from game.text_mode.talk import Talk
from game.text_mode.terminal import Terminal
from game.text_mode.text_lesson import TextLesson
from game.words.locale import Texts, languages
from tests.inline_worker import InlineWorker
from tests.test_text_mode import Paper, Typist
from tests.virtual_time import VirtualTime

IDS = lessons.lesson_ids()
CODES = [code for code, _ in languages()]


@pytest.fixture(autouse=True)
def no_real_waiting(virtual_time: VirtualTime) -> None:
    """The pauses of the others pass in no time."""


class Student:
    """Makes every mistake of every step once, reads why, and then does what is right."""

    def __init__(self, host: LessonHost, texts: Texts) -> None:
        self._host, self._texts = host, texts
        self._tried: set[tuple[int, str]] = set()
        self.asked: list[int] = []
        """The steps at which a move was asked for."""
        self.told: list[str] = []

    def __call__(self, printed: str) -> str:
        host = self._host
        if host.mistake_shown:
            assert host.mistake is not None
            line = self._texts(host.mistake.why.key, **host.mistake.why.values)
            assert " ".join(line.split()) in " ".join(printed.split())
            self.told.append(line)
            return ""
        if self._texts("confirm.title") in printed:
            return "1"  # a move that loses at once, and that is meant
        step = host.step
        legal = [move.text for move in host.view(host.student).legal]
        if step is None:
            return "1"  # a free match
        self.asked.append(step.entry)
        if step.say:
            line = self._texts(host.lesson.text_key(step.say), **host.message(step.say).values)
            assert " ".join(line.split()) in " ".join(printed.split())
        for text in legal:
            if step.text_about(text) and (step.entry, text) not in self._tried:
                self._tried.add((step.entry, text))
                return str(legal.index(text) + 1)
        recorded = host.lesson.moves.get((host.turn, host.student), "")
        right = [text for text in legal if not step.text_about(text)]
        return str(legal.index(recorded if recorded in right else right[0]) + 1)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", IDS)
def test_a_lesson_is_played_to_its_end_at_the_terminal(name: str, code: str, tmp_path: Path) -> None:
    texts, lesson = Texts.load(code), lessons.load(name)
    host = LessonHost(lesson, seat_names(lesson, texts), InlineWorker(bot="random"), "seed")
    student, paper = Student(host, texts), Paper()
    talk = Talk(Terminal(Typist(paper, student), paper), Settings(), tmp_path / "settings.json", texts)
    TextLesson(talk, host).run()
    assert host.finished
    assert set(student.asked) >= {step.entry for step in lesson.steps}
    assert " ".join(texts(lesson.text_key("done")).split()) in " ".join(paper.getvalue().split())


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
