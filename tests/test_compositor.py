"""Only what has changed is painted, and the window looks as if all had been."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pygame
import pytest

from game.engine.dice import Dice
from game.engine.events import Event, Moved
from game.titles import TITLES
from game.ui.compositor import Layer, Recorder, changed_rects, merged_rects, replay
from game.ui.table.deal import deal_round_the_table
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import TableDriver

FULL = replace(ENGLISH, speed="normal")
SIZE = (320, 180)
SEATS = dict(zip(TITLES, (4, 2, 3, 3), strict=True))
LOOKS = {
    "marshmallow_test": (SIZE, FULL),
    "face_to_face": ((180, 320), FULL.with_changes(text_size=200, contrast=True)),
    "jelly_mind": ((480, 160), FULL.with_changes(font="dyslexic", reduced_motion=True)),
    "happy_mochi": ((260, 200), FULL.with_changes(text_size=150, contrast=True, font="readable")),
}
"""The window and the settings for each title: upright, very wide and 4:3, too."""


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return one.get_buffer().raw == other.get_buffer().raw


def full_redraw(table: TableDriver) -> pygame.Surface:
    """The same frame, drawn as a whole on an empty window."""
    surface = pygame.Surface(table.surface.get_size())
    table.app._draw_scene(table.top, surface)
    return surface


def fresh_bake(table: TableDriver) -> pygame.Surface:
    surface = pygame.Surface(table.surface.get_size())
    recorder = Recorder(surface.get_size(), [Layer.STILL])
    table.app._draw_scene(table.top, recorder)
    replay(surface, recorder.ops[Layer.STILL], surface.get_rect())
    return surface


class Eye:
    """Looks at frames, and counts how much of the window they have painted."""

    def __init__(self, table: TableDriver) -> None:
        self.table = table
        self.compared = 0
        self.shares: list[float] = []

    def look(self) -> None:
        table = self.table
        if table.top is not table.table:
            return
        assert same(table.surface, full_redraw(table)), "the window does not show what a full redraw shows"
        assert table.app.compositor.still is not None
        assert same(table.app.compositor.still, fresh_bake(table)), "the baked surface is not a fresh one"
        self.compared += 1

    def point(self, dice: Dice) -> tuple[int, int]:
        wide, high = self.table.surface.get_size()
        return dice.below(wide), dice.below(high)

    def drag(self, dice: Dice) -> None:
        """Drag something from its place, and let it go somewhere."""
        table = self.table
        start, end = dice.pick([stop.rect.center for stop in table.top.tab_stops]), self.point(dice)
        table.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
        for part in range(1, 9):
            x, y = ((a * (8 - part) + b * part) // 8 for a, b in zip(start, end, strict=True))
            table.move((x, y))
            self.look()
        table.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))

    def frames(self, dice: Dice, count: int) -> None:
        """Run some frames while the pointer wanders, and look at every third."""
        for number in range(count):
            if dice.random() < 0.2:
                self.table.move(self.point(dice))
            if self.table.step():
                wide, high = self.table.surface.get_size()
                self.shares.append(sum(w * h for _, _, w, h in self.table.app.painted) / (wide * high))
            if number % 3 == 0:
                self.look()


@pytest.mark.parametrize("title", TITLES)
def test_every_frame_of_a_random_match_is_what_a_full_redraw_shows(title: str) -> None:
    dice = Dice("frames", title)
    worker = InlineWorker(bot="random")
    size, settings = LOOKS[title]
    table = TableDriver(title, SEATS[title], size=size, seed=5, worker=worker, settings=settings)
    eye = Eye(table)
    eye.frames(dice, 60)
    for _ in range(6):
        table.wait()
        eye.look()
        if table.top is not table.table:
            table.answer()
            continue
        table.key(("h", "l", "tab")[dice.below(3)])
        if dice.below(2):
            eye.drag(dice)
        if table.top is table.table and table.table.asking:
            table.choose()
        eye.frames(dice, 45)
    assert eye.compared > 80
    shares = sorted(eye.shares)
    assert shares[len(shares) // 2] < 0.5, "most frames paint most of the window"


def test_what_is_drawn_in_another_order_is_painted_again() -> None:
    red, blue = pygame.Surface((8, 8)), pygame.Surface((8, 8))
    one, other, third = ((red, (0, 0, 8, 8), None, 0, (0, 0, 8, 8)), (blue, (4, 4, 8, 8), None, 0, (4, 4, 8, 8)),
                         (red, (20, 0, 8, 8), None, 0, (20, 0, 8, 8)))  # fmt: skip
    assert changed_rects([one, other, third], [one, other, third]) == []
    assert changed_rects([one, other, third], [one, third]) == [pygame.Rect(4, 4, 8, 8)]
    swapped = changed_rects([one, other, third], [other, one, third])
    assert pygame.Rect(4, 4, 8, 8) in swapped and pygame.Rect(0, 0, 8, 8) in swapped


def test_merged_rectangles_cover_the_same_pixels_and_do_not_overlap() -> None:
    dice, window = Dice("rects"), pygame.Rect(0, 0, 200, 100)
    for _ in range(50):
        rects = [pygame.Rect(*(dice.below(limit) - 10 for limit in (220, 120, 40, 40))) for _ in range(9)]
        found = merged_rects(rects, window)
        assert all(window.contains(rect) for rect in found)
        assert all(one.collidelist(found[:index]) < 0 for index, one in enumerate(found))
        for rect in rects:
            seen = rect.clip(window)
            assert not (seen.width and seen.height) or any(one.contains(seen) for one in found)


@pytest.mark.parametrize("ordered", [False, True])
def test_a_deal_goes_round_the_table_and_ends_the_same(ordered: bool) -> None:
    dice = Dice("deal", ordered)
    deck = list(range(30))
    events: list[Event] = []
    left, hands = deck.copy(), {place: list[int]() for place in ("aside", "hand 0", "hand 1", "hand 2")}
    for place, hand in hands.items():
        for _ in range(4):
            at = dice.below(len(left))
            card = left.pop(at)
            hand.append(card)
            events.append(Moved(card, "deck", at if ordered else -1, place, len(hand) - 1 if ordered else -1, 0, 0))
    queue = deque(events)
    deal_round_the_table(queue)
    order = [event.target for event in queue if isinstance(event, Moved)]
    assert order == ["hand 0", "hand 1", "hand 2"] * 4 + ["aside"] * 4, "the cards that nobody gets come last"
    again, dealt = deck.copy(), {place: list[int]() for place in hands}
    for event in queue:
        assert isinstance(event, Moved)
        card = again.pop(event.source_index) if ordered else event.card
        assert card == event.card
        dealt[event.target].insert(event.target_index if ordered else len(dealt[event.target]), card)
    assert dealt == hands
