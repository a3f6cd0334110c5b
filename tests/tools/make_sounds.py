"""Renders every sound of the game into assets/sounds/*.ogg; names as arguments render only those.

Needs numpy and soundfile, at development time only. The same numpy and libsndfile give the same bytes again.
A sound with variants has a file for each: `play.ogg`, `play_2.ogg`. A piece of music has one or two files:
`music_<name>.ogg`, and `tense_<name>.ogg` with the voices that join it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.tools.sound import synth
from tests.tools.sound.effects import EFFECTS, VARIANTS
from tests.tools.sound.loudness import at_loudness, integrated, levelled
from tests.tools.sound.music import calm_wave, tense_wave
from tests.tools.sound.ogg import ogg
from tests.tools.sound.songs import SONGS
from tests.tools.sound.synth import Wave

FOLDER = Path(__file__).parent.parent.parent / "assets" / "sounds"
EFFECT_DB = -21.0
"""dB of the loudest eighth of a second, weighted like the ear; each effect may ask for more or less."""
MUSIC_LUFS = -27.0
TENSE_LUFS = -31.0


def effect(name: str, variant: int) -> Wave:
    """An effect. Its variants differ in chance (noise) and in pitch, as no two cards fall alike."""
    synth.reseed(name if variant == 1 else f"{name} {variant}")
    make, louder = EFFECTS[name]
    wave = make()
    if variant > 1:
        wave = synth.repitched(wave, VARIANTS[name][variant - 2])
    return levelled(synth.roomy(wave), EFFECT_DB + louder)


def music(name: str) -> Wave:
    kind, _, song = name.partition("_")
    synth.reseed(name)
    if kind == "tense":
        return at_loudness(tense_wave(SONGS[song]), TENSE_LUFS)
    return at_loudness(calm_wave(SONGS[song]), MUSIC_LUFS)


def file_names() -> list[str]:
    effects = [name if n == 1 else f"{name}_{n}" for name in EFFECTS for n in range(1, len(VARIANTS.get(name, ())) + 2)]
    tense = [f"tense_{name}" for name, song in SONGS.items() if song.drums]
    return [*effects, *(f"music_{name}" for name in SONGS), *tense]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or file_names():
        if name.startswith(("music_", "tense_")):
            wave, quality = music(name), 0.1 if name.startswith("tense_") else 0.2
        else:
            base, _, number = name.rpartition("_")
            wave, quality = (effect(base, int(number)) if number.isdigit() else effect(name, 1)), 0.3
        data = ogg(wave, quality)
        (FOLDER / f"{name}.ogg").write_bytes(data)
        seconds, peak = wave.shape[-1] / synth.RATE, abs(wave).max()
        print(f"{name:24}{len(data):8} bytes{seconds:8.1f} s{integrated(wave):8.1f} LUFS, peak {peak:.2f}")


if __name__ == "__main__":
    main()
