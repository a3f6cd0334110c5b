"""The icon of the program in every form that a system asks for, drawn from its one SVG.

`python -m tests.tools.icons FOLDER`
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

if TYPE_CHECKING:  # Pillow is installed only for builds
    from PIL import Image

SOURCE = Path(__file__).parents[2] / "assets" / "icons" / "app.svg"
WINDOWS = (16, 20, 24, 32, 40, 48, 64, 128, 256)
MAC = (32, 64, 128, 256, 512, 1024)
LINUX = (16, 24, 32, 48, 64, 128, 256, 512)


def drawn(size: int) -> Image.Image:
    """Rasterised at its own size: a small icon is not a large one made smaller."""
    from PIL import Image

    surface = pygame.image.load_sized_svg(str(SOURCE), (size, size))
    return Image.frombytes("RGBA", (size, size), pygame.image.tobytes(surface, "RGBA"))


def write(folder: Path) -> None:
    """Write all forms. Each file is replaced in one step: the builds for two systems may run at the same time."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as draft:
        _write(Path(draft))
        for file in Path(draft).iterdir():
            file.replace(folder / file.name)


def _write(folder: Path) -> None:
    large = drawn(max(MAC))
    drawn(max(WINDOWS)).save(
        folder / "mallow.ico", sizes=[(size, size) for size in WINDOWS], append_images=[drawn(s) for s in WINDOWS[:-1]]
    )
    large.save(folder / "mallow.icns", append_images=[drawn(size) for size in MAC[:-1]])
    for size in LINUX:
        drawn(size).save(folder / f"mallow-{size}.png", optimize=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
