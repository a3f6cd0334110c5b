"""Only ordinary files of limited size are read, and a refused one only once, whatever lies in the folder."""

from __future__ import annotations

import errno
import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from game.disk import files, lesson_progress, profile, result_list, savefile, settings, signing
from game.disk.lesson_progress import Progress, ProgressFile
from game.disk.save_files import newest_files
from game.disk.save_lists import MAX_NEW_BYTES, MIN_READ_BYTES
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine import record
from game.engine.errors import SaveError
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.ui.screens.confirm import Confirm
from tests.hosts import KEY
from tests.inline_worker import InlineWorker
from tests.measure import count_calls
from tests.screen import Driver
from tests.waiting import LIMIT_S

CALLS_PER_SECOND = 1_000_000
"""Calls of Python functions in a second of CPU time, on a slow machine."""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(tmp_path)
    found.matches.mkdir(parents=True)
    return found


def save_match(store: Store) -> str:
    autosave = Autosave.new(store)
    autosave(Host(Setup("jelly_mind", (Chair("Ada"), Chair("Bea"))), InlineWorker(), 1))
    store.flush()
    return autosave.name


def hostile(text: bytes) -> bytes:
    """A file with a right checksum and this content."""
    packed = zlib.compress(text)
    return f"MALLOW 2 {savefile.checksum(packed, KEY)}\n".encode() + packed


def count_reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read from now on."""
    reads: list[Path] = []
    real = files.read

    def read(path: Path, max_bytes: int) -> bytes:
        if path.name != "key":
            reads.append(path)
        return real(path, max_bytes)

    monkeypatch.setattr(files, "read", read)
    return reads


@needs_pipes
def test_a_pipe_is_no_save_and_nobody_waits_for_it(store: Store) -> None:
    os.mkfifo(store.matches / "a.mallow")
    os.mkfifo(store.matches / "b.mallow.bak")
    assert store.saves() == []
    with pytest.raises(SaveError):
        store.load("a", lambda save: save)


@needs_pipes
def test_a_pipe_as_settings_is_put_aside(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.json")
    found, problem = settings.load(tmp_path / "settings.json")
    assert found == settings.Settings() and "settings.json" in str(problem)
    assert settings.load(tmp_path / "settings.json") == (settings.Settings(), "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file")
def test_an_endless_file_is_not_read(tmp_path: Path, store: Store) -> None:
    (tmp_path / "settings.json").symlink_to("/dev/zero")
    (store.matches / "a.mallow").symlink_to("/dev/zero")
    assert settings.load_language(tmp_path / "settings.json") == ""
    assert settings.load(tmp_path / "settings.json")[0] == settings.Settings()
    assert store.saves() == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists a program's open files")
def test_folders_in_place_of_files_leave_nothing_open(tmp_path: Path, store: Store) -> None:
    store.results.mkdir()
    for number in range(20):
        (store.results / f"{number}.json").mkdir()
    (tmp_path / "settings.json").mkdir()
    before = list(Path("/proc/self/fd").iterdir())
    assert store.load_results() == [] and settings.load_language(tmp_path / "settings.json") == ""
    assert settings.load(tmp_path / "settings.json")[0] == settings.Settings()
    assert len(list(Path("/proc/self/fd").iterdir())) == len(before)


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("what", ["a folder", "a link to itself"])
def test_a_key_that_cannot_be_read_is_put_aside_and_replaced(what: str, store: Store) -> None:
    path = store.folder / "key"
    path.mkdir() if what == "a folder" else path.symlink_to(path)
    save_match(store)
    store.close()
    (save,) = Store(store.folder).saves()
    assert save.marks == [], "the new key is still there"
    assert os.path.lexists(f"{path}.damaged-1")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(SaveError, match="too large"):
        files.read(path, 1000)


@pytest.mark.parametrize("text", [b"[" + b"[]," * 10_000_000 + b"[]]", b"[" + b"0," * record.MAX_ELEMENTS + b"0]"])
def test_a_file_with_too_many_elements_is_refused_before_it_is_parsed(text: bytes) -> None:
    with pytest.raises(SaveError):
        savefile.unpack(hostile(text), KEY)
    with pytest.raises(SaveError):
        record.read_json(text)


def test_a_refused_file_is_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = count_reads(monkeypatch)
    bad = store.matches / "a.mallow"
    bad.write_bytes(hostile(b"[]"))
    for _ in range(3):
        assert store.saves() == [] and store.latest("jelly_mind") is None
    assert reads == [bad]
    bad.write_bytes(hostile(b"[[]]"))
    store.saves()
    assert reads == [bad, bad], "it has changed"


def test_ten_thousand_hostile_files_cost_little_at_each_look(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    data = hostile(b"[" * 500 + b"]" * 500)
    for number in range(10_000):
        (store.matches / f"{number:05}.mallow").write_bytes(data)
    save_match(store)
    reads = count_reads(monkeypatch)
    assert [plain.title for plain in store.saves()] == ["jelly_mind"], "the newest match is there"
    assert len(reads) <= MAX_NEW_BYTES // MIN_READ_BYTES + 1
    store.close()


def test_small_files_that_unpack_to_much_are_few_at_each_look_and_in_memory(store: Store) -> None:
    save_match(store)
    plain = json.loads(json.dumps(savefile.to_plain(store.saves()[0])))
    for number in range(40):
        log = [[0, "a" * 40]] * 20_000
        forged = {**plain, "id": f"forged-{number}", "record": {**plain["record"], "log": log}}
        (store.matches / f"forged-{number}.mallow").write_bytes(savefile.pack_plain(forged, store.key))
    found, looks = Store(store.folder), 1
    assert len(found.saves()) <= 3, "one look unpacks about 1 MB"
    while found.has_unread(over=False):
        found.saves()
        looks += 1
    assert looks > 10 and sum(len(save.record.data["log"]) for save in found.saves()) * 45 < 33 * 2**20
    store.close()


def test_the_menu_with_ten_thousand_hostile_files_costs_little_more_than_an_empty_one(tmp_path: Path) -> None:
    """The bound is twice the empty one and a second. It is counted in calls: a slow machine needs more seconds."""
    full, data = Store(tmp_path / "full"), hostile(b"[" + b"0," * 40_000 + b"0]")
    for folder, ending in ((full.matches, ".mallow"), (full.records, ".mallow"), (full.results, ".json")):
        folder.mkdir(parents=True)
        for number in range(3334):
            (folder / f"20260101-000000-{number:08}{ending}").write_bytes(data)

    def calls(store: Store) -> int:
        driver = Driver(Confirm("title.quit"), (320, 180))

        def show_menu() -> None:
            driver.app.begin(scenes.make_menu(InlineWorker(), store))
            driver.frames(3)

        return count_calls(show_menu)

    calls(Store(tmp_path / "empty"))  # pictures are drawn once
    assert calls(full) < 2 * calls(Store(tmp_path / "empty")) + CALLS_PER_SECOND


def test_large_results_are_few_at_each_look_and_a_refused_one_is_read_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A click on a title and the profile look at them."""
    store.results.mkdir()
    data = b'{"format": 2, "x": [' + b"0," * 30_000 + b"0]}"
    for number in range(100):
        (store.results / f"{number:05}.json").write_bytes(data)
    reads = count_reads(monkeypatch)
    assert not store.has_finished("jelly_mind")
    assert len(reads) <= result_list.MAX_NEW_BYTES // len(data) + 1
    while store.has_unread_results:
        assert store.load_results() == []
    assert store.load_results() == [] and len(reads) == 100


def test_a_huge_file_of_lessons_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    (tmp_path / "lessons.json").write_bytes(b'{"open": {"x": {"a": [' + b"[]," * 300_000 + b"[]]}}}")
    assert ProgressFile(tmp_path).load() == Progress()
    assert (tmp_path / "lessons.json.damaged-1").exists()
    names = ",".join(f'"{number}": {{}}' for number in range(5000))
    (tmp_path / "lessons.json").write_text(f'{{"open": {{{names}}}}}')
    assert len(ProgressFile(tmp_path).load().open) == lesson_progress.MAX_ENTRIES


def test_the_file_of_lessons_is_read_again_only_if_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The menu looks at it once for each title. In a folder that takes nothing a damaged file keeps its name."""
    file, progress = tmp_path / "lessons.json", ProgressFile(tmp_path)
    monkeypatch.setattr(files, "rename_damaged", lambda path: None)
    reads = count_reads(monkeypatch)
    for content, looks in ((b"{", 1), (b'{"done": ["a/1"]}', 2)):
        file.write_bytes(content)
        assert progress.load() == progress.load()
        assert reads == [file] * looks
    assert progress.load().done == {"a/1"}


def test_a_file_of_lessons_that_cannot_be_read_just_now_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = ProgressFile(tmp_path)
    one.mark_done("a/1")
    one.flush(LIMIT_S)
    other = ProgressFile(tmp_path)

    def refuse(path: Path, max_bytes: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(files, "read", refuse)
        other.mark_done("a/2")
        other.flush(LIMIT_S)
        assert other.load().done == {"a/2"}
    other.mark_done("a/3")
    other.flush(LIMIT_S)
    assert ProgressFile(tmp_path).load().done == {"a/1", "a/2", "a/3"}


def test_signing_what_was_there_before_the_key_has_an_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "MAX_SIGNED_BYTES", 10_000)
    store.results.mkdir()
    for number in range(50):
        (store.results / f"{number:05}.json").write_bytes(b"[" + b"0," * 500 + b"0]")
        (store.matches / f"{number:05}.mallow").write_bytes(hostile(b"[" + b"0," * 500 + b"0]"))
    reads = count_reads(monkeypatch)
    assert store.key
    assert len(reads) == 20


def change(plain: dict[str, Any], key: str) -> None:
    match key:
        case "avatar" | "name" | "bot":
            plain["chairs"][0][key] = "x" * 5000
        case "chairs":
            plain["chairs"] *= 5000
        case "scores":
            plain["scores"] = [10**400]
        case "many scores":
            plain["scores"] = [1] * 50_000
        case "seals":
            plain["seals"] = ["x"] * 50_000


@pytest.mark.parametrize("key", ["avatar", "name", "bot", "chairs", "scores", "many scores", "seals"])
def test_names_and_lists_in_a_save_have_limits(key: str, store: Store) -> None:
    name = save_match(store)
    plain = savefile.to_plain(store.load(name, lambda save: save))
    change(plain, key)
    with pytest.raises(SaveError):
        savefile.unpack(savefile.pack_plain(plain, KEY), KEY)
    store.close()


@pytest.mark.parametrize(
    "changed",
    [{"scores": [10**400, 1]}, {"names": ["x" * 5000, "y"]}, {"title": "x" * 5000}, {"names": ["x"] * 5000}],
    ids=str,
)
def test_names_and_lists_in_a_result_have_limits(changed: dict[str, object]) -> None:
    good = profile.Result("a", "jelly_mind", 1, ("Ada", "Bea"), ("human", "human"), (0,), (8, 1), True)
    assert profile.parse(profile.to_bytes(good, KEY), KEY) == good
    wrong = {
        "format": 1, "id": "a", "title": "jelly_mind", "ended": 1, "names": ["Ada", "Bea"],
        "players": ["human", "human"], "winners": [0], "scores": [8, 1], "counts": True, **changed,
    }  # fmt: skip
    with pytest.raises(SaveError):
        profile.parse(json.dumps(wrong).encode(), KEY)


def test_cutting_a_long_text_takes_few_looks() -> None:
    fonts = Driver(Confirm("title.quit"), (320, 180)).kit.fonts
    looks = count_calls(lambda: fonts.fit("W" * 20_000, "text", 20, (0, 0, 0), 200, can_cut=True))
    assert looks < 50 * count_calls(lambda: fonts.fit("WWWW", "text", 21, (0, 0, 0), 200, can_cut=True))


def test_the_newest_files_come_first(tmp_path: Path) -> None:
    for number, name in enumerate(("b.x", "a.x", "c.x", ".d.x", "e.y")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, ns=(number * 1000, number * 1000))  # Windows counts in steps of 100 ns
    assert [Path(path).name for _, path in newest_files(tmp_path, ".x")] == ["c.x", "a.x", "b.x"]
