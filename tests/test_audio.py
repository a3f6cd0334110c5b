"""Sounds are there, sound alike in strength, and their absence is never more than silence."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from operator import mul, sub
from pathlib import Path

import pytest

from tests.waiting import LIMIT_S

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.ui.audio import CAPTIONED_SOUNDS, MUSIC, SAME_SOUND_LIMIT, SOUNDS, Audio

HOME = Path(__file__).parent.parent
FOLDER = HOME / "assets" / "sounds"
FULL = 32767


@pytest.fixture
def audio() -> Iterator[Audio]:
    pygame.mixer.quit()
    audio = Audio()
    yield audio
    audio.close()


@pytest.fixture
def long_audio(audio: Audio, tmp_path: Path) -> Audio:
    """Every sound is as long as the music: it is still heard when a busy machine comes to look."""
    for name in SOUNDS:
        shutil.copy(FOLDER / f"{MUSIC}.ogg", tmp_path / f"{name}.ogg")
    return Audio(tmp_path)


@cache
def samples(name: str) -> array[int]:
    """Left and right by turns; needs an open mixer."""
    return array("h", pygame.mixer.Sound(str(FOLDER / f"{name}.ogg")).get_raw())


def peak(wave: Sequence[int]) -> int:
    return max(max(wave), -min(wave))


def level(wave: array[int]) -> float:
    """The loudest tenth of a second, root mean square, as a share of full scale."""
    window = 2 * 4410
    parts = (wave[start : start + window : 4] for start in range(0, len(wave), window))
    return max(math.sqrt(4 * sum(map(mul, part, part)) / window) for part in parts) / FULL


@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_is_small_audible_and_unclipped(audio: Audio, name: str) -> None:
    assert 4_000 <= (FOLDER / f"{name}.ogg").stat().st_size <= 12_000
    wave = samples(name)
    assert peak(wave) < 0.8 * FULL
    assert 0.02 < level(wave) < 0.35


@pytest.mark.parametrize("name", SOUNDS)
def test_no_sound_clicks(audio: Audio, name: str) -> None:
    """Starts and ends near nothing, and never leaps between two frames."""
    left = samples(name)[::2]
    assert abs(left[0]) < 0.02 * FULL and abs(left[-1]) < 0.002 * FULL
    assert peak(list(map(sub, left[1:], left[:-1]))) < 0.2 * FULL


def test_the_signal_is_heard_at_once(audio: Audio) -> None:
    """Players race from it."""
    left = samples("signal")[::2]
    loud = peak(left) / 10
    assert next(i for i, x in enumerate(left) if abs(x) > loud) < 0.01 * 44100


def test_the_music_runs_on_over_its_seam(audio: Audio) -> None:
    wave = samples(MUSIC)
    frames = len(wave) // 2
    assert 24 * 44100 <= frames <= 32 * 44100
    assert (FOLDER / f"{MUSIC}.ogg").stat().st_size <= 200_000
    assert 0.02 < level(wave) < 0.2 and peak(wave) < 0.5 * FULL
    for side in (wave[::2], wave[1::2]):
        steps = sorted(map(abs, map(sub, side[::101], side[1::101])))
        assert abs(side[0] - side[-1]) <= steps[int(0.9 * len(steps))]
        before, after = side[-1] - side[-2], side[1] - side[0]
        assert abs(before - after) < 0.005 * FULL


def test_the_folder_holds_these_sounds_and_stays_small() -> None:
    files = list(FOLDER.glob("*.ogg"))
    assert {file.stem for file in files} == {*SOUNDS, MUSIC}
    assert sum(file.stat().st_size for file in files) < 600_000


def test_the_generator_knows_the_same_names() -> None:
    text = (HOME / "tests" / "tools" / "make_sounds.py").read_text(encoding="utf-8")
    assert not [name for name in SOUNDS if f'    "{name}": (' not in text]


def test_only_what_tells_something_has_a_caption(audio: Audio) -> None:
    heard: list[str] = []
    audio.on_sound = heard.append
    assert set(SOUNDS) >= CAPTIONED_SOUNDS
    for name in SOUNDS:
        audio.play(name)
    assert heard == [name for name in SOUNDS if name in CAPTIONED_SOUNDS]


def test_captions_go_on_when_the_effects_are_off(audio: Audio) -> None:
    heard: list[str] = []
    audio.on_sound = heard.append
    audio.set_volumes(0, 0)
    audio.play("signal")
    assert heard == ["signal"] and not pygame.mixer.get_busy()


def test_a_hand_dealt_at_once_does_not_pile_up(long_audio: Audio) -> None:
    for _ in range(12):
        long_audio.play("deal")
    assert sum(pygame.mixer.Channel(i).get_busy() for i in range(pygame.mixer.get_num_channels())) == SAME_SOUND_LIMIT


def test_volume_reaches_sounds_heard_before_and_later(long_audio: Audio) -> None:
    long_audio.play("token")
    long_audio.set_volumes(5, 5)
    long_audio.play("win")
    playing = [pygame.mixer.Channel(i).get_sound() for i in range(2)]
    assert [round(sound.get_volume(), 1) for sound in playing if sound] == [0.2, 0.2]
    long_audio.set_volumes(99, -1)
    assert [sound.get_volume() for sound in playing if sound] == [1.0, 1.0]
    assert pygame.mixer.music.get_volume() == 0


def test_music_starts_once_pauses_and_goes_on(audio: Audio) -> None:
    audio.set_music(True)
    assert pygame.mixer.music.get_busy()
    audio.set_music(False)
    assert not pygame.mixer.music.get_busy()
    audio.set_music(True)
    assert pygame.mixer.music.get_busy()
    audio.set_volumes(10, 0)
    assert not pygame.mixer.music.get_busy()
    audio.set_volumes(10, 3)
    assert pygame.mixer.music.get_busy()


@pytest.mark.parametrize("content", [None, b"", b"no sound at all", b"OggS" + bytes(400)])
def test_a_missing_or_damaged_file_is_silent(audio: Audio, tmp_path: Path, content: bytes | None) -> None:
    broken = Audio(tmp_path)
    if content is not None:
        for name in ("win", MUSIC):
            (tmp_path / f"{name}.ogg").write_bytes(content)
    for _ in range(2):
        broken.play("win")
        broken.set_music(True)
    assert not pygame.mixer.get_busy() and not pygame.mixer.music.get_busy()


def test_half_a_file_raises_nothing(audio: Audio, tmp_path: Path) -> None:
    for name in ("win", MUSIC):
        whole = (FOLDER / f"{name}.ogg").read_bytes()
        (tmp_path / f"{name}.ogg").write_bytes(whole[: len(whole) // 2])
    broken = Audio(tmp_path)
    broken.play("win")
    broken.set_music(True)


@pytest.mark.parametrize("driver", ["nonsense", "alsa"])
def test_without_a_device_there_is_silence_and_no_message(driver: str) -> None:
    """ALSA is pointed at a sound card that does not exist: that is where it talks."""
    script = (
        "from game.ui.audio import SOUNDS, Audio\n"
        "heard = []\n"
        "audio = Audio(on_sound=heard.append)\n"
        "assert audio.silent\n"
        "audio.set_volumes(7, 3)\n"
        "audio.set_music(True)\n"
        "for name in SOUNDS: audio.play(name)\n"
        "audio.set_music(False)\n"
        "audio.close()\n"
        "assert 'signal' in heard\n"
    )
    settings = {
        "SDL_AUDIODRIVER": driver,
        "AUDIODEV": "hw:99",
        "SDL_VIDEODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=HOME,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
