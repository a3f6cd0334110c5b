"""Wine: runs Windows programs on Linux, in a prefix (a Windows system in a folder) of our own."""

from __future__ import annotations

import codecs
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.waiting import LIMIT_S

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "windows"
QUIET = {
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "winemenubuilder.exe=d;mscoree=;mshtml=",  # no entries in this desktop's menu; no .NET, no HTML
    "LC_ALL": "C.UTF-8",  # file names with any letters
}
SCREENLESS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
COMPILED = {"PYTHONPYCACHEPREFIX": "Z:" + str(WORK / "pycache").replace("/", "\\")}
"""Compiled modules of the Windows interpreter lie in a folder of their own, and not beside those for Linux."""


def require(*tools: str) -> None:
    """End with a sentence if a tool is not installed."""
    packages = {"wine": "wine wine64", "makensis": "nsis", "Xvfb": "xvfb"}
    absent = [packages.get(tool, tool) for tool in tools if shutil.which(tool) is None]
    if absent:
        sys.exit(f"Wine or what goes with it is missing. On Debian: apt-get install {' '.join(absent)}")


class Wine:
    """A Windows system in a folder. The same user and drives as on a new one."""

    def __init__(self, display: str = "", prefix: Path = WORK / "prefix") -> None:
        """All programs share one screen, because the first one starts Wine's desktop there. Without one, no windows."""
        self.prefix = prefix
        self._screen = {"DISPLAY": display} if display else {}
        self.drive = prefix / "drive_c"

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        kept = {key: os.environ[key] for key in ("PATH", "TMPDIR") if key in os.environ}
        return {
            **kept,
            "HOME": str(self.prefix),
            "WINEPREFIX": str(self.prefix),
            **QUIET,
            **self._screen,
            **(extra or {}),
        }

    @contextmanager
    def running(self) -> Iterator[Wine]:
        """Make the system if there is none, and keep its server running meanwhile: programs then start faster."""
        complete = self.prefix / "complete"
        self.prefix.mkdir(parents=True, exist_ok=True)
        self._wait(["wineserver", "--kill"], check=False)  # one that an interrupted run has left
        if not complete.exists():
            shutil.rmtree(self.prefix)
            self.prefix.mkdir()
        self._wait(["wineserver", "--persistent"])
        try:
            # Either of them also starts Wine's services.
            self._wait(["wine", "cmd", "/c", "exit"] if complete.exists() else ["wineboot", "--init"])
            complete.touch()
            yield self
        finally:
            self._wait(["wineserver", "--kill"], check=False)

    def _wait(self, command: list[str], check: bool = True) -> None:
        kept = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, env=self.environment(), check=check, timeout=LIMIT_S, **kept)  # type: ignore[call-overload]

    def run(
        self, *words: str | Path, typed: str = "", status: int | None = 0, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a program to its end. Returns what it prints, which must be UTF-8. AssertionError on another status."""
        process = self.start(*words, env=SCREENLESS if env is None else env, stdin=subprocess.PIPE)
        assert process.stdin is not None
        with process.stdin as keyboard, suppress(BrokenPipeError):
            keyboard.write(typed.encode())
        said = "".join(text_pieces(process))
        code = process.wait(LIMIT_S)
        assert status is None or code == status, f"{' '.join(map(str, words))}: {code}\n{said}"
        return said

    def start(
        self, *words: str | Path, env: Mapping[str, str], stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        """Start a program. Its streams are pipes: with others Python for Windows does not start under Wine."""
        return subprocess.Popen(
            ["wine", *map(str, words)],
            env=self.environment(env),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.drive,
        )

    @property
    def user(self) -> Path:
        """The folder of the user."""
        return next(folder for folder in (self.drive / "users").iterdir() if folder.name != "Public")

    def windows_path(self, path: Path) -> str:
        """How Windows names a file: on drive C, or anywhere on this machine on drive Z."""
        if path.is_relative_to(self.drive):
            return "C:\\" + str(path.relative_to(self.drive)).replace("/", "\\")
        return "Z:" + str(path.absolute()).replace("/", "\\")


def text_pieces(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """What a program prints, until it ends. Services that Wine starts with it keep the pipe open after that.

    AssertionError if it prints nothing for LIMIT_S: it hangs, and is killed."""
    assert process.stdout is not None
    pipe, decoder = process.stdout.fileno(), codecs.getincrementaldecoder("utf-8")("replace")
    last_s = time.monotonic()
    with process.stdout:
        while True:
            has_ended = process.poll() is not None
            readable, _, _ = select.select([pipe], [], [], 0.0 if has_ended else 0.1)
            data = os.read(pipe, 1 << 16) if readable else b""
            if data:
                last_s = time.monotonic()
                yield decoder.decode(data).replace("\r", "")
            elif readable or has_ended:
                return
            elif time.monotonic() - last_s > LIMIT_S:
                process.kill()
                raise AssertionError(f"{process.args!r} said nothing for {LIMIT_S:.0f} s")
