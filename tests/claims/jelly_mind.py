"""Claims of hints in Jelly Mind."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from game.engine.moves import Move
from game.engine.view import View

ONE, FIVE = 1, 5
DISCARDED = -1


def wins(played: Mapping[int, tuple[int, int]], me: int) -> bool:
    """JM-8 and JM-9: seats with the rank and the moment of their card. Does this one win, alone or with others?"""
    topped = any(rank == FIVE for rank, _ in played.values())
    order = {seat: (FIVE + 1 if topped and rank == ONE else rank, when) for seat, (rank, when) in played.items()}
    return order[me] == max(order.values())


class Seen:
    """The cards and places of a View."""

    def __init__(self, rules: Any, view: View) -> None:
        facts: Any = view.facts
        self.view, self.rules, self.facts, self.seat = view, rules, facts, view.seat
        self.choosing = bool(facts["choosing"])
        self.now = int(facts["beat"])
        rivals = [seat for seat in facts["active"] if seat != view.seat]
        self.place = {seat: 0 if self.choosing else int(facts["place"][seat]) for seat in rivals}
        self.rivals = [seat for seat in rivals if self.place[seat] != DISCARDED]
        self.played = [seat for seat in self.rivals if self.place[seat] > 0]
        self.undecided = [seat for seat in self.rivals if self.place[seat] == 0]
        self.last_wait = int(facts["idle"]) + 1 >= rules.options["patience"]

    def rank(self, move: Move) -> int:
        card = move.card if self.choosing else self.view.zones[f"drawn {self.seat}"][0]
        return int(self.rules.spec.faces[card].rank)

    def ranks(self, seat: int) -> list[int]:
        """The ranks that a player may hold: all but the open ones."""
        shown = {self.rules.spec.faces[card].rank for card in self.view.zones[f"open {seat}"]}
        return [rank for rank in range(ONE, FIVE + 1) if rank not in shown]

    def outcomes(self, rank: int) -> set[bool]:
        """Whether a card wins that is played now, over all that the others can hold and do."""
        found = set()
        times = [(self.place[seat],) if self.place[seat] else (0, self.now, self.now + 1) for seat in self.rivals]
        for whens in product(*times):
            for cards in product(*(self.ranks(seat) for seat in self.rivals)):
                rows = zip(self.rivals, cards, whens, strict=True)
                table = {seat: (card, when) for seat, card, when in rows if when}
                found.add(wins(table | {self.seat: (rank, self.now)}, self.seat))
        return found

    def beaten(self, rank: int) -> tuple[int, int]:
        """How many of the cards that the others may hold lose alone against this one, however late they are played."""
        duels = [
            wins({seat: (card, self.place[seat] or self.now + 1), self.seat: (rank, self.now)}, self.seat)
            for seat in self.rivals
            for card in self.ranks(seat)
        ]
        return sum(duels), len(duels)


def _beats(seen: Seen, move: Move, values: Any, low: float, high: float, verbs: tuple[str, ...]) -> bool:
    """Whether the counts are right and their share lies above `low` and is at most `high`."""
    rank = seen.rank(move)
    count, total = seen.beaten(rank)
    counted = (values["rank"], values["count"], values["all"]) == (rank, count, total)
    return move.verb in verbs and counted and low < count / max(total, 1) <= high


def _tie(seen: Seen, move: Move, seats: list[int], values: Any) -> bool:
    rank = seen.rank(move)
    return values["rank"] == rank and any(rank in seen.ranks(seat) for seat in seats)


CARD_VERBS = ("play", "choose")
CLAIMS: dict[str, Any] = {
    "alone": lambda seen, move, values: move.verb == "play" and not seen.rivals and values["rank"] == seen.rank(move),
    "unbeatable": lambda seen, move, values: (
        move.verb in CARD_VERBS
        and bool(seen.rivals)
        and seen.outcomes(seen.rank(move)) == {True}
        and values["rank"] == seen.rank(move)
    ),
    "beaten": lambda seen, move, values: (
        move.verb == "discard" and seen.outcomes(seen.rank(move)) == {False} and values["rank"] == seen.rank(move)
    ),
    "last_word": lambda seen, move, values: (
        move.verb == "play" and bool(seen.played) and not seen.undecided and _tie(seen, move, seen.played, values)
    ),
    "one_beats_five": lambda seen, move, values: (
        move.verb in CARD_VERBS
        and seen.rank(move) == ONE
        and [*values["seats"]] == [seat for seat in seen.rivals if FIVE in seen.ranks(seat)] != []
    ),
    "no_one_left": lambda seen, move, values: (
        move.verb in CARD_VERBS
        and seen.rank(move) == FIVE
        and not any(ONE in seen.ranks(seat) for seat in seen.rivals)
        and any(FIVE in seen.ranks(seat) for seat in seen.undecided)
    ),
    "standoff": lambda seen, move, values: move.verb == "play" and bool(seen.undecided) and seen.last_wait,
    "no_gift": lambda seen, move, values: move.verb == "discard" and values["played"] == len(seen.played) > 0,
    "let_come": lambda seen, move, values: (
        move.verb == "wait" and bool(seen.undecided) and not seen.last_wait and _tie(seen, move, seen.rivals, values)
    ),
    "no_loss": lambda seen, move, values: (
        move.verb == "wait" and bool(seen.undecided) and not seen.played and seen.last_wait
    ),
    "see_first": lambda seen, move, values: move.verb == "wait" and bool(seen.undecided) and not seen.last_wait,
    "goal_near": lambda seen, move, values: (
        move.verb == "play"
        and [*values["seats"]] == [s for s in seen.rivals if seen.facts["tokens"][s] >= seen.rules.goal - 1] != []
    ),
    "only_five": lambda seen, move, values: move.verb == "discard" and seen.rank(move) == ONE and bool(seen.rivals),
    "beats_most": lambda seen, move, values: _beats(seen, move, values, 0.5, 1.0, CARD_VERBS),
    "beats_some": lambda seen, move, values: (
        _beats(seen, move, values, 0.0, 0.5, CARD_VERBS)
        and (move.verb == "choose" or bool(seen.played) or seen.rank(move) in (4, 5))
    ),
    "bluff": lambda seen, move, values: (
        _beats(seen, move, values, 0.0, 0.5, ("play",))
        and seen.rank(move) in (1, 2, 3)
        and not seen.played
        and bool(seen.undecided)
    ),
    "beats_few": lambda seen, move, values: _beats(seen, move, values, 0.0, 0.5, ("discard",)),
    "keeps_better": lambda seen, move, values: (
        move.verb == "choose"
        and values["rank"] == seen.rank(move) == min(map(seen.rank, seen.view.legal))
        and seen.facts["turns"] < 2
    ),
    "first": lambda seen, move, values: (
        move.verb == "play" and not seen.played and bool(seen.undecided) and values["rank"] == seen.rank(move)
    ),
}
AIMS: dict[str, str] = {}
"""Reasons of one verb never speak against each other."""


def _half(seen: Seen, move: Move, high: bool) -> bool:
    ranks = [seen.rank(other) for other in seen.view.legal]
    return (seen.rank(move) > (min(ranks) + max(ranks)) / 2) == high


LOOKS: dict[str, Any] = {
    "high": lambda seen, move, values: _half(seen, move, high=True),
    "low": lambda seen, move, values: _half(seen, move, high=False),
    "watch": lambda seen, move, values: move.verb == "wait" and [*values["seats"]] == seen.undecided != [],
    "decide": lambda seen, move, values: move.verb in ("play", "discard") and values["rank"] == seen.rank(move),
}


def _acts(seen: Seen, move: Move) -> bool:
    return move.verb in ("play", "discard", "wait") and seen.facts["place"][seen.seat] == 0


LAWS: dict[str, Any] = {
    "JM-4": _acts,
    "JM-6": lambda seen, move: _acts(seen, move) and seen.last_wait,
    "JM-15": lambda seen, move: move.verb == "choose" and move.card in seen.view.zones[f"hand {seen.seat}"],
}


def all_alike(seen: Seen) -> bool:
    return False
