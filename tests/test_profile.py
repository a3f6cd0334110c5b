"""Figures: what counts, what does not, and the screen that shows them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.disk import profile, saving
from game.disk.key import Key, make_key
from game.disk.profile import Result
from game.disk.result_list import ResultList
from game.disk.store import Store
from game.engine.errors import SaveError
from game.ui.history.profile import ProfileScreen
from tests.hosts import KEY, TITLES, new_host, play_moves, start_autosave
from tests.measure import count_calls
from tests.screen import ENGLISH, Driver, layout_problems


def result(number: int, won: bool, **changes: object) -> Result:
    values: dict[str, Any] = {
        "id": f"m{number:04}",
        "title": TITLES[0],
        "ended": 1000 + number,
        "names": ("Ana", "Bot"),
        "players": ("human", "expert:waiter"),
        "winners": (0,) if won else (1,),
        "scores": (number, 5),
        "counts": True,
        **changes,
    }
    return Result(**values)


def of(name: str, *results: Result) -> profile.Profile:
    return next(each for each in profile.profiles(results) if each.name == name)


def test_wins_streaks_and_points_are_counted() -> None:
    wins = (True, True, False, True, True, True, False, True)
    line = of("Ana", *(result(n, won) for n, won in enumerate(wins))).figures()
    assert (line.matches, line.wins, line.streak, line.longest_streak) == (8, 6, 1, 3)
    assert line.points == sum(range(8)) and line.average_points == 3.5 and line.win_share == 0.75


def test_figures_by_title_level_and_seats() -> None:
    results = [
        result(1, True),
        result(2, False, title=TITLES[1], scores=()),
        result(3, True, names=("Ana", "B", "C"), players=("human", "expert", "casual"), scores=(1, 2, 3)),
        result(4, True, names=("Ana", "Bea"), players=("human", "human")),
    ]
    ana = of("Ana", *results)
    by_title = ana.figures_by(lambda its: its.title)
    assert {key: line.matches for key, line in by_title.items()} == {TITLES[0]: 3, TITLES[1]: 1}
    assert set(ana.figures_by(lambda its: its.level)) == {"expert", "mixed", ""}
    assert {key: line.matches for key, line in ana.figures_by(lambda its: its.seats).items()} == {2: 3, 3: 1}
    assert ana.figures_by(lambda its: its.title)[TITLES[1]].average_points is None
    assert ana.scores(TITLES[0]) == [1, 1, 4]
    assert [each.name for each in profile.profiles(results)] == ["Ana", "Bea"]


def test_bots_have_no_profile_even_under_a_persons_name() -> None:
    results = [result(1, True), result(2, True, names=("Bot", "Ana"), players=("expert", "human"), winners=(1,))]
    assert [(each.name, each.figures().wins) for each in profile.profiles(results)] == [("Ana", 2)]


@pytest.mark.parametrize("mark", ["practice", "undone", "copied", "edited", "restored"])
def test_what_does_not_count(mark: str) -> None:
    save = saving.snapshot(play_moves(new_host(TITLES[0])), "x", 0, 0)
    assert profile.result_of(save).counts
    if mark == "practice":
        marked = replace(save, practice=True)
    else:
        flags: dict[str, Any] = {mark: True}
        marked = replace(save, provenance=replace(save.provenance, **flags))
    assert not profile.result_of(marked).counts
    assert profile.profiles([profile.result_of(marked)]) == []


def test_a_match_is_counted_once_however_often_it_is_saved(tmp_path: Path) -> None:
    host = play_moves(new_host(TITLES[0]))
    store, autosave = start_autosave(tmp_path, host)
    for _ in range(3):
        autosave(host)
        store.flush()
    store.close()
    assert len(store.load_results()) == 1


def test_results_come_back_as_they_were_written() -> None:
    for its in (result(1, True), result(2, False, scores=(), names=("<b>", "\ud800"))):
        assert profile.parse(profile.to_bytes(its, KEY), KEY) == its


def test_a_changed_result_does_not_count_and_a_damaged_one_is_left_out(tmp_path: Path) -> None:
    results = tmp_path / "results"
    results.mkdir()
    data = profile.to_bytes(result(1, False), KEY)
    (results / "m0001.json").write_bytes(data.replace(b'"winners": [\n  1', b'"winners": [\n  0'))
    (results / "m0002.json").write_bytes(data[:-20])
    (results / "m0003.json").write_bytes(b"[" * 50_000)
    (results / "m0004.json").write_bytes(data)
    (found,) = ResultList(results, lambda: Key(KEY)).load()
    assert found.id == "m0001" and found.winners == (0,) and not found.counts


def old_bytes(its: Result) -> bytes:
    """The file of a result as version 0.2 wrote it. Everybody can make its checksum."""
    plain = json.loads(profile.to_bytes(its, b""))
    del plain["sum"]
    plain["format"] = 1
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return json.dumps({**plain, "sum": hashlib.sha256(f"mallow result\n{text}".encode()).hexdigest()}).encode()


def test_a_result_that_another_installation_wrote_does_not_count(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.results.mkdir()
    for data in (profile.to_bytes(result(1, True), KEY), old_bytes(result(1, True))):
        assert store.key
        (store.results / "m0001.json").write_bytes(data)
        assert [found.counts for found in Store(tmp_path).load_results()] == [False]


def test_results_of_version_0_2_count_if_they_were_there_before_the_key(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.results.mkdir()
    for number in range(3):
        (store.results / f"m{number:04}.json").write_bytes(old_bytes(result(number, True)))
    assert [found.counts for found in store.load_results()] == [True] * 3
    first = make_key(tmp_path)  # killed before the first result was signed
    assert first.signing and [found.counts for found in Store(tmp_path).load_results()] == [True] * 3
    assert Store(tmp_path).key == first.value
    (store.results / "m0009.json").write_bytes(old_bytes(result(9, True)))
    assert [found.counts for found in Store(tmp_path).load_results()] == [True, True, True, False]


def test_any_single_byte_changed_is_refused_or_does_not_count() -> None:
    its = result(1, True)
    data = profile.to_bytes(its, KEY)
    for place in range(len(data)):
        for byte in b'0"x ]':
            changed = data[:place] + bytes([byte]) + data[place + 1 :]
            try:
                found = profile.parse(changed, KEY)
            except SaveError:
                continue
            assert found == its or not found.counts


def filled(folder: Path) -> Store:
    store = Store(folder)
    store.results.mkdir(parents=True)
    for number in range(30):
        title = TITLES[number % len(TITLES)]
        scores = () if title == TITLES[1] else (7 * number % 23, 9)
        its = result(number, number % 3 == 0, title=title, scores=scores)
        (store.results / f"{its.id}.json").write_bytes(profile.to_bytes(its, store.key))
    return store


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("es", 150), ("fr", 150), ("en", 200)])
def test_the_screen_shows_them(tmp_path: Path, language: str, size: int) -> None:
    driver = Driver(ProfileScreen(filled(tmp_path)), settings=ENGLISH.with_changes(language=language, text_size=size))
    assert layout_problems(driver.top, driver.surface.get_size()) == []
    for _ in TITLES:
        driver.click("title")
        driver.frames(1)
    assert size > 150 or driver.overflows == []


def test_averages_have_the_decimal_mark_of_the_language(tmp_path: Path) -> None:
    store = filled(tmp_path)
    for language, average in (("en", "7.5"), ("es", "7,5"), ("fr", "7,5")):
        screen = Driver(ProfileScreen(store), settings=ENGLISH.with_changes(language=language)).top
        line = profile.Figures(points=15, scored_matches=2)
        assert screen._cells("", line)[-1] == average


def test_the_screen_without_any_match(tmp_path: Path) -> None:
    driver = Driver(ProfileScreen(Store(tmp_path)))
    assert driver.has("back")


def test_many_results_are_read_a_part_in_each_frame_and_each_only_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.results.mkdir()
    first = store.results / "m0000.json"
    first.write_bytes(profile.to_bytes(result(0, True), store.key))
    for number in range(1, 3000):
        its = result(number, True)
        (store.results / f"{its.id}.json").write_bytes(profile.to_bytes(its, store.key))
    store = Store(tmp_path)
    driver = Driver(ProfileScreen(store), (640, 360))
    assert store.has_unread_results, "the screen comes before all are read"
    driver.until(lambda: not store.has_unread_results, "all results")
    driver.frames(2)
    assert len(driver.top._profiles[0].results) == 3000
    assert count_calls(store.load_results) < count_calls(Store(tmp_path).load_results), "none is read again"
    first.write_bytes(profile.to_bytes(result(0, False), store.key))
    assert store.load_results()[0].winners == (1,), "this one has changed"
