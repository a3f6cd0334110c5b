"""The mind of Jelly Mind.

Strong levels (`infers`) mix playing and waiting with the chances in the table of solved turns, and infer the cards of
the others from what they played and waited. With `race` they also solve turns again that can end the match. Weak levels
sample a few worlds and look one beat ahead. They forget open cards (`memory`), overlook that 1 beats 5 (`ones`), expect
others to act without a look at their card, are too hasty or too patient (`nerve`), and choose cards at random (`whim`).
No level makes a clear mistake (see `move_filter`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from game.ai.jelly_mind.live_delay import live_delay_s
from game.ai.jelly_mind.look import find_look
from game.ai.jelly_mind.move_filter import reasonable_verbs
from game.ai.jelly_mind.reasons import find_reasons
from game.ai.jelly_mind.situation import (
    Equilibrium,
    MoveValues,
    Payoff,
    PlayChances,
    RankWeights,
    Situation,
    make_situation,
    normalize,
    token_payoff,
    tokens_paid,
    update_beliefs,
)
from game.ai.jelly_mind.solved_turns import RANKS, rest_values
from game.ai.jelly_mind.three_player_solver import ThreePlayerSolver
from game.ai.jelly_mind.two_player_solver import TwoPlayerSolver
from game.ai.jelly_mind.win_chances import win_chances
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles.jelly_mind import JellyMind, JellyState

MAX_WORLDS = 40
"""Enough worlds to see every possible rank of every seat."""
ASSUMED_PLAY_CHANCE = 0.6
"""The chance to play in a beat that weak levels expect of everybody, with any card."""
SOLVER_BEATS = 4
"""At most this many beats of waiting are solved again when the turn can end the match."""
WIN_CHANCE_PULL = 12.0
"""How strongly the choice of a card prefers a higher chance to win the match."""
MAX_WHIM_LOSS_TOKENS = 0.9
"""With three players, `whim` is the chance to choose any card whose value is at most this much below the best. Values
of cards mean little there."""
STYLE = ("open_low", "open_high", "answer")
"""The numbers of a character: how much it likes to play first with a 1, 2 or 3; with a 4 or 5; after another player."""
STYLE_PULL = 15.0
"""How strongly the style moves the chance to play of levels that mix."""
MAX_STYLE_LOSS_TOKENS = 0.25
"""The style changes a decision only if its two verbs differ by less than this."""


class JellyMindMind:
    """Plays Jelly Mind at one level in one style."""

    live_delay_s = staticmethod(live_delay_s)

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        assert isinstance(rules, JellyMind)
        self._rules = rules
        self._memory = level["memory"]
        self._infers = bool(level["infers"])
        self._ones = bool(level["ones"])
        self._nerve = level["nerve"] / 100
        self._race = bool(level["race"])
        self._whim = level["whim"] / 100
        self._open_low, self._open_high, self._answer = (style[name] / 100 for name in STYLE)

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self._rules, view)

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        now = make_situation(self._rules, view)
        sampled, spent = self._sample_ranks(view, now, dice, budget)
        if view.facts["choosing"]:
            move, values = self._choose(view, now, sampled, dice)
        else:
            move, values, rounds = self._act(view, now, sampled, dice, budget)
            spent += rounds
        reasons = find_reasons(self._rules, view, move)
        return Thought(move, values, spent, reasons, find_look(self._rules, view, move))

    # The cards of the others

    def _sample_ranks(self, view: View, now: Situation, dice: Dice, budget: Budget) -> tuple[list[RankWeights], int]:
        """How likely each rank is for each seat, before inference; and the number of worlds that were sampled.

        For the bot's seat it is what the others must think: any rank that it can still hold.
        """
        counts = [[0.0] * RANKS for _ in now.seats]
        worlds = self.worlds(view)
        spent = 0
        for _ in range(max(1, min(budget.simulations, MAX_WORLDS))):
            world = worlds(dice)
            assert isinstance(world, JellyState)
            for index, seat in enumerate(now.seats):
                for rank in self._ranks_of_world(world, seat):
                    counts[index][rank] += 1
            spent += 1
            if budget.stop() or (self._infers and self._all_ranks_sampled(now, counts)):
                break
        counts[now.own_index] = [float(now.held[now.own_index] >> rank & 1) for rank in range(RANKS)]
        if not self._infers:
            self._forget(now, counts, dice)
            return [normalize(weights) for weights in counts], spent
        return [normalize([float(count > 0) for count in weights]) for weights in counts], spent

    def _all_ranks_sampled(self, now: Situation, counts: list[RankWeights]) -> bool:
        """Whether every rank that another seat can hold was sampled. More worlds then tell nothing new."""
        return all(
            sum(count > 0 for count in counts[index]) == held.bit_count()
            for index, held in enumerate(now.held)
            if index != now.own_index
        )

    def _ranks_of_world(self, world: JellyState, seat: int) -> list[int]:
        """The rank - 1 of a seat's card in a world; while cards are chosen, of all cards in its hand."""
        faces = self._rules.spec.faces
        if world.choosing:
            return [face.rank - 1 for card, face in enumerate(faces) if world.hands[seat] >> card & 1]
        return [faces[world.drawn[seat]].rank - 1]

    def _forget(self, now: Situation, counts: list[RankWeights], dice: Dice) -> None:
        """A forgotten open card seems as likely as any other rank."""
        for index, held in enumerate(now.held):
            mean = sum(counts[index]) / held.bit_count()
            for rank in range(RANKS):
                if not held >> rank & 1 and index != now.own_index and dice.below(100) >= self._memory:
                    counts[index][rank] = mean

    # Playing, discarding, waiting

    def _act(
        self, view: View, now: Situation, sampled: list[RankWeights], dice: Dice, budget: Budget
    ) -> tuple[Move, tuple[tuple[Move, float], ...], int]:
        allowed = reasonable_verbs(self._rules, view, now)
        table = Equilibrium(now) if self._infers and not now.alone else None
        play_chances, prior = self._rival_model(now, sampled, table)
        may_end = self._race and self._match_may_end(view, now)
        beliefs = update_beliefs(now, prior, play_chances) if table else prior
        by_verb = self._verb_values(view, now, beliefs, play_chances, may_end)
        rounds = 0
        if table is None:
            by_verb["play"] += self._play_bias(now)
            verb = max(allowed, key=lambda word: by_verb[word])
        elif len(allowed) == 1 or _all_ranks_known(now, beliefs):
            verb = max(allowed, key=lambda word: by_verb[word])
        else:
            play_chance = table.play_chances(now.places, now.beat, now.own_index)[now.rank]
            if may_end and len(now.seats) == 2:
                play_chance, rounds = self._solve_for_two(view, now, prior, budget)
            elif may_end:
                play_chance, rounds = self._solve_for_three(view, now, beliefs, budget)
            verb = self._mix_verbs(now, play_chance, by_verb, allowed, dice)
        values = tuple((move, by_verb[move.verb]) for move in view.legal)
        return next(move for move in view.legal if move.verb == verb), values, rounds

    def _rival_model(
        self, now: Situation, sampled: list[RankWeights], table: Equilibrium | None
    ) -> tuple[PlayChances, list[RankWeights]]:
        """The chances with which the others play, and how likely each rank is at the start of the turn."""
        if now.draw == "choose" and not self._whim and not now.alone:
            choices = table or Equilibrium(now)
            sampled = [
                normalize([w * (chance + 0.02) for w, chance in zip(weights, choices.choice_chances(i), strict=True)])
                for i, weights in enumerate(sampled)
            ]
        return table.play_chances if table else lambda places, beat, index: [ASSUMED_PLAY_CHANCE] * RANKS, sampled

    def _verb_values(
        self, view: View, now: Situation, beliefs: list[RankWeights], play_chances: PlayChances, may_end: bool
    ) -> dict[str, float]:
        """The values of "play", "discard" and "wait". Weak levels look at the next beat only."""
        max_waits = now.max_waits if self._infers else 1
        return MoveValues(now, beliefs, play_chances, self._payoff(view, now, may_end), max_waits).by_verb()

    def _mix_verbs(
        self, now: Situation, play_chance: float, values: dict[str, float], allowed: Sequence[str], dice: Dice
    ) -> str:
        """Play with this chance, changed by the style; otherwise wait or discard."""
        rest = "discard" if now.last else "wait"
        if "play" in allowed and rest in allowed:
            if abs(values["play"] - values[rest]) < MAX_STYLE_LOSS_TOKENS and self._style_pull(now):
                play_chance = _shift_chance(play_chance, STYLE_PULL * self._style_pull(now))
            return "play" if dice.random() < play_chance else rest
        return max(allowed, key=lambda word: values[word])

    def _style_pull(self, now: Situation) -> float:
        """How much the style prefers to play: before all others with a low or a high card, or after another."""
        if any(now.places):
            return self._answer
        return self._open_low if now.rank < RANKS - 2 else self._open_high

    def _play_bias(self, now: Situation) -> float:
        """The error of weak levels in the value of "play": too patient with dealt cards, hasty with chosen ones."""
        nerve = abs(self._nerve) * (1 if self._whim else 0.5) if now.draw == "choose" else self._nerve
        return nerve + self._style_pull(now) / 2

    # The race

    def _match_may_end(self, view: View, now: Situation) -> bool:
        """Whether this turn can end the match."""
        tokens: tuple[int, ...] = view.facts["tokens"]
        return max(tokens[seat] for seat in now.active) + len(now.active) >= self._rules.goal

    def _payoff(self, view: View, now: Situation, may_end: bool) -> Payoff:
        if not may_end:
            return token_payoff(now, self._ones, rest_values(now.draw, len(now.active)) if self._infers else None)
        return lambda places, ranks: self._win_chances(view, now, places, ranks)[now.own_index]

    def _win_chances(
        self, view: View, now: Situation, places: tuple[int, ...], ranks: tuple[int, ...]
    ) -> tuple[float, ...]:
        """The chance of each seat in the turn to win the match, after the turn ended like this."""
        tokens: tuple[int, ...] = view.facts["tokens"]
        paid = dict(zip(now.seats, tokens_paid(places, ranks, True), strict=True))
        chances = win_chances(tuple(tokens[seat] + paid.get(seat, 0) for seat in now.active), self._rules.goal)
        return tuple(chances[now.active.index(seat)] for seat in now.seats)

    def _solve_for_two(self, view: View, now: Situation, prior: list[RankWeights], budget: Budget) -> tuple[float, int]:
        def utility(places: tuple[int, int], ranks: tuple[int, int]) -> tuple[float, float]:
            mine, theirs = self._win_chances(view, now, places, ranks)
            return mine, theirs

        solver = TwoPlayerSolver((prior[0], prior[1]), min(self._rules.patience, SOLVER_BEATS), utility)
        rounds = solver.solve(budget.simulations, budget.stop)
        places = (now.places[0], now.places[1])
        return solver.play_chances(now.own_index, places, now.beat)[now.rank], rounds

    def _solve_for_three(
        self, view: View, now: Situation, beliefs: list[RankWeights], budget: Budget
    ) -> tuple[float, int]:
        """A third of the rounds, because each takes longer."""
        def utility(places: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[float, ...]:
            return self._win_chances(view, now, places, ranks)

        solver = ThreePlayerSolver(now.places, beliefs, utility)
        rounds = solver.solve(max(1, budget.simulations // 3), budget.stop)
        return solver.play_chance(now.own_index, now.rank), rounds

    # Choosing a card: JM-15

    def _choose(
        self, view: View, now: Situation, sampled: list[RankWeights], dice: Dice
    ) -> tuple[Move, tuple[tuple[Move, float], ...]]:
        table = Equilibrium(now) if self._infers else None
        play_chances, prior = self._rival_model(now, sampled, table)
        may_end = self._race and self._match_may_end(view, now)
        values = []
        for move in view.legal:
            rank = self._rules.spec.faces[move.card].rank - 1
            by_verb = self._verb_values(view, now.with_rank(rank), prior, play_chances, may_end)
            values.append((move, max(by_verb.values())))
        return self._pick_card(now, values, table, may_end, dice), tuple(values)

    def _pick_card(
        self, now: Situation, values: list[tuple[Move, float]], table: Equilibrium | None, may_end: bool, dice: Dice
    ) -> Move:
        best = max(value for _, value in values)
        if self._whim and len(now.active) == 2:
            return dice.pick([move for move, value in values if value > best - self._whim])
        if dice.random() < self._whim:
            return dice.pick([move for move, value in values if value > best - MAX_WHIM_LOSS_TOKENS])
        table = table or Equilibrium(now)
        ranks = [self._rules.spec.faces[move.card].rank - 1 for move, _ in values]
        shares = [table.choice_chances(now.own_index)[rank] for rank in ranks]
        if may_end or sum(shares) < 0.05:
            pull = WIN_CHANCE_PULL if may_end else 2.0
            shares = [
                (share + 0.05) * math.exp(pull * (value - best))
                for share, (_, value) in zip(shares, values, strict=True)
            ]
        at = dice.random() * sum(shares)
        for (move, _), share in zip(values, shares, strict=True):
            at -= share
            if at < 0:
                return move
        return values[-1][0]


def _shift_chance(chance: float, pull: float) -> float:
    """A chance moved towards 1, or towards 0 for a negative pull. A chance of 0 or 1 moves too."""
    inside = min(0.97, max(0.03, chance))
    return 1 / (1 + (1 - inside) / inside * math.exp(-pull))


def _all_ranks_known(now: Situation, beliefs: Sequence[RankWeights]) -> bool:
    """Whether the cards of all others are known, so that nothing is left to mix or to guess."""
    return all(max(weights) > 0.999 for index, weights in enumerate(beliefs) if index != now.own_index)

