"""Plays in the real window by clicks. A copy of each screen, drawn without a window, says where things lie."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pygame

from game.disk import savefile
from game.disk.store import Store
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.titles import TITLES
from game.ui.history.saves import ResumeStrip
from game.ui.scene import Scene
from game.ui.screens.menu import MenuScreen
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.waiting import patiently, until
from tests.xdisplay import RunningGame

TITLE = next(iter(TITLES))
CORNER = (3, 3)
"""Nothing lies there: a click on it only leads on from the title screen. The first one may only give the focus."""


def _no_match(setup: Setup) -> Scene:
    raise AssertionError


def go_to_menu(game: RunningGame) -> None:
    for _ in patiently("the menu, where nothing moves any more"):
        game.click(CORNER)
        if game.is_still():
            break


def menu_picture() -> pygame.Surface:
    """The menu without saves, as it should look."""
    driver = Driver(MenuScreen(_no_match))
    driver.frames(120)
    return driver.surface


def go_to_table(game: RunningGame) -> None:
    """As people get there: a click anywhere, a box, "Deal"."""
    go_to_menu(game)
    begin_match(game)


def begin_match(game: RunningGame) -> None:
    """From the menu: a box, "Deal"."""
    driver = Driver(MenuScreen(_no_match))
    game.click_to_next_screen(driver.widget(TITLE).rect.center)
    driver.click(TITLE)
    game.click(driver.top.screen_rect(driver.widget("start")).center)
    until(lambda: bool(saves(game)), "a saved match")


def resume_match(game: RunningGame) -> None:
    """From the menu: the strip under the box, with which the saved match goes on."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "data")
        shutil.copytree(game.data, copy, ignore=shutil.ignore_patterns("*.lock"))
        driver = Driver(scenes.make_menu(InlineWorker(), Store(copy)))
        strip = next(widget for widget in driver.top.widgets if isinstance(widget, ResumeStrip))
        game.click_to_next_screen(strip.rect.center)


def saves(game: RunningGame) -> list[Path]:
    return list(game.data.glob("matches/*.mallow"))


def own_moves(game: RunningGame) -> int:
    """Of the person, as the save has them."""
    return sum(entry[0] == 0 for entry in savefile.unpack(saves(game)[0].read_bytes(), b"").record.data["log"])


def hand_places(worker: InlineWorker) -> list[tuple[int, int]]:
    """Where the cards of a full hand lie: their left edges, which no neighbour covers."""
    host = Host(Setup(TITLE, (Chair("A"), *(Chair(name, "random") for name in "BC"))), worker, 1)
    driver = Driver(scenes.make_table(host))
    driver.until(lambda: driver.top.asking and driver.top.director.idle, "a question")
    cards = [widget for widget in driver.top.widgets if widget.name.startswith("card hand")]
    return [(card.rect.left + 10, card.rect.centery) for card in cards]
