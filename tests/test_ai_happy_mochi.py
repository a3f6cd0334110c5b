"""The bots of Happy Mochi: honest, repeatable, never absurd, with true reasons, and stronger level by level.

What a beginner at the table would call absurd:

| absurd | tested as |
|---|---|
| not going out when two cards are left and can be played | the pair is played |
| not putting by the very last card when an effect allows it | it is put by |
| drawing although a pair can be played | a pair is played |
| putting a card between two that could be played, for no other pair | there are not fewer pairs than before |
| making oneself draw by an effect while others could be hit | another seat is named |
| giving away or putting by half of a pair that can be played, with other cards in hand | some other card goes |
| passing cards round with a pair in hand that can be played next | passing is skipped |
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any, cast

import pytest

from game.ai.bots import Bot
from game.ai.happy_mochi.fast_playout import best_pair, draw_card, play_rivals
from game.ai.happy_mochi.hand_plan import HandPlanner
from game.ai.happy_mochi.heuristic import Heuristic
from game.ai.happy_mochi.reasons import find_reasons
from game.ai.thought import Budget, Thought
from game.data import catalog
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.spec import LEVELS
from game.engine.state import State
from game.engine.view import View, make_view
from game.titles.happy_mochi import HappyMochi, MochiState
from game.words import Wording
from game.words.locale import Texts
from game.words.message import Message
from tests.scenario import Scenario, guess_world, mochi_deal

RULES = cast(HappyMochi, catalog.rules("happy_mochi", {}))
FACES = RULES.spec.faces
MAX_MOVES = 4000
"""Every match ends before this many moves."""


@cache
def bot(name: str) -> Bot:
    return Bot(RULES, name)


@cache
def positions(seats: int, wanted: int) -> tuple[tuple[State, View], ...]:
    """Positions with a choice, of matches in which every third move is a random one."""
    found: list[tuple[State, View]] = []
    deal = 0
    while len(found) < wanted:
        dice = Dice("positions", seats, deal)
        state = RULES.setup(seats, dice)
        for count in range(90):
            deciders = RULES.deciders(state)
            if not deciders:
                break
            seen = make_view(RULES, state, deciders[0])
            if len(seen.legal) > 1 and count % 2 == deal % 2:
                found.append((state.clone(), seen))
            thought = bot("random" if dice.below(3) == 0 else "casual").think(seen, dice)
            RULES.play(state, deciders[0], thought.move, dice)
        deal += 1
    return tuple(found[:wanted])


def think(name: str, seen: View, *words: str | int) -> Thought:
    """As the bot thinks, but with few simulations: that is the same code in less time."""
    return bot(name).think(seen, Dice("thought", *words), Budget(min(bot(name).simulations, 14)))


@pytest.mark.parametrize("level", LEVELS)
def test_sees_only_its_view(level: str) -> None:
    for seats in (2, 5):
        for index, (_, seen) in enumerate(positions(seats, 150)[::8]):
            twin = guess_world(RULES, seen, Dice("twin", index))
            same = make_view(RULES, twin, seen.seat)
            if any(seen.sealed):
                continue  # a guessed seal may be another move, and a View says only that there is one
            assert same.to_bytes() == seen.to_bytes()
            assert think(level, same, index) == think(level, seen, index)


@pytest.mark.parametrize("level", LEVELS)
def test_thinks_the_same_again(level: str) -> None:
    fresh = Bot(RULES, level)
    for index, (_, seen) in enumerate(positions(3, 120)[::6]):
        once = think(level, seen, index)
        budget = Budget(min(fresh.simulations, 14))
        assert fresh.think(seen, Dice("thought", index), budget) == once
        assert {move for move, _ in once.values} == set(seen.legal)
        assert once.move in seen.legal
        assert dict(once.values)[once.move] == max(value for _, value in once.values)


def test_one_legal_move_needs_no_thought() -> None:
    seen = positions(2, 40)[0][1]
    only = View(**{name: getattr(seen, name) for name in View.__slots__} | {"legal": seen.legal[:1]})
    assert think("master", only).move == seen.legal[0]
    assert think("master", only).simulations == 0


def test_stops_when_told() -> None:
    turns = [seen for _, seen in positions(2, 40) if seen.facts["ask"] == "turn"]
    thoughts = [bot("master").think(seen, Dice("stop"), Budget(10_000, lambda: True)) for seen in turns]
    assert all(thought.simulations <= 2 * len(seen.legal) for thought, seen in zip(thoughts, turns, strict=True))
    assert any(thought.simulations for thought in thoughts)


# What the tests know of the rules themselves


def digit(card: int) -> int:
    return FACES[card].rank


def hand_of(seen: View) -> tuple[int, ...]:
    return seen.zones[f"hand {seen.seat}"]


def starts(hand: tuple[int, ...], seen: View, main: tuple[int, int] | None = None, turned: bool = False) -> list[int]:
    """Where pairs start that can be played."""
    left, right = main or (seen.zones["left"][-1], seen.zones["right"][-1])
    sign = (1 if seen.facts["value"] == "+" else -1) * (-1 if turned else 1)
    found = []
    for i in range(len(hand) - 1):
        a, b = hand[i], hand[i + 1]
        more = sign * (10 * digit(a) + digit(b) - 10 * digit(left) - digit(right)) > 0
        colours = FACES[left].suit != FACES[right].suit or FACES[a].suit == FACES[b].suit
        if digit(a) == digit(b) or (more and colours):
            found.append(i)
    return found


def hand_after_placing(seen: View, move: Move) -> tuple[int, ...]:
    hand = hand_of(seen)
    return hand[: move.index] + seen.zones[f"drawn {seen.seat}"] + hand[move.index :]


def absurd(seen: View, move: Move) -> str:
    """What is absurd about a move; empty if nothing."""
    hand, ready = hand_of(seen), starts(hand_of(seen), seen)
    match seen.facts["ask"]:
        case "turn":
            if ready and move.verb != "pair":
                return "draws although a pair can be played"
        case "place":
            if len(starts(hand_after_placing(seen, move), seen)) < len(ready):
                return "parts a pair"
        case "target":
            if move.index == seen.seat:
                return "draws itself"
        case "reserve":
            if len(hand) == 1 and move.verb == "skip":
                return "does not go out"
            if move.verb == "reserve" and len(hand) > 1 and splits_ready_pair(hand, ready, move):
                return "puts by half of a pair"
        case "give":
            if splits_ready_pair(hand, ready, move):
                return "gives away half of a pair"
        case "pass":
            if ready and move.verb == "use":
                return "passes cards round with a pair ready"
    return ""


def splits_ready_pair(hand: tuple[int, ...], ready: list[int], move: Move) -> bool:
    """Whether a card of a ready pair goes although one goes that is in none."""
    paired = {i for start in ready for i in (start, start + 1)}
    return move.index in paired and len(paired) < len(hand)


def test_beginner_is_never_absurd() -> None:
    asked = set()
    for seats in range(2, 7):
        for index, (_, seen) in enumerate(positions(seats, 150)):
            asked.add(seen.facts["ask"])
            assert absurd(seen, think("beginner", seen, index).move) == "", seen.to_plain()
    assert asked >= {"turn", "place", "target", "pass", "give", "reserve", "keep", "draw", "first"}


def test_no_card_is_put_between_two_zeros() -> None:
    """It would keep apart what can always be played. From skilled on all levels place cards by this heuristic."""
    state = next(known for known, seen in positions(2, 150) if seen.facts["ask"] == "place").clone()
    assert isinstance(state, MochiState)
    seat, dice, heuristic = state.turn[0], Dice("between"), Heuristic(RULES, HandPlanner(RULES, 2))
    zeros = [card for card in range(len(FACES)) if digit(card) == 0]
    for _ in range(300):
        others = dice.shuffled([card for card in range(len(FACES)) if digit(card)])
        state.drawn[seat], state.plus = others.pop(), dice.below(2) == 0
        state.stacks = [[others.pop()], [others.pop()]]
        at, size = dice.below(3), 2 + dice.below(5)
        state.hands[seat] = [*others[:at], *zeros[:2], *others[at:size]]
        costs = heuristic.move_costs(state, seat)
        assert min(costs, key=lambda pair: pair[1])[0].index != at + 1


@pytest.mark.parametrize("level", LEVELS)
def test_goes_out_when_that_wins(level: str) -> None:
    """With two seats going out is always best: the other one gets all the points, or there are none."""
    went = 0
    for index, (_, seen) in enumerate(positions(2, 400)):
        two = seen.facts["ask"] == "turn" and len(hand_of(seen)) == 2 and starts(hand_of(seen), seen)
        last = seen.facts["ask"] == "reserve" and len(hand_of(seen)) == 1
        if two or last:
            went += 1
            assert think(level, seen, index).move.verb == ("pair" if two else "reserve")
    assert went > 3


# Reasons in words


def reason_texts(scene: Scenario, move: str, seat: int = 0) -> dict[str, str]:
    """The reasons for a move by their names, in English."""
    seen = scene.match.view(seat)
    words = Wording(Texts.load("en", strict=True), RULES, ("Ana", "Bea"), seat)
    found = find_reasons(RULES, seen, RULES.book(seat).read(move))
    return {reason.key.rpartition(".")[2]: words.say(Message(reason.key, reason.values)) for reason in found}


CLIMBING = "orange 1, yellow 2, orange 2, red 3, white 3, green 5, blue 5"
OTHER = "yellow 0, red 9"


def test_a_card_is_praised_for_the_pairs_that_it_makes_itself() -> None:
    """12, 22, 23, 33, 35 and 55 could be played before; at the end the 6 makes one more."""
    scene = Scenario("happy_mochi", 2, [mochi_deal(0, "green 0, blue 3", CLIMBING, OTHER, deck="green 6")])
    scene.play("0 draw deck")
    assert len(starts(hand_of(scene.match.view(0)), scene.match.view(0))) == 6
    assert reason_texts(scene, "place 7")["ready"] == "There it makes a pair that fits right now."
    assert reason_texts(scene, "place 1")["ready"] == "There it makes 2 pairs that fit right now."


@pytest.mark.parametrize(
    ("below", "easy"),
    [("purple 4", ["Next to your yellow 9 it makes 96, which would fit then."]), ("blue 3", [])],
)
def test_a_number_is_praised_only_if_it_fits_when_the_card_is_taken(below: str, easy: list[str]) -> None:
    """The yellow 9 and the white 6 read 96, but on two cards of one colour they do not fit (HM-11)."""
    hands = ("red 4, blue 4, yellow 9, red 2, white 2, purple 2, blue 1", "white 6, blue 6, yellow 0")
    scene = Scenario("happy_mochi", 2, [mochi_deal(1, f"{below}, green 3", *hands)])
    scene.play("1 pair 0")
    assert [text for name, text in reason_texts(scene, "draw left").items() if name == "easy"] == easy


def test_nothing_is_said_of_what_will_lie_uncovered_and_is_not_known() -> None:
    """HM-8: the last card of a stack is replaced from the draw pile."""
    hands = ("red 4, blue 4, yellow 9, red 2, white 2, purple 2, blue 1", OTHER)
    scene = Scenario("happy_mochi", 2, [mochi_deal(0, "green 6, blue 3", *hands)])
    assert "easy" not in reason_texts(scene, "draw left")


def test_nothing_is_said_of_what_fits_while_the_value_card_is_to_be_turned() -> None:
    """HM-17: the draw comes first, then the flip makes another direction of it."""
    hands = ("green 9, blue 9, yellow 8, red 8, white 1, green 1, red 1", "purple 5, white 6, yellow 0")
    scene = Scenario("happy_mochi", 2, [mochi_deal(0, "green 3, blue 3", *hands, deck="orange 8")])
    scene.play("0 pair 0", "0 first left", "0 target 0", "0 draw deck")
    assert scene.match.view(0).facts["queue"] == ("flip",)
    told = [reason_texts(scene, move.text) for move in scene.match.view(0).legal]
    assert any("twin" in each for each in told)
    assert not any({"ready", "whole", "easy"} & {*each} for each in told)


# The plan of a hand


def test_plan_nests_pairs() -> None:
    """5 1 1 5: the ones go first, then the fives lie side by side."""
    planner = HandPlanner(RULES, 2)
    named = {face.name: card for card, face in enumerate(FACES)}
    hand = tuple(named[name] for name in ("red 5", "blue 1", "white 1", "green 5"))
    assert planner.plan(hand, True).pairs == ((0, 3), (1, 2))
    assert planner.plan(hand, True).cost == 2
    assert HandPlanner(RULES, 2, max_gap=1).plan(hand, True).cost > 2


def test_a_plan_without_a_card_is_the_plan_of_the_others() -> None:
    planner = HandPlanner(RULES, 2)
    dice = Dice("hands")
    for size in (1, 4, 7, 9, 15):
        hand = tuple(dice.shuffled(range(len(FACES)))[:size])
        for index, cost in enumerate(planner.costs_without(hand, True)):
            if size <= 12:
                assert cost == pytest.approx(planner.plan(hand[:index] + hand[index + 1 :], True).cost)


# Strength


def share(challenger: str, champion: str, seats: int, deals: int, **budgets: int) -> tuple[float, float]:
    """The challenger's share of the wins, and moves a round."""
    won, moves, rounds = 0.0, 0, 0
    for deal in range(deals):
        for chair in range(seats):
            dice = Dice("strength", deal)
            state: Any = RULES.setup(seats, dice)
            for _ in range(MAX_MOVES):
                if not RULES.deciders(state):
                    break
                seat = RULES.deciders(state)[0]
                name = challenger if seat == chair else champion
                budget = Budget(budgets.get(name, 0))
                RULES.play(state, seat, bot(name).think(make_view(RULES, state, seat), dice, budget).move, dice)
                moves += 1
            assert state.winners, "a match without an end"
            won += (chair in state.winners) / len(state.winners)
            rounds += state.round
    return won / (deals * seats), moves / rounds


def test_rivals_in_a_playout_keep_the_rules() -> None:
    """They stop at the own turn or when a player is out. No card gets lost. What they play is legal."""
    outcomes = {True: 0, False: 0}
    for seats in (2, 4, 6):
        planner = HandPlanner(RULES, seats)
        for index, (known, seen) in enumerate(positions(seats, 150)):
            state = known.clone()
            assert isinstance(state, MochiState)
            if state.ask != "turn":
                continue
            pairs = [move.index for move in seen.legal if move.verb == "pair"]
            hand = state.hands[seen.seat]
            assert best_pair(planner, state, hand) in (pairs or [-1])
            own = (seen.seat - 1) % seats
            again = play_rivals(planner, state, own, Dice("run", index))
            outcomes[again] += 1
            assert (state.player, state.turn) == (own, (own,)) if again else [] in state.hands
            held = [*state.deck, *state.stacks[0], *state.stacks[1], *chain(*state.hands), *chain(*state.reserves)]
            assert sorted(held) == list(range(len(FACES)))
            assert all(state.stacks)
    assert min(outcomes.values()) > 10


def rival_turn(hand: str, open_pair: str) -> tuple[MochiState, list[int]]:
    """A hand beside a main pair on +, with nothing known about the others."""
    cards = {RULES.name(card): card for card in range(len(FACES))}
    state = next(seen for seen, _ in positions(2, 150) if isinstance(seen, MochiState) and seen.ask == "turn").clone()
    mine, (left, right) = ([cards[name] for name in text.split(", ")] for text in (hand, open_pair))
    state.stacks, state.plus = [[left], [right]], True
    return state, mine


def test_a_rival_in_a_playout_plays_the_pair_that_leaves_the_others_together() -> None:
    state, hand = rival_turn("red 8, blue 8, green 9, red 9", "green 0, blue 1")
    assert best_pair(HandPlanner(RULES, 2), state, hand) in (0, 2)


def test_a_rival_in_a_playout_takes_an_open_card_for_one_without_a_partner() -> None:
    state, hand = rival_turn("red 3, red 8, blue 8", "green 3, blue 5")
    draw_card(HandPlanner(RULES, 2), state, hand, Dice("draw"))
    assert [FACES[card].rank for card in hand] == [3, 3, 8, 8]


def test_a_rival_in_a_playout_shuffles_an_empty_draw_pile() -> None:
    state = next(seen for seen, _ in positions(4, 150) if isinstance(seen, MochiState) and seen.ask == "turn").clone()
    left, right = state.stacks
    right[1:1] = state.deck
    state.deck.clear()
    under = {*left[:-1], *right[:-1]}
    draw_card(HandPlanner(RULES, 4), state, state.hands[0], Dice("shuffle"))
    assert len(left) == len(right) == 1
    assert len(under - {*state.deck}) == 1


def test_beginner_beats_chance_and_ends_its_rounds() -> None:
    won, moves = share("beginner", "random", 2, 8)
    assert won >= 0.9
    assert moves < 150


def test_thinking_ahead_keeps_rounds_short() -> None:
    _, moves = share("expert", "casual", 2, 2, expert=20)
    assert moves < 60
