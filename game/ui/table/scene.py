"""The table scene: whose eyes it is seen with, what moves, what is asked, and what comes next."""

from __future__ import annotations

from typing import Any

import pygame

from game.engine.cards import HIDDEN, Seat
from game.engine.moves import Move
from game.engine.view import View
from game.host import Host
from game.live import Live
from game.ui.curtain import Curtain
from game.ui.form import Form, cover
from game.ui.input import Focus, Input, Point
from game.ui.kit import Kit
from game.ui.look import load
from game.ui.pause import PauseOverlay
from game.ui.rules import RulesOverlay
from game.ui.scene import Push, Reset, Transition
from game.ui.scores import ScoreScreen
from game.ui.table import paint, panels, tally
from game.ui.table.cards import CardArt
from game.ui.table.choice import Choice, Target, parts
from game.ui.table.director import PACE, Cue, Director
from game.ui.table.drag import Drag
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.race import VERBS, Race
from game.ui.table.stage import Stage
from game.ui.table.touch import Touch, touches
from game.ui.table.trick import TrickOverlay
from game.ui.widgets import Button, Widget
from game.wording import Wording

AVATARS = ("fox", "bear", "cat", "owl", "bunny", "frog")
BUBBLE = 5.0
"""Seconds an answer stays to be read."""
ENDED = 0.9
"""Seconds between the last card and the score."""
RACED = tuple(f"{verb}_" for verb in VERBS)
"""Actions that belong to one of the people in a race."""
WARMING = 2
"""Cards composed ahead in an idle frame."""


class TableScene(Form):
    """Shows what one seat has heard. `me` sits at the bottom; `knower` is whose knowledge is drawn: the same,
    or a spectator's while several people share the machine and nobody has claimed the seat."""

    def __init__(self, host: Host, live: Live | None = None) -> None:
        super().__init__()
        self.host = host
        self.race = Race(live) if live is not None else None
        people = host.people
        self.shared = len(people) > 1
        self.me: Seat = people[0] if people else host.seats
        self.knower: Seat = host.seats if self.shared or not people else self.me
        self.look = load(host.rules.spec)
        self.lines: list[str] = []
        self.choice: Choice | None = None
        self.view: View = host.view(self.knower)
        self._logged = host.beginning(self.knower)
        """The View up to which the log is written; where people share a machine it is a spectator's, always."""
        self.bubble = ""
        self.bubble_icon = ""
        self.clause = ""
        self.log_open = False
        self._bubble_left = 0.0
        self._shown = 0
        """How many of the host's events the director has been given."""
        self._generation = host.generation
        self._asked = -1
        self._hint: Any = None
        self._hint_step = 0
        self._ended = ENDED
        self._round_due = False
        self._round_told = -1
        self._round_lines: list[str] = []
        self._drag = Drag()
        self._cold = list(host.rules.cards(host.seats))
        self._beat = 0.0
        self._first = True

    def catch_up(self) -> None:
        """Nothing of what has happened so far is shown again: the match goes on where it stands."""
        self._shown = self.host.events
        self._logged = self.host.view(self._logged.seat)

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
        if self._first and self._shown:
            seat = self._logged.seat
            story = self.words.story(self.host.beginning(seat), self.host.heard(seat, 0, self._shown))
            self.lines = [line for line in story if line][-panels.LINES_KEPT :]
        self._restage()
        super().enter(kit)
        if self._first:
            kit.audio.music(True)
            self._first = False

    def _restage(self) -> None:
        """Everything where it lies for the knower, without a motion; what is still to be shown stays to be shown."""
        queue: list[Cue] = []
        director = getattr(self, "director", None)
        if director is not None:
            queue = director.rest()
        places = self.host.rules.places(self.host.seats)
        self.stage = Stage(places, self.host.seats, self.knower, self.layout)
        empty = self.host.beginning(self.knower)
        heard = self._shown - len(queue)
        self.stage.start(empty.zones, empty.facts, self.host.heard(self.knower, 0, heard))
        self.hud.start(self.stage.facts)
        self.director = Director(self.stage, self.look, self.kit.audio)
        self.director.pace = PACE[self.kit.settings.speed] * (0.5 if self.kit.settings.reduced_motion else 1.0)
        self.director.on_line = self._note
        self.director.on_fact = self._fact
        self.director.on_step = self._step
        again = self.host.heard(self.knower, heard, self._shown)
        self.director.show(Cue(event, cue.line) for event, cue in zip(again, queue, strict=True))
        self.view = self.host.view(self.knower)

    def build(self) -> None:
        kit = self.kit
        wide = kit.metrics.wide
        size, gap = 46.0, 8.0
        bar = [("hint", "hint", self._ask_hint), ("undo", "undo", self._undo), ("last", "last_trick", self._last),
               ("log", "log", self._toggle_log), ("rules", "rules", self._rules)]  # fmt: skip
        self.widgets.append(Button("pause", kit.rect(14, 10, size, 42), self._pause, icon="pause", kind="quiet"))
        for number, (name, icon, press) in enumerate(bar):
            x = wide - 14 - (len(bar) - number) * (size + gap) + gap
            button = Button(name, kit.rect(x, 10, size, 42), press, icon=icon, kind="quiet")
            button.tip = kit.texts(f"table.{'last_trick' if name == 'last' else name}")
            button.on = name == "log" and self.log_open
            button.enabled = name != "undo" or self.host.can_undo(self.me)
            self.widgets.append(button)
        hand = f"{self.look.seat.hand} {self.me}" if self.knower == self.me else ""
        self.widgets += touches(kit, self.stage, self.hud, self.choice, hand, self._touch)
        self.widgets += self._buttons()

    def _buttons(self) -> list[Widget]:
        raced = list(self.race.buttons(self)) if self.race and self.choice is None else []
        return [*raced, *paint.buttons(self)]

    # What happens

    def update(self, dt: float) -> Transition:
        self._tick(dt)
        if self.host.generation != self._generation:
            self._generation = self.host.generation
            self._shown = min(self._shown, self.host.events)
            self._logged = self.host.view(self._logged.seat)
            self._forget()
            self._restage()
            self.rebuild()
        self._pull()
        if self.director.update(dt) or self.hud.update(dt) or self._lift(dt):
            self.dirty = True
        if not self.director.idle and not self.director.held:
            return None
        if self._round_due:
            return self._tell_round()
        return self._next(dt)

    def _tick(self, dt: float) -> None:
        if self._bubble_left > 0:
            self._bubble_left -= dt
            if self._bubble_left <= 0:
                self.bubble = ""
                self.dirty = True
        problem = self.news() if self.news is not None else ""
        if problem:
            self.say(self.kit.texts("save.failed", problem=problem), "warning")
        hint = self.host.hint() if self.host.pondering else None
        if hint is not None:
            self._hint, self._hint_step = hint, 0
            self._tell_hint()

    def _pull(self) -> None:
        """Give the director what has happened, with the lines of the log."""
        new = self.host.heard(self.knower, self._shown)
        if not new:
            return
        self.view = self.host.view(self.knower)
        lines = self.words.story(self._logged, self.host.heard(self._logged.seat, self._shown))
        self._logged = self.host.view(self._logged.seat)
        self._shown += len(new)
        self.director.show(Cue(event, line) for event, line in zip(new, lines, strict=True))
        self._forget()
        self.rebuild()

    def _forget(self) -> None:
        """What was being chosen or explained is out of date."""
        self.choice = None
        self._asked = -1
        self._hint, self._hint_step = None, 0
        self.clause = ""
        if self.bubble:
            self.bubble, self._bubble_left = "", 0.0

    def _next(self, dt: float) -> Transition:
        """Nothing moves: whose turn is it?"""
        host = self.host
        if host.over:
            self._ended -= dt
            return self._finish() if self._ended <= 0 else None
        if self.race is not None:
            return self.race.update(self, dt)
        return self.ordinary(dt)

    def ordinary(self, dt: float) -> Transition:
        """Somebody decides in their own time."""
        host = self.host
        person = next((seat for seat in host.deciders if seat in host.people), None)
        if person is not None and self.shared and self.knower != person:
            return Push(Curtain(self.chairs[person][0], self.chairs[person][1]))
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

    def back(self, result: Any) -> Transition:
        self.dirty = True
        match result:
            case "menu":
                return self._leave_to_menu()
            case "restart" | "again":
                return self._again()
            case True:
                self._claim()
            case False:
                return self._pause()
            case str() if result.startswith("kept "):
                self.say(self.kit.texts("save.kept", name=result.removeprefix("kept ")), "check")
        return None

    def _claim(self) -> None:
        """The next person has taken the seat."""
        person = next((seat for seat in self.host.deciders if seat in self.host.people), None)
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

    def _touch(self, touch: Touch) -> Transition:
        if touch.target is None:
            self._refuse(touch)
            return None
        self.pick(touch.target)
        return None

    def pick(self, target: Target) -> None:
        if self.choice is None:
            return
        if target in self.choice.picked:
            self.choice.back()
            self.rebuild()
            return
        move = self.choice.pick(target)
        if move is None and self.choice.picked and target not in self.choice.picked:
            self.choice = Choice(self.view, self.look.moves)
            move = self.choice.pick(target)
        if move is not None:
            self.play(move)
        else:
            self.kit.audio.play("focus")
            self.rebuild()

    def choose_again(self) -> None:
        """Let go of everything touched."""
        self.choice = Choice(self.view, self.look.moves)
        self.rebuild()

    def play(self, move: Move) -> None:
        seat = self.knower
        self.choice = None
        self.conceal()
        self.host.play(seat, move)
        self.dirty = True

    def _refuse(self, touch: Touch) -> None:
        sprite = touch.sprite
        if sprite is None or sprite.card == HIDDEN:
            return
        if self.choice is not None and self.choice.picked:
            self.choice = Choice(self.view, self.look.moves)
            self.rebuild()
            again = next((widget for widget in self.widgets if widget.name == touch.name), None)
            if isinstance(again, Touch) and again.target is not None:
                self.pick(again.target)
                return
        refusal = self.host.rules.refusal(self.host.view(self.knower), sprite.card)
        if refusal is None:
            return
        sprite.shake = 0.0 if self.kit.settings.reduced_motion else 0.4
        self.kit.audio.play("refused")
        self.say(self.words.refusal(refusal), "warning", refusal.clause)

    def say(self, text: str, icon: str, clause: str = "") -> None:
        self.bubble, self.bubble_icon, self.clause = text, icon, clause
        self._bubble_left = BUBBLE + len(text) * 0.04
        self.dirty = True

    # Buttons of the bar

    def _undo(self) -> Transition:
        if self.host.can_undo(self.me) and self.knower == self.me:
            self.kit.audio.play("undo")
            self.director.skip()
            self.host.undo(self.me)
        else:
            self.say(self.kit.texts("table.no_undo"), "undo")
        return None

    def _ask_hint(self) -> Transition:
        if self._hint is not None:
            self._hint_step = min(self._hint_step + 1, 2)
            self._tell_hint()
        elif self.choice is not None and not self.host.pondering:
            self.host.ask_hint(self.knower)
            self.say(self.kit.texts("table.waiting"), "hint")
        return None

    def _tell_hint(self) -> None:
        self.kit.audio.play("hint")
        texts, hint = self.kit.texts, self._hint
        if self._hint_step == 0:
            text = self.words.hint_look(self.view, hint.look)
        elif self._hint_step == 1:
            text = texts("hint.move", move=self.words.move(self.view, hint.move))
        else:
            text = texts("hint.why", reason=" ".join(self.words.reason(reason) for reason in hint.reasons))
        self.say(text, "hint")
        self._bubble_left = 60.0

    def _last(self) -> Transition:
        tricks = self.stage.facts.get("history")
        if tricks:
            winner, order, cards = tricks[-1]
            return Push(TrickOverlay(self, winner, order, cards))
        return self._toggle_log()

    def _toggle_log(self) -> Transition:
        self.log_open = not self.log_open
        self.rebuild()
        return None

    def _rules(self) -> Transition:
        clause = self.clause or self.host.rules.clause(self.view)
        return Push(RulesOverlay(self.host.rules.spec.title, clause, self.host.rules.options))

    def _pause(self) -> Transition:
        return Push(PauseOverlay(self.host.rules.spec.title, keep=self.keep))

    def cancel(self) -> Transition:
        if self.choice is not None and self.choice.back():
            self.rebuild()
            return None
        if self.bubble or self.log_open:
            self.bubble, self.log_open = "", False
            self.rebuild()
            return None
        return self._pause()

    def act(self, name: str) -> Transition:
        named = {"hint": self._ask_hint, "undo": self._undo, "last": self._last, "log": self._toggle_log,
                 "rules": self._rules, "pause": self._pause}  # fmt: skip
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
        self.lines.append(line)
        self._round_lines.append(line)
        del self.lines[: -panels.LINES_KEPT]
        self.dirty = True

    def _fact(self, name: str, value: object) -> None:
        self.hud.fact(name, value, self.stage.facts, self.director.pace <= 0 or self.kit.settings.reduced_motion)
        self.dirty = True

    def _step(self, name: str) -> None:
        rounds = self.look.rounds
        at = self._shown - len(self.director.waiting())
        if name and name == rounds.before and self._round_told != at:
            self._round_told = at
            self._round_due = self.director.held = True
        elif name and name == rounds.after:
            self._round_due = True

    # The end of a round and of the match

    def _tell_round(self) -> Transition:
        self._round_due = False
        self.director.held = False
        self.stage.finish()
        if self.host.over and self.director.idle:
            return None
        lines, self._round_lines = self._round_lines, []
        heard = self._shown - len(self.director.waiting())
        return Push(ScoreScreen(tally.tally(self, heard, final=False, lines=lines[-6:])))

    def _finish(self) -> Transition:
        if self._ended < -1:
            return None
        self._ended = -2.0
        won = self.me in self.host.standings.winners or not self.host.people or self.shared
        self.kit.audio.play("win" if won else "lose")
        return Push(ScoreScreen(tally.tally(self, self._shown, final=True, lines=self._round_lines[-6:])))

    def _leave_to_menu(self) -> Transition:
        self.kit.audio.music(False)
        return Reset(self.menu()) if self.menu is not None else None

    def _again(self) -> Transition:
        return Reset(self.again(self.host.setup)) if self.again is not None else None

    menu: Any = None
    """Makes the menu; set by whoever makes tables."""
    again: Any = None
    """Makes another table for the same set-up."""
    keep: Any = None
    """Keeps the match as it stands, under a name."""
    news: Any = None
    """Says why saving fails, once."""

    # Drawing

    def _lift(self, dt: float) -> bool:
        """Cards rise under the pointer and under the focus, and when they are chosen."""
        moving = False
        raised = set()
        focused = self.focused if self.shown else None
        for widget in self.widgets:
            if isinstance(widget, Touch) and widget.sprite is not None:
                chosen = self.choice is not None and widget.target in self.choice.picked
                if widget is self._lit or widget is focused or chosen:
                    raised.add(id(widget.sprite))
        for sprite in self.stage.sprites:
            goal = 1.0 if id(sprite) in raised else 0.0
            if sprite.lift != goal:
                step = dt * 9
                sprite.lift = min(goal, sprite.lift + step) if goal > sprite.lift else max(goal, sprite.lift - step)
                moving = True
        return moving

    def backdrop(self, surface: pygame.Surface) -> None:
        cover(self.kit, surface, self.host.rules.spec.title)
        paint.table(self, surface)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        paint.words(self, surface)

    def pointing(self) -> Widget | None:
        """What the pointer or the focus is on."""
        return self._lit or (self.focused if self.shown else None)

    def pointed(self) -> set[str]:
        """The names of what a hint points at: first the place, then what to touch there."""
        if self._hint is None:
            return set()
        named = set()
        aims = parts(self.view, self._hint.move, self.look.moves) if self._hint_step else ()
        for widget in self.widgets:
            if not isinstance(widget, Touch):
                continue
            near = widget.name in (f"zone {self._hint.look}",) or widget.name.startswith(f"card {self._hint.look} ")
            if widget.target in aims or (not self._hint_step and near):
                named.add(widget.name)
        return named

