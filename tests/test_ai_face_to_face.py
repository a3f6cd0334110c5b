"""Bots of Face to Face: honest, the same every time, never absurd, with true reasons, and stronger level by level."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest

from game.ai.bots import Bot
from game.ai.face_to_face.mind import EQUAL_CHANCE, FaceToFaceMind, Playout, TurnSearch
from game.ai.face_to_face.turn_plans import NumberMasks, TurnState, all_plans, likely_plans, turn_state
from game.ai.thought import Budget
from game.data import catalog
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.spec import LEVELS
from game.engine.view import View, make_view
from game.titles.face_to_face import PILE_INDEX, FaceState, FaceToFace
from tests.scenario import guess_world

ENDINGS = ("loses", "wins")


@cache
def rules_of(last_card: str = "loses") -> FaceToFace:
    return cast(FaceToFace, catalog.rules("face_to_face", {"last_card": last_card}))


def states(rules: FaceToFace, wanted: int, seed: str, sense: float = 0.7) -> Iterator[FaceState]:
    """Positions from matches between players with some sense: random moves mixed with a bot's."""
    dice = Dice("positions", seed)
    bot = Bot(rules, "casual")
    given = match = 0
    while True:
        match += 1
        state = rules.setup(2, Dice("deal", seed, match))
        while state.winner < 0:
            seat = state.turn[0]
            seen = make_view(rules, state, seat)
            if dice.random() < 0.25:
                yield state.clone()
                given += 1
                if given == wanted:
                    return
            # Mostly short turns, else matches end before the piles get tight.
            ends = [move for move in seen.legal if move.verb == "end"]
            careless = ends[0] if ends else dice.pick(seen.legal)
            rules.play(state, seat, bot.think(seen, dice).move if dice.random() < sense else careless, dice)


def views(wanted: int, seed: str, last_card: str = "loses") -> Iterator[View]:
    rules = rules_of(last_card)
    for state in states(rules, wanted, seed):
        yield make_view(rules, state, state.turn[0])


# Honest and the same every time


@pytest.mark.parametrize("level", LEVELS)
def test_a_thought_is_the_same_in_every_world_that_looks_the_same(level: str) -> None:
    rules = rules_of()
    bot = Bot(rules, level)
    budget = Budget(min(bot.simulations, 24))
    for number, state in enumerate(states(rules, 12, "twins")):
        seen = make_view(rules, state, state.turn[0])
        twin = make_view(rules, guess_world(rules, seen, Dice("twin", number)), seen.seat)
        assert twin.to_bytes() == seen.to_bytes()
        thoughts = [bot.think(one, Dice("same", number), budget) for one in (seen, twin)]
        assert thoughts[0] == thoughts[1]
        assert thoughts[0] == Bot(rules, level).think(seen, Dice("same", number), budget)


@pytest.mark.parametrize("level", LEVELS)
def test_every_legal_move_has_a_value_and_the_best_is_played(level: str) -> None:
    rules = rules_of("wins")
    bot = Bot(rules, level)
    for seen in views(12, "values", "wins"):
        thought = bot.think(seen, Dice("values"), Budget(min(bot.simulations, 24)))
        assert [move for move, _ in thought.values] == list(seen.legal)
        assert thought.move in seen.legal
        assert dict(thought.values)[thought.move] == max(value for _, value in thought.values)
        assert thought.simulations <= max(bot.simulations, 24)


def test_a_stopped_thought_still_gives_a_move() -> None:
    bot = Bot(rules_of(), "master")
    for seen in views(3, "stopped"):
        assert bot.think(seen, Dice("stop"), Budget(1000, lambda: True)).move in seen.legal


def test_worlds_can_be_put_in_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """An all-seeing player is the same mind with the true world for a guess."""
    rules = rules_of()
    state = next(states(rules, 1, "outside"))
    mind = cast(FaceToFaceMind, Bot(rules, "master").mind)
    asked: list[Dice] = []

    def world(dice: Dice) -> FaceState:
        asked.append(dice)
        return state.clone()

    monkeypatch.setattr(mind, "worlds", lambda seen: world)
    seen = make_view(rules, state, state.turn[0])
    assert mind.think(seen, Dice("x"), Budget(24)).move in seen.legal
    assert asked or len(seen.legal) == 1


# Whole turns


def test_plans_are_what_playing_on_can_come_to() -> None:
    """Against the rules themselves: every way through the turn, one move after the other."""
    rules = rules_of()
    masks = NumberMasks(rules)
    for state in states(rules, 12, "plans"):
        seat = state.turn[0]
        if state.hands[seat].bit_count() > 5:
            continue
        seen = make_view(rules, state, seat)
        moves = {_move_key(move): at for at, move in enumerate(seen.legal)}
        plans = all_plans(masks, turn_state(rules, seen), moves)
        found: dict[tuple[Any, ...], int] = {}
        for at, move in enumerate(seen.legal):
            for end in _turn_ends(rules, state, seat, move):
                found[end] = found.get(end, 0) | 1 << at
        assert {tuple(plan): firsts for plan, firsts in plans.items()} == found


def _move_key(move: Move) -> tuple[str, int]:
    return move.verb, 1 << _number(move) if move.card >= 0 else 0


def _turn_ends(rules: FaceToFace, state: FaceState, seat: int, move: Move) -> Iterator[tuple[Any, ...]]:
    own, other = 2 * seat, 2 - 2 * seat
    if move.verb == "end":
        yield (state.hands[seat], *state.tops[own : own + 2], *state.tops[other : other + 2], state.helped)
        return
    after = state.clone()
    rules.play(after, seat, move, None)
    if after.winner == seat:
        yield (0, *after.tops[own : own + 2], *after.tops[other : other + 2], after.helped)
    elif not after.due:
        for follow in rules.legal(after, seat):
            yield from _turn_ends(rules, after, seat, follow)


def test_a_quick_look_finds_a_turn_wherever_there_is_one() -> None:
    rules = rules_of()
    masks = NumberMasks(rules)
    dice = Dice("quick")
    for _ in range(2000):
        hand = sum(1 << number for number in dice.shuffled(rules.numbers)[: 2 + dice.below(5)])
        tops = 30 + dice.below(30), 2 + dice.below(30), 1 + dice.below(30), 30 + dice.below(30)
        state = TurnState(hand, *tops, 0, False)
        moves = {(kind, 1 << n): 0 for n in rules.numbers for kind in ("up", "down", "help-up", "help-down")}
        plans = all_plans(masks, state, moves | {("end", 0): 0})
        quick = likely_plans(masks, hand, *tops)
        assert bool(quick) == bool(plans)
        assert set(quick) <= set(plans)


# Never absurd

ABSURD = """What a beginner at the table would call absurd:

- a first card that leaves no second one, while another card leaves one;
- not playing the very last card;
- help that opens more than 20 numbers, while two own cards could be played for less than that;
- a jump of more than 30 on an own pile, while a step of less than 5 fits on an own pile;
- a step of 5 or more while a trick is there;
- going on after the minimum with a step, or with help, of 10 or more;
- jumping over a card that would have been a smaller step, and keeping it.

A jump counts if the pile stays there: a card from which the trick leads back in the same turn is a fine one.
"""


def absurdities(rules: FaceToFace, state: FaceState, move: Move, end: FaceState) -> list[str]:
    """Checked on the truth, without the bots' own code; `end` is what became of the turn."""
    seat = state.turn[0]
    legal = rules.legal(state, seat)
    gaps = {other: _step(state, seat, other) for other in legal}
    own = [gap for other, gap in gaps.items() if other.verb in ("up", "down")]
    gap, enough = gaps[move], state.played >= rules.minimum
    is_own, is_help = move.verb in ("up", "down"), move.verb.startswith("help")
    stays = end.tops[PILE_INDEX[move.zone]] == _number(move) if move.card >= 0 else False
    found = []
    if _loses(rules, state, move) and not all(_loses(rules, state, other) for other in legal):
        found.append("no second card")
    if not state.decks[seat] and state.hands[seat].bit_count() == 1 and move.verb == "end":
        found.append("last card kept")
    if is_help and gap > 20 and _cheapest_two(rules, state, seat) < gap:
        found.append("large help")
    if is_own and gap > 30 and min(own) < 5 and stays:
        found.append("large jump")
    if is_own and gap >= 5 and min(own) < 0:
        found.append("trick forgotten")
    if enough and gap >= 10 and stays and not (not state.decks[seat] and _can_empty(rules, state, seat)):
        found.append("needless card")
    over = [other for other, less in gaps.items() if other.verb == move.verb and 0 < less < gap]
    if is_own and stays and _has_safe_move(rules, state, over) and any(end.hands[seat] >> _number(m) & 1 for m in over):
        found.append("card jumped over")
    return found


def finish_turn(rules: FaceToFace, state: FaceState, bot: Bot) -> tuple[Move, FaceState]:
    """The bot's next move, and the table when it has ended its turn, before it draws."""
    seat = state.turn[0]
    first = None
    while state.turn == (seat,) and not state.due:
        move = bot.think(make_view(rules, state, seat), Dice("absurd")).move
        first = first or move
        state = state.clone()
        rules.play(state, seat, move, None)
    assert first is not None
    return first, state


def _number(move: Move) -> int:
    return int(move.text.split()[0])


def _step(state: FaceState, seat: int, move: Move) -> int:
    """How far a card moves the top it is played on; less than 0 for the trick."""
    if move.verb == "end":
        return 0
    number, own, other = _number(move), 2 * seat, 2 - 2 * seat
    tops = state.tops
    return {
        "up": number - tops[own],
        "down": tops[own + 1] - number,
        "help-up": tops[other] - number,
        "help-down": number - tops[other + 1],
    }[move.verb]


def _loses(rules: FaceToFace, state: FaceState, move: Move) -> bool:
    after = state.clone()
    rules.play(after, state.turn[0], move, None)
    return after.due == "stuck"


def _has_safe_move(rules: FaceToFace, state: FaceState, moves: list[Move]) -> bool:
    return any(not _loses(rules, state, move) for move in moves)


def _can_empty(rules: FaceToFace, state: FaceState, seat: int) -> bool:
    if not state.hands[seat]:
        return True
    for move in rules.legal(state, seat):
        if move.card >= 0:
            after = state.clone()
            rules.play(after, seat, move, None)
            if after.winner == seat or (not after.due and _can_empty(rules, after, seat)):
                return True
    return False


def _cheapest_two(rules: FaceToFace, state: FaceState, seat: int) -> float:
    """The price of the own cards that are still due, infinite where they cannot be played."""
    if state.played >= rules.minimum:
        return 0
    best = float("inf")
    for move in rules.legal(state, seat):
        if move.verb in ("up", "down"):
            after = state.clone()
            rules.play(after, seat, move, None)
            if after.winner == seat:
                return 0
            if not after.due:
                best = min(best, _step(state, seat, move) + _cheapest_two(rules, after, seat))
    return best


@pytest.mark.parametrize("last_card", ENDINGS)
def test_a_beginner_is_never_absurd(last_card: str) -> None:
    rules = rules_of(last_card)
    bot = Bot(rules, "beginner")
    for state in states(rules, 400, "absurd", sense=0.5):
        move, end = finish_turn(rules, state, bot)
        assert not absurdities(rules, state, move, end), (move, state.tops, state.hands, ABSURD)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_plays_a_card_that_loses_at_once_while_another_does_not(level: str) -> None:
    rules = rules_of()
    bot = Bot(rules, level)
    for state in states(rules, 40, "second", sense=0.5):
        seat = state.turn[0]
        move = bot.think(make_view(rules, state, seat), Dice("second"), Budget(12)).move
        assert not _loses(rules, state, move) or all(_loses(rules, state, m) for m in rules.legal(state, seat))


@pytest.mark.parametrize("level", ["casual", "expert", "master"])
def test_nobody_ends_a_turn_with_a_trick_in_hand_while_there_are_cards_to_draw(level: str) -> None:
    rules = rules_of()
    bot = Bot(rules, level)
    met = 0
    for state in states(rules, 400, "tricks", sense=0.5):
        seat = state.turn[0]
        seen = make_view(rules, state, seat)
        verbs = {move.verb for move in seen.legal}
        if "end" in verbs and state.decks[seat] and min(_own_steps(rules, state), default=0) < 0:
            assert bot.think(seen, Dice("tricks"), Budget(12)).move.verb != "end"
            met += 1
    assert met > 5


def test_of_equal_moves_the_smallest_gift_and_the_smallest_step_come_first() -> None:
    rules = rules_of()
    bot = Bot(rules, "master")
    for state in states(rules, 25, "equal", sense=0.5):
        seen = make_view(rules, state, state.turn[0])
        thought = bot.think(seen, Dice("equal"), Budget(12))
        best = max(value for _, value in thought.values)
        equal = [move for move, value in thought.values if value == best]
        alike = [move for move in equal if move.verb.startswith("help")] if thought.move.verb.startswith("help") else []
        assert all(_step(state, seen.seat, thought.move) <= _step(state, seen.seat, move) for move in alike)
        if thought.move.verb.startswith("help"):
            assert not any(move.verb == "end" for move in equal)


@pytest.fixture
def all_plans_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions in which it does not matter what is played: neither the first look nor playouts tell plans apart."""
    monkeypatch.setattr(TurnSearch, "prior_values", lambda self: [0.5] * len(self.plans))
    monkeypatch.setattr(Playout, "value", lambda *_: 0.5)


@pytest.mark.usefixtures("all_plans_alike")
def test_a_master_with_a_character_follows_it_where_nothing_else_matters() -> None:
    rules = rules_of()
    bots = {name: Bot(rules, f"master:{name}") for name in ("helper", "blocker")}
    helped = dict.fromkeys(bots, 0)
    for state in states(rules, 25, "alike", sense=0.5):
        seen = make_view(rules, state, state.turn[0])
        for name, bot in bots.items():
            helped[name] += bot.think(seen, Dice("alike"), Budget(90)).move.verb.startswith("help")
    assert helped["helper"] > helped["blocker"] + 3


def test_of_chances_that_differ_by_noise_only_the_smaller_step_decides() -> None:
    rules = rules_of()
    bot = Bot(rules, "master")
    for state in states(rules, 200, "noise", sense=0.9):
        thought = bot.think(make_view(rules, state, state.turn[0]), Dice("noise"), Budget(12))
        best = max(value for _, value in thought.values)
        assert all(value == best for _, value in thought.values if value > best - EQUAL_CHANCE)


def _own_steps(rules: FaceToFace, state: FaceState) -> list[int]:
    seat = state.turn[0]
    return [_step(state, seat, other) for other in rules.legal(state, seat) if other.verb in ("up", "down")]


# Strength


def share(rules: FaceToFace, challenger: str, champion: str, deals: int) -> float:
    bots = [Bot(rules, challenger), Bot(rules, champion)]
    won = 0
    for deal in range(deals):
        for chair in (0, 1):
            state = rules.setup(2, Dice("strength", deal))
            dice = Dice("strength", deal, chair)
            while state.winner < 0:
                seat = state.turn[0]
                thought = bots[seat != chair].think(make_view(rules, state, seat), dice)
                rules.play(state, seat, thought.move, dice)
            won += state.winner == chair
    return won / (2 * deals)


@pytest.mark.parametrize("last_card", ENDINGS)
def test_even_a_beginner_is_far_above_chance(last_card: str) -> None:
    assert share(rules_of(last_card), "beginner", "random", 10) >= 0.9


def test_characters_play() -> None:
    rules = rules_of()
    for character in rules.spec.characters:
        assert share(rules, f"skilled:{character}", "random", 2) >= 0.75
