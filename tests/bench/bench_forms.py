"""How long each form takes to open, cold and warm, and whether building it again and again needs more memory.

    python -m tests.bench.bench_forms [WORD]    # only forms whose names have this word
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.disk.settings import Settings
from game.start import scenes
from game.start.app import App
from game.titles import TITLES
from game.ui.scene import Pop, Push, Scene
from game.ui.screens.settings import SettingsScreen
from game.ui.table.view import TableView
from tests.every_form import all_forms, menu, play

GOALS_MS = {(1920, 1080): 100.0, (3840, 2160): 200.0}
"""The most that a form may take to open when its pictures are cached, on an idle machine."""
OPENINGS = 5
REBUILDS = 200
MEMORY_LIMIT_MB = 24.0
"""The most that the process may grow while one form is built REBUILDS times."""
LOG_MOVES = 400


def opening_ms(app: App, surface: pygame.Surface, make: Callable[[], Scene]) -> float:
    """The processor time from the push of a form to its first picture."""
    scene = make()
    gc.collect()
    began = time.process_time()
    app._apply(Push(scene))
    app.step(0.016, (), surface)
    spent = time.process_time() - began
    app._apply(Pop())
    app.step(0.016, (), surface)
    return spent * 1000


def log_ms(app: App, surface: pygame.Surface, title: str) -> tuple[float, float]:
    """The processor time from the key of the log to its first picture, the first time and later. It is long."""
    scene = scenes.make_table(play(title, {"face_to_face": 2, "jelly_mind": 3}.get(title, 4), LOG_MOVES), again=True)
    assert isinstance(scene, TableView)
    app.begin(scene)
    app.step(0.016, (), surface)
    spent = []
    for _ in range(OPENINGS + 1):
        gc.collect()
        began = time.process_time()
        scene.toggle_log()
        app.step(0.016, (), surface)
        spent.append((time.process_time() - began) * 1000)
        scene.toggle_log()
        app.step(0.016, (), surface)
    return spent[0], statistics.median(spent[1:])


def tell(name: str, cold: float, warm: float, goal: float) -> None:
    print(f"  {name:28} {cold:6.0f} {warm:6.0f}  {'ok' if warm <= goal else 'MISSED'}")


def memory_mb() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def growth_mb(app: App, surface: pygame.Surface, make: Callable[[], Scene]) -> float:
    """How much the process grows while a form is built again and again."""
    scene = make()
    app._apply(Push(scene))
    before = 0.0
    for number in range(REBUILDS + 20):
        if number == 20:
            before = memory_mb()
        scene.enter(app.kit)
        app.step(0.016, (), surface)
    grown = memory_mb() - before
    app._apply(Pop())
    return grown


def main() -> None:
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    for size, goal in GOALS_MS.items():
        print(f"Forms at {size[0]}×{size[1]}: milliseconds to open, cold and warm (goal: at most {goal:.0f} warm)")
        surface = pygame.Surface(size)
        app = App(size, Settings(language="en", effects=0, music=0))
        app.begin(menu())
        app.step(0.016, (), surface)
        with tempfile.TemporaryDirectory() as folder:
            for name, make in all_forms(Path(folder)).items():
                if word in name:
                    cold, *warm = (opening_ms(app, surface, make) for _ in range(OPENINGS + 1))
                    tell(name, cold, statistics.median(warm), goal)
        for title in TITLES:
            if word in f"log of {title}":
                tell(f"log of {title}", *log_ms(app, surface, title), goal)
        app.begin(menu())
        if "settings".startswith(word) or word in "settings":
            grown = growth_mb(app, surface, SettingsScreen)
            verdict = "ok" if grown <= MEMORY_LIMIT_MB else "MISSED"
            print(f"  {REBUILDS} times the settings: {grown:+.1f} MB (goal: at most {MEMORY_LIMIT_MB:.0f}) {verdict}")


if __name__ == "__main__":
    main()
