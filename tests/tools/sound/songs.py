"""The pieces of music as notes.

All use the notes of F major (F G A Bb C D E), each with another home note. Effects (C D F G A) never clash with them.
A bar is a list of steps of equal length: a note is struck, `-` holds it, `.` is silence. `|` separates bars.
A chord is written from its lowest note upwards; a figure says which of its notes is picked at each step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Track:
    """One voice: what it plays in each section of the form."""

    instrument: str
    gain: float
    pan: float
    """0 is left, 1 is right."""
    bars: Mapping[str, str]
    times: str = "123456"
    """In which repetitions of a section it plays."""
    octave: int = 0


@dataclass(frozen=True)
class Song:
    """A piece that goes round without a seam, and the voices that join when a match becomes tense."""

    tempo: float
    """Beats a minute."""
    beats: int
    """Beats a bar."""
    form: str
    """The sections in order, a letter each, eight bars a section."""
    chords: Mapping[str, str]
    picked_by: str
    figures: tuple[str, ...]
    tracks: tuple[Track, ...]
    pick_gain: float = 0.3
    swing: float = 0.0
    """By which share of a step every second step comes late."""
    crackles: bool = False
    """Whether a fire crackles."""
    tense_figure: str = ""
    tense_instrument: str = "pluck"
    drums: Mapping[str, str] = field(default_factory=dict)
    """Instrument and its steps in every bar of the tense voices: `x` strikes, `o` strikes softly."""


MENU = Song(
    tempo=76,
    beats=4,
    form="AABA",
    chords={
        "A": "F3 C4 G4 A4 | D3 A3 E4 F4 | Bb2 F3 D4 A4 | C3 G3 D4 F4"
        " | A2 F3 C4 G4 | D3 A3 C4 F4 | G2 F3 Bb3 D4 | C3 F3 Bb3 D4",
        "B": "Bb2 F3 D4 A4 | C3 G3 D4 E4 | A2 E3 C4 G4 | D3 A3 C4 F4"
        " | Bb2 F3 Bb3 D4 | F3 C4 E4 A4 | G2 D3 Bb3 F4 | C3 G3 Bb3 E4",
    },
    picked_by="tine",
    figures=("0.213.2.", "0.12.31.", "0.213.1.", "0.12.3.."),
    tracks=(
        Track("tine", 0.5, 0.58, {
            "A": ". . . A4 - - C5 - | F5 - - - - E5 - C5 | D5 - - - - F5 - - | G5 - - - - A5 - -"
            " | . . G5 - F5 - - C5 | . . A4 - - C5 - - | D5 - - F5 - Bb4 - - | G4 - - - C5 - - -",
            "B": "D5 - - C5 - - A4 - | G4 - - - - - E5 - | E5 - - D5 - - C5 - | A4 - - - - - C5 -"
            " | Bb4 - - C5 - - D5 - | C5 - - A4 - - F4 - | G4 - - Bb4 - - D5 - | C5 - - - - - . .",
        }),
        Track("bell", 0.16, 0.3, {
            "A": ". . . . . . . . | . . A5 - . . . . | . . . . . . D6 - | . . . . C6 - - -"
            " | . . . . . . . . | F5 - . . . . . . | . . . . . . F5 - | . . E5 - - - - -",
        }, times="23"),
    ),
)  # fmt: skip

MARSHMALLOW_TEST = Song(  # a campfire by night: guitar in D minor, three beats a bar
    tempo=90,
    beats=3,
    form="ABACBA",
    chords={
        "A": "D3 A3 D4 F4 | D3 A3 C4 F4 | Bb2 F3 Bb3 D4 | F3 C4 F4 A4"
        " | G2 D3 Bb3 D4 | D3 A3 D4 F4 | A2 E3 A3 C4 | D3 A3 D4 F4",
        "B": "F3 C4 F4 A4 | C3 G3 C4 E4 | G2 D3 Bb3 D4 | D3 A3 D4 F4"
        " | Bb2 F3 Bb3 D4 | F3 C4 F4 A4 | G2 D3 Bb3 D4 | A2 E3 A3 C4",
        "C": "Bb2 F3 Bb3 D4 | C3 G3 C4 E4 | D3 A3 D4 F4 | D3 A3 C4 F4"
        " | Bb2 F3 Bb3 D4 | C3 G3 C4 E4 | F3 C4 F4 A4 | A2 E3 A3 C4",
    },
    picked_by="guitar",
    figures=("012321", "0.2132", "012321", "0212.2"),
    tracks=(
        Track("flute", 0.26, 0.6, {
            "A": "A4 - - - F4 - | A4 - - - - . | Bb4 - - - A4 G4 | A4 - - - - ."
            " | G4 - - - A4 Bb4 | A4 - F4 - D4 - | E4 - - - C4 - | D4 - - - - .",
            "B": "C5 - - - A4 - | G4 - - - C5 - | D5 - - - C5 Bb4 | A4 - - - - ."
            " | F4 - G4 - A4 - | C5 - - - A4 - | Bb4 - - A4 G4 - | A4 - - - - .",
        }),
        Track("tine", 0.34, 0.4, {
            "C": ". . F5 - - - | . . E5 - - - | . . D5 - A4 - | - - - . . ."
            " | . . F5 - - - | . . G5 - - - | . . A5 - F5 - | E5 - - - - .",
        }),
        Track("tine", 0.2, 0.3, {
            "A": ". . . . . . | . . F5 - E5 - | . . . . . . | . . C5 - F5 -"
            " | . . . . . . | . . D5 - A4 - | . . . . . . | . . A4 - D5 -",
        }, times="23"),
    ),
    crackles=True,
    tense_figure="0.0.0.",
    tense_instrument="guitar",
    drums={"drum": "x..o..", "shaker": "..o.o."},
)  # fmt: skip

FACE_TO_FACE = Song(  # sun and moon: a harp on the left asks, a celesta on the right answers
    tempo=80,
    beats=4,
    form="AABA",
    chords={
        "A": "G2 D3 Bb3 F4 | C3 G3 C4 E4 | G2 D3 Bb3 D4 | C3 G3 C4 E4"
        " | Bb2 F3 Bb3 D4 | F3 C4 F4 A4 | D3 A3 C4 F4 | G2 D3 G3 Bb3",
        "B": "Bb2 F3 Bb3 D4 | F3 C4 F4 A4 | C3 G3 C4 E4 | G2 D3 G3 Bb3"
        " | Bb2 F3 Bb3 D4 | F3 C4 F4 A4 | A2 E3 G3 C4 | D3 A3 C4 F4",
    },
    picked_by="harp",
    figures=("01232123", "02132132"),
    pick_gain=0.24,
    tracks=(
        Track("harp", 0.5, 0.25, {
            "A": "G4 - A4 Bb4 - - D5 - | C5 - - - - - . . | . . . . . . . . | . . . . . . . ."
            " | D5 - C5 Bb4 - - F4 - | A4 - - - - - . . | . . . . . . . . | . . . . . . . .",
            "B": "D5 - - F5 - - D5 - | C5 - - A4 - - C5 - | E5 - - D5 - - C5 - | Bb4 - - - - - . ."
            " | D5 - - F5 - - G5 - | A5 - - F5 - - C5 - | E5 - - G5 - - E5 - | D5 - - - - - . .",
        }),
        Track("bell", 0.32, 0.75, {
            "A": ". . . . . . . . | . . . . . . . . | Bb5 - A5 G5 - - D5 - | E5 - - - - - . ."
            " | . . . . . . . . | . . . . . . . . | F5 - E5 D5 - - A5 - | G5 - - - - - . .",
            "B": ". . . . . . . . | . . . . F5 - A5 - | . . . . . . . . | . . . . G5 - Bb5 -"
            " | . . . . . . . . | . . . . C6 - A5 - | . . . . . . . . | . . A5 - F5 - D5 -",
        }),
    ),
    tense_figure="0.00.00.",
    tense_instrument="harp",
    drums={"drum": "x..x..o.", "shaker": "o.o.o.o."},
)  # fmt: skip

JELLY_MIND = Song(  # a sideboard that shakes: marimba with a swing, home note C
    tempo=100,
    beats=4,
    form="AABCA",
    chords={
        "A": "C3 G3 Bb3 E4 | C3 G3 Bb3 E4 | F3 C4 F4 A4 | C3 G3 C4 E4"
        " | Bb2 F3 Bb3 D4 | F3 C4 F4 A4 | C3 G3 C4 E4 | G2 D3 Bb3 F4",
        "B": "A2 E3 C4 G4 | D3 A3 C4 F4 | G2 D3 Bb3 F4 | C3 G3 Bb3 E4"
        " | A2 E3 C4 G4 | D3 A3 C4 F4 | G2 D3 Bb3 F4 | C3 G3 Bb3 E4",
        "C": "C3 G3 C4 E4 | C3 G3 C4 E4 | F3 C4 F4 A4 | F3 C4 F4 A4"
        " | Bb2 F3 Bb3 D4 | Bb2 F3 Bb3 D4 | C3 G3 C4 E4 | G2 D3 Bb3 F4",
    },
    picked_by="pizzicato",
    figures=("0..2.1.2", "0..2.3.1"),
    pick_gain=0.34,
    swing=0.28,
    tracks=(
        Track("marimba", 0.42, 0.55, {
            "A": "C5 . E5 G5 . A5 . G5 | Bb5 . A5 . G5 - . . | A5 . F5 . C5 . D5 . | E5 - . C5 . . . ."
            " | Bb4 . D5 F5 . G5 . F5 | A5 . G5 . F5 - . . | E5 . C5 . D5 . E5 . | C5 - . . G4 . G4 .",
            "B": "A4 . C5 . E5 - D5 C5 | D5 - . . A4 - . . | G4 . Bb4 . D5 - C5 Bb4 | C5 - . . G4 - . ."
            " | A4 . C5 . E5 . G5 . | F5 . E5 . D5 - . . | Bb4 . D5 . G5 . F5 . | E5 . . E5 . . G5 .",
        }),
        Track("jelly", 0.3, 0.4, {
            "C": "C4 . . . E4 . . . | G4 . . E4 . . C4 . | F4 . . . A4 . . . | C5 . . A4 . . F4 ."
            " | Bb3 . . . D4 . . . | F4 . . D4 . . Bb3 . | C4 . E4 . G4 . Bb4 . | D5 . . . G4 . . .",
        }),
        Track("bell", 0.15, 0.75, {
            "A": ". . . . . . . . | . . . . . . . E6 | . . . . . . . . | . . . . . . G5 C6"
            " | . . . . . . . . | . . . . . . . C6 | . . . . . . . . | . . E6 . . . . .",
            "C": ". . G5 . . . . . | . . . . . . E6 . | . . C6 . . . . . | . . . . . . A5 ."
            " | . . D6 . . . . . | . . . . . . Bb5 . | . . G5 . . . . . | . . . . D6 . F5 .",
        }, times="23"),
    ),
    tense_figure="0.1.0.1.",
    tense_instrument="pizzicato",
    drums={"block": "x.o.x.o.", "drum": "x...x..."},
)  # fmt: skip

HAPPY_MOCHI = Song(  # a tea-house counter: long zither and bamboo flute, five notes
    tempo=80,
    beats=4,
    form="ABAB",
    chords={
        "A": "F3 C4 G4 A4 | D3 A3 C4 F4 | C3 G3 D4 G4 | F3 C4 F4 A4"
        " | D3 A3 D4 F4 | G2 D3 A3 C4 | C3 G3 D4 G4 | F3 C4 G4 A4",
        "B": "F3 C4 A4 C5 | D3 A3 D4 F4 | G2 D3 G3 C4 | C3 G3 C4 D4"
        " | F3 C4 G4 A4 | D3 A3 C4 F4 | C3 G3 D4 G4 | F3 C4 F4 A4",
    },
    picked_by="zither",
    figures=("0...2.3.", "0..1.2..", "0...2.1.", "0..1..3."),
    tracks=(
        Track("flute", 0.25, 0.42, {
            "A": "C5 - - D5 F5 - - - | D5 - C5 - A4 - - . | G4 - - A4 C5 - D5 - | A4 - - - - - . ."
            " | D5 - - F5 G5 - F5 - | D5 - - - C5 - A4 . | G4 - A4 - C5 - D5 C5 | F4 - - - - - . .",
        }),
        Track("zither", 0.42, 0.62, {
            "B": "A5 G5 . F5 . D5 . C5 | . D5 . F5 - - . . | G5 . A5 . G5 F5 D5 . | C5 - - - . . . ."
            " | F5 . G5 . A5 . C6 . | A5 . G5 . F5 - D5 - | C5 . D5 . F5 . G5 . | F5 - - - - - . .",
        }),
        Track("bell", 0.16, 0.75, {
            "A": ". . . . . . . . | . . . . . . C6 - | . . . . . . . . | . . . . F5 - C6 -"
            " | . . . . . . . . | . . . . . . A5 - | . . . . . . . . | . . . . C6 - D6 -",
            "B": ". . . . . . . . | . . . . C6 - . . | . . . . . . . . | . . . . G5 - D6 -"
            " | . . . . . . . . | . . . . . . . . | . . . . . . . . | . . A5 - C6 - - -",
        }, times="2"),
    ),
    tense_figure="0.0.1.0.",
    tense_instrument="zither",
    drums={"drum": "x...o.x.", "block": "....o..."},
)  # fmt: skip

SONGS = {
    "menu": MENU,
    "marshmallow_test": MARSHMALLOW_TEST,
    "face_to_face": FACE_TO_FACE,
    "jelly_mind": JELLY_MIND,
    "happy_mochi": HAPPY_MOCHI,
}
