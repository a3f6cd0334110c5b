"""Marshmallow Test, clause by clause: MT-1 to MT-18."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from game.data import catalog
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove, OptionError, SaveError
from game.engine.spec import Value
from tests.contract import SPECTATOR
from tests.scenario import DealData, Scenario, all_cards, card_names, marshmallow_deal

TITLE: Final = "marshmallow_test"
SUITS: Final = ("pink", "yellow", "green", "blue", "white")
QUOTAS: Final = {2: 6, 3: 4, 4: 3, 5: 3}
COUNTS: Final = (2, 3, 4, 5)
NOTHING: Final = -1

every_count = pytest.mark.parametrize("seats", COUNTS)
both_editions = pytest.mark.parametrize("edition", ["may", "must"])


def run(suit: str, low: int, high: int) -> str:
    """"green 2 3 4" for run("green", 2, 4)."""
    return " ".join([suit, *map(str, range(low, high + 1))])


def suit_each(seats: int, dealer: Seat = 0) -> DealData:
    """Every player holds one whole suit: nobody can follow, and without trumps whoever leads wins."""
    return marshmallow_deal(dealer, *(run(SUITS[seat], 1, 12) for seat in range(seats)))


def scene(*deals: DealData, options: Mapping[str, Value] | None = None) -> Scenario:
    return Scenario(TITLE, len(deals[0]["hands"]), deals, options)


def add(scene: Scenario, *played: str) -> Scenario:
    """Cards added by whoever's turn it is."""
    for card in played:
        scene.play(f"{scene.deciders[0]} {card}")
    return scene


def held(suits: Counter[str], card: str) -> int:
    """How many of its suit there are."""
    return suits[card.split()[0]]


def lead(scene: Scenario, *leads: str) -> Scenario:
    """Whole tricks: these cards are led, and the others add the lowest they may of what they hold most of."""
    for card in leads:
        add(scene, card)
        while scene.zone("trick"):
            legal = scene.legal(scene.deciders[0])
            suits = Counter(name.split()[0] for name in legal)
            add(scene, max(legal, key=partial(held, suits)))
    return scene


def lead_lowest(scene: Scenario, tricks: int) -> Scenario:
    for _ in range(tricks):
        lead(scene, scene.legal(scene.deciders[0])[0])
    return scene


def quiet_round(scene: Scenario) -> Scenario:
    """Two to four players with a suit each: one after the other goes out, the last stays in. Nobody holds the trump."""
    if scene.fact("naming"):
        add(scene, "trump white")
    return lead_lowest(scene, QUOTAS[scene.match.seats] * (scene.match.seats - 1))


def trump_round(last_hand: str, trump: str = "pink", edition: str = "may", lead_hand: str = "") -> Scenario:
    """The second round of four: seat 3 deals and leads green 5 by default.

    Then come seat 0 with one trump and no green, seat 1 with green and trumps, and seat 2 with what is given.
    The trump stands first or last among the suits: no order of suits may matter.
    """
    other = "white" if trump == "pink" else "pink"
    hands = [
        f"{trump} 3, {run('yellow', 1, 11)}",
        f"green 1 2 3 4 12, {trump} 1 2 7 8 9, blue 1 2",
        last_hand,
        lead_hand or f"green 5, {run(other, 1, 11)}",
    ]
    table = scene(suit_each(4), marshmallow_deal(3, *hands), options={"trump_follow": edition})
    return add(quiet_round(table), f"trump {trump}")


GREEN_ONLY: Final = "green 6 7 8, blue 4 5 6 7 8 9 10 11 12"
NEITHER: Final = "white 12, yellow 12, blue 3 4 5 6 7 8 9 10 11 12"
TRUMPS_ONLY: Final = "pink 10 11 12, blue 4 5 6 7 8 9 10 11 12"


def legal(scene: Scenario) -> set[str]:
    """What whoever's turn it is may play."""
    return set(scene.legal(scene.deciders[0]))


def voids(scene: Scenario, seat: Seat) -> set[str]:
    """The suits that seat has shown not to hold."""
    return {SUITS[suit] for suit in scene.fact("voids")[seat]}


# MT-1


@every_count
def test_mt_01_two_to_five_players_can_play(seats: int) -> None:
    assert scene(suit_each(seats)).match.seats == seats


@pytest.mark.parametrize("seats", [1, 6])
def test_mt_01_fewer_or_more_cannot(seats: int) -> None:
    with pytest.raises(OptionError):
        Scenario(TITLE, seats)


def test_mt_01_sixty_cards_one_of_each_rank_in_five_suits() -> None:
    assert sorted(all_cards(TITLE)) == sorted(f"{suit} {rank}" for suit in SUITS for rank in range(1, 13))


# MT-2


@every_count
def test_mt_02_the_named_dealer_deals_whatever_the_dice_say(seats: int) -> None:
    for first in range(seats):
        for seed in range(5):
            table = Scenario(TITLE, seats, first=first, seed=seed)
            assert table.deciders == (first,)
            assert table.first_deal()["dealer"] == first


@every_count
def test_mt_02_lots_can_fall_on_every_seat_and_stand_in_the_deal(seats: int) -> None:
    tables = [Scenario(TITLE, seats, seed=seed) for seed in range(60)]
    assert {table.fact("dealer") for table in tables} == set(range(seats))
    for table in tables:
        assert table.first_deal()["dealer"] == table.fact("dealer")
        assert table.deciders == (table.fact("dealer"),)


def test_mt_02_a_deal_by_anybody_but_the_named_dealer_is_refused() -> None:
    with pytest.raises(SaveError):
        Scenario(TITLE, 3, [suit_each(3, dealer=0)], first=1)


# MT-3


@every_count
def test_mt_03_twelve_cards_each_and_the_rest_aside(seats: int) -> None:
    table = Scenario(TITLE, seats)
    hands = [table.zone(f"hand {seat}") for seat in range(seats)]
    assert [len(hand) for hand in hands] == [12] * seats
    assert len(table.zone("aside")) == {2: 36, 3: 24, 4: 12, 5: 0}[seats]
    assert sorted(sum(hands, table.zone("aside"))) == sorted(all_cards(TITLE))


@every_count
def test_mt_03_nobody_sees_the_rest_and_each_sees_only_the_own_hand(seats: int) -> None:
    table = Scenario(TITLE, seats)
    for viewer in (*range(seats), SPECTATOR):
        assert set(table.seen(viewer, "aside")) <= {"?"}
        for seat in range(seats):
            hand = table.seen(viewer, f"hand {seat}")
            assert hand == (table.zone(f"hand {seat}") if seat == viewer else ["?"] * 12)


def test_mt_03_other_dice_deal_other_hands() -> None:
    assert len({tuple(Scenario(TITLE, 2, first=0, seed=seed).zone("hand 0")) for seed in range(20)}) == 20


# MT-4


@every_count
def test_mt_04_the_dealer_leads_and_play_goes_clockwise(seats: int) -> None:
    for dealer in range(seats):
        table = scene(suit_each(seats, dealer))
        turns = []
        for _ in range(seats):
            turns.append(table.deciders)
            add(table, table.legal(table.deciders[0])[0])
        assert turns == [((dealer + step) % seats,) for step in range(seats)]
        assert table.zone("trick") == []


def test_mt_04_who_is_out_of_the_round_adds_no_card() -> None:
    table = lead(scene(suit_each(4)), "pink 1", "pink 2", "pink 3")
    add(table, "yellow 12", "green 12")
    assert table.deciders == (3,)
    add(table, "blue 12")
    assert table.fact("history")[-1][1] == (1, 2, 3)
    assert table.fact("tricks") == (3, 1, 0, 0)


def test_mt_04_nobody_plays_out_of_turn() -> None:
    with pytest.raises(IllegalMove):
        scene(suit_each(3)).play("1 yellow 1")


def test_mt_04_nobody_adds_a_second_card_before_the_trick_is_taken() -> None:
    table = scene(suit_each(2)).play("0 pink 1")
    book = table.rules.book(1)
    table.match.make_move(1, book.read("yellow 1"))
    with pytest.raises(IllegalMove):
        table.match.make_move(1, book.read("yellow 2"))


# MT-5


def test_mt_05_any_card_may_lead() -> None:
    table = scene(marshmallow_deal(0, "pink 1 12, yellow 5, green 5, blue 5, white 5", ""))
    assert table.legal(0) == table.zone("hand 0")
    assert len(table.legal(0)) == 12


@pytest.mark.parametrize("suit", range(5))
def test_mt_05_the_suit_of_the_first_card_is_the_lead_suit(suit: int) -> None:
    table = scene(marshmallow_deal(0, "pink 1, yellow 1, green 1, blue 1, white 1", run("white", 2, 12)))
    assert table.fact("lead") == NOTHING
    assert add(table, f"{SUITS[suit]} 1").fact("lead") == suit


def test_mt_05_the_winner_of_a_trick_leads_any_card_too() -> None:
    table = scene(marshmallow_deal(0, "pink 12, yellow 1, white 1", "pink 1, blue 1"))
    assert add(table, "pink 12", "pink 1").legal(0) == table.zone("hand 0")


# MT-6


def test_mt_06_who_holds_the_lead_suit_must_play_it() -> None:
    table = scene(marshmallow_deal(0, "green 6", "green 1 12, pink 12, white 12", "blue 12"))
    add(table, "green 6")
    assert table.legal(1) == card_names("green 1 12")
    with pytest.raises(IllegalMove):
        add(table, "pink 12")


def test_mt_06_who_does_not_hold_it_may_play_anything() -> None:
    table = scene(marshmallow_deal(0, "green 6", run("blue", 1, 12), f"pink 1 2 3, {run('white', 1, 9)}"))
    add(table, "green 6")
    assert table.legal(1) == table.zone("hand 1")
    add(table, "blue 12")
    assert table.legal(2) == table.zone("hand 2")


def test_mt_06_a_card_thrown_off_does_not_change_what_later_players_follow() -> None:
    table = scene(marshmallow_deal(0, "green 6", run("blue", 1, 11), "green 2, blue 12"))
    assert add(table, "green 6", "blue 1").legal(2) == card_names("green 2")


# MT-7


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (["green 5", "green 6", "green 4"], 1),
        (["green 5", "green 4", "green 6"], 2),
        (["green 12", "green 4", "green 6"], 0),
    ],
)
def test_mt_07_the_highest_card_of_the_lead_suit_wins(trick: list[str], winner: Seat) -> None:
    table = scene(marshmallow_deal(0, *trick, spare=card_names(run("green", 1, 12))))
    assert add(table, *trick).deciders == (winner,)


@pytest.mark.parametrize("led", SUITS)
def test_mt_07_no_other_suit_ever_beats_the_lead_suit_in_the_first_round(led: str) -> None:
    for other in set(SUITS) - {led}:
        table = scene(marshmallow_deal(0, run(led, 1, 12), run(other, 1, 12)))
        assert add(table, f"{led} 1", f"{other} 12").fact("tricks") == (1, 0)


@every_count
def test_mt_07_the_first_round_has_no_trump_and_none_is_named(seats: int) -> None:
    table = scene(suit_each(seats))
    assert table.fact("trump") == NOTHING
    assert not any(move.startswith("trump") for move in table.legal(0))
    with pytest.raises(IllegalMove):
        table.play("0 trump pink")


# MT-8


def test_mt_08_the_winner_takes_the_trick_and_leads_the_next() -> None:
    table = scene(marshmallow_deal(0, "pink 2", "pink 3", "pink 9", "pink 4", spare=card_names(run("pink", 1, 12))))
    add(table, "pink 2", "pink 3", "pink 9", "pink 4")
    assert table.deciders == (2,)
    assert table.zone("trick") == []
    assert sorted(table.zone("won 2")) == sorted(card_names("pink 2 3 4 9"))


def test_mt_08_tricks_lie_apart_and_everybody_can_count_them() -> None:
    table = lead(scene(suit_each(3)), "pink 7", "pink 5")
    for viewer in (0, 1, 2, SPECTATOR):
        assert table.view(viewer).facts["tricks"] == (2, 0, 0)
    stacks = [[table.rules.name(card) for card in cards] for _, _, cards in table.fact("history")]
    assert stacks == [card_names("pink 7, yellow 1, green 1"), card_names("pink 5, yellow 2, green 2")]


# MT-9


@every_count
def test_mt_09_one_trick_less_than_the_target_number_leaves_a_player_in(seats: int) -> None:
    table = lead_lowest(scene(suit_each(seats)), QUOTAS[seats] - 1)
    assert table.fact("out") == ()
    assert table.fact("round") == 1
    assert table.deciders == (0,)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_mt_09_the_target_number_takes_a_player_out_at_once(seats: int) -> None:
    table = lead_lowest(scene(suit_each(seats)), QUOTAS[seats])
    assert table.fact("out") == (0,)
    assert table.zone("hand 0") == []
    assert table.deciders == (1,)


def test_mt_09_with_two_players_that_ends_the_round() -> None:
    assert lead_lowest(scene(suit_each(2)), 6).fact("round") == 2


@every_count
def test_mt_09_everybody_can_see_the_target_number(seats: int) -> None:
    assert scene(suit_each(seats)).fact("quota") == QUOTAS[seats]


# MT-10


def test_mt_10_going_out_before_anybody_has_a_trick_pays_nothing() -> None:
    assert lead(scene(suit_each(4)), "pink 1", "pink 2", "pink 3").scores == (0, 0, 0, 0)


def test_mt_10_tricks_of_players_who_are_out_count() -> None:
    table = lead_lowest(scene(suit_each(4)), 3 + 3)
    assert table.scores == (0, 3, 0, 0)
    lead_lowest(table, 3)
    assert table.scores == (0, 3, 6, 0)


def test_mt_10_the_own_tricks_do_not_count() -> None:
    """Two players: seat 1 takes one trick, seat 0 takes six."""
    hands = [f"{run('pink', 1, 10)}, yellow 1, white 12", f"{run('yellow', 2, 12)}, white 1"]
    table = lead(scene(marshmallow_deal(0, *hands)), "yellow 1", "white 1")
    assert table.fact("tricks") == (1, 1)
    assert lead_lowest(table, 5).scores == (1, 0)


def example_of_the_rule_book() -> Scenario:
    """A, B, C and D sit at 0 to 3, and B deals."""
    table = scene(
        marshmallow_deal(
            1,
            f"{run('pink', 1, 11)}, white 12",
            f"{run('yellow', 1, 10)}, blue 12, white 1",
            f"{run('green', 1, 11)}, yellow 12",
            f"{run('blue', 1, 11)}, green 12",
        )
    )
    lead(table, "yellow 1")  # C has yellow 12
    lead(table, "green 2")  # D has green 12
    lead(table, "blue 3")  # B has blue 12
    lead(table, "yellow 5")  # B
    lead(table, "white 1")  # A has white 12
    lead(table, "pink 10")  # A
    assert table.fact("tricks") == (2, 2, 1, 1)
    return lead(table, "pink 11")


def test_mt_10_example_a_goes_out_for_four_points() -> None:
    table = example_of_the_rule_book()
    assert table.fact("tricks") == (3, 2, 1, 1)
    assert table.fact("out") == (0,)
    assert table.scores == (4, 0, 0, 0)


def test_mt_12_example_b_leads_the_next_trick() -> None:
    assert example_of_the_rule_book().deciders == (1,)


# MT-11


def test_mt_11_the_rest_of_the_hand_is_discarded_unseen() -> None:
    table = lead(scene(suit_each(4)), "pink 1", "pink 2", "pink 3")
    assert table.zone("hand 0") == []
    assert table.zone("thrown 0") == card_names(run("pink", 4, 12))
    for viewer in (1, 2, 3, SPECTATOR):
        assert table.seen(viewer, "thrown 0") == ["?"] * 9


def test_mt_11_the_tricks_stay_and_go_on_counting() -> None:
    table = lead(scene(suit_each(4)), "pink 1", "pink 2", "pink 3", "yellow 4", "yellow 5", "yellow 6")
    assert len(table.zone("won 0")) == 12
    assert table.fact("tricks") == (3, 3, 0, 0)
    assert table.scores == (0, 3, 0, 0)


# MT-12


@pytest.mark.parametrize("dealer", range(4))
def test_mt_12_the_next_player_clockwise_leads_after_somebody_goes_out(dealer: Seat) -> None:
    table = lead_lowest(scene(suit_each(4, dealer)), 3)
    assert table.fact("out") == (dealer,)
    assert table.deciders == ((dealer + 1) % 4,)


def test_mt_12_players_who_are_out_are_passed_over() -> None:
    """Seat 0 goes out first; later seat 3 does, and not seat 0 but seat 1 leads."""
    hands = [run("pink", 1, 12), f"{run('yellow', 1, 11)}, white 1"]
    hands += [run("green", 1, 12), f"yellow 12, {run('blue', 1, 11)}"]
    table = lead(scene(marshmallow_deal(0, *hands)), "pink 1", "pink 2", "pink 3")
    lead(table, "yellow 4", "blue 5", "blue 6")
    assert table.fact("out") == (0, 3)
    assert table.deciders == (1,)


def test_mt_12_the_next_player_is_counted_from_the_one_who_goes_out_not_from_the_leader() -> None:
    """Seat 1 leads, seat 3 takes its third trick with that, and seat 0 leads."""
    hands = [run("pink", 1, 12), f"{run('yellow', 1, 10)}, blue 1, white 12"]
    hands += [run("green", 1, 12), f"{run('blue', 2, 11)}, yellow 12, white 1"]
    table = lead(scene(marshmallow_deal(3, *hands)), "blue 2", "blue 3", "white 1")
    assert table.deciders == (1,)
    lead(table, "yellow 10")
    assert table.fact("out") == (3,)
    assert table.deciders == (0,)


# MT-13


@every_count
def test_mt_13_the_last_player_in_gets_nothing_and_deals_the_next_round(seats: int) -> None:
    table = lead_lowest(scene(suit_each(seats)), QUOTAS[seats] * (seats - 1) - 1)
    assert table.fact("round") == 1
    lead_lowest(table, 1)
    assert table.fact("round") == 2
    assert table.fact("dealer") == seats - 1
    assert table.deciders == (seats - 1,)
    assert table.scores == (*(QUOTAS[seats] * seat for seat in range(seats - 1)), 0)


def test_mt_13_the_last_player_deals_even_when_that_player_has_tricks() -> None:
    """Two players, 6 to 5: seat 1 gets the 5, and seat 0, who has won 5 tricks, deals."""
    table = scene(marshmallow_deal(0, f"{run('pink', 1, 11)}, yellow 1", f"{run('yellow', 2, 12)}, white 1"))
    lead(table, "pink 1", "pink 2", "pink 3", "pink 4", "pink 5", "yellow 1")
    assert table.fact("tricks") == (5, 1)
    lead_lowest(table, 5)
    assert table.scores == (0, 5)
    assert table.fact("dealer") == 0
    assert table.fact("round") == 2


@every_count
def test_mt_13_the_new_round_starts_with_no_tricks_and_everybody_in(seats: int) -> None:
    table = lead_lowest(scene(suit_each(seats)), QUOTAS[seats] * (seats - 1))
    assert table.fact("tricks") == (0,) * seats
    assert table.fact("out") == ()
    assert table.fact("history") == ()
    assert [len(table.zone(f"hand {seat}")) for seat in range(seats)] == [12] * seats


# MT-14


def five_hands_that_pass_the_lead_on() -> Scenario:
    """Seats 0 and 1 are out after six tricks; seats 2 and 3 each hold a 1 of the next player's suit."""
    hands = [run("pink", 1, 12), run("yellow", 1, 12)]
    hands += [f"{run('green', 2, 12)}, blue 1", f"{run('blue', 2, 12)}, white 1", f"{run('white', 2, 12)}, green 1"]
    table = lead_lowest(scene(marshmallow_deal(0, *hands)), 6)
    assert table.fact("out") == (0, 1)
    assert table.scores == (0, 3, 0, 0, 0)
    return table


def test_mt_14_the_winner_of_the_last_trick_deals_if_still_in() -> None:
    table = lead(five_hands_that_pass_the_lead_on(), "green 8", "green 9", "blue 1", "blue 11", "white 1")
    assert table.fact("tricks") == (3, 3, 2, 2, 1)
    lead(table, "white 12")
    assert table.fact("round") == 2
    assert table.fact("dealer") == 4
    assert table.deciders == (4,)
    assert table.scores == (0, 3, 0, 0, 0)


def test_mt_14_if_the_last_trick_takes_its_winner_out_the_next_one_still_in_deals() -> None:
    """Clockwise from seat 4 sit seats 0 and 1, who are out, then seat 2 and seat 3, who are in."""
    table = lead(five_hands_that_pass_the_lead_on(), "green 8", "green 9", "blue 1", "white 1", "white 11")
    assert table.fact("tricks") == (3, 3, 2, 1, 2)
    lead(table, "white 12")
    assert table.fact("round") == 2
    assert table.fact("dealer") == 2
    assert table.deciders == (2,)
    assert table.scores == (0, 3, 0, 0, 9)


def test_mt_14_after_eleven_tricks_the_round_goes_on() -> None:
    table = lead(five_hands_that_pass_the_lead_on(), "green 8", "green 9", "blue 1", "blue 11", "white 1")
    assert table.fact("round") == 1
    assert table.legal(4) == ["white 12"]


def test_mt_14_twelve_tricks_that_leave_one_player_in_end_like_any_round() -> None:
    table = lead_lowest(scene(suit_each(5)), 12)
    assert table.scores == (0, 3, 6, 9, 0)
    assert table.fact("dealer") == 4


# MT-15


@every_count
def test_mt_15_all_cards_are_shuffled_again_the_ones_aside_too(seats: int) -> None:
    table = lead_lowest(scene(suit_each(seats)), QUOTAS[seats] * (seats - 1))
    hands = [table.zone(f"hand {seat}") for seat in range(seats)]
    assert sorted(sum(hands, table.zone("aside"))) == sorted(all_cards(TITLE))
    assert any(hand != card_names(run(SUITS[seat], 1, 12)) for seat, hand in enumerate(hands))
    if seats < 5:
        assert any(name.startswith("white") for hand in hands for name in hand)


@every_count
@both_editions
def test_mt_15_the_dealer_sees_the_new_hand_and_must_name_one_of_five_suits(seats: int, edition: str) -> None:
    table = scene(suit_each(seats), options={"trump_follow": edition})
    lead_lowest(table, QUOTAS[seats] * (seats - 1))
    dealer = seats - 1
    assert table.deciders == (dealer,)
    assert table.seen(dealer, f"hand {dealer}") == table.zone(f"hand {dealer}")
    assert table.legal(dealer) == [f"trump {suit}" for suit in SUITS]
    with pytest.raises(IllegalMove):
        table.play(f"{dealer} {table.zone(f'hand {dealer}')[0]}")


@pytest.mark.parametrize("trump", SUITS)
def test_mt_15_then_the_dealer_leads_any_card(trump: str) -> None:
    table = add(lead_lowest(scene(suit_each(2)), 6), f"trump {trump}")
    assert table.fact("trump") == SUITS.index(trump)
    assert table.deciders == (1,)
    assert table.legal(1) == table.zone("hand 1")


def test_mt_15_every_later_round_names_its_own_trump() -> None:
    table = scene(*(suit_each(4, dealer) for dealer in (0, 3, 2)))
    quiet_round(quiet_round(table))
    assert table.fact("round") == 3
    assert table.fact("trump") == NOTHING
    assert table.legal(2) == [f"trump {suit}" for suit in SUITS]


def test_mt_15_may_is_the_default() -> None:
    assert catalog.rules(TITLE).options["trump_follow"] == "may"


@every_count
def test_mt_15_both_editions_are_one_game_with_two_players_and_only_then(seats: int) -> None:
    editions = [catalog.rules(TITLE, {"trump_follow": edition}) for edition in ("may", "must")]
    differ = False
    for number in range(20):
        tables = [rules.setup(seats, Dice("editions", number)) for rules in editions]
        dice = [Dice("play", number) for _ in editions]
        while not differ and not editions[0].standings(tables[0]).over:
            seat = editions[0].deciders(tables[0])[0]
            legal = [list(rules.legal(table, seat)) for rules, table in zip(editions, tables, strict=True)]
            differ = legal[0] != legal[1]
            for rules, table, own in zip(editions, tables, dice, strict=True):
                rules.play(table, seat, own.pick(legal[0]), own)
    assert differ == editions[0].option_matters("trump_follow", seats) == (seats > 2)


@pytest.mark.parametrize("edition", ["", "can", "Must"])
def test_mt_15_there_is_no_third_edition(edition: str) -> None:
    with pytest.raises(OptionError):
        catalog.rules(TITLE, {"trump_follow": edition})


@both_editions
def test_mt_15_while_no_trump_lies_there_who_can_follow_must(edition: str) -> None:
    table = trump_round(GREEN_ONLY, edition=edition)
    add(table, "green 5", "yellow 1")
    assert legal(table) == set(card_names("green 1 2 3 4 12"))


@both_editions
def test_mt_15_who_cannot_follow_may_trump_but_need_not(edition: str) -> None:
    table = trump_round(GREEN_ONLY, edition=edition)
    assert legal(add(table, "green 5")) == set(table.zone("hand 0"))


def test_mt_15_may_later_players_who_could_follow_may_trump_too() -> None:
    table = add(trump_round(GREEN_ONLY, edition="may"), "green 5", "pink 3")
    assert legal(table) == set(card_names("green 1 2 3 4 12, pink 1 2 7 8 9"))


def test_mt_15_must_later_players_with_a_trump_must_play_one_of_any_rank() -> None:
    table = add(trump_round(GREEN_ONLY, edition="must"), "green 5", "pink 3")
    assert legal(table) == set(card_names("pink 1 2 7 8 9"))
    with pytest.raises(IllegalMove):
        add(table, "green 12")


@both_editions
def test_mt_15_after_a_trump_who_holds_none_follows_suit_if_able(edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "pink 3", "pink 1")
    assert legal(table) == set(card_names("green 6 7 8"))


@both_editions
def test_mt_15_after_a_trump_who_holds_neither_plays_anything(edition: str) -> None:
    table = add(trump_round(NEITHER, edition=edition), "green 5", "pink 3", "pink 1")
    assert legal(table) == set(table.zone("hand 2"))


def test_mt_15_after_a_trump_who_holds_only_trumps_beside_other_suits_may_play_anything_or_must_trump() -> None:
    may = add(trump_round(TRUMPS_ONLY, edition="may"), "green 5", "pink 3", "pink 1")
    assert legal(may) == set(may.zone("hand 2"))
    must = add(trump_round(TRUMPS_ONLY, edition="must"), "green 5", "pink 3", "pink 1")
    assert legal(must) == set(card_names("pink 10 11 12"))


@both_editions
def test_mt_15_a_trump_that_is_led_is_an_ordinary_lead(edition: str) -> None:
    hand = f"pink 10, {run('white', 1, 11)}"
    table = add(trump_round(NEITHER, edition=edition, lead_hand=hand), "pink 10")
    assert legal(table) == {"pink 3"}
    assert legal(add(table, "pink 3")) == set(card_names("pink 1 2 7 8 9"))
    assert legal(add(table, "pink 1")) == set(table.zone("hand 2"))
    assert not table.fact("trumped")
    assert add(table, "white 12").deciders == (3,)


@both_editions
def test_mt_15_the_next_trick_starts_without_a_trump(edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "pink 3", "pink 7", "green 6")
    assert table.deciders == (1,)
    add(table, "green 1")
    assert legal(table) == set(card_names("green 7 8"))


# MT-16

either_trump = pytest.mark.parametrize("trump", ["pink", "white"])


@either_trump
def test_mt_16_one_small_trump_beats_the_highest_card_of_the_lead_suit(trump: str) -> None:
    table = add(trump_round(GREEN_ONLY, trump), "green 5", f"{trump} 3", "green 12", "green 8")
    assert table.deciders == (0,)


@either_trump
@both_editions
def test_mt_16_the_highest_trump_wins(trump: str, edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, trump, edition), "green 5", f"{trump} 3", f"{trump} 7", "green 8")
    assert table.deciders == (1,)
    table = add(trump_round(GREEN_ONLY, trump, edition), "green 5", f"{trump} 3", f"{trump} 2", "green 8")
    assert table.deciders == (0,)


@either_trump
def test_mt_16_without_trumps_the_highest_card_of_the_lead_suit_wins(trump: str) -> None:
    table = add(trump_round(GREEN_ONLY, trump), "green 5", "yellow 11", "green 4", "green 8")
    assert table.deciders == (2,)


@either_trump
def test_mt_16_a_card_of_a_third_suit_wins_nothing_after_a_trump(trump: str) -> None:
    table = add(trump_round(NEITHER, trump), "green 5", f"{trump} 3", "green 1", "blue 12")
    assert table.deciders == (0,)


# MT-17


def match_of_quiet_rounds(target: int) -> Scenario:
    """Four players: every round pays 3 to the second and 6 to the third to go out, and the fourth deals next."""
    table = scene(*(suit_each(4, -turn % 4) for turn in range(30)), options={"target": target})
    while not table.over:
        if table.fact("naming"):
            add(table, "trump white")
        lead_lowest(table, 1)
    return table


@pytest.mark.parametrize(
    ("target", "rounds", "winner", "scores"),
    [
        (10, 5, 1, (9, 12, 9, 9)),
        (12, 5, 1, (9, 12, 9, 9)),
        (13, 5, 2, (9, 12, 15, 9)),
        (18, 6, 1, (12, 18, 15, 9)),
        (19, 9, 1, (18, 21, 18, 18)),
        (20, 9, 1, (18, 21, 18, 18)),
        (21, 9, 1, (18, 21, 18, 18)),
        (50, 21, 2, (45, 48, 51, 45)),
    ],
)
def test_mt_17_the_first_to_reach_the_target_wins(
    target: int, rounds: int, winner: Seat, scores: tuple[int, ...]
) -> None:
    table = match_of_quiet_rounds(target)
    assert table.winners == (winner,)
    assert table.scores == scores
    assert table.fact("round") == rounds


def test_mt_17_the_game_ends_at_once_and_the_round_is_not_finished() -> None:
    table = match_of_quiet_rounds(20)
    assert table.deciders == ()
    assert table.fact("out") == (0, 1)
    assert [len(table.zone(f"hand {seat}")) for seat in range(4)] == [0, 0, 6, 6]
    with pytest.raises(IllegalMove):
        table.play("2 green 12")


def test_mt_17_nobody_has_won_before() -> None:
    table = scene(*(suit_each(4, -turn % 4) for turn in range(9)))
    for _ in range(8):
        quiet_round(table)
    assert table.scores == (18, 18, 18, 18)
    assert not table.over
    assert table.winners == ()


def test_mt_17_the_target_is_20_unless_chosen_from_10_to_50() -> None:
    assert catalog.rules(TITLE).options["target"] == 20
    for target in (10, 50):
        assert catalog.rules(TITLE, {"target": target}).options["target"] == target


@pytest.mark.parametrize("target", [9, 51, 0, -20, "many"])
def test_mt_17_no_other_target_can_be_chosen(target: Value) -> None:
    with pytest.raises(OptionError):
        catalog.rules(TITLE, {"target": target})


# MT-18


def tokens_of(*points: int) -> tuple[tuple[int, int], ...]:
    """The large and small marshmallows of players who have so many points."""
    table = scene(suit_each(5))
    picture = table.rules.show(table.match.state)
    state = table.rules.build(replace(picture, facts={**picture.facts, "points": points}))
    tokens: Any = table.rules.show(state).facts["tokens"]
    return tuple(tokens)


def test_mt_18_a_purse_is_changed_up() -> None:
    assert tokens_of(0, 1, 4, 5, 6) == ((0, 0), (0, 1), (0, 4), (1, 0), (1, 1))
    assert tokens_of(9, 10, 14, 15, 19) == ((1, 4), (2, 0), (2, 4), (3, 0), (3, 4))


def test_mt_18_tokens_show_what_was_won() -> None:
    table = lead_lowest(scene(suit_each(5)), 12)
    assert table.scores == (0, 3, 6, 9, 0)
    assert table.fact("tokens") == ((0, 0), (0, 3), (1, 1), (1, 4), (0, 0))


def test_mt_18_the_supply_is_exactly_enough_for_five_players_with_19_points() -> None:
    numbers = catalog.spec(TITLE).numbers
    assert numbers["large_worth"] == 5
    large, small = zip(*tokens_of(19, 19, 19, 19, 19), strict=True)
    assert sum(large) == numbers["large_tokens"] == 15
    assert sum(small) == numbers["small_tokens"] == 20


# What play has proved


def test_mt_06_not_following_proves_that_the_suit_is_not_held() -> None:
    table = scene(marshmallow_deal(0, "green 6", run("blue", 1, 12), "green 1, white 1"))
    add(table, "green 6", "blue 3", "green 1")
    assert [voids(table, seat) for seat in range(3)] == [set(), {"green"}, set()]
    assert table.view(SPECTATOR).facts["voids"] == table.fact("voids")


@both_editions
def test_mt_15_the_first_trump_proves_that_the_lead_suit_is_not_held(edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "pink 3")
    assert voids(table, 0) == {"green"}


@both_editions
def test_mt_15_a_second_trump_proves_nothing(edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "pink 3", "pink 1")
    assert voids(table, 1) == set()


@pytest.mark.parametrize(("edition", "proved"), [("may", set()), ("must", {"pink"})])
def test_mt_15_following_suit_after_a_trump_proves_only_under_must_that_no_trump_is_held(
    edition: str, proved: set[str]
) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "pink 3", "pink 1", "green 6")
    assert voids(table, 2) == proved


@pytest.mark.parametrize(("edition", "proved"), [("may", {"green"}), ("must", {"green", "pink"})])
def test_mt_15_a_third_suit_after_a_trump_proves_that_the_lead_suit_is_not_held_and_under_must_no_trump(
    edition: str, proved: set[str]
) -> None:
    table = add(trump_round(NEITHER, edition=edition), "green 5", "pink 3", "pink 1", "blue 3")
    assert voids(table, 2) == proved


@both_editions
def test_mt_15_following_suit_before_any_trump_proves_nothing(edition: str) -> None:
    table = add(trump_round(GREEN_ONLY, edition=edition), "green 5", "yellow 1", "green 1", "green 6")
    assert [voids(table, seat) for seat in range(4)] == [{"green"}, set(), set(), set()]


@both_editions
def test_mt_15_not_following_a_trump_that_was_led_proves_that_no_trump_is_held(edition: str) -> None:
    hand = f"pink 10, {run('white', 1, 11)}"
    table = add(trump_round(NEITHER, edition=edition, lead_hand=hand), "pink 10", "pink 3", "pink 1", "white 12")
    assert [voids(table, seat) for seat in range(4)] == [set(), set(), {"pink"}, set()]


def test_mt_15_a_new_deal_wipes_out_what_was_proved() -> None:
    table = quiet_round(scene(suit_each(4), suit_each(4, 3)))
    assert [voids(table, seat) for seat in range(4)] == [set()] * 4
