"""The memory of many matches, the first table of a title beside its second, and the start beside a bare window."""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if not os.environ.get("DISPLAY") and sys.platform == "linux":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.ai.worker import Worker
from game.data import catalog
from game.disk.settings import Settings
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.start.app import App
from game.start.rehearsal import Rehearsal
from tests.inline_worker import InlineWorker

SIZE = (1920, 1080)
TABLE_SIZES = (SIZE, (3840, 2160))
TABLE_FRAMES = 240
"""Frames for which a table is played, so that its pictures push others out of the cache."""
STARTS, START_LIMIT = 15, 2.2
MATCHES = 50
ENGLISH = Settings(language="en", effects=0, music=0)
ROOT = Path(__file__).parent.parent.parent

TELL_TIMES = "import time; print(time.monotonic(), time.process_time(), flush=True)"
"""Both scripts end with this: when the frame was shown, and the CPU time until then."""
BARE = f"""
import pygame, pygame_gui
pygame.display.init()
pygame.font.init()
window = pygame.Window("bare", (1280, 720), resizable=True)
surface = window.get_surface()
surface.fill((40, 30, 50))
pygame_gui.UIManager((1280, 720)).draw_ui(surface)
window.flip()
{TELL_TIMES}
"""
MENU = f"""
import sys
from game.start import window
from game.__main__ import main
import pygame

def to_the_menu(shown, app, pads, worker):
    surface = shown.get_surface()
    app.step(0.016, [], surface)
    shown.flip()
    app.step(0.016, [pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)], surface)
    app.step(0.016, [], surface)
    shown.flip()
    assert type(app.stack[-1]).__name__ == "MenuScreen"
    {TELL_TIMES}

window.SCREENLESS_DRIVERS = ()
window.run_loop = to_the_menu
sys.exit(main(["--data", sys.argv[1], "--lang", "en"]))
"""


class Shown:
    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        pygame.display.init()
        pygame.font.init()
        self.window = pygame.Window("bench", size)
        self.app = App(self.window.get_surface().get_size(), ENGLISH)

    def table(self, title: str, people: int, seed: int, speed: str = "normal", worker: Worker | None = None) -> Host:
        spec = catalog.spec(title)
        seats = min(4, spec.seats[-1])
        chairs = tuple(Chair(f"P{seat}", "" if seat < people else "casual") for seat in range(seats))
        host = Host(Setup(title, chairs), worker or InlineWorker(bot="beginner"), seed)
        if self.app.kit.settings.speed != speed:
            self.app.change(ENGLISH.with_changes(speed=speed))
        self.app.begin(scenes.make_table(host))
        return host

    def step(self, dt: float) -> bool:
        return self.app.step(min(dt, 0.1), pygame.event.get(), self.window.get_surface())


def tables() -> None:
    """The first frame of a title's first table, beside that of its second. Before, the menu was idle for a while."""
    for size in TABLE_SIZES:
        shown = Shown(size)
        worker = InlineWorker(bot="beginner")
        rehearsal = Rehearsal(worker)
        spent: dict[str, list[float]] = {title: [] for title in catalog.titles()}
        for times in range(2):
            for title, found in spent.items():
                shown.app.begin(scenes.make_menu(worker))
                shown.step(0.016)
                shown.app.compositor.reserve(shown.window.get_surface())
                rehearsal.work(shown.app.kit)
                while not rehearsal.is_done:
                    rehearsal.work(shown.app.kit)
                    time.sleep(0.0005)
                began = time.process_time()
                shown.table(title, 1, times, worker=worker)
                shown.step(0.016)
                found.append(time.process_time() - began)
                for _ in range(TABLE_FRAMES):
                    shown.step(0.016)
        for title, (first, second) in spent.items():
            name = f"  {size[0]}×{size[1]}, {title}: first table against the second ({second * 1000:.0f} ms)"
            goal(name, first / second, 2)
        shown.window.destroy()


def start() -> None:
    """From nothing to the first frame of the menu, beside a script that imports the libraries and shows one frame."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        (Path(folder) / "settings.json").write_text("{}", encoding="utf-8")  # else the page of the first start comes
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "pyc")
        times: dict[str, list[float]] = {BARE: [], MENU: []}
        works: dict[str, list[float]] = {BARE: [], MENU: []}
        for _ in range(STARTS + 1):
            for script, spent in times.items():
                words, began = [sys.executable, "-c", script, folder], time.monotonic()
                done = subprocess.run(words, check=True, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
                shown, work = map(float, done.stdout.split()[-2:])
                spent.append(shown - began)
                works[script].append(work)
    bare, menu = (statistics.median(spent[1:]) for spent in times.values())
    bare_work, menu_work = (statistics.median(spent[1:]) for spent in works.values())
    print(f"  a bare window {bare:.2f} s, our menu {menu:.2f} s; by CPU time {menu_work / bare_work:.2f} times as much")
    goal("  start against a bare window", menu / bare, START_LIMIT)


def memory(shown: Shown) -> None:
    """Of one process that plays match after match at full size."""
    after = []
    for number in range(MATCHES):
        title = list(catalog.titles())[number % 4]
        host = shown.table(title, 0, number, "off")
        table = shown.app.stack[0]
        for frame in range(20_000):
            shown.app._apply(shown.app.stack[-1].update(1.0))
            if frame % 4 == 0:
                shown.step(0.0)
            if shown.app.stack[-1] is not table:
                shown.app._apply(shown.app.stack[-1].cancel())  # type: ignore[attr-defined]
            if host.over:
                break
        assert host.over, f"{title} does not end"
        gc.collect()
        after.append(resident())
    early, late = statistics.median(after[10:20]), statistics.median(after[-10:])
    print(f"  memory in matches 11 to 20 {early:.0f} MB, in the last ten {late:.0f} MB, most {peak():.0f} MB")
    goal("  most memory, in MB", peak(), 350, "{:.0f}")
    goal("  late matches against early ones", late / early, 1.05)


def resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def goal(name: str, value: float, most: float, form: str = "{:.2f}") -> None:
    print(f"{name}: {form.format(value)} (goal: at most {form.format(most)}) {'ok' if value <= most else 'MISSED'}")


def main() -> None:
    parts = {"tables": tables, "memory": lambda: memory(Shown()), "start": start}
    parser = argparse.ArgumentParser(description="Memory, first tables, and the start of the program.")
    parser.add_argument("parts", nargs="*", choices=[*parts, []], metavar="|".join(parts), help="only these")
    wanted = parser.parse_args().parts
    pygame.display.init()
    print(f"The screen, driver {pygame.display.get_driver()}")
    for name, measure in parts.items():
        if not wanted or name in wanted:
            measure()


if __name__ == "__main__":
    main()
