"""Faults while playing: whatever breaks beside the match, the match goes on and says so in one line."""

from __future__ import annotations

import errno
import io
import itertools
import os
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai.worker import Ticket
from game.data import catalog
from game.disk import files
from game.disk.saving import Autosave
from game.disk.settings import Settings
from game.disk.store import Store
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.view import View
from game.play.draft import clean_name
from game.start import scenes
from game.start.prepare import write_problem
from game.titles import TITLES
from game.ui.entry import single_line
from game.ui.table.scene import TableScene
from game.words.message import Message
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.table import QUICK, TableDriver
from tests.test_table import agree
from tests.unruly import PatientWorker

FAULTS = ("killed", "killed before", "hung", "hung before", "garbage", "noise", "illegal", "silent")
MOST = 8000
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


# Bots


class Shaken(PatientWorker):
    """A real process, to which something happens now and then."""

    def __init__(self, seed: str, share: float) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._dice = Dice("shaken", seed)
        self._share = share
        self._moves: dict[str, None] = {}
        self._fault = ""
        self._polls = 0
        self._stopped = False
        """Whether the process was stopped. It may have answered just before, so the next question finds it so."""

    def start(self) -> None:
        super().start()
        self._stopped = False

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        if self._process is None or not self._process.is_alive():
            self.stop()
            self.start()
        self._fault = self._dice.pick(FAULTS) if self._dice.random() < self._share else ""
        self._polls = self._dice.pick(range(3))
        self.frozen = self._stopped or self._fault == "silent"
        if self._fault.endswith("before"):
            self._hit()
        elif self._fault in ("garbage", "noise", "silent"):
            bot = self._fault
            self.faults.append(self._fault)
        elif self._fault == "illegal":
            legal = {move.text for move in view.legal}
            bot = next((f"illegal={text}" for text in self._moves if text not in legal), "garbage")
            self.faults.append(self._fault)
        self._moves |= dict.fromkeys(move.text for move in view.legal)
        return super().ask(rules, view, bot, *seed)

    def look_for_answer(self, ticket: Ticket) -> None:
        if self._fault in ("killed", "hung"):
            self._polls -= 1
            if self._polls < 0:
                self._hit()
        super().look_for_answer(ticket)
        if not ticket.open:
            self._fault = ""

    def _hit(self) -> None:
        assert self._process is not None and self._process.pid is not None
        with suppress(ProcessLookupError):  # it died of something else
            os.kill(self._process.pid, signal.SIGKILL if self._fault.startswith("killed") else signal.SIGSTOP)
        self.faults.append(self._fault)
        self._stopped = self.frozen = self._fault.startswith("hung")
        self._fault = "done"


def overheard(scene: TableScene) -> list[str]:
    """All that it says from now on."""
    said: list[str] = []
    report = scene._report

    def overhear(message: Message) -> None:
        said.append(scene.board.words.say(message))
        report(message)

    scene._report = overhear  # type: ignore[method-assign]
    return said


def shake(title: str, wanted: int, share: float) -> list[str]:
    """Matches through the screen until so many faults have happened; which they were."""
    faults: list[str] = []
    for seed in range(MOST):
        worker = Shaken(f"{title} {wanted} {seed}", share)
        table = TableDriver(title, catalog.spec(title).seats[-1], worker=worker, seed=seed, size=(320, 180))
        said = overheard(table.table)
        try:
            while not table.host.over and len(faults) + len(worker.faults) < wanted:
                table.wait()
                if table.top is table.table:
                    table.choose()
                else:
                    table.answer()
            table.frames(2)
            line = table.kit.texts("error.bot_lost")
            troubles = len(table.host.troubles)
            told = said.count(line)
            assert table.log.count(line) == told
            assert bool(told) == bool(troubles) and told <= troubles  # two that come together are told together
            assert troubles <= len(worker.faults)
        finally:
            table.close()
        faults += worker.faults
        if len(faults) >= wanted:
            return faults
    raise AssertionError("not enough happened")


@unix
@pytest.mark.parametrize("title", TITLES)
def test_a_match_goes_on_whatever_happens_to_the_bots(title: str) -> None:
    shake(title, 13, 0.7)


@unix
@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_five_hundred_faults_of_bots(title: str) -> None:
    assert set(shake(title, 125, 0.2)) == set(FAULTS)


# The window


SIZES = ((1, 1), (1, 300), (300, 1), (2, 2), (40, 30), (500, 60), (60, 400), (200, 200), (641, 361), (320, 180))
SMALL = (400, 225)
LIVELY = replace(QUICK, speed="fast")


def shaken(table: TableDriver, dice: Dice, resizes: int, looks: int) -> None:
    """The window changes its shape and loses the keyboard, while whatever happens goes on."""
    happen = dice.shuffled([True] * resizes + [False] * looks)
    for resize in happen:
        if resize:
            table.surface = pygame.Surface(dice.pick(SIZES))
        else:
            table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
            table.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
        wide, high = table.surface.get_size()
        table.move((dice.below(wide), dice.below(high)))
        for _ in range(dice.below(3)):
            table.step(dt=0.05)
    table.resize(SMALL)


def turned(table: TableDriver) -> None:
    """Up to where somebody at the table has to decide, and nobody else."""
    for _ in range(MOST):
        table.wait()
        if table.top is table.table:
            if set(table.host.deciders) <= set(table.host.people):
                return
            table.step(dt=0.1)
            continue
        table.answer()
        if table.host.over:
            return


def shake_window(worker: InlineWorker, title: str, people: int, resizes: int, looks: int, turns: int) -> None:
    """Matches in a quiet window and the same in a wild one, until that was shaken in so many turns."""
    dice = Dice("window", title, people)
    seats, left = catalog.spec(title).seats[-1], turns
    for seed in itertools.count(7):
        quiet, wild = (
            TableDriver(title, seats, people, worker=worker, settings=settings, seed=seed, size=SMALL)
            for settings in (QUICK, LIVELY)
        )
        while left:
            turned(quiet)
            turned(wild)
            if quiet.host.over:
                break
            shaken(wild, dice, resizes // turns // 2, looks // turns // 2)
            turned(wild)
            agree(wild)
            assert wild.host.match.digest() == quiet.host.match.digest(), (seed, left)
            quiet.choose()
            wild.choose()
            shaken(wild, dice, resizes // turns // 2, looks // turns // 2)
            left -= 1
        for table in (quiet, wild):
            table.close()
        if not left:
            return


@pytest.mark.parametrize(("title", "people"), list(zip(TITLES, (1, 2, 1, 2), strict=True)))
def test_resizes_and_looking_away_change_nothing(title: str, people: int, worker: InlineWorker) -> None:
    shake_window(worker, title, people, 48, 16, 4)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("people", [1, 2])
def test_ten_thousand_resizes_change_nothing(title: str, people: int, worker: InlineWorker) -> None:
    shake_window(worker, title, people, 1280, 160, 10)


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (900, 2)])
def test_every_screen_can_be_drawn_in_the_strangest_window(size: tuple[int, int], worker: InlineWorker) -> None:
    driver = Driver(scenes.make_title_screen(worker), (640, 360), QUICK)
    for name in ("", "rules", "settings", "keys", next(iter(TITLES)), "start"):
        if name:
            driver.click(name)
        else:
            driver.key("return")
        driver.resize(size)
        driver.resize((640, 360))
        if name in ("rules", "settings", "keys"):
            driver.key("escape")


# Names


NAMES = (
    "", "x" * 64, "W" * 64, "🍡🐢👩‍👩‍👧", "\u202eשלום \u05d0\u05d1", "مرحبا", "a\x00\x1b[31m\nb\t",
    "<b>&amp;<img src=x>", "{name}{0}{", "%s%n %(x)s", "\ud800\udfff",
    "é" + "\u0301" * 60, " ", "\u200b", "\ufeff\u2028",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_played_under(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, worker: InlineWorker
) -> None:
    """Table, log, curtain, scores; and the list of saves."""
    monkeypatch.setattr("tests.table.NAMES", (name, f"{name}2", *NAMES))
    table = TableDriver("jelly_mind", 2, 2, worker=worker, size=(320, 180))
    store = Store(tmp_path)
    autosave = Autosave.new(store)
    turned(table)
    table.key("l")
    table.frames(2)
    autosave(table.host)
    autosave.save_copy(table.host, name)
    table.play_to_end()
    autosave.release()
    driver = Driver(scenes.make_menu(worker, store), (320, 180), QUICK)
    driver.click("saves")
    driver.frames(3)
    assert len(store.saves()) >= 1
    store.close()
    table.close()


def test_any_name_can_be_written(worker: InlineWorker) -> None:
    for name in NAMES:
        driver = Driver(scenes.make_menu(worker), (640, 360), QUICK)
        driver.open_title("jelly_mind")
        driver.click("name 0")
        driver.step(pygame.Event(pygame.TEXTINPUT, text=name))
        driver.frames(1)
        driver.key("return")
        driver.click("start")
        driver.frames(3)
        shown = driver.top.host.names[0]
        assert shown == (clean_name(single_line(name)) or "Ana") and len(shown) <= 64


@unix
@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_typed_in_a_terminal(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that are no letters come out of a terminal as halves of letters."""
    raw = io.BytesIO()
    lines = "".join(f"{line}\n" for line in ("2", "1", "", name.replace("\n", " "), "", "log", "?"))
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(lines))
        patch.setattr("sys.stdout", io.TextIOWrapper(raw, "utf-8", write_through=True))
        patch.setattr("game.text_mode.session.Worker", InlineWorker)
        patch.setattr(InlineWorker, "start", lambda self: None)
        from game import text_mode

        assert text_mode.run(Settings(language="en"), tmp_path, "jelly_mind") == 0
    assert b"\x1b" not in raw.getvalue() and raw.getvalue().decode()


# The data folder


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_where_nothing_can_be_written_play_goes_on(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: InlineWorker
) -> None:
    """One notice, and as soon as there is room again everything is kept."""
    told: list[Message] = []
    store = Store(tmp_path / "data")
    driver = Driver(scenes.make_title_screen(worker, store), (320, 180), QUICK, tmp_path / "data" / "settings.json")
    driver.app.new_save_trouble = store.new_trouble
    tell = driver.app.notices.show

    def overhear(message: Message) -> None:
        told.append(message)
        tell(message)

    monkeypatch.setattr(driver.app.notices, "show", overhear)
    whole = tempfile.mkstemp

    def full(*_: object, **__: object) -> Any:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", full)
        driver.key("return")
        driver.open_title("marshmallow_test")
        driver.click("start")
        host = driver.top.host
        while host.turn <= 8:
            driver.until(lambda: driver.top.asking, "a question", dt=0.1)
            host.play(0, host.view(0).legal[0])
            store.flush()
            driver.frames(3)
        assert len(told) == 1 and os.strerror(number) in str(told[0])
        driver.app.change(driver.kit.settings.with_changes(language="fr"))
        driver.frames(2)
    assert tempfile.mkstemp is whole
    host.play(0, host.view(0).legal[0]) if 0 in host.deciders else driver.frames(30, dt=0.2)
    assert store.flush() and store.trouble == "" and len(store.saves()) == 1
    store.close()


def test_two_copies_that_start_at_once_can_both_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both try it out with a file of the same name, and one may delete it before the other does."""
    write = files.write

    def write_and_lose(path: Path, data: bytes) -> None:
        write(path, data)
        path.unlink()

    monkeypatch.setattr(files, "write", write_and_lose)
    assert write_problem(tmp_path) == "" and list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_told_of_in_one_line(tmp_path: Path, worker: InlineWorker) -> None:
    (tmp_path / "data").write_bytes(b"")
    assert "nothing can be saved" in write_problem(tmp_path / "data")
    store = Store(tmp_path / "data")
    driver = Driver(scenes.make_menu(worker, store), (320, 180), QUICK)
    driver.app.new_save_trouble = store.new_trouble
    driver.open_title("face_to_face")
    driver.click("start")
    driver.frames(20)
    assert isinstance(driver.top, TableScene)
    driver.key("escape")
    driver.frames(2)
    store.close()
