"""Simulations a second in Marshmallow Test (guess, move, playout) beside OpenSpiel's ISMCTS bots on hearts."""

from __future__ import annotations

import random
import statistics
import time

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from game.ai.bots import Bot
from game.ai.thought import Budget
from game.data import catalog
from game.engine.dice import Dice
from game.engine.view import make_view

ROUNDS = 15
SIMULATIONS = 200
GOALS = {"C++ ISMCTS": 0.4, "Python ISMCTS": 6.0}


def hearts_in_play() -> pyspiel.State:
    """Replay the deal and the passing, in the middle of which the C++ bot crashes."""
    state = pyspiel.load_game("hearts(pass_cards=false)").new_initial_state()
    chance = random.Random(3)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    for _ in range(8):
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def ours() -> float:
    rules, dice = catalog.rules("marshmallow_test"), Dice("bench bots")
    state = rules.setup(4, dice)
    for _ in range(8):
        seat = rules.deciders(state)[0]
        rules.play(state, seat, dice.pick(rules.legal(state, seat)), dice)
    seat = rules.deciders(state)[0]
    seen = make_view(rules, state, seat)
    bot = Bot(rules, "master")
    began = time.perf_counter()
    thought = bot.think(seen, dice, Budget(SIMULATIONS * 5))
    return thought.simulations / (time.perf_counter() - began)


def theirs_cpp(state: pyspiel.State) -> float:
    bot = pyspiel.ISMCTSBot(
        seed=1,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1),
        uct_c=2.0,
        max_simulations=SIMULATIONS,
        allow_inconsistent_action_sets=True,
    )
    began = time.perf_counter()
    bot.step(state)
    return SIMULATIONS / (time.perf_counter() - began)


def theirs_python(state: pyspiel.State) -> float:
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=2.0,
        max_simulations=40,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1),
        allow_inconsistent_action_sets=True,
    )
    began = time.perf_counter()
    bot.step(state)
    return 40 / (time.perf_counter() - began)


def main() -> None:
    state = hearts_in_play()
    found: dict[str, list[float]] = {name: [] for name in GOALS}
    for _ in range(ROUNDS):
        mine = ours()
        found["C++ ISMCTS"].append(mine / theirs_cpp(state))
        found["Python ISMCTS"].append(mine / theirs_python(state))
    print("simulations a second of Marshmallow Test's master, as a multiple of OpenSpiel's bots on hearts")
    for name, ratios in found.items():
        print(f"  {name:20} {statistics.median(ratios):6.2f}   goal {GOALS[name]}")


if __name__ == "__main__":
    main()
