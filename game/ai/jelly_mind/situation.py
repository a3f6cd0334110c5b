"""A turn of Jelly Mind as one seat sees it: who is still in, which ranks they can hold, and the value of each move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from game.ai.jelly_mind.solved_turns import (
    ALL_RANKS,
    RANKS,
    TURNS,
    Holding,
    Node,
    SolvedTurn,
    max_waits_of,
    solved_turn,
)
from game.engine.cards import Seat
from game.engine.view import View
from game.titles.jelly_mind import DISCARDED, JellyMind, winners

RankWeights = list[float]
"""How likely each rank is, by rank - 1."""
PlayChances = Callable[[tuple[int, ...], int, int], Sequence[float]]
"""For places, beat and index of a seat: the chance that it plays in this beat, by rank - 1."""
Payoff = Callable[[tuple[int, ...], tuple[int, ...]], float]
"""For places (0: not played) and ranks - 1 at the end of a turn: its value for the bot."""

UNEXPECTED_SHARE = 0.03
"""The share of random play that is expected of others, so that no play or wait is thought impossible."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What everybody knows about a turn, and the bot's card. Tuples go by index in `seats` where not said otherwise."""

    seats: tuple[Seat, ...]
    """The players who have not discarded in this turn."""
    active: tuple[Seat, ...]
    """The players who still have a part in the match."""
    own_index: int
    """The bot's index in `seats`."""
    held: tuple[Holding, ...]
    """The ranks that each seat can hold."""
    places: tuple[int, ...]
    """The beat in which each seat played, 0 for not yet. Long waits are shortened."""
    beat: int
    """The beat now, the first is 1. Long waits are shortened."""
    max_waits: int
    """Beats of waiting in a row that the table of solved turns tells apart."""
    turn: int
    """The number of the turn since the shuffle, from 0."""
    draw: str
    """The option of the rules: "top" or "choose"."""
    rank: int
    """The rank of the bot's card minus 1; -1 while it is not chosen yet."""

    def with_rank(self, rank: int) -> Situation:
        """The same situation with this card in the bot's hand."""
        return replace(self, rank=rank)

    @property
    def alone(self) -> bool:
        """Whether all others have discarded."""
        return len(self.seats) == 1

    @property
    def last(self) -> bool:
        """Whether all others have played."""
        return all(place for index, place in enumerate(self.places) if index != self.own_index)


def make_situation(rules: JellyMind, view: View) -> Situation:
    """The turn as the seat of the View sees it."""
    facts = view.facts
    active: tuple[Seat, ...] = facts["active"]
    place: tuple[int, ...] = facts["place"]
    choosing = bool(facts["choosing"])
    seats = tuple(seat for seat in active if choosing or place[seat] != DISCARDED)
    max_waits = max_waits_of(max(2, len(seats)), str(rules.options["draw"]), rules.patience)
    beats = (0,) * len(seats) if choosing else tuple(place[seat] for seat in seats)
    places, last = _shorten_waits(beats, max_waits)
    waits = 0 if choosing or sum(not place for place in places) < 2 else facts["idle"]
    own = view.zones[f"drawn {view.seat}"]
    return Situation(
        seats=seats,
        active=active,
        own_index=seats.index(view.seat),
        held=tuple(possible_ranks(rules, view, seat) for seat in seats),
        places=places,
        beat=last + 1 + min(waits, max_waits - 1),
        max_waits=max_waits,
        turn=facts["turns"],
        draw=str(rules.options["draw"]),
        rank=rules.spec.faces[own[0]].rank - 1 if own else -1,
    )


def possible_ranks(rules: JellyMind, view: View, seat: Seat) -> Holding:
    """The ranks that a seat can hold, as everybody knows: all but those that lie open before it."""
    held = ALL_RANKS
    for card in view.zones[f"open {seat}"]:
        held &= ~(1 << (rules.spec.faces[card].rank - 1))
    return held


def _shorten_waits(beats: Sequence[int], max_waits: int) -> tuple[tuple[int, ...], int]:
    """The beats with no wait longer than `max_waits`, and the last of them."""
    short = {0: 0}
    before = 0
    for beat in sorted({beat for beat in beats if beat}):
        short[beat] = short[before] + min(beat - before, max_waits)
        before = beat
    return tuple(short[beat] for beat in beats), short[before]


class Equilibrium:
    """Looks up a situation in the table of solved turns. The table has seats in another order: by ascending holding."""

    def __init__(self, now: Situation) -> None:
        held = now.held
        self._order = sorted(range(len(held)), key=lambda index: held[index])
        self._place_in_order = {index: at for at, index in enumerate(self._order)}
        ordered = tuple(held[index] for index in self._order)
        self.solved_turn: SolvedTurn = solved_turn(now.draw, now.max_waits, now.turn, ordered)

    def play_chances(self, places: tuple[int, ...], beat: int, index: int) -> Sequence[float]:
        """The chance that a seat plays at a node, by rank - 1."""
        node = (tuple(places[i] for i in self._order), beat)
        return self.solved_turn.play_chances[node, self._place_in_order[index]]

    def choice_chances(self, index: int) -> Sequence[float]:
        """The chance that a seat chooses each rank, by rank - 1."""
        return self.solved_turn.choice_chances[self._place_in_order[index]]


def passed_nodes(now: Situation) -> list[Node]:
    """The nodes of the turn before the present one."""
    passed = []
    for beat in range(1, now.beat):
        places = tuple(place if 0 < place < beat else 0 for place in now.places)
        passed.append((places, beat))
    return passed


def update_beliefs(now: Situation, prior: Sequence[RankWeights], play_chances: PlayChances) -> list[RankWeights]:
    """Bayesian update: how likely each seat's ranks are after what everybody played and waited so far."""
    beliefs = [list(weights) for weights in prior]
    for places, beat in passed_nodes(now):
        for index, weights in enumerate(beliefs):
            if places[index]:
                continue
            played = now.places[index] == beat
            for rank, table_chance in enumerate(play_chances(places, beat, index)):
                chance = UNEXPECTED_SHARE / 2 + (1 - UNEXPECTED_SHARE) * table_chance
                weights[rank] *= chance if played else 1 - chance
    return [normalize(weights) for weights in beliefs]


def normalize(weights: Sequence[float]) -> RankWeights:
    """The same weights with the sum 1."""
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def tokens_paid(places: tuple[int, ...], ranks: tuple[int, ...], ones: bool) -> tuple[int, ...]:
    """The tokens that each seat gets at the end of a turn. Without `ones`, a 1 does not beat a 5 (JM-8 is ignored)."""
    played = {index: ranks[index] + 1 for index, place in enumerate(places) if place}
    paid = [0] * len(places)
    for index in winners(played, places, RANKS if ones else RANKS + 1):
        paid[index] = 1 + sum(places[other] > places[index] for other in played)
    return tuple(paid)


class MoveValues:
    """Expected payoff of each move, if the others play with given chances and the bot's later choices are the best.

    `weights` below are the ranks of each seat, with the chance that the turn comes to this node.
    """

    def __init__(
        self,
        now: Situation,
        beliefs: Sequence[RankWeights],
        play_chances: PlayChances,
        payoff: Payoff,
        max_waits: int,
    ) -> None:
        self._now = now
        self._beliefs = beliefs
        self._play_chances = play_chances
        self._payoff = payoff
        self._max_waits = max_waits

    def by_verb(self) -> dict[str, float]:
        """The values of "play", "discard" and "wait" with the bot's card."""
        now = self._now
        start = [list(weights) for weights in self._beliefs]
        start[now.own_index] = [float(rank == now.rank) for rank in range(RANKS)]
        out = self._discard_value(now.places, now.beat, start)
        wait = out if now.last else self._beat_value(now.places, now.beat, start, False)
        return {"play": self._beat_value(now.places, now.beat, start, True), "discard": out, "wait": wait}

    def _discard_value(self, places: tuple[int, ...], beat: int, weights: list[RankWeights]) -> float:
        """The bot discards. The others go on as if it waited to the end."""
        return self._continue_value(places, beat, weights, True)

    def _beat_value(self, places: tuple[int, ...], beat: int, weights: list[RankWeights], plays: bool) -> float:
        """One beat in which the bot plays or waits."""
        now = list(places)
        if plays:
            now[self._now.own_index] = beat
        return self._value_over_replies(places, now, beat, weights, False)

    def _value_over_replies(
        self, places: tuple[int, ...], now: list[int], beat: int, weights: list[RankWeights], out: bool
    ) -> float:
        """The sum over everything that the others can do in this beat. `out`: the bot has discarded."""
        own_index = self._now.own_index
        waiting = [index for index, place in enumerate(places) if not place and index != own_index]
        play_chances = [self._play_chances(places, beat, index) for index in waiting]
        total = 0.0
        for acts in product((True, False), repeat=len(waiting)):
            then = list(now)
            split = list(weights)
            for index, chances, plays in zip(waiting, play_chances, acts, strict=True):
                split[index] = [
                    weight * (chance if plays else 1 - chance)
                    for weight, chance in zip(weights[index], chances, strict=True)
                ]
                if plays:
                    then[index] = beat
            if all(sum(split[index]) > 1e-9 for index in waiting):
                total += self._next_value(places, tuple(then), beat, split, out)
        return total

    def _next_value(
        self, before: tuple[int, ...], places: tuple[int, ...], beat: int, weights: list[RankWeights], out: bool
    ) -> float:
        own_index = self._now.own_index
        undecided = [index for index, place in enumerate(places) if not place and not (out and index == own_index)]
        lone = sum(not place for index, place in enumerate(before) if not (out and index == own_index)) == 1
        idle = places == before and beat - max(places) >= self._max_waits
        if not undecided or lone or idle:
            return self._end_value(places, weights)
        return self._continue_value(places, beat + 1, weights, out)

    def _continue_value(self, places: tuple[int, ...], beat: int, weights: list[RankWeights], out: bool) -> float:
        own_index = self._now.own_index
        if out or places[own_index]:
            if all(place for index, place in enumerate(places) if index != own_index):
                return self._end_value(places, weights)
            return self._value_over_replies(places, list(places), beat, weights, out)
        play = self._beat_value(places, beat, weights, True)
        if all(place for index, place in enumerate(places) if index != own_index):
            return max(play, self._end_value(places, weights))
        return max(play, self._beat_value(places, beat, weights, False))

    def _end_value(self, places: tuple[int, ...], weights: list[RankWeights]) -> float:
        total = 0.0
        choices = [[(rank, w) for rank, w in enumerate(weights[i]) if w] for i in range(len(places))]
        for combo in product(*choices):
            chance = 1.0
            for _, weight in combo:
                chance *= weight
            total += chance * self._payoff(places, tuple(rank for rank, _ in combo))
        return total


def token_payoff(
    now: Situation, ones: bool, rest_values: Mapping[tuple[int, tuple[Holding, ...]], tuple[float, ...]] | None
) -> Payoff:
    """The payoff in tokens: own minus the mean of the others, plus the value of the rest of the shuffle, if known."""
    rivals = len(now.active) - 1

    def pay(places: tuple[int, ...], ranks: tuple[int, ...]) -> float:
        paid = tokens_paid(places, ranks, ones)
        own = paid[now.own_index]
        value = own - (sum(paid) - own) / rivals
        if rest_values is None or now.turn + 1 >= TURNS or len(now.seats) < len(now.active):
            return value
        left = [h & ~(1 << ranks[i]) if places[i] else h for i, h in enumerate(now.held)]
        order = sorted(range(len(left)), key=lambda index: left[index])
        return value + rest_values[now.turn + 1, tuple(left[i] for i in order)][order.index(now.own_index)]

    return pay
