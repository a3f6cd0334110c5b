"""Jelly Mind: a mind that knows the solved turns, and weaker ones that read the table less well.

Strong levels (`infers`) mix playing and waiting as the table of solved turns says, and read from every wait and
play what the others may hold; with `race` they also see the goal coming and solve such a turn anew. Weaker ones
imagine a few worlds and one beat, forget what was shown (`memory`), overlook that 1 beats 5 (`ones`), take others
to act whatever they hold, are too hasty or too patient (`nerve`) and choose cards by `whim`; what is absurd at
any table they never do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from game.ai.jelly_mind.book import RANKS, later
from game.ai.jelly_mind.moment import moment
from game.ai.jelly_mind.race import Duel, win_chances
from game.ai.jelly_mind.reasons import find_reasons
from game.ai.jelly_mind.sense import sensible
from game.ai.jelly_mind.trio import Trio
from game.ai.jelly_mind.turn import (
    Equilibrium,
    Odds,
    Pay,
    Situation,
    Weights,
    Worth,
    inferred,
    linear,
    shared,
    situation,
    took,
)
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.jelly_mind import JellyMind, JellyState

WORLDS = 40
"""More worlds than this are never needed to see every rank."""
RUSH = 0.6
"""How often those who do not infer expect anybody to act, whatever the card."""
DUEL_BEATS = 4
SHARP = 12.0
"""How strongly a chance to win the match pulls at the choice of a card."""
POOR = 0.9
"""Among three the card that looks best is a poor guide, so there whim is how often one follows it, and this is what
may look worse about a card that is chosen so, in tokens."""
LENIENT = 0.25
"""A character may follow its nature where that costs less than so many tokens."""


class JellyMindMind:
    moment = staticmethod(moment)

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, JellyMind)
        self._rules = rules
        self._memory = level["memory"]
        self._infers = bool(level["infers"])
        self._ones = bool(level["ones"])
        self._nerve = level["nerve"] / 100
        self._race = bool(level["race"])
        self._whim = level["whim"] / 100
        self._haste = style["haste"] / 100
        self._bluff = style["bluff"] / 100

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self._rules, view)

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        now = situation(self._rules, view)
        seen, spent = self._imagined(view, now, dice, budget)
        if view.facts["choosing"]:
            move, values = self._choose(view, now, seen, dice)
        else:
            move, values, rounds = self._act(view, now, seen, dice, budget)
            spent += rounds
        return Thought(move, values, spent, find_reasons(self._rules, view, move))

    # What the others could hold

    def _imagined(self, view: View, now: Situation, dice: Dice, budget: Budget) -> tuple[list[Weights], int]:
        """How likely each rank is for everybody who is in, before anything is inferred; and the worlds it took.

        For the own seat it is what the others must think: any rank it can still hold.
        """
        counts = [[0.0] * RANKS for _ in now.seats]
        worlds = self.worlds(view)
        spent = 0
        for _ in range(max(1, min(budget.simulations, WORLDS))):
            world = worlds(dice)
            assert isinstance(world, JellyState)
            for index, seat in enumerate(now.seats):
                for rank in self._ranks_in(world, seat):
                    counts[index][rank] += 1
            spent += 1
            if budget.stop() or (self._infers and self._all_seen(now, counts)):
                break
        counts[now.me] = [float(now.held[now.me] >> rank & 1) for rank in range(RANKS)]
        if not self._infers:
            self._forget(now, counts, dice)
            return [shared(weights) for weights in counts], spent
        return [shared([float(count > 0) for count in weights]) for weights in counts], spent

    def _all_seen(self, now: Situation, counts: list[Weights]) -> bool:
        """Every rank that somebody else can hold has come up: more worlds tell nothing new."""
        return all(
            sum(count > 0 for count in counts[index]) == held.bit_count()
            for index, held in enumerate(now.held)
            if index != now.me
        )

    def _ranks_in(self, world: JellyState, seat: int) -> list[int]:
        """The card a seat has in a world; while cards are chosen, all it could choose."""
        faces = self._rules.spec.faces
        if world.choosing:
            return [face.rank - 1 for card, face in enumerate(faces) if world.hands[seat] >> card & 1]
        return [faces[world.drawn[seat]].rank - 1]

    def _forget(self, now: Situation, counts: list[Weights], dice: Dice) -> None:
        """A shown card that slipped the mind could still be there, as likely as any."""
        for index, held in enumerate(now.held):
            usual = sum(counts[index]) / held.bit_count()
            for rank in range(RANKS):
                if not held >> rank & 1 and index != now.me and dice.below(100) >= self._memory:
                    counts[index][rank] = usual

    # Playing, discarding, waiting

    def _act(
        self, view: View, now: Situation, seen: list[Weights], dice: Dice, budget: Budget
    ) -> tuple[Move, tuple[tuple[Move, float], ...], int]:
        allowed = sensible(self._rules, view, now)
        table = Equilibrium(now) if self._infers and not now.alone else None
        odds, prior = self._model(now, seen, table)
        near = self._race and self._near(view, now)
        beliefs = inferred(now, prior, odds) if table else prior
        worth = self._worth(view, now, beliefs, odds, near)
        rounds = 0
        if table is None:
            worth["play"] += self._urge(now)
            verb = max(allowed, key=lambda word: worth[word])
        elif len(allowed) == 1 or _certain(now, beliefs):
            verb = max(allowed, key=lambda word: worth[word])
        else:
            plays = table.odds(now.places, now.beat, now.me)[now.rank]
            if near and len(now.seats) == 2:
                plays, rounds = self._solved_anew(view, now, prior, budget)
            elif near:
                plays, rounds = self._solved_for_three(view, now, beliefs, budget)
            verb = self._mixed(now, plays, worth, allowed, dice)
        values = tuple((move, worth[move.verb]) for move in view.legal)
        return next(move for move in view.legal if move.verb == verb), values, rounds

    def _model(self, now: Situation, seen: list[Weights], table: Equilibrium | None) -> tuple[Odds, list[Weights]]:
        """How others decide, and what they may have drawn or chosen."""
        if now.draw == "choose" and not self._whim and not now.alone:
            usual = table or Equilibrium(now)
            seen = [
                shared([share * (chance + 0.02) for share, chance in zip(weights, usual.choice(index), strict=True)])
                for index, weights in enumerate(seen)
            ]
        return table.odds if table else lambda places, beat, index: [RUSH] * RANKS, seen

    def _worth(
        self, view: View, now: Situation, beliefs: list[Weights], odds: Odds, near: bool
    ) -> dict[str, float]:
        """Of play, discard and wait; those who do not infer look no further than the next beat."""
        reach = now.reach if self._infers else 1
        return Worth(now, beliefs, odds, self._pay(view, now, near), reach).moves()

    def _mixed(
        self, now: Situation, plays: float, worth: dict[str, float], allowed: Sequence[str], dice: Dice
    ) -> str:
        rest = "discard" if now.last else "wait"
        if "play" in allowed and rest in allowed:
            if abs(worth["play"] - worth[rest]) < LENIENT and self._nature(now):
                plays = _tilted(plays, 6 * self._nature(now))
            return "play" if dice.random() < plays else rest
        return max(allowed, key=lambda word: worth[word])

    def _nature(self, now: Situation) -> float:
        """How a character leans: to act at once, to wait, or to show strength it does not have."""
        first = not any(now.places)
        return self._haste + (self._bluff if first and now.rank < RANKS - 2 else 0.0)

    def _urge(self, now: Situation) -> float:
        """Of weaker levels: who was dealt a card dares too little, who chose it cannot wait."""
        nerve = abs(self._nerve) * (1 if self._whim else 0.5) if now.draw == "choose" else self._nerve
        return nerve + self._nature(now) / 2

    # The race

    def _near(self, view: View, now: Situation) -> bool:
        """This turn could end the match."""
        tokens: tuple[int, ...] = view.facts["tokens"]
        return max(tokens[seat] for seat in now.active) + len(now.active) >= self._rules.goal

    def _pay(self, view: View, now: Situation, near: bool) -> Pay:
        if not near:
            return linear(now, self._ones, later(now.draw, len(now.active)) if self._infers else None)
        return lambda places, ranks: self._chances(view, now, places, ranks)[now.me]

    def _chances(
        self, view: View, now: Situation, places: tuple[int, ...], ranks: tuple[int, ...]
    ) -> tuple[float, ...]:
        """To win the match, for those who are in, after a turn that ended so."""
        tokens: tuple[int, ...] = view.facts["tokens"]
        paid = dict(zip(now.seats, took(places, ranks, True), strict=True))
        chances = win_chances(tuple(tokens[seat] + paid.get(seat, 0) for seat in now.active), self._rules.goal)
        return tuple(chances[now.active.index(seat)] for seat in now.seats)

    def _solved_anew(self, view: View, now: Situation, prior: list[Weights], budget: Budget) -> tuple[float, int]:
        def utility(places: tuple[int, int], ranks: tuple[int, int]) -> tuple[float, float]:
            mine, theirs = self._chances(view, now, places, ranks)
            return mine, theirs

        duel = Duel((prior[0], prior[1]), min(self._rules.patience, DUEL_BEATS), utility)
        rounds = duel.solve(budget.simulations, budget.stop)
        places = (now.places[0], now.places[1])
        return duel.odds(now.me, places, now.beat)[now.rank], rounds

    def _solved_for_three(
        self, view: View, now: Situation, beliefs: list[Weights], budget: Budget
    ) -> tuple[float, int]:
        """A third of the rounds: each is so much longer."""
        trio = Trio(now.places, beliefs, lambda places, ranks: self._chances(view, now, places, ranks))
        rounds = trio.solve(max(1, budget.simulations // 3), budget.stop)
        return trio.plays(now.me, now.rank), rounds

    # Choosing a card: JM-15

    def _choose(
        self, view: View, now: Situation, seen: list[Weights], dice: Dice
    ) -> tuple[Move, tuple[tuple[Move, float], ...]]:
        table = Equilibrium(now) if self._infers else None
        odds, prior = self._model(now, seen, table)
        near = self._race and self._near(view, now)
        values = []
        for move in view.legal:
            rank = self._rules.spec.faces[move.card].rank - 1
            values.append((move, self._worth(view, now.holding(rank), prior, odds, near)))
        looks = [(move, max(worth.values())) for move, worth in values]
        return self._picked(now, looks, table, near, dice), tuple(looks)

    def _picked(
        self, now: Situation, looks: list[tuple[Move, float]], table: Equilibrium | None, near: bool, dice: Dice
    ) -> Move:
        best = max(value for _, value in looks)
        if self._whim and len(now.active) == 2:
            return dice.pick([move for move, value in looks if value > best - self._whim])
        if dice.random() < self._whim:
            return dice.pick([move for move, value in looks if value > best - POOR])
        table = table or Equilibrium(now)
        rank_of = [self._rules.spec.faces[move.card].rank - 1 for move, _ in looks]
        shares = [table.choice(now.me)[rank] for rank in rank_of]
        if near or sum(shares) < 0.05:
            pull = SHARP if near else 2.0
            shares = [
                (share + 0.05) * math.exp(pull * (value - best))
                for share, (_, value) in zip(shares, looks, strict=True)
            ]
        at = dice.random() * sum(shares)
        for (move, _), share in zip(looks, shares, strict=True):
            at -= share
            if at < 0:
                return move
        return looks[-1][0]


def _tilted(chance: float, pull: float) -> float:
    """A chance moved towards 1 (or 0 for a negative pull); what never happens may then happen."""
    inside = min(0.97, max(0.03, chance))
    return 1 / (1 + (1 - inside) / inside * math.exp(-pull))


def _certain(now: Situation, beliefs: Sequence[Weights]) -> bool:
    """What everybody holds is known: nothing is left to hide or to guess."""
    return all(max(weights) > 0.999 for index, weights in enumerate(beliefs) if index != now.me)

