"""The table breathes, but only where nothing lies, and not for those who want it still."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.data import catalog
from game.titles import TITLES
from game.ui.ambient import FRAMES_PER_S
from game.ui.look_file import load_look
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import TableDriver

SEATS = dict(zip(TITLES, (3, 2, 3, 3), strict=True))


def at_rest(title: str, **settings: object) -> TableDriver:
    """A table that waits for a person, and on which nothing flies any more."""
    chosen = replace(ENGLISH, speed="fast", captions=False).with_changes(**settings)
    table = TableDriver(title, SEATS[title], settings=chosen, worker=InlineWorker(bot="beginner"), size=(640, 360))
    table.wait()
    table.frames(150)
    return table


def pictures(table: TableDriver, seconds: int = 2) -> list[pygame.Surface]:
    found = []
    for _ in range(seconds * FRAMES_PER_S):
        table.frames(6)
        found.append(table.surface.copy())
    return found


@pytest.mark.parametrize("title", TITLES)
def test_a_table_at_rest_breathes_only_where_it_should(title: str) -> None:
    table = at_rest(title)
    parts = table.table.board.ambient.parts
    assert parts and any(not part.is_covered for part in parts)
    assert len(parts) == len(load_look(catalog.spec(title)).ambient)
    frames = pictures(table)
    assert len({frame.get_buffer().raw for frame in frames}) > 4
    for frame in (*frames, frames[0]):
        for part in parts:
            if not part.is_covered:
                frame.fill((0, 0, 0), part.at)
    assert len({frame.get_buffer().raw for frame in frames}) == 1, "something else moves"


@pytest.mark.parametrize("settings", [{"reduced_motion": True}, {"speed": "off"}], ids=str)
def test_a_table_is_still_for_those_who_want_it_still(settings: dict[str, object]) -> None:
    table = at_rest("jelly_mind", **settings)
    table.move((110, 170))
    assert not any(table.step() for _ in range(120))


def test_a_jelly_shakes_when_it_is_touched() -> None:
    table = at_rest("jelly_mind")
    jelly = next(part for part in table.table.board.ambient.parts if not part.is_covered)
    usual = {frame.subsurface(jelly.at).copy().get_buffer().raw for frame in pictures(table, 4)}
    table.move(jelly.at.center)
    seen = []
    for _ in range(40):
        table.step()
        seen.append(table.surface.subsurface(jelly.at).copy().get_buffer().raw)
    assert len(set(seen) - usual) > 20, "it shakes farther than it breathes"
    table.frames(60)
    assert table.surface.subsurface(jelly.at).copy().get_buffer().raw in usual
