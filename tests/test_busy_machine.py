"""A machine that has other things to do: bots are slow then, and are waited for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.ai.worker import Worker
from game.data import catalog
from game.titles import TITLES
from tests.table import TableDriver

BUSY = 5
"""Busy processes for each core."""
BOT_MOVES = 200


@contextmanager
def busy_machine() -> Iterator[None]:
    count = BUSY * (os.cpu_count() or 1)
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_bot_stumbles_in_the_window_of_a_busy_machine(title: str) -> None:
    with busy_machine():
        worker, moves, seed = Worker(), 0, 0
        while moves < BOT_MOVES:
            table = TableDriver(title, catalog.spec(title).seats[-1], worker=worker, seed=seed)
            while not table.host.over and moves + bots_moves(table) < BOT_MOVES:
                table.wait()
                if table.top is table.table:
                    table.choose()
                else:
                    table.answer()
            assert not table.host.troubles
            moves, seed = moves + bots_moves(table), seed + 1
            table.app.close()
        assert worker.starts == 1
        worker.stop()


def bots_moves(table: TableDriver) -> int:
    chairs = table.host.setup.chairs
    return sum(entry.move is not None and bool(chairs[entry.seat].bot) for entry in table.host.match.log)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="a terminal as only Unix has it")
@pytest.mark.parametrize("title", TITLES)
def test_no_bot_stumbles_in_the_terminal_of_a_busy_machine(title: str, tmp_path: Path) -> None:
    from tests.robot import Robot, Session
    from tests.test_text_terminal import ALONE

    with busy_machine():
        session = Session("--text", title, "--data", tmp_path, "--lang", "en", "--deal", "1")
        try:
            session.say(*ALONE[title])
            session.play(Robot(f"{title} 1", "Quit", curious=0.0))
            while bots_moves_in(tmp_path / "records") < BOT_MOVES:
                session.type("1")
                session.play(Robot(title, "Quit", curious=0.0))
            assert "stumbled" not in session.transcript
        finally:
            session.close()


def bots_moves_in(records: Path) -> int:
    """The moves of all seats but the first in all matches that were finished."""
    logs = [json.loads(file.read_text(encoding="utf-8"))["log"] for file in records.glob("*.json")]
    return sum(entry[0] not in ("deal", 0) for log in logs for entry in log)
