"""Waves and instruments: what effects and music are made of.

A wave is an array of samples between -1 and 1, 44,100 a second. The functions are named after what one hears.
"""

from __future__ import annotations

import zlib
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
RATE = 44100
"""Samples a second."""
dice = np.random.default_rng(7)


def reseed(name: str) -> None:
    """Let chance depend on the name of a sound only, so that the same sound comes out each time."""
    global dice
    dice = np.random.default_rng(zlib.crc32(name.encode()))


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
    wave: Wave = np.fft.irfft(np.fft.rfft(dice.standard_normal(count)) * shape, count)
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


def wobble(wave: Wave, rate: float, depth: float) -> Wave:
    """Read back and forth like a jelly that trembles."""
    t = np.arange(len(wave)) / RATE
    return np.interp(t + depth * np.sin(2 * np.pi * rate * t), t, wave)




def pluck(name: str, seconds: float, bright: float = 1.0, place: float = 0.2) -> Wave:
    """A plucked string: many harmonics, of which the higher ones fade first. `place` is where it is plucked, 0 to 1."""
    freq = hz(name)
    t = clock(seconds)
    ring = 0.9 * (220 / freq) ** 0.5
    wave = np.zeros_like(t)
    for k in range(1, min(14, int(9000 / freq)) + 1):
        strength = np.sin(np.pi * k * place) / k ** (1.6 - 0.5 * bright)
        wave += strength * np.sin(2 * np.pi * freq * k * (1 + 0.00012 * k * k) * t) * np.exp(-t * (1 + 0.45 * k) / ring)
    return soft(wave * 0.8, 0.004, 0.3 * seconds)


def marimba(name: str, seconds: float) -> Wave:
    body = struck(hz(name), seconds, ((1, 1, 1), (3.93, 0.22, 0.3), (9.2, 0.06, 0.1)), 0.26)
    return soft(body, 0.003, 0.3 * seconds)


def bell(name: str, seconds: float) -> Wave:
    """A celesta: a soft metal plate over a wooden box."""
    body = struck(hz(name), seconds, ((1, 1, 1), (2.0, 0.18, 0.7), (4.1, 0.14, 0.35), (6.8, 0.04, 0.15)), 0.55)
    return soft(body, 0.004, 0.4 * seconds)


def flute(name: str, seconds: float) -> Wave:
    """A wooden flute: breath first, then the tone with a slow tremble."""
    t = clock(seconds)
    tremble = 0.0035 * np.minimum(1, t / 0.6) * np.sin(2 * np.pi * 4.6 * t)
    phase = 2 * np.pi * hz(name) * (t + np.cumsum(tremble) / RATE)
    tone = np.sin(phase) + 0.22 * np.sin(2 * phase) + 0.09 * np.sin(3 * phase) + 0.03 * np.sin(4 * phase)
    breath = air(seconds, hz(name) * 1.5, 0.6) * (0.10 + 0.25 * np.exp(-t / 0.05))
    return soft(tone * 0.6 + breath, min(0.07, 0.3 * seconds), min(0.16, 0.4 * seconds))


def bass(name: str, seconds: float) -> Wave:
    return soft(struck(hz(name), max(seconds, 1.2), ((1, 1, 1), (2, 0.3, 0.5), (3, 0.08, 0.3)), 0.7), 0.03, 0.4)


def pad(name: str, seconds: float, detune: float = 1.0) -> Wave:
    """A breathing chord tone. It swells and fades over its whole length."""
    t = clock(seconds)
    tone = np.sin(2 * np.pi * hz(name) * detune * t) + 0.15 * np.sin(4 * np.pi * hz(name) * detune * t)
    return soft(tone, seconds * 0.45, seconds * 0.45)


def tremolo(name: str, seconds: float) -> Wave:
    """Strings far away that tremble quickly and very softly."""
    t = clock(seconds)
    phase = 2 * np.pi * hz(name) * t
    tone = sum((np.sin(k * phase) / k**1.7 for k in range(1, 6)), np.zeros_like(t))
    return soft(tone * (0.75 + 0.25 * np.sin(2 * np.pi * 6.2 * t)), seconds * 0.4, seconds * 0.3)


def drum(_: str, seconds: float) -> Wave:
    """A large soft drum."""
    return mix((0, thump(62, 0.34), 1), (0, air(0.05, 240, 0.8) * np.exp(-clock(0.05) / 0.01), 0.2))


def shaker(_: str, seconds: float) -> Wave:
    return soft(air(0.09, 6200, 0.5) * np.exp(-clock(0.09) / 0.025), 0.012, 0.03)


def block(_: str, seconds: float) -> Wave:
    return wood(880, 0.16)


def repitched(wave: Wave, semitones: float) -> Wave:
    """Higher and shorter, or lower and longer, as when a tape runs faster or slower."""
    ratio = 2 ** (semitones / 12)
    places = np.arange(0, len(wave) - 1, ratio)
    return np.interp(places, np.arange(len(wave)), wave)
