"""The mind of Happy Mochi: a heuristic gives every move a cost; then the best moves are simulated in guessed worlds.

Levels without simulations use the heuristic alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import exp, sqrt
from typing import Any, cast

from game.ai.happy_mochi.fast_playout import play_rivals
from game.ai.happy_mochi.hand_plan import HandPlanner
from game.ai.happy_mochi.heuristic import GO_OUT_TURNS, Costs, Heuristic
from game.ai.happy_mochi.look import find_look
from game.ai.happy_mochi.reasons import find_reasons
from game.ai.happy_mochi.weak_heuristics import BeginnerHeuristic, CasualHeuristic
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.happy_mochi import HappyMochi, MochiState

MAX_TRIED_MOVES = 6
"""At most this many moves are simulated, those with the lowest cost."""
MAX_PLAYOUT_MOVES = 60
"""A playout stops after this many own moves, and the hands are counted as they are."""
HEURISTIC_QUESTIONS = frozenset({"keep", "place", "first"})
"""Questions that the heuristic answers alone: simulations of them gained nothing that could be measured."""
MAX_COST_GAP_TURNS = 4.0
"""Moves that cost this much more than the best move are not simulated."""
CLEAR_LEAD = 0.5
"""The search ends when the square of the best move's lead, times the number of worlds, is above this."""
ROUND_SWING_POINTS = {2: 10.0, 3: 6.0, 4: 5.0, 5: 4.2, 6: 3.6}
"""By seats: the scale of a lead in `win_chance`, in points. Fitted to results of matches; five seats interpolated."""
WIN_CHANCE_PER_TURN = 0.03
"""The chance to win that one turn of cost is worth."""
PRIOR_WORLDS = 15.0
"""The prior, which is the heuristic's value, counts as this many simulated worlds."""
DRAW_NOISE_TURNS = 1.0
"""Random noise up to this is added to the cost of draws where nothing is simulated. Without it two bots can hand each
other the same cards for ever."""
STYLE_TURNS = 0.01
"""What one point of style is worth in the heuristic's costs."""
STYLE_WIN_CHANCE = 0.0003
"""What one point of style is worth in simulations, in chances to win."""


class HappyMochiMind:
    """Plays Happy Mochi at one level in one style."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, HappyMochi)
        self.rules = rules
        self._memory = level["memory"]
        self._style = style
        heuristic_type = (BeginnerHeuristic, CasualHeuristic, Heuristic)[level["plans"]]

        def heuristic(seats: int) -> Heuristic:
            return heuristic_type(rules, HandPlanner(rules, seats, level["reach"]), bool(level["counts"]))

        self._heuristic = cache(heuristic)

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self.rules, view_with_memory(view, self._memory))

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0], ((view.legal[0], 0.0),))
        worlds = self.worlds(view)
        first = cast(MochiState, worlds(dice))
        style_points = {move: self._style_points(view, move) for move in view.legal}
        heuristic = self._heuristic(view.seats)
        costs = heuristic.move_costs(first, view.seat)
        costs = [(move, cost - STYLE_TURNS * style_points[move]) for move, cost in costs]
        costs.sort(key=lambda pair: pair[1])
        # With two seats, going out cannot lose the match: it gives points only to the other player.
        clear = view.facts["ask"] in HEURISTIC_QUESTIONS or (view.seats == 2 and costs[0][1] <= GO_OUT_TURNS)
        if budget.simulations > 0 and not clear:
            values, spent = self._simulate_moves(view, costs, style_points, worlds, dice, budget)
        else:
            values = {move: -WIN_CHANCE_PER_TURN * (cost + self._draw_noise(move, dice)) for move, cost in costs}
            spent = 0
        best = max(values, key=values.__getitem__)
        ordered = tuple([(move, values[move]) for move in view.legal])
        return Thought(best, ordered, spent, find_reasons(self.rules, view, best), find_look(self.rules, view, best))

    def _simulate_moves(
        self, view: View, costs: Costs, style_points: Mapping[Move, int], worlds: Worlds, dice: Dice, budget: Budget
    ) -> tuple[dict[Move, float], int]:
        """Sequential halving: after each stage the worse half is dropped. Also returns the number of simulations."""
        least, fair = costs[0][1], 1 / view.seats
        candidates = [
            _Candidate(move, STYLE_WIN_CHANCE * style_points[move], fair + WIN_CHANCE_PER_TURN * (least - cost))
            for move, cost in costs[:MAX_TRIED_MOVES]
            if cost < least + MAX_COST_GAP_TURNS
        ]
        if len(candidates) == 1:
            return _all_values(candidates, candidates, costs), 0
        alive = candidates
        stages = max(1, (len(candidates) - 1).bit_length())
        for stage in range(stages):
            if stage:
                alive = sorted(alive, key=_Candidate.value, reverse=True)[: (len(alive) + 1) // 2]
            for _ in range(max(1, budget.simulations // (stages * len(alive)))):
                world = cast(MochiState, worlds(dice))
                for candidate in alive:
                    candidate.add(self._playout_value(world.clone(), view.seat, candidate.move, dice))
                if budget.stop():
                    break
            if budget.stop() or _lead_is_clear(alive):
                break
        return _all_values(candidates, alive, costs), sum(candidate.count for candidate in candidates)

    def _playout_value(self, state: MochiState, seat: Seat, move: Move, dice: Dice) -> float:
        """Make a move, play the round to its end, and return the seat's chance to win.

        The seat of the View plays by the heuristic, the rivals by `play_rivals`.
        """
        rules, heuristic = self.rules, self._heuristic(state.seats)
        rules.play(state, seat, move, dice)
        played = 0
        while not _round_is_over(state) and played < MAX_PLAYOUT_MOVES:
            if state.ask == "turn" and not play_rivals(heuristic.planner, state, seat, dice):
                break
            player = state.turn[0]
            rules.play(state, player, heuristic.best_move(state, player), dice)
            played += 1
        points = state.points
        if not _round_is_over(state):
            in_hand = [heuristic.planner.penalty_points(hand) for hand in state.hands]
            points = [old + more for old, more in zip(points, in_hand, strict=True)]
        return win_chance(points, seat, rules.target)

    def _draw_noise(self, move: Move, dice: Dice) -> float:
        return DRAW_NOISE_TURNS * dice.random() if move.verb == "draw" else 0.0

    def _style_points(self, view: View, move: Move) -> int:
        """Points of style for a move: what the bot's character likes."""
        style = self._style
        points = 0
        match move.verb:
            case "pair":
                pair = view.zones[f"hand {view.seat}"][move.index : move.index + 2]
                effects = sum(bool(self.rules.effect_of[card]) for card in pair)
                points = style["doubles"] * self.rules.pair_rule.is_double(*pair) + style["magic"] * effects
            case "draw":
                points = style["luck"] * (move.zone == "deck")
            case "use":
                points = style["meddling"]
            case "target":
                points = style["meddling"] * (move.index != view.seat)
        return points


def _round_is_over(state: MochiState) -> bool:
    return not state.turn or state.ask == "keep"


class _Candidate:
    """A move that is simulated: the sum of its values in all worlds so far, its prior, and the bonus of the style."""

    __slots__ = ("bonus", "count", "move", "prior", "total")

    def __init__(self, move: Move, bonus: float, prior: float) -> None:
        self.move = move
        self.bonus = bonus
        self.prior = prior
        self.total = 0.0
        self.count = 0

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1

    def value(self) -> float:
        return (self.total + PRIOR_WORLDS * self.prior) / (self.count + PRIOR_WORLDS) + self.bonus


def _lead_is_clear(alive: Sequence[_Candidate]) -> bool:
    """Whether more worlds would hardly change which move is best."""
    first, second = sorted(alive, key=_Candidate.value, reverse=True)[:2]
    lead = first.value() - second.value()
    return lead * lead * first.count > CLEAR_LEAD


def _all_values(candidates: Sequence[_Candidate], alive: Sequence[_Candidate], costs: Costs) -> dict[Move, float]:
    """The value of every move. Dropped or never simulated moves are worth no more than those that stayed."""
    low = min(candidate.value() for candidate in alive)
    values = {candidate.move: candidate.value() for candidate in alive}
    values |= {candidate.move: min(candidate.value(), low) for candidate in candidates if candidate.move not in values}
    low = min(values.values())
    last = costs[len(candidates) - 1][1]
    return values | {move: low - WIN_CHANCE_PER_TURN * (1.0 + cost - last) for move, cost in costs[len(candidates) :]}


def win_chance(points: Sequence[int], seat: Seat, target: int) -> float:
    """A seat's chance to win the match with these points after a round. A lead counts more near the target."""
    left, least = target - max(points), min(points)
    if left <= 0:
        return (points[seat] == least) / points.count(least)
    scale = ROUND_SWING_POINTS[len(points)] * sqrt(1.0 + left / 12.0)
    shares = [exp((least - mine) / scale) for mine in points]
    return shares[seat] / sum(shares)


def view_with_memory(view: View, memory: int) -> View:
    """The View without some of the cards that were seen going into other hands. `memory` is in percent."""
    if memory >= 100:
        return view
    zones = dict(view.zones)
    for name in zones:
        place, _, owner = name.partition(" ")
        if place in ("hand", "reserve") and int(owner) != view.seat:
            zones[name] = tuple(
                [card if (card * 37 + 11) % 100 < memory else HIDDEN for card in zones[name]]
            )
    return replace(view, zones=zones)
