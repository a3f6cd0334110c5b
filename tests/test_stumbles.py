"""The bots' process fails while a hint is asked for, or while bots think again: one line says so, and all goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ai.worker import Answer, BotQuestion
from game.play.replay import Replay
from game.play.verify import MAX_TRIES, Verification
from game.ui.history.verify import VerifySheet
from tests.hosts import TITLES
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.table import QUICK, SHORT, TableDriver
from tests.test_honesty import played
from tests.unruly import FaultyWorker
from tests.waiting import patiently

FAULTS = ("killed", "hung", "garbage", "noise", "illegal", "silent")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def faulty() -> Iterator[FaultyWorker]:
    faulty = FaultyWorker()
    yield faulty
    faulty.stop()


# Hints


def hinted(table: TableDriver) -> None:
    """Ask for a hint; wait until it is there, or until it is said that there is none."""
    table.key("h")
    table.wait_for_hint()


@pytest.mark.parametrize("fault", FAULTS)
def test_where_no_hint_comes_the_match_goes_on(fault: str, faulty: FaultyWorker) -> None:
    title = TITLES[FAULTS.index(fault) % len(TITLES)]
    table = TableDriver(title, 2, worker=faulty, seed=3, size=(320, 180), options=SHORT.get(title))
    ready(table)
    none, lost = table.kit.texts("hint.none"), table.kit.texts("error.bot_lost")
    turn, faulty.fault = table.host.turn, fault
    hinted(table)
    assert table.said == none and table.table.sitting.hint is None
    assert lost not in table.log
    faulty.fault = ""
    hinted(table)
    assert table.table.sitting.hint is not None and table.host.turn == turn
    while table.host.turn == turn:
        table.choose()
        ready(table)


def ready(table: TableDriver) -> None:
    table.wait()
    while table.top is not table.table:
        table.answer()
        table.wait()


class Failing(InlineWorker):
    """Fails to answer the first question of all."""

    failed = False

    def think(self, question: BotQuestion) -> Answer:
        if self.failed:
            return super().think(question)
        self.failed = True
        return question.random_answer("died")


def test_in_text_mode_a_hint_that_failed_can_be_asked_for_again(tmp_path: Path) -> None:
    pytest.importorskip("termios")
    from tests.test_text_mode import host, replies

    a_host = host("face_to_face")
    a_host.worker = Failing()
    first, second = replies(a_host, tmp_path, "hint", "hint")[:2]
    assert "No hint right now." in first and "Look at" in second


# Thinking again


@pytest.fixture(scope="module")
def past() -> Replay:
    """A few moves of bots."""
    return Replay.of(played(TITLES[0], "beginner"))


def finish(again: Verification) -> None:
    for _ in patiently("the last move"):
        again.update()
        if again.finished:
            return


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failure_while_bots_think_again_says_nothing_about_their_moves(
    fault: str, past: Replay, faulty: FaultyWorker
) -> None:
    past.worker = faulty
    again = Verification(past)
    for _ in patiently("three moves"):
        again.update()
        if again.done == 3:
            break
    asked, faulty.fault = faulty.asked, fault
    for _ in patiently("the last try but one"):
        again.update()
        if faulty.asked == asked + MAX_TRIES - 1:
            break
    faulty.fault = ""
    finish(again)
    assert (again.same, again.failed, again.different) == (again.total, 0, 0)


def test_bots_that_cannot_think_any_more_are_not_accused(past: Replay, faulty: FaultyWorker) -> None:
    past.worker = faulty
    faulty.fault = "killed"
    driver = Driver(VerifySheet(past), (640, 360), QUICK)
    driver.click("again")
    verification: Verification = driver.top._verification
    for _ in patiently("the last move"):
        driver.step()
        if verification.finished:
            break
    driver.frames(1)
    assert (verification.same, verification.failed, verification.different) == (0, verification.total, 0)
    assert driver.top._rethinking_text() == driver.kit.texts(
        "honest.failed", count=verification.total, all=verification.total)
