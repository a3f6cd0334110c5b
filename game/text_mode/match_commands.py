"""The commands during a match: hint, hand, table, players, score, log, undo, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.cards import Seat
from game.text_mode.rule_reader import RuleReader
from game.text_mode.talk import AskAgain
from game.text_mode.unread_events import log_lines
from game.words.message import HintStep
from game.words.vocabulary import split_zone

if TYPE_CHECKING:
    from game.text_mode.text_match import TextMatch

LOG_LINES = 20
"""Lines of the log that are printed, unless another number was typed."""


class MatchCommands:
    """Runs commands for the person at the keyboard. While nobody is, they tell only what everybody may know."""

    def __init__(self, match: TextMatch) -> None:
        self._match = match
        self._seat: Seat | None = None
        self._undo_seat: Seat | None = None

    def set_commands(self, seat: Seat | None, undo_seat: Seat | None) -> None:
        """Offer the commands for this seat, or only the public ones if it is None. `undo_seat` may take a move back."""
        self._seat, self._undo_seat = seat, undo_seat
        public = {
            "table": self._say_table,
            "players": self._say_players,
            "score": self._say_score,
            "log": self._say_log,
            "undo": self._undo,
            "rules": self._read_rules,
        }
        own = {"hint": self._say_hint, "hand": self._say_hand} if seat is not None else {}
        self._match.talk.commands = {**own, **public}

    @property
    def _viewer(self) -> Seat:
        return self._match.host.seats if self._seat is None else self._seat

    # Looking

    def _say_hand(self, rest: str) -> None:
        """Print the cards that only this seat sees, and what their effects do."""
        match, view, spec = self._match, self._match.host.view(self._viewer), self._match.host.rules.spec
        kinds = [(name, *split_zone(name)) for name in view.zones]
        own = [name for name, kind, owner in kinds if owner == self._seat and spec.zones[kind].sight == "owner"]
        lines = [match.wording(self._seat).zone_line(view, name) for name in own]
        lines += match.wording(self._seat).effect_lines([card for name in own for card in view.zones[name]])
        match.talk.say(*(line for line in lines if line))

    def _say_table(self, rest: str) -> None:
        match = self._match
        match.talk.say(*match.wording(self._seat).table_lines(match.host.view(self._viewer)))

    def _say_players(self, rest: str) -> None:
        match, view = self._match, self._match.host.view(self._viewer)
        match.talk.say(*(match.wording(self._seat).player_line(view, seat) for seat in range(match.host.seats)))

    def _say_score(self, rest: str) -> None:
        self._match.say_score()

    def _say_log(self, rest: str) -> None:
        """Print the log. Where people share the screen it is the spectator's log."""
        match = self._match
        seat = match.host.seats if match.seating.shared or self._seat is None else self._seat
        lines = log_lines(match.host, seat, match.wording(None if match.seating.shared else self._seat))
        wanted = int(rest) if rest.isdecimal() else LOG_LINES
        match.talk.say(*(lines[-wanted:] if wanted else lines) or [match.talk.texts("table.empty_log")])

    def _read_rules(self, rest: str) -> None:
        match = self._match
        RuleReader(match.talk, match.host.rules, match.host.view(self._viewer)).read(rest)

    # Taking back

    def _undo(self, rest: str) -> None:
        match, texts = self._match, self._match.talk.texts
        seat = self._undo_seat
        if seat is None or not match.host.can_undo(seat):
            match.talk.say(texts("table.no_undo" if match.host.turn > 1 else "table.nothing_to_undo"))
            return
        match.host.undo(seat)
        match.follow_undo(seat)
        match.talk.say(texts("table.undone"))
        raise AskAgain

    # Hints

    def _say_hint(self, rest: str) -> None:
        """Print the next step of the hint: where to look, then the move, then the reason."""
        match, seat = self._match, self._seat
        assert seat is not None
        sitting, talk = match.sitting_for(seat), match.talk
        sitting.ask_hint()
        match.wait(lambda: sitting.update() or not sitting.is_thinking, lambda: talk.texts("table.waiting"))
        if sitting.said is not None:
            talk.say(match.wording(seat).say(sitting.said.message))
        if sitting.hint is not None and sitting.hint_step < HintStep.WHY:
            talk.say(talk.texts("text.more_hint", hint=talk.command_word("hint")))
