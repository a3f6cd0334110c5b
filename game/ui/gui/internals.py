"""Everything that uses names of pygame_gui which are not part of its documented interface.

The version of pygame_gui is pinned in `pyproject.toml`. `tests/test_gui_internals.py` has a test for each name here.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable
from typing import Any

import pygame
from pygame_gui import UIManager, ui_manager
from pygame_gui.core import UIElement
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.elements import UIButton, UIHorizontalSlider, UIScrollingContainer, UITextEntryLine

from game.ui.fonts import drawable


class MeasuredFont(GUIFontPygame):
    """A font that measures text without drawing it, and that leaves out what cannot be drawn."""

    @property
    def _own(self) -> pygame.font.Font:
        font: pygame.font.Font = self._GUIFontPygame__internal_font  # type: ignore[attr-defined]
        return font

    def get_rect(self, text: str) -> pygame.Rect:
        return measured_rect(self._own, drawable(text))

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        with contextlib.suppress(pygame.error):  # characters without a width
            return super().render_premul(drawable(text), text_color)
        return pygame.Surface((0, self._own.get_linesize()), pygame.SRCALPHA)

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> pygame.Surface:
        with contextlib.suppress(pygame.error):
            return super().render_premul_to(drawable(text), text_colour, surf_size, surf_position)
        return pygame.Surface(surf_size, pygame.SRCALPHA)


def measured_rect(font: pygame.font.Font, text: str) -> pygame.Rect:
    return pygame.Rect((0, font.get_ascent()), font.size(text)) if text else pygame.Rect(0, 0, 0, 0)


def measure_quickly() -> None:
    """Let the fonts of text boxes, too, measure without drawing. This halves the time of a page."""

    def get_rect(self: Any, text: str) -> pygame.Rect:
        return measured_rect(self._GUIFontPygame__internal_font, text)

    GUIFontPygame.get_rect = get_rect  # type: ignore[method-assign]


def forget_language_paths() -> None:
    """Remove folders of translations that are listed twice: each new manager adds the same one again."""
    paths: list[str] = ui_manager.i18n.load_path  # type: ignore[attr-defined]
    paths[:] = list(dict.fromkeys(paths))


class PointerManager(UIManager):
    """A manager whose pointer is where the last event said, and nowhere while its form is covered."""

    pointer = (-1, -1)

    def _update_mouse_position(self) -> None:
        self.mouse_position = self.pointer


def release(elements: Iterable[Any]) -> None:
    """Free the pictures of dead elements at once. Elements refer to each other, so that they would wait for the garbage
    collector: two hundred forms at 3840 × 2160 took more than a gigabyte."""
    for element in elements:
        vars(element).clear()
        vars(element)["_GUISprite__g"] = set()  # so that it still knows that it is dead


def discard(element: Any) -> None:
    """Remove one element, and free what it holds."""
    if element.alive():
        if element.is_focused:
            element.ui_manager.set_focus_set(None)
        element.kill()
        release([element])


def set_picture(element: UIElement, picture: pygame.Surface) -> None:
    """Give an element its picture, which has to be premultiplied."""
    element._set_image(picture)


class ScrollArea(UIScrollingContainer):
    """A scroll area with a bar that is as wide as we like."""

    def __init__(
        self, rect: pygame.Rect, content_height: int, bar_width: int, manager: UIManager, container: Any
    ) -> None:
        self._bar_width = bar_width
        super().__init__(rect, manager, container=container, allow_scroll_x=False)
        self.set_scrollable_area_dimensions((rect.width - bar_width, content_height))
        self._finish_bar()

    def _check_scroll_bars(self) -> tuple[bool, bool]:
        _, needed = super()._check_scroll_bars()
        self.scroll_bar_width = self._bar_width if needed else 0
        return False, needed

    def _finish_bar(self) -> None:
        """Draw the bar with round corners now. pygame_gui would wait for a third of a second after a change of size."""
        bar = self.vert_scroll_bar
        if bar is not None:
            for part in (bar, bar.sliding_button):
                if part is not None and part.drawable_shape is not None:
                    part.drawable_shape.full_rebuild_on_size_change()
                    part._set_image(part.drawable_shape.get_fresh_surface())

    def grow(self, content_height: int) -> None:
        """Make room for more below."""
        self.set_scrollable_area_dimensions((self.scrollable_container.rect.width, content_height))
        self._finish_bar()

    @property
    def bar_rect(self) -> pygame.Rect | None:
        """Where the bar is in the window."""
        return self.vert_scroll_bar.rect.copy() if self.vert_scroll_bar is not None else None

    @property
    def grip_rect(self) -> pygame.Rect | None:
        """Where the grip of the bar is in the window."""
        bar = self.vert_scroll_bar
        return bar.sliding_button.rect.copy() if bar is not None and bar.sliding_button is not None else None

    @property
    def top_px(self) -> int:
        """How far the content is scrolled."""
        return int(self._view_container.rect.top - self.scrollable_container.rect.top)

    def scroll_to(self, px: int) -> None:
        height = self.scrollable_container.rect.height
        if self.vert_scroll_bar is not None and px != self.top_px:
            self.vert_scroll_bar.set_scroll_from_start_percentage(px / height)
            self.vert_scroll_bar.has_moved_recently = False
            self.scrollable_container.set_relative_position((self.scrollable_container.relative_rect.x, -px))


class IconButton(UIButton):
    """A button with an icon. Its text begins at a place of its own, because pygame_gui centres only the text."""

    def __init__(
        self, rect: pygame.Rect, text: str, manager: UIManager, icon: pygame.Surface | None, icon_left: int,
        text_left: int, **rest: Any,
    ) -> None:  # fmt: skip
        """`icon_left` and `text_left` are in pixels from the left edge of the rectangle, with its shadow."""
        self._icon, self._icon_left, self._text_left = icon, icon_left, text_left
        super().__init__(rect, text, manager, **rest)

    def _set_any_images_from_theme(self) -> bool:
        if self._icon is None:
            return False
        place = self._icon_left / max(1, self.rect.width - self._icon.get_width()), 0.5
        faint = self._icon.copy()
        faint.set_alpha(140)
        for state in ("normal", "hovered", "selected", "disabled"):
            setattr(self, f"{state}_images", [faint if state == "disabled" else self._icon])
            setattr(self, f"{state}_image_positions", [place])
        return True

    def _check_text_alignment_theming(self) -> bool:
        if self._icon is None or not self.text:
            return bool(super()._check_text_alignment_theming())
        radius = self.shape_corner_radius[0]
        inset = self.shadow_width + self.border_width["left"] + round(radius - math.sin(math.pi / 4) * radius)
        self.text_horiz_alignment, self.text_horiz_alignment_padding = "left", self._text_left - inset
        return True


class EntryLine(UITextEntryLine):
    """A line to edit whose hint has a colour of its own, so that nobody takes it for the text."""

    def __init__(self, rect: pygame.Rect, manager: UIManager, hint_colour: pygame.Color, **rest: Any) -> None:
        self._hint_colour = hint_colour
        super().__init__(rect, manager, **rest)

    def _colour_text(self, *, is_hint: bool) -> None:
        """The colour of what is drawn from now on."""
        if self.drawable_shape is not None:
            self.drawable_shape.theming["normal_text"] = self._hint_colour if is_hint else self.text_colour

    def set_text(self, text: str | None) -> None:
        self._colour_text(is_hint=not text)
        super().set_text(text)

    def rebuild(self) -> None:
        super().rebuild()
        if not self.text and not self.is_focused:
            self.set_text("")

    def focus(self) -> None:
        self._colour_text(is_hint=False)
        super().focus()

    def unfocus(self) -> None:
        self._colour_text(is_hint=not self.text)
        super().unfocus()


class StepSlider(UIHorizontalSlider):
    """A slider that takes a press beside its knob, too. Its values are the whole numbers from 0 to `last`."""

    def __init__(self, rect: pygame.Rect, value: int, last: int, manager: UIManager, container: Any) -> None:
        super().__init__(rect, float(value), (0.0, float(last)), manager, container)

    @property
    def step(self) -> int:
        return round(self.current_value)

    @property
    def is_held(self) -> bool:
        return self.sliding_button is not None and bool(self.sliding_button.held)

    def snap(self, step: int) -> None:
        """Move the knob to a value, without an event."""
        self.set_current_value(float(step))

    def process_event(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hover_point(*event.pos):
            knob = self.sliding_button_width / 2
            share = (event.pos[0] - self.rect.left - knob) / max(1.0, self.rect.width - 2 * knob)
            low, high = self.value_range
            self.snap(round(low + min(max(share, 0.0), 1.0) * (high - low)))
            self.has_been_moved_by_user_recently = True
            return True
        return bool(super().process_event(event))
