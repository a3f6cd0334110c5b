"""The set-up explains bots, remembers who sat where, and lets newcomers take turns."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.data import catalog
from game.disk.setups import SetupMemory
from game.disk.store import Store
from game.engine.spec import Spec
from game.play.draft import HUMAN, Draft, bot_levels
from game.ui.art import all_avatars
from game.ui.history.saves import SavedMatches
from game.ui.screens.menu import MenuScreen
from game.ui.screens.setup import SetupScreen
from game.ui.widgets import Stepper
from game.words.bot_lines import character_sentence, level_sentence
from tests.screen import Driver
from tests.test_screens import Table

TITLE = "marshmallow_test"


def open_menu(store: Store) -> Driver:
    def no_match(*_: object) -> Table:
        raise AssertionError

    return Driver(MenuScreen(Table, SavedMatches(store, no_match, no_match)))


def usual(title: str = TITLE, played: bool = True) -> Draft:
    return Draft.make_usual(catalog.spec(title), all_avatars(), played)


def test_people_names_and_seats_are_there_again_in_the_next_run(tmp_path: Path) -> None:
    driver = open_menu(Store(tmp_path))
    driver.open_title(TITLE)
    driver.click("seats")
    driver.click("who 3")
    driver.click("character 2")
    driver.click("avatar 0")
    driver.click("name 0")
    driver.write("Zoé")
    driver.key("return")
    before = driver.top.draft
    assert before.seats == 4
    driver.click("start")
    assert driver.shows(Table)
    again = open_menu(Store(tmp_path))
    again.open_title(TITLE)
    draft = again.top.draft
    assert (draft.seats, draft.seat_drafts) == (before.seats, before.seat_drafts)
    assert draft.seat_drafts[0].name == "Zoé"
    other = open_menu(Store(tmp_path))
    other.open_title("happy_mochi")
    first = other.top.draft.seat_drafts[0]
    assert (first.name, first.avatar) == ("Zoé", before.seat_drafts[0].avatar)
    assert len({place.avatar for place in other.top.draft.seat_drafts}) == len(other.top.draft.seat_drafts)


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"titles": 1, "people": []}', '{"titles": {}, "people": [1, null, {"name": 3, "avatar": []}]}',
     json.dumps({"people": [], "titles": {TITLE: {"seats": 99, "places": [
         {"who": "god", "character": "x", "avatar": "dragon", "name": "\u202eA\nB"}, 7], "live": 1}}})],
)  # fmt: skip
def test_a_file_that_makes_no_sense_leaves_the_usual_draft(tmp_path: Path, content: str) -> None:
    path = tmp_path / "setups.json"
    path.write_text(content, encoding="utf-8")
    draft = usual()
    SetupMemory.load(path).recall(draft)
    plain = usual()
    assert draft.seats == plain.seats and not draft.live
    assert [place.who for place in draft.seat_drafts] == [place.who for place in plain.seat_drafts]
    assert {place.avatar for place in draft.seat_drafts} == {place.avatar for place in plain.seat_drafts}
    assert "\n" not in draft.seat_drafts[0].name


def test_a_folder_that_cannot_be_written_is_no_reason_not_to_play() -> None:
    memory = SetupMemory.load(Path("/dev/null/setups.json"))
    memory.remember(usual())
    draft = usual()
    memory.recall(draft)
    assert draft.seat_drafts == usual().seat_drafts


def test_newcomers_take_turns_until_a_match_was_finished_or_they_choose(tmp_path: Path) -> None:
    racing = [title for title, spec in catalog.titles().items() if isinstance(spec, Spec) and spec.race is not None]
    assert racing
    for title in racing:
        assert not usual(title, played=False).live and usual(title).live
        driver = open_menu(Store(tmp_path / title))
        driver.open_title(title)
        assert not driver.top.draft.live
        driver.click("live")
        assert driver.top.draft.live
        driver.click("start")
        again = open_menu(Store(tmp_path / title))
        again.open_title(title)
        assert again.top.draft.live, "the choice is remembered"


def test_a_title_with_a_race_offers_the_clock_whatever_its_numbers_are_called() -> None:
    specs = [spec for spec in catalog.titles().values() if isinstance(spec, Spec) and spec.race is not None]
    assert specs
    for spec in specs:
        renamed = Draft.make_usual(replace(spec, numbers={f"other_{name}": n for name, n in spec.numbers.items()}))
        assert renamed.has_clock_mode and renamed.live
        without = Draft.make_usual(replace(spec, race=None))
        assert not without.has_clock_mode and not without.live


def test_every_level_and_character_of_a_bot_is_explained() -> None:
    for title in catalog.titles():
        driver = Driver(SetupScreen(title, Table))
        texts, spec = driver.kit.texts, driver.top.draft.spec
        for _ in range(len(bot_levels(spec)) + 1):
            who = driver.widget_of(Stepper, "who 1").value
            if who != HUMAN:
                assert level_sentence(texts, who) in shown(driver)
            driver.click("who 1")
        for _ in range(len(spec.characters) + 1):
            character = driver.top.draft.seat_drafts[1].character
            assert character_sentence(texts, title, character) in shown(driver)
            assert texts("setup.characters") in shown(driver), "how strong characters are"
            driver.click("character 1")


def shown(driver: Driver) -> str:
    """All lines of text, as one."""
    return " ".join(line for widget in driver.top.all_widgets for line in getattr(widget, "lines", ()))
