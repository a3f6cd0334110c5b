"""Where the keyboard stands: at every question on an answer, so that arrows and Return are enough."""

from __future__ import annotations

import pytest

from game.ui.screens.scores import ScoreScreen
from game.ui.table.prompt import MoveButton
from game.ui.table.touch import TouchWidget
from tests.hosts import TITLES
from tests.inline_worker import InlineWorker
from tests.table import TableDriver


def answers(driver: TableDriver) -> set[str]:
    stops = driver.table.tab_stops
    return {
        stop.name for stop in stops if isinstance(stop, MoveButton) or (isinstance(stop, TouchWidget) and stop.legal)
    }


@pytest.mark.parametrize("title", TITLES)
def test_return_alone_plays_a_match(title: str, worker: InlineWorker) -> None:
    """Whatever is asked, the ring stands on an answer; what is left to choose after it is the next stop."""
    driver = TableDriver(title, 2, worker=worker)
    for _ in range(600):
        driver.wait()
        if driver.top is not driver.table:
            if isinstance(driver.top, ScoreScreen) and driver.top.tally.final:
                break
            driver.answer()
            continue
        assert driver.table.focus in answers(driver)
        driver.key("return")
    else:
        raise AssertionError("the match does not end")
    driver.close()


def test_a_button_that_ends_the_turn_is_never_stood_on_by_itself(worker: InlineWorker) -> None:
    driver = TableDriver("face_to_face", 2, worker=worker)
    for _ in range(20):
        driver.wait()
        if driver.has("move end"):
            break
        driver.key("return")
    assert driver.has("move end") and driver.table.focus.startswith("card hand")
    driver.close()


def test_the_ring_stays_on_a_tool_that_somebody_walked_to(worker: InlineWorker) -> None:
    driver = leading(worker)
    driver.walk_to("log")
    play(driver)
    assert driver.table.focus == "log"
    driver.close()


def test_the_last_card_gone_the_ring_goes_to_one_that_is_left(worker: InlineWorker) -> None:
    driver = leading(worker)
    hand = [stop.name for stop in driver.table.tab_stops if stop.name.startswith("card hand 0")]
    driver.walk_to(hand[-1])
    play(driver)
    assert not driver.has(hand[-1]) and driver.table.focus in answers(driver)
    driver.close()


def leading(worker: InlineWorker) -> TableDriver:
    """Somebody has to lead a card."""
    driver = TableDriver("marshmallow_test", 3, worker=worker)
    driver.wait()
    if driver.table.sitting.view.legal[0].verb == "trump":
        play(driver)
    return driver


def play(driver: TableDriver) -> None:
    """Any move, not with the keyboard, and on to the next question."""
    driver.host.play(0, driver.host.view(0).legal[0])
    driver.step()
    driver.wait()
