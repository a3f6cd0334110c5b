"""Continue on the menu, the list of saves, and what it says when a file cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.record import Record
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.ui.table.scene import TableScene
from game.ui.widgets import Stepper
from tests.hosts import TITLES, latest_save, make_setup, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    for title in TITLES:
        host = play_moves(new_host(title, seed=3), 6)
        autosave = Autosave.new(store)
        autosave(host)
        autosave.release()
    store.flush()
    yield store
    store.close()


def menu(worker: InlineWorker, store: Store, **changes: object) -> Driver:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.with_changes(**changes))
    driver.frames(6)
    return driver


@pytest.mark.parametrize("title", TITLES)
def test_continue_goes_on_with_the_last_match_of_a_title(store: Store, title: str, worker: InlineWorker) -> None:
    plain = store.latest(title)
    driver = menu(worker, store)
    driver.click(f"resume {title}")
    assert isinstance(driver.top, TableScene)
    host = driver.top.host
    assert host.rules.spec.title == title and host.turn > 1
    assert plain is not None and tuple(host.seals) == plain.seals


def test_a_match_is_saved_while_it_is_played_and_offered_when_left(store: Store, worker: InlineWorker) -> None:
    driver = menu(worker, store)
    driver.open_title(TITLES[0])
    driver.click("start")
    table = driver.top
    assert isinstance(table, TableScene)
    seat = table.host.deciders[0]
    table.host.play(seat, table.host.view(seat).legal[0])
    driver.key("p")
    driver.click("menu")
    plain = store.latest(TITLES[0])
    assert plain is not None and len(plain.record.data["log"]) == len(table.host.match.log)
    assert driver.has(f"resume {TITLES[0]}")


def test_dealing_again_gives_the_old_match_up(store: Store, worker: InlineWorker) -> None:
    name = latest_save(store, TITLES[0]).id
    driver = menu(worker, store)
    driver.click(f"resume {TITLES[0]}")
    driver.key("p")
    driver.click("restart")
    driver.click("yes")
    store.flush()
    assert isinstance(driver.top, TableScene)
    new = store.latest(TITLES[0])
    assert new is not None and new.id != name
    assert name not in {plain.id for plain in store.saves()}
    assert store.restore(name)


def test_dealing_again_asks_nothing_before_the_first_decision(store: Store, worker: InlineWorker) -> None:
    driver = menu(worker, store)
    driver.open_title(TITLES[0])
    driver.click("start")
    first = driver.top
    assert isinstance(first, TableScene) and not first.host.has_decisions
    driver.key("p")
    driver.click("restart")
    assert isinstance(driver.top, TableScene) and driver.top is not first


def test_a_moment_is_kept_under_a_name(store: Store, worker: InlineWorker) -> None:
    driver = menu(worker, store)
    driver.click(f"resume {TITLES[0]}")
    driver.key("p")
    driver.click("keep")
    driver.click("keep")
    store.flush()
    (kept,) = [plain for plain in store.saves() if plain.name]
    assert kept.name == driver.kit.texts(f"{TITLES[0]}.name") and kept.provenance.copied
    assert isinstance(driver.top, TableScene)
    assert kept.name in driver.top.bubble.text(driver.kit, driver.top.board.words)


def test_the_list_opens_on_the_finished_matches_if_no_other_exist(
    tmp_path: Path, store: Store, worker: InlineWorker
) -> None:
    finished = Store(tmp_path / "finished")
    autosave = Autosave.new(finished)
    autosave(play_moves(new_host("face_to_face")))
    for kept, over in ((store, False), (finished, True)):
        driver = menu(worker, kept)
        driver.click("saves")
        assert driver.widget_of(Stepper, "kind").value is over
        assert any(stop.name.startswith("go ") for stop in driver.top.tab_stops)
        driver.app.close()
    finished.close()


def test_deleting_is_asked_and_can_be_taken_back(store: Store, worker: InlineWorker) -> None:
    name = latest_save(store, TITLES[1]).id
    driver = menu(worker, store)
    driver.click("saves")
    driver.click(f"delete {name}")
    driver.click("no")
    assert driver.has(f"go {name}")
    driver.click(f"delete {name}")
    driver.click("yes")
    assert not driver.has(f"go {name}")
    driver.click("restore")
    assert driver.has(f"go {name}") and not driver.has("restore")
    driver.click(f"go {name}")
    assert isinstance(driver.top, TableScene)


def test_a_damaged_save_offers_the_move_before(store: Store, worker: InlineWorker) -> None:
    plain = store.latest(TITLES[0])
    assert plain is not None
    host = play_moves(new_host(TITLES[0], seed=3), 7)
    Autosave(store, plain.id, 0)(host)
    store.flush()
    path = store.save_path(plain.id)
    driver = menu(worker, store)
    path.write_bytes(path.read_bytes()[:-9])
    driver.click(f"resume {TITLES[0]}")
    driver.click("yes")
    assert isinstance(driver.top, TableScene)
    assert len(driver.top.host.match.log) == len(host.match.log) - 1
    assert (path.parent / f"{path.name}.damaged-1").exists()


def test_foreign_damaged_and_busy_saves_are_told_and_the_menu_stays(store: Store, worker: InlineWorker) -> None:
    names = [latest_save(store, title).id for title in TITLES]
    driver = menu(worker, store)
    other = Store(store.folder)
    assert other.claim(names[0])
    driver.click(f"resume {TITLES[0]}")
    driver.click("ok")
    assert driver.has(f"resume {TITLES[0]}")
    foreign = store.save_path(names[1])
    foreign.write_bytes(foreign.read_bytes().replace(b"MALLOW 2", b"MALLOW 3"))
    driver.click(f"resume {TITLES[1]}")
    driver.click("ok")
    driver.click("saves")
    driver.click(f"go {names[1]}")
    driver.click("ok")
    assert foreign.exists() and driver.has(f"delete {names[1]}")
    store.save_path(names[2]).write_bytes(b"nothing")
    driver.click(f"go {names[2]}")
    driver.click("ok")
    assert not driver.has(f"go {names[2]}")
    store.save_path(names[3]).unlink()
    driver.click(f"go {names[3]}")
    driver.click("ok")
    other.close()


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("es", 150), ("fr", 150), ("en", 200)])
def test_everything_fits(store: Store, language: str, size: int, worker: InlineWorker) -> None:
    driver = menu(worker, store, text_size=size, language=language)
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    driver.click("saves")
    driver.frames(2)
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    driver.click("kind")
    assert size > 150 or driver.overflows == []


def test_the_picture_shows_what_a_spectator_sees(store: Store, worker: InlineWorker) -> None:
    """Another deal of what nobody has seen gives the same picture."""
    from game.ui.history.thumbnail import draw_thumbnail

    plain = store.latest(TITLES[0])
    assert plain is not None
    driver = menu(worker, store)
    blank = replace(plain, seed="0", seals=(), record=Record({**plain.record.data, "log": []}))
    one, other = (draw_thumbnail(driver.kit, each, (320, 180)) for each in (plain, blank))
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_a_strange_view_gives_an_empty_picture(store: Store, worker: InlineWorker) -> None:
    from game.ui.history.thumbnail import draw_thumbnail

    plain = store.latest(TITLES[0])
    assert plain is not None
    driver = menu(worker, store)
    for view in ({}, {"seat": 0}, {**plain.view, "seat": 0}, {**plain.view, "zones": {"x": [1]}}):
        draw_thumbnail(driver.kit, replace(plain, view=view), (160, 90))


def test_names_of_all_kinds_are_shown(tmp_path: Path, worker: InlineWorker) -> None:
    """A file may hold any name; what no font can draw is left out."""
    name = "a\ud800\x00\x1b[0m\n<b>&{x} 🍡 \u202e\u05d0\u05d1"
    store = Store(tmp_path)
    chairs = (Chair(name, "", "../../x"), *make_setup(TITLES[2]).chairs[1:])
    for moves in (3, 400):
        host = play_moves(Host(Setup(TITLES[2], chairs), InlineWorker(), 5), moves)
        autosave = Autosave.new(store)
        autosave(host)
        autosave.save_copy(host, name)
        autosave.release()
    driver = menu(worker, store, speed="off")
    driver.click("profile")
    driver.key("escape")
    driver.click("saves")
    driver.frames(3)
    driver.click("kind")
    driver.frames(3)
    driver.click(f"go {store.finished()[0].id}")
    driver.frames(3)
    driver.key("escape")
    driver.key("escape")
    driver.click(f"resume {TITLES[2]}")
    driver.key("l")
    driver.frames(3)
    assert isinstance(driver.top, TableScene)
    store.close()
