"""Sounds and music. Without a sound device, or without the files, the game goes on silently."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame

from game import paths

SOUNDS = (
    *("deal", "draw", "play", "flip", "sweep", "discard", "pass", "reserve", "token", "change", "value_flip"),
    *("refused", "trump", "out", "win", "lose", "round_end", "signal", "tick", "standoff", "turn"),
    *("button", "focus", "hint", "undo", "curtain"),
)
CAPTIONED_SOUNDS = frozenset(
    {"pass", "reserve", "change", "value_flip", "refused", "trump", "out", "win", "lose", "round_end"}
    | {"signal", "tick", "standoff", "turn", "hint", "undo"}
)
"""These sounds tell the player something, so they have a caption. The others only accompany what is seen."""
MUSIC = "music"
VOLUME_STEPS = 10
CHANNELS = 16
SAME_SOUND_LIMIT = 4
"""One sound plays at most this many times at once. A whole hand that is dealt in one frame would be too loud."""
MIXER_ERRORS = (pygame.error, OSError, NotImplementedError)
"""What the mixer raises without a device, for a missing or damaged file, or in a pygame without a mixer."""


class Audio:
    """Plays sounds and music. It opens the mixer itself: `pygame.init()` would choose a longer delay, or fail."""

    def __init__(
        self, folder: Path | None = None, on_sound: Callable[[str], None] | None = None, buffer: int = 512
    ) -> None:
        self.on_sound = on_sound
        self._folder = folder or paths.resource_folder() / "assets" / "sounds"
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._effects = self._music = VOLUME_STEPS
        self._music_wanted = self._music_started = False
        with suppress(*MIXER_ERRORS), silence_stderr():
            pygame.mixer.init(44100, -16, 2, buffer)
            pygame.mixer.set_num_channels(CHANNELS)

    @property
    def silent(self) -> bool:
        try:
            return pygame.mixer.get_init() is None
        except MIXER_ERRORS:
            return True

    def play(self, name: str) -> None:
        if self.on_sound is not None and name in CAPTIONED_SOUNDS:
            self.on_sound(name)
        if self._effects == 0 or self.silent:
            return
        sound = self._sound(name)
        if sound is not None and sound.get_num_channels() < SAME_SOUND_LIMIT:
            sound.play()

    def set_music(self, on: bool) -> None:
        self._music_wanted = on
        self._update_music()

    def set_volumes(self, effects: int, music: int) -> None:
        """Set both volumes, in steps from 0 (off) to 10."""
        self._effects, self._music = (min(max(step, 0), VOLUME_STEPS) for step in (effects, music))
        if self.silent:
            return
        for sound in self._sounds.values():
            if sound is not None:
                sound.set_volume(loudness(self._effects))
        self._update_music()

    def close(self) -> None:
        self._sounds.clear()
        self._music_wanted = self._music_started = False
        if not self.silent:
            pygame.mixer.quit()

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        """A sound, loaded at its first use. A file that cannot be read is not tried again."""
        if name not in self._sounds:
            try:
                sound = pygame.mixer.Sound(str(self._file(name)))
                sound.set_volume(loudness(self._effects))
                self._sounds[name] = sound
            except MIXER_ERRORS:
                self._sounds[name] = None
        return self._sounds[name]

    def _update_music(self) -> None:
        """Play or pause the music. It is paused instead of stopped, because a fade-out delays the next start."""
        if self.silent:
            return
        try:
            pygame.mixer.music.set_volume(loudness(self._music))
            if not (self._music_wanted and self._music):
                pygame.mixer.music.pause()
            elif self._music_started:
                pygame.mixer.music.unpause()
            else:
                pygame.mixer.music.load(str(self._file(MUSIC)))
                pygame.mixer.music.play(-1, fade_ms=1500)
                self._music_started = True
        except MIXER_ERRORS:
            self._music_wanted = False

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.ogg"


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
