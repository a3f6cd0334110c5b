"""Sounds and music. Without a sound device, or without the files, the game goes on silently."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pygame

from game import paths
from game.ui.music import MIXER_ERRORS, RESERVED_CHANNELS, Music

SOUNDS = (
    *("deal", "draw", "play", "flip", "sweep", "discard", "pass", "reserve", "token", "change", "value_flip"),
    *("refused", "trump", "out", "win", "lose", "round_end", "signal", "tick", "standoff", "turn"),
    *("button", "focus", "hint", "undo", "curtain"),
    *("cheer", "jump", "help", "stuck", "nothing", "upset", "last_one", "narrow"),
)
CAPTIONED_SOUNDS = frozenset(
    {"pass", "reserve", "change", "value_flip", "refused", "trump", "out", "win", "lose", "round_end"}
    | {"signal", "tick", "standoff", "turn", "hint", "undo"}
)
"""These sounds tell the player something, so they have a caption. The others only accompany what is seen."""
VARIANTS = {
    **dict.fromkeys(("deal", "draw", "play", "flip", "sweep", "discard", "token"), 4),
    **dict.fromkeys(("pass", "reserve", "button"), 3),
}
"""How many files a sound has, if it has several. They differ a little in pitch and noise: no two cards fall alike."""
VOLUME_STEPS = 10
CHANNELS = 18
SAME_SOUND_LIMIT = 4
"""One sound plays at most this many times at once. A whole hand that is dealt in one frame would be too loud."""
MOST_PAN = 0.6
"""How far to one side a sound at the edge of the window is heard: 0 is the middle, 1 only that side."""


class Audio:
    """Plays sounds and music. It opens the mixer itself: `pygame.init()` would choose a longer delay, or fail."""

    def __init__(
        self, folder: Path | None = None, on_sound: Callable[[str], None] | None = None, buffer: int = 512
    ) -> None:
        self.on_sound = on_sound
        self._folder = folder or paths.resource_folder() / "assets" / "sounds"
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._variants: dict[str, int] = {}
        """The variant of each sound that was played last."""
        self._effects = VOLUME_STEPS
        self.music = Music(self._folder)
        with suppress(*MIXER_ERRORS), silence_stderr():
            pygame.mixer.init(44100, -16, 2, buffer, allowedchanges=0)
            pygame.mixer.set_num_channels(CHANNELS)
            pygame.mixer.set_reserved(RESERVED_CHANNELS)

    @property
    def silent(self) -> bool:
        try:
            return pygame.mixer.get_init() is None
        except MIXER_ERRORS:
            return True

    def play(self, name: str, pan: float = 0.0) -> None:
        """Play a sound. `pan` is where it is heard, from -1 (left edge of the window) to 1 (right edge)."""
        if self.on_sound is not None and name in CAPTIONED_SOUNDS:
            self.on_sound(name)
        if self._effects == 0 or self.silent:
            return
        if sum(self._playing(file) for file in _files(name)) >= SAME_SOUND_LIMIT:
            return
        sound = self._sound(self._next_file(name))
        channel = sound.play() if sound is not None else None
        if channel is not None:
            channel.set_volume(*sides(pan))

    def update(self, dt: float) -> None:
        """Has to be called every frame: music fades in and out."""
        if not self.silent:
            self.music.update(dt)

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, in steps from 0 (off) to 10."""
        self._effects, music = (min(max(step, 0), VOLUME_STEPS) for step in (effects, music))
        if self.silent:
            return
        for sound in self._sounds.values():
            if sound is not None:
                sound.set_volume(loudness(self._effects))
        self.music.set_volume(loudness(music))

    def close(self) -> None:
        self.music.close()
        self._sounds.clear()
        if not self.silent:
            pygame.mixer.quit()

    def _next_file(self, name: str) -> str:
        """The file of the next variant. It is never the one that was heard last."""
        files = _files(name)
        number = self._variants[name] = (self._variants.get(name, -1) + 1) % len(files)
        return files[number]

    def _playing(self, file: str) -> int:
        sound = self._sounds.get(file)
        return sound.get_num_channels() if sound is not None else 0

    def _sound(self, file: str) -> pygame.mixer.Sound | None:
        """A sound, loaded at its first use. A file that cannot be read is not tried again."""
        if file not in self._sounds:
            try:
                sound = pygame.mixer.Sound(str(self._folder / f"{file}.ogg"))
                sound.set_volume(loudness(self._effects))
                self._sounds[file] = sound
            except MIXER_ERRORS:
                self._sounds[file] = None
        return self._sounds[file]


@cache
def _files(name: str) -> tuple[str, ...]:
    """The files of a sound, without their ending."""
    return (name, *(f"{name}_{number}" for number in range(2, VARIANTS.get(name, 1) + 1)))


def sides(pan: float) -> tuple[float, float]:
    """The volumes of the left and the right speaker. The nearer one stays at full strength."""
    pan = min(max(pan, -1.0), 1.0) * MOST_PAN
    return min(1.0, 1 - pan), min(1.0, 1 + pan)


def loudness(step: int) -> float:
    """The volume of a step, from 0 to 1. It is squared, because then the ear hears equal steps."""
    return float((step / VOLUME_STEPS) ** 2)


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Drop what is written to the standard error. Without a sound card ALSA writes a page there, not through Python."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
