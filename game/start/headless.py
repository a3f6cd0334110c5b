"""The application without a visible window: draws a match of bots into picture files. The self-test uses it too."""

from __future__ import annotations

import io
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.ai.worker import Worker
from game.data import catalog
from game.disk import files
from game.disk.settings import Settings
from game.engine.spec import Spec
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.start.app import App
from game.start.prepare import write_problem
from game.ui.audio import Audio
from game.ui.scene import Scene

SIZE_PX = (1280, 720)
FRAME_S = 1 / 60
MATCH_LIMIT_S = 120.0
"""Time after which a match on a very slow machine is stopped."""
PICTURE_NAME = "mallow-"
"""The beginning of the names of the pictures. A number follows."""
BOT_LEVEL = "beginner"
PLAYER_NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eli", "Fay")


class HeadlessScreen:
    """The application on the surface of a window or, without a window, on its own surface."""

    def __init__(
        self, settings: Settings, window: pygame.Window | None = None, size: tuple[int, int] = SIZE_PX
    ) -> None:
        if window is None:
            os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
            pygame.display.init()
            pygame.font.init()
            pygame.display.set_mode((16, 16))
        self._window = window
        self._own_surface = pygame.Surface(size)
        self.app = App(self.surface.get_size(), settings, None, Audio())

    @property
    def surface(self) -> pygame.Surface:
        return self._window.get_surface() if self._window else self._own_surface

    @property
    def top(self) -> Scene:
        return self.app.stack[-1]

    def begin(self, scene: Scene) -> None:
        self.app.begin(scene)
        self.step()

    def step(self, dt: float = FRAME_S, *events: pygame.Event) -> None:
        seen = pygame.event.get() if self._window else []
        drew = self.app.step(dt, [*(event for event in seen if event.type != pygame.QUIT), *events], self.surface)
        if drew and self._window:
            self._window.flip()

    def step_until(self, done: Callable[[], bool], limit_s: float = MATCH_LIMIT_S, dt: float = 0.1) -> bool:
        """Run frames of `dt` seconds until `done`. False after `limit_s` of real time, which bots need to think."""
        end = time.monotonic() + limit_s
        while not done():
            if time.monotonic() > end or not self.app.running:
                return False
            self.step(dt)
            time.sleep(0.001)
        return True

    def press(self, name: str) -> None:
        code = pygame.key.key_code(name)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.step(FRAME_S, pygame.Event(kind, key=code, mod=0, unicode="", scancode=0))

    def save(self, path: Path) -> None:
        """Save what is shown. OSError with the name of the file if it cannot be written; pygame would not tell."""
        self.top.dirty = True
        self.step()
        data = io.BytesIO()
        pygame.image.save(self.surface, data, path.name)
        try:
            files.write(path, data.getvalue())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None

    def close(self) -> None:
        self.app.close()
        self.app.audio.close()
        pygame.quit()


def make_setup(spec: Spec, people: int = 0, live: bool = False) -> Setup:
    """A match with three seats, if the title allows it: `people` persons, the rest bots."""
    seats = min(max(3, spec.seats[0]), spec.seats[-1])
    chairs = [Chair(PLAYER_NAMES[seat], "" if seat < people else BOT_LEVEL) for seat in range(seats)]
    return Setup(spec.title, tuple(chairs), live=live)


def run(settings: Settings, data_folder: Path) -> tuple[str, Path]:
    """Play one match between bots. Returns the name of its title and the folder with the pictures."""
    folder = _picture_folder(data_folder)
    spec = next(spec for spec in catalog.titles().values() if isinstance(spec, Spec))
    worker = Worker()
    screen = HeadlessScreen(settings.with_changes(speed="off", effects=0, music=0, fullscreen=False))
    try:
        worker.wait_until_ready()
        host = Host(make_setup(spec), worker, time.time_ns())
        screen.begin(scenes.make_table(host))
        _save_pictures(screen, host, folder)
        return screen.app.kit.texts(f"{spec.title}.name"), folder
    finally:
        worker.stop()
        screen.close()


def _picture_folder(data_folder: Path) -> Path:
    """The folder for pictures: beside the settings, or a temporary one if that cannot be written."""
    folder = data_folder / "pictures"
    if write_problem(folder):
        folder = Path(tempfile.mkdtemp(prefix="mallow-"))
    for old in folder.glob(f"{PICTURE_NAME}[0-9][0-9].png"):  # others may be somebody’s own
        old.unlink()
    return folder


def _save_pictures(screen: HeadlessScreen, host: Host, folder: Path) -> None:
    """Save pictures of the beginning, of some turns (rarer and rarer), of the end and of the score."""
    table = screen.top
    shots, due = 0, 0
    while not host.over:
        if screen.top is not table:
            screen.press("return")
        elif host.turn >= due:
            screen.save(folder / f"{PICTURE_NAME}{shots:02}.png")
            shots, due = shots + 1, host.turn + max(1, host.turn // 2)
        at = host.turn
        if not screen.step_until(lambda at=at: host.turn != at or screen.top is not table):  # type: ignore[misc]
            break
    screen.save(folder / f"{PICTURE_NAME}{shots:02}.png")
    if screen.step_until(lambda: screen.top is not table, limit_s=5.0):
        screen.step_until(lambda: False, limit_s=0.5)
        screen.save(folder / f"{PICTURE_NAME}{shots + 1:02}.png")
