"""Matches and results have a limit. When it is reached the player is asked, and nothing is deleted unasked."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.disk import limits, savefile
from game.disk.limits import LIMITS, Kept, oldest_count
from game.disk.save_files import SAVE_SUFFIX
from game.disk.saving import Autosave
from game.disk.settings import Settings
from game.disk.store import FullStore, Store
from game.start import scenes
from game.text_mode import session
from game.ui.history import saves_screen
from game.ui.history.full_store import FullStoreSheet
from game.ui.history.save_opener import NoticeSheet
from game.ui.history.saves_screen import SavesScreen
from game.ui.screens.menu import MenuScreen
from game.ui.table.scene import TableScene
from game.ui.widgets import Stepper
from tests.hosts import TITLES, make_setup, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path)
    yield found
    found.close()


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, limit in {Kept.OPEN: 3, Kept.FINISHED: 4, Kept.RESULTS: 6}.items():
        monkeypatch.setitem(LIMITS, kind, limit)
    monkeypatch.setattr(limits, "OLDEST_SHARE", 2)


def add_matches(store: Store, count: int, *, over: bool = False) -> list[str]:
    """Saved matches, the oldest first, each a second later than the one before."""
    host = play_moves(new_host(TITLES[2], seed=3), 400 if over else 3)
    assert host.over == over
    names = []
    for number in range(count):
        autosave = Autosave.new(store)
        autosave(host)
        autosave.release()
        store.flush()
        path = store.save_path(autosave.name)
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
        names.append(autosave.name)
    return names


def copy_files(store: Store, count: int) -> None:
    """Many finished matches, quickly."""
    (name,) = add_matches(store, 1, over=True)
    save = store.load(name, lambda save: save)
    for number in range(1, count):
        other = f"{name}-{number}"
        (store.records / f"{other}{SAVE_SUFFIX}").write_bytes(savefile.pack(replace(save, id=other), store.key))


def open_menu(store: Store) -> Driver:
    return Driver(scenes.make_menu(InlineWorker(), store), settings=ENGLISH.with_changes(speed="off"))


def test_what_is_selected_is_deleted_with_one_question_and_taken_back_together(store: Store) -> None:
    names = add_matches(store, 5)
    driver = open_menu(store)
    driver.click("saves")
    driver.click("select")
    assert not driver.has(f"go {names[0]}") and not driver.has("delete")
    for name in names[:2]:
        driver.click(f"select {name}")
    driver.click("delete")
    driver.click("no")
    assert len(store.saves()) == 5 and driver.has("delete"), "what was selected stays selected"
    driver.click("delete")
    driver.click("yes")
    assert {save.id for save in store.saves()} == set(names[2:])
    driver.click("select")
    driver.click("all")
    driver.click("delete")
    driver.click("yes")
    assert store.saves() == [] and store.count(Kept.OPEN) == 0
    store.flush()
    driver.key("escape")
    driver.click("saves")
    driver.click("restore")
    assert {save.id for save in store.saves()} == set(names[2:]), "what was deleted last, also after leaving the list"
    driver.click("restore")
    assert {save.id for save in store.saves()} == set(names) and not driver.has("restore")
    store.flush()
    assert {save.id for save in store.saves()} == set(names)


def test_escape_ends_selecting_before_it_leaves_the_list(store: Store) -> None:
    add_matches(store, 1)
    driver = open_menu(store)
    driver.click("saves")
    driver.click("select")
    driver.key("escape")
    assert driver.shows(SavesScreen) and driver.has("select")
    driver.key("escape")
    assert driver.shows(MenuScreen)


def test_a_match_that_is_open_elsewhere_is_left_alone_and_told(store: Store) -> None:
    names = add_matches(store, 3)
    other = Store(store.folder)
    assert other.claim(names[1])
    driver = open_menu(store)
    driver.click("saves")
    driver.click("select")
    assert not driver.has(f"select {names[1]}")
    driver.click("all")
    driver.click("delete")
    driver.click("yes")
    assert driver.shows(NoticeSheet)
    driver.click("ok")
    assert [save.id for save in store.saves()] == [names[1]]
    other.close()


def test_a_long_list_has_pages_and_reads_on_until_all_are_there(store: Store) -> None:
    copy_files(store, 600)
    driver = open_menu(store)
    driver.click("saves")
    assert driver.widget_of(Stepper, "kind").value, "it opens on what exists"
    driver.until(lambda: not store.has_unread(over=True), "all files")
    pages = driver.widget_of(Stepper, "page")
    assert len(pages.values) == 30 and len(store.finished()) == 600
    rows = [widget for widget in driver.top.scrolled_widgets if isinstance(widget, saves_screen.SaveRow)]
    assert len(rows) == saves_screen.ROWS_PER_PAGE
    driver.click("page", across=0.05)
    assert driver.widget_of(Stepper, "page").index == 29
    driver.click("select")
    driver.click("all")
    driver.click("delete")
    driver.click("yes")
    assert store.finished() == [] and not driver.has("page")
    driver.click("restore")
    assert len(store.finished()) == 600


def test_files_that_cannot_be_read_can_be_deleted_together(store: Store) -> None:
    for folder in (store.matches, store.records):
        folder.mkdir(parents=True)
        for number in range(3):
            (folder / f"{folder.name}-{number}{SAVE_SUFFIX}").write_bytes(b"nothing")
    driver = open_menu(store)
    driver.click("saves")
    for kind in (Kept.OPEN, Kept.FINISHED):
        assert store.count(kind) == 3
        driver.click("select")
        driver.click("all")
        driver.click("delete")
        driver.click("yes")
        assert store.count(kind) == 0
        driver.click("kind")


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize(("kind", "over"), [(Kept.OPEN, False), (Kept.FINISHED, True)])
def test_at_the_limit_a_new_match_leads_to_the_list_and_then_begins(store: Store, kind: Kept, over: bool) -> None:
    names = add_matches(store, LIMITS[kind], over=over)
    driver = open_menu(store)
    driver.open_title(TITLES[0])
    driver.click("start")
    assert driver.shows(FullStoreSheet)
    driver.click("list")
    driver.key("escape")
    assert driver.shows(FullStoreSheet) and store.count(kind) == len(names), "nothing is deleted unasked"
    driver.click("list")
    driver.click(f"delete {names[0]}")
    driver.click("yes")
    driver.key("escape")
    assert isinstance(driver.top, TableScene) and driver.top.host.rules.spec.title == TITLES[0]


@pytest.mark.usefixtures("low_limits")
def test_at_the_limit_open_matches_can_still_be_finished(store: Store) -> None:
    add_matches(store, LIMITS[Kept.FINISHED], over=True)
    add_matches(store, LIMITS[Kept.OPEN] - 1)
    (name, *_) = [save.id for save in store.saves()]
    assert store.full_kind() is Kept.FINISHED
    Autosave(store, name, 0)(play_moves(new_host(TITLES[2], seed=3), 400))
    store.flush()
    assert store.count(Kept.FINISHED) == LIMITS[Kept.FINISHED] + 1
    assert store.count(Kept.RESULTS) == LIMITS[Kept.FINISHED] + 1


@pytest.mark.usefixtures("low_limits")
def test_at_the_limit_no_position_is_saved_and_none_is_resumed_but_both_are_told(store: Store) -> None:
    driver = Driver(scenes.start_match(InlineWorker(), store, make_setup(TITLES[2])))
    add_matches(store, 1)
    driver.key("p")
    driver.click("keep")
    driver.click("keep")
    (copy,) = [save.id for save in store.saves() if save.name]
    driver.key("p")
    driver.click("keep")
    driver.click("keep")
    assert driver.shows(NoticeSheet)
    driver.click("ok")
    driver = open_menu(store)
    driver.click("saves")
    driver.click(f"go {copy}")
    assert driver.shows(NoticeSheet)
    with pytest.raises(FullStore):
        store.check_room(Kept.OPEN)


@pytest.mark.usefixtures("low_limits")
def test_results_go_only_after_a_yes(store: Store) -> None:
    add_matches(store, LIMITS[Kept.RESULTS], over=True)
    store.delete_many([save.id for save in store.finished()])
    assert store.full_kind() is Kept.RESULTS, "a result stays when its match is deleted"
    driver = Driver(scenes.start_match(InlineWorker(), store, make_setup(TITLES[2])))
    driver.click("oldest")
    driver.click("no")
    assert store.count(Kept.RESULTS) == LIMITS[Kept.RESULTS] and driver.shows(FullStoreSheet)
    driver.click("oldest")
    driver.click("yes")
    assert store.count(Kept.RESULTS) == LIMITS[Kept.RESULTS] - oldest_count(Kept.RESULTS)
    assert isinstance(driver.top, TableScene)


@pytest.mark.usefixtures("low_limits")
def test_the_terminal_asks_before_it_deletes_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    names = add_matches(store, LIMITS[Kept.OPEN])
    for typed, left in (("2\n1\n2\n2\n", names), ("2\n1\n1\nquit\n", names[1:])):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert session.run(Settings(language="en"), tmp_path) == 0
        assert {save.id for save in Store(tmp_path).saves()} == set(left)
    assert "3 open matches" in capsys.readouterr().out
    store.close()


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("size", [100, 200])
def test_everything_fits(store: Store, language: str, size: int) -> None:
    add_matches(store, LIMITS[Kept.OPEN])
    settings = ENGLISH.with_changes(language=language, text_size=size)
    driver = Driver(scenes.start_match(InlineWorker(), store, make_setup(TITLES[2])), settings=settings)
    for press in ("list", "select", "all", "delete"):
        assert layout_problems(driver.top, driver.surface.get_size()) == []
        driver.click(press)
    assert layout_problems(driver.top, driver.surface.get_size()) == [] and driver.overflows == []
