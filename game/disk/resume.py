"""Opens a saved match to play on. Window and terminal share it."""

from __future__ import annotations

from game.ai.worker import Worker
from game.disk import saving
from game.disk.limits import Kept
from game.disk.saving import Autosave
from game.disk.store import Store
from game.play.host import Host


def resume_match(store: Store, worker: Worker, name: str, *, before: bool = False) -> tuple[Host, Autosave]:
    """The match of a save, and what saves it from now on. With `before` it is the state before the last move.

    A save with a name of its own stays as it is: the match goes on in a new save. FullStore if there is no
    room for one.
    """
    store.claim_or_refuse(name)
    try:
        load = store.load_backup if before else store.load
        save, host = load(name, lambda save: (save, saving.make_host(save, worker)))
    except BaseException:
        store.release(name)
        raise
    if save.name:
        store.release(name)
        store.check_room(Kept.OPEN)
        return host, Autosave.new(store)
    return host, Autosave.of(store, save)
