"""The real program: in a window on a screen that nobody looks at, by real clicks; and where there is none."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game import paths
from game.disk.settings import Settings
from game.disk.settings import load as load_settings
from game.start import headless, selftest
from game.start.window import desktop_size, fitting_size
from game.titles import TITLES
from game.ui import gamepad
from tests.inline_worker import InlineWorker
from tests.waiting import LIMIT_S, until
from tests.window_play import TITLE, go_to_table, hand_places, own_moves
from tests.xdisplay import ROOT, SCREEN, Display, RunningGame, alive, differing, missing, open_display


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    """Where the tools are not installed these tests are left out, but never where every change is checked."""
    if missing():
        message = f"needs {', '.join(missing())}"
        if os.environ.get("MALLOW_CI"):
            pytest.fail(message)
        pytest.skip(message)
    with open_display() as found:
        yield found


def test_a_match_is_played_by_real_clicks(display: Display, tmp_path: Path, worker: InlineWorker) -> None:
    with RunningGame(display, tmp_path) as game:
        assert game.place.size == (1280, 720)
        go_to_table(game)
        before = game.settled_picture()
        for at in hand_places(worker) * 8:
            if own_moves(game):
                break
            game.click(at)
        until(lambda: own_moves(game) > 0, "a card that was clicked and played")
        until(lambda: differing(before, game.picture()) > 0.01, "another picture")
        if kept := os.environ.get("MALLOW_PICTURE"):
            pygame.image.save(game.picture(), kept)
        assert game.leave() == 0
        assert game.output() == "", "no sound card, and not a word about it"


def test_the_window_is_resized_fills_the_screen_and_remembers(display: Display, tmp_path: Path) -> None:
    with RunningGame(display, tmp_path) as game:
        display.do("windowsize", "--sync", game.window, 1000, 640)
        until(lambda: game.place.size == (1000, 640), "the new size")
        until(lambda: not game.is_empty(), "a picture of the new size")
        for key in ("F11", "alt+Return"):
            game.key(key)
            until(lambda: game.place.size == SCREEN, f"the whole screen after {key}")
            until(lambda: not game.is_empty(), "a picture on the whole screen")
            game.key(key)
            until(lambda: game.place.size == (1000, 640), f"the old size after {key}")
        assert game.leave() == 0
    assert load_settings(tmp_path / "settings.json")[0].window == (1000, 640)
    with RunningGame(display, tmp_path) as game:
        assert game.place.size == (1000, 640)


def gone(processes: list[int]) -> bool:
    return not any(map(alive, processes))


def test_one_process_for_bots_and_none_left_behind(display: Display, tmp_path: Path) -> None:
    for ending in (RunningGame.leave, lambda game: game.process.send_signal(signal.SIGKILL)):
        with RunningGame(display, tmp_path) as game:
            until(game.has_children, "a worker")
            bots = game.children()
            assert len(bots) == 1
            ending(game)
            game.process.wait(LIMIT_S)
            until(partial(gone, bots), "the end of the worker")


def test_a_request_to_end_is_heard(display: Display, tmp_path: Path) -> None:
    with RunningGame(display, tmp_path) as game:
        game.process.send_signal(signal.SIGTERM)
        assert game.process.wait(LIMIT_S) == 0


def test_damaged_settings_are_kept_aside(display: Display, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"text_size": 90', encoding="utf-8")
    with RunningGame(display, tmp_path) as game:
        assert game.place.size == Settings().window
        assert game.leave() == 0
        said = game.output()
    assert said.count("\n") == 1 and "settings.json was damaged" in said
    assert (tmp_path / "settings.json.damaged-1").read_text(encoding="utf-8") == '{"text_size": 90'


def test_a_folder_that_cannot_be_written_is_said_once(display: Display) -> None:
    with RunningGame(display, Path("/dev/null/mallow")) as game:
        assert game.leave() == 0
        said = game.output()
    assert said.count("\n") == 1 and "/dev/null/mallow" in said


# Without a window


def mallow(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "game", *words, **environment)


def python(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    blind = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    blind.pop("SDL_VIDEODRIVER", None)
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env={**blind, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a screen is always there")
def test_without_a_display_bots_play_for_pictures(tmp_path: Path) -> None:
    own = tmp_path / "pictures" / "own.png"
    own.parent.mkdir()
    own.write_bytes(b"a picture of somebody who has chosen this folder")
    done = mallow("--data", tmp_path, "--lang", "en", DISPLAY=":987")
    assert own.read_bytes()
    own.unlink()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1 and str(tmp_path / "pictures") in done.stdout
    look_at(tmp_path / "pictures")


SHORT = """
import sys
from game import __main__
from game.start import headless
headless._save_pictures = lambda screen, host, folder: screen.save(folder / "mallow-00.png")
sys.exit(__main__.main())
"""


def test_where_nothing_can_be_written_the_line_still_names_a_folder() -> None:
    """With a film of one picture: the long one is tested above."""
    done = python("-c", SHORT, "--data", "/dev/null/mallow", "--lang", "en", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 0
    assert done.stdout.count("\n") == done.stderr.count("\n") == 1
    folder = Path(done.stdout.strip().rpartition(" ")[2])
    assert pygame.image.load(str(folder / "mallow-00.png")).get_size() == headless.SIZE_PX
    shutil.rmtree(folder)


NO_ROOM = """
import errno, sys
from game import __main__
from game.disk import files
from game.start import headless
def write(path, data, write=files.write):
    if path.suffix == ".png":
        raise OSError(errno.ENOSPC, "No space left on device")
    write(path, data)
files.write = write
headless._save_pictures = lambda screen, host, folder: screen.save(folder / "mallow-00.png")
sys.exit(__main__.main())
"""


def test_pictures_for_which_there_is_no_room_are_told_in_one_line(tmp_path: Path) -> None:
    done = python("-c", NO_ROOM, "--data", tmp_path, "--lang", "en", SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"mallow: {tmp_path / 'pictures' / 'mallow-00.png'}: No space left on device\n"


def look_at(folder: Path) -> None:
    pictures = [pygame.image.load(str(file)) for file in sorted(folder.glob("*.png"))]
    assert len(pictures) > 5
    assert all(differing(one, other) > 0.001 for one, other in pairwise(pictures))


def checked(out: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((out / "result.json").read_text(encoding="utf-8"))
    pictures = {file.stem for file in out.glob("*.png")}
    assert pictures >= {"title", "menu", *TITLES}
    return found


def test_the_self_test_passes_in_a_window(display: Display, tmp_path: Path) -> None:
    done = mallow("--selftest", tmp_path, **display.environment)
    assert done.returncode == 0, done.stdout + done.stderr
    found = checked(tmp_path)
    assert found["ok"] and found["window"] and found["driver"] == "x11" and found["worker_starts"] == 1


def test_the_self_test_passes_without_a_window(tmp_path: Path) -> None:
    done = mallow("--selftest", tmp_path, "--lang", "fr")
    assert done.returncode == 0, done.stdout + done.stderr
    found = checked(tmp_path)
    assert found["ok"] and not found["window"]


def test_the_self_test_notices_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a copy of what a package carries: a picture is gone; a language, a look and texts of lessons are broken."""
    for name in ("game/titles", "assets", "locales"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(paths, "resource_folder", lambda: tmp_path)
    trial = selftest.SelfTest(tmp_path / "out", "en")
    trial.check_files()
    assert trial.result["ok"], trial.result["checks"]
    (tmp_path / "assets" / "cards" / TITLE / "back.svg").unlink()
    lost = {
        "languages": tmp_path / "locales" / "fr.yaml",
        "titles": tmp_path / "assets" / "table" / f"{TITLE}.yaml",
        "lessons": tmp_path / "locales" / "lessons" / f"{TITLE}.es.yaml",
    }
    for file in lost.values():
        file.write_text("{", encoding="utf-8")
    trial.check_files()
    checks = trial.result["checks"]
    assert not trial.result["ok"] and checks["settings"]["ok"]
    assert all(file.name in checks[name]["trouble"] for name, file in lost.items())
    assert "back.svg" in checks["pictures"]["trouble"]
    lost["languages"].write_bytes((ROOT / "locales" / "fr.yaml").read_bytes())
    (tmp_path / "locales" / "rules" / f"{TITLE}.fr.yaml").unlink()
    trial.check_files()
    assert f"{TITLE}.fr.yaml" in trial.result["checks"]["languages"]["trouble"]


def test_the_self_test_says_where_it_cannot_write() -> None:
    done = mallow("--selftest", "/dev/null/out")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("wanted", "desktop", "size"),
    [
        ((1280, 720), (1920, 1080), (1280, 720)),
        ((1280, 720), (1280, 720), (1264, 640)),
        ((1280, 720), (1366, 768), (1280, 688)),
        ((1280, 720), (1280, 800), (1264, 720)),
        ((1280, 720), (1024, 768), (1008, 688)),
        ((2560, 1440), (1920, 1080), (1904, 1000)),
        ((700, 1000), (1920, 1080), (700, 1000)),
        ((1280, 720), (320, 200), (640, 360)),
        ((100, 100), (1920, 1080), (640, 360)),
    ],
)
def test_a_window_fits_on_the_desktop_with_its_frame(
    wanted: tuple[int, int], desktop: tuple[int, int], size: tuple[int, int]
) -> None:
    assert fitting_size(wanted, desktop) == size
    assert fitting_size(size, desktop) == size


def test_the_desktop_is_what_pygame_says_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.display.get_desktop_sizes", lambda: [(1280, 720), (1920, 1080)])
    assert desktop_size() == (1280, 720)
    bounds = [pygame.Rect(0, 28, 1280, 692)]
    monkeypatch.setattr("pygame.display.get_desktop_usable_bounds", lambda: bounds, raising=False)
    assert desktop_size() == (1280, 692)


def test_gamepads_that_are_not_there_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    come = pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=7)
    gone = pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)
    for works in (True, False):
        if not works:
            monkeypatch.setattr(gamepad, "controller", None)
        pads = gamepad.Gamepads()
        pads.watch([come, gone])
        assert len(pads._open) == 0
        pads.close()
        pads.close()
