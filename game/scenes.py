"""How scenes come about that need more than other scenes: the first one, the menu, and a table with its host."""

from __future__ import annotations

import secrets
from functools import partial

from game import saving
from game.ai.worker import Worker
from game.host import Host, Setup
from game.live import Live, can_race
from game.saving import Keeper
from game.store import Store
from game.ui.menu import MenuScreen
from game.ui.saves import BusySave, Shelf
from game.ui.scene import Scene
from game.ui.title import TitleScreen


def first(worker: Worker, store: Store | None = None) -> Scene:
    """Without a store nothing is kept."""
    return TitleScreen(partial(menu, worker, store))


def menu(worker: Worker, store: Store | None = None) -> Scene:
    shelf = Shelf(store, partial(resumed, worker, store), partial(replay, worker, store)) if store else None
    return MenuScreen(partial(table, worker, store), shelf)


def table(worker: Worker, store: Store | None, setup: Setup) -> Scene:
    """A new match. Here, and only here, chance comes into the house."""
    host = Host(setup, worker, secrets.randbits(63))
    return seated(host, Keeper.new(store) if store else None)


def resumed(worker: Worker, store: Store, name: str, before: bool = False) -> Scene:
    """A saved match goes on; one that was kept under a name stays, and another goes on from there."""
    if not store.claim(name):
        raise BusySave("it is open in another window")
    try:
        load = store.load_before if before else store.load
        plain, host = load(name, lambda plain: (plain, saving.restored(plain, worker)))
    except BaseException:
        store.release(name)
        raise
    if plain["name"]:
        store.release(name)
        return seated(host, Keeper.new(store), again=True)
    return seated(host, Keeper(store, name, plain["started"]), again=True)


def replay(worker: Worker, store: Store, name: str) -> Scene:
    """A finished match, to look at."""
    from game.ui.replay import ReplayScene

    return ReplayScene(store.load(name, lambda plain: saving.past(plain, worker)))


def seated(host: Host, keeper: Keeper | None = None, again: bool = False) -> Scene:
    """`again`: a match that goes on where it stands, without a motion."""
    from game.ui.table.scene import TableScene  # late: the menu shall not wait for it

    scene = TableScene(host, Live(host) if host.setup.live and can_race(host.rules) else None)
    if again:
        scene.catch_up()
    scene.menu = partial(_left, host, keeper)
    scene.again = partial(_again, host, keeper)
    if keeper is not None:
        scene.keep = partial(keeper.keep_copy, host)
        scene.news = keeper.store.news
        host.on_change = keeper
        keeper(host)
    return scene


def _left(host: Host, keeper: Keeper | None) -> Scene:
    if keeper is not None:
        keeper.leave()
    return menu(host.worker, keeper.store if keeper else None)


def _again(host: Host, keeper: Keeper | None, setup: Setup) -> Scene:
    if keeper is not None and host.over:
        keeper.leave()
    elif keeper is not None:
        keeper.give_up()
    return table(host.worker, keeper.store if keeper else None, setup)
