"""What can be seen of a bot's character: one statistic for each, against the level without a character.

    python -m tests.tools.habits happy_mochi --level casual --matches 40

A character's sentence on the set-up screen names its statistic. The tool plays matches of the character against the
plain level, the same deals from every seat, and prints the share of decisions that the sentence speaks of, for both,
how many standard errors they differ by, and the character's share of the wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from game.ai.bots import Bot
from game.ai.marshmallow_test.trick_view import TrickView
from game.data import catalog
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View

Statistic = Callable[[Any, View, Move], float | None]
"""What a decision adds to the mean; None if the statistic does not speak of such decisions."""


# Marshmallow Test


def takes_trick(rules: Any, view: View, move: Move) -> float | None:
    """Of the cards that take the trick or not: whether it is taken."""
    trick = TrickView(rules, view)
    if trick.naming or not trick.cards:
        return None
    could = {trick.takes(other.card) for other in view.legal}
    return float(trick.takes(move.card)) if len(could) == 2 else None


def blocks(rules: Any, view: View, move: Move) -> float | None:
    """Where the player who holds the trick would go out with it: whether it is taken."""
    trick = TrickView(rules, view)
    if trick.naming or not trick.cards or trick.missing(trick.holder) != 1:
        return None
    return takes_trick(rules, view, move)


def trumps(rules: Any, view: View, move: Move) -> float | None:
    """Where the lead suit cannot be followed and a trump is in hand: whether a trump is played."""
    trick = TrickView(rules, view)
    suits = {trick.suit(other.card) for other in view.legal} if trick.cards else set()
    if trick.lead in suits or trick.trump not in suits or len(suits) == 1:
        return None
    return float(trick.suit(move.card) == trick.trump)


# Face to Face


def helps(rules: Any, view: View, move: Move) -> float | None:
    """At the end of a turn: whether a card went to the other player."""
    return float(view.facts["helped"]) if move.verb == "end" else None


def climbs(rules: Any, view: View, move: Move) -> float | None:
    """Of the cards on own piles: the share on the rising pile."""
    return float(move.verb == "up") if move.verb in ("up", "down") else None


def goes_on(rules: Any, view: View, move: Move) -> float | None:
    """Where the turn could be ended: whether another card is played."""
    could = any(other.verb == "end" for other in view.legal) and len(view.legal) > 1
    return float(move.verb != "end") if could else None


# Jelly Mind


def _others_played(view: View) -> bool:
    return any(place > 0 for seat, place in enumerate(view.facts["place"]) if seat != view.seat)


def plays_first(rules: Any, view: View, move: Move) -> float | None:
    """In the first beat: whether the card is played."""
    return float(move.verb == "play") if view.facts["beat"] == 1 and not view.facts["choosing"] else None


def opens_low(rules: Any, view: View, move: Move) -> float | None:
    """With a 1, 2 or 3 and before anybody has played: whether it is played."""
    if view.facts["choosing"] or _others_played(view):
        return None
    rank = rules.spec.faces[view.zones[f"drawn {view.seat}"][0]].rank
    return float(move.verb == "play") if rank <= 3 else None


def answers(rules: Any, view: View, move: Move) -> float | None:
    """After another player's card: whether one is played."""
    return float(move.verb == "play") if _others_played(view) and len(view.legal) > 1 else None


# Happy Mochi


def _pairs(rules: Any, view: View) -> list[tuple[Move, tuple[int, ...]]]:
    hand = view.zones[f"hand {view.seat}"]
    return [(move, hand[move.index : move.index + 2]) for move in view.legal if move.verb == "pair"]


def plays_doubles(rules: Any, view: View, move: Move) -> float | None:
    """Of pairs with and without equal digits: whether one with equal digits is played."""
    doubles = {pair: rules.pair_rule.is_double(*cards) for pair, cards in _pairs(rules, view)}
    if move not in doubles or len({*doubles.values()}) < 2:
        return None
    return float(doubles[move])


def plays_effects(rules: Any, view: View, move: Move) -> float | None:
    """Of pairs with and without effects: whether one with an effect is played."""
    effects = {pair: any(rules.effect_of[card] for card in cards) for pair, cards in _pairs(rules, view)}
    if move not in effects or len({*effects.values()}) < 2:
        return None
    return float(effects[move])


def passes_round(rules: Any, view: View, move: Move) -> float | None:
    """Where cards may be passed round: whether they are."""
    return float(move.verb == "use") if view.facts["ask"] == "pass" else None


def draws_unknown(rules: Any, view: View, move: Move) -> float | None:
    """Of the cards drawn: the share from the draw pile."""
    return float(move.zone == "deck") if move.verb == "draw" else None


STATISTICS: dict[str, dict[str, tuple[Statistic, int]]] = {
    "marshmallow_test": {
        "grabber": (takes_trick, 1),
        "waiter": (takes_trick, -1),
        "blocker": (blocks, 1),
        "trumper": (trumps, 1),
    },
    "face_to_face": {
        "helper": (helps, 1),
        "climber": (climbs, 1),
        "racer": (goes_on, 1),
        "blocker": (helps, -1),
    },
    "jelly_mind": {
        "hasty": (plays_first, 1),
        "stone": (plays_first, -1),
        "bluffer": (opens_low, 1),
        "dodger": (answers, -1),
    },
    "happy_mochi": {
        "gourmand": (plays_doubles, 1),
        "conjurer": (plays_effects, 1),
        "meddler": (passes_round, 1),
        "gambler": (draws_unknown, 1),
    },
}
"""For each character: its statistic, and whether it is more or less than the plain level's."""


@dataclass(slots=True)
class Habit:
    """One character against the plain level."""

    own: list[float] = field(default_factory=list)
    """The statistic at every decision of the character."""
    plain: list[float] = field(default_factory=list)
    """The same of the plain level."""
    shares: list[float] = field(default_factory=list)
    """The character's share of the wins, match by match."""

    def standard_errors(self) -> float:
        """By how many standard errors the character's mean is above the plain one."""
        (one, spread), (other, other_spread) = _mean_and_variance(self.own), _mean_and_variance(self.plain)
        return (one - other) / sqrt(max(spread + other_spread, 1e-9))


def _mean_and_variance(values: list[float]) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    mean = sum(values) / max(1, len(values))
    return mean, sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / max(1, len(values))


def measure(rules: Rules[Any], level: str, character: str, matches: int, seats: int = 2) -> Habit:
    """Play matches of the character in one seat against the plain level in all others."""
    statistic = STATISTICS[rules.spec.title][character][0]
    habit = Habit()
    own, plain = Bot(rules, f"{level}:{character}"), Bot(rules, level)
    for number in range(matches):
        chair = number % seats
        bots = [own if seat == chair else plain for seat in range(seats)]
        match = Match.start(rules, [Player(bot.name) for bot in bots], Dice("habits", number // seats))
        dice = [Dice("habits", number, seat) for seat in range(seats)]
        while not match.over:
            seat = match.deciders[0]
            view = match.view(seat)
            move = bots[seat].think(view, dice[seat]).move
            value = statistic(rules, view, move)
            if value is not None:
                (habit.own if seat == chair else habit.plain).append(value)
            match.play(seat, move)
        winners = match.standings.winners
        habit.shares.append((chair in winners) / len(winners))
    return habit


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("title", choices=sorted(STATISTICS))
    parser.add_argument("--level", default="casual")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--characters", default="", metavar="A,B,…", help="all without")
    arguments = parser.parse_args()
    rules = catalog.rules(arguments.title)
    print(f"{arguments.title}, {arguments.level}, {arguments.seats} seats, {arguments.matches} matches each\n")
    print("| character | its habit | plain level | standard errors | decisions | wins |\n|---|---|---|---|---|---|")
    for character in arguments.characters.split(",") if arguments.characters else rules.spec.characters:
        habit = measure(rules, arguments.level, character, arguments.matches, arguments.seats)
        (own, _), (plain, _) = _mean_and_variance(habit.own), _mean_and_variance(habit.plain)
        wins = 100 * sum(habit.shares) / len(habit.shares)
        print(
            f"| {character} | {100 * own:.0f} % | {100 * plain:.0f} % | {habit.standard_errors():+.1f} "
            f"| {len(habit.own)} | {wins:.0f} % |",
            flush=True,
        )


if __name__ == "__main__":
    main()
