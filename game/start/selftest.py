"""The self-test of a package: checks files, languages, the worker and a few moves of every title.

It writes pictures and `result.json`. The exit status says whether everything works.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game import __version__, paths
from game.ai.worker import Worker
from game.data import catalog, lessons, rulebook_file
from game.disk import files
from game.disk import settings as settings_file
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.errors import MallowError
from game.engine.os_errors import os_error_text
from game.engine.spec import Spec
from game.play.host import Host
from game.start import scenes, window
from game.start.headless import HeadlessScreen, make_setup
from game.ui.art import assets_folder
from game.ui.look_file import load_look, read_look
from game.words import locale, locale_files

MOVES_PER_TITLE = 4
"""Own moves that are made in each title."""
KEYS = ("return", "return", "right", "left", "up", "down", "tab")
"""Keys that are pressed at random to play."""
TITLE_LIMIT_S = 60.0
"""Longest time for the moves of one title."""


class CheckFailed(Exception):
    """A check has failed; its text says what does not work."""


def run(out: Path, language: str | None = None) -> int:
    """Run all checks, write the result into a folder and print it. Returns the exit status."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        trial = SelfTest(out, language or "en")
        trial.run()
        files.write(out / "result.json", json.dumps(trial.result, indent=1).encode())
    except OSError as error:
        reason = os_error_text(error)
        raise MallowError("nothing can be saved in {folder}: {reason}", folder=out, reason=reason) from None
    for name, check in trial.result["checks"].items():
        print(f"{'ok    ' if check['ok'] else 'FAILED'} {name} ({check['seconds']} s) {check['trouble']}".rstrip())
    return 0 if trial.result["ok"] else 1


class SelfTest:
    """All checks and their result."""

    def __init__(self, out: Path, language: str) -> None:
        self._out = out
        self._settings = Settings(language=language, speed="fast", effects=0, music=0)
        self._worker = Worker()
        self.result: dict[str, Any] = {
            "version": __version__,
            "ok": True,
            "source": paths.is_source_tree(),
            "checks": {},
        }

    def check_files(self) -> None:
        """The checks that need no screen."""
        self._run_check("languages", self._check_languages)
        self._run_check("titles", self._check_titles)
        self._run_check("lessons", self._check_lessons)
        self._run_check("pictures", self._check_pictures)
        self._run_check("settings", self._check_settings_file)

    def run(self) -> None:
        self.check_files()
        opened = window.open_window(self._settings)
        screen = HeadlessScreen(self._settings, opened)
        self.result["driver"] = pygame.display.get_driver()
        self.result["window"] = opened is not None
        self._worker.wait_until_ready()
        try:
            self._run_check("first screen", lambda: self._check_first_screens(screen))
            for title, spec in catalog.titles().items():
                if isinstance(spec, Spec):
                    self._run_check(f"play {title}", partial(self._check_title, screen, spec))
            self._run_check("worker", self._check_worker)
            self.result["worker_starts"] = self._worker.starts
        finally:
            self._worker.stop()
            screen.close()

    def _run_check(self, name: str, try_out: Callable[[], str | None]) -> None:
        """Run one check and note its result. After a failure the other checks still run."""
        began = time.monotonic()
        trouble = ""
        try:
            found = try_out()
        except Exception as error:
            trouble, found = f"{type(error).__name__}: {error}", None
        self.result["checks"][name] = {
            "ok": not trouble,
            "trouble": trouble,
            "found": found,
            "seconds": round(time.monotonic() - began, 2),
        }
        self.result["ok"] = self.result["ok"] and not trouble

    # What is tried

    def _check_languages(self) -> str:
        codes = sorted(file.stem for file in paths.locales_folder().glob("*.yaml"))
        if locale.ENGLISH not in codes:
            raise CheckFailed("English is missing")
        for code in codes:
            locale_files.read_texts(code)
            locale_files.read_errors(code)
            for title in catalog.titles():
                rulebook_file.read(title, code)
        return ", ".join(codes)

    def _check_titles(self) -> str:
        for spec in catalog.titles().values():
            if not isinstance(spec, Spec):
                raise spec
            read_look(spec)
        return ", ".join(catalog.titles())

    def _check_lessons(self) -> str:
        ids = lessons.lesson_ids()
        if not ids:
            raise CheckFailed("there are no lessons")
        for lesson_id in ids:
            lessons.load(lesson_id)
        for file in sorted((paths.locales_folder() / "lessons").glob("*.yaml")):
            locale_files.read_lesson_file(file)
        return f"{len(ids)} lessons"

    def _check_settings_file(self) -> None:
        file = paths.settings_file(self._out / "data")
        settings_file.save(self._settings, file)
        if settings_file.load(file) != (self._settings, ""):
            raise CheckFailed("settings come back changed")

    def _check_pictures(self) -> str:
        drawings = sorted(assets_folder().rglob("*.svg"))
        if not drawings:
            raise CheckFailed("there are no pictures")
        for file in drawings:
            pygame.image.load_sized_svg(str(file), (24, 24))
        for title, spec in catalog.titles().items():
            needed = needed_drawings(spec) if isinstance(spec, Spec) else ()
            lost = [name for name in needed if not (assets_folder() / name).is_file()]
            if lost:
                raise CheckFailed(f"{title} lacks {', '.join(lost)}")
        for folder, kinds in (("fonts", ("*.ttf", "*.otf")), ("sounds", ("*.ogg",))):
            if not any(file for kind in kinds for file in (assets_folder() / folder).glob(kind)):
                raise CheckFailed(f"there are no {folder}")
        return f"{len(drawings)} drawings"

    def _check_first_screens(self, screen: HeadlessScreen) -> None:
        screen.begin(scenes.make_title_screen(self._worker))
        screen.save(self._out / "title.png")
        screen.press("return")
        screen.save(self._out / "menu.png")
        self._check_picture(screen)

    def _check_title(self, screen: HeadlessScreen, spec: Spec) -> str:
        """Play a title against bots by pressing keys, until some moves are made."""
        host = Host(make_setup(spec, people=1), self._worker, 1)
        screen.begin(scenes.make_table(host))
        table = screen.top
        dice = Dice("keys", spec.title)
        end = time.monotonic() + TITLE_LIMIT_S
        while self._own_moves(host) < MOVES_PER_TITLE and not host.over:
            if time.monotonic() > end:
                raise CheckFailed(f"after {TITLE_LIMIT_S:.0f} s only {self._own_moves(host)} moves are made")
            if 0 in host.deciders or screen.top is not table:
                screen.press(dice.pick(KEYS) if screen.top is table else "return")
            screen.step(0.1)
            time.sleep(0.001)
        screen.save(self._out / f"{spec.title}.png")
        self._check_picture(screen)
        if host.troubles:
            raise CheckFailed(f"the bots' process: {', '.join(host.troubles)}")
        return f"{self._own_moves(host)} own moves of {len(host.match.log)}"

    def _own_moves(self, host: Host) -> int:
        return sum(entry.seat == 0 and entry.move is not None for entry in host.match.log)

    def _check_picture(self, screen: HeadlessScreen) -> None:
        troubles = screen.app.kit.art.troubles
        if troubles:
            raise CheckFailed(f"{troubles[0]} and {len(troubles) - 1} more")
        if len(set(_sample_pixels(screen.surface))) < 8:
            raise CheckFailed("the picture is empty")

    def _check_worker(self) -> None:
        if self._worker.starts != 1:
            raise CheckFailed(f"the bots' process was started {self._worker.starts} times")


def needed_drawings(spec: Spec) -> Iterator[str]:
    """The drawings that a title should have. The table works without some of them, but looks poor."""
    look, cards = load_look(spec), f"cards/{spec.title}"
    yield from (f"table/{spec.title}.svg", f"boxes/{spec.title}.svg", f"looks/{spec.title}.yaml")
    for suit in spec.suits:
        yield f"{cards}/front_{suit.id}.svg"
        yield f"{cards}/{look.suits[suit.id].mark or f'suit_{suit.id}.svg'}"
        yield f"{cards}/back_{suit.id}.svg" if spec.own_sets else f"{cards}/back.svg"
    yield from (f"{cards}/{drawing}" for drawing in look.art.values())


def _sample_pixels(surface: pygame.Surface) -> Iterator[int]:
    width, height = surface.get_size()
    for x in range(0, width, 16):
        for y in range(0, height, 16):
            yield surface.get_at_mapped((x, y))
