"""Odd command lines: never a traceback, always status 0, 1 or 2, and at most one line about what is wrong."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from random import Random

import pytest

from game import paths
from game.__main__ import main
from game.words.locale import languages
from tests.inline_worker import InlineWorker
from tests.virtual_time import VirtualTime

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="paths as only Unix has them")

CASES = 500
CHUNK = 50
"""Command lines of one test."""

TITLES = (
    "jelly_mind",
    "face_to_face",
    "jelly_mint",
    "Jelly",
    "",
    "--",
    "../jelly_mind",
    "jelly_mind\x1b[2J",
    "é" * 300,
)
NUMBERS = ("2",) * 20 + (
    *("3", "0", "-1", "", " 2", "2.0", "1e3", "٣", "9" * 19, "9" * 400, "two", "--", "0x2", "2\n2", "+2", "²", "1_0"),
)
BOTS = ("random", "beginner", "oracle", "", ",", "master:", ":", "expert:bold", "{0}", "a" * 2000, "\udcff")
OPTIONS = (
    *("draw=top", "patience=3", "draw=choose", "patience=-1", "patience=99999999999999999999", "=", "draw", "draw="),
    *("=top", "x=y", "draw=top=top", "{a}={b}", "--"),
)
LESSONS = (
    *("jelly_mind/1-highest", "jelly_mind/", "/", "../jelly_mind/1-highest", "jelly_mint/x", "", "--", "a/b/c"),
    *("jelly_mind/" + "x" * 5000, "jelly_mind/\x1b[2J", "\udcff/1"),
)
CODES = (*(code for code, _ in languages()), "", "xx", "EN", "en_GB.UTF-8", "../en", "--")
STRAY = (
    *("--", "-", "-h", "--help", "--version", "-x", "--fly", "--fly=1", "fly", "", " ", "{}", "%s", "%(prog)s", "-1"),
    *("--trace=1", "--plain=", "@file", "\u202e", "a\nb", "\x1b[31m", "\udc80", "simulate", "replay", "=", "--="),
)


class OddWords:
    """Makes command lines: usual ones, into which something odd is put."""

    def __init__(self, seed: object, folder: Path) -> None:
        self._dice = Random(str(seed))
        self._paths = (
            *("/dev/null", "/dev/null/x", "/proc/x", "/nowhere/at/all", "", " ", "--", "x" * 300, "x/" * 3000),
            *(str(folder / name) for name in ("new", "record.json", "empty", "text", "binary", "link", "locked")),
        )

    def _pick(self, values: tuple[str, ...]) -> str:
        return self._dice.choice(values)

    def _option(self, name: str, values: tuple[str, ...]) -> list[str]:
        form = self._dice.random()
        if form < 0.1:
            return [name]
        value = self._pick(values)
        return [f"{name}={value}"] if form < 0.4 else [name, value]

    def _some(self, *options: tuple[str, tuple[str, ...]], share: float = 0.3) -> list[str]:
        chosen = [option for option in options if self._dice.random() < share]
        return [word for name, values in chosen for word in self._option(name, values)]

    def _flags(self, *names: str) -> list[str]:
        return [name for name in names if self._dice.random() < 0.3]

    def _simulate(self) -> list[str]:
        bots = ",".join(self._pick(BOTS) for _ in range(self._dice.randint(1, 3)))
        more = self._some(("--games", NUMBERS), ("--seed", NUMBERS), ("--option", OPTIONS), ("--option", OPTIONS))
        more += self._some(("--first", NUMBERS), ("--bots", (bots, "random,random")), ("--records", self._paths))
        return [*self._title(), *self._some(("--seats", NUMBERS), share=0.9), *more, *self._flags("--trace")]

    def _ladder(self) -> list[str]:
        levels = ",".join(self._pick(BOTS) for _ in range(self._dice.randint(1, 3)))
        more = self._some(("--option", OPTIONS), ("--against", BOTS), ("--json", self._paths), ("--seats", NUMBERS))
        more += self._some(("--levels", (levels, "random,beginner")), share=0.8)
        more += self._some(("--skip", NUMBERS))
        short = [*self._option("--matches", NUMBERS), "--processes", "1", "--seats=2"]
        return [*self._title(), *more, *self._flags("--steps"), *short]

    def _replay(self) -> list[str]:
        return [self._pick(self._paths), *self._flags("--check", "--trace")]

    def _title(self) -> list[str]:
        return [self._pick(TITLES)] if self._dice.random() < 0.3 else ["jelly_mind"]

    def words(self) -> list[str]:
        """The words of one command line."""
        first = self._some(("--lang", CODES), ("--data", self._paths), share=0.25) + self._flags(
            "--plain", "--fullscreen"
        )
        kind = self._dice.choice(
            (*("simulate", "ladder", "replay", "--text", "simulate", "ladder", "--text", "--selftest"), "lessons")
        )
        match kind:
            case "simulate":
                words = [*first, kind, *self._simulate()]
            case "ladder":
                words = [*first, kind, *self._ladder()]
            case "replay":
                words = [*first, kind, *self._replay()]
            case "--text":
                words = [*first, *self._option(kind, TITLES), *self._some(("--deal", NUMBERS), ("--lesson", LESSONS))]
            case "lessons":
                words = [*first, kind, *self._some(("--lesson", LESSONS), ("--data", self._paths), share=0.6)]
            case _:
                words = [*first, kind, self._pick(("/dev/null/x", "", "/proc/x", "--"))]
        for _ in range(self._dice.choice((0, 0, 0, 1, 2))):
            words.insert(self._dice.randint(0, len(words)), self._pick(STRAY))
        return words


TYPED = (
    "",
    "\n\n",
    "1\n1\n\n\n1\n",
    "help\nrules\nquit\n",
    "\x00\n\udcff\n99\n" * 5,
    "\n" * 12 + "1\nhint\nundo\n" * 9,
)
"""What is typed in text mode before the input ends."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files and folders that a path may lead to."""
    folder = tmp_path_factory.mktemp("fuzz")
    assert main(["simulate", "jelly_mind", "--seats", "2", "--records", str(folder)]) == 0
    (record,) = folder.iterdir()
    record.rename(folder / "record.json")
    (folder / "empty").write_bytes(b"")
    (folder / "text").write_text("[1, 2, {}]", encoding="utf-8")
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "link").symlink_to(folder / "link")
    (folder / "locked").mkdir(0o000)
    return folder


@pytest.fixture
def quiet_surroundings(folder: Path, monkeypatch: pytest.MonkeyPatch, virtual_time: VirtualTime) -> None:
    """Bots in this process, nobody waits, and whatever is written without `--data` goes to a folder of its own."""
    (folder / "here").mkdir(exist_ok=True)
    monkeypatch.chdir(folder / "here")
    monkeypatch.setattr(paths, "data_folder", lambda: folder / "data")
    monkeypatch.setattr("game.text_mode.session.Worker", InlineWorker)
    monkeypatch.setattr(InlineWorker, "start", lambda self: None)


def run(words: list[str], typed: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """The exit status and what is printed. An exception fails the test."""
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("chunk", range(CASES // CHUNK))
@pytest.mark.usefixtures("quiet_surroundings")
def test_odd_words_get_at_most_one_line(chunk: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for case in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        words = OddWords(case, folder).words()
        status, _, err = run(words, TYPED[case % len(TYPED)], monkeypatch)
        lines = err.splitlines()
        assert status in (0, 1, 2), words
        assert len(lines) <= 1 and "Traceback" not in err, (words, err)
        assert status == 0 or err.startswith("mallow: "), (words, err)


def test_the_odd_words_reach_all_ends(folder: Path) -> None:
    """The command lines differ, and each command comes often."""
    cases = [OddWords(case, folder).words() for case in range(CASES)]
    assert len({tuple(words) for words in cases}) > 0.97 * CASES
    for word in ("simulate", "ladder", "replay", "--text", "--selftest", "lessons", "--lesson"):
        assert sum(any(each.startswith(word) for each in words) for words in cases) > CASES / 20


@pytest.mark.parametrize("home", ["rel", ".", "~"])
def test_a_home_that_is_no_whole_path_is_not_looked_for_here(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "is_source_tree", lambda: False)
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert paths.data_folder().is_absolute()


@pytest.mark.usefixtures("quiet_surroundings")
@pytest.mark.parametrize("title", ["jelly_mind", "jelly_mint"])
def test_a_data_folder_that_takes_nothing_is_no_second_line(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = run(["--lang", "en", "--data", "/dev/null/x", "--text", title], "", monkeypatch)
    if title == "jelly_mind":
        assert (status, err) == (0, "") and out.startswith("nothing can be saved in /dev/null/x: Not a directory\n")
    else:
        assert (status, out) == (2, "") and err.startswith("mallow: there is no title") and err.count("\n") == 1
