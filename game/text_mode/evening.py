"""From the first question to goodbye."""

from __future__ import annotations

import contextlib
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from game import paths
from game.ai.worker import Worker
from game.data import catalog
from game.disk import saving
from game.disk.savefile import SaveData
from game.disk.saving import Autosave
from game.disk.settings import Settings
from game.disk.store import DamagedSave, Store
from game.engine.errors import SaveError
from game.play.host import Host, Provenance, Setup
from game.text_mode import setup
from game.text_mode.answers import Choice
from game.text_mode.table import Table
from game.text_mode.talk import Leave, Query, Talk
from game.text_mode.terminal import Terminal
from game.words.locale import Texts, system_language


def run(chosen: Settings, data: Path, title: str = "", *, plain: bool = False, deal: int | None = None) -> int:
    """Until somebody has had enough; `title` leaves out the first question, `deal` gives the cards of that number."""
    texts, trouble = Texts.load_or_english(chosen.language or system_language())
    talk = Talk(Terminal(sys.stdin, sys.stdout, plain), chosen, paths.settings_file(data), texts)
    if title:
        title = setup.named_title(talk, title)
    if trouble:
        talk.say(texts("error.language_broken", problem=trouble))
    worker, store = Worker(), Store(data)
    try:
        with unbroken():
            worker.start()
        talk.say(texts("text.welcome"), texts("text.how"))
        talk.say(texts("text.ways_out", help=talk.word("help"), quit=talk.word("quit")))
        Evening(talk, worker, store, deal).run(title)
    except (Leave, EOFError, KeyboardInterrupt):
        talk.say(talk.texts("text.bye"))
    finally:
        worker.stop()
        store.close()
    return 0


class Evening:
    """One match after another, each kept as it is played."""

    def __init__(self, talk: Talk, worker: Worker, store: Store, deal: int | None) -> None:
        self._talk = talk
        self._worker = worker
        self._store = store
        self._deal = deal

    def run(self, title: str) -> None:
        kept = self._kept(title)
        again = self._resume(kept) if kept is not None else None
        while True:
            if again is None:
                again = setup.Draft(self._talk, title or setup.choose_title(self._talk)).ask()
                title = ""
            autosave = Autosave.new(self._store)
            asked_for = self._deal is not None  # whoever asked for these cards may have seen them before
            host = Host(again, self._worker, self._dealt(), provenance=Provenance(copied=asked_for))
            autosave(host)
            again = self._play(host, autosave)

    def _play(self, host: Host, autosave: Autosave, *, resumed: bool = False) -> Setup | None:
        """To the end; then the same again, or None for something else."""
        host.on_change = autosave
        try:
            Table(self._talk, host, self._store.new_trouble, resumed=resumed).run()
        except (Leave, EOFError, KeyboardInterrupt):
            if self._store.flush() and not self._store.trouble:
                self._talk.say(self._talk.texts("text.kept"))
            raise
        finally:
            self._store.release(autosave.name)
        match self._talk.choose(self._after):
            case 0:
                return host.setup
            case 1:
                return None
        raise Leave

    def _dealt(self) -> str:
        """A number nobody can guess; where one was asked for, that one and then those after it."""
        if self._deal is None:
            return str(secrets.randbits(63))
        self._deal += 1
        return str(self._deal - 1)

    def _after(self) -> Query:
        keys = "score.again", "menu.new_match", "menu.quit"
        return Query(self._talk.texts("text.what_now"), [Choice(self._talk.texts(key)) for key in keys], 0)

    # Going on with a match

    def _kept(self, title: str) -> SaveData | None:
        """The match somebody wants to go on with: the last one of each title is offered."""
        saves = [self._store.latest(each) for each in ([title] if title else catalog.titles())]
        found = sorted((plain for plain in saves if plain), key=lambda plain: -plain["saved"])
        if not found:
            return None

        def query() -> Query:
            texts = self._talk.texts
            lines = [
                texts(
                    "text.continue",
                    title=texts(f"{plain['record']['title']}.name"),
                    names=texts.join_words(chair["name"] for chair in plain["chairs"]),
                )
                for plain in found
            ]
            return Query(texts("text.go_on"), [*map(Choice, lines), Choice(texts("menu.new_match"))], 0)

        at = self._talk.choose(query)
        return found[at] if at < len(found) else None

    def _resume(self, plain: SaveData) -> Setup | None:
        name = plain["id"]
        if not self._store.claim(name):
            self._talk.say(self._talk.texts("text.elsewhere"))
            return None
        host = self._restored(name)
        if host is None:
            self._store.release(name)
            return None
        return self._play(host, Autosave(self._store, name, plain["started"]), resumed=True)

    def _restored(self, name: str) -> Host | None:
        """The match, or the state before its last one if that is damaged."""

        def read(plain: SaveData) -> Host:
            return saving.make_host(plain, self._worker)

        texts = self._talk.texts
        try:
            return self._store.load(name, read)
        except SaveError as error:
            self._talk.say(texts("error.save_broken", problem=error.sentence))
            if not isinstance(error, DamagedSave):
                return None
            if error.aside:
                self._talk.say(texts("error.save_kept", file=error.aside))
            if not error.has_backup:
                return None
        try:
            return self._store.load_backup(name, read)
        except SaveError as error:
            self._talk.say(texts("error.save_broken", problem=error.sentence))
            return None


@contextlib.contextmanager
def unbroken() -> Iterator[None]:
    """What starts in here does not hear Ctrl-C, not even before it could say so itself."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
