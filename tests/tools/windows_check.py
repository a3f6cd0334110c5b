"""Tries out the installer and the program for Windows, as a person would, under Wine on a virtual screen.

`python -m tests.tools.windows_check`, after `make windows`. Pictures of the window stay in `build/windows/check`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game import __version__
from game.disk import savefile
from game.disk.store import Store
from game.start import text_program
from game.titles import TITLES
from tests.inline_worker import InlineWorker
from tests.tools.windows_build import BUILT, SETUP
from tests.tools.windows_python import PYTHON
from tests.tools.windows_wine import ROOT, WORK, Wine, require
from tests.waiting import LIMIT_S, patiently, until
from tests.window_play import begin_match, go_to_menu, hand_places, menu_picture, own_moves, resume_match, saves
from tests.xdisplay import Display, RunningGame, open_display

OUT = WORK / "check"
AWKWARD = "Ça va, señor Müller 餅"
HOME = f"{AWKWARD} {zlib.crc32(str(ROOT).encode()):08x}"
"""The folder of the program. Each source tree has another name for it, so processes of another check do not count."""
STARTS = 20
MOVES = 3
NEAR = 40
"""Two colours look the same if red, green and blue differ by no more than this, of 255."""
UNINSTALL_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Mallow"
RUN_VERBATIM = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1]))"
"""For the installer, whose folder may stand in no quotation marks, as other programs would write them."""
OPEN = 3
"""The last moves of a save may still be sealed; once all have moved they stand in the order of the seats."""
SILENT = {"SDL_AUDIODRIVER": "dummy", "SDL_XINPUT_ENABLED": "0"}
"""No sound, and no gamepads: the thread of Wine 8 that looks for them sometimes crashes when a program ends."""
WINE_MARK = b"Wine builtin DLL"


class Trial:
    """The installed program."""

    def __init__(self, wine: Wine, display: Display) -> None:
        self.wine, self.display = wine, display
        self.home = wine.user / "AppData" / "Local" / HOME
        self.program = self.home / "mallow.exe"
        self.text_program = self.home / f"{text_program.NAME}.exe"
        menu = wine.user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
        self.entries = [menu / "Mallow.lnk", menu / "Mallow text.lnk"]
        self.icon = wine.user / "Desktop" / "Mallow.lnk"
        self.data = wine.user / "AppData/Roaming/mallow"
        self.files_before: set[Path] = set()

    def open_window(self) -> RunningGame:
        command = ("wine", str(self.program))
        return RunningGame(self.display, self.data, command=command, **self.wine.environment(SILENT))

    def find_window(self) -> str:
        return (self.display.do("search", "--onlyvisible", "--class", "mallow").splitlines() or [""])[-1]

    def processes(self) -> dict[int, str]:
        """What runs of the program: process numbers and command lines."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            words = read_proc(folder / "cmdline").replace(b"\0", b" ").decode("utf-8", "replace")
            if HOME in words and any(file.name in words for file in (self.program, self.text_program)):
                found[int(folder.name)] = words
        return found

    def workers(self) -> list[int]:
        return [number for number, words in self.processes().items() if "--multiprocessing-fork" in words]

    def has_running_worker(self) -> bool:
        """Whether Python runs in a worker. Wine keeps a process that loses its parent before that."""
        return any(b"python311.dll" in read_proc(Path(f"/proc/{number}/maps")) for number in self.workers())

    def files(self) -> set[Path]:
        """All files of the user, but not the temporary ones: the uninstaller leaves its copy there, as others do."""
        found = {file for file in self.wine.user.rglob("*") if file.is_file()}
        return {file for file in found if "Temp" not in file.relative_to(self.wine.user).parts}

    def is_gone(self) -> bool:
        return not self.processes()

    def is_registered(self) -> bool:
        return __version__ in self.wine.run("reg", "query", UNINSTALL_KEY, "/v", "DisplayVersion", status=None)


def read_proc(file: Path) -> bytes:
    """A file about a process; empty if the process has ended."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def clear(trial: Trial) -> None:
    """Take away what an interrupted check has left."""
    for folder in (OUT, trial.home, trial.data):
        shutil.rmtree(folder, ignore_errors=True)
    for link in (*trial.entries, trial.icon):
        link.unlink(missing_ok=True)
    trial.files_before = trial.files()
    OUT.mkdir(parents=True)


def check_files(trial: Trial) -> None:
    libraries = list(BUILT.rglob("*.dll"))
    borrowed = [file.name for file in libraries if WINE_MARK in file.read_bytes()[:4096]]
    assert libraries and not borrowed, f"libraries of Wine, which no Windows can use: {borrowed}"


def run_setup(trial: Trial, status: int = 0) -> None:
    at = trial.wine.windows_path
    trial.wine.run(PYTHON, "-c", RUN_VERBATIM, f"{at(SETUP)} /S /D={at(trial.home)}", status=status)


def install(trial: Trial) -> None:
    run_setup(trial)
    assert trial.program.is_file() and (trial.home / "uninstall.exe").is_file()
    assert all(link.is_file() for link in trial.entries) and trial.is_registered()
    for program in (trial.program, trial.text_program):
        assert trial.wine.run(program, "--version").strip() == f"mallow {__version__}"


def self_test(trial: Trial) -> None:
    out = OUT / AWKWARD
    trial.wine.run(trial.program, "--selftest", trial.wine.windows_path(out), env=SILENT)
    result = json.loads((out / "result.json").read_text("utf-8"))
    assert result["ok"] and not result["source"] and result["worker_starts"] == 1, result
    assert result["window"] and result["driver"] == "windows", result


def play_by_clicks(trial: Trial) -> None:
    """The menu has the colours that it has on Linux; some cards are played; the window is closed."""
    with trial.open_window() as game:
        go_to_menu(game)
        picture = settled_picture(game)
        pygame.image.save(picture, str(OUT / "menu.png"))
        share = share_of_other_colours(picture, menu_picture())
        assert share < 0.05, f"{share:.0%} of the menu has other colours than on Linux"
        begin_match(game)
        play_cards(game, MOVES)
        pygame.image.save(settled_picture(game), str(OUT / "table.png"))
        assert game.leave() == 0
        assert game.output() == "", game.output()
    until(trial.is_gone, "the end of all processes")


def resume_by_clicks(trial: Trial) -> None:
    """The match goes on where it stood, and takes more moves."""
    (save,) = trial.data.glob("matches/*.mallow")
    before = log_of(save.read_bytes())
    with trial.open_window() as game:
        go_to_menu(game)
        resume_match(game)
        pygame.image.save(settled_picture(game), str(OUT / "resumed.png"))
        play_cards(game, own_moves(game) + 1)
        assert game.leave() == 0
    now = log_of(save.read_bytes())
    assert len(now) > len(before) and now[: len(before)] == before
    until(trial.is_gone, "the end of all processes")


def settled_picture(game: RunningGame) -> pygame.Surface:
    """The inside of the window when nothing moves, with the pointer in its corner.

    The pointer says where the window begins: for windows of Wine other answers leave out the frame.
    """
    display = game.display
    display.do("mousemove", "--window", game.window, 0, 0)
    game.settled_picture()
    said = dict(line.split("=") for line in display.do("getmouselocation", "--shell").splitlines())
    return display.picture().subsurface(((int(said["X"]), int(said["Y"])), game.place.size)).copy()


def play_cards(game: RunningGame, moves: int) -> None:
    """Click on the cards of the hand, one after the other, until so many moves are saved."""
    places = hand_places(InlineWorker(0))
    for number, _ in enumerate(patiently("cards that were clicked and played")):
        if own_moves(game) >= moves:
            return
        game.click(places[number % len(places)])
    assert saves(game)


def share_of_other_colours(one: pygame.Surface, other: pygame.Surface) -> float:
    assert one.get_size() == other.get_size()
    wide, high = one.get_size()
    points = [(x, y) for x in range(0, wide, 7) for y in range(0, high, 7)]
    far = sum(
        any(abs(a - b) > NEAR for a, b in zip(one.get_at(at)[:3], other.get_at(at)[:3], strict=True)) for at in points
    )
    return far / len(points)


def start_often(trial: Trial) -> None:
    """One worker each time, and nothing left behind when the window is closed or the program killed."""
    data = trial.wine.windows_path(OUT / "starts")
    for number in range(STARTS):
        process = trial.wine.start(trial.program, "--data", data, env=SILENT)
        try:
            until(trial.has_running_worker, "a worker")
            if number < 3:
                time.sleep(1.0)  # for a second one to show itself
            assert len(trial.workers()) == 1, trial.processes()
            if number % 2:
                process.kill()
            else:
                until(lambda: trial.find_window() != "", "a window")
                assert trial.display.close(trial.find_window(), process) == 0
            until(trial.is_gone, "the end of all processes")
        finally:
            process.kill()
            process.wait(LIMIT_S)


def start_as_explorer_does(trial: Trial) -> None:
    """Without a console: a wrong word is shown in a box, and `--text` opens a console, in which a match is played."""
    display, data = trial.display, OUT / "console"
    words = ["--data", trial.wine.windows_path(data), "--lang", "en", "--text", "jelly_mind", "--plain"]

    def type_until(done: Callable[[], bool], window: str, *keys: str) -> None:
        for _ in patiently(f"{window} to take {keys}", look_s=0.5):
            if done():
                return
            found = display.do("search", "--onlyvisible", "--name", window).split()
            if found:
                display.do("windowactivate", found[-1])
                display.do("key", "--clearmodifiers", *keys)

    trial.wine.start("start", trial.wine.windows_path(trial.program), "--no-such-word", env=SILENT)
    until(lambda: display.do("search", "--onlyvisible", "--name", "^Mallow$") != "", "a box with a message")
    type_until(trial.is_gone, "^Mallow$", "Return")
    trial.wine.start("start", trial.wine.windows_path(trial.program), *words, env=SILENT)
    console = rf"{text_program.NAME}\.exe$"
    type_until(lambda: any(data.glob("matches/*.mallow")), console, "Return")
    (save,) = data.glob("matches/*.mallow")
    type_until(lambda: any(entry[0] == 0 for entry in log_of(save.read_bytes())), console, "1", "Return")
    picture = display.picture()
    opaque = pygame.image.frombytes(pygame.image.tobytes(picture, "RGB"), picture.get_size(), "RGB")
    pygame.image.save(opaque, str(OUT / "console.png"))
    type_until(trial.is_gone, console, *"quit", "Return")


def exchange_saves(trial: Trial) -> None:
    """Linux, then Windows, then Linux go on with one match, in text mode. What was played stays, byte by byte."""
    for title in TITLES:
        data = OUT / f"saves of {title}"
        before: list[bytes] = []
        for is_linux in (True, False, True):
            play_in_terminal(trial, is_linux, data, title)
            now = played(data, title)
            settled = max(0, len(before) - OPEN)
            assert len(now) > len(before) and now[:settled] == before[:settled], f"{title}: {before} became {now}"
            before = now


def play_in_terminal(trial: Trial, is_linux: bool, data: Path, title: str) -> None:
    """Sit down, take what is offered, make a move, leave."""
    words = ["--lang", "en", "--text", title, "--plain", "--deal", "5"]
    typed = "\n" * 8 + "1\nquit\n"
    if is_linux:
        command = [sys.executable, "-m", "game", "--data", str(data), *words]
        done = subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, encoding="utf-8", check=True)
        said = done.stdout
    else:
        said = trial.wine.run(trial.text_program, "--data", trial.wine.windows_path(data), *words, typed=typed)
    assert "is saved" in said, said


def played(data: Path, title: str) -> list[bytes]:
    """The entries of the only match, as its record has them."""
    store = Store(data)
    save = store.latest(title)
    assert save is not None and not save.provenance.edited and len(list(store.matches.glob("*.mallow"))) == 1
    return [json.dumps(entry, ensure_ascii=False).encode() for entry in save.record.data["log"]]


def log_of(data: bytes) -> list[Any]:
    log: list[Any] = savefile.unpack(data, b"").record.data["log"]
    return log


def compare_records(trial: Trial) -> None:
    """The same seeds give the same matches of the same bots, byte by byte."""
    for title, rules in TITLES.items():
        folders = {}
        for system in ("linux", "windows"):
            folders[system] = OUT / f"records of {title} on {system}"
            words = ["simulate", title, "--seats", "2", "--games", "2", "--bots", "beginner,expert", "--records"]
            if system == "linux":
                command = [sys.executable, "-m", "game", *words, str(folders[system])]
                subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
            else:
                trial.wine.run(trial.text_program, *words, trial.wine.windows_path(folders[system]))
        linux, windows = ({file.name: file.read_bytes() for file in f.iterdir()} for f in folders.values())
        assert linux and linux == windows, f"{title}: other records than on Linux ({rules.__name__})"


def uninstall(trial: Trial) -> None:
    """It takes away all that it has brought and leaves saves, and what somebody else put there."""
    kept = {file: file.read_bytes() for file in trial.data.rglob("*") if file.is_file()}
    assert any(file.suffix == ".mallow" for file in kept)
    note = trial.home / "mine.txt"
    note.write_text("mine", "utf-8")
    run_uninstaller(trial)
    assert [file.name for file in trial.home.iterdir()] == [note.name]
    note.unlink()
    trial.home.rmdir()
    assert {file: file.read_bytes() for file in trial.data.rglob("*") if file.is_file()} == kept
    assert trial.files() - trial.files_before == set(kept)


def run_uninstaller(trial: Trial, *words: str) -> None:
    """It starts a copy of itself, which can delete the file, and ends before that copy."""
    trial.wine.run(trial.home / "uninstall.exe", "/S", *words)
    until(lambda: not (trial.home / "uninstall.exe").exists() and not trial.is_registered(), "the uninstaller")
    assert not any(link.exists() for link in (*trial.entries, trial.icon))


def install_twice(trial: Trial) -> None:
    """A version over another takes its files away first, but not while they are in use, and not the icon.

    Asked to, the uninstaller takes the saves too."""
    install(trial)
    trial.icon.touch()
    with trial.open_window() as game:
        run_setup(trial, status=1)
        assert game.leave() == 0
    until(trial.is_gone, "the end of all processes")
    install(trial)
    assert trial.icon.stat().st_size > 0
    run_uninstaller(trial, "/FORGET")
    until(lambda: not trial.home.exists() and not trial.data.exists(), "an empty place")
    assert trial.files() == trial.files_before


STEPS: tuple[Callable[[Trial], None], ...] = (
    clear,
    check_files,
    install,
    self_test,
    play_by_clicks,
    resume_by_clicks,
    start_often,
    start_as_explorer_does,
    exchange_saves,
    compare_records,
    uninstall,
    install_twice,
)


def main() -> None:
    require("wine", "Xvfb", "xdotool", "openbox")
    with open_display() as display, Wine(display.name).running() as wine:
        trial = Trial(wine, display)
        for step in STEPS:
            begun = time.monotonic()
            step(trial)
            print(f"{step.__name__.replace('_', ' ')}: {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
