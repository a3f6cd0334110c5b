"""How strong are they? One bot against copies of another: same deals, every seat in turn."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from game import catalog
from game.ai.bots import Bot
from game.ai.search import Worlds
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.rules import Rules
from game.engine.spec import LEVELS, Value
from game.engine.state import State
from game.engine.view import View

MAX_STEPS = 5000
ORACLE = "oracle"
"""The name of the player that sees everything."""
RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Duel:
    """One challenger against champions in all other seats."""

    title: str
    seats: int
    options: Mapping[str, Value]
    challenger: str
    champion: str


@dataclass(slots=True)
class Outcome:
    """What the deals of a duel gave, every deal played with the challenger in each seat."""

    duel: Duel
    shares: list[float] = field(default_factory=list)
    """The challenger's share of the wins, deal by deal."""
    seconds: list[float] = field(default_factory=list)
    """The challenger's thoughts."""

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def par(self) -> float:
        return 1 / self.duel.seats

    def interval(self) -> tuple[float, float]:
        """95 % by bootstrap over deals."""
        dice = Dice("bootstrap", len(self.shares))
        size = len(self.shares)
        means = sorted(sum(dice.pick(self.shares) for _ in range(size)) / size for _ in range(RESAMPLES))
        return means[RESAMPLES // 40], means[-RESAMPLES // 40]

    def elo(self, share: float) -> float:
        """The difference in Elo that makes a share of the wins against so many equals."""
        share = min(max(share, 0.001), 0.999)
        return 400 * math.log10(share / (1 - share) * (self.duel.seats - 1))


class Oracle(Bot):
    """The best level, with the truth for a guess: what perfect knowledge would be worth. Only ever sits here."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules, LEVELS[-1])
        self.name = ORACLE

    def see(self, match: Match) -> None:
        def truth(dice: Dice) -> State:
            return match.state.clone()

        def worlds(view: View) -> Worlds:
            return truth

        vars(self.mind)["worlds"] = worlds


def bot_named(rules: Rules[Any], name: str) -> Bot:
    return Oracle(rules) if name == ORACLE else Bot(rules, name)


def play_deal(duel: Duel, deal: int) -> tuple[float, list[float]]:
    """One deal with the challenger in every seat: its share of the wins, and how long its thoughts took."""
    rules = catalog.rules(duel.title, duel.options)
    challenger, champion = bot_named(rules, duel.challenger), bot_named(rules, duel.champion)
    share = 0.0
    seconds: list[float] = []
    for chair in range(duel.seats):
        bots = [challenger if seat == chair else champion for seat in range(duel.seats)]
        match = Match.start(rules, [Player(bot.name) for bot in bots], Dice("ladder", duel.title, deal))
        dice = [Dice("ladder", deal, chair, seat) for seat in range(duel.seats)]
        for _ in range(MAX_STEPS):
            if match.over:
                break
            seat = match.deciders[0]
            bot = bots[seat]
            if isinstance(bot, Oracle):
                bot.see(match)
            began = time.perf_counter()
            thought = bot.think(match.view(seat), dice[seat])
            if seat == chair:
                seconds.append(time.perf_counter() - began)
            match.play(seat, thought.move)
        winners = match.standings.winners or tuple(range(duel.seats))
        share += (chair in winners) / len(winners)
    return share / duel.seats, seconds


def run(duel: Duel, matches: int, pool: ProcessPoolExecutor) -> Outcome:
    """At least so many matches, shared out over the cores."""
    outcome = Outcome(duel)
    deals = -(-matches // duel.seats)
    for share, seconds in pool.map(play_deal, [duel] * deals, range(deals), chunksize=max(1, deals // 40)):
        outcome.shares.append(share)
        outcome.seconds += seconds
    return outcome


def ladder(
    title: str, seats: int, options: Mapping[str, Value], levels: Sequence[str], matches: int, file: Path | None
) -> None:
    """Every level against the one below it, and the top against the bottom; a table, and JSON if asked for."""
    outcomes = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for challenger, champion in pairings(levels):
            outcome = run(Duel(title, seats, options, challenger, champion), matches, pool)
            outcomes.append(outcome)
            print(line(outcome), flush=True)
    if file is not None:
        data = [asdict(outcome) | {"share": outcome.share, "interval": outcome.interval()} for outcome in outcomes]
        file.write_text(json.dumps(data, indent=1), encoding="utf-8")


def pairings(levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from zip(levels[1:], levels, strict=False)
    if len(levels) > 2:
        yield levels[-1], levels[0]


def line(outcome: Outcome) -> str:
    duel = outcome.duel
    low, high = outcome.interval()
    seconds = sorted(outcome.seconds)
    mean = sum(seconds) / len(seconds)
    late = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    print(
        f"  {duel.challenger}: {1000 * mean:.0f} ms a thought, 95 % within {1000 * late:.0f} ms", file=sys.stderr
    )
    return (
        f"{duel.title} {duel.seats} seats  {duel.challenger:>10} against {duel.champion:10}"
        f" {100 * outcome.share:5.1f} % [{100 * low:.1f}, {100 * high:.1f}], par {100 * outcome.par:.0f} %,"
        f" Elo {outcome.elo(outcome.share):+.0f} [{outcome.elo(low):+.0f}, {outcome.elo(high):+.0f}]"
    )
