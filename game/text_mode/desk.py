"""What can be asked for during a match: hints, rules, the table, the log, taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.cards import Seat
from game.text_mode.book import Book
from game.text_mode.talk import Again
from game.text_mode.unread import log
from game.words.message import HintStep
from game.words.vocabulary import split

if TYPE_CHECKING:
    from game.text_mode.table import Table

LOG_LINES = 20
"""Lines of the log that are printed, unless another number was typed."""


class Desk:
    """Answers to whoever holds the keyboard; while nobody does, only with what everybody may know."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seat: Seat | None = None
        self._undoer: Seat | None = None

    def lay_out(self, seat: Seat | None, undoer: Seat | None) -> None:
        """The commands for this seat, or for nobody in particular."""
        self._seat, self._undoer = seat, undoer
        public = {
            "table": self._tell_table,
            "players": self._players,
            "score": self._score,
            "log": self._log,
            "undo": self._undo,
            "rules": self._rules,
        }
        own = {"hint": self._tell_hint, "hand": self._hand} if seat is not None else {}
        self._table.talk.commands = {**own, **public}

    @property
    def _knower(self) -> Seat:
        return self._table.host.seats if self._seat is None else self._seat

    # Looking

    def _hand(self, rest: str) -> None:
        """All that only this seat sees."""
        table, view, spec = self._table, self._table.host.view(self._knower), self._table.host.rules.spec
        kinds = [(name, *split(name)) for name in view.zones]
        own = [name for name, kind, owner in kinds if owner == self._seat and spec.zones[kind].sight == "owner"]
        lines = [table.words(self._seat).zone(view, name) for name in own]
        table.talk.say(*(line for line in lines if line))

    def _tell_table(self, rest: str) -> None:
        table = self._table
        table.talk.say(*table.words(self._seat).state(table.host.view(self._knower)))

    def _players(self, rest: str) -> None:
        table, view = self._table, self._table.host.view(self._knower)
        table.talk.say(*(table.words(self._seat).player(view, seat) for seat in range(table.host.seats)))

    def _score(self, rest: str) -> None:
        self._table.say_score()

    def _log(self, rest: str) -> None:
        """From everybody's point of view where people share the screen."""
        table = self._table
        seat = table.host.seats if table.shared or self._seat is None else self._seat
        lines = log(table.host, seat, table.words(None if table.shared else self._seat))
        wanted = int(rest) if rest.isdecimal() else LOG_LINES
        table.talk.say(*(lines[-wanted:] if wanted else lines) or [table.talk.texts("table.empty_log")])

    def _rules(self, rest: str) -> None:
        table = self._table
        Book(table.talk, table.host.rules, table.host.view(self._knower)).read(rest)

    # Taking back

    def _undo(self, rest: str) -> None:
        table, texts = self._table, self._table.talk.texts
        seat = self._undoer
        if seat is None or not table.host.can_undo(seat):
            table.talk.say(texts("table.no_undo" if table.host.turn > 1 else "table.nothing_to_undo"))
            return
        table.host.undo(seat)
        table.rewind()
        table.talk.say(texts("table.undone"))
        raise Again

    # Hints

    def _tell_hint(self, rest: str) -> None:
        """Where to look, then the move, then why: one step each time it is asked."""
        table, seat = self._table, self._seat
        assert seat is not None
        sitting, talk = table.sit(seat), table.talk
        sitting.ask_hint()
        table.wait(lambda: sitting.update() or not sitting.pondering, lambda: talk.texts("table.waiting"))
        if sitting.said is not None:
            talk.say(table.words(seat).say(sitting.said.telling))
        if sitting.hint is not None and sitting.hint_step < HintStep.WHY:
            talk.say(talk.texts("text.more_hint", hint=talk.word("hint")))
