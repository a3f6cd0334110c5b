"""A Host runs a Match for the people and bots at one machine.

Screens have a Host and no Match. They can ask it only for Views and for events as one seat may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
from game.engine.state import Standings
from game.engine.view import View, make_view
from game.play import seals
from game.play.setup import NEW_MATCH
from game.play.setup import Chair as Chair
from game.play.setup import Provenance as Provenance
from game.play.setup import Setup as Setup
from game.play.sitting import Position, Sitting

MAX_EXTRA_PAUSE_S = 3.0
"""On a slow machine all pauses of bots grow, up to this length."""
BOT_TEMPO = {"slow": 1.3, "normal": 1.0, "fast": 0.4, "off": 0.1}
"""Multiplies the pauses of bots, by the speed in the settings."""


@dataclass(slots=True)
class _Thinking:
    """The bot that thinks now."""

    seat: Seat
    ticket: Ticket
    pause_s: float
    """The shortest time before its move is shown."""
    waited_s: float = 0.0
    start_s: float = 0.0
    """The part of `waited_s` in which the bots' process was still starting."""


class Host:
    """One match. The screen calls `update` while no animation runs."""

    def __init__(
        self,
        setup: Setup,
        worker: Worker,
        seed: str | int,
        match: Match | None = None,
        provenance: Provenance = NEW_MATCH,
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.worker = worker
        self.rules: Rules[Any] = match.rules if match else catalog.rules(setup.title, setup.options)
        self.troubles: list[str] = []
        """What went wrong with bots' thoughts, the oldest first: "died", "silent", "garbage" or "illegal"."""
        self.generation = 0
        """Number of times that moves were taken back."""
        self.provenance = provenance
        self.seals: list[str] = []
        """One seal (a hash) for every deal. They can be checked after the match."""
        self.on_change: Callable[[Host], None] | None = None
        """Called after every move and every undo."""
        self._events: list[Event] = []
        self._entry_starts: list[int] = []
        """For each log entry: the number of events before it."""
        self._thinking: _Thinking | None = None
        self._slowest_s = 0.0
        """The longest time that a bot of this match thought, up to MAX_EXTRA_PAUSE_S."""
        self.pause_factor = 1.0
        """Pauses of bots are multiplied by this. The screen sets it from the speed setting."""
        players = [Player(chair.name, chair.bot or "human") for chair in setup.chairs]
        if match is None:
            self._match = Match(self.rules, players, Dice("match", seed), setup.first)
        else:
            self._replay_log(match.log, self._continue_match(match, Dice("match", seed, len(match.log))))
        self._events += self._with_log_starts(self._match.run_steps_and_deals)

    def _continue_match(self, match: Match, dice: Dice) -> Match:
        """A new match with the same players. The log of `match` is replayed in it, and these dice are used then."""
        return Match(self.rules, match.players, dice, match.first)

    def _replay_log(self, log: Sequence[Entry], match: Match) -> None:
        """Continue with `match`, which is new, and replay these entries and all steps between them."""
        self._match, self._events, self._entry_starts = match, [], []
        for entry in log:
            self._events += match.run_steps()
            self._entry_starts.append(len(self._events))
            self._events += match.replay_entry(entry)
        self._events += match.run_steps()

    def _with_log_starts(self, act: Callable[[], list[Event]]) -> list[Event]:
        """Do something that adds to the log. Note where the events of the new entries begin, and seal new deals."""
        events = act()
        while len(self._entry_starts) < len(self._match.log):
            self._entry_starts.append(len(self._events))
        self.seals = seals.make_seals(self.seed, self._match.log, self.seals)
        return events

    @property
    def bot_seed(self) -> str:
        """Seed of the bots' dice. It tells nothing about the cards, so bots cannot use it to cheat."""
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
    def has_decisions(self) -> bool:
        """Whether a person has decided anything yet."""
        return any(entry.move and entry.seat in self.people for entry in self._match.log)

    @property
    def standings(self) -> Standings:
        return self._match.standings

    @property
    def turn(self) -> int:
        return self._match.turn

    @property
    def event_count(self) -> int:
        """Number of events so far."""
        return len(self._events)

    def events_for(self, seat: Seat, since: int = 0, until: int | None = None) -> list[Event]:
        """Events from number `since` up to `until`, as that seat may know them."""
        return events_for(self._events[since:until], seat)

    def view(self, seat: Seat) -> View:
        """What a seat may know. The number of seats, as `seat`, means a spectator."""
        return self._match.view(seat)

    def view_at_start(self, seat: Seat) -> View:
        """The View of a seat before the first event."""
        return make_view(self.rules, self.rules.new_state(self.seats, self._match.first), seat)

    @property
    def match(self) -> Match:
        """For saving. `tests/test_layers.py` checks that screens do not use it."""
        return self._match

    # One viewer at one moment

    def position(self, viewer: Seat) -> Position:
        """The Position of this viewer now."""
        log = self._match.log
        moment = len(log)
        if viewer in self.deciders:
            while moment and log[moment - 1].turn == self.turn:
                moment -= 1
        return Position(self.generation, moment, viewer)

    def sit(self, viewer: Seat) -> Sitting:
        """A new Sitting for this viewer. The caller closes it when the Position changes."""
        return Sitting(self.position(viewer), self.rules, self.view(viewer), self._ask_best)

    def _ask_best(self, view: View) -> Ticket:
        """Ask the best level about a View, for a hint."""
        level = bot_names(self.rules)[-1]
        return self.worker.ask(self.rules, view, level, "hint", self.bot_seed, self.turn, view.seat)

    # Playing

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move and all steps after it. IllegalMove if the move is not legal."""
        self._events += self._with_log_starts(lambda: self._match.make_move(seat, move))
        self._events += self._with_log_starts(self._match.run_steps_and_deals)
        self._stop_thinking()
        self._report_change()

    def _report_change(self) -> None:
        if self.on_change is not None:
            self.on_change(self)

    def update(self, dt: float) -> bool:
        """Let bots think and move; `dt` is in seconds. True if a bot has moved."""
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
        """The answer, once it has come.

        A long thought makes all later pauses as long, so that the time tells nothing about a bot's choice. The start of
        the process is no thought.
        """
        waiting = thinking.ticket.open
        thinking.waited_s += dt
        if self.worker.is_starting:
            thinking.start_s += dt
        answer = thinking.ticket.answer()
        if answer is not None and waiting:
            thought_s = thinking.waited_s - thinking.start_s
            self._slowest_s = min(max(self._slowest_s, thought_s), MAX_EXTRA_PAUSE_S)
        return answer

    def _ask(self, seat: Seat) -> None:
        self._stop_thinking()
        bot = self.setup.chairs[seat].bot
        ticket = self.worker.ask(self.rules, self.view(seat), bot, "bot", self.bot_seed, self.turn, seat)
        self._thinking = _Thinking(seat, ticket, self.pause_factor * pace.pause_s(bot, self.turn, self.seats))

    def close(self) -> None:
        """Drop the question to a bot, if there is one. The match is not played here any more."""
        self._stop_thinking()

    def _stop_thinking(self) -> None:
        """Drop the question to a bot: the match has changed."""
        if self._thinking is not None:
            self._thinking.ticket.drop()
        self._thinking = None

    @property
    def thinking(self) -> Seat | None:
        """The seat of the bot that thinks now."""
        return self._thinking.seat if self._thinking else None

    # Taking back

    def can_undo(self, seat: Seat) -> bool:
        """Whether this seat can take its last decision back: it learnt nothing since, or the match is for practice."""
        last = self._last_move(seat)
        return last is not None and (self.setup.practice or self._nothing_learnt(last))

    def undo(self, seat: Seat) -> None:
        """Go back to before this seat's last decision. Moves that others sealed at the same time stay."""
        last = self._last_move(seat)
        if last is None or not self.can_undo(seat):
            raise IllegalMove("this move cannot be taken back")
        undone = self.provenance.undone or not self._nothing_learnt(last)
        self.provenance = replace(self.provenance, undone=undone)
        self._replay_log(self._entries_without(last), self._match.copy_at_start())
        self._stop_thinking()
        self.seals = seals.make_seals(self.seed, self._match.log, self.seals)
        self.generation += 1
        self._report_change()

    def _entries_without(self, last: Entry) -> list[Entry]:
        """The log without a move and all that came after it. Moves that others sealed at the same time stay."""
        return [
            entry
            for entry in self._match.log
            if entry.turn < last.turn or (entry.turn == last.turn and entry.seat != last.seat)
        ]

    def _last_move(self, seat: Seat) -> Entry | None:
        return next((entry for entry in reversed(self._match.log) if entry.move and entry.seat == seat), None)

    def _nothing_learnt(self, last: Entry) -> bool:
        """Whether its seat has learnt nothing by its last move.

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
        """Whether the event showed a card that the seat could not see before."""
        if isinstance(event, Shown):
            return True
        source = self.rules.places(self.seats)[event.source]
        return not source.sight >> seat & 1
