"""Music: one piece at a time, and the voices that join it when a match becomes tense.

A piece is loaded in a thread, because decoding takes some tenths of a second. Both files of a piece have the same
length and start together, so they stay together while they go round.
"""

from __future__ import annotations

import threading
from pathlib import Path

import pygame

CALM_CHANNEL, TENSE_CHANNEL = 0, 1
"""Channels of the mixer that no effect uses."""
RESERVED_CHANNELS = 2
MENU_PIECE = "menu"
LOAD_DELAY_S = 0.2
"""A piece is loaded this long after it was asked for, so that the new screen appears first."""
FADE_IN_S = 1.5
FADE_OUT_S = 0.5
TENSE_FADE_S = 3.0
"""Time in which the tense voices come and go."""
MIXER_ERRORS = (pygame.error, OSError, NotImplementedError)
"""What the mixer raises without a device, for a missing or damaged file, or in a pygame without a mixer."""


class Loading:
    """A piece that a thread reads. `sounds` is None until it has been read; a file that cannot be read is left out."""

    def __init__(self, folder: Path, piece: str) -> None:
        self.piece = piece
        self.sounds: tuple[pygame.mixer.Sound | None, pygame.mixer.Sound | None] | None = None
        self._files = (folder / f"music_{piece}.ogg", folder / f"tense_{piece}.ogg")
        self._thread = threading.Thread(target=self._read, name="music", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        calm, tense = (_read_sound(file) for file in self._files)
        self.sounds = calm, tense

    def wait(self) -> None:
        self._thread.join()


class Music:
    """Fades from one piece to the next. `update` has to be called every frame."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._volume = 1.0
        self._asked = self._wanted = ""
        self._since_asked_s = 0.0
        self._playing = ""
        self._loading: Loading | None = None
        self._level = 0.0
        """How far the piece has been faded in, 0 to 1."""
        self._tension = self._tense_level = 0.0

    @property
    def piece(self) -> str:
        """The piece that is heard now; empty while there is silence."""
        return self._playing

    def play(self, piece: str) -> None:
        """Go over to this piece; empty for silence. A title that has no piece gets the menu's."""
        if piece != self._asked:
            self._asked, self._since_asked_s = piece, 0.0
            self._wanted = piece if not piece or self._has(piece) else MENU_PIECE

    def set_tension(self, tense: bool) -> None:
        """Whether the tense voices join in. They fade in and out."""
        self._tension = float(tense)

    def set_volume(self, volume: float) -> None:
        self._volume = volume
        self._set_channels()

    def update(self, dt: float) -> None:
        self._since_asked_s += dt
        wanted = self._wanted if self._volume else ""
        if wanted != self._playing:
            self._change_piece(wanted, dt)
        elif self._playing and (self._level < 1 or self._tense_level != self._tension):
            self._level = min(1.0, self._level + dt / FADE_IN_S)
            step = dt / TENSE_FADE_S
            self._tense_level += min(max(self._tension - self._tense_level, -step), step)
            self._set_channels()

    def close(self) -> None:
        """Must be called before the mixer is closed, because the thread uses it."""
        if self._loading is not None:
            self._loading.wait()
        self._loading, self._playing, self._wanted = None, "", ""

    def _has(self, piece: str) -> bool:
        return (self._folder / f"music_{piece}.ogg").is_file()

    def _change_piece(self, wanted: str, dt: float) -> None:
        """Fade the old piece out and load the new one meanwhile; start it when both are done."""
        is_due = self._since_asked_s >= LOAD_DELAY_S
        if wanted and is_due and (self._loading is None or self._loading.piece != wanted):
            if self._loading is not None and self._loading.sounds is None:
                return  # one file at a time: a player who runs through the menu does not load them all
            self._loading = Loading(self._folder, wanted)
        if self._playing:
            self._level = max(0.0, self._level - dt / FADE_OUT_S)
            self._set_channels()
            if self._level > 0:
                return
            self._stop()
        loaded = self._loading
        if loaded is not None and loaded.piece == wanted and loaded.sounds is not None:
            self._start(wanted, *loaded.sounds)
            self._loading = None

    def _start(self, piece: str, calm: pygame.mixer.Sound | None, tense: pygame.mixer.Sound | None) -> None:
        self._playing = piece
        self._level, self._tense_level = 0.0, self._tension
        for number, sound in ((CALM_CHANNEL, calm), (TENSE_CHANNEL, tense)):
            if sound is not None:
                channel = pygame.mixer.Channel(number)
                channel.play(sound, loops=-1)
                channel.set_volume(0)

    def _stop(self) -> None:
        self._playing = ""
        for number in range(RESERVED_CHANNELS):
            pygame.mixer.Channel(number).stop()

    def _set_channels(self) -> None:
        if self._playing:
            volume = self._volume * self._level
            pygame.mixer.Channel(CALM_CHANNEL).set_volume(volume)
            pygame.mixer.Channel(TENSE_CHANNEL).set_volume(volume * self._tense_level)


def _read_sound(file: Path) -> pygame.mixer.Sound | None:
    from game.ui.ogg_parts import read_sound  # imported late, so that the menu comes sooner

    try:
        return read_sound(file)
    except MIXER_ERRORS:
        return None
