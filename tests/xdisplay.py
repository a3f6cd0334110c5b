"""A virtual X display: Xvfb with a small window manager, for real clicks and real pictures of the window."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pygame

from game.titles import TITLES
from tests.waiting import LIMIT_S, patiently, until

ROOT = Path(__file__).parent.parent
TOOLS = ("Xvfb", "xdotool", "openbox")
SCREEN = (1920, 1080)
STILL_PICTURES = 3
"""A picture that is the same this many times, every 0.4 s, has stopped changing."""
STILL_SETTINGS = {"reduced_motion": True}
"""Settings with which faces at the table keep still, so that a picture can stop changing."""
OTHER_SCREEN_SHARE = 0.4
"""Two screens differ in a larger share of their pixels. A highlight on the same screen differs in a smaller one."""


def missing() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Display:
    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._frame = folder / "Xvfb_screen0"

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
        return {**kept, "DISPLAY": self.name, "XDG_RUNTIME_DIR": str(self._frame.parent)}

    def do(self, *words: str | int) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True, timeout=LIMIT_S
        )
        return done.stdout.strip()

    def close(self, window: str, process: subprocess.Popen[Any]) -> int:
        """Close a window by Alt+F4, repeatedly if the window manager misses the keys. Returns the exit status."""
        self.do("windowactivate", "--sync", window)
        for _ in patiently("the end of the program", look_s=1.0):
            self.do("key", "alt+F4")
            with suppress(subprocess.TimeoutExpired):
                return process.wait(5.0)
        raise AssertionError

    def picture(self) -> pygame.Surface:
        """The whole screen, from the file of Xvfb (an XWD with 32 bits per pixel)."""
        data = self._frame.read_bytes()
        head = struct.unpack(">25I", data[:100])
        size, wide, high, row, colours = head[0], head[4], head[5], head[12], head[19]
        first = size + colours * 12
        assert row == wide * 4
        return pygame.image.frombuffer(data[first : first + row * high], (wide, high), "BGRA").copy()


@contextmanager
def open_display() -> Iterator[Display]:
    folder = Path(tempfile.mkdtemp(prefix="mallow-x"))
    read, write = os.pipe()
    screen = f"{SCREEN[0]}x{SCREEN[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-fbdir", str(folder), "-screen", "0", screen],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        display = Display(f":{pipe.readline().strip()}", folder)
    manager = subprocess.Popen(
        ["openbox"], env=display.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield display
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(LIMIT_S)
        shutil.rmtree(folder, ignore_errors=True)


class RunningGame:
    """The program in a window on the display."""

    def __init__(
        self, display: Display, data: Path, *words: str, command: Sequence[str] = (), **environment: str
    ) -> None:
        """`data` is its folder. A `command` must use this folder by itself; otherwise the source tree is started.

        The folder gets settings, because without them the page of the first start comes."""
        self.display = display
        self.data = data
        with contextlib.suppress(OSError):  # some tests have no folder, or a file that is already there
            data.mkdir(parents=True, exist_ok=True)
            for name, content in (("settings.json", STILL_SETTINGS), ("lessons.json", {"asked": list(TITLES)})):
                with (data / name).open("x", encoding="utf-8") as file:
                    json.dump(content, file)
        self.process = subprocess.Popen(
            [*(command or (sys.executable, "-m", "game", "--data", str(data))), "--lang", "en", *words],
            cwd=ROOT,
            env={**display.environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.window = ""
        self._said = ""

    def __enter__(self) -> RunningGame:
        until(lambda: self._find_window() or self.process.poll() is not None, "a window")
        assert self.process.poll() is None, self.output()
        self.display.do("windowactivate", "--sync", self.window)
        self.display.do("windowmove", "--sync", self.window, 40, 60)
        until(lambda: not self.is_empty(), "something in the window")
        return self

    def _find_window(self) -> bool:
        self.window = (self.display.do("search", "--onlyvisible", "--class", "mallow").splitlines() or [""])[-1]
        return bool(self.window)

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.output()

    @property
    def place(self) -> pygame.Rect:
        lines = dict(
            line.split("=") for line in self.display.do("getwindowgeometry", "--shell", self.window).splitlines()
        )
        return pygame.Rect(*(int(lines[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))

    def picture(self) -> pygame.Surface:
        """A picture of the inside of the window."""
        whole = self.display.picture()
        return whole.subsurface(self.place.clip(whole.get_rect())).copy()

    def is_empty(self) -> bool:
        return colours(self.picture()) < 8

    def click(self, pos: tuple[int, int]) -> None:
        self.display.do("mousemove", "--window", self.window, *pos)
        time.sleep(0.1)
        self.display.do("click", 1)
        time.sleep(0.2)

    def key(self, name: str) -> None:
        self.display.do("key", "--clearmodifiers", name)
        time.sleep(0.2)

    def is_still(self) -> bool:
        """Whether nothing moves in the window."""
        before = self.picture()
        for _ in range(STILL_PICTURES):
            time.sleep(0.4)
            now = self.picture()
            if now.get_size() != before.get_size() or differing(before, now) >= 0.001:
                return False
        return True

    def settled_picture(self) -> pygame.Surface:
        """Wait until the picture has stopped changing, and return it."""
        until(self.is_still, "a picture that stays")
        return self.picture()

    def click_to_next_screen(self, pos: tuple[int, int]) -> None:
        """Click where that opens another screen, and wait for the screen."""
        before = self.picture()
        self.click(pos)
        until(lambda: differing(before, self.picture()) > OTHER_SCREEN_SHARE, "another screen")
        self.settled_picture()

    def children(self) -> list[int]:
        """The processes in which bots think."""
        return worker_processes(self.process.pid)

    def has_children(self) -> bool:
        return bool(self.children())

    def output(self) -> str:
        """Wait for the end of the program. Returns all that it has printed."""
        out = self.process.stdout
        if out is not None and not out.closed:
            self._said = self.process.communicate()[0]
        return self._said

    def leave(self) -> int:
        """Let the window manager close the window. Returns the exit status."""
        return self.display.close(self.window, self.process)


def worker_processes(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and b"spawn_main" in words and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def alive(process: int) -> bool:
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def colours(picture: pygame.Surface) -> int:
    wide, high = picture.get_size()
    return len({picture.get_at_mapped((x, y)) for x in range(0, wide, 16) for y in range(0, high, 16)})


def differing(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of sampled pixels that are not the same."""
    wide, high = one.get_size()
    points = [(x, y) for x in range(0, wide, 5) for y in range(0, high, 5)]
    return sum(one.get_at_mapped(at) != other.get_at_mapped(at) for at in points) / len(points)
