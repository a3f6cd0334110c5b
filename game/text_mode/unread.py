"""What somebody has not been told yet."""

from __future__ import annotations

from game.engine.cards import Seat
from game.play.host import Host
from game.words import Wording


class UnreadEvents:
    """Hears as one seat; a seat one past the last hears what everybody may know."""

    def __init__(self, host: Host, seat: Seat, *, late: bool = False) -> None:
        self._host = host
        self.seat = seat
        self.count = 0
        """How much of what has happened was told."""
        self._view = host.view_at_start(seat)
        self._generation = host.generation
        if late:
            self.catch_up()

    def catch_up(self) -> None:
        """Take everything as told."""
        self.count, self._view = self._host.event_count, self._host.view(self.seat)
        self._generation = self._host.generation

    def rewind(self) -> None:
        """Something was taken back: what comes now has not been told."""
        if self._generation != self._host.generation:
            self.catch_up()

    def news(self, words: Wording) -> list[str]:
        events = self._host.events_for(self.seat, self.count)
        lines = words.event_lines(self._view, events) if events else []
        self.catch_up()
        return [line for line in lines if line]

    def secrets(self, words: Wording) -> list[str]:
        """Only what the others did not hear; it still counts as not yet told."""
        own = self._host.events_for(self.seat, self.count)
        public = self._host.events_for(self._host.seats, self.count)
        lines = words.event_lines(self._view, own) if own else []
        return [line for line, mine, theirs in zip(lines, own, public, strict=True) if line and mine != theirs]


def log(host: Host, seat: Seat, words: Wording) -> list[str]:
    """The whole match as lines."""
    return [line for line in words.event_lines(host.view_at_start(seat), host.events_for(seat)) if line]
