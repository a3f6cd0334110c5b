"""One turn of Jelly Mind as one seat sees it: who is still in, who could hold what, and what a move is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from game.ai.jelly_mind.book import FULL, RANKS, TURNS, Holding, Node, Solved, reach_of, solved
from game.engine.cards import Seat
from game.engine.view import View
from game.titles.jelly_mind import DISCARDED, JellyMind, winners

Weights = list[float]
"""How likely each rank is, by rank - 1."""
Odds = Callable[[tuple[int, ...], int, int], Sequence[float]]
"""Places, beat and index: how often that one plays now, by rank - 1."""
Pay = Callable[[tuple[int, ...], tuple[int, ...]], float]
"""Places (0: not played) and ranks - 1 of those who are in: what that is worth to the thinker."""

SURPRISE = 0.03
"""So much of everything is expected of others even where the table says never."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is public about a turn, and the own card. Those who discarded are out; the others are counted by index."""

    seats: tuple[Seat, ...]
    """Who is still in."""
    active: tuple[Seat, ...]
    me: int
    """The thinker's index among `seats`."""
    held: tuple[Holding, ...]
    places: tuple[int, ...]
    beat: int
    reach: int
    turn: int
    draw: str
    rank: int
    """Of the own card, less one; -1 while it is not chosen yet."""

    @property
    def node(self) -> Node:
        return self.places, self.beat

    def holding(self, rank: int) -> Situation:
        """The same with this card."""
        return replace(self, rank=rank)

    @property
    def alone(self) -> bool:
        return len(self.seats) == 1

    @property
    def last(self) -> bool:
        """Nobody else has to decide."""
        return all(place for index, place in enumerate(self.places) if index != self.me)


def situation(rules: JellyMind, view: View) -> Situation:
    facts = view.facts
    active: tuple[Seat, ...] = facts["active"]
    place: tuple[int, ...] = facts["place"]
    choosing = bool(facts["choosing"])
    seats = tuple(seat for seat in active if choosing or place[seat] != DISCARDED)
    reach = reach_of(max(2, len(seats)), str(rules.options["draw"]), rules.patience)
    beats = (0,) * len(seats) if choosing else tuple(place[seat] for seat in seats)
    places, last = _clamped(beats, reach)
    waits = 0 if choosing or sum(not place for place in places) < 2 else facts["idle"]
    own = view.zones[f"drawn {view.seat}"]
    return Situation(
        seats=seats,
        active=active,
        me=seats.index(view.seat),
        held=tuple(holding(rules, view, seat) for seat in seats),
        places=places,
        beat=last + 1 + min(waits, reach - 1),
        reach=reach,
        turn=facts["turns"],
        draw=str(rules.options["draw"]),
        rank=rules.spec.faces[own[0]].rank - 1 if own else -1,
    )


def holding(rules: JellyMind, view: View, seat: Seat) -> Holding:
    """What anybody knows a seat could hold: all but what lies open before it."""
    held = FULL
    for card in view.zones[f"open {seat}"]:
        held &= ~(1 << (rules.spec.faces[card].rank - 1))
    return held


def _clamped(beats: Sequence[int], reach: int) -> tuple[tuple[int, ...], int]:
    """Beats with long waits shortened to what the table tells apart, and the last of them."""
    short = {0: 0}
    before = 0
    for beat in sorted({beat for beat in beats if beat}):
        short[beat] = short[before] + min(beat - before, reach)
        before = beat
    return tuple(short[beat] for beat in beats), short[before]


class Equilibrium:
    """What the table says for a situation, whatever the order of its seats."""

    def __init__(self, now: Situation) -> None:
        held = now.held
        self._order = sorted(range(len(held)), key=lambda index: held[index])
        self._rank_of = {index: at for at, index in enumerate(self._order)}
        self.solved: Solved = solved(now.draw, now.reach, now.turn, tuple(held[index] for index in self._order))

    def odds(self, places: tuple[int, ...], beat: int, index: int) -> Sequence[float]:
        node = (tuple(places[i] for i in self._order), beat)
        return self.solved.odds[node, self._rank_of[index]]

    def choice(self, index: int) -> Sequence[float]:
        return self.solved.choice[self._rank_of[index]]


def history(now: Situation) -> list[Node]:
    """The nodes that were passed on the way here."""
    passed = []
    for beat in range(1, now.beat):
        places = tuple(place if 0 < place < beat else 0 for place in now.places)
        passed.append((places, beat))
    return passed


def inferred(now: Situation, prior: Sequence[Weights], odds: Odds) -> list[Weights]:
    """What playing and waiting so far tell of everybody's card."""
    beliefs = [list(weights) for weights in prior]
    for places, beat in history(now):
        for index, weights in enumerate(beliefs):
            if places[index]:
                continue
            played = now.places[index] == beat
            for rank, often in enumerate(odds(places, beat, index)):
                chance = SURPRISE / 2 + (1 - SURPRISE) * often
                weights[rank] *= chance if played else 1 - chance
    return [shared(weights) for weights in beliefs]


def shared(weights: Sequence[float]) -> Weights:
    """The same with sum 1."""
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def took(places: tuple[int, ...], ranks: tuple[int, ...], ones: bool) -> tuple[int, ...]:
    """Tokens for everybody who is in; without `ones` a 1 is just the lowest card."""
    played = {index: ranks[index] + 1 for index, place in enumerate(places) if place}
    paid = [0] * len(places)
    for index in winners(played, places, RANKS if ones else RANKS + 1):
        paid[index] = 1 + sum(places[other] > places[index] for other in played)
    return tuple(paid)


class Worth:
    """What moves are worth against others who play by given odds; one's own later choices are the best ones."""

    def __init__(self, now: Situation, beliefs: Sequence[Weights], odds: Odds, pay: Pay, reach: int) -> None:
        self._now = now
        self._beliefs = beliefs
        self._odds = odds
        self._pay = pay
        self._reach = reach

    def moves(self) -> dict[str, float]:
        """Play, discard and wait with the own card."""
        now = self._now
        start = [list(weights) for weights in self._beliefs]
        start[now.me] = [float(rank == now.rank) for rank in range(RANKS)]
        out = self._out(now.places, now.beat, start)
        wait = out if now.last else self._step(now.places, now.beat, start, False)
        return {"play": self._step(now.places, now.beat, start, True), "discard": out, "wait": wait}

    def _out(self, places: tuple[int, ...], beat: int, weights: list[Weights]) -> float:
        """Discarding: the others go on as if one waited to the end."""
        return self._go_on(places, beat, weights, True)

    def _step(self, places: tuple[int, ...], beat: int, weights: list[Weights], plays: bool) -> float:
        """One beat in which the thinker plays or waits."""
        now = list(places)
        if plays:
            now[self._now.me] = beat
        return self._others(places, now, beat, weights, False)

    def _others(
        self, places: tuple[int, ...], now: list[int], beat: int, weights: list[Weights], out: bool
    ) -> float:
        """All the ways the others may act in this beat."""
        me = self._now.me
        waiting = [index for index, place in enumerate(places) if not place and index != me]
        odds = [self._odds(places, beat, index) for index in waiting]
        total = 0.0
        for acts in product((True, False), repeat=len(waiting)):
            then = list(now)
            split = list(weights)
            for index, often, plays in zip(waiting, odds, acts, strict=True):
                split[index] = [
                    weight * (chance if plays else 1 - chance)
                    for weight, chance in zip(weights[index], often, strict=True)
                ]
                if plays:
                    then[index] = beat
            if all(sum(split[index]) > 1e-9 for index in waiting):
                total += self._next(places, tuple(then), beat, split, out)
        return total

    def _next(
        self, before: tuple[int, ...], places: tuple[int, ...], beat: int, weights: list[Weights], out: bool
    ) -> float:
        me = self._now.me
        undecided = [index for index, place in enumerate(places) if not place and not (out and index == me)]
        lone = sum(not place for index, place in enumerate(before) if not (out and index == me)) == 1
        idle = places == before and beat - max(places) >= self._reach
        if not undecided or lone or idle:
            return self._ended(places, weights)
        return self._go_on(places, beat + 1, weights, out)

    def _go_on(self, places: tuple[int, ...], beat: int, weights: list[Weights], out: bool) -> float:
        me = self._now.me
        if out or places[me]:
            if all(place for index, place in enumerate(places) if index != me):
                return self._ended(places, weights)
            return self._others(places, list(places), beat, weights, out)
        play = self._step(places, beat, weights, True)
        if all(place for index, place in enumerate(places) if index != me):
            return max(play, self._ended(places, weights))
        return max(play, self._step(places, beat, weights, False))

    def _ended(self, places: tuple[int, ...], weights: list[Weights]) -> float:
        total = 0.0
        choices = [[(rank, w) for rank, w in enumerate(weights[i]) if w] for i in range(len(places))]
        for combo in product(*choices):
            chance = 1.0
            for _, weight in combo:
                chance *= weight
            total += chance * self._pay(places, tuple(rank for rank, _ in combo))
        return total


def linear(
    now: Situation, ones: bool, later: Mapping[tuple[int, tuple[Holding, ...]], tuple[float, ...]] | None
) -> Pay:
    """Tokens, own minus the mean of the others, and (if known) what the rest of the shuffle is then worth."""
    rivals = len(now.active) - 1

    def pay(places: tuple[int, ...], ranks: tuple[int, ...]) -> float:
        paid = took(places, ranks, ones)
        own = paid[now.me]
        value = own - (sum(paid) - own) / rivals
        if later is None or now.turn + 1 >= TURNS or len(now.seats) < len(now.active):
            return value
        left = [h & ~(1 << ranks[i]) if places[i] else h for i, h in enumerate(now.held)]
        order = sorted(range(len(left)), key=lambda index: left[index])
        return value + later[now.turn + 1, tuple(left[i] for i in order)][order.index(now.me)]

    return pay
