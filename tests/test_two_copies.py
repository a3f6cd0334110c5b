"""Two running copies of the program never harm each other's matches."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.disk.store import Store
from game.engine.dice import Dice

ROOT = Path(__file__).parent.parent
STEPS = 14
EVENINGS = 5 if sys.platform == "win32" else 20
"""Wine takes seconds to start a copy again."""
WISHES = (*("open", "play", "play", "play", "leave", "delete", "restore", "kill", "close", "unlink"), "finish")


class Running:
    """A real process with a Store. It answers when what it was told is on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._start()

    def _start(self) -> None:
        words = [sys.executable, "-m", "tests.copy_of_program", str(self._folder)]
        self._process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sits = False
        self.deleted = False

    def tell(self, line: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def restart(self) -> None:
        self.kill()
        self._start()


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[list[Running]]:
    running = [Running(tmp_path), Running(tmp_path)]
    yield running
    for copy in running:
        copy.kill()


class Evening:
    """One match, two copies, and what is known of it. An acknowledged move must be found again."""

    def __init__(self, folder: Path, copies: list[Running]) -> None:
        self._folder, self._copies = folder, copies
        first = copies[0]
        self._entries = int(first.tell("new"))
        self.name = first.tell("name")
        first.sits, first.deleted, copies[1].sits, copies[1].deleted = True, False, False, False
        self._exists = True

    def do(self, copy: Running, wish: str) -> None:
        other = next(each for each in self._copies if each is not copy)
        match wish:
            case "unlink":
                with contextlib.suppress(PermissionError):  # Windows deletes no open file
                    (self._folder / "matches" / f"{self.name}.lock").unlink(missing_ok=True)
            case "kill" | "close":
                if wish == "close":
                    copy.tell("close")
                copy.restart()
            case "leave":
                copy.tell("leave")
                copy.sits = False
            case "open":
                answer = copy.tell(f"open {self.name}")
                copy.sits = answer.isdigit()
                if other.sits:
                    assert answer == "busy" or (answer == "gone" and not self._exists), "two copies play one match"
                elif self._exists:
                    assert copy.sits and int(answer) >= self._entries, "moves are lost"
                    self._entries = int(answer)
                else:
                    assert answer == "gone"
            case "play" | "finish" if copy.sits:
                answer = copy.tell(wish)
                if answer.isdigit() and self._exists:
                    self._entries = int(answer)
            case "delete":
                answer = copy.tell(f"delete {self.name}")
                if other.sits:
                    assert answer in ("busy", "gone")
                elif answer == "deleted":
                    self._exists, copy.deleted = False, True
            case "restore":
                answer = copy.tell(f"restore {self.name}")
                if answer == "restored":
                    assert copy.deleted
                    self._exists, copy.deleted = True, False

    def check(self) -> None:
        store = Store(self._folder)
        found = {plain.id: plain for plain in [*store.saves(), *store.finished()]}
        if self._exists:
            assert len(found[self.name].record.data["log"]) >= self._entries, "moves are lost"
        store.close()


def play_evenings(folder: Path, copies: list[Running], evenings: int) -> None:
    for evening in range(evenings):
        dice = Dice("two copies", evening)
        match = Evening(folder, copies)
        for _ in range(STEPS):
            match.do(dice.pick(copies), dice.pick(WISHES))
        for copy in copies:
            copy.tell("leave")
        match.check()


@pytest.mark.skipif(sys.platform == "win32", reason="a lock file that is open cannot be deleted there")
def test_without_its_lock_file_a_match_still_has_one_player(copies: list[Running], tmp_path: Path) -> None:
    first, second = copies
    first.tell("new")
    name = first.tell("name")
    for _ in range(3):
        (tmp_path / "matches" / f"{name}.lock").unlink()
        assert second.tell(f"open {name}") == "busy"
        assert second.tell(f"delete {name}") == "busy"
        assert int(first.tell("play")) > 1
        (tmp_path / "matches" / f"{name}.lock").touch()
    first.tell("leave")
    assert second.tell(f"open {name}").isdigit()


def test_a_copy_cannot_take_back_a_delete_over_newer_moves(copies: list[Running], tmp_path: Path) -> None:
    first, second = copies
    first.tell("new")
    name = first.tell("name")
    first.tell("leave")
    assert second.tell(f"delete {name}") == "deleted"
    assert first.tell(f"open {name}") == "gone"
    assert second.tell(f"restore {name}") == "restored"
    assert first.tell(f"open {name}").isdigit()
    assert second.tell(f"delete {name}") == "busy"


def test_no_move_is_lost_between_two_copies(copies: list[Running], tmp_path: Path) -> None:
    play_evenings(tmp_path, copies, EVENINGS)


@pytest.mark.soak
def test_no_move_is_lost_between_two_copies_on_many_evenings(copies: list[Running], tmp_path: Path) -> None:
    play_evenings(tmp_path, copies, 500)
