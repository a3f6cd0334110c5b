"""Saves: every move at once, nothing lost, nothing believed."""

from __future__ import annotations

import json
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Timer

import pytest

from game.data import catalog
from game.disk import files, savefile, saving
from game.disk.resume import resume_match
from game.disk.save_files import DamagedSave
from game.disk.saving import Autosave
from game.disk.store import Store, Task
from game.engine import record
from game.engine.cards import Face
from game.engine.errors import SaveError
from game.engine.record import Record
from game.play import seals
from game.play.host import Host
from game.start import scenes
from tests.hosts import KEY, TITLES, latest_save, load_host, make_setup, new_host, play_moves, start_autosave
from tests.inline_worker import InlineWorker
from tests.measure import count_calls
from tests.screen import Driver
from tests.waiting import LIMIT_S

CORPUS = sorted((Path(__file__).parent / "saves").glob("*/*.mallow"))
"""Kept for ever: a format is never changed, only followed by another."""


@pytest.mark.parametrize("title", TITLES)
def test_a_match_goes_on_where_it_stood(title: str, tmp_path: Path) -> None:
    host = new_host(title)
    store, autosave = start_autosave(tmp_path, host)
    for step in range(6):
        play_moves(host, 5, seed=step)
        if host.over:
            break
        assert store.flush()
        again = load_host(Store(tmp_path), autosave.name)
        assert again.match.digest() == host.match.digest()
        assert again.setup.chairs == host.setup.chairs and again.rules.options == host.rules.options
        assert (again.seed, again.turn, again.seals) == (str(host.seed), host.turn, host.seals)
        for seat in range(host.seats + 1):
            assert again.view(seat) == host.view(seat)
    store.close()


@pytest.mark.parametrize("title", TITLES)
def test_a_loaded_match_can_be_played_to_its_end(title: str, tmp_path: Path) -> None:
    host = play_moves(new_host(title), 9)
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    again = load_host(store, autosave.name)
    play_moves(again)
    assert again.over
    autosave(again)
    store.close()
    assert not store.saves()
    assert [plain.id for plain in store.finished()] == [autosave.name]
    text = (store.records / f"{autosave.name}.json").read_bytes()
    its = record.parse(text)
    assert record.replay(its, catalog.rules_of_record, None).over  # type: ignore[arg-type]
    (result,) = store.load_results()
    assert result.counts and result.winners == tuple(again.standings.winners)


def test_the_file_of_an_open_match_gives_no_cards_away(tmp_path: Path) -> None:
    for title in TITLES:
        host = play_moves(new_host(title), 7)
        store, autosave = start_autosave(tmp_path, host)
        store.close()
        data = (store.matches / f"{autosave.name}.mallow").read_bytes()
        for word in (b"hands", b"decks", b"deal", title.encode(), *(face.name.encode() for face in _faces(host))):
            assert word not in data[80:] or len(word) < 4


def _faces(host: Host) -> list[Face]:
    return list(host.rules.spec.faces)


def test_the_state_before_the_last_one_is_kept(tmp_path: Path) -> None:
    host = new_host(TITLES[0])
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    first = host.match.digest()
    play_moves(host, 1)
    store.flush()
    path = store.save_path(autosave.name)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(DamagedSave) as damaged:
        load_host(store, autosave.name)
    assert damaged.value.has_backup and damaged.value.aside == f"{path.name}.damaged-1"
    assert (store.matches / damaged.value.aside).stat().st_size == 100
    again = store.load_backup(autosave.name, lambda plain: saving.make_host(plain, InlineWorker()))
    assert again.match.digest() == first
    assert again.provenance.restored and again.provenance.marks == ["restored"], "it does not count"
    assert [plain.id for plain in store.saves()] == [autosave.name]
    store.close()


def test_a_newer_save_is_refused_and_left_alone(tmp_path: Path) -> None:
    host = new_host(TITLES[0])
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    path = store.save_path(autosave.name)
    newer = path.read_bytes().replace(b"MALLOW 2 ", b"MALLOW 7 ", 1)
    path.write_bytes(newer)
    with pytest.raises(savefile.ForeignSave, match="newer"):
        load_host(store, autosave.name)
    assert path.read_bytes() == newer
    store.close()


def test_other_rules_or_an_unknown_title_leave_the_file_alone() -> None:
    plain = saving.snapshot(new_host(TITLES[0]), "x", 0, 0)
    for change in ({"rules": 99}, {"title": "chess"}):
        with pytest.raises(savefile.ForeignSave):
            saving.replay_match(replace(plain, record=Record({**plain.record.data, **change})))


def test_an_edited_save_is_marked_and_does_not_count(tmp_path: Path) -> None:
    host = play_moves(new_host(TITLES[0]), 4)
    store, autosave = start_autosave(tmp_path, host)
    store.flush()
    path = store.save_path(autosave.name)
    plain = savefile.unpack(path.read_bytes(), store.key)
    assert not plain.provenance.edited
    packed = savefile.pack(replace(plain, provenance=replace(plain.provenance, undone=True)), store.key)
    head = path.read_bytes()[:74]
    path.write_bytes(head + packed[74:])
    again = load_host(store, autosave.name)
    assert again.provenance.edited
    again.on_change = autosave
    play_moves(again)
    store.close()
    (result,) = store.load_results()
    assert not result.counts


def test_another_deal_than_the_sealed_one_is_recognised(tmp_path: Path) -> None:
    """Even with all checksums made anew, the cards are not those that were sealed."""
    plain = saving.snapshot(new_host(TITLES[0], seed=1), "x", 0, 0)
    other = saving.snapshot(new_host(TITLES[0], seed=2), "x", 0, 0)
    host = saving.make_host(replace(plain, record=other.record, view=other.view), InlineWorker())
    assert host.provenance.edited


def test_other_people_on_the_chairs_are_refused() -> None:
    plain = saving.snapshot(new_host(TITLES[0]), "x", 0, 0)
    chairs = tuple(replace(chair, bot="") for chair in plain.chairs)
    with pytest.raises(SaveError, match="not those of the record"):
        saving.make_host(replace(plain, chairs=chairs), InlineWorker())


def test_names_of_all_kinds_survive(tmp_path: Path) -> None:
    names = ["", "x" * 64, "🍡🍡", "\u05d0\u05d1", "<b>&", "a\ud800b", "\x00\x1b[0m"]
    for name in names:
        host = new_host(TITLES[0])
        chairs = (type(host.setup.chairs[0])(name, "", "fox"), *host.setup.chairs[1:])
        host = play_moves(type(host)(type(host.setup)(TITLES[0], chairs), InlineWorker(), 1), 3)
        store, autosave = start_autosave(tmp_path, host)
        store.flush()
        assert load_host(store, autosave.name).names == host.names
        host.on_change = None
        autosave(play_moves(host))
        store.close()
        assert record.parse((store.records / f"{autosave.name}.json").read_bytes()).data["seats"][0]["name"] == name


def test_named_saves_stay_and_do_not_count(tmp_path: Path) -> None:
    host = play_moves(new_host(TITLES[0]), 3)
    store, autosave = start_autosave(tmp_path, host)
    name = autosave.save_copy(host, "before the storm")
    digest = host.match.digest()
    play_moves(host, 5)
    store.flush()
    copy = load_host(store, name)
    assert copy.match.digest() == digest and copy.provenance.copied
    assert latest_save(store, TITLES[0]).id == autosave.name
    assert {plain.name for plain in store.saves()} == {"", "before the storm"}
    store.close()


def test_the_last_match_of_each_title_is_offered(tmp_path: Path) -> None:
    now = [1000.0]
    store = Store(tmp_path, lambda: now[0])
    for title in [*TITLES, *TITLES]:
        now[0] += 10
        autosave = Autosave.new(store)
        autosave(new_host(title))
    store.flush()
    assert [latest_save(store, title).saved for title in TITLES] == [1050, 1060, 1070, 1080]
    assert store.latest("none") is None
    store.close()


def test_the_match_that_was_played_last_is_offered_whatever_the_clock_says(tmp_path: Path) -> None:
    now = [1000.0]
    store = Store(tmp_path, lambda: now[0])
    title = TITLES[0]
    first = Autosave.new(store)
    first(new_host(title))
    now[0] -= 500
    second = Autosave.new(store)
    second(new_host(title))
    store.flush()
    assert latest_save(store, title).id == second.name
    now[0] -= 400
    host, again = resume_match(store, InlineWorker(), first.name)
    again(host)
    store.flush()
    assert latest_save(store, title).id == first.name
    store.close()


def test_a_forged_date_gives_no_other_match_a_date_that_cannot_be_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.matches.mkdir()
    forged = replace(saving.snapshot(new_host(TITLES[0]), "forged", 0, 0), saved=savefile.LATEST_DATE_S)
    (store.matches / "forged.mallow").write_bytes(savefile.pack(forged, KEY))
    os.utime(store.matches / "forged.mallow", (1, 1))
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    store.flush()
    assert latest_save(store, TITLES[0]).id == autosave.name
    assert abs(latest_save(Store(tmp_path), TITLES[0]).saved - time.time()) < LIMIT_S
    store.close()


@pytest.mark.parametrize("clock", [-1e9, 1e15])
def test_a_match_can_be_saved_whatever_the_clock_says(clock: float, tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(tmp_path, lambda: clock)
        autosave = Autosave.new(store)
        autosave(new_host(TITLES[0]))
        store.close()
        assert latest_save(Store(tmp_path), TITLES[0]).id == autosave.name


def test_a_seed_has_128_bits() -> None:
    assert max(seals.new_seed().bit_length() for _ in range(20)) > 120


def test_delete_can_be_taken_back_until_the_end(tmp_path: Path) -> None:
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    assert store.delete(autosave.name)
    assert not store.saves()
    assert store.restore(autosave.name)
    assert load_host(store, autosave.name)
    store.delete(autosave.name)
    store.close()
    assert not store.trash.folder.exists() and not Store(tmp_path).saves()


def test_closing_one_window_leaves_another_its_undo(tmp_path: Path) -> None:
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    store.flush()
    os.utime(store.save_path(autosave.name), (1, 1))
    assert store.delete(autosave.name)
    store.flush()
    Store(tmp_path).close()
    assert store.restore(autosave.name) and load_host(store, autosave.name)
    store.delete(autosave.name)
    store.close()
    assert sorted(path.name for path in store.matches.iterdir()) == []


def test_trash_of_a_killed_program_goes_after_a_day(tmp_path: Path) -> None:
    killed, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    killed.delete(autosave.name)
    killed.flush()
    stray = killed.trash.folder.parent / f"matches {autosave.name}.mallow"  # where earlier versions put it
    stray.write_bytes(b"x")
    Store(tmp_path).close()
    assert killed.trash.folder.exists() and stray.exists()
    for path in (killed.trash.folder, stray):
        os.utime(path, (1, 1))
    Store(tmp_path).close()
    assert not (killed.matches / "trash").exists()
    killed.close()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_what_links_lead_to_is_not_cleared_away(tmp_path: Path) -> None:
    store, own = Store(tmp_path / "data"), tmp_path / "own"
    (own / "0123456789abcdef").mkdir(parents=True)
    (own / "x.lock").touch()
    (own / ".x.mallow.x").write_bytes(b"x")
    store.matches.mkdir(parents=True)
    (store.matches / "trash").symlink_to(own)
    (store.matches / "x.lock").symlink_to(own / "x.lock")
    (store.matches / "loop.lock").symlink_to("loop.lock")
    (store.matches / ".y.mallow.x").symlink_to(own / ".x.mallow.x")
    (store.matches / "poetry.lock").write_bytes(b"of another program")
    (store.matches / "free.lock").touch()
    for path in own.iterdir():
        os.utime(path, (1, 1))
    store.close()
    assert len(list(own.iterdir())) == 3 and (store.matches / "poetry.lock").exists()
    assert not (store.matches / "free.lock").exists()


def test_two_copies_do_not_play_the_same_match(tmp_path: Path) -> None:
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    other = Store(tmp_path)
    assert not other.claim(autosave.name)
    assert store.claim(autosave.name)
    store.close()
    assert other.claim(autosave.name)
    other.close()
    assert not list((tmp_path / "matches").glob("*.lock"))


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_lock_file_that_is_a_link_makes_no_file_elsewhere(tmp_path: Path) -> None:
    store, autosave = start_autosave(tmp_path / "data", new_host(TITLES[0]))
    store.flush()
    store.close()
    (store.matches / f"{autosave.name}.lock").symlink_to(tmp_path / "elsewhere")
    one, other = Store(store.folder), Store(store.folder)
    assert one.claim(autosave.name) and not other.claim(autosave.name), "the save itself is locked, too"
    assert not (tmp_path / "elsewhere").exists()
    one.close()
    other.close()


def test_undoing_the_last_move_of_all_opens_the_match_again(tmp_path: Path) -> None:
    host = new_host(TITLES[0], practice=True)
    store, _ = start_autosave(tmp_path, host)
    play_moves(host)
    store.flush()
    assert store.finished()
    host.undo(0)
    store.flush()
    assert not store.finished() and store.saves() and not store.load_results()
    store.close()


FRAME_CALLS = 5000
"""So many calls take a thousandth of a second or two."""


def test_a_save_takes_no_noticeable_part_of_a_frame(tmp_path: Path) -> None:
    """What the frame pays for is a picture of the match; the disk is another thread's."""
    for title in TITLES:
        host = play_moves(new_host(title), 400)
        store, autosave = start_autosave(tmp_path, host)
        assert count_calls(partial(autosave, host)) < FRAME_CALLS, title
        store.close()


@pytest.mark.parametrize("data", [b"", b"x", b"{}", b"MALLOW 1 ", b"MALLOW 1 " + b"0" * 64 + b"\n", b"MALLOW 0 x\n"])
def test_what_is_no_save_is_refused(data: bytes) -> None:
    with pytest.raises(SaveError):
        savefile.unpack(data, KEY)


def test_a_bomb_is_refused() -> None:
    plain = saving.snapshot(new_host(TITLES[0]), "x", 0, 0)
    with pytest.raises(SaveError):
        savefile.unpack(savefile.pack(replace(plain, name="0" * 33_600_000), KEY), KEY)


def test_shapes_are_checked() -> None:
    plain = savefile.to_plain(saving.snapshot(new_host(TITLES[0]), "x", 0, 0))
    for key in plain:
        wrongs: list[object] = [None, 1.5, [[]], {"a": 1}, -1, "../../x" * 20]
        for wrong in wrongs:
            if key in ("view", "record") and wrong == {"a": 1} and key == "view":
                continue
            data = savefile.pack_plain({**plain, key: wrong}, KEY)
            try:
                taken = savefile.unpack(data, KEY)
                saving.make_host(taken, InlineWorker())
            except SaveError:
                continue
            assert taken.record.data == json.loads(json.dumps(plain["record"])), (key, wrong)


def test_writing_fails_politely_and_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    store.flush()
    host = play_moves(new_host(TITLES[0]), 5)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        autosave(host)
        store.flush()
        assert store.new_trouble() == "No space left on device" and store.new_trouble() == ""
    store.flush()
    assert store.trouble == ""
    assert load_host(store, autosave.name).match.digest() == host.match.digest()
    store.close()


def test_where_no_file_can_be_looked_at_matches_are_played_unsaved(tmp_path: Path, worker: InlineWorker) -> None:
    """As in a folder of somebody else. A name that is too long fails alike, also for an administrator."""
    folder = tmp_path / ("x" * 300)
    store = Store(folder)
    driver = Driver(scenes.start_match(worker, store, make_setup(TITLES[0])))
    driver.app.new_save_trouble = store.new_trouble
    driver.frames(3)
    assert store.flush()
    driver.frames(3)
    assert driver.app.notices.message is not None and store.trouble
    assert store.latest(TITLES[0]) is not None, "in memory it is kept"
    (name,) = (save.id for save in store.saves())
    assert store.delete(name) and store.restore(name)
    with pytest.raises(SaveError):
        store.load("other", lambda save: save)
    assert store.flush(), "the thread that writes goes on"
    store.close()


def test_a_match_that_could_not_be_saved_can_be_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = new_host(TITLES[0])
    store, autosave = start_autosave(tmp_path, host)
    store.flush()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        play_moves(host, 1)
        autosave.release()
        store.flush()
        assert store.delete(autosave.name)
        store.flush()
        assert store.saves() == []
        other = Store(tmp_path)
        assert not other.is_busy(autosave.name) and other.saves() == []
        assert store.restore(autosave.name)
    store.flush()
    assert latest_save(store, TITLES[0]).record.data["log"] and not other.is_busy(autosave.name)
    store.close()
    assert load_host(Store(tmp_path), autosave.name).match.digest() == host.match.digest()
    other.close()


@pytest.mark.parametrize("deed", ["saved", "deleted"])
def test_a_match_whose_file_is_open_for_a_moment_is(deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows replaces and moves no open file, so it is tried until the file is closed."""
    monkeypatch.setattr(files, "OPEN_LIMIT_S", LIMIT_S)
    store = Store(tmp_path)
    save = saving.snapshot(new_host(TITLES[0]), "x", 0, 1)
    store.save(Task(save))
    store.flush()
    file = store.save_path("x")
    with file.open("rb") as reader:
        timer = Timer(0.2, reader.close)
        timer.start()
        store.save(Task(replace(save, saved=2))) if deed == "saved" else store.delete("x")
        assert store.flush(LIMIT_S) and not store.trouble
        timer.join()
    assert [(each.id, each.saved) for each in Store(tmp_path).saves()] == ([("x", 2)] if deed == "saved" else [])
    store.close()


def test_what_a_killed_program_left_is_swept_up(tmp_path: Path) -> None:
    store, autosave = start_autosave(tmp_path, new_host(TITLES[0]))
    store.flush()
    left = store.matches / f".{autosave.name}.mallow.abc123"
    fresh = store.matches / f".{autosave.name}.mallow.def456"
    half_result = store.results / f".{autosave.name}.json.abc_12"
    half_result.parent.mkdir()
    lock = store.matches / "20200101-000000-dead.lock"
    lock.touch()
    for path in (left, fresh, half_result):
        path.write_bytes(b"half")
    os.utime(left, (1, 1))
    os.utime(half_result, (1, 1))
    store.close()
    assert not left.exists() and not lock.exists() and not half_result.exists() and fresh.exists()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_saves_of_every_format_can_be_opened_for_ever(path: Path) -> None:
    plain = savefile.unpack(path.read_bytes(), KEY, trust_old=True)
    host = saving.make_host(plain, InlineWorker())
    assert not host.provenance.edited and host.over == path.stem.endswith("over")
    saving.make_replay(plain, InlineWorker())


def test_there_is_a_save_of_every_format_and_title() -> None:
    formats = {path.parent.name for path in CORPUS}
    assert formats == {f"format-{number}" for number in range(1, savefile.FORMAT + 1)}
    assert {savefile.unpack(path.read_bytes(), KEY).title for path in CORPUS} == set(TITLES)


def test_a_task_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    store = Store(tmp_path)
    plain = saving.snapshot(new_host(TITLES[0]), "one", 0, 0)
    store.save(Task(plain))
    store.close()
    assert sorted(path.name for path in store.matches.iterdir()) == ["one.mallow"]


# The key of an installation


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    key = Store(tmp_path).key
    assert len(key) == 32 and Store(tmp_path).key == key
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    (tmp_path / "key").write_text("?")
    assert Store(tmp_path).key != key
    assert (tmp_path / "key.damaged-1").read_text() == "?"


def test_signing_old_saves_leaves_a_match_alone_that_another_copy_plays(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    old = next(path for path in CORPUS if path.parent.name == "format-1" and path.stem.endswith("open"))
    name = savefile.unpack(old.read_bytes(), KEY).id
    file = tmp_path / "matches" / f"{name}.mallow"
    file.write_bytes(old.read_bytes())
    player, other = Store(tmp_path), Store(tmp_path)
    assert player.claim(name) and other.key
    assert file.read_bytes() == old.read_bytes(), "its player writes it"
    assert not other.claim(name)
    player.close()
    other.close()


def test_two_copies_that_make_a_key_at_once_get_the_same_one(tmp_path: Path) -> None:
    for number in range(30):
        folder = tmp_path / str(number)
        with ThreadPoolExecutor(4) as pool:
            keys = list(pool.map(lambda _, folder=folder: Store(folder).key, range(4)))
        assert len(set(keys)) == 1 and Store(folder).key == keys[0]
        assert [path.name for path in folder.iterdir()] == ["key"]


def test_a_save_with_sums_made_anew_is_marked(tmp_path: Path) -> None:
    """Everything that lies in the file can be computed again by everybody, but not the checksum."""
    store, autosave = start_autosave(tmp_path, play_moves(new_host(TITLES[0]), 4))
    store.flush()
    forged = saving.snapshot(play_moves(new_host(TITLES[0], seed=2), 4), autosave.name, 0, 0)
    store.save_path(autosave.name).write_bytes(savefile.pack(forged, KEY))
    assert load_host(store, autosave.name).provenance.edited
    store.save_path(autosave.name).write_bytes(savefile.pack(forged, store.key))
    assert not load_host(store, autosave.name).provenance.edited, "its owner can still do that"
    store.close()


def test_saves_of_format_1_count_if_they_were_there_before_the_key(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    old = next(path for path in CORPUS if path.parent.name == "format-1" and path.stem.endswith("open"))
    name = savefile.unpack(old.read_bytes(), KEY).id
    file = tmp_path / "matches" / f"{name}.mallow"
    file.write_bytes(old.read_bytes())
    store = Store(tmp_path)
    assert [save.marks for save in store.saves()] == [[]]
    assert store.key and [save.marks for save in Store(tmp_path).saves()] == [[]]
    assert file.read_bytes().startswith(b"MALLOW 2 ")
    file.write_bytes(old.read_bytes())
    assert [save.marks for save in Store(tmp_path).saves()] == [["edited"]]
