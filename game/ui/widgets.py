"""Widgets: labels, panels, buttons, steppers. Pointer, keys and gamepad use them in the same way.

On a table a widget draws itself. In a form it makes elements of pygame_gui.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.theme import Colour, brighten

if TYPE_CHECKING:
    from game.ui.gui.elements import Maker

Press = Callable[[], Transition]
"""What a press of a widget does."""
GAP_U = 12
"""Distance between two widgets."""
ROW_HEIGHT_U = 48
"""Height of a button at the normal text size."""
ROW_MARGIN_U = 22
"""The part of this height that does not grow with the text."""
BIG_TEXT_SCALE = 1.2
"""Above this text scale, columns stand below each other instead of side by side."""


def row_height(kit: Kit) -> float:
    """The height of a button in units, at the text size of the settings."""
    return ROW_MARGIN_U + (ROW_HEIGHT_U - ROW_MARGIN_U) * kit.metrics.text_scale


def button_width(kit: Kit, text: str, icon: str = "", size: float = 20) -> float:
    """The width in units that a button needs for its text and icon."""
    side = min(row_height(kit) * 0.62, 40 * kit.metrics.text_scale) + 8 if icon else 0
    return max(120.0, kit.fonts.width(text, "bold", size) + side + 44) if text else row_height(kit)


class Widget:
    """A rectangle in pixels. A widget with a `press` can also get the focus."""

    radius = 12.0
    by_arrows = True
    """Whether arrow keys lead to it, or only Tab."""
    overhang_u = 0.0
    """How far the picture reaches beyond the rectangle."""

    def __init__(self, name: str, rect: pygame.Rect, press: Press | None = None) -> None:
        self.name = name
        self.rect = rect
        self.press = press
        self.enabled = True
        self.sound = "button"
        self.tip = ""
        self.element: Any = None
        """In a form: what `make_element` made last."""

    @property
    def focusable(self) -> bool:
        return self.press is not None and self.enabled

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        raise NotImplementedError

    def make_element(self, maker: Maker) -> Any:
        """Make what a form shows. A widget without elements of its own is painted by `draw`."""
        from game.ui.gui.elements import Painted  # pygame_gui is imported late, so that the menu comes sooner

        return Painted(self, maker)

    def drop_element(self) -> None:
        """Remove what `make_element` made."""
        made, self.element = self.element, None
        if made is None:
            return
        from game.ui.gui.internals import discard

        for element in made if isinstance(made, list) else [made]:
            if element is not None:
                discard(element)

    def refresh(self) -> Transition:
        """Called in every frame of a form, to look whether the element has changed by the pointer."""
        return None

    def adjust(self, step: int) -> bool:
        """Change the value by a key: left is -1, right is 1. False if there is no value; then the focus moves."""
        return False

    def leave(self) -> None:
        """Called when the scene is built anew or removed."""


class Label(Widget):
    """A picture, such as a text, that cannot be pressed."""

    def __init__(self, rect: pygame.Rect, picture: pygame.Surface, *, centred: bool = False) -> None:
        super().__init__("", rect)
        self.picture = picture
        self.centred = centred

    def make_element(self, maker: Maker) -> Any:
        place = self.picture.get_rect(center=self.rect.center)
        if not self.centred:
            place = self.picture.get_rect(midleft=self.rect.midleft)
        return maker.picture(place, self.picture)

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        if self.centred:
            surface.blit(self.picture, self.picture.get_rect(center=at.center))
        else:
            surface.blit(self.picture, self.picture.get_rect(midleft=at.midleft))


class Text(Widget):
    """Lines of text that cannot be pressed. `look` is an id of the theme: "text", "soft", "light" or "centred"."""

    def __init__(
        self, kit: Kit, rect: pygame.Rect, lines: Sequence[str], role: str = "text", size: float = 19,
        look: str = "text",
    ) -> None:  # fmt: skip
        super().__init__("", rect)
        self.lines = list(lines)
        self._is_shown = True
        self._role, self._look = role, look
        self._px = kit.fonts.size_px(role, size)
        self._step = kit.fonts.font(role, size).get_linesize()

    @classmethod
    def fitting(
        cls, kit: Kit, rect: pygame.Rect, text: str, role: str = "text", size: float = 19, look: str = "text", *,
        can_cut: bool = False,
    ) -> Text:  # fmt: skip
        """One line that fits in the rectangle: smaller or cut if necessary."""
        text, size = kit.fonts.fitting(text, role, size, rect.width / kit.metrics.unit_px, can_cut=can_cut)
        return cls(kit, rect, [text], role, size, look)

    def show(self, shown: bool) -> None:
        """Show or hide the text of a form."""
        self._is_shown = shown
        for label in self.element or ():
            if bool(label.visible) != shown:
                label.show() if shown else label.hide()

    def change(self, lines: Sequence[str]) -> bool:
        """Show other lines in the same place. False if there are more or fewer of them."""
        if len(lines) != len(self.lines) or self.element is None:
            return False
        self.lines = list(lines)
        for label, line in zip(self.element, lines, strict=True):
            label.set_text(line)
        return True

    @property
    def height_px(self) -> int:
        return self._step * len(self.lines)

    def make_element(self, maker: Maker) -> Any:
        """A label for each line: much faster than a text box."""
        top = self.rect.centery - self.height_px // 2
        labels = []
        for number, line in enumerate(self.lines):
            at = pygame.Rect(self.rect.left, top + number * self._step, self.rect.width, self._step)
            labels.append(maker.label(at, line, self._role, self._px, f"#{self._look}"))
            if not self._is_shown:
                labels[-1].hide()  # type: ignore[no-untyped-call]
        return labels


class Panel(Widget):
    """A sheet of paper behind other things."""

    def make_element(self, maker: Maker) -> Any:
        return maker.panel(self.rect)

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        pad = kit.px(14)
        c = kit.colours
        picture = shapes.plate(
            kit.art, at.inflate(2 * pad, 2 * pad).size, kit.px(22), c.paper, c.paper_low, c.edge, kit.px(2.5), 1.0, pad
        )
        surface.blit(picture, at.inflate(2 * pad, 2 * pad))


class Button(Widget):
    """A text, an icon or both.

    `kind` is "plain" on paper, "main" for the most likely choice, "quiet" on a dark background.
    """

    def __init__(
        self,
        name: str,
        rect: pygame.Rect,
        press: Press,
        text: str = "",
        icon: str = "",
        kind: str = "plain",
        size: float = 20,
    ) -> None:
        super().__init__(name, rect, press)
        self.text = text
        self.icon = icon
        self.kind = kind
        self.size = size
        self.is_on = False

    def make_element(self, maker: Maker) -> Any:
        return maker.button(self)

    def colours(self, kit: Kit, hovered: bool, pressed: bool) -> tuple[Colour, Colour, Colour, Colour]:
        """The colours of the top, the bottom, the edge and the text."""
        c = kit.colours
        if self.kind == "main":
            top, low, edge, text = c.accent, c.accent_low, c.ink, c.on_accent
        elif self.kind == "quiet" and not self.is_on:
            top, low, edge, text = c.night, c.night, c.paper_low, c.light
        else:
            top, low, edge, text = c.paper, c.paper_low, c.edge, c.text
        if pressed:
            top, low = low, top
        elif hovered and self.enabled:
            top, low = brighten(top), brighten(low)
        return top, low, edge, text

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        top, low, edge, colour = self.colours(kit, hovered, pressed)
        pad = kit.px(6)
        outer = at.inflate(2 * pad, 2 * pad)
        opacity = 0.78 if self.kind == "quiet" and not self.is_on and not kit.settings.contrast else 1.0
        picture = shapes.plate(kit.art, outer.size, kit.px(self.radius), top, low, edge, kit.px(2), opacity, pad)
        surface.blit(picture, outer)
        self._draw_content(kit, surface, at.move(0, kit.px(1.5) if pressed else 0), colour)
        if not self.enabled:
            night = kit.colours.night
            veil = shapes.plate(kit.art, at.size, kit.px(self.radius), night, night, opacity=0.45)
            surface.blit(veil, at)

    def _draw_content(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, colour: Colour) -> None:
        side = min(round(at.height * 0.62), kit.px(40 * kit.metrics.text_scale))
        gap = kit.px(8)
        room = at.width - 2 * kit.px(10)
        if self.icon and not self.text:
            icon = kit.art.image(f"icons/{self.icon}.svg", (side, side))
            surface.blit(icon, icon.get_rect(center=at.center))
            return
        used = side + gap if self.icon else 0
        word = kit.fonts.fit(self.text, "bold", self.size, colour, (room - used) / kit.metrics.unit_px)
        width = used + word.get_width()
        x = at.centerx - width // 2
        if self.icon:
            surface.blit(kit.art.image(f"icons/{self.icon}.svg", (side, side)), (x, at.centery - side // 2))
        surface.blit(word, (x + used, at.centery - word.get_height() // 2))


class Stepper(Widget):
    """◀ value ▶: one of several values. Left and right change it, a press takes the next."""

    def __init__(
        self,
        name: str,
        rect: pygame.Rect,
        label: str,
        values: Sequence[tuple[Any, str]],
        value: Any,
        on_change: Callable[[Any], Transition],
        label_share: float = 0.46,
    ) -> None:
        super().__init__(name, rect, self._next)
        self.label = label
        self.values = list(values)
        self.index = next((i for i, (known, _) in enumerate(self.values) if known == value), 0)
        self.on_change = on_change
        self.label_share = label_share
        self.sound = "focus"
        self.can_cut = False
        """Whether values that are too long may be cut, such as names."""
        self.outcome: Transition = None

    @property
    def value(self) -> Any:
        return self.values[self.index][0]

    def _next(self) -> Transition:
        return self._go(1)

    def _go(self, step: int) -> Transition:
        self.index = (self.index + step) % len(self.values)
        return self.on_change(self.value)

    def adjust(self, step: int) -> bool:
        self.outcome = self._go(step)
        return True

    def value_rect(self, at: pygame.Rect) -> pygame.Rect:
        left = round(at.width * self.label_share) if self.label else 0
        return pygame.Rect(at.left + left, at.top, at.width - left, at.height)

    def arrow_at(self, pos: tuple[int, int], at: pygame.Rect) -> int:
        """The arrow that a click at `pos` means: -1 left, 1 right."""
        return -1 if pos[0] < self.value_rect(at).centerx else 1

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        box = self.value_rect(at)
        if self.label:
            room = (box.left - at.left) / kit.metrics.unit_px - 12
            word = kit.fonts.fit(self.label, "bold", 19, c.text, room)
            surface.blit(word, word.get_rect(midleft=(at.left, at.centery)))
        top, low = (brighten(c.paper), brighten(c.paper_low)) if hovered else (c.paper, c.paper_low)
        surface.blit(shapes.plate(kit.art, box.size, kit.px(self.radius), top, low, c.edge, kit.px(2)), box)
        side = round(at.height * 0.5)
        for icon, x in (("arrow_left", box.left + kit.px(6)), ("arrow_right", box.right - kit.px(6) - side)):
            surface.blit(kit.art.image(f"icons/{icon}.svg", (side, side)), (x, at.centery - side // 2))
        room = (box.width - 2 * side) / kit.metrics.unit_px - 24
        word = kit.fonts.fit(self.values[self.index][1], "text", 19, c.text, room, can_cut=self.can_cut)
        surface.blit(word, word.get_rect(center=box.center))
