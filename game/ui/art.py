"""Pictures from SVG files, rasterised at the size that is needed and cached."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

import pygame

from game import paths

CACHE_LIMIT_BYTES = 128 * 2**20
"""Size of the cache of pictures."""
MIN_CACHED_WINDOWS = 8
"""The cache has room for at least this many pictures as big as the window: plates, cards, a page of the rule book."""
AHEAD_SHARE = 0.6
"""Pictures are made ahead of their use up to this share of the cache. The rest is for what a match needs."""
Recolour = Mapping[str, str]


def assets_folder() -> Path:
    return paths.resource_folder() / "assets"


@cache
def all_avatars() -> tuple[str, ...]:
    """All avatars that have pictures."""
    names = sorted(file.stem.removesuffix("_calm") for file in (assets_folder() / "avatars").glob("*_calm.svg"))
    return tuple(names) or ("nobody",)


class Art:
    """The cache of all pictures. A missing or damaged file gives a plain rectangle and a line in `troubles`."""

    def __init__(self, limit: int = CACHE_LIMIT_BYTES) -> None:
        self._pictures: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._limit = limit
        self._kept: dict[object, pygame.Surface] = {}
        """Pictures that are never dropped to make room."""
        self.dropped = 0
        """The number of pictures that were dropped to make room."""
        self._ahead: dict[object, DrawnAhead] = {}
        """Pictures that threads draw, until they are used."""
        self._sources: dict[str, str | None] = {}
        self.troubles: list[str] = []

    def image(self, name: str, size: tuple[int, int], colours: Recolour | None = None) -> pygame.Surface:
        """A file of assets/, such as "icons/pause.svg"; `colours` replaces placeholder colours in it."""
        size = max(1, size[0]), max(1, size[1])
        key = ("file", name, size, tuple(colours.items()) if colours else ())
        picture = self.get(key)
        if picture is None:
            ahead = self._ahead.pop(key, None)
            picture = ahead.picture() if ahead is not None else None
            picture = self.put(key, picture or self._load(name, size, colours or {}))
        return picture

    def draw_ahead(self, name: str, size: tuple[int, int]) -> None:
        """Begin to draw a picture in a thread. `image` takes it from there."""
        key = ("file", name, size, ())
        if key not in self._pictures and key not in self._ahead:
            self._ahead[key] = DrawnAhead(self, name, size)

    def uncached_image(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """The same without the cache, for a picture that is used only once."""
        return self._load(name, (max(1, size[0]), max(1, size[1])), {})

    def has_file(self, name: str) -> bool:
        return (assets_folder() / name).is_file()

    def aspect_ratio(self, name: str) -> float:
        """Width of a picture divided by its height, from its file."""
        box = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', self._source(name) or "")
        return float(box[1]) / float(box[2]) if box else 1.0

    def svg_image(self, svg: str, size: tuple[int, int]) -> pygame.Surface:
        """A picture from SVG text that the program has written."""
        size = max(1, size[0]), max(1, size[1])
        key = ("own", svg, size)
        return self.get(key) or self.put(key, _rasterise(svg, size))

    @property
    def has_room(self) -> bool:
        """Whether pictures can be made ahead of their use without pushing others out of the cache."""
        return self._bytes < self._limit * AHEAD_SHARE

    def get(self, key: object) -> pygame.Surface | None:
        """A picture of the cache; None if it is not there."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture or self._kept.get(key)

    def put(self, key: object, picture: pygame.Surface) -> pygame.Surface:
        self._pictures[key] = picture
        self._bytes += _size_bytes(picture)
        while self._bytes > self._limit and len(self._pictures) > 1:
            _, old = self._pictures.popitem(last=False)
            self._bytes -= _size_bytes(old)
            self.dropped += 1
        return picture

    def keep(self, key: object, picture: pygame.Surface) -> pygame.Surface:
        """Put a picture in the cache that is dropped only when the window changes its size: a background, which takes
        too long to draw again."""
        self._kept[key] = picture
        return picture

    def _load(self, name: str, size: tuple[int, int], colours: Recolour) -> pygame.Surface:
        source = self._source(name)
        if source is not None:
            for placeholder, colour in colours.items():
                source = source.replace(placeholder, colour)
            try:
                return _rasterise(source, size)
            except pygame.error as error:
                self._complain(name, str(error))
        return _placeholder(size)

    def _source(self, name: str) -> str | None:
        if name not in self._sources:
            try:
                self._sources[name] = (assets_folder() / name).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                self._sources[name] = None
                self._complain(name, getattr(error, "strerror", None) or "damaged")
        return self._sources[name]

    def _complain(self, name: str, trouble: str) -> None:
        self.troubles.append(f"assets/{name}: {trouble}")

    def clear(self, window: tuple[int, int] = (0, 0)) -> None:
        """Empty the cache before the window changes its size. A very large window gets a larger cache."""
        self._pictures.clear()
        self._kept.clear()
        self._ahead.clear()
        self._bytes = 0
        self._limit = max(CACHE_LIMIT_BYTES, MIN_CACHED_WINDOWS * window[0] * window[1] * 4)


class DrawnAhead:
    """A picture of a file that a thread draws, while something else is done."""

    def __init__(self, art: Art, name: str, size: tuple[int, int]) -> None:
        self._found: list[pygame.Surface] = []
        self._thread = threading.Thread(target=lambda: self._found.append(art.uncached_image(name, size)), daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def picture(self) -> pygame.Surface | None:
        """The picture. Waits for the thread; None if it has failed."""
        self._thread.join()
        return self._found[0] if self._found else None


def _size_bytes(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4


def _rasterise(source: str, size: tuple[int, int]) -> pygame.Surface:
    return pygame.image.load_sized_svg(BytesIO(source.encode()), size).convert_alpha()


def _placeholder(size: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(picture, (160, 140, 150, 160), picture.get_rect(), border_radius=max(2, min(size) // 8))
    return picture
