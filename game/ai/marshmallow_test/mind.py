"""The mind of Marshmallow Test: every move is tried in many guessed worlds, each played to the end of its round.

The value of a round's end is the chance to win the match. Weak levels forget played cards, do not see who has run out
of a suit, look only at the points of the round or at going out, expect all others to be patient players, use no
averages of earlier playouts, and have no prior from the neural network (`instinct` in the YAML).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.ai.marshmallow_test.endgame import EndgameCache, RoundValue, value_after_card, value_before_lead
from game.ai.marshmallow_test.look import find_look
from game.ai.marshmallow_test.move_averages import MoveAverages
from game.ai.marshmallow_test.network import network_values
from game.ai.marshmallow_test.playout import TWO_LEFT, Playouts, win_chances
from game.ai.marshmallow_test.reasons import find_reasons
from game.ai.marshmallow_test.trick_view import TrickView, sound_moves, style_bonus
from game.ai.marshmallow_test.worlds import WorldSampler, remembered_cards
from game.ai.search import Worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import Card, Seat, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest

PHASES: Final = 4
"""Phases of the search. After each one half of the moves is dropped."""
CLEAR_LEAD: Final = 2.0
"""The search ends when the square of the best move's lead, times the number of worlds, is above this."""
RANDOM_RIVAL_SHARE = {2: 1.0, 3: 0.3, 4: 0.3, 5: 0.6}
"""By seats: the share of random plays of rivals in playouts, for levels that solve endgames. Others are patient."""
PRIOR_FACTOR = {2: 1, 3: 1, 4: 1, 5: 3}
"""By seats: a factor for the weight of the network's prior. With many players a playout tells less."""
POINT_CHANCE = 0.0005
"""What an own point is worth besides the chance to win. It decides where all moves win or all lose."""
MAX_ENDGAME_CARDS_FOR_TWO = 4
"""With two seats every playout becomes an endgame. It is slow to solve with more cards in hand than this."""


class MarshmallowMind:
    """Plays Marshmallow Test at one level in one style."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, MarshmallowTest)
        self._rules = rules
        self._level = level
        self._style = style
        self._playouts = {seats: Playouts(rules, seats) for seats in rules.spec.seats}

    def worlds(self, view: View) -> Worlds:
        return WorldSampler(self._rules, view, self._level["memory"], self._level["infers"]).world

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0], ((view.legal[0], 0.0),))
        trick = TrickView(self._rules, view)
        moves, equal_moves = self._distinct_moves(view, sound_moves(trick, view.legal))
        if len(moves) == 1:
            means, spent = [1.0], 0
        else:
            means, spent = self._simulate_moves(view, trick, moves, dice, budget)
        means = [mean + style_bonus(trick, move, self._style) for mean, move in zip(means, moves, strict=True)]
        best = moves[means.index(max(means))]
        by_move = dict(zip(moves, means, strict=True))
        least = min(means) - 1.0
        values = tuple((move, by_move.get(equal_moves.get(move, move), least)) for move in view.legal)
        return Thought(best, values, spent, find_reasons(trick, best), find_look(trick, best))

    def _distinct_moves(self, view: View, moves: Sequence[Move]) -> tuple[list[Move], dict[Move, Move]]:
        """The moves that differ, and for every other move the equal one that stands for it.

        Two cards of a suit are equal if nobody can hold a card between them. The lowest stands for all.
        """
        if moves[0].card < 0:
            return list(moves), {}
        playouts = self._playouts[view.seats]
        played = remembered_cards(view, self._level["memory"]) & ~mask_of(view.zones["trick"])
        kept: list[Move] = []
        equal_moves: dict[Move, Move] = {}
        previous: Card = -2
        for move in sorted(moves, key=lambda move: move.card):
            if kept and playouts.adjacent(previous, move.card, played):
                equal_moves[move] = kept[-1]
            else:
                kept.append(move)
            previous = move.card
        return kept, equal_moves

    def _simulate_moves(
        self, view: View, trick: TrickView, moves: list[Move], dice: Dice, budget: Budget
    ) -> tuple[list[float], int]:
        """Sequential halving: after each phase half of the moves is dropped.

        Returns the mean value of each move, and the number of simulations.
        """
        worlds, playout = self.worlds(view), self._playout_function(view, dice)
        sums, tries = self._priors(view, trick, moves)
        alive = list(range(len(moves)))
        spent = 0
        for phase in range(PHASES):
            share = (budget.simulations - spent) // (PHASES - phase)
            for _ in range(max(1, share // len(alive))):
                world = worlds(dice)
                for index in alive:
                    sums[index] += playout(world, moves[index])
                    tries[index] += 1
                spent += len(alive)
                if budget.stop():
                    break
            alive.sort(key=lambda index: -sums[index] / tries[index])
            first, second = alive[:2]
            lead = sums[first] / tries[first] - sums[second] / tries[second]
            if lead * lead * tries[first] > CLEAR_LEAD or budget.stop():
                break
            alive = sorted(alive[: max(2, (len(alive) + 1) // 2)])
        means = [total / count for total, count in zip(sums, tries, strict=True)]
        floor = min(means[index] for index in alive)
        return [mean if index in alive else min(mean, floor) for index, mean in enumerate(means)], spent

    def _priors(self, view: View, trick: TrickView, moves: list[Move]) -> tuple[list[float], list[int]]:
        """The prior from the network: for each move the sum of values, and the number of tries that it counts as."""
        weight = self._level["instinct"] * PRIOR_FACTOR[view.seats]
        values = network_values(self._rules, trick, view, moves) if weight else []
        if not values:
            return [0.0] * len(moves), [0] * len(moves)
        return [weight * value for value in values], [weight] * len(moves)

    def _playout_function(self, view: View, dice: Dice) -> Callable[[State, Move], float]:
        """A function that returns the value of a move in a world. It plays the round out, and solves endgames."""
        rules, seat, rnd = self._rules, view.seat, dice.random
        playouts, round_value = self._playouts[view.seats], self._round_value(view)
        facts: Any = view.facts
        reach = self._level["reach"]
        solves = len(facts["order"]) == 2 and len(view.zones[f"hand {seat}"]) <= reach
        endgame_cards = reach if view.seats > 2 else min(reach, MAX_ENDGAME_CARDS_FOR_TWO)
        random_share = RANDOM_RIVAL_SHARE[view.seats] if reach else 0.0
        cache: EndgameCache = {}
        averages = MoveAverages(playouts.size, playouts.quota) if reach and view.seats > 2 else None

        def playout(world: State, move: Move) -> float:
            assert isinstance(world, MarshmallowState)
            if solves:
                state = world.clone()
                rules.play(state, seat, move, None)
                return value_after_card(playouts, state, seat, round_value, cache)
            end = playouts.play_out(world, rnd, seat, endgame_cards, random_share, averages, move)
            if end.winner == TWO_LEFT:
                value = value_before_lead(playouts, end, seat, round_value, cache)
            else:
                value = round_value(end.points, end.winner)
            if averages:
                averages.update(value)
            return value

        return playout

    def _round_value(self, view: View) -> RoundValue:
        """The function that gives the value of a round's end for the bot, about 0 to 1, by the level's aim."""
        seat, target = view.seat, self._rules.target
        facts: Any = view.facts
        before: int = facts["points"][seat]
        aim = self._level["aim"]

        def by_match(points: list[int], winner: Seat) -> float:
            chance = float(winner == seat) if winner >= 0 else win_chances(tuple(points), target)[seat]
            return chance + POINT_CHANCE * (points[seat] - before)

        def by_points(points: list[int], winner: Seat) -> float:
            return (points[seat] - before) / 10

        def by_going_out(points: list[int], winner: Seat) -> float:
            return float(points[seat] > before)

        return (by_going_out, by_points, by_match)[aim]
