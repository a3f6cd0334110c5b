"""What the state machine has found, each as short as it gets."""

from __future__ import annotations

from dataclasses import replace

from game.ui.table.prompt import MoveButton
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.table import QUICK, TableDriver


def shown(driver: Driver) -> bytes:
    """The window at rest, without a pointer on anything."""
    driver.move((1, 1))
    driver.frames(60)
    return driver.surface.get_view("0").raw


def buttons(table: TableDriver) -> dict[str, tuple[int, ...]]:
    return {widget.name: tuple(widget.rect) for widget in table.table.widgets if isinstance(widget, MoveButton)}


def test_buttons_stay_beside_the_prompt_when_somebody_else_has_chosen() -> None:
    table = TableDriver("jelly_mind", 3, worker=InlineWorker(3))
    table.wait()
    while not buttons(table):
        table.choose()
        table.wait()
    before, chosen = buttons(table), sum(table.host.view(0).sealed)
    while sum(table.host.view(0).sealed) == chosen:
        table.step()
    table.frames(10)
    assert table.table.asking and buttons(table) == before


def test_the_background_is_drawn_anew_for_high_contrast() -> None:
    """In a window that is not as wide as the picture, its lower edge shows what lies behind it."""
    contrast = replace(QUICK, contrast=True)
    changed = TableDriver("face_to_face", 2, worker=InlineWorker(), size=(400, 300))
    always = TableDriver("face_to_face", 2, worker=InlineWorker(), size=(400, 300), settings=contrast)
    changed.wait()
    always.wait()
    changed.app.change(contrast)
    assert shown(changed) == shown(always)
