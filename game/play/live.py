"""The clock for titles in which everybody acts at once. It sorts key presses into beats.

The match knows only beats, so a race leaves the same record as playing beat by beat. This module reads no clock:
the screen calls `update` with the time gone by. To pause, it does not call it.
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
"""Time that each number of the countdown is shown."""
LOOK_S = 1.6
"""Time before the countdown starts by itself. It runs only while `update` is called, so people who have to look at
their cards one after the other can take as long as they want."""


def can_race(rules: Rules[Any]) -> bool:
    """Whether the title can be played against the clock."""
    return rules.spec.race is not None


@dataclass(slots=True)
class _Racer:
    """A bot in one beat: when it acts (seconds after the beat began), and its move once it has thought."""

    seat: Seat
    moment_s: float
    ticket: Ticket
    move: Move | None = None


class LiveRace:
    """A match against the clock. The screen calls this `update` instead of the host's.

    Phases: "choose" (an ordinary sealed choice), "look" (for LOOK_S, or until `start_countdown`), "countdown",
    "race", "over".
    """

    def __init__(self, host: Host) -> None:
        race, numbers = host.rules.spec.race, host.rules.spec.numbers
        assert race is not None, "a title without a clock"
        self._host = host
        self._spec = race
        self._together_s = numbers[race.together_ms] / 1000
        self._idle_beats = int(host.rules.options[race.patience])
        self.beat_s = numbers[race.standoff_s] / self._idle_beats
        """Length of a beat in which nobody acts. The standoff comes after `_idle_beats` of them."""
        self._phase = ""
        self._look_count = 0
        self._known_turn: tuple[int, int] | None = None
        self._left_s = 0.0
        self._beat_clock_s = 0.0
        self._closes_at_s: float | None = None
        """When the beat ends; None while nobody has acted in it. Seconds after the beat began."""
        self._moves: dict[Seat, Move] = {}
        self._racers: list[_Racer] = []

    # What a screen may ask

    @property
    def phase(self) -> str:
        self._follow_match()
        return self._phase

    @property
    def verbs(self) -> tuple[str, ...]:
        """Verbs of the moves that people can make in a race."""
        return self._spec.acts

    @property
    def look_count(self) -> int:
        """Number of turns in which people had to look at their cards."""
        self._follow_match()
        return self._look_count

    @property
    def countdown(self) -> int:
        """The number of the countdown that is shown now; 0 when there is no countdown."""
        return max(1, math.ceil(self._left_s / COUNTDOWN_STEP_S)) if self.phase == "countdown" else 0

    @property
    def standoff_limit_s(self) -> float:
        """Time without an act after which the undecided seats stand off."""
        return self._idle_beats * self.beat_s

    @property
    def standoff_left_s(self) -> float:
        """Time left until the undecided seats stand off, if nobody acts."""
        return max(0.0, (self._idle_beats - int(self._fact(self._spec.idle, 0))) * self.beat_s - self._beat_clock_s)

    # What people do

    def start_countdown(self) -> None:
        """Begin the countdown now instead of after LOOK_S."""
        if self.phase == "look":
            self._phase, self._left_s = "countdown", COUNTDOWN_FROM * COUNTDOWN_STEP_S

    def press(self, seat: Seat, move: Move) -> bool:
        """A person acts. False if that has no effect: no race runs, or the seat has already acted or decided."""
        if self.phase != "race" or seat not in self._host.people or seat in self._moves:
            return False
        if move.verb not in self.verbs or move not in self._host.view(seat).legal:
            return False
        self._act(seat, move)
        return True

    def pause(self) -> None:
        """Stop a race. It goes on after another countdown, so that nobody gains time by pausing."""
        if self.phase == "race":
            self._phase, self._left_s = "countdown", COUNTDOWN_FROM * COUNTDOWN_STEP_S

    # Time

    def update(self, dt: float) -> bool:
        """Let time pass; `dt` is in seconds. True if moves were made."""
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
        """Let bots act and beats end in the order of their times, however long the frame was."""
        moved = False
        self._take_answers()
        while self._phase == "race":
            wait_s, racer = self._next_action()
            if wait_s > dt:
                self._beat_clock_s += dt
                break
            self._beat_clock_s += wait_s
            dt -= wait_s
            if racer is None:
                self._end_beat()
                moved = True
            else:
                assert racer.move is not None
                self._act(racer.seat, racer.move)
        return moved

    def _next_action(self) -> tuple[float, _Racer | None]:
        """The time until the next bot acts, and that bot; or until the beat ends, and None."""
        end_s = self.beat_s if self._closes_at_s is None else self._closes_at_s
        if len(self._moves) == len(self._host.deciders):
            end_s = self._beat_clock_s
        elif self._closes_at_s is None and self._thinking:
            end_s = math.inf  # a slow machine must not cost a bot its beat
        acting = [racer for racer in self._racers if self._acts(racer) and racer.seat not in self._moves]
        first = min(acting, key=lambda racer: racer.moment_s, default=None)
        if first is not None and first.moment_s <= max(end_s, self._beat_clock_s):
            return max(0.0, first.moment_s - self._beat_clock_s), first
        return max(0.0, end_s - self._beat_clock_s), None

    def _acts(self, racer: _Racer) -> bool:
        return racer.move is not None and racer.move.verb != self._spec.wait

    def _act(self, seat: Seat, move: Move) -> None:
        self._moves[seat] = move
        if self._closes_at_s is None:
            self._closes_at_s = self._beat_clock_s + self._together_s

    def _end_beat(self) -> None:
        """Play the moves of the beat. A seat that has not acted makes the waiting move."""
        moves = {seat: self._moves.get(seat) or self._wait_move(seat) for seat in self._host.deciders}
        for seat, move in moves.items():
            assert move is not None
            self._host.play(seat, move)
        self._follow_match()
        self._take_answers()

    # The match goes on

    def _follow_match(self) -> None:
        """Begin the next beat, turn or choice, if the match has changed (also by an undo)."""
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
        """Ask all bots of this beat for their moves. The quickest bot comes first."""
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
        """Take the answers of bots that have come."""
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
    """A moment before the end of the beat. Of two bots the quicker one stays the quicker one."""
    return length * (1 - math.exp(-moment / length))
