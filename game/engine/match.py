"""A Match is one play of a title: its State, its dice and its log. All moves are checked and made here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove, OptionError
from game.engine.events import Event, Step, decided_event, derive_events
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import DEAL, Deal, Picture, Standings, State
from game.engine.view import View, make_view


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays at a seat."""

    name: str
    kind: str = "human"
    """"human", or the name of a bot."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: a move of a seat, or a deal (what the dice gave; its seat is -1)."""

    turn: int
    """Number of the decision. Moves that were sealed together share one number."""
    seat: Seat
    move: Move | None = None
    deal: Deal | None = None
    deal_data: dict[str, Any] | None = None
    """The deal in the form of records."""
    legal: tuple[Move, ...] = ()


class Match:
    """Created by `start` or by replaying a log. Moves are checked here and nowhere else."""

    def __init__(
        self, rules: Rules[Any], players: Sequence[Player], dice: Dice, first: Seat | None = None
    ) -> None:
        if len(players) not in rules.spec.seats:
            low, high = rules.spec.seats[0], rules.spec.seats[-1]
            words = "{title} is for {low} to {high} players, not {count}"
            raise OptionError(words, title=rules.spec.title, low=low, high=high, count=len(players))
        if first is not None and not 0 <= first < len(players):
            raise OptionError("seat {seat} cannot begin: the seats are 0 to {last}", seat=first, last=len(players) - 1)
        self.rules = rules
        self.players = tuple(players)
        self.log: list[Entry] = []
        self.turn = 0
        self._dice = dice
        self.first = first
        self._places = rules.places(len(players))
        self.state: State = rules.new_state(len(players), first)
        self._picture = rules.show(self.state)

    @classmethod
    def start(
        cls, rules: Rules[Any], players: Sequence[Player], dice: Dice, first: Seat | None = None
    ) -> Match:
        match = cls(rules, players, dice, first)
        match.run_steps_and_deals()
        return match

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that have to decide. Empty while an automatic step is due."""
        return () if self.state.due else self.rules.deciders(self.state)

    @property
    def over(self) -> bool:
        return not self.state.due and not self.deciders

    @property
    def standings(self) -> Standings:
        return self.rules.standings(self.state)

    @property
    def picture(self) -> Picture:
        return self._picture

    def view(self, seat: Seat) -> View:
        return make_view(self.rules, self.state, seat, self._picture)

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        return tuple(self.rules.legal(self.state, seat)) if seat in self.deciders else ()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move and run all automatic steps after it."""
        return self.make_move(seat, move) + self.run_steps_and_deals()

    def make_move(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move. The steps that it makes due wait for `run_steps_and_deals`. IllegalMove if it is not legal."""
        if seat not in self.deciders:
            raise IllegalMove("it is not the turn of seat {seat}", seat=seat)
        legal = self.legal(seat)
        if move not in legal:
            raise IllegalMove("seat {seat} cannot play “{move}” now", seat=seat, move=move)
        move = legal[legal.index(move)]  # the given one may be an equal move of other Rules
        self.log.append(Entry(self.turn, seat, move=move, legal=legal))
        self.rules.play(self.state, seat, move, None)
        before, after = self._picture, self._show()
        events = derive_events(self._places, before, after)
        if after.sealed[seat] is None and before.sealed == after.sealed:
            events.insert(0, decided_event(self._places, after, seat, move))
        if self.state.due or after.sealed[seat] is None:
            self.turn += 1
        return events

    def run_steps_and_deals(self) -> list[Event]:
        """Run all steps that are due, also deals."""
        events: list[Event] = []
        while self.state.due:
            if self.state.due == DEAL:
                events += self.take_deal(self.rules.draw(self.state, self._dice))
            else:
                events += self.run_step()
        return events

    def run_steps(self) -> list[Event]:
        """Run the steps that are due until the next deal."""
        events: list[Event] = []
        while self.state.due and self.state.due != DEAL:
            events += self.run_step()
        return events

    def run_step(self) -> list[Event]:
        """Run the one step that is due; it must not be a deal."""
        name = self.state.due
        self.rules.steps[name](self.state)
        before = self._picture
        return [Step(name), *derive_events(self._places, before, self._show())]

    def take_deal(self, deal: Deal) -> list[Event]:
        """Apply what the dice gave and write it into the log."""
        written = self.rules.write_deal(self.state, deal)
        self.log.append(Entry(self.turn, -1, deal=deal, deal_data=written))
        self.turn += 1
        self.rules.deal(self.state, deal)
        before = self._picture
        return [Step(DEAL), *derive_events(self._places, before, self._show(), deal)]

    def _show(self) -> Picture:
        self._picture = self.rules.show(self.state)
        return self._picture

    def entries_for_record(self) -> list[Entry]:
        """The log in the order of records: moves that were sealed together stand in the order of seats."""
        return sorted(self.log, key=lambda entry: (entry.turn, entry.seat))

    def digest(self) -> str:
        return digest(self._picture)

    def copy_at_start(self) -> Match:
        """A new match with the same rules and players, before the first deal. It shares the dice with this one."""
        return Match(self.rules, self.players, self._dice, self.first)

    def replay_entry(self, entry: Entry) -> list[Event]:
        """Run the steps that are due, then repeat one entry of a log."""
        events = self.run_steps()
        if entry.deal is not None:
            return events + self.take_deal(entry.deal)
        assert entry.move is not None
        return events + self.make_move(entry.seat, entry.move)


def digest(picture: Picture) -> str:
    """A hash of everything in a Picture: equal digests mean equal states."""
    plain = [
        picture.zones,
        picture.facts,
        [move and move.text for move in picture.sealed],
        sorted(picture.seen.items()),
    ]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
