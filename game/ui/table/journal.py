"""The log of a match in words: one line for everything worth telling, in the language of now."""

from __future__ import annotations

from game.engine.cards import Seat
from game.host import Host
from game.wording import Wording

KEPT = 400


class Journal:
    """Told to one seat; where people share a machine to a spectator, so that it gives nobody's cards away."""

    def __init__(self, host: Host, seat: Seat) -> None:
        self._host = host
        self._before = host.beginning(seat)
        """The View up to which it is written."""
        self.lines: list[str] = []
        self.language = ""

    def write(self, words: Wording, since: int) -> list[str | None]:
        """A line or None for every event since then."""
        seat = self._before.seat
        lines = words.story(self._before, self._host.heard(seat, since))
        self.catch_up()
        return lines

    def catch_up(self) -> None:
        """What has happened so far is not told, or was."""
        self._before = self._host.view(self._before.seat)

    def rewrite(self, words: Wording, until: int, waiting: int) -> list[str | None] | None:
        """After another language was chosen: everything anew; hands back the lines of the last `waiting` events."""
        if self.language == words.texts.code:
            return None
        self.language = words.texts.code
        seat = self._before.seat
        lines = words.story(self._host.beginning(seat), self._host.heard(seat, 0, until))
        told = len(lines) - waiting
        self.lines = [line for line in lines[:told] if line][-KEPT:]
        return lines[told:]

    def add(self, line: str) -> None:
        self.lines.append(line)
        del self.lines[:-KEPT]
