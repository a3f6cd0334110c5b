"""While the menu is idle the tables are prepared; then the first table finds all pictures of its kind ready."""

from __future__ import annotations

import time

import pygame
import pytest

from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.start.rehearsal import Rehearsal
from game.titles import TITLES
from game.ui import art
from game.ui.background import has_background_picture
from tests.inline_worker import InlineWorker
from tests.screen import Driver

SIZE = (640, 360)


def test_what_a_match_pushes_out_of_the_cache_is_prepared_again_and_backgrounds_stay() -> None:
    worker = InlineWorker()
    driver = Driver(scenes.make_menu(worker), SIZE)
    rehearsal, cache = Rehearsal(worker), driver.kit.art

    def prepare() -> int:
        """Work until nothing is left to do; returns the number of pictures that were missing."""
        before, quiet = len(cache._pictures), 0
        while quiet < 3:
            rehearsal.work(driver.kit)
            quiet = quiet + 1 if rehearsal.is_done else 0
            time.sleep(0)
        return len(cache._pictures) - before

    assert prepare() > 100
    assert prepare() == 0, "nothing is prepared twice"
    for number in range(20):
        cache.put(("other", number), pygame.Surface((2000, 2000)))
    assert len(cache._pictures) < 20
    assert all(has_background_picture(driver.kit, SIZE, title) for title in TITLES)
    assert prepare() > 5


def test_after_a_rehearsal_the_first_table_of_every_title_draws_almost_nothing_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = InlineWorker()
    driver = Driver(scenes.make_menu(worker), SIZE)
    for _ in Rehearsal(worker).steps(driver.kit):
        time.sleep(0)
    drawn: list[tuple[int, int]] = []
    rasterise = art._rasterise

    def noted(source: str, size: tuple[int, int]) -> pygame.Surface:
        drawn.append(size)
        return rasterise(source, size)

    monkeypatch.setattr(art, "_rasterise", noted)
    for title in TITLES:
        drawn.clear()
        chairs = tuple(Chair(f"{seat}", "beginner" if seat else "") for seat in range(2))
        driver.app.begin(scenes.make_table(Host(Setup(title, chairs), worker, 1)))
        driver.frames(1)
        assert SIZE not in drawn, "the background was not ready"
        assert len(drawn) < 25, f"{title}: {len(drawn)} pictures were not ready"
