"""The table scene, where a match is played: it asks, plays moves, hands over between people, and shows scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.engine.cards import Card, Seat
from game.play.choice import Choice, Target, button_target
from game.play.host import BOT_TEMPO, Host, Setup
from game.play.live import LiveRace
from game.play.replay import Replay
from game.play.sitting import Chosen, Doubtful, Narrowed, Outcome, Position, Refused
from game.ui.input import Action, Focus, Input, Point
from game.ui.kit import Kit
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.screens.keys import KeyCard
from game.ui.screens.pause import PauseOverlay, PauseResult, SavedCopy
from game.ui.screens.scores import ScoreResult, ScoreScreen
from game.ui.screens.settings import SettingsScreen
from game.ui.table import focus, highlights, toolbar
from game.ui.table.drag import Drag
from game.ui.table.prompt import MoveButton, buttons_above_prompt, move_buttons, result_button
from game.ui.table.race import RacePanel
from game.ui.table.score_schedule import ScoreSchedule
from game.ui.table.tally import make_tally
from game.ui.table.tip_texts import shown_view
from game.ui.table.touch import TouchWidget, touch_widgets
from game.ui.table.trick import TrickOverlay
from game.ui.table.view import TableView
from game.ui.tension import is_tense
from game.ui.widgets import Press, Widget
from game.words.message import Message

STRONG_LEVELS = ("expert", "master")
"""Playing aids are off against these levels, unless the settings say otherwise."""
ONLY_CARD_S = 0.7
"""How long the only card that can be played is shown before it is played by itself."""


class TableScene(TableView):
    """A table to play at, for one person or several people who share the machine."""

    make_menu: Callable[[], Scene] | None = None
    """Makes the menu. `start/scenes.py` sets this and the next two."""
    make_rematch: Callable[[Setup], Scene] | None = None
    """Makes a table with a new match of the same set-up."""
    save_copy: Callable[[str], object] | None = None
    """Saves the match as it is now, under a name."""

    def __init__(self, host: Host, live: LiveRace | None = None) -> None:
        super().__init__(host)
        self.race = RacePanel(host, live, self.seating) if live is not None else None
        self.score_schedule = ScoreSchedule()
        self._drag = Drag()
        self._asked_position: Position | None = None
        """The Position whose question was asked."""
        self._asked_s = 0.0
        """How long ago that was."""
        self._undone_to: Position | None = None
        """The Position to which a move was taken back last."""
        self._troubles_told = len(host.troubles)
        self._look_error = self.look.error_text
        self._cards_to_compose = list(host.rules.cards(host.seats))
        """Cards whose pictures are still to be composed, one in each idle frame."""
        self._unfocused = False
        self._last_answer = ""
        """The name of the last possible answer that had the focus."""

    # Building

    def enter(self, kit: Kit) -> None:
        self.host.pause_factor = BOT_TEMPO[kit.settings.speed]
        self._drag.cancel()
        self.faces.remarks.allowed = kit.settings.remarks
        super().enter(kit)
        self._set_tension()

    def build(self) -> None:
        kit, board, prompt = self.kit, self.board, self.prompt()
        hand = board.hand if self.seating.is_open else ""
        self.widgets += toolbar.tool_buttons(
            kit,
            self._tool_presses(),
            log_open=self.log_view.is_open,
            can_hint=not self.host.over,
            can_undo=self._can_undo(),
            has_tricks="tricks" in board.spec.facts,
        )
        self.widgets += touch_widgets(
            kit, board.stage, board.hud, self.choice, hand, self._on_touch, self.sitting.card_places()
        )
        line = self.prompt_layout(prompt)
        self.widgets += move_buttons(board, self.sitting, self.choice, line, self.touch, self.is_hinted)
        self.widgets += self._other_buttons(prompt)
        if self.log_view.is_open:
            self.widgets.append(self.make_log_panel(prompt))
        self.widgets += self.info_widgets()

    def _other_buttons(self, prompt: str) -> Iterator[Widget]:
        if self.host.over and self.score_schedule.match_score_shown(self.sitting.position):
            yield result_button(self.kit, self._show_result)
        elif self.race is not None and not self.asking and self.director.idle:
            top = buttons_above_prompt(self.kit, prompt)
            yield from self.race.buttons(self.kit, top, self._finish_look, self._press_in_race)

    @property
    def asking(self) -> bool:
        """Whether the viewer is asked for a move now."""
        return self._asked_position == self.sitting.position

    @property
    def choice(self) -> Choice | None:
        return self.sitting.choice if self.asking else None

    def fallback_focus(self, lost: Widget | None) -> str:
        if self.race is not None and self.race.running and not self.host.over:  # between two acts nothing is an answer
            return next((stop.name for stop in self.tab_stops if stop.name.startswith(("live ", "looked"))), "")
        return focus.nearest_answer(self.kit, self.tab_stops, self.sitting.choice.picked, lost)

    # Time

    def update_at_rest(self, dt: float) -> Transition:
        self._report_failures()
        if self.score_schedule.round_due:
            return self._show_round_score()
        if self.host.over:
            return self._show_match_score(dt)
        if self.race is not None and self.race.running:
            return self._update_race(self.race, dt)
        return self._update_turns(dt)

    def _make_sitting(self) -> None:
        self._drag.cancel()
        self._asked_position = None
        super()._make_sitting()
        self._set_tension()

    def _set_tension(self) -> None:
        self.kit.audio.music.set_tension(is_tense(self.look.tensions, self.sitting.view))

    def _report_failures(self) -> None:
        """Report each failure once: a wrong file of the title's look, or a bot that failed."""
        if self._look_error and self.director.idle:
            self._report(Message("error.unknown", {"problem": self._look_error}))
            self._look_error = ""
        elif len(self.host.troubles) > self._troubles_told and self.host.thinking is None:
            self._report(Message("error.bot_lost"))
            self._troubles_told = len(self.host.troubles)

    def _report(self, message: Message) -> None:
        self.log.add_note(message, self.events_shown)
        self.sitting.say(message, "warning")
        self.dirty = True

    def _update_turns(self, dt: float) -> Transition:
        """One frame of a match without a clock: hand over, ask the viewer, let bots think."""
        person = self.seating.next_person()
        if person is not None and self.seating.shared and self.viewer != person:
            return self._hand_over(person)
        if person is not None and self.viewer == person and not self.asking:
            self._ask_question()
        if self.asking and self._is_only_card_due(dt):
            return self._play_only_card()
        if (self.race.live if self.race is not None else self.host).update(dt):
            self.dirty = True
        if self._cards_to_compose and self.host.deciders and not (self.moved or self.dirty):
            self.board.art.compose_ahead(self._cards_to_compose.pop())
        return None

    def _is_only_card_due(self, dt: float) -> bool:
        """Whether the only card that can be played is played by itself now, as the settings may say. It is shown for a
        moment first. After an undo it waits for the player."""
        if not self.kit.settings.play_only_card or self.sitting.position == self._undone_to:
            return False
        if self.sitting.choice.picked or self._drag.is_dragging or self.sitting.only_card is None:
            return False
        self._asked_s += dt
        return self._asked_s >= ONLY_CARD_S * self.director.pace

    def _play_only_card(self) -> Transition:
        target = self.sitting.only_card
        return self.touch(target) if target is not None else None

    def _ask_question(self) -> None:
        """Ask the question of this Position, and move the focus to a possible answer."""
        self._asked_position = self.sitting.position
        self._asked_s = 0.0
        if len(self.host.setup.chairs) > 1:
            self.kit.audio.play("turn")
        self.rebuild()
        now = self.focused
        unplayable = isinstance(now, TouchWidget) and not now.legal
        if now is None or unplayable or now.name != self.walked_to:
            self.focus = self.fallback_focus(now)

    def _update_race(self, race: RacePanel, dt: float) -> Transition:
        """One frame of a race, while nothing moves on the table. The clock stops while the window has no focus."""
        person = race.next_to_look()
        if person is not None:
            return self._hand_over(person) if self.viewer != person else None
        if race.live.phase == "look" and self.seating.shared:
            self._cover_cards()
            race.live.start_countdown()
        if self._unfocused:
            return None
        self.dirty = race.live.update(dt) or race.live.phase == "race" or self.dirty
        if race.changed():
            self.kit.audio.play(race.sound)
            self.rebuild()
        return None

    # People who share the machine

    def _hand_over(self, person: Seat) -> Transition:
        self._cover_cards()
        seating = self.seating
        reason, seating.lost_keyboard = "away" if seating.lost_keyboard else "", False
        undo = seating.last_person is not None and self.host.can_undo(seating.last_person)
        return Push(Curtain(*self.chairs[person], reason, undo))

    def _cover_cards(self) -> None:
        if self.seating.conceal():
            self._restage()
            self._make_sitting()

    def _seat_person(self, person: Seat | None) -> None:
        """A person has taken the shared seat: show the table as that person sees it."""
        if person is not None and self.seating.shared:
            self.seating.take_seat(person)
            self._change_viewer()

    def _change_viewer(self) -> None:
        self._asked_position = None
        super()._change_viewer()
        if any(stop.name == "looked" for stop in self.tab_stops):
            self.focus = "looked"

    # Moves: every touch goes through the Sitting

    def _on_touch(self, touch: TouchWidget) -> Transition:
        if self._pointer_moved:
            move = highlights.previewed_move(self.kit, self.sitting, self.choice, self.widgets, self._pointer)
            if move is not None:
                return self.touch(button_target(move))
        return self.touch(touch.target)

    def touch(self, target: Target) -> Transition:
        """Touch something, with any device. This is the only way to a move."""
        self._follow_match()
        return self._apply_outcome(self.sitting.touch(target))

    def _apply_outcome(self, outcome: Outcome) -> Transition:
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
        """Cover the cards at once if another person has to decide next."""
        seat = self.viewer
        self._follow_match()
        if self.host.over or self.seating.next_person() not in (None, seat):
            self._cover_cards()

    def _refuse(self, message: Message | None, card: Card) -> None:
        self.rebuild()
        if message is None:
            return
        self.kit.audio.play("refused")
        for sprite in self.board.stage.sprites:
            if sprite.card == card and not self.kit.settings.reduced_motion:
                sprite.shake()

    def _finish_look(self) -> Transition:
        assert self.race is not None
        self.race.mark_looked(self.viewer)
        self._cover_cards()
        return None

    def _press_in_race(self, person: int, verb: str) -> Transition:
        """A person at this machine acts in the race."""
        if self.race is None:
            return None
        if self.race.live.phase == "countdown":
            self.sitting.say(Message("live.too_soon"), "clock")
        elif self.race.press(person, verb):
            self.kit.audio.play(verb)
            self.rebuild()
        return None

    def _can_undo(self) -> bool:
        return self.seating.is_open and self.host.can_undo(self.seating.bottom_seat)

    def _undo_for(self, seat: Seat) -> None:
        self.kit.audio.play("undo")
        self.director.skip()
        self.host.undo(seat)
        self.score_schedule.forget_rounds()
        self._undone_to = self.host.position(seat)
        self._follow_match()

    # The end of a round and of the match

    def on_step(self, name: str) -> None:
        if self.score_schedule.start_step(name, self.look.rounds, self.events_shown):
            self.director.paused = True

    def _show_round_score(self) -> Transition:
        self.score_schedule.round_due = self.director.paused = False
        self.board.stage.finish()
        self.board.hud.settle()
        return None if self.host.over and self.director.idle else Push(self._make_score_screen(final=False))

    def _show_match_score(self, dt: float) -> Transition:
        if not self.score_schedule.match_due(self.sitting.position, dt):
            return None
        won = self.seating.bottom_seat in self.host.standings.winners or not self.host.people or self.seating.shared
        self.kit.audio.play("win" if won else "lose")
        return self._show_result()

    def _show_result(self) -> Transition:
        self.board.hud.settle()
        self.board.moments.settle()
        self.rebuild()
        self.focus = "result"
        return Push(self._make_score_screen(final=True))

    def _make_score_screen(self, final: bool) -> ScoreScreen:
        avatars = [avatar for _, avatar in self.chairs]
        return ScoreScreen(make_tally(self.host, self.look, avatars, self.seating.you, self.events_shown, final))

    # What overlays answer

    def on_result(self, result: object) -> Transition:
        self.dirty = True
        if self.race is not None:
            self.race.live.pause()
        match result:
            case CurtainResult():
                return self._on_curtain_result(result)
            case ConfirmResult():
                return self._apply_outcome(self.sitting.confirm(result is ConfirmResult.YES))
            case PauseResult():
                return self._on_pause_result(result)
            case ScoreResult():
                return self._on_score_result(result)
            case SavedCopy(name):
                self.sitting.say(Message("save.kept", {"name": name}), "check")
        return None

    def _on_curtain_result(self, result: CurtainResult) -> Transition:
        match result:
            case CurtainResult.TAKEN:
                looking = self.race.next_to_look() if self.race is not None else None
                self._seat_person(looking if looking is not None else self.seating.next_person())
            case CurtainResult.UNDO:
                last = self.seating.last_person
                if last is not None and self.host.can_undo(last):
                    self._undo_for(last)
                    self._seat_person(last)
            case CurtainResult.PAUSE:
                return self._pause()
        return None

    def _on_pause_result(self, result: PauseResult) -> Transition:
        match result:
            case PauseResult.RESUME:
                return None
            case PauseResult.LOOK_BACK:
                from game.ui.history.replay import ReplayScene  # imported late: it imports this package

                return Push(ReplayScene(Replay.of(self.host)))
            case PauseResult.RESTART:
                return Reset(self.make_rematch(self.host.setup)) if self.make_rematch is not None else None
            case PauseResult.MENU:
                return Reset(self.make_menu()) if self.make_menu is not None else None

    def _on_score_result(self, result: ScoreResult) -> Transition:
        match result:
            case ScoreResult.CONTINUE | ScoreResult.LOOK:
                self.rebuild()
                return None
            case ScoreResult.AGAIN:
                return self._on_pause_result(PauseResult.RESTART)
            case ScoreResult.MENU:
                return self._on_pause_result(PauseResult.MENU)

    # The bar and the keys

    def _tool_presses(self) -> dict[str, Press]:
        return {
            "hint": self._ask_hint,
            "undo": self._undo,
            "last": self._last_trick,
            "log": self.toggle_log,
            "rules": self.open_rules,
            "pause": self._pause,
            "keys": lambda: Push(KeyCard()),
            "settings": lambda: Push(SettingsScreen()),
        }

    def _ask_hint(self) -> Transition:
        if self.asking:
            self.sitting.ask_hint()
            self.kit.audio.play("hint")
        return None

    def _undo(self) -> Transition:
        if self._can_undo():
            self._undo_for(self.seating.bottom_seat)
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
        keep = None if host.over else self.save_copy
        asks = host.has_decisions and not host.over
        return Push(PauseOverlay(host.rules.spec.title, dict(host.rules.options), keep, seal, asks=asks))

    def cancel(self) -> Transition:
        if self.sitting.choice.unpick_last():
            self.rebuild()
            return None
        if self.sitting.said is not None or self.log_view.is_open:
            self.sitting.hush()
            self.log_view.close()
            self.rebuild()
            return None
        return self._pause()

    def act(self, name: str) -> Transition:
        presses = self._tool_presses()
        if name in presses:
            self.dirty = True
            return presses[name]()
        if name == "confirm" and self._skip_motion():
            return None
        if self.race is not None and (press := self.race.key_press(name)) is not None:
            return self._press_in_race(*press)
        now = self.focused
        if isinstance(now, TouchWidget | MoveButton):
            self._last_answer = now.name
        elif name == "down" and now in toolbar.bar_stops(self.tab_stops):
            self.focus = self.walked_to = self._answer_to_return_to()
            self.dirty = True
            return None
        return super().act(name)

    def _answer_to_return_to(self) -> str:
        """Where the focus goes from the bar by Down: to the last answer that had it, if it is still one."""
        before = next((stop for stop in self.tab_stops if stop.name == self._last_answer), None)
        playable = before.legal if isinstance(before, TouchWidget) else before is not None
        return self._last_answer if playable else self.fallback_focus(None)

    def handle(self, event: Input) -> Transition:
        self._follow_match()
        if isinstance(event, Action) and self._drag.is_dragging:
            self._drag.cancel()
            self.dirty = True
        match event:
            case Action(name, True) if self.director.rests_for_eyes and self._skip_motion():
                if name not in self._tool_presses():  # any other key only takes the trick
                    return None
            case Focus(gained):
                self._set_unfocused(not gained)
            case Action(name, True, pad) if self.race is not None:
                press = self.race.pad_press(name, pad)
                if press is not None:
                    return self._press_in_race(*press)
            case Point("down", pos):
                if (transition := self._play_on(pos)) is not None:
                    return transition
                under = self.widget_at(pos)
                if (under is None or isinstance(under, TouchWidget)) and self._skip_motion():
                    return None
                self._drag.press(under if self.asking else None, pos)
            case Point("move", pos) if self._drag_to(pos):
                return None
            case Point("up", pos) if self._drag.is_dragging:
                self.release_pointer()
                outcome = self._drag.drop(self.sitting, self.widgets, pos)
                self.rebuild()
                return self._apply_outcome(outcome) if outcome is not None else None
            case Point("up", pos):
                in_vain = self._drag.dragged_in_vain(pos)
                self._drag.cancel()
                if in_vain is not None and self.asking:
                    self.release_pointer()
                    return self.touch(in_vain)
        return super().handle(event)

    def _play_on(self, pos: tuple[int, int]) -> Transition:
        """If a card is touched while a finished trick still lies there: take the trick, so that the touch can play."""
        if not self.director.rests_for_eyes or not isinstance(self.widget_at(pos), TouchWidget):
            return None
        self._skip_motion()
        return self.update_at_rest(0.0) if self.director.idle else None

    def _drag_to(self, pos: tuple[int, int]) -> bool:
        """Move a dragged card to the pointer; False if no card is dragged."""
        held = self._drag.is_dragging
        if not self._drag.move(self.sitting, pos, self.kit.metrics.unit_px):
            return False
        self.dirty = True
        if not held:  # the drag begins: the places where the card may go have to glow
            self.rebuild()
        return True

    def _set_unfocused(self, away: bool) -> None:
        """Called when the window has lost the keyboard focus (`away`), or got it back."""
        self._unfocused = away
        if away:
            self._drag.cancel()
            if self.race is not None:
                self.race.live.pause()
            self.seating.lost_keyboard = self.seating.lost_keyboard or self.viewer < self.host.seats
            self._cover_cards()

    # Drawing

    @property
    def aid_text(self) -> str:
        """The playing aid for the viewer, as a sentence; empty if there is none, or aids are off."""
        setting, chairs = self.kit.settings.aids, self.host.setup.chairs
        strong = any(chair.bot.partition(":")[0] in STRONG_LEVELS for chair in chairs)
        if setting == "off" or (setting == "auto" and strong) or self.viewer not in self.board.layout.plate_centres:
            return ""
        aid = self.host.rules.aid(shown_view(self.board, self.sitting.view))
        return self.board.words.say(Message.of(aid)) if aid is not None else ""

    def prompt(self) -> str:
        moments = self.board.moments
        if moments.shouts or moments.caption:
            return "" if moments.shouts else moments.caption
        if self.host.over or not self.director.idle:
            return ""
        if self.race is not None and self.race.running:
            return self.race.prompt(self.kit)
        return self.board.words.prompt(self.sitting.view, self.sitting.question)

    def draw_top(self, surface: pygame.Surface) -> None:
        super().draw_top(surface)
        if self.race is not None:
            self.race.draw(self.kit, self.board.layout, surface)
