"""Lessons through the window: pointer, keys and pad, every step in every language, and the ways in and out."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.ai.thought import Reason, Thought
from game.ai.worker import Answer, BotQuestion
from game.data import lessons
from game.disk.lesson_progress import Progress, ProgressFile
from game.disk.store import Store
from game.play.choice import Target
from game.play.lesson import DECISIONS_PER_ROUND
from game.start import scenes
from game.ui.book.rules import RulesOverlay
from game.ui.screens.lesson_table import LessonTable
from game.ui.screens.lessons import LessonList, LessonOffer
from game.ui.screens.menu import MenuScreen
from game.ui.screens.scores import ScoreScreen
from game.ui.screens.setup import SetupScreen
from game.ui.table import paint, pointing, toolbar
from game.ui.table.cards import DRAWN_WIDTH
from game.ui.table.focus import visible_card_part
from game.ui.table.prompt import MoveButton
from game.ui.table.sprites import sprite_rect
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Button, Text
from game.words.locale import languages
from game.words.vocabulary import uncapitalize
from tests.inline_worker import InlineWorker
from tests.lesson import LessonDriver, is_free, with_language
from tests.screen import FRAME_LIMIT, Driver, layout_problems
from tests.table import QUICK
from tests.waiting import LIMIT_S

IDS = [name for name in lessons.lesson_ids() if not is_free(lessons.load(name))]
LAST = [name for name in lessons.lesson_ids() if lessons.load(name).to_end]
LIVE = [name for name in lessons.lesson_ids() if lessons.load(name).live]
CODES = [code for code, _ in languages()]
FIRST = IDS[0]


def right_move(driver: LessonDriver) -> str:
    step = driver.lesson_host.step
    assert step is not None
    recorded = driver.lesson.moves.get((step.turn, driver.lesson.student))
    legal = [move.text for move in driver.table.sitting.view.legal]
    right = [text for text in legal if not step.text_about(text)]
    return recorded if recorded in right else right[0]


def wrong_moves(driver: LessonDriver, every: bool) -> list[str]:
    """One wrong move for each text that says why; or `every` wrong move."""
    step = driver.lesson_host.step
    assert step is not None
    wrong = {move.text: step.text_about(move.text) for move in driver.table.sitting.view.legal}
    by_text = {why: move for move, why in wrong.items() if why}
    return [move for move, why in wrong.items() if why] if every else list(by_text.values())


def check_step(driver: LessonDriver) -> None:
    """What the screen says and points at is what the lesson wants."""
    table, step = driver.table, driver.lesson_host.step
    assert isinstance(table, LessonTable) and step is not None
    if step.say:
        assert table.prompt() == driver.lesson_host.said_line(table.board.words)
        assert not table.prompt_dark
    for pointer in step.point + step.light:
        spots = table._spots((pointer,))
        assert spots, f"{driver.lesson.id}: {pointer} is not on the table"
        assert all(driver.surface.get_rect().colliderect(spot.rect) for spot in spots)
    assert not layout_problems_of_buttons(driver)


def hidden_marks(driver: LessonDriver) -> list[str]:
    """The cards whose rank or mark of an effect, and the piles whose arrow the tutor's rings and lamps hide: what is
    drawn without them and not with them."""
    table, step = driver.table, driver.lesson_host.step
    assert isinstance(table, LessonTable) and step is not None
    kit, board, size = table.kit, table.board, driver.surface.get_size()
    spots = table._spots(step.point)
    marks = pygame.Surface(size, pygame.SRCALPHA)
    pointing.draw_marks(board, spots, marks)
    solid = pygame.mask.from_surface(marks, 200)
    hidden = []
    for sprite in board.stage.sprites:
        if not sprite.goal.visible or not sprite.goal.face_up or sprite.dragged_to is not None:
            continue
        seen = visible_card_part(kit, board.stage, sprite)
        whole = sprite_rect(kit, sprite)
        unit = whole.width / DRAWN_WIDTH
        corners = {"rank": pygame.Rect(12 * unit, 18 * unit, 56 * unit, 94 * unit)}
        if sprite.card in board.spec.effects:
            corners["effect"] = pygame.Rect(22 * unit, whole.height - 66 * unit, 44 * unit, 44 * unit)
        for what, corner in corners.items():
            if corner.right > seen.width:
                continue
            off = pygame.Vector2(corner.center) - pygame.Vector2(whole.size) / 2
            corner.center = round(whole.center + off.rotate(-sprite.spot.angle))
            overlap = solid.overlap_area(pygame.mask.Mask(corner.size, fill=True), corner.topleft)
            if overlap > 0.03 * corner.w * corner.h:
                hidden.append(f"{what} of {board.spec.faces[sprite.card].name}")
    return hidden


def layout_problems_of_buttons(driver: LessonDriver) -> list[str]:
    own = ("skip lesson", "take back", "keep move")
    return [trouble for trouble in layout_problems(driver.table, driver.surface.get_size()) if trouble.startswith(own)]


def make_mistake(driver: LessonDriver, move: str) -> None:
    host = driver.lesson_host
    step, before = host.step, host.match.digest()
    driver.make_move(move)
    if driver.top is not driver.table:
        driver.answer()  # it really is a losing move
    driver.wait()
    assert host.mistake_shown and not layout_problems_of_buttons(driver)
    assert driver.table.prompt() == host.said_line(driver.table.board.words) != ""
    driver.press("take back")
    driver.wait()
    assert host.step == step and host.match.digest() == before


def play(driver: LessonDriver, every_wrong: bool = False) -> None:
    """Play a lesson to its end, with mistakes at every step."""
    while not driver.done:
        driver.wait()
        if driver.done:
            break
        if driver.top is not driver.table:
            driver.answer()
            continue
        check_step(driver)
        for move in wrong_moves(driver, every_wrong):
            make_mistake(driver, move)
        driver.make_move(right_move(driver))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", IDS)
def test_a_lesson_is_played_to_its_end_with_mistakes_at_every_step(name: str, code: str, tmp_path: Path) -> None:
    """The language changes in the middle, and so does the size."""
    driver = LessonDriver(name, tmp_path, settings=with_language(code))
    middle = driver.lesson.steps[len(driver.lesson.steps) // 2].entry
    for _ in range(len(driver.lesson.steps) + 4):
        driver.wait()
        if driver.done:
            break
        if driver.top is not driver.table:
            driver.answer()
            continue
        check_step(driver)
        for move in wrong_moves(driver, every=False):
            make_mistake(driver, move)
        step = driver.lesson_host.step
        if step is not None and step.entry == middle:
            change_language_and_size(driver)
            check_step(driver)
        driver.make_move(right_move(driver))
    driver.wait()
    assert driver.done
    assert driver.progress.done == {name}
    driver.close()


def sheet_text(driver: LessonDriver) -> str:
    """All texts of the sheet on top that are not on buttons."""
    return " ".join(line for widget in driver.top.all_widgets if isinstance(widget, Text) for line in widget.lines)


def change_language_and_size(driver: LessonDriver) -> None:
    """To the next language and the other size of two. The same is asked as before."""
    host, code = driver.lesson_host, driver.kit.settings.language
    step, before = host.step, host.match.digest()
    driver.app.change(driver.kit.settings.with_changes(language=CODES[(CODES.index(code) + 1) % len(CODES)]))
    driver.resize((640, 360) if driver.surface.get_width() == 480 else (480, 270))
    driver.wait()
    assert host.step == step and host.match.digest() == before


def other_right_moves(driver: LessonDriver) -> list[str]:
    """The allowed moves at this step that `right_move` does not make."""
    step = driver.lesson_host.step
    assert step is not None
    right = [move.text for move in driver.table.sitting.view.legal if not step.text_about(move.text)]
    return [text for text in right if text != right_move(driver)]


@pytest.mark.parametrize("name", IDS)
def test_every_move_is_made_and_the_lesson_is_left_at_every_step(name: str, tmp_path: Path) -> None:
    """Wrong moves are taken back. A right move leads on, and is undone or begun anew. With a mistake on the table the
    lesson is left too."""
    driver, file = LessonDriver(name, tmp_path), tmp_path / "lessons.json"
    for _ in range(len(driver.lesson.steps) + 4):
        driver.wait()
        if driver.done:
            break
        if driver.top is not driver.table:
            driver.answer()
            continue
        step, before = driver.lesson_host.step, driver.host.match.digest()
        wrong = wrong_moves(driver, every=True)
        for move in wrong:
            make_mistake(driver, move)
        if wrong:
            driver.make_move(wrong[-1])
            driver.step()
        driver.close()
        driver, kept = LessonDriver(name, tmp_path), file.read_bytes()
        driver.wait()
        assert driver.lesson_host.step == step and driver.host.match.digest() == before
        for move in other_right_moves(driver):
            driver.make_move(move)
            if driver.top is not driver.table:
                driver.answer()
            driver.until(lambda: driver.lesson_host.finished or driver.is_ready, "the next step", dt=0.1)  # noqa: B023
            assert driver.lesson_host.mistake is None
            if driver.top is driver.table and not driver.lesson_host.finished:
                driver.key("u")
            else:
                driver.close()
                file.write_bytes(kept)
                driver = LessonDriver(name, tmp_path)
            driver.wait()
            assert driver.lesson_host.step == step and driver.host.match.digest() == before
        driver.make_move(right_move(driver))
    assert driver.done
    driver.close()


@pytest.mark.parametrize("name", [name for name in IDS if any(step.point for step in lessons.load(name).steps)])
def test_rings_and_lamps_hide_no_rank_and_no_effect(name: str) -> None:
    driver = LessonDriver(name, size=(1280, 720))
    last = max(number for number, step in enumerate(driver.lesson.steps) if step.point)
    while driver.steps_done <= last:
        driver.wait()
        if driver.top is not driver.table:
            if driver.done:
                break
            driver.answer()
            continue
        assert not hidden_marks(driver)
        driver.make_move(right_move(driver))
    driver.close()


def test_the_tutor_never_speaks_of_a_card_that_is_not_dealt_yet() -> None:
    """While a turn is revealed and paid, the next step is already known, but the table still shows the last one."""
    driver = LessonDriver("jelly_mind/3-five-and-one", settings=replace(QUICK, speed="normal"))
    driver.wait()
    line = driver.kit.texts(driver.lesson.text_key(driver.lesson.steps[1].say))
    driver.make_move(right_move(driver))
    said, faces = 0, driver.host.rules.spec.faces
    for _ in range(600):
        driver.step()
        if driver.table.prompt() == line:
            (drawn,) = driver.table.board.stage.zones["drawn 0"]
            assert faces[drawn.card].rank == 5
            said += 1
    assert said > 0
    driver.close()


def test_what_a_move_did_is_told_before_the_tutor_speaks() -> None:
    """A line or a shout about it stands in the place of the tutor's sentence, never beside it."""
    driver = LessonDriver("jelly_mind/1-highest", settings=replace(QUICK, speed="normal"))
    driver.wait()
    driver.make_move(right_move(driver))
    told: list[str] = []
    while not driver.is_ready:
        driver.step()
        told += [line for line in (driver.table.prompt(),) if line and line not in told]
    paid = driver.kit.texts("jelly_mind.events.fact.tokens.you", count=2, gain=2, total=2)
    assert paid in told and driver.table.prompt() == told[-1] == driver.lesson_host.said_line(driver.table.board.words)
    driver.close()
    driver = LessonDriver("face_to_face/2-ten-back", settings=replace(QUICK, speed="normal"))
    driver.wait()
    driver.make_move(right_move(driver))
    shouted = 0
    while not driver.is_ready:
        driver.step()
        shouted += driver.table.board.moments.shouts
        assert not (driver.table.board.moments.shouts and driver.table.prompt())
    assert shouted
    driver.close()


def test_the_card_that_punishes_a_mistake_lands_before_the_tutor_speaks() -> None:
    """Bea's 7 beats the student's 3, and the trick goes to her. Not one frame names it earlier."""
    driver = LessonDriver("marshmallow_test/1-tricks", settings=replace(QUICK, speed="normal"))
    driver.wait()
    line = driver.kit.texts(driver.lesson.text_key("too_low"), p1=driver.host.names[1])
    driver.make_move("green 3")
    said = 0
    while not driver.is_ready:
        driver.step()
        if driver.table.prompt() == line:
            assert not driver.table.board.stage.zones["trick"]
            said += 1
    assert said
    driver.close()


@pytest.mark.parametrize(("move", "marks"), [("play", [1, 1]), ("wait", [1, 2])])
def test_played_cards_show_which_came_first(move: str, marks: list[int]) -> None:
    """Bea plays at the same moment, or the student waits for her and plays then."""
    driver = LessonDriver("jelly_mind/2-waiting", settings=replace(QUICK, speed="normal"))
    for first in ("wait", "wait", "play"):
        driver.wait()
        driver.make_move(first)
    driver.wait()
    driver.make_move(move)
    if move == "wait":
        driver.wait()
        driver.make_move("play")
    seen: list[list[int]] = []
    while not driver.is_ready:
        driver.step()
        board = driver.table.board
        seen.append([number for _, number in sorted(paint.order_marks(board), key=lambda mark: mark[0].goal.y)])
        for sprite, _ in paint.order_marks(board):
            rank = sprite_rect(driver.kit, sprite)
            rank.width //= 3
            assert sprite.is_live or not paint.order_mark_rect(driver.kit, sprite).colliderect(rank)
    assert marks in seen
    driver.close()


def test_a_ring_rises_with_its_card() -> None:
    """While a card rises under the pointer, its ring and lamp are drawn where it is now."""
    driver = LessonDriver(FIRST, size=(1280, 720))
    driver.wait()
    driver.frames(30)
    (spot,) = driver.table._spots(driver.lesson_host.step.point)  # type: ignore[attr-defined, union-attr]
    driver.move(spot.rect.center)
    rising = 0
    for _ in range(12):
        driver.step(dt=0.02)
        picture = driver.surface.copy()
        rising += driver.table.widget_at(spot.rect.center).sprite.lift_speed != 0  # type: ignore[union-attr]
        driver.top.dirty = True
        driver.step(dt=0.0)
        assert pygame.image.tobytes(picture, "RGB") == pygame.image.tobytes(driver.surface, "RGB")
    assert rising > 3
    driver.close()


@pytest.mark.soak
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", IDS)
def test_every_wrong_move_in_every_language(name: str, code: str) -> None:
    for size, changes in (
        ((1280, 720), {}),
        ((1280, 720), {"text_size": 200, "contrast": True}),
        ((900, 600), {"reduced_motion": True, "font": "dyslexic"}),
    ):
        driver = LessonDriver(name, settings=with_language(code, **changes), size=size)
        play(driver, every_wrong=size == (1280, 720) and not changes)
        driver.close()


@pytest.mark.parametrize("name", LAST)
def test_the_first_match_can_be_left_and_resumed_at_every_decision(name: str, tmp_path: Path) -> None:
    driver, decisions = LessonDriver(name, tmp_path), 0
    while decisions < 6:
        driver.wait()
        if driver.top is not driver.table:
            driver.answer()
            continue
        before = driver.host.match.digest()
        driver.close()
        driver = LessonDriver(name, tmp_path)
        driver.wait()
        assert driver.host.match.digest() == before
        driver.choose()
        decisions += 1
    driver.close()


class KeyLessonDriver(LessonDriver):
    """The same, with the keyboard alone."""

    def press(self, name: str) -> None:
        self.walk_to(name)
        self.key("return")

    def touch(self, name: str) -> None:
        self.press(name)


def test_a_lesson_by_keys_alone() -> None:
    driver = KeyLessonDriver(FIRST)
    play(driver)
    assert driver.top.focus == "next"
    driver.key("return")
    driver.follow_table()
    assert driver.lesson.id == lessons.next_lesson(FIRST)
    driver.close()


def test_a_mistake_is_taken_back_by_the_pad() -> None:
    driver = LessonDriver(FIRST)
    driver.wait()
    driver.make_move(wrong_moves(driver, every=False)[0])
    driver.wait()
    driver.show_ring()
    driver.walk_to("take back")
    driver.button("a")
    driver.wait()
    assert driver.lesson_host.mistake is None and driver.lesson_host.step is not None
    driver.close()


# Ways in and out


def new_menu(folder: Path) -> Driver:
    driver = Driver(scenes.make_menu(InlineWorker(bot="random"), Store(folder)), settings=QUICK)
    assert driver.shows(MenuScreen)
    return driver


def test_the_first_time_a_title_asks_learn_play_or_rules(tmp_path: Path) -> None:
    title = FIRST.partition("/")[0]
    driver = new_menu(tmp_path)
    driver.click(title)
    assert driver.shows(LessonOffer) and driver.top.focus == "learn"
    assert not layout_problems(driver.top, driver.surface.get_size()) and not driver.overflows
    driver.click("back")
    assert driver.shows(MenuScreen)
    driver.click(title)
    assert driver.shows(SetupScreen), "it is asked once"
    driver.app.close()


@pytest.mark.parametrize("answer", ["learn", "play", "rules"])
def test_each_answer_leads_where_it_says(answer: str, tmp_path: Path) -> None:
    title = FIRST.partition("/")[0]
    driver = new_menu(tmp_path)
    driver.click(title)
    driver.click(answer)
    assert driver.shows({"learn": LessonTable, "play": SetupScreen, "rules": RulesOverlay}[answer])
    if answer == "learn":
        assert driver.top.host.lesson.id == FIRST
    driver.app.close()


def test_the_list_shows_what_is_done_and_what_was_begun(tmp_path: Path) -> None:
    title, second = FIRST.partition("/")[0], lessons.next_lesson(FIRST)
    progress = ProgressFile(tmp_path)
    progress.mark_done(FIRST)
    progress.flush(LIMIT_S)
    driver = LessonDriver(second, tmp_path)
    driver.wait()
    driver.close()
    for code in CODES:
        menu = new_menu(tmp_path)
        menu.app.change(menu.kit.settings.with_changes(language=code))
        assert [box._lessons[:2] for box in menu.top._boxes if box.name == title] == [[True, False]]
        marks = next(box for box in menu.top._boxes if box.name == title)._lessons
        assert menu.widget(title).tip == menu.kit.texts("lesson.count_done", done=1, count=len(marks))
        menu.click("learn")
        assert menu.shows(LessonList) and menu.top.focus == second
        tabs = [stop for stop in menu.top.tab_stops if isinstance(stop, Button) and stop.name.startswith("title ")]
        assert [tab.name for tab in tabs if tab.kind == "main"] == [f"title {title}"], "the shown title is marked"
        assert not layout_problems(menu.top, menu.surface.get_size()) and not menu.overflows
        assert menu.kit.texts("lesson.begun", lesson="x")[2:] in menu.widget(second).text  # type: ignore[attr-defined]
        menu.app.close()
    menu = new_menu(tmp_path)
    menu.click("learn")
    others = [stop.name for stop in menu.top.tab_stops if stop.name.startswith("title ")]
    menu.click(others[-1])
    assert menu.top.focus == others[-1]
    menu.click(f"title {title}")
    menu.click(FIRST)
    assert menu.shows(LessonTable)
    menu.app.close()


def test_the_heading_counts_the_lessons() -> None:
    for code, start in (("en", "Lesson 2 of "), ("es", "Lección 2 de "), ("fr", "Leçon 2 sur ")):
        driver = LessonDriver(lessons.next_lesson(FIRST), settings=with_language(code))
        assert start in driver.table.heading()
        driver.close()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", [FIRST, "happy_mochi/5-reserve-and-pass"])
def test_the_heading_leaves_room_for_the_buttons_and_is_not_cut(name: str, code: str) -> None:
    for changes, size in (({}, (400, 600)), ({"text_size": 200}, (400, 600)), ({"text_size": 200}, (640, 360))):
        driver = LessonDriver(name, settings=with_language(code, **changes), size=size)
        plate = paint.heading_plate(driver.kit, driver.table.heading())
        bar = [stop.rect for stop in driver.table.tab_stops if stop.name in ("skip lesson", *toolbar.TOOL_ICONS)]
        assert plate.collidelist(bar) == -1 and not driver.overflows
        driver.close()


def test_skip_repeat_and_menu(tmp_path: Path) -> None:
    driver = LessonDriver(FIRST, tmp_path)
    driver.wait()
    driver.make_move(right_move(driver))
    driver.wait()
    driver.click("skip lesson")
    driver.follow_table()
    assert driver.lesson.id == lessons.next_lesson(FIRST)
    assert FIRST in driver.progress.open, "a skipped lesson can be resumed"
    driver.key("escape")
    driver.click("restart")
    driver.follow_table()
    assert driver.steps_done == 0
    driver.key("escape")
    says = driver.widget_of(Button, "menu").text
    assert f"“{driver.kit.texts('lesson.menu')}”" in says, "a lesson is not among the saved matches"
    driver.click("menu")
    assert driver.shows(MenuScreen)
    driver.app.close()


def test_a_finished_lesson_begins_anew_and_counts_nowhere(tmp_path: Path) -> None:
    driver = LessonDriver(FIRST, tmp_path)
    play(driver)
    driver.click("again")
    driver.follow_table()
    driver.wait()
    assert driver.steps_done == 0 and driver.lesson.id == FIRST
    driver.close()
    store = Store(tmp_path)
    assert not store.saves() and not list(store.results.glob("*")) and not list(store.records.glob("*"))
    store.close()


def test_nothing_can_be_touched_while_a_mistake_is_shown() -> None:
    driver = LessonDriver(FIRST)
    driver.wait()
    driver.make_move(wrong_moves(driver, every=False)[0])
    driver.wait()
    before = driver.host.match.digest()
    for widget in list(driver.table.tab_stops):
        if widget.name.startswith("card "):
            driver.touch(widget.name)
    assert driver.host.match.digest() == before and driver.lesson_host.mistake_shown
    driver.close()


def test_a_lesson_with_a_broken_file_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons.load.cache_clear()
    monkeypatch.setattr(lessons, "_read_bytes", lambda file: b"lesson: [")
    driver = new_menu(tmp_path)
    driver.click("learn")
    driver.click(FIRST)
    assert not driver.shows(LessonTable)
    driver.key("escape")
    assert driver.shows(MenuScreen)
    driver.app.close()
    lessons.load.cache_clear()


JUDGED = "why.looked"
"""The only reason of the judge below."""


class StrictJudge(InlineWorker):
    """Its bots play at random. Asked as a judge, it would always have played another move."""

    def __init__(self) -> None:
        super().__init__(bot="random")

    def think(self, question: BotQuestion) -> Answer:
        if question.seed[0] != "judge":
            return super().think(question)
        legal = question.view.legal
        values = tuple((move, float(number)) for number, move in enumerate(legal))
        return Answer(Thought(legal[-1], values, reasons=(Reason(JUDGED),)))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", LAST)
def test_the_first_match_takes_back_one_bad_move_a_round_and_ends_in_a_score(
    name: str, code: str, tmp_path: Path
) -> None:
    """The language changes while the second mistake is shown, and so does the size."""
    driver = LessonDriver(name, tmp_path, settings=with_language(code), worker=StrictJudge())
    host, judged = driver.lesson_host, 0
    for _ in range(4000):
        driver.wait()
        if driver.done:
            break
        if driver.top is not driver.table:
            driver.answer()
        elif host.mistake_shown:
            judged += 1
            if judged == 2:
                change_language_and_size(driver)
            mistake, words = host.mistake, driver.table.board.words
            assert mistake is not None and mistake.better is not None and mistake.view is not None
            better = uncapitalize(words.move(mistake.view, mistake.better))
            assert better in driver.table.prompt(), "it names what would be better"
            told = driver.kit.texts("lesson.judge", move=better, reason=driver.kit.texts(JUDGED))
            assert driver.table.prompt() == told
            entries = len(host.match.log)
            driver.press("take back" if judged % 2 else "keep move")
            assert host.mistake is None and (len(host.match.log) < entries) == bool(judged % 2)
        else:
            driver.choose()
    log, facts = host.match.log, host.rules.spec.facts
    rounds = sum(entry.deal is not None for entry in log)
    if "round" not in facts:
        rounds += sum(entry.seat == host.student for entry in log) // DECISIONS_PER_ROUND
    assert driver.done and host.over and 0 < judged <= rounds
    heading = "lesson.lost" if host.student not in host.standings.winners else "lesson.done"
    assert driver.kit.texts(heading) in sheet_text(driver)
    learnt = host.message("done")
    assert driver.kit.texts(learnt.key, **learnt.values) in sheet_text(driver) and "{" not in sheet_text(driver)
    assert driver.progress.done == {name}
    driver.close()


def open_answers(driver: LessonDriver) -> set[Target]:
    """What can be touched now and leads on to a move."""
    buttons = {widget.target for widget in driver.table.tab_stops if isinstance(widget, MoveButton)}
    touches = (widget for widget in driver.table.tab_stops if isinstance(widget, TouchWidget))
    return buttons | {touch.target for touch in touches if touch.legal}


@pytest.mark.parametrize("looks", [0, 3, 40])
@pytest.mark.parametrize("name", LAST)
def test_in_the_first_match_all_answers_can_be_touched_at_every_decision(name: str, looks: int) -> None:
    """However late the judge's answer comes. It finds no mistakes here."""
    driver = LessonDriver(name, worker=InlineWorker(looks, bot="random"))
    decisions = 0
    while decisions < (12 if looks == 40 else 40) and not driver.done:
        driver.wait()
        if driver.done:
            break
        if driver.top is not driver.table:
            driver.answer()
            continue
        assert set(driver.table.sitting.choice.targets()) <= open_answers(driver), decisions
        driver.choose()
        decisions += 1
    assert decisions > 3
    driver.close()


@pytest.mark.parametrize("way", ["menu", "again", "review"])
@pytest.mark.parametrize("looks", [0, 3])
def test_the_last_lesson_is_done_whatever_follows_its_result(way: str, looks: int, tmp_path: Path) -> None:
    driver = LessonDriver(LAST[-1], tmp_path, worker=InlineWorker(looks, bot="random"))
    while not (isinstance(driver.top, ScoreScreen) and driver.top.tally.final):
        driver.wait()
        if isinstance(driver.top, ScoreScreen) and driver.top.tally.final:
            break
        if driver.top is not driver.table:
            driver.answer()
        else:
            driver.choose()
    assert driver.progress.done == {LAST[-1]}, "also for somebody who closes the window now"
    driver.click(way)
    driver.frames(20, dt=0.1)
    assert driver.done, "the last page is seen"
    driver.click("menu")
    assert driver.shows(MenuScreen)
    assert driver.store is not None and not driver.progress.open
    driver.app.close()


def test_a_lesson_left_just_after_its_last_move_is_done(tmp_path: Path) -> None:
    driver = LessonDriver(FIRST, tmp_path)
    host = driver.lesson_host
    while not host.finished:
        driver.wait()
        if driver.top is not driver.table:
            driver.answer()
        else:
            driver.make_move(right_move(driver))
            driver.until(lambda: host.finished or driver.is_ready, "the next step")
    driver.close()
    assert ProgressFile(tmp_path).load().done == {FIRST}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", LIVE)
def test_a_lesson_against_the_clock_waits_until_the_student_is_ready(name: str, code: str, tmp_path: Path) -> None:
    driver = LessonDriver(name, tmp_path, settings=with_language(code))
    race = driver.table.race
    assert race is not None
    driver.frames(200, dt=0.1)
    assert driver.has("ready") and race.live.phase == "look"
    assert driver.table.prompt() == driver.lesson_host.said_line(driver.table.board.words)
    driver.press("ready")
    for _ in range(FRAME_LIMIT):
        if driver.done:
            break
        driver.step(dt=0.1)
        if driver.top is driver.table and driver.has("live play"):
            driver.press("live play")
    assert driver.done and driver.progress.done == {name}
    driver.close()


@pytest.mark.parametrize("name", LIVE)
def test_a_missed_turn_is_told_and_taken_back_before_the_next_countdown(name: str) -> None:
    """In the first turn, and again in the last one, which would otherwise end the lesson."""
    driver = LessonDriver(name)
    host, race = driver.lesson_host, driver.table.race
    assert race is not None
    driver.frames(5)
    driver.press("ready")
    while not host.finished:
        before = host.match.digest()
        driver.until(lambda: driver.has("take back"), "the end of a missed turn", dt=0.1)
        missed = host.message(host.lesson.missed)
        for _ in range(100):
            driver.step(dt=0.1)
            assert driver.table.prompt() == driver.kit.texts(missed.key, **missed.values)
            assert race.live.phase == "look" and not driver.done and not driver.table.prompt_dark
        driver.press("take back")
        assert host.match.digest() == before
        driver.until(lambda: driver.has("live play"), "the race", dt=0.1)
        assert host.match.digest() == before
        driver.key("a")
        driver.until(lambda: race.live.phase != "race", "the end of the turn", dt=0.1)
        assert host.mistake is None
    driver.until(lambda: driver.done, "the end", dt=0.1)
    driver.close()


@pytest.mark.parametrize("name", LIVE)
def test_the_keys_of_a_race_never_lead_the_ring_to_another_lesson(name: str) -> None:
    driver = LessonDriver(name)
    driver.frames(5)
    assert driver.top.focus == "ready"
    driver.show_ring()
    driver.walk_to("ready")
    driver.key("return")
    for _ in range(3):
        driver.until(lambda: driver.top is not driver.table or driver.has("live play"), "the race", dt=0.1)
        if driver.top is not driver.table:
            break
        assert driver.top.focus == "live play"
        driver.key("a")
        for _ in range(20):
            driver.step(dt=0.05)
            if driver.top is not driver.table:
                break
            assert driver.top.focus in ("", "live play", "live discard")
    driver.close()


# The file


def test_a_disk_that_hangs_stops_no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = threading.Event()
    monkeypatch.setattr("os.fsync", lambda handle: stuck.wait(LIMIT_S))
    driver = LessonDriver(FIRST, tmp_path)
    play(driver)
    assert driver.progress.done == {FIRST} and not (tmp_path / "lessons.json").exists()
    driver.click("next")
    stuck.set()
    driver.follow_table()
    driver.close()
    assert ProgressFile(tmp_path).load().done == {FIRST}


def test_two_copies_of_the_program_keep_each_others_lessons(tmp_path: Path) -> None:
    one, other = ProgressFile(tmp_path), ProgressFile(tmp_path)
    one.mark_done("a/1")
    one.flush(LIMIT_S)
    other.mark_done("a/2")
    other.keep("a/3", {"format": 1})
    other.mark_asked("a")
    other.flush(LIMIT_S)
    one.mark_done("a/3")
    one.flush(LIMIT_S)
    found = ProgressFile(tmp_path).load()
    assert found == Progress(frozenset({"a"}), frozenset({"a/1", "a/2", "a/3"}), {})


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"done": 3}', b'{"open": {"a": 1}}', b"\xff", b"[" * 100_000])
def test_a_damaged_file_is_put_aside(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "lessons.json").write_bytes(content)
    progress = ProgressFile(tmp_path)
    assert progress.load() == Progress()
    progress.mark_done("a/1")
    progress.flush(LIMIT_S)
    assert ProgressFile(tmp_path).load().done == {"a/1"}
    assert (tmp_path / "lessons.json.damaged-1").read_bytes() == content
