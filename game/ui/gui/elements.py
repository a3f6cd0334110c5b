"""The elements of a form: pygame_gui's own, and one that paints itself."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pygame
from pygame_gui.core import ObjectID, UIElement
from pygame_gui.elements import UIImage, UILabel, UIPanel, UIProgressBar, UITextBox

from game.ui.gui import internals
from game.ui.gui.manager import Manager
from game.ui.gui.theme import BORDER_U, CORNER_U, PAPER_SHADOW_U, SHADOW_U, TIP_PAD_U, TIP_WIDTH_U, font_class
from game.ui.gui.themes import BOX_TEXT_U

if TYPE_CHECKING:
    from game.ui.kit import Kit
    from game.ui.widgets import Button, Widget

ROUND_CORNER_SHARE = 0.3
"""A text box with round corners keeps its text away from the sides by this share of their radius."""
TIP_DELAY_S = 0.4
"""How long the pointer or the ring rests on something before its tip comes."""


@dataclass
class Maker:
    """Makes elements in one container. `activate` is told when the pointer has pressed the element of a widget."""

    kit: Kit
    manager: Manager
    activate: Callable[[Widget], None]
    container: Any = None
    origin: tuple[int, int] = (0, 0)
    """Where the container begins in the window."""
    has_tips: bool = True
    """Whether pygame_gui shows the tips of buttons. On a table its own tips do."""

    def local(self, rect: pygame.Rect) -> pygame.Rect:
        return rect.move(-self.origin[0], -self.origin[1])

    def inside(self, container: Any, origin: tuple[int, int]) -> Maker:
        """The same for another container."""
        return replace(self, container=container, origin=origin)

    def panel(self, rect: pygame.Rect) -> UIPanel:
        """A sheet of paper. What is made afterwards lies on it."""
        pad = self.kit.px(PAPER_SHADOW_U)
        return self._panel(rect.inflate(2 * pad, 2 * pad))

    def night_panel(self, rect: pygame.Rect) -> UIPanel:
        """A dark plate without a shadow. What is made afterwards lies on it."""
        return self._panel(rect, "#night")

    def _panel(self, rect: pygame.Rect, look: str | None = None) -> UIPanel:
        none = dict.fromkeys(("left", "right", "top", "bottom"), 0)
        panel = UIPanel(
            self.local(rect), manager=self.manager, margins=none, container=self.container, object_id=look
        )  # fmt: skip
        self.container, self.origin = panel, panel.panel_container.rect.topleft
        return panel

    def picture(self, rect: pygame.Rect, picture: pygame.Surface) -> UIImage | None:
        if not picture.get_width() or not picture.get_height():
            return None
        at = self.local(picture.get_rect(topleft=rect.topleft))
        return UIImage(at, picture, self.manager, container=self.container)

    def label(self, rect: pygame.Rect, text: str, role: str, px: int, look: str) -> UILabel:
        """A line of text. `look` is an id of the theme such as "#soft"."""
        names = ObjectID(look, font_class(role, px))
        width, height = self.kit.gui_theme.font(role, px).size(text)  # some letters are higher than their line
        rect = rect.inflate(0, max(0, height - rect.height))
        rect.width = max(rect.width, width)
        return UILabel(self.local(rect), text, self.manager, self.container, object_id=names)

    def text_box(self, rect: pygame.Rect, text: str) -> UITextBox:
        """Text with bold words and links, which can be selected and copied. It has to fit in the rectangle."""
        return UITextBox(text, self.local(rect), self.manager, container=self.container)

    def progress_bar(self, rect: pygame.Rect, share: float) -> ProgressBar:
        """A bar that is filled from the left. `share` is from 0 to 1."""
        bar = ProgressBar(self.local(rect), self.manager, self.container)
        bar.percent_full = share
        return bar

    def button(self, widget: Button) -> internals.IconButton:
        """A button with its text, its icon, or both side by side."""
        kit = self.kit
        pad, gap = kit.px(SHADOW_U), kit.px(8)
        at = self.local(widget.rect.inflate(2 * pad, 2 * pad))
        side = min(round(widget.rect.height * 0.62), kit.px(40 * kit.metrics.text_scale))
        icon = kit.art.image(f"icons/{widget.icon}.svg", (side, side)) if widget.icon else None
        used = side + gap if icon and widget.text else 0
        room = (widget.rect.width - 2 * kit.px(10) - used) / kit.metrics.unit_px
        text, size = kit.fonts.fitting(widget.text, "bold", widget.size, room)
        text_width = kit.px(kit.fonts.width(text, "bold", size)) if text else 0
        left = (at.width - used - text_width) // 2 if text else (at.width - side) // 2
        button = internals.IconButton(
            at, text, self.manager, icon, left, left + used,
            container=self.container, command=lambda: self.activate(widget),
            object_id=ObjectID(f"#{widget.kind}", font_class("bold", kit.fonts.size_px("bold", size))),
        )  # fmt: skip
        if not widget.enabled:
            button.disable()
        if self.has_tips:
            self.add_tip(button, widget.tip)
        return button

    def add_tip(self, element: UIElement, tip: str) -> None:
        """Let pygame_gui show a tip beside the pointer. It is as wide as its text, up to a limit."""
        if tip:
            text, width = tip_text_and_width(self.kit, tip)
            element.set_tooltip(text, delay=TIP_DELAY_S, wrap_width=width)


def tip_text_and_width(kit: Kit, tip: str) -> tuple[str, int]:
    """A tip as a text box of pygame_gui takes it, and the width of the box in pixels."""
    side = TIP_PAD_U + BORDER_U + ROUND_CORNER_SHARE * CORNER_U
    width = kit.fonts.width(f"{tip} ", "text", BOX_TEXT_U) + 2 * side + 4
    return html.escape(tip), kit.px(min(width, TIP_WIDTH_U * kit.metrics.text_scale))


class ProgressBar(UIProgressBar):
    """A progress bar without a text: the number stands above it."""

    def status_text(self) -> str:
        return ""


class Painted(UIElement):
    """An element that its widget paints. Hover, clipping and tips come from pygame_gui."""

    def __init__(self, widget: Widget, maker: Maker) -> None:
        self.widget = widget
        self._kit, self._activate = maker.kit, maker.activate
        self._beyond = maker.kit.px(widget.overhang_u)
        self.held = False
        around = maker.local(widget.rect.inflate(2 * self._beyond, 2 * self._beyond))
        super().__init__(
            around, maker.manager, maker.container, starting_height=1, layer_thickness=1, element_id=["painted"]
        )
        maker.add_tip(self, widget.tip)
        self.rebuild()

    def rebuild(self) -> None:
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        at = pygame.Rect((self._beyond, self._beyond), self.widget.rect.size)
        live = self.widget.focusable
        self.widget.draw(self._kit, picture, at, live and self.hovered and not self.held, live and self.held)
        internals.set_picture(self, picture.premul_alpha())

    def rebuild_from_changed_theme_data(self) -> None:
        self.rebuild()

    def hover_point(self, hover_x: float, hover_y: float) -> bool:
        inside = self.rect.inflate(-2 * self._beyond, -2 * self._beyond).collidepoint(hover_x, hover_y)
        return inside and bool(super().hover_point(hover_x, hover_y))

    def on_hovered(self) -> None:
        super().on_hovered()
        if self.widget.focusable:
            self.rebuild()

    def on_unhovered(self) -> None:
        super().on_unhovered()
        if self.widget.focusable:
            self.rebuild()

    def process_event(self, event: pygame.Event) -> bool:
        if not self.widget.focusable or getattr(event, "button", 0) != pygame.BUTTON_LEFT:
            return False
        inside = self.hover_point(*event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and inside:
            self.held = True
            self.rebuild()
            return True
        if event.type == pygame.MOUSEBUTTONUP and self.held:
            self.held = False
            self.rebuild()
            if inside:
                self._activate(self.widget)
            return True
        return False
