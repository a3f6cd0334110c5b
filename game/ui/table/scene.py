"""The table scene: who looks at the table, what moves, what is asked, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.engine.cards import Seat
from game.engine.spec import Value
from game.host import Host, Setup
from game.live import Live
from game.past import Past
from game.play.choice import Choice, Target, button_target
from game.play.sitting import Chosen, Doubtful, Narrowed, Outcome, Position, Refused, Sitting
from game.ui.book.rules import RulesOverlay
from game.ui.form import Form, cover
from game.ui.input import Action, Focus, Input, Point
from game.ui.kit import Kit
from game.ui.look import load
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.confirm import Answer, Confirm
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.screens.keys import KeyCard
from game.ui.screens.options import SettingsScreen
from game.ui.screens.pause import Kept, PauseOverlay, PauseResult
from game.ui.screens.scores import ScoreResult, ScoreScreen
from game.ui.table import marks, paint, panels, ring, room, tools
from game.ui.table.board import Board
from game.ui.table.bubble import Bubble
from game.ui.table.cards import CardArt
from game.ui.table.director import PACE, Director
from game.ui.table.drag import Drag
from game.ui.table.ending import Ending
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.log import Log
from game.ui.table.paint import MoveButton
from game.ui.table.race import RacePanel
from game.ui.table.stage import Stage
from game.ui.table.tally import tally
from game.ui.table.touch import Touch, touches
from game.ui.table.trick import TrickOverlay
from game.ui.widgets import Button, Press, Widget
from game.wording import Wording
from game.wording.message import Message

AVATARS = ("fox", "bear", "cat", "owl", "bunny", "frog")
BOT_TEMPO = {"slow": 1.3, "normal": 1.0, "fast": 0.4, "off": 0.1}
"""How much longer bots' pauses are than usual, by the chosen speed."""
LOG_LINES = 200
"""Lines of the log that can be scrolled to."""
LOG_STEP = 60.0
"""Units by which one step of the wheel or of a key scrolls the log."""


class TableScene(Form):
    """`me` sits at the lower edge. `viewer` is whose knowledge is drawn: the same seat, or a spectator's while several
    people share the machine and nobody has taken the seat."""

    menu: Callable[[], Scene] | None = None
    """Makes the menu; set by whoever makes tables, like the next two."""
    again: Callable[[Setup], Scene] | None = None
    """Makes another table for the same set-up."""
    keep: Callable[[str], object] | None = None
    """Keeps the match as it stands, under a name."""

    def __init__(self, host: Host, live: Live | None = None) -> None:
        super().__init__()
        self.host = host
        self.race = RacePanel(live) if live is not None else None
        people = host.people
        self.shared = len(people) > 1
        self.me: Seat = people[0] if people else host.seats
        self.viewer: Seat = host.seats if self.shared or not people else self.me
        self.look = load(host.rules.spec)
        self.log = Log(host, self.viewer)
        self.sitting: Sitting = host.sit(self.viewer)
        self.bubble = Bubble()
        self.log_open = False
        self._log_scroll = 0
        self._shown = 0
        """How many of the host's events the director has been given."""
        self._generation = host.generation
        self._asked: Position | None = None
        """The Position whose question is on the table."""
        self._stumbles = len(host.troubles)
        self._fault = self.look.fault
        self.ending = Ending()
        self._drag = Drag()
        self._cold = list(host.rules.cards(host.seats))
        """Cards whose pictures are composed in idle frames."""
        self._last_viewer: Seat | None = None
        """The person who sat here before the cards were covered."""
        self._away = False
        """Whether the cards were covered because nobody was looking."""
        self._unfocused = False
        self._first = True

    def catch_up(self) -> None:
        """Nothing of what has happened so far is shown again: the match goes on where it stands."""
        self._shown = self.host.events

    # Building

    def enter(self, kit: Kit) -> None:
        self.kit = kit
        host, spec = self.host, self.host.rules.spec
        host.tempo = BOT_TEMPO[kit.settings.speed]
        self.chairs = [
            (chair.name, chair.avatar if kit.art.has(f"avatars/{chair.avatar}_calm.svg") else AVATARS[number % 6])
            for number, chair in enumerate(host.setup.chairs)
        ]
        layout = Layout(self.look, kit.metrics, host.seats, self.me)
        waiting = self.board_waiting
        self.board = Board(
            kit=kit,
            spec=spec,
            look=self.look,
            layout=layout,
            stage=self._new_stage(layout, self._shown - waiting),
            hud=Hud(kit, self.look, spec, layout, self.chairs),
            art=CardArt(kit, spec, self.look),
            words=Wording(kit.texts, host.rules, host.names, self.you),
            me=self.me,
        )
        self._direct(waiting)
        super().enter(kit)
        if self._first:
            kit.audio.music(True)
            self._first = False

    @property
    def you(self) -> Seat | None:
        """The seat that is addressed as "you"; nobody where people share the machine."""
        return None if self.shared else self.me

    @property
    def board_waiting(self) -> int:
        """How many events the director still has to show."""
        return self.director.waiting if hasattr(self, "director") else 0

    def _new_stage(self, layout: Layout, events: int) -> Stage:
        """Everything where it lies for the viewer after so many events."""
        host = self.host
        stage = Stage(host.rules.places(host.seats), host.seats, self.viewer, layout)
        empty = host.beginning(self.viewer)
        stage.start(empty.zones, empty.facts, host.heard(self.viewer, 0, events))
        return stage

    def _restage(self) -> None:
        """The same table for another viewer or another course; what is still to be shown stays to be shown."""
        waiting = min(self.director.waiting, self._shown)
        self._drag.cancel()
        self.board.stage = self._new_stage(self.board.layout, self._shown - waiting)
        self._direct(waiting)

    def _direct(self, waiting: int) -> None:
        settings = self.kit.settings
        self.board.hud.start(self.board.stage.facts)
        self.director = Director(self.board.stage, self.look, self.kit.audio)
        self.director.pace = PACE[settings.speed] * (0.5 if settings.reduced_motion else 1.0)
        self.director.on_fact = self._fact
        self.director.on_step = self._step
        self.director.show(self.host.heard(self.viewer, self._shown - waiting, self._shown))

    def build(self) -> None:
        self.bubble.move()
        kit, board = self.kit, self.board
        presses = self._presses()
        can_undo = self.viewer == self.me and self.host.can_undo(self.me)
        tricks = "tricks" in board.spec.facts
        self.widgets += tools.buttons(kit, presses, log_open=self.log_open, can_undo=can_undo, has_tricks=tricks)
        hand = board.hand if self.viewer == self.me else ""
        self.widgets += touches(kit, board.stage, board.hud, self._choice, hand, self._touched)
        prompt = self.prompt()
        self.widgets += paint.buttons(board, self.sitting, self._choice, prompt, self.touch, self._is_hinted)
        self.widgets += self._other_buttons(prompt)
        if self.log_open:
            self.widgets.append(self._log_panel(prompt))

    @property
    def _choice(self) -> Choice | None:
        """What may be touched; None while nothing is asked or something still moves."""
        return self.sitting.choice if self._asked == self.sitting.position else None

    @property
    def asking(self) -> bool:
        """Whether the viewer is asked for a move now."""
        return self._choice is not None

    def _other_buttons(self, prompt: str) -> Iterator[Widget]:
        kit = self.kit
        top = paint.line_of(kit, prompt, (), ()).top
        if self.host.over and self.ending.told(self.sitting.position):
            text = kit.texts("table.result")
            wide = kit.type.width(text, "bold", 20) + 90
            at = kit.rect((kit.metrics.wide - wide) / 2, top, wide, 48 * kit.metrics.text)
            yield Button("result", at, self._show_result, text, "trophy", "main")
        if self.race is None or self.asking or self.host.over:
            return
        phase, people = self.race.live.phase, self._racing()
        if phase == "look" and self.shared and self.viewer in people:
            yield self.race.looked_button(kit, top, self._looked)
        elif phase == "race" and not self.shared and self.me in people:
            yield from self.race.own_buttons(kit, top, 0, self._press_in_race)
        elif phase == "race" and self.shared:
            named = [(self.host.people.index(seat), self.host.names[seat]) for seat in people]
            yield from self.race.shared_buttons(kit, top, named, self._press_in_race)

    def _log_panel(self, prompt: str) -> Widget:
        kit = self.kit
        line = paint.line_of(kit, prompt, *paint.labels(self.board, self.sitting, self._choice))
        tops = [paint.prompt_rect(kit, prompt, line).top]
        tops += [widget.rect.top for widget in self.widgets if widget.name.startswith(("move ", "live ", "looked"))]
        lines = self.log.lines(self.board.words, self.heard)[-LOG_LINES:] or [kit.texts("table.empty_log")]
        panel = panels.LogPanel(kit, min(tops) / kit.metrics.u, kit.texts("table.log"), lines, self._log_scroll)
        self._log_scroll = panel.scroll
        return panel

    def instead(self, was: Widget | None) -> str:
        return ring.nearest_answer(self.kit, self.stops, self.sitting.choice.picked, was)

    # Time

    def update(self, dt: float) -> Transition:
        self._keep_up()
        self.sitting.update()
        if self.bubble.is_read(self.board.words, dt):
            self.sitting.hush()
        self.dirty = self.bubble.follow(self.sitting.said) or self.dirty
        self._own_up()
        lifting = marks.lift(self.board.stage, self.sitting, self.widgets, self.pointing(), dt)
        moving = [self.director.update(dt), self.board.hud.update(dt), lifting]
        self.dirty = self.dirty or any(moving)
        if not self.director.idle and not self.director.held:
            return None
        if self.ending.round_due:
            return self._tell_round()
        return self._next(dt)

    def _keep_up(self) -> None:
        """Whatever happened in the match since the last look: show it, and let a new Position have a new Sitting."""
        host = self.host
        if host.generation != self._generation:
            self._generation = host.generation
            self._shown = min(self._shown, host.events)
            self.director.forget()
            self._restage()
            self._sit()
        if host.events > self._shown:
            self.director.show(host.heard(self.viewer, self._shown))
            self._shown = host.events
            self.rebuild()
        if host.position(self.viewer) != self.sitting.position:
            self._sit()

    def _sit(self) -> None:
        self.sitting.close()
        self._drag.cancel()
        self._asked = None
        self.sitting = self.host.sit(self.viewer)
        self.bubble.follow(None)
        self.rebuild()

    def _own_up(self) -> None:
        """What failed is said once: a file of the title's looks, or a bot, when its move is on the table."""
        if self._fault and self.director.idle:
            self._report(Message("error.unknown", {"problem": self._fault}))
            self._fault = ""
        elif len(self.host.troubles) > self._stumbles and self.host.thinking is None:
            self._report(Message("error.bot_lost"))
            self._stumbles = len(self.host.troubles)

    def _report(self, message: Message) -> None:
        self.log.note(message, self.heard)
        self.sitting.say(message, "warning")
        self.dirty = True

    def _next(self, dt: float) -> Transition:
        """Nothing moves: whose turn is it?"""
        if self.host.over:
            return self._tell_match(dt)
        if self.race is not None and self.race.live.phase != "choose":
            return self._run_race(self.race, dt)
        return self._ordinary(dt)

    def _ordinary(self, dt: float) -> Transition:
        """Somebody decides in their own time."""
        person = self._person()
        if person is not None and self.shared and self.viewer != person:
            return self._hand_over(person)
        if person is not None and self.viewer == person and self._asked != self.sitting.position:
            self._ask()
        if (self.race.live if self.race is not None else self.host).update(dt):
            self.dirty = True
        if self._cold and self.host.deciders:
            self.board.art.warm(self._cold.pop())
        return None

    def _ask(self) -> None:
        """The question of this Position is put on the table."""
        self._asked = self.sitting.position
        if len(self.host.setup.chairs) > 1:
            self.kit.audio.play("turn")
        self.rebuild()
        self._stand()

    def _stand(self) -> None:
        """The ring goes where the question can be answered, unless somebody walked to a button."""
        now = self.focused
        unplayable = isinstance(now, Touch) and not now.legal
        if now is None or unplayable or now.name != self.walked:
            self.focus = ring.nearest_answer(self.kit, self.stops, self.sitting.choice.picked, now)

    # People who share the machine

    def _person(self) -> Seat | None:
        """The person who has to decide next; the one who sits here, if that one has to."""
        deciding = [seat for seat in self.host.deciders if seat in self.host.people]
        return self.viewer if self.viewer in deciding else next(iter(deciding), None)

    def _hand_over(self, person: Seat) -> Transition:
        self.conceal()
        reason, self._away = "away" if self._away else "", False
        name, avatar = self.chairs[person]
        last = self._last_viewer
        return Push(Curtain(name, avatar, reason, undo=last is not None and self.host.can_undo(last)))

    def conceal(self) -> None:
        """Nobody's cards show until somebody takes the seat."""
        if not self.shared or self.viewer == self.host.seats:
            return
        self._last_viewer, self.viewer = self.viewer, self.host.seats
        self._restage()
        self._sit()

    def _claim(self, person: Seat | None) -> None:
        """That person has taken the seat."""
        if person is None or not self.shared:
            return
        self.me = self.viewer = person
        self._sit_down()

    def _sit_down(self) -> None:
        """Everything anew for the person who looks now."""
        self.sitting.close()
        self.sitting, self._asked = self.host.sit(self.viewer), None
        self.enter(self.kit)
        if any(stop.name == "looked" for stop in self.stops):
            self.focus = "looked"

    def _take_back_at_curtain(self) -> None:
        """The person who played last wants to play otherwise, and sits here again."""
        last = self._last_viewer
        if last is None or not self.host.can_undo(last):
            return
        self.kit.audio.play("undo")
        self.director.skip()
        self.host.undo(last)
        self._keep_up()
        self._claim(last)

    # Moves: every touch goes through the Sitting

    def _touched(self, touch: Touch) -> Transition:
        return self.touch(touch.target)

    def touch(self, target: Target) -> Transition:
        """Something was touched, with whatever device."""
        self._keep_up()
        return self._follow(self.sitting.touch(target))

    def _follow(self, outcome: Outcome) -> Transition:
        self.dirty = True
        match outcome:
            case Chosen(move):
                self.host.play(self.viewer, move)
                self._after_move()
            case Doubtful(_, warning):
                return Push(Confirm(self.board.words.say(warning)))
            case Narrowed():
                self.kit.audio.play("focus")
                self.rebuild()
                self.focus = ring.nearest_answer(self.kit, self.stops, self.sitting.choice.picked, self.focused)
            case Refused(message, card):
                self._refuse(message, card)
        return None

    def _after_move(self) -> None:
        """Where the next person is another one, the cards are covered at once."""
        seat = self.viewer
        self._keep_up()
        if self.shared and (self.host.over or self._person() not in (None, seat)):
            self.conceal()

    def _refuse(self, message: Message | None, card: int) -> None:
        self.rebuild()
        if message is None:
            return
        for sprite in self.board.stage.sprites:
            if sprite.card == card and not self.kit.settings.reduced_motion:
                sprite.shake = 0.4
        self.kit.audio.play("refused")

    # The race against the clock

    def _racing(self) -> list[Seat]:
        return [seat for seat in self.host.people if seat in self.host.deciders]

    def _run_race(self, race: RacePanel, dt: float) -> Transition:
        """One frame of a race, while nothing moves on the table. It stands still while the window has no focus."""
        if race.live.phase == "look" and self.shared:
            person = race.next_to_look(self._racing())
            if person is not None:
                return self._hand_over(person) if self.viewer != person else None
            self.conceal()
            race.live.signal()
        if self._unfocused:
            return None
        self.dirty = race.live.update(dt) or race.live.phase == "race" or self.dirty
        if race.changed():
            self.kit.audio.play(race.sound)
            self.rebuild()
        return None

    def _looked(self) -> Transition:
        assert self.race is not None
        self.race.has_looked(self.viewer)
        self.conceal()
        return None

    def _press_in_race(self, person: int, verb: str) -> Transition:
        """One of the people at the machine acts in the race."""
        race = self.race
        if race is None or person >= len(self.host.people):
            return None
        seat = self.host.people[person]
        if race.live.phase == "countdown":
            self.sitting.say(Message("live.too_soon"), "clock")
            return None
        sitting = self.host.sit(seat)
        move = next((move for move in sitting.view.legal if move.verb == verb), None)
        outcome = sitting.touch(button_target(move)) if move is not None else Refused()
        if isinstance(outcome, Chosen) and race.live.press(seat, outcome.move):
            self.kit.audio.play(verb)
            self.rebuild()
        return None

    # The end of a round and of the match

    def _step(self, name: str) -> None:
        self.director.held = self.ending.begins_step(name, self.look.rounds, self.heard) or self.director.held

    def _tell_round(self) -> Transition:
        self.ending.round_due = self.director.held = False
        self.board.stage.finish()
        self.board.hud.settle()
        if self.host.over and self.director.idle:
            return None
        return Push(self._score(final=False))

    def _tell_match(self, dt: float) -> Transition:
        if not self.ending.match_due(self.sitting.position, dt):
            return None
        won = self.me in self.host.standings.winners or not self.host.people or self.shared
        self.kit.audio.play("win" if won else "lose")
        return self._show_result()

    def _show_result(self) -> Transition:
        self.board.hud.settle()
        self.rebuild()
        return Push(self._score(final=True))

    def _score(self, final: bool) -> ScoreScreen:
        avatars = [avatar for _, avatar in self.chairs]
        return ScoreScreen(tally(self.host, self.look, avatars, self.you, self.heard, final))

    # What overlays answer

    def back(self, result: object) -> Transition:
        self.dirty = True
        if self.race is not None:
            self.race.live.pause()
        match result:
            case CurtainResult():
                return self._back_from_curtain(result)
            case Answer():
                return self._follow(self.sitting.confirm(result is Answer.YES))
            case PauseResult():
                return self._back_from_pause(result)
            case ScoreResult():
                return self._back_from_score(result)
            case Kept(name):
                self.sitting.say(Message("save.kept", {"name": name}), "check")
        return None

    def _back_from_curtain(self, result: CurtainResult) -> Transition:
        match result:
            case CurtainResult.TAKEN:
                looking = self.race is not None and self.race.live.phase == "look"
                self._claim(self.race.next_to_look(self._racing()) if self.race and looking else self._person())
            case CurtainResult.UNDO:
                self._take_back_at_curtain()
            case CurtainResult.PAUSE:
                return self._pause()
        return None

    def _back_from_pause(self, result: PauseResult) -> Transition:
        match result:
            case PauseResult.RESUME:
                return None
            case PauseResult.LOOK_BACK:
                from game.ui.shelf.replay import ReplayScene  # late: it is a table itself

                return Push(ReplayScene(Past.of(self.host)))
            case PauseResult.RESTART:
                return self._leave_for(self.again, self.host.setup)
            case PauseResult.MENU:
                return self._leave_for(self.menu)

    def _back_from_score(self, result: ScoreResult) -> Transition:
        match result:
            case ScoreResult.CONTINUE | ScoreResult.LOOK:
                self.rebuild()
                return None
            case ScoreResult.AGAIN:
                return self._leave_for(self.again, self.host.setup)
            case ScoreResult.MENU:
                return self._leave_for(self.menu)

    def _leave_for(self, make: Callable[..., Scene] | None, *values: Setup) -> Transition:
        return Reset(make(*values)) if make is not None else None

    def leave(self) -> None:
        self.sitting.close()
        self.host.close()
        super().leave()

    # The bar and the keys

    def _presses(self) -> dict[str, Press]:
        return {
            "hint": self._hint,
            "undo": self._undo,
            "last": self._last_trick,
            "log": self.toggle_log,
            "rules": self.open_rules,
            "pause": self._pause,
            "keys": lambda: Push(KeyCard()),
            "settings": lambda: Push(SettingsScreen()),
        }

    def _hint(self) -> Transition:
        if self.asking:
            self.sitting.ask_hint()
            self.kit.audio.play("hint")
        return None

    def _undo(self) -> Transition:
        if self.viewer == self.me and self.host.can_undo(self.me):
            self.kit.audio.play("undo")
            self.director.skip()
            self.host.undo(self.me)
            self._keep_up()
        else:
            self.sitting.say(Message("table.no_undo"), "undo")
        return None

    def _last_trick(self) -> Transition:
        spec = self.board.spec
        tricks = self.board.stage.facts.get(spec.facts.get("tricks", ""))
        if not tricks:
            return self.toggle_log()
        winner, order, cards = tricks[-1]
        return Push(TrickOverlay(spec, self.look, self.host.names, winner, order, cards))

    def _pause(self) -> Transition:
        host = self.host
        seal = host.seals[-1] if host.seals else ""
        options: dict[str, Value] = dict(host.rules.options)
        keep = None if host.over else self.keep
        return Push(PauseOverlay(host.rules.spec.title, options, keep, seal, over=host.over))

    def toggle_log(self) -> Transition:
        self.log_open, self._log_scroll = not self.log_open, 0
        self.rebuild()
        return None

    def open_rules(self) -> Transition:
        return Push(RulesOverlay(self.host.rules.spec.title, self.sitting.clause, self.host.rules.options))

    def cancel(self) -> Transition:
        if self.sitting.choice.back():
            self.rebuild()
            return None
        if self.sitting.said is not None or self.log_open:
            self.sitting.hush()
            self.log_open = False
            self.rebuild()
            return None
        return self._pause()

    def act(self, name: str) -> Transition:
        presses = self._presses()
        if name in presses:
            self.dirty = True
            return presses[name]()
        if name == "confirm" and self._skip():
            return None
        verb, _, number = name.partition("_")
        if self.race is not None and verb in self.race.live.verbs and number.isdecimal():
            return self._press_in_race(int(number) - 1, verb)
        if name in ("up", "down") and self._scroll_log(LOG_STEP if name == "up" else -LOG_STEP, focused=True):
            return None
        if name == "down" and self._walk_to_answer():
            return None
        return super().act(name)

    def _skip(self) -> bool:
        """Show everything that is still in motion at once; False if nothing is."""
        if self.director.idle or self.director.held:
            return False
        self.director.skip()
        self.rebuild()
        return True

    def _walk_to_answer(self) -> bool:
        """Down from the bar: to where the question can be answered."""
        now = self.focused
        if not self.shown or now is None or isinstance(now, Touch | MoveButton) or now.name == "log panel":
            return False
        if now.rect.centery > self.kit.px(62):
            return False
        self.focus = self.walked = self.instead(None)
        self.dirty = True
        return True

    def _scroll_log(self, units: float, focused: bool = False) -> bool:
        """True if the log was scrolled; with `focused` only if the ring is on it."""
        panel = next((widget for widget in self.widgets if isinstance(widget, panels.LogPanel)), None)
        if panel is None or (focused and not (self.shown and self.focused is panel)):
            return False
        before, self._log_scroll = self._log_scroll, panel.scroll + self.kit.px(units)
        self.rebuild()
        return self._log_scroll != before

    def handle(self, event: Input) -> Transition:
        self._keep_up()
        match event:
            case Focus(gained):
                self._look_away(not gained)
            case Action(name, True) if self._pad_verb(name, event.pad):
                return self._press_in_race(event.pad, self._pad_verb(name, event.pad))
            case Point():
                return self._point_at(event)
        return super().handle(event)

    def _look_away(self, away: bool) -> None:
        """The window has lost the keyboard, or got it back."""
        self._unfocused = away
        if not away:
            return
        if self.race is not None:
            self.race.live.pause()
        self._away = self.viewer < self.host.seats
        self.conceal()

    def _pad_verb(self, name: str, pad: int) -> str:
        """What a button of a gamepad means in a race: every pad belongs to one person."""
        if pad < 0 or self.race is None or self.race.live.phase != "race":
            return ""
        return dict(zip(("confirm", "undo", "hint"), self.race.live.verbs, strict=False)).get(name, "")

    def _point_at(self, event: Point) -> Transition:
        if event.kind == "wheel" and self._scroll_log(event.amount * LOG_STEP):
            return None
        if event.kind == "down":
            under = self.under(event.pos)
            if (under is None or isinstance(under, Touch)) and self._skip():
                return None
            self._drag.press(under if self.asking else None, event.pos)
        elif event.kind == "move":
            held = self._drag.holding
            if self._drag.move(self.sitting, event.pos, self.kit.metrics.u):
                if not held:
                    self.rebuild()
                self.dirty = True
                return None
        elif event.kind == "up" and self._drag.holding:
            self.let_go()
            outcome = self._drag.drop(self.sitting, self.widgets, event.pos)
            self.rebuild()
            return self._follow(outcome) if outcome is not None else None
        return super().handle(event)

    # What the director reports

    def _fact(self, name: str, value: object) -> None:
        still = self.director.pace <= 0 or self.kit.settings.reduced_motion
        self.board.hud.fact(name, value, self.board.stage.facts, still)
        self.dirty = True

    @property
    def heard(self) -> int:
        """How many events are shown or being shown."""
        return self._shown - self.director.waiting

    # Drawing

    def prompt(self) -> str:
        """What is asked, or whom the table waits for."""
        if self.host.over or not self.director.idle:
            return ""
        if self.race is not None and self.race.live.phase != "choose":
            return self.race.prompt(self.kit, self.shared)
        return self.board.words.prompt(self.sitting.view)

    def pointing(self) -> Widget | None:
        """What the pointer or the focus is on."""
        return self._lit or (self.focused if self.shown else None)

    def frame(self, widget: Widget) -> pygame.Rect:
        if isinstance(widget, Touch):
            return ring.visible_part(self.kit, self.board.stage, widget)
        return super().frame(widget)

    def _is_hinted(self, name: str) -> bool:
        return name in marks.hinted(self.sitting, self.widgets)

    def _covered(self) -> list[pygame.Rect]:
        hinted = marks.hinted(self.sitting, self.widgets)
        return list(room.covered(self.board, self.widgets, hinted, self.log_open))

    def backdrop(self, surface: pygame.Surface) -> None:
        board = self.board
        cover(self.kit, surface, board.spec.title)
        busy = set(self.host.deciders) if self.director.idle else set()
        heading = paint.heading(board, self.host.setup.practice)
        paint.table(board, self.sitting, self.widgets, busy, heading, surface)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        marks.hints(self.kit, self.sitting, self.widgets, surface)
        self._draw_words(surface)

    def _draw_words(self, surface: pygame.Surface) -> None:
        """Prompt, clock, remark and tip, above everything."""
        kit, words, text = self.kit, self.board.words, self.prompt()
        line = paint.line_of(kit, text, *paint.labels(self.board, self.sitting, self._choice))
        at = paint.prompt_rect(kit, text, line)
        self.bubble.follow(self.sitting.said)
        instead = self.sitting.hint is not None
        if not self.bubble.settle(kit, words, at, self._covered, instead) and text:
            panels.pill(kit, surface, text, (line.prompt_x, line.prompt_y), line.prompt_width, dark=True)
        if self.race is not None:
            self.race.draw(kit, self.board.layout, surface)
        self.bubble.draw(kit, words, surface)
        paint.tip(kit, self.pointing(), surface)
