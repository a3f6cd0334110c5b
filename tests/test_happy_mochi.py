"""Happy Mochi, clause by clause.

Pairs of equal digits can always be played, so most hands here are built of them. Cards with an effect:
flip 4Y 7P 0R 3O 6G 9B 2W, draw 7Y 0P 3R 6O 9G 2B 5W, pass 5Y 8P 1R 4O 7G 0B 3W, reserve 6Y 9P 2R 5O 8G 1B 4W.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pytest

from game.data import catalog
from game.engine import record
from game.engine.errors import IllegalMove, OptionError
from game.engine.events import Decided, Shown, Step, events_for
from game.engine.spec import Value
from game.play.choice import Target
from game.play.sitting import Narrowed, Position, Sitting
from game.words.message import Message
from tests.contract import SPECTATOR
from tests.scenario import DealData, Scenario, all_cards, card_names, mochi_deal

PAIR: Final = "green 1, blue 6"
OUT: Final = "red 8, orange 8, yellow 9, white 9, yellow 6, red 6, white 7"
"""Out in three turns: three Happy Mochis, and the effect of the last puts the seventh card by."""
SLOW: Final = (
    "yellow 1, purple 1, green 2, orange 2",
    "blue 4, red 4, purple 5, green 5",
    "white 0, orange 0, blue 7, red 7",
    "blue 3, green 3, white 1, orange 1",
    "blue 8, white 8, blue 5, red 5",
)
"""Two Happy Mochis without effects, and three cards that do not matter."""
COMMON_DRAWS: Final = ["draw left", "draw right", "draw deck"]


def mochi(
    *hands: str,
    pair: str = PAIR,
    deck: str = "",
    starter: int = 0,
    then: Sequence[DealData] = (),
    **options: Value,
) -> Scenario:
    return Scenario("happy_mochi", len(hands), [mochi_deal(starter, pair, *hands, deck=deck), *then], options)


def pairs(scene: Scenario, seat: int) -> list[str]:
    """The pairs a seat can play, as they read: ["57", "11"]."""
    hand = digits(scene.zone(f"hand {seat}"))
    starts = [int(move.split()[1]) for move in scene.legal(seat) if move.startswith("pair")]
    return [f"{hand[i]}{hand[i + 1]}" for i in starts]


def digits(names: Sequence[str]) -> list[int]:
    return [int(name.split()[1]) for name in names]


def log(scene: Scenario) -> list[list[Any]]:
    lines: list[list[Any]] = record.make_record(scene.match, "test").data["log"]
    return lines


def deals(scene: Scenario) -> list[dict[str, Any]]:
    return [what for who, what in log(scene) if who == "deal"]


def play_out(scene: Scenario) -> Scenario:
    """To the end of the round: a Happy Mochi at the front of a hand is played, else a card drawn; a last one put by."""
    while (ask := scene.fact("ask")) not in ("keep", ""):
        (seat,) = scene.deciders
        legal = scene.legal(seat)
        front = digits(scene.zone(f"hand {seat}")[:2])
        wanted = {
            "turn": "pair 0" if len(front) == 2 and front[0] == front[1] else "draw deck",
            "place": legal[-1],
            "pass": "skip",
            "reserve": "skip" if "reserve 1" in legal else "reserve 0",
        }
        scene.play(f"{seat} {wanted[ask]}")
    return scene


def keep(scene: Scenario, index: int = 0) -> Scenario:
    for seat in scene.deciders:
        scene.play(f"{seat} keep {index}")
    return scene


def last_pair(last: str, seats: int = 2, deck: str = "") -> Scenario:
    """It is the turn of seat 0: these two cards are its last ones, and white 7 lies reserved before it."""
    scene = mochi(f"yellow 6, red 6, white 7, red 8, orange 8, {last}", *SLOW[: seats - 1], deck=deck)
    others = [f"{seat} pair 0" for seat in range(1, seats)]
    return scene.play("0 pair 0", "0 reserve 0", *others, "0 pair 0", *others)


# Setting up


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_hm_01_two_to_six_players_share_70_cards_of_7_colours(seats: int) -> None:
    scene = Scenario("happy_mochi", seats)
    names = [name for zone in scene.match.picture.zones for name in scene.zone(zone)]
    assert len(names) == len(set(names)) == 70
    assert Counter(digits(names)) == dict.fromkeys(range(10), 7)
    assert [len(scene.zone(f"hand {seat}")) for seat in range(seats)] == [7] * seats
    assert len(scene.zone("deck")) == 70 - 7 * seats - 2


@pytest.mark.parametrize("seats", [1, 7])
def test_hm_01_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 6 players"):
        Scenario("happy_mochi", seats)


def test_hm_01_four_cards_of_each_colour_carry_one_effect_each_spread_evenly_over_the_values() -> None:
    spec = catalog.spec("happy_mochi")
    marked = {spec.faces[card]: effect for card, effect in spec.effects.items()}
    assert len(marked) == 28
    every = {(suit, effect) for suit in range(7) for effect in ("flip", "draw", "pass", "reserve")}
    assert {(face.suit, effect) for face, effect in marked.items()} == every
    per_value = Counter(face.rank for face in marked)
    assert sorted(per_value) == list(range(10))
    assert set(per_value.values()) == {2, 3}
    assert {face.name: effect for face, effect in marked.items()}["yellow 7"] == "draw"


def test_hm_02_a_hand_stays_in_the_order_dealt() -> None:
    dealt = "red 8, yellow 0, purple 9, white 9, green 0, red 3, red 1"
    scene = mochi(dealt, "")
    assert scene.zone("hand 0") == card_names(dealt)
    scene.play("0 pair 2", "0 skip")
    assert scene.zone("hand 0") == card_names("red 8, yellow 0, green 0, red 3, red 1")


def test_hm_02_no_move_rearranges_a_hand() -> None:
    scene = mochi("red 8, yellow 0, purple 9, white 9, green 0, red 3, red 1", "")
    assert {move.split()[0] for move in scene.legal(0)} == {"draw", "pair"}


def test_hm_02_only_the_owner_sees_a_hand() -> None:
    scene = mochi(OUT, "")
    assert scene.seen(0, "hand 0") == card_names(OUT)
    assert scene.seen(1, "hand 0") == scene.seen(SPECTATOR, "hand 0") == ["?"] * 7


def test_hm_03_the_value_card_starts_on_plus() -> None:
    for seed in range(5):
        assert Scenario("happy_mochi", 3, seed=seed).fact("value") == "+"


def test_hm_03_the_value_card_is_not_reset_between_rounds() -> None:
    hand = "red 8, orange 8, purple 7, orange 7, yellow 6, red 6, white 7"
    scene = keep(play_out(mochi(hand, SLOW[0])))
    assert (scene.fact("round"), scene.fact("value")) == (2, "-")
    assert [deal["value"] for deal in deals(scene)] == ["+", "-"]


def test_hm_04_example_on_plus_with_68_a_pair_must_read_more_than_68() -> None:
    scene = mochi("red 6 9, blue 6 8, white 7 0, red 5", "", pair="purple 6, green 8")
    assert pairs(scene, 0) == ["69", "96", "87", "70"]


def test_hm_04_a_left_0_counts_no_tens() -> None:
    scene = mochi("green 0, white 4, purple 0, blue 3, orange 0, red 2, white 0", "", pair="yellow 0, purple 3")
    assert pairs(scene, 0) == ["04", "40", "30", "20"]


def test_hm_04_turning_up_the_main_pair_triggers_nothing() -> None:
    for pair in ("yellow 4, yellow 7", "yellow 5, yellow 6"):
        scene = mochi("", "", pair=pair)
        assert (scene.fact("value"), scene.fact("ask"), scene.deciders) == ("+", "turn", (0,))
        assert [scene.zone("left"), scene.zone("right")] == [[name] for name in card_names(pair)]


def test_hm_04_everybody_sees_the_main_pair_and_nobody_the_draw_pile() -> None:
    scene = mochi("", "")
    for seat in (0, 1, SPECTATOR):
        assert scene.seen(seat, "left") + scene.seen(seat, "right") == card_names(PAIR)
        assert set(scene.seen(seat, "deck")) == {"?"}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_hm_05_who_ate_the_most_mochi_starts(first: int) -> None:
    assert Scenario("happy_mochi", 3, first=first).deciders == (first,)


def test_hm_05_lots_decide_when_nobody_is_named() -> None:
    assert {Scenario("happy_mochi", 3, seed=seed).deciders for seed in range(20)} == {(0,), (1,), (2,)}


def test_hm_05_a_seat_that_is_not_there_cannot_start() -> None:
    with pytest.raises(OptionError):
        Scenario("happy_mochi", 3, first=3)


def test_hm_05_turns_go_clockwise() -> None:
    scene = mochi("", "", "", starter=1)
    turns: list[int] = []
    for _ in range(4):
        turns += scene.deciders
        (seat,) = scene.deciders
        scene.play(f"{seat} draw deck", f"{seat} place 0")
    assert turns == [1, 2, 0, 1]


# Drawing


def test_hm_06_playing_a_pair_is_a_whole_turn() -> None:
    scene = mochi(OUT, "").play("0 pair 0")
    assert scene.deciders == (1,)
    with pytest.raises(IllegalMove):
        scene.play("0 draw deck")


def test_hm_06_drawing_a_card_is_a_whole_turn() -> None:
    scene = mochi(OUT, "").play("0 draw deck")
    assert scene.legal(0) == [f"place {position}" for position in range(8)]
    assert scene.play("0 place 0").deciders == (1,)


def test_hm_06_who_could_play_may_draw_instead_and_nobody_may_just_pass() -> None:
    scene = mochi(OUT, "")
    assert "pair 0" in scene.legal(0)
    assert scene.legal(0)[:3] == COMMON_DRAWS
    assert "pass" not in scene.legal(0)


@pytest.mark.parametrize("position", [0, 3, 7])
@pytest.mark.parametrize(
    ("move", "card"), [("draw left", "green 1"), ("draw right", "blue 6"), ("draw deck", "white 5")]
)
def test_hm_07_a_card_from_each_place_goes_anywhere_into_the_hand(move: str, card: str, position: int) -> None:
    scene = mochi(OUT, "", deck="white 5").play(f"0 {move}")
    assert scene.seen(0, "drawn 0") == [card]
    scene.play(f"0 place {position}")
    expected = card_names(OUT)
    expected.insert(position, card)
    assert scene.zone("hand 0") == expected


def test_hm_07_the_card_cannot_go_beyond_the_end_of_the_hand() -> None:
    with pytest.raises(IllegalMove):
        mochi(OUT, "").play("0 draw deck", "0 place 8")


def test_hm_07_a_card_drawn_from_the_deck_is_a_secret_and_one_from_the_main_pair_is_not() -> None:
    scene = mochi(OUT, "").play("0 draw deck", "0 place 2", "1 draw left", "1 place 1")
    assert scene.seen(1, "hand 0") == ["?"] * 8
    assert scene.seen(0, "hand 1") == ["?", "green 1", *["?"] * 6]


def test_hm_07_only_the_own_reserved_cards_can_be_drawn() -> None:
    scene = mochi("yellow 6, red 6, white 7 8 9", "").play("0 pair 0", "0 reserve 0")
    assert [move for move in scene.legal(1) if "draw" in move] == COMMON_DRAWS
    scene.play("1 draw deck", "1 place 0")
    assert [move for move in scene.legal(0) if "draw" in move] == [*COMMON_DRAWS, "draw reserve 0"]
    scene.play("0 draw reserve 0", "0 place 1")
    assert (scene.zone("hand 0")[:3], scene.zone("reserve 0")) == (card_names("white 8 7 9"), [])


def test_hm_07_any_of_several_reserved_cards_can_be_drawn() -> None:
    scene = mochi("yellow 6, purple 9, red 1 3 5 7 9", "", pair="green 1, blue 1")
    scene.play("0 pair 0", "0 reserve 0", "0 reserve 1", "1 draw deck", "1 place 0")
    assert scene.zone("reserve 0") == ["red 1", "red 5"]
    scene.play("0 draw reserve 1", "0 place 3")
    assert (scene.zone("reserve 0"), scene.zone("hand 0")) == (["red 1"], card_names("red 3 7 9 5"))


def test_hm_08_the_last_card_of_a_stack_is_replaced_from_the_draw_pile() -> None:
    scene = mochi("", "", deck="red 5 6").play("0 draw left")
    assert (scene.zone("left"), scene.zone("right"), scene.zone("deck")[0]) == (["red 5"], ["blue 6"], "red 6")
    scene.play("0 place 0", "1 draw right")
    assert (scene.zone("left"), scene.zone("right"), len(scene.zone("deck"))) == (["red 5"], ["red 6"], 52)


def test_hm_08_a_card_that_was_not_the_last_uncovers_the_one_below() -> None:
    scene = mochi(OUT, "").play("0 pair 0")
    size = len(scene.zone("deck"))
    scene.play("1 draw right")
    assert (scene.zone("left"), scene.zone("right")) == (["green 1", "red 8"], ["blue 6"])
    assert len(scene.zone("deck")) == size


@pytest.mark.parametrize("effect", ["yellow 4", "yellow 7", "yellow 5", "yellow 6"])
def test_hm_08_what_replaces_a_card_triggers_no_effect(effect: str) -> None:
    scene = mochi("", "", deck=effect).play("0 draw left", "0 place 0")
    assert scene.zone("left") == [effect]
    assert (scene.fact("value"), scene.fact("ask"), scene.deciders) == ("+", "turn", (1,))


def test_hm_07_a_reserved_card_is_refused_only_when_it_cannot_be_drawn() -> None:
    scene = mochi("yellow 6, red 6, white 1, yellow 5, green 5", "").play("0 pair 0", "0 reserve 0")

    def refused() -> str:
        view = scene.view(0)
        refusal = scene.rules.refusal(view, view.zones["reserve 0"][0])
        return refusal.key if refusal else ""

    assert refused() == "refusal.not_your_turn"
    scene.play("1 draw deck", "1 place 0")
    assert refused() == ""
    scene.play("0 pair 0")
    assert refused() == "refusal.happy_mochi.pass"
    scene.play("0 use")
    assert refused() == "refusal.not_now"


@pytest.mark.parametrize(
    ("pair", "hand", "touched", "said"),
    [
        ("yellow 3, purple 5", "red 4, orange 1, blue 6, white 8", (1, 2), ("pair_more", "HM-10", 35, 16)),
        ("yellow 3, purple 5", "red 4, orange 1, blue 6, white 8", (2, 1), ("pair_more", "HM-10", 35, 16)),
        ("yellow 3, yellow 5", "red 4, red 5, blue 6, blue 8", (1, 2), ("pair_colour", "HM-11", 35, 56)),
        ("yellow 3, purple 5", "red 4, orange 1, blue 6, white 8", (0, 2), None),
        ("yellow 3, purple 5", "red 4, orange 1, blue 6, white 8", (0, 0), None),
    ],
)
def test_hm_09_two_neighbours_that_are_no_pair_now_are_refused_with_the_reason(
    pair: str, hand: str, touched: tuple[int, int], said: tuple[str, str, int, int] | None
) -> None:
    """The second card is the beginning of a new choice, as it is after two cards that are no neighbours."""
    scene = mochi(hand, "", pair=pair)
    sitting = Sitting(Position(0, 0, 0), scene.rules, scene.view(0))
    targets = [Target("slot", "hand 0", index) for index in touched]
    for target in targets:
        assert isinstance(sitting.touch(target), Narrowed)
    assert sitting.choice.picked == ([] if touched[0] == touched[1] else targets[1:])
    if said is None:
        assert sitting.said is None
    else:
        key, clause, number, made = said
        message = Message(f"refusal.happy_mochi.{key}", {"number": number, "pair": made}, clause)
        assert sitting.said is not None and sitting.said.message == message


def test_hm_09_a_card_that_lies_on_a_stack_is_refused_without_looking_for_it_in_the_hand() -> None:
    scene = mochi("", "")
    refusal = scene.rules.refusal(scene.view(0), scene.view(0).zones["left"][-1])
    assert refusal is not None and (refusal.key, refusal.clause) == ("refusal.not_now", "HM-6")


# Playing pairs


def test_hm_09_two_adjacent_cards_go_on_the_stacks_in_their_order() -> None:
    scene = mochi("red 4 5, blue 7 8, white 0 1, green 0", "").play("0 pair 2")
    assert (scene.zone("left"), scene.zone("right")) == (["green 1", "blue 7"], ["blue 6", "blue 8"])
    assert scene.zone("hand 0") == card_names("red 4 5, white 0 1, green 0")


def test_hm_09_cards_that_are_not_adjacent_or_in_the_other_order_are_no_pair() -> None:
    scene = mochi("red 4, blue 0, red 5, white 0, red 7, green 0, white 1", "", pair="green 5, blue 3")
    assert pairs(scene, 0) == ["70"]


def test_hm_09_the_last_card_has_no_neighbour_to_its_right() -> None:
    with pytest.raises(IllegalMove):
        mochi(OUT, "").play("0 pair 6")


def test_hm_10_on_plus_a_number_must_be_greater_and_an_equal_one_is_not() -> None:
    scene = mochi("red 1 6, white 1, blue 7, green 0, blue 5, red 5", "")
    assert pairs(scene, 0) == ["61", "17", "70", "55"]


def test_hm_10_on_minus_a_number_must_be_smaller_and_an_equal_one_is_not() -> None:
    scene = mochi("yellow 4, red 6", "white 4 6, red 4, white 5, blue 3, green 4, blue 7").play("0 pair 0")
    assert (scene.fact("value"), scene.zone("left")[-1], scene.zone("right")[-1]) == ("-", "yellow 4", "red 6")
    assert pairs(scene, 1) == ["45", "34"]


def test_hm_11_example_on_minus_with_a_one_coloured_95() -> None:
    scene = mochi("blue 9 5", "red 9 4, green 3 0, yellow 9 8, orange 8").play("0 pair 0")
    assert scene.fact("value") == "-"
    assert pairs(scene, 1) == ["94", "30", "88"]


def test_hm_11_example_on_minus_with_a_yellow_57_only_a_one_coloured_46_or_a_happy_mochi_can_be_played() -> None:
    samuel = "yellow 5 7"
    raul = "white 0, red 4, blue 8 3, yellow 9, orange 2, white 6"
    juana = "green 6, red 8, purple 4 6, white 1, green 1, orange 8"
    scene = mochi(samuel, raul, juana, pair="green 5, blue 6", starter=2).play("2 pair 0")
    assert (scene.fact("value"), scene.zone("left")[-1], scene.zone("right")[-1]) == ("-", "green 6", "red 8")
    scene.play("0 pair 0", "0 first right", "0 target 0", "0 draw deck", "0 place 0", "0 skip")
    assert scene.legal(1) == COMMON_DRAWS
    scene.play("1 draw deck", "1 place 0")
    assert pairs(scene, 2) == ["46", "11"]
    scene.play("2 pair 0")
    assert scene.zone("hand 2") == card_names("white 1, green 1, orange 8")


def test_hm_11_any_one_colour_will_do_and_both_restrictions_add_up() -> None:
    scene = mochi("green 3 1, red 4, white 8 9, blue 7, yellow 3", "", pair="orange 2 7")
    assert pairs(scene, 0) == ["31", "89"]


def test_hm_11_a_main_pair_of_two_colours_asks_for_none() -> None:
    scene = mochi("green 3 1, red 4, white 8 9, blue 7, yellow 3", "", pair="orange 2, white 7")
    assert pairs(scene, 0) == ["31", "48", "89", "97", "73"]


def test_hm_12_a_happy_mochi_ignores_both_restrictions() -> None:
    scene = mochi("red 0, white 0, green 9, yellow 9, red 8, orange 8, blue 3", "", pair="blue 9 8")
    assert pairs(scene, 0) == ["00", "99", "88"]


def test_hm_12_a_happy_mochi_can_follow_the_same_happy_mochi() -> None:
    scene = mochi("white 4, purple 4", "", pair="red 4, blue 4")
    assert pairs(scene, 0)[0] == "44"


# Effects


def test_hm_13_flip_turns_the_value_card_over_unasked() -> None:
    scene = mochi("blue 9, red 9", "").play("0 pair 0")
    assert (scene.fact("value"), scene.deciders, scene.fact("ask")) == ("-", (1,), "turn")


def test_hm_13_flip_turns_it_back_too() -> None:
    scene = mochi("blue 9, red 9", "purple 7, red 7").play("0 pair 0", "1 pair 0")
    assert scene.fact("value") == "+"


def test_hm_13_two_flips_turn_it_over_and_back() -> None:
    scene = mochi("yellow 4, purple 7", "").play("0 pair 0")
    assert (scene.fact("value"), scene.deciders) == ("+", (1,))
    assert [event.name for event in scene.events if isinstance(event, Step)][-2:] == ["flip", "flip"]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_hm_14_draw_must_be_used_on_anybody_oneself_included(seats: int) -> None:
    scene = mochi("yellow 7, red 7", *[""] * (seats - 1)).play("0 pair 0")
    assert scene.deciders == (0,)
    assert scene.legal(0) == [f"target {seat}" for seat in range(seats)]


def test_hm_14_the_player_named_chooses_from_where_and_to_where() -> None:
    scene = mochi("yellow 7, red 7", "", SLOW[1]).play("0 pair 0", "0 target 2")
    assert scene.deciders == (2,)
    assert scene.legal(2) == COMMON_DRAWS
    scene.play("2 draw right")
    assert scene.legal(2) == [f"place {position}" for position in range(8)]
    scene.play("2 place 1")
    assert scene.zone("hand 2")[:3] == card_names("blue 4, red 7, red 4")
    assert scene.deciders == (1,)


def test_hm_14_the_player_named_may_draw_an_own_reserved_card() -> None:
    scene = mochi("yellow 6, red 6, white 1", "yellow 7, white 7").play("0 pair 0", "0 reserve 0")
    scene.play("1 pair 0", "1 target 0")
    assert scene.legal(0) == [*COMMON_DRAWS, "draw reserve 0"]
    scene.play("0 draw reserve 0", "0 place 4")
    assert scene.zone("hand 0")[-1] == "white 1"
    assert scene.deciders == (0,)


def test_hm_14_two_draw_effects_may_hit_two_players() -> None:
    scene = mochi("yellow 7, green 9", "", "").play("0 pair 0", "0 target 1", "1 draw deck", "1 place 0")
    assert scene.legal(0) == ["target 0", "target 1", "target 2"]
    scene.play("0 target 2", "2 draw deck", "2 place 0")
    assert [len(scene.zone(f"hand {seat}")) for seat in range(3)] == [5, 8, 8]
    assert scene.deciders == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_hm_15_everybody_passes_a_card_to_the_left_neighbour_at_once(seats: int) -> None:
    scene = mochi("yellow 5, red 5", *[""] * (seats - 1)).play("0 pair 0", "0 use")
    before = [scene.zone(f"hand {seat}") for seat in range(seats)]
    assert scene.deciders == tuple(range(seats))
    assert scene.legal(0) == [f"give {i}" for i in range(5)]
    scene.play(*[f"{seat} give {seat % 5}" for seat in range(seats)])
    for seat in range(seats):
        giver = (seat - 1) % seats
        assert scene.zone(f"drawn {seat}") == [before[giver][giver % 5]]
    for seat in range(seats):
        assert scene.deciders == (seat,)
        scene.play(f"{seat} place {seat}")
        giver = (seat - 1) % seats
        assert scene.zone(f"hand {seat}")[seat] == before[giver][giver % 5]
    assert [len(scene.zone(f"hand {seat}")) for seat in range(seats)] == [5] + [7] * (seats - 1)
    assert scene.deciders == (1,)


def test_hm_15_pass_may_be_left_unused() -> None:
    scene = mochi("yellow 5, red 5", "").play("0 pair 0")
    assert (scene.deciders, scene.legal(0)) == ((0,), ["use", "skip"])
    before = scene.zone("hand 1")
    scene.play("0 skip")
    assert (scene.zone("hand 1"), scene.deciders) == (before, (1,))


def test_hm_15_what_is_given_is_sealed_until_all_have_chosen() -> None:
    views = set()
    for index in range(5):
        scene = mochi("yellow 5, red 5", "", "").play("0 pair 0", "0 use", f"0 give {index}")
        views.add((scene.view(1).to_bytes(), str(events_for(scene.events, 1))))
    assert len(views) == 1


def test_hm_15_giver_and_receiver_know_the_card_and_nobody_else() -> None:
    scene = mochi("yellow 5, red 5, white 0", "", "").play("0 pair 0", "0 use", "0 give 0", "1 give 0", "2 give 0")
    assert [scene.seen(seat, "drawn 1") for seat in (0, 1, 2)] == [["white 0"], ["white 0"], ["?"]]
    scene.play("0 place 0", "1 place 4", "2 place 0")
    assert [scene.seen(seat, "hand 1")[4] for seat in (0, 1, 2)] == ["white 0", "white 0", "?"]


def test_hm_15_a_player_with_one_card_gives_it_and_is_not_out() -> None:
    scene = mochi("yellow 6, red 6, orange 8, blue 8, green 3, red 5, yellow 5", SLOW[0])
    scene.play("0 pair 0", "0 skip", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 1", "0 use")
    assert scene.legal(0) == ["give 0"]
    scene.play("0 give 0", "1 give 0", "0 place 0", "1 place 0")
    assert (len(scene.zone("hand 0")), scene.deciders, scene.fact("ask")) == (1, (1,), "turn")


def test_hm_15_pass_is_not_asked_of_a_player_with_no_cards_left() -> None:
    scene = last_pair("yellow 5, red 5").play("0 pair 0")
    assert scene.fact("ask") == "keep"
    assert not any(isinstance(event, Step) and event.name == "give" for event in scene.events)


def test_hm_16_any_hand_card_can_be_put_by_face_down() -> None:
    scene = mochi("yellow 6, red 6, white 7 8 9", "").play("0 pair 0")
    assert scene.legal(0) == ["skip", *[f"reserve {i}" for i in range(5)]]
    scene.play("0 reserve 1")
    assert (scene.zone("reserve 0"), scene.zone("hand 0")[:2]) == (["white 8"], card_names("white 7 9"))
    assert (scene.seen(0, "reserve 0"), scene.seen(1, "reserve 0")) == (["white 8"], ["?"])
    assert scene.deciders == (1,)


def test_hm_16_reserve_may_be_left_unused() -> None:
    scene = mochi("yellow 6, red 6", "").play("0 pair 0", "0 skip")
    assert (scene.zone("reserve 0"), len(scene.zone("hand 0")), scene.deciders) == ([], 5, (1,))


def test_hm_16_putting_by_the_last_card_ends_the_round() -> None:
    scene = mochi(OUT, SLOW[0]).play("0 pair 0", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 0")
    assert scene.legal(0) == ["skip", "reserve 0"]
    scene.play("0 reserve 0")
    assert (scene.zone("reserve 0"), scene.fact("ask"), scene.deciders) == (["white 7"], "keep", (1,))


def test_hm_16_keeping_the_last_card_in_hand_does_not_end_the_round() -> None:
    scene = mochi(OUT, SLOW[0]).play("0 pair 0", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 0", "0 skip")
    assert (scene.fact("ask"), scene.deciders) == ("turn", (1,))


def test_hm_16_reserve_is_not_asked_of_a_player_with_no_cards_left() -> None:
    assert last_pair("purple 9, red 9").play("0 pair 0").fact("ask") == "keep"


def test_hm_17_two_different_effects_happen_in_the_order_the_player_chooses() -> None:
    scene = mochi("yellow 7, purple 7", "").play("0 pair 0")
    assert (scene.deciders, scene.legal(0), scene.fact("value")) == ((0,), ["first left", "first right"], "+")
    scene.play("0 first left")
    assert (scene.fact("ask"), scene.fact("value")) == ("target", "+")
    scene.play("0 target 1", "1 draw deck", "1 place 0")
    assert (scene.fact("value"), scene.deciders) == ("-", (1,))


def test_hm_17_the_right_one_may_come_first() -> None:
    scene = mochi("yellow 7, purple 7", "").play("0 pair 0", "0 first right")
    assert (scene.fact("ask"), scene.fact("value")) == ("target", "-")
    scene.play("0 target 1", "1 draw deck", "1 place 0")
    assert (scene.fact("value"), scene.deciders) == ("-", (1,))


def test_hm_17_both_of_two_optional_effects_can_be_used_or_left() -> None:
    scene = mochi("yellow 5, orange 5", "").play("0 pair 0", "0 first right", "0 skip")
    assert scene.legal(0) == ["use", "skip"]
    scene.play("0 use", "0 give 0", "1 give 0", "0 place 0", "1 place 0")
    assert scene.deciders == (1,)


@pytest.mark.parametrize(
    ("pair", "legal"),
    [
        ("yellow 7, green 9", ["target 0", "target 1"]),
        ("yellow 5, purple 8", ["use", "skip"]),
        ("yellow 6, purple 9", ["skip", *[f"reserve {i}" for i in range(5)]]),
    ],
)
def test_hm_17_two_equal_effects_both_happen_and_have_no_order(pair: str, legal: list[str]) -> None:
    scene = mochi(pair, "").play("0 pair 0")
    assert scene.legal(0) == legal
    if "skip" in legal:
        scene.play("0 skip")
        assert scene.legal(0) == legal
        assert scene.play("0 skip").deciders == (1,)


def test_hm_18_the_drawing_player_may_take_the_other_card_and_its_effect_still_happens() -> None:
    scene = mochi("yellow 7, purple 7", "").play("0 pair 0", "0 first left", "0 target 1", "1 draw right", "1 place 0")
    assert scene.zone("hand 1")[0] == "purple 7"
    assert (scene.zone("right"), scene.fact("value"), scene.deciders) == (["blue 6"], "-", (1,))


def test_hm_18_it_also_holds_for_an_optional_effect_and_for_the_left_card() -> None:
    scene = mochi("orange 5, white 5", "").play("0 pair 0", "0 first right", "0 target 0", "0 draw left", "0 place 0")
    assert scene.zone("hand 0")[0] == "orange 5"
    assert scene.legal(0) == ["skip", *[f"reserve {i}" for i in range(6)]]
    scene.play("0 reserve 0")
    assert (scene.zone("reserve 0"), scene.deciders) == (["orange 5"], (1,))


def test_hm_18_the_card_taken_is_known_to_all() -> None:
    scene = mochi("yellow 7, purple 7", "", "")
    scene.play("0 pair 0", "0 first left", "0 target 1", "1 draw right", "1 place 0")
    assert scene.seen(2, "hand 1")[0] == "purple 7"


@pytest.mark.parametrize("effect", ["blue 9", "yellow 7", "yellow 5", "purple 9"])
def test_hm_19_an_effect_card_that_a_draw_uncovers_does_nothing(effect: str) -> None:
    scene = mochi("", OUT, pair=f"{effect}, blue 5", starter=1)
    scene.play("1 pair 0", "0 draw left", "0 place 0")
    assert scene.zone("left") == [effect]
    assert (scene.fact("value"), scene.fact("ask"), scene.deciders) == ("+", "turn", (1,))


def test_hm_19_cards_drawn_passed_or_put_by_do_nothing_either() -> None:
    scene = mochi("yellow 5, red 5, blue 9", "blue 2", deck="purple 7").play("0 pair 0", "0 use")
    scene.play("0 give 0", "1 give 0", "0 place 0", "1 place 0", "1 draw deck", "1 place 0")
    assert (scene.fact("value"), scene.fact("ask"), scene.deciders) == ("+", "turn", (0,))


# The end of a round


def test_hm_20_an_empty_hand_ends_the_round_at_once() -> None:
    scene = last_pair("red 9, white 9", seats=3)
    left = [sum(digits(scene.zone(f"hand {seat}"))) for seat in (1, 2)]
    scene.play("0 pair 0")
    assert scene.scores == (0, *left)
    assert (scene.fact("ask"), scene.deciders) == ("keep", (1, 2))


def test_hm_20_example_a_hand_of_3_7_2_costs_12() -> None:
    scene = play_out(mochi(OUT, f"{SLOW[0]}, yellow 3, red 7, yellow 2"))
    assert digits(scene.zone("hand 1")) == [3, 7, 2]
    assert scene.scores == (0, 12)


def test_hm_20_the_effects_of_the_last_pair_still_come_before_the_end() -> None:
    scene = last_pair("yellow 7, red 7", deck="yellow 9").play("0 pair 0", "0 target 1", "1 draw left", "1 place 0")
    assert scene.scores == (0, 7 + sum(digits(scene.zone("hand 1")[1:])))
    assert scene.fact("ask") == "keep"


def test_hm_20_a_draw_on_oneself_keeps_a_player_in_the_round() -> None:
    scene = last_pair("yellow 7, red 7").play("0 pair 0", "0 target 0", "0 draw reserve 0", "0 place 0")
    assert (scene.zone("hand 0"), scene.fact("ask"), scene.deciders) == (["white 7"], "turn", (1,))
    assert scene.scores == (0, 0)


def test_hm_20_a_card_drawn_by_the_first_effect_can_be_put_by_with_the_second() -> None:
    scene = last_pair("white 5, orange 5").play("0 pair 0", "0 first left", "0 target 0", "0 draw right", "0 place 0")
    assert scene.legal(0) == ["skip", "reserve 0"]
    scene.play("0 reserve 0")
    assert (scene.zone("reserve 0"), scene.fact("ask")) == (card_names("white 7, orange 5"), "keep")


def test_hm_20_an_effect_for_which_no_card_is_left_is_passed_over_in_the_other_order() -> None:
    for last, first in (("white 5, orange 5", "right"), ("yellow 5 7", "left")):
        scene = last_pair(last).play("0 pair 0", f"0 first {first}")
        assert scene.legal(0) == ["target 0", "target 1"]


def test_hm_20_with_a_card_drawn_first_even_pass_can_be_used_after_the_last_pair() -> None:
    scene = last_pair("yellow 5 7").play("0 pair 0", "0 first right", "0 target 0", "0 draw reserve 0", "0 place 0")
    assert scene.legal(0) == ["use", "skip"]
    scene.play("0 use", "0 give 0", "1 give 0", "0 place 0", "1 place 0")
    assert "white 7" in scene.zone("hand 1")
    assert (len(scene.zone("hand 0")), scene.deciders) == (1, (1,))


def test_hm_20_hands_are_laid_open_for_the_count() -> None:
    scene = play_out(mochi(OUT, *SLOW[:2]))
    for seat in (0, 2, SPECTATOR):
        assert scene.seen(seat, "hand 1") == scene.zone("hand 1")


def test_hm_21_everybody_with_cards_left_keeps_one_and_discards_the_rest() -> None:
    scene = play_out(mochi(OUT, *SLOW[:2]))
    assert scene.deciders == (1, 2)
    assert scene.legal(1) == ["keep 0", "keep 1", "keep 2"]
    mine, yours = scene.zone("hand 1")[2], scene.zone("hand 2")[0]
    scene.play("1 keep 2", "2 keep 0")
    assert (scene.zone("reserve 0"), scene.zone("reserve 1"), scene.zone("reserve 2")) == (["white 7"], [mine], [yours])
    assert [len(scene.zone(f"hand {seat}")) for seat in range(3)] == [7, 7, 7]


def test_hm_21_what_is_kept_is_chosen_under_seal_and_then_known_to_all() -> None:
    views = set()
    for index in range(3):
        scene = play_out(mochi(OUT, *SLOW[:2])).play(f"1 keep {index}")
        views.add((scene.view(2).to_bytes(), str(events_for(scene.events, 2))))
    assert len(views) == 1
    scene.play("2 keep 0")
    for seat in (0, 1, SPECTATOR):
        assert scene.seen(seat, "reserve 2") == scene.zone("reserve 2") != []
    assert Decided(1, scene.rules.book(1).read("keep 2")) in events_for(scene.events, 0)


def test_hm_22_reserved_cards_are_face_down_for_all_but_their_owner() -> None:
    scene = keep(play_out(mochi(OUT, *SLOW[:2])))
    assert scene.seen(0, "reserve 0") == ["white 7"]
    assert scene.seen(1, "reserve 0") == scene.seen(SPECTATOR, "reserve 0") == ["?"]


def test_hm_22_any_number_can_lie_there_between_rounds_and_none_counts_as_points() -> None:
    hand = f"{SLOW[0]}, yellow 3, red 7, yellow 2"
    again = mochi_deal(1, PAIR, f"{SLOW[1]}, white 0, green 0 3", OUT, reserved=("red 7", "white 8"))
    first = OUT.replace("red 8", "blue 8").replace("white 7", "white 8")
    scene = keep(play_out(mochi(first, hand, then=[again])), 1)
    assert (scene.scores, scene.zone("reserve 1")) == ((0, 12), ["red 7"])
    keep(play_out(scene), 1)
    assert scene.scores == (3, 12)
    assert scene.zone("reserve 0") == ["white 8", "green 0"]
    assert scene.zone("reserve 1") == ["red 7", "white 7"]


def test_hm_22_a_card_kept_in_one_round_can_be_drawn_in_the_next() -> None:
    scene = keep(play_out(mochi(OUT, SLOW[0])))
    kept = scene.zone("reserve 1")
    scene.play("1 draw reserve 0", "1 place 0")
    assert (scene.zone("hand 1")[:1], scene.zone("reserve 1")) == (kept, [])
    assert scene.seen(0, "hand 1")[:1] == kept


# Rounds


def test_hm_23_all_but_the_reserved_cards_are_shuffled_for_the_next_round() -> None:
    scene = keep(play_out(mochi(OUT, *SLOW[:2])))
    dealt = deals(scene)[1]
    names = [*(name for hand in dealt["hands"] for name in hand), *dealt["pair"], *dealt["deck"]]
    reserved = [name for seat in range(3) for name in scene.zone(f"reserve {seat}")]
    assert len(reserved) == 3
    assert sorted(names + reserved) == sorted(all_cards("happy_mochi"))
    assert (len(scene.zone("left")), len(scene.zone("right")), scene.fact("round")) == (1, 1, 2)


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_hm_23_the_player_to_the_left_of_the_winner_starts_whoever_started_before(winner: int) -> None:
    for starter in range(3):
        hands = list(SLOW[:3])
        hands[winner] = OUT
        scene = play_out(mochi(*hands, starter=starter, target=100))
        assert scene.scores is not None
        assert scene.scores[winner] == 0
        assert keep(scene).deciders == ((winner + 1) % 3,)
        assert deals(scene)[1]["starter"] == (winner + 1) % 3


def test_hm_23_what_was_known_of_shuffled_cards_is_forgotten() -> None:
    scene = keep(play_out(mochi(OUT, SLOW[0])))
    assert scene.seen(0, "hand 1") == ["?"] * 7
    assert set(scene.seen(0, "deck")) == {"?"}


def test_hm_24_example_12_4_0_then_0_16_5_then_19_0_23_and_raul_wins() -> None:
    first, second, third = "yellow 1, purple 1, green 2, orange 2", "blue 4, red 4, purple 5, green 5", OUT
    juana_out = mochi(f"{first}, yellow 3, red 7, yellow 2", f"{second}, yellow 0, white 1, green 3", third, starter=2)
    kept = ["red 7", "white 1", "white 7"]
    samuel_out = mochi_deal(
        0, PAIR, third.replace("white 7", "blue 0"), f"{first}, red 9, blue 5, yellow 2",
        f"{second}, yellow 0, red 5, green 0", reserved=kept,
    )  # fmt: skip
    kept += ["blue 0", "blue 5", "red 5"]
    raul_out = mochi_deal(
        1, PAIR, f"{first}, blue 8, red 9, yellow 2", third.replace("white 7", "blue 3"),
        f"{second}, white 8, green 9, white 6", reserved=kept,
    )  # fmt: skip
    scene = Scenario("happy_mochi", 3, [deals(juana_out)[0], samuel_out, raul_out])
    table = []
    for _ in range(3):
        table.append(play_out(scene).scores)
        keep(scene, 1)
    assert table == [(12, 4, 0), (12, 20, 5), (31, 20, 28)]
    assert (scene.over, scene.winners) == (True, (1,))


@pytest.mark.parametrize(("drawn", "points", "over"), [("orange 0", 29, False), ("orange 1", 30, True)])
def test_hm_24_30_points_end_the_game_and_29_do_not(drawn: str, points: int, over: bool) -> None:
    scene = mochi(OUT, "yellow 1, purple 1, orange 9, blue 8, red 7, green 3, green 2", deck=drawn)
    scene.play("0 pair 0", "1 draw deck", "1 place 7")
    play_out(scene)
    assert (scene.scores, scene.over) == ((0, points), over)


@pytest.mark.parametrize(("target", "over"), [(12, True), (13, False)])
def test_hm_24_another_target_can_be_chosen(target: int, over: bool) -> None:
    scene = play_out(mochi(OUT, f"{SLOW[0]}, yellow 3, red 7, yellow 2", target=target))
    assert (scene.scores, scene.over) == ((0, 12), over)


@pytest.mark.parametrize("target", [9, 101])
def test_hm_24_a_target_too_low_or_too_high_is_refused(target: int) -> None:
    with pytest.raises(OptionError, match="from 10 to 100"):
        mochi("", "", target=target)


def test_hm_24_after_the_last_count_nobody_is_asked_to_keep_a_card() -> None:
    scene = play_out(mochi(OUT, f"{SLOW[0]}, yellow 3, red 7, yellow 2", target=12))
    assert (scene.over, scene.deciders, scene.legal(1)) == (True, (), [])
    assert scene.zone("hand 1") == card_names("yellow 3, red 7, yellow 2")
    assert scene.seen(0, "hand 1") == scene.zone("hand 1")


def test_hm_24_equal_lowest_scores_share_the_win() -> None:
    zeros, much = "yellow 0, orange 0, green 0", "white 8, purple 9, green 9"
    scene = play_out(mochi(OUT, f"{SLOW[0]}, {zeros}", f"{SLOW[1]}, {much}", target=20))
    assert (scene.scores, scene.over, scene.winners) == ((0, 0, 26), True, (0, 1))


# Where the source is silent: an empty draw pile, nothing to do, too few cards


def draw_all(scene: Scenario) -> Scenario:
    """Everybody draws until the draw pile is empty, and nobody makes a Happy Mochi of it."""
    while scene.zone("deck"):
        (seat,) = scene.deciders
        scene.play(f"{seat} draw deck")
        (new,) = digits(scene.zone(f"drawn {seat}"))
        hand = [-1, *digits(scene.zone(f"hand {seat}")), -1]
        apart = next(i for i in range(len(hand) - 1) if new not in hand[i : i + 2])
        scene.play(f"{seat} place {apart}")
    return scene


def one_pair_and_no_draw_pile(hand: str = "", then: Sequence[DealData] = ()) -> Scenario:
    """Six players, two cards on each stack, no draw pile, and it is the turn of seat 3, who was dealt this hand."""
    scene = mochi("red 8, white 8", "", "", hand, "", "", pair="green 1, blue 5", then=then)
    return draw_all(scene.play("0 pair 0"))


def test_hm_07_an_empty_draw_pile_stays_empty_until_it_is_needed() -> None:
    scene = one_pair_and_no_draw_pile()
    assert (scene.zone("deck"), scene.zone("left"), len(deals(scene))) == ([], ["green 1", "red 8"], 1)
    assert scene.deciders == (3,)
    assert scene.legal(3)[:3] == COMMON_DRAWS
    scene.play("3 draw left", "3 place 0")
    assert (scene.zone("left"), scene.zone("deck"), len(deals(scene))) == (["green 1"], [], 1)


def test_hm_07_an_empty_draw_pile_is_made_anew_from_all_under_the_visible_cards() -> None:
    scene = one_pair_and_no_draw_pile(then=[{"deck": ["blue 5", "green 1"]}]).play("3 draw deck")
    assert log(scene)[-2:] == [[3, "draw deck"], ["deal", {"deck": ["blue 5", "green 1"]}]]
    assert (scene.zone("left"), scene.zone("right")) == (["red 8"], ["white 8"])
    assert (scene.zone("drawn 3"), scene.zone("deck")) == (["blue 5"], ["green 1"])
    assert [scene.seen(seat, "drawn 3") for seat in (2, 3)] == [["?"], ["blue 5"]]
    scene.play("3 place 0")
    assert log(scene)[-1] == [3, "place 0"]


def test_hm_08_a_last_card_can_be_replaced_from_a_draw_pile_made_anew() -> None:
    scene = one_pair_and_no_draw_pile().play("3 draw left", "3 place 0", "4 draw left")
    assert log(scene)[-2:] == [[4, "draw left"], ["deal", {"deck": ["blue 5"]}]]
    assert (scene.zone("left"), scene.zone("right"), scene.zone("deck")) == (["blue 5"], ["white 8"], [])
    assert scene.zone("drawn 4") == ["green 1"]


def test_hm_14_a_draw_effect_can_make_the_draw_pile_anew_too() -> None:
    scene = one_pair_and_no_draw_pile("yellow 7, red 7")
    scene.play(f"3 pair {scene.zone('hand 3').index('yellow 7')}")
    assert scene.legal(3) == [f"target {seat}" for seat in range(6)]
    scene.play("3 target 5", "5 draw deck")
    who, dealt = log(scene)[-1]
    assert (who, sorted(dealt["deck"])) == ("deal", card_names("blue 5, green 1, red 8, white 8"))
    assert (scene.zone("left"), scene.zone("right")) == (["yellow 7"], ["red 7"])
    assert scene.zone("drawn 5") == dealt["deck"][:1]


def test_hm_08_with_nothing_to_replace_it_a_last_card_cannot_be_drawn() -> None:
    scene = one_pair_and_no_draw_pile().play("3 draw left", "3 place 0", "4 draw left", "4 place 0")
    assert not [move for move in scene.legal(5) if move.startswith("draw")]


def test_hm_06_a_player_who_can_do_nothing_passes_and_shows_the_hand_as_proof() -> None:
    scene = draw_all(mochi(*[""] * 6, pair="white 9, red 9"))
    assert scene.deciders == (2,)
    assert scene.legal(2) == ["pass"]
    assert set(scene.seen(0, "hand 2")) == {"?"}
    scene.play("2 pass")
    for seat in (0, 1, 3, SPECTATOR):
        assert scene.seen(seat, "hand 2") == scene.zone("hand 2")
    assert scene.deciders == (3,)
    assert set(scene.seen(0, "hand 3")) == {"?"}


def test_hm_06_after_a_whole_circle_of_passes_the_round_is_counted_for_all() -> None:
    scene = draw_all(mochi(*[""] * 6, pair="white 9, red 9"))
    scene.play("2 pass", "3 pass", "4 pass", "5 pass", "0 pass")
    held = [sum(int(name.split()[1]) for name in scene.zone(f"hand {seat}")) for seat in range(6)]
    assert scene.deciders == (1,)
    scene.play("1 pass")
    assert scene.scores == tuple(held)
    assert (scene.over, scene.winners) == (True, (held.index(min(held)),))


def test_hm_06_with_nothing_to_draw_a_pair_can_still_be_played() -> None:
    scene = draw_all(mochi(*[""] * 6, pair="green 1, blue 1"))
    assert {move.split()[0] for move in scene.legal(2)} == {"pair"}


def test_hm_22_a_reserved_card_can_be_drawn_when_there_is_nothing_else_to_do() -> None:
    scene = mochi("purple 9, red 9, white 5", *[""] * 5).play("0 pair 0", "0 reserve 0")
    draw_all(scene).play("3 draw deck", "3 place 0")
    draw_all(scene)
    while scene.deciders != (0,):
        scene.play(f"{scene.deciders[0]} pass")
    assert scene.legal(0) == ["draw reserve 0"]
    scene.play("0 draw reserve 0", "0 place 0")
    assert scene.zone("hand 0")[0] == "white 5"


JUNK: Final = card_names("yellow 0 1 2 3 4 5 6 7 8 9, purple 0 1 2 3 4 5 6 7 8 9, red 0 1 2 3 4 5 6 7 8 9")
PUT_BY: Final = card_names("orange 5, green 5")


def hoarding(rounds: int) -> Scenario:
    """Six players; in each round seat 0, 1 … goes out in three turns and everybody reserves one card of JUNK."""
    spec = catalog.spec("happy_mochi")
    quiet = [f for card, f in enumerate(spec.faces) if spec.effects.get(card) not in ("draw", "flip")]
    stock = [[f.name for f in quiet if f.rank == digit and f.name not in (*JUNK, *PUT_BY)] for digit in range(10)]
    happy = [names[i : i + 2] for names in stock for i in range(0, len(names) - 1, 2)]
    given = []
    for round_ in range(rounds):
        hands = []
        for seat in range(6):
            mochis = [*happy[2 * seat], *happy[2 * seat + 1], *(PUT_BY if seat == round_ else ())]
            hands.append(", ".join([*mochis, JUNK[6 * round_ + seat]]))
        given.append(mochi_deal(round_, "green 9, blue 2", *hands, reserved=JUNK[: 6 * round_]))
    return Scenario("happy_mochi", 6, given, {"target": 100})


def reserved(scene: Scenario) -> list[str]:
    return [name for seat in range(6) for name in scene.zone(f"reserve {seat}")]


def test_hm_23_when_too_few_cards_are_left_to_deal_all_reserved_ones_are_laid_open_and_shuffled_in() -> None:
    scene = hoarding(5)
    for round_ in range(1, 5):
        keep(play_out(scene))
        assert len(reserved(scene)) == 6 * round_
    play_out(scene)
    scene.events.clear()
    keep(scene)
    steps = [event.name for event in scene.events if isinstance(event, Step)]
    assert steps == ["keep", "call_in", "gather_all", "deal", "hand_out"]
    shown = {event.card for event in events_for(scene.events, SPECTATOR) if isinstance(event, Shown)}
    assert {JUNK[6 * seat + seat] for seat in range(5)} <= {scene.rules.name(card) for card in shown}
    assert (scene.fact("round"), reserved(scene), len(scene.zone("deck"))) == (6, [], 26)
    assert scene.deciders == (5,)


def test_hm_23_when_just_enough_are_left_the_reserved_cards_stay_and_there_is_no_draw_pile() -> None:
    scene = hoarding(5)
    for _ in range(4):
        keep(play_out(scene))
    scene.play("4 pair 0", "5 pair 0")
    for seat in range(4):
        scene.play(f"{seat} draw reserve 0", f"{seat} place 7")
    assert len(reserved(scene)) == 20
    keep(play_out(scene))
    assert (scene.fact("round"), len(reserved(scene)), scene.zone("deck")) == (6, 26, [])
    assert Step("call_in") not in scene.events
    assert len(scene.zone("left")) == len(scene.zone("right")) == 1
