"""Measures how strong bots are. One bot plays against copies of another, each deal once from every seat."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import product, starmap
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from game.ai.bots import RANDOM, Bot
from game.ai.search import Worlds
from game.data import catalog
from game.engine.dice import Dice
from game.engine.errors import OptionError
from game.engine.match import Match, Player
from game.engine.rules import Rules
from game.engine.spec import LEVELS, ChoiceOption, Value
from game.engine.state import State
from game.engine.view import View
from game.lab.elo import bootstrap_interval, elo_difference, ratings
from game.lab.file_errors import file_errors
from game.lab.players import make_player, rule_names

MAX_STEPS = 5000
"""A match that takes more moves is stopped and counts as shared by all."""
ALL_RULES = "rules"
"""Stands for all players by a rule of thumb."""
ORACLE = "oracle"
"""The name of the player that sees all cards."""
MATCHES_PER_LOOK = 60
"""Matches between two checks whether a pairing is decided, rounded up to whole deals."""

Options = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """One challenger against champions in all other seats."""

    title: str
    seats: int
    options: Options
    challenger: str
    champion: str


@dataclass(slots=True)
class DuelResult:
    """The result of a duel. Every deal is played with the challenger in each seat."""

    duel: Duel
    shares: list[float] = field(default_factory=list)
    """The challenger's share of the wins in each deal."""
    seconds: list[float] = field(default_factory=list)
    """How long each thought of the challenger took."""

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def par(self) -> float:
        """The share of wins of an equally strong player."""
        return 1 / self.duel.seats

    def interval(self, outside: float = 0.05) -> tuple[float, float]:
        """The bounds of the share of wins. `outside` is the share of bootstrap samples outside of them."""
        return bootstrap_interval(self.shares, outside)

    @property
    def is_settled(self) -> bool:
        """Whether the challenger is clearly stronger. Stricter than 95 %, because it is asked several times."""
        return self.interval(0.01)[0] > self.par

    def thinking_s(self) -> tuple[float, float]:
        """Mean and 95th percentile of the time of a thought."""
        seconds = sorted(self.seconds)
        return sum(seconds) / len(seconds), seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]

    def data(self) -> dict[str, Any]:
        return {
            "duel": asdict(self.duel),
            "shares": self.shares,
            "share": self.share,
            "interval": self.interval(),
            "thought": self.thinking_s(),
        }


class Oracle(Bot):
    """The best level with the true State instead of guesses. It measures what perfect knowledge is worth."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules, LEVELS[-1])
        self.name = ORACLE

    def see(self, match: Match) -> None:
        """Let the mind use the true State of this match as its only guess."""

        def truth(dice: Dice) -> State:
            return match.state.clone()

        def worlds(view: View) -> Worlds:
            return truth

        vars(self.mind)["worlds"] = worlds


def make_bot(rules: Rules[Any], name: str) -> Bot:
    """The bot, oracle or player by a rule of thumb of this name. OptionError if there is none."""
    return Oracle(rules) if name == ORACLE else make_player(rules, name)


def check_levels(rules: Rules[Any], levels: Sequence[str], against: str | None) -> None:
    """OptionError if there is no such bot, or if these levels are no ladder."""
    for name in levels if against is None else [*levels, *opponents(rules.spec.title, against)]:
        make_bot(rules, name)
    twice = next((name for name in levels if levels.count(name) > 1), None)
    if twice is not None:
        raise OptionError("the bot “{name}” is named twice", name=twice)
    if against is None and len(levels) < 2:
        raise OptionError("a ladder needs at least two levels, not only “{name}”", name=levels[0])


def opponents(title: str, against: str) -> list[str]:
    """The players that `against` names, with commas between them. "rules" means all rules of thumb of the title."""
    return [name for word in against.split(",") for name in (rule_names(title) if word == ALL_RULES else [word])]


def option_variants(rules: Rules[Any], fixed: Collection[str]) -> list[Rules[Any]]:
    """The Rules with every combination of the values of their choices. Options in `fixed` keep their value."""
    free = {name: option for name, option in rules.spec.options.items() if name not in fixed}
    choices = {name: option.values for name, option in free.items() if isinstance(option, ChoiceOption)}
    return [
        catalog.rules(rules.spec.title, {**rules.options, **dict(zip(choices, values, strict=True))})
        for values in product(*choices.values())
    ]


def distinct_settings(variants: Sequence[Rules[Any]], seat_counts: Sequence[int]) -> list[tuple[Rules[Any], int]]:
    """Every variant with every number of seats. Those that differ only in options without effect appear once."""
    found: dict[tuple[int, Options], tuple[Rules[Any], int]] = {}
    for rules, seats in product(variants, seat_counts):
        options = tuple((name, value) for name, value in rules.options.items() if rules.option_matters(name, seats))
        found.setdefault((seats, options), (rules, seats))
    return list(found.values())


@lru_cache(maxsize=4)
def _rules_and_bots(title: str, options: Options, names: tuple[str, str]) -> tuple[Rules[Any], Bot, Bot]:
    rules = catalog.rules(title, dict(options))
    return rules, make_bot(rules, names[0]), make_bot(rules, names[1])


def play_deal(duel: Duel, deal: int) -> tuple[float, list[float]]:
    """Play one deal with the challenger in each seat. Its share of the wins, and the seconds of its thoughts."""
    rules, challenger, champion = _rules_and_bots(duel.title, duel.options, (duel.challenger, duel.champion))
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
            view = match.view(seat)
            began = time.thread_time()  # processor time: other programs do not count
            thought = bot.think(view, dice[seat])
            if seat == chair:
                seconds.append(time.thread_time() - began)
            match.play(seat, thought.move)
        winners = match.standings.winners or tuple(range(duel.seats))
        share += (chair in winners) / len(winners)
    return share / duel.seats, seconds


def run_duel(
    duel: Duel, matches: int, pool: Pool | None, whole: bool = False, skip: int = 0
) -> DuelResult:
    """Play at least `matches`, in whole deals. Unless `whole`, stop as soon as the challenger is clearly stronger.

    `skip`: the number of deals to leave out at the beginning, for others than those of an earlier ladder.
    """
    result = DuelResult(duel)
    deals, look = -(-matches // duel.seats), -(-MATCHES_PER_LOOK // duel.seats)
    while len(result.shares) < deals and (whole or not (result.shares and result.is_settled)):
        done = len(result.shares)
        batch = [(duel, deal) for deal in range(skip + done, skip + min(deals, done + look))]
        for share, seconds in pool.starmap(play_deal, batch, 1) if pool else starmap(play_deal, batch):
            result.shares.append(share)
            result.seconds += seconds
    return result


def run_ladder(
    variants: Sequence[Rules[Any]],
    seat_counts: Sequence[int],
    levels: Sequence[str],
    matches: int,
    file: Path | None = None,
    processes: int | None = None,
    steps: bool = False,
    against: str | None = None,
    skip: int = 0,
) -> None:
    """Play all pairings with all numbers of seats, and print the results and the Elo of the levels.

    With `steps` only each level against the one below; with `against` every level against these players, and all
    matches. `skip`: see `run_duel`. `file` gets the results as JSON. As many pairings as there are cores run at the
    same time, so that no core waits for the last deal of another.
    """
    if file is not None:
        with file_errors(file), file.open("a"):  # now, and not after the first hour of play
            pass
    cores = processes or os.cpu_count() or 1
    began = time.monotonic()
    pairs = list(pairings(levels, rule_names(variants[0].spec.title)))
    pairs = pairs[: len(levels) - 1] if steps else pairs
    if against:
        pairs = [(level, other) for other in opponents(variants[0].spec.title, against) for level in levels]
    duels = [
        Duel(rules.spec.title, seats, tuple(sorted(rules.options.items())), *pair)
        for rules, seats in distinct_settings(variants, seat_counts)
        for pair in pairs
    ]
    results: list[DuelResult] = []
    # A Pool, because a ProcessPoolExecutor hangs under Wine.
    processors = get_context("spawn").Pool(cores) if cores > 1 else nullcontext()
    with processors as pool, ThreadPoolExecutor(cores) as threads:
        for result in threads.map(lambda duel: run_duel(duel, matches, pool, against is not None, skip), duels):
            if len(results) % len(pairs) == 0:
                print(heading(result.duel))
            results.append(result)
            print(result_line(result), flush=True)
            if len(results) % len(pairs):
                continue
            if not against:
                print(*rating_lines(results[-len(pairs) :], levels), sep="\n", flush=True)
            if file is not None:
                with file_errors(file):
                    file.write_text(json.dumps([result.data() for result in results], indent=1), encoding="utf-8")
    played = sum(result.duel.seats * len(result.shares) for result in results)
    minutes = (time.monotonic() - began) / 60
    print(f"\n{played} matches in {minutes:.1f} minutes, {cores} at a time.")


def pairings(levels: Sequence[str], rules: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Each level against the one below; the top level against the two lowest; levels against rules; the oracle."""
    yield from zip(levels[1:], levels, strict=False)
    top = levels[-1]
    yield from ((top, low) for low in levels[:2][: len(levels) - 2])
    yield from ((level, rule) for rule in rules for level in levels)
    yield top, RANDOM
    yield ORACLE, levels[0]


def heading(duel: Duel) -> str:
    options = "".join(f", {name} {value}" for name, value in duel.options)
    return (
        f"\n{duel.title}, {duel.seats} seats{options}; par {100 / duel.seats:.0f} %\n\n"
        "| challenger | against | wins | 95 % | Elo | matches | thought: mean, 95 % |\n|---|---|---|---|---|---|---|"
    )


def result_line(result: DuelResult) -> str:
    duel, seats = result.duel, result.duel.seats
    low, high = result.interval()
    mean, p95 = result.thinking_s()
    elo = [f"{elo_difference(share, seats):+.0f}" for share in (result.share, low, high)]
    return (
        f"| {duel.challenger} | {duel.champion} | {100 * result.share:.1f} % | {100 * low:.1f} – {100 * high:.1f} "
        f"| {elo[0]} ({elo[1]} – {elo[2]}) | {seats * len(result.shares)} | {1000 * mean:.0f}, {1000 * p95:.0f} ms |"
    )


def rating_lines(outcomes: Sequence[DuelResult], levels: Sequence[str]) -> Iterator[str]:
    """The Elo of all levels, and how near the top level comes to the oracle."""
    games = [(o.duel.challenger, o.duel.champion, o.shares) for o in outcomes]
    inside = [game for game in games if game[0] in levels and game[1] in levels]
    rated = ratings(inside, outcomes[0].duel.seats)
    yield "\nElo, the mean of the levels being 0: " + ", ".join(
        f"{name} {rated[name][0]:+.0f} ({rated[name][1]:+.0f} – {rated[name][2]:+.0f})" for name in levels
    )
    if len(levels) > 2:
        apart = zip(levels, levels[2:], strict=False)
        close = [f"{low} and {high}" for low, high in apart if rated[low][2] >= rated[high][1]]
        yield f"Two steps apart, the intervals overlap of {', '.join(close) or 'none'}."
    leads = {o.duel.challenger: o.share - o.par for o in outcomes if o.duel.champion == levels[0]}
    if levels[-1] in leads and leads.get(ORACLE, 0.0) > 0:
        share = leads[levels[-1]] / leads[ORACLE]
        yield f"Of the all-seeing player's lead over {levels[0]}, {levels[-1]} reaches {100 * share:.0f} %."
