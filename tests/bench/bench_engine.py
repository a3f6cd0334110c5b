"""Moves a second of every title beside OpenSpiel's C++ hearts, both called from Python.

Rates drift with the machine; ratios of slices taken in turn hardly do. So everything here is a ratio.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import pyspiel

from game.data import catalog
from game.engine.dice import Dice
from game.engine.guess import Guesser
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import make_view

T = TypeVar("T")
SLICE = 0.1
ROUNDS = 30
SEATS = {"marshmallow_test": 4, "face_to_face": 2, "jelly_mind": 3, "happy_mochi": 4}
GOALS = {"marshmallow_test": 0.75, "face_to_face": 0.4, "jelly_mind": 0.4, "happy_mochi": 0.3}
CLONE_GOAL = 4.0

Work = Callable[[float], float]
"""Works until a moment and says how many units a second it did."""


def dealt_hearts() -> pyspiel.State:
    state = pyspiel.load_game("hearts").new_initial_state()
    chance = random.Random(1)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def hearts_moves() -> Work:
    start, pick = dealt_hearts(), Dice("bench").pick

    def work(until: float) -> float:
        state, moves, began = start.clone(), 0, time.perf_counter()
        while time.perf_counter() < until:
            for _ in range(50):
                if state.is_terminal():
                    state = start.clone()
                state.apply_action(pick(state.legal_actions(state.current_player())))
            moves += 50
        return moves / (time.perf_counter() - began)

    return work


class Redeal(Exception):
    """The dice would have to speak again."""


class NoDice(Dice):
    def shuffled(self, items: Sequence[T], wanted: int | None = None) -> list[T]:
        raise Redeal


def title_moves(title: str, deals: bool = True) -> Work:
    """Whole matches, later deals and all; or only what is played after a deal, as with hearts."""
    rules, dice = catalog.rules(title), Dice("bench", title)
    starts = [started(rules, title, dice, again=i % 2 == 1) for i in range(100)]
    pick, chance = dice.pick, dice if deals else NoDice()

    def work(until: float) -> float:
        state, moves, began = pick(starts).clone(), 0, time.perf_counter()
        while time.perf_counter() < until:
            try:
                for _ in range(50):
                    deciders = rules.deciders(state)
                    if not deciders:
                        state = pick(starts).clone()
                        deciders = rules.deciders(state)
                    seat = deciders[0]
                    rules.play(state, seat, pick(rules.legal(state, seat)), chance)
                    moves += 1
            except Redeal:
                moves += 1
                state = pick(starts).clone()
        return moves / (time.perf_counter() - began)

    return work


class CountingDice(Dice):
    deals = 0

    def shuffled(self, items: Sequence[T], wanted: int | None = None) -> list[T]:
        self.deals += 1
        return super().shuffled(items, wanted)


def started(rules: Rules[Any], title: str, dice: Dice, again: bool) -> State:
    """A match just dealt, or just dealt again: from its second deal on Marshmallow Test has trumps."""
    counting = CountingDice(str(dice.random()))
    state = rules.setup(SEATS[title], counting)
    deals = counting.deals
    while again and rules.deciders(state) and counting.deals == deals:
        seat = rules.deciders(state)[0]
        rules.play(state, seat, dice.pick(rules.legal(state, seat)), counting)
    return state if rules.deciders(state) else started(rules, title, dice, again=False)


def calls(call: Callable[[], object]) -> Work:
    def work(until: float) -> float:
        done, began = 0, time.perf_counter()
        while time.perf_counter() < until:
            for _ in range(20):
                call()
            done += 20
        return done / (time.perf_counter() - began)

    return work


def midgame(title: str) -> tuple[Rules[Any], State]:
    rules, dice = catalog.rules(title), Dice("middle", title)
    state = rules.setup(SEATS[title], dice)
    for _ in range(25):
        if rules.deciders(state):
            seat = rules.deciders(state)[0]
            rules.play(state, seat, dice.pick(rules.legal(state, seat)), dice)
    return rules, state


def ratios(reference: Work, others: dict[str, Work]) -> dict[str, float]:
    """Rate of each divided by the rate of the reference, round by round; the median."""
    found: dict[str, list[float]] = {name: [] for name in others}
    for _ in range(ROUNDS):
        base = reference(time.perf_counter() + SLICE)
        for name, work in others.items():
            found[name].append(work(time.perf_counter() + SLICE) / base)
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> None:
    works = {title: title_moves(title, deals=False) for title in GOALS}
    works |= {f"{title}, deals and all": title_moves(title) for title in GOALS}
    print("moves a second, as a share of OpenSpiel hearts after its deal")
    for name, ratio in ratios(hearts_moves(), works).items():
        print(f"  {name:34} {ratio:6.2f}" + (f"   goal {GOALS[name]}" if name in GOALS else ""))
    hearts = dealt_hearts()
    works = {}
    for title in GOALS:
        rules, state = midgame(title)
        seat = rules.deciders(state)[0]
        seen = make_view(rules, state, seat)
        guesser, dice = Guesser(rules, seen), Dice("guess")
        works[f"{title} clone"] = calls(state.clone)
        works[f"{title} view"] = calls(partial(make_view, rules, state, seat))
        works[f"{title} guess"] = calls(partial(guesser.guess_world, dice))
    print("cost, in clones of OpenSpiel hearts")
    for name, ratio in ratios(calls(hearts.clone), works).items():
        goal = f"   goal {CLONE_GOAL}" if name.endswith("clone") else ""
        print(f"  {name:34} {1 / ratio:6.1f}{goal}")


if __name__ == "__main__":
    main()
