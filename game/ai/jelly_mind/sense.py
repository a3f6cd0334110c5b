"""Jelly Mind's common sense: what is certain from what lies open, and what nobody at the table would do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from game.ai.jelly_mind.book import RANKS, ranks_in
from game.ai.jelly_mind.turn import Situation, took
from game.engine.view import View
from game.titles.jelly_mind import JellyMind


def sure_win(now: Situation) -> bool:
    """The own card, played now, wins or shares whatever the others hold, and whoever of them plays."""
    return all(_results(now))


def sure_loss(now: Situation) -> bool:
    """The own card, played now, cannot win against what has been played, whoever else plays."""
    return any(now.places) and not any(_results(now))


def _results(now: Situation) -> Iterator[int]:
    """What the own card could be paid, for all cards of the others and all that the undecided could do."""
    others = [index for index in range(len(now.seats)) if index != now.me]
    when = [(now.places[index],) if now.places[index] else (0, now.beat, now.beat + 1) for index in others]
    for beats in product(*when):
        places = [now.beat] * len(now.seats)
        for index, beat in zip(others, beats, strict=True):
            places[index] = beat
        for cards in product(*(ranks_in(now.held[index]) for index in others)):
            ranks = [now.rank] * len(now.seats)
            for index, rank in zip(others, cards, strict=True):
                ranks[index] = rank
            yield took(tuple(places), tuple(ranks), True)[now.me]


def sensible(rules: JellyMind, view: View, now: Situation) -> list[str]:
    """The verbs that are not absurd; there is always one."""
    if now.alone:
        return ["play"]
    wins = sure_win(now)
    if now.last:
        if wins:
            return ["play"]
        return ["discard"] if sure_loss(now) else ["play", "discard"]
    standoff = view.facts["idle"] + 1 >= rules.patience
    if wins:
        return ["play"] if standoff else ["play", "wait"]
    if sure_loss(now):
        return ["discard", "wait"]
    if not any(now.places) and now.rank >= RANKS - 2:
        return ["play", "wait"]
    return ["play", "discard", "wait"]
