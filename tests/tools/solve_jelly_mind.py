"""Solves the turns of Jelly Mind by regret matching and writes game/ai/jelly_mind/turns.json.

Needs numpy (the `bench` extra): all situations of a turn are solved at the same time. It takes about twenty minutes.

A payoff is the own tokens minus the mean of the others, plus the value of the rest of the shuffle. So the third turn is
solved first. Everybody makes a random decision with a small chance, so that every node is reached.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.jelly_mind.situation import tokens_paid
from game.ai.jelly_mind.solved_turns import (
    RANKS,
    TURNS,
    TURNS_FILE,
    Node,
    decision_points,
    encode,
    max_waits_of,
    situations,
)

Array: TypeAlias = NDArray[np.float64]
MISTAKE_CHANCE = 0.003
"""The chance of a random decision at each node."""
ROUNDS = {("top", 2): 2000, ("choose", 2): 3000, ("top", 3): 400, ("choose", 3): 1000}
"""Rounds of regret matching, by the option `draw` and seats. For dealt cards and two seats half of it is added for each
beat of waiting that the table tells apart, because long waits take longer to learn."""


class Turn:
    """Solves one turn in all its situations at once. The first axis of every array is the situation."""

    def __init__(self, turn: int, seats: int, max_waits: int, chooses: bool, rest_values: Array | None) -> None:
        self.seats, self.max_waits, self.chooses, self.rest_values = seats, max_waits, chooses, rest_values
        self.held = np.array(list(situations(turn, seats)))
        bits = [(self.held[:, seat, None] >> np.arange(RANKS) & 1).astype(float) for seat in range(seats)]
        self.can = bits
        self.prior = [bit / bit.sum(1, keepdims=True) for bit in bits]
        self.regret = {point: np.zeros((len(self.held), RANKS, 2)) for point in decision_points(seats, max_waits)}
        self.total = {point: np.zeros((len(self.held), RANKS, 2)) for point in decision_points(seats, max_waits)}
        self.pick_regret = [np.zeros_like(bit) for bit in bits]
        self.pick_total = [np.zeros_like(bit) for bit in bits]
        self._payoffs: dict[tuple[int, ...], list[Array]] = {}

    def payoffs(self, places: tuple[int, ...]) -> list[Array]:
        """For each seat: the payoff at a turn's end, by the ranks of all seats. Only the order in `places` counts."""
        order = sorted({place for place in places if place})
        places = tuple(1 + order.index(place) if place else 0 for place in places)
        if places not in self._payoffs:
            self._payoffs[places] = self._payoff(places)
        return self._payoffs[places]

    def _payoff(self, places: tuple[int, ...]) -> list[Array]:
        seats = self.seats
        pay = [np.zeros((len(self.held), *(RANKS,) * seats)) for _ in range(seats)]
        for ranks in product(range(RANKS), repeat=seats):
            paid = tokens_paid(places, ranks, True)
            at = (slice(None), *ranks)
            for seat in range(seats):
                pay[seat][at] = paid[seat] - (sum(paid) - paid[seat]) / (seats - 1)
            if self.rest_values is not None:
                left = [self.held[:, s] & ~((1 << ranks[s]) if places[s] else 0) for s in range(seats)]
                rest = self.rest_values[tuple(left)]
                for seat in range(seats):
                    pay[seat][at] += rest[:, seat]
        return pay

    def end_values(self, places: tuple[int, ...], reaches: list[Array]) -> list[Array]:
        """The value of each card at the end of a turn, weighted by the chances that the others come to it."""
        pay = self.payoffs(places)
        if self.seats == 2:
            return [
                (pay[0] @ reaches[1][:, :, None])[..., 0],
                (reaches[0][:, None, :] @ pay[1])[:, 0],
            ]
        first, second, third = reaches
        over_third = [(pay[seat] @ third[:, None, :, None])[..., 0] for seat in (0, 1)]
        over_second = (second[:, None, None, :] @ pay[2])[:, :, 0]
        return [
            (over_third[0] @ second[:, :, None])[..., 0],
            (first[:, None, :] @ over_third[1])[:, 0],
            (first[:, None, :] @ over_second)[:, 0],
        ]

    def children(self, node: Node) -> Iterator[tuple[tuple[int, ...], Node | tuple[int, ...]]]:
        """For each combination of decisions (0 plays, 1 waits or discards): the next node, or the places at the end."""
        places, beat = node
        waiting = [seat for seat, place in enumerate(places) if not place]
        for acts in product((0, 1), repeat=len(waiting)):
            now = list(places)
            for seat, act in zip(waiting, acts, strict=True):
                now[seat] = 0 if act else beat
            after = (tuple(now), beat + 1)
            if 0 not in now or len(waiting) == 1:
                yield acts, after[0]
            elif all(acts) and beat - max(places) >= self.max_waits:
                yield acts, places
            else:
                yield acts, after

    def walk(self, node: Node | tuple[int, ...], reaches: list[Array], weight: float) -> list[Array]:
        """The value of every card for every seat, if the seats come to the node with the chances `reaches`.

        Updates regrets with this weight. With weight 0 it updates nothing and takes the mean strategies.
        """
        if not isinstance(node[0], tuple):
            return self.end_values(node, reaches)
        waiting = [seat for seat, place in enumerate(node[0]) if not place]
        now = {s: _regret_strategy(self.regret[node, s]) if weight else self.mean_strategy(node, s) for s in waiting}
        mistake = MISTAKE_CHANCE if weight else 0.0
        act_values = {seat: np.zeros_like(now[seat]) for seat in waiting}
        out = [np.zeros_like(self.prior[0]) for _ in range(self.seats)]
        for acts, child in self.children(node):
            then = list(reaches)
            for seat, act in zip(waiting, acts, strict=True):
                then[seat] = reaches[seat] * ((1 - mistake) * now[seat][:, :, act] + mistake / 2)
            values = self.walk(child, then, weight)
            for seat in range(self.seats):
                if seat in act_values:
                    act_values[seat][:, :, acts[waiting.index(seat)]] += values[seat]
                else:
                    out[seat] += values[seat]
        for seat in waiting:
            out[seat] = (act_values[seat] * now[seat]).sum(-1)
            if weight:
                point = node, seat
                self.regret[point] = np.maximum(self.regret[point] + act_values[seat] - out[seat][:, :, None], 0)
                self.total[point] += weight * reaches[seat][:, :, None] * now[seat]
        return out

    def mean_strategy(self, node: Node, seat: int) -> Array:
        """The mean of the strategies of all rounds, which approaches an equilibrium."""
        return _normalize(self.total[node, seat], 2.0)

    def choice_strategy(self, seat: int) -> Array:
        """The same for the choice of a card."""
        return _normalize(self.pick_total[seat], self.can[seat].sum(1, keepdims=True)) * self.can[seat]

    def solve(self, rounds: int) -> None:
        """Regret matching. Later rounds weigh more, and the first tenth almost nothing."""
        root = ((0,) * self.seats, 1)
        for number in range(1, rounds + 1):
            weight = float(number) ** (2 if self.chooses else 1) if number > rounds // 10 else 1e-9
            priors = self._update_choices(weight) if self.chooses else self.prior
            values = self.walk(root, priors, weight)
            if self.chooses:
                for seat, value in enumerate(values):
                    gain = (value - (value * self._picks[seat]).sum(1, keepdims=True)) * self.can[seat]
                    self.pick_regret[seat] = np.maximum(self.pick_regret[seat] + gain, 0)

    def _update_choices(self, weight: float) -> list[Array]:
        """The chance of each card to be chosen in this round, with mistakes."""
        self._picks = []
        for seat in range(self.seats):
            size = self.can[seat].sum(1, keepdims=True)
            pick = _normalize(self.pick_regret[seat], size) * self.can[seat]
            self.pick_total[seat] += weight * pick
            self._picks.append(pick)
        picks = zip(self._picks, self.prior, strict=True)
        return [(1 - MISTAKE_CHANCE) * pick + MISTAKE_CHANCE * prior for pick, prior in picks]

    def values(self) -> list[Array]:
        """The value of the turn and the rest of the shuffle for every seat in every situation."""
        priors = [self.choice_strategy(seat) for seat in range(self.seats)] if self.chooses else self.prior
        card_values = self.walk(((0,) * self.seats, 1), priors, 0)
        return [(card_values[seat] * priors[seat]).sum(1) for seat in range(self.seats)]

    def exploitability(self) -> tuple[float, float]:
        """What one seat could gain by a best response, in tokens: mean and maximum over situations."""
        values = self.values()
        priors = [self.choice_strategy(seat) for seat in range(self.seats)] if self.chooses else self.prior
        gains = []
        for seat in range(self.seats):
            best = self._best_response(((0,) * self.seats, 1), seat, priors)
            top = np.where(self.can[seat] > 0, best, -9.0).max(1) if self.chooses else (best * priors[seat]).sum(1)
            gains.append(top - values[seat])
        return float(np.mean(gains)), float(np.max(gains))

    def _best_response(self, node: Node | tuple[int, ...], me: int, reaches: list[Array]) -> Array:
        if not isinstance(node[0], tuple):
            return self.end_values(node, reaches)[me]
        waiting = [seat for seat, place in enumerate(node[0]) if not place]
        sums = [np.zeros_like(self.prior[0]), np.zeros_like(self.prior[0])]
        for acts, child in self.children(node):
            then = list(reaches)
            for seat, act in zip(waiting, acts, strict=True):
                if seat != me:
                    then[seat] = reaches[seat] * self.mean_strategy(node, seat)[:, :, act]
            value = self._best_response(child, me, then)
            sums[acts[waiting.index(me)] if me in waiting else 0] += value
        return np.maximum(*sums) if me in waiting else sums[0]

    def encode_all(self) -> list[str]:
        """The text of each situation."""
        points = decision_points(self.seats, self.max_waits)
        play_chances = {point: self.mean_strategy(*point)[:, :, 0] for point in points}
        choices = [self.choice_strategy(seat) for seat in range(self.seats)] if self.chooses else []
        return [
            encode(
                {point: list(value[at]) for point, value in play_chances.items()},
                [list(chances[at]) for chances in choices],
                [int(mask) for mask in held],
                self.max_waits,
            )
            for at, held in enumerate(self.held)
        ]


def _regret_strategy(regret: Array) -> Array:
    return _normalize(regret, 2.0)


def _normalize(parts: Array, size: Array | float) -> Array:
    whole = parts.sum(-1, keepdims=True)
    equal = 1.0 / size if isinstance(size, float) else 1.0 / np.maximum(size, 1)
    return np.where(whole > 1e-12, parts / np.maximum(whole, 1e-12), equal)


def values_by_holdings(turn: Turn, values: list[Array]) -> Array:
    """The values of `turn`, indexed by the holdings of all seats in any order."""
    table = np.zeros((*(1 << RANKS,) * turn.seats, turn.seats))
    for at, held in enumerate(turn.held):
        for order in permutations(range(turn.seats)):
            for place, seat in enumerate(order):
                point = *(held[s] for s in order), place
                table[point] = values[seat][at]
    return table


def solve(draw: str, seats: int, max_waits: int, scale: float) -> tuple[list[list[str]], list[list[list[int]]]]:
    """Solve all turns of a shuffle, the last first. Returns the texts and the values of all situations, by turn."""
    rest_values: Array | None = None
    texts: list[list[str]] = []
    scaled_values: list[list[list[int]]] = []
    for number in reversed(range(TURNS)):
        turn = Turn(number, seats, max_waits, draw == "choose", rest_values)
        turn.solve(int(ROUNDS[draw, seats] * scale * (1 + (max_waits - 1) / 2 if draw == "top" and seats == 2 else 1)))
        values = turn.values()
        rest_values = values_by_holdings(turn, values)
        texts.insert(0, turn.encode_all())
        scaled_values.insert(0, [[round(1000 * float(value[at])) for value in values] for at in range(len(turn.held))])
        mean, worst = turn.exploitability()
        where = f"{draw} {seats} seats, up to {max_waits} waits, turn {number}"
        print(f"{where}: gain {mean:.4f}, at worst {worst:.4f}", flush=True)
    return texts, scaled_values


def main(scale: float = 1.0) -> None:
    """Solve everything. `scale` multiplies the rounds."""
    turns: dict[str, list[list[str]]] = {}
    shuffle_values: dict[str, list[list[list[int]]]] = {}
    for seats in (2, 3):
        for draw in ("top", "choose"):
            for max_waits in sorted({max_waits_of(seats, draw, patience) for patience in range(1, 11)}):
                texts, values = solve(draw, seats, max_waits, scale)
                turns[f"{draw} {seats} {max_waits}"] = texts
                if max_waits == min(max_waits_of(seats, draw, 10), 3):
                    shuffle_values[f"{draw} {seats}"] = values
    draft = TURNS_FILE.with_suffix(".new")
    draft.write_text(json.dumps({"turns": turns, "worth": shuffle_values}, separators=(",", ":")), encoding="ascii")
    draft.replace(TURNS_FILE)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
