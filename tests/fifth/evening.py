"""Somebody who opens the game for the sake of one title: from the menu to the last score, by pointer.

`python -m tests.fifth.evening TITLE` says which screens were seen.
"""

from __future__ import annotations

import sys

from game.ai.worker import Worker
from game.data import catalog
from game.start.scenes import make_title_screen
from game.ui.book.rules import RulesOverlay
from game.ui.screens.setup import SetupScreen
from tests.screen import Driver
from tests.table import TableDriver  # first, for it chooses the screen that nobody sees


def before_the_match(title: str, worker: Worker) -> None:
    driver = Driver(make_title_screen(worker))
    print("title")
    driver.key("return")
    driver.frames(30)
    assert driver.has(title)
    print("menu")
    driver.open_title(title)
    driver.frames(30)
    assert isinstance(driver.top, SetupScreen)
    print("set-up")
    driver.click("rules")
    driver.frames(30)
    assert isinstance(driver.top, RulesOverlay)
    print("rules")
    assert not driver.overflows
    driver.app.close()


def the_match(title: str, worker: Worker) -> None:
    table = TableDriver(title, catalog.spec(title).seats[-1], worker=worker)
    print("table")
    table.play_to_end()
    assert table.host.over and not table.host.troubles and not table.overflows
    print("score")
    table.app.close()


if __name__ == "__main__":
    bots = Worker(clock=lambda: 0.0)  # a busy machine is never taken for a process that hangs
    try:
        before_the_match(sys.argv[1], bots)
        the_match(sys.argv[1], bots)
    finally:
        bots.stop()
