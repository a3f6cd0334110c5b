"""Marshmallow Test. Seat 0 is the student."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.dice import Dice
from tests.scenario import DealData, all_cards, marshmallow_deal
from tests.tools.lesson_records import Script

TITLE = "marshmallow_test"


def shuffled_deal(dealer: int, seats: int, seed: int) -> DealData:
    cards = Dice("lesson deal", seed).shuffled(all_cards(TITLE))
    return {"dealer": dealer, "hands": [cards[12 * seat : 12 * seat + 12] for seat in range(seats)]}


def tricks() -> Script:
    """Three players. The student follows suit, leads, loses on purpose, and cannot follow once."""
    deal = marshmallow_deal(
        2,
        "green 3 9, yellow 4 5 12, white 1 4 7 10, pink 2 9 11",
        "green 2 7 10, yellow 2 9, white 8 11, pink 7 12, blue 6 8 9",
        "green 5 6 11, yellow 6 10, white 3 12, pink 4 10, blue 4 5 10",
    )
    script = Script(TITLE, 3, [deal])
    script.play("2 green 5; 0 green 9; 1 green 7")
    script.play("0 yellow 12; 1 yellow 2; 2 yellow 6")
    script.play("0 white 1; 1 white 8; 2 white 3")
    script.play("1 blue 6; 2 blue 10; 0 yellow 4")
    return script.play("2 pink 4; 0 pink 11; 1 pink 7")


def going_out() -> Script:
    """Three players, four tricks. The student takes the second, the third and the fourth."""
    deal = marshmallow_deal(
        0,
        "green 11 12, yellow 1 10, white 12 3, pink 10 12 4, blue 2 5 8",
        "green 2 7, yellow 11 12 2, white 8 11, pink 3 7, blue 6 9 11",
        "green 5 6, yellow 6 7 3, white 4 6, pink 5 8, blue 4 12 10",
    )
    script = Script(TITLE, 3, [deal])
    script.play("0 green 12; 1 green 2; 2 green 5")
    script.play("0 yellow 1; 1 yellow 11; 2 yellow 3")
    script.play("1 yellow 12; 2 yellow 6; 0 yellow 10")
    script.play("1 blue 11; 2 blue 12; 0 blue 2")
    script.play("2 blue 10; 0 blue 5; 1 blue 9")
    script.play("2 pink 5; 0 pink 10; 1 pink 7")  # the second trick
    script.play("0 green 11; 1 green 7; 2 green 6")  # the third
    return script.play("0 pink 12; 1 pink 3; 2 pink 8")  # the fourth


def waiting() -> Script:
    """Four players, three tricks. Everybody has two. The student waits until only one other player is left."""
    deal = marshmallow_deal(
        0,
        "green 3 12, yellow 2 12, white 1 2 3 12, pink 2 3, blue 1 3",
        "green 5 7 9, yellow 1 5 11, white 8, pink 5 8, blue 2 6 11",
        "green 1 2 10, yellow 7 10, white 7 10, pink 7 10, blue 4 5 10",
        "green 4 8, yellow 6 8, white 4 5 9, pink 1 4 11, blue 8 12",
    )
    script = Script(TITLE, 4, [deal, shuffled_deal(3, 4, 1)])
    script.play("0 green 12; 1 green 5; 2 green 2; 3 green 4", "0 yellow 12; 1 yellow 5; 2 yellow 7; 3 yellow 6")
    script.play("0 yellow 2; 1 yellow 11; 2 yellow 10; 3 yellow 8", "1 blue 11; 2 blue 5; 3 blue 8; 0 blue 1")
    script.play("1 pink 5; 2 pink 7; 3 pink 11; 0 pink 2", "3 blue 12; 0 blue 3; 1 blue 6; 2 blue 10")
    script.play("3 pink 4; 0 pink 3; 1 pink 8; 2 pink 10", "2 green 10; 3 green 8; 0 green 3; 1 green 7")
    script.play("2 white 7; 3 white 5; 0 white 1; 1 white 8")  # Bea is out
    script.play("2 white 10; 3 white 4; 0 white 2")  # Cleo is out
    return script.play("3 white 9; 0 white 12")


def trump() -> Script:
    """Three players, the second round. The student deals, names trump, and trumps twice."""
    for seed in range(200):
        script = Script(TITLE, 3, [shuffled_deal(1, 3, seed)]).fill(lambda script: False, ["random"] * 3, seed)
        if script.match.picture.facts["dealer"] == 0 and max(script.match.standings.scores or ()) < 6:
            break
    script.add_deal(
        marshmallow_deal(
            0,
            "blue 2 3 4 7 9 12, pink 3 10, white 3 8, yellow 5 12",
            "green 2 6 9 12, pink 2 7 9, white 6 10 11, blue 1 5",
            "green 4 5 8 10, pink 1 5 8, yellow 6 7 9, blue 6 8",
        )
    )
    script.play("0 trump blue", "0 pink 3; 1 pink 9; 2 pink 5")
    script.play("1 green 12; 2 green 4; 0 blue 2")
    script.play("0 yellow 12; 1 blue 5; 2 yellow 6")
    return script.play("1 white 6; 2 blue 6; 0 blue 7")


def first_match() -> Script:
    return Script(TITLE, 3, [shuffled_deal(0, 3, 7)], {"target": 10}, others="beginner")


SCRIPTS: dict[str, Callable[[], Script]] = {
    f"{TITLE}/1-tricks": tricks,
    f"{TITLE}/2-going-out": going_out,
    f"{TITLE}/3-waiting": waiting,
    f"{TITLE}/4-trump": trump,
    f"{TITLE}/5-first-match": first_match,
}
