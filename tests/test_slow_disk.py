"""A disk that takes its time: no screen waits for it, and what it has not done yet counts already."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.disk import saving
from game.disk.saving import Autosave
from game.disk.store import Store, Task
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.play.host import Host
from game.start import scenes
from game.ui.table.scene import TableScene
from tests.here import Here
from tests.saved import TITLES, begun, go, kept, latest, loaded
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
    keeper = Autosave.new(store)
    keeper(go(begun(title), moves))
    return keeper


def names(store: Store) -> set[str]:
    return {plain["id"] for plain in store.saves()}


@pytest.mark.parametrize("seed", range(4))
def test_lists_are_always_those_that_were_wished_for(tmp_path: Path, store: Store, disk: SlowDisk, seed: int) -> None:
    """Whatever is saved, deleted and taken back, in any order, whether the disk has come to it or not."""
    dice = Dice("slow disk", seed)
    states = [saving.snapshot(go(begun(TITLES[0]), moves), "x", 0, moves) for moves in range(5)]
    wanted: dict[str, int] = {}
    deleted: dict[str, int] = {}
    for _ in range(12):
        with disk.stuck():
            for _ in range(dice.pick(range(8))):
                name = dice.pick("abc")
                match dice.pick(("save", "save", "delete", "restore")):
                    case "save" if name not in deleted:
                        wanted[name] = dice.pick(range(5))
                        store.save(Task({**states[wanted[name]], "id": name}))
                    case "delete":
                        assert store.delete(name) == (name in wanted)
                        deleted.update({name: wanted.pop(name)} if name in wanted else {})
                    case "restore":
                        assert store.restore(name) == (name in deleted)
                        wanted.update({name: deleted.pop(name)} if name in deleted else {})
                assert {plain["id"]: plain["saved"] for plain in store.saves()} == wanted
        if dice.pick((True, False)):
            store.flush()
            assert {plain["id"]: plain["saved"] for plain in Store(tmp_path).saves()} == wanted
        assert {plain["id"]: plain["saved"] for plain in store.saves()} == wanted


# Leaving


def test_a_match_that_was_left_is_free_once_it_is_written(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    other = Store(tmp_path)
    with disk.stuck():
        keeper = begin(store)
        disk.busy()
        keeper.release()
        assert not other.claim(keeper.name)
    store.flush()
    assert other.claim(keeper.name)
    other.close()


def test_a_match_that_waits_behind_another_is_not_free_either(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    other = Store(tmp_path)
    with disk.stuck():
        begin(store)
        disk.busy()
        keeper = begin(store)
        keeper.release()
        assert not other.claim(keeper.name)
    store.flush()
    assert other.claim(keeper.name)
    other.close()


def test_whoever_comes_back_before_that_keeps_the_match(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    other = Store(tmp_path)
    with disk.stuck():
        keeper = begin(store)
        disk.busy()
        keeper.release()
        assert store.claim(keeper.name)
    store.flush()
    assert not other.claim(keeper.name)
    keeper.release()
    store.flush()
    assert other.claim(keeper.name)
    other.close()


def test_a_match_that_cannot_be_written_is_free_too(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    other = Store(tmp_path)
    host = begun(TITLES[0])
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        _, keeper = kept_in(store, host)
        keeper.release()
        store.flush()
        assert other.claim(keeper.name)
        assert loaded(store, keeper.name).match.digest() == host.match.digest(), "what is in memory counts"
        other.release(keeper.name)
        other.flush()
    store.flush()
    assert loaded(Store(tmp_path), keeper.name).match.digest() == host.match.digest()
    other.close()


def test_a_state_that_could_not_be_written_never_replaces_what_another_copy_plays(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    host = begun(TITLES[0])
    _, keeper = kept_in(store, host)
    store.flush()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        go(host, 2)
        keeper.release()
        store.flush()
    other = Store(tmp_path)
    assert other.claim(keeper.name)
    theirs = go(loaded(other, keeper.name), 5, seed=9)
    Autosave(other, keeper.name, 0)(theirs)
    other.flush()
    store.flush()
    assert loaded(Store(tmp_path), keeper.name).match.digest() == theirs.match.digest()
    other.close()


def kept_in(store: Store, host: Host) -> tuple[Store, Autosave]:
    keeper = Autosave.new(store)
    host.on_change = keeper
    keeper(host)
    return store, keeper


# Going on


def test_only_the_latest_state_waits(tmp_path: Path, disk: SlowDisk) -> None:
    host = begun(TITLES[0])
    with disk.stuck():
        store, keeper = kept(tmp_path, host)
        first = host.match.digest()
        disk.busy()
        go(host, 40)
    store.flush()
    assert loaded(Store(tmp_path), keeper.name).match.digest() == host.match.digest()
    before = store.load_backup(keeper.name, lambda plain: saving.make_host(plain, Here()))
    assert before.match.digest() == first, "nothing was written between the two"
    store.close()


@pytest.mark.parametrize("title", TITLES)
def test_what_waits_is_read_as_it_will_be_written(store: Store, disk: SlowDisk, title: str) -> None:
    with disk.stuck():
        keeper = begin(store, title)
        (ahead,) = store.saves()
        host = loaded(store, keeper.name)
    store.flush()
    assert store.saves() == [ahead]
    assert loaded(store, keeper.name).match.digest() == host.match.digest()


def test_a_match_goes_on_directly_after_it_was_left(store: Store, disk: SlowDisk, worker: Here) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.but(speed="off"))
    driver.click(TITLES[0])
    driver.click("start")
    host = driver.top.host
    store.flush()
    with disk.stuck():
        go(host, 3)
        disk.busy()
        driver.key("p")
        driver.click("menu")
        driver.click("yes")
        driver.click(f"resume {TITLES[0]}")
        assert isinstance(driver.top, TableScene) and driver.top.host is not host
        assert driver.top.host.match.digest() == host.match.digest()
    driver.app.close()


def test_a_match_goes_on_directly_after_an_unexpected_error(store: Store, disk: SlowDisk, worker: Here) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.but(speed="off"))
    driver.click(TITLES[0])
    driver.click("start")
    host = driver.top.host
    store.flush()
    with disk.stuck():
        go(host, 3)
        disk.busy()
        scene = scenes._resume_after_crash(host, store)
        assert isinstance(scene, TableScene) and scene.host.match.digest() == host.match.digest()
    driver.app.close()


def test_a_match_that_is_over_lies_among_the_finished_at_once(store: Store, disk: SlowDisk) -> None:
    _, keeper = kept_in(store, host := begun(TITLES[0]))
    store.flush()
    with disk.stuck():
        go(host)
        assert host.over
        assert [plain["id"] for plain in store.finished()] == [keeper.name]
        assert not store.saves() and not store.unreadable()
        keeper.release()
    store.flush()
    assert [plain["id"] for plain in store.finished()] == [keeper.name] and not store.saves()


# Deleting


def test_a_match_that_is_being_written_is_deleted_after_that(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    with disk.stuck():
        keeper = begin(store)
        disk.busy()
        assert store.delete(keeper.name) and not store.delete(keeper.name)
        assert not names(store) and store.latest(TITLES[0]) is None and not store.unreadable()
        with pytest.raises(SaveError, match="gone"):
            loaded(store, keeper.name)
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
    keeper = Autosave.new(store)
    keeper(begun(TITLES[0]))
    host = go(begun(TITLES[0]), 5)
    store.flush()
    with disk.stuck():
        begin(store, TITLES[1])
        disk.busy()
        if not written:
            keeper(host)
        store.delete(keeper.name)
        assert store.restore(keeper.name) and not store.restore(keeper.name)
        assert keeper.name in names(store)
        if not written:
            assert loaded(store, keeper.name).match.digest() == host.match.digest()
    store.flush()
    assert keeper.name in names(Store(tmp_path))
    assert len(loaded(store, keeper.name).match.log) == (1 if written else len(host.match.log))


def test_a_match_in_the_trash_is_taken_back_before_its_files_are(tmp_path: Path, store: Store, disk: SlowDisk) -> None:
    keeper = begin(store)
    unreadable = store.matches / "other.mallow"
    store.flush()
    unreadable.write_bytes(b"x")
    assert store.delete(keeper.name) and store.delete("other")
    store.flush()
    assert not store.path(keeper.name).exists() and not unreadable.exists()
    with disk.stuck():
        begin(store, TITLES[1])
        disk.busy()
        assert store.restore(keeper.name) and store.restore("other")
        assert not store.path(keeper.name).exists()
        assert keeper.name in names(store) and loaded(store, keeper.name)
        assert store.unreadable() == ["other"]
        assert store.delete(keeper.name)
        assert keeper.name not in names(store)
        assert store.restore(keeper.name)
    store.flush()
    assert keeper.name in names(Store(tmp_path)) and unreadable.exists()


def test_a_match_that_cannot_be_deleted_is_shown_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(13, "Permission denied")

    keeper = begin(store)
    store.flush()
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", refused)
        patch.setattr(Path, "replace", refused)
        assert store.delete(keeper.name)
        store.flush()
    assert names(store) == {keeper.name} and not store.restore(keeper.name)


def test_a_late_save_does_not_bring_a_deleted_match_back(tmp_path: Path, store: Store) -> None:
    keeper = begin(store)
    store.delete(keeper.name)
    store.flush()
    keeper(begun(TITLES[0]))
    store.flush()
    assert not names(store) and not Store(tmp_path).saves()


def test_dealing_again_does_not_wait(tmp_path: Path, store: Store, disk: SlowDisk, worker: Here) -> None:
    driver = Driver(scenes.make_menu(worker, store), settings=ENGLISH.but(speed="off"))
    driver.click(TITLES[0])
    driver.click("start")
    old = driver.top.host
    with disk.stuck():
        name = latest(store, TITLES[0])["id"]
        driver.key("p")
        driver.click("restart")
        driver.click("yes")
        assert isinstance(driver.top, TableScene) and driver.top.host is not old
        assert name not in names(store) and len(names(store)) == 1
    store.flush()
    assert names(Store(tmp_path)) == names(store) and name not in names(store)
    other = Store(tmp_path)
    assert other.claim(name)
    other.close()
    driver.app.close()


def test_deleting_on_the_screen_does_not_wait(store: Store, disk: SlowDisk, worker: Here) -> None:
    with disk.stuck():
        keeper = begin(store)
        keeper.release()
        disk.busy()
        driver = Driver(scenes.make_menu(worker, store))
        driver.click("saves")
        driver.click(f"delete {keeper.name}")
        driver.click("yes")
        assert not driver.has(f"go {keeper.name}")
        driver.click("restore")
        assert driver.has(f"go {keeper.name}")
        driver.click(f"go {keeper.name}")
        assert isinstance(driver.top, TableScene)
    driver.app.close()
