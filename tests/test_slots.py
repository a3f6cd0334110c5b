"""A State is declared once: start, clone, picture and the way back are made from its lines."""

from __future__ import annotations

import pytest

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.slots import (
    CARD_SETS,
    PILES,
    EachSeat,
    StateType,
    derived_fact,
    derived_zones,
    fact,
    inferred,
    sealed_moves,
    zone,
)
from game.engine.state import DEAL, Deal, State
from game.titles import TITLES
from tests import contract
from tests.contract import Contract, stored_slots
from tests.fifth.high_card import HighCard, HighCardState
from tests.test_fifth_title import fifth  # noqa: F401


class Small(State):
    piles: list[list[Card]] = zone(("left", "right"), [[], []], PILES)
    hands: list[int] = zone("hand", EachSeat(0), CARD_SETS)
    sizes = derived_zones("size", lambda rules, state: [(hand.bit_count(),) for hand in state.hands])
    points: list[int] = fact(EachSeat(0))
    best: int = fact(0, "record")
    most = derived_fact("most", lambda rules, state: max(state.points))
    turn: tuple[Seat, ...] = inferred(())
    sealed: list[Move | None] = sealed_moves()


@pytest.fixture
def small() -> Small:
    state = Small(2)
    state.piles[1].append(7)
    state.hands = [0b101, 0]
    state.points = [3, 4]
    state.best = 9
    return state


def test_a_new_state_has_what_is_declared() -> None:
    state = Small(3)
    assert (state.seats, state.due) == (3, DEAL)
    assert (state.piles, state.hands, state.points, state.turn) == ([[], []], [0] * 3, [0] * 3, ())
    assert state.piles[0] is not Small(3).piles[0], "every State has lists of its own"
    assert not hasattr(state, "__dict__")


def test_a_clone_shares_no_list(small: Small) -> None:
    clone = small.clone()
    clone.piles[1].append(8)
    clone.points[0] = 100
    assert (small.piles, small.points) == ([[], [7]], [3, 4])


def test_zones_and_facts_come_in_the_order_of_the_lines(small: Small) -> None:
    shown = {"left": (), "right": (7,), "hand 0": (0, 2), "hand 1": (), "size 0": (2,), "size 1": (0,)}
    assert list(small.zones_of(None).items()) == list(shown.items())
    assert list(small.facts_of(None).items()) == [("points", (3, 4)), ("record", 9), ("most", 4)]


def test_what_is_shown_is_built(small: Small) -> None:
    built = Small(2)
    built.build(None, small.zones_of(None), small.facts_of(None), small.seals_of())
    assert all(getattr(built, name) == getattr(small, name) for name in stored_slots(small))


@pytest.mark.parametrize("title", TITLES)
def test_every_title_declares_its_state(title: str) -> None:
    assert isinstance(TITLES[title].state_type, StateType)


# A slot that was forgotten is found by the contract that every title keeps


class ForgottenState(HighCardState):
    rounds: int = inferred(0)
    """No zone or fact shows it, and no `infer` works it out."""


class Forgotten(HighCard):
    state_type = ForgottenState

    def new_state(self, seats: int, first: Seat | None = None) -> HighCardState:
        state = ForgottenState(seats)
        state.deck = tuple(range(len(self.spec.faces)))
        return state

    def deal(self, state: HighCardState, deal: Deal) -> None:
        super().deal(state, deal)
        assert isinstance(state, ForgottenState)
        state.rounds += 1


class SharedState(HighCardState):
    log: list[int] = inferred(())
    """Declared as a tuple, which a clone may share, and used as a list."""


class Shared(HighCard):
    state_type = SharedState

    def new_state(self, seats: int, first: Seat | None = None) -> HighCardState:
        state = SharedState(seats)
        state.deck = tuple(range(len(self.spec.faces)))
        state.log = []
        return state


@pytest.mark.parametrize(
    ("rules", "message"), [(Forgotten, "rounds is not worked out"), (Shared, "a clone shares its log")]
)
def test_a_planted_slot_that_was_forgotten_is_found(
    rules: type[HighCard], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TITLES, "high_card", rules)
    contract.cached_rules.cache_clear()
    with pytest.raises(AssertionError, match=message):
        Contract("high_card", 3, {}, 1).run()
    contract.cached_rules.cache_clear()
