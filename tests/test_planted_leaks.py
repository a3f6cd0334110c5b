"""Leaks planted on purpose, each in a place where a tired programmer could leave one. All must be caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from game.data import catalog
from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Decided, Event, Moved, Sealed, events_for
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.spec import Value
from game.engine.state import Picture, Plain, State
from game.engine.view import View, make_view
from game.titles import TITLES
from game.titles.face_to_face import FaceState, FaceToFace
from game.titles.happy_mochi import HappyMochi, MochiState
from game.titles.jelly_mind import JellyMind, JellyState
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest
from tests.test_twin_worlds import moments
from tests.twins import Leak, Look, Tell, Witness, compare_with_twin


def also(picture: Picture, **facts: Plain) -> Picture:
    picture.facts.update(facts)
    return picture


class HandInAFact(MarshmallowTest):
    def show(self, state: MarshmallowState) -> Picture:
        return also(super().show(state), strength=tuple(hand % 97 for hand in state.hands))


class AsideInAFact(MarshmallowTest):
    def show(self, state: MarshmallowState) -> Picture:
        return also(super().show(state), asleep=state.aside.bit_length())


class StepNamedByAHiddenCard(MarshmallowTest):
    """The sweep has another name when the next player could win back the lead."""

    def play(self, state: MarshmallowState, seat: Seat, move: Move, dice: Dice | None) -> None:
        super().play(state, seat, move, None)
        if state.due == "sweep" and state.hands[(seat + 1) % state.seats] % 2:
            self.steps["sweep again"] = self._sweep
            state.due = "sweep again"
        self.settle(state, dice)


class GuessForgetsVoids(MarshmallowTest):
    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        return {}


class LegalMovesHint(FaceToFace):
    """The order of the own legal moves depends on the other hand."""

    def legal(self, state: FaceState, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return moves[::-1] if state.hands[1 - seat] % 3 else moves


class NextCardOfTheDeck(FaceToFace):
    """The dice's next word: which card will be drawn."""

    def show(self, state: FaceState) -> Picture:
        return also(super().show(state), coming=tuple(deck[-1] if deck else 0 for deck in state.decks))


class StuckSoon(FaceToFace):
    def show(self, state: FaceState) -> Picture:
        return also(super().show(state), trouble=tuple(self.can_play(state, seat) for seat in (0, 1)))


class DiscardByRank(JellyMind):
    def show(self, state: JellyState) -> Picture:
        ranks = tuple(tuple(self._rank[card] for card in gone) for gone in state.gone)
        return also(super().show(state), gone=ranks)


class SealInAFact(JellyMind):
    def show(self, state: JellyState) -> Picture:
        return also(super().show(state), log=tuple(move.text if move else "" for move in state.sealed))


class ImpatientWithHighCards(JellyMind):
    """Whoever holds a high card is no longer waited for."""

    def show(self, state: JellyState) -> Picture:
        high = any(card >= 0 and self._rank[card] == 5 for card in state.drawn)
        return also(super().show(state), hurry=high)


class PointsOnTheWay(HappyMochi):
    def show(self, state: MochiState) -> Picture:
        sums = tuple(sum(self.pair_rule.digit[card] for card in hand) for hand in state.hands)
        return also(super().show(state), danger=sums)


class SortedHands(HappyMochi):
    def show(self, state: MochiState) -> Picture:
        return also(super().show(state), sorted=tuple(hand == sorted(hand) for hand in state.hands))


class EffectsOfHiddenCards(HappyMochi):
    def show(self, state: MochiState) -> Picture:
        return also(super().show(state), marked=tuple(self.effect_of[hand[0]] if hand else "" for hand in state.hands))


class GuessForgetsShuffles(HappyMochi):
    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        return {}


def tell_all_moves(events: Iterable[Event], seat: Seat) -> list[Event]:
    """Secret choices are announced in full."""
    return [e if isinstance(e, Decided) else events_for([e], seat)[0] for e in events]


def tell_all_cards(events: Iterable[Event], seat: Seat) -> list[Event]:
    return [e if isinstance(e, Moved) else events_for([e], seat)[0] for e in events]


def tell_all_seals(events: Iterable[Event], seat: Seat) -> list[Event]:
    return [e if isinstance(e, Sealed) else events_for([e], seat)[0] for e in events]


def tell_by_card(events: Iterable[Event], seat: Seat) -> list[Event]:
    """Hidden cards stay hidden, but they are told of in the order of what they are."""
    events = list(events)
    cards = sorted((e for e in events if isinstance(e, Moved)), key=lambda e: (e.card % 7, e.card))
    return events_for([cards.pop(0) if isinstance(e, Moved) else e for e in events], seat)


def look_through_seals(rules: Rules[Any], state: State, seat: Seat) -> View:
    seals = rules.show(state).sealed
    seen = make_view(rules, state, seat)
    return replace(seen, facts={**seen.facts, "sealed": tuple(move and move.text for move in seals)})


def look_at_the_true_order(rules: Rules[Any], state: State, seat: Seat) -> View:
    """Which of the hidden cards is the highest: no card is named, and yet."""
    seen = make_view(rules, state, seat)

    def highest(cards: tuple[Card, ...]) -> int:
        return cards.index(max(cards)) if cards else -1

    peaks = tuple(highest(cards) for cards in rules.show(state).zones.values())
    return replace(seen, facts={**seen.facts, "peaks": peaks})


@dataclass(frozen=True)
class Plant:
    rules: type[Rules[Any]]
    seats: int
    options: dict[str, Value]
    tell: Tell = events_for
    look: Look = make_view


CHOOSE: dict[str, Value] = {"draw": "choose"}
PLANTS: dict[str, Plant] = {
    "hand in a fact": Plant(HandInAFact, 3, {}),
    "aside in a fact": Plant(AsideInAFact, 3, {}),
    "step named by a hidden card": Plant(StepNamedByAHiddenCard, 4, {}),
    "guess forgets voids": Plant(GuessForgetsVoids, 4, {}),
    "legal moves hint": Plant(LegalMovesHint, 2, {}),
    "next card of the deck": Plant(NextCardOfTheDeck, 2, {}),
    "stuck soon": Plant(StuckSoon, 2, {}),
    "discard by rank": Plant(DiscardByRank, 3, {}),
    "seal in a fact": Plant(SealInAFact, 3, {}),
    "impatient with high cards": Plant(ImpatientWithHighCards, 2, {}),
    "points on the way": Plant(PointsOnTheWay, 3, {}),
    "sorted hands": Plant(SortedHands, 3, {}),
    "effects of hidden cards": Plant(EffectsOfHiddenCards, 4, {}),
    "guess forgets shuffles": Plant(GuessForgetsShuffles, 4, {}),
    "secret choice announced": Plant(JellyMind, 3, CHOOSE, tell=tell_all_moves),
    "cards announced": Plant(MarshmallowTest, 4, {}, tell=tell_all_cards),
    "drawn card announced": Plant(HappyMochi, 3, {}, tell=tell_all_cards),
    "seals announced": Plant(JellyMind, 2, {}, tell=tell_all_seals),
    "told in the order of the cards": Plant(FaceToFace, 2, {}, tell=tell_by_card),
    "seals in the view": Plant(JellyMind, 3, {}, look=look_through_seals),
    "peaks in the view": Plant(HappyMochi, 2, {}, look=look_at_the_true_order),
}


def caught(plant: Plant, matches: int) -> bool:
    title = next(name for name, rules in TITLES.items() if issubclass(plant.rules, rules))
    for seed in range(matches):
        rules = plant.rules(catalog.spec(title), plant.options)
        dice = Dice("plant", title, seed)
        match = Match(rules, [Player(str(seat)) for seat in range(plant.seats)], Dice("match", seed))
        for moment in moments(match, dice, moves=400):
            for seat in range(plant.seats):
                try:
                    compare_with_twin(Witness(moment, seat, plant.tell, plant.look), dice)
                except (Leak, IllegalMove):
                    return True
    return False


@pytest.mark.parametrize("name", PLANTS)
def test_planted_leak_is_caught(name: str) -> None:
    assert caught(PLANTS[name], matches=60)


SOUND: dict[str, Callable[[], Plant]] = {
    "marshmallow_test": lambda: Plant(MarshmallowTest, 4, {}),
    "face_to_face": lambda: Plant(FaceToFace, 2, {}),
    "jelly_mind": lambda: Plant(JellyMind, 3, CHOOSE),
    "happy_mochi": lambda: Plant(HappyMochi, 4, {}),
}


@pytest.mark.parametrize("title", SOUND)
def test_nothing_is_caught_where_nothing_is_planted(title: str) -> None:
    assert not caught(SOUND[title](), matches=3)
