"""Turns told events into motion, one after the other, so that the eye can follow. Truth is always ahead of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from game.engine.events import Decided, Event, Fact, Moved, Shown, Shuffled, Step
from game.ui.audio import Audio
from game.ui.look import Look
from game.ui.table.sprites import Sprite
from game.ui.table.stage import Stage

PACE_BY_SPEED = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "off": 0.0}
"""Multiplies every duration, by the speed in the settings. 0 shows everything at once."""
FLIGHT_S, DEAL_FLIGHT_S, TURN_OVER_S = 0.34, 0.24, 0.30
"""How long a card flies, how long it flies when it is dealt, and how long it takes to turn over."""
DEAL_INTERVAL_S, CARD_INTERVAL_S = 0.045, 0.10
"""Time between the starts of two cards: in a deal, and in any other run of cards."""
ARC_HEIGHT_U = 26.0
"""How far a flying card rises above the straight line to its goal."""
DEAL_MIN_CARDS = 6
"""A step that moves at least this many cards is shown as a deal: faster and closer together."""


class Director:
    """Shows events on a stage. `on_step` and `on_fact` tell the scene when one is reached."""

    def __init__(self, stage: Stage, look: Look, audio: Audio) -> None:
        self.stage = stage
        self._look = look
        self._audio = audio
        self._queue: deque[Event] = deque()
        self._wait = 0.0
        self._step = ""
        self._run = 0
        self.pace = 1.0
        self.held = False
        """Set by the scene to stop before the next event."""
        self.on_fact: Callable[[str, object], None] = lambda name, value: None
        self.on_step: Callable[[str], None] = lambda name: None

    @property
    def idle(self) -> bool:
        return not self._queue and self._wait <= 0

    @property
    def waiting(self) -> int:
        """How many events are still to be shown."""
        return len(self._queue)

    def show(self, events: Iterable[Event]) -> None:
        self._queue.extend(events)

    def forget(self) -> None:
        """What is still to be shown has not happened after all."""
        self._queue.clear()
        self._wait, self.held = 0.0, False

    def skip(self) -> None:
        """To the end of what is known, at once; stops where the scene wants a word."""
        while self._queue and not self.held:
            self._take(self._queue.popleft(), 0.0)
        self._wait = 0.0
        self.stage.finish()

    def update(self, dt: float) -> bool:
        """True while something moves."""
        if self.pace <= 0:
            if not self._queue or self.held:
                return False
            self.skip()
            return True
        moving = self.stage.advance(dt)
        self._wait -= dt
        while self._wait <= 0 and self._queue and not self.held:
            self._wait += self._take(self._queue.popleft(), self.pace)
            moving = True
        if not self._queue:
            self._wait = max(0.0, self._wait)
        return moving or self._wait > 0 or bool(self._queue)

    def _take(self, event: Event, pace: float) -> float:
        """Begin to show one event; how long to wait before the next."""
        if isinstance(event, Step):
            self.on_step(event.name)
            if self.held:
                self._queue.appendleft(event)
                return 0.0
            self._step = event.name
            self._sound(event.name, "")
        moved = self.stage.hear(event)
        wait = 0.0
        match event:
            case Step(name):
                wait = self._look.rests.get(name, 0) / 1000
                self._run = self._length_of_run()
            case Decided():
                self._step = ""
            case Moved():
                length = DEAL_FLIGHT_S if self._run >= DEAL_MIN_CARDS else FLIGHT_S
                self._arrange(pace, length, moved, ARC_HEIGHT_U)
                if not self._step or self._step not in self._look.sounds:
                    self._sound(event.target.partition(" ")[0], "play")
                wait = self._after(length)
            case Shown():
                self._arrange(pace, TURN_OVER_S, moved)
                self._sound("", "flip")
                wait = CARD_INTERVAL_S if self._follows(Shown) else TURN_OVER_S
            case Fact(name, value):
                self._arrange(pace, FLIGHT_S)
                self.on_fact(name, value)
                self._sound(name, "")
                wait = self._look.rests.get(name, 0) / 1000
            case Shuffled():
                self._arrange(pace, FLIGHT_S)
        return wait * pace

    def _arrange(self, pace: float, length: float, moved: Sprite | None = None, arc: float = 0.0) -> None:
        """Whoever skips puts everything in its place at the end, once."""
        if pace > 0:
            self.stage.arrange(moved, length * pace, arc)

    def _after(self, length: float) -> float:
        if not self._follows(Moved):
            return length
        return DEAL_INTERVAL_S if self._run >= DEAL_MIN_CARDS else CARD_INTERVAL_S

    def _follows(self, kind: type) -> bool:
        return bool(self._queue) and isinstance(self._queue[0], kind)

    def _length_of_run(self) -> int:
        """How many cards the step that begins will move."""
        count = 0
        for event in self._queue:
            if isinstance(event, Step):
                break
            count += isinstance(event, Moved)
        return count

    def _sound(self, name: str, usual: str) -> None:
        sound = self._look.sounds.get(name, usual)
        if sound and self.pace > 0:
            self._audio.play(sound)
