"""Sure wins and losses in Jelly Mind, proved by the open cards, and the moves that are left without clear mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from game.ai.jelly_mind.situation import Situation, tokens_paid
from game.ai.jelly_mind.solved_turns import RANKS, ranks_in
from game.engine.view import View
from game.titles.jelly_mind import JellyMind


def sure_win(now: Situation) -> bool:
    """Whether the bot's card, played now, wins or shares against all cards and all moves of the others."""
    return all(_possible_payments(now))


def sure_loss(now: Situation) -> bool:
    """Whether the bot's card, played now, cannot win, for all cards and all moves of the others."""
    return any(now.places) and not any(_possible_payments(now))


def _possible_payments(now: Situation) -> Iterator[int]:
    """The tokens for the bot's card, played now, for each combination of cards and moves of the others."""
    others = [index for index in range(len(now.seats)) if index != now.own_index]
    when = [(now.places[index],) if now.places[index] else (0, now.beat, now.beat + 1) for index in others]
    for beats in product(*when):
        places = [now.beat] * len(now.seats)
        for index, beat in zip(others, beats, strict=True):
            places[index] = beat
        for cards in product(*(ranks_in(now.held[index]) for index in others)):
            ranks = [now.rank] * len(now.seats)
            for index, rank in zip(others, cards, strict=True):
                ranks[index] = rank
            yield tokens_paid(tuple(places), tuple(ranks), True)[now.own_index]


def reasonable_verbs(rules: JellyMind, view: View, now: Situation) -> list[str]:
    """The verbs that are no clear mistake. There is always at least one."""
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
