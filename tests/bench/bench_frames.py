"""The work in a frame while cards are dealt, played and swept, compared with another source tree in the same run.

    python -m tests.bench.bench_frames OLD_TREE [--rounds N] [--seconds S] [--size 1920x1080 ...]

OLD_TREE is a folder that holds the project: `git worktree add OLD_TREE d05d57d` is version 0.2. Without it only this
tree is measured. Each tree runs in a process of its own, and they take turns, so that a busy machine is busy for both.
Beside them a third process thinks, as a bot does. A match of one person, who plays the first card that fits, and three
computer players goes on without pauses, sixty frames a second, so almost every frame has something that moves.

Work is the CPU time of the frame's own thread. A frame is late if it comes more than 20 ms after the one before; the
same process counts late frames of a loop that only flips its window, too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
SIZES = ("1920x1080", "3840x2160")
ROUNDS, SECONDS = 4, 10.0
SEATS = 4
LATE_S = 0.020
CORE_SHARE = {"1920x1080": 0.04, "3840x2160": 0.06}
"""The share of a core that a table at rest may take."""
TITLE = "marshmallow_test"
BURN = "import random\nwhile True: sorted(random.random() for _ in range(1000))"
"""The process that thinks."""
Report = dict[str, list[float]]


# One tree, in its own process. The trees may differ: what they call things is asked for, not known.


def names_of_tree() -> dict[str, Any]:
    """What this tree calls the parts that are needed here."""
    from game.ai import pace

    for name in ("pause_s", "pause"):
        if hasattr(pace, name):
            setattr(pace, name, lambda *_: 0.0)
    try:
        from game.play.host import Chair, Host, Setup
        from game.start import scenes
        from game.start.app import App

        return {"App": App, "Host": Host, "Setup": Setup, "Chair": Chair, "table": scenes.make_table}
    except ImportError:
        from game import app, host, scenes  # type: ignore[attr-defined,no-redef]

        make_table = getattr(scenes, "seated")  # noqa: B009
        return {"App": app.App, "Host": host.Host, "Setup": host.Setup, "Chair": host.Chair, "table": make_table}


class Window:
    """A window with one match after another."""

    def __init__(self, size: tuple[int, int]) -> None:
        import pygame

        from game.disk.settings import Settings

        sys.path.append(str(HERE.parent))
        self.names = names_of_tree()
        pygame.display.init()
        pygame.font.init()
        self.pygame = pygame
        self.window = pygame.Window("bench", size)
        self.app = self.names["App"](self.window.get_surface().get_size(), Settings(language="en", effects=0, music=0))
        self.host: Any = None
        self._prepare()

    def _prepare(self) -> None:
        """What this tree does while the menu is idle, if it does anything."""
        try:
            from game.start.rehearsal import Rehearsal
        except ImportError:
            return
        from bench_click import instant_worker  # type: ignore[import-not-found]

        rehearsal = Rehearsal(instant_worker())
        for _ in range(3000):
            rehearsal.work(self.app.kit)
            time.sleep(0.001)

    def begin(self, seed: int) -> None:
        from bench_click import instant_worker

        chairs = [self.names["Chair"](f"Player {seat}", "beginner" if seat else "") for seat in range(SEATS)]
        self.host = self.names["Host"](self.names["Setup"](TITLE, tuple(chairs)), instant_worker(), seed)
        self.scene = self.names["table"](self.host)
        self.app.begin(self.scene)

    def play(self, dt: float) -> bool:
        """One frame of the match. A score is closed at once, and after the last one the next match begins."""
        if self.app.stack[-1] is not self.scene:
            if self.host.over:
                self.begin(self.host.seed + 1000)
            else:
                self.app._apply(self.app.stack[-1].cancel())
        elif 0 in self.host.deciders and self.scene.director.idle:
            self.host.play(0, self.host.view(0).legal[0])
        return bool(self.app.step(min(dt, 0.1), self.pygame.event.get(), self.window.get_surface()))

    def redraw(self, dt: float) -> bool:
        """One frame of a table at rest that is drawn as a whole."""
        if (compositor := getattr(self.app, "compositor", None)) is not None:
            compositor.forget()
        self.app.stack[-1].dirty = True
        return self.rest(dt)

    def rest(self, dt: float) -> bool:
        return bool(self.app.step(min(dt, 0.1), self.pygame.event.get(), self.window.get_surface()))

    def nothing(self, dt: float) -> bool:
        self.pygame.event.get()
        self.window.get_surface()
        return True

    def frames(self, step: Callable[[float], bool], seconds: float) -> Report:
        """Work and time of each frame, and the CPU time of the whole process."""
        clock = self.pygame.Clock()
        works, times = [], []
        clock.tick(60)
        last, began_cpu = time.perf_counter(), time.process_time()
        end = last + seconds
        while last < end:
            clock.tick(60)
            now, began = time.perf_counter(), time.thread_time()
            drew = step(now - last)
            works.append(time.thread_time() - began)
            if drew:
                self.window.flip()
            times.append(now - last)
            last = now
        return {"work": works, "time": times, "cpu": [(time.process_time() - began_cpu) / seconds]}

    def measure(self, kind: str, seconds: float, seed: int) -> Report:
        match kind:
            case "motion":
                self.begin(seed)
                return self.frames(self.play, seconds)
            case "empty":
                return self.frames(self.nothing, seconds)
        if self.host is None or kind == "rest":
            self.begin(seed)
            while 0 not in self.host.deciders or not self.scene.director.idle:
                self.rest(0.5)
            self.frames(self.rest, 3.0)
        return self.frames(self.rest if kind == "rest" else self.redraw, seconds)


def serve(tree: Path, size: tuple[int, int]) -> None:
    """Lines of JSON: what to measure comes in, a report goes out."""
    import game

    assert Path(game.__file__).is_relative_to(tree), f"this is not the game of {tree}"
    window = Window(size)
    for line in sys.stdin:
        print(json.dumps(window.measure(**json.loads(line))), flush=True)


# Both trees


class Child:
    """The process of one tree."""

    def __init__(self, tree: Path, size: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
        if not environment.get("DISPLAY") and sys.platform == "linux":
            environment["SDL_VIDEODRIVER"] = "dummy"
        words = [sys.executable, "-P"] if sys.version_info >= (3, 11) else [sys.executable]
        self._process = subprocess.Popen(
            [*words, str(HERE), "--serve", str(tree), "--size", size],
            cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def measure(self, kind: str, seconds: float, seed: int) -> Report:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps({"kind": kind, "seconds": seconds, "seed": seed}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit("bench_frames: the process of one tree has ended")
        found: Report = json.loads(line)
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def late(times: list[float]) -> float:
    return sum(took > LATE_S for took in times) / len(times)


def goal(name: str, value: float, most: float, form: str = "{:.2f}") -> None:
    print(f"  {name}: {form.format(value)} (goal: at most {form.format(most)}) {'ok' if value <= most else 'MISSED'}")


def compare(trees: dict[str, Path], size: str, rounds: int, seconds: float) -> None:
    children = {name: Child(tree, size) for name, tree in trees.items()}
    thinker = subprocess.Popen([sys.executable, "-c", BURN])
    work: dict[str, list[float]] = {name: [] for name in trees}
    times: dict[str, list[float]] = {name: [] for name in (*trees, "empty")}
    rest: dict[str, list[float]] = {"rest": [], "redraw": []}
    try:
        for child in children.values():
            child.measure("motion", 3.0, 0)  # pictures that the first match makes are not counted here
        for number in range(rounds):
            for name in list(trees) if number % 2 else list(trees)[::-1]:
                report = children[name].measure("motion", seconds, number + 1)
                work[name] += report["work"]
                times[name] += report["time"]
            times["empty"] += children["new"].measure("empty", seconds / 2, 0)["time"]
        thinker.kill()
        for _ in range(rounds):
            for kind, spent in rest.items():
                spent += children["new"].measure(kind, seconds / 2, 1)["cpu"]
    finally:
        thinker.kill()
        thinker.wait()
        for child in children.values():
            child.close()
    tell(size, work, times, rest)


def tell(size: str, work: dict[str, list[float]], times: dict[str, list[float]], rest: dict[str, list[float]]) -> None:
    print(f"{size}: work in a frame, in ms")
    for name, found in work.items():
        middle, most = statistics.median(found) * 1000, percentile(found, 0.99) * 1000
        print(f"  {name}: median {middle:.2f}, 99 % within {most:.2f}, of {len(found)} frames")
    if "old" in work:
        goal("99th percentile, new by old", percentile(work["new"], 0.99) / percentile(work["old"], 0.99), 0.6)
    print("  late: " + ", ".join(f"{name} {late(found):.2%} of {len(found)}" for name, found in times.items()))
    goal("late frames more than an empty loop", late(times["new"]) - late(times["empty"]), 0.01, "{:.2%}")
    shares = {kind: statistics.median(found) for kind, found in rest.items()}
    print(f"  a table at rest, drawn as a whole sixty times a second, takes {shares['redraw']:.1%} of a core")
    goal("share of a core at rest", shares["rest"], CORE_SHARE.get(size, 1.0), "{:.1%}")
    goal("a table at rest against a full redraw", shares["rest"] / shares["redraw"], 0.15)


def main() -> None:
    parser = argparse.ArgumentParser(description="The work in a frame, compared with another tree.")
    parser.add_argument("old", nargs="?", type=Path, metavar="OLD_TREE")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--size", nargs="+", default=list(SIZES), metavar="WxH")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve is not None:
        width, height = map(int, arguments.size[0].split("x"))
        serve(arguments.serve, (width, height))
        return
    trees = {"new": HERE.parent.parent.parent}
    if arguments.old is not None:
        trees["old"] = arguments.old.resolve()
    for size in arguments.size:
        compare(trees, size, arguments.rounds, arguments.seconds)


if __name__ == "__main__":
    main()
