"""How quickly the table answers, in one source tree compared with another.

    python -m tests.bench.bench_click OLD_TREE NEW_TREE [--blocks N] [--title TITLE ...]

OLD_TREE and NEW_TREE are folders that hold the project, for instance two worktrees: `git worktree add OLD_TREE v0.2.0`.
To see how far chance alone goes, give the same folder twice: then all ratios should be about 1.

Two things are measured for every title, in a window of 1280×720 without a screen, as CPU time of the process:

- click: from pressing the mouse button on a card that can be played to the first frame that is drawn after its release;
  where no card can be touched, as in most turns of Jelly Mind, on the first button of a move;
- bot: from the host asking a bot to the second frame after the bot's move is played. Thinking takes no time here: the
  worker answers at once, in the same process, with the first legal move. Its pause goes by in a single long frame.

Each tree runs in a process of its own. They take turns: one match of a title with the same seed here, then there, and
the next time in the other order. So a machine that gets slower for a while slows both. After a few matches, a block,
both processes are started anew, since one process can be quicker than another that runs the same code. What is printed
is the ratio of the medians, new by old, and the interval that holds it in 95 % of bootstrap samples of blocks.
With fewer than about ten blocks that interval is narrower than it should be.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SIZE = (1280, 720)
SEATS = 4
"""People at a table, if the title takes so many; one of them is a person."""
FRAME_S, QUICK_S, PAUSE_S = 1 / 60, 0.25, 3.0
"""Seconds of a frame: measured; while nothing is measured; and longer than any bot's pause."""
MOST = {"click": 6, "bot": 12}
"""How often each is measured in a match, at most."""
LONGEST = 1500
"""Frames after which a match is given up, whatever happens there."""
UNDRAWN = 10
"""Frames after a click in which something must be drawn, or it was no answer."""
BLOCKS, ROUNDS, WARM_UP = 12, 4, 1
"""Blocks; in each of them, matches of each title and tree that are measured, and before them some that are not."""
SAMPLES = 2000

Times = dict[str, list[float]]
"""CPU seconds by kind."""


# One tree, in its own process. The trees may differ: what they call things is asked for, not known.


class Given:
    """The answer to one question, for trees in which a question is a ticket."""

    open = False

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def answer(self) -> Any:
        return self._answer

    def drop(self) -> None:
        self._answer = None


def instant_worker() -> Any:
    """A worker that answers at once, in this process, with the first legal move."""
    from game.ai import worker
    from game.ai.thought import Thought

    fields = [field.name for field in dataclasses.fields(worker.Answer)]

    class Instant(worker.Worker):
        def __init__(self) -> None:
            super().__init__()
            self.questions = 0
            self._given: Any = None

        def ask(self, rules: Any, view: Any, *_: Any, **__: Any) -> Any:
            self.questions += 1
            known: dict[str, Any] = {"number": self.questions, "thought": Thought(view.legal[0])}
            self._given = worker.Answer(**{name: value for name, value in known.items() if name in fields})
            return Given(self._given) if hasattr(worker, "Ticket") else self.questions

        def poll(self) -> Any:
            given, self._given = self._given, None
            return given

        def start(self) -> None:
            pass

        def wait_until_ready(self, *_: Any) -> bool:
            return True

    return Instant()


class Table:
    """The application with one match after another, driven as by a person."""

    def __init__(self) -> None:
        import pygame

        from game.disk.settings import Settings
        from game.start.app import App

        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((16, 16))
        self.pygame = pygame
        self.surface = pygame.Surface(SIZE)
        self.app = App(SIZE, Settings(language="en", effects=0, music=0))
        self.worker: Any = None
        self.host: Any = None
        self.scene: Any = None

    def begin(self, title: str, seed: int) -> None:
        from game.data import catalog
        from game.play.host import Chair, Host, Setup
        from game.start import scenes

        seats = min(SEATS, catalog.spec(title).seats[-1])
        chairs = tuple(Chair(f"Player {seat}", "beginner" if seat else "") for seat in range(seats))
        self.worker = instant_worker()
        self.host = Host(Setup(title, chairs), self.worker, seed)
        self.scene = scenes.make_table(self.host)
        self.app.begin(self.scene)

    def step(self, dt: float, *events: Any) -> tuple[float, bool]:
        """One frame: what it cost, and whether something was drawn."""
        began = time.process_time()
        drew = self.app.step(dt, events, self.surface)
        return time.process_time() - began, bool(drew)

    # Pointer

    def widgets(self) -> list[Any]:
        top = self.app.stack[-1]
        found: list[Any] = getattr(top, "all_widgets", None) or getattr(top, "widgets", [])
        return list(found)

    def playable(self, *kinds: str) -> list[Any]:
        """What leads to a move, by the first words of its name."""
        found = [widget for widget in self.widgets() if widget.name.startswith(kinds)]
        return [widget for widget in found if getattr(widget, "legal", True)]

    def press(self, widget: Any) -> float | None:
        """CPU time from pressing it to the first frame after; None if nothing was drawn."""
        place = getattr(self.app.stack[-1], "screen_rect", lambda its: its.rect)(widget)
        pos = place.left + max(2, place.width // 10), place.centery
        make = self.pygame.Event
        self.step(FRAME_S, make(self.pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        self.step(QUICK_S)
        spent, _ = self.step(FRAME_S, make(self.pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
        cost, drew = self.step(FRAME_S, make(self.pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))
        spent += cost
        for _ in range(UNDRAWN):
            if drew:
                return spent
            cost, drew = self.step(FRAME_S)
            spent += cost
        return None

    def go_on(self) -> None:
        """Whatever lies on the table, a question or a score: away with it."""
        for name in ("yes", "continue", "reveal", "ok"):
            for widget in self.widgets():
                if widget.name == name:
                    self.press(widget)
                    return
        key: dict[str, Any] = {"key": self.pygame.K_ESCAPE, "mod": 0, "unicode": "", "scancode": 0}
        self.step(FRAME_S, self.pygame.Event(self.pygame.KEYDOWN, **key))
        self.step(FRAME_S, self.pygame.Event(self.pygame.KEYUP, **key))

    # One match

    def match(self, title: str, seed: int) -> Times:
        self.begin(title, seed)
        gc.collect()
        times: Times = {kind: [] for kind in MOST}
        touched: set[str] = set()
        turn = -1
        for _ in range(LONGEST):
            if self.host.over or all(len(times[kind]) >= most for kind, most in MOST.items()):
                break
            if self.app.stack[-1] is not self.scene:
                self.go_on()
                continue
            if self.host.event_count != turn:
                turn, touched = self.host.event_count, set()
            if not self._click(times["click"], touched):
                self._watch(times["bot"])
        return {kind: times[kind][:most] for kind, most in MOST.items()}

    def _click(self, times: list[float], touched: set[str]) -> bool:
        """The next part of the person's move, if it is their turn. The first click of a decision is measured."""
        cards = [widget for widget in self.playable("card hand") if widget.name not in touched]
        others = [widget for widget in self.playable("zone", "gap", "seat", "move") if widget.name not in touched]
        order = cards + others if not touched else others + cards
        if not order:
            return False
        spent = self.press(order[0])
        if spent is not None and not touched:
            times.append(spent)
        touched.add(order[0].name)
        return True

    def _watch(self, times: list[float]) -> None:
        """A frame; if a bot is asked in it, its whole move."""
        asked, events = self.worker.questions, self.host.event_count
        spent, _ = self.step(QUICK_S)
        if self.worker.questions == asked:
            return
        for _ in range(UNDRAWN):
            if self.host.event_count != events:
                cost, _ = self.step(FRAME_S)
                times.append(spent + cost)
                return
            cost, _ = self.step(PAUSE_S)
            spent += cost


def serve(tree: Path) -> None:
    """Lines of JSON: a title and a seed come in, times go out."""
    import game

    assert Path(game.__file__).is_relative_to(tree), f"this is not the game of {tree}"
    table = Table()
    for line in sys.stdin:
        print(json.dumps(table.match(**json.loads(line))), flush=True)


# Both trees


class Child:
    """The process of one tree."""

    def __init__(self, tree: Path) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": str(tree),
            "PYTHONHASHSEED": "0",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }
        words = [sys.executable, "-P"] if sys.version_info >= (3, 11) else [sys.executable]
        self._process = subprocess.Popen(
            [*words, str(Path(__file__).resolve()), "--serve", str(tree)],
            cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def match(self, title: str, seed: int) -> Times:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps({"title": title, "seed": seed}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit("bench_click: the process of one tree has ended")
        found: Times = json.loads(line)
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


Pairs = list[tuple[Times, Times]]
"""One match in the old tree and in the new one."""
Blocks = list[Pairs]


def measured(old: Path, new: Path, titles: list[str], blocks: int) -> dict[str, Blocks]:
    found: dict[str, Blocks] = {title: [] for title in titles}
    for number in range(blocks):
        children = Child(old), Child(new)
        try:
            for title, pairs in one_block(*children, titles, number).items():
                found[title].append(pairs)
        finally:
            for child in children:
                child.close()
    return found


def one_block(old: Child, new: Child, titles: list[str], block: int) -> dict[str, Pairs]:
    found: dict[str, Pairs] = {title: [] for title in titles}
    for number in range(WARM_UP + ROUNDS):
        for index, title in enumerate(titles):
            order = (old, new) if (block + number + index) % 2 == 0 else (new, old)
            times = {child: child.match(title, block * ROUNDS + number) for child in order}
            if number >= WARM_UP:
                found[title].append((times[old], times[new]))
    return found


def samples(blocks: Blocks, kind: str) -> tuple[list[float], list[float]]:
    """Of the old tree and of the new one."""
    pairs = [pair for block in blocks for pair in block]
    return [spent for old, _ in pairs for spent in old[kind]], [spent for _, new in pairs for spent in new[kind]]


def ratio(blocks: Blocks, kind: str) -> float:
    old, new = samples(blocks, kind)
    return statistics.median(new) / statistics.median(old) if old and new else 1.0


def interval(blocks: Blocks, kind: str) -> tuple[float, float]:
    """Where 95 % of the ratios lie if blocks are drawn again from those that were played."""
    dice = random.Random(1)
    ratios = sorted(ratio(dice.choices(blocks, k=len(blocks)), kind) for _ in range(SAMPLES))
    return ratios[round(SAMPLES * 0.025)], ratios[round(SAMPLES * 0.975) - 1]


def told(title: str, kind: str, blocks: Blocks) -> str:
    old, new = samples(blocks, kind)
    if not old or not new:
        return f"{title:<17} {kind:<6} nothing to measure"
    low, high = interval(blocks, kind)
    spent = f"{statistics.median(old) * 1000:6.2f} ms → {statistics.median(new) * 1000:6.2f} ms"
    compared = f"new/old {ratio(blocks, kind):.3f}  [{low:.3f}, {high:.3f}]"
    return f"{title:<17} {kind:<6} {spent}   {compared}   {len(new)} times"


def titles_of(tree: Path) -> list[str]:
    return sorted(path.stem for path in (tree / "game" / "titles").glob("*.yaml"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_click")
    parser.add_argument("old", type=Path, metavar="OLD_TREE")
    parser.add_argument("new", type=Path, metavar="NEW_TREE")
    parser.add_argument("--blocks", type=int, default=BLOCKS, help=f"of {ROUNDS} matches of each title and tree")
    parser.add_argument("--title", action="append", help="only this one; may be given again")
    words = parser.parse_args()
    old, new = words.old.resolve(), words.new.resolve()
    found = measured(old, new, words.title or titles_of(old), max(1, words.blocks))
    print(f"CPU time at {SIZE[0]}×{SIZE[1]}, old → new, medians; [95 % of bootstrap samples]")
    for title, blocks in found.items():
        for kind in MOST:
            print(told(title, kind, blocks))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(Path(sys.argv[2]))
    else:
        main()
