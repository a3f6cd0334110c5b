"""The command line, as a person or a script meets it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game import __version__
from game.__main__ import main
from game.data import catalog
from game.titles import TITLES
from tests.contract import usual_seats
from tests.waiting import LIMIT_S

ROOT = Path(__file__).parent.parent
NO_FOLDER = "No such file or directory" if sys.platform == "win32" else "Not a directory"
"""What the system says of a file inside a file."""


def mallow(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as it is started; where nothing is said about its surroundings, without another process."""
    return started(*words, **environment) if environment else here(*words)


def started(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "game", "--lang", "en", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )


def here(*words: str | Path) -> subprocess.CompletedProcess[str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([*map(str, words)])
        except SystemExit as left:
            status = int(left.code or 0)
    return subprocess.CompletedProcess(list(words), status, out.getvalue(), err.getvalue())


def simulate(title: str, folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    games = ("--games", "3", "--seed", "7", "--records", str(folder))
    return mallow("simulate", title, "--seats", str(usual_seats(title)), *games, *words, **environment)


@pytest.mark.parametrize("title", TITLES)
def test_same_arguments_same_bytes_whatever_the_hash_seed(title: str, tmp_path: Path) -> None:
    results = []
    for seed in ("0", "1", "42"):
        folder = tmp_path / seed
        done = simulate(title, folder, "--trace", PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        results.append((done.stdout, {file.name: file.read_bytes() for file in sorted(folder.iterdir())}))
    assert results[0] == results[1] == results[2]
    assert len(results[0][1]) == 3


@pytest.mark.parametrize("title", TITLES)
def test_a_record_replays_and_holds(title: str, tmp_path: Path) -> None:
    simulate(title, tmp_path)
    for file in tmp_path.iterdir():
        done = mallow("replay", file, "--check")
        assert done.returncode == 0, done.stderr
        assert "holds" in done.stdout


def test_replay_traces_every_step(tmp_path: Path) -> None:
    simulate("jelly_mind", tmp_path)
    file = next(tmp_path.iterdir())
    lines = mallow("replay", file, "--trace").stdout.splitlines()
    moves = [entry for entry in json.loads(file.read_text(encoding="utf-8"))["log"] if entry[0] != "deal"]
    assert sum("seat " in line and "[" in line for line in lines) == len(moves)


def test_the_table_tells_wins_points_and_length() -> None:
    done = mallow("simulate", "marshmallow_test", "--seats", "3", "--games", "20")
    assert "wins" in done.stdout and "points" in done.stdout and "moves a match" in done.stdout
    assert "moves a second" in done.stderr
    assert done.stdout.count("random") == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["marshmellow_test", "--seats", "4"], "did you mean “marshmallow_test”"),
        (["marshmallow_test", "--seats", "6"], "2 to 5 players"),
        (["face_to_face", "--seats", "3"], "2 to 2 players"),
        (["marshmallow_test", "--seats", "four"], "whole number"),
        (["marshmallow_test"], "--seats"),
        (["marshmallow_test", "--seats", "4", "--option", "trump_folow=may"], "did you mean “trump_follow”"),
        (["marshmallow_test", "--seats", "4", "--option", "trump_follow=never"], "may or must"),
        (["marshmallow_test", "--seats", "4", "--option", "target=9"], "10 to 50"),
        (["marshmallow_test", "--seats", "4", "--option", "target=many"], "10 to 50"),
        (["marshmallow_test", "--seats", "4", "--option", "target"], "name=value"),
        (["marshmallow_test", "--seats", "4", "--option", "target=12", "--option", "target=13"], "twice"),
        (["jelly_mind", "--seats", "2", "--bots", "random,rnadom"], "did you mean “random”"),
        (["jelly_mind", "--seats", "3", "--bots", "random,random"], "2 bots are named for 3 seats"),
        (["jelly_mind", "--seats", "3", "--first", "1"], "gives the signal"),
        (["happy_mochi", "--seats", "3", "--first", "3"], "seats are 0 to 2"),
        (["happy_mochi", "--seats", "3", "--games", "0"], "whole number"),
        (["happy_mochi", "--seats", "3", "--records", "/dev/null/here"], str(Path("/dev/null/here"))),
    ],
)
def test_bad_input_gets_one_clear_line(words: list[str], said: str) -> None:
    done = mallow("simulate", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("mallow: ") and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "damaged or cut off"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "format 2"),
        (lambda text: text.replace('"title": "jelly_mind"', '"title": "jelly_mine"'), "no title"),
        (lambda text: text.replace('"Player 1"', '"Player X"'), "digest"),
        (lambda text: text.replace('"Player 1"', f'"{"x" * 100_000}"'), "longer than 80 characters"),
        (lambda text: text.replace('"decks": [[', '"decks": [[9, '), "log entry 1"),
        (lambda text: text.replace('[0, "', '[1, "', 1), "log entry"),
        (lambda text: "", "damaged"),
    ],
)
def test_a_bad_record_gets_one_line_and_status_1(damage: Callable[[str], str], said: str, tmp_path: Path) -> None:
    simulate("jelly_mind", tmp_path)
    file = next(tmp_path.iterdir())
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    done = mallow("replay", file, "--check")
    assert done.returncode == 1
    assert done.stderr.startswith("mallow: SaveError: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_gets_one_line_and_status_1(tmp_path: Path) -> None:
    for file in (tmp_path / "nothing.json", tmp_path):
        done = mallow("replay", file)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_nobody_waits_for_a_pipe_that_is_replayed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = mallow("--lang", "en", "replay", tmp_path / "pipe")
    assert (done.returncode, done.stderr) == (1, "mallow: SaveError: pipe is not an ordinary file\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fly"], "there is no command “fly”; there are simulate, ladder, replay"),
        (["--fly"], "“--fly” is not understood (see mallow --help)"),
        (["replay"], "FILE is missing (see mallow replay --help)"),
        (["simulate", "--fly"], "TITLE, --seats is missing (see mallow simulate --help)"),
        (["simulate", "jelly_mind", "--se", "2"], "“--se” can mean --seats, --seed"),
        (["simulate", "jelly_mind", "--seats"], "--seats needs a value"),
        (["simulate", "marshmallow_test", "--seats=--"], "--seats needs a value"),
        (["--plain=yes"], "--plain takes no value"),
        (["--text", "--lang", ""], "there is no language “”; there are en, es, fr"),
        (["ladder", "jelly_mind", "--levels", "beginner"], "a ladder needs at least two levels, not only “beginner”"),
        (["ladder", "jelly_mind", "--levels", "casual,casual"], "the bot “casual” is named twice"),
        (["ladder", "jelly_mind", "--against", ""], "there is no bot “”; there are random, beginner"),
        (["ladder", "jelly_mind", "--json", "/dev/null/x"], f"{Path('/dev/null/x')}: {NO_FOLDER}"),
        (["a\nb\x1b[2J\u2028c" + "d" * 5000], "there is no command “a"),
    ],
)
def test_a_wrong_word_gets_one_line_and_status_2(words: list[str], said: str) -> None:
    done = mallow("--lang", "en", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"mallow: {said}")
    assert len(done.stderr.splitlines()) == 1 and len(done.stderr) < 1000 and "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["--data", "", "--text"], "--data"),
        (["--data="], "--data"),
        (["--data", " ", "--text", "jelly_mind"], "--data"),
        (["--selftest", ""], "--selftest"),
        (["simulate", "jelly_mind", "--seats", "2", "--records", ""], "--records"),
        (["ladder", "jelly_mind", "--json="], "--json"),
        (["replay", ""], "FILE"),
    ],
)
def test_an_empty_path_is_not_the_current_folder(
    words: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mallow("--lang", "en", *words)
    assert (done.returncode, done.stderr) == (2, f"mallow: {name} needs a value\n")
    assert not list(tmp_path.iterdir())


def test_help_and_version_end_well() -> None:
    for words in (["--help"], ["--version"], ["simulate", "--help"], ["ladder", "-h"], ["replay", "--help"]):
        done = mallow(*words)
        assert (done.returncode, done.stderr) == (0, "") and "mallow" in done.stdout


def test_version() -> None:
    assert started("--version").stdout.strip() == f"mallow {__version__}"


def test_a_process_of_its_own_ends_as_it_does_here() -> None:
    for words in (["fly"], ["simulate", "jelly_mind", "--seats", "9"], ["replay", "nothing.json"]):
        one, other = started(*words), here(*words)
        assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)


def test_a_broken_title_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game import paths
    from game.engine.errors import SpecError

    monkeypatch.setattr(paths, "title_file", lambda title: tmp_path / f"{title}.yaml")
    catalog.spec.cache_clear()
    try:
        with pytest.raises(SpecError, match=r"jelly_mind\.yaml"):
            catalog.spec("jelly_mind")
    finally:
        catalog.spec.cache_clear()
