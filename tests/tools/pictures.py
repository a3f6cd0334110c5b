"""The pictures of the README: the menu, a table of every title, and one trick in motion. Needs Pillow.

    python -m tests.tools.pictures
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
from PIL import Image

from game.start.scenes import make_menu
from game.titles import TITLES
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver
from tests.table import QUICK, TableDriver

FOLDER = Path(__file__).parent.parent.parent / "assets" / "pictures"
SIZE, SHOWN = (1920, 1080), (960, 540)
SMALL = (640, 360)
RATE = 20
SEATS = dict(zip(TITLES, (4, 2, 3, 4), strict=True))
MOVES = dict(zip(TITLES, (5, 6, 3, 4), strict=True))


def image(surface: pygame.Surface, size: tuple[int, int]) -> Image.Image:
    data = pygame.image.tobytes(surface, "RGB")
    return Image.frombytes("RGB", surface.get_size(), data).resize(size, Image.Resampling.LANCZOS)


def still(driver: Driver) -> Image.Image:
    driver.app.captions.update(60)
    driver.top.dirty = True
    driver.step(dt=0.0)
    return image(driver.surface, SHOWN)


def decided(table: TableDriver, moves: int) -> None:
    """Until a person is asked for the so-manieth time."""
    while moves >= 0:
        table.wait()
        if table.top is not table.table:
            table.answer()
        elif moves:
            table.choose()
            moves -= 1
        else:
            return


def trick() -> list[Image.Image]:
    """One trick, from the own card to the next lead."""
    settings = replace(ENGLISH, captions=False)
    table = TableDriver(
        "marshmallow_test", 3, worker=InlineWorker(), settings=settings, size=(1280, 720)
    )
    decided(table, 1)
    table.choose()
    frames = []
    taken = len(table.table.board.stage.facts["history"])
    for _ in range(RATE * 12):
        table.step(dt=1 / RATE)
        frames.append(image(table.surface, SMALL))
        if table.table.asking and len(table.table.board.stage.facts["history"]) > taken:
            break
    return frames + frames[-1:] * RATE


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    still(Driver(make_menu(InlineWorker()), SIZE, ENGLISH)).save(FOLDER / "menu.jpg", quality=86)
    for title in TITLES:
        table = TableDriver(title, SEATS[title], worker=InlineWorker(bot="skilled"), settings=QUICK, size=SIZE, seed=6)
        decided(table, MOVES[title])
        still(table).save(FOLDER / f"{title}.jpg", quality=86)
    first, *rest = trick()
    first.save(
        FOLDER / "trick.webp", save_all=True, append_images=rest, duration=1000 // RATE, loop=0, quality=62, method=4
    )


if __name__ == "__main__":
    main()
