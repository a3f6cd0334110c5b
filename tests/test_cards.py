"""Cards as pictures: their ranks grow with the text, and nothing else does."""

from __future__ import annotations

import pygame
import pytest

from game.data import catalog
from game.start.scenes import make_menu
from game.ui import look, look_file
from game.ui.table.cards import CardArt
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver

WIDTH = 250
"""Of a card in the units in which it is composed; here a unit is a pixel."""
CORNER = pygame.Rect(0, 0, 73, 122)
"""Where the rank and the mark of the suit are, on a paper of their own."""
RANK = pygame.Rect(9, 9, 60, 66)
SIZE = (2560, 1440)


def driver(worker: InlineWorker, text_size: int = 100) -> Driver:
    return Driver(make_menu(worker), SIZE, ENGLISH.with_changes(text_size=text_size))


def faces(driver: Driver, title: str) -> dict[int, pygame.Surface]:
    """A card of each rank."""
    spec = catalog.spec(title)
    art = CardArt(driver.kit, spec, look_file.load_look(spec))
    return {face.rank: art.face(card, WIDTH) for card, face in enumerate(spec.faces)}


def rank_height(title: str, picture: pygame.Surface) -> int:
    """Of what is drawn in the dark colour of the last suit in the upper part of the corner."""
    spec = catalog.spec(title)
    dark = look.rgb(look_file.load_look(spec).suits[spec.suits[-1].id].dark)
    mask = pygame.mask.from_threshold(picture.subsurface(RANK), dark, (40, 40, 40, 255))
    return max(rect.height for rect in mask.get_bounding_rects())


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def without_corners(picture: pygame.Surface) -> bytes:
    bare = picture.copy()
    bare.fill("black", CORNER)
    other = CORNER.copy()
    other.bottomright = bare.get_size()
    bare.fill("black", other)
    return pixels(bare)


@pytest.mark.parametrize("title", catalog.titles())
def test_ranks_grow_with_the_text_until_the_corner_is_full(title: str, worker: InlineWorker) -> None:
    small, middle, large, largest = (faces(driver(worker, size), title) for size in (100, 125, 150, 200))
    for rank, picture in small.items():
        high = rank_height(title, picture)
        assert 1.15 * high < rank_height(title, middle[rank]) < 1.35 * high
        assert 1.25 * high < rank_height(title, large[rank]) < 1.45 * high
        assert pixels(large[rank]) == pixels(largest[rank])


@pytest.mark.parametrize("title", catalog.titles())
def test_a_large_rank_covers_nothing_of_the_illustration(title: str, worker: InlineWorker) -> None:
    small, large = (faces(driver(worker, size), title) for size in (100, 200))
    for rank, picture in small.items():
        assert without_corners(large[rank]) == without_corners(picture)


def test_cards_are_drawn_anew_when_the_text_size_changes(worker: InlineWorker) -> None:
    title = next(iter(catalog.titles()))
    window = driver(worker, 100)
    before = pixels(faces(window, title)[8])
    window.app.change(window.kit.settings.with_changes(text_size=200))
    window.frames(2)
    after = pixels(faces(window, title)[8])
    assert after != before and after == pixels(faces(driver(worker, 200), title)[8])
    window.app.change(window.kit.settings.with_changes(text_size=100))
    window.frames(2)
    assert pixels(faces(window, title)[8]) == before
