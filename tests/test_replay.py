"""Looking back: every moment is what it was, and nobody sees more than they may."""

from __future__ import annotations

import pygame
import pytest
from pygame_gui.elements import UIButton

from game.engine.cards import HIDDEN
from game.engine.errors import IllegalMove
from game.engine.view import View
from game.play.replay import ALL_SEEING, Replay
from game.ui.gui.elements import Painted
from game.ui.history.control_places import taken_rects
from game.ui.history.replay import ReplayScene
from game.ui.table import paint, text_place
from game.ui.table.scene import TableScene
from tests.hosts import TITLES, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems


@pytest.mark.parametrize("title", TITLES)
def test_every_moment_is_what_everybody_saw_then(title: str) -> None:
    host = new_host(title)
    seen: list[tuple[int, list[View]]] = []
    while not host.over and len(seen) < 60:
        seen.append((len(host.match.log), [host.view(seat) for seat in range(host.seats + 1)]))
        play_moves(host, 1, seed=len(seen))
    past = Replay.of(host)
    for at, views in reversed(seen):
        past.go_to(at)
        for seat, view in enumerate(views):
            assert past.view(seat) == view
            assert past.events_for(seat) == host.events_for(seat, 0, past.event_count)


def test_cards_lie_open_only_once_the_match_is_over() -> None:
    host = play_moves(new_host(TITLES[0]), 12)
    past = Replay.of(host)
    past.go_to(past.last_moment)
    assert past.view(ALL_SEEING).zones == host.view(host.seats).zones
    assert past.events_for(ALL_SEEING) == host.events_for(host.seats)
    past = Replay.of(play_moves(host))
    past.go_to(5)
    hands = [cards for name, cards in past.view(ALL_SEEING).zones.items() if name.startswith("hand")]
    assert hands and HIDDEN not in {card for hand in hands for card in hand}


def test_nobody_plays_in_the_past() -> None:
    past = Replay.of(play_moves(new_host(TITLES[0]), 3))
    with pytest.raises(IllegalMove):
        past.play(0, past.match.log[1].move)  # type: ignore[arg-type]
    assert not past.can_undo(0) and not past.update(1.0)


@pytest.mark.parametrize("title", TITLES)
def test_back_and_forth_on_the_screen(title: str, worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(title, seed=4, worker=worker), 300))
    driver = Driver(ReplayScene(past), settings=ENGLISH.with_changes(speed="off"))
    past.go_to(past.deal_moments[0])
    for names in (("after",) * 6, ("before",) * 3, ("deal", "after", "before", "before")):
        for name in names:
            driver.click(name)
            driver.frames(2)
            scene = driver.top
            assert scene.director.idle
            assert scene.board.stage.known_zones() == dict(past.view(scene.viewer).zones)
            assert scene.board.stage.facts == dict(past.view(scene.viewer).facts)


def test_all_cards_open_on_the_screen(worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(TITLES[0], seed=4, worker=worker)))
    driver = Driver(ReplayScene(past), settings=ENGLISH.with_changes(speed="off"))
    driver.click("eyes")
    driver.frames(1)
    assert driver.top.viewer == ALL_SEEING
    for _ in range(5):
        driver.click("after")
        driver.frames(1)
        zones = driver.top.board.stage.zones
        shown = {sprite.card for place, cards in zones.items() for sprite in cards if "hand" in place}
        assert HIDDEN not in shown
    driver.click("play")
    driver.frames(30, dt=0.5)
    assert past.moment > 20
    driver.key("escape")
    assert driver.top is None


def test_looking_back_from_the_table_shows_the_own_seat_only(worker: InlineWorker) -> None:
    host = play_moves(new_host(TITLES[0], seed=4, worker=worker), 9)
    driver = Driver(TableScene(host), settings=ENGLISH.with_changes(speed="off"))
    driver.frames(3)
    driver.key("p")
    driver.click("look")
    scene = driver.top
    assert isinstance(scene, ReplayScene) and not driver.has("eyes") and not driver.has("verify")
    for _ in range(9):
        driver.key("left")
        driver.frames(1)
        assert scene.board.stage.known_zones() == dict(scene.host.view(0).zones)
    driver.key("escape")
    assert isinstance(driver.top, TableScene) and not isinstance(driver.top, ReplayScene)


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("es", 150), ("fr", 150)])
def test_it_fits(language: str, size: int, worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(TITLES[0], seed=4, worker=worker)))
    driver = Driver(ReplayScene(past), settings=ENGLISH.with_changes(language=language, text_size=size))
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    assert driver.overflows == []


@pytest.mark.parametrize("size", [(1280, 720), (800, 1200), (1024, 768), (2560, 720)], ids=str)
def test_the_line_about_the_last_move_covers_neither_heading_nor_buttons(
    size: tuple[int, int], worker: InlineWorker
) -> None:
    past = Replay.of(play_moves(new_host(TITLES[0], seed=4, worker=worker), 9))
    for language, text in (("en", 100), ("fr", 200), ("es", 150)):
        scene = Driver(ReplayScene(past), size, ENGLISH.with_changes(language=language, text_size=text)).top
        line, _ = scene._log_line()
        heading = paint.heading_plate(scene.kit, scene.heading())
        assert not line.colliderect(heading) and line.collidelist([stop.rect for stop in scene.tab_stops]) < 0


def test_pygame_gui_draws_and_handles_the_controls(worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(TITLES[0], seed=4, worker=worker)))
    driver = Driver(ReplayScene(past), settings=ENGLISH.with_changes(speed="off"))
    for name in ("before", "play", "after", "verify"):
        assert isinstance(driver.widget(name).element, UIButton)
    assert all(isinstance(driver.widget(name).element, Painted) for name in ("deal", "eyes"))
    before = past.moment
    driver.walk_to("after")
    driver.key("return")
    driver.button("a")
    driver.click("after")
    assert past.moment == before + 3
    at = driver.widget("after").rect.center
    driver.move(at)
    driver.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    driver.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    driver.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    assert past.moment == before + 3, "a press ends when the window loses the focus"


@pytest.mark.parametrize("title", TITLES)
def test_the_controls_cover_no_pile_plate_or_badge_and_hardly_a_card(title: str, worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(title, seed=4, worker=worker), 300))
    for size, text in (((1280, 720), 100), ((1280, 720), 200), ((800, 1200), 100), ((800, 1200), 200)):
        settings = ENGLISH.with_changes(language="fr", text_size=text, speed="off")
        driver = Driver(ReplayScene(past), size, settings)
        controls = [driver.widget(name).rect for name in ("deal", "before", "play", "after")]
        window = driver.surface.get_rect()
        assert all(window.contains(rect) for rect in controls) and driver.overflows == []
        board = driver.top.board
        hidden = {
            what: sum(text_place.hidden_area(rect, taken) for rect in controls) / sum(map(area, controls))
            for what, taken in (
                ("fixed", list(text_place.fixed_rects(board))), ("any", taken_rects(board, past.seats))
            )
        }  # fmt: skip
        assert hidden["fixed"] < 0.05 and hidden["any"] < 0.3, f"{size} {text}: {hidden}"


def area(rect: pygame.Rect) -> int:
    return rect.width * rect.height
