"""Nothing is lost and nothing false is believed, whatever happens to disks, processes and files."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pygame
import pytest

from game.disk import savefile, saving
from game.disk import store as stores
from game.disk.save_files import delete_files
from game.disk.savefile import Save
from game.disk.saving import Autosave
from game.disk.store import Store, Task
from game.engine.errors import SaveError
from game.ui.screens.confirm import ConfirmQuit
from tests.faults import ERRORS, cuts, failing_at, flips, forged_saves, killed_at, mutations, verdict
from tests.hosts import KEY, TITLES, make_setup, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver, layout_problems
from tests.waiting import LIMIT_S

ROOT = Path(__file__).parent.parent


def faults_at_every_operation(folder: Path, saves: int, codes: tuple[int, ...]) -> int:
    """One fault at a time; how many there were. After each the match is there, as it was or as it is."""
    store = Store(folder)
    host = new_host(TITLES[0])
    struck = 0
    task = saving.make_task(host, "match", 0, 0)
    stores.write_save(store, task)
    for number in range(saves):
        before = task.save.record.data["digest"]
        if host.over:
            host = new_host(TITLES[0], seed=number)
        play_moves(host, 1, seed=number)
        task = saving.make_task(host, "match", 0, 0)
        for code in codes:
            at = 0
            while True:
                at += 1
                with failing_at(at, code) as faults:
                    try:
                        stores.write_save(store, task)
                    except OSError as error:
                        assert error.errno == code
                if not faults.has_failed:
                    break
                struck += 1
                kept = Store(folder).load("match", lambda plain: plain)
                assert kept.record.data["digest"] in (before, task.save.record.data["digest"])
                assert not kept.provenance.edited
        last = Store(folder).load("match", lambda plain: plain)
        assert last.record.data["digest"] == task.save.record.data["digest"]
        delete_files(*store.matches.glob(".*"))
    return struck


def test_a_fault_at_every_operation_of_a_save_loses_nothing(tmp_path: Path) -> None:
    assert faults_at_every_operation(tmp_path, 3, ERRORS) > 100


@pytest.mark.soak
def test_a_fault_at_every_operation_of_200_saves_loses_nothing(tmp_path: Path) -> None:
    assert faults_at_every_operation(tmp_path, 200, ERRORS) > 8000


@pytest.mark.parametrize("code", ERRORS)
def test_the_end_of_a_match_survives_every_fault(tmp_path: Path, code: int) -> None:
    """The match lies among the open ones or the finished ones, or both for a moment; never in neither."""
    store = Store(tmp_path)
    host = play_moves(new_host(TITLES[0]))
    stores.write_save(store, saving.make_task(play_moves(new_host(TITLES[0]), 4), "match", 0, 0))
    for at in range(1, 200):
        with failing_at(at, code) as faults, contextlib.suppress(OSError):
            stores.write_save(store, saving.make_task(host, "match", 0, 0))
        assert store.load("match", lambda plain: plain)
        if not faults.has_failed:
            break
    assert [plain.id for plain in store.finished()] == ["match"] and not store.saves()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("is_undone", [False, True])
def test_a_match_whose_program_is_killed_at_its_end_lies_in_one_list(is_undone: bool, tmp_path: Path) -> None:
    """Killed at every operation on files. Otherwise the match could be won again from the move before its last."""
    host = play_moves(new_host(TITLES[0], practice=True))
    over = saving.make_task(host, "match", 0, 0)
    host.undo(0)
    running = saving.make_task(host, "match", 0, 0)
    first, second = (over, running) if is_undone else (running, over)
    lengths = {len(task.save.record.data["log"]) for task in (first, second)}
    for at in range(1, 300):
        store = Store(tmp_path / str(at))
        for task in (running, first):
            stores.write_save(store, task)
        was_killed = killed_at(at, lambda: stores.write_save(store, second))  # noqa: B023
        found = [*Store(store.folder).saves(), *Store(store.folder).finished()]
        assert [len(save.record.data["log"]) for save in found] in [[length] for length in lengths]
        if not was_killed:
            break
        listed = {save.record.data["result"] is None for save in Store(store.folder).finished()}
        assert listed <= {False}, "what is among the finished matches is over"
    assert at > 10 and len(found[0].record.data["log"]) == len(second.save.record.data["log"])
    assert bool(Store(store.folder).finished()) is not is_undone


def test_a_finished_match_that_still_lies_among_the_open_ones_moves_when_it_is_opened(
    tmp_path: Path, worker: InlineWorker
) -> None:
    from game.start import scenes

    store, host = Store(tmp_path), play_moves(new_host(TITLES[0]))
    stores.write_save(store, Task(saving.snapshot(host, "match", 0, 0)))
    assert store.saves() and not store.finished()
    driver = Driver(scenes.make_saved_table(worker, store, "match"))
    driver.frames(3)
    store.flush()
    assert not store.saves() and [save.id for save in store.finished()] == ["match"] and store.load_results()
    store.close()


def killed(folder: Path, kills: int, seed: int) -> None:
    words = [sys.executable, "-m", "tests.faults", str(folder), str(kills), str(seed)]
    done = subprocess.run(words, cwd=ROOT, timeout=LIMIT_S, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_while_saving_nothing_is_lost(tmp_path: Path) -> None:
    killed(tmp_path, 10, 1)


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_500_times_while_saving_nothing_is_lost(tmp_path: Path) -> None:
    killed(tmp_path, 500, 2)


def saved(title: str) -> tuple[bytes, Save]:
    data = savefile.pack(saving.snapshot(play_moves(new_host(title), 8), "match", 0, 0), KEY)
    return data, savefile.unpack(data, KEY)


@pytest.mark.parametrize("title", TITLES)
def test_cut_files_are_refused(title: str) -> None:
    data, true = saved(title)
    assert {verdict(cut, true) for cut in cuts(data, 3)} == {"refused"}


@pytest.mark.parametrize("title", TITLES)
def test_flipped_bits_are_refused_or_marked(title: str) -> None:
    data, true = saved(title)
    assert {verdict(changed, true) for changed in flips(data, 11)} <= {"refused", "marked"}


@pytest.mark.parametrize("title", TITLES)
def test_changed_files_are_refused_or_marked(title: str) -> None:
    data, true = saved(title)
    assert {verdict(changed, true) for changed in mutations(data, 300, 3)} <= {"refused", "marked", "same"}


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_every_cut_every_bit_and_100000_changes(title: str) -> None:
    data, true = saved(title)
    for changed in (*cuts(data), *flips(data), *mutations(data, 25_000, 5)):
        assert verdict(changed, true) in ("refused", "marked", "same")


@pytest.mark.parametrize("title", TITLES)
def test_a_lie_never_changes_the_course_of_the_game_unseen(title: str) -> None:
    """With all checksums made anew: either the log is the same, or the match is refused or marked."""
    _, true = saved(title)
    for data in forged_saves(true, 150, 6):
        try:
            plain = savefile.unpack(data, KEY)
            host = saving.make_host(plain, InlineWorker())
        except SaveError:
            continue
        assert host.provenance.edited or plain.record.data["log"] == true.record.data["log"]


def test_hostile_files_make_the_interpreter_do_nothing(tmp_path: Path) -> None:
    hostile(tmp_path, 30)


@pytest.mark.soak
def test_many_hostile_files_make_the_interpreter_do_nothing(tmp_path: Path) -> None:
    hostile(tmp_path, 1000)


def hostile(folder: Path, count: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile", str(folder), str(count)],
        cwd=ROOT, timeout=LIMIT_S, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == "" and "owned" not in done.stderr


def test_a_full_disk_is_told_once_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: InlineWorker
) -> None:
    from game.start import scenes

    store = Store(tmp_path)
    scene = scenes.start_match(worker, store, make_setup(TITLES[0]))
    driver = Driver(scene, settings=ENGLISH.with_changes(speed="off"))
    driver.app.new_save_trouble = store.new_trouble
    driver.frames(3)
    store.flush()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    host = driver.top.host
    with monkeypatch.context() as patch:
        patch.setattr("game.disk.files.write", full)
        told = 0
        for _ in range(5):
            play_moves(host, 1)
            store.flush()
            driver.frames(2)
            told += "No space" in str(driver.app.notices.message)
            driver.app.notices.message = None
        assert told == 1
    play_moves(host, 1)
    store.close()
    again = Store(tmp_path).latest(TITLES[0])
    assert again is not None and len(again.record.data["log"]) == len(host.match.log)


def test_a_match_counts_although_all_files_were_deleted_while_it_was_played(tmp_path: Path) -> None:
    store, host = Store(tmp_path / "data"), new_host(TITLES[0])
    stores.write_save(store, saving.make_task(host, "match", 0, 0))
    shutil.rmtree(store.folder)
    stores.write_save(store, saving.make_task(play_moves(host, 1), "match", 0, 0))
    (save,) = Store(store.folder).saves()
    assert save.marks == [] and len(save.record.data["log"]) == len(host.match.log)


def test_quitting_with_moves_that_cannot_be_saved_asks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: InlineWorker
) -> None:
    from game.start import scenes

    store = Store(tmp_path)
    driver = Driver(scenes.start_match(worker, store, make_setup(TITLES[0])))
    driver.app.unsaved_problem = store.unsaved_problem
    quit_window = pygame.Event(pygame.QUIT)
    table, host = driver.top, driver.top.host

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.disk.files.write", full)
        play_moves(host, 1)
        store.flush()
        driver.step(quit_window)
        assert driver.shows(ConfirmQuit) and layout_problems(driver.top, driver.surface.get_size()) == []
        driver.key("escape")
        assert driver.top is table and driver.app.running
        driver.step(quit_window)
        driver.step(quit_window)
        assert not driver.app.running, "nobody is held back who wants to go"
        driver.app.running = True
        driver.key("escape")
    driver.step(quit_window)
    assert not driver.app.running and len(Store(tmp_path).saves()[0].record.data["log"]) == len(host.match.log)
    store.close()


def test_a_key_that_finds_no_room_at_first_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the match would count as one of another installation at the next start."""
    store, host, make_file = Store(tmp_path), new_host(TITLES[0]), tempfile.mkstemp

    def full(dir: Path, prefix: str) -> tuple[int, str]:
        if prefix == ".key.":
            raise OSError(errno.ENOSPC, "No space left on device")
        return make_file(dir=dir, prefix=prefix)

    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", full)
        stores.write_save(store, saving.make_task(host, "first", 0, 0))
        assert not store.load("first", lambda plain: plain).marks
    stores.write_save(store, saving.make_task(host, "second", 0, 0))
    assert [save.marks for save in Store(tmp_path).saves()] == [[], []]


def test_an_unexpected_error_does_not_stop_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    autosave = Autosave.new(store)
    host = new_host(TITLES[0])
    with monkeypatch.context() as patch:
        patch.setattr("game.disk.savefile.pack", lambda *_: 1 / 0)
        autosave(host)
        assert store.flush() and store.new_trouble() == "ZeroDivisionError"
    assert store.flush() and store.trouble == "" and store.latest(TITLES[0])
    store.close()
