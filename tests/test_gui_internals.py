"""What we use of pygame_gui beyond its documented interface: each name does here what `game/ui/gui` needs."""

from __future__ import annotations

import gc
import importlib.metadata
import re
import weakref
from pathlib import Path

import pygame
import pytest
from pygame_gui import ui_manager
from pygame_gui.core.gui_font_pygame import GUIFontPygame

from game.ui.book.rules import RulesOverlay
from game.ui.fonts import font_file
from game.ui.gui import internals
from game.ui.gui.elements import Maker, Painted
from game.ui.gui.form import GuiForm
from game.ui.gui.manager import Manager
from game.ui.screens.settings import SettingsScreen
from game.ui.widgets import Button, Label, Panel, Widget
from tests.screen import Driver

PLAIN_FONT = str(font_file("nunito-400.ttf"))


class Sheet(GuiForm):
    """A paper, a button with an icon, and pictures that scroll."""

    def build(self) -> None:
        kit = self.kit
        self.widgets = [
            Panel("", kit.rect(100, 100, 800, 400)),
            Button("go", kit.rect(120, 120, 240, 48), lambda: None, "Go on", "check"),
        ]
        self.viewport = kit.rect(120, 200, 700, 250)
        picture = pygame.Surface((200, 100))
        self.scrolled_widgets = [Label(kit.rect(140, 200 + 120 * row, 200, 100), picture) for row in range(6)]


@pytest.fixture
def driver() -> Driver:
    return Driver(Sheet())


def test_the_version_is_pinned_to_the_one_that_is_tried_here() -> None:
    pin = re.search(r'"pygame-gui(.*)"', Path("pyproject.toml").read_text(encoding="utf-8"))
    assert pin is not None and pin[1] == f"=={importlib.metadata.version('pygame-gui')}"


def test_private_names_are_in_one_module_only() -> None:
    mine = re.compile(r"(?<![\w.])(?:self|super\(\)|cls)\._\w+|\b_[a-z]\w*\(")
    parts = "element|panel|button|slider|area|bar|line|box|label|knob|shape|manager|gui|tip"
    for file in Path("game/ui").rglob("*.py"):
        if file.name != "internals.py":
            text = mine.sub("", file.read_text(encoding="utf-8"))
            assert not re.search(rf"(?:{parts})\._[a-z]", text), file


@pytest.mark.usefixtures("driver")
def test_a_font_measures_what_it_would_draw_and_draws_nothing_for_signs_without_width() -> None:
    usual, ours = GUIFontPygame(PLAIN_FONT, 23), internals.MeasuredFont(PLAIN_FONT, 23)
    for text in ("", "Marshmallow Test", "Ça, c’est où\u00a0?"):
        drawn = pygame.font.Font(PLAIN_FONT, 23).render(text, True, "white").get_size() if text else (0, 0)
        assert ours.get_rect(text) == usual.get_rect(text) and ours.get_rect(text).size == drawn
    assert ours.render_premul("Wow", pygame.Color("red")).get_size() == usual.get_rect("Wow").size
    assert ours.render_premul("\u200b", pygame.Color("red")).get_width() == 0
    assert ours.render_premul_to("\u200b", pygame.Color("red"), (40, 30), (0, 20)).get_size() == (40, 30)


def test_managers_do_not_pile_up_folders_of_translations(driver: Driver) -> None:
    paths = ui_manager.i18n.load_path  # type: ignore[attr-defined]
    before = len(paths)
    for _ in range(3):
        Manager((640, 360), driver.kit.gui_theme)
    assert len(paths) == before


def test_the_pointer_is_where_the_last_event_was(driver: Driver) -> None:
    gui: Manager = driver.top.gui
    driver.move((150, 140))
    button = driver.widget("go").element
    assert gui.get_mouse_position() == (150, 140) and button.hovered
    gui.let_go()
    driver.frames(1)
    assert gui.get_mouse_position() == (-1, -1) and not button.hovered


def test_dead_elements_free_their_pictures_without_the_garbage_collector(driver: Driver) -> None:
    gc.collect()
    gc.disable()
    try:
        shape = driver.widget("go").element.drawable_shape
        seen = weakref.ref(shape)
        element = driver.widget("go").element
        del shape
        driver.top.rebuild()
        assert seen() is None and not element.alive()
    finally:
        gc.enable()


def test_a_button_has_its_icon_beside_its_text(driver: Driver) -> None:
    button = driver.widget("go").element
    assert isinstance(button, internals.IconButton)
    assert button.normal_images and button.text_horiz_alignment == "left" and button.text_horiz_alignment_padding > 0
    button.rebuild_from_changed_theme_data()  # type: ignore[no-untyped-call]
    assert button.normal_images


def test_a_scroll_area_shows_the_part_that_we_want(driver: Driver) -> None:
    scene = driver.top
    area = scene._area
    assert isinstance(area, internals.ScrollArea) and area.top_px == 0
    last = scene.scrolled_widgets[-1]
    driver.wheel(-100)
    assert area.top_px == scene.scroll_px == scene.max_scroll_px
    assert last.element.rect == scene.screen_rect(last)
    driver.wheel(1)
    driver.frames(3)
    assert area.top_px == scene.scroll_px == scene.max_scroll_px - driver.kit.px(60)
    grip = scene.grip_rect
    assert grip is not None and grip.width <= driver.kit.px(8) and scene.viewport.contains(grip)


def test_an_element_of_our_own_gets_its_picture(driver: Driver) -> None:
    class Spot(Widget):
        def draw(self, kit: object, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
            surface.fill("green" if hovered else "blue", at)

    spot = Spot("spot", pygame.Rect(40, 40, 20, 20), lambda: None)
    pressed: list[Widget] = []
    gui: Manager = driver.top.gui
    element = Painted(spot, Maker(driver.kit, gui, pressed.append))
    colours = []
    for pos in ((0, 0), (50, 50)):
        gui.point(pygame.MOUSEMOTION, pos)
        gui.refresh(0.01)
        colours.append(element.image.get_at((5, 5))[:3])
    assert colours == [(0, 0, 255), (0, 255, 0)]
    gui.point(pygame.MOUSEBUTTONDOWN, (50, 50))
    gui.point(pygame.MOUSEBUTTONUP, (50, 50))
    assert pressed == [spot]


def test_a_slider_takes_a_press_beside_its_knob() -> None:
    driver = Driver(SettingsScreen())
    slider = driver.widget("effects").element
    assert isinstance(slider, internals.StepSlider) and slider.step == 0 and not slider.is_held
    slider.snap(3)
    knob = slider.sliding_button
    assert slider.step == 3 and knob is not None and knob.rect.left > slider.rect.left + slider.rect.width // 4
    driver.click("effects", 0.99)
    assert slider.step == 10


def test_a_hint_has_another_colour_than_what_is_written() -> None:
    driver = Driver(RulesOverlay("happy_mochi"))
    line = driver.widget("search").element
    assert isinstance(line, internals.EntryLine)

    def colours_drawn() -> tuple[bool, bool]:
        """Whether letters in the colour of the hint and in that of the text are seen."""
        driver.frames(1)
        width, height = line.image.get_size()
        seen = {line.image.get_at((x, y))[:3] for x in range(width) for y in range(height // 4, 3 * height // 4)}
        return driver.kit.colours.soft in seen, driver.kit.colours.text in seen

    assert colours_drawn() == (True, False)
    driver.click("search")
    driver.write("HHH")
    driver.key("escape")
    assert colours_drawn() == (False, True)
    line.set_text("")
    assert colours_drawn() == (True, False)
