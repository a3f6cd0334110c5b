"""A fifth title needs two files and a line: contract, twin worlds and records then hold for it as for the others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import __version__, paths
from game.data import catalog, lessons
from game.engine import record
from game.engine.dice import Dice
from game.lab.simulate import Plan, play_match
from game.titles import TITLES
from tests.contract import Contract, new_match, option_sets
from tests.fifth.high_card import HighCard
from tests.test_lessons import decide, new_host
from tests.test_twin_worlds import moments
from tests.twins import Witness, compare_with_twin
from tests.waiting import LIMIT_S

TITLE = "high_card"
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def fifth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    there = paths.title_file

    def title_file(title: str) -> Path:
        return Path(__file__).parent / "fifth" / "high_card.yaml" if title == TITLE else there(title)

    monkeypatch.setattr(paths, "title_file", title_file)
    monkeypatch.setitem(TITLES, TITLE, HighCard)
    yield
    catalog.spec.cache_clear()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_contract_holds(seats: int) -> None:
    for options in option_sets(catalog.spec(TITLE)):
        for seed in range(20):
            Contract(TITLE, seats, options, seed).run()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twin_worlds_look_the_same(seats: int) -> None:
    for seed in range(20):
        dice = Dice("twins", seed)
        for match in moments(new_match(TITLE, seats, {}, seed), dice, moves=3 * seats):
            for seat in range(seats):
                compare_with_twin(Witness(match, seat), dice)


def test_its_records_hold() -> None:
    plan = Plan(TITLE, 3, 1, 1, ("random",) * 3, {"ties": "all"})
    written = record.make_record(play_match(plan, 0), __version__, trace=True)
    assert record.replay(record.parse(written.text().encode()), catalog.rules_of_record, Dice(0)).over


def test_a_lesson_is_two_files() -> None:
    """No code knows the lesson: it is found, its mistake is taken back, and it ends."""
    lessons.load.cache_clear()
    name = f"{TITLE}/1-show"
    assert name in lessons.lesson_ids()
    host = new_host(lessons.load(name))
    decide(host, "sun 1")
    assert host.mistake_shown and host.said == host.message("too_low")
    host.undo(host.student)
    decide(host, "moon 6")
    assert not host.finished and host.step is not None and host.step.say == "lose"
    decide(host, "sun 1")
    assert host.finished
    lessons.load.cache_clear()


# CONTRIBUTING.md, followed to the letter in a copy of the tree


def tree(at: Path) -> Path:
    """What somebody has who has just got the source, less what these steps do not touch."""
    unused = shutil.ignore_patterns("__pycache__", "golden", "bad_specs", "gallery", "*.egg-info")
    for folder in ("game", "assets", "locales", "tests"):
        shutil.copytree(ROOT / folder, at / folder, ignore=unused)
    (at / "saves").mkdir()
    shutil.copy(ROOT / "pyproject.toml", at)
    return at


def run(at: Path, *words: str) -> str:
    bin_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    quiet["PYTEST_ADDOPTS"] = "-p no:xdist -o addopts=-q"
    around = {**os.environ, "PATH": bin_first, **quiet}
    done = subprocess.run(list(words), cwd=at, env=around, capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def add(file: Path, name: str, lines: list[str]) -> None:
    """Imports to the imports, the rest to the end of a list or table of that name."""
    text = file.read_text(encoding="utf-8")
    imports = "".join(f"{line}\n" for line in lines if line.startswith("from "))
    entries = "".join(f"{line}\n" for line in lines if not line.startswith("from "))
    start = re.search(rf"^{name}\b.*?= *[\[{{]", text, re.MULTILINE)
    assert start, f"{file.name} has no {name}"
    end = re.compile(r"[\]}]$", re.MULTILINE).search(text, start.end())
    assert end
    before = text[: end.start()].rstrip(" ")
    text = before + ("" if before.endswith("\n") else ", ") + entries + text[end.start() :]
    first = text.find("from game") if imports else 0
    file.write_text(text[:first] + imports + text[first:], encoding="utf-8")


def follow(at: Path, chapter: str) -> int:
    """Do what a chapter says: commands are typed in, lines are added where the sentence before them says."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    body = re.split(r"^## ", text.split(f"## {chapter}\n")[1], flags=re.MULTILINE)[0]
    steps = re.findall(r"(?:to `(\w+)` in `([\w./]+)`:\n\n)?^```(\w+)\n(.*?)^```$", body, re.MULTILINE | re.DOTALL)
    for name, file, kind, lines in steps:
        if kind == "sh":
            run(at, "bash", "-euc", lines)
        else:
            add(at / file, name, lines.splitlines())
    return len(steps)


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a Unix shell")
def test_who_follows_the_guide_has_a_title_and_a_language(tmp_path: Path) -> None:
    at = tree(tmp_path / "mallow")
    assert follow(at, "Add a title") >= 9
    assert follow(at, "Add a language") >= 2
    assert "“pt”" not in run(at, sys.executable, "-m", "game", "--lang", "pt", "--text", TITLE, "--data", "data")
    told = run(at, sys.executable, "-m", "tests.fifth.evening", TITLE)
    assert told.split() == ["title", "menu", "set-up", "rules", "table", "score"]
