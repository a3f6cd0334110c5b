"""The bar of a table: its buttons, and the keys that stand for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.ui.kit import Kit
from game.ui.table.bar import bar
from game.ui.widgets import Button, Press, Widget

TOOL_ICONS = {"hint": "hint", "undo": "undo", "last": "last_trick", "log": "log", "rules": "rules"}


def buttons(
    kit: Kit, presses: Mapping[str, Press], *, log_open: bool, can_undo: bool, has_tricks: bool
) -> Iterator[Button]:
    """`has_tricks`: whether the title has a last trick to look at."""
    entries = [(name, icon, presses[name]) for name, icon in TOOL_ICONS.items() if name != "last" or has_tricks]
    for button in bar(kit, ("pause", "pause", presses["pause"]), entries):
        button.is_on = button.name == "log" and log_open
        button.enabled = button.name != "undo" or can_undo
        yield button


def bar_of(tab_stops: Sequence[Widget]) -> list[Widget]:
    """Those of the stops that stand in the bar."""
    return [stop for stop in tab_stops if stop.name in (*TOOL_ICONS, "pause")]
