"""What the buttons of the bar do, and the keys that stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from game.ui.scene import Push, Transition
from game.ui.screens.keys import KeyCard
from game.ui.screens.options import SettingsScreen
from game.ui.screens.pause import PauseOverlay
from game.ui.table.bar import bar
from game.ui.table.trick import TrickOverlay
from game.ui.widgets import Button, Press

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

ICONS = {"hint": "hint", "undo": "undo", "last": "last_trick", "log": "log", "rules": "rules"}


def tools(scene: TableScene) -> dict[str, Press]:
    return {
        "hint": partial(_hint, scene),
        "undo": partial(_undo, scene),
        "last": partial(_last, scene),
        "log": scene.toggle_log,
        "rules": scene.open_rules,
        "pause": partial(pause, scene),
        "keys": lambda: Push(KeyCard()),
        "settings": lambda: Push(SettingsScreen()),
    }


def buttons(scene: TableScene) -> Iterator[Button]:
    presses = tools(scene)
    entries = [(name, icon, presses[name]) for name, icon in ICONS.items()]
    for button in bar(scene.kit, ("pause", "pause", presses["pause"]), entries):
        button.on = button.name == "log" and scene.log_open
        button.enabled = button.name != "undo" or scene.host.can_undo(scene.me)
        yield button


def pause(scene: TableScene) -> Transition:
    seal = scene.host.seals[-1] if scene.host.seals else ""
    return Push(PauseOverlay(scene.host.rules.spec.title, keep=scene.keep, seal=seal))


def _hint(scene: TableScene) -> Transition:
    scene.advice.ask(scene)
    return None


def _undo(scene: TableScene) -> Transition:
    if scene.host.can_undo(scene.me) and scene.knower == scene.me:
        scene.kit.audio.play("undo")
        scene.director.skip()
        scene.host.undo(scene.me)
    else:
        scene.say(scene.kit.texts("table.no_undo"), "undo")
    return None


def _last(scene: TableScene) -> Transition:
    tricks = scene.stage.facts.get("history")
    if not tricks:
        return scene.toggle_log()
    winner, order, cards = tricks[-1]
    return Push(TrickOverlay(scene, winner, order, cards))
