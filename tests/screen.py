"""Drives the application without a window: it runs on a surface, by simulated clicks, keys and frames."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.disk.settings import Settings
from game.start.app import App
from game.ui import art
from game.ui.book.rules import PageStop
from game.ui.dials import Slider
from game.ui.form import Form
from game.ui.input import BUTTON_NAMES
from game.ui.scene import Scene
from game.ui.screens.lessons import LessonOffer
from game.ui.widgets import Stepper, Widget

FRAME_S = 1 / 60
FRAME_LIMIT = 300_000
"""Only a screen that hangs needs this many frames. They take minutes."""
CACHE_LIMIT_BYTES = 64 * 2**20
"""Size of the cache of pictures for all windows of a test run. Drawing them takes most of its time."""
ENGLISH = Settings(language="en", effects=0, music=0)
BUTTON_CODES = {name: number for number, name in BUTTON_NAMES.items()}
Kind = TypeVar("Kind", bound=Widget)


class RasterCache:
    """Rasterises each picture once, and returns copies."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, tuple[int, int]], pygame.Surface] = OrderedDict()
        self._bytes = 0

    def __call__(self, source: str, size: tuple[int, int]) -> pygame.Surface:
        key = source, size
        if key not in self._kept:
            self._kept[key] = _original_rasterise(source, size)
            self._bytes += art._size_bytes(self._kept[key])
            while self._bytes > CACHE_LIMIT_BYTES and len(self._kept) > 1:
                self._bytes -= art._size_bytes(self._kept.popitem(last=False)[1])
        self._kept.move_to_end(key)
        return self._kept[key].copy()


_original_rasterise = art._rasterise
art._rasterise = RasterCache()


class Driver:
    """Does what a person can do: `click`, `key`, `button`, `write`. Widgets are found by their names."""

    def __init__(
        self, scene: Scene, size: tuple[int, int] = (1280, 720), settings: Settings = ENGLISH, keep: Path | None = None
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((16, 16))
        self.surface = pygame.Surface(size)
        self.app = App(size, settings, keep)
        self.app.begin(scene)
        self.frames(1)

    @property
    def top(self) -> Any:
        """The scene on top; None after the last scene was removed."""
        return self.app.stack[-1] if self.app.stack and self.app.running else None

    def shows(self, kind: type[Scene]) -> bool:
        """Whether a scene of this kind is on top."""
        return isinstance(self.top, kind)

    @property
    def kit(self) -> Any:
        return self.app.kit

    # Time

    def step(self, *events: pygame.Event, dt: float = FRAME_S) -> bool:
        return self.app.step(dt, events, self.surface)

    def frames(self, count: int, dt: float = FRAME_S) -> None:
        for _ in range(count):
            self.step(dt=dt)

    def until(self, done: Callable[[], bool], what: str, dt: float = FRAME_S) -> None:
        """Run frames until `done` is true. `what` is the name of the event in the error message."""
        for _ in range(FRAME_LIMIT):
            if done():
                return
            self.step(dt=dt)
            self.rest()
        raise AssertionError(f"waited in vain for {what}")

    def rest(self) -> None:
        """Called between two frames of a wait, so that other processes can work."""

    def resize(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self.frames(12)

    # Pointer

    def widget(self, name: str) -> Widget:
        scene = self.top
        assert isinstance(scene, Form), f"{scene} has no widgets"
        found = [widget for widget in scene.all_widgets if widget.name == name]
        assert len(found) == 1, f"{len(found)} widgets {name!r} among {[w.name for w in scene.tab_stops]}"
        return found[0]

    def widget_of(self, kind: type[Kind], name: str) -> Kind:
        """The same, for a widget that has to be of a kind."""
        found = self.widget(name)
        assert isinstance(found, kind)
        return found

    def has(self, name: str) -> bool:
        return any(widget.name == name for widget in self.top.tab_stops)

    def click(self, name: str, across: float = 0.5) -> None:
        """Click a widget, after scrolling to it, at the share `across` of its width; a stepper on its right arrow."""
        widget = self.widget(name)
        self._scroll_to(widget)
        at = self.top.screen_rect(widget)
        if isinstance(widget, Slider):
            at = widget.slider_rect(self.top.kit).move(0, at.top - widget.rect.top)
        elif isinstance(widget, Stepper):
            at, across = widget.value_rect(at), 0.95 if across == 0.5 else across
        self.click_at((round(at.left + at.width * across), at.centery))

    def open_title(self, title: str) -> None:
        """Click the box of a title, and play: the first time it asks whether to learn instead."""
        self.click(title)
        if self.shows(LessonOffer):
            self.click("play")

    def click_at(self, pos: tuple[int, int]) -> None:
        self.move(pos)
        self.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
        self.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))

    def move(self, pos: tuple[int, int]) -> None:
        self.step(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False))

    def hover(self, name: str) -> None:
        self.move(self.top.screen_rect(self.widget(name)).center)

    def wheel(self, amount: int) -> None:
        self.step(pygame.Event(pygame.MOUSEWHEEL, x=0, y=amount, precise_y=float(amount)))

    def _scroll_to(self, widget: Widget) -> None:
        scene = self.top
        if scene.viewport is None or widget not in scene.scrolled_widgets:
            return
        for _ in range(200):
            before, at = scene.scroll_px, scene.screen_rect(widget)
            if scene.viewport.collidepoint(at.center):
                return
            self.wheel(1 if at.centery < scene.viewport.top else -1)
            assert scene.scroll_px != before, f"cannot scroll to {widget.name}"

    # Keys and buttons

    def key(self, name: str, mod: int = 0) -> None:
        """A key by the name pygame gives it, down and up, with the letter it writes."""
        code = pygame.key.key_code(name)
        letter = " " if name == "space" else name if len(name) == 1 else ""
        events = [pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=letter, scancode=0)]
        if letter:
            events.append(pygame.Event(pygame.TEXTINPUT, text=letter))
        self.step(*events)
        self.step(pygame.Event(pygame.KEYUP, key=code, mod=mod, unicode=letter, scancode=0))

    def keys(self, *names: str) -> None:
        for name in names:
            self.key(name)

    def write(self, text: str) -> None:
        for letter in text:
            self.step(pygame.Event(pygame.TEXTINPUT, text=letter))

    def button(self, name: str) -> None:
        """A button of a gamepad."""
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.step(pygame.Event(kind, button=BUTTON_CODES[name], instance_id=0))

    def show_ring(self) -> None:
        """Show the focus ring, as the first press of a key does."""
        if not self.top.ring_shown:
            self.key("tab")

    def walk_to(self, name: str, most: int = 200) -> None:
        """Move the focus to a widget by Tab alone."""
        self.show_ring()
        for _ in range(most):
            if self.top.focus == name:
                return
            self.key("tab")
        raise AssertionError(f"Tab does not reach {name}")

    # Looking

    def save(self, path: Path | str) -> None:
        self.top.dirty = True
        self.frames(1)
        pygame.image.save(self.surface, str(path))

    @property
    def shown_texts(self) -> set[str]:
        """All texts on the screen. Numbers are left out, because cards that are not shown yet have them, too."""
        self.kit.fonts._pictures.clear()
        self.kit.fonts._blocks.clear()
        self.top.dirty = True
        self.frames(1)
        return {text for text, *_ in self.kit.fonts._pictures if any(map(str.isalpha, text))}

    @property
    def overflows(self) -> list[str]:
        return list(self.kit.fonts.overflows)


def layout_problems(scene: Form, size: tuple[int, int]) -> list[str]:
    """Problems of widgets that can be pressed: they overlap, or lie outside the window or the viewport."""
    window = pygame.Rect((0, 0), size)
    troubles = []
    stops = [stop for stop in scene.tab_stops if not isinstance(stop, PageStop)]
    for index, one in enumerate(stops):
        if one in scene.scrolled_widgets:
            assert scene.viewport is not None
            if one.rect.left < scene.viewport.left or one.rect.right > scene.viewport.right:
                troubles.append(f"{one.name} is beside its port")
        elif not window.contains(one.rect):
            troubles.append(f"{one.name} is outside the window")
        for other in stops[index + 1 :]:
            together = (one in scene.scrolled_widgets) == (other in scene.scrolled_widgets)
            if together and one.rect.colliderect(other.rect):
                troubles.append(f"{one.name} lies on {other.name}")
            elif not together and scene.viewport is not None:
                still = other if one in scene.scrolled_widgets else one
                if scene.viewport.colliderect(still.rect):
                    troubles.append(f"{still.name} lies on the scrolling part")
    return troubles
