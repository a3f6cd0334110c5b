"""How to play Marshmallow Test: every move tried in many worlds, each played to the end of its round.

What a round is worth is not its points but what they do to the chances of winning the match. Weaker players
forget what was played, do not see who has run out of a suit, look at the points of the round or at nothing but
getting out, take the others for players who are always patient, do not learn from one try for the next, and have no
instinct that tells them about a move before it is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.ai.marshmallow_test.duel import Known, Worth, led, played
from game.ai.marshmallow_test.instinct import worths
from game.ai.marshmallow_test.lore import Lore
from game.ai.marshmallow_test.reasons import find_reasons
from game.ai.marshmallow_test.round import TWO_LEFT, Rounds, chances
from game.ai.marshmallow_test.table import Trick, bonus, sane
from game.ai.marshmallow_test.worlds import Dealer, gone
from game.ai.search import Worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import Card, Seat, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest

OUT, POINTS, MATCH = range(3)
"""What a level aims at: getting out, the points of the round, or the match."""
PHASES: Final = 4
CLEAR: Final = 2.0
"""A lead is clear when its square times the worlds that were tried is more than this."""
STRAYS = {2: 1.0, 3: 0.3, 4: 0.3, 5: 0.6}
"""By seats, how often who looks into duels takes a rival to play by chance, as oneself, instead of patiently."""
FIRMNESS = {2: 1, 3: 1, 4: 1, 5: 3}
"""By seats, as how many times more simulations an instinct counts: in a crowd playouts tell less."""
LONG_DUEL = 4
"""With two seats every playout becomes a duel, which gets slow to solve with more cards than this."""


class MarshmallowMind:
    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, MarshmallowTest)
        self._rules = rules
        self._level = level
        self._style = style
        self._rounds = {seats: Rounds(rules, seats) for seats in rules.spec.seats}

    def worlds(self, view: View) -> Worlds:
        return Dealer(self._rules, view, self._level["memory"], self._level["infers"]).world

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0], ((view.legal[0], 0.0),))
        trick = Trick(self._rules, view)
        moves, twins = self._apart(view, sane(trick, view.legal))
        if len(moves) == 1:
            means, spent = [1.0], 0
        else:
            means, spent = self._tried(view, trick, moves, dice, budget)
        means = [mean + bonus(trick, move, self._style) for mean, move in zip(means, moves, strict=True)]
        best = moves[means.index(max(means))]
        worth = dict(zip(moves, means, strict=True))
        least = min(means) - 1.0
        values = tuple((move, worth.get(twins.get(move, move), least)) for move in view.legal)
        return Thought(best, values, spent, find_reasons(trick, best))

    def _apart(self, view: View, moves: Sequence[Move]) -> tuple[list[Move], dict[Move, Move]]:
        """Moves that differ: of cards between which nobody can hold one, the lowest stands for all."""
        if moves[0].card < 0:
            return list(moves), {}
        rounds = self._rounds[view.seats]
        dead = gone(view, self._level["memory"]) & ~mask_of(view.zones["trick"])
        kept: list[Move] = []
        twins: dict[Move, Move] = {}
        previous: Card = -2
        for move in sorted(moves, key=lambda move: move.card):
            if kept and rounds.adjacent(previous, move.card, dead):
                twins[move] = kept[-1]
            else:
                kept.append(move)
            previous = move.card
        return kept, twins

    def _tried(
        self, view: View, trick: Trick, moves: list[Move], dice: Dice, budget: Budget
    ) -> tuple[list[float], int]:
        """The mean worth of each move. Half of the moves drop out after each phase; those left are tried more."""
        worlds, outcome = self.worlds(view), self._outcome(view, dice)
        sums, tries = self._hunches(view, trick, moves)
        alive = list(range(len(moves)))
        spent = 0
        for phase in range(PHASES):
            share = (budget.simulations - spent) // (PHASES - phase)
            for _ in range(max(1, share // len(alive))):
                world = worlds(dice)
                for index in alive:
                    sums[index] += outcome(world, moves[index])
                    tries[index] += 1
                spent += len(alive)
                if budget.stop():
                    break
            alive.sort(key=lambda index: -sums[index] / tries[index])
            first, second = alive[:2]
            lead = sums[first] / tries[first] - sums[second] / tries[second]
            if lead * lead * tries[first] > CLEAR or budget.stop():
                break
            alive = sorted(alive[: max(2, (len(alive) + 1) // 2)])
        means = [total / count for total, count in zip(sums, tries, strict=True)]
        floor = min(means[index] for index in alive)
        return [mean if index in alive else min(mean, floor) for index, mean in enumerate(means)], spent

    def _hunches(self, view: View, trick: Trick, moves: list[Move]) -> tuple[list[float], list[int]]:
        """What is thought of each move before it is tried: worths added up, and as how many tries that counts."""
        trust = self._level["instinct"] * FIRMNESS[view.seats]
        first = worths(self._rules, trick, view, moves) if trust else []
        if not first:
            return [0.0] * len(moves), [0] * len(moves)
        return [trust * worth for worth in first], [trust] * len(moves)

    def _outcome(self, view: View, dice: Dice) -> Callable[[State, Move], float]:
        """What a move comes to in a world: the round played out, and solved once few cards of two players are left."""
        rules, seat, rnd = self._rules, view.seat, dice.random
        rounds, worth = self._rounds[view.seats], self._worth(view)
        facts: Any = view.facts
        reach = self._level["reach"]
        solves = len(facts["order"]) == 2 and len(view.zones[f"hand {seat}"]) <= reach
        tail = reach if view.seats > 2 else min(reach, LONG_DUEL)
        strays = STRAYS[view.seats] if reach else 0.0
        known: Known = {}
        lore = Lore(rounds.size, rounds.quota) if reach and view.seats > 2 else None

        def outcome(world: State, move: Move) -> float:
            assert isinstance(world, MarshmallowState)
            if solves:
                state = world.clone()
                rules.play(state, seat, move, None)
                return played(rounds, state, seat, worth, known)
            end = rounds.finish(world, rnd, seat, tail, strays, lore, move)
            value = led(rounds, end, seat, worth, known) if end.winner == TWO_LEFT else worth(end.points, end.winner)
            if lore:
                lore.learn(value)
            return value

        return outcome

    def _worth(self, view: View) -> Worth:
        """What the end of a round is worth to a seat, as the level sees it: about 0 to 1."""
        seat, target = view.seat, self._rules.target
        facts: Any = view.facts
        before: int = facts["points"][seat]
        aim = self._level["aim"]

        def by_match(points: list[int], winner: Seat) -> float:
            return float(winner == seat) if winner >= 0 else chances(tuple(points), target)[seat]

        def by_points(points: list[int], winner: Seat) -> float:
            return (points[seat] - before) / 10

        def by_going_out(points: list[int], winner: Seat) -> float:
            return float(points[seat] > before)

        return (by_going_out, by_points, by_match)[aim]
