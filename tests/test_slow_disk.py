"""A disk that takes its time: no screen waits for it, and what it has not done yet counts already."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from game.disk import saving
from game.disk.save_files import FileMark, newest_files
from game.disk.saving import Autosave
from game.disk.store import Store, Task
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.play.host import Host
from game.start import scenes
from game.ui.table.scene import TableScene
from tests.hosts import TITLES, latest_save, load_host, new_host, play_moves, start_autosave
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH, Driver
from tests.waiting import LIMIT_S


class SlowDisk:
    """Whatever is written while it is stuck waits; but no screen may."""

    def __init__(self, sync: Callable[[int], None]) -> None:
        self._sync = sync
        self._free = threading.Event()
        self._free.set()
        self._reached = threading.Event()

    def sync(self, handle: int) -> None:
        if not self._free.is_set():
            assert threading.current_thread() is not threading.main_thread(), "a screen waits for the disk"
            self._reached.set()
            assert self._free.wait(LIMIT_S)
        self._sync(handle)

    @contextmanager
    def stuck(self) -> Iterator[None]:
        self._reached.clear()
        self._free.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "flush", waits)
            try:
                yield
            finally:
                self._free.set()

    def busy(self) -> None:
        """Wait until something is being written."""
        assert self._reached.wait(LIMIT_S)


def waits(*_: object) -> bool:
    raise AssertionError("a screen waits for the disk")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    found = SlowDisk(os.fsync)
    monkeypatch.setattr("os.fsync", found.sync)
    return found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def begin(store: Store, title: str = TITLES[0], moves: int = 4) -> Autosave:
    autosave = Autosave.new(store)
    autosave(play_moves(new_host(title), moves))
    return autosave


def names(store: Store) -> set[str]:
    return {plain.id for plain in store.saves()}


def files_with_equal_marks(folder: Path, suffix: str) -> list[tuple[FileMark, str]]:
    return [((0, 0, 0), path) for _, path in newest_files(folder, suffix)]


@pytest.mark.parametrize("clock", ["fine", "coarse"])
@pytest.mark.parametrize("seed", range(4))
def test_lists_are_always_those_that_were_wished_for(
    tmp_path: Path, store: Store, disk: SlowDisk, seed: int, clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is saved, deleted and taken back, in any order, whether the disk has come to it or not. By a coarse
    clock all files are of the same time; their sizes can be the same, too, and Windows tells no inodes."""
    if clock == "coarse":
        monkeypatch.setattr("game.disk.save_lists.newest_files", files_with_equal_marks)
    dice = Dice("slow disk", seed)
    states = [saving.snapshot(play_moves(new_host(TITLES[0]), moves), "x", 0, moves) for moves in range(5)]
    wanted: dict[str, int] = {}
    deleted: dict[str, int] = {}
    for _ in range(12):
        with disk.stuck():
            for _ in range(dice.pick(range(8))):
                name = dice.pick("abc")
                match dice.pick(("save", "save", "delete", "restore")):
                    case "save" if name not in deleted:
                        wanted[name] = dice.pick(range(5))
                        store.save(Task(replace(states[wanted[name]], id=name)))
                    case "delete":
                        assert store.delete(name) == (name in wanted)
                        deleted.update({name: wanted.pop(name)} if name in wanted else {})
                    case "restore":
                        assert store.restore(name) == (name in deleted)
                        wanted.update({name: deleted.pop(name)} if name in deleted else {})
                assert {plain.id: plain.saved for plain in store.saves()} == wanted
        if dice.pick((True, False)):
            store.flush()
            assert {plain.id: plain.saved for plain in Store(tmp_path).saves()} == wanted
        assert {plain.id: plain.saved for plain in store.saves()} == wanted


# Leaving


@pytest.mark.parametrize("later", [0, 1], ids=["is written now", "waits behind another"])
def test_a_match_that_was_left_is_free_once_it_is_written(
    tmp_path: Path, store: Store, disk: SlowDisk, later: int
) -> None:
    other = Store(tmp_path)
    with disk.stuck():
        autosave = begin(store)
        disk.busy()
        for _ in range(later):
            autosave = begin(store)
        autosave.release()
        assert not other.claim(autosave.name)
    store.flush()
    assert other.claim(autosave.name)
    other.close()


def test_whoever_comes_back_before_that_keeps_the_match(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    other = Store(tmp_path)
    with disk.stuck():
        autosave = begin(store)
        disk.busy()
        autosave.release()
        assert store.claim(autosave.name)
    store.flush()
    assert not other.claim(autosave.name)
    autosave.release()
    store.flush()
    assert other.claim(autosave.name)
    other.close()


def test_a_match_that_cannot_be_written_stays_locked_until_it_is(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another copy would play on from an older state, and the next try would overwrite its moves."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    other = Store(tmp_path)
    host = new_host(TITLES[0])
    _, autosave = kept_in(store, host)
    store.flush()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        play_moves(host, 2)
        autosave.release()
        store.flush()
        assert not other.claim(autosave.name)
        assert store.claim(autosave.name), "it can be played on here"
        assert load_host(store, autosave.name).match.digest() == host.match.digest(), "what is in memory counts"
        autosave.release()
        store.flush()
        assert not other.claim(autosave.name)
    assert store.flush() and store.trouble == ""
    assert load_host(other, autosave.name).match.digest() == host.match.digest()
    assert other.claim(autosave.name)
    other.close()


def kept_in(store: Store, host: Host) -> tuple[Store, Autosave]:
    autosave = Autosave.new(store)
    host.on_change = autosave
    autosave(host)
    return store, autosave


# Going on


def test_only_the_latest_state_waits(tmp_path: Path, disk: SlowDisk) -> None:
    host = new_host(TITLES[0])
    with disk.stuck():
        store, autosave = start_autosave(tmp_path, host)
        first = host.match.digest()
        disk.busy()
        play_moves(host, 40)
    store.flush()
    assert load_host(Store(tmp_path), autosave.name).match.digest() == host.match.digest()
    before = store.load_backup(autosave.name, lambda plain: saving.make_host(plain, InlineWorker()))
    assert before.match.digest() == first, "nothing was written between the two"
    store.close()


@pytest.mark.parametrize("title", TITLES)
def test_what_waits_is_read_as_it_will_be_written(store: Store, disk: SlowDisk, title: str) -> None:
    with disk.stuck():
        autosave = begin(store, title)
        (ahead,) = store.saves()
        host = load_host(store, autosave.name)
    store.flush()
    assert store.saves() == [ahead]
    assert load_host(store, autosave.name).match.digest() == host.match.digest()


def test_a_match_goes_on_directly_after_it_was_left(store: Store, disk: SlowDisk, worker: InlineWorker) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.with_changes(speed="off"))
    driver.open_title(TITLES[0])
    driver.click("start")
    host = driver.top.host
    store.flush()
    with disk.stuck():
        play_moves(host, 3)
        disk.busy()
        driver.key("p")
        driver.click("menu")
        driver.click(f"resume {TITLES[0]}")
        assert isinstance(driver.top, TableScene) and driver.top.host is not host
        assert driver.top.host.match.digest() == host.match.digest()
    driver.app.close()


def test_a_match_goes_on_directly_after_an_unexpected_error(store: Store, disk: SlowDisk, worker: InlineWorker) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.with_changes(speed="off"))
    driver.open_title(TITLES[0])
    driver.click("start")
    host = driver.top.host
    store.flush()
    with disk.stuck():
        play_moves(host, 3)
        disk.busy()
        scene = scenes._resume_after_crash(host, store)
        assert isinstance(scene, TableScene) and scene.host.match.digest() == host.match.digest()
    driver.app.close()


def test_a_match_that_is_over_lies_among_the_finished_at_once(store: Store, disk: SlowDisk) -> None:
    _, autosave = kept_in(store, host := new_host(TITLES[0]))
    store.flush()
    with disk.stuck():
        play_moves(host)
        assert host.over
        assert [plain.id for plain in store.finished()] == [autosave.name]
        assert not store.saves() and not store.unreadable()
        autosave.release()
    store.flush()
    assert [plain.id for plain in store.finished()] == [autosave.name] and not store.saves()


# Deleting


def test_a_match_that_is_being_written_is_deleted_after_that(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    with disk.stuck():
        autosave = begin(store)
        disk.busy()
        assert store.delete(autosave.name) and not store.delete(autosave.name)
        assert not names(store) and store.latest(TITLES[0]) is None and not store.unreadable()
        with pytest.raises(SaveError, match="gone"):
            load_host(store, autosave.name)
    store.flush()
    assert not names(store) and not Store(tmp_path).saves()


def test_a_match_that_waits_to_be_written_is_deleted(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    with disk.stuck():
        first = begin(store)
        disk.busy()
        second = begin(store)
        assert store.delete(second.name)
        assert names(store) == {first.name}
    store.flush()
    assert names(store) == {first.name} == names(Store(tmp_path))


@pytest.mark.parametrize("written", [False, True])
def test_a_deleted_match_can_be_taken_back_at_once(
    tmp_path: Path, store: Store, disk: SlowDisk, written: bool
) -> None:
    autosave = Autosave.new(store)
    autosave(new_host(TITLES[0]))
    host = play_moves(new_host(TITLES[0]), 5)
    store.flush()
    with disk.stuck():
        begin(store, TITLES[1])
        disk.busy()
        if not written:
            autosave(host)
        store.delete(autosave.name)
        assert store.restore(autosave.name) and not store.restore(autosave.name)
        assert autosave.name in names(store)
        if not written:
            assert load_host(store, autosave.name).match.digest() == host.match.digest()
    store.flush()
    assert autosave.name in names(Store(tmp_path))
    assert len(load_host(store, autosave.name).match.log) == (1 if written else len(host.match.log))


def test_a_match_in_the_trash_is_taken_back_before_its_files_are(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    autosave = begin(store)
    unreadable = store.matches / "other.mallow"
    store.flush()
    unreadable.write_bytes(b"x")
    assert store.delete(autosave.name) and store.delete("other")
    store.flush()
    assert not store.save_path(autosave.name).exists() and not unreadable.exists()
    with disk.stuck():
        begin(store, TITLES[1])
        disk.busy()
        assert store.restore(autosave.name) and store.restore("other")
        assert not store.save_path(autosave.name).exists()
        assert autosave.name in names(store) and load_host(store, autosave.name)
        assert store.unreadable() == ["other"]
        assert store.delete(autosave.name)
        assert autosave.name not in names(store)
        assert store.restore(autosave.name)
    store.flush()
    assert autosave.name in names(Store(tmp_path)) and unreadable.exists()


def test_a_match_that_cannot_be_deleted_is_shown_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(13, "Permission denied")

    autosave = begin(store)
    store.flush()
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", refused)
        patch.setattr(Path, "replace", refused)
        assert store.delete(autosave.name)
        store.flush()
    assert names(store) == {autosave.name} and not store.restore(autosave.name)


def test_a_late_save_does_not_bring_a_deleted_match_back(tmp_path: Path, store: Store) -> None:
    autosave = begin(store)
    store.delete(autosave.name)
    store.flush()
    autosave(new_host(TITLES[0]))
    store.flush()
    assert not names(store) and not Store(tmp_path).saves()


def test_dealing_again_does_not_wait(tmp_path: Path, store: Store, disk: SlowDisk, worker: InlineWorker) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.with_changes(speed="off"))
    driver.open_title(TITLES[0])
    driver.click("start")
    old = driver.top.host
    with disk.stuck():
        name = latest_save(store, TITLES[0]).id
        driver.key("p")
        driver.click("restart")
        assert isinstance(driver.top, TableScene) and driver.top.host is not old
        assert name not in names(store) and len(names(store)) == 1
    store.flush()
    assert names(Store(tmp_path)) == names(store) and name not in names(store)
    other = Store(tmp_path)
    assert other.claim(name)
    other.close()
    driver.app.close()


def test_deleting_on_the_screen_does_not_wait(store: Store, disk: SlowDisk, worker: InlineWorker) -> None:
    with disk.stuck():
        autosave = begin(store)
        autosave.release()
        disk.busy()
        driver = Driver(scenes.make_menu(worker, store))
        driver.click("saves")
        driver.click(f"delete {autosave.name}")
        driver.click("yes")
        assert not driver.has(f"go {autosave.name}")
        driver.click("restore")
        assert driver.has(f"go {autosave.name}")
        driver.click(f"go {autosave.name}")
        assert isinstance(driver.top, TableScene)
    driver.app.close()
