"""One of several running copies of the program, as far as saves go. It is told what to do, line by line.

    python -m tests.copy_of_program FOLDER

It answers each line with one line: a number of log entries, a name, or what went wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.disk.resume import resume_match
from game.disk.saving import Autosave
from game.disk.store import BusySave, Store
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.play.host import Chair, Host, Setup
from tests.inline_worker import InlineWorker

SETUP = Setup("marshmallow_test", (Chair("Ada"), Chair("Bea")))


class Copy:
    def __init__(self, folder: Path) -> None:
        self._store = Store(folder)
        self._host: Host | None = None
        self._autosave: Autosave | None = None
        self._dice = Dice("copy", str(folder))

    def do(self, line: str) -> str:
        word, _, name = line.partition(" ")
        try:
            match word:
                case "new":
                    self._leave()
                    self._sit(Host(SETUP, InlineWorker(), 1), Autosave.new(self._store))
                case "open":
                    self._leave()
                    self._sit(*resume_match(self._store, InlineWorker(), name))
                case "play":
                    return self._play()
                case "finish":
                    while self._host is not None and not self._host.over:
                        self._make_move(self._host)
                    self._store.flush()
                case "leave":
                    self._leave()
                case "delete":
                    found = self._store.delete(name)
                    self._store.flush()
                    return "deleted" if found else "gone"
                case "restore":
                    found = self._store.restore(name)
                    self._store.flush()
                    return "restored" if found else "gone"
                case "close":
                    self._leave()
                    self._store.close()
                case "name":
                    return self._autosave.name if self._autosave else "none"
        except BusySave:
            return "busy"
        except SaveError:
            self._store.flush()  # until its lock is free again
            return "gone"
        return self._entries()

    def _sit(self, host: Host, autosave: Autosave) -> None:
        self._host, self._autosave = host, autosave
        host.on_change = autosave
        autosave(host)
        self._store.flush()

    def _play(self) -> str:
        host = self._host
        if host is None or host.over:
            return "nothing"
        self._make_move(host)
        self._store.flush()
        return self._entries()

    def _make_move(self, host: Host) -> None:
        seat = host.deciders[0]
        host.play(seat, self._dice.pick(host.view(seat).legal))

    def _entries(self) -> str:
        return str(len(self._host.match.log)) if self._host else "none"

    def _leave(self) -> None:
        if self._autosave is not None:
            self._autosave.release()
            self._store.flush()
        self._host = self._autosave = None


def main() -> None:
    copy = Copy(Path(sys.argv[1]))
    for line in sys.stdin:
        print(copy.do(line.strip()), flush=True)


if __name__ == "__main__":
    main()
