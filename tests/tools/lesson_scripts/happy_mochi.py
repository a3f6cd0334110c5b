"""Happy Mochi. Seat 0 is the student."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.dice import Dice
from tests.scenario import DealData, all_cards, mochi_deal
from tests.tools.lesson_records import Script

TITLE = "happy_mochi"


def pairs() -> Script:
    """Neighbours as a number above the main pair; then a card that makes a pair."""
    deal = mochi_deal(
        0,
        "yellow 3, purple 5",
        "red 4, orange 1, blue 6, white 8, green 2, purple 1, yellow 9",
        "red 5, yellow 2, orange 0, green 0, blue 3, white 0, purple 2",
        deck="red 6, orange 2",
    )
    script = Script(TITLE, 2, [deal])
    script.play("0 pair 0", "1 pair 0", "0 pair 0", "1 draw deck; 1 place 0")
    return script.play("0 draw right; 0 place 2", "1 draw deck; 1 place 0", "0 pair 2")


def minus_deal() -> DealData:
    return mochi_deal(
        1,
        "yellow 2, purple 3",
        "red 4, orange 7, orange 2, orange 0, red 7, blue 7, white 9",
        "red 5, white 2, green 4, green 2, white 1, white 0, red 9",
        deck="red 6, yellow 1, orange 9",
    )


def minus() -> Script:
    """Bea has flipped the Value card. Then one colour asks for one colour, and a double fits on everything."""
    script = Script(TITLE, 2, [minus_deal()]).play("1 pair 0")
    return script.play("0 pair 0", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 0")


def odd() -> Script:
    """The student has one card left: it needs a second one. Then the round is over, before Bea keeps a card: no lesson
    has told of the reserve yet."""
    script = Script(TITLE, 2, [minus_deal()]).play("1 pair 0")
    script.play("0 pair 0", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 0", "1 draw deck; 1 place 0")
    return script.play("0 draw deck; 0 place 0", "1 draw deck; 1 place 0", "0 pair 0")


def effects() -> Script:
    """Flip, and draw with a target; then a pair with both, their order, and a card for the student's last one."""
    deal = mochi_deal(
        0,
        "yellow 2, purple 3",
        "red 5, white 2, red 3, blue 4, yellow 8, red 0, blue 2",
        "green 4, red 4, orange 0, orange 1, blue 8, white 9, purple 2",
        deck="red 6, orange 9",
    )
    script = Script(TITLE, 2, [deal])
    script.play("0 pair 0", "1 pair 0", "0 pair 0; 0 target 1")
    script.play("1 draw deck; 1 place 0", "1 pair 2")
    return script.play("0 pair 1; 0 first left; 0 target 0; 0 draw deck; 0 place 1")


def reserve_and_pass() -> Script:
    """A card in reserve, a high card to the left, and the reserve as a place to draw from: the 9 begins a number
    above 89, for which nothing else in the hand is high enough."""
    deal = mochi_deal(
        1,
        "yellow 0, purple 2",
        "red 5, blue 1, white 9, purple 8, red 9, yellow 3, white 7",
        "white 1, blue 4, green 3, blue 5, orange 7, red 8, red 6",
        deck="orange 2, green 1, green 4",
    )
    script = Script(TITLE, 2, [deal])
    script.play("1 pair 0", "0 draw deck; 0 place 7", "1 pair 0")
    script.play("0 pair 0; 0 reserve 0", "1 pair 0", "0 pair 0; 0 use", "0 give 1; 1 give 0", "0 place 0; 1 place 0")
    script.play("1 draw deck; 1 place 0", "0 draw reserve 0; 0 place 0", "1 draw deck; 1 place 0")
    return script.play("0 pair 0")


def first_match() -> Script:
    cards = Dice("lesson deck").shuffled(all_cards(TITLE))
    hands = [cards[7 * seat : 7 * seat + 7] for seat in range(3)]
    deal: DealData = {"starter": 0, "value": "+", "hands": hands, "pair": cards[21:23], "deck": cards[23:]}
    return Script(TITLE, 3, [deal], {"target": 20}, others="beginner")


SCRIPTS: dict[str, Callable[[], Script]] = {
    f"{TITLE}/1-pairs": pairs,
    f"{TITLE}/2-minus": minus,
    f"{TITLE}/3-odd-and-even": odd,
    f"{TITLE}/4-flip-and-draw": effects,
    f"{TITLE}/5-reserve-and-pass": reserve_and_pass,
    f"{TITLE}/6-first-match": first_match,
}
