"""Bots are honest by construction, and the same question always gets the same answer."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from game.ai.bots import Bot, bot_names, level_and_style
from game.ai.minds import MINDS
from game.ai.pace import MAX_PAUSE_S, MIN_PAUSE_S, moment_s, pause_s
from game.ai.thought import Budget
from game.data import catalog
from game.engine.dice import Dice
from game.engine.errors import OptionError
from game.engine.spec import LEVELS
from game.engine.view import make_view
from game.lab.elo import elo_difference, ratings
from game.lab.ladder import (
    MATCHES_PER_LOOK,
    ORACLE,
    Duel,
    DuelResult,
    distinct_settings,
    make_bot,
    option_variants,
    pairings,
    play_deal,
    rating_lines,
    run_duel,
    run_ladder,
)
from game.lab.players import make_player, rule_names
from tests.contract import all_variants, new_match, variant_id
from tests.reasons import hint
from tests.scenario import guess_world
from tests.test_twin_worlds import moments

PAIRS = 500
"""Pairs of twin worlds a title."""
SMALL = 16
"""Simulations: enough to see whether two thoughts are the same."""


def share(title: str) -> int:
    return -(-PAIRS // sum(table[0] == title for table in all_variants()))


@pytest.mark.parametrize("table", [table for table in all_variants() if table[0] in MINDS], ids=variant_id)
def test_twin_worlds_get_the_same_thought(table: tuple[str, int, dict[str, str | int]]) -> None:
    """A second bot, that has just thought of other things, answers for a world that looks the same."""
    title, seats, options = table
    rules = catalog.rules(title, options)
    bots = {level: (Bot(rules, level), Bot(rules, level)) for level in LEVELS}
    done = seed = 0
    while done < share(title):
        dice = Dice("honest", *map(str, table), seed)
        for match in moments(new_match(title, seats, options, "honest", seed), dice, moves=60):
            for seat in match.deciders:
                seen = match.view(seat)
                twin = make_view(rules, guess_world(rules, seen, dice), seat)
                one, other = bots[LEVELS[done % len(LEVELS)]]
                budget = Budget(min(one.simulations, SMALL))
                thought = one.think(seen, Dice("same", done), budget)
                assert other.think(twin, Dice("same", done), budget) == thought
                assert thought.move in seen.legal
                assert {move for move, _ in thought.values} <= set(seen.legal)
                done += 1
        seed += 1


@pytest.mark.parametrize("title", MINDS)
def test_every_level_and_character_can_be_named(title: str) -> None:
    rules = catalog.rules(title)
    assert bot_names(rules) == ["random", *LEVELS]
    for character in rules.spec.characters:
        level_and_style(rules, f"expert:{character}")
    for character in rules.spec.former_characters:
        assert character not in rules.spec.characters
        assert level_and_style(rules, f"expert:{character}") == level_and_style(rules, "expert")
    for wrong in ("grandmaster", "expert:nobody", ""):
        with pytest.raises(OptionError):
            Bot(rules, wrong)


@pytest.mark.parametrize("title", MINDS)
def test_a_hint_is_a_legal_move_with_a_place_and_a_reason(title: str) -> None:
    rules = catalog.rules(title)
    seats = rules.spec.seats[-1]
    dice = Dice("hint", title)
    for match in moments(new_match(title, seats, {}, "hint"), dice, moves=60):
        for seat in match.deciders:
            seen = match.view(seat)
            given = hint(rules, seen, dice, Budget(SMALL))
            assert given.move in seen.legal
            assert given.place
            assert given.reasons


def test_a_pause_tells_nothing_but_who_and_when() -> None:
    for level in LEVELS:
        pauses = {pause_s(level, turn, 5) for turn in range(100)}
        assert len(pauses) > 50
        assert all(MIN_PAUSE_S <= seconds <= MAX_PAUSE_S for seconds in pauses)
    assert pause_s("expert", 7, 3) == pause_s("expert", 7, 3)
    assert pause_s("expert:waiter", 7, 3) != pause_s("expert:grabber", 7, 3)


@pytest.mark.parametrize("title", MINDS)
def test_the_moment_of_a_bot_can_be_asked_for_in_any_title(title: str) -> None:
    """Where all play at once it is not the truth that tells how long a bot takes."""
    rules = catalog.rules(title)
    for match in moments(new_match(title, rules.spec.seats[0], {}, "moment"), Dice("moment"), moves=40):
        for seat in match.deciders:
            seen = match.view(seat)
            twin = make_view(rules, guess_world(rules, seen, Dice("other")), seat)
            for bot in ("random", "beginner", f"master:{next(iter(rules.spec.characters))}"):
                assert 0.2 < moment_s(rules, bot, seen, Dice("same")) == moment_s(rules, bot, twin, Dice("same")) < 5


# Strength


@pytest.mark.parametrize("title", MINDS)
def test_levels_are_in_order_and_begin_below_rules_of_thumb(title: str) -> None:
    """Loosely, with few matches: `docs/strength.md` has the tables. The quick levels stand for all."""
    rules = tuple(sorted(catalog.rules(title).options.items()))

    def share(challenger: str, champion: str, deals: int) -> float:
        return sum(play_deal(Duel(title, 2, rules, challenger, champion), deal)[0] for deal in range(deals)) / deals

    assert share("beginner", "random", 4) >= 0.6
    by_rules = {
        level: sum(share(level, rule, 6) for rule in rule_names(title)) / len(rule_names(title))
        for level in ("beginner", "skilled")
    }
    assert by_rules["beginner"] < 0.5 < by_rules["skilled"]
    assert share("skilled", "beginner", 6) > 0.5


# The ladder


def test_everybody_on_the_ladder_has_a_seat() -> None:
    for title in MINDS:
        rules = catalog.rules(title)
        assert len(rule_names(title)) == 3
        for name in (*bot_names(rules), *rule_names(title), ORACLE):
            assert make_bot(rules, name).name == name
        with pytest.raises(OptionError, match="did you mean"):
            make_player(rules, f"{rule_names(title)[0]}x")
    pairs = list(pairings(LEVELS, ["rule:patient"]))
    assert pairs[:4] == list(zip(LEVELS[1:], LEVELS, strict=False))
    assert {("master", "beginner"), ("master", "casual")} <= set(pairs)
    assert {(level, "rule:patient") for level in LEVELS} <= set(pairs)
    assert pairs[-2:] == [("master", "random"), (ORACLE, "beginner")]


def test_a_pairing_ends_when_it_is_settled_and_comes_out_the_same_again() -> None:
    duel = Duel("face_to_face", 2, (("last_card", "loses"),), "casual", "random")
    outcome = run_duel(duel, 200, None)
    assert len(outcome.shares) == MATCHES_PER_LOOK // 2
    assert outcome.interval()[0] > outcome.par
    assert run_duel(duel, 200, None).shares == outcome.shares
    assert run_duel(duel, 40, None, whole=True, skip=10).shares == outcome.shares[10:30]


def test_a_ladder_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.json"
    run_ladder([catalog.rules("jelly_mind")], [2], ["beginner", "casual"], 20, file, processes=1)
    told = capsys.readouterr().out
    assert "| casual | beginner |" in told
    assert "Elo, the mean of the levels being 0: beginner" in told
    data = json.loads(file.read_text(encoding="utf-8"))
    by_rules = ["beginner", "casual"] * len(rule_names("jelly_mind"))
    assert [entry["duel"]["challenger"] for entry in data] == ["casual", *by_rules, "casual", ORACLE]
    run_ladder([catalog.rules("jelly_mind")], [2], ["beginner", "casual"], 20, file, processes=1, steps=True)
    assert len(json.loads(file.read_text(encoding="utf-8"))) == 1
    run_ladder([catalog.rules("jelly_mind")], [2], ["skilled"], 8, file, processes=1, against="random,rules")
    whole = json.loads(file.read_text(encoding="utf-8"))
    champions = ["random", *rule_names("jelly_mind")]
    assert [(entry["duel"]["champion"], len(entry["shares"])) for entry in whole] == [(name, 4) for name in champions]
    assert all(0 <= low <= entry["share"] <= high <= 1 for entry in data for low, high in [entry["interval"]])


@pytest.mark.parametrize(("shares", "overlap"), [([1.0, 0.5] * 20, "none"), ([1.0, 0.0] * 20, "beginner and skilled")])
def test_a_ladder_says_which_steps_two_apart_it_cannot_tell_apart(shares: list[float], overlap: str) -> None:
    levels = ["beginner", "casual", "skilled"]
    found = [DuelResult(Duel("jelly_mind", 2, (), high, low), shares) for low, high in pairwise(levels)]
    told = list(rating_lines(found, levels))
    assert f"Two steps apart, the intervals overlap of {overlap}." in told


def test_a_ladder_of_all_variants_and_seats_goes_on_at_once_and_is_told_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = catalog.rules("jelly_mind")
    assert [each.options["draw"] for each in option_variants(rules, {"draw"})] == ["top"]
    each = option_variants(rules, ())
    file = tmp_path / "ladder.json"
    levels = ["beginner", "casual"]
    run_ladder(each, [2, 3], levels, 6, file, processes=2, steps=True)
    told = capsys.readouterr().out
    found = [entry["duel"] for entry in json.loads(file.read_text(encoding="utf-8"))]
    assert [(dict(duel["options"])["draw"], duel["seats"], duel["challenger"]) for duel in found] == [
        (draw, seats, level) for draw in ("top", "choose") for seats in (2, 3) for level in levels[1:]
    ]
    assert told.count("par ") == told.count("Elo, the mean") == 4
    assert "\n24 matches in " in told
    alone = run_duel(Duel("jelly_mind", 3, tuple(sorted(each[1].options.items())), "casual", "beginner"), 6, None)
    assert alone.shares == json.loads(file.read_text(encoding="utf-8"))[-1]["shares"]


def test_a_ladder_plays_no_table_twice_that_an_option_does_not_change() -> None:
    both = option_variants(catalog.rules("marshmallow_test"), ())
    met = [(rules.options["trump_follow"], seats) for rules, seats in distinct_settings(both, range(2, 6))]
    assert met == [*(("may", seats) for seats in range(2, 6)), *(("must", seats) for seats in range(3, 6))]
    assert [seats for _, seats in distinct_settings(both[1:], [2])] == [2], "asked for by name it is played"


def test_elo_is_what_it_means() -> None:
    assert elo_difference(0.25, 4) == pytest.approx(0)
    assert elo_difference(10 / 11, 2) == pytest.approx(400)
    games = [("b", "a", [0.64, 0.64]), ("c", "b", [0.64, 0.64])]
    found = ratings(games, 2)
    assert found["c"][0] - found["b"][0] == pytest.approx(100, abs=2)
    assert found["b"][0] == pytest.approx(0, abs=1)
    assert found["a"][1] <= found["a"][0] <= found["a"][2]
