"""How scenes come about that need more than other scenes: the first one, the menu, and a table with its host."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from functools import partial

import pygame

from game.ai.worker import Worker
from game.disk import files, saving
from game.disk.resume import resume_match
from game.disk.saving import Keeper
from game.disk.store import Store
from game.engine.errors import SaveError
from game.play.host import Host, Setup
from game.play.live import Live, can_race
from game.play.replay import Replay
from game.start.report import report
from game.ui.history.saves import SavedMatches
from game.ui.scene import Scene
from game.ui.screens.menu import MenuScreen
from game.ui.screens.title import TitleScreen


def first(worker: Worker, store: Store | None = None) -> Scene:
    """Without a store nothing is kept."""
    return TitleScreen(partial(menu, worker, store))


def menu(worker: Worker, store: Store | None = None) -> Scene:
    shelf = SavedMatches(store, partial(resumed, worker, store), partial(replay, worker, store)) if store else None
    return MenuScreen(partial(table, worker, store), shelf)


def table(worker: Worker, store: Store | None, setup: Setup) -> Scene:
    """A new match. Here, and only here, chance comes into the house."""
    host = Host(setup, worker, secrets.randbits(63))
    return seated(host, Keeper.new(store) if store else None)


def resumed(worker: Worker, store: Store, name: str, before: bool = False) -> Scene:
    """A saved match goes on; one that was kept under a name stays, and another goes on from there."""
    host, keeper = resume_match(store, worker, name, before=before)
    return seated(host, keeper, again=True)


def replay(worker: Worker, store: Store, name: str) -> Scene:
    """A finished match, to look at."""
    from game.ui.history.replay import ReplayScene

    return ReplayScene(store.load(name, lambda plain: saving.past(plain, worker)))


def seated(host: Host, keeper: Keeper | None = None, again: bool = False) -> Scene:
    """`make_rematch`: a match that goes on where it stands, without a motion."""
    from game.ui.table.scene import TableScene  # late: the menu shall not wait for it

    scene = TableScene(host, Live(host) if host.setup.live and can_race(host.rules) else None)
    if again:
        scene.catch_up()
    scene.make_menu = partial(_left, host, keeper)
    scene.make_rematch = partial(_again, host, keeper)
    if keeper is not None:
        scene.save_copy = partial(keeper.keep_copy, host)
        host.on_change = keeper
        keeper(host)
    return scene


def rescued(worker: Worker, store: Store, error: Exception, stack: Sequence[Scene]) -> Scene:
    """After an unexpected error: the match that was played goes on from its save, or else from where it stands."""
    from game.ui.screens.crash import CrashScreen

    host = next((found for found in map(_played, reversed(stack)) if found is not None), None)
    troubles = host.troubles if host is not None else []
    told = report(error, host, [f"pygame-ce {pygame.version.ver}, SDL {pygame.get_sdl_version()}"], troubles)
    with contextlib.suppress(OSError):
        files.write(store.folder / "report.txt", told.encode("utf-8", "backslashreplace"))
    resume = partial(_go_on, host, store) if host is not None and not host.over else None
    return CrashScreen(told, resume, partial(menu, worker, store))


def _played(scene: Scene) -> Host | None:
    host = getattr(scene, "host", None)
    return host if isinstance(host, Host) and not isinstance(host, Replay) else None


def _go_on(host: Host, store: Store) -> Scene:
    keeper = host.on_change
    if isinstance(keeper, Keeper):
        with contextlib.suppress(SaveError):
            return resumed(host.worker, store, keeper.name)
        store.claim(keeper.name)
    again = Host(host.setup, host.worker, host.seed, host.match, host.provenance)
    again.seals = list(host.seals)
    return seated(again, keeper if isinstance(keeper, Keeper) else None, again=True)


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
