"""The cards as drawn: every file within the profile, every card has its picture, every suit its own look."""

from __future__ import annotations

import io
import os
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame

from tests import art_lint as art

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "assets"
CARDS = ASSETS / "cards"
TITLES = sorted(path.stem for path in (ROOT / "game" / "titles").glob("*/*.yaml"))
DRAWINGS = sorted(ASSETS.rglob("*.svg"))
SEEN_APART = 14.0
"""The smallest difference between two suits of a title, to any eyes. Below 10 they could be taken for each other."""

Table = dict[str, Any]


@cache
def title_of(name: str) -> Table:
    table: Table = yaml.load((ROOT / "game" / "titles" / name / f"{name}.yaml").read_text(), yaml.BaseLoader)
    return table


@cache
def look_of(name: str) -> Table:
    table: Table = yaml.load((ASSETS / "looks" / f"{name}.yaml").read_text(), yaml.BaseLoader)
    return table


def letters_of(title: str) -> dict[str, str]:
    return {suit["id"]: suit["letter"] for suit in title_of(title)["cards"]["suits"]}


def ranks_of(title: str) -> list[str]:
    ranks = title_of(title)["cards"]["ranks"]
    return [str(rank) for rank in range(int(ranks["from"]), int(ranks["to"]) + 1)]


def suits_and_titles() -> list[tuple[str, str]]:
    return [(title, suit) for title in TITLES for suit in letters_of(title)]


def pairs_of_suits() -> list[tuple[str, str, str]]:
    return [(title, *pair) for title in TITLES for pair in combinations(letters_of(title), 2)]


def drawn(path: Path, size: tuple[int, int]) -> pygame.Surface:
    return pygame.image.load_sized_svg(io.BytesIO(path.read_bytes()), size)


def shape(title: str, suit: str) -> pygame.mask.Mask:
    mark = CARDS / title / look_of(title)["suits"][suit]["mark"]
    return pygame.mask.from_surface(drawn(mark, (100, 100)))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: str(path.relative_to(ASSETS)))
def test_a_drawing_stays_within_what_is_drawn_right(path: Path) -> None:
    assert list(art.faults(path)) == []
    assert pygame.mask.from_surface(drawn(path, (64, 64))).count() > 0


@pytest.mark.parametrize(
    "inside",
    [
        "<text>7</text>",
        '<use href="#a"/>',
        '<path d="M0 0" style="fill:red"/>',
        '<path d="M0 0" fill="red"/>',
        '<path d="M0 0" fill="#abc"/>',
        '<path d="M0 0" fill="url(#nowhere)"/>',
        '<path d="M0 0" fill="#c0ffe1"/>',
        '<g opacity="0.5"/>',
        '<linearGradient id="a" x1="0"/>',
    ],
)
def test_the_lint_finds(inside: str, tmp_path: Path) -> None:
    path = tmp_path / "back.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">{inside}</svg>')
    assert len(list(art.faults(path))) == 1


@pytest.mark.parametrize("title", TITLES)
def test_every_card_has_a_front_a_mark_a_picture_and_a_back(title: str) -> None:
    look, folder = look_of(title), CARDS / title
    assert list(look["suits"]) == list(letters_of(title))
    assert sorted(look["art"], key=int) == ranks_of(title)
    for suit in look["suits"]:
        assert (folder / f"front_{suit}.svg").is_file()
        assert (folder / "back.svg").is_file() or (folder / f"back_{suit}.svg").is_file()
    named = {*look["art"].values(), *(suit["mark"] for suit in look["suits"].values())}
    assert named <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("title", TITLES)
def test_no_picture_is_left_over(title: str) -> None:
    assert {path.name for path in (CARDS / title).glob("art_*.svg")} == set(look_of(title)["art"].values())


@pytest.mark.parametrize("title", TITLES)
def test_every_effect_has_a_badge(title: str) -> None:
    badges = {path.stem.removeprefix("effect_") for path in (CARDS / title).glob("effect_*.svg")}
    assert badges == set(title_of(title).get("effects", {}))


@pytest.mark.parametrize(("title", "suit"), suits_and_titles())
def test_a_rank_reads_well_in_its_corner(title: str, suit: str) -> None:
    """Nothing but light paper where the rank and the mark go, at either end of the card."""
    dark = look_of(title)["suits"][suit]["dark"]
    front = drawn(CARDS / title / f"front_{suit}.svg", (250, 350))
    for turned in (front, pygame.transform.rotate(front, 180)):
        papers = {tuple(turned.get_at((x, y)))[:3] for x in range(13, 67, 3) for y in range(13, 116, 3)}
        assert min(art.contrast(dark, "#{:02x}{:02x}{:02x}".format(*paper)) for paper in papers) > 6


@pytest.mark.parametrize(("title", "one", "other"), pairs_of_suits())
def test_two_suits_look_apart_to_all_eyes(title: str, one: str, other: str) -> None:
    suits, letters = look_of(title)["suits"], letters_of(title)
    assert min(art.distance(suits[one]["main"], suits[other]["main"], eyes) for eyes in art.EYES) > SEEN_APART
    assert letters[one] != letters[other]
    a, b = shape(title, one), shape(title, other)
    shared = a.overlap_area(b, (0, 0))
    assert shared / (a.count() + b.count() - shared) < 0.85


@pytest.mark.parametrize(("title", "one", "other"), pairs_of_suits())
def test_two_fronts_differ_in_more_than_colour(title: str, one: str, other: str) -> None:
    a, b = (set(art.outlines(CARDS / title / f"front_{suit}.svg")) for suit in (one, other))
    assert len(a - b) >= 2
    assert len(b - a) >= 2


@pytest.mark.parametrize(("title", "suit"), suits_and_titles())
def test_a_suit_goes_from_light_to_dark(title: str, suit: str) -> None:
    look = look_of(title)["suits"][suit]
    light, main, dark = (art.lab(look[name])[0] for name in ("light", "main", "dark"))
    assert light >= main >= dark
    assert art.contrast(look["dark"], look["light"]) > 4.5
