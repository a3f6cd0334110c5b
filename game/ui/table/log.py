"""The log of a match: what one viewer was told, as lines in the language of now; and the panel that shows it."""

from __future__ import annotations

from game.engine.cards import Seat
from game.play.host import Host
from game.ui.kit import Kit
from game.ui.table.panels import LogPanel
from game.words import Wording
from game.words.message import Message

LOG_LINE_LIMIT = 200
"""The panel shows at most this many lines, the newest ones."""


class Log:
    """Written for one seat. Where people share a machine it is a spectator's, so that it gives nobody's cards away.

    The lines are worked out from the events whenever they are wanted. Those that were worked out before are kept, as
    long as the language and the course of the match stay the same.
    """

    def __init__(self, host: Host, viewer: Seat) -> None:
        self._host = host
        self._viewer = viewer
        self._notes: list[tuple[int, Message]] = []
        """What else was said, each with the number of events before it."""
        self._written_for: tuple[str, int] | None = None
        self._lines: list[str | None] = []
        """A line or None for every event."""
        self._before = host.beginning(viewer)
        """The View before the first event that has no line yet."""

    def note(self, message: Message, events: int) -> None:
        """Something that is no event, such as a bot that failed."""
        self._notes.append((events, message))

    def lines(self, words: Wording, events: int) -> list[str]:
        """The log of the first so many events."""
        self._write(words)
        notes = [(count, words.say(message)) for count, message in self._notes if count <= events]
        lines: list[str] = []
        start = 0
        for count, note in notes:
            lines += [line for line in self._lines[start:count] if line]
            lines.append(note)
            start = count
        return lines + [line for line in self._lines[start:events] if line]

    def _write(self, words: Wording) -> None:
        host = self._host
        now = words.texts.code, host.generation
        if now != self._written_for or len(self._lines) > host.events:
            self._written_for, self._lines, self._before = now, [], host.beginning(self._viewer)
            self._notes = [(count, note) for count, note in self._notes if count <= host.events]
        if len(self._lines) < host.events:
            self._lines += words.story(self._before, host.heard(self._viewer, len(self._lines)))
            self._before = host.view(self._viewer)


class LogView:
    """The log on the table: whether it is open, and how far it is scrolled."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.is_open = False
        self._scroll_px = 0
        """Pixels that the newest line lies below the panel."""

    def toggle(self) -> None:
        self.is_open, self._scroll_px = not self.is_open, 0

    def close(self) -> None:
        self.is_open = False

    def panel(self, kit: Kit, words: Wording, events: int, bottom: float) -> LogPanel:
        """The log of the first so many events; `bottom`, in units, is where it has to end."""
        lines = self.log.lines(words, events)[-LOG_LINE_LIMIT:] or [kit.texts("table.empty_log")]
        panel = LogPanel(kit, bottom, kit.texts("table.log"), lines, self._scroll_px)
        self._scroll_px = panel.scroll_px
        return panel

    def scroll(self, panel: LogPanel, pixels: int) -> bool:
        """True if that changes anything."""
        before, self._scroll_px = panel.scroll_px, min(max(panel.scroll_px + pixels, 0), panel.max_scroll_px)
        return self._scroll_px != before
