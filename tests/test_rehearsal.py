"""While the menu is idle the tables are prepared; then the first table finds all pictures of its kind ready."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

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
ROOT = Path(__file__).parent.parent


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


LATE = ("pygame_gui", "multiprocessing", "game.ai.minds", "game.play.host", "game.ui.table.scene", "game.ui.sheet")
"""What the menu does without. It is imported while the menu is idle, or when it is needed."""
MENU = """
import sys
from game.start import window

def to_the_menu(shown, app, pads, worker):
    pressed = [window.pygame.Event(window.pygame.KEYUP, key=97, mod=0, unicode="a", scancode=4)]
    for events in ([], pressed, []):
        app.step(0.016, events, shown.get_surface())
    print(type(app.stack[-1]).__name__, *(name for name in sys.argv[2:] if name in sys.modules))

window.SCREENLESS_DRIVERS = ()
window.run_loop = to_the_menu
from game.__main__ import main
sys.exit(main(["--data", sys.argv[1], "--lang", "en"]))
"""


def test_the_menu_comes_without_what_only_other_screens_need(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{}", encoding="utf-8")  # else the page of the first start comes
    words = [sys.executable, "-c", MENU, str(tmp_path), *LATE]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["MenuScreen"], done.stdout
