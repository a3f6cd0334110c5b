"""An unexpected error: the match is kept, the report gives nothing away, and the game goes on."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.dice import Dice
from game.play.host import Host
from game.start import scenes
from game.start.report import make_report
from game.ui.scene import Scene
from game.ui.screens.crash import CrashScreen
from game.ui.screens.menu import MenuScreen
from game.ui.table.scene import TableScene
from tests.hosts import TITLES, make_setup, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems
from tests.twins import Witness, play_both

PAIRS = 200
"""Twin worlds a title."""


class Oops(Exception):
    pass


def broken(*_: object) -> Any:
    raise Oops("the green 7 of seat 1")


@pytest.fixture
def driver(tmp_path: Path, worker: InlineWorker) -> Driver:
    store = Store(tmp_path)
    scene = scenes.start_match(worker, store, make_setup(TITLES[0]))
    driver = Driver(scene, settings=ENGLISH.with_changes(speed="off"))
    driver.app.make_crash_scene = partial(scenes.make_crash_screen, worker, store)
    driver.frames(5)
    return driver


def crash(driver: Driver, monkeypatch: pytest.MonkeyPatch, what: str) -> TableScene:
    table = driver.top
    assert isinstance(table, TableScene)
    with monkeypatch.context() as patch:
        patch.setattr(table, what, broken)
        table.dirty = True
        driver.frames(1)
    assert isinstance(driver.top, CrashScreen)
    return table


def store_of(table: TableScene) -> Store:
    autosave = table.host.on_change
    assert isinstance(autosave, Autosave)
    return autosave.store


@pytest.mark.parametrize("what", ["update", "draw"])
def test_the_match_goes_on_after_an_error(driver: Driver, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    table = crash(driver, monkeypatch, what)
    driver.click("resume")
    driver.frames(3)
    assert isinstance(driver.top, TableScene) and driver.top is not table
    assert driver.top.host.match.digest() == table.host.match.digest()


def test_the_match_goes_on_even_if_nothing_can_be_saved(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = crash(driver, monkeypatch, "update")
    for path in store_of(table).matches.glob("*"):
        if sys.platform != "win32" or path.suffix != ".lock":  # Windows deletes no open file
            path.unlink()
    driver.click("resume")
    assert driver.top.host.match.digest() == table.host.match.digest()


def test_the_menu_is_a_way_out(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(driver, monkeypatch, "update")
    driver.click("copy")
    driver.click("menu")
    assert isinstance(driver.top, MenuScreen)


def test_without_a_rescue_errors_go_their_way(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.app.make_crash_scene = None
    monkeypatch.setattr(driver.top, "update", broken)
    with pytest.raises(Oops):
        driver.frames(1)


def test_an_error_on_the_crash_screen_is_not_hidden(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CrashScreen, "draw", broken)
    monkeypatch.setattr(driver.top, "update", broken)
    with pytest.raises(Oops):
        driver.frames(1)


def test_the_report_says_where_and_keeps_secrets(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = crash(driver, monkeypatch, "update")
    told = driver.top.report
    assert "Oops" in told and "game/start/app.py" in told and TITLES[0] in told and "pygame" in told
    assert "green 7" not in told and "Player 0" not in told and str(Path.home()) not in told
    assert (store_of(table).folder / "report.txt").read_text() == told


def failed() -> Oops:
    try:
        broken()
    except Oops as error:
        return error
    raise AssertionError


@pytest.mark.parametrize("title", TITLES)
def test_reports_and_pictures_are_the_same_whatever_nobody_can_know(title: str) -> None:
    """Twin worlds: all that a spectator cannot know is dealt again."""
    error, different = failed(), 0
    for seed in range(PAIRS // 10):
        host = play_moves(new_host(title, seed=seed), 1 + seed, seed=seed)
        told, seen = make_report(error, host, []), host.view(host.seats).to_plain()
        for number in range(10):
            *_, twin = play_both(Witness(host.match, host.seats), Dice("reports", seed, number))
            other = Host(host.setup, InlineWorker(), host.seed, twin)
            assert make_report(error, other, []) == told
            assert other.view(host.seats).to_plain() == seen
            different += twin.picture != host.match.picture
    assert different > 0.9 * PAIRS


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("es", 150), ("fr", 150)])
def test_it_fits(tmp_path: Path, language: str, size: int) -> None:
    scene = CrashScreen(make_report(failed(), new_host(TITLES[0]), []), Scene, Scene)
    driver = Driver(scene, settings=ENGLISH.with_changes(language=language, text_size=size))
    assert layout_problems(driver.top, driver.surface.get_size()) == [] and driver.overflows == []
