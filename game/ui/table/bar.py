"""The bar at the top of a table: a way out at the left, and a row of buttons at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.ui.kit import Kit
from game.ui.widgets import Button, Press

BUTTON_WIDTH_U, BUTTON_HEIGHT_U, BUTTON_GAP_U = 46.0, 42.0, 8.0
BAR_MARGIN_U, BAR_TOP_U = 14.0, 10.0

Entry = tuple[str, str, Press]
"""A button's name, its icon, and what it does."""


def bar(kit: Kit, out: Entry, entries: Sequence[Entry]) -> Iterator[Button]:
    """The icon of a button also says what its tip is."""
    yield _button(kit, BAR_MARGIN_U, *out)
    x = kit.metrics.width - BAR_MARGIN_U - len(entries) * (BUTTON_WIDTH_U + BUTTON_GAP_U) + BUTTON_GAP_U
    for name, icon, press in entries:
        button = _button(kit, x, name, icon, press)
        button.tip = kit.texts(f"table.{icon}")
        yield button
        x += BUTTON_WIDTH_U + BUTTON_GAP_U


def _button(kit: Kit, x: float, name: str, icon: str, press: Press) -> Button:
    return Button(name, kit.rect(x, BAR_TOP_U, BUTTON_WIDTH_U, BUTTON_HEIGHT_U), press, icon=icon, kind="quiet")
