"""Shows events as motion, one after the other. The match itself is always ahead of what is shown."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from game.engine.events import Decided, Event, Fact, Moved, Shown, Shuffled, Step
from game.ui.audio import Audio
from game.ui.look import Look
from game.ui.table import springs
from game.ui.table.deal import deal_round_the_table
from game.ui.table.moment_finder import Moment
from game.ui.table.springs import Motion
from game.ui.table.sprites import Sprite
from game.ui.table.stage import Stage

PACE_BY_SPEED = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "off": 0.0}
"""Multiplies every duration, by the speed in the settings. 0 shows everything at once."""
FLIGHT_S, DEAL_FLIGHT_S, TURN_OVER_S = 0.34, 0.24, 0.30
"""Time for the eye after a card was sent to its place, after it was dealt, and after it was turned over. It has almost
arrived by then; the next event does not wait until it rests."""
DEAL_INTERVAL_S, ASIDE_INTERVAL_S, CARD_INTERVAL_S = 0.045, 0.012, 0.10
"""Time between the starts of two cards: in a deal, of the cards that nobody gets, and in any other run of cards."""
DEAL_MIN_CARDS = 6
"""A step that moves at least this many cards is shown as a deal: faster and closer together."""
DEAL_SOUND = "deal"
"""In a deal this sound is heard for every card, and any other sound once."""


class Director:
    """Shows events on a stage. It calls `on_step` before a step is shown, `on_fact` when a fact is shown, and
    `on_decided` when a player's decision is shown."""

    def __init__(self, stage: Stage, look: Look, audio: Audio) -> None:
        self.stage = stage
        self._look = look
        self._audio = audio
        self._queue: deque[Event] = deque()
        self._wait_s = 0.0
        self._postponed_s = 0.0
        """The wait of a moment that begins with a fact, while further facts are shown first."""
        self._step = ""
        self._cards_in_step = 0
        self._late_sound = ""
        """The step whose sound is played when its first card moves, because the cards rest before."""
        self.pace = 1.0
        self.paused = False
        """Set by the scene: no further event is shown until it is False again."""
        self.rests_for_eyes = False
        """Whether cards that were won lie still now, so that everybody sees who takes them. Any touch ends that."""
        self.find_moments: Callable[[Event, Sequence[Event]], list[Moment]] = lambda event, following: []
        """Called before the stage hears an event."""
        self.begin_moment: Callable[[Moment, Sprite | None], float] = lambda moment, moved: 0.0
        """Begins to show a moment. Returns the seconds before the next event; `math.inf`: until somebody touches."""
        self.on_fact: Callable[[str, object], None] = lambda name, value: None
        self.on_step: Callable[[str], None] = lambda name: None
        self.on_decided: Callable[[], None] = lambda: None

    @property
    def idle(self) -> bool:
        return not self._queue and self._wait_s <= 0

    @property
    def events_left(self) -> int:
        """The number of events that are still to be shown."""
        return len(self._queue)

    def show(self, events: Iterable[Event]) -> None:
        self._queue.extend(events)

    def clear(self) -> None:
        """Drop the events that are still to be shown, because an undo took them back."""
        self._queue.clear()
        self._wait_s, self._postponed_s, self.paused = 0.0, 0.0, False

    def skip(self) -> None:
        """Show all events at once, up to the point where the scene sets `paused`, or where cards rest until a touch."""
        self._wait_s, self.rests_for_eyes = 0.0, False
        while self._queue and not self.paused and self._wait_s == 0:
            wait_s = self._show_event(self._queue.popleft(), 0.0)
            self._wait_s = wait_s if wait_s == math.inf else 0.0
        self.stage.finish()

    def update(self, dt: float) -> bool:
        """True while something moves."""
        if self.pace <= 0:
            if self._queue and not self.paused and self._wait_s == 0:
                self.skip()
                return True
            return self.stage.stop()
        moving = self.stage.advance(dt / self.pace)
        self._wait_s -= dt
        while self._wait_s <= 0 and self._queue and not self.paused:
            self._wait_s += self._show_event(self._queue.popleft(), self.pace)
            moving = True
        if not self._queue:
            self._wait_s = max(0.0, self._wait_s)
        return moving or self._wait_s > 0 or bool(self._queue)

    def _show_event(self, event: Event, pace: float) -> float:
        """Begin to show one event. Returns the seconds to wait before the next."""
        if isinstance(event, Step) and not self._begin_step(event):
            return 0.0
        self.rests_for_eyes = False
        moments = self.find_moments(event, tuple(self._queue))
        if isinstance(event, Step):
            self._late_sound = event.name if any(moment.look.takes for moment in moments) else ""
            if not self._late_sound and not self._sounds_for_cards:
                self._play_sound(event.name, "")
        moved = self.stage.hear(event)
        wait_s = self._show_motion(event, moved, pace) * pace
        hold_s = max([wait_s, self._postponed_s, *(self._begin_moment(moment, moved, pace) for moment in moments)])
        self._postponed_s = 0.0
        if isinstance(event, Fact) and self._only_tells_more():
            self._postponed_s = hold_s
            return wait_s
        return hold_s

    def _begin_step(self, step: Step) -> bool:
        """Tell the scene that a step comes. False if the scene pauses the director: then the step is shown later."""
        self.on_step(step.name)
        if self.paused:
            self._queue.appendleft(step)
            return False
        self._step = step.name
        self._cards_in_step = self._count_cards_in_step()
        return True

    def _show_motion(self, event: Event, moved: Sprite | None, pace: float) -> float:
        """Begin the motion of an event, and its sounds. Returns the seconds to wait before the next, at pace 1."""
        match event:
            case Step(name):
                if self._is_deal:
                    deal_round_the_table(self._queue)
                return self._look.rests.get(name, 0) / 1000
            case Decided():
                self._step = ""
                self.on_decided()
            case Moved():
                self._arrange(pace, moved, self._motion(event))
                self._play_sound(self._late_sound, "")
                self._late_sound = ""
                if not self._step or self._step not in self._look.sounds:
                    self._play_sound(event.target.partition(" ")[0], "play", moved)
                elif self._sounds_for_cards and self._motion(event) is springs.DEAL:
                    self._play_sound(self._step, "", moved)
                return self._interval_s(event, DEAL_FLIGHT_S if self._is_deal else FLIGHT_S)
            case Shown():
                self._arrange(pace, moved)
                self._play_sound("", "flip", moved)
                return CARD_INTERVAL_S if self._next_is(Shown) else TURN_OVER_S
            case Fact(name, value):
                self._arrange(pace)
                self.on_fact(name, value)
                self._play_sound(name, "")
                return self._look.rests.get(name, 0) / 1000
            case Shuffled():
                self._arrange(pace)
        return 0.0

    def _only_tells_more(self) -> bool:
        """Whether the next event is a fact without a moment. Then it is shown first, and the wait of this event's
        moment comes after it, so that numbers on the table agree with what is said."""
        if not self._next_is(Fact):
            return False
        return not self.find_moments(self._queue[0], tuple(self._queue)[1:])

    def _begin_moment(self, moment: Moment, moved: Sprite | None, pace: float) -> float:
        """Begin a moment, and return the seconds before the next event. While everything is skipped, no moment is shown
        but cards that rest until a touch."""
        hold_s = self.begin_moment(moment, moved) if pace > 0 or moment.look.rests else 0.0
        self.rests_for_eyes = moment.look.rests and hold_s > 0
        return hold_s if pace > 0 or hold_s == math.inf else 0.0

    def _arrange(self, pace: float, moved: Sprite | None = None, motion: Motion = springs.MAKE_ROOM) -> None:
        """Send the cards to their places. Nothing to do at pace 0: `skip` does it once, at the end."""
        if pace > 0:
            self.stage.arrange(moved, motion)

    def _motion(self, event: Moved) -> Motion:
        """How a card flies: a player's move is played; a step deals, or takes cards away to a pile."""
        if not self._step:
            return springs.PLAY
        zone, _ = self.stage.layout.zone_look(event.target)
        return springs.SWEEP if zone.kind in ("pile", "off") else springs.DEAL

    @property
    def _is_deal(self) -> bool:
        return self._cards_in_step >= DEAL_MIN_CARDS

    @property
    def _sounds_for_cards(self) -> bool:
        """Whether the sound of the step is heard for its cards, from where they go, and not once for all."""
        return self._is_deal and self._look.sounds.get(self._step) == DEAL_SOUND

    def _interval_s(self, event: Moved, flight_s: float) -> float:
        if not self._next_is(Moved):
            return flight_s
        if self._is_deal and self.stage.layout.zone_look(event.target)[0].kind == "off":
            return ASIDE_INTERVAL_S
        return DEAL_INTERVAL_S if self._is_deal else CARD_INTERVAL_S

    def _next_is(self, kind: type) -> bool:
        return bool(self._queue) and isinstance(self._queue[0], kind)

    def _count_cards_in_step(self) -> int:
        """The number of cards that are moved by the step that begins now."""
        count = 0
        for event in self._queue:
            if isinstance(event, Step):
                break
            count += isinstance(event, Moved)
        return count

    def _play_sound(self, name: str, usual: str, card: Sprite | None = None) -> None:
        """Play the sound of an event. It is heard from where its card goes."""
        sound = self._look.sounds.get(name, usual)
        if sound and self.pace > 0:
            self._audio.play(sound, self.stage.layout.pan(card.goal.x) if card is not None else 0.0)
