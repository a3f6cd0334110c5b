"""Claims of hints in Face to Face."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.engine.moves import Move
from game.engine.view import View

BACK = 10
MINIMUM = 2
OWN_DRAW = 2
HAND = 6
LARGE_STEP = 5


class Piles(NamedTuple):
    """The tops of both players."""

    up: int
    down: int
    their_up: int
    their_down: int

    def steps(self, number: int) -> list[int]:
        """How far a card would move an own top, for each own pile on which it fits; negative for the trick."""
        found = [number - self.up] if number > self.up or number == self.up - BACK else []
        return found + ([self.down - number] if number < self.down or number == self.down + BACK else [])

    def helps(self, number: int) -> list[int]:
        """How many numbers a card would give back, for each pile of the rival that it makes better."""
        found = [self.their_up - number] if number < self.their_up else []
        return found + ([number - self.their_down] if number > self.their_down else [])

    def after(self, move: Move, number: int) -> Piles:
        name = {"up": "up", "down": "down", "help-up": "their_up", "help-down": "their_down"}[move.verb]
        return self._replace(**{name: number})


class Seen:
    """The cards of a View. Every player has one of each number from 2 to 59."""

    def __init__(self, rules: Any, view: View) -> None:
        facts: Any = view.facts
        self.view, self.rules, self.seat, self.rival = view, rules, view.seat, 1 - view.seat
        self.hand = [self.number(card) for card in view.zones[f"hand {view.seat}"]]
        self.deck = len(view.zones[f"deck {view.seat}"])
        zones = [f"{kind} {seat}" for seat in (self.seat, self.rival) for kind in ("up", "down")]
        self.piles = Piles(*map(self._top, zones))
        self.played, self.helped = int(facts["played"]), bool(facts["helped"])

    def number(self, card: int) -> int:
        return int(self.rules.spec.faces[card].rank)

    def _top(self, zone: str) -> int:
        cards = self.view.zones[zone]
        return self.number(cards[-1]) if cards else (1 if zone.startswith("up") else 60)

    def steps(self) -> list[int]:
        return [step for number in self.hand for step in self.piles.steps(number)]

    def given(self, move: Move) -> int:
        number = self.number(move.card)
        return self.piles.their_up - number if move.verb == "help-up" else number - self.piles.their_down

    def step(self, move: Move) -> int:
        number = self.number(move.card)
        return {"up": number - self.piles.up, "down": self.piles.down - number}.get(move.verb, -1)

    def can_go_on(self, move: Move) -> bool:
        """Whether another card can follow, or none has to because it was the last one."""
        number = self.number(move.card)
        rest, piles = [other for other in self.hand if other != number], self.piles.after(move, number)
        helped = self.helped or move.verb.startswith("help")
        return not (rest or self.deck) or any(piles.steps(n) or (not helped and piles.helps(n)) for n in rest)

    def rival_cards(self) -> list[int]:
        """The numbers that the rival has not played."""
        faces = self.rules.spec.faces
        piles = [self.view.zones[f"{kind} {seat}"] for kind in ("up", "down") for seat in (0, 1)]
        gone = {faces[card].rank for pile in piles for card in pile if faces[card].suit == self.rival}
        return [number for number in range(2, 60) if number not in gone]

    def rival_fits(self) -> list[int]:
        theirs = Piles(self.piles.their_up, self.piles.their_down, self.piles.up, self.piles.down)
        return [number for number in self.rival_cards() if theirs.steps(number)]

    def draws(self, hand: int, helped: bool) -> int:
        """The cards drawn at the end of a turn with this many cards in hand."""
        return min(self.deck, HAND - hand if helped else OWN_DRAW)


def _is_help(move: Move) -> bool:
    return move.verb in ("help-up", "help-down")


def _leaves_second(seen: Seen, move: Move, values: Any) -> bool:
    stuck = [other for other in seen.view.legal if not seen.can_go_on(other)]
    due = seen.played + 1 < MINIMUM and move.card >= 0
    return due and move not in stuck and values["others"] == len(stuck) > 0


def _there_and_back(seen: Seen, move: Move, values: Any) -> int:
    """How far the own pile moves in all by this card and the trick after it; LARGE if there is none."""
    after = seen.piles.after(move, seen.number(move.card))
    trick = values["back"] in seen.hand and values["number"] == seen.number(move.card) and -BACK in (
        after.steps(values["back"])
    )  # fmt: skip
    return seen.step(move) - BACK if trick and move.verb in ("up", "down") else 99


def _smallest_step(seen: Seen, move: Move, values: Any) -> bool:
    steps, own = seen.steps(), seen.step(move)
    smallest = move.verb in ("up", "down") and own == min(steps) > 1 and len(steps) > 1
    return smallest and values["jumped"] == own - 1 and values["number"] == seen.number(move.card)


def _close_pair(seen: Seen, move: Move, values: Any) -> bool:
    first, second = values["number"], values["next"]
    further = {"up": second - first, "down": first - second}.get(move.verb, 0)
    return first == seen.number(move.card) and second in seen.hand and 0 < further <= 3


def _must_help(seen: Seen, move: Move, values: Any) -> bool:
    forced = _is_help(move) and seen.played < MINIMUM and not seen.steps()
    return forced and values["rival"] == seen.rival and values["given"] == seen.given(move)


def _refills(seen: Seen, move: Move, values: Any) -> bool:
    cost = values["rival"] == seen.rival and values["given"] == seen.given(move) if _is_help(move) else False
    least, alone = seen.draws(len(seen.hand) - 1, helped=True), seen.draws(len(seen.hand) - 1, helped=False)
    return cost and values["drawn"] == least > alone == values["alone"]


def _least_help(seen: Seen, move: Move, values: Any) -> bool:
    gifts = sorted(gift for number in seen.hand for gift in seen.piles.helps(number))
    said = values["number"] == seen.number(move.card) and values["rival"] == seen.rival if _is_help(move) else False
    return said and len(gifts) > 1 and values["given"] == seen.given(move) == gifts[0]


def _saves_room(seen: Seen, move: Move, values: Any) -> bool:
    return move.verb == "end" and bool(seen.steps()) and values["jumped"] == min(seen.steps()) - 1 >= LARGE_STEP


def _keeps_them_tight(seen: Seen, move: Move, values: Any) -> bool:
    fit, left = len(seen.rival_fits()), len(seen.rival_cards())
    said = (values["rival"], values["fit"], values["left"]) == (seen.rival, fit, left)
    return _keeps_help(seen, move) and said and 0 < fit <= left / 2


def _leaves_them_stuck(seen: Seen, move: Move, values: Any) -> bool:
    return _keeps_help(seen, move) and values["rival"] == seen.rival and not seen.rival_fits()


def _keeps_help(seen: Seen, move: Move) -> bool:
    return move.verb == "end" and not seen.helped and any(seen.piles.helps(number) for number in seen.hand)


def _drawn(seen: Seen, move: Move, values: Any, helped: bool) -> bool:
    ends = move.verb == "end" and seen.helped == helped
    return ends and values["drawn"] == seen.draws(len(seen.hand), helped) > 0


CLAIMS: dict[str, Any] = {
    "wins": lambda seen, move, values: (
        seen.hand == [values["number"]] and move.card >= 0 and not seen.deck
    ),
    "leaves_second": _leaves_second,
    "trick": lambda seen, move, values: (
        move.verb in ("up", "down")
        and seen.step(move) == -BACK == -values["won"]
        and values["number"] == seen.number(move.card)
    ),
    "leads_to_trick": lambda seen, move, values: -BACK < _there_and_back(seen, move, values) <= 0,
    "round_trip": lambda seen, move, values: 0 < _there_and_back(seen, move, values) == values["jumped"] <= LARGE_STEP,
    "must_help": _must_help,
    "next_number": lambda seen, move, values: seen.step(move) == 1 and values["number"] == seen.number(move.card),
    "smallest_step": _smallest_step,
    "close_pair": _close_pair,
    "refills": _refills,
    "least_help": _least_help,
    "saves_room": _saves_room,
    "leaves_them_stuck": _leaves_them_stuck,
    "keeps_them_tight": _keeps_them_tight,
    "fills": lambda seen, move, values: _drawn(seen, move, values, helped=True),
    "enough": lambda seen, move, values: _drawn(seen, move, values, helped=False) and bool(seen.steps()),
}
AIMS = {
    **dict.fromkeys(("refills", "least_help"), "help"),
    **dict.fromkeys(("leaves_them_stuck", "keeps_them_tight", "smallest_step"), "no help"),
}


def _half(seen: Seen, move: Move, values: Any, high: bool) -> bool:
    numbers = [seen.number(other.card) for other in seen.view.legal]
    return move.zone == values["zone"] and (seen.number(move.card) > (min(numbers) + max(numbers)) / 2) == high


LOOKS: dict[str, Any] = {
    "end": lambda seen, move, values: move.verb == "end" and seen.played >= MINIMUM,
    "pile": lambda seen, move, values: move.zone == values["zone"],
    "high": lambda seen, move, values: _half(seen, move, values, high=True),
    "low": lambda seen, move, values: _half(seen, move, values, high=False),
}


def _keeps_to_turn(seen: Seen, move: Move) -> bool:
    """FF-4 to FF-9: the card fits where it goes, and a turn does not end before its second card."""
    if move.verb == "end":
        return seen.played >= MINIMUM
    number = seen.number(move.card)
    on = {
        "up": number > seen.piles.up or number == seen.piles.up - BACK,
        "down": number < seen.piles.down or number == seen.piles.down + BACK,
        "help-up": number < seen.piles.their_up and not seen.helped,
        "help-down": number > seen.piles.their_down and not seen.helped,
    }
    return number in seen.hand and on[move.verb]


LAWS: dict[str, Any] = {"FF-9": _keeps_to_turn, "FF-11": _keeps_to_turn}


def all_alike(seen: Seen) -> bool:
    return False
