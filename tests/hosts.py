"""Hosts of matches without a screen and without another process, and stores that save them."""

from __future__ import annotations

from pathlib import Path

from game.data import catalog
from game.disk import saving
from game.disk.savefile import Save
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.dice import Dice
from game.play.host import Chair, Host, Setup
from tests.inline_worker import InlineWorker

TITLES = list(catalog.titles())


KEY = b"key of the tests"
"""The key of saves that are made without a Store."""


def make_setup(title: str, people: int = 1, practice: bool = False) -> Setup:
    """Three seats, if the title allows it: `people` persons, the rest random bots."""
    spec = catalog.spec(title)
    seats = min(max(3, spec.seats[0]), spec.seats[-1])
    bots = [""] * people + ["random"] * (seats - people)
    return Setup(title, tuple(Chair(f"Player {n}", bot, "fox") for n, bot in enumerate(bots)), practice=practice)


def new_host(title: str, seed: int = 1, practice: bool = False, worker: InlineWorker | None = None) -> Host:
    return Host(make_setup(title, practice=practice), worker or InlineWorker(), seed)


def play_moves(host: Host, moves: int = 10**6, seed: int = 0) -> Host:
    """Play that number of random moves for all seats, or to the end of the match."""
    dice = Dice("go", seed)
    for _ in range(moves):
        if host.over:
            break
        seat = dice.pick(host.deciders)
        host.play(seat, dice.pick(host.view(seat).legal))
    return host


def start_autosave(folder: Path, host: Host) -> tuple[Store, Autosave]:
    """Save the host now and after each change. Returns the store and what saves it."""
    store = Store(folder)
    autosave = Autosave.new(store)
    host.on_change = autosave
    autosave(host)
    return store, autosave


def latest_save(store: Store, title: str) -> Save:
    """The newest save of a title. There must be one."""
    found = store.latest(title)
    assert found is not None
    return found


def load_host(store: Store, name: str) -> Host:
    return store.load(name, lambda plain: saving.make_host(plain, InlineWorker()))
