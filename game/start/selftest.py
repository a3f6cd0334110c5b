"""Tries everything out that a package could have lost: files, languages, the worker, a few moves of every title.

Writes pictures and `result.json`; the exit status says whether all of it works.
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
from game.data import catalog, rulebook
from game.disk import files, settings
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.errors import MallowError
from game.engine.os_errors import os_error_text
from game.engine.spec import Spec
from game.play.host import Host
from game.start import scenes, window
from game.start.headless import Screen, setup
from game.ui.art import assets_folder
from game.ui.look import load_look
from game.words import locale

MOVES = 4
KEYS = ("return", "return", "right", "left", "up", "down", "tab")
"""What somebody presses who only wants to get on."""
PATIENCE = 60.0


class Failed(Exception):
    """What does not work, in words."""


def run(out: Path, language: str | None = None) -> int:
    try:
        out.mkdir(parents=True, exist_ok=True)
        trial = Trial(out, language or "en")
        trial.run()
        files.write(out / "result.json", json.dumps(trial.result, indent=1).encode())
    except OSError as error:
        reason = os_error_text(error)
        raise MallowError("nothing can be kept in {folder}: {reason}", folder=out, reason=reason) from None
    for name, check in trial.result["checks"].items():
        print(f"{'ok    ' if check['ok'] else 'FAILED'} {name} ({check['seconds']} s) {check['trouble']}".rstrip())
    return 0 if trial.result["ok"] else 1


class Trial:
    def __init__(self, out: Path, language: str) -> None:
        self._out = out
        self._chosen = Settings(language=language, speed="fast", effects=0, music=0)
        self._worker = Worker()
        self.result: dict[str, Any] = {"version": __version__, "ok": True, "source": paths.from_source(), "checks": {}}

    def files(self) -> None:
        """What needs no screen."""
        self._check("languages", self._languages)
        self._check("titles", self._titles)
        self._check("pictures", self._pictures)
        self._check("settings", self._settings)

    def run(self) -> None:
        self.files()
        opened = window.opened(self._chosen)
        screen = Screen(self._chosen, opened)
        self.result["driver"] = pygame.display.get_driver()
        self.result["window"] = opened is not None
        self._worker.awake()
        try:
            self._check("first screen", lambda: self._first(screen))
            for title, spec in catalog.titles().items():
                if isinstance(spec, Spec):
                    self._check(f"play {title}", partial(self._play, screen, spec))
            self._check("worker", self._one_worker)
            self.result["worker_starts"] = self._worker.starts
        finally:
            self._worker.stop()
            screen.close()

    def _check(self, name: str, try_out: Callable[[], str | None]) -> None:
        """One thing; whatever goes wrong in it is written down and the others are still tried."""
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

    def _languages(self) -> str:
        codes = sorted(file.stem for file in paths.locales().glob("*.yaml"))
        if locale.ENGLISH not in codes:
            raise Failed("English is missing")
        for code in codes:
            locale.read_texts(code)
            locale.read_errors(code)
            for title in catalog.titles():
                rulebook.load(title, code)
        return ", ".join(codes)

    def _titles(self) -> str:
        for spec in catalog.titles().values():
            if not isinstance(spec, Spec):
                raise spec
            load_look(spec)
        return ", ".join(catalog.titles())

    def _settings(self) -> None:
        file = paths.settings_file(self._out / "data")
        settings.save(self._chosen, file)
        if settings.load(file) != (self._chosen, ""):
            raise Failed("settings come back changed")

    def _pictures(self) -> str:
        drawings = sorted(assets_folder().rglob("*.svg"))
        if not drawings:
            raise Failed("there are no pictures")
        for file in drawings:
            pygame.image.load_sized_svg(str(file), (24, 24))
        for title, spec in catalog.titles().items():
            lost = (
                [name for name in wanted(spec) if not (assets_folder() / name).is_file()]
                if isinstance(spec, Spec)
                else []
            )
            if lost:
                raise Failed(f"{title} lacks {', '.join(lost)}")
        for folder, kinds in (("fonts", ("*.ttf", "*.otf")), ("sounds", ("*.ogg",))):
            if not any(file for kind in kinds for file in (assets_folder() / folder).glob(kind)):
                raise Failed(f"there are no {folder}")
        return f"{len(drawings)} drawings"

    def _first(self, screen: Screen) -> None:
        screen.begin(scenes.first(self._worker))
        screen.save(self._out / "title.png")
        screen.key("return")
        screen.save(self._out / "menu.png")
        self._look_fine(screen)

    def _play(self, screen: Screen, spec: Spec) -> str:
        """A person who presses keys, against bots, until some moves are made."""
        host = Host(setup(spec, people=1), self._worker, 1)
        screen.begin(scenes.seated(host))
        table = screen.top
        dice = Dice("keys", spec.title)
        end = time.monotonic() + PATIENCE
        while self._own_moves(host) < MOVES and not host.over:
            if time.monotonic() > end:
                raise Failed(f"after {PATIENCE:.0f} s only {self._own_moves(host)} moves are made")
            if 0 in host.deciders or screen.top is not table:
                screen.key(dice.pick(KEYS) if screen.top is table else "return")
            screen.step(0.1)
            time.sleep(0.001)
        screen.save(self._out / f"{spec.title}.png")
        self._look_fine(screen)
        if host.troubles:
            raise Failed(f"the bots' process: {', '.join(host.troubles)}")
        return f"{self._own_moves(host)} own moves of {len(host.match.log)}"

    def _own_moves(self, host: Host) -> int:
        return sum(entry.seat == 0 and entry.move is not None for entry in host.match.log)

    def _look_fine(self, screen: Screen) -> None:
        troubles = screen.app.kit.art.troubles
        if troubles:
            raise Failed(f"{troubles[0]} and {len(troubles) - 1} more")
        if len(set(_samples(screen.surface))) < 8:
            raise Failed("the picture is empty")

    def _one_worker(self) -> None:
        if self._worker.starts != 1:
            raise Failed(f"the bots' process was started {self._worker.starts} times")


def wanted(spec: Spec) -> Iterator[str]:
    """The drawings a title should have; the table would stand without some of them, and look poor."""
    look, cards = load_look(spec), f"cards/{spec.title}"
    yield from (f"table/{spec.title}.svg", f"boxes/{spec.title}.svg", f"looks/{spec.title}.yaml")
    for suit in spec.suits:
        yield f"{cards}/front_{suit.id}.svg"
        yield f"{cards}/{look.suits[suit.id].mark or f'suit_{suit.id}.svg'}"
        yield f"{cards}/back_{suit.id}.svg" if spec.own_sets else f"{cards}/back.svg"
    yield from (f"{cards}/{drawing}" for drawing in look.art.values())


def _samples(surface: pygame.Surface) -> Iterator[int]:
    wide, high = surface.get_size()
    for x in range(0, wide, 16):
        for y in range(0, high, 16):
            yield surface.get_at_mapped((x, y))
