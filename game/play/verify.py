"""Checks the moves of bots: the same View, level and seed must give the same move again."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from game.ai.worker import Answer, Ticket
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.match import Entry
from game.engine.view import View
from game.play.replay import Replay

MAX_TRIES = 3
"""Times that a move is asked for while the bots' process fails."""


class Verification:
    """Asks the worker for each move of a bot again. The screen calls `update` now and then."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        chairs = replay.setup.chairs
        self._bot_entries = [
            number for number, entry in enumerate(replay.entries) if entry.move is not None and chairs[entry.seat].bot
        ]
        self.total = len(self._bot_entries)
        self.done = 0
        self.same = 0
        self.explained = 0
        """Moves that were not the bot's choice: random because its process had failed, or too late in a race."""
        self.failed = 0
        """Moves that could not be thought again."""
        self._views: list[View] = []
        self._ticket: Ticket | None = None
        self._failures = 0

    @property
    def finished(self) -> bool:
        return self.done == self.total

    @property
    def different(self) -> int:
        """Number of moves that came out differently."""
        return self.done - self.same - self.explained - self.failed

    def update(self) -> bool:
        """True if there is something new to show."""
        if self.finished:
            return False
        number = self._bot_entries[self.done]
        worker, entry = self._replay.worker, self._replay.entries[number]
        if self._ticket is None:
            self._views = self._views or self.possible_views(number)
            bot = self._replay.setup.chairs[entry.seat].bot
            self._ticket = worker.ask(self._replay.rules, self._views.pop(0), bot, *self._seed(entry))
        answer = self._ticket.answer()
        if answer is None:
            return False
        self._ticket = None
        return self._judge(number, answer)

    def close(self) -> None:
        """Drop the open question. Nobody looks at the result any more."""
        if self._ticket is not None:
            self._ticket.drop()

    def _judge(self, number: int, answer: Answer) -> bool:
        """Compare the answer with the move that was played. True if the move is decided."""
        entry = self._replay.entries[number]
        if answer.trouble:  # the process failed now, which says nothing about then
            self._failures += 1
            if self._failures < MAX_TRIES:
                self._views = []
                return False
            self.failed += 1
        elif answer.thought.move == entry.move:
            self.same += 1
        elif self._views:
            return False  # the bot may have seen another of the possible Views
        elif self._is_explained(number):
            self.explained += 1
        self.done += 1
        self._views, self._failures = [], 0
        return True

    def _is_explained(self, number: int) -> bool:
        entry = self._replay.entries[number]
        assert entry.move is not None
        race = self._replay.rules.spec.race
        if self._replay.setup.live and race is not None and entry.move.verb == race.wait:
            return True
        return entry.move == Dice("quick", *self._seed(entry)).pick(self.possible_views(number)[0].legal)

    def _seed(self, entry: Entry) -> tuple[str | int, ...]:
        return "bot", self._replay.bot_seed, entry.turn, entry.seat

    def possible_views(self, number: int) -> list[View]:
        """Views that the bot may have had. They differ in which of the others had already sealed their moves."""
        entries = self._replay.entries
        entry = entries[number]
        first = next(at for at, other in enumerate(entries) if other.turn == entry.turn)
        start = self._replay.view_at(first, entry.seat)
        others = [seat for seat in start.deciders if seat != entry.seat]
        logged = tuple(other.seat for other in entries[first:number])
        sets = [logged] + [few for size in range(len(others) + 1) for few in combinations(others, size)]
        return [_view_after_seals(start, few) for few in dict.fromkeys(sets)]


def _view_after_seals(view: View, seats: tuple[Seat, ...]) -> View:
    """The same View after those seats have sealed their moves."""
    return replace(
        view,
        sealed=tuple(sealed or seat in seats for seat, sealed in enumerate(view.sealed)),
        deciders=tuple(seat for seat in view.deciders if seat not in seats),
    )
