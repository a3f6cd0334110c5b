"""Jelly Mind, clause by clause. Red is seat 0, Blue seat 1 and Green seat 2."""

from __future__ import annotations

from typing import Any, Final

import pytest

from game.data import catalog, rulebook_file
from game.engine import record
from game.engine.errors import IllegalMove, OptionError, SaveError
from game.engine.events import Decided, Moved, Shown, events_for
from game.engine.spec import Value
from game.play.draft import Draft
from game.words.locale import Texts
from tests.contract import SPECTATOR
from tests.scenario import DealData, Scenario, jelly_deal

SAME_TURN: Final = "play play play"
RISING: Final = (1, 2, 3, 4, 5)


def jelly(*decks: tuple[int, ...], then: tuple[DealData, ...] = (), **options: Value) -> Scenario:
    """One deck a player, top first, and later deals as they are needed."""
    return Scenario("jelly_mind", len(decks), [jelly_deal(*decks), *then], options)


def beats(scene: Scenario, *lines: str) -> Scenario:
    """One line a beat, with a word for every undecided player: "play wait discard"."""
    for line in lines:
        for seat, word in zip(scene.deciders, line.split(), strict=True):
            scene.play(f"{seat} {word}")
    return scene


def choose(scene: Scenario, *ranks: int) -> Scenario:
    for seat, rank in zip(scene.deciders, ranks, strict=True):
        scene.play(f"{seat} choose {rank}")
    return scene


def deals(scene: Scenario) -> list[Any]:
    return [what["decks"] for who, what in record.make_record(scene.match, "test").data["log"] if who == "deal"]


def took(*decks: tuple[int, ...], beats_of_turn: tuple[str, ...]) -> tuple[int, ...]:
    """What one turn pays when each player's top card is the first of these."""
    paid: tuple[int, ...] = beats(jelly(*decks), *beats_of_turn).fact("took")
    return paid


# Setting up


@pytest.mark.parametrize("seats", [2, 3])
def test_jm_01_each_of_two_or_three_players_has_the_numbers_1_to_5_and_no_tokens_yet(seats: int) -> None:
    scene = Scenario("jelly_mind", seats)
    suits = ["red", "blue", "green"]
    for seat in range(seats):
        own = scene.zone(f"deck {seat}") + scene.zone(f"drawn {seat}")
        assert sorted(own) == [f"{suits[seat]} {rank}" for rank in range(1, 6)]
    assert scene.scores == (0,) * seats
    assert f"deck {seats}" not in scene.match.picture.zones


@pytest.mark.parametrize("seats", [1, 4])
def test_jm_01_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 3 players"):
        Scenario("jelly_mind", seats)


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_jm_02_the_book_says_that_here_nobody_has_to_lead(code: str) -> None:
    clause = rulebook_file.load("jelly_mind", code).find_clause("JM-2a")
    assert clause is not None and clause.ours


def test_jm_02_on_the_screen_nobody_can_be_made_to_begin() -> None:
    draft = Draft.make_usual(catalog.spec("jelly_mind"))
    draft.first = 1
    assert not draft.has_first_seat and draft.make_setup(Texts.load("en")).first is None
    assert Draft.make_usual(catalog.spec("happy_mochi")).has_first_seat


def test_jm_02_seat_0_is_named_as_the_leader_all_match_long() -> None:
    scene = jelly((4, 5), (3, 2), (2, 1))
    assert scene.fact("leader") == 0
    beats(scene, "discard play play")
    assert scene.fact("leader") == 0
    assert Scenario("jelly_mind", 3, first=0).fact("leader") == 0


def test_jm_02_leading_is_no_advantage() -> None:
    scene = jelly((1,), (1,), (1,))
    assert scene.deciders == (0, 1, 2)
    assert scene.legal(0) == scene.legal(1) == scene.legal(2)
    scene.play("2 play", "1 play", "0 play")
    assert scene.scores == (1, 1, 1)


def test_jm_02_no_other_seat_can_be_named_to_lead() -> None:
    with pytest.raises(OptionError, match="seat 0"):
        Scenario("jelly_mind", 3, first=1)


def test_jm_03_everybody_draws_the_own_top_card_and_sees_it_alone() -> None:
    scene = jelly((4, 1), (2, 5))
    assert scene.zone("drawn 0") == ["red 4"]
    assert scene.seen(0, "drawn 0") == ["red 4"]
    assert scene.seen(0, "drawn 1") == ["?"]
    assert scene.seen(1, "drawn 0") == ["?"]
    assert scene.seen(SPECTATOR, "drawn 0") == ["?"]
    beats(scene, "play play")
    assert (scene.zone("drawn 0"), scene.zone("drawn 1")) == (["red 1"], ["blue 5"])


def test_jm_03_nobody_sees_into_a_face_down_deck_not_even_its_owner() -> None:
    scene = jelly((4, 1), (2, 5))
    for seat in (0, 1, SPECTATOR):
        assert scene.seen(seat, "deck 0") == scene.seen(seat, "deck 1") == ["?"] * 4


def test_jm_03_the_decks_are_shuffled_each_for_itself() -> None:
    orders = {tuple(map(tuple, deals(Scenario("jelly_mind", 2, seed=seed))[0])) for seed in range(20)}
    assert len(orders) > 10
    assert any(red != blue for red, blue in orders)


# Beats


def test_jm_04_every_player_may_play_discard_or_wait() -> None:
    scene = jelly((1,), (2,), (3,))
    for seat in range(3):
        assert scene.legal(seat) == ["play", "discard", "wait"]


def test_jm_04_what_a_player_does_is_sealed_until_all_have_decided() -> None:
    views = {}
    for word in ("play", "discard", "wait"):
        scene = jelly((1,), (2,)).play(f"0 {word}")
        assert scene.view(1).sealed == (True, False)
        assert scene.view(1).own_seal is None
        assert str(scene.view(0).own_seal) == word
        views[word] = (scene.view(1).to_bytes(), str(events_for(scene.events, 1)))
    assert views["play"] == views["discard"] == views["wait"]


def test_jm_04_a_sealed_choice_cannot_be_changed() -> None:
    scene = jelly((1,), (2,)).play("0 wait")
    with pytest.raises(IllegalMove):
        scene.play("0 play")


def test_jm_04_who_waited_is_asked_again_and_who_acted_is_not() -> None:
    scene = beats(jelly((1,), (2,), (3,)), "play wait wait")
    assert [*scene.deciders] == [1, 2]
    beats(scene, "discard wait")
    assert [*scene.deciders] == [2]
    with pytest.raises(IllegalMove):
        scene.play("0 discard")


def test_jm_04_after_a_beat_everybody_sees_who_did_what_but_no_card() -> None:
    scene = beats(jelly((1,), (2,), (3,)), "play discard wait")
    assert [place > 0 for place in scene.fact("place")] == [True, False, False]
    assert scene.seen(2, "table 0") == ["?"]
    assert scene.seen(2, "gone 1") == ["?"]
    assert scene.seen(0, "table 0") == ["red 1"]


def test_jm_05_cards_of_one_beat_share_a_place() -> None:
    scene = beats(jelly((4,), (4,), (3,)), "play play wait")
    red, blue, _ = scene.fact("place")
    assert red == blue
    beats(scene, "wait", "play")
    assert scene.scores == (2, 2, 0)


def test_jm_05_cards_of_different_beats_do_not() -> None:
    scene = beats(jelly((4,), (4,), (3,)), "play wait wait", "play wait", "play")
    assert scene.scores == (0, 2, 0)


@pytest.mark.parametrize("patience", [1, 2, 3, 10])
def test_jm_06_players_who_only_wait_for_each_other_discard_when_patience_ends(patience: int) -> None:
    scene = jelly((5, 1), (4, 2), patience=patience)
    beats(scene, *["wait wait"] * (patience - 1))
    assert scene.zone("drawn 0") == ["red 5"]
    assert scene.fact("idle") == patience - 1
    beats(scene, "wait wait")
    assert (scene.zone("gone 0"), scene.zone("gone 1")) == (["red 5"], ["blue 4"])
    assert (scene.seen(1, "gone 0"), scene.seen(0, "gone 1")) == (["?"], ["?"])
    assert scene.scores == (0, 0)
    assert (scene.zone("drawn 0"), scene.zone("drawn 1")) == (["red 1"], ["blue 2"])


@pytest.mark.parametrize("patience", [1, 2, 3])
def test_jm_06_who_decides_is_told_when_the_next_wait_of_all_is_a_standoff(patience: int) -> None:
    scene = jelly((5, 1), (4, 2), patience=patience)
    asked = []
    for _ in range(patience):
        asked.append(scene.match.rules.question(scene.match.view(0)).clause)
        beats(scene, "wait wait")
    assert asked == [*["JM-4"] * (patience - 1), "JM-6"]


def test_jm_06_patience_is_3_unless_told_otherwise() -> None:
    scene = beats(jelly((5,), (4,)), "wait wait", "wait wait")
    assert scene.zone("drawn 0") == ["red 5"]
    beats(scene, "wait wait")
    assert scene.zone("gone 0") == ["red 5"]


def test_jm_06_patience_begins_anew_when_somebody_acts() -> None:
    scene = beats(jelly((1,), (2,), (3,), patience=2), "wait wait wait", "discard wait wait", "wait wait")
    assert [*scene.deciders] == [1, 2]
    beats(scene, "play wait", "wait")
    assert [*scene.deciders] == [2]
    beats(scene, "play")
    assert scene.scores == (0, 0, 1)


def test_jm_06_patience_begins_anew_in_every_turn() -> None:
    scene = beats(jelly((1, 2, 3), (2, 3, 4), patience=2), "wait wait", "wait wait", "wait wait")
    assert (scene.deciders, scene.zone("drawn 0")) == ((0, 1), ["red 2"])
    beats(scene, "play play", "wait wait")
    assert (scene.deciders, scene.zone("drawn 0")) == ((0, 1), ["red 3"])


def test_jm_06_those_who_acted_before_the_standoff_keep_their_cards_in_the_order() -> None:
    scene = beats(jelly((1,), (5,), (4,), patience=1), "play wait wait", "wait wait")
    assert scene.zone("open 0") == ["red 1"]
    assert (scene.zone("gone 1"), scene.zone("gone 2")) == (["blue 5"], ["green 4"])
    assert scene.scores == (1, 0, 0)


def test_jm_06_a_lone_player_who_keeps_waiting_discards_too() -> None:
    scene = beats(jelly((2,), (5,), patience=2), "play wait", "wait")
    assert scene.deciders == (1,)
    beats(scene, "wait")
    assert scene.zone("gone 1") == ["blue 5"]
    assert scene.scores == (1, 0)


# Revealing and scoring


def test_jm_07_played_cards_are_revealed_when_everybody_has_decided_and_not_before() -> None:
    scene = beats(jelly((3,), (4,), (5,)), "play play wait")
    assert scene.seen(2, "table 0") == scene.seen(0, "table 1") == ["?"]
    beats(scene, "discard")
    assert scene.seen(2, "open 0") == ["red 3"]
    assert scene.seen(SPECTATOR, "open 1") == ["blue 4"]


def test_jm_07_discarded_cards_are_never_revealed() -> None:
    scene = beats(jelly((3,), (4,), (5,)), "play play discard")
    assert scene.seen(0, "gone 2") == scene.seen(1, "gone 2") == scene.seen(SPECTATOR, "gone 2") == ["?"]
    assert scene.zone("open 2") == []
    (green_5,) = scene.match.picture.zones["gone 2"]
    assert all(event.card != green_5 for event in events_for(scene.events, 0) if isinstance(event, Moved | Shown))


def test_jm_08_the_highest_played_card_wins() -> None:
    assert took((3,), (4,), (2,), beats_of_turn=(SAME_TURN,)) == (0, 1, 0)


def test_jm_08_with_a_5_played_a_1_is_highest_of_all() -> None:
    assert took((5,), (1,), (4,), beats_of_turn=(SAME_TURN,)) == (0, 1, 0)


def test_jm_08_without_a_5_a_1_is_lowest_of_all() -> None:
    assert took((4,), (1,), (2,), beats_of_turn=(SAME_TURN,)) == (1, 0, 0)


def test_jm_08_a_discarded_5_does_not_raise_the_1() -> None:
    assert took((5,), (1,), (2,), beats_of_turn=("discard play play",)) == (0, 0, 1)


def test_jm_08_a_5_played_later_raises_a_1_played_before() -> None:
    assert took((1,), (5,), (4,), beats_of_turn=("play wait wait", "play wait", "play")) == (3, 0, 0)


def test_jm_08_a_5_with_no_1_is_above_4_3_and_2() -> None:
    assert took((5,), (4,), (3,), beats_of_turn=(SAME_TURN,)) == (1, 0, 0)
    assert took((2,), (5,), beats_of_turn=("play play",)) == (0, 1)


def test_jm_08_two_1s_above_a_5_are_a_tie_like_any_other() -> None:
    assert took((1,), (1,), (5,), beats_of_turn=("play wait wait", "play wait", "play")) == (0, 2, 0)


def test_jm_09_among_equal_highest_cards_the_last_one_wins() -> None:
    assert took((4,), (4,), beats_of_turn=("play wait", "play")) == (0, 1)
    assert took((4,), (4,), beats_of_turn=("wait play", "play")) == (1, 0)


def test_jm_09_those_that_share_the_last_place_win_together() -> None:
    assert took((3,), (3,), (3,), beats_of_turn=("play wait wait", "play play")) == (0, 1, 1)
    assert took((3,), (3,), (3,), beats_of_turn=("play play wait", "play")) == (0, 0, 1)
    assert took((3,), (3,), (3,), beats_of_turn=(SAME_TURN,)) == (1, 1, 1)


def test_jm_09_equal_cards_that_are_not_the_highest_win_nothing() -> None:
    assert took((4,), (3,), (3,), beats_of_turn=("play wait wait", "play play")) == (3, 0, 0)


def test_jm_10_example_1_red_wins_and_takes_a_token_more_for_green() -> None:
    assert took((4,), (2,), (3,), beats_of_turn=("wait play wait", "play wait", "play")) == (2, 0, 0)


def test_jm_10_example_2_blue_wins_and_takes_two_more_for_red_and_green() -> None:
    assert took((2,), (4,), (3,), beats_of_turn=("wait play wait", "play wait", "play")) == (0, 3, 0)


def test_jm_10_example_3_red_and_blue_take_one_each_and_nothing_for_the_discarded_green() -> None:
    assert took((4,), (4,), (3,), beats_of_turn=("play play wait", "discard")) == (1, 1, 0)


def test_jm_10_example_4_red_and_blue_take_two_each_when_greens_3_is_played_after_them() -> None:
    assert took((4,), (4,), (3,), beats_of_turn=("play play wait", "play")) == (2, 2, 0)


def test_jm_10_cards_before_and_beside_the_own_card_pay_nothing() -> None:
    assert took((3,), (4,), (2,), beats_of_turn=("play wait wait", "play play")) == (0, 1, 0)


def test_jm_10_a_standoff_behind_the_winner_pays_nothing() -> None:
    assert took((4,), (3,), (2,), beats_of_turn=("play wait wait", *["wait wait"] * 3)) == (1, 0, 0)


@pytest.mark.parametrize("line", ["discard discard discard", "discard discard"])
def test_jm_10_when_everybody_discards_nobody_takes_anything(line: str) -> None:
    seats = len(line.split())
    scene = beats(jelly(*[RISING] * seats), line)
    assert scene.scores == scene.fact("took") == (0,) * seats
    assert scene.deciders == tuple(range(seats))


def test_jm_11_played_cards_stay_open_and_discarded_ones_hidden_in_the_turns_after() -> None:
    scene = beats(jelly((3, 4), (2, 5)), "play discard", "play play")
    assert scene.seen(1, "open 0") == ["red 3", "red 4"]
    assert scene.seen(0, "open 1") == ["blue 5"]
    assert scene.seen(0, "gone 1") == ["?"]
    assert scene.seen(1, "gone 1") == ["blue 2"]


def test_jm_12_everybody_takes_back_all_five_cards_after_every_third_turn() -> None:
    scene = jelly(RISING, RISING, then=(jelly_deal((5, 4), (4, 3)),))
    beats(scene, "play discard", "discard play")
    assert (len(scene.zone("deck 0")), len(deals(scene))) == (2, 1)
    beats(scene, "play play")
    assert deals(scene)[1:] == [[[5, 4, 1, 2, 3], [4, 3, 1, 2, 5]]]
    assert (scene.zone("drawn 0"), scene.zone("drawn 1")) == (["red 5"], ["blue 4"])
    assert scene.zone("open 0") == scene.zone("gone 0") == scene.zone("gone 1") == []
    assert scene.scores == (2, 2)


def test_jm_12_the_shuffle_comes_after_turns_3_and_6_and_so_on() -> None:
    scene = jelly(RISING, RISING)
    counts = []
    for _ in range(7):
        counts.append(len(deals(scene)))
        beats(scene, "discard discard")
    assert counts == [1, 1, 1, 2, 2, 2, 3]


# The end


def test_jm_13_the_game_goes_on_with_7_tokens_and_ends_with_8() -> None:
    scene = jelly((2, 3, 4), (1, 2, 3), then=(jelly_deal((2, 3), (1, 2)),))
    for _ in range(3):
        beats(scene, "play wait", "play")
    beats(scene, "play play")
    assert (scene.scores, scene.over) == ((7, 0), False)
    beats(scene, "play discard")
    assert (scene.scores, scene.over, scene.winners, scene.deciders) == ((8, 0), True, (0,), ())


def test_jm_13_a_count_may_pass_8_and_the_turn_is_the_last_even_within_a_shuffle() -> None:
    scene = jelly((4, 3, 2), (3, 2, 1), (3, 2, 1), then=(jelly_deal((4,), (3,), (2,)),))
    for _ in range(3):
        assert not scene.over
        beats(scene, "play wait wait", "play play")
    assert (scene.scores, scene.winners) == ((9, 0, 0), (0,))
    assert len(deals(scene)) == 1


def test_jm_13_most_tokens_wins_when_two_have_8_or_more() -> None:
    scene = jelly((2, 3, 4), (2, 3, 4), (1, 2, 3), then=(jelly_deal((2, 3), (1, 3), (1, 2)),))
    for _ in range(3):
        beats(scene, "play play wait", "play")
    beats(scene, SAME_TURN)
    assert (scene.scores, scene.over) == ((7, 6, 0), False)
    beats(scene, "play play wait", "play")
    assert (scene.scores, scene.over, scene.winners) == ((9, 8, 0), True, (0,))


def eight_all(seats: int, line: str, *then: DealData, **options: Value) -> Scenario:
    """Eight turns in which the players who play tie side by side: all of them stand at 8."""
    rising = jelly_deal(*[RISING] * seats)
    scene = jelly(*[RISING] * seats, then=(rising, rising, *then), **options)
    for turn in range(8):
        if options.get("draw") == "choose":
            choose(scene, *[turn % 3 + 1] * seats)
        beats(scene, line)
    return scene


def test_jm_14_two_tied_leaders_go_on_in_mid_cycle_with_the_cards_they_have_left() -> None:
    scene = eight_all(2, "play play")
    assert (scene.scores, scene.over, scene.winners) == ((8, 8), False, ())
    assert (scene.zone("drawn 0"), scene.zone("drawn 1")) == (["red 3"], ["blue 3"])
    assert len(deals(scene)) == 3
    beats(scene, "wait play", "play")
    assert (scene.scores, scene.over, scene.winners) == ((9, 8), True, (0,))


def test_jm_14_a_sudden_death_turn_that_ties_again_or_pays_nobody_is_followed_by_another() -> None:
    scene = eight_all(2, "play play", jelly_deal((2, 4), (3, 4)))
    beats(scene, "play play")
    assert (scene.scores, scene.over) == ((9, 9), False)
    assert deals(scene)[3] == [[2, 4, 1, 3, 5], [3, 4, 1, 2, 5]]
    beats(scene, "discard discard")
    assert (scene.scores, scene.over) == ((9, 9), False)
    beats(scene, "discard play")
    assert (scene.scores, scene.winners) == ((9, 10), (1,))


def test_jm_14_only_the_tied_leaders_play_on() -> None:
    scene = eight_all(3, "play play discard")
    assert scene.scores == (8, 8, 0)
    assert scene.deciders == scene.fact("active") == (0, 1)
    assert scene.zone("drawn 2") == []
    assert len(scene.zone("deck 2")) == 3
    with pytest.raises(IllegalMove):
        scene.play("2 play")
    beats(scene, "play wait", "wait", "play")
    assert (scene.scores, scene.winners) == ((8, 9, 0), (1,))


def test_jm_14_the_deal_has_null_for_a_seat_that_is_not_in_sudden_death() -> None:
    scene = beats(eight_all(3, "play play discard", jelly_deal((4, 1), (5, 1), None)), "discard discard")
    assert deals(scene)[3] == [[4, 1, 2, 3, 5], [5, 1, 2, 3, 4], None]
    assert scene.deciders == (0, 1)
    beats(scene, "play play")
    assert scene.winners == (1,)


def test_jm_14_the_null_stands_at_the_seat_that_is_out() -> None:
    scene = beats(eight_all(3, "discard play play"), "discard discard")
    assert [deck is None for deck in deals(scene)[3]] == [True, False, False]


def test_jm_14_a_deal_for_a_seat_out_of_sudden_death_is_refused() -> None:
    scene = eight_all(3, "play play discard", jelly_deal(RISING, RISING, RISING))
    with pytest.raises(SaveError, match="seat 2, which is not in sudden death"):
        beats(scene, "discard discard")


def test_jm_14_three_tied_leaders_all_play_on() -> None:
    scene = eight_all(3, SAME_TURN)
    assert (scene.scores, scene.over, scene.deciders) == ((8, 8, 8), False, (0, 1, 2))
    beats(scene, "discard discard play")
    assert (scene.scores, scene.winners) == ((8, 8, 9), (2,))


def test_jm_14_a_third_player_drops_out_of_sudden_death() -> None:
    scene = beats(eight_all(3, SAME_TURN, jelly_deal((2, 4), None, (3, 4))), "play discard play")
    assert (scene.scores, scene.over) == ((9, 8, 9), False)
    assert deals(scene)[3] == [[2, 4, 1, 3, 5], None, [3, 4, 1, 2, 5]]
    assert scene.deciders == (0, 2)
    beats(scene, "play wait", "play")
    assert (scene.scores, scene.winners) == ((9, 8, 10), (2,))


def test_jm_14_cards_of_a_player_who_dropped_out_stay_as_they_lay() -> None:
    scene = beats(eight_all(3, SAME_TURN), "play discard play")
    assert scene.seen(0, "open 1") == ["blue 1", "blue 2"]
    assert scene.seen(0, "gone 1") == ["?"]


def test_jm_14_a_standoff_in_sudden_death_pays_nobody_and_it_goes_on() -> None:
    scene = beats(eight_all(3, "play discard play", patience=1), "wait wait")
    assert (scene.scores, scene.over, scene.deciders) == ((8, 0, 8), False, (0, 2))


def test_jm_14_with_cards_to_choose_the_tied_leaders_choose_from_those_they_have_left() -> None:
    scene = eight_all(3, "discard play play", draw="choose")
    assert scene.deciders == (1, 2)
    assert scene.legal(1) == scene.legal(2) == ["choose 3", "choose 4", "choose 5"]
    choose(scene, 4, 5)
    beats(scene, "play play")
    assert (scene.scores, scene.winners) == ((0, 8, 9), (2,))


# The advanced variant


def test_jm_15_with_draw_top_nobody_is_asked_to_choose() -> None:
    assert Scenario("jelly_mind", 2).rules.options["draw"] == "top"
    assert jelly(RISING, RISING, draw="top").legal(0) == ["play", "discard", "wait"]
    with pytest.raises(IllegalMove):
        jelly(RISING, RISING).play("0 choose 1")


def test_jm_15_everybody_chooses_the_card_of_the_turn_before_the_first_beat() -> None:
    scene = jelly(RISING, RISING, draw="choose")
    assert [*scene.deciders] == [0, 1]
    assert scene.legal(0) == [f"choose {rank}" for rank in RISING]
    scene.play("0 choose 4")
    assert [*scene.deciders] == [1]
    scene.play("1 choose 2")
    assert (scene.zone("drawn 0"), scene.zone("drawn 1")) == (["red 4"], ["blue 2"])
    assert scene.legal(0) == scene.legal(1) == ["play", "discard", "wait"]


def test_jm_15_the_choice_is_from_the_cards_left_whether_played_or_discarded() -> None:
    scene = jelly(RISING, RISING, draw="choose")
    beats(choose(scene, 4, 2), "play discard")
    assert scene.legal(0) == ["choose 1", "choose 2", "choose 3", "choose 5"]
    assert scene.legal(1) == ["choose 1", "choose 3", "choose 4", "choose 5"]


def test_jm_15_all_five_can_be_chosen_again_after_the_third_turn() -> None:
    scene = jelly(RISING, RISING, draw="choose")
    for rank in (1, 2, 3):
        beats(choose(scene, rank, rank), "play discard")
    assert len(deals(scene)) == 2
    assert scene.legal(0) == scene.legal(1) == [f"choose {rank}" for rank in RISING]


def test_jm_15_nobody_else_learns_which_card_was_chosen() -> None:
    heard = {}
    for rank in RISING:
        scene = jelly(RISING, RISING, draw="choose").play(f"0 choose {rank}")
        sealed = scene.view(1).to_bytes()
        choose(scene, 3)
        heard[rank] = (sealed, scene.view(1).to_bytes(), str(events_for(scene.events, 1)))
        assert scene.seen(1, "drawn 0") == ["?"]
        assert scene.seen(0, "drawn 0") == [f"red {rank}"]
        decided = [event for event in events_for(scene.events, 1) if isinstance(event, Decided)]
        assert [str(event.move) for event in decided] == ["None", "choose 3"]
    assert len(set(heard.values())) == 1


def test_jm_15_a_player_sees_the_own_cards_to_choose_from_and_no_others() -> None:
    scene = jelly(RISING, RISING, draw="choose")
    assert scene.seen(0, "hand 0") == [f"red {rank}" for rank in RISING]
    assert scene.seen(1, "hand 0") == ["?"] * 5


@pytest.mark.parametrize("options", [{"draw": "bottom"}, {"patience": 0}, {"patience": 11}, {"haste": 1}])
def test_options_the_title_does_not_know_are_refused(options: dict[str, Value]) -> None:
    with pytest.raises(OptionError):
        Scenario("jelly_mind", 2, options=options)
