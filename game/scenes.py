"""How scenes come about that need more than other scenes: the first one, the menu, and a table with its host."""

from __future__ import annotations

import secrets
from functools import partial

from game.ai.worker import Worker
from game.host import Host, Setup
from game.live import Live, can_race
from game.ui.menu import MenuScreen
from game.ui.scene import Scene
from game.ui.title import TitleScreen


def first(worker: Worker) -> Scene:
    return TitleScreen(partial(menu, worker))


def menu(worker: Worker) -> Scene:
    return MenuScreen(partial(table, worker))


def table(worker: Worker, setup: Setup) -> Scene:
    """A new match. Here, and only here, chance comes into the house."""
    return seated(Host(setup, worker, secrets.randbits(63)))


def seated(host: Host) -> Scene:
    from game.ui.table.scene import TableScene  # late: the menu shall not wait for it

    scene = TableScene(host, Live(host) if host.setup.live and can_race(host.rules) else None)
    scene.menu = partial(menu, host.worker)
    scene.again = partial(table, host.worker)
    return scene
