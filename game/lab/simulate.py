"""Plays many matches between bots without a screen, writes their records, and replays records."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from game import __version__
from game.data import catalog
from game.engine import record
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError
from game.engine.match import Match, Player
from game.engine.os_errors import os_error_text
from game.engine.record import Record
from game.engine.spec import Value
from game.lab.file_errors import file_errors
from game.lab.players import make_player

MAX_STEPS = 20_000
"""A match that takes more moves is stopped and recorded as open."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate."""

    title: str
    seats: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: Mapping[str, Value]
    first: Seat | None = None


def play_match(plan: Plan, game: int) -> Match:
    """Play match number `game` of the plan. It is the same every time, on every machine."""
    rules = catalog.rules(plan.title, plan.options)
    players = [Player(f"Player {seat + 1}", bot) for seat, bot in enumerate(plan.bots)]
    words = (plan.title, plan.seed, game)
    match = Match.start(rules, players, Dice("match", *words), plan.first)
    bots = [make_player(rules, name) for name in plan.bots]
    dice = [Dice("bot", *words, seat) for seat in range(plan.seats)]
    for _ in range(MAX_STEPS):
        if match.over:
            break
        seat = match.deciders[0]
        match.play(seat, bots[seat].think(match.view(seat), dice[seat]).move)
    return match


def check_plan(plan: Plan) -> Plan:
    """The plan itself. OptionError if something is wrong with it."""
    rules = catalog.rules(plan.title, plan.options)
    for name in plan.bots:
        make_player(rules, name)
    if len(plan.bots) != plan.seats:
        raise OptionError("{bots} bots are named for {seats} seats", bots=len(plan.bots), seats=plan.seats)
    Match(rules, [Player(bot) for bot in plan.bots], Dice(0), plan.first)
    return plan


def simulate(plan: Plan, folder: Path | None, trace: bool) -> None:
    """Play all matches and print a summary. The speed goes to standard error, because it differs each time."""
    if folder is not None:
        with file_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
    tally = Tally(plan.seats)
    began = time.perf_counter()
    for game in range(plan.games):
        match = play_match(plan, game)
        tally.add(match)
        if folder is not None:
            name = f"{plan.title}-{plan.seats}-{plan.seed}-{game:05}.json"
            text = record.make_record(match, __version__, trace).text()
            with file_errors(folder):
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
    spent = time.perf_counter() - began
    print(tally.summary(plan))
    if spent and tally.moves:
        print(f"{1e6 * spent / tally.moves:.0f} µs a move, {tally.moves / spent:,.0f} moves a second", file=sys.stderr)


class Tally:
    """Counts wins and points by seat, with 95 % intervals."""

    def __init__(self, seats: int) -> None:
        self.wins = [0.0] * seats
        self.points: list[list[int]] = [[] for _ in range(seats)]
        self.lengths: list[int] = []
        self.moves = 0
        self.open = 0

    def add(self, match: Match) -> None:
        moves = sum(entry.move is not None for entry in match.log)
        self.moves += moves
        if not match.over:
            self.open += 1
            return
        self.lengths.append(moves)
        standings = match.standings
        for seat in standings.winners:
            self.wins[seat] += 1 / len(standings.winners)
        for seat, score in enumerate(standings.scores or ()):
            self.points[seat].append(score)

    def summary(self, plan: Plan) -> str:
        over = len(self.lengths)
        lines = [f"{plan.title}: {plan.games} matches, {over} over, {self.open} open"]
        lines.append(f"{'seat':4}  {'bot':12}  {'wins':>22}  {'points':>16}")
        for seat, bot in enumerate(plan.bots):
            share, margin = _share(self.wins[seat], over)
            wins = f"{self.wins[seat]:8.1f} {share:5.1f} % ± {margin:4.1f}"
            lines.append(f"{seat:4}  {bot:12}  {wins:>22}  {_mean(self.points[seat]):>16}".rstrip())
        lines.append(f"moves a match: {_mean(self.lengths) or '–'}")
        return "\n".join(lines)


def _share(wins: float, games: int) -> tuple[float, float]:
    if not games:
        return 0.0, 0.0
    share = wins / games
    return 100 * share, 196 * sqrt(share * (1 - share) / games)


def _mean(values: Sequence[int]) -> str:
    if not values:
        return ""
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return f"{mean:.2f} ± {1.96 * spread / sqrt(len(values)):.2f}"


def load_record(file: Path) -> Record:
    """The record in a file. SaveError if it is none, or no ordinary file: nobody waits for a pipe."""
    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            raise SaveError("{file} is not an ordinary file", file=file.name)
        with file.open("rb") as stream:
            return record.parse(stream.read(record.MAX_BYTES + 1))
    except OSError as error:
        raise SaveError("{where}: {problem}", where=file, problem=os_error_text(error)) from None


def replay_file(file: Path, check: bool, trace: bool) -> None:
    """Replay the record in a file and print its result. SaveError if it is wrong."""
    saved_record = load_record(file)
    match = record.replay(saved_record, catalog.rules_of_record, Dice(0))
    if trace:
        print("\n".join(_trace_lines(match)))
    result = saved_record.data["result"]
    state = "open" if result is None else f"won by seat {', '.join(map(str, result['winners']))}"
    moves = sum(entry.move is not None for entry in match.log)
    print(f"{saved_record.title}: {match.seats} seats, {moves} moves, {state}")
    if check:
        print("the record holds: every move legal, result and digest as written")


def _trace_lines(match: Match) -> list[str]:
    """A line for each log entry: the digest before it, the seat, the move and all legal moves."""
    again = Match(match.rules, match.players, Dice(0))
    lines = []
    for entry in match.log:
        again.run_steps()
        if entry.move is not None:
            legal = ", ".join(move.text for move in again.legal(entry.seat))
            lines.append(f"{again.digest()}  seat {entry.seat}: {entry.move}  [{legal}]")
        else:
            lines.append(f"{again.digest()}  deal")
        again.replay_entry(entry)
    again.run_steps()
    return [*lines, f"{again.digest()}  end"]
