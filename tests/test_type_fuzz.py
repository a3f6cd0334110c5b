"""Whatever stands in a file, it is refused in words or repaired. Nothing else goes wrong, and nothing takes long."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from game.data import catalog, lessons
from game.disk import lesson_progress, profile, savefile, saving, settings
from game.disk.savefile import Save
from game.disk.settings import Settings
from game.disk.setups import SetupMemory
from game.disk.store import Store
from game.engine import record
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.engine.record import Record
from game.play.draft import Draft
from game.play.lesson import LessonHost, seat_names
from game.play.lesson_match import match_from_save
from game.start import scenes
from game.ui.history.profile import ProfileScreen
from game.ui.history.thumbnail import draw_thumbnail
from game.ui.input import Reader
from game.ui.screens.confirm import Confirm
from game.words.locale import Texts
from tests.hosts import KEY, TITLES, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.type_fuzz import Place, all_paths, as_json, forgeries, shape_paths

MOVES = 9


def forged_saves(title: str, moves: int, wanted: Callable[[Any], Iterable[Place]]) -> Iterator[tuple[str, bytes]]:
    """Saves with a right checksum, as somebody who has the key could write them."""
    save = saving.snapshot(play_moves(new_host(title, seed=2), moves), "match", 0, 0)
    plain = as_json(savefile.to_plain(save))
    for what, text in forgeries(plain, wanted(plain)):
        packed = zlib.compress(text.encode(), 1)
        yield what, f"MALLOW 2 {savefile.checksum(packed, KEY)}\n".encode() + packed


def outer_places(plain: Any) -> list[Place]:
    """All places but those inside the record and inside the View."""
    return [place for place in shape_paths(plain) if len(place) < 2 or place[0] not in ("record", "view")]


def view_places(plain: Any) -> list[Place]:
    return [place for place in shape_paths(plain) if place[:1] == ("view",)]


def read_save(data: bytes) -> Save | None:
    try:
        return savefile.unpack(data, KEY)
    except SaveError as error:
        assert str(error)
        return None


def open_save(data: bytes) -> Save | None:
    """A save that passes all doors to a match and a replay; None if it is refused."""
    save = read_save(data)
    if save is not None:
        try:
            saving.make_host(save, InlineWorker())
            saving.make_replay(save, InlineWorker())
        except SaveError:
            return None
    return save


def fuzz(cases: Iterator[tuple[str, Any]], check: Callable[[Any], Any]) -> tuple[int, list[Any]]:
    """How many cases there were, and what came of those that were not refused."""
    count, taken = 0, []
    for what, case in cases:
        count += 1
        try:
            found = check(case)
        except Exception as error:
            raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
        if found is not None:
            taken.append(found)
    return count, taken


@pytest.mark.parametrize("title", TITLES)
def test_a_save_with_any_value_replaced_is_refused_or_plays(title: str, tmp_path: Path) -> None:
    count, taken = fuzz(forged_saves(title, MOVES, outer_places), open_save)
    assert count > 500 and taken
    show_on_real_screens(tmp_path, taken[:: len(taken) // 3])


def test_a_view_with_any_value_replaced_is_refused_or_drawn() -> None:
    kit = Driver(Confirm("title.quit"), (320, 180)).kit
    for title in TITLES:
        count, taken = fuzz(forged_saves(title, MOVES, view_places), read_save)
        assert count > 500 and taken
        for save in taken[::100]:
            draw_thumbnail(kit, save, (32, 18))


@pytest.mark.parametrize(("name", "value"), [("zones", [-1] * 3000), ("facts", 10**9), ("facts", [[10**9] * 3] * 3)])
def test_a_view_that_would_take_long_to_draw_is_refused(name: str, value: Any) -> None:
    for title in TITLES:
        plain = as_json(savefile.to_plain(saving.snapshot(new_host(title), "match", 0, 0)))
        for inner in plain["view"][name]:
            forged = {**plain, "view": {**plain["view"], name: {**plain["view"][name], inner: value}}}
            with pytest.raises(SaveError):
                savefile.unpack(savefile.pack_plain(forged, KEY), KEY)


@pytest.mark.soak
@pytest.mark.parametrize("moves", [MOVES, 400])
@pytest.mark.parametrize("title", TITLES)
def test_a_save_with_any_value_at_any_place_replaced(title: str, moves: int) -> None:
    kit = Driver(Confirm("title.quit"), (320, 180)).kit
    fuzz(forged_saves(title, moves, all_paths), lambda data: open_save(data) and None)
    for _, data in forged_saves(title, moves, view_places):
        if (save := read_save(data)) is not None:
            draw_thumbnail(kit, save, (32, 18))


def show_on_real_screens(folder: Path, taken: list[Save]) -> None:
    """Open what was taken through the real menu, and play a little."""
    store = Store(folder)
    store.matches.mkdir(parents=True)
    for number, save in enumerate(taken):
        plain = {**savefile.to_plain(save), "id": f"forged-{number}"}
        (store.matches / f"forged-{number}.mallow").write_bytes(savefile.pack_plain(plain, store.key))
    driver = Driver(scenes.make_menu(InlineWorker(), store), (640, 360))
    for save in store.saves():
        driver.click("saves")
        driver.frames(3)
        if driver.has(f"go {save.id}"):
            driver.click(f"go {save.id}")
            driver.frames(3, dt=0.5)
            for key in ("return", "l", "h", "escape"):
                driver.key(key)
                driver.frames(2, dt=0.5)
        driver.app.begin(scenes.make_menu(InlineWorker(), store))
    store.close()


@pytest.mark.parametrize("title", TITLES)
def test_a_record_with_any_value_replaced_is_refused(title: str) -> None:
    match = play_moves(new_host(title, seed=2), MOVES).match
    plain = as_json(dict(record.make_record(match, "0").data))

    def try_record(data: bytes) -> Record | None:
        try:
            found = record.parse(data)
            record.replay(found, catalog.rules_of_record, Dice(0))
        except SaveError:
            return None
        return found

    cases = ((what, text.encode()) for what, text in forgeries(plain, shape_paths(plain)))
    count, taken = fuzz(cases, try_record)
    assert count > 500 and all(record.is_same_json(dict(found.data), plain) for found in taken)


def with_sum(text: str, key: bytes) -> bytes:
    """The forged result as somebody who has the key would write it."""
    try:
        plain = json.loads(text)
        said = {name: value for name, value in plain.items() if name != "sum"}
        return json.dumps({**said, "sum": profile._checksum(said, key)}).encode()
    except (AttributeError, RecursionError, ValueError):
        return text.encode()


def test_a_result_with_any_value_replaced_is_refused_or_shown(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.results.mkdir()
    host = play_moves(new_host(TITLES[2], seed=2), 400)
    good = profile.result_of(saving.snapshot(host, "match", 0, 0))
    plain = json.loads(profile.to_bytes(good, store.key))

    def try_result(text: str) -> profile.Result | None:
        try:
            return profile.parse(with_sum(text, store.key), store.key)
        except SaveError:
            return None

    count, taken = fuzz(forgeries(plain, all_paths(plain)), try_result)
    assert count > 500 and taken
    for number, (_, text) in enumerate(forgeries({**plain, "id": "forged"}, all_paths(plain))):
        data = with_sum(text.replace("forged", f"forged-{number}"), store.key)
        (store.results / f"forged-{number}.json").write_bytes(data)
    assert store.load_results()
    driver = Driver(ProfileScreen(store), (640, 360))
    for name in ("who", "title") * 4:
        driver.click(name)
        driver.frames(2)


def test_settings_with_any_value_replaced_are_refused_or_work(tmp_path: Path) -> None:
    plain = as_json(asdict(Settings(keys={"hint": ("h", "j")}, buttons={"hint": ("y",)})))
    path = tmp_path / "settings.json"
    driver = Driver(Confirm("title.quit"), (320, 180), keep=tmp_path / "kept.json")

    def try_settings(text: str) -> Settings | None:
        path.write_text(text)
        found, problem = settings.load(path)
        for aside in tmp_path.glob("*.damaged-*"):
            aside.unlink()
        if problem:
            assert found == Settings()
            return None
        Reader(found.keys, found.buttons)
        Texts.load_or_english(found.language)
        return found

    count, taken = fuzz(forgeries(plain, all_paths(plain)), try_settings)
    assert count > 500
    unlike = {json.dumps(asdict(found), sort_keys=True): found for found in taken}
    for found in unlike.values():
        driver.app.change(found)
        driver.frames(1)
        assert settings.load(tmp_path / "kept.json") == (found, ""), "they can be read again"


def test_set_ups_with_any_value_replaced_are_left_out_or_recalled(tmp_path: Path) -> None:
    path, texts = tmp_path / "setups.json", Texts.load("en")
    drafts = [Draft.make_usual(catalog.spec(title)) for title in TITLES]
    memory = SetupMemory.load(path)
    for draft in drafts:
        memory.remember(draft)
    plain = json.loads(path.read_text(encoding="utf-8"))

    def try_set_ups(text: str) -> bool:
        path.write_text(text, encoding="utf-8")
        found = SetupMemory.load(path)
        for draft in drafts:
            found.recall(draft)
            draft.make_setup(texts)
        return True

    count, _ = fuzz(forgeries(plain, shape_paths(plain)), try_set_ups)
    assert count > 500


def test_lessons_that_were_left_with_any_value_replaced_begin_anew_or_go_on(tmp_path: Path) -> None:
    title = TITLES[0]
    lesson = lessons.load(f"{title}/{lessons.lesson_names(title)[0]}")
    left = LessonHost(lesson, seat_names(lesson, Texts.load("en")), InlineWorker()).record_to_keep()
    plain = as_json({"asked": [title], "done": [lesson.id], "open": {lesson.id: left}})

    def try_lessons(text: str) -> bool:
        (tmp_path / lesson_progress.FILE_NAME).write_text(text, encoding="utf-8")
        progress = lesson_progress.ProgressFile(tmp_path)
        match_from_save(lesson, progress.load().open.get(lesson.id))
        for aside in tmp_path.glob("*.damaged-*"):
            aside.unlink()
        return True

    count, _ = fuzz(forgeries(plain, shape_paths(plain)), try_lessons)
    assert count > 500
