"""The icon of the program in every form that a system asks for, drawn from its one SVG.

`python -m tests.tools.icons FOLDER`
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from PIL import Image

SOURCE = Path(__file__).parents[2] / "assets" / "icons" / "app.svg"
WINDOWS = (16, 20, 24, 32, 40, 48, 64, 128, 256)
MAC = (32, 64, 128, 256, 512, 1024)
LINUX = (16, 24, 32, 48, 64, 128, 256, 512)


def drawn(size: int) -> Image.Image:
    """Rasterised at its own size: a small icon is not a large one made smaller."""
    surface = pygame.image.load_sized_svg(str(SOURCE), (size, size))
    return Image.frombytes("RGBA", (size, size), pygame.image.tobytes(surface, "RGBA"))


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    large = drawn(max(MAC))
    drawn(max(WINDOWS)).save(
        folder / "mallow.ico", sizes=[(size, size) for size in WINDOWS], append_images=[drawn(s) for s in WINDOWS[:-1]]
    )
    large.save(folder / "mallow.icns", append_images=[drawn(size) for size in MAC[:-1]])
    for size in LINUX:
        drawn(size).save(folder / f"mallow-{size}.png", optimize=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
