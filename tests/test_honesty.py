"""An honest table: seals that hold, cards that cannot be changed behind them, and bots that think the same again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from pygame_gui.elements import UIProgressBar

from game.disk import savefile, saving
from game.play import seals
from game.play.host import Chair, Host, Setup
from game.play.live import LiveRace
from game.play.replay import Replay
from game.play.verify import Verification
from game.ui.history.replay import ReplayScene
from game.ui.history.verify import VerifySheet
from tests.hosts import KEY, TITLES, load_host, new_host, play_moves, start_autosave
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems


@pytest.mark.parametrize("title", TITLES)
def test_every_deal_has_a_seal_that_anybody_can_compute_again(title: str) -> None:
    host = play_moves(new_host(title), 200)
    opened = seals.open_seals(host.seed, host.match.log, host.seals)
    assert len(opened) == len(host.seals) > 0
    for one in opened:
        assert one.holds
        assert hashlib.sha256(f"{one.salt} {one.deal_text}".encode()).hexdigest() == one.seal
    assert all(one.deal_text in seals.make_statement(opened) for one in opened)


def test_the_seal_is_given_at_the_deal_and_never_changes(tmp_path: Path) -> None:
    host = new_host(TITLES[0])
    store, autosave = start_autosave(tmp_path, host)
    given: list[str] = list(host.seals)
    while not host.over:
        play_moves(host, 1)
        assert host.seals[: len(given)] == given
        given = list(host.seals)
    store.close()
    again = store.load(autosave.name, lambda plain: saving.make_replay(plain, InlineWorker()))
    assert again.seals == given and len(given) > 2


def test_seals_of_equal_deals_differ_from_match_to_match() -> None:
    """Nobody can try out all deals: the salt is another one every time."""
    log = new_host(TITLES[0]).match.log
    assert seals.make_seals(1, log) != seals.make_seals(2, log)


def test_a_changed_card_breaks_the_seal() -> None:
    host, other = new_host(TITLES[0], seed=1), new_host(TITLES[0], seed=2)
    assert not any(one.holds for one in seals.open_seals(1, other.match.log, host.seals))
    assert not any(one.holds for one in seals.open_seals(1, host.match.log, []))


def test_a_deal_that_was_taken_back_loses_its_seal(tmp_path: Path) -> None:
    host = new_host(TITLES[0], practice=True)
    while len(host.seals) < 2:
        play_moves(host, 1)
    before = host.seals[1]
    while len(host.seals) > 1:
        host.undo(0)
    play_moves(host, 60, seed=5)
    assert len(host.seals) > 1 and host.seals[1] != before
    assert all(one.holds for one in seals.open_seals(host.seed, host.match.log, host.seals))
    store, autosave = start_autosave(tmp_path, host)
    store.close()
    assert not load_host(store, autosave.name).provenance.edited


def played(title: str, level: str, live: bool = False, worker: InlineWorker | None = None) -> Host:
    """Some moves by bots that are asked as at the table."""
    from game.data import catalog

    seats = catalog.spec(title).seats[0]
    chairs = tuple(Chair(f"P{seat}", level, "fox") for seat in range(seats))
    host = Host(Setup(title, chairs, live=live), worker or InlineWorker(), 77)
    race = LiveRace(host) if live else None
    for _ in range(400):
        if host.over or len(host.match.log) > 24:
            break
        race.update(0.5) if race else host.update(10.0)
    return host


@pytest.mark.parametrize("title", TITLES)
def test_bots_think_the_same_again(title: str) -> None:
    host = played(title, "casual")
    again = Verification(Replay.of(host))
    assert again.total > 10
    while not again.finished:
        again.update()
    assert (again.same, again.different) == (again.total, 0)


def test_bots_think_the_same_again_after_a_race(tmp_path: Path) -> None:
    """Also out of a save, where moves that were made together stand in the order of seats."""
    host = played(TITLES[2], "casual", live=True)
    store, autosave = start_autosave(tmp_path, host)
    store.close()
    again = Verification(store.load(autosave.name, lambda plain: saving.make_replay(plain, InlineWorker())))
    while not again.finished:
        again.update()
    assert again.different == again.failed == 0 and again.same > 5
    assert again.same + again.explained == again.total, "only a bot that was too late waited against its will"


def test_another_move_than_the_bots_own_is_found() -> None:
    host = played(TITLES[0], "casual")
    past = Replay.of(host)
    past.seed = 78
    again = Verification(past)
    while not again.finished:
        again.update()
    assert again.different > 0


def test_a_match_stays_of_the_version_it_was_begun_with(tmp_path: Path) -> None:
    """Another version goes on with it and writes it anew: its first moves were still thought by the old one."""
    host = play_moves(new_host(TITLES[0]), 20)
    host.provenance = replace(host.provenance, app="0.0.1")
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    again = load_host(store, autosave.name)
    again.on_change = autosave
    play_moves(again, 5)
    store.close()
    assert store.load(autosave.name, lambda plain: saving.make_replay(plain, InlineWorker())).provenance.app == "0.0.1"


def thought_again(driver: Driver) -> None:
    """Wait until all moves were thought again, and that is shown."""
    driver.until(lambda: driver.top._verification.finished, "all moves")
    driver.frames(2)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_moves_of_another_version_accuse_nobody(language: str, worker: InlineWorker) -> None:
    past = Replay.of(played(TITLES[0], "casual", worker=worker))
    past.seed = 78
    said = []
    for app in (past.provenance.app, "0.0.1"):
        past.provenance = replace(past.provenance, app=app)
        driver = Driver(VerifySheet(past), settings=ENGLISH.with_changes(language=language, text_size=150))
        driver.click("again")
        thought_again(driver)
        assert driver.top._verification.different
        assert layout_problems(driver.top, driver.surface.get_size()) == []
        assert driver.overflows == []
        said.append(driver.top._rethinking_text())
    assert said[1].startswith(said[0]) and "0.0.1" in said[1] and "0.0.1" not in said[0]


def test_a_bar_shows_how_far_the_bots_are_and_nothing_is_built_anew_meanwhile(worker: InlineWorker) -> None:
    driver = Driver(VerifySheet(Replay.of(played(TITLES[0], "casual", worker=worker))))
    driver.click("again")
    sheet = driver.top
    built, bar = sheet._built, sheet._progress.element
    assert isinstance(bar, UIProgressBar)
    shown = []
    while sheet._verification.done < 5:
        driver.frames(1)
        shown.append(bar.percent_full)
        assert driver.kit.texts(
            "honest.thinking", count=sheet._verification.done, all=sheet._verification.total
        ) == " ".join(label.text for label in sheet._count.element)
    assert sheet._built == built and bar.percent_full == 5 / sheet._verification.total
    assert shown == sorted(shown) and 0 < shown[0] < shown[-1] < 1
    picture = bar.image
    middle, end = picture.get_height() // 2, picture.get_width() - 1 - picture.get_height() // 2
    assert picture.get_at((end // 40, middle)) != picture.get_at((end, middle)), "the filled part is seen"


def test_a_forged_match_is_not_called_fair_though_all_its_seals_hold(tmp_path: Path) -> None:
    host = play_moves(new_host(TITLES[0], seed=4))
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    path = store.save_path(autosave.name)
    path.write_bytes(savefile.pack(savefile.unpack(path.read_bytes(), store.key), KEY))
    forged = store.load(autosave.name, lambda save: saving.make_replay(save, InlineWorker()))
    for name, found in (("honest.edited", forged), ("honest.holds", Replay.of(host))):
        sheet = VerifySheet(found)
        Driver(sheet)
        assert sheet._verdict == name and all(one.holds for one in sheet._opened_seals)
    store.close()


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("es", 150), ("fr", 150)])
def test_verifying_on_the_screen(language: str, size: int, worker: InlineWorker) -> None:
    past = Replay.of(play_moves(new_host(TITLES[0], seed=4, worker=worker)))
    driver = Driver(ReplayScene(past), settings=ENGLISH.with_changes(language=language, text_size=size))
    driver.click("verify")
    driver.click("again")
    driver.frames(3)
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    driver.click("details")
    driver.click("copy")
    thought_again(driver)
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    assert driver.overflows == []
