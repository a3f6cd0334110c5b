"""The table scene, where a match is played: people hand over, bots think, the clock runs, scores are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.engine.cards import Seat
from game.play.host import BOT_TEMPO, Host, Setup
from game.play.live import LiveRace
from game.play.replay import Replay
from game.ui.input import Focus, Input
from game.ui.kit import Kit
from game.ui.scene import Push, Reset, Scene, Transition
from game.ui.screens.confirm import ConfirmResult
from game.ui.screens.curtain import Curtain, CurtainResult
from game.ui.screens.pause import PauseOverlay, PauseResult, SavedCopy
from game.ui.screens.scores import ScoreResult, ScoreScreen
from game.ui.table.asking import AskingTable
from game.ui.table.prompt import buttons_above_prompt, result_button
from game.ui.table.race import RacePanel
from game.ui.table.score_schedule import ScoreSchedule
from game.ui.table.tally import make_tally
from game.ui.tension import is_tense
from game.ui.widgets import Widget
from game.words.message import Message


class TableScene(AskingTable):
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
        self._troubles_told = len(host.troubles)
        self._look_error = self.look.error_text
        self._cards_to_compose = list(host.rules.cards(host.seats))
        """Cards whose pictures are still to be composed, one in each idle frame."""
        self._unfocused = False

    # Building

    def enter(self, kit: Kit) -> None:
        self.host.pause_factor = BOT_TEMPO[kit.settings.speed]
        self.faces.remarks.allowed = kit.settings.remarks
        super().enter(kit)
        self._set_tension()

    def other_buttons(self, prompt: str) -> Iterator[Widget]:
        if self.host.over and self.score_schedule.match_score_shown(self.sitting.position):
            yield result_button(self.kit, self._show_result, self.resting_rects())
        elif self.race is not None and not self.asking and self.director.idle:
            top = buttons_above_prompt(self.kit, prompt)
            yield from self.race.buttons(self.kit, top, self._finish_look, self._press_in_race)

    def fallback_focus(self, lost: Widget | None) -> str:
        if self.race is not None and self.race.running and not self.host.over:  # between two acts nothing is an answer
            return next((stop.name for stop in self.tab_stops if stop.name.startswith(("live ", "looked"))), "")
        return super().fallback_focus(lost)

    def prompt_at_rest(self) -> str:
        return self.race.prompt(self.kit) if self.race is not None and self.race.running else super().prompt_at_rest()

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
        super()._change_viewer()
        if any(stop.name == "looked" for stop in self.tab_stops):
            self.focus = "looked"

    def _after_move(self) -> None:
        """Cover the cards at once if another person has to decide next."""
        seat = self.viewer
        super()._after_move()
        if self.host.over or self.seating.next_person() not in (None, seat):
            self._cover_cards()

    def _set_unfocused(self, away: bool) -> None:
        """Called when the window has lost the keyboard focus (`away`), or got it back."""
        self._unfocused = away
        if away:
            self._drag.cancel()
            if self.race is not None:
                self.race.live.pause()
            self.seating.lost_keyboard = self.seating.lost_keyboard or self.viewer < self.host.seats
            self._cover_cards()

    # Acting in the race

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

    def press_pad(self, action: str, pad: int) -> bool:
        press = self.race.pad_press(action, pad) if self.race is not None else None
        if press is not None:
            self._press_in_race(*press)
        return press is not None

    def act(self, name: str) -> Transition:
        if self.race is not None and (press := self.race.key_press(name)) is not None:
            return self._press_in_race(*press)
        return super().act(name)

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Focus):
            self._follow_match()
            self._set_unfocused(not event.gained)
        return super().handle(event)

    # The end of a round and of the match

    def _undo_for(self, seat: Seat) -> None:
        super()._undo_for(seat)
        self.score_schedule.forget_rounds()

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

    def _pause(self) -> Transition:
        host = self.host
        seal = host.seals[-1] if host.seals else ""
        keep = None if host.over else self.save_copy
        asks = host.has_decisions and not host.over
        return Push(PauseOverlay(host.rules.spec.title, dict(host.rules.options), keep, seal, asks=asks))

    # Drawing

    def draw_top(self, surface: pygame.Surface) -> None:
        super().draw_top(surface)
        if self.race is not None:
            self.race.draw(self.kit, self.board.layout, surface)
