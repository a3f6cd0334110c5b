"""Decodes an Ogg Vorbis file in short parts.

SDL's mixer is locked while it decodes: no sound begins, and a thread that begins one waits. A piece of music takes a
tenth of a second at once, but a few milliseconds in parts. An Ogg file consists of pages, and a page can be decoded if
the header pages and the page before stand before it.
"""

from __future__ import annotations

import contextlib
import io
import struct
import time
from dataclasses import dataclass
from pathlib import Path

import pygame

PAGES_PER_PART = 4
"""About two seconds of music."""
PAUSE_S = 0.001
"""Time between two parts. In it a sound that waits for the mixer can begin."""
FRAME_BYTES, FRAMES_LIMIT = 4, 10 * 60 * 44100
"""Two channels of 16 bits; ten minutes."""
PAGE_HEAD = struct.Struct("<4sBBqIIIB")
"""Signature, version, flags, position in frames at its end, serial number, number of the page, checksum, segments."""
CONTINUED, CHANNELS_AT, RATE_AT = 1, 39, 40
"""Flag of a page that begins within a packet; the bytes of the file that say the number of channels and the rate."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the file, and the position in the music at its end, in frames."""

    data: bytes
    end: int
    is_continued: bool


def read_sound(file: Path) -> pygame.mixer.Sound:
    """The sound in a file. It is decoded at once if it cannot be cut, or if the mixer plays at another rate."""
    data = file.read_bytes()
    heads, parts = cut_into_parts(split_pages(data))
    if parts and _format(data) == pygame.mixer.get_init():
        with contextlib.suppress(ValueError):  # a part is shorter than its pages say
            return pygame.mixer.Sound(buffer=_decode(heads, parts))
    return pygame.mixer.Sound(file=io.BytesIO(data))


def split_pages(data: bytes) -> list[Page]:
    """The pages of an Ogg file. Empty if it is damaged."""
    pages, at = list[Page](), 0
    while at + PAGE_HEAD.size <= len(data):
        signature, _, flags, end, _, _, _, segments = PAGE_HEAD.unpack_from(data, at)
        body = at + PAGE_HEAD.size + segments
        after = body + sum(data[at + PAGE_HEAD.size : body])
        if signature != b"OggS" or after > len(data):
            return []
        pages.append(Page(data[at:after], end, bool(flags & CONTINUED)))
        at = after
    return pages if at == len(data) else []


def cut_into_parts(pages: list[Page]) -> tuple[bytes, list[list[Page]]]:
    """The header pages, and the others in parts. No parts if the pages are not as they should be."""
    heads = [page for page in pages if page.end == 0]
    played = pages[len(heads) :]
    ends = [page.end for page in played]
    ordered = bool(heads and ends) and pages[: len(heads)] == heads and ends == sorted(set(ends))
    if not ordered or not 0 < ends[-1] <= FRAMES_LIMIT or any(page.is_continued for page in played):
        return b"", []
    parts = [played[first : first + PAGES_PER_PART] for first in range(0, len(played), PAGES_PER_PART)]
    return b"".join(page.data for page in heads), parts


def _format(data: bytes) -> tuple[int, int, int]:
    """Rate, sample format and channels as the mixer names them, if the mixer plays the file as it is."""
    return int.from_bytes(data[RATE_AT : RATE_AT + 4], "little"), -16, data[CHANNELS_AT]


def _decode(heads: bytes, parts: list[list[Page]]) -> memoryview:
    """The music as samples. A part is decoded together with the page before, and only what is new is kept."""
    samples, done, before = memoryview(bytearray(parts[-1][-1].end * FRAME_BYTES)), 0, b""
    for part in parts:
        coded = heads + before + b"".join(page.data for page in part)
        raw = pygame.mixer.Sound(file=io.BytesIO(coded)).get_raw()
        end, before = part[-1].end * FRAME_BYTES, part[-1].data
        samples[done:end] = raw[done - end :]
        done = end
        time.sleep(PAUSE_S)
    return samples
