"""An evening at one machine: the application with a store of saves, a match at some point of its course, and
everything that people can do there, one act at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai.worker import Ticket
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.play.choice import Target, targets_of
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.ui.screens.confirm import Confirm
from game.ui.screens.curtain import PRESS_GAP_S, Curtain
from game.ui.screens.menu import MenuScreen
from game.ui.screens.score_widgets import Tally
from game.ui.screens.scores import ScoreScreen
from game.ui.table.scene import TableScene
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Widget
from tests.inline_worker import InlineWorker, cached_bot
from tests.screen import ENGLISH, FRAME_S, Driver
from tests.table import NAMES, SHORT, TableDriver

SETTINGS = replace(ENGLISH, captions=False)
PATIENCE_S = 90.0
"""If nothing happens for so long, in the time of the game, the match hangs."""
TICK_S = 0.1
TOUCH_S = 10.0
"""A touch that leads to nothing counts as so much waiting."""
ON_REQUEST = -1
"""In the place of a number of polls: an answer comes only when it is released."""
OUTSIDE = (1, 1)
"""A corner of the window, where nothing lies."""
CLOCK_S = 1_000_000_000.0
"""The time at which everything is saved."""


@dataclass(frozen=True)
class Start:
    """How an evening begins."""

    title: str
    seats: int
    people: int = 1
    practice: bool = False
    live: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 1
    left: int | None = None
    """So many moves before the end of the match; None for its beginning."""
    speed: str = "off"
    polls: int = 0
    """How often a Ticket is looked at before its answer is there; or ON_REQUEST."""
    size: tuple[int, int] = (320, 180)

    @property
    def setup(self) -> Setup:
        bots = [""] * self.people + ["beginner"] * (self.seats - self.people)
        chairs = tuple(Chair(NAMES[seat], bot) for seat, bot in enumerate(bots))
        options = {**SHORT.get(self.title, {}), **dict(self.options)}
        return Setup(self.title, chairs, options, practice=self.practice, live=self.live)


class Thinker(InlineWorker):
    """Thinks as a beginner does, at once, late or on request."""

    def __init__(self, polls: int) -> None:
        super().__init__(max(polls, 0), bot="beginner")
        self.on_request = polls == ON_REQUEST
        self.waiting: list[Ticket] = []
        """Questions without an answer, also those that nobody waits for any more."""
        self.hints: list[View] = []
        """The Views for which a hint was asked."""

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> Ticket:
        ticket = super().ask(rules, view, bot, *seed)
        if self.on_request:
            self.waiting.append(ticket)
        if seed[0] == "hint":
            self.hints.append(view)
        return ticket

    def look_for_answer(self, ticket: Ticket) -> None:
        if not self.on_request:
            super().look_for_answer(ticket)

    def release(self, number: int) -> None:
        """One of the answers comes, perhaps long after its question. 0 is that of the newest question."""
        ticket = self.waiting.pop(-1 - number % len(self.waiting))
        ticket.give(self.think(ticket.question))

    def hurry(self) -> None:
        """From now on answers come at once."""
        self.on_request, self.looks_before_answer = False, 0


@lru_cache(1000)
def course(title: str, seats: int, options: tuple[tuple[str, Any], ...], seed: int) -> tuple[tuple[Seat, Move], ...]:
    """A whole match of beginners."""
    host = Host(Start(title, seats, options=options).setup, InlineWorker(), seed)
    mind, dice = cached_bot(host.rules, "beginner"), Dice("course", seed)
    moves: list[tuple[Seat, Move]] = []
    while not host.over:
        seat = dice.pick(host.deciders)
        moves.append((seat, mind.think(host.view(seat), dice).move))
        host.play(*moves[-1])
    return tuple(moves)


def begun(start: Start, worker: Thinker) -> Host:
    host = Host(start.setup, worker, start.seed)
    if start.left is not None:
        for seat, move in course(start.title, start.seats, start.options, start.seed)[: -start.left]:
            host.play(seat, move)
    return host


@dataclass
class Pointer:
    """Where it is, and whether its button is down."""

    pos: tuple[int, int] = OUTSIDE
    down: bool = False


@dataclass(frozen=True)
class Question:
    """What a person was asked before a frame."""

    host: Host
    view: View
    moves: int
    generation: int
    confirming: bool
    """Whether the question “are you sure?” lies on the table."""

    @classmethod
    def of(cls, evening: Evening) -> Question | None:
        table = evening.table
        if not evening.playing or table.viewer not in evening.host.people:
            return None
        host = evening.host
        return cls(host, table.sitting.view, len(host.match.log), host.generation, isinstance(evening.top, Confirm))

    def check_warned(self) -> None:
        """Nobody loses at once without having been asked whether that is meant, if there is another move."""
        log = self.host.match.log
        if self.confirming or self.host.generation != self.generation:
            return
        lost = [move for move in self.view.legal if self.host.rules.warning(self.view, move) is not None]
        for entry in log[self.moves :]:
            if entry.seat == self.view.seat and len(lost) < len(self.view.legal):
                assert entry.move not in lost, "a move that loses is made unasked"


class Evening(TableDriver):
    """What `TableDriver` can do, and all else that people do at a table, in any order."""

    worker: Thinker

    def __init__(self, start: Start, folder: Path) -> None:
        self.title = start.title
        self.worker = Thinker(start.polls)
        self.store = Store(folder, lambda: CLOCK_S)
        self.pointer = Pointer()
        self.drew = True
        """Whether the last frame was drawn; if not, nothing moves."""
        self.painted: pygame.Surface | None = None
        """The surface on which a frame was drawn last. A window of another size gets a new one."""
        self.dice = Dice("evening", start.title, start.seed)
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr("secrets.randbits", lambda bits: self.dice.below(2**bits))
        scene = scenes.make_table(begun(start, self.worker), Autosave.new(self.store), again=start.left is not None)
        assert isinstance(scene, TableScene)
        self._sit_at(scene)
        Driver.__init__(self, scene, start.size, replace(SETTINGS, speed=start.speed))

    def close(self) -> None:
        self._patch.undo()
        self.app.close()
        self.store.close()

    def _sit_at(self, table: TableScene) -> None:
        self.table, self.host = table, table.host
        self.mind = cached_bot(table.host.rules, "beginner")

    # What there is

    @property
    def playing(self) -> bool:
        """Whether there is a table, on top or below other screens; there is none in the menu."""
        return self.table in self.app.stack

    @property
    def at_table(self) -> bool:
        return self.top is self.table

    @property
    def behind(self) -> bool:
        """Whether something has happened that the table will only notice in its next frame."""
        return self.table.events_shown + self.table.director.events_left != self.host.event_count

    def answers(self) -> list[Widget]:
        """What leads to a move."""
        return [
            widget
            for widget in self.table.tab_stops
            if (isinstance(widget, TouchWidget) and widget.legal)
            or widget.name.startswith(("move ", "live ", "looked"))
        ]

    def cards(self, legal: bool) -> list[TouchWidget]:
        return [
            widget
            for widget in self.table.tab_stops
            if isinstance(widget, TouchWidget) and widget.sprite is not None and widget.legal == legal
        ]

    # Time

    def step(self, *events: pygame.Event, dt: float = FRAME_S) -> bool:
        before = Question.of(self)
        self.drew = super().step(*events, dt=dt)
        if before is not None:
            before.check_warned()
        tables = [scene for scene in self.app.stack if isinstance(scene, TableScene)]
        if tables and tables[0] is not self.table:
            self._sit_at(tables[0])
        if self.drew:
            self.painted = self.surface
        return self.drew

    def pass_time(self, seconds: float) -> None:
        """A little more than that."""
        self.frames(round(seconds / TICK_S) + 1, dt=TICK_S)

    def rest(self, most: int = 60) -> None:
        """Until nothing moves, or for a while."""
        for _ in range(most):
            if not self.step(dt=0.05):
                return

    def resize(self, size: tuple[int, int]) -> None:
        """Everything is built for the new size some frames later; until then anything may happen."""
        if size != self.surface.get_size():
            self.surface = pygame.Surface(size)
        self.step()

    # Pointer

    def move(self, pos: tuple[int, int]) -> None:
        self.pointer.pos = pos
        super().move(pos)

    def press_at(self, pos: tuple[int, int]) -> None:
        self.move(pos)
        self.pointer.down = True
        self.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))

    def release_at(self, pos: tuple[int, int]) -> None:
        self.move(pos)
        self.pointer.down = False
        self.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))

    def click_at(self, pos: tuple[int, int]) -> None:
        self.press_at(pos)
        self.release_at(pos)

    def at(self, across: float, down: float) -> tuple[int, int]:
        """A place in the window, by its share of width and height."""
        wide, high = self.surface.get_size()
        return round(across * (wide - 1)), round(down * (high - 1))

    def take(self, widget: Widget) -> None:
        """Begin to drag a card."""
        x, y = self.grip(widget)
        self.press_at((x, y))
        self.move((x + 6, y - 20))

    def drag(self, targets: Sequence[Target]) -> None:
        """The card of a move to where it goes; above the hand if that is nowhere."""
        touches = {widget.target: widget for widget in self.table.widgets if isinstance(widget, TouchWidget)}
        card = next((touches[target] for target in targets if target in touches and touches[target].sprite), None)
        if card is None:
            return
        self.take(card)
        spots = [
            w for w in self.table.widgets if isinstance(w, TouchWidget) and w.target in targets and w.sprite is None
        ]
        self.release_at(spots[0].rect.center if spots else (card.rect.centerx, max(0, card.rect.top - 10)))

    def grip(self, widget: Widget) -> tuple[int, int]:
        """Where a card can be taken: its right neighbour lies upon the rest of it."""
        return widget.rect.left + max(2, widget.rect.width // 10), widget.rect.centery

    # Screens that lie on the table

    def lift_curtain(self, undo: bool = False, by_key: bool = True) -> None:
        """As somebody does who has taken the seat: not in a hurry."""
        self.pass_time(PRESS_GAP_S)
        if undo:
            self.key("u")
        elif by_key and self.top.focus == "reveal":
            self.show_ring()
            self.pass_time(PRESS_GAP_S)
            self.key("return")
        else:
            self.click("reveal")

    def close_overlay(self) -> None:
        """Whatever lies on the table: the way on, or the way out."""
        match self.top:
            case Curtain():
                self.lift_curtain(by_key=False)
                self.pass_time(PRESS_GAP_S)
            case Confirm():
                self.click("yes")
            case ScoreScreen():
                self.click("review" if self.top.tally.final else "continue")
            case MenuScreen():
                self.begin_from_menu()
            case _:
                self.key("escape")

    def begin_from_menu(self) -> None:
        """Go on with the match that was left, or play another of the same title."""
        names = [stop.name for stop in self.top.tab_stops if stop.name.startswith("resume ")]
        if names:
            self.click(names[0])
            return
        self.click(self.title)
        self.click("start")

    def to_table(self) -> None:
        """Out of every screen that asks nothing of those who play; a curtain stays."""
        self.frames(2, dt=TICK_S)  # so that the pointer works after the window was resized
        for _ in range(20):
            if self.at_table or isinstance(self.top, Curtain):
                return
            if isinstance(self.top, ScoreScreen | MenuScreen):
                self.close_overlay()
            else:
                self.key("escape")
        raise AssertionError(f"no way back to the table from {self.top}")

    def pause(self) -> None:
        """From the table or from the curtain."""
        self.to_table()
        self.key("p")

    # Playing on

    def calm(self) -> None:
        """Nothing is held, pointed at, chosen or said; then wait until nothing moves."""
        if self.pointer.down:
            self.release_at(OUTSIDE)
        self.move(OUTSIDE)
        self.put_away()
        self.rest()

    def put_away(self) -> None:
        """Escape lets go of what is chosen, then of what was said."""
        for _ in range(10):
            table = self.table
            if not self.at_table or not (table.sitting.choice.picked or table.sitting.said or table.log_view.is_open):
                return
            self.key("escape")

    def go_on(self, decisions: int) -> bool:
        """Play as a beginner would, so many decisions; True once the final score lies there."""
        self.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
        self.calm()
        self.pass_time(PRESS_GAP_S)
        waited_s, seen = 0.0, None
        while waited_s < PATIENCE_S:
            if isinstance(self.top, ScoreScreen) and self.top.tally.final:
                return True
            if not self.at_table:
                self.close_overlay()
            elif self.table.asking and self.still:
                if decisions <= 0:
                    return False
                decisions -= 1
                self.put_away()
                self.choose()
                waited_s += TOUCH_S
            else:
                self._press_on()
                self.step(dt=TICK_S)
                waited_s += TICK_S
            now = self._progress()
            waited_s, seen = (waited_s, seen) if now == seen else (0.0, now)
        raise AssertionError("nothing happens any more")

    def make_move(self, number: int, losing: bool, drag: bool) -> None:
        """One of the legal moves; with `losing` one that loses at once, if there is one."""
        if not self.table.asking:
            return
        self.put_away()
        self.frames(2, dt=TICK_S)  # so that everything is built after the window was resized
        if not self.at_table or not self.table.asking:
            return
        sitting, rules = self.table.sitting, self.host.rules
        lost = [move for move in sitting.view.legal if losing and rules.warning(sitting.view, move) is not None]
        moves = lost or sitting.view.legal
        move = moves[number % len(moves)]
        targets = targets_of(sitting.view, move, rules.spec.points_at)
        if drag:
            self.drag(targets)
            return
        for target in targets:
            if self.table.sitting is sitting and self.at_table and self.table.asking:
                self.touch(self.named(target, move.text))

    def play_to_score(self, most: int = 10_000) -> Tally:
        assert self.go_on(most), "the match does not end"
        assert isinstance(self.top, ScoreScreen) and self.top.tally.final
        return self.top.tally

    def _progress(self) -> object:
        return self.top, self.host.generation, self.host.event_count, self.table.events_shown

    def _press_on(self) -> None:
        """Where no question is on the table, something may have to be pressed all the same."""
        race = self.table.race
        if self.table.host.over and self.has("result"):
            self.click("result")
        elif self.has("looked"):
            self.click("looked")
        elif race is not None and race.live.phase == "race" and self.still:
            for keys in (("a", "z"), ("g", "b"), ("k", "m"))[: len(self.host.people)]:
                self.key(self.dice.pick(keys))
