"""A Replay shows a match that was played, at any of its moments. It is a Host that makes no moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.ai.worker import Worker
from game.engine.cards import EVERYBODY, Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Event, events_for
from game.engine.match import Entry, Match
from game.engine.moves import Move
from game.engine.spec import Place
from game.engine.state import State
from game.engine.view import View, make_view, project
from game.play.host import Host, Setup
from game.play.sitting import Position

ALL_SEEING: Seat = 30
"""The seat number of a viewer who sees all cards of a finished match."""


class Replay(Host):
    """`moment` is the number of log entries that have been played."""

    def __init__(self, setup: Setup, worker: Worker, seed: str | int, match: Match) -> None:
        super().__init__(setup, worker, seed, match)
        self.moment = 0
        self.finished = match.over
        self._moments: list[tuple[int, State]] = []
        """For each moment: the number of events so far, and the State."""
        self._all_events = self._replay_events(match)

    @classmethod
    def of(cls, host: Host) -> Replay:
        """A Replay of the moves so far of a match that is still played."""
        replay = cls(host.setup, host.worker, host.seed, host.match)
        replay.provenance, replay.seals = host.provenance, list(host.seals)
        return replay

    def _replay_events(self, match: Match) -> list[Event]:
        """All events of the match. Fills `_moments`."""
        again = Match(self.rules, match.players, Dice("past"), match.first)
        events: list[Event] = again.run_steps()
        self._moments.append((len(events), again.state.clone()))
        for entry in match.log:
            events += again.replay_entry(entry)
            events += again.run_steps()
            self._moments.append((len(events), again.state.clone()))
        return events

    # Moments

    @property
    def entries(self) -> list[Entry]:
        return self._match.log

    @property
    def last_moment(self) -> int:
        return len(self._match.log)

    @property
    def deal_moments(self) -> list[int]:
        """The moments right after each deal."""
        return [number + 1 for number, entry in enumerate(self._match.log) if entry.deal is not None]

    def go_to(self, at: int) -> None:
        """Go to a moment. One step forward is shown by its events; anything else is a jump (a new generation)."""
        at = min(max(at, 0), self.last_moment)
        if at != self.moment + 1:
            self.generation += 1
        self.moment = at

    @property
    def _state(self) -> State:
        return self._moments[self.moment][1]

    # What a screen may ask

    def position(self, viewer: Seat) -> Position:
        return Position(self.generation, self.moment, viewer)

    @property
    def over(self) -> bool:
        """Always True: nobody is asked for a move."""
        return True

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return () if self._state.due else self.rules.deciders(self._state)

    @property
    def event_count(self) -> int:
        return self._moments[self.moment][0]

    def events_for(self, seat: Seat, since: int = 0, until: int | None = None) -> list[Event]:
        end = self.event_count if until is None else min(until, self.event_count)
        events = self._all_events[since:end]
        return events if self._sees_all(seat) else events_for(events, seat)

    def view(self, seat: Seat) -> View:
        return self._view_of(self._state, seat)

    def view_at(self, at: int, seat: Seat) -> View:
        """The View of a seat at another moment."""
        return self._view_of(self._moments[at][1], seat)

    def view_at_start(self, seat: Seat) -> View:
        return self._view_of(self.rules.new_state(self.seats, self._match.first), seat)

    def _view_of(self, state: State, seat: Seat) -> View:
        seen_view = make_view(self.rules, state, seat)
        if not self._sees_all(seat):
            return seen_view
        zones, seen = project(self.places(seat), self.rules.show(state), seat)
        return replace(seen_view, zones=zones, seen=seen)

    def places(self, seat: Seat) -> Mapping[str, Place]:
        """The places of the match. For ALL_SEEING every place is open."""
        places = self.rules.places(self.seats)
        if not self._sees_all(seat):
            return places
        return {name: replace(place, sight=EVERYBODY) for name, place in places.items()}

    def _sees_all(self, seat: Seat) -> bool:
        return seat == ALL_SEEING and self.finished

    # What it never does

    def play(self, seat: Seat, move: Move) -> None:
        raise IllegalMove("this match has already been played")

    def can_undo(self, seat: Seat) -> bool:
        return False

    def update(self, dt: float) -> bool:
        return False
