"""The program as people get it: built, put into a folder with an awkward name, started with an empty environment.

`make frozen-check` builds it first; `make test` leaves these out.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from game import __version__
from game.disk.store import Store
from game.titles import TITLES
from tests.waiting import LIMIT_S, until
from tests.xdisplay import ROOT, Display, missing, open_display

pytestmark = [
    pytest.mark.frozen,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]

BUILT = ROOT / "dist" / "mallow"
LARGEST = 75 * 10**6
STARTS = 20
DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
SOURCE = (sys.executable, "-m", "game")
OPEN = 3
"""The last moves of a save may still be sealed; once all have moved they stand in the order of the seats."""
AWKWARD = "Ça va, señor Müller? 餅 & 'co'"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert BUILT.is_dir(), "run `make build` first"
    folder = tmp_path_factory.mktemp("frozen") / AWKWARD
    shutil.copytree(BUILT, folder, symlinks=True)
    return folder / "mallow"


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    if missing():
        message = f"needs {', '.join(missing())}"
        pytest.fail(message) if os.environ.get("MALLOW_CI") else pytest.skip(message)
    with open_display() as found:
        yield found


def run(*words: str | Path, status: int = 0, typed: str = "", environment: Mapping[str, str] | None = None) -> str:
    """From the root of the file system, with nothing in the environment but what is given here."""
    command, around = list(map(str, words)), environment or {}
    done = subprocess.run(
        command, cwd="/", env=around, input=typed, capture_output=True, text=True, timeout=LIMIT_S
    )
    assert done.returncode == status, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def processes(program: Path) -> dict[int, str]:
    """What runs of that program, and by which words it was started."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "exe").readlink() == program.resolve():
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def workers(program: Path) -> int:
    return sum("--multiprocessing-fork" in words for words in processes(program).values())


def holds(result: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads(result.read_text("utf-8"))
    checks = told["checks"]
    assert isinstance(checks, dict)
    assert told["ok"] and told["version"] == __version__ and not told["source"]
    assert {"languages", "titles", "pictures", "worker", *(f"play {title}" for title in TITLES)} <= set(checks)
    assert checks["languages"]["found"] == "en, es, fr"
    assert checks["titles"]["found"] == ", ".join(TITLES)
    assert told["worker_starts"] == 1
    return told


# What is in it


def test_it_is_small_enough_and_carries_nothing_it_does_not_use() -> None:
    files = [file for file in BUILT.rglob("*") if file.is_file() and not file.is_symlink()]
    assert sum(file.stat().st_size for file in files) <= LARGEST
    names = [file.relative_to(BUILT).as_posix() for file in files]
    for unwanted in ("NotoSansJP", "NotoSansArabic", "numpy", "PIL", "pytest", "pyspiel", "mypy", "assets/packaging"):
        assert not [name for name in names if unwanted in name], unwanted
    carried = {name.partition("game/assets/")[2] for name in names if "game/assets/" in name}
    drawn = {file.relative_to(ROOT / "assets").as_posix() for file in (ROOT / "assets").rglob("*.svg")}
    assert drawn <= carried


def test_it_says_its_version_and_knows_bad_words(program: Path) -> None:
    assert run(program, "--version").strip() == f"mallow {__version__}"
    assert "COMMAND" in run(program, "--help")
    run(program, "--fly", status=2)
    run(program, "fly", status=2)


# The self-test


def test_it_holds_without_a_screen(program: Path, tmp_path: Path) -> None:
    out = tmp_path / AWKWARD
    run(program, "--selftest", out, environment=DUMMY)
    assert not holds(out / "result.json")["window"]
    assert not processes(program)


def test_it_holds_in_a_window(program: Path, display: Display, tmp_path: Path) -> None:
    run(program, "--selftest", tmp_path, environment={"DISPLAY": display.name})
    told = holds(tmp_path / "result.json")
    assert (told["window"], told["driver"]) == (True, "x11")
    assert not processes(program)


def test_the_wheel_holds_in_an_empty_environment(tmp_path: Path) -> None:
    tree, place = tmp_path / "tree", tmp_path / "place"
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    venv.create(place, with_pip=True)
    pip: list[str | Path] = [place / "bin" / "python", "-m", "pip"]
    install = [*pip, "install", "--quiet", "--disable-pip-version-check", tree]
    subprocess.run(install, check=True, cwd=tmp_path, timeout=LIMIT_S)
    shutil.rmtree(tree)
    run(place / "bin" / "mallow", "--selftest", tmp_path / "out", environment=DUMMY)
    holds(tmp_path / "out" / "result.json")


# Processes


def ended(program: Path, display: Display, process: subprocess.Popen[bytes], how: int) -> None:
    """Closed, asked to end, or killed."""
    if how == 0:
        status = display.close(display.do("search", "--onlyvisible", "--class", "mallow").splitlines()[-1], process)
    else:
        process.send_signal(signal.SIGTERM if how == 1 else signal.SIGKILL)
        status = process.wait(LIMIT_S)
    assert status == (-signal.SIGKILL if how == 2 else 0)
    until(lambda: not processes(program), "the end of all processes")


def test_one_worker_and_nothing_left_behind(program: Path, display: Display, tmp_path: Path) -> None:
    for number in range(STARTS):
        process = subprocess.Popen(
            [program, "--data", tmp_path / "data"],
            cwd="/",
            env={"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(lambda: workers(program) > 0, "a worker")
            if number < 3:
                time.sleep(0.5)  # for a second one to show itself
            assert workers(program) == 1
            ended(program, display, process, number % 3)
        finally:
            process.kill()
            process.wait()


# Saves


def talked(words: tuple[str | Path, ...], data: Path, title: str, moves: int) -> list[object]:
    """Sit down in the terminal, take what is offered, make some moves, leave; what is in the save then."""
    command = [*map(str, words), "--data", str(data), "--lang", "en", "--text", title, "--plain", "--deal", "5"]
    typed = "\n" * 8 + "1\n" * moves + "quit\n"
    environment = {**DUMMY, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment or {}, input=typed, capture_output=True, encoding="utf-8", timeout=LIMIT_S
    )
    assert done.returncode == 0 and "is saved" in done.stdout, f"{done.stdout}\n{done.stderr}"
    store = Store(data)
    plain = store.latest(title)
    assert plain is not None and len(list(store.matches.glob("*.mallow"))) == 1
    log: list[object] = plain.record.data["log"]
    return log


@pytest.mark.parametrize("title", TITLES)
def test_it_goes_on_with_saves_of_the_source_and_the_other_way_round(title: str, program: Path, tmp_path: Path) -> None:
    before: list[object] = []
    for words in (SOURCE, (program,), SOURCE):
        log = talked(words, tmp_path, title, 1)
        settled = max(0, len(before) - OPEN)
        assert len(log) > len(before) and log[:settled] == before[:settled]
        before = log
