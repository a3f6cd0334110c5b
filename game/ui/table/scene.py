"""The table scene: what moves, what is asked, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.engine.cards import Card, Seat
from game.play.choice import Choice, Target
from game.play.host import Host, Setup
from game.play.live import Live
from game.play.replay import Replay
from game.play.sitting import Chosen, Doubtful, Narrowed, Outcome, Position, Refused
from game.ui.input import Action, Focus, Input, Point
from game.ui.kit import Kit
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.confirm import Answer, Confirm
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.screens.keys import KeyCard
from game.ui.screens.options import SettingsScreen
from game.ui.screens.pause import Kept, PauseOverlay, PauseResult
from game.ui.screens.scores import ScoreResult, ScoreScreen
from game.ui.table import paint, ring, tools
from game.ui.table.drag import Drag
from game.ui.table.ending import Ending
from game.ui.table.paint import MoveButton
from game.ui.table.race import RacePanel
from game.ui.table.tally import tally
from game.ui.table.touch import Touch, touches
from game.ui.table.trick import TrickOverlay
from game.ui.table.view import TableView
from game.ui.widgets import Press, Widget
from game.words.message import Message

BOT_TEMPO = {"slow": 1.3, "normal": 1.0, "fast": 0.4, "off": 0.1}
"""How much longer bots' pauses are than usual, by the chosen speed."""


class TableScene(TableView):
    """A table to play at, for one person or for several who share the machine."""

    menu: Callable[[], Scene] | None = None
    """Makes the menu; set by whoever makes tables, like the next two."""
    again: Callable[[Setup], Scene] | None = None
    """Makes another table for the same set-up."""
    keep: Callable[[str], object] | None = None
    """Keeps the match as it stands, under a name."""

    def __init__(self, host: Host, live: Live | None = None) -> None:
        super().__init__(host)
        self.race = RacePanel(host, live, self.seating) if live is not None else None
        self.ending = Ending()
        self._drag = Drag()
        self._asked: Position | None = None
        """The Position whose question is on the table."""
        self._stumbles = len(host.troubles)
        self._look_error = self.look.error_text
        self._cold = list(host.rules.cards(host.seats))
        """Cards whose pictures are composed in idle frames."""
        self._unfocused = False
        self._stood = ""
        """The name of the last answer that the ring stood on."""
        self._first = True

    # Building

    def enter(self, kit: Kit) -> None:
        self.host.tempo = BOT_TEMPO[kit.settings.speed]
        self._drag.cancel()
        super().enter(kit)
        if self._first:
            kit.audio.set_music(True)
            self._first = False

    def build(self) -> None:
        kit, board, prompt = self.kit, self.board, self.prompt()
        hand = board.hand if self.seating.is_open else ""
        self.widgets += tools.buttons(
            kit,
            self._presses(),
            log_open=self.log_view.is_open,
            can_undo=self._can_undo(),
            has_tricks="tricks" in board.spec.facts,
        )
        self.widgets += touches(kit, board.stage, board.hud, self.choice, hand, self._touched)
        self.widgets += paint.buttons(board, self.sitting, self.choice, prompt, self.touch, self.is_hinted)
        self.widgets += self._other_buttons(prompt)
        if self.log_view.is_open:
            self.widgets.append(self.log_panel(prompt))

    def _other_buttons(self, prompt: str) -> Iterator[Widget]:
        if self.host.over and self.ending.told(self.sitting.position):
            yield paint.result_button(self.kit, self._show_result)
        elif self.race is not None and not self.asking and self.director.idle:
            top = paint.line_of(self.kit, prompt, (), ()).top
            yield from self.race.buttons(self.kit, top, self._looked, self._press_in_race)

    @property
    def asking(self) -> bool:
        """Whether the viewer is asked for a move now."""
        return self._asked == self.sitting.position

    @property
    def choice(self) -> Choice | None:
        return self.sitting.choice if self.asking else None

    def fallback_focus(self, lost: Widget | None) -> str:
        return ring.nearest_answer(self.kit, self.tab_stops, self.sitting.choice.picked, lost)

    # Time

    def at_rest(self, dt: float) -> Transition:
        self._own_up()
        if self.ending.round_due:
            return self._tell_round()
        if self.host.over:
            return self._tell_match(dt)
        if self.race is not None and self.race.running:
            return self._run_race(self.race, dt)
        return self._ordinary(dt)

    def _sit(self) -> None:
        self._drag.cancel()
        self._asked = None
        super()._sit()

    def _own_up(self) -> None:
        """What failed is said once: a file of the title's looks, or a bot, when its move is on the table."""
        if self._look_error and self.director.idle:
            self._report(Message("error.unknown", {"problem": self._look_error}))
            self._look_error = ""
        elif len(self.host.troubles) > self._stumbles and self.host.thinking is None:
            self._report(Message("error.bot_lost"))
            self._stumbles = len(self.host.troubles)

    def _report(self, message: Message) -> None:
        self.log.note(message, self.heard)
        self.sitting.say(message, "warning")
        self.dirty = True

    def _ordinary(self, dt: float) -> Transition:
        """Somebody decides in their own time."""
        person = self.seating.next_person()
        if person is not None and self.seating.shared and self.viewer != person:
            return self._hand_over(person)
        if person is not None and self.viewer == person and not self.asking:
            self._ask()
        if (self.race.live if self.race is not None else self.host).update(dt):
            self.dirty = True
        if self._cold and self.host.deciders:
            self.board.art.warm(self._cold.pop())
        return None

    def _ask(self) -> None:
        """The question of this Position is put on the table, and the ring where it can be answered."""
        self._asked = self.sitting.position
        if len(self.host.setup.chairs) > 1:
            self.kit.audio.play("turn")
        self.rebuild()
        now = self.focused
        unplayable = isinstance(now, Touch) and not now.legal
        if now is None or unplayable or now.name != self.walked_to:
            self.focus = self.fallback_focus(now)

    def _run_race(self, race: RacePanel, dt: float) -> Transition:
        """One frame of a race, while nothing moves on the table. It stands still while the window has no focus."""
        person = race.next_to_look()
        if person is not None:
            return self._hand_over(person) if self.viewer != person else None
        if race.live.phase == "look" and self.seating.shared:
            self._conceal()
            race.live.signal()
        if self._unfocused:
            return None
        self.dirty = race.live.update(dt) or race.live.phase == "race" or self.dirty
        if race.changed():
            self.kit.audio.play(race.sound)
            self.rebuild()
        return None

    # People who share the machine

    def _hand_over(self, person: Seat) -> Transition:
        self._conceal()
        seating = self.seating
        reason, seating.away = "away" if seating.away else "", False
        undo = seating.last is not None and self.host.can_undo(seating.last)
        return Push(Curtain(*self.chairs[person], reason, undo))

    def _conceal(self) -> None:
        if self.seating.conceal():
            self._restage()
            self._sit()

    def _claim(self, person: Seat | None) -> None:
        """That person has taken the seat: everything anew for whoever looks now."""
        if person is not None and self.seating.shared:
            self.seating.take(person)
            self._look_anew()

    def _look_anew(self) -> None:
        self._asked = None
        super()._look_anew()
        if any(stop.name == "looked" for stop in self.tab_stops):
            self.focus = "looked"

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
                self.focus = self.fallback_focus(self.focused)
            case Refused(message, card):
                self._refuse(message, card)
        return None

    def _after_move(self) -> None:
        """Where the next person is another one, the cards are covered at once."""
        seat = self.viewer
        self._keep_up()
        if self.host.over or self.seating.next_person() not in (None, seat):
            self._conceal()

    def _refuse(self, message: Message | None, card: Card) -> None:
        self.rebuild()
        if message is None:
            return
        self.kit.audio.play("refused")
        for sprite in self.board.stage.sprites:
            if sprite.card == card and not self.kit.settings.reduced_motion:
                sprite.shake = 0.4

    def _looked(self) -> Transition:
        assert self.race is not None
        self.race.has_looked(self.viewer)
        self._conceal()
        return None

    def _press_in_race(self, person: int, verb: str) -> Transition:
        """One of the people at the machine acts in the race."""
        if self.race is None:
            return None
        if self.race.live.phase == "countdown":
            self.sitting.say(Message("live.too_soon"), "clock")
        elif self.race.press(person, verb):
            self.kit.audio.play(verb)
            self.rebuild()
        return None

    def _can_undo(self) -> bool:
        return self.seating.is_open and self.host.can_undo(self.seating.me)

    def _take_back(self, seat: Seat) -> None:
        self.kit.audio.play("undo")
        self.director.skip()
        self.host.undo(seat)
        self.ending.forget_rounds()
        self._keep_up()

    # The end of a round and of the match

    def on_step(self, name: str) -> None:
        if self.ending.begins_step(name, self.look.rounds, self.heard):
            self.director.held = True

    def _tell_round(self) -> Transition:
        self.ending.round_due = self.director.held = False
        self.board.stage.finish()
        self.board.hud.settle()
        return None if self.host.over and self.director.idle else Push(self._score(final=False))

    def _tell_match(self, dt: float) -> Transition:
        if not self.ending.match_due(self.sitting.position, dt):
            return None
        won = self.seating.me in self.host.standings.winners or not self.host.people or self.seating.shared
        self.kit.audio.play("win" if won else "lose")
        return self._show_result()

    def _show_result(self) -> Transition:
        self.board.hud.settle()
        self.rebuild()
        return Push(self._score(final=True))

    def _score(self, final: bool) -> ScoreScreen:
        avatars = [avatar for _, avatar in self.chairs]
        return ScoreScreen(tally(self.host, self.look, avatars, self.seating.you, self.heard, final))

    # What overlays answer

    def on_result(self, result: object) -> Transition:
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
                looking = self.race.next_to_look() if self.race is not None else None
                self._claim(looking if looking is not None else self.seating.next_person())
            case CurtainResult.UNDO:
                last = self.seating.last
                if last is not None and self.host.can_undo(last):
                    self._take_back(last)
                    self._claim(last)
            case CurtainResult.PAUSE:
                return self._pause()
        return None

    def _back_from_pause(self, result: PauseResult) -> Transition:
        match result:
            case PauseResult.RESUME:
                return None
            case PauseResult.LOOK_BACK:
                from game.ui.shelf.replay import ReplayScene  # late: it is a table itself

                return Push(ReplayScene(Replay.of(self.host)))
            case PauseResult.RESTART:
                return Reset(self.again(self.host.setup)) if self.again is not None else None
            case PauseResult.MENU:
                return Reset(self.menu()) if self.menu is not None else None

    def _back_from_score(self, result: ScoreResult) -> Transition:
        match result:
            case ScoreResult.CONTINUE | ScoreResult.LOOK:
                self.rebuild()
                return None
            case ScoreResult.AGAIN:
                return self._back_from_pause(PauseResult.RESTART)
            case ScoreResult.MENU:
                return self._back_from_pause(PauseResult.MENU)

    def leave(self) -> None:
        self.kit.audio.set_music(False)
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
        if self._can_undo():
            self._take_back(self.seating.me)
        else:
            self.sitting.say(Message("table.no_undo"), "undo")
        return None

    def _last_trick(self) -> Transition:
        spec = self.board.spec
        tricks = self.board.stage.facts.get(spec.facts.get("tricks", ""))
        if not tricks:
            return self.toggle_log()
        return Push(TrickOverlay(spec, self.look, self.host.names, *tricks[-1]))

    def _pause(self) -> Transition:
        host = self.host
        seal = host.seals[-1] if host.seals else ""
        keep = None if host.over else self.keep
        return Push(PauseOverlay(host.rules.spec.title, dict(host.rules.options), keep, seal, over=host.over))

    def cancel(self) -> Transition:
        if self.sitting.choice.back():
            self.rebuild()
            return None
        if self.sitting.said is not None or self.log_view.is_open:
            self.sitting.hush()
            self.log_view.close()
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
        if self.race is not None and (press := self.race.key_press(name)) is not None:
            return self._press_in_race(*press)
        now = self.focused
        if isinstance(now, Touch | MoveButton):
            self._stood = now.name
        elif name == "down" and now in tools.bar_of(self.tab_stops):
            self.focus = self.walked_to = self._answer_to_return_to()
            self.dirty = True
            return None
        return super().act(name)

    def _answer_to_return_to(self) -> str:
        """Down from the bar: where the ring stood before, if that is still an answer."""
        before = next((stop for stop in self.tab_stops if stop.name == self._stood), None)
        playable = before.legal if isinstance(before, Touch) else before is not None
        return self._stood if playable else self.fallback_focus(None)

    def handle(self, event: Input) -> Transition:
        self._keep_up()
        if isinstance(event, Action) and self._drag.holding:
            self._drag.cancel()
            self.dirty = True
        match event:
            case Focus(gained):
                self._look_away(not gained)
            case Action(name, True, pad) if self.race is not None:
                press = self.race.pad_press(name, pad)
                if press is not None:
                    return self._press_in_race(*press)
            case Point("down", pos):
                under = self.widget_at(pos)
                if (under is None or isinstance(under, Touch)) and self._skip():
                    return None
                self._drag.press(under if self.asking else None, pos)
            case Point("move", pos) if self._drag_to(pos):
                return None
            case Point("up", pos) if self._drag.holding:
                self.release_pointer()
                outcome = self._drag.drop(self.sitting, self.widgets, pos)
                self.rebuild()
                return self._follow(outcome) if outcome is not None else None
            case Point("up"):
                self._drag.cancel()
        return super().handle(event)

    def _drag_to(self, pos: tuple[int, int]) -> bool:
        """Whether a card follows the pointer."""
        held = self._drag.holding
        if not self._drag.move(self.sitting, pos, self.kit.metrics.unit_px):
            return False
        self.dirty = True
        if not held:  # now it does: places where it may go begin to glow
            self.rebuild()
        return True

    def _look_away(self, away: bool) -> None:
        """The window has lost the keyboard, or got it back."""
        self._unfocused = away
        if away:
            self._drag.cancel()
            if self.race is not None:
                self.race.live.pause()
            self.seating.away = self.seating.away or self.viewer < self.host.seats
            self._conceal()

    # Drawing

    def prompt(self) -> str:
        if self.host.over or not self.director.idle:
            return ""
        if self.race is not None and self.race.running:
            return self.race.prompt(self.kit)
        return self.board.words.prompt(self.sitting.view)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.race is not None:
            self.race.draw(self.kit, self.board.layout, surface)
