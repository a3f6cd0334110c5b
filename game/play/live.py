"""The clock for titles in which everybody acts at once. It turns presses and moments into beats, and beats are all
that the match ever hears of: the record is the one that playing beat by beat would leave.

No clock of its own: whoever shows the match calls `update` with the time gone by, and pausing is not calling it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from game.ai import pace
from game.ai.worker import Answer, Ticket
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.play.host import Host

COUNTDOWN_FROM = 3
COUNTDOWN_STEP_S = 0.7
"""Seconds a number of the countdown stands."""
LOOK_S = 1.6
"""Seconds before the countdown starts by itself. They only run while `update` is called, so that people who have to
look one after the other have all the time they want."""


def can_race(rules: Rules[Any]) -> bool:
    """Whether the title can be played against the clock."""
    return rules.spec.race is not None


@dataclass(slots=True)
class _Racer:
    """A bot in one beat: when it would act, and what it would do once it has thought."""

    seat: Seat
    moment_s: float
    ticket: Ticket
    move: Move | None = None


class LiveRace:
    """Phases: "choose" (an ordinary sealed choice), "look" (a while, or until `signal`), "countdown", "race", "over".

    Whoever shows the match calls this `update` in place of the host's."""

    def __init__(self, host: Host) -> None:
        race, numbers = host.rules.spec.race, host.rules.spec.numbers
        assert race is not None, "a title without a clock"
        self._host = host
        self._spec = race
        self._together_s = numbers[race.together_ms] / 1000
        self._idle_beats = int(host.rules.options[race.patience])
        self.beat_s = numbers[race.standoff_s] / self._idle_beats
        """Seconds of a beat in which nobody acts; as many as the patience are the standoff."""
        self._phase = ""
        self._look_count = 0
        self._known_turn: tuple[int, int] | None = None
        self._left_s = 0.0
        self._beat_clock_s = 0.0
        self._closes_at_s: float | None = None
        """When the beat ends that somebody's act has begun to close."""
        self._moves: dict[Seat, Move] = {}
        self._racers: list[_Racer] = []

    # What a screen may ask

    @property
    def phase(self) -> str:
        self._follow_match()
        return self._phase

    @property
    def verbs(self) -> tuple[str, ...]:
        """What people can do in a race."""
        return self._spec.acts

    @property
    def look_count(self) -> int:
        """Counts the turns that people had to look at their cards for."""
        self._follow_match()
        return self._look_count

    @property
    def countdown(self) -> int:
        """The number of the countdown that stands now; 0 when there is none."""
        return max(1, math.ceil(self._left_s / COUNTDOWN_STEP_S)) if self.phase == "countdown" else 0

    @property
    def standoff_limit_s(self) -> float:
        """Seconds that nobody may act before those who are undecided stand off."""
        return self._idle_beats * self.beat_s

    @property
    def standoff_left_s(self) -> float:
        """Seconds left until those who are undecided stand off, if nobody acts."""
        return max(0.0, (self._idle_beats - int(self._fact(self._spec.idle, 0))) * self.beat_s - self._beat_clock_s)

    def has_pressed(self, seat: Seat) -> bool:
        """Whether that seat has acted in the beat that is running."""
        return seat in self._moves

    # What people do

    def start_countdown(self) -> None:
        """Count down, without waiting any longer for people to look at their cards."""
        if self.phase == "look":
            self._phase, self._left_s = "countdown", COUNTDOWN_FROM * COUNTDOWN_STEP_S

    def press(self, seat: Seat, move: Move) -> bool:
        """A person acts; False if that means nothing now (before the signal, twice, decided already)."""
        if self.phase != "race" or seat not in self._host.people or seat in self._moves:
            return False
        if move.verb not in self.verbs or move not in self._host.view(seat).legal:
            return False
        self._act(seat, move)
        return True

    def pause(self) -> None:
        """Stop a race; it goes on from where it stood after another countdown, so that nobody wins by pausing."""
        if self.phase == "race":
            self._phase, self._left_s = "countdown", COUNTDOWN_FROM * COUNTDOWN_STEP_S

    # Time

    def update(self, dt: float) -> bool:
        """True if moves were made."""
        match self.phase:
            case "choose":
                return self._host.update(dt)
            case "look":
                self._take_answers()
                self._left_s -= dt
                if self._left_s <= 0:
                    self.start_countdown()
            case "countdown":
                self._take_answers()
                self._left_s = max(0.0, self._left_s - dt)
                if not self._left_s and not self._thinking:
                    self._phase = "race"
            case "race":
                return self._race(dt)
        return False

    def _race(self, dt: float) -> bool:
        """Everything in the order of its time, however long the frame was."""
        made = False
        self._take_answers()
        while self._phase == "race":
            ahead, racer = self._next_action()
            if ahead > dt:
                self._beat_clock_s += dt
                break
            self._beat_clock_s += ahead
            dt -= ahead
            if racer is None:
                self._end_beat()
                made = True
            else:
                assert racer.move is not None
                self._act(racer.seat, racer.move)
        return made

    def _next_action(self) -> tuple[float, _Racer | None]:
        """How long until a bot acts or, with None, the beat ends."""
        end = self.beat_s if self._closes_at_s is None else self._closes_at_s
        if len(self._moves) == len(self._host.deciders):
            end = self._beat_clock_s
        elif self._closes_at_s is None and self._thinking:
            end = math.inf  # nobody loses a beat to a slow machine
        ready = [racer for racer in self._racers if self._acts(racer) and racer.seat not in self._moves]
        first = min(ready, key=lambda racer: racer.moment_s, default=None)
        if first is not None and first.moment_s <= max(end, self._beat_clock_s):
            return max(0.0, first.moment_s - self._beat_clock_s), first
        return max(0.0, end - self._beat_clock_s), None

    def _acts(self, racer: _Racer) -> bool:
        return racer.move is not None and racer.move.verb != self._spec.wait

    def _act(self, seat: Seat, move: Move) -> None:
        self._moves[seat] = move
        if self._closes_at_s is None:
            self._closes_at_s = self._beat_clock_s + self._together_s

    def _end_beat(self) -> None:
        """Whoever has not acted has waited."""
        moves = {seat: self._moves.get(seat) or self._wait_move(seat) for seat in self._host.deciders}
        for seat, move in moves.items():
            assert move is not None
            self._host.play(seat, move)
        self._follow_match()
        self._take_answers()

    # The match goes on

    def _follow_match(self) -> None:
        """Begin the next beat, turn or choice, if the match has moved on or was turned back."""
        now = self._host.generation, self._host.turn
        if now == self._known_turn:
            return
        self._known_turn = now
        self._beat_clock_s, self._closes_at_s = 0.0, None
        for racer in self._racers:
            racer.ticket.drop()
        self._moves, self._racers = {}, []
        if not self._host.deciders:
            self._phase = "over"
        elif self._wait_move(self._host.deciders[0]) is None:
            self._phase = "choose"
        else:
            self._ask_bots()
            if self._phase != "race" or self._fact(self._spec.beat, 1) == 1:
                self._phase, self._left_s = "look", LOOK_S
                self._look_count += 1

    def _ask_bots(self) -> None:
        """The bots of this beat, the quickest first. All of them begin to think."""
        host = self._host
        for seat in host.deciders:
            bot = host.setup.chairs[seat].bot
            if bot:
                dice = Dice("moment", host.bot_seed, host.turn, seat)
                view = host.view(seat)
                moment = pace.moment_s(host.rules, bot, view, dice)
                ticket = host.worker.ask(host.rules, view, bot, "bot", host.bot_seed, host.turn, seat)
                self._racers.append(_Racer(seat, moment_within_beat(moment, self.beat_s), ticket))
        self._racers.sort(key=lambda racer: racer.moment_s)

    @property
    def _thinking(self) -> list[_Racer]:
        return [racer for racer in self._racers if racer.move is None]

    def _take_answers(self) -> None:
        """Take the answers that have come."""
        for racer in self._thinking:
            answer = racer.ticket.answer()
            if answer is not None:
                self._take_answer(racer, answer)

    def _take_answer(self, racer: _Racer, answer: Answer) -> None:
        if answer.trouble:
            self._host.troubles.append(answer.trouble)
        racer.move = answer.thought.move

    def _wait_move(self, seat: Seat) -> Move | None:
        """The move of a seat that does not act; None while cards are chosen without a clock."""
        legal = self._host.view(seat).legal
        return next((move for move in legal if move.verb == self._spec.wait), None)

    def _fact(self, name: str, usual: int) -> int:
        value = self._host.view(self._host.seats).facts.get(name, usual)
        return value if isinstance(value, int) else usual


def moment_within_beat(moment: float, length: float) -> float:
    """A bot that means to act does so before its beat has run out; which of two is quicker stays as it was."""
    return length * (1 - math.exp(-moment / length))
