"""Sounds are there, sound alike in strength, and their absence is never more than silence."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from operator import mul, sub
from pathlib import Path

import pytest

from tests.waiting import LIMIT_S, patiently

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.titles import TITLES
from game.ui.audio import CAPTIONED_SOUNDS, SAME_SOUND_LIMIT, SOUNDS, VARIANTS, Audio, sides
from game.ui.music import RESERVED_CHANNELS, TENSE_CHANNEL
from game.ui.ogg_parts import cut_into_parts, read_sound, split_pages

HOME = Path(__file__).parent.parent
FOLDER = HOME / "assets" / "sounds"
FULL = 32767
FILES = [*SOUNDS, *(f"{name}_{number}" for name, count in VARIANTS.items() for number in range(2, count + 1))]
PIECES = sorted(file.stem for file in FOLDER.glob("*.ogg") if file.stem.startswith(("music_", "tense_")))


@pytest.fixture
def audio() -> Iterator[Audio]:
    pygame.mixer.quit()
    audio = Audio()
    yield audio
    audio.close()


@pytest.fixture
def long_audio(audio: Audio, tmp_path: Path) -> Audio:
    """Every sound takes a minute: it is still heard when a busy machine comes to look."""
    with wave.open(str(tmp_path / "minute.ogg"), "wb") as file:  # the mixer looks at the content, not at the name
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(2 * 8000 * 60))
    for name in FILES:
        os.link(tmp_path / "minute.ogg", tmp_path / f"{name}.ogg")
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


@pytest.mark.parametrize("name", FILES)
def test_every_sound_is_small_audible_and_unclipped(audio: Audio, name: str) -> None:
    assert 4_000 <= (FOLDER / f"{name}.ogg").stat().st_size <= 12_000
    wave = samples(name)
    assert peak(wave) < 0.8 * FULL
    assert 0.02 < level(wave) < 0.35


@pytest.mark.parametrize("name", FILES)
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


@pytest.mark.parametrize("name", PIECES)
def test_music_is_long_gentle_and_runs_on_over_its_seam(audio: Audio, name: str) -> None:
    wave = array("h", pygame.mixer.Sound(str(FOLDER / f"{name}.ogg")).get_raw())
    assert len(wave) // 2 >= 90 * 44100
    parts = [wave[start : start + 8820] for start in range(0, len(wave), 10 * 88200)]
    assert 0.004 < max(map(level, parts)) < 0.2 and max(map(peak, parts)) < 0.5 * FULL
    for side in (wave[::2], wave[1::2]):
        steps = sorted(map(abs, map(sub, side[::1001], side[1::1001])))
        assert abs(side[0] - side[-1]) <= max(steps[int(0.95 * len(steps))], 0.005 * FULL)
        before, after = side[-1] - side[-2], side[1] - side[0]
        assert abs(before - after) < 0.005 * FULL


@pytest.mark.parametrize("name", PIECES)
def test_music_is_decoded_in_short_parts(name: str) -> None:
    """While a part is decoded no sound can begin."""
    heads, parts = cut_into_parts(split_pages((FOLDER / f"{name}.ogg").read_bytes()))
    ends = [part[-1].end for part in parts]
    assert heads and max(end - start for start, end in zip([0, *ends], ends, strict=False)) < 5 * 44100


def test_music_that_is_decoded_in_parts_is_the_same(audio: Audio) -> None:
    for name in ("music_menu", "tense_jelly_mind"):
        file = FOLDER / f"{name}.ogg"
        assert read_sound(file).get_raw() == pygame.mixer.Sound(str(file)).get_raw()


@pytest.mark.parametrize("piece", [name for name in PIECES if name.startswith("tense_")])
def test_the_tense_voices_are_as_long_as_their_piece(audio: Audio, piece: str) -> None:
    lengths = {
        pygame.mixer.Sound(str(FOLDER / f"{kind}_{piece[6:]}.ogg")).get_length() for kind in ("music", "tense")
    }
    assert len(lengths) == 1


def test_every_title_and_the_menu_have_a_piece() -> None:
    assert set(PIECES) >= {"music_menu", *(f"{kind}_{title}" for title in TITLES for kind in ("music", "tense"))}


def test_the_folder_holds_these_sounds_and_stays_small() -> None:
    files = list(FOLDER.glob("*.ogg"))
    assert {file.stem for file in files} == {*FILES, *PIECES}
    assert sum(file.stat().st_size for file in files) <= 6_000_000


def test_the_generator_knows_the_same_names() -> None:
    text = (HOME / "tests" / "tools" / "sound" / "effects.py").read_text(encoding="utf-8")
    assert not [name for name in SOUNDS if f'    "{name}": (' not in text]
    songs = (HOME / "tests" / "tools" / "sound" / "songs.py").read_text(encoding="utf-8")
    assert not [name for name in PIECES if f'    "{name.partition("_")[2]}": ' not in songs]


def test_a_card_is_heard_from_where_it_lies_and_never_twice_alike(long_audio: Audio) -> None:
    assert sides(0) == (1, 1) and sides(-5)[1] < 0.5 < sides(-5)[0] and sides(1) == sides(-1)[::-1]
    for _ in range(3):
        long_audio.play("deal", -1)
    heard = [pygame.mixer.Channel(number).get_sound() for number in range(2, 5)]
    assert len({id(sound) for sound in heard}) == 3


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
    playing = [pygame.mixer.Channel(i).get_sound() for i in range(2, 4)]
    assert [round(sound.get_volume(), 1) for sound in playing if sound] == [0.2, 0.2]
    long_audio.set_volumes(99, -1)
    assert [sound.get_volume() for sound in playing if sound] == [1.0, 1.0]


def run_until(audio: Audio, piece: str) -> None:
    """Let frames pass until this piece is heard. Loading takes as long as it takes."""
    for _ in patiently(piece or "silence"):
        audio.update(0.1)
        if audio.music.piece == piece:
            return


def test_music_comes_changes_and_goes(audio: Audio) -> None:
    audio.music.play("face_to_face")
    run_until(audio, "face_to_face")
    assert pygame.mixer.Channel(0).get_busy()
    audio.music.play("menu")
    run_until(audio, "menu")
    audio.set_volumes(10, 0)
    run_until(audio, "")
    assert not pygame.mixer.Channel(0).get_busy()
    audio.set_volumes(10, 3)
    run_until(audio, "menu")
    audio.music.play("")
    run_until(audio, "")


def test_a_title_without_a_piece_gets_the_menus(audio: Audio) -> None:
    audio.music.play("high_card")
    run_until(audio, "menu")


def test_tense_voices_join_slowly_and_leave(audio: Audio) -> None:
    audio.music.play("jelly_mind")
    run_until(audio, "jelly_mind")
    tense = pygame.mixer.Channel(TENSE_CHANNEL)
    levels = []
    for wanted in (False, True, False):
        audio.music.set_tension(wanted)
        for _ in range(50):
            audio.update(0.1)
            levels.append(tense.get_volume())
    assert levels[49] == 0 < levels[60] < levels[99] and levels[-1] == 0


def test_effects_leave_the_channels_of_the_music_alone(long_audio: Audio) -> None:
    for name in FILES:
        long_audio.play(name)
    assert not any(pygame.mixer.Channel(number).get_busy() for number in range(RESERVED_CHANNELS))


@pytest.mark.parametrize("content", [None, b"", b"no sound at all", b"OggS" + bytes(400)])
def test_a_missing_or_damaged_file_is_silent(audio: Audio, tmp_path: Path, content: bytes | None) -> None:
    broken = Audio(tmp_path)
    if content is not None:
        for name in ("win", "music_menu"):
            (tmp_path / f"{name}.ogg").write_bytes(content)
    for _ in range(2):
        broken.play("win")
        broken.music.play("menu")
        run_until(broken, "menu")
        broken.music.play("")
        run_until(broken, "")
    assert not pygame.mixer.get_busy()


def test_half_a_file_raises_nothing(audio: Audio, tmp_path: Path) -> None:
    for name in ("win", "music_menu"):
        whole = (FOLDER / f"{name}.ogg").read_bytes()
        (tmp_path / f"{name}.ogg").write_bytes(whole[: len(whole) // 2])
    broken = Audio(tmp_path)
    broken.play("win")
    broken.music.play("menu")
    run_until(broken, "menu")
    broken.close()


@pytest.mark.parametrize("driver", ["nonsense", "alsa"])
def test_without_a_device_there_is_silence_and_no_message(driver: str) -> None:
    """ALSA is pointed at a sound card that does not exist: that is where it talks."""
    script = (
        "from game.ui.audio import SOUNDS, Audio\n"
        "heard = []\n"
        "audio = Audio(on_sound=heard.append)\n"
        "assert audio.silent\n"
        "audio.set_volumes(7, 3)\n"
        "audio.music.play('menu')\n"
        "for name in SOUNDS: audio.play(name)\n"
        "audio.update(1)\n"
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
