"""Cards chase their places: exactly, without jumps, and never for longer than somebody wants to look."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.ui.table import springs
from game.ui.table.layout import Spot
from game.ui.table.sprites import Sprite
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, FRAME_S
from tests.table import TableDriver

NORMAL = replace(ENGLISH, speed="normal")
MOTIONS = (springs.DEAL, springs.PLAY, springs.SWEEP, springs.MAKE_ROOM, springs.REFUSE)
FASTEST_U = 130.0
"""The farthest that a card flies in one frame of 1/60 s: the deal crosses the table in a third of a second."""


@pytest.mark.parametrize("motion", MOTIONS)
def test_the_path_is_the_same_at_any_length_of_frame(motion: springs.Motion) -> None:
    ways = []
    for steps in (1, 3, 12, 48):
        value, speed = 0.0, 350.0
        for _ in range(steps):
            value, speed = springs.spring_step(value, speed, 600.0, motion, 96 / steps)
        ways.append((value, speed))
    assert all(math.isclose(value, ways[0][0]) and math.isclose(speed, ways[0][1]) for value, speed in ways)


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_card_comes_to_rest_exactly_on_its_spot(motion: springs.Motion) -> None:
    sprite, goal = Sprite.resting_at(3, 0, Spot(100, 100, 80, 0, False)), Spot(700, 300, 120, 8, True, 4)
    sprite.move_to(goal, motion, aloft=True, flies=True)
    frames = 0
    while sprite.advance(16.0):
        frames += 1
        assert frames < 120
    assert sprite.resting and sprite.spot == goal and not sprite.aloft


def test_a_new_goal_in_mid_flight_bends_the_path() -> None:
    sprite = Sprite.resting_at(3, 0, Spot(100, 300, 80))
    sprite.move_to(Spot(700, 300, 80), springs.PLAY, aloft=True, flies=True)
    for _ in range(8):
        sprite.advance(16.0)
    place, speed = (sprite.body.x, sprite.body.y), (sprite.body.x_speed, sprite.body.y_speed)
    assert speed[0] > 500, "it flies to the right"
    sprite.move_to(Spot(100, 600, 80), springs.MAKE_ROOM)
    assert (sprite.body.x, sprite.body.y) == place and (sprite.body.x_speed, sprite.body.y_speed) == speed
    sprite.advance(4.0)
    assert sprite.body.x > place[0] and sprite.body.y > place[1], "still to the right, and down already"


def test_a_dragged_card_follows_and_flies_on_from_there() -> None:
    sprite = Sprite.resting_at(3, 0, Spot(100, 300, 80))
    sprite.drag_to(400, 300)
    ways = []
    while sprite.spot.x < 399:
        sprite.advance(16.0)
        ways.append((sprite.spot.x, sprite.spot.angle))
        assert len(ways) < 20, "it follows at once"
    assert ways[0][0] < 350 and min(angle for _, angle in ways) < -2, "it lags a little, and leans into its way"
    before = sprite.body.x, sprite.body.y, sprite.body.x_speed
    sprite.release()
    assert (sprite.body.x, sprite.body.y, sprite.body.x_speed) == before and not sprite.resting
    sprite.drag_to(600, 300, rigid=True)
    assert sprite.spot.x == 600, "with less motion it is at the pointer at once"


def test_a_card_that_leaves_the_table_vanishes_where_it_lands() -> None:
    sprite = Sprite.resting_at(3, 0, Spot(100, 300, 80))
    sprite.move_to(Spot(500, 300, 20, visible=False), springs.SWEEP, aloft=True, flies=True)
    seen = []
    while sprite.advance(16.0):
        seen.append(sprite.spot.x)
    assert sum(abs(x - 500) < springs.LANDING_DISTANCE_U for x in seen) <= 1 and not sprite.spot.visible


def test_what_nobody_sees_does_not_fly() -> None:
    """A card below a pile that goes to where it is not seen either."""
    below = replace(Spot(100, 300, 80), visible=False)
    sprite = Sprite.resting_at(3, 0, below)
    sprite.move_to(replace(below, x=500), springs.SWEEP, aloft=True, flies=True)
    assert sprite.resting and sprite.spot.x == 500
    sprite.move_to(Spot(100, 300, 80), springs.SWEEP, aloft=True, flies=True)
    assert not sprite.resting


@pytest.mark.parametrize("calm", [False, True])
def test_nothing_jumps_and_everything_can_be_skipped(calm: bool) -> None:
    settings = replace(NORMAL, reduced_motion=calm)
    table = TableDriver("marshmallow_test", 4, settings=settings, size=(320, 180), worker=InlineWorker(bot="random"))
    stage, limit = table.table.board.stage, FASTEST_U * (2 if calm else 1)
    leaned = risen = moving_at_once = 0
    before = {id(sprite): (sprite.body.x, sprite.body.y) for sprite in stage.sprites}
    for frame in range(420):
        if table.table.asking and table.still and frame > 250:
            table.choose()
            before = {id(sprite): (sprite.body.x, sprite.body.y) for sprite in stage.sprites}
        table.step(dt=FRAME_S)
        for sprite in stage.sprites:
            assert math.dist(before[id(sprite)], (sprite.body.x, sprite.body.y)) < limit, "a card jumps"
            before[id(sprite)] = sprite.body.x, sprite.body.y
            leaned += abs(sprite.body.angle) > 11
            risen += sprite.body.scale > 1.02
        moving_at_once = max(moving_at_once, sum(sprite.aloft for sprite in stage.sprites))
    assert moving_at_once >= 4
    assert (leaned > 0, risen > 0) == (not calm, not calm), "less motion: nothing leans, nothing rises"
    table.choose() if table.table.asking else table.wait()
    table.frames(3)
    table.table.director.skip()
    for place, cards in stage.known_zones().items():
        spots = [sprite.spot for sprite in stage.ordered_sprites(place)]
        assert spots == table.table.board.layout.card_spots(place, cards, stage.facts)
