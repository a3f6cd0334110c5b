"""A hint on the screen: what it means stands out, and it hides nothing."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.play.choice import targets_of
from game.ui.table import highlights
from game.ui.table.prompt import MoveButton
from game.ui.table.touch import TouchWidget
from game.words.message import HintStep, Message
from tests.inline_worker import InlineWorker
from tests.table import QUICK, TableDriver

SIZE = (1280, 720)


def asked(
    worker: InlineWorker,
    title: str,
    seats: int,
    fits: Callable[[TableDriver], bool] = lambda table: True,
    **more: object,
) -> TableDriver:
    """A table at a question that fits."""
    settings = QUICK.with_changes(**more)
    options = {"target": 50} if title == "happy_mochi" else None
    table = TableDriver(title, seats, worker=worker, size=SIZE, settings=settings, options=options)
    for _ in range(400):
        table.wait()
        if table.top is not table.table:
            table.answer()
        elif fits(table):
            return table
        else:
            table.choose()
    raise AssertionError("nothing like that was asked")


def told(table: TableDriver, step: int) -> TableDriver:
    for _ in range(step + 1):
        table.click("hint")
        table.wait_for_hint()
        table.frames(20)
    assert table.table.sitting.hint is not None
    return table


def with_button(table: TableDriver) -> bool:
    return any(isinstance(widget, MoveButton) for widget in table.table.widgets)


def meant(table: TableDriver) -> set[str]:
    return table.hinted


@pytest.mark.parametrize("step", [HintStep.MOVE, HintStep.WHY])
def test_card_and_pile_of_a_hint_are_both_marked_and_the_card_stands_out(step: int, worker: InlineWorker) -> None:
    table = told(asked(worker, "face_to_face", 2, lambda table: not with_button(table)), step)
    scene = table.table
    assert scene.sitting.hint is not None
    aims = targets_of(scene.sitting.view, scene.sitting.hint.move, {})
    assert len(aims) == 2 and meant(table) == {table.named(aim, "") for aim in aims}
    raised = [w for w in scene.widgets if isinstance(w, TouchWidget) and w.sprite is not None and w.sprite.lift == 1]
    assert [widget.target for widget in raised] == [aims[0]]


def test_where_to_look_is_not_yet_what_to_do(worker: InlineWorker) -> None:
    table = told(asked(worker, "face_to_face", 2), HintStep.LOOK)
    assert not meant(table) and highlights.hint_place_names(table.table.sitting, table.table.widgets)


def test_a_hint_means_nothing_any_more_while_something_else_is_chosen(worker: InlineWorker) -> None:
    table = told(asked(worker, "face_to_face", 2), HintStep.MOVE)
    other = next(
        w for w in table.table.widgets if isinstance(w, TouchWidget) and w.sprite and w.name not in meant(table)
    )
    table.touch(other.name)
    assert table.table.sitting.choice.picked and not meant(table)


def test_a_button_that_is_meant_looks_so(worker: InlineWorker) -> None:
    table = told(asked(worker, "jelly_mind", 3, with_button), HintStep.MOVE)
    buttons = {widget.name: widget.kind for widget in table.table.widgets if isinstance(widget, MoveButton)}
    assert len(meant(table)) == 1
    assert [name for name, kind in buttons.items() if kind == "main"] == list(meant(table))


@pytest.mark.parametrize("contrast", [False, True])
def test_the_mark_lies_above_the_neighbours(contrast: bool, worker: InlineWorker) -> None:
    table = told(asked(worker, "marshmallow_test", 4, contrast=contrast, reduced_motion=True), HintStep.MOVE)
    ring = pygame.Surface(SIZE)
    highlights.draw_hint_marks(table.kit, table.table.sitting, table.table.widgets, ring)
    (name,) = meant(table)
    where = table.widget(name).rect
    changed = [
        (x, y)
        for x in range(where.left, where.right, 3)
        for y in range(where.top, where.bottom, 3)
        if ring.get_at((x, y))[:3] == table.kit.colours.accent
    ]
    assert len(changed) > 50
    assert all(table.surface.get_at(spot) == ring.get_at(spot) for spot in changed)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize(("title", "seats"), [("face_to_face", 2), ("happy_mochi", 3), ("marshmallow_test", 4)])
def test_the_last_step_says_the_move_again_and_hides_nothing(
    title: str, seats: int, language: str, worker: InlineWorker
) -> None:
    table = told(asked(worker, title, seats, language=language), HintStep.WHY)
    scene = table.table
    hint, words = scene.sitting.hint, scene.board.words
    assert hint is not None and words.move(scene.sitting.view, hint.move)[1:] in table.said
    assert all(words.say(Message(reason.key, reason.values)) in table.said for reason in hint.reasons)
    spot = scene.bubble.place
    assert spot is not None and spot.hidden_px == 0
    assert spot.rect.collidelist(scene.occupied_rects()) == -1
    assert not table.overflows


def test_large_letters_hide_neither_badge_nor_card(worker: InlineWorker) -> None:
    table = told(asked(worker, "marshmallow_test", 3, text_size=150), HintStep.WHY)
    assert table.table.bubble.place is not None and table.table.bubble.place.hidden_px == 0


def test_a_card_in_reserve_that_may_be_taken_glows(worker: InlineWorker) -> None:
    def reserved(table: TableDriver) -> bool:
        return any(
            w.name.startswith("card reserve") and w.legal for w in table.table.widgets if isinstance(w, TouchWidget)
        )

    table = asked(worker, "happy_mochi", 3, reserved)
    glow = pygame.Surface(SIZE)
    highlights.draw_glows(table.kit, table.table.sitting, table.table.widgets, table.table.board.hand, glow)
    card = next(widget for widget in table.table.widgets if widget.name.startswith("card reserve"))
    assert glow.get_at((card.rect.left - 3, card.rect.centery))[:3] != (0, 0, 0)
