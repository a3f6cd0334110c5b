"""The events that a person has not been told yet, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Seat
from game.engine.events import Event
from game.play.host import Host
from game.words import Wording


class UnreadEvents:
    """The untold events for one seat. A seat one past the last is a spectator."""

    def __init__(self, host: Host, seat: Seat, *, all_told: bool = False) -> None:
        self._host = host
        self.seat = seat
        self.told_count = 0
        """The number of events that were told."""
        self._view = host.view_at_start(seat)
        self._generation = host.generation
        if all_told:
            self.mark_told()

    def mark_told(self) -> None:
        """Count all events as told."""
        self.told_count, self._view = self._host.event_count, self._host.view(self.seat)
        self._generation = self._host.generation

    def follow_undo(self) -> None:
        """Called after an undo: only events from now on are untold."""
        if self._generation != self._host.generation:
            self.mark_told()

    def events(self) -> Sequence[Event]:
        """The untold events."""
        return self._host.events_for(self.seat, self.told_count)

    def take_lines(self, words: Wording) -> list[str]:
        events = self.events()
        opening = words.opening_lines(self._view) if events and not self.told_count else []
        lines = words.event_lines(self._view, events) if events else []
        self.mark_told()
        return [*opening, *(line for line in lines if line)]

    def secret_lines(self, words: Wording) -> list[str]:
        """The lines of untold events that only this seat may hear. They still count as untold."""
        own = self._host.events_for(self.seat, self.told_count)
        public = self._host.events_for(self._host.seats, self.told_count)
        lines = words.event_lines(self._view, own) if own else []
        return [line for line, mine, theirs in zip(lines, own, public, strict=True) if line and mine != theirs]


def log_lines(host: Host, seat: Seat, words: Wording) -> list[str]:
    """The whole match as lines."""
    start = host.view_at_start(seat)
    return [*words.opening_lines(start), *(line for line in words.event_lines(start, host.events_for(seat)) if line)]
