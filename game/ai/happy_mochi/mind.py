"""How to play Happy Mochi: plan the hand, count the cards, and try the moves that look best in guessed worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import exp, sqrt
from typing import Any, cast

from game.ai.happy_mochi.habit import OUT, Costs, Habit
from game.ai.happy_mochi.hand import Hands
from game.ai.happy_mochi.novice import Casual, Novice
from game.ai.happy_mochi.reasons import reasons
from game.ai.happy_mochi.sprint import run
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.happy_mochi import HappyMochi, MochiState

WIDTH = 6
"""So many moves are tried, the best at a glance."""
LONGEST_PLAYOUT = 60
"""Own moves after which a round that does not end is taken as it stands."""
PLAIN = frozenset({"keep", "place", "first"})
"""Questions that are answered at a glance: trying their answers gained nothing that could be measured."""
HOPELESS = 4.0
"""Moves so many turns worse at a glance are not tried."""
CLEAR = 0.5
"""A lead is clear when its square times the worlds that were tried is more than this."""
SWING = {2: 10.0, 3: 6.0, 4: 5.0, 5: 4.2, 6: 3.6}
"""By seats, points by which a round moves a lead, in the measure of `worth`.

Fitted to who won from where; five seats lie between their neighbours.
"""
GLANCE = 0.03
"""What a turn is taken to be worth at a glance, in chances to win."""
TRUST = 15.0
"""So many worlds weigh as much as the glance."""
WHIM = 1.0
"""How much, in turns, draws at a glance may differ by whim: two who always draw alike can hand each other the same
cards for ever."""
FANCY = 0.01
"""What one point of a style is worth at a glance, in turns."""
BIAS = 0.0003
"""The same where moves are tried, in chances to win."""


class HappyMochiMind:
    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, HappyMochi)
        self.rules = rules
        self._memory = level["memory"]
        self._style = style
        kind = (Novice, Casual, Habit)[level["plans"]]

        def glance(seats: int) -> Habit:
            return kind(rules, Hands(rules, seats, level["reach"]), bool(level["counts"]))

        self._glance = cache(glance)

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self.rules, remembered(view, self._memory))

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0], ((view.legal[0], 0.0),))
        worlds = self.worlds(view)
        first = cast(MochiState, worlds(dice))
        liking = {move: self._liking(view, move) for move in view.legal}
        glance = self._glance(view.seats)
        costs = [(move, cost - FANCY * liking[move]) for move, cost in glance.costs(first, view.seat)]
        costs.sort(key=lambda pair: pair[1])
        # Two seats: going out cannot lose the match, as it gives points to the other one alone.
        clear = view.facts["ask"] in PLAIN or (view.seats == 2 and costs[0][1] <= OUT)
        if budget.simulations > 0 and not clear:
            values, spent = self._tried(view, costs, liking, worlds, dice, budget)
        else:
            values, spent = {move: -GLANCE * (cost + self._whim(move, dice)) for move, cost in costs}, 0
        best = max(values, key=values.__getitem__)
        ordered = tuple([(move, values[move]) for move in view.legal])
        return Thought(best, ordered, spent, reasons(self.rules, view, best))

    def _tried(
        self, view: View, costs: Costs, liking: Mapping[Move, int], worlds: Worlds, dice: Dice, budget: Budget
    ) -> tuple[dict[Move, float], int]:
        """Sequential halving: the worse half is dropped again and again, the rest tried in more worlds."""
        least, fair = costs[0][1], 1 / view.seats
        tries = [
            _Try(move, BIAS * liking[move], fair + GLANCE * (least - cost))
            for move, cost in costs[:WIDTH]
            if cost < least + HOPELESS
        ]
        if len(tries) == 1:
            return _values(tries, tries, costs), 0
        alive = tries
        stages = max(1, (len(tries) - 1).bit_length())
        for stage in range(stages):
            if stage:
                alive = sorted(alive, key=_Try.value, reverse=True)[: (len(alive) + 1) // 2]
            for _ in range(max(1, budget.simulations // (stages * len(alive)))):
                world = cast(MochiState, worlds(dice))
                for each in alive:
                    each.add(self._played(world.clone(), view.seat, each.move, dice))
                if budget.stop():
                    break
            if budget.stop() or _clear(alive):
                break
        return _values(tries, alive, costs), sum(each.count for each in tries)

    def _played(self, state: MochiState, seat: Seat, move: Move, dice: Dice) -> float:
        """Make a move, play the round to its end, oneself as practised players do, and say what it is worth."""
        rules, habit = self.rules, self._glance(state.seats)
        rules.play(state, seat, move, dice)
        played = 0
        while not _counted(state) and played < LONGEST_PLAYOUT:
            if state.ask == "turn" and not run(habit.hands, state, seat, dice):
                break
            player = state.turn[0]
            rules.play(state, player, habit.move(state, player), dice)
            played += 1
        points = state.points
        if not _counted(state):
            points = [old + habit.hands.worth(hand) for old, hand in zip(points, state.hands, strict=True)]
        return worth(points, seat, rules.target)

    def _whim(self, move: Move, dice: Dice) -> float:
        return WHIM * dice.random() if move.verb == "draw" else 0.0

    def _liking(self, view: View, move: Move) -> int:
        """What the character of this bot sees in a move."""
        style = self._style
        liked = 0
        match move.verb:
            case "pair":
                liked = style["speed"]
            case "reserve":
                liked = style["saving"]
            case "draw":
                liked = style["luck"] * (move.zone == "deck")
            case "use":
                liked = style["meddling"]
            case "target":
                liked = style["meddling"] * (move.index != view.seat)
        return liked


def _counted(state: MochiState) -> bool:
    return not state.turn or state.ask == "keep"


class _Try:
    """A move that is tried: what it was worth in all worlds so far, at a glance, and to the bot's character."""

    __slots__ = ("bonus", "count", "glance", "move", "total")

    def __init__(self, move: Move, bonus: float, glance: float) -> None:
        self.move = move
        self.bonus = bonus
        self.glance = glance
        self.total = 0.0
        self.count = 0

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1

    def value(self) -> float:
        return (self.total + TRUST * self.glance) / (self.count + TRUST) + self.bonus


def _clear(alive: Sequence[_Try]) -> bool:
    """Whether more worlds would hardly change who is first."""
    first, second = sorted(alive, key=_Try.value, reverse=True)[:2]
    lead = first.value() - second.value()
    return lead * lead * first.count > CLEAR


def _values(tries: Sequence[_Try], alive: Sequence[_Try], costs: Costs) -> dict[Move, float]:
    """Every move's value; what was dropped or never tried is worth no more than what was tried to the end."""
    low = min(each.value() for each in alive)
    values = {each.move: each.value() for each in alive}
    values |= {each.move: min(each.value(), low) for each in tries if each.move not in values}
    low = min(values.values())
    last = costs[len(tries) - 1][1]
    return values | {move: low - GLANCE * (1.0 + cost - last) for move, cost in costs[len(tries) :]}


def worth(points: Sequence[int], seat: Seat, target: int) -> float:
    """A seat's chance to win a match with these points after a round: the less is left, the more a lead counts."""
    left, least = target - max(points), min(points)
    if left <= 0:
        return (points[seat] == least) / points.count(least)
    scale = SWING[len(points)] * sqrt(1.0 + left / 12.0)
    shares = [exp((least - mine) / scale) for mine in points]
    return shares[seat] / sum(shares)


def remembered(view: View, memory: int) -> View:
    """The View of somebody who has forgotten some of the cards seen going into other hands; 100 forgets none."""
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
