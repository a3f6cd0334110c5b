"""A match at the terminal: it asks people for moves, tells them what is new, and hides it from the others."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.engine.cards import Seat
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.view import View
from game.play.choice import button_target
from game.play.host import Host
from game.play.seating import Seating
from game.play.sitting import Chosen, Doubtful, Position, Sitting
from game.text_mode.answers import ChoiceLine
from game.text_mode.match_commands import MatchCommands
from game.text_mode.news import lines_to_print, standing_lines
from game.text_mode.rule_reader import RuleReader, is_clause
from game.text_mode.talk import AskAgain, LeaveGame, Query, Talk
from game.text_mode.typed_cards import cards_meant, short_names
from game.text_mode.unread_events import UnreadEvents
from game.words import Wording

POLL_INTERVAL_S = 0.02
"""Time between two checks whether a bot has answered."""
SILENT_WAIT_S = 1.0
"""After this time a line says whom the game waits for."""
MAX_CHECK_S = 0.1
"""Longest time that the host is told has passed between two checks, also if the program was stopped meanwhile."""
REFUSAL_LIMIT = 3
"""Reasons for at most this many cards are printed, if what was typed may mean several cards."""



class TextMatch:
    """One match. `holder` is the person at the keyboard; None while people who share it are handing it over."""

    def __init__(self, talk: Talk, host: Host, save_problem: Callable[[], str], *, resumed: bool = False) -> None:
        self.talk, self.host = talk, host
        self._save_problem = save_problem
        """Gives the reason once if the match could not be saved; else an empty text."""
        self.seating = Seating(host)
        self._own_unread = {seat: UnreadEvents(host, seat, all_told=resumed) for seat in host.people}
        self._public_unread = {seat: UnreadEvents(host, host.seats, all_told=resumed) for seat in host.people}
        self._troubles = len(host.troubles)
        self._shown_lines: set[str] = set()
        """The lines about the state of the match that the holder has read."""
        self._shown_texts = talk.texts
        self._public_lines: list[str] = []
        self._public_events: list[Event] = []
        """What everybody has read just before the holder sat down, and the events it was made of."""
        self._sitting: Sitting | None = None
        self._undone_to: Position | None = None
        """The Position to which a move was taken back last. There even the only card is not played by itself."""
        self._commands = MatchCommands(self)
        self._checked_at_s = 0.0
        """When it was last checked whether a bot has answered."""

    @property
    def holder(self) -> Seat | None:
        """The person at the keyboard."""
        return self.seating.viewer if self.seating.viewer < self.host.seats else None

    def wording(self, you: Seat | None = None) -> Wording:
        return Wording(self.talk.texts, self.host.rules, self.host.names, you)

    def sitting_for(self, seat: Seat) -> Sitting:
        """The Sitting of this person at the current Position."""
        if self._sitting is None or self._sitting.position != self.host.position(seat):
            self.close_sitting()
            self._sitting = self.host.sit(seat)
        return self._sitting

    def close_sitting(self) -> None:
        """Close the Sitting, if there is one."""
        if self._sitting is not None:
            self._sitting.close()
        self._sitting = None

    @property
    def is_over(self) -> bool:
        return self.host.over

    def run(self) -> None:
        """Play until the match is over. LeaveGame or EOFError if the person leaves."""
        try:
            while not self.is_over:
                try:
                    self._play_step()
                except AskAgain:
                    self._shown_lines.clear()
            self._say_end()
        except (LeaveGame, EOFError, KeyboardInterrupt):
            if self.seating.shared and self.holder is not None:
                self.talk.terminal.clear()
            raise
        finally:
            self.close_sitting()
            self.host.close()

    def _play_step(self) -> None:
        self._let_bots_play()
        self._ask_next()

    def _ask_next(self) -> None:
        """Ask the person who has to decide next, if there is one."""
        seat = self.seating.next_person()
        if seat is None:
            return
        if seat != self.holder:
            self._cover()
            self._hand_over(seat)
        self._say_news(seat)
        move = self._ask_move(seat)
        if move is not None:
            self.host.play(seat, move)

    # Bots

    def bots_have_to_move(self) -> bool:
        return any(self.host.setup.chairs[seat].bot for seat in self.host.deciders)

    def _let_bots_play(self) -> None:
        host = self.host
        while self.bots_have_to_move():
            self._checked_at_s = time.monotonic()
            self.wait(self._update_host, self._thinking_line)
        if len(host.troubles) > self._troubles:
            self._troubles = len(host.troubles)
            self.talk.say(self.talk.texts("error.bot_lost"))
        problem = self._save_problem()
        if problem:
            self.talk.say(self.talk.texts("error.save_failed", problem=problem))

    def _update_host(self) -> bool:
        """Tell the host the time that has passed. It keeps the pauses of bots, so that a forced move takes as long as
        any other."""
        now_s = time.monotonic()
        passed_s, self._checked_at_s = min(now_s - self._checked_at_s, MAX_CHECK_S), now_s
        return self.host.update(passed_s)

    def _thinking_line(self) -> str:
        seat = self.host.thinking
        return self.talk.texts("table.thinking", name=self.host.names[seat]) if seat is not None else ""

    def wait(self, done: Callable[[], object], word: Callable[[], str]) -> None:
        """Wait until `done` returns something true. After a while print the line of `word`."""
        since, said = time.monotonic(), False
        while not done():
            time.sleep(POLL_INTERVAL_S)
            if not said and time.monotonic() - since > SILENT_WAIT_S:
                self.talk.say(word())
                said = True

    # Whose screen it is

    def _cover(self) -> None:
        """Clear the screen before another person looks. The holder can read their new secrets first."""
        if self.holder is not None:
            secrets = self._own_unread[self.holder].secret_lines(self.wording(self.holder))
            if secrets:
                self.talk.say(*secrets)
                self.talk.wait_for_enter(lambda: self.talk.texts("text.hide"))
            self._own_unread[self.holder].mark_told()
            self.seating.conceal()
        self.close_sitting()
        self.talk.terminal.clear()

    def _hand_over(self, seat: Seat) -> None:
        talk, name = self.talk, self.host.names[seat]
        self._public_events = [*self._public_unread[seat].events()]
        self._public_lines = self._public_unread[seat].take_lines(self.wording())
        talk.say(*self._public_lines)
        self._commands.set_commands(None, self.seating.last_person)
        talk.say(talk.texts("curtain.pass_to", name=name))
        talk.terminal.drop_typed_ahead()
        talk.wait_for_enter(lambda: talk.texts("text.only_you", name=name))
        self.seating.take_seat(seat)
        self._shown_lines.clear()

    # Telling and asking

    def _say_news(self, seat: Seat) -> None:
        """Print what is new, then the lines about the state of the match that have changed."""
        own, yours = self._own_unread[seat], self.wording(seat)
        view = self.host.view(seat)
        told_in_public = self.seating.shared and not self._shown_lines
        events = self._public_events if told_in_public else own.events()
        news = own.secret_lines(yours) if told_in_public else own.take_lines(yours)
        own.mark_told()
        self._public_unread[seat].mark_told()
        now = standing_lines(self.host.rules, view, yours)
        just_read = {line for line in now if told_in_public and any(line in said for said in self._public_lines)}
        self.talk.say(*lines_to_print(news, now, self._shown_lines | just_read, events, view, yours))
        self._public_lines, self._public_events = [], []
        self._shown_lines = set(now)
        self._shown_texts = self.talk.texts

    def _ask_move(self, seat: Seat) -> Move | None:
        """Ask for a move; None if the person does not confirm a losing one."""
        talk, sitting = self.talk, self.sitting_for(seat)
        view = sitting.view
        only = sitting.only_card if talk.settings.play_only_card and self._undone_to != sitting.position else None
        if only is not None:
            talk.say(talk.texts("text.only_card"))
            outcome = sitting.touch(only)
            return outcome.move if isinstance(outcome, Chosen) else None
        self._commands.set_commands(seat, seat)
        talk.explain = lambda typed: self._explain(view, typed)
        try:
            move = view.legal[talk.choose(lambda: self._move_query(sitting))]
            outcome = sitting.touch(button_target(move))
            if isinstance(outcome, Doubtful):
                talk.say(self.wording(seat).say(outcome.warning))
                outcome = sitting.confirm(talk.ask_yes_no(talk.texts("confirm.title")))
            return outcome.move if isinstance(outcome, Chosen) else None
        finally:
            talk.explain = lambda typed: False

    def _move_query(self, sitting: Sitting) -> Query:
        view = sitting.view
        yours = self.wording(view.seat)
        if self.talk.texts is not self._shown_texts:
            self._shown_texts = self.talk.texts
            self.talk.say(*standing_lines(self.host.rules, view, yours))
        choices = [ChoiceLine(yours.move(view, move), self._move_names(view, yours, move)) for move in view.legal]
        return Query(yours.prompt(view, sitting.question), choices, 0 if len(choices) == 1 else None)

    def _move_names(self, view: View, yours: Wording, move: Move) -> tuple[str, ...]:
        """What can be typed for a move besides its number and its line."""
        return yours.label(view, move), move.text, *short_names(self.host.rules, view, yours, move)

    def _explain(self, view: View, typed: str) -> bool:
        """Print why a typed card cannot be played, or a typed clause. False if neither was typed."""
        talk, yours = self.talk, self.wording(view.seat)
        if is_clause(typed):
            RuleReader(talk, self.host.rules, view).read(typed)
            return True
        cards = cards_meant(self.host.rules, view, yours, typed)[:REFUSAL_LIMIT]
        lines: dict[str, None] = {}  # several cards may be refused for the same reason
        for refusal in filter(None, (self.host.rules.refusal(view, card) for card in cards)):
            lines[yours.refusal(refusal)] = None
            if refusal.clause:
                lines[talk.texts("table.see_rule", clause=refusal.clause)] = None
        talk.say(*lines)
        return bool(lines)

    # The end

    def _say_end(self) -> None:
        talk = self.talk
        if self.seating.shared:
            self.seating.conceal()
            talk.terminal.clear()
            unread = min(self._public_unread.values(), key=lambda unread: unread.told_count)
            lines = unread.take_lines(self.wording())
        else:
            lines = [line for seat, own in self._own_unread.items() for line in own.take_lines(self.wording(seat))]
        winner = lines[-1:] if self.wording().tells_winner else []
        proof = map(self.wording().refusal, self.host.rules.proof(self.host.view(self.host.seats)))
        talk.say(*lines[: len(lines) - len(winner)], *proof, *winner)
        talk.commands = {}
        talk.say(*self._score_wording().score_lines(self.host.standings, winner=not winner))

    def say_unread(self, seat: Seat) -> None:
        """Print what this person was not told yet."""
        self.talk.say(*self._own_unread[seat].take_lines(self.wording(seat)))

    def forget_shown_lines(self) -> None:
        """Print the whole state of the match again before the next question."""
        self._shown_lines.clear()

    def say_score(self) -> None:
        lines = self._score_wording().score_lines(self.host.standings, winner=True)
        self.talk.say(*(lines or [self.talk.texts("text.no_score")]))

    def _score_wording(self) -> Wording:
        """Scores call a single person "you". Where people share the screen all have names."""
        return self.wording(None if self.seating.shared else next(iter(self.host.people), None))

    def follow_undo(self, seat: Seat) -> None:
        """This person has taken a move back."""
        for unread in (*self._own_unread.values(), *self._public_unread.values()):
            unread.follow_undo()
        self._undone_to = self.host.position(seat)
