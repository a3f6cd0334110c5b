"""The command line with standard streams that are closed or full: one line, status 1 or 2, no traceback."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not Path("/dev/full").exists(), reason="a shell and a full device, as Linux has them"
)

ROOT = Path(__file__).parent.parent
CLOSED_OUTPUT = "mallow: nothing can be printed: standard output is closed\n"
CLOSED_INPUT = "mallow: nothing can be typed: standard input is closed\n"
FULL_OUTPUT = "mallow: nothing more can be printed: No space left on device\n"
SIMULATE = ("simulate", "jelly_mind", "--seats", "2")


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    assert main([*SIMULATE, "--records", str(folder)]) == 0
    (file,) = folder.iterdir()
    return file


def run(redirection: str, *words: str | Path, data: Path, unbuffered: str = "") -> subprocess.CompletedProcess[str]:
    """Start the program with a redirection of the shell. Standard input is empty unless it says otherwise."""
    command = shlex.join([sys.executable, "-m", "game", "--lang", "en", "--data", str(data), *map(str, words)])
    return subprocess.run(
        ["sh", "-c", f"exec {command} {redirection}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": unbuffered},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )


@pytest.mark.parametrize(
    ("redirection", "words", "said"),
    [
        ("<&-", ["--text", "jelly_mind"], CLOSED_INPUT),
        (">&-", ["--text", "jelly_mind"], CLOSED_OUTPUT),
        (">/dev/full", ["--text", "jelly_mind"], FULL_OUTPUT),
        ("<&- >&-", ["--text", "jelly_mind"], CLOSED_INPUT),
        (">&-", SIMULATE, CLOSED_OUTPUT),
        (">&-", ["ladder", "jelly_mind"], CLOSED_OUTPUT),
        (">/dev/full", ["--version"], FULL_OUTPUT),
        (">&-", ["--version"], CLOSED_OUTPUT),
        (">/dev/full", ["ladder", "--help"], FULL_OUTPUT),
    ],
)
def test_a_stream_that_does_not_work_gets_one_line(
    redirection: str, words: list[str], said: str, tmp_path: Path
) -> None:
    done = run(redirection, *words, data=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("redirection", "option", "said"),
    [(">/dev/full", "--trace", FULL_OUTPUT), (">/dev/full", "--check", FULL_OUTPUT), (">&-", "--trace", CLOSED_OUTPUT)],
)
def test_a_replay_that_cannot_be_printed_gets_one_line(
    redirection: str, option: str, said: str, unbuffered: str, record_file: Path, tmp_path: Path
) -> None:
    done = run(redirection, "replay", record_file, option, data=tmp_path, unbuffered=unbuffered)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


@pytest.mark.parametrize(
    ("redirection", "status"), [("2>&-", 2), ("2>/dev/full", 2), (">/dev/full 2>/dev/full", 2), ("<&- >&- 2>&-", 1)]
)
def test_an_error_that_cannot_be_printed_has_its_status(redirection: str, status: int, tmp_path: Path) -> None:
    done = run(redirection, "simulate", "jelly_mind", "--seats", "9", data=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_what_goes_to_closed_standard_error_does_not_go_to_standard_output(tmp_path: Path) -> None:
    one, other = (run(redirection, *SIMULATE, data=tmp_path) for redirection in ("", "2>&-"))
    assert (one.stdout, one.returncode) == (other.stdout, 0) and "moves a second" in one.stderr
    assert other.stderr == ""


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    """Otherwise a record could be opened as standard output, and what is printed would be written into it."""
    words = (*SIMULATE, "--records", tmp_path / "records")
    assert run("<&- 2>&-", *words, data=tmp_path).returncode == 0
    (file,) = (tmp_path / "records").iterdir()
    assert main(["replay", str(file), "--check"]) == 0


def test_letters_that_the_output_lacks_are_replaced(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "game", "--data", str(tmp_path), *SIMULATE]
    poor = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=poor, capture_output=True, timeout=LIMIT_S)
    assert done.returncode == 0 and done.stdout.isascii() and b"Traceback" not in done.stderr


def test_a_reader_who_has_read_enough_hears_nothing(tmp_path: Path, record_file: Path) -> None:
    done = run("| head -n 1", "replay", record_file, "--trace", data=tmp_path)
    assert done.stdout.count("\n") == 1 and done.stderr == ""


def test_the_program_plays_in_a_folder_that_was_deleted(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    words = shlex.join([sys.executable, "-m", "game", "--lang", "en", "--data", str(tmp_path), "--text", "jelly_mind"])
    done = subprocess.run(
        ["sh", "-c", f"rmdir {shlex.quote(str(tmp_path / 'gone'))}; exec {words}"],
        cwd=tmp_path / "gone",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )
    assert (done.returncode, done.stderr) == (0, "") and "How many players?" in done.stdout
