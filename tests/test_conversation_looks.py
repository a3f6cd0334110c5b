"""How the table looks while it is played at: faces, heading, tokens, shadows, ring, the mark of a hint, log."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.data import catalog
from game.titles import TITLES
from game.ui.screens.scores import ScoreScreen
from game.ui.table import highlights, log_form, paint
from game.ui.table.layout import CARD_RATIO
from game.ui.table.prompt import MoveButton
from game.ui.table.sprites import LIFT_U, Sprite, sprite_rect
from game.ui.table.touch import TouchWidget
from game.words.message import HintStep
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import QUICK, KeyboardDriver, TableDriver
from tests.test_conversation import POLLS, asked, hint
from tests.test_table import SEATS

SIZE, SMALL = (1280, 720), (640, 360)
FULL = replace(ENGLISH, speed="normal")


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    return InlineWorker(request.param)


# Faces


@pytest.mark.parametrize("title", TITLES)
def test_winners_look_pleased_and_the_others_annoyed(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, SEATS[title][-1], worker=worker)
    winners = table.play_to_score().winners
    table.click("review")
    board = table.table.board
    moods = [board.hud.faces.mood(seat, board.stage.facts, busy=False) for seat in range(table.host.seats)]
    assert winners and moods == ["pleased" if seat in winners else "annoyed" for seat in range(table.host.seats)]


# Heading and bar


@pytest.mark.parametrize("title", [title for title in TITLES if "round" in catalog.spec(title).facts])
def test_no_round_is_counted_before_the_first_one(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, 3, worker=worker, settings=FULL, size=(320, 180))
    fact, none = catalog.spec(title).facts["round"], table.kit.texts("table.round", count=0)
    numbers = set()
    while not table.table.asking:
        numbers.add(table.table.board.stage.facts[fact])
        assert none not in paint.heading_text(table.table.board, practice=False)
        table.step()
    assert numbers == {0, 1}
    assert table.kit.texts("table.round", count=1) in paint.heading_text(table.table.board, practice=False)


def test_only_a_title_with_tricks_has_a_button_for_the_last_one(worker: InlineWorker) -> None:
    shown = [title for title in TITLES if asked(TableDriver(title, SEATS[title][0], worker=worker)).has("last")]
    assert shown == ["marshmallow_test"]


# Tokens and shadows


@pytest.mark.parametrize("title", ["marshmallow_test", "jelly_mind"])
def test_tokens_lie_still_under_the_score(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, 2, worker=worker, settings=replace(ENGLISH, speed="fast"), size=(320, 180))
    scores = 0
    for _ in range(400):
        table.wait()
        if isinstance(table.top, ScoreScreen):
            scores += 1
            still = drawn(table)
            table.table.board.hud.settle()
            assert drawn(table) == still
            break
        table.choose()
    assert scores == 1


def drawn(table: TableDriver) -> bytes:
    """The table as it lies under whatever covers it."""
    surface = pygame.Surface(table.surface.get_size())
    table.table.draw(surface)
    return surface.get_buffer().raw


@pytest.mark.parametrize("title", TITLES)
def test_while_cards_are_dealt_only_the_lowest_of_the_draw_pile_throws_a_shadow(
    title: str, worker: InlineWorker
) -> None:
    table = TableDriver(title, SEATS[title][-1], worker=worker, settings=FULL, size=(320, 180))
    dealt = 0
    while not table.table.asking:
        table.step()
        for place, pile in table.table.board.stage.zones.items():
            if place.startswith("deck"):
                lowest = next((sprite for sprite in pile if sprite.goal.visible), None)
                assert not any(
                    sprite.spot.has_shadow and sprite.spot.visible for sprite in pile if sprite is not lowest
                )
                dealt += bool(pile) and any(sprite.aloft for sprite in table.table.board.stage.sprites)
    assert dealt > 10


# The ring


def by_keys(title: str, seats: int, worker: InlineWorker, **more: Any) -> TableDriver:
    """A table at its first question; somebody plays with keys."""
    table = KeyboardDriver(title, seats, worker=worker, **{"size": SMALL, **more})
    table.show_ring()
    return asked(table)


def own_cards(table: TableDriver) -> list[TouchWidget]:
    """The cards of the own hand from left to right."""
    hand = f"card {table.table.board.hand} "
    return [w for w in table.table.widgets if isinstance(w, TouchWidget) and w.name.startswith(hand)]


@pytest.mark.parametrize(("title", "seats"), [("marshmallow_test", 4), ("happy_mochi", 2)])
def test_the_ring_frames_what_can_be_seen_of_a_card_that_another_one_covers(
    title: str, seats: int, worker: InlineWorker
) -> None:
    table = by_keys(title, seats, worker)
    cards = own_cards(table)
    lying = [sprite_rect(table.kit, card.sprite) for card in cards if card.sprite is not None]
    assert any(one.colliderect(next_one) for one, next_one in pairwise(lying))
    for card, at, covering in zip(cards, lying, [*lying[1:], None], strict=True):
        framed = table.table.focus_rect(card)
        assert framed.width > 10 and at.contains(framed)
        assert covering is None or not framed.colliderect(covering)


@pytest.mark.parametrize("contrast", [False, True])
def test_the_mark_of_a_hint_has_another_colour_and_shape_than_the_ring(contrast: bool, worker: InlineWorker) -> None:
    settings = replace(QUICK, contrast=contrast, reduced_motion=True)
    table = by_keys("marshmallow_test", 3, worker, settings=settings, size=SIZE)
    hint(table, HintStep.MOVE)
    (name,) = table.hinted
    mark = pygame.Surface(SIZE)
    highlights.draw_hint_marks(table.kit, table.table.sitting, table.table.widgets, mark)
    colours = {mark.get_at((x, y))[:3] for x in range(SIZE[0]) for y in range(SIZE[1] // 2, SIZE[1])}
    assert table.kit.colours.focus not in colours and table.kit.colours.accent in colours
    table.walk_to(name)
    table.frames(30)
    both = table.surface.copy()
    table.table.ring_shown, table.table.dirty = False, True
    table.frames(30)
    assert both.get_buffer().raw != table.surface.get_buffer().raw, "ring and mark can be seen together"


@pytest.mark.parametrize("title", TITLES)
def test_down_from_the_bar_leads_to_an_answer(title: str, worker: InlineWorker) -> None:
    table = by_keys(title, SEATS[title][-1], worker)
    for _ in range(6):
        for name in ("pause", "hint", "log", "rules"):
            table.walk_to(name)
            table.key("down")
            now = table.table.focused
            assert isinstance(now, MoveButton) or (isinstance(now, TouchWidget) and now.legal)
        table.choose()
        if asked(table).host.over:
            break


@pytest.mark.parametrize("title", ["marshmallow_test", "face_to_face", "happy_mochi"])
def test_down_from_the_bar_leads_back_to_where_the_ring_was(title: str, worker: InlineWorker) -> None:
    table = by_keys(title, SEATS[title][-1], worker)
    while not all(card.legal for card in own_cards(table)):
        table.choose()
        asked(table)
    for card in own_cards(table):
        table.walk_to(card.name)
        before = card.name
        while isinstance(table.table.focused, TouchWidget):
            before = table.table.focus
            table.key("up")
        table.key("down")
        assert table.table.focus == before


@pytest.mark.parametrize("title", TITLES)
def test_where_the_ring_frames_a_card_that_card_lies(title: str, worker: InlineWorker) -> None:
    table = by_keys(title, SEATS[title][0], worker, settings=FULL, size=(480, 270))
    moves = 0
    while moves < 3 and not table.host.over:
        if table.top is not table.table:
            table.answer()
        elif table.table.asking and table.still:
            table.choose()
            moves += 1
        table.step()
        focused = table.table.focused
        if table.top is table.table and isinstance(focused, TouchWidget) and focused.sprite is not None:
            place = focused.name.split(" ", 1)[1].rpartition(" ")[0]
            assert focused.sprite in table.table.board.stage.zones[place], "it was played"
            assert table.table.focus_rect(focused).colliderect(seen_at(table, focused.sprite)), "nothing lies there"


def seen_at(table: TableDriver, sprite: Sprite) -> pygame.Rect:
    """Where a card is drawn now."""
    spot = sprite.spot
    u = table.kit.metrics.unit_px
    at = pygame.Rect(0, 0, round(spot.width * u), round(spot.width * CARD_RATIO * u))
    at.center = round(spot.x * u), round((spot.y - sprite.lift * LIFT_U) * u)
    return at


# The log


def long_log(worker: InlineWorker) -> TableDriver:
    """A log that does not fit, in large letters."""
    table = by_keys("marshmallow_test", 4, worker, settings=replace(QUICK, text_size=200))
    for _ in range(3):
        table.choose()
        asked(table)
    table.key("l")
    panel, form = log_panel(table), table.table.log_view.form
    assert below_px(table) == 0 and form.max_scroll_px > panel.rect.height
    assert panel.rect.width > table.kit.px(log_form.LOG_WIDTH_U), "large letters have more room"
    return table


def test_a_short_log_begins_below_its_heading(worker: InlineWorker) -> None:
    table = by_keys("marshmallow_test", 4, worker, size=(1280, 720))
    table.key("l")
    table.frames(1)
    panel = log_panel(table)
    assert table.table.log_view.form.max_scroll_px == 0
    inside = table.surface.subsurface(panel.rect.inflate(-40, -20))
    letters = pygame.mask.from_threshold(inside, table.kit.colours.light, (80, 80, 80, 255)).get_bounding_rects()
    assert len(letters) > 10 and max(letter.bottom for letter in letters) < inside.get_height() / 2


def test_the_scroll_bar_of_the_log_can_be_dragged(worker: InlineWorker) -> None:
    table = long_log(worker)
    form = table.table.log_view.form
    (start,) = [rect.center for rect in (form.grip_rect,) if rect is not None]
    end = start[0], log_panel(table).rect.top
    table.move(start)
    table.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    table.move(end)
    table.frames(3)
    assert below_px(table) == form.max_scroll_px, "it follows the pointer"
    table.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    table.move(start)
    table.frames(3)
    assert below_px(table) == form.max_scroll_px, "it was let go"


def log_panel(table: TableDriver) -> log_form.LogPanel:
    panel = table.widget("log panel")
    assert isinstance(panel, log_form.LogPanel)
    return panel


def below_px(table: TableDriver) -> int:
    """How far the newest line lies below the visible part of the log."""
    form = table.table.log_view.form
    return form.max_scroll_px - form.scroll_px


@pytest.mark.parametrize("device", ["wheel", "keys", "pad"])
def test_the_log_is_scrolled_to_its_first_line_and_back(device: str, worker: InlineWorker) -> None:
    table = long_log(worker)
    if device == "keys":
        table.walk_to("log panel")
    while device == "pad" and table.table.focus != "log panel":
        table.button("right shoulder")

    def scroll(up: bool) -> None:
        match device:
            case "wheel":
                table.wheel(1 if up else -1)
            case "keys":
                table.key("up" if up else "down")
            case _:
                table.button("dpad up" if up else "dpad down")

    newest = table.surface.copy()
    for up in (True, False):
        for _ in range(200):
            before = below_px(table)
            if before == (table.table.log_view.form.max_scroll_px if up else 0):
                break
            scroll(up)
            assert (below_px(table) > before) == up
        else:
            raise AssertionError("there is no end of it")
        if up:
            table.frames(1)
            at = log_panel(table).rect
            assert newest.subsurface(at).get_buffer().raw != table.surface.subsurface(at).get_buffer().raw
