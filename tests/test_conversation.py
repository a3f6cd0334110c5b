"""The conversation at the table: what is said, asked and taken back reaches the person and the moment it was for."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai.worker import Ticket
from game.engine.moves import Move
from game.play.choice import targets_of
from game.titles import TITLES
from game.ui.screens.confirm import Confirm
from game.ui.screens.curtain import Curtain
from game.ui.table import highlights, panels
from game.words.message import HintMessage, HintStep, question_message
from tests.inline_worker import InlineWorker
from tests.table import QUICK, KeyboardDriver, TableDriver
from tests.test_table import SEATS, played
from tests.virtual_time import VirtualTime

POLLS = (0, 3, 40)
"""Looks that go by before the bots' process answers."""
CODES = ("en", "es", "fr")
BOUNCE_S = 0.12
GAME = Path(__file__).parent.parent / "game"


class LateHints(InlineWorker):
    """Answers bots as usual, and hints only once they are let through."""

    let_through = False

    def look_for_answer(self, ticket: Ticket) -> None:
        if self.let_through or ticket.question.seed[0] != "hint":
            super().look_for_answer(ticket)


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    return InlineWorker(request.param)


@pytest.fixture(params=POLLS, ids=lambda polls: f"{polls} polls")
def late(request: pytest.FixtureRequest) -> LateHints:
    return LateHints(request.param)


def asked(table: TableDriver) -> TableDriver:
    """Go on until somebody is asked for a move."""
    table.wait()
    while table.top is not table.table:
        table.answer()
        table.wait()
    return table


def make(table: TableDriver, move: Move) -> None:
    """Touch what belongs to a move, as long as it is asked for."""
    sitting = table.table.sitting
    for target in targets_of(sitting.view, move, table.host.rules.spec.points_at):
        if table.table.sitting.position == sitting.position and table.top is table.table:
            table.touch(table.named(target, move.text))


def covered(table: TableDriver) -> bool:
    """Whether a curtain lies on the table."""
    return isinstance(table.top, Curtain)


def hint(table: TableDriver, step: HintStep = HintStep.LOOK) -> None:
    """Ask until the hint has told so much."""
    for _ in range(step + 1):
        table.key("h")
        for _ in range(200):
            if not table.table.sitting.is_thinking:
                break
            table.step()
    assert table.table.sitting.hint_step == step and table.table.sitting.hint is not None


# Hints belong to a person and a moment


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_that_comes_late_is_not_told_to_the_next_person(title: str, late: LateHints) -> None:
    table = asked(TableDriver(title, SEATS[title][0], 2, worker=late))
    first = table.table.viewer
    table.key("h")
    assert table.said == table.kit.texts("table.waiting")
    while table.table.viewer == first:
        table.choose()
        table.wait()
    late.let_through = True
    asked(table)
    assert table.table.viewer not in (first, table.host.seats)
    for _ in range(100):
        table.step()
        assert table.table.sitting.hint is None and table.table.bubble.remark is None
    hint(table)
    said = table.table.sitting.said
    assert said is not None and isinstance(said.message, HintMessage) and said.message.view.seat == table.table.viewer


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_for_a_move_that_was_already_made_is_not_told(title: str, late: LateHints) -> None:
    table = asked(TableDriver(title, SEATS[title][0], worker=late))
    before = table.table.sitting
    table.key("h")
    while table.table.sitting.position == before.position:
        table.choose()
    late.let_through = True
    for _ in range(100):
        table.step()
        assert table.table.sitting.hint is None
        assert table.said != table.kit.texts("table.waiting")
    assert before.hint is None and not before.is_thinking


@pytest.mark.parametrize("title", TITLES)
def test_in_text_mode_the_next_person_reads_the_same_whether_hints_were_given_before_or_not(
    title: str, tmp_path: Path, worker: InlineWorker, virtual_time: VirtualTime
) -> None:
    pytest.importorskip("termios")
    quiet, curious = (read_by_the_second(title, wishes, worker, tmp_path) for wishes in (0, 3))
    assert len(quiet) > 3 and quiet == curious


def read_by_the_second(title: str, wishes: int, worker: InlineWorker, folder: Path) -> list[str]:
    """All that is printed after the first person, who wants so many hints, has moved; the second wants three."""
    from tests.test_text_mode import Sitting as Terminal
    from tests.test_text_mode import host as a_host

    host = a_host(title, 2)
    host.worker = worker
    lines = {0: iter(["hint"] * wishes), 1: iter(["hint"] * 3)}
    seen: list[str] = []

    def answer(printed: str) -> str | None:
        holder = terminal.table.holder
        if holder == 1 or seen:
            seen.append(printed)
        if holder is None or "press enter" in printed.lower():
            return ""
        return next(lines[holder], "1" if holder == 0 else None)

    terminal = Terminal(host, folder, answer)
    terminal.run()
    return seen


# A card that would lose at once


def losing(*, always: bool = False) -> tuple[Any, Move]:
    """A match in which somebody may play a card that loses at once and fits on one pile only.

    With `always` every other card loses too; otherwise one does not.
    """
    for seed in range(200):
        for moves in range(2, 60):
            match = played("face_to_face", 2, moves, seed)
            if match.over or match.deciders[0] != 0:
                continue
            view = match.view(0)
            fits = [move.card for move in view.legal]
            lost = [move for move in view.legal if match.rules.warning(view, move) is not None]
            for move in lost:
                if fits.count(move.card) == 1 and (len(lost) == len(fits)) == always:
                    return match, move
    raise AssertionError("no card ever loses")


@pytest.fixture(scope="module")
def doomed() -> tuple[Any, Move]:
    return losing()


def mouse(table: TableDriver, kind: int, pos: tuple[int, int]) -> None:
    table.step(pygame.Event(kind, pos=pos, button=1, touch=False))


def drag(table: TableDriver, name: str, goal: tuple[int, int]) -> None:
    """Take a card with the pointer and let it go there."""
    take(table, name)
    table.move(goal)
    mouse(table, pygame.MOUSEBUTTONUP, goal)


def take(table: TableDriver, name: str) -> None:
    """Press on a card, and move it a little."""
    at = table.widget(name).rect
    pos = at.left + 5, at.centery
    table.move(pos)
    mouse(table, pygame.MOUSEBUTTONDOWN, pos)
    table.move((pos[0] + 20, pos[1] - 20))


def held(table: TableDriver) -> bool:
    """Whether a card follows the pointer."""
    table.move((100, 100))
    table.move((120, 90))
    return any(sprite.dragged_to is not None for sprite in table.table.board.stage.sprites)


def test_a_card_that_would_lose_asks_first_when_it_is_dragged(
    doomed: tuple[Any, Move], worker: InlineWorker
) -> None:
    match, move = doomed
    table = asked(TableDriver("face_to_face", 2, worker=worker, match=match))
    card, pile = targets_of(table.table.sitting.view, move, {})
    name, turn = table.named(card, ""), table.host.turn
    for _ in range(2):
        drag(table, name, table.widget(f"zone {pile.place}").rect.center)
        assert isinstance(table.top, Confirm) and table.host.turn == turn
        table.click("no")
        assert table.table.sitting.pending is None and not table.table.sitting.choice.picked and not held(table)
    drag(table, name, table.widget(f"zone {pile.place}").rect.center)
    table.click("yes")
    assert table.host.turn > turn


def test_where_every_card_loses_nothing_is_asked(worker: InlineWorker) -> None:
    match, move = losing(always=True)
    table = asked(TableDriver("face_to_face", 2, worker=worker, match=match))
    card, pile = targets_of(table.table.sitting.view, move, {})
    drag(table, table.named(card, ""), table.widget(f"zone {pile.place}").rect.center)
    assert table.host.over and table.host.standings.winners == (1,)


def test_no_card_sticks_to_the_pointer_after_another_window_was_used(worker: InlineWorker) -> None:
    table = asked(TableDriver("marshmallow_test", 3, worker=worker))
    take(table, playable(table))
    assert held(table)
    table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    table.step(pygame.Event(pygame.WINDOWFOCUSGAINED))
    assert table.top is table.table and not held(table)


@pytest.mark.parametrize("key", ["p", "r"], ids=["pause", "rules"])
def test_a_card_that_is_let_go_on_another_screen_does_not_stick_to_the_pointer(key: str, worker: InlineWorker) -> None:
    table = asked(TableDriver("marshmallow_test", 3, worker=worker))
    take(table, playable(table))
    table.key(key)
    mouse(table, pygame.MOUSEBUTTONUP, (200, 100))
    table.key("escape")
    turn = table.host.turn
    assert table.top is table.table and not held(table)
    mouse(table, pygame.MOUSEBUTTONUP, (200, 40))
    assert table.host.turn == turn


def test_a_card_that_was_only_clicked_does_not_follow_the_pointer(worker: InlineWorker) -> None:
    table = asked(TableDriver("face_to_face", 2, worker=worker))
    name = playable(table)
    table.touch(name)
    assert table.table.sitting.choice.picked and not held(table)
    table.touch(name)
    assert not held(table) and not table.table.sitting.choice.picked


def playable(table: TableDriver) -> str:
    """A card that may be played now."""
    return table.named(next(target for target in table.table.sitting.choice.targets() if target.kind == "card"), "")


# Keys that bounce, and keys before the ring is seen


def bounce(table: TableDriver, presses: int = 5) -> None:
    for _ in range(presses):
        table.frames(6, dt=(BOUNCE_S - 2 / 60) / 6)
        table.key("return")


@pytest.mark.parametrize("title", [title for title in TITLES if 3 in SEATS[title]])
def test_a_bouncing_key_plays_nothing_for_the_next_person(title: str, worker: InlineWorker) -> None:
    table = asked(KeyboardDriver(title, 3, 3, worker=worker))
    first = table.table.viewer
    while not covered(table):
        table.choose()
        table.frames(3)
    turn, entries = table.host.turn, len(table.host.match.log)
    bounce(table)
    assert covered(table)
    table.frames(6, dt=0.1)
    table.key("return")
    assert table.top is table.table and table.table.viewer not in (first, table.host.seats)
    bounce(table)
    assert (table.host.turn, len(table.host.match.log)) == (turn, entries)
    assert not table.table.sitting.choice.picked


@pytest.mark.parametrize("title", TITLES)
def test_return_in_a_new_match_only_shows_the_ring_to_whoever_used_the_pointer(
    title: str, worker: InlineWorker
) -> None:
    table = TableDriver(title, SEATS[title][0], worker=worker)
    table.click_at((2, 2))
    asked(table)
    table.key("return")
    assert table.table.ring_shown and not table.table.sitting.choice.picked
    assert all(entry.seat != table.table.viewer for entry in table.host.match.log)
    assert table.table.focused is table.table.pointed_widget()


# Another language


def test_a_refusal_that_is_on_the_table_follows_the_language(worker: InlineWorker) -> None:
    settings = [replace(QUICK, language=code) for code in CODES]
    tables = [TableDriver("marshmallow_test", 4, worker=worker, seed=8, settings=each) for each in settings]
    said = {}
    for table in tables:
        while not refused(asked(table)):
            table.choose()
        table.touch(refused(table)[0])
        said[table.kit.texts.code] = bubble(table)
    assert len(set(said.values())) == len(CODES)
    check_languages(tables[0], said)


@pytest.mark.parametrize("step", list(HintStep))
def test_a_hint_that_is_on_the_table_follows_the_language(step: HintStep, worker: InlineWorker) -> None:
    tables = [TableDriver("face_to_face", 2, worker=worker, settings=replace(QUICK, language=code)) for code in CODES]
    said = {}
    for table in tables:
        hint(asked(table), step)
        said[table.kit.texts.code] = bubble(table)
    assert len(set(said.values())) == len(CODES)
    check_languages(tables[0], said)



def refused(table: TableDriver) -> list[str]:
    """Cards of the hand that cannot be played."""
    cards = [widget for widget in table.table.widgets if widget.name.startswith("card hand")]
    return [card.name for card in cards if not card.legal]  # type: ignore[attr-defined]


def bubble(table: TableDriver) -> str:
    """What the bubble shows."""
    return table.table.bubble.text(table.kit, table.table.board.words)


def check_languages(table: TableDriver, said: dict[str, str]) -> None:
    """The bubble says the same as where the language was there from the beginning, and lies where it fits."""
    for code in ("fr", "es", "en"):
        before = table.surface.copy()
        table.app.change(replace(table.kit.settings, language=code))
        table.frames(2)
        assert bubble(table) == said[code]
        remark, spot = table.table.bubble.remark, table.table.bubble.place
        assert remark is not None and spot is not None
        assert spot.rect.size == panels.pill_size(table.kit, said[code], spot.line_width_u, remark.icon)
        assert before.subsurface(spot.rect).get_buffer().raw != table.surface.subsurface(spot.rect).get_buffer().raw


# One way to a move


def calls(folder: str) -> list[str]:
    """Where a move is made in the match: the names of the functions that call the host for it."""
    found = []
    for path in sorted((GAME / folder).rglob("*.py")):
        for owner in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(owner, ast.ClassDef | ast.Module):
                functions = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
                name = getattr(owner, "name", path.stem)
                found += [f"{name}.{function.name}" for function in functions for _ in plays(function)]
    return found


def plays(function: ast.FunctionDef) -> list[ast.Attribute]:
    """Calls such as `self.host.play(…)`, and any other use of a host's `play`."""
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and node.attr in ("play", "act", "repeat")
        if getattr(node.value, "attr", getattr(node.value, "id", "")).strip("_") in ("host", "match")
    ]


def test_a_move_reaches_the_match_in_one_place_of_the_window_and_one_of_the_terminal() -> None:
    assert calls("ui") == ["AskingTable._apply_outcome"]
    assert calls("text_mode") == ["TextMatch._ask_next"]


# A card that is let go where it may not go


def stubborn() -> tuple[Any, Move, str]:
    """A match in which a card fits on one pile only, and losing is far; and a pile where the card may not go."""
    for seed in range(50):
        match = played("face_to_face", 2, 6, seed)
        if match.over or match.deciders[0] != 0:
            continue
        view = match.view(0)
        fits = [move.card for move in view.legal]
        for move in view.legal:
            if fits.count(move.card) == 1 and match.rules.warning(view, move) is None:
                return match, move, "up 0" if move.zone == "down 0" else "down 0"
    raise AssertionError("every card fits on several piles")


@pytest.mark.parametrize("where", ["another pile", "the empty table"])
def test_a_card_that_is_dropped_where_it_may_not_go_returns_and_a_reason_is_said(
    where: str, worker: InlineWorker
) -> None:
    match, move, wrong = stubborn()
    table = asked(TableDriver("face_to_face", 2, worker=worker, match=match))
    name, turn = table.named(targets_of(table.table.sitting.view, move, {})[0], ""), table.host.turn
    take(table, name)
    goal = table.widget(f"zone {wrong}").rect.center
    if where == "the empty table":
        goal = 4, table.surface.get_height() // 2
    table.move(goal)
    mouse(table, pygame.MOUSEBUTTONUP, goal)
    assert table.host.turn == turn and not table.table.sitting.choice.picked and not held(table)
    assert table.said and (str(move.text.split()[0]) in table.said) == (where == "another pile")


def test_a_click_on_a_card_with_one_legal_pile_only_chooses_it(worker: InlineWorker) -> None:
    match, move, wrong = stubborn()
    table = asked(TableDriver("face_to_face", 2, worker=worker, match=match))
    card, pile = targets_of(table.table.sitting.view, move, {})
    turn = table.host.turn
    table.touch(table.named(card, ""))
    assert table.host.turn == turn and table.table.sitting.choice.picked == [card]
    table.click(f"zone {wrong}")
    assert table.host.turn == turn and table.table.sitting.choice.picked == [card] and table.said
    table.click(f"zone {pile.place}")
    assert table.host.turn > turn


def test_a_card_that_cannot_be_used_says_why_when_it_is_dragged(worker: InlineWorker) -> None:
    table = asked(TableDriver("marshmallow_test", 4, worker=worker, seed=8))
    while not refused(asked(table)):
        table.choose()
    turn = table.host.turn
    drag(table, refused(table)[0], (100, 100))
    assert table.said and table.host.turn == turn


def test_in_jelly_mind_a_touch_of_the_own_card_plays_it(worker: InlineWorker) -> None:
    for way in ("click", "drag"):
        table = asked(TableDriver("jelly_mind", 3, worker=worker))
        name = playable(table)
        at = table.widget(name).rect
        if way == "click":
            table.touch(name)
        else:
            drag(table, name, (at.centerx, at.top - 30))
        assert [entry.move.text for entry in table.host.match.log if entry.seat == 0 and entry.move][-1] == "play"


def test_whoever_waits_in_jelly_mind_reads_so_until_the_others_have_decided(worker: InlineWorker) -> None:
    table = asked(TableDriver("jelly_mind", 3, people=3, worker=worker))
    rules, words = table.host.rules, table.table.board.words
    first = table.table.viewer
    before = [question_message(rules, table.host.view(seat)) for seat in range(3) if seat != first]
    table.click("move wait")
    message = question_message(rules, table.host.view(first))
    assert message.key == "waiting.jelly_mind.own_wait" and "wait" in words.say(message)
    assert [question_message(rules, table.host.view(seat)) for seat in range(3) if seat != first] == before
    for seat in list(table.host.deciders):
        table.host.play(seat, next(move for move in table.host.view(seat).legal if move.verb == "wait"))
    assert question_message(rules, table.host.view(first)).key == "ask.jelly_mind.again"


# Numbers of pairs


def two_pairs() -> tuple[Any, list[Move]]:
    """A match in which a card belongs to two pairs that may be played."""
    for seed in range(100):
        match = played("happy_mochi", 2, 0, seed)
        pairs = sorted((m for m in match.view(0).legal if m.verb == "pair"), key=lambda move: move.index)
        for left, right in itertools.pairwise(pairs):
            if match.deciders == (0,) and right.index == left.index + 1:
                return match, [left, right]
    raise AssertionError("no card belongs to two pairs")


@pytest.mark.parametrize("number", [0, 1])
def test_a_press_on_the_number_of_a_pair_plays_that_pair(number: int, worker: InlineWorker) -> None:
    match, pairs = two_pairs()
    table = asked(TableDriver("happy_mochi", 2, worker=worker, match=match))
    scene, view = table.table, table.table.sitting.view
    middle = targets_of(view, pairs[1], scene.board.spec.points_at)[0]
    turn = table.host.turn
    table.touch(table.named(middle, ""))
    assert table.host.turn == turn and scene.sitting.choice.picked == [middle]
    middle_rect = table.widget(table.named(middle, "")).rect
    table.click_at((middle_rect.centerx, middle_rect.bottom - 4))
    assert not scene.sitting.choice.picked and table.host.turn == turn
    table.click_at((middle_rect.centerx, middle_rect.bottom - 4))
    table.frames(30)
    spots = [
        (x, y)
        for x in range(0, table.surface.get_width(), 3)
        for y in range(0, table.surface.get_height(), 3)
        if highlights.previewed_move(scene.kit, scene.sitting, scene.choice, scene.widgets, (x, y)) == pairs[number]
    ]
    table.click_at(spots[len(spots) // 2])
    assert [entry.move for entry in table.host.match.log if getattr(entry, "move", None)][-1] == pairs[number]


def test_one_touch_of_a_card_plays_no_pair(worker: InlineWorker) -> None:
    for seed in range(100):
        match = played("happy_mochi", 2, 0, seed)
        pairs = [move for move in match.view(0).legal if move.verb == "pair"]
        if match.deciders == (0,) and len(pairs) == 1:
            break
    table = asked(TableDriver("happy_mochi", 2, worker=worker, match=match))
    first, second = targets_of(table.table.sitting.view, pairs[0], table.host.rules.spec.points_at)
    turn = table.host.turn
    table.touch(table.named(first, ""))
    assert table.host.turn == turn
    table.touch(table.named(second, ""))
    assert table.host.turn > turn


def test_a_refusal_on_the_screen_names_the_key_of_the_rules_and_no_number(worker: InlineWorker) -> None:
    table = asked(TableDriver("marshmallow_test", 4, worker=worker, seed=8))
    while not refused(asked(table)):
        table.choose()
    table.touch(refused(table)[0])
    assert "MT-" not in bubble(table) and table.kit.texts("table.rule_key", key="R") in bubble(table)
    for keys, last in (({"rules": ("f6",)}, "(F6: the rule)"), ({"rules": ()}, "suit.")):
        table.app.change(table.kit.settings.with_changes(keys=keys))
        table.frames(1)
        assert bubble(table).endswith(last)


def test_after_a_turn_of_jelly_mind_a_line_says_who_gets_how_many_jellies() -> None:
    table = TableDriver("jelly_mind", 3, worker=InlineWorker(bot="beginner"), settings=replace(QUICK, speed="fast"))
    said: set[str] = set()
    for _ in range(4000):
        if any("jell" in line for line in said):
            break
        if table.top is table.table and table.table.asking and table.still:
            table.choose()
        table.step(dt=0.05)
        said.add(table.table.prompt())
    told = [line for line in said if "jell" in line]
    table.until(lambda: table.table.director.idle, "the log")
    assert told and told[0].split(". ")[0].rstrip(".") in " ".join(table.log)
