"""Whatever is written can be read: WCAG AA for every colour of text on every colour it is written on."""

from __future__ import annotations

import pytest

from game.ui.theme import CONTRAST_PALETTE, WARM_PALETTE, Palette, hex_colour
from tests.art_lint import contrast

AA, AAA = 4.5, 7.0
TEXT_ON_BACKGROUND = (
    ("text", "paper"), ("text", "paper_low"), ("soft", "paper"), ("soft", "paper_low"), ("light", "night"),
    ("on_accent", "accent"), ("on_accent", "accent_low"), ("good", "paper"), ("bad", "paper"), ("focus", "night"),
)  # fmt: skip
"""All pairs of a text colour and the background colour it is written on."""


@pytest.mark.parametrize("pair", TEXT_ON_BACKGROUND, ids="-".join)
@pytest.mark.parametrize(("palette", "least"), [(WARM_PALETTE, AA), (CONTRAST_PALETTE, AAA)], ids=["warm", "contrast"])
def test_text_stands_out(palette: Palette, least: float, pair: tuple[str, str]) -> None:
    text, ground = (hex_colour(getattr(palette, name)) for name in pair)
    assert contrast(text, ground) >= least


def test_black_on_white_is_the_most_there_is() -> None:
    assert round(contrast("#000000", "#ffffff"), 6) == 21
