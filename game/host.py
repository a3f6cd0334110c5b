"""Who runs a match for the people at one machine: holds the truth, lets bots think, and tells each seat its part.

Screens have a Host and no Match: what they can ask it for is a View, told events and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from game import __version__, catalog, honesty
from game.ai import pace
from game.ai.bots import names
from game.ai.hints import Hint as Hint
from game.ai.hints import told_hint
from game.ai.worker import Ticket, Worker
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Event, Moved, Shown, told
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.state import Standings
from game.engine.view import View, view


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits there."""

    name: str
    bot: str = ""
    """Empty for a person; else a level, or a level and a character: "expert:waiter"."""
    avatar: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    title: str
    chairs: tuple[Chair, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    first: Seat | None = None
    practice: bool = False
    """Undo goes as far back as you like; such a match never counts."""
    live: bool = False
    """Against the clock, where a title knows that."""


@dataclass(slots=True)
class _Thinking:
    seat: Seat
    ticket: Ticket
    pause: float
    """Seconds until the move may be shown."""


class Host:
    """One match. Whoever shows it calls `update` while nothing moves on the screen."""

    def __init__(self, setup: Setup, worker: Worker, seed: str | int, match: Match | None = None) -> None:
        self.setup = setup
        self.seed = seed
        self.worker = worker
        self.rules: Rules[Any] = match.rules if match else catalog.rules(setup.title, setup.options)
        self.troubles: list[str] = []
        """What went wrong with a bot's thought: "died", "late" …"""
        self.generation = 0
        """Counts how often the course of the match was turned back."""
        self.undone = False
        """Whether somebody took a move back after learning something: then the match does not count."""
        self.copied = False
        """Whether it began from a named save, so that somebody may know what comes."""
        self.edited = False
        """Whether its save was changed outside of the game."""
        self.app = __version__
        """The version of the game with which it was begun: bots of another one may think otherwise."""
        self.seals: list[str] = []
        """One for every deal, to be opened after the match."""
        self.on_change: Callable[[Host], None] | None = None
        """Called after every move and every move taken back."""
        self._events: list[Event] = []
        self._marks: list[int] = []
        """How many events there were before each entry of the log."""
        self._thinking: _Thinking | None = None
        self._hint: Ticket | None = None
        players = [Player(chair.name, chair.bot or "human") for chair in setup.chairs]
        if match is None:
            self._match = Match(self.rules, players, Dice("match", seed), setup.first)
            self._events += self._noted(self._match.go_on)
        else:
            self._replay(match)

    def _replay(self, match: Match) -> None:
        """Take over a match that has begun, its events included."""
        self._match = Match(self.rules, match.players, Dice("match", self.seed, len(match.log)), match.first)
        for entry in match.log:
            self._marks.append(len(self._events))
            self._events += self._match.repeat(entry)
        self._events += self._match.steps()
        self._events += self._noted(self._match.go_on)

    def _noted(self, doing: Any) -> list[Event]:
        """Do something that adds to the log, and note where its entries begin among the events."""
        events: list[Event] = doing()
        while len(self._marks) < len(self._match.log):
            self._marks.append(len(self._events))
        self.seals = honesty.seals(self.seed, self._match.log, self.seals)
        return events

    @property
    def bot_seed(self) -> str:
        """What bots throw their dice with: it says nothing about the cards, so that they could not cheat."""
        return honesty.bot_seed(self.seed)

    # What a screen may ask

    @property
    def seats(self) -> int:
        return self._match.seats

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self._match.players)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.setup.chairs) if not chair.bot)

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return self._match.deciders

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def standings(self) -> Standings:
        return self._match.standings

    @property
    def turn(self) -> int:
        return self._match.turn

    @property
    def events(self) -> int:
        """How many things have happened."""
        return len(self._events)

    def heard(self, seat: Seat, since: int = 0, until: int | None = None) -> list[Event]:
        """What happened, as that seat may hear it."""
        return told(self._events[since:until], seat)

    def view(self, seat: Seat) -> View:
        """`seat` one past the last is a spectator."""
        return self._match.view(seat)

    def beginning(self, seat: Seat) -> View:
        """The table before anything happened."""
        return view(self.rules, self.rules.table(self.seats, self._match.first), seat)

    @property
    def match(self) -> Match:
        """For saving; no screen asks for it (a test looks)."""
        return self._match

    # Playing

    def play(self, seat: Seat, move: Move) -> None:
        """IllegalMove if it is none."""
        self._events += self._noted(lambda: self._match.act(seat, move))
        self._events += self._noted(self._match.go_on)
        self._stop_thinking()
        self._changed()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change(self)

    def update(self, dt: float) -> bool:
        """Let bots think and move; True if one has moved."""
        bots = [seat for seat in self.deciders if self.setup.chairs[seat].bot]
        if not bots or self.pondering:
            return False
        thinking = self._thinking
        if thinking is None or thinking.seat not in bots:
            self._ask(bots[0])
            return False
        thinking.pause -= dt
        answer = thinking.ticket.answer()
        if answer is None or thinking.pause > 0:
            return False
        if answer.trouble:
            self.troubles.append(answer.trouble)
        self.play(thinking.seat, answer.thought.move)
        return True

    def _ask(self, seat: Seat) -> None:
        self._stop_thinking()
        bot = self.setup.chairs[seat].bot
        ticket = self.worker.ask(self.rules, self.view(seat), bot, "bot", self.bot_seed, self.turn, seat)
        self._thinking = _Thinking(seat, ticket, pace.pause(bot, self.turn))

    def _stop_thinking(self) -> None:
        """What a bot thinks about is out of date."""
        if self._thinking is not None:
            self._thinking.ticket.drop()
        self._thinking = None

    @property
    def thinking(self) -> Seat | None:
        return self._thinking.seat if self._thinking else None

    # Taking back

    def can_undo(self, seat: Seat) -> bool:
        """The last decision was this seat's own and nobody has learnt or done anything since; or it is practice."""
        last = self._last_move(seat)
        if last is None:
            return False
        return self.setup.practice or self._free(seat, last)

    def undo(self, seat: Seat) -> None:
        """Back to before this seat's last decision."""
        last = self._last_move(seat)
        if last is None or not self.can_undo(seat):
            raise IllegalMove("this move cannot be taken back")
        self.undone = self.undone or not self._free(seat, last)
        self._match = self._match.until(last)
        del self._events[self._marks[last] :]
        del self._marks[last:]
        self._stop_thinking()
        self.seals = honesty.seals(self.seed, self._match.log, self.seals)
        self.generation += 1
        self._changed()

    def _last_move(self, seat: Seat) -> int | None:
        return max((i for i, entry in enumerate(self._match.log) if entry.move and entry.seat == seat), default=None)

    def _free(self, seat: Seat, last: int) -> bool:
        if last != len(self._match.log) - 1:
            return False
        return not any(
            isinstance(event, Moved | Shown) and event.card != HIDDEN and self._new_to(seat, event)
            for event in self.heard(seat, self._marks[last])
        )

    def _new_to(self, seat: Seat, event: Moved | Shown) -> bool:
        """Whether a seat saw a card it could not see before."""
        if isinstance(event, Shown):
            return True
        source = self.rules.places(self.seats)[event.source]
        return not source.sight >> seat & 1

    # Hints

    def ask_hint(self, seat: Seat) -> None:
        """Let the best level think about this seat's View."""
        level = names(self.rules)[-1]
        self._hint = self.worker.ask(self.rules, self.view(seat), level, "hint", self.bot_seed, self.turn, seat)

    def hint(self) -> Hint | None:
        """The answer, once it is there; none if the process failed, for a move drawn by lot is no advice."""
        answer = self._hint.answer() if self._hint is not None else None
        if answer is None or self._hint is None:
            return None
        ticket, self._hint = self._hint, None
        return None if answer.trouble else told_hint(ticket.question.view, answer.thought)

    @property
    def pondering(self) -> bool:
        return self._hint is not None
