"""Ogg Vorbis files that are the same bytes each time they are made."""

from __future__ import annotations

import io
import zlib

import numpy as np
import soundfile

from tests.tools.sound.synth import RATE, Wave

CHUNK = 8192
"""Longer writes crash libsndfile's Vorbis encoder."""


def ogg(wave: Wave, quality: float) -> bytes:
    """Encoded, with the random number of the Ogg stream replaced by a fixed one."""
    frames = np.atleast_2d(wave).T.astype(np.float32)
    out = io.BytesIO()
    with soundfile.SoundFile(
        out, "w", RATE, frames.shape[1], format="OGG", subtype="VORBIS", compression_level=1 - quality
    ) as file:
        for start in range(0, len(frames), CHUNK):
            file.write(frames[start : start + CHUNK])
    return renumbered(out.getvalue())


def renumbered(data: bytes) -> bytes:
    pages = b""
    for page in data.split(b"OggS\0")[1:]:
        page = b"OggS\0" + page[:9] + b"Mllw" + page[13:17] + bytes(4) + page[21:]
        pages += page[:22] + checksum(page).to_bytes(4, "little") + page[26:]
    return pages


def checksum(page: bytes) -> int:
    """Ogg's CRC-32 is zlib's with the bits the other way round, and without its inversions."""
    mirrored = page.translate(bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256)))
    return int(f"{zlib.crc32(mirrored, 0xFFFFFFFF) ^ 0xFFFFFFFF:032b}"[::-1], 2)
