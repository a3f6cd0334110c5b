"""The Game: Face to Face, clause by clause: FF-1 to FF-14. Gold sits at 0, silver at 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import pytest

from game.data import catalog
from game.engine.cards import Seat
from game.engine.errors import IllegalMove, OptionError, SaveError
from tests.contract import SPECTATOR
from tests.scenario import Scenario, all_cards, face_deal

TITLE: Final = "face_to_face"
GOLD: Final = 0
SILVER: Final = 1

both_endings = pytest.mark.parametrize("last_card", ["loses", "wins"])


def scene(
    gold: Sequence[int] = (), silver: Sequence[int] = (), starter: Seat = GOLD, last_card: str = "loses"
) -> Scenario:
    """The first cards of each deck, six of them the hand; without any, a deck in rising order."""
    return Scenario(TITLE, 2, [face_deal(starter, gold, silver)], {"last_card": last_card})


def turn(scene: Scenario, *plays: str) -> Scenario:
    """A whole turn of whoever's turn it is."""
    return some(scene, *plays, "end")


def some(scene: Scenario, *plays: str) -> Scenario:
    """A turn that is not ended yet."""
    seat = scene.deciders[0]
    return scene.play(*(f"{seat} {play}" for play in plays))


def rise(scene: Scenario, turns: int) -> Scenario:
    """Turns in which both play their two lowest cards upwards."""
    for _ in range(turns):
        low, high = hand(scene, scene.deciders[0])[:2]
        turn(scene, f"{low} up", f"{high} up")
    return scene


def numbers(names: Iterable[str]) -> list[int]:
    return [int(name.split()[1]) for name in names]


def hand(scene: Scenario, seat: Seat) -> list[int]:
    return numbers(scene.zone(f"hand {seat}"))


def left(scene: Scenario, seat: Seat) -> int:
    """Cards in the draw pile."""
    return len(scene.zone(f"deck {seat}"))


def legal(scene: Scenario, kind: str) -> set[int]:
    """The numbers that whoever's turn it is may play that way."""
    plays = [move.split() for move in scene.legal(scene.deciders[0]) if move != "end"]
    return {int(number) for number, how in plays if how == kind}


def may_end(scene: Scenario) -> bool:
    return "end" in scene.legal(scene.deciders[0])


# FF-1


@pytest.mark.parametrize("seats", [1, 3])
def test_ff_01_only_two_can_play(seats: int) -> None:
    with pytest.raises(OptionError):
        Scenario(TITLE, seats)


def test_ff_01_each_has_an_own_set_of_58_numbers_from_2_to_59() -> None:
    assert all_cards(TITLE) == [f"{suit} {number}" for suit in ("gold", "silver") for number in range(2, 60)]
    for seed in range(5):
        table = Scenario(TITLE, 2, seed=seed)
        for seat, suit in enumerate(("gold", "silver")):
            owned = table.zone(f"hand {seat}") + table.zone(f"deck {seat}")
            assert sorted(owned) == sorted(f"{suit} {number}" for number in range(2, 60))


# FF-2


def test_ff_02_both_rising_piles_start_at_1_and_both_falling_piles_at_60() -> None:
    table = scene()
    assert table.fact("tops") == (1, 60, 1, 60)
    assert all(table.zone(name) == [] for name in ("up 0", "down 0", "up 1", "down 1"))


def test_ff_02_so_every_number_fits_on_either_own_pile() -> None:
    table = scene([2, 3, 30, 31, 58, 59])
    assert legal(table, "up") == legal(table, "down") == {2, 3, 30, 31, 58, 59}


def test_ff_02_and_none_improves_a_pile_on_which_nothing_lies() -> None:
    table = scene([2, 3, 30, 31, 58, 59])
    assert legal(table, "help-up") == legal(table, "help-down") == set()


# FF-3


def test_ff_03_each_draws_six_from_the_top_of_the_own_pile() -> None:
    table = scene([40, 7, 59, 2, 13, 30], [9, 8, 7, 6, 5, 4])
    assert hand(table, GOLD) == [2, 7, 13, 30, 40, 59]
    assert hand(table, SILVER) == [4, 5, 6, 7, 8, 9]
    assert (left(table, GOLD), left(table, SILVER)) == (52, 52)


def test_ff_03_each_pile_is_shuffled_for_itself() -> None:
    decks = [Scenario(TITLE, 2, seed=seed).first_deal()["decks"] for seed in range(10)]
    assert len({tuple(deck) for pair in decks for deck in pair}) == 20


def test_ff_03_nobody_sees_a_draw_pile_and_only_the_owner_sees_a_hand() -> None:
    table = scene()
    for viewer in (GOLD, SILVER, SPECTATOR):
        for seat in (GOLD, SILVER):
            assert table.seen(viewer, f"deck {seat}") == ["?"] * 52
            shown = table.zone(f"hand {seat}") if viewer == seat else ["?"] * 6
            assert table.seen(viewer, f"hand {seat}") == shown


def test_ff_03_the_named_starter_starts_whatever_the_dice_say() -> None:
    for first in (GOLD, SILVER):
        for seed in range(10):
            table = Scenario(TITLE, 2, first=first, seed=seed)
            assert table.deciders == (first,)
            assert table.first_deal()["starter"] == first


def test_ff_03_lots_can_fall_on_both_and_stand_in_the_deal() -> None:
    tables = [Scenario(TITLE, 2, seed=seed) for seed in range(20)]
    assert {table.deciders for table in tables} == {(GOLD,), (SILVER,)}
    for table in tables:
        assert table.first_deal()["starter"] == table.deciders[0]


def test_ff_03_a_deal_that_lets_the_other_start_is_refused() -> None:
    with pytest.raises(SaveError):
        Scenario(TITLE, 2, [face_deal(SILVER, [], [])], first=GOLD)


# FF-4 and FF-5: the own rising pile


def test_ff_04_example_4_8_and_13_rise() -> None:
    table = some(scene([4, 8, 13, 20, 21, 22]), "4 up", "8 up", "13 up")
    assert numbers(table.zone("up 0")) == [4, 8, 13]
    assert table.fact("tops") == (13, 60, 1, 60)


def test_ff_04_example_a_longer_rising_pile() -> None:
    table = turn(scene([3, 11, 12, 13, 18, 20, 34, 35]), *(f"{n} up" for n in (3, 11, 12, 13, 18, 20)))
    turn(table, "2 up", "3 up")
    assert numbers(some(table, "34 up").zone("up 0")) == [3, 11, 12, 13, 18, 20, 34]


def test_ff_04_a_card_must_be_higher_than_the_top_card() -> None:
    table = some(scene([30, 29, 31, 2, 58, 59]), "30 up")
    assert legal(table, "up") == {31, 58, 59}
    with pytest.raises(IllegalMove):
        some(table, "29 up")


def test_ff_05_example_on_a_rising_27_the_17_may_be_played() -> None:
    table = some(scene([27, 17, 16, 18, 26, 28]), "27 up")
    assert legal(table, "up") == {17, 28}
    assert some(table, "17 up").fact("tops")[0] == 17


def test_ff_05_after_the_trick_the_pile_rises_from_the_lower_card() -> None:
    table = some(scene([27, 17, 7, 18, 16, 8]), "27 up", "17 up")
    assert legal(table, "up") == {7, 18}


def test_ff_05_ten_higher_is_no_trick_on_a_rising_pile_but_plainly_higher() -> None:
    assert legal(some(scene([27, 37, 26, 25, 24, 23]), "27 up"), "up") == {37}


# FF-6 and FF-7: the own falling pile


def test_ff_06_example_a_falling_pile() -> None:
    table = some(scene([54, 50, 48, 41, 40, 37]), *(f"{n} down" for n in (54, 50, 48, 41, 40, 37)))
    assert numbers(table.zone("down 0")) == [54, 50, 48, 41, 40, 37]
    assert table.fact("tops") == (1, 37, 1, 60)


def test_ff_06_a_card_must_be_lower_than_the_top_card() -> None:
    table = some(scene([30, 29, 31, 2, 58, 59]), "30 down")
    assert legal(table, "down") == {2, 29}
    with pytest.raises(IllegalMove):
        some(table, "31 down")


def test_ff_07_example_on_a_falling_35_the_45_may_be_played() -> None:
    table = some(scene([35, 45, 44, 46, 36, 34]), "35 down")
    assert legal(table, "down") == {34, 45}
    assert some(table, "45 down").fact("tops")[1] == 45


def test_ff_07_the_trick_may_come_again_after_other_cards() -> None:
    """Normally, the trick, twice normally, the trick again."""
    table = some(scene([20, 10, 13, 24, 14, 59]), "20 up", "10 up", "13 up", "24 up", "14 up")
    assert table.fact("tops")[0] == 14


def test_ff_07_the_trick_may_be_used_on_both_piles_and_twice_in_a_row() -> None:
    table = some(scene([20, 10, 30, 40, 50, 59]), "20 up", "10 up", "30 down", "40 down", "50 down")
    assert table.fact("tops") == (10, 50, 1, 60)


# FF-8: the opponent's zone


def test_ff_08_example_on_the_opponents_rising_29_a_12_may_be_played() -> None:
    table = turn(scene([28, 29], [12, 28, 29, 30, 39, 59]), "28 up", "29 up")
    assert legal(table, "help-up") == {12, 28}
    assert some(table, "12 help-up").fact("tops") == (12, 60, 1, 60)


def test_ff_08_example_anything_lower_than_a_rising_18_and_anything_higher_than_a_falling_40() -> None:
    table = turn(scene([18, 40], [17, 18, 19, 39, 40, 41]), "18 up", "40 down")
    assert legal(table, "help-up") == {17}
    assert legal(table, "help-down") == {41}
    table = turn(scene([18, 40], [2, 3, 8, 50, 58, 59]), "18 up", "40 down")
    assert legal(table, "help-up") == {2, 3, 8}
    assert legal(table, "help-down") == {50, 58, 59}


def test_ff_08_the_same_number_in_the_other_colour_improves_nothing() -> None:
    table = turn(scene([18, 40], [18, 40, 2, 3, 4, 5]), "18 up", "40 down")
    assert 18 not in legal(table, "help-up")
    assert 40 not in legal(table, "help-down")


def test_ff_08_at_most_one_card_a_turn_on_either_pile() -> None:
    table = turn(scene([18, 40], [2, 3, 58, 59, 20, 21]), "18 up", "40 down")
    some(table, "2 help-up")
    assert legal(table, "help-up") == legal(table, "help-down") == set()
    some(table, "20 up")
    assert legal(table, "help-up") == legal(table, "help-down") == set()
    with pytest.raises(IllegalMove):
        some(table, "59 help-down")


def test_ff_08_it_may_be_any_card_of_the_turn_and_one_more_in_the_next_turn() -> None:
    table = turn(scene([18, 19, 20, 40], [2, 3, 58, 59, 20, 21]), "18 up", "40 down")
    turn(table, "20 up", "21 up", "58 help-down")
    turn(table, "19 up", "20 up")
    assert legal(table, "help-down") == {59}


def test_ff_08_the_owner_goes_on_from_the_card_the_opponent_played() -> None:
    """Silver helps with a 12: gold's own 12 is not higher, 13 is, and 2 is ten lower."""
    table = turn(scene([28, 29, 12, 13, 2, 11], [12, 20]), "28 up", "29 up")
    turn(table, "12 help-up", "20 up")
    assert legal(table, "up") >= {2, 13}
    assert not legal(table, "up") & {11, 12}


def test_ff_08_and_so_on_the_falling_pile() -> None:
    """Silver helps with a 40: gold's own 40 is not lower, 39 is, and 50 is ten higher."""
    table = turn(scene([30, 29, 39, 40, 41, 50], [40, 20]), "30 down", "29 down")
    turn(table, "40 help-down", "20 up")
    assert legal(table, "down") >= {39, 50}
    assert not legal(table, "down") & {40, 41}


# FF-9


def test_ff_09_a_turn_plays_at_least_two_cards() -> None:
    table = scene()
    assert not may_end(table)
    assert not may_end(some(table, "2 up"))
    assert may_end(some(table, "3 up"))


def test_ff_09_the_card_for_the_opponent_counts_among_the_two() -> None:
    table = turn(scene([18, 40], [2, 3]), "18 up", "40 down")
    assert not may_end(some(table, "2 help-up"))
    assert may_end(some(table, "3 up"))


def test_ff_09_up_to_the_whole_hand() -> None:
    table = scene()
    for number in range(2, 8):
        some(table, f"{number} up")
    assert hand(table, GOLD) == []
    assert table.legal(GOLD) == ["end"]


def test_ff_09_example_one_rising_two_falling_and_one_on_the_opponents_rising_pile() -> None:
    table = turn(scene([18, 40], [10, 50, 45, 2, 30, 31]), "18 up", "40 down")
    some(table, "10 up", "50 down", "45 down", "2 help-up")
    assert table.fact("tops") == (2, 40, 10, 45)
    assert may_end(table)


def test_ff_09_the_minimum_starts_anew_each_turn() -> None:
    table = turn(scene(), "2 up", "3 up", "4 up")
    assert table.deciders == (SILVER,)
    assert not may_end(some(table, "2 up"))


# FF-10


def test_ff_10_only_the_top_card_counts_whatever_lies_below() -> None:
    table = some(scene([50, 40, 41, 45, 30, 31]), "50 up", "40 up")
    assert table.fact("tops")[0] == 40
    assert legal(table, "up") == {30, 41, 45}


def test_ff_10_every_card_lies_on_top_of_the_pile_even_the_opponents() -> None:
    table = turn(scene([18, 40], [2, 58, 20]), "18 up", "40 down")
    turn(table, "2 help-up", "20 up")
    assert table.zone("up 0") == ["gold 18", "silver 2"]
    assert table.zone("up 1") == ["silver 20"]


# FF-11


def test_ff_11_example_three_cards_all_to_the_own_zone_draw_two() -> None:
    table = turn(scene(), "2 up", "3 up", "4 up")
    assert hand(table, GOLD) == [5, 6, 7, 8, 9]
    assert left(table, GOLD) == 50


@pytest.mark.parametrize("played", [2, 3, 4, 5, 6])
def test_ff_11_own_zone_only_draws_two_however_many_were_played(played: int) -> None:
    table = turn(scene(), *(f"{number} up" for number in range(2, 2 + played)))
    assert len(hand(table, GOLD)) == 6 - played + 2
    assert left(table, GOLD) == 50


def test_ff_11_example_four_to_the_own_zone_and_one_to_the_opponents_draw_back_up_to_six() -> None:
    table = turn(scene([18, 40], [2, 3, 4, 5, 6, 7]), "18 up", "40 down")
    turn(table, "3 up", "4 up", "5 up", "6 up", "2 help-up")
    assert hand(table, SILVER) == [7, 8, 9, 10, 11, 12]
    assert left(table, SILVER) == 47


@pytest.mark.parametrize("own", [1, 2, 3, 4, 5])
def test_ff_11_one_card_to_the_opponent_draws_back_up_to_six(own: int) -> None:
    table = turn(scene([18, 40], [2, 3, 4, 5, 6, 7]), "18 up", "40 down")
    turn(table, "2 help-up", *(f"{number} up" for number in range(3, 3 + own)))
    assert len(hand(table, SILVER)) == 6
    assert left(table, SILVER) == 52 - 1 - own


def test_ff_11_a_hand_that_had_shrunk_is_filled_up_too() -> None:
    table = turn(scene([2, 3, 4, 5, 6, 10]), "3 up", "4 up", "5 up", "6 up")
    turn(table, "3 up", "4 up")
    assert hand(table, GOLD) == [2, 7, 8, 10]
    turn(table, "2 help-up", "7 up")
    assert len(hand(table, GOLD)) == 6


def test_ff_11_nothing_is_drawn_before_the_end_of_the_turn() -> None:
    table = some(scene(), "2 up", "3 up")
    assert left(table, GOLD) == 52
    assert hand(table, GOLD) == [4, 5, 6, 7]


def test_ff_11_the_top_card_of_the_own_pile_comes_first_and_the_opponent_does_not_see_it() -> None:
    table = turn(scene([2, 3, 4, 5, 6, 7, 59, 30]), "2 up", "3 up")
    assert hand(table, GOLD) == [4, 5, 6, 7, 30, 59]
    assert table.seen(SILVER, "hand 0") == ["?"] * 6
    assert (left(table, GOLD), left(table, SILVER)) == (50, 52)


def test_ff_11_nobody_plays_on_while_the_cards_are_drawn() -> None:
    table = some(scene(), "2 up", "3 up")
    book = table.rules.book(GOLD)
    table.match.make_move(GOLD, book.read("end"))
    with pytest.raises(IllegalMove):
        table.match.make_move(GOLD, book.read("4 up"))


def gold_with_one_card_to_draw() -> Scenario:
    """Gold's turn with six cards in hand."""
    table = turn(scene(), "3 up", "4 up")
    turn(table, "2 up", "3 up")
    turn(table, "2 help-up", "5 up", "6 up")  # three are drawn
    return rise(table, 1 + 2 * 23)


def test_ff_11_two_cards_are_due_but_a_pile_of_one_gives_one() -> None:
    table = gold_with_one_card_to_draw()
    assert (len(hand(table, GOLD)), left(table, GOLD)) == (6, 1)
    rise(table, 1)
    assert (len(hand(table, GOLD)), left(table, GOLD)) == (5, 0)


def gold_with_two_cards_to_draw_and_a_10() -> Scenario:
    """Silver's rising pile is far above 10."""
    others = [number for number in range(2, 60) if number != 10]
    return rise(scene([*others[:54], 10, *others[54:]]), 2 * 25)


def test_ff_11_four_cards_are_due_but_a_pile_of_two_gives_two() -> None:
    table = gold_with_two_cards_to_draw_and_a_10()
    assert (len(hand(table, GOLD)), left(table, GOLD)) == (6, 2)
    turn(table, "10 help-up", *(f"{number} up" for number in hand(table, GOLD)[1:4]))
    assert (len(hand(table, GOLD)), left(table, GOLD)) == (4, 0)


def asked(table: Scenario) -> tuple[str, object]:
    question = table.match.rules.question(table.match.view(table.deciders[0]))
    return question.key.removeprefix("ask.face_to_face."), question.values.get("count")


def test_ff_11_the_question_promises_no_more_cards_than_will_be_drawn() -> None:
    assert asked(scene()) == ("more", 2)
    assert asked(some(scene(), "2 up", "3 up")) == ("end", 2)
    table = gold_with_one_card_to_draw()
    low, high = (f"{number} up" for number in hand(table, GOLD)[:2])
    assert asked(some(table, low, high)) == ("end", 1)
    rise(turn(table), 1)
    low, high = (f"{number} up" for number in hand(table, GOLD)[:2])
    assert asked(some(table, low, high)) == ("last", None)
    assert asked(some(scene(), *[f"{number} up" for number in range(2, 8)])) == ("done", None)


# FF-12


def test_ff_12_with_an_empty_draw_pile_play_goes_on_without_drawing() -> None:
    table = rise(scene(), 2 * 26)
    assert (len(hand(table, GOLD)), left(table, GOLD)) == (6, 0)
    rise(table, 2)
    assert hand(table, GOLD) == [56, 57, 58, 59]
    assert not table.over


@both_endings
def test_ff_12_and_the_minimum_of_two_stays(last_card: str) -> None:
    table = some(rise(scene(last_card=last_card), 2 * 26), "54 up")
    assert not may_end(table)
    assert may_end(some(table, "55 up"))


# FF-13


def test_ff_13_the_last_of_58_cards_wins_in_the_middle_of_a_turn() -> None:
    table = rise(scene(), 2 * 26)
    some(table, "54 up", "55 up", "56 up", "57 up", "58 up")
    assert not table.over
    assert table.winners == ()
    some(table, "59 up")
    assert table.over
    assert table.winners == (GOLD,)
    assert table.deciders == ()
    assert len(table.zone("up 0")) == 58


def test_ff_13_silver_wins_the_same_way() -> None:
    table = some(rise(scene(starter=SILVER), 2 * 28), "58 up", "59 up")
    assert table.winners == (SILVER,)


def test_ff_13_cards_in_the_opponents_zone_count_as_played() -> None:
    table = gold_with_two_cards_to_draw_and_a_10()
    turn(table, "10 help-up", *(f"{number} up" for number in hand(table, GOLD)[1:4]))
    rise(table, 3)
    low, high = hand(table, GOLD)
    assert some(table, f"{low} up", f"{high} up").winners == (GOLD,)
    assert len(table.zone("up 0")) == 57


def test_ff_13_an_empty_hand_wins_nothing_while_there_are_cards_to_draw() -> None:
    table = some(scene(), *(f"{number} up" for number in range(2, 8)))
    assert not table.over
    assert hand(turn(table), GOLD) == [8, 9]
    assert table.deciders == (SILVER,)


def test_ff_13_there_are_no_points() -> None:
    assert scene().scores is None


# FF-14


def gold_will_be_stuck(last_card: str = "loses") -> Scenario:
    """Gold's piles stand at 59 and 2: nothing fits but 49 and 12. Silver is to play."""
    return turn(scene([59, 2, 20, 48, 50, 11, 13, 30], [2, 3], last_card=last_card), "59 up", "2 down")


@both_endings
def test_ff_14_who_cannot_play_any_card_loses_as_the_turn_begins(last_card: str) -> None:
    table = gold_will_be_stuck(last_card)
    assert not table.over
    turn(table, "2 up", "3 up")
    assert table.over
    assert table.winners == (SILVER,)
    assert table.fact("stuck") == GOLD


def test_ff_14_the_backwards_trick_saves_a_player() -> None:
    table = turn(scene([59, 2, 20, 48, 50, 11, 13, 49], [2, 3]), "59 up", "2 down")
    turn(table, "2 up", "3 up")
    assert table.legal(GOLD) == ["49 up"]


def test_ff_14_a_card_that_helps_the_opponent_saves_a_player() -> None:
    table = turn(scene([59, 2, 20, 48, 50, 11, 13, 30], [3, 12]), "59 up", "2 down")
    turn(table, "3 up", "12 up")
    assert table.legal(GOLD) == ["11 help-up"]


def test_ff_14_who_finds_no_second_card_loses_after_the_first() -> None:
    table = turn(scene([58, 2, 20, 47, 50, 11, 13, 59], [2, 3]), "58 up", "2 down")
    turn(table, "2 up", "3 up")
    assert table.legal(GOLD) == ["59 up"]
    some(table, "59 up")
    assert table.over
    assert table.winners == (SILVER,)


def test_ff_14_a_second_card_for_the_opponent_does_not_save_a_player() -> None:
    """Gold can only help, with 10 or with 11; after the one the other is not allowed."""
    table = turn(scene([59, 2, 20, 48, 50, 11, 10, 30], [3, 13]), "59 up", "2 down")
    turn(table, "3 up", "13 up")
    assert table.legal(GOLD) == ["10 help-up", "11 help-up"]
    assert some(table, "11 help-up").winners == (SILVER,)


def test_ff_14_an_own_card_and_one_for_the_opponent_are_enough() -> None:
    table = turn(scene([58, 2, 20, 47, 50, 11, 13, 59], [3, 12]), "58 up", "2 down")
    turn(table, "3 up", "12 up")
    some(table, "59 up")
    assert table.legal(GOLD) == ["11 help-up"]
    assert some(table, "11 help-up").legal(GOLD) == ["end"]
    assert not table.over


def test_ff_14_after_two_cards_nothing_more_is_asked() -> None:
    table = some(scene([59, 2, 20, 48, 50, 11]), "59 up", "2 down")
    assert table.legal(GOLD) == ["end"]


def test_ff_14_the_stuck_hand_is_shown_to_everybody_as_proof() -> None:
    table = gold_will_be_stuck()
    assert table.seen(SILVER, "hand 0") == ["?"] * 6
    turn(table, "2 up", "3 up")
    for viewer in (GOLD, SILVER, SPECTATOR):
        assert numbers(table.seen(viewer, "hand 0")) == [11, 13, 20, 30, 48, 50]
    for viewer in (GOLD, SPECTATOR):
        assert table.seen(viewer, "hand 1") == ["?"] * 6


def test_ff_14_the_rest_of_a_hand_is_shown_after_the_first_card_too() -> None:
    table = turn(scene([58, 2, 20, 47, 50, 11, 13, 59], [2, 3]), "58 up", "2 down")
    some(turn(table, "2 up", "3 up"), "59 up")
    assert numbers(table.seen(SILVER, "hand 0")) == [11, 13, 20, 47, 50]


def proof(table: Scenario, viewer: Seat) -> list[tuple[str, object]]:
    rows = table.rules.proof(table.view(viewer))
    return [(row.key.removeprefix("stuck.face_to_face."), row.values["numbers"]) for row in rows]


def test_ff_14_the_proof_speaks_of_every_card() -> None:
    table = gold_will_be_stuck()
    assert proof(table, GOLD) == []
    turn(table, "2 up", "3 up")
    for viewer in (GOLD, SILVER, SPECTATOR):
        assert proof(table, viewer) == [("nowhere", (11, 13, 20, 30, 48, 50))]
    values = table.rules.proof(table.view(SILVER))[0].values
    assert [values[name] for name in ("up", "up_back", "down", "down_back")] == [59, 49, 2, 12]


def test_ff_14_the_proof_says_that_help_was_given_already() -> None:
    table = turn(scene([59, 2, 20, 48, 50, 11, 10, 30], [3, 13]), "59 up", "2 down")
    some(turn(table, "3 up", "13 up"), "11 help-up")
    assert proof(table, SILVER) == [("helped", (10, 20, 30, 48, 50))]


# The last card alone: `last_card`


def gold_with_three_cards(last_card: str) -> Scenario:
    """57, 58 and 59, and no draw pile; the falling pile stands at 2, the rising pile at 56, silver's at 55."""
    table = turn(scene(last_card=last_card), "2 down", "3 up", "4 up")
    rise(table, 1 + 2 * 26)
    assert (hand(table, GOLD), left(table, GOLD)) == ([57, 58, 59], 0)
    return table


def test_ff_14_losing_is_the_default_and_there_is_no_third_way() -> None:
    assert catalog.rules(TITLE).options["last_card"] == "loses"
    with pytest.raises(OptionError):
        catalog.rules(TITLE, {"last_card": "draws"})


def test_ff_14_one_last_card_loses_even_if_it_would_fit() -> None:
    table = turn(gold_with_three_cards("loses"), "57 up", "58 up")
    assert not table.over
    turn(table, "56 up", "57 up")
    assert table.winners == (SILVER,)
    assert proof(table, SILVER) == [("alone", (59,))]


def test_ff_14_one_last_card_that_fits_wins_by_the_variant() -> None:
    table = turn(gold_with_three_cards("wins"), "57 up", "58 up")
    turn(table, "56 up", "57 up")
    assert table.legal(GOLD) == ["59 up"]
    assert some(table, "59 up").winners == (GOLD,)


@both_endings
def test_ff_14_one_last_card_that_does_not_fit_loses_in_any_case(last_card: str) -> None:
    table = turn(gold_with_three_cards(last_card), "57 up", "59 up")
    turn(table, "56 up", "57 up")
    assert table.winners == (SILVER,)
    assert proof(table, SILVER) == [("nowhere", (58,))]


@both_endings
def test_ff_14_the_last_of_two_cards_that_does_not_fit_loses_in_any_case(last_card: str) -> None:
    """With 58 and 59 in hand and a falling 2, playing 59 first leaves no place for 58."""
    table = rise(turn(scene(last_card=last_card), "2 down", "3 up"), 1 + 2 * 27)
    assert (hand(table, GOLD), left(table, GOLD)) == ([58, 59], 0)
    assert some(table, "59 up").winners == (SILVER,)


@both_endings
def test_ff_13_two_last_cards_win_in_any_case(last_card: str) -> None:
    table = some(rise(scene(last_card=last_card), 2 * 28), "58 up")
    assert not table.over
    assert some(table, "59 up").winners == (GOLD,)
