"""Pictures of cards that move: few new ones in a frame, the right ones, and never one of a card that is hidden now."""

from __future__ import annotations

import pygame
import pytest

from game.data import catalog
from game.engine.cards import HIDDEN
from game.start.scenes import make_menu
from game.ui import look_file
from game.ui.table import springs
from game.ui.table.cards import CardArt
from game.ui.table.layout import CARD_RATIO, Spot
from game.ui.table.pictures import ROUGH_WORK, WORK_PER_FRAME, Flown, Pictures
from game.ui.table.sprites import Sprite, draw_live
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver

TITLE = "marshmallow_test"
CARDS = range(24)


@pytest.fixture
def driver(worker: InlineWorker) -> Driver:
    return Driver(make_menu(worker), (640, 360), ENGLISH)


@pytest.fixture
def pictures(driver: Driver) -> Pictures:
    spec = catalog.spec(TITLE)
    return Pictures(driver.kit, CardArt(driver.kit, spec, look_file.load_look(spec)))


def fly(pictures: Pictures, angle: float, before: dict[int, Flown], *, slow: bool) -> dict[int, Flown]:
    """The pictures of one frame in which all cards have this angle."""
    pictures.begin_frame(spare=True)
    spot = Spot(300, 300, 124, angle)
    return {card: pictures.flying(card, 0, spot, 1.0, slow, False, before.get(card)) for card in CARDS}


@pytest.mark.parametrize("slow", [True, False])
def test_a_frame_makes_few_new_pictures_and_every_card_gets_its_own_soon(pictures: Pictures, slow: bool) -> None:
    before = fly(pictures, 0, {}, slow=slow)
    frame = 0
    changed: set[int] = set()
    while len(changed) < len(CARDS):
        frame += 1
        now = fly(pictures, 9, before, slow=False)
        new = {card for card in CARDS if now[card][1] is not before[card][1]} - changed
        assert 0 < len(new) <= WORK_PER_FRAME // ROUGH_WORK, f"frame {frame}"
        assert all(now[card][0] == ("face", card, False) for card in CARDS)
        changed |= new
    assert frame >= len(CARDS) * ROUGH_WORK // WORK_PER_FRAME


def test_a_card_that_is_hidden_now_does_not_look_as_before(pictures: Pictures) -> None:
    before = fly(pictures, 0, {}, slow=False)[3]
    for card in CARDS:  # no work is left in this frame
        pictures.flying(card, 0, Spot(300, 300, 124, 9), 1.0, False, False, None)
    face, picture = pictures.flying(HIDDEN, 0, Spot(300, 300, 124, 9, False), 1.0, False, False, before)
    assert face[0] == "back" and picture is not before[1]


def test_trumps_get_a_crown_at_rest_and_in_motion_and_lose_it_again(driver: Driver, pictures: Pictures) -> None:
    suit = catalog.spec(TITLE).faces[0].suit
    spot = Spot(300, 300, 124)
    lying = pictures.resting(0, 0, spot, False)
    sprite = Sprite.resting_at(0, 0, spot)
    sprite.lift = 1.0

    def risen() -> bytes:
        surface = pygame.Surface((640, 360))
        draw_live(driver.kit, pictures, surface, sprite, False)
        return surface.get_buffer().raw

    plain = risen()
    assert pictures.mark_suit(suit) and not pictures.mark_suit(suit)
    assert pictures.resting(0, 0, spot, False) is not lying and risen() != plain
    assert pictures.mark_suit(-1)
    assert pictures.resting(0, 0, spot, False) is lying and risen() == plain


def test_a_card_near_its_goal_lies_between_its_neighbours() -> None:
    sprite, goal = Sprite.resting_at(3, 0, Spot(100, 100, 80)), Spot(700, 500, 80)
    sprite.move_to(goal, springs.DEAL, aloft=True, flies=True)
    assert sprite.is_in_air, "it passes above everything"
    seen = []
    while sprite.advance(16.0):
        assert sprite.is_in_air == (sprite.aloft and sprite.body.distance(goal) > 80 * CARD_RATIO)
        seen.append(sprite.is_in_air)
    assert seen == sorted(seen, reverse=True) and sum(not high for high in seen) > 5


def test_a_card_that_has_landed_gives_way_without_flying_again() -> None:
    sprite = Sprite.resting_at(3, 0, Spot(100, 100, 80))
    sprite.move_to(Spot(700, 500, 80), springs.DEAL, aloft=True, flies=True)
    while not sprite.body.landed:
        assert sprite.advance(16.0) and sprite.flies
    sprite.move_to(Spot(705, 500, 80), springs.MAKE_ROOM)
    assert not sprite.resting and not sprite.flies and not sprite.aloft
    while sprite.advance(16.0):
        pass
    assert sprite.spot == Spot(705, 500, 80)
