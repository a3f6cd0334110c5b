"""Text mode through a real terminal: a robot that knows only the lines plays whole matches, leaves, and comes back."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.waiting import until

pytest.importorskip("termios")

from game.disk import settings
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.text_mode.terminal import CLEAR_SCREEN, MIN_BLANK_LINES, fold
from game.titles import TITLES
from game.words.locale import Texts, languages
from tests.robot import Robot, Session

CODES = [code for code, _ in languages()]
WIPE = "\n" * MIN_BLANK_LINES
Begin = Callable[..., Session]
STRANGE = re.compile(r"[\x00-\x1f\x7f\u2500-\u259f\U0001f000-\U0001ffff{}]")
"""Signs that no line of ours has: orders to the terminal, boxes, emoji, texts that were not filled in."""

ALONE = {
    "marshmallow_test": ("2", "1", "beginner", "", "2", "", "10", "", "", ""),
    "face_to_face": ("1", "beginner", "", "2", "", "", "", ""),
    "jelly_mind": ("2", "1", "1", "", "2", "", "1", "", ""),
    "happy_mochi": ("2", "1", "1", "", "2", "10", "", "", ""),
}
"""The answers that set up a short match of one person against beginners."""
TOGETHER = {
    "marshmallow_test": ("3", "2", "1", "", "", "2", "", "10", "", "", ""),
    "face_to_face": ("2", "", "", ""),
    "jelly_mind": ("2", "2", "", "", ""),
    "happy_mochi": ("3", "2", "1", "", "", "2", "10", "", "", ""),
}
"""The same for two people, with a beginner where there is room."""


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[Begin]:
    """Begins sessions. Their bots make the shortest pauses."""
    begun: list[Session] = []
    settings.save(Settings(speed="off"), tmp_path / "settings.json")

    def begin(*words: str | Path, columns: int = 80, **environment: str) -> Session:
        begun.append(Session("--text", *words, columns=columns, **environment))
        return begun[-1]

    yield begin
    for session in begun:
        session.close()


def tidy(session: Session, wide: int = 78) -> None:
    """Short lines of plain signs, nothing unsaid, no secret of the program's own."""
    text = session.transcript.replace(CLEAR_SCREEN, "").replace("{who}", "")
    for line in text.split("\n"):
        assert line.startswith("> ") or (len(line) <= wide and not STRANGE.search(line)), line
    assert "Traceback" not in text


# Whole matches through a terminal


@pytest.mark.parametrize("title", TITLES)
def test_a_robot_that_only_reads_plays_it_in_every_language(title: str, sessions: Begin, tmp_path: Path) -> None:
    session = sessions(title, "--data", tmp_path, "--lang", CODES[0], "--deal", "1")
    session.say(*ALONE[title])
    for number, code in enumerate(CODES):
        if number:
            session.type(f"language {code}")
            session.say("2", str(list(TITLES).index(title) + 1), *ALONE[title])
        ending = session.play(Robot(f"{title} {code}", Texts.load(code)("menu.quit")))
        assert Texts.load(code)("text.what_now") in ending
    session.type("quit")
    assert session.status() == 0
    assert session.transcript.endswith(f"{Texts.load(CODES[-1])('text.bye')}\n")
    tidy(session)
    kept = sorted(file.name for file in tmp_path.rglob("*"))
    assert len(list((tmp_path / "records").glob("*.json"))) == len(CODES), kept


@pytest.mark.parametrize(("title", "code"), list(zip(TITLES, ["en", "es", "fr", "en"], strict=True)))
def test_between_two_people_nothing_stays_on_the_screen(
    title: str, code: str, sessions: Begin, tmp_path: Path
) -> None:
    texts = Texts.load(code)
    session = sessions(title, "--data", tmp_path, "--lang", code, "--deal", "2")
    session.say(*TOGETHER[title])
    session.play(Robot(title, texts("menu.quit"), curious=0.02))
    session.type("3")
    assert session.status() == 0
    tidy(session)
    confirms = [re.escape(texts("text.only_you", name=texts(f"names.{seat}"))) for seat in (0, 1)]
    own = [texts(key) for key in texts if key.startswith(f"{title}.zones.") and key.endswith(".yours")]
    shown = [screen for screen in session.transcript.split(CLEAR_SCREEN)[2::2] if re.search("|".join(confirms), screen)]
    assert len(shown) > 5
    for screen in shown:
        public = re.split("|".join(confirms), screen)[0].casefold()
        assert not any(f"{place}:" in public for place in own) and not re.search(r"^\d+\. ", public, re.MULTILINE)


def test_it_starts_by_itself_where_there_is_a_terminal_but_no_display(tmp_path: Path) -> None:
    session = Session("--data", tmp_path, "--lang", "en", DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="dummy")
    printed = session.prompt()
    assert printed is not None and "What shall we play?" in printed
    session.press("D")
    assert session.status() == 0
    session.close()


# Leaving and coming back


def hand(printed: str | None) -> str:
    found = re.search(r"^Your hand: .*(?:\n[a-z]+ \d.*)*", printed or "", re.MULTILINE)
    assert found, printed
    return found[0]


def gone(group: int) -> bool:
    """Whether nothing that the program started is there any more."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # what some systems say while the last one is being buried
        pass
    return False


@pytest.mark.parametrize("key", ["C", "D"])
def test_who_leaves_in_the_middle_goes_on_later(key: str, sessions: Begin, tmp_path: Path) -> None:
    session = sessions("marshmallow", "--data", tmp_path, "--lang", "en", "--deal", "3")
    session.say(*ALONE["marshmallow_test"], "1")
    before = session.prompt()
    session.press(key)
    assert session.status() == 0
    assert session.transcript.endswith("\nYour match is saved.\nGoodbye.\n")
    tidy(session)
    until(lambda: gone(session.process.pid), "the end of all processes")
    again = sessions("--data", tmp_path, "--lang", "en")
    assert "1. Continue Marshmallow Test, Ana and Bea\n" in str(again.prompt())
    again.type("")
    printed = again.prompt()
    assert hand(printed) == hand(before)
    again.play(Robot(1, "Quit"), printed)
    again.type("q")
    assert again.status() == 0
    assert "Continue" not in str(sessions("--data", tmp_path, "--lang", "en").prompt())


@pytest.mark.parametrize("key", ["C", "D"])
def test_one_can_leave_before_anything_has_begun(key: str, sessions: Begin, tmp_path: Path) -> None:
    session = sessions("--data", tmp_path, "--lang", "fr")
    session.prompt()
    session.press(key)
    assert session.status() == 0
    assert session.transcript.endswith("\nÀ bientôt.\n")


def test_a_broken_connection_costs_nothing(sessions: Begin, tmp_path: Path) -> None:
    session = sessions("jelly_mind", "--data", tmp_path, "--lang", "es", "--deal", "1")
    session.say(*ALONE["jelly_mind"], "1")
    session.prompt()
    session.hang_up()
    until(lambda: gone(session.process.pid), "the end of all processes")
    assert "Continuar Jelly Mind, Ana y Bea" in str(sessions("--data", tmp_path, "--lang", "es").prompt())


# Poor terminals


def test_a_terminal_that_knows_few_letters_gets_those_it_knows(sessions: Begin, tmp_path: Path) -> None:
    poor = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "LANG": "C", "TERM": "dumb"}
    session = sessions("happy_mochi", "--data", tmp_path, "--lang", "fr", "--deal", "1", **poor)
    session.say(*TOGETHER["happy_mochi"], "", "règles", "1", "aide")
    session.prompt()
    session.press("D")
    assert session.status() == 0
    printed = "\n".join(line for line in session.transcript.split("\n") if not line.startswith("> "))
    assert printed.isascii() and "\x1b" not in printed and "A bientot." in printed and WIPE in printed


def test_a_narrow_terminal_and_plain_lines(sessions: Begin, tmp_path: Path) -> None:
    session = sessions("face_to_face", "--data", tmp_path, "--lang", "es", "--deal", "1", "--plain", columns=32)
    session.say(*TOGETHER["face_to_face"], "", "reglas", "mesa", "1", "1")
    session.prompt()
    session.type("salir")
    assert session.status() == 0
    tidy(session, 31)
    assert "\x1b" not in session.transcript and WIPE in session.transcript


# Folding


def test_lines_are_folded_between_words_and_rather_after_a_comma() -> None:
    dice = Dice("fold")
    for _ in range(500):
        words = [("x" * (1 + dice.below(30))) + dice.pick(["", "", ","]) for _ in range(dice.below(20))]
        for wide, indent in ((16, ""), (40, "   "), (78, "")):
            lines: Sequence[str] = fold(" ".join(words), wide, indent)
            assert all(len(line) <= wide for line in lines)
            assert "".join("".join(lines).split()) == "".join(words)
    assert fold("Your hand: red 4, green 11", 23) == ["Your hand: red 4,", "green 11"]
