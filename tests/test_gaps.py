"""Putting a card between others: every gap can be found and hit, and hides nothing that a player has to read."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.ui.table.touch import CardForGap, TouchWidget
from tests.inline_worker import InlineWorker
from tests.scenario import Scenario, mochi_deal
from tests.table import QUICK, TableDriver

RING = 7
"""Units by which the focus goes beyond what it is on."""
READ = ((0, 0, 76, 124), (15, 277, 58, 58))
"""Of a card 250 wide and 350 high: rank with suit, and the effect, on the side that neighbours leave open."""


def placing(worker: InlineWorker, cards: int, contrast: bool = False) -> TableDriver:
    """The person has drawn a card, with so many in hand."""
    scene = Scenario("happy_mochi", 2, first=0)
    while len(scene.zone("hand 0")) < cards:
        scene.play("0 draw deck", "0 place 0", "1 draw deck", "1 place 0")
    return seated(worker, scene.play("0 draw deck"), contrast)


def seated(worker: InlineWorker, scene: Scenario, contrast: bool = False) -> TableDriver:
    settings = replace(QUICK, contrast=contrast)
    table = TableDriver("happy_mochi", 2, settings=settings, size=(1280, 720), worker=worker, match=scene.match)
    table.wait()
    return table


def gaps(table: TableDriver) -> list[TouchWidget]:
    return [each for each in table.table.widgets if isinstance(each, TouchWidget) and each.name.startswith("gap ")]


@pytest.mark.parametrize("cards", [7, 9, 15])
def test_gaps_hide_no_rank_no_suit_and_no_effect_even_with_the_focus_on_them(cards: int, worker: InlineWorker) -> None:
    table = placing(worker, cards)
    found = gaps(table)
    assert len(found) == cards + 1
    for index in range(cards):
        card = table.widget(f"card hand 0 {index}").rect
        for x, y, wide, high in READ:
            share = card.width / 250
            read = pygame.Rect(card.x + x * share, card.y + y * share, wide * share, high * share)
            assert not [gap.name for gap in found if gap.rect.inflate(0, 2 * RING).colliderect(read)]
    table.close()


@pytest.mark.parametrize("contrast", [False, True])
def test_gaps_are_apart_large_enough_and_to_be_seen(contrast: bool, worker: InlineWorker) -> None:
    table = placing(worker, 9, contrast)
    found = gaps(table)
    assert all(gap.rect.width >= 24 and gap.rect.height >= 24 for gap in found)
    assert [gap.rect.collidelistall([each.rect for each in found]) for gap in found] == [[i] for i in range(10)]
    assert all(table.table.widget_at(gap.rect.center) is gap for gap in found)
    glow = table.kit.colours.glow
    for gap in found:
        shown = [table.surface.get_at((gap.rect.centerx, y))[:3] for y in range(gap.rect.top, gap.rect.bottom)]
        assert shown.count(glow) > 10
    table.close()


def test_a_gap_can_be_reached_by_keys_alone_and_says_that_it_is_focused(worker: InlineWorker) -> None:
    table = placing(worker, 7)
    table.walk_to("gap 3")
    assert table.table.focused is table.widget("gap 3")
    before = table.table.sitting.view.zones["hand 0"]
    (card,) = table.table.sitting.view.zones["drawn 0"]
    table.key("return")
    assert table.table.sitting.view.zones["hand 0"] == (*before[:3], card, *before[3:])
    table.close()


def waiting(table: TableDriver) -> CardForGap:
    (found,) = (each for each in table.table.widgets if isinstance(each, CardForGap))
    return found


def test_the_card_to_be_put_stands_out_and_says_what_to_do_with_it(worker: InlineWorker) -> None:
    table = placing(worker, 7)
    card = waiting(table)
    assert card.sprite is table.table.board.stage.zones["drawn 0"][0]
    assert card.rect.collidelist([gap.rect for gap in gaps(table)]) == -1
    table.click(card.name)
    assert table.said == "Choose a gap between your cards."
    table.close()


def test_the_card_to_be_put_can_be_dragged_into_a_gap(worker: InlineWorker) -> None:
    table = placing(worker, 7)
    before = table.table.sitting.view.zones["hand 0"]
    (card,) = table.table.sitting.view.zones["drawn 0"]
    start, end = waiting(table).rect.center, table.widget("gap 5").rect.center
    table.move(start)
    table.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    table.move((start[0] - 60, start[1] - 20))
    table.move(end)
    table.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    assert table.table.sitting.view.zones["hand 0"] == (*before[:5], card, *before[5:])
    table.close()


def test_a_reserved_card_does_not_wait_for_a_gap(worker: InlineWorker) -> None:
    hands = ("yellow 6, red 6, white 7", "yellow 1, purple 1")
    scene = Scenario("happy_mochi", 2, [mochi_deal(0, "green 1, blue 6", *hands)])
    table = seated(worker, scene.play("0 pair 0", "0 reserve 0", "1 pair 0", "0 draw deck"))
    assert table.table.sitting.view.zones["reserve 0"]
    assert [each.name for each in table.table.widgets if isinstance(each, CardForGap)] == ["zone drawn 0"]
    table.close()
