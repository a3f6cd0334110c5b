"""Room on the table: whatever the number of players and the size of text, nothing covers what must be read."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.data import catalog
from game.titles import TITLES
from game.ui import look_file
from game.ui.metrics import Metrics
from game.ui.scene import Push
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.table.layout import Layout
from game.ui.table.plates import CARD_RATIO, MIN_PLATE_WIDTH_U, PLATE_MARGIN_U, PLATE_WIDTH_U, plate_height
from game.ui.widgets import Panel
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver
from tests.table import QUICK, TableDriver

TABLES = [(title, seats) for title in TITLES for seats in catalog.spec(title).seats]


def box(x: float, y: float, wide: float, high: float) -> pygame.FRect:
    return pygame.FRect(x - wide / 2, y - high / 2, wide, high)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_no_card_of_a_trick_covers_another_or_a_hand(seats: int, text: float) -> None:
    spec = catalog.spec("marshmallow_test")
    layout = Layout(look_file.load_look(spec), Metrics(1280, 720, text), seats, 0)
    trick = layout.card_spots("trick", range(seats), {"order": tuple(range(seats))})
    cards = [box(spot.x, spot.y, spot.width, spot.width * CARD_RATIO) for spot in trick]
    assert not [pair for pair in combinations(cards, 2) if pair[0].colliderect(pair[1])]
    for seat in range(1, seats):
        for spot in layout.card_spots(f"hand {seat}", [-1] * 12, {}):
            hand = box(spot.x, spot.y, spot.width, spot.width * CARD_RATIO)
            assert not any(card.colliderect(hand) for card in cards)


@pytest.mark.parametrize(("title", "seats"), TABLES)
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (2560, 1080)])
def test_plates_grow_with_the_text_and_cover_neither_each_other_nor_the_own_cards(
    title: str, seats: int, text: float, size: tuple[int, int]
) -> None:
    spec = catalog.spec(title)
    metrics = Metrics(*size, text)
    layout = Layout(look_file.load_look(spec), metrics, seats, 0)
    plates = {
        s: box(*layout.plate_centres[s], layout.plate_widths[s], plate_height(metrics)) for s in layout.plate_centres
    }
    assert not [pair for pair in combinations(plates.values(), 2) if pair[0].colliderect(pair[1])]
    assert all(
        plate.left >= PLATE_MARGIN_U - 1 and plate.right <= metrics.width - PLATE_MARGIN_U + 1
        for plate in plates.values()
    )
    least = MIN_PLATE_WIDTH_U if metrics.is_tall else PLATE_WIDTH_U
    assert all(width >= least for width in layout.plate_widths.values())
    if text == 1.5 and seats <= 5 and not metrics.is_tall:
        assert min(layout.plate_widths[seat] for seat in range(1, seats)) > PLATE_WIDTH_U * 1.2
    hand = "hand 0"
    for spot in layout.card_spots(hand, [1] * 12, {}):
        assert not plates[0].colliderect(box(spot.x, spot.y, spot.width * 0.94, spot.width * CARD_RATIO * 0.94))


@pytest.mark.parametrize(("title", "seats"), TABLES)
@pytest.mark.parametrize("size", [(1280, 720), (800, 1200)])
def test_who_only_watches_sees_all_places_apart_and_in_the_window(
    title: str, seats: int, size: tuple[int, int], worker: InlineWorker
) -> None:
    table = TableDriver(title, seats, people=0, size=size, worker=worker)
    for _ in range(40):
        table.step(dt=0.1)
    stage, metrics = table.table.board.stage, table.kit.metrics
    window = pygame.FRect(0, 0, metrics.width, metrics.height)
    taken: list[tuple[float, float]] = []
    for zone, sprites in stage.zones.items():
        if stage.layout.zone_look(zone)[0].kind == "off":
            continue  # cards that are out of play, outside the window
        spots = stage.layout.card_spots(zone, [sprite.card for sprite in sprites], stage.facts)
        places = {(spot.x, spot.y) for spot in spots}
        assert all(window.collidepoint(place) for place in places), zone
        taken += places
    assert len(taken) == len(set(taken)), "two zones lie in the same place"


def test_until_somebody_has_named_the_trump_it_is_not_said_that_there_is_none(worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 3, worker=worker)
    table.wait()
    scene = table.table
    badge = scene.board.layout.badges[0]

    def shown(**facts: object) -> bytes:
        surface = pygame.Surface((480, 270))
        scene.board.hud.badges.draw_badge(surface, badge, {"trump": -1, **facts})
        return pygame.image.tobytes(surface, "RGB")

    nothing = pygame.image.tobytes(pygame.Surface((480, 270)), "RGB")
    assert shown(naming=False, order=()) == nothing
    free, asked = shown(naming=False, order=(0, 1, 2)), shown(naming=True, order=(0, 1, 2))
    assert len({nothing, free, asked}) == 3


def test_the_plates_of_face_to_face_say_how_many_cards_are_left_to_draw(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker)
    table.wait()
    zones = table.host.view(0).zones
    for seat, held in enumerate(table.table.look.seat.card_counts(zones, 2)):
        assert [number for _, number in held] == [len(zones[f"hand {seat}"]), len(zones[f"deck {seat}"])]
        assert len({icon for icon, _ in held}) == 2


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("name", ["setup", "settings"])
def test_a_sheet_lies_in_the_middle_and_its_buttons_end_where_its_rows_do(name: str, text: int) -> None:
    scene = SetupScreen("marshmallow_test", lambda setup: scene) if name == "setup" else SettingsScreen()
    driver = Driver(SetupScreen("face_to_face", lambda setup: scene), (1280, 720), ENGLISH.with_changes(text_size=text))
    driver.app._apply(Push(scene))
    driver.step()
    paper = next(widget.rect for widget in scene.widgets if isinstance(widget, Panel))
    foot = [widget.rect for widget in scene.widgets if widget.focusable]
    rows = [widget.rect for widget in scene.scrolled_widgets]
    assert abs(paper.centerx - 640) <= 1
    assert abs(min(row.left for row in rows) - paper.left - (paper.right - max(row.right for row in rows))) <= 2
    assert abs(max(button.right for button in foot) - max(row.right for row in rows)) <= 1


def test_the_buttons_of_a_race_are_alike_and_in_the_middle(worker: InlineWorker) -> None:
    table = TableDriver("jelly_mind", 3, live=True, worker=worker, settings=QUICK, size=(1280, 720))
    for _ in range(2000):
        table.step(dt=0.05)
        if table.has("live play"):
            break
    play, discard = table.widget("live play").rect, table.widget("live discard").rect
    assert play.width == discard.width
    assert abs(play.left + discard.right - 1280) <= 1
