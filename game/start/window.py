"""The real window: opens it, runs the application sixty times a second, and shows what was drawn."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "mallow")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
if sys.platform == "linux" and not Path("/dev/dri").exists():
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # without a GPU a detour over textures is slower

import pygame

from game import paths
from game.disk import files
from game.disk.settings import Settings
from game.start.prepare import load_settings
from game.ui.art import Art, assets_folder
from game.ui.audio import Audio, silence_stderr
from game.ui.background import background_picture, draw_background_ahead
from game.words.locale import Texts, system_language

if TYPE_CHECKING:
    from game.ai.worker import Worker
    from game.start.app import App
    from game.ui.gamepad import Gamepads
    from game.ui.kit import Kit

WINDOW_TITLE = "Mallow"
FRAMES_PER_S, HIDDEN_FRAMES_PER_S = 60, 10
"""Frames per second, and those of a minimised window. A frame draws only what has changed."""
MAX_FRAME_S = 0.1
"""Longest time step of a frame, so that nothing jumps after the machine has slept."""
MIN_SIZE_PX = (640, 360)
TITLE_BAR_PX, BORDER_PX = 40, 8
"""The most that a window manager adds above a window and at each side."""
SCREENLESS_DRIVERS = ("dummy", "offscreen")
"""Video drivers of SDL that have no screen."""


def run(arguments: Namespace) -> int:
    """Run the program until the window is closed. Without a display: play in the terminal, or draw a match of bots."""
    first_start = not files.exists(paths.settings_file(arguments.data or paths.data_folder()))
    settings, data_folder, notice = load_settings(arguments)
    window = open_window(settings)
    if window is None:
        return run_without_display(settings, data_folder)
    size, file, art = window.get_surface().get_size(), paths.settings_file(data_folder), Art()
    background = draw_background_ahead(art, size, "menu")
    from game.ai.worker import Worker  # imported late, while the background is drawn
    from game.disk.store import Store
    from game.start import scenes
    from game.start.app import App
    from game.ui.gamepad import Gamepads
    from game.words.message import Message

    worker, store = Worker(), Store(data_folder)
    app = App(size, settings, file, Audio(), preferred_languages(), art)
    if notice:
        app.notices.show(Message("error.notice", {"problem": notice}))
    app.set_fullscreen = lambda on: window.set_fullscreen(True) if on else window.set_windowed()
    app.idle_work = partial(begin_rehearsal, app, worker)
    pads = Gamepads(app.reader.pads)
    try:
        app.new_save_trouble, app.unsaved_problem = store.new_trouble, store.unsaved_problem
        app.make_crash_scene = partial(scenes.make_crash_screen, worker, store)
        if arguments.lesson:
            app.begin(scenes.make_lesson(worker, store, arguments.lesson, app.kit.texts))
        else:
            app.begin(scenes.make_first_scene(worker, store, first_start))
        background_picture(app.kit, size, "menu", background)
        run_loop(window, app, pads, worker)
    finally:
        app.close()
        store.close()
        worker.stop()
        pads.close()
        app.audio.close()
        window.destroy()
        pygame.quit()
    return 0


def begin_rehearsal(app: App, worker: Worker, kit: Kit) -> None:
    """The first idle work: import what lays tables, so that the menu does not wait for it."""
    from game.start.rehearsal import Rehearsal

    app.idle_work = Rehearsal(worker).work


def open_window(settings: Settings) -> pygame.Window | None:
    """The window, or None if there is no screen."""
    try:
        with silence_stderr():
            pygame.display.init()
        if pygame.display.get_driver() in SCREENLESS_DRIVERS:
            raise pygame.error("no screen")
        window = pygame.Window(WINDOW_TITLE, fitting_size(settings.window, desktop_size()), resizable=True)
    except (pygame.error, IndexError):
        pygame.display.quit()
        return None
    window.minimum_size = MIN_SIZE_PX
    with contextlib.suppress(pygame.error, OSError):
        window.set_icon(pygame.image.load_sized_svg(str(assets_folder() / "icons" / "app.svg"), (128, 128)))
    if settings.fullscreen:
        window.set_fullscreen(True)
    pygame.font.init()
    window.get_surface()
    return window


def preferred_languages() -> list[str]:
    """The languages of the system as pygame reports them, the best first."""
    try:
        found = pygame.system.get_pref_locales()
    except (pygame.error, AttributeError):  # an older pygame
        return []
    return ["-".join(filter(None, (one["language"], one.get("country")))) for one in found]


def desktop_size() -> tuple[int, int]:
    """Size of the first screen, without its task bar if pygame can tell. IndexError if there is no screen."""
    usable = getattr(pygame.display, "get_desktop_usable_bounds", None)
    wide, high = usable()[0].size if usable is not None else pygame.display.get_desktop_sizes()[0]
    return wide, high


def fitting_size(wanted: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """The wanted size of a window, reduced to fit on the desktop with its frame, but at least MIN_SIZE_PX.

    A new window is centred on the desktop, by some systems with its title bar and by some without. So the height
    of a title bar is kept free above and below.
    """
    room = desktop[0] - 2 * BORDER_PX, desktop[1] - 2 * TITLE_BAR_PX
    return max(min(wanted[0], room[0]), MIN_SIZE_PX[0]), max(min(wanted[1], room[1]), MIN_SIZE_PX[1])


def run_loop(window: pygame.Window, app: App, pads: Gamepads, worker: Worker) -> None:
    """The main loop. A frame is shown only if something was drawn."""
    clock = pygame.Clock()
    size, hidden, first = app.kit.settings.window, False, True
    while app.running:
        dt = min(clock.tick(HIDDEN_FRAMES_PER_S if hidden else FRAMES_PER_S) / 1000, MAX_FRAME_S)
        events = pygame.event.get()
        pads.watch(events)
        for event in events:
            if event.type == pygame.WINDOWRESIZED and not app.kit.settings.fullscreen:
                size = event.x, event.y
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED):
                hidden = event.type == pygame.WINDOWMINIMIZED
        if app.step(dt, events, window.get_surface()) and app.painted:
            window.flip()
            if first:
                worker.start()  # after the first frame, so that the first bot answers sooner
                first = False
    if size != app.kit.settings.window:
        app.change(app.kit.settings.with_changes(window=size))


def run_without_display(settings: Settings, data_folder: Path) -> int:
    """Play in the terminal or draw a match of bots, and print what happens instead of a window."""
    texts, _ = Texts.load_or_english(settings.language or system_language())
    if all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        print(f"mallow: {texts('start.terminal')}")
        from game import text_mode

        return text_mode.run(settings, data_folder)
    from game.start import headless

    title, folder = headless.run(settings, data_folder)
    print(f"mallow: {texts('start.pictures', title=title, folder=folder)}")
    return 0
