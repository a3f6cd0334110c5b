"""Loads hostile files in a process of its own, and prints what the interpreter did that it must not do."""

from __future__ import annotations

import pickle
import sys
from functools import partial
from pathlib import Path
from typing import Any

from game.disk import savefile, saving
from game.disk.savefile import Save
from game.disk.store import Store
from game.engine.errors import SaveError
from tests.faults import forged_saves, mutations
from tests.hosts import KEY, TITLES, new_host, play_moves
from tests.inline_worker import InlineWorker

FORBIDDEN = ("exec", "compile", "import", "subprocess", "socket", "os.system", "os.exec", "os.spawn", "os.posix_spawn",
             "os.fork", "pickle", "marshal", "ctypes", "code.", "pty", "urllib", "webbrowser", "shutil")  # fmt: skip
seen: list[str] = []
watching = False


def watch(event: str, _: tuple[Any, ...]) -> None:
    if watching and event.startswith(FORBIDDEN):
        seen.append(event)


class Evil:
    def __reduce__(self) -> Any:
        return print, ("owned",)


EVIL_CHAIR = {"name": "<img src=x>", "bot": "__class__", "avatar": "../../x"}


def hostile_files(save: Save, count: int) -> list[bytes]:
    data, plain = savefile.pack(save, KEY), savefile.to_plain(save)
    evil = pickle.dumps(Evil())
    deep = b'{"a":' * 100_000
    return [
        evil,
        data[:74] + evil,
        b"!!python/object/apply:os.system ['true']",
        deep,
        savefile.pack_plain({**plain, "name": "__import__('os').system('true')", "seed": "{0.__class__}"}, KEY),
        savefile.pack_plain({**plain, "chairs": [EVIL_CHAIR] * 3}, KEY),
        *mutations(data, count, 1),
        *forged_saves(save, count, 2),
    ]


def load_everywhere(store: Store, name: str, data: bytes) -> None:
    path = store.matches / f"{name}.mallow"
    path.write_bytes(data)
    (store.results / f"{name}.json").write_bytes(data)
    store.saves()
    store.unreadable()
    store.load_results()
    for read in (saving.make_host, saving.make_replay):
        try:
            store.load(name, partial(read, worker=InlineWorker()))
        except SaveError:
            path.write_bytes(data)
    for aside in store.matches.glob("*.damaged-*"):
        aside.unlink()


def main(folder: Path, count: int) -> None:
    global watching
    store = Store(folder)
    for each in (store.matches, store.results):
        each.mkdir(parents=True, exist_ok=True)
    sys.addaudithook(watch)
    for title in TITLES:
        save = saving.snapshot(play_moves(new_host(title), 6), "match", 0, 0)
        load_everywhere(store, "match", savefile.pack(save, store.key))
        bad = hostile_files(save, count)
        load_everywhere(store, "match", bad[0])
        watching = True
        for data in bad:
            load_everywhere(store, "match", data)
        watching = False
    print(*sorted(set(seen)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
