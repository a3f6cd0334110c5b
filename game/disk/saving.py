"""Makes saves of running matches, and hosts and replays of saves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ai.bots import Bot
from game.ai.worker import Worker
from game.data import catalog
from game.disk import profile
from game.disk.limits import Kept
from game.disk.savefile import ForeignSave, Save
from game.disk.store import Store, Task
from game.engine import record
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError
from game.engine.match import Match
from game.play import seals
from game.play.host import Host, Setup
from game.play.replay import Replay


@dataclass(slots=True)
class Autosave:
    """Saves one match after every change; it is the `on_change` of a Host."""

    store: Store
    name: str
    started: int
    earliest: int = 0
    """Its saves have no earlier date. So the match that was played last is the newest one, whatever the clock says."""

    @classmethod
    def new(cls, store: Store) -> Autosave:
        """For a new match; the store locks its name for this program."""
        name = store.new_id()
        store.claim(name)
        return cls(store, name, store.now(), store.earliest_date(name))

    @classmethod
    def of(cls, store: Store, save: Save) -> Autosave:
        """For the match of a save, which this program has locked."""
        return cls(store, save.id, save.started, store.earliest_date(save.id))

    def __call__(self, host: Host) -> None:
        self.store.save(make_task(host, self.name, self.started, max(self.store.now(), self.earliest)))

    def save_copy(self, host: Host, label: str) -> str:
        """Save a copy of the match under a label and return its id. A match from a copy does not count.

        FullStore if no more open matches can be kept.
        """
        self.store.check_room(Kept.OPEN)
        name = self.store.new_id()
        save = snapshot(host, name, self.started, self.store.now())
        self.store.save(Task(replace(save, name=label, provenance=replace(save.provenance, copied=True))))
        return name

    def release(self) -> None:
        """The match is not played here any more. Another running program may open it."""
        self.store.release(self.name)

    def discard(self) -> None:
        """The match is given up: move its save to the trash."""
        self.store.delete(self.name)
        self.release()


def make_task(host: Host, name: str, started: int, now: int) -> Task:
    """What the store has to write for a match. Times are in seconds since 1970."""
    save = snapshot(host, name, started, now)
    if not host.over:
        return Task(save)
    return Task(save, save.record.text(), profile.result_of(save))


def snapshot(host: Host, name: str, started: int, now: int) -> Save:
    """The match of a host as it is now."""
    setup, match = host.setup, host.match
    return Save(
        id=name,
        name="",
        started=started,
        saved=now,
        seed=str(host.seed),
        provenance=host.provenance,
        practice=setup.practice,
        live=setup.live,
        first=setup.first,
        chairs=setup.chairs,
        scores=tuple(match.standings.scores or ()),
        seals=tuple(host.seals),
        view=host.view(host.seats).to_plain(),
        record=record.make_record(match, host.provenance.app),
    )


def make_host(save: Save, worker: Worker) -> Host:
    """A Host that continues the match of a save. All its moves are played again and checked."""
    setup, match = _setup_and_match(save)
    host = Host(setup, worker, save.seed, match)
    _set_provenance(host, save)
    return host


def make_replay(save: Save, worker: Worker) -> Replay:
    """A Replay of the match of a save."""
    setup, match = _setup_and_match(save)
    replay = Replay(setup, worker, save.seed, match)
    _set_provenance(replay, save)
    return replay


def _setup_and_match(save: Save) -> tuple[Setup, Match]:
    match = replay_match(save)
    options = dict(match.rules.options)
    setup = Setup(match.rules.spec.title, save.chairs, options, save.first, save.practice, save.live)
    _check_players(setup, match)
    return setup, match


def _set_provenance(host: Host, save: Save) -> None:
    """Set provenance and seals from the save. If the cards differ from the seals, the save was edited."""
    known_seals, log = list(save.seals), host.match.log
    edited = save.provenance.edited or known_seals != seals.make_seals(save.seed, log)
    host.provenance = replace(save.provenance, edited=edited)
    host.seals = seals.make_seals(save.seed, log, known_seals)


def replay_match(save: Save) -> Match:
    """The match of a save. SaveError if the record is wrong, ForeignSave if title or rules are another version's."""
    try:
        rules = catalog.spec(catalog.check_title(save.title)).rules
    except OptionError as error:
        raise ForeignSave(error.sentence) from None
    if save.record.data["rules"] != rules:
        words = "the record was played by rules {its}; here are rules {ours}"
        raise ForeignSave(words, its=str(save.record.data["rules"])[:20], ours=rules)
    return record.replay(save.record, catalog.rules_of_record, Dice("match", save.seed))


def _check_players(setup: Setup, match: Match) -> None:
    """SaveError unless the chairs agree with the record and all their bots exist."""
    players = [(player.name, player.kind) for player in match.players]
    if players != [(chair.name, chair.bot or "human") for chair in setup.chairs]:
        raise SaveError("the players are not those of the record")
    if setup.first is not None and setup.first >= match.seats:
        raise SaveError("the seat that begins does not exist")
    try:
        for chair in setup.chairs:
            if chair.bot:
                Bot(match.rules, chair.bot)
    except OptionError as error:
        raise SaveError(error.sentence) from None
