"""The main screens as pictures, compared with those that somebody has looked at.

After a change that is meant, `python -m tests.test_golden` draws them anew; look at them before they are committed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.start.scenes import make_menu
from game.titles import TITLES
from game.ui.screens.title import TitleScreen
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver
from tests.table import TableDriver

GOLDEN = Path(__file__).parent / "golden"
SIZE = (640, 360)
DIFFERENT, SHARE = 12, 0.06 if sys.platform == "win32" else 0.002
"""How much a channel may differ, and how many pixels may differ by more.

The pictures were drawn on Linux. pygame for Windows has another FreeType: letters are up to a pixel wider or narrower.
"""
STILL = replace(ENGLISH, reduced_motion=True)
SEATS = dict(zip(TITLES, (4, 2, 3, 3), strict=True))
SCREENS = ("title", "menu", *TITLES)


@contextmanager
def drawn(name: str) -> Iterator[Driver]:
    if name in TITLES:
        table = TableDriver(name, SEATS[name], worker=InlineWorker(bot="random"), size=SIZE, seed=3)
        while not table.table.asking or not table.still:
            table.wait()
            if table.top is not table.table:
                table.answer()
        table.app.captions.update(60)
        yield table
    else:
        worker = InlineWorker()
        driver = Driver(TitleScreen(lambda: make_menu(worker)) if name == "title" else make_menu(worker), SIZE, STILL)
        yield driver


def picture(name: str) -> pygame.Surface:
    with drawn(name) as driver:
        driver.top.dirty = True
        driver.step(dt=0.0)
        return driver.surface.copy()


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_looks_as_it_did(name: str) -> None:
    now = picture(name)
    then = pygame.image.load(GOLDEN / f"{name}.png").convert(now)
    assert now.get_size() == then.get_size()
    fresh, stale = (pygame.image.tobytes(surface, "RGB") for surface in (now, then))
    changed = sum(
        1
        for at in range(0, len(fresh), 3)
        if fresh[at : at + 3] != stale[at : at + 3]
        and max(abs(a - b) for a, b in zip(fresh[at : at + 3], stale[at : at + 3], strict=True)) > DIFFERENT
    )
    assert changed <= SHARE * SIZE[0] * SIZE[1], f"{changed} pixels differ"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for screen in SCREENS:
        pygame.image.save(picture(screen), GOLDEN / f"{screen}.png")
