"""Renders every sound of the game into assets/sounds/*.ogg; names as arguments render only those.

Needs numpy and soundfile, at development time only. The same numpy and libsndfile give the same bytes again.
The music is in F major and the notes of the effects are C D F G A, so that the two never clash.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
FOLDER = Path(__file__).parent.parent.parent / "assets" / "sounds"
RATE = 44100
CHUNK = 8192
"""Longer writes crash libsndfile's Vorbis encoder."""
LOUDNESS = -21.0
"""dB of the loudest eighth of a second, weighted like the ear; each effect may ask for more or less."""
CEILING = 0.7
DICE = np.random.default_rng(7)


def hz(name: str) -> float:
    semitone = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "Bb": 1, "B": 2}[name[:-1]]
    return float(440 * 2 ** (semitone / 12 + int(name[-1]) - 4))


def clock(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def soft(wave: Wave, rise: float = 0.003, fall: float = 0.03) -> Wave:
    """Rounded ends, so that nothing clicks."""
    up, down = int(rise * RATE), int(fall * RATE)
    wave = wave.copy()
    wave[:up] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(up) / up)
    wave[-down:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(down) / down)
    return wave


def struck(freq: float, seconds: float, partials: tuple[tuple[float, float, float], ...], ring: float) -> Wave:
    """A struck body: partials as (ratio, strength, share of the ring); high notes ring shorter."""
    t = clock(seconds)
    ring *= (440 / freq) ** 0.4
    return sum(
        (a * np.sin(2 * np.pi * freq * ratio * t) * np.exp(-t / (ring * share)) for ratio, a, share in partials),
        np.zeros_like(t),
    )


def tine(name: str, seconds: float = 0.8, bright: float = 1.0) -> Wave:
    """A kalimba: nearly a sine, a short metallic ping and the thumb's thud at its start."""
    partials = ((1, 1, 1), (2, 0.2, 0.6), (3, 0.05, 0.4), (5.42, 0.1 * bright, 0.12), (8.9, 0.03 * bright, 0.06))
    body = struck(hz(name), seconds, partials, 0.2 + 0.1 * seconds)
    thud = air(0.04, 350, 0.8) * np.exp(-clock(0.04) / 0.008)
    return soft(mix((0, body, 1), (0, thud, 0.35 * bright)), fall=0.4 * seconds)


def wood(freq: float, seconds: float = 0.25) -> Wave:
    return soft(struck(freq, seconds, ((1, 1, 1), (2.7, 0.25, 0.4), (3.93, 0.12, 0.25)), 0.055), 0.002)


def drop(start: float, end: float, seconds: float, bend: float = 1.0) -> Wave:
    """A round blob of tone that glides from one pitch to the other."""
    share = np.linspace(0, 1, int(seconds * RATE)) ** bend
    phase = 2 * np.pi * np.cumsum(start * (end / start) ** share) / RATE
    tone = np.sin(phase) + 0.18 * np.sin(2 * phase) + 0.05 * np.sin(3 * phase)
    return soft(tone * np.exp(-2.5 * clock(seconds) / seconds), 0.006, seconds * 0.4)


def air(seconds: float, centre: float, width: float = 1.0) -> Wave:
    """Noise around a pitch, `width` octaves to either side."""
    count = int(seconds * RATE)
    freqs = np.maximum(np.fft.rfftfreq(count, 1 / RATE), 1)
    shape = np.exp(-0.5 * (np.log2(freqs / centre) / width) ** 2) / np.sqrt(freqs)
    wave: Wave = np.fft.irfft(np.fft.rfft(DICE.standard_normal(count)) * shape, count)
    return wave / np.sqrt(np.mean(wave**2)) * 0.35


def swish(seconds: float, start: float, end: float, peak: float = 0.4) -> Wave:
    """Paper or cloth passing by: noise whose pitch moves, loudest at `peak` of its length."""
    x = np.linspace(0, 1, int(seconds * RATE))
    hump = np.where(x < peak, np.sin(np.pi / 2 * x / peak), np.cos(np.pi / 2 * (x - peak) / (1 - peak))) ** 2
    return soft((air(seconds, start, 0.7) * np.sqrt(1 - x) + air(seconds, end, 0.7) * np.sqrt(x)) * hump)


def thump(freq: float = 130, seconds: float = 0.12) -> Wave:
    return drop(freq * 1.6, freq, seconds, 0.5)


def mix(*parts: tuple[float, Wave, float]) -> Wave:
    """Parts as (start in seconds, wave, gain)."""
    out = np.zeros(max(int(at * RATE) + len(wave) for at, wave, _ in parts))
    for at, wave, gain in parts:
        out[int(at * RATE) : int(at * RATE) + len(wave)] += wave * gain
    return out


def tune(names: str, step: float, seconds: float = 0.8, bright: float = 1.0) -> Wave:
    return mix(*((i * step, tine(name, seconds, bright), 1.0) for i, name in enumerate(names.split())))


def echo(seconds: float) -> Wave:
    """A small warm room, on average as loud as what sounds in it."""
    wave = air(seconds, 700, 1.6) * np.exp(-4.5 * clock(seconds) / seconds)
    freqs = np.fft.rfftfreq(len(wave), 1 / RATE)
    return wave / np.sqrt(np.mean(np.abs(np.fft.rfft(wave)[(freqs > 200) & (freqs < 2000)]) ** 2))


def roomy(wave: Wave) -> Wave:
    room = echo(0.28)
    size = len(wave) + len(room)
    tail = np.fft.irfft(np.fft.rfft(wave, size) * np.fft.rfft(room, size), size)
    wave = mix((0, wave, 1), (0, tail, 0.2))
    heard = np.flatnonzero(np.abs(wave) > 0.003 * np.max(np.abs(wave)))
    return soft(wave[: heard[-1]], 0.001, 0.06)


def bounce() -> Wave:
    """A marshmallow lands: plop, and three smaller ones ever closer."""
    hops = ((0.0, 1.0), (0.15, 0.45), (0.245, 0.22), (0.305, 0.1))
    plops = ((at, drop(330 * (1.3 - 0.3 * gain), 820, 0.09, 1.6), gain) for at, gain in hops)
    return mix((0.01, thump(150), 0.3), *plops)


def change() -> Wave:
    """Five small ones hurry together, one large one lands."""
    small = ((0.07 * i, drop(380 * 1.12**i, 720 * 1.12**i, 0.07, 1.6), 0.6) for i in range(5))
    return mix(
        *small, (0.45, drop(220, 480, 0.16, 1.4), 0.9), (0.46, thump(130, 0.16), 0.3), (0.48, tine("F4", 0.6), 0.5)
    )


def wobble(wave: Wave, rate: float, depth: float) -> Wave:
    """Read back and forth like a jelly that trembles."""
    t = np.arange(len(wave)) / RATE
    return np.interp(t + depth * np.sin(2 * np.pi * rate * t), t, wave)


def standoff() -> Wave:
    pair = mix((0, tine("F4", 1.0, 0.4), 1), (0, tine("G4", 1.0, 0.4), 1), (0.32, tine("F4", 0.8, 0.4), 0.7))
    return wobble(pair, 7, 0.0006)


def backwards() -> Wave:
    """A note swallowed again, then its dry start."""
    return mix((0, soft(tine("C5", 0.3, 0.3)[::-1], 0.08, 0.012), 0.8), (0.27, tine("F4", 0.45, 0.5), 0.8))


def final() -> Wave:
    """Up the scale into a whole chord."""
    run = tune("F4 A4 C5 F5", 0.13, 1.1)
    return mix((0, run, 0.8), (0.62, tune("F3 C4 A4 C5 F5 A5", 0.018, 1.2, 0.7), 0.6))


EFFECTS: dict[str, tuple[Callable[[], Wave], float]] = {
    "deal": (lambda: mix((0, swish(0.13, 1500, 2600, 0.6), 0.8), (0.085, thump(170, 0.08), 0.5)), -3),
    "draw": (lambda: mix((0, swish(0.2, 1100, 2400, 0.6), 0.8), (0.12, drop(330, 440, 0.1), 0.3)), -3),
    "play": (
        lambda: mix(
            (0, swish(0.1, 2200, 1300), 0.6),
            (0.05, thump(120, 0.14), 1),
            (0.05, wood(330, 0.15), 0.3),
        ),
        0,
    ),
    "flip": (
        lambda: mix(
            (0, swish(0.11, 1300, 2600), 0.7),
            (0.1, swish(0.1, 2400, 1200), 0.6),
            (0.14, wood(440, 0.15), 0.5),
        ),
        -2,
    ),
    "sweep": (lambda: mix((0, swish(0.42, 900, 2000, 0.55), 0.8), (0.16, tune("C4 F4 A4", 0.06, 0.4, 0.4), 0.35)), -2),
    "discard": (lambda: mix((0, swish(0.24, 2000, 700, 0.3), 0.8), (0.16, thump(98, 0.16), 0.8)), -2),
    "pass": (lambda: mix((0, wood(294), 1), (0.14, wood(262), 0.8), (0, thump(130), 0.3), (0.14, thump(120), 0.2)), -2),
    "reserve": (
        lambda: mix(
            (0, swish(0.22, 1700, 900, 0.5), 0.6),
            (0.14, tine("C4", 0.5, 0.4), 0.6),
            (0.2, tine("G4", 0.5, 0.4), 0.4),
        ),
        -2,
    ),
    "token": (bounce, 0),
    "change": (change, 1),
    "value_flip": (
        lambda: mix(
            (0, swish(0.16, 1200, 2400), 0.4),
            (0.04, drop(349, 698, 0.22), 0.7),
            (0.25, drop(698, 349, 0.26), 0.8),
            (0.46, tine("F4", 0.5, 0.5), 0.6),
        ),
        1,
    ),
    "refused": (lambda: mix((0, drop(349, 311, 0.13), 1), (0.15, drop(294, 247, 0.2), 1)), 0),
    "trump": (lambda: tune("C5 F5 A5", 0.075, 0.7), 1),
    "out": (
        lambda: mix(
            (0, tune("A4 F4", 0.14, 0.7, 0.6), 1),
            (0.3, swish(0.35, 900, 350, 0.15), 0.5),
            (0.3, thump(110, 0.2), 0.6),
        ),
        1,
    ),
    "win": (final, 2),
    "lose": (
        lambda: mix(
            (0, tune("A4 G4 D4", 0.24, 0.9, 0.5), 1),
            (0.76, tine("F3", 0.9, 0.3), 0.8),
            (0.79, tine("C4", 0.9, 0.3), 0.6),
        ),
        1,
    ),
    "round_end": (
        lambda: mix(
            (0, tune("F4 C5", 0.03, 0.9), 0.8),
            (0.3, tune("G4 D5", 0.03, 0.8), 0.5),
            (0.6, tune("F3 A4 F5", 0.03, 0.9), 0.9),
        ),
        1,
    ),
    "signal": (
        lambda: mix(
            (0, tine("C5", 0.3, 1.3), 0.7),
            (0.07, tine("C6", 0.7, 1.2), 1),
            (0.07, tine("F5", 0.7), 0.7),
        ),
        3,
    ),
    "tick": (lambda: mix((0, wood(523, 0.14), 1), (0, thump(175, 0.06), 0.3)), -3),
    "standoff": (standoff, 1),
    "turn": (lambda: tune("C5 F5", 0.11, 0.7, 0.7), 0),
    "button": (lambda: mix((0, drop(300, 520, 0.07, 1.5), 1), (0, wood(262, 0.1), 0.3)), -4),
    "focus": (lambda: soft(drop(523, 587, 0.05), 0.008, 0.025), -9),
    "hint": (lambda: tune("F5 A5 D6", 0.1, 0.6, 0.6), -1),
    "undo": (backwards, -1),
    "curtain": (lambda: mix((0, swish(0.75, 350, 1100, 0.5), 1), (0.1, tine("F3", 0.7, 0.2), 0.25)), -2),
}


BEAT = 38912
"""Frames a beat: 68 a minute, and eight bars are a whole number of frames."""
CHORDS = (
    *("F3 C4 G4 A4", "D3 A3 E4 F4", "Bb2 F3 D4 A4", "C3 G3 D4 F4"),
    *("A2 F3 C4 G4", "D3 A3 C4 F4", "G2 F3 Bb3 D4", "C3 F3 Bb3 D4"),
)
FIGURES = ("0.213.2.", "0.12.31.", "0.213.1.", "0.12.3..")
"""Which note of the chord falls on each half beat; a dot rests."""
MELODY = (
    "A4.3 C5.6 F5.8 E5.13 C5.15 D5.16 F5.21 G5.24 A5.29 G5.34 F5.36 C5.39 A4.42 C5.45 D5.48 F5.51 Bb4.53 G4.56 C5.60"
)
"""Note and the half beat it falls on."""


def lay(song: Wave, at: float, wave: Wave, gain: float, pan: float) -> None:
    """Into the loop at a frame, round its end to its start; pan 0 is left."""
    where = (int(at) + np.arange(len(wave))) % song.shape[1]
    song[0, where] += wave * gain * np.cos(pan * np.pi / 2)
    song[1, where] += wave * gain * np.sin(pan * np.pi / 2)


def pad(name: str, seconds: float, detune: float) -> Wave:
    t = clock(seconds)
    tone = np.sin(2 * np.pi * hz(name) * detune * t) + 0.15 * np.sin(4 * np.pi * hz(name) * detune * t)
    return soft(tone, seconds * 0.45, seconds * 0.45)


def music() -> Wave:
    """A kalimba over a breathing chord. Everything wraps, the room too, so that the seam is like any other place."""
    song = np.zeros((2, BEAT * 4 * len(CHORDS)))
    for bar, chord in enumerate(CHORDS):
        names = chord.split()
        for half, digit in enumerate(FIGURES[bar % len(FIGURES)]):
            if digit != ".":
                at = (bar * 8 + half) * BEAT / 2 + DICE.normal(0, 0.005) * RATE
                lay(song, at, tine(names[int(digit)], 2.2, 0.5), DICE.uniform(0.28, 0.36), 0.3 + 0.1 * int(digit))
        for name in names[1:]:
            for side, detune in ((0.15, 0.9988), (0.85, 1.0012)):
                lay(song, (bar * 4 - 1) * BEAT, pad(name, 6 * BEAT / RATE, detune), 0.045, side)
        lay(song, bar * 4 * BEAT, soft(struck(hz(names[0]), 2.6, ((1, 1, 1), (2, 0.3, 0.5)), 0.7), 0.03, 0.5), 0.3, 0.5)
    for name, half_beat in (word.split(".") for word in MELODY.split()):
        at = int(half_beat) * BEAT / 2 + DICE.normal(0, 0.006) * RATE
        lay(song, at, tine(name, 2.2, 0.8), DICE.uniform(0.42, 0.55), DICE.uniform(0.5, 0.65))
    room = np.fft.rfft(np.stack([echo(1.4), echo(1.4)]), song.shape[1])
    return song + 0.5 * np.fft.irfft(np.fft.rfft(song) * room, song.shape[1])


def loudness(wave: Wave) -> float:
    """dB of the loudest eighth of a second after A-weighting."""
    size = len(wave) + RATE // 8
    f2 = np.fft.rfftfreq(size, 1 / RATE) ** 2
    weight = 1.2589 * 12194**2 * f2**2
    weight /= (f2 + 20.6**2) * np.sqrt((f2 + 107.7**2) * (f2 + 737.9**2)) * (f2 + 12194**2)
    power = np.cumsum(np.fft.irfft(np.fft.rfft(wave, size) * weight, size) ** 2)
    window = RATE // 8
    return float(10 * np.log10(np.max(power[window:] - power[:-window]) / window))


def levelled(wave: Wave, target: float) -> Wave:
    heard = loudness(wave if wave.ndim == 1 else wave.mean(axis=0))
    wave = wave * 10 ** ((target - heard) / 20)
    return wave * min(1.0, CEILING / float(np.max(np.abs(wave))))


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


def main() -> None:
    global DICE
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or [*EFFECTS, "music"]:
        DICE = np.random.default_rng(zlib.crc32(name.encode()))
        if name == "music":
            data = ogg(levelled(music(), LOUDNESS - 5), 0.3)
        else:
            make, louder = EFFECTS[name]
            data = ogg(levelled(roomy(make()), LOUDNESS + louder), 0.3)
        (FOLDER / f"{name}.ogg").write_bytes(data)
        print(f"{name:12}{len(data):8}")


if __name__ == "__main__":
    main()
