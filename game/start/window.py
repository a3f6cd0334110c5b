"""The real window: opens it, feeds the application sixty times a second, and shows what it drew."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "mallow")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
if sys.platform == "linux" and not Path("/dev/dri").exists():
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # without a GPU a detour over textures is slower

import pygame

from game import paths
from game.ai.worker import Worker
from game.disk.settings import Settings
from game.disk.store import Store
from game.start import scenes
from game.start.app import App
from game.start.prepare import prepared
from game.ui.art import assets_folder
from game.ui.audio import Audio, silence_stderr
from game.ui.gamepad import Gamepads
from game.words.locale import Texts, system_language
from game.words.message import Message

NAME = "Mallow"
RATE, HIDDEN_RATE = 60, 10
"""Looks a second for something to do; a minimised window needs fewer."""
LONGEST = 0.1
"""Seconds a frame may claim: after a machine has slept nothing shall jump."""
SMALLEST = (640, 360)
TITLE_BAR, BORDER = 40, 8
"""Pixels that a window manager adds at most: above a window, and at each side."""
BLIND = ("dummy", "offscreen")
"""Drivers that have no screen."""


def run(arguments: Namespace) -> int:
    """Until the window is closed. Without a display: in the terminal, or a match of bots as pictures."""
    chosen, data, notice = prepared(arguments)
    window = opened(chosen)
    if window is None:
        return without_display(chosen, data)
    worker, store = Worker(), Store(data)
    size, file = window.get_surface().get_size(), paths.settings_file(data)
    app = App(size, chosen, file, Audio(), preferred_languages())
    if notice:
        app.notices.show(Message("error.notice", {"problem": notice}))
    app.fullscreen = lambda on: window.set_fullscreen(True) if on else window.set_windowed()
    pads = Gamepads(app.reader.pads)
    try:
        app.news, app.rescue = store.news, partial(scenes.rescued, worker, store)
        app.begin(scenes.first(worker, store))
        loop(window, app, pads, worker)
    finally:
        app.close()
        store.close()
        worker.stop()
        pads.close()
        app.audio.close()
        window.destroy()
        pygame.quit()
    return 0


def opened(chosen: Settings) -> pygame.Window | None:
    """The window, or None where there is no screen to open one on."""
    try:
        with silence_stderr():
            pygame.display.init()
        if pygame.display.get_driver() in BLIND:
            raise pygame.error("no screen")
        window = pygame.Window(NAME, fitting_size(chosen.window, desktop_size()), resizable=True)
    except (pygame.error, IndexError):
        pygame.display.quit()
        return None
    window.minimum_size = SMALLEST
    with contextlib.suppress(pygame.error, OSError):
        window.set_icon(pygame.image.load_sized_svg(str(assets_folder() / "icons" / "app.svg"), (128, 128)))
    if chosen.fullscreen:
        window.set_fullscreen(True)
    pygame.font.init()
    window.get_surface()
    return window


def preferred_languages() -> list[str]:
    """The languages of the system as pygame knows them, the best first."""
    try:
        found = pygame.system.get_pref_locales()
    except (pygame.error, AttributeError):  # an older pygame
        return []
    return ["-".join(filter(None, (one["language"], one.get("country")))) for one in found]


def desktop_size() -> tuple[int, int]:
    """Of the first screen, without its task bar if this pygame can tell; IndexError where there is no screen."""
    usable = getattr(pygame.display, "get_desktop_usable_bounds", None)
    wide, high = usable()[0].size if usable is not None else pygame.display.get_desktop_sizes()[0]
    return wide, high


def fitting_size(wanted: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """The wanted size of a window, or less, so that the desktop can show it with its frame; but never too small.

    A new window stands in the middle of the desktop. Some systems centre it without its title bar, others put the
    title bar there and the window below it: so the height of a title bar stays free above and below.
    """
    room = desktop[0] - 2 * BORDER, desktop[1] - 2 * TITLE_BAR
    return max(min(wanted[0], room[0]), SMALLEST[0]), max(min(wanted[1], room[1]), SMALLEST[1])


def loop(window: pygame.Window, app: App, pads: Gamepads, worker: Worker) -> None:
    """Draws when something has changed; between that it only looks for events."""
    clock = pygame.Clock()
    size, hidden, first = app.kit.settings.window, False, True
    while app.running:
        dt = min(clock.tick(HIDDEN_RATE if hidden else RATE) / 1000, LONGEST)
        events = pygame.event.get()
        pads.watch(events)
        for event in events:
            if event.type == pygame.WINDOWRESIZED and not app.kit.settings.fullscreen:
                size = event.x, event.y
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED):
                hidden = event.type == pygame.WINDOWMINIMIZED
        if app.step(dt, events, window.get_surface()):
            window.flip()
            if first:
                worker.start()  # once there is something to see, so that the first bot need not be waited for
                first = False
    if size != app.kit.settings.window:
        app.change(app.kit.settings.but(window=size))


def without_display(chosen: Settings, data: Path) -> int:
    """One line says what happens instead of a window."""
    texts, _ = Texts.load_or_english(chosen.language or system_language())
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        print(f"mallow: {texts('start.terminal')}")
        from game import text_mode

        return text_mode.run(chosen, data)
    from game.start import headless

    title, folder = headless.run(chosen, data)
    print(f"mallow: {texts('start.pictures', title=title, folder=folder)}")
    return 0
