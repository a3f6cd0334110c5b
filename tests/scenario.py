"""Scenarios for tests of rules: given deals, moves by their text, and what can be seen afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.data import catalog
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.events import Event
from game.engine.guess import Guesser
from game.engine.match import Match, Player
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.state import DEAL, State
from game.engine.view import View

DealData = Mapping[str, Any]
"""A deal in the form of records."""


class Scenario:
    """A match whose first deals are given. Later deals come from the dice."""

    def __init__(
        self,
        title: str,
        seats: int,
        deals: Iterable[DealData] = (),
        options: Mapping[str, Value] | None = None,
        first: Seat | None = None,
        seed: int = 1,
    ) -> None:
        self.rules = catalog.rules(title, options)
        self.match = Match(self.rules, [Player(f"P{seat}") for seat in range(seats)], Dice(seed), first)
        self._deals = list(deals)
        self.events: list[Event] = []
        self._run_steps_and_deals()

    def _run_steps_and_deals(self) -> None:
        while self._deals and self.match.state.due:
            self.events += self.match.run_steps()
            if self.match.state.due == DEAL:
                deal = self.rules.read_deal(self.match.state, self._deals.pop(0))
                self.events += self.match.take_deal(deal)
        self.events += self.match.run_steps_and_deals()

    def play(self, *moves: str) -> Scenario:
        """Make moves written as "SEAT MOVE": play("0 green 7", "1 green 12"). IllegalMove for an illegal one."""
        for words in moves:
            seat, text = words.split(" ", 1)
            self.events += self.match.make_move(int(seat), self.rules.book(int(seat)).read(text))
            self._run_steps_and_deals()
        return self

    def legal(self, seat: Seat) -> list[str]:
        return [move.text for move in self.match.legal(seat)]

    def zone(self, name: str) -> list[str]:
        """The names of the true cards of a place."""
        return [self.rules.name(card) for card in self.match.picture.zones[name]]

    def seen(self, seat: Seat, name: str) -> list[str]:
        """The names of the cards of a place as that seat sees them; "?" is a hidden card."""
        cards = self.view(seat).zones[name]
        return ["?" if card == HIDDEN else self.rules.name(card) for card in cards]

    def view(self, seat: Seat) -> View:
        return self.match.view(seat)

    def fact(self, name: str) -> Any:
        return self.match.picture.facts[name]

    def first_deal(self) -> dict[str, Any]:
        """The first deal in the form of records."""
        written = self.match.log[0].deal_data
        assert written is not None
        return written

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return self.match.deciders

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.match.standings.winners

    @property
    def scores(self) -> tuple[int, ...] | None:
        return self.match.standings.scores


def card_names(words: str) -> list[str]:
    """"green 1 2 3, blue 12" as a list of card names."""
    names = []
    for group in filter(None, (part.strip() for part in words.split(","))):
        suit, *ranks = group.split()
        names += [f"{suit} {rank}" for rank in ranks]
    return names


def all_cards(title: str) -> list[str]:
    return [face.name for face in catalog.spec(title).faces]


def marshmallow_deal(dealer: Seat, *hands: str, spare: Sequence[str] = ()) -> DealData:
    """Hands written as for `card_names`. Each is filled up to 12 with cards that are left; `spare` cards come last."""
    given = [card_names(hand) for hand in hands]
    taken = {name for hand in given for name in hand}
    free = [name for name in all_cards("marshmallow_test") if name not in taken and name not in spare]
    free += [name for name in spare if name not in taken]
    for hand in given:
        while len(hand) < 12:
            hand.append(free.pop(0))
    return {"dealer": dealer, "hands": given}


def face_deal(starter: Seat, gold: Sequence[int], silver: Sequence[int]) -> DealData:
    """The first cards of each deck, top first. The rest follows in rising order."""
    decks = [[*top, *(n for n in range(2, 60) if n not in top)] for top in (gold, silver)]
    return {"starter": starter, "decks": decks}


def jelly_deal(*tops: Sequence[int] | None) -> DealData:
    """The first cards of each deck, top first; None for a seat that is not in sudden death."""
    return {
        "decks": [None if top is None else [*top, *(n for n in range(1, 6) if n not in top)] for top in tops]
    }


def mochi_deal(
    starter: Seat, pair: str, *hands: str, deck: str = "", value: str = "+", reserved: Sequence[str] = ()
) -> DealData:
    """The pair, hands (filled up to 7) and first cards of the draw pile as for `card_names`, and the reserved cards."""
    given = [card_names(hand) for hand in hands]
    top, main = card_names(deck), card_names(pair)
    taken = {*main, *top, *reserved, *(name for hand in given for name in hand)}
    free = [name for name in all_cards("happy_mochi") if name not in taken]
    for hand in given:
        while len(hand) < 7:
            hand.append(free.pop(0))
    return {"starter": starter, "value": value, "hands": given, "pair": main, "deck": [*top, *free]}


def guess_world(rules: Rules[Any], view: View, dice: Dice) -> State:
    """A State that fits a View."""
    return Guesser(rules, view).guess_world(dice)
