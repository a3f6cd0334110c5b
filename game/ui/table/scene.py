"""The table scene: whose eyes it is seen with, what moves, what is asked, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.engine.cards import Seat
from game.engine.moves import Move
from game.engine.view import View
from game.host import Host, Setup
from game.live import Live
from game.past import Past
from game.ui.book.rules import RulesOverlay
from game.ui.form import Form, cover
from game.ui.input import Focus, Input, Point
from game.ui.kit import Kit
from game.ui.look import load
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.table import marks, paint, tools
from game.ui.table.advice import Advice
from game.ui.table.bubble import Bubble
from game.ui.table.cards import CardArt
from game.ui.table.choice import Choice, Target
from game.ui.table.director import PACE, Cue, Director
from game.ui.table.drag import Drag
from game.ui.table.ending import Ending
from game.ui.table.hud import Hud
from game.ui.table.journal import Journal
from game.ui.table.layout import Layout
from game.ui.table.race import VERBS, Race
from game.ui.table.stage import Stage
from game.ui.table.touch import Touch, touches
from game.ui.table.turn import Turn
from game.ui.widgets import Widget
from game.wording import Wording

AVATARS = ("fox", "bear", "cat", "owl", "bunny", "frog")
RACED = tuple(f"{verb}_" for verb in VERBS)
"""Actions that belong to one of the people in a race."""
WARMING = 1
"""Cards composed ahead in an idle frame."""


class TableScene(Form):
    """Shows what one seat has heard. `me` sits at the bottom; `knower` is whose knowledge is drawn: the same,
    or a spectator's while several people share the machine and nobody has claimed the seat."""

    menu: Callable[[], Scene] | None = None
    """Makes the menu; set by whoever makes tables, like the next two."""
    again: Callable[[Setup], Scene] | None = None
    """Makes another table for the same set-up."""
    keep: Callable[[str], object] | None = None
    """Keeps the match as it stands, under a name."""

    def __init__(self, host: Host, live: Live | None = None) -> None:
        super().__init__()
        self.host = host
        self.race = Race(live) if live is not None else None
        people = host.people
        self.shared = len(people) > 1
        self.me: Seat = people[0] if people else host.seats
        self.knower: Seat = host.seats if self.shared or not people else self.me
        self.look = load(host.rules.spec)
        self.journal = Journal(host, self.knower)
        self.choice: Choice | None = None
        self.view: View = host.view(self.knower)
        self.said = Bubble()
        self.log_open = False
        self._shown = 0
        """How many of the host's events the director has been given."""
        self._generation = host.generation
        self._asked = -1
        self._stumbles = len(host.troubles)
        self._fault = self.look.fault
        self.advice = Advice()
        self._turn = Turn()
        self.ending = Ending()
        self._drag = Drag()
        self._cold = list(host.rules.cards(host.seats))
        self._director: Director | None = None
        self._first = True
        self._away = False
        """Whether the cards were covered because nobody was looking."""

    def catch_up(self) -> None:
        """Nothing of what has happened so far is shown again: the match goes on where it stands."""
        self._shown = self.host.events
        self.journal.catch_up()

    # Building

    def enter(self, kit: Kit) -> None:
        self.kit = kit
        spec = self.host.rules.spec
        self.layout = Layout(self.look, kit.metrics, self.host.seats, self.me)
        self.art = CardArt(kit, spec, self.look)
        self.words = Wording(kit.texts, self.host.rules, self.host.names, None if self.shared else self.me)
        chairs = [
            (chair.name, chair.avatar if kit.art.has(f"avatars/{chair.avatar}_calm.svg") else AVATARS[number % 6])
            for number, chair in enumerate(self.host.setup.chairs)
        ]
        self.chairs = chairs
        self.hud = Hud(kit, self.look, spec, self.layout, chairs)
        self._restage()
        super().enter(kit)
        if self._first:
            kit.audio.music(True)
            self._first = False

    def _restage(self) -> None:
        """Everything where it lies for the knower, without a motion; what is still to be shown stays to be shown."""
        queue = self._director.rest() if self._director is not None else []
        lines = self.journal.rewrite(self.words, self._shown, len(queue)) or [cue.line for cue in queue]
        places = self.host.rules.places(self.host.seats)
        self.stage = Stage(places, self.host.seats, self.knower, self.layout)
        empty = self.host.beginning(self.knower)
        heard = self._shown - len(queue)
        self.stage.start(empty.zones, empty.facts, self.host.heard(self.knower, 0, heard))
        self.hud.start(self.stage.facts)
        self._director = self.director = Director(self.stage, self.look, self.kit.audio)
        self.director.pace = PACE[self.kit.settings.speed] * (0.5 if self.kit.settings.reduced_motion else 1.0)
        self.director.on_line = self._note
        self.director.on_fact = self._fact
        self.director.on_step = self._step
        again = self.host.heard(self.knower, heard, self._shown)
        self.director.show(Cue(event, line) for event, line in zip(again, lines, strict=True))
        self.view = self.host.view(self.knower)

    def build(self) -> None:
        self.said.move()
        self.widgets += tools.buttons(self)
        hand = f"{self.look.seat.hand} {self.me}" if self.knower == self.me else ""
        self.widgets += touches(self.kit, self.stage, self.hud, self.choice, hand, partial(self._turn.touch, self))
        self.widgets += self._buttons()

    def instead(self, was: Widget | None) -> str:
        return self._turn.near(self, was)

    def _buttons(self) -> list[Widget]:
        raced = list(self.race.buttons(self)) if self.race and self.choice is None else []
        return [*raced, *paint.buttons(self)]

    # What happens

    def update(self, dt: float) -> Transition:
        self._tick(dt)
        if self.host.generation != self._generation:
            self._generation = self.host.generation
            self._shown = min(self._shown, self.host.events)
            self.journal.catch_up()
            self._forget()
            self._restage()
            self.rebuild()
        self._pull()
        self._own_up()
        moving = [self.director.update(dt), self.hud.update(dt), marks.lift(self, dt)]
        self.dirty = self.dirty or any(moving)
        if not self.director.idle and not self.director.held:
            return None
        if self.ending.due:
            return self.ending.tell_round(self)
        return self._next(dt)

    def _tick(self, dt: float) -> None:
        self.dirty = self.said.tick(dt) or self.dirty
        self.advice.listen(self)

    def _pull(self) -> None:
        """Give the director what has happened, with the lines of the log."""
        new = self.host.heard(self.knower, self._shown)
        if not new:
            return
        self.view = self.host.view(self.knower)
        lines = self.journal.write(self.words, self._shown)
        self._shown += len(new)
        self.director.show(Cue(event, line) for event, line in zip(new, lines, strict=True))
        self._forget()
        self.rebuild()

    def _own_up(self) -> None:
        """What failed is said once: a file of the title's looks, or a bot, when its move is on the table."""
        text = ""
        if self._fault and self.director.idle:
            text, self._fault = self.kit.texts("error.unknown", problem=self._fault), ""
        elif len(self.host.troubles) > self._stumbles and self.host.thinking is None:
            text, self._stumbles = self.kit.texts("error.bot_lost"), len(self.host.troubles)
        if text:
            self.own_up(text)

    def own_up(self, text: str) -> None:
        """One line of what failed, also in the log."""
        self._note(text)
        self.say(text, "warning")

    def _forget(self) -> None:
        """What was being chosen or explained is out of date."""
        self.choice = None
        self._asked = -1
        self.advice.forget()
        self.said.hush()

    def _next(self, dt: float) -> Transition:
        """Nothing moves: whose turn is it?"""
        host = self.host
        if host.over:
            return self.ending.tell_match(self, dt)
        if self.race is not None:
            return self.race.update(self, dt)
        return self.ordinary(dt)

    def ordinary(self, dt: float) -> Transition:
        """Somebody decides in their own time."""
        host = self.host
        person = self._person()
        if person is not None and self.shared and self.knower != person:
            reason, self._away = "away" if self._away else "", False
            return Push(Curtain(self.chairs[person][0], self.chairs[person][1], reason))
        if person is not None and self.knower == person and self._asked != self._shown:
            self._ask()
        if host.update(dt):
            self.dirty = True
        if self._cold and host.deciders:
            for _ in range(WARMING):
                if self._cold:
                    self.art.warm(self._cold.pop())
        return None

    def _ask(self) -> None:
        """It is this person's turn."""
        self.view = self.host.view(self.knower)
        self.choice = Choice(self.view, self.look.moves)
        self._asked = self._shown
        if len(self.host.setup.chairs) > 1:
            self.kit.audio.play("turn")
        self.rebuild()
        self._turn.stand(self)

    def back(self, result: Any) -> Transition:
        self.dirty = True
        if self.race is not None:
            self.race.live.pause()
        if self._turn.answered(self, result):
            return None
        match result:
            case "menu":
                self.kit.audio.music(False)
                return Reset(self.menu()) if self.menu is not None else None
            case "restart" | "again":
                return Reset(self.again(self.host.setup)) if self.again is not None else None
            case CurtainResult.TAKEN:
                self._claim()
            case CurtainResult.PAUSE:
                return tools.pause(self)
            case "look":
                from game.ui.shelf.replay import ReplayScene  # late: it is a table itself

                return Push(ReplayScene(Past.of(self.host)))
            case str() if result.startswith("kept "):
                self.say(self.kit.texts("save.kept", name=result.removeprefix("kept ")), "check")
        return None

    def _claim(self) -> None:
        """The next person has taken the seat."""
        person = self._person()
        if self.race is not None and self.race.live.phase == "look":
            person = self.race.next_person(self)
        if person is None or not self.shared:
            return
        self.me = self.knower = person
        self._forget()
        self.enter(self.kit)

    def conceal(self) -> None:
        """Nobody's cards show until somebody claims the seat again."""
        if not self.shared or self.knower == self.host.seats:
            return
        self.knower = self.host.seats
        self._forget()
        self._restage()
        self.rebuild()

    # Moves

    def pick(self, target: Target) -> Transition:
        return self._turn.pick(self, target)

    def choose_again(self) -> None:
        """Let go of everything touched."""
        self.choice = Choice(self.view, self.look.moves)
        self.rebuild()

    def play(self, move: Move) -> None:
        """Final at once; where people share the machine the cards are covered, unless the turn goes on."""
        seat = self.knower
        self.choice = None
        self.host.play(seat, move)
        if seat != self._person():
            self.conceal()
        self.dirty = True

    def _person(self) -> Seat | None:
        """The person who has to decide next."""
        return next((seat for seat in self.host.deciders if seat in self.host.people), None)

    def say(self, text: str, icon: str, clause: str = "", seconds: float = 0.0) -> None:
        self.said.say(text, icon, clause, seconds)
        self.dirty = True

    # The bar and the keys

    def toggle_log(self) -> Transition:
        self.log_open = not self.log_open
        self.rebuild()
        return None

    def open_rules(self) -> Transition:
        clause = self.said.clause or self.host.rules.clause(self.view)
        return Push(RulesOverlay(self.host.rules.spec.title, clause, self.host.rules.options))

    def cancel(self) -> Transition:
        if self.choice is not None and self.choice.back():
            self.rebuild()
            return None
        if self.bubble or self.log_open:
            self.said.text, self.log_open = "", False
            self.rebuild()
            return None
        return tools.pause(self)

    def act(self, name: str) -> Transition:
        named = tools.tools(self)
        if name in named:
            self.dirty = True
            return named[name]()
        if name == "confirm" and not self.director.idle and not self.director.held:
            self.director.skip()
            self.rebuild()
            return None
        if name.startswith(RACED):
            if self.race is not None:
                self.race.press(self, name)
            return None
        return super().act(name)

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Focus) and not event.gained:
            self._away = self.knower < self.host.seats
            self.conceal()
        if isinstance(event, Point):
            if event.kind == "down" and not self.director.idle and not self.director.held:
                under = self.under(event.pos)
                if under is None or isinstance(under, Touch):
                    self.director.skip()
                    self.rebuild()
                    return None
            if self._drag.take(self, event):
                return None
        return super().handle(event)

    # What the director reports

    def _note(self, line: str) -> None:
        self.journal.add(line)
        self.dirty = True

    def _fact(self, name: str, value: object) -> None:
        self.hud.fact(name, value, self.stage.facts, self.director.pace <= 0 or self.kit.settings.reduced_motion)
        self.dirty = True

    def _step(self, name: str) -> None:
        self.ending.step(self, name)

    @property
    def heard(self) -> int:
        """How many events are shown or being shown."""
        return self._shown - len(self.director.waiting())

    # Drawing

    def backdrop(self, surface: pygame.Surface) -> None:
        cover(self.kit, surface, self.host.rules.spec.title)
        paint.table(self, surface)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        marks.hints(self, surface)
        paint.words(self, surface)

    @property
    def bubble(self) -> str:
        """What is being answered."""
        return self.said.text

    def pointing(self) -> Widget | None:
        """What the pointer or the focus is on."""
        return self._lit or (self.focused if self.shown else None)
