"""Jelly Mind. Seat 0 is the student. The moves of one beat stand in one line."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.dice import Dice
from tests.scenario import jelly_deal
from tests.tools.lesson_records import Script

TITLE = "jelly_mind"


def highest() -> Script:
    """The student plays a 4 before the others, and discards a 2 after somebody else has played."""
    script = Script(TITLE, 3, [jelly_deal([4, 2], [2, 4], [3, 1])])
    script.play("0 play; 1 wait; 2 wait", "1 play; 2 discard")
    return script.play("0 wait; 1 play; 2 wait", "0 discard; 2 discard")


def waiting() -> Script:
    """Everybody waits twice. Then a tie, which the later card wins; a third card pays for it."""
    script = Script(TITLE, 3, [jelly_deal([3, 4], [2, 4], [1, 2])])
    script.play("0 wait; 1 wait; 2 wait", "0 wait; 1 wait; 2 wait", "0 play; 1 wait; 2 wait", "1 discard; 2 discard")
    return script.play("0 wait; 1 play; 2 wait", "0 play; 2 wait", "2 play")


def five_and_one() -> Script:
    """The student's 1 beats a 5; then the student has the 5; then the open cards tell who has the last 5."""
    script = Script(TITLE, 3, [jelly_deal([1, 5, 3], [5, 2, 4], [3, 4, 5])])
    script.play("0 wait; 1 play; 2 wait", "0 play; 2 play")
    script.play("0 play; 1 wait; 2 wait", "1 discard; 2 play")
    script.play("0 wait; 1 wait; 2 play", "0 discard; 1 discard")
    script.add_deal(jelly_deal([4, 2, 1], [3, 1, 5], [2, 5, 3]))
    return script


def bluff() -> Script:
    """Bea and Cleo have used their 5. The student bluffs with a 2; then a 4 after both beats all that they can have."""
    script = Script(TITLE, 3, [jelly_deal([3, 2, 4], [5, 3, 1], [5, 3, 4])])
    script.play("0 wait; 1 play; 2 play", "0 discard")
    script.play("0 play; 1 wait; 2 wait", "1 discard; 2 discard")
    script.play("0 wait; 1 play; 2 wait", "0 wait; 2 play", "0 play")
    script.add_deal(jelly_deal([4, 2, 1], [3, 1, 5], [2, 5, 3]))
    return script


def clock() -> Script:
    return Script(TITLE, 3, [jelly_deal([4, 2, 5], [3, 5, 1], [2, 4, 3])], others="beginner")


def first_match() -> Script:
    decks = [Dice("lesson deck", seat).shuffled(range(1, 6)) for seat in range(3)]
    return Script(TITLE, 3, [jelly_deal(*decks)], others="beginner")


SCRIPTS: dict[str, Callable[[], Script]] = {
    f"{TITLE}/1-highest": highest,
    f"{TITLE}/2-waiting": waiting,
    f"{TITLE}/3-five-and-one": five_and_one,
    f"{TITLE}/4-bluff": bluff,
    f"{TITLE}/5-clock": clock,
    f"{TITLE}/6-first-match": first_match,
}
