"""Whatever is written can be read: WCAG AA for every colour of text on every colour it is written on."""

from __future__ import annotations

import pytest

from game.ui.theme import CONTRAST_PALETTE, TEXT_ON_BACKGROUND, WARM_PALETTE, Palette, contrast_ratio

AA, AAA = 4.5, 7.0


@pytest.mark.parametrize("pair", TEXT_ON_BACKGROUND, ids="-".join)
@pytest.mark.parametrize(("palette", "least"), [(WARM_PALETTE, AA), (CONTRAST_PALETTE, AAA)], ids=["warm", "contrast"])
def test_text_stands_out(palette: Palette, least: float, pair: tuple[str, str]) -> None:
    text, ground = (getattr(palette, name) for name in pair)
    assert contrast_ratio(text, ground) >= least


def test_black_on_white_is_the_most_there_is() -> None:
    assert round(contrast_ratio((0, 0, 0), (255, 255, 255)), 6) == 21
