"""Faults while playing: whatever breaks beside the match, the match goes on and says so in one line."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

import pytest

from game import catalog
from game.ai.worker import Answer, Worker
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.view import View
from game.titles import TITLES
from tests.table import Seated
from tests.unruly import unruly

FAULTS = ("killed", "killed before", "hung", "hung before", "garbage", "noise", "illegal", "silent")
LIMIT = 2.0
"""Seconds in which a match must go on."""
STALL, SPAWN = 0.1, 0.3
"""Of a pause between two looks, and of a look that starts another process, no more counts: machines are busy."""
MOST = 8000
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


# Bots


class Shaken(Worker):
    """The real process, to which something happens now and then; how long its answers took then."""

    def __init__(self, seed: str, share: float) -> None:
        super().__init__(unruly)
        self.faults: list[str] = []
        self.waits: list[float] = []
        self._dice = Dice("shaken", seed)
        self._share = share
        self._moves: dict[str, None] = {}
        self._fault = ""
        self._up = False
        """Whether it has ever been there: only the first start is waited for."""
        self._polls = 0
        self._looked = self._waited = 0.0

    def ask(self, rules: Rules[Any], view: View, bot: str, *seed: str | int) -> int:
        self._up = self._heard is not None or self.starts > 1
        self._fault = self._dice.pick(FAULTS) if self._up and self._dice.random() < self._share else ""
        self._polls = self._dice.pick(range(3))
        self._waited, self._looked = 0.0, time.monotonic()
        if self._fault.endswith("before"):
            self._hit()
        elif self._fault in ("garbage", "noise", "silent"):
            bot = self._fault
            self.faults.append(self._fault)
        elif self._fault == "illegal":
            legal = {move.text for move in view.legal}
            bot = next((f"illegal={text}" for text in self._moves if text not in legal), "garbage")
            self.faults.append(self._fault)
        self._moves |= dict.fromkeys(move.text for move in view.legal)
        return super().ask(rules, view, bot, *seed)

    def poll(self) -> Answer | None:
        now = time.monotonic()
        self._waited += min(now - self._looked, STALL)
        if self._fault in ("killed", "hung"):
            self._polls -= 1
            if self._polls < 0:
                self._hit()
        answer = super().poll()
        self._looked = time.monotonic()
        self._waited += min(self._looked - now, SPAWN)
        if answer is not None:
            self.waits += [self._waited] if self._up else []
            self._fault = ""
        return answer

    def _hit(self) -> None:
        assert self._process is not None and self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL if self._fault.startswith("killed") else signal.SIGSTOP)
        self.faults.append(self._fault)
        self._fault = "done"


def shake(title: str, wanted: int, share: float) -> tuple[list[str], list[float]]:
    """Matches through the screen until so many faults have happened."""
    faults: list[str] = []
    waits: list[float] = []
    for seed in range(MOST):
        worker = Shaken(f"{title} {wanted} {seed}", share)
        table = Seated(title, catalog.spec(title).seats[-1], worker=worker, seed=seed, size=(320, 180))
        said: list[str] = []
        whole = table.table.say
        table.table.say = lambda text, *rest, whole=whole, **more: (said.append(text), whole(text, *rest, **more))  # type: ignore[assignment,misc]
        try:
            while not table.host.over and len(faults) + len(worker.faults) < wanted:
                table.wait()
                if table.top is table.table:
                    table.choose()
                else:
                    table.answer()
            table.frames(2)
            line = table.kit.texts("error.bot_lost")
            troubles = len(table.host.troubles)
            assert table.table.journal.lines.count(line) == said.count(line) == troubles
            assert troubles <= len(worker.faults) + sum(wait > STALL for wait in worker.waits)
        finally:
            table.close()
        faults += worker.faults
        waits += worker.waits
        if len(faults) >= wanted:
            return faults, waits
    raise AssertionError("not enough happened")


@unix
@pytest.mark.parametrize("title", TITLES)
def test_a_match_goes_on_whatever_happens_to_the_bots(title: str) -> None:
    _, waits = shake(title, 3, 0.5)
    assert max(waits) < LIMIT


@unix
@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_five_hundred_faults_of_bots(title: str) -> None:
    faults, waits = shake(title, 125, 0.2)
    assert set(faults) == set(FAULTS)
    assert max(waits) < LIMIT
