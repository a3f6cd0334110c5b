"""How loud a wave is, and making it as loud as wanted."""

from __future__ import annotations

import numpy as np

from tests.tools.sound.synth import RATE, Wave

CEILING = 0.7
"""No sample is larger than this share of full scale."""


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


def integrated(wave: Wave) -> float:
    """Loudness of a whole piece in LUFS (ITU-R BS.1770: K-weighting, blocks of 400 ms, gated)."""
    both = np.atleast_2d(wave)
    freqs = np.fft.rfftfreq(both.shape[1], 1 / RATE)
    power = np.zeros(both.shape[1])
    for side in both:
        power += np.fft.irfft(np.fft.rfft(side) * _k_weight(freqs), both.shape[1]) ** 2
    if len(both) == 1:
        power *= 2  # a file with one channel is heard from both speakers
    sums = np.concatenate([[0.0], np.cumsum(power)])
    block, hop = int(0.4 * RATE), int(0.1 * RATE)
    starts = np.arange(0, max(1, len(power) - block), hop)
    blocks = (sums[np.minimum(starts + block, len(power))] - sums[starts]) / block
    blocks = blocks[blocks > 10 ** ((-70 + 0.691) / 10)]
    blocks = blocks[blocks > 0.1 * np.mean(blocks)]
    return float(-0.691 + 10 * np.log10(np.mean(blocks)))


def _k_weight(freqs: Wave) -> Wave:
    """The two filters of the standard as one gain for each frequency: a high shelf and a high pass."""
    s, turn_hz = 1j * freqs, 1681.97
    above = s**2 * 1.58489 + s * turn_hz * 1.25887 / 0.70718 + turn_hz**2
    shelf = above / (s**2 + s * turn_hz / 0.70718 + turn_hz**2)
    high_pass = s**2 / (s**2 + s * 38.1355 / 0.50033 + 38.1355**2)
    gain: Wave = np.abs(shelf * high_pass)
    return gain


def at_loudness(wave: Wave, lufs: float) -> Wave:
    """A piece of music at that loudness, with no sample above the ceiling."""
    wave = wave * 10 ** ((lufs - integrated(wave)) / 20)
    return wave * min(1.0, CEILING / float(np.max(np.abs(wave))))
