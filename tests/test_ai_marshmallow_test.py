"""The bots of Marshmallow Test: honest, the same every time, never absurd, never a false reason, and strong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from game.ai.bots import Bot, RandomMind
from game.ai.marshmallow_test.endgame import RoundValue, value_after_card
from game.ai.marshmallow_test.mind import MarshmallowMind
from game.ai.marshmallow_test.move_averages import MoveAverages
from game.ai.marshmallow_test.network import load_network, network_values
from game.ai.marshmallow_test.patient_policy import preferred_cards
from game.ai.marshmallow_test.playout import Playouts
from game.ai.marshmallow_test.rules_of_thumb import PatientPlayer
from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.marshmallow_test.worlds import INFER_PATIENCE, INFER_PATIENCE_FIRMLY, INFER_VOIDS, WorldSampler
from game.ai.thought import Budget, Thought
from game.data import catalog
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.spec import LEVELS
from game.engine.state import Picture
from game.engine.view import View, make_view
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest
from tests.scenario import guess_world

TITLE = "marshmallow_test"
SMALL_BUDGET = Budget(24)


@cache
def rules_of(follow: str = "may", target: int = 20) -> MarshmallowTest:
    rules = catalog.rules(TITLE, {"trump_follow": follow, "target": target})
    assert isinstance(rules, MarshmallowTest)
    return rules


def positions(rules: MarshmallowTest, seats: int, matches: int, every: int = 1) -> Iterator[View]:
    """What the seats see in matches of random players, wherever there is a choice."""
    count = 0
    for number in range(matches):
        dice = Dice("positions", seats, number)
        state = rules.setup(seats, dice)
        while not rules.standings(state).over:
            seat = state.turn[0]
            legal = rules.legal(state, seat)
            count += len(legal) > 1
            if len(legal) > 1 and count % every == 0:
                yield make_view(rules, state, seat)
            rules.play(state, seat, dice.pick(legal), dice)


VARIANTS = [(seats, follow) for seats in range(2, 6) for follow in ("may", "must")]


# Honest, and the same every time


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seats", "follow"), [(2, "may"), (3, "must"), (4, "may"), (5, "must")])
def test_thinks_the_same_in_every_world_it_cannot_tell_apart(level: str, seats: int, follow: str) -> None:
    rules = rules_of(follow)
    bot = Bot(rules, level)
    for number, seen in enumerate(positions(rules, seats, matches=2, every=9)):
        twin = make_view(rules, guess_world(rules, seen, Dice("twin", number)), seen.seat)
        assert twin == seen
        thoughts = [Bot(rules, level).think(v, Dice("thought", number), SMALL_BUDGET) for v in (seen, twin)]
        again = bot.think(seen, Dice("thought", number), SMALL_BUDGET)
        assert thoughts[0] == thoughts[1] == again


def test_every_world_fits_what_is_known() -> None:
    for seats, follow in VARIANTS:
        rules = rules_of(follow)
        mind = MarshmallowMind(rules, rules.spec.levels["master"], rules.spec.neutral_style())
        for number, seen in enumerate(positions(rules, seats, matches=2, every=5)):
            world = mind.worlds(seen)(Dice("world", number))
            assert make_view(rules, world, seen.seat) == seen
            assert isinstance(world, MarshmallowState)
            assert all(not hand & lacks for hand, lacks in zip(world.hands, world.voids, strict=True))


@pytest.mark.parametrize("level", LEVELS)
def test_says_what_it_thought_of_every_move(level: str) -> None:
    rules = rules_of()
    bot = Bot(rules, level)
    for seats in range(2, 6):
        for seen in positions(rules, seats, matches=1, every=7):
            thought = bot.think(seen, Dice("values"), SMALL_BUDGET)
            assert tuple(move for move, _ in thought.values) == seen.legal
            worth = dict(thought.values)
            assert worth[thought.move] == max(worth.values())


def test_heeds_its_budget() -> None:
    rules = rules_of()
    bot = Bot(rules, "master")
    seen = next(positions(rules, 4, matches=1))
    assert 500 <= bot.think(seen, Dice(1), Budget(600)).simulations <= 600
    assert bot.think(seen, Dice(1), Budget(600, lambda: True)).simulations < 60


def test_a_single_move_needs_no_thought() -> None:
    rules = rules_of()
    dice = Dice("single")
    state = rules.setup(3, dice)
    while len(rules.legal(state, state.turn[0])) > 1:
        rules.play(state, state.turn[0], rules.legal(state, state.turn[0])[0], dice)
    seen = make_view(rules, state, state.turn[0])
    assert Bot(rules, "master").think(seen, Dice(1)).simulations == 0


# The endgame of the last two players


def play_steps_of_round(rules: MarshmallowTest, state: MarshmallowState) -> None:
    """Everything that happens without a move, up to the end of the round."""
    while state.due and state.due != "gather":
        rules.steps[state.due](state)


def value_by_the_rules(rules: MarshmallowTest, state: MarshmallowState, seat: int, worth: RoundValue) -> float:
    """The value of a State for a seat with the best play of the last two players: a full search by the rules."""
    play_steps_of_round(rules, state)
    if state.due or state.winner >= 0:
        return worth(state.points, state.winner)
    turn = state.turn[0]
    values = []
    for move in rules.legal(state, turn):
        after = state.clone()
        rules.play(after, turn, move, None)
        values.append(value_by_the_rules(rules, after, seat, worth))
    return max(values) if turn == seat else min(values)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_end_between_two_is_solved_exactly(seats: int) -> None:
    rules = rules_of("may", 50)
    playouts = Playouts(rules, seats)
    solved = 0
    for number in range(40):
        dice = Dice("duel", number)
        state = rules.setup(seats, dice)
        while state.winner < 0 and state.round < 5:
            seat = state.turn[0]
            moves = rules.legal(state, seat)
            if len(state.order) == 2 and state.hands[seat].bit_count() <= 3 and not state.naming:

                def worth(points: list[int], winner: int, seat: int = seat) -> float:
                    return points[seat] - sum(points) / 10

                for move in moves:
                    after = state.clone()
                    rules.play(after, seat, move, None)
                    value = value_after_card(playouts, after, seat, worth, {})
                    assert value == pytest.approx(value_by_the_rules(rules, after, seat, worth))
                    solved += 1
            rules.play(state, seat, dice.pick(moves), dice)
    assert solved > 40


# Nothing absurd


def takes(rules: MarshmallowTest, seen: View, move: Move) -> bool:
    """Does the card hold the trick when it is played? By the rules themselves, with the View as the table."""
    state = guess_world(rules, seen, Dice("takes"))
    assert isinstance(state, MarshmallowState)
    rules.play(state, seen.seat, move, None)
    return state.best == move.card


def absurd(rules: MarshmallowTest, seen: View, move: Move) -> str | None:
    """What a beginner at the table would call absurd of a move.

    - naming a trump suit without holding a card of it, or with a single one below 10
    As the last to play, with cards at hand that take the trick and others that do not:
    - leaving a trick that wins the match
    - leaving a trick to somebody who wins the match with it
    - leaving the trick to the only rival left, who goes out with it and ends the round
    - going out for nothing
    """
    facts: Any = seen.facts
    hand = seen.zones[f"hand {seen.seat}"]
    if facts["naming"]:
        ranks = [rules.spec.faces[card].rank for card in hand if rules.spec.faces[card].suit == move.index]
        return None if len(ranks) > 1 or max(ranks, default=0) >= 10 else "names a weak suit"
    trick = seen.zones["trick"]
    order, tricks, points = facts["order"], facts["tricks"], facts["points"]
    if len(trick) + 1 < len(order):
        return None
    holds = {other: takes(rules, seen, other) for other in seen.legal}
    if len(set(holds.values())) == 1:
        return None
    holder = order[trick.index(guess_best(rules, seen))]

    def wins(seat: int) -> bool:
        return bool(
            tricks[seat] + 1 == facts["quota"] and points[seat] + sum(tricks) - tricks[seat] >= rules.target
        )

    if not holds[move]:
        if wins(seen.seat):
            return "leaves a trick that wins the match"
        if wins(holder):
            return "leaves the match to a rival"
        if len(order) == 2 and tricks[holder] + 1 == facts["quota"]:
            return "leaves the last way out to a rival"
    elif tricks[seen.seat] + 1 == facts["quota"] and sum(tricks) == tricks[seen.seat]:
        return "goes out for nothing"
    return None


def guess_best(rules: MarshmallowTest, seen: View) -> int:
    state = guess_world(rules, seen, Dice("best"))
    assert isinstance(state, MarshmallowState)
    return state.best


@pytest.mark.parametrize("character", ["", ":grabber", ":waiter", ":blocker", ":trumper"])
def test_a_beginner_is_never_absurd(character: str) -> None:
    checked = 0
    for seats, follow in VARIANTS:
        rules = rules_of(follow, target=12)
        bot = Bot(rules, "beginner" + character)
        for number, seen in enumerate(positions(rules, seats, matches=2, every=2)):
            thought = bot.think(seen, Dice("absurd", number), SMALL_BUDGET)
            assert absurd(rules, seen, thought.move) is None
            checked += 1
    assert checked > 300


# Habits


def patient_states(rules: MarshmallowTest, seats: int, matches: int) -> Iterator[MarshmallowState]:
    """Every State in which a card is to be played, in matches of patient players."""
    patient = PatientPlayer(rules)
    for number in range(matches):
        dice = Dice("patience", seats, number)
        state = rules.setup(seats, dice)
        while not rules.standings(state).over:
            if not state.naming:
                yield state
            seat = state.turn[0]
            rules.play(state, seat, patient.think(make_view(rules, state, seat), dice, SMALL_BUDGET).move, dice)


@pytest.mark.parametrize(("seats", "follow"), VARIANTS)
def test_nothing_a_patient_player_does_speaks_against_its_hand(seats: int, follow: str) -> None:
    rules = rules_of(follow)
    told = 0
    for state in patient_states(rules, seats, matches=2):
        preferred = preferred_cards(rules, make_view(rules, state, state.turn[0]))
        for masks, hand, thrown in zip(preferred, state.hands, state.thrown, strict=True):
            assert not any(mask & (hand | thrown) for mask in masks)
            told += len(masks)
    assert told > 100


@pytest.mark.parametrize(("seats", "follow"), VARIANTS)
def test_a_playout_knows_what_patient_players_will_do(seats: int, follow: str) -> None:
    rules = rules_of(follow)
    playouts = Playouts(rules, seats)
    foreseen: list[int] = []
    number = checked = 0
    for state in patient_states(rules, seats, matches=3):
        if state.round != number:
            checked += 1
            assert state.round < number or not foreseen or foreseen == state.points
            number, foreseen = state.round, playouts.play_out(state, Dice("ahead").random, -1, 0).points
    assert checked > 5


def test_worlds_follow_what_was_played() -> None:
    """Of a patient player who has shown its lowest cards, few lower ones are dealt; without habits, many."""
    rules = rules_of()
    odd = dict.fromkeys((INFER_VOIDS, INFER_PATIENCE, INFER_PATIENCE_FIRMLY), 0)
    for number, state in enumerate(patient_states(rules, 4, matches=1)):
        seen = make_view(rules, state, state.turn[0])
        preferred = preferred_cards(rules, seen)
        for infers in odd:
            world = WorldSampler(rules, seen, 100, infers).world(Dice("odd", number))
            for masks, hand in zip(preferred, world.hands, strict=True):
                odd[infers] += sum(mask & hand != 0 for mask in masks)
    assert odd[INFER_PATIENCE_FIRMLY] < odd[INFER_PATIENCE] < odd[INFER_VOIDS] / 2


# Playouts that learn


class RecordedHands(list[int]):
    """Hands that record each card that leaves them."""

    def __init__(self, hands: list[int]) -> None:
        super().__init__(hands)
        self.played: list[tuple[int, int]] = []

    def __setitem__(self, seat: Any, hand: Any) -> None:
        self.played.append((seat, (self[seat] ^ hand).bit_length() - 1))
        super().__setitem__(seat, hand)

    def copy(self) -> RecordedHands:
        return self


@pytest.mark.parametrize(("seats", "follow"), VARIANTS)
def test_every_card_of_a_playout_is_legal_and_it_pays_what_the_rules_pay(seats: int, follow: str) -> None:
    rules = rules_of(follow)
    playouts = Playouts(rules, seats)
    averages = MoveAverages(playouts.size, playouts.quota)
    for number, seen in enumerate(positions(rules, seats, matches=3, every=4)):
        state = guess_world(rules, seen, Dice("before", number))
        assert isinstance(state, MarshmallowState)
        ahead = state.clone()
        watched = RecordedHands(ahead.hands)
        ahead.hands = watched
        move = seen.legal[number % len(seen.legal)] if number % 3 or state.naming else None
        end = playouts.play_out(ahead, Dice("ahead", number).random, seen.seat, 0, 0.3, averages, move)
        averages.update(float(number % 2))
        if move:
            assert move.card < 0 or watched.played[0] == (seen.seat, move.card)
            assert end.trump == (move.index if move.card < 0 else state.trump)
        if state.naming and move:
            rules.play(state, seen.seat, move, None)
        for seat, card in watched.played:
            assert state.turn == (seat,)
            moves = {move.card: move for move in rules.legal(state, seat)}
            rules.play(state, seat, moves[card], None)
            play_steps_of_round(rules, state)
        assert (state.points, state.tricks, state.winner) == (end.points, end.tricks, end.winner)


def test_playouts_learn_what_becomes_of_own_cards() -> None:
    averages = MoveAverages(60, 3)
    low, high, green = 3, 7, 0b1111_1111_1111
    for card, follow, worth in ((low, 0, 0.2), (high, 0, 0.8), (low, green, 0.9), (high, green, 0.1)):
        for _ in range(10):
            averages.record(card, 0, follow, 2)
            averages.update(worth)
    both = 1 << low | 1 << high
    assert averages.best_card(both, 0, 0, 2) == high
    assert averages.best_card(both, 0, green, 2) == low
    assert averages.best_card(1 << low | 1 << high, 1 << low, green, 2) == low, "one that takes has shown nothing yet"
    assert averages.best_card(both, 0, green << 12, 2) == low, "nor have those thrown away: the first will do"


# Instinct


@pytest.mark.parametrize(("seats", "follow"), VARIANTS)
def test_instinct_says_of_every_move_how_likely_it_wins(seats: int, follow: str) -> None:
    rules = rules_of(follow)
    for seen in positions(rules, seats, matches=1, every=5):
        said = network_values(rules, TrickView(rules, seen), seen, seen.legal)
        assert len(said) == len(seen.legal)
        assert all(-0.3 < worth < 1.3 for worth in said)


def rotate_suits(rules: MarshmallowTest, state: MarshmallowState, steps: int) -> MarshmallowState:
    """The same State with every suit replaced by another one."""
    picture = rules.show(state)
    ranks, suits = len(rules.spec.faces) // len(rules.spec.suits), len(rules.spec.suits)

    def suit(old: int) -> int:
        return old if old < 0 else (old + steps) % suits

    def cards(old: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(suit(card // ranks) * ranks + card % ranks for card in old)

    facts: dict[str, Any] = dict(picture.facts)
    facts["trump"], facts["lead"] = suit(facts["trump"]), suit(facts["lead"])
    facts["history"] = tuple((winner, order, cards(trick)) for winner, order, trick in facts["history"])
    facts["voids"] = tuple(tuple(suit(void) for void in voids) for voids in facts["voids"])
    return rules.build(Picture({name: cards(zone) for name, zone in picture.zones.items()}, facts, picture.sealed))


def test_to_instinct_all_suits_are_alike() -> None:
    rules, checked = rules_of("must"), 0
    for seats in range(2, 6):
        for number, seen in enumerate(positions(rules, seats, matches=2, every=11)):
            state = guess_world(rules, seen, Dice("colours", number))
            assert isinstance(state, MarshmallowState)
            said = []
            for steps in (0, 2):
                again = make_view(rules, rotate_suits(rules, state, steps), seen.seat)
                worth = network_values(rules, TrickView(rules, again), again, again.legal)
                said.append(sorted(worth))
            assert said[0] == pytest.approx(said[1])
            checked += 1
    assert checked > 20


def test_nobody_has_an_instinct_for_another_box() -> None:
    assert load_network(4, 60, 12, 3)
    assert load_network(4, 60, 12, 4) is load_network(4, 55, 12, 3) is load_network(4, 60, 11, 3) is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_instinct_alone_beats_players_of_rules(seats: int) -> None:
    """So it is shown what it was trained on: any other numbers, and it would be lost."""
    rules = rules_of()
    matches = 12 * seats
    assert wins(rules, seats, Bot(rules, "master"), PatientPlayer(rules), Budget(1), matches) >= 1.3 * matches / seats


# Strength


def wins(rules: MarshmallowTest, seats: int, challenger: Any, champion: Any, budget: Budget, matches: int) -> int:
    won = 0
    for number in range(matches):
        chair = number % seats
        dice = Dice("strength", number // seats)
        state = rules.setup(seats, dice)
        while not rules.standings(state).over:
            seat = state.turn[0]
            player = challenger if seat == chair else champion
            thought: Thought = player.think(make_view(rules, state, seat), dice, budget)
            rules.play(state, seat, thought.move, dice)
        won += state.winner == chair
    return won


def test_a_master_in_a_hurry_beats_players_of_rules_and_of_chance() -> None:
    rules = rules_of()
    quick = Budget(200)
    assert wins(rules, 4, Bot(rules, "master"), PatientPlayer(rules), quick, 40) >= 14
    assert wins(rules, 2, Bot(rules, "master"), RandomMind(), quick, 8) >= 7


def test_a_beginner_beats_chance() -> None:
    rules = rules_of()
    assert wins(rules, 2, Bot(rules, "beginner"), RandomMind(), SMALL_BUDGET, 20) >= 13
