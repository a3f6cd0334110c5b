"""Who runs a match for the people at one machine: holds the truth, lets bots think, and tells each seat its part.

Screens have a Host and no Match: what they can ask it for is a View, told events and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game import __version__
from game.ai import pace
from game.ai.bots import bot_names
from game.ai.worker import Answer, Ticket, Worker
from game.data import catalog
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Event, Moved, Shown, events_for
from game.engine.match import Entry, Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.state import Standings
from game.engine.view import View, make_view
from game.play import seals
from game.play.sitting import Position, Sitting

MAX_EXTRA_PAUSE_S = 3.0
"""Pauses grow no longer than this on a slow machine."""


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


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a match comes from. One value, so that every path through saves and replays carries all of it along."""

    app: str = __version__
    """The version of the program with which it was begun. Bots of another version may think otherwise."""
    undone: bool = False
    """Somebody took a move back after learning something. Then the match does not count."""
    copied: bool = False
    """It began from a named save, so somebody may know what comes."""
    edited: bool = False
    """Its save was changed outside of the program."""


@dataclass(slots=True)
class _Thinking:
    seat: Seat
    ticket: Ticket
    pause_s: float
    """How long the bot lets itself be waited for."""
    waited_s: float = 0.0


class Host:
    """One match. Whoever shows it calls `update` while nothing moves on the screen."""

    def __init__(
        self,
        setup: Setup,
        worker: Worker,
        seed: str | int,
        match: Match | None = None,
        provenance: Provenance = Provenance(),
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.worker = worker
        self.rules: Rules[Any] = match.rules if match else catalog.rules(setup.title, setup.options)
        self.troubles: list[str] = []
        """What went wrong with bots' thoughts, the oldest first: "died", "silent", "garbage" or "illegal"."""
        self.generation = 0
        """Counts how often the course of the match was turned back."""
        self.provenance = provenance
        self.seals: list[str] = []
        """One for every deal, to be opened after the match."""
        self.on_change: Callable[[Host], None] | None = None
        """Called after every move and every move taken back."""
        self._events: list[Event] = []
        self._entry_starts: list[int] = []
        """For each entry of the log: how many events there were before it."""
        self._thinking: _Thinking | None = None
        self._slowest_s = 0.0
        """The longest that a bot of this match was waited for while it thought."""
        self.pause_factor = 1.0
        """Bots' pauses are this much longer than usual. A screen sets it by the player's choice of speed."""
        players = [Player(chair.name, chair.bot or "human") for chair in setup.chairs]
        if match is None:
            self._match = Match(self.rules, players, Dice("match", seed), setup.first)
        else:
            dice = Dice("match", seed, len(match.log))
            self._replay_log(match.log, Match(self.rules, match.players, dice, match.first))
        self._events += self._with_log_starts(self._match.run_steps_and_deals)

    def _replay_log(self, log: Sequence[Entry], match: Match) -> None:
        """Begin anew with `match` and repeat these entries, the steps between them included."""
        self._match, self._events, self._entry_starts = match, [], []
        for entry in log:
            self._events += match.run_steps()
            self._entry_starts.append(len(self._events))
            self._events += match.replay_entry(entry)
        self._events += match.run_steps()

    def _with_log_starts(self, act: Callable[[], list[Event]]) -> list[Event]:
        """Do something that adds to the log, and note where its entries begin among the events."""
        events = act()
        while len(self._entry_starts) < len(self._match.log):
            self._entry_starts.append(len(self._events))
        self.seals = seals.make_seals(self.seed, self._match.log, self.seals)
        return events

    @property
    def bot_seed(self) -> str:
        """What bots throw their dice with: it says nothing about the cards, so that they could not cheat."""
        return seals.make_bot_seed(self.seed)

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
    def event_count(self) -> int:
        """How many things have happened."""
        return len(self._events)

    def events_for(self, seat: Seat, since: int = 0, until: int | None = None) -> list[Event]:
        """What happened, as that seat may hear it."""
        return events_for(self._events[since:until], seat)

    def view(self, seat: Seat) -> View:
        """`seat` one past the last is a spectator."""
        return self._match.view(seat)

    def view_at_start(self, seat: Seat) -> View:
        """The table before anything happened."""
        return make_view(self.rules, self.rules.table(self.seats, self._match.first), seat)

    @property
    def match(self) -> Match:
        """For saving; no screen asks for it (a test looks)."""
        return self._match

    # One viewer at one moment

    def position(self, viewer: Seat) -> Position:
        log = self._match.log
        moment = len(log)
        if viewer in self.deciders:
            while moment and log[moment - 1].turn == self.turn:
                moment -= 1
        return Position(self.generation, moment, viewer)

    def sit(self, viewer: Seat) -> Sitting:
        """Everything that this viewer is asked and told now. Whoever asks closes it when the Position changes."""
        return Sitting(self.position(viewer), self.rules, self.view(viewer), self._ask_best)

    def _ask_best(self, view: View) -> Ticket:
        """Let the best level think about a View, for a hint."""
        level = bot_names(self.rules)[-1]
        return self.worker.ask(self.rules, view, level, "hint", self.bot_seed, self.turn, view.seat)

    # Playing

    def play(self, seat: Seat, move: Move) -> None:
        """IllegalMove if it is none."""
        self._events += self._with_log_starts(lambda: self._match.make_move(seat, move))
        self._events += self._with_log_starts(self._match.run_steps_and_deals)
        self._stop_thinking()
        self._report_change()

    def _report_change(self) -> None:
        if self.on_change is not None:
            self.on_change(self)

    def update(self, dt: float) -> bool:
        """Let bots think and move; True if one has moved."""
        bots = [seat for seat in self.deciders if self.setup.chairs[seat].bot]
        if not bots:
            return False
        thinking = self._thinking
        if thinking is None or thinking.seat not in bots:
            self._ask(bots[0])
            return False
        answer = self._answer_of(thinking, dt)
        if answer is None or thinking.waited_s < max(thinking.pause_s, self._slowest_s):
            return False
        if answer.trouble:
            self.troubles.append(answer.trouble)
        self.play(thinking.seat, answer.thought.move)
        return True

    def _answer_of(self, thinking: _Thinking, dt: float) -> Answer | None:
        """The answer, once it is there. A slow machine makes later pauses longer, so that the time tells nothing:
        a move without a choice is shown as late as one that took long to find."""
        waiting = thinking.ticket.open
        thinking.waited_s += dt
        answer = thinking.ticket.answer()
        if answer is not None and waiting:
            self._slowest_s = min(max(self._slowest_s, thinking.waited_s), MAX_EXTRA_PAUSE_S)
        return answer

    def _ask(self, seat: Seat) -> None:
        self._stop_thinking()
        bot = self.setup.chairs[seat].bot
        ticket = self.worker.ask(self.rules, self.view(seat), bot, "bot", self.bot_seed, self.turn, seat)
        self._thinking = _Thinking(seat, ticket, self.pause_factor * pace.pause_s(bot, self.turn))

    def close(self) -> None:
        """Nobody plays here any more."""
        self._stop_thinking()

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
        """Whether this seat's last decision can be taken back: nobody has learnt anything since, or it is practice."""
        last = self._last_move(seat)
        return last is not None and (self.setup.practice or self._nothing_learnt(last))

    def undo(self, seat: Seat) -> None:
        """Back to before this seat's last decision. Choices that others sealed at the same time stay."""
        last = self._last_move(seat)
        if last is None or not self.can_undo(seat):
            raise IllegalMove("this move cannot be taken back")
        undone = self.provenance.undone or not self._nothing_learnt(last)
        self.provenance = replace(self.provenance, undone=undone)
        kept = [
            entry
            for entry in self._match.log
            if entry.turn < last.turn or (entry.turn == last.turn and entry.seat != seat)
        ]
        self._replay_log(kept, self._match.copy_at_start())
        self._stop_thinking()
        self.seals = seals.make_seals(self.seed, self._match.log, self.seals)
        self.generation += 1
        self._report_change()

    def _last_move(self, seat: Seat) -> Entry | None:
        return next((entry for entry in reversed(self._match.log) if entry.move and entry.seat == seat), None)

    def _nothing_learnt(self, last: Entry) -> bool:
        """Whether taking back this last move of its seat gives no knowledge away.

        The order in which sealed choices arrived does not matter: a save does not keep it.
        """
        later = [entry for entry in self._match.log if entry.turn >= last.turn and entry is not last]
        if last.turn == self._match.turn:
            return True  # the choice is still sealed, and so are the others of its turn
        if later:
            return False
        start = self._entry_starts[self._match.log.index(last)]
        return not any(
            isinstance(event, Moved | Shown) and event.card != HIDDEN and self._is_new_to(last.seat, event)
            for event in self.events_for(last.seat, start)
        )

    def _is_new_to(self, seat: Seat, event: Moved | Shown) -> bool:
        """Whether a seat saw a card it could not see before."""
        if isinstance(event, Shown):
            return True
        source = self.rules.places(self.seats)[event.source]
        return not source.sight >> seat & 1
