"""The bar at the top of a table: a way out at the left, and a row of buttons at the right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.ui.kit import Kit
from game.ui.screens.keys import key_name
from game.ui.widgets import Button, Press, Widget

BUTTON_WIDTH_U, BUTTON_HEIGHT_U, BUTTON_GAP_U = 46.0, 42.0, 8.0
BAR_MARGIN_U, BAR_TOP_U = 14.0, 10.0
"""Distance of the first and the last button from the sides of the window, and of all buttons from its upper edge."""
TOOL_ICONS = {"hint": "hint", "undo": "undo", "last": "last_trick", "log": "log", "rules": "rules"}
"""The tools of a match, in their order, and their icons."""

Entry = tuple[str, str, Press]
"""A button's name, its icon, and what it does."""


def bar_buttons(kit: Kit, way_out: Entry, entries: Sequence[Entry]) -> Iterator[Button]:
    """The buttons of a bar. The tip of an entry is the text `table.<icon>`."""
    first = _button(kit, BAR_MARGIN_U, *way_out)
    first.tip = _tip(kit, way_out[0], way_out[1])
    yield first
    x = kit.metrics.width - BAR_MARGIN_U - len(entries) * (BUTTON_WIDTH_U + BUTTON_GAP_U) + BUTTON_GAP_U
    for name, icon, press in entries:
        button = _button(kit, x, name, icon, press)
        button.tip = _tip(kit, name, icon)
        yield button
        x += BUTTON_WIDTH_U + BUTTON_GAP_U


def _tip(kit: Kit, name: str, icon: str) -> str:
    """What a button does, and its key. Written once: the bar is made anew with every card that is dealt."""
    if name not in kit.tips:
        text = kit.texts(f"table.{icon}") if kit.texts.has(f"table.{icon}") else ""
        keys = kit.keys.get(name, ())
        tip = kit.texts("tip.key", what=text, key=key_name(kit, "keys", keys[0])) if keys and text else text
        kit.tips[name] = tip
    return kit.tips[name]


def _button(kit: Kit, x: float, name: str, icon: str, press: Press) -> Button:
    return Button(name, kit.rect(x, BAR_TOP_U, BUTTON_WIDTH_U, BUTTON_HEIGHT_U), press, icon=icon, kind="quiet")


def tool_buttons(
    kit: Kit, presses: Mapping[str, Press], *, log_open: bool, can_hint: bool, can_undo: bool, has_tricks: bool
) -> Iterator[Button]:
    """The bar of a running match. `presses` are the actions by name; `has_tricks` says whether the title has tricks."""
    entries = [(name, icon, presses[name]) for name, icon in TOOL_ICONS.items() if name != "last" or has_tricks]
    for button in bar_buttons(kit, ("pause", "pause", presses["pause"]), entries):
        button.is_on = button.name == "log" and log_open
        button.enabled = {"hint": can_hint, "undo": can_undo}.get(button.name, True)
        yield button


def bar_stops(tab_stops: Sequence[Widget]) -> list[Widget]:
    """The widgets among these that stand in the bar of a match."""
    return [stop for stop in tab_stops if stop.name in (*TOOL_ICONS, "pause")]
