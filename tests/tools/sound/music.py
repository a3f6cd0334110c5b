"""Renders songs. Everything wraps round the end of the piece, its echo too, so that no seam is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tests.tools.sound import synth
from tests.tools.sound.songs import Song, Track
from tests.tools.sound.synth import RATE, Wave

BARS = 8
"""Bars a section."""
LATE_S = 0.005
"""How far a note is from its exact time, one standard deviation, as when a person plays."""

INSTRUMENTS: dict[str, Callable[[str, float], Wave]] = {
    "tine": lambda name, seconds: synth.tine(name, 2.2, 0.6),
    "guitar": lambda name, seconds: synth.pluck(name, 2.4, 0.5, 0.28),
    "harp": lambda name, seconds: synth.pluck(name, 2.8, 0.15, 0.45),
    "zither": lambda name, seconds: synth.pluck(name, 2.4, 1.0, 0.12),
    "pizzicato": lambda name, seconds: synth.pluck(name, 0.5, 0.3, 0.3),
    "marimba": lambda name, seconds: synth.marimba(name, 1.2),
    "bell": lambda name, seconds: synth.bell(name, 2.4),
    "flute": synth.flute,
    "jelly": lambda name, seconds: synth.wobble(synth.marimba(name, 1.0), 6.5, 0.0012),
    "drum": synth.drum,
    "shaker": synth.shaker,
    "block": synth.block,
}


def lay(song: Wave, at: float, wave: Wave, gain: float, pan: float) -> None:
    """Add a wave to the loop from that frame on, round its end to its start."""
    where = (int(at) + np.arange(len(wave))) % song.shape[1]
    song[0, where] += wave * gain * np.cos(pan * np.pi / 2)
    song[1, where] += wave * gain * np.sin(pan * np.pi / 2)


class Score:
    """A song on its way to samples: where its bars and steps begin."""

    def __init__(self, song: Song) -> None:
        self.song = song
        self.bar_frames = round(60 / song.tempo * RATE) * song.beats
        self.wave: Wave = np.zeros((2, self.bar_frames * BARS * len(song.form)))

    def sections(self) -> Iterator[tuple[int, str, int]]:
        """Each section: its first bar, its letter, and for which time it is played."""
        for number, letter in enumerate(self.song.form):
            yield number * BARS, letter, self.song.form[: number + 1].count(letter)

    def chords(self) -> Iterator[tuple[int, list[str]]]:
        for first, letter, _ in self.sections():
            for bar, chord in enumerate(self.song.chords[letter].split("|")):
                yield first + bar, chord.split()

    def frame(self, bar: int, step: int, steps: int) -> float:
        late = self.song.swing if step % 2 else 0.0
        return (bar + (step + late) / steps) * self.bar_frames

    def strike(
        self, instrument: str, bar: int, step: int, steps: int, name: str, held: int, gain: float, pan: float
    ) -> None:
        """One note, nearly at its exact time. `held` is its length in steps."""
        wave = INSTRUMENTS[instrument](name, held * self.bar_frames / steps / RATE)
        at = self.frame(bar, step, steps) + synth.dice.normal(0, LATE_S) * RATE
        lay(self.wave, at, wave, gain * synth.dice.uniform(0.85, 1.1), pan)

    def echoed(self, share: float) -> Wave:
        length = self.wave.shape[1]
        room = np.fft.rfft(np.stack([synth.echo(1.4), synth.echo(1.4)]), length)
        return self.wave + share * np.fft.irfft(np.fft.rfft(self.wave) * room, length)


def calm_wave(song: Song) -> Wave:
    """The piece itself."""
    score = Score(song)
    for bar, notes in score.chords():
        _lay_chord(score, bar, notes)
    for track in song.tracks:
        _lay_track(score, track)
    if song.crackles:
        _lay_crackles(score)
    return score.echoed(0.5)


def tense_wave(song: Song) -> Wave:
    """The voices that join when a match becomes tense. It has the same length and chords as the piece."""
    score = Score(song)
    steps = len(song.tense_figure)
    for bar, notes in score.chords():
        for step, digit in enumerate(song.tense_figure):
            if digit != ".":
                accent = 0.34 if step == 0 else 0.22
                score.strike(song.tense_instrument, bar, step, steps, notes[int(digit)], 1, accent, 0.5)
        for side, name in ((0.2, notes[-1]), (0.8, notes[-2])):
            lay(score.wave, bar * score.bar_frames, synth.tremolo(name, 1.25 * score.bar_frames / RATE), 0.07, side)
        for instrument, pattern in song.drums.items():
            for step, mark in enumerate(pattern):
                if mark != ".":
                    pan = 0.5 if instrument == "drum" else 0.7
                    score.strike(instrument, bar, step, len(pattern), "", 1, 0.4 if mark == "x" else 0.2, pan)
    return score.echoed(0.4)


def _lay_chord(score: Score, bar: int, notes: list[str]) -> None:
    """The picked figure, the breathing chord under it and the bass."""
    song = score.song
    figure = song.figures[bar % len(song.figures)]
    for step, digit in enumerate(figure):
        if digit != ".":
            pan = 0.3 + 0.1 * int(digit)
            score.strike(song.picked_by, bar, step, len(figure), notes[int(digit)], 1, song.pick_gain, pan)
    for name in notes[1:]:
        for side, detune in ((0.15, 0.9988), (0.85, 1.0012)):
            start = (bar - 0.25) * score.bar_frames
            lay(score.wave, start, synth.pad(name, 1.5 * score.bar_frames / RATE, detune), 0.04, side)
    lay(score.wave, bar * score.bar_frames, synth.bass(notes[0], 2.6), 0.28, 0.5)


def _lay_track(score: Score, track: Track) -> None:
    for first, letter, time in score.sections():
        if letter not in track.bars or str(time) not in track.times:
            continue
        for bar, text in enumerate(track.bars[letter].split("|")):
            steps = text.split()
            for step, name in enumerate(steps):
                if name not in "-.":
                    after = " ".join(steps[step + 1 :])
                    held = 1 + (len(after) - len(after.lstrip("- ")) + 1) // 2
                    score.strike(track.instrument, first + bar, step, len(steps), name, held, track.gain, track.pan)


def _lay_crackles(score: Score) -> None:
    """A fire: short dry ticks, now and then several together."""
    length = score.wave.shape[1]
    for at in synth.dice.uniform(0, length, int(length / RATE * 1.6)):
        for _ in range(1 + int(synth.dice.exponential(1.2))):
            tick = synth.air(0.02, synth.dice.uniform(2200, 5200), 0.5) * np.exp(-synth.clock(0.02) / 0.003)
            at += synth.dice.exponential(0.05) * RATE
            gain, pan = synth.dice.uniform(0.02, 0.09), synth.dice.uniform(0.35, 0.65)
            lay(score.wave, at, synth.soft(tick, 0.001, 0.004), gain, pan)
