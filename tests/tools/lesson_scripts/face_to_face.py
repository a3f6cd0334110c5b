"""The Game: Face to Face. Seat 0 is the student."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.dice import Dice
from tests.scenario import face_deal
from tests.tools.lesson_records import Script

TITLE = "face_to_face"


def piles() -> Script:
    """Two turns with small steps, two cards each."""
    script = Script(TITLE, 2, [face_deal(0, [5, 55, 12, 30, 48, 20, 7, 52], [3, 57, 25, 40, 33, 18])])
    script.play("0 5 up; 0 55 down; 0 end", "1 3 up; 1 57 down; 1 end")
    return script.play("0 7 up; 0 52 down; 0 end")


def ten_back() -> Script:
    """The piles stand at 27 and 40. The student goes back on both, and once more with two cards ten apart.
    No card of the hand could help."""
    script = Script(TITLE, 2, [face_deal(0, [27, 40, 17, 33, 29, 50, 19, 3], [2, 56, 25, 41, 33, 18])])
    script.play("0 27 up; 0 40 down; 0 end", "1 2 up; 1 56 down; 1 end")
    return script.play("0 17 up; 0 50 down; 0 29 up; 0 19 up; 0 end")


def helping() -> Script:
    """The student helps, refills the hand, and helps a second time as little as possible."""
    gold = [5, 57, 22, 8, 54, 52, 30, 58, 49, 59, 13]
    script = Script(TITLE, 2, [face_deal(0, gold, [24, 50, 25, 48, 33, 18])])
    script.play("0 5 up; 0 57 down; 0 end", "1 24 up; 1 50 down; 1 end")
    script.play("0 22 help-up; 0 8 up; 0 54 down; 0 end", "1 25 up; 1 48 down; 1 end")
    return script.play("0 49 help-down; 0 13 up; 0 end")


def stuck() -> Script:
    """One way with the 55 leads on, the other one loses. Then a turn in which helping is the second card."""
    gold = [50, 12, 55, 45, 20, 25, 30, 33, 47, 13]
    script = Script(TITLE, 2, [face_deal(0, gold, [9, 52, 14, 50, 33, 18])])
    script.play("0 50 up; 0 12 down; 0 end", "1 9 up; 1 52 down; 1 end")
    script.play("0 55 up; 0 45 up; 0 end", "1 14 up; 1 50 down; 1 end")
    return script.play("0 13 help-up; 0 47 up; 0 end")


def first_match() -> Script:
    decks = [Dice("lesson deck", seat).shuffled(range(2, 60)) for seat in range(2)]
    return Script(TITLE, 2, [face_deal(0, *decks)], others="beginner")


SCRIPTS: dict[str, Callable[[], Script]] = {
    f"{TITLE}/1-piles": piles,
    f"{TITLE}/2-ten-back": ten_back,
    f"{TITLE}/3-helping": helping,
    f"{TITLE}/4-stuck": stuck,
    f"{TITLE}/5-first-match": first_match,
}
