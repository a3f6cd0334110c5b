"""Hints tell the truth: every claim is derived again from the View, and a false one is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, islice, product
from typing import Any

import pytest

from game.ai.bots import Bot
from game.ai.face_to_face import reasons as face_to_face
from game.ai.happy_mochi import reasons as happy_mochi
from game.ai.hints import Hint, make_hint
from game.ai.jelly_mind import reasons as jelly_mind
from game.ai.marshmallow_test import reasons as marshmallow_test
from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Budget, Reason, Thought
from game.data import catalog, rulebook_file
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View, make_view
from game.titles import TITLES
from game.titles.marshmallow_test import MarshmallowTest
from tests.claims import MODULES, faults, keeps_to_rule, name_of, reason_is_true
from tests.test_locale import REASONS

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "marshmallow_test": [{"trump_follow": word, "target": target} for word in ("may", "must") for target in (12, 20)],
    "face_to_face": [{"last_card": "loses"}, {"last_card": "wins"}],
    "jelly_mind": [{}, {"draw": "choose", "patience": 1}, {"patience": 10}, {"draw": "choose"}],
    "happy_mochi": [{}],
}
SOME, ALL = 160, 2000
"""Positions of each title with a search for the best move in `make test`, and in `make soak`."""
SIMULATIONS = 6
"""A search that is short gives the same kind of hints, and takes up more different moves."""
FIND_REASONS: dict[str, Callable[[Any, View, Move], tuple[Reason, ...]]] = {
    "marshmallow_test": lambda rules, view, move: marshmallow_test.find_reasons(TrickView(rules, view), move),
    "face_to_face": face_to_face.find_reasons,
    "jelly_mind": jelly_mind.find_reasons,
    "happy_mochi": happy_mochi.find_reasons,
}
RARE = {"wins_match", "saves_match", "wins", "beaten", "beats_few", "leaves_them_stuck"}
"""Reasons that few positions have."""


def positions(title: str, wanted: int, one_of: int = 4) -> Iterator[tuple[Rules[Any], View]]:
    """Positions with a choice, of matches in which every third move is a random one; one of so many is taken."""
    seats = catalog.spec(title).seats
    tables = cycle(product(seats, OPTIONS[title]))
    return islice(_positions(title, tables, one_of), wanted)


def _positions(
    title: str, tables: Iterator[tuple[int, dict[str, Any]]], one_of: int
) -> Iterator[tuple[Rules[Any], View]]:
    for number, (seats, options) in enumerate(tables):
        rules = catalog.rules(title, options)
        dice = Dice("claims", title, number)
        state = rules.setup(seats, dice)
        bots = [Bot(rules, "random"), Bot(rules, "casual"), Bot(rules, "casual")]
        for count in range(100):
            deciders = rules.deciders(state)
            if not deciders:
                break
            seat = dice.pick(deciders)
            view = make_view(rules, state, seat)
            if len(view.legal) > 1 and count % one_of == number % one_of:
                yield rules, view
            rules.play(state, seat, dice.pick(bots).think(view, dice, Budget(2)).move, dice)


def think(rules: Rules[Any], view: View, number: int) -> tuple[Thought, Hint]:
    thought = Bot(rules, "master").think(view, Dice("claims", number), Budget(SIMULATIONS))
    return thought, make_hint(view, thought)


def check_hints(title: str, wanted: int) -> Counter[str]:
    """Check this many hints. Returns how often each reason was given."""
    given: Counter[str] = Counter()
    for number, (rules, view) in enumerate(positions(title, wanted)):
        thought, hint = think(rules, view, number)
        assert not faults(rules, view, thought, hint), (hint, view.to_plain())
        given.update(name_of(reason) for reason in hint.reasons)
        for reason in thought.reasons[len(hint.reasons) :]:
            assert reason_is_true(rules, view, hint.move, reason), (reason, hint.move)
    return given


@pytest.mark.parametrize("title", TITLES)
def test_no_hint_says_anything_false(title: str) -> None:
    given = check_hints(title, SOME)
    assert len(given) >= 8 and set(given) <= {*REASONS[title], "tried", "looked", "close", "only_move"}


@pytest.mark.parametrize("title", TITLES)
def test_no_reason_for_any_legal_move_is_false(title: str) -> None:
    """The reasons for all legal moves of 2,000 positions, also for those that no bot would advise."""
    said: Counter[str] = Counter()
    for rules, view in positions(title, ALL, one_of=1):
        for move in view.legal:
            assert keeps_to_rule(rules, view, move)
            for reason in FIND_REASONS[title](rules, view, move):
                assert reason_is_true(rules, view, move, reason), (reason, move, view.to_plain())
                said[name_of(reason)] += 1
    assert set(said) >= REASONS[title] - RARE and sum(said.values()) > 2 * ALL


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_hint_of_many_says_anything_false(title: str) -> None:
    assert set(check_hints(title, ALL)) >= REASONS[title] - RARE


# Planted lies


@cache
def true_reasons(title: str) -> tuple[tuple[Rules[Any], View, Hint], ...]:
    return tuple((rules, view, think(rules, view, n)[1]) for n, (rules, view) in enumerate(positions(title, SOME // 2)))


@pytest.mark.parametrize("title", TITLES)
def test_a_number_a_card_or_a_player_that_is_changed_is_found(title: str) -> None:
    """Every value of every reason, one more than it is."""
    planted = 0
    for rules, view, hint in true_reasons(title):
        for reason in hint.reasons:
            for name, value in reason.values.items():
                lie = value + 1 if isinstance(value, int) else (view.seat,)
                planted += 1
                assert told_falsely(rules, view, hint, Reason(reason.key, {**reason.values, name: lie}))
    assert planted > 30


def told_falsely(rules: Rules[Any], view: View, hint: Hint, lie: Reason) -> bool:
    """Whether a lie in place of the reasons of a hint is found."""
    changed = replace(hint, reasons=(lie,))
    return bool(faults(rules, view, Thought(hint.move, tuple((move, 0.0) for move in view.legal)), changed))


@pytest.mark.parametrize("title", TITLES)
def test_a_reason_of_another_move_is_found(title: str) -> None:
    """Said of another legal move, a reason is true exactly if the bots would give it for that move too."""
    planted = 0
    for rules, view, hint in true_reasons(title):
        for move in view.legal:
            given = FIND_REASONS[title](rules, view, move)
            for reason in hint.reasons:
                if name_of(reason) in MODULES[title].CLAIMS:
                    planted += reason not in given
                    assert reason_is_true(rules, view, move, reason) == (reason in given), (reason, move, hint.move)
    assert planted > 100


@pytest.mark.parametrize("title", TITLES)
def test_a_move_against_the_rule_that_is_cited_is_found(title: str) -> None:
    """Of the moves that a title has, the legal ones keep to the clause beside a hint. Some others do not."""
    book, found = rulebook_file.read(title, "en"), 0
    for rules, view in positions(title, SOME):
        cited = book.find_clause(rules.clause(view))
        assert cited is not None and cited.holds(rules.options), rules.clause(view)
        assert all(keeps_to_rule(rules, view, move) for move in view.legal)
        verbs = {move.verb for move in view.legal}
        others = [move for move in rules.book(view.seat) if move.verb in verbs and move not in view.legal]
        found += sum(not keeps_to_rule(rules, view, move) for move in others if _can_be_judged(view, move))
    assert found > 100 or title == "jelly_mind"


def test_a_trump_after_a_trump_cites_the_clause_of_the_edition() -> None:
    wanted = {"follow_or_trump": "MT-15a", "must_trump": "MT-15b"}
    asked = ((rules.question(view).key.rpartition(".")[2], rules.clause(view))
             for rules, view in positions("marshmallow_test", 4000))  # fmt: skip
    while wanted:
        key, clause = next(asked)
        assert wanted.pop(key, clause) == clause


def _can_be_judged(view: View, move: Move) -> bool:
    """Whether the cards that a move names are there."""
    hand = view.zones[f"hand {view.seat}"]
    return move.card in hand if move.card >= 0 else 0 <= move.index < len(hand) - 1 or move.verb == "end"


def first_view(title: str, **facts: Any) -> tuple[Rules[Any], View]:
    return next(
        (rules, view)
        for rules, view in positions(title, 4000)
        if all(view.facts[name] == value for name, value in facts.items())
    )


def test_ones_are_not_counted_among_what_a_five_beats() -> None:
    """H1, as it was said before: eight of ten, two of them 1s."""
    rules, view = first_view("jelly_mind", choosing=False, turns=0, beat=1)
    five = next(card for card, face in enumerate(rules.spec.faces) if face.rank == 5 and face.suit == view.seat)
    view = replace(view, zones={**view.zones, f"drawn {view.seat}": (five,)})
    move = next(move for move in view.legal if move.verb == "play")
    others, total = len(view.facts["active"]) - 1, 5 * (len(view.facts["active"]) - 1)
    said = {count: Reason("why.jelly_mind.beats_most", {"rank": 5, "count": count * others, "all": total})
            for count in (3, 4)}  # fmt: skip
    assert reason_is_true(rules, view, move, said[3]) and not reason_is_true(rules, view, move, said[4])
    safe = Reason("why.jelly_mind.unbeatable", {"rank": 5})
    no_one = Reason("why.jelly_mind.no_one_left")
    assert not reason_is_true(rules, view, move, safe) and not reason_is_true(rules, view, move, no_one)


def test_leaving_a_trick_is_not_praised_if_it_ends_the_round() -> None:
    """MT-13: the only rival left goes out with this trick, so there is nothing to go out for any more."""
    found = 0
    for rules, view in positions("marshmallow_test", 1000):
        assert isinstance(rules, MarshmallowTest)
        trick = TrickView(rules, view)
        if len(trick.order) == 2 and trick.cards and trick.missing(trick.holder) == 1:
            for move in view.legal:
                said = {name_of(reason) for reason in FIND_REASONS["marshmallow_test"](rules, view, move)}
                assert not said & {"feeds", "waits"}
                found += not trick.takes(move.card) and any(trick.takes(other.card) for other in view.legal)
        if found:
            return
    raise AssertionError("no such position")


def test_help_is_told_with_what_it_gives_away() -> None:
    """H2: every reason for help says how many numbers the rival gets back."""
    helped = 0
    for rules, view, hint in true_reasons("face_to_face"):
        for reason in hint.reasons:
            if name_of(reason) in ("refills", "must_help", "least_help"):
                helped += 1
                assert int(str(reason.values["given"])) > 0
                assert told_falsely(rules, view, hint, Reason(reason.key, {**reason.values, "given": 0}))
    assert helped


def test_a_rival_of_whom_no_card_fits_is_not_said_to_have_only_0_that_fit() -> None:
    """The rival has left 30 and 31, with 57 on the rising pile and 5 on the falling one."""
    rules, view, end = next(
        (rules, view, move)
        for rules, view in positions("face_to_face", 4000)
        for move in view.legal
        if move.verb == "end" and not view.facts["helped"] and view.zones[f"hand {view.seat}"]
    )
    rival = 1 - view.seat
    cards = {face.rank: card for card, face in enumerate(rules.spec.faces) if face.suit == rival}
    up = [cards[rank] for rank in range(6, 58) if rank not in (30, 31)]
    down = [cards[rank] for rank in (59, 58, 4, 3, 2, 5)]
    tops = list(view.facts["tops"])
    tops[2 * rival : 2 * rival + 2] = 57, 5
    zones = {**view.zones, f"up {rival}": tuple(up), f"down {rival}": tuple(down)}
    view = replace(view, zones=zones, facts={**view.facts, "tops": tuple(tops)})
    reasons = {name_of(reason): reason for reason in FIND_REASONS["face_to_face"](rules, view, end)}
    assert "keeps_them_tight" not in reasons
    assert reason_is_true(rules, view, end, reasons["leaves_them_stuck"])
    none_fits = Reason("why.face_to_face.keeps_them_tight", {"rival": rival, "fit": 0, "left": 2})
    assert not reason_is_true(rules, view, end, none_fits)
