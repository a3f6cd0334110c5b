"""How long a person waits at a full table for the next own card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.ai.pace import MAX_PAUSE_S, pause_s
from game.ai.worker import Ticket
from game.engine.spec import LEVELS
from game.play.host import BOT_TEMPO, Chair, Host, Setup
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import TableDriver

SEATS = 5
OWN_CARDS = 5
"""Waits that are timed, from the first card of the first round. Nobody is out then, so later ones are not longer."""
STEP_S = 0.05


@pytest.mark.parametrize(("speed", "limit_s"), [("normal", 6.0), ("fast", 3.0), ("off", 1.0)])
def test_five_players_do_not_keep_a_person_waiting(speed: str, limit_s: float) -> None:
    """Time as the screen counts it, from an own card until the next question: flights, rests and the bots' pauses.

    The bots at the table are beginners. What the slowest level takes longer is added.
    """
    driver = TableDriver("marshmallow_test", SEATS, settings=replace(ENGLISH, speed=speed), worker=InlineWorker())
    driver.wait()
    waited_s = 0.0
    for _ in range(OWN_CARDS):
        driver.choose()
        while not (driver.table.asking and driver.still):
            driver.step(dt=STEP_S)
            waited_s += STEP_S
    turns = range(200)
    pauses_s = [sum(pause_s(level, turn, SEATS) for turn in turns) / len(turns) for level in LEVELS]
    slower_s = BOT_TEMPO[speed] * (SEATS - 1) * (max(pauses_s) - pauses_s[0])
    assert waited_s / OWN_CARDS + slower_s <= limit_s
    driver.close()


class StartingWorker(InlineWorker):
    """Answers at once, but not before its process has started."""

    starting = True

    @property
    def is_starting(self) -> bool:
        return self.starting

    def look_for_answer(self, ticket: Ticket) -> None:
        if not self.starting:
            super().look_for_answer(ticket)


def test_the_start_of_the_bots_process_is_no_long_thought() -> None:
    """A long thought makes all later pauses of the match as long, so that the time tells nothing."""
    worker = StartingWorker()
    host = Host(Setup("jelly_mind", (Chair("Ana", "beginner"), Chair("Bea", "beginner"))), worker, 1)
    for _ in range(10):
        assert not host.update(1.0)
    worker.starting = False
    assert host.update(0.0)
    assert not host.update(0.0)  # asks for the next move
    assert host.update(MAX_PAUSE_S)
