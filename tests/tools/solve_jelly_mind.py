"""Solves the turns of Jelly Mind by regret matching and writes game/ai/jelly_mind/turns.json.

Needs numpy (the `bench` extra): all situations of a turn are solved side by side. About twenty minutes.

Payoffs are tokens, own minus the mean of the others, and what the rest of the shuffle is then worth, the third
turn being solved first. Everybody makes a small mistake now and then, so that no moment stays unthought-of.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.jelly_mind.book import FILE, RANKS, TURNS, Node, reach_of, spots, tables, written
from game.titles.jelly_mind import winners

Array: TypeAlias = NDArray[np.float64]
MISTAKE = 0.003
ROUNDS = {("top", 2): 2000, ("choose", 2): 3000, ("top", 3): 400, ("choose", 3): 1000}
"""With two seats half of it more for every beat of patience: long waits take longer to learn."""


def tokens(places: tuple[int, ...], ranks: tuple[int, ...]) -> list[int]:
    """What a turn pays; place 0 has not been played."""
    played = {seat: ranks[seat] + 1 for seat, place in enumerate(places) if place}
    took = [0] * len(places)
    for seat in winners(played, places, RANKS):
        took[seat] = 1 + sum(places[other] > places[seat] for other in played)
    return took


class Turn:
    """One turn in all its situations at once; the first axis of every array is the situation."""

    def __init__(self, turn: int, seats: int, reach: int, chooses: bool, later: Array | None) -> None:
        self.seats, self.reach, self.chooses, self.later = seats, reach, chooses, later
        self.held = np.array(list(tables(turn, seats)))
        bits = [(self.held[:, seat, None] >> np.arange(RANKS) & 1).astype(float) for seat in range(seats)]
        self.can = bits
        self.prior = [bit / bit.sum(1, keepdims=True) for bit in bits]
        self.regret = {spot: np.zeros((len(self.held), RANKS, 2)) for spot in spots(seats, reach)}
        self.total = {spot: np.zeros((len(self.held), RANKS, 2)) for spot in spots(seats, reach)}
        self.pick_regret = [np.zeros_like(bit) for bit in bits]
        self.pick_total = [np.zeros_like(bit) for bit in bits]
        self._pays: dict[tuple[int, ...], list[Array]] = {}

    def pays(self, places: tuple[int, ...]) -> list[Array]:
        order = sorted({place for place in places if place})
        places = tuple(1 + order.index(place) if place else 0 for place in places)
        if places not in self._pays:
            self._pays[places] = self._payoff(places)
        return self._pays[places]

    def _payoff(self, places: tuple[int, ...]) -> list[Array]:
        seats = self.seats
        pay = [np.zeros((len(self.held), *(RANKS,) * seats)) for _ in range(seats)]
        for ranks in product(range(RANKS), repeat=seats):
            took = tokens(places, ranks)
            at = (slice(None), *ranks)
            for seat in range(seats):
                pay[seat][at] = took[seat] - (sum(took) - took[seat]) / (seats - 1)
            if self.later is not None:
                left = [self.held[:, s] & ~((1 << ranks[s]) if places[s] else 0) for s in range(seats)]
                rest = self.later[tuple(left)]
                for seat in range(seats):
                    pay[seat][at] += rest[:, seat]
        return pay

    def ended(self, places: tuple[int, ...], reaches: list[Array]) -> list[Array]:
        pay = self.pays(places)
        if self.seats == 2:
            return [
                (pay[0] @ reaches[1][:, :, None])[..., 0],
                (reaches[0][:, None, :] @ pay[1])[:, 0],
            ]
        a, b, c = reaches
        last = [(pay[seat] @ c[:, None, :, None])[..., 0] for seat in (0, 1)]
        swapped = (b[:, None, None, :] @ pay[2])[:, :, 0]
        return [
            (last[0] @ b[:, :, None])[..., 0],
            (a[:, None, :] @ last[1])[:, 0],
            (a[:, None, :] @ swapped)[:, 0],
        ]

    def kids(self, node: Node) -> Iterator[tuple[tuple[int, ...], Node | tuple[int, ...]]]:
        """What everybody undecided does (0 plays, 1 waits or discards), and what then is."""
        places, beat = node
        waiting = [seat for seat, place in enumerate(places) if not place]
        for acts in product((0, 1), repeat=len(waiting)):
            now = list(places)
            for seat, act in zip(waiting, acts, strict=True):
                now[seat] = 0 if act else beat
            after = (tuple(now), beat + 1)
            if 0 not in now or len(waiting) == 1:
                yield acts, after[0]
            elif all(acts) and beat - max(places) >= self.reach:
                yield acts, places
            else:
                yield acts, after

    def walk(self, node: Node | tuple[int, ...], true: list[Array], shaky: list[Array], weight: float) -> list[Array]:
        """The worth of every card to every seat; regrets are updated on the way. weight 0: only look, at the mean."""
        if not isinstance(node[0], tuple):
            return self.ended(node, shaky)
        waiting = [seat for seat, place in enumerate(node[0]) if not place]
        now = {s: self.mean(node, s) if weight == 0 else _matched(self.regret[node, s]) for s in waiting}
        slip = MISTAKE if weight else 0.0
        worth = {seat: np.zeros_like(now[seat]) for seat in waiting}
        out = [np.zeros_like(self.prior[0]) for _ in range(self.seats)]
        for acts, kid in self.kids(node):
            then, shaken = list(true), list(shaky)
            for seat, act in zip(waiting, acts, strict=True):
                often = (1 - slip) * now[seat][:, :, act] + slip / 2
                then[seat] = true[seat] * often
                shaken[seat] = shaky[seat] * often
            values = self.walk(kid, then, shaken, weight)
            for seat in range(self.seats):
                if seat in worth:
                    worth[seat][:, :, acts[waiting.index(seat)]] += values[seat]
                else:
                    out[seat] += values[seat]
        for seat in waiting:
            out[seat] = (worth[seat] * now[seat]).sum(-1)
            if weight:
                spot = node, seat
                self.regret[spot] = np.maximum(self.regret[spot] + worth[seat] - out[seat][:, :, None], 0)
                self.total[spot] += weight * true[seat][:, :, None] * now[seat]
        return out

    def mean(self, node: Node, seat: int) -> Array:
        return _shares(self.total[node, seat], 2.0)

    def choice(self, seat: int) -> Array:
        return _shares(self.pick_total[seat], self.can[seat].sum(1, keepdims=True)) * self.can[seat]

    def solve(self, rounds: int) -> None:
        root = ((0,) * self.seats, 1)
        for number in range(1, rounds + 1):
            weight = float(number) ** (2 if self.chooses else 1) if number > rounds // 10 else 1e-9
            priors = self._picked(weight) if self.chooses else self.prior
            values = self.walk(root, priors, priors, weight)
            if self.chooses:
                for seat, value in enumerate(values):
                    gain = (value - (value * self._picks[seat]).sum(1, keepdims=True)) * self.can[seat]
                    self.pick_regret[seat] = np.maximum(self.pick_regret[seat] + gain, 0)

    def _picked(self, weight: float) -> list[Array]:
        self._picks = []
        for seat in range(self.seats):
            size = self.can[seat].sum(1, keepdims=True)
            pick = _shares(self.pick_regret[seat], size) * self.can[seat]
            self.pick_total[seat] += weight * pick
            self._picks.append(pick)
        return [
            (1 - MISTAKE) * pick + MISTAKE * prior for pick, prior in zip(self._picks, self.prior, strict=True)
        ]

    def values(self) -> list[Array]:
        """What the turn (and what follows) is worth to every seat in every situation."""
        priors = [self.choice(seat) for seat in range(self.seats)] if self.chooses else self.prior
        worth = self.walk(((0,) * self.seats, 1), priors, priors, 0)
        return [(worth[seat] * priors[seat]).sum(1) for seat in range(self.seats)]

    def best_gain(self) -> tuple[float, float]:
        """What a seat alone could gain by playing better: mean and worst over situations."""
        values = self.values()
        priors = [self.choice(seat) for seat in range(self.seats)] if self.chooses else self.prior
        gains = []
        for seat in range(self.seats):
            best = self._best(((0,) * self.seats, 1), seat, priors)
            top = np.where(self.can[seat] > 0, best, -9.0).max(1) if self.chooses else (best * priors[seat]).sum(1)
            gains.append(top - values[seat])
        return float(np.mean(gains)), float(np.max(gains))

    def _best(self, node: Node | tuple[int, ...], me: int, reaches: list[Array]) -> Array:
        if not isinstance(node[0], tuple):
            return self.ended(node, reaches)[me]
        waiting = [seat for seat, place in enumerate(node[0]) if not place]
        sums = [np.zeros_like(self.prior[0]), np.zeros_like(self.prior[0])]
        for acts, kid in self.kids(node):
            then = list(reaches)
            for seat, act in zip(waiting, acts, strict=True):
                if seat != me:
                    then[seat] = reaches[seat] * self.mean(node, seat)[:, :, act]
            value = self._best(kid, me, then)
            sums[acts[waiting.index(me)] if me in waiting else 0] += value
        return np.maximum(*sums) if me in waiting else sums[0]

    def texts(self) -> list[str]:
        odds = {spot: self.mean(*spot)[:, :, 0] for spot in spots(self.seats, self.reach)}
        choice = [self.choice(seat) for seat in range(self.seats)] if self.chooses else []
        return [
            written(
                {spot: list(value[at]) for spot, value in odds.items()},
                [list(chances[at]) for chances in choice],
                [int(mask) for mask in held],
                self.reach,
            )
            for at, held in enumerate(self.held)
        ]


def _matched(regret: Array) -> Array:
    return _shares(regret, 2.0)


def _shares(parts: Array, size: Array | float) -> Array:
    whole = parts.sum(-1, keepdims=True)
    equal = 1.0 / size if isinstance(size, float) else 1.0 / np.maximum(size, 1)
    return np.where(whole > 1e-12, parts / np.maximum(whole, 1e-12), equal)


def spread(turn: Turn, values: list[Array]) -> Array:
    """Values by the holdings of all seats in any order."""
    table = np.zeros((*(1 << RANKS,) * turn.seats, turn.seats))
    for at, held in enumerate(turn.held):
        for order in permutations(range(turn.seats)):
            for place, seat in enumerate(order):
                spot = *(held[s] for s in order), place
                table[spot] = values[seat][at]
    return table


def solve(draw: str, seats: int, reach: int, scale: float) -> tuple[list[list[str]], list[list[list[int]]]]:
    """All turns of a shuffle, the last first."""
    later: Array | None = None
    texts: list[list[str]] = []
    worth: list[list[list[int]]] = []
    for number in reversed(range(TURNS)):
        turn = Turn(number, seats, reach, draw == "choose", later)
        turn.solve(int(ROUNDS[draw, seats] * scale * (1 + (reach - 1) / 2 if draw == "top" and seats == 2 else 1)))
        values = turn.values()
        later = spread(turn, values)
        texts.insert(0, turn.texts())
        worth.insert(0, [[round(1000 * float(value[at])) for value in values] for at in range(len(turn.held))])
        mean, worst = turn.best_gain()
        print(f"{draw} {seats} seats, reach {reach}, turn {number}: gain {mean:.4f}, at worst {worst:.4f}", flush=True)
    return texts, worth


def main(scale: float = 1.0) -> None:
    turns: dict[str, list[list[str]]] = {}
    worth: dict[str, list[list[list[int]]]] = {}
    for seats in (2, 3):
        for draw in ("top", "choose"):
            for reach in sorted({reach_of(seats, draw, patience) for patience in range(1, 11)}):
                texts, values = solve(draw, seats, reach, scale)
                turns[f"{draw} {seats} {reach}"] = texts
                if reach == min(reach_of(seats, draw, 10), 3):
                    worth[f"{draw} {seats}"] = values
    draft = FILE.with_suffix(".new")
    draft.write_text(json.dumps({"turns": turns, "worth": worth}, separators=(",", ":")), encoding="ascii")
    draft.replace(FILE)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
