"""The log of a match: the events that one viewer was told, as lines in the current language, and its panel."""

from __future__ import annotations

import pygame

from game.engine.cards import Seat
from game.play.host import Host
from game.ui.input import Input, Point, Raw
from game.ui.kit import Kit
from game.ui.table.log_form import LogForm, LogPanel
from game.ui.widgets import Press
from game.words import Wording
from game.words.message import Message

PAGE_KEYS = {pygame.K_PAGEUP: 0.9, pygame.K_PAGEDOWN: -0.9, pygame.K_HOME: 1e6, pygame.K_END: -1e6}
"""How far these keys scroll the log, in heights of its visible part."""
STEP_U = 60.0
"""Distance that one step of the wheel or one key press scrolls the log."""


class Log:
    """The log for one viewer. Where people share a machine the viewer is a spectator, so that it shows no secrets.

    Lines are made from the events when they are needed. They are cached until the language changes or a move is taken
    back.
    """

    def __init__(self, host: Host, viewer: Seat) -> None:
        self._host = host
        self._viewer = viewer
        self._notes: list[tuple[int, Message]] = []
        """Notes, each with the number of events before it."""
        self._cached_for: tuple[str, int] | None = None
        self._lines: list[str | None] = []
        """For each event its line, or None if it has none."""
        self._before = host.view_at_start(viewer)
        """The View before the first event that has no line yet."""

    def add_note(self, message: Message, events: int) -> None:
        """Add a line for something that is no event, such as a bot that failed, after this number of events."""
        self._notes.append((events, message))

    def lines(self, words: Wording, events: int) -> list[str]:
        """The log up to this number of events."""
        self._update_lines(words)
        notes = [(count, words.say(message)) for count, message in self._notes if count <= events]
        lines = words.opening_lines(self._host.view_at_start(self._viewer)) if events else []
        start = 0
        for count, note in notes:
            lines += [line for line in self._lines[start:count] if line]
            lines.append(note)
            start = count
        return lines + [line for line in self._lines[start:events] if line]

    def lines_between(self, words: Wording, start: int, end: int) -> list[str]:
        """The lines of the events from number `start` up to `end`."""
        self._update_lines(words)
        return [line for line in self._lines[start:end] if line]

    def follow(self, words: Wording) -> None:
        """Write the lines of what has just happened, so that it is not all done when a line is shown."""
        self._update_lines(words)

    def _update_lines(self, words: Wording) -> None:
        host = self._host
        now = words.texts.code, host.generation
        if now != self._cached_for or len(self._lines) > host.event_count:
            self._cached_for, self._lines, self._before = now, [], host.view_at_start(self._viewer)
            self._notes = [(count, note) for count, note in self._notes if count <= host.event_count]
        if len(self._lines) < host.event_count:
            self._lines += words.event_lines(self._before, host.events_for(self._viewer, len(self._lines)))
            self._before = host.view(self._viewer)


class LogView:
    """The log of a table, and whether it is open."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.is_open = False
        self.form = LogForm()

    def toggle(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.is_open = True

    def close(self) -> None:
        self.is_open = False
        self.form.close()

    def panel(self, kit: Kit, words: Wording, events: int, bottom: float, press: Press) -> LogPanel:
        """The panel with the log up to this number of events. `bottom` is its lower edge in units."""
        lines = self.log.lines(words, events) or [kit.texts("table.empty_log")]
        self.form.show(kit, bottom, kit.texts("table.log"), lines)
        return LogPanel(self.form, press)

    def jump(self) -> None:
        """Show the first line, or the newest if the first is shown."""
        form = self.form
        form.scroll(form.max_scroll_px if form.scroll_px else -form.max_scroll_px)

    def scroll_by(self, kit: Kit, event: Input) -> bool:
        """Scroll by a page key or the wheel. False if it is neither, or the log is closed or at its end."""
        if not self.is_open or not self.form.is_open:
            return False
        match event:
            case Raw(raw) if raw.type == pygame.KEYDOWN and raw.key in PAGE_KEYS:
                return self.form.scroll(round(PAGE_KEYS[raw.key] * self.form.page_px))
            case Point("wheel"):
                return self.form.scroll(kit.px(event.amount * STEP_U))
        return False

    def scroll_by_key(self, kit: Kit, action: str) -> bool:
        """Scroll by the keys for up and down. False for other keys, and at the end of the log."""
        step = {"up": STEP_U, "down": -STEP_U}.get(action, 0.0)
        return bool(step) and self.form.scroll(kit.px(step))
