"""Pictures from SVG, rasterised for the size at hand and kept as long as they are used."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pygame

from game import paths

CACHE_LIMIT_BYTES = 96 * 2**20
"""Size of the cache of pictures."""
MIN_CACHED_WINDOWS = 8
"""The cache has room for at least this many pictures as big as the window: a table, plates, cards."""
Recolour = Mapping[str, str]


def assets() -> Path:
    return paths.home() / "assets"


class Art:
    """All pictures of one window. A file that is missing or damaged gives a plain shape and a line in `troubles`."""

    def __init__(self, limit: int = CACHE_LIMIT_BYTES) -> None:
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._limit = limit
        self._sources: dict[str, str | None] = {}
        self.troubles: list[str] = []

    def image(self, name: str, size: tuple[int, int], colours: Recolour | None = None) -> pygame.Surface:
        """A file of assets/, such as "icons/pause.svg"; `colours` replaces placeholder colours in it."""
        size = max(1, size[0]), max(1, size[1])
        key = ("file", name, size, tuple(colours.items()) if colours else ())
        picture = self._kept.get(key)
        if picture is None:
            picture = self.keep(key, self._load(name, size, colours or {}))
        else:
            self._kept.move_to_end(key)
        return picture

    def fresh(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """The same without keeping it, for what is made into something else at once."""
        return self._load(name, (max(1, size[0]), max(1, size[1])), {})

    def has(self, name: str) -> bool:
        return (assets() / name).is_file()

    def shape(self, name: str) -> float:
        """Width by height of a picture, as its file says."""
        box = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', self._source(name) or "")
        return float(box[1]) / float(box[2]) if box else 1.0

    def drawn(self, svg: str, size: tuple[int, int]) -> pygame.Surface:
        """A shape that the program writes itself."""
        size = max(1, size[0]), max(1, size[1])
        key = ("own", svg, size)
        picture = self._kept.get(key)
        if picture is None:
            picture = self.keep(key, _raster(svg, size))
        else:
            self._kept.move_to_end(key)
        return picture

    def found(self, key: object) -> pygame.Surface | None:
        """A picture that was composed and kept before."""
        picture = self._kept.get(key)
        if picture is not None:
            self._kept.move_to_end(key)
        return picture

    def keep(self, key: object, picture: pygame.Surface) -> pygame.Surface:
        self._kept[key] = picture
        self._bytes += _weight(picture)
        while self._bytes > self._limit and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= _weight(old)
        return picture

    def _load(self, name: str, size: tuple[int, int], colours: Recolour) -> pygame.Surface:
        source = self._source(name)
        if source is not None:
            for placeholder, colour in colours.items():
                source = source.replace(placeholder, colour)
            try:
                return _raster(source, size)
            except pygame.error as error:
                self._complain(name, str(error))
        return _stand_in(size)

    def _source(self, name: str) -> str | None:
        if name not in self._sources:
            try:
                self._sources[name] = (assets() / name).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                self._sources[name] = None
                self._complain(name, getattr(error, "strerror", None) or "damaged")
        return self._sources[name]

    def _complain(self, name: str, trouble: str) -> None:
        self.troubles.append(f"assets/{name}: {trouble}")

    def clear(self, window: tuple[int, int] = (0, 0)) -> None:
        """Before another size of window; a very large one needs more room than usual."""
        self._kept.clear()
        self._bytes = 0
        self._limit = max(CACHE_LIMIT_BYTES, MIN_CACHED_WINDOWS * window[0] * window[1] * 4)


def _weight(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4


def _raster(source: str, size: tuple[int, int]) -> pygame.Surface:
    return pygame.image.load_sized_svg(BytesIO(source.encode()), size).convert_alpha()


def _stand_in(size: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(picture, (160, 140, 150, 160), picture.get_rect(), border_radius=max(2, min(size) // 8))
    return picture


def stretched(picture: pygame.Surface) -> pygame.Surface:
    """With its colours multiplied by alpha, as BLEND_PREMULTIPLIED wants it."""
    return picture.premul_alpha()
