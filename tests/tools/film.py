"""Films moments: frames of the table from a moment's first on, side by side on one picture.

    python -m tests.tools.film build/film [--size 1280x720] [--only WORD] [--calm]

Matches of computer players go on until every moment of every title has happened once, or too many were played.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.data import catalog
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.spec import Spec
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.start.app import App
from game.ui import look_file
from game.ui.table.moment_finder import Moment
from game.ui.table.scene import TableScene
from game.ui.table.sprites import Sprite
from tests.inline_worker import InlineWorker, think_here

NAMES = ("Ada", "Bo", "Cleo", "Dov")
FRAME_S = 1 / 60
FRAMES, EVERY = 96, 6
"""Frames that are filmed of each moment, and every how many of them is kept."""
COLUMNS = 4
SHEET_WIDTH_PX = 1920
MATCHES = 40
"""Matches after which a moment that has not happened is given up."""
BEFORE = 14
"""Events before the moment that are shown, too."""


def sheet(frames: list[pygame.Surface]) -> pygame.Surface:
    """The frames side by side, from left to right and from top to bottom."""
    width = SHEET_WIDTH_PX // COLUMNS
    height = width * frames[0].get_height() // frames[0].get_width()
    rows = -(-len(frames) // COLUMNS)
    found = pygame.Surface((SHEET_WIDTH_PX, rows * height))
    for number, frame in enumerate(frames):
        small = pygame.transform.smoothscale(frame, (width, height))
        found.blit(small, (number % COLUMNS * width, number // COLUMNS * height))
    return found


def played_matches(spec: Spec) -> Iterator[tuple[Setup, Match]]:
    """Finished matches; the first seat is the viewer's. In every second one moves are drawn at random: some moments
    need players who play badly."""
    seats = min(3, spec.seats[-1])
    for seed in range(MATCHES):
        chairs = tuple(Chair(NAMES[seat], "" if seat == 0 else "beginner") for seat in range(seats))
        options = {"target": spec.options["target"].default // 2} if "target" in spec.options else {}  # type: ignore[operator]
        setup = Setup(spec.title, chairs, options)
        host, dice = Host(setup, InlineWorker(), seed), Dice("film", seed)
        for _ in range(2000):
            if host.over:
                break
            seat = host.deciders[0]
            moves = host.match.legal(seat)
            if seed % 2:
                host.play(seat, moves[dice.below(len(moves))])
            else:
                host.play(seat, think_here(host.rules, host.view(seat), "beginner", host.turn, seat).move)
        yield setup, host.match


class Camera:
    """A table on which a finished match is shown again, until a moment begins that was not filmed yet."""

    def __init__(self, size: tuple[int, int], calm: bool) -> None:
        self.surface = pygame.Surface(size)
        self.app = App(size, Settings(language="en", effects=0, music=0, reduced_motion=calm))
        self.begun: list[str] = []

    def film(self, spec: Spec, wanted: set[str]) -> Iterator[tuple[str, pygame.Surface]]:
        """The moments that are wanted, each with its contact sheet."""
        for setup, match in played_matches(spec):
            if not wanted:
                return
            host = Host(setup, InlineWorker(), 1, match)
            for name, events in self._first_moments(host, wanted).items():
                wanted.discard(name)
                yield name, self._film_from(host, max(0, events - BEFORE), name)

    def _table(self, host: Host, events: int) -> TableScene:
        """A table on which this number of events has happened. The others are shown from there on."""
        scene = scenes.make_table(host, again=True)
        assert isinstance(scene, TableScene)
        scene._events_given = events
        self.app.begin(scene)
        begin = scene._begin_moment
        self.begun.clear()

        def noted(moment: Moment, moved: Sprite | None) -> float:
            self.begun.append(moment.look.name)
            return begin(moment, moved)

        scene.director.begin_moment = noted
        scene._follow_match()
        return scene

    def _first_moments(self, host: Host, wanted: set[str]) -> dict[str, int]:
        """For each wanted moment that happens in this match: the number of events before it."""
        scene = self._table(host, 0)
        found: dict[str, int] = {}
        while not scene.director.idle:
            before = scene.events_shown
            scene.director.update(10.0)
            scene.director.paused = False
            for name in wanted.intersection(self.begun):
                found.setdefault(name, before)
            self.begun.clear()
        return found

    def _film_from(self, host: Host, events: int, name: str) -> pygame.Surface:
        scene = self._table(host, events)
        while name not in self.begun:
            scene._update_motion(FRAME_S, scene.director.update(FRAME_S))
            scene.director.paused = False
        return self._frames(scene)

    def _frames(self, scene: TableScene) -> pygame.Surface:
        frames = []
        for number in range(FRAMES):
            if number % EVERY == 0:
                scene.draw(self.surface)
                frames.append(self.surface.copy())
            scene._update_motion(FRAME_S, scene.director.update(FRAME_S))
        return sheet(frames)


def main() -> int:
    parser = argparse.ArgumentParser(description="Film the moments of every title.")
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("--size", default="1280x720", metavar="WxH")
    parser.add_argument("--only", default="", metavar="WORD", help="only moments whose file name contains it")
    parser.add_argument("--calm", action="store_true", help="with less motion")
    arguments = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    width, height = map(int, arguments.size.split("x"))
    arguments.out.mkdir(parents=True, exist_ok=True)
    missing: list[str] = []
    for title, spec in catalog.titles().items():
        if not isinstance(spec, Spec):
            continue
        moments = look_file.load_look(spec).moments
        names = {moment.name for moment in moments if arguments.only in f"{title}-{moment.name}"}
        for name, picture in Camera((width, height), arguments.calm).film(spec, names):
            pygame.image.save(picture, arguments.out / f"{title}-{name}-{width}.png")
            print(f"{title}-{name}")
        missing += [f"{title}-{name}" for name in sorted(names)]
    print(f"not seen in {MATCHES} matches: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
