"""Films what happens at a table: frames side by side on one picture, for every moment, a deal, some moves, and a drag.

    python -m tests.tools.film build/film [--size 1280x720] [--only WORD] [--calm] [--window]

Matches of computer players go on until every moment of every title has happened once, or too many were played.
With --window the table is shown in a real window on a virtual screen (Xvfb), and the pictures are what that screen
shows.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
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
from game.ui.table.touch import TouchWidget
from tests.inline_worker import InlineWorker, think_here
from tests.xdisplay import Display, open_display

NAMES = ("Ada", "Bo", "Cleo", "Dov")
FRAME_S = 1 / 60
FRAMES, EVERY = 96, 6
"""Frames that are filmed of each moment, and every how many of them is kept."""
COLUMNS = 4
SHEET_WIDTH_PX = 1920
MATCHES = 120
"""Matches after which a moment that has not happened is given up."""
BEFORE = 14
"""Events before the moment that are shown, too."""
DEAL_FRAMES = 4 * FRAMES
"""Frames of a deal, of moves and of a drag; every `DEAL_EVERY` of them is kept."""
DEAL_EVERY = 12
PRESENT_S = 0.05
"""Time for the screen to show a frame."""


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

    def __init__(self, size: tuple[int, int], calm: bool, display: Display | None) -> None:
        self.display = display
        if display is not None:
            self.window = pygame.Window("film", size, position=(0, 0), borderless=True)
            self.surface = self.window.get_surface()
        else:
            self.surface = pygame.Surface(size)
        self.app = App(size, Settings(language="en", effects=0, music=0, reduced_motion=calm))
        self.begun: list[str] = []

    def close(self) -> None:
        self.app.close()
        if self.display is not None:
            self.window.destroy()

    def film(self, spec: Spec, wanted: set[str]) -> Iterator[tuple[str, pygame.Surface]]:
        """The moments that are wanted, each with its contact sheet."""
        for setup, match in played_matches(spec):
            if not wanted:
                return
            host = Host(setup, InlineWorker(), 1, match)
            for name, events in self._first_moments(host, wanted).items():
                wanted.discard(name)
                yield name, self._film_from(host, max(0, events - BEFORE), name)

    def film_table(self, spec: Spec) -> Iterator[tuple[str, pygame.Surface]]:
        """A deal, the moves of computer players after it, and a card that is dragged from the hand."""
        seats = min(4, spec.seats[-1])
        for name, people in (("deal", 1), ("moves", 0), ("drag", 1)):
            chairs = tuple(Chair(NAMES[seat], "" if seat < people else "beginner") for seat in range(seats))
            scene = scenes.make_table(Host(Setup(spec.title, chairs), InlineWorker(), 3))
            assert isinstance(scene, TableScene)
            self.app.begin(scene)
            self._step()
            if name != "deal":
                self._wait_until_asked(scene)
            yield name, self._frames(self._drag(scene) if name == "drag" else self._go_on, DEAL_FRAMES, DEAL_EVERY)

    def _wait_until_asked(self, scene: TableScene) -> None:
        """Wait for the first question, or for the first move."""
        while not scene.director.idle or (scene.host.people and not scene.asking):
            self._go_on(0)

    def _go_on(self, number: int) -> None:
        self._step()

    def _drag(self, scene: TableScene) -> Callable[[int], None]:
        """Drag a card from the hand in a circle and let it go where it came from; then play it by the other way."""
        cards = [widget for widget in scene.widgets if isinstance(widget, TouchWidget) and widget.legal]
        card = next((card for card in cards if card.sprite is not None), cards[0])
        start = pygame.Vector2(card.rect.centerx, card.rect.top + card.rect.height * 0.4)
        middle = pygame.Vector2(self.surface.get_rect().center)

        def frame(number: int) -> None:
            share = min(1.0, number / (DEAL_FRAMES * 0.6))
            at = start + (middle - start) * (1 - abs(1 - 2 * share))
            pos = round(at.x), round(at.y)
            event = pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0), touch=False)
            if number == 0:
                event = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
            if number == round(DEAL_FRAMES * 0.6):
                event = pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
            self._step(event)

        return frame

    def _step(self, *events: pygame.Event) -> None:
        """One frame, as in the program. A score is closed at once."""
        if not isinstance(self.app.stack[-1], TableScene):
            self.app._apply(self.app.stack[-1].cancel())  # type: ignore[attr-defined]
        if self.display is not None:
            pygame.event.get()
            self.surface = self.window.get_surface()
        if self.app.step(FRAME_S, events, self.surface) and self.display is not None:
            self.window.flip()

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
        self._table(host, events)
        self._step()
        while name not in self.begun:
            self._step()
        return self._frames(self._go_on, FRAMES, EVERY)

    def _frames(self, step: Callable[[int], None], count: int, every: int) -> pygame.Surface:
        frames = []
        for number in range(count):
            if number % every == 0:
                frames.append(self._picture())
            step(number)
        return sheet(frames)

    def _picture(self) -> pygame.Surface:
        """What is seen now."""
        if self.display is None:
            return self.surface.copy()
        time.sleep(PRESENT_S)
        found = self.display.picture().subsurface(self.surface.get_rect())
        found.set_alpha(None)  # the fourth byte of a pixel on the screen means nothing
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Film the moments of every title.")
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("--size", default="1280x720", metavar="WxH")
    parser.add_argument("--only", default="", metavar="WORD", help="only moments whose file name contains it")
    parser.add_argument("--calm", action="store_true", help="with less motion")
    parser.add_argument("--window", action="store_true", help="in a real window, on a virtual screen")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        display = stack.enter_context(open_display()) if arguments.window else None
        if display is not None:
            os.environ |= {"DISPLAY": display.name, "SDL_VIDEODRIVER": "x11"}
        pygame.display.init()
        pygame.font.init()
        return film_titles(arguments, display)


def film_titles(arguments: argparse.Namespace, display: Display | None) -> int:
    if display is None:
        pygame.display.set_mode((16, 16))
    width, height = map(int, arguments.size.split("x"))
    arguments.out.mkdir(parents=True, exist_ok=True)
    missing: list[str] = []
    for title, spec in catalog.titles().items():
        if not isinstance(spec, Spec):
            continue
        moments = look_file.load_look(spec).moments
        names = {moment.name for moment in moments if arguments.only in f"{title}-{moment.name}"}
        camera = Camera((width, height), arguments.calm, display)
        for films in (camera.film(spec, names), camera.film_table(spec) if not arguments.only else ()):
            for name, picture in films:
                pygame.image.save(picture, arguments.out / f"{title}-{name}-{width}.png")
                print(f"{title}-{name}", flush=True)
        camera.close()
        missing += [f"{title}-{name}" for name in sorted(names)]
    print(f"not seen in {MATCHES} matches: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
