"""The effects, by name: how each is made, and how much louder than the others it is, in dB."""

from __future__ import annotations

from collections.abc import Callable

from tests.tools.sound.synth import Wave, drop, mix, soft, swish, thump, tine, tune, wobble, wood


def bounce() -> Wave:
    """A marshmallow lands: plop, and three smaller ones ever closer."""
    hops = ((0.0, 1.0), (0.15, 0.45), (0.245, 0.22), (0.305, 0.1))
    plops = ((at, drop(330 * (1.3 - 0.3 * gain), 820, 0.09, 1.6), gain) for at, gain in hops)
    return mix((0.01, thump(150), 0.3), *plops)


def change() -> Wave:
    """Five small ones hurry together, one large one lands."""
    small = ((0.07 * i, drop(380 * 1.12**i, 720 * 1.12**i, 0.07, 1.6), 0.6) for i in range(5))
    return mix(
        *small, (0.45, drop(220, 480, 0.16, 1.4), 0.9), (0.46, thump(130, 0.16), 0.3), (0.48, tine("F4", 0.6), 0.5)
    )


def standoff() -> Wave:
    pair = mix((0, tine("F4", 1.0, 0.4), 1), (0, tine("G4", 1.0, 0.4), 1), (0.32, tine("F4", 0.8, 0.4), 0.7))
    return wobble(pair, 7, 0.0006)


def backwards() -> Wave:
    """A note swallowed again, then its dry start."""
    return mix((0, soft(tine("C5", 0.3, 0.3)[::-1], 0.08, 0.012), 0.8), (0.27, tine("F4", 0.45, 0.5), 0.8))


def final() -> Wave:
    """Up the scale into a whole chord."""
    run = tune("F4 A4 C5 F5", 0.13, 1.1)
    return mix((0, run, 0.8), (0.62, tune("F3 C4 A4 C5 F5 A5", 0.018, 1.2, 0.7), 0.6))


def cheer() -> Wave:
    """Two equal notes, as of two equal cards, and a run up to the top."""
    return mix((0, tune("F4 F4", 0.11, 0.5), 0.8), (0.24, tune("A4 C5 F5 A5", 0.055, 0.8), 0.8), (0.3, bounce(), 0.35))


def jump() -> Wave:
    """A spring: down, and high up again."""
    spring = wobble(drop(260, 1040, 0.3, 0.6), 11, 0.0008)
    return mix((0, drop(520, 240, 0.12), 0.8), (0.12, spring, 1), (0.4, tine("C6", 0.5), 0.4))


EFFECTS: dict[str, tuple[Callable[[], Wave], float]] = {
    "deal": (lambda: mix((0, swish(0.13, 1500, 2600, 0.6), 0.8), (0.085, thump(170, 0.08), 0.5)), -3),
    "draw": (lambda: mix((0, swish(0.2, 1100, 2400, 0.6), 0.8), (0.12, drop(330, 440, 0.1), 0.3)), -3),
    "play": (
        lambda: mix(
            (0, swish(0.1, 2200, 1300), 0.6),
            (0.05, thump(120, 0.14), 1),
            (0.05, wood(330, 0.15), 0.3),
        ),
        0,
    ),
    "flip": (
        lambda: mix(
            (0, swish(0.11, 1300, 2600), 0.7),
            (0.1, swish(0.1, 2400, 1200), 0.6),
            (0.14, wood(440, 0.15), 0.5),
        ),
        -2,
    ),
    "sweep": (lambda: mix((0, swish(0.42, 900, 2000, 0.55), 0.8), (0.16, tune("C4 F4 A4", 0.06, 0.4, 0.4), 0.35)), -2),
    "discard": (lambda: mix((0, swish(0.24, 2000, 700, 0.3), 0.8), (0.16, thump(98, 0.16), 0.8)), -2),
    "pass": (lambda: mix((0, wood(294), 1), (0.14, wood(262), 0.8), (0, thump(130), 0.3), (0.14, thump(120), 0.2)), -2),
    "reserve": (
        lambda: mix(
            (0, swish(0.22, 1700, 900, 0.5), 0.6),
            (0.14, tine("C4", 0.5, 0.4), 0.6),
            (0.2, tine("G4", 0.5, 0.4), 0.4),
        ),
        -2,
    ),
    "token": (bounce, 0),
    "change": (change, 1),
    "value_flip": (
        lambda: mix(
            (0, swish(0.16, 1200, 2400), 0.4),
            (0.04, drop(349, 698, 0.22), 0.7),
            (0.25, drop(698, 349, 0.26), 0.8),
            (0.46, tine("F4", 0.5, 0.5), 0.6),
        ),
        1,
    ),
    "refused": (lambda: mix((0, drop(349, 311, 0.13), 1), (0.15, drop(294, 247, 0.2), 1)), 0),
    "trump": (lambda: tune("C5 F5 A5", 0.075, 0.7), 1),
    "out": (
        lambda: mix(
            (0, tune("A4 F4", 0.14, 0.7, 0.6), 1),
            (0.3, swish(0.35, 900, 350, 0.15), 0.5),
            (0.3, thump(110, 0.2), 0.6),
        ),
        1,
    ),
    "win": (final, 2),
    "lose": (
        lambda: mix(
            (0, tune("A4 G4 D4", 0.24, 0.9, 0.5), 1),
            (0.76, tine("F3", 0.9, 0.3), 0.8),
            (0.79, tine("C4", 0.9, 0.3), 0.6),
        ),
        1,
    ),
    "round_end": (
        lambda: mix(
            (0, tune("F4 C5", 0.03, 0.9), 0.8),
            (0.3, tune("G4 D5", 0.03, 0.8), 0.5),
            (0.6, tune("F3 A4 F5", 0.03, 0.9), 0.9),
        ),
        1,
    ),
    "signal": (
        lambda: mix(
            (0, tine("C5", 0.3, 1.3), 0.7),
            (0.07, tine("C6", 0.7, 1.2), 1),
            (0.07, tine("F5", 0.7), 0.7),
        ),
        3,
    ),
    "tick": (lambda: mix((0, wood(523, 0.14), 1), (0, thump(175, 0.06), 0.3)), -3),
    "standoff": (standoff, 1),
    "turn": (lambda: tune("C5 F5", 0.11, 0.7, 0.7), 0),
    "button": (lambda: mix((0, drop(300, 520, 0.07, 1.5), 1), (0, wood(262, 0.1), 0.3)), -4),
    "focus": (lambda: soft(drop(523, 587, 0.05), 0.008, 0.025), -9),
    "hint": (lambda: tune("F5 A5 D6", 0.1, 0.6, 0.6), -1),
    "undo": (backwards, -1),
    "cheer": (cheer, 2),
    "jump": (jump, 0),
    "help": (lambda: mix((0, tune("C4 F4 A4", 0.09, 0.8, 0.3), 0.8), (0.27, drop(440, 523, 0.2), 0.3)), 0),
    "stuck": (
        lambda: mix((0, thump(90, 0.25), 1), (0.02, wood(196, 0.3), 0.5), (0.2, drop(247, 165, 0.45, 0.7), 0.7)),
        1,
    ),
    "nothing": (lambda: mix((0, swish(0.5, 1300, 300, 0.15), 0.8), (0.05, drop(392, 196, 0.5, 0.8), 0.5)), 0),
    "upset": (
        lambda: mix((0, tine("F3", 0.5, 0.3), 0.8), (0.16, drop(523, 988, 0.1), 0.7), (0.24, tine("D6", 0.5), 0.5)),
        1,
    ),
    "last_one": (lambda: mix((0, tune("C5 C5 C5", 0.1, 0.4), 0.7), (0.32, tune("F4 A4 C5 F5", 0.02, 1.0), 0.7)), 2),
    "narrow": (
        lambda: mix((0, tine("A4", 0.7, 0.5), 1), (0.28, tine("F4", 0.9, 0.4), 0.9), (0.3, tine("D4", 0.9, 0.3), 0.5)),
        0,
    ),
    "curtain": (lambda: mix((0, swish(0.75, 350, 1100, 0.5), 1), (0.1, tine("F3", 0.7, 0.2), 0.25)), -2),
}

VARIANTS: dict[str, tuple[float, ...]] = {
    **dict.fromkeys(("deal", "draw", "play", "flip", "sweep", "discard"), (-0.9, 0.7, 1.6)),
    "token": (-1.2, 1.0, 2.1),
    "pass": (-0.8, 0.8),
    "button": (-0.5, 0.5),
    "reserve": (-0.7, 0.7),
}
"""Further variants of a sound, each by how many semitones it is higher than the first."""
