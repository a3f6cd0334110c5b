"""A monkey at the real menu: it presses whatever there is on any screen, and nothing breaks.

The data folder holds matches, finished matches, results, and files that are damaged, foreign or forged.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from game.disk import savefile, saving
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.dice import Dice
from game.start import scenes
from game.ui.form import Form
from game.ui.table.scene import TableScene
from game.ui.widgets import Widget
from tests.hosts import KEY, TITLES, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver

KEYS = ("return", "return", "escape", "tab", *("up", "down", "left", "right"), *"uhlrpotx", "f1")
SIZES = ((640, 360), (800, 600), (480, 800))
RESTART_CHANCE = 0.005
"""How likely the monkey closes the window and starts the program again, wherever it is."""
PLAYED_BEFORE_A_LOOK_AROUND = 6
"""At a table so many presses in a row are made before the monkey may leave it."""


def fill(folder: Path) -> None:
    """Matches of every title, open and finished, and every kind of bad file."""
    store = Store(folder)
    for number, title in enumerate(TITLES):
        for moves in (3 + number, 400):
            autosave = Autosave.new(store)
            host = play_moves(new_host(title, seed=number), moves)
            autosave(host)
            autosave.save_copy(host, f"copy {number}")
            autosave.release()
    store.flush()
    save = saving.snapshot(play_moves(new_host(TITLES[0]), 5), "20200101-000000-aaaaaaaa", 0, 0)
    data = savefile.pack(save, KEY)
    bad = {"foreign": data.replace(b"MALLOW 2", b"MALLOW 9"), "cut": data[:-30], "nothing": b"", "noise": b"\xff" * 99}
    for name, content in bad.items():
        for where in (store.matches, store.records):
            (where / f"20200101-000000-{name}.mallow").write_bytes(content)
        (store.results / f"20200101-000000-{name}.json").write_bytes(content)
    (store.matches / f"{save.id}.mallow").write_bytes(data)
    odd = replace(save, id="20200101-000000-bbbbbbbb", name="\u202e{0}\ud800")
    (store.matches / f"{odd.id}.mallow").write_bytes(savefile.pack(odd, KEY))
    if hasattr(os, "mkfifo"):
        os.mkfifo(store.matches / "20200101-000000-pipe.mallow")
        os.mkfifo(store.results / "20200101-000000-pipe.json")
    store.close()


class Monkey:
    def __init__(self, folder: Path, seed: str) -> None:
        self._folder = folder
        self._dice = Dice("monkey", seed)
        self.seen: Counter[str] = Counter()
        """How often each kind of screen was on top, and how often something of note was done."""
        self._played = 0
        self._start()

    def _start(self) -> None:
        """A new run of the program on the same folder."""
        self._store = Store(self._folder)
        worker = InlineWorker(self._dice.pick((0, 3)))
        settings = ENGLISH.with_changes(language=self._dice.pick(("en", "es", "fr")), speed="off")
        self._driver = Driver(scenes.make_menu(worker, self._store), self._dice.pick(SIZES), settings)

    def close(self) -> None:
        self._driver.app.close()
        self._store.close()

    def step(self) -> None:
        driver = self._driver
        if driver.top is None or self._dice.random() < RESTART_CHANCE:
            self.close()
            self._start()
            self.seen["restart"] += 1
            return
        self.seen[type(driver.top).__name__] += 1
        if isinstance(driver.top, TableScene):
            self._step_at_table(driver.top)
        else:
            self._press_something()
        driver.frames(2, dt=0.4)

    def _step_at_table(self, table: TableScene) -> None:
        """Play mostly, and take back now and then."""
        self._played = (self._played + 1) % (2 * PLAYED_BEFORE_A_LOOK_AROUND)
        if self._played >= PLAYED_BEFORE_A_LOOK_AROUND:
            self._press_something()
            return
        turn = table.host.turn
        self._driver.key(self._dice.pick(("return", "return", "return", "tab", "right", "u")))
        self._driver.frames(2, dt=0.4)
        self.seen["undone"] += table.host.turn < turn
        self.seen["played"] += table.host.turn > turn

    def _press_something(self) -> None:
        driver, dice = self._driver, self._dice
        stops: list[Widget] = driver.top.tab_stops if isinstance(driver.top, Form) else []
        chance = dice.random()
        if stops and chance < 0.6:
            widget = dice.pick(stops)
            self.seen["resumed"] += widget.name.startswith(("resume ", "go "))
            if [each.name for each in driver.top.all_widgets].count(widget.name) == 1:
                driver.click(widget.name)
            else:
                driver.click_at(driver.top.screen_rect(widget).center)
        elif chance < 0.85:
            driver.key(dice.pick(KEYS))
        elif chance < 0.9:
            driver.wheel(dice.pick((-3, 3)))
        elif chance < 0.98:
            width, height = driver.surface.get_size()
            driver.click_at((int(dice.random() * width), int(dice.random() * height)))
        else:
            driver.resize(dice.pick(SIZES))


def let_loose(folder: Path, steps: int, seed: str) -> Counter[str]:
    fill(folder)
    monkey = Monkey(folder, seed)
    for number in range(steps):
        try:
            monkey.step()
        except Exception as error:
            raise AssertionError(f"step {number} of monkey {seed}: {type(error).__name__}: {error}") from error
    monkey.close()
    return monkey.seen


def test_a_monkey_breaks_nothing(tmp_path: Path) -> None:
    seen = let_loose(tmp_path, 150, "short")
    assert seen["TableScene"] and len(seen) > 5


@pytest.mark.soak
def test_a_monkey_breaks_nothing_in_5000_steps(tmp_path: Path) -> None:
    seen = let_loose(tmp_path, 5000, "long")
    assert seen["resumed"] > 20 and seen["undone"] > 5 and seen["restart"] and len(seen) > 15, seen
