"""The screens round the table, driven as people do: by mouse, by keys alone, with a gamepad."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from game import paths
from game.ai import bots
from game.data import catalog, rule_search, rulebook, rulebook_file
from game.disk import settings
from game.disk.settings import Settings
from game.engine.errors import SpecError
from game.engine.spec import NumberOption
from game.play.draft import Draft, clean_name, option_numbers
from game.play.host import Setup
from game.titles import TITLES
from game.ui.art import all_avatars
from game.ui.book.page import Paragraph
from game.ui.book.rules import RulesOverlay
from game.ui.form import Form
from game.ui.input import KEYS
from game.ui.kit import Kit
from game.ui.scene import Push, Scene, Swap
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.first_start import FirstStart
from game.ui.screens.keys import KeyCard, KeysScreen
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay, PauseResult
from game.ui.screens.score_widgets import Tally
from game.ui.screens.scores import ScoreResult, ScoreScreen
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from game.ui.widgets import Button, Stepper
from game.words.locale import Texts, languages
from game.words.message import Message
from tests.screen import ENGLISH, Driver, layout_problems

TITLE = next(iter(TITLES))
ROUNDS = [[2, 5, 0, 3], [6, 5, 9, 12], [14, 20, 9, 13]]
LINES = ["Ana takes the trick: 3 of 3.", "Bea gets 15 marshmallows and has 20.", "Bea wins the match!"]


class Table(Scene):
    """Stands for the table, and remembers what came back to it."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__()
        self.setup = setup
        self.results: list[object] = []

    def on_result(self, result: object) -> None:
        self.results.append(result)
        self.dirty = True

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill((90, 60, 80))


class Lines:
    """A story that is the same in every language."""

    def lines(self, texts: Texts) -> list[str]:
        return LINES


def tally(final: bool, points: bool = True, winners: tuple[int, ...] = (1,)) -> Tally:
    names = ["Ana", "Bea with quite a long name, as people may have", "Cleo", "Dani"]
    rounds = ROUNDS if points else []
    return Tally(TITLE, names, ["bear", "bunny", "cat", "fox"], rounds, winners if final else (), final, Lines())


def menu() -> MenuScreen:
    return MenuScreen(Table)


def over(
    scene: Scene, size: tuple[int, int] = (1280, 720), settings: Settings = ENGLISH, keep: Path | None = None
) -> tuple[Driver, Table]:
    """A driver with an overlay on a table."""
    table = Table()
    driver = Driver(table, size, settings, keep)
    driver.app._apply(Push(scene))
    driver.frames(1)
    return driver, table


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is missing is an error here."""
    monkeypatch.setattr(Texts, "load_or_english", lambda code: (Texts.load(code, strict=True), ""))


# From the start to the first deal


def dealt(driver: Driver) -> Setup:
    """What was set up; the table is on top."""
    table = driver.top
    assert isinstance(table, Table) and table.setup is not None
    return table.setup


def test_two_clicks_lead_from_the_menu_to_the_first_deal() -> None:
    driver = Driver(menu())
    driver.open_title(TITLE)
    driver.click("start")
    assert dealt(driver).title == TITLE


@pytest.mark.parametrize("title", TITLES)
def test_keys_alone_lead_from_the_title_screen_to_the_first_deal(title: str) -> None:
    driver = Driver(TitleScreen(menu))
    driver.key("x")
    assert driver.shows(MenuScreen)
    driver.walk_to(title)
    driver.keys("return", "return")
    assert dealt(driver).title == title


def test_the_menu_that_the_title_screen_prepares_looks_as_any_other() -> None:
    driver, other = Driver(TitleScreen(menu)), Driver(menu())
    driver.app.change(driver.kit.settings.with_changes(text_size=125))  # made ready for another look, it is made anew
    driver.app.change(driver.kit.settings.with_changes(text_size=100))
    driver.key("x")
    driver.click_at((3, 3))  # no ring
    driver.frames(60)
    other.click_at((3, 3))
    other.frames(60)
    assert isinstance(driver.top, MenuScreen) and isinstance(other.top, MenuScreen)
    assert driver.surface.get_buffer().raw == other.surface.get_buffer().raw


def test_a_gamepad_leads_from_the_title_screen_to_the_first_deal() -> None:
    driver = Driver(TitleScreen(menu))
    driver.button("start")
    driver.button("dpad right")
    driver.button("a")
    driver.button("a")
    assert driver.top.setup.title == list(TITLES)[1]


def test_arrows_walk_over_the_boxes_and_down_to_the_buttons() -> None:
    driver = Driver(menu())
    driver.keys("right", "right", "right", "right")
    assert driver.top.focus == list(TITLES)[3]
    driver.key("down")
    assert driver.top.focus in ("rules", "settings", "keys", "quit")
    driver.key("up")
    assert driver.top.focus in TITLES


def test_a_click_leaves_the_title_screen_and_escape_the_program() -> None:
    driver = Driver(TitleScreen(menu))
    driver.click_at((640, 400))
    assert isinstance(driver.top, MenuScreen)
    driver = Driver(TitleScreen(menu))
    driver.key("escape")
    assert driver.top is None


def test_leaving_the_menu_asks_nothing_and_escape_only_leads_to_the_way_out() -> None:
    driver = Driver(menu())
    driver.key("escape")
    assert driver.app.running and driver.top.focus == "quit" and driver.top.ring_shown
    driver.key("escape")
    assert not driver.app.running
    driver = Driver(menu())
    driver.click("quit")
    assert not driver.app.running


def test_a_bad_title_file_takes_its_title_off_the_menu_with_a_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bad.yaml").write_text("title: nothing\n")
    whole = paths.title_file
    monkeypatch.setattr(paths, "title_file", lambda title: tmp_path / "bad.yaml" if title == TITLE else whole(title))
    catalog.spec.cache_clear()
    try:
        said: list[str] = []
        driver = Driver(menu())
        blank = pygame.Surface((9, 9))

        def noted(kit: Kit, text: str, wide: int) -> pygame.Surface:
            said.append(text)
            return blank

        monkeypatch.setattr("game.ui.screens.menu.notice_picture", noted)
        driver.resize((1300, 740))
        assert not driver.has(TITLE) and driver.has(list(TITLES)[1])
        assert len(said) == 1 and "bad.yaml" in said[0]
    finally:
        catalog.spec.cache_clear()


# Setting up


def test_set_up_makes_what_was_chosen() -> None:
    driver = Driver(SetupScreen(TITLE, Table))
    driver.click("seats")
    driver.click("who 1")
    driver.click("character 2")
    driver.click("who 3", across=0.05)
    driver.click("first")
    driver.click("first")
    driver.click("practice")
    driver.click("option trump_follow")
    driver.click("option target")
    driver.click("start")
    setup = driver.top.setup
    assert [chair.bot for chair in setup.chairs] == ["", "skilled:grabber", "casual:blocker", "beginner:blocker"]
    assert setup.first == 1 and setup.practice
    assert setup.options == {"trump_follow": "must", "target": 25}


def test_set_up_asks_for_no_option_that_changes_nothing_with_so_few_players() -> None:
    driver = Driver(SetupScreen(TITLE, Table))
    driver.widget("option trump_follow")
    driver.click("seats", across=0.05)
    assert driver.top.draft.seats == 2
    left = {widget.name for widget in driver.top.all_widgets}
    assert "option target" in left and "option trump_follow" not in left


@pytest.mark.parametrize("title", TITLES)
def test_who_begins_is_asked_where_somebody_does(title: str) -> None:
    screen = Driver(SetupScreen(title, Table)).top
    asked = any(widget.name == "first" for widget in screen.scrolled_widgets)
    assert asked == (title != "jelly_mind")


def test_what_was_set_up_is_still_there_when_one_comes_back() -> None:
    driver = Driver(menu())
    driver.open_title(TITLE)
    driver.click("seats")
    driver.key("escape")
    driver.open_title(TITLE)
    assert driver.top.draft.seats == 4


def test_names_are_written_by_keyboard_and_letters_do_nothing_else() -> None:
    driver = Driver(SetupScreen(TITLE, Table))
    driver.walk_to("name 0")
    driver.key("return")
    driver.keys("end", *["backspace"] * 3)
    driver.keys("r", "o", "p")
    driver.key("return")
    driver.walk_to("start")
    driver.key("return")
    assert driver.top.setup.chairs[0].name == "rop"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ana \t Lu ", "Ana Lu"),
        ("\x00\x1b[31m\n", "[31m"),
        ("\u202eevil\u2066", "evil"),
        ("Żółw 亀 🐢 ש", "Żółw 亀 🐢 ש"),
        ("\ud800x", "x"),
        ("\n\x07 ", ""),
        ("a" * 100, "a" * 64),
    ],
)
def test_names_lose_what_cannot_be_shown_and_nothing_else(written: str, kept: str) -> None:
    assert clean_name(written) == kept
    driver = Driver(SetupScreen(TITLE, Table))
    driver.top.draft.seat_drafts[0].name = written
    driver.top.rebuild()
    driver.click("first")
    assert not driver.overflows
    driver.click("start")
    assert driver.top.setup.chairs[0].name == (kept or "Ana")


def test_no_two_players_have_one_name_or_one_face() -> None:
    draft = Draft.make_usual(catalog.spec(TITLE), all_avatars())
    for place in draft.seat_drafts:
        place.name = "Max"
    assert draft.names(Texts.load("en"))[:3] == ["Max", "Max 2", "Max 3"]
    for step in range(7):
        draft.next_avatar(step % 3)
        assert len({place.avatar for place in draft.seat_drafts}) == len(draft.seat_drafts)


@pytest.mark.parametrize("title", TITLES)
def test_every_set_up_can_be_played(title: str) -> None:
    spec = catalog.spec(title)
    for seats in spec.seats:
        draft = Draft.make_usual(spec, all_avatars())
        draft.seats = seats
        setup = draft.make_setup(Texts.load("en"))
        rules = catalog.rules(title, setup.options)
        assert len(setup.chairs) == seats and not setup.chairs[0].bot
        for chair in setup.chairs[1:]:
            bots.level_and_style(rules, chair.bot)
        assert setup.live == ("simultaneity_ms" in spec.numbers)


def test_many_numbers_go_by_fives_and_few_one_by_one() -> None:
    options = [option for title in TITLES for option in catalog.spec(title).options.values()]
    for option in options:
        if not isinstance(option, NumberOption):
            continue
        values = option_numbers(option)
        assert values[0] == option.low and values[-1] == option.high and option.default in values
        assert len(values) <= 30


# Settings


def test_settings_hold_at_once_and_survive(tmp_path: Path) -> None:
    keep = tmp_path / "settings.json"
    driver, _ = over(SettingsScreen(), keep=keep)
    driver.click("text_size", 0.25)
    driver.click("contrast")
    driver.click("speed", 0.66)
    driver.click("music", 0.14)
    now = driver.kit.settings
    assert (now.text_size, now.contrast, now.speed, now.music) == (125, True, "fast", 1)
    assert settings.load(keep) == (now, "")
    driver.click("reset")
    driver.click("yes")
    assert settings.load(keep)[0] == Settings(language="en")


def test_another_language_redraws_everything_and_keeps_the_focus() -> None:
    driver = Driver(menu())
    before = driver.surface.copy()
    driver.click("settings")
    driver.walk_to("language")
    words = []
    for _ in languages():
        driver.key("right")
        assert driver.top.focus == "language"
        words.append(driver.widget_of(Button, "done").text)
    assert len(set(words)) == len(languages())
    driver.key("right")
    driver.key("escape")
    assert driver.kit.texts.code == "es"
    assert driver.surface.get_buffer().raw != before.get_buffer().raw


def test_a_gamepad_reaches_everything_and_so_does_tab() -> None:
    driver = Driver(Table(), settings=ENGLISH.with_changes(reduced_motion=True))
    for name, make in SCREENS.items():
        driver.app._apply(Swap(make()))
        if not isinstance(driver.top, Form):
            continue
        stops = {stop.name for stop in driver.top.tab_stops}
        by_button, by_key = set(), set()
        for _ in range(len(stops) + 1):
            driver.button("right shoulder")
            by_button.add(driver.top.focus)
        for _ in stops:
            driver.key("tab", pygame.KMOD_SHIFT)
            by_key.add(driver.top.focus)
        assert by_button == by_key == stops, name


def test_settings_by_keys_alone_scroll_along() -> None:
    driver, _ = over(SettingsScreen(), settings=ENGLISH.with_changes(text_size=200))
    driver.walk_to("fullscreen")
    at = driver.top.screen_rect(driver.widget("fullscreen"))
    assert driver.top.viewport.contains(at)
    scroll = driver.top.scroll_px
    driver.key("right")
    assert driver.kit.settings.fullscreen
    driver.walk_to("captions")
    driver.key("left")
    assert driver.kit.settings.captions and scroll > 0


def test_arrows_walk_through_all_that_scrolls_before_the_buttons() -> None:
    driver, _ = over(SettingsScreen(), settings=ENGLISH.with_changes(text_size=200))
    seen = []
    for _ in driver.top.tab_stops:
        driver.key("down")
        seen.append(driver.top.focus)
    assert seen[:10] == [stop.name for stop in driver.top.tab_stops][:10]
    assert seen[-1] in ("reset", "keys", "done")


def test_the_scroll_bar_can_be_pulled() -> None:
    driver, _ = over(KeysScreen())
    grip = driver.top.grip_rect
    driver.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=grip.center, button=1, touch=False))
    bottom = grip.centerx, driver.top.viewport.bottom
    driver.move(bottom)
    driver.frames(2)
    assert driver.top.scroll_px >= driver.top.max_scroll_px - 1
    driver.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=bottom, button=1, touch=False))
    driver.move(grip.center)
    assert driver.top.scroll_px >= driver.top.max_scroll_px - 1


# Keys


def test_keys_can_be_changed_without_a_mouse_and_escape_calls_it_off() -> None:
    driver, _ = over(KeysScreen())
    driver.walk_to("keys log")
    driver.key("return")
    assert driver.top.listening
    driver.key("escape")
    assert not driver.top.listening and driver.kit.settings.keys == {}
    driver.key("return")
    driver.key("f11")
    assert driver.kit.settings.keys == {"log": ("f11",), "fullscreen": ("l",)} and not driver.kit.settings.fullscreen
    driver.walk_to("reset")
    driver.key("return")
    assert driver.kit.settings.keys == {}


def test_a_button_of_the_gamepad_can_be_changed_with_the_gamepad() -> None:
    driver, _ = over(KeysScreen())
    driver.top.focus, driver.top.ring_shown = "buttons undo", True
    driver.button("a")
    driver.button("left stick")
    assert driver.kit.settings.buttons == {"undo": ("left stick",), "last": ("x",)}
    driver.button("b")
    assert isinstance(driver.top, Table)


def test_a_changed_key_does_what_it_was_chosen_for() -> None:
    driver, table = over(PauseOverlay(TITLE), settings=ENGLISH.with_changes(keys={"back": ("q",)}))
    driver.key("escape")
    assert driver.shows(PauseOverlay)
    driver.key("q")
    assert driver.top is table


def test_the_key_card_comes_and_goes_with_its_key_everywhere() -> None:
    for scene in (TitleScreen(menu), menu(), SetupScreen(TITLE, Table)):
        driver = Driver(scene)
        driver.key("f1")
        assert driver.shows(KeyCard)
        driver.key("f1")
        assert driver.top is scene


def test_every_action_has_a_line_on_the_key_card() -> None:
    for code, _ in languages():
        texts = Texts.load(code, strict=True)
        assert all(texts(f"keys.{action}") for action in KEYS)


# Pause and questions


@pytest.mark.parametrize(
    ("name", "result"),
    [("resume", PauseResult.RESUME), ("restart", PauseResult.RESTART), ("menu", PauseResult.MENU)],
)
def test_pause_says_what_was_chosen(name: str, result: PauseResult) -> None:
    driver, table = over(PauseOverlay(TITLE))
    driver.click(name)
    if name == "restart":
        driver.show_ring()
        driver.key("return")
        assert isinstance(driver.top, PauseOverlay), "the focus lies on no"
        driver.click(name)
        driver.click("yes")
    assert table.results == [result]


def test_pause_leads_to_rules_settings_and_keys_and_back() -> None:
    driver, table = over(PauseOverlay(TITLE))
    for name, scene in (("rules", RulesOverlay), ("settings", SettingsScreen), ("keys", KeyCard)):
        driver.walk_to(name)
        driver.key("return")
        assert isinstance(driver.top, scene)
        driver.key("escape")
        assert isinstance(driver.top, PauseOverlay)
    driver.key("escape")
    assert table.results == [PauseResult.RESUME]


def test_the_name_of_a_position_can_be_written_at_once_and_return_saves() -> None:
    names: list[str] = []
    for keys, name in ((("o", "p", "return"), "op"), (("return",), "Marshmallow Test")):
        driver, _ = over(PauseOverlay("marshmallow_test", save_copy=names.append))
        driver.click("keep")
        driver.show_ring()
        driver.top.focus = "keep"
        driver.keys(*keys)
        assert names.pop() == name


def test_escape_means_no() -> None:
    driver, table = over(Confirm("confirm.restart"))
    driver.key("escape")
    assert table.results == [ConfirmResult.NO]


# Scores


@pytest.mark.parametrize(
    ("name", "result"),
    [("again", ScoreResult.AGAIN), ("menu", ScoreResult.MENU), ("review", ScoreResult.LOOK)],
)
def test_the_end_of_a_match_leads_on(name: str, result: ScoreResult) -> None:
    driver, table = over(ScoreScreen(tally(final=True)))
    driver.frames(90)
    driver.click(name)
    assert table.results == [result]


def test_a_key_hurries_the_telling_and_then_goes_on() -> None:
    driver, table = over(ScoreScreen(tally(final=False)))
    driver.show_ring()
    driver.key("return")
    assert not table.results
    driver.key("return")
    assert table.results == [ScoreResult.CONTINUE]


def test_nothing_moves_under_reduced_motion() -> None:
    still = ENGLISH.with_changes(reduced_motion=True)
    for scene in (ScoreScreen(tally(final=True)), TitleScreen(menu)):
        driver, _ = over(scene, settings=still)
        driver.frames(2)
        assert not any(driver.step() for _ in range(30))


def test_the_rain_of_marshmallows_ends() -> None:
    driver, _ = over(ScoreScreen(tally(final=True)))
    driver.frames(200, dt=0.1)
    assert not any(driver.step() for _ in range(5))


@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_the_pause_shows_all_its_buttons_at_once(text_size: int) -> None:
    for code in ("en", "es", "fr"):
        scene = PauseOverlay(TITLE, save_copy=lambda name: None)
        driver = Driver(scene, settings=ENGLISH.with_changes(language=code, text_size=text_size))
        assert scene.max_scroll_px == 0 and layout_problems(scene, (1280, 720)) == [] and driver.overflows == []
        assert scene.focus == "resume"


# The rule book


def test_the_rule_book_opens_at_the_clause_that_matters() -> None:
    for title in TITLES:
        clause = rulebook_file.load(title, "en").sections[-1].clauses[-1].ids[0]
        driver, _ = over(RulesOverlay(title, clause))
        block = driver.top._pages.find(clause)
        assert block.marked and driver.top.viewport.colliderect(driver.top.screen_rect(block))
        assert driver.top.screen_rect(block).bottom <= driver.top.viewport.bottom


def test_another_language_stays_at_the_same_clause() -> None:
    driver, _ = over(RulesOverlay(TITLE, "MT-9"))
    driver.kit.change_settings(driver.kit.settings.with_changes(language="fr", text_size=150))
    driver.frames(1)
    block = driver.top._pages.find("MT-9")
    assert block.marked and driver.top.viewport.colliderect(driver.top.screen_rect(block))


def test_contents_and_search_lead_to_clauses() -> None:
    driver, _ = over(RulesOverlay(TITLE))
    driver.click("go credits")
    assert driver.top._current_key() in ("examples", "credits")
    driver.click("search")
    driver.write("trump")
    driver.key("return")
    hits = [widget for widget in driver.top.scrolled_widgets if isinstance(widget, Paragraph)]
    found = rule_search.search(rulebook_file.load(TITLE, "en"), "trump")
    assert [hit.name for hit in hits] == [f"go {key}" for key in found] and found
    runs = [run for hit in hits for line in hit._prose.lines for run in line]
    assert {run.text.casefold() for run in runs if run.marked} >= {"trump"}
    assert driver.top.focus == hits[0].name, "the next Return jumps to the first one"
    driver.show_ring()
    driver.key("down")
    assert driver.top.focus == hits[1].name
    driver.click(hits[-1].name)
    block = driver.top._pages.find(found[-1])
    assert block.marked and driver.top.viewport.contains(driver.top.screen_rect(block))


@pytest.mark.parametrize("before", [(), ("return",)], ids=["while writing", "among the hits"])
def test_escape_ends_a_search_before_it_closes_the_rules(before: tuple[str, ...]) -> None:
    driver, _ = over(RulesOverlay(TITLE))
    rules = driver.top
    driver.click("search")
    driver.write("trump")
    for key in before:
        driver.key(key)
    while rules._is_searching:
        driver.key("escape")
        assert driver.top is rules
    assert [block for block in rules.scrolled_widgets if isinstance(block, Paragraph)], "the book is there again"
    driver.key("escape")
    assert driver.top is not rules


def test_links_lead_from_clauses_to_examples_and_back_by_pointer_and_keys() -> None:
    driver, _ = over(RulesOverlay(TITLE))
    example = rulebook_file.load(TITLE, "en").examples[0]
    clause = example.clauses[0]
    link = f"link {clause} {example.id}"
    driver.click(link)
    driver.frames(2)
    block = driver.top._pages.find(example.id)
    assert block.marked and driver.top.viewport.colliderect(driver.top.screen_rect(block))
    driver.walk_to(f"link {example.id} {clause}")
    driver.key("return")
    block = driver.top._pages.find(clause)
    assert block.marked and driver.top.viewport.contains(driver.top.screen_rect(block))
    assert driver.top.focus == link, "the focus goes along, so that the next Tab goes on from there"


BOOK_LOOKS = (((1280, 720), 100), ((800, 1200), 100), ((1024, 768), 150), ((1280, 720), 200))


@pytest.mark.parametrize(("number", "code"), tuple(enumerate(("en", "es", "fr"))))
@pytest.mark.parametrize("title", TITLES)
def test_every_line_of_a_rule_book_is_as_long_in_its_text_box_as_it_was_measured(
    title: str, number: int, code: str
) -> None:
    """Otherwise a word is left for a line of its own, and the box of the paragraph gets a scroll bar."""
    size, text = BOOK_LOOKS[(list(TITLES).index(title) + number) % len(BOOK_LOOKS)]
    font = settings.FONTS[number]
    look = ENGLISH.with_changes(language=code, text_size=text, font=font)
    scene = Driver(RulesOverlay(title), size, look).top
    for block in scene.scrolled_widgets:
        if isinstance(block, Paragraph):
            block.drop_element()
            block.element = block.make_element(scene._scroll_maker)
            rows = [row for row in block._box.text_box_layout.layout_rows if row.items]
            assert block._box.scroll_bar is None and len(rows) == len(block._prose.lines), block.keys
            block.drop_element()


def test_the_rule_book_can_be_read_by_keys_alone() -> None:
    driver, table = over(RulesOverlay(TITLE))
    driver.walk_to("text")
    driver.keys("down", "down")
    first = driver.top.scroll_px
    driver.key("page down")
    assert driver.top.scroll_px > first > 0
    driver.key("home")
    assert driver.top.scroll_px == 0
    driver.key("r")
    assert driver.top is table


def test_the_menu_leafs_through_all_rule_books() -> None:
    driver = Driver(menu())
    driver.key("r")
    seen = []
    for _ in TITLES:
        seen.append(driver.widget_of(Stepper, "title").value)
        driver.click("title")
    assert seen == list(TITLES)


def test_options_that_hold_are_marked_and_so_is_what_we_decided() -> None:
    said = {}
    for value in ("may", "must"):
        driver, _ = over(RulesOverlay(TITLE, options={"trump_follow": value, "target": 20}))
        pages = driver.top._pages
        said[value] = {block.keys: block._badges for block in pages.blocks if isinstance(block, Paragraph)}
    clauses = [clause for section in rulebook_file.load(TITLE, "en").sections for clause in section.clauses]
    bound = [clause for clause in clauses if clause.option]
    assert bound
    for clause in bound:
        assert said["may"][clause.ids] != said["must"][clause.ids]
    ours = [clause for clause in clauses if clause.ours]
    assert all(any("ruling" in text for _, text in said["may"][clause.ids]) for clause in ours)


def test_a_rule_book_that_cannot_be_read_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(title: str, language: str) -> rulebook.RuleBook:
        raise SpecError("is a teapot", file=title)

    monkeypatch.setattr(rulebook_file, "load", broken)
    driver, table = over(RulesOverlay(TITLE))
    assert driver.top._pages is None
    driver.key("escape")
    assert driver.top is table


# How everything fits


def _full(title: str) -> SetupScreen:
    scene = SetupScreen(title, Table)
    scene.draft.seats = scene.draft.spec.seats[-1]
    return scene


SCREENS: dict[str, Callable[[], Scene]] = {
    "title": lambda: TitleScreen(menu),
    "menu": menu,
    "settings": SettingsScreen,
    "first start": lambda: FirstStart(menu),
    "keys": KeysScreen,
    "key card": KeyCard,
    "pause": lambda: PauseOverlay(TITLE),
    "confirm": lambda: Confirm("confirm.restart"),
    "round": lambda: ScoreScreen(tally(final=False)),
    "final": lambda: ScoreScreen(tally(final=True, winners=(1, 3))),
    "won": lambda: ScoreScreen(tally(final=True, points=False)),
    **{f"set-up of {title}": partial(_full, title) for title in TITLES},
    **{f"rules of {title}": partial(RulesOverlay, title, titles=list(TITLES)) for title in TITLES},
}


def pages(driver: Driver) -> Iterator[None]:
    """Once for every part of what scrolls."""
    yield
    scene = driver.top
    while isinstance(scene, Form) and scene.viewport is not None:
        before = scene.scroll_px
        scene._scroll_by(round(scene.viewport.height * 0.8))
        if scene.scroll_px == before:
            return
        driver.frames(1)
        yield


def check(driver: Driver, size: tuple[int, int], what: str) -> None:
    for _ in pages(driver):
        assert not driver.overflows, what
    if isinstance(driver.top, Form):
        assert not layout_problems(driver.top, size), what
    assert not driver.kit.art.troubles, what


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)], ids=str)
@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_everything_fits_in_every_language_at_both_sizes_of_text(code: str, size: tuple[int, int]) -> None:
    driver = Driver(Table(), size, ENGLISH.with_changes(language=code, reduced_motion=True))
    for text in (100, 150):
        driver.kit.change_settings(driver.kit.settings.with_changes(text_size=text))
        for name, make in SCREENS.items():
            driver.app._apply(Swap(make()))
            driver.frames(1)
            check(driver, size, f"{name}, {code}, {text} %, {size}")


@pytest.mark.parametrize("font", ["readable", "dyslexic"])
def test_everything_fits_in_the_other_fonts(font: str) -> None:
    size = 1280, 720
    how = ENGLISH.with_changes(language="fr", font=font, text_size=150, contrast=True, reduced_motion=True)
    driver = Driver(Table(), size, how)
    for name, make in SCREENS.items():
        driver.app._apply(Swap(make()))
        driver.frames(1)
        check(driver, size, f"{name}, {font}")


def test_a_window_may_change_its_size_on_every_screen() -> None:
    driver = Driver(Table(), settings=ENGLISH.with_changes(reduced_motion=True))
    kinds = [make for name, make in SCREENS.items() if " of " not in name or name.endswith(TITLE)]
    for number, make in enumerate(kinds):
        driver.app._apply(Swap(make()))
        size = (900, 400) if number % 2 else (640, 480)
        driver.resize(size)
        assert driver.kit.metrics.size == size


def test_what_went_wrong_is_said_once_and_can_be_clicked_away() -> None:
    driver = Driver(menu())
    plain = driver.surface.copy()
    driver.app.notices.show(Message("save.damaged", {"file": "settings.json.damaged-1"}))
    driver.frames(1)
    driver.frames(1)
    assert driver.surface.get_buffer().raw != plain.get_buffer().raw
    driver.click_at((640, 24))
    driver.move((5, 400))
    driver.frames(2)
    assert driver.surface.get_buffer().raw == plain.get_buffer().raw
    driver.app.notices.show(Message("save.busy"))
    driver.frames(20, dt=1.0)
    assert driver.surface.get_buffer().raw == plain.get_buffer().raw
