"""A scene made of widgets. It finds the widget under the pointer, moves the focus, scrolls, and presses widgets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.ui import shapes
from game.ui.entry import Entry
from game.ui.focus import CLICK_SLIP_U, DIRECTIONS, RING_KEYS, nearest_index, next_index
from game.ui.input import Action, Focus, Input, Point, Raw
from game.ui.kit import Kit
from game.ui.scene import Pop, Scene, Transition
from game.ui.widgets import Stepper, Widget

WHEEL_STEP_U = 60
"""Distance that one step of the wheel scrolls."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a widget: its name, the place, and for a stepper which arrow (-1 left, 1 right)."""

    name: str
    pos: tuple[int, int]
    arrow: int = 0


class Form(Scene):
    """A screen of widgets. A subclass makes them in `build`.

    `widgets` stay where they are. `scrolled_widgets` can be scrolled, and are seen only inside `viewport`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[Widget] = []
        self.scrolled_widgets: list[Widget] = []
        self.viewport: pygame.Rect | None = None
        self.scroll_px = 0
        self.focus = ""
        """The name of the widget that has the focus."""
        self.walked_to = ""
        """The name of the widget to which keys moved the focus last."""
        self._under_pointer: Widget | None = None
        self._pressed: Widget | None = None
        self._last_click: Click | None = None
        """The last click. None once the pointer has moved, or the widgets have changed for another reason."""

    def build(self) -> None:
        """Make all widgets. Called whenever something has changed that they depend on."""
        raise NotImplementedError

    def cancel(self) -> Transition:
        """What Escape does."""
        return Pop()

    def enter(self, kit: Kit) -> None:
        super().enter(kit)
        clicked = self._last_click
        self.rebuild()
        self._last_click = clicked

    def rebuild(self) -> None:
        lost = self.focused
        for widget in self.all_widgets:
            widget.leave()
        self.widgets, self.scrolled_widgets, self.viewport = [], [], None
        self._under_pointer = self._pressed = self._last_click = None
        self.build()
        if self.focused is None:
            self.focus = self.fallback_focus(lost)
        self._scroll_by(0)
        if self.ring_shown and (focused := self.focused) is not None:
            self._scroll_to(focused)
        self.dirty = True

    def fallback_focus(self, lost: Widget | None) -> str:
        """The name of the widget that gets the focus when the widget that had it (`lost`) is gone."""
        return self.tab_stops[0].name if self.tab_stops else ""

    def leave(self) -> None:
        for widget in self.all_widgets:
            widget.leave()
        self.widgets, self.scrolled_widgets = [], []

    @property
    def all_widgets(self) -> list[Widget]:
        return self.widgets + self.scrolled_widgets

    @property
    def tab_stops(self) -> list[Widget]:
        return [widget for widget in self.all_widgets if widget.focusable]

    @property
    def focused(self) -> Widget | None:
        return next((widget for widget in self.tab_stops if widget.name == self.focus), None)

    @property
    def ring_shown(self) -> bool:
        """Whether the focus ring is shown. It is the same for all screens."""
        return self.kit.ring.shown

    @ring_shown.setter
    def ring_shown(self, shown: bool) -> None:
        self.kit.ring.shown = shown

    @property
    def _active_entry(self) -> Entry | None:
        return next((widget for widget in self.all_widgets if isinstance(widget, Entry) and widget.writing), None)

    def screen_rect(self, widget: Widget) -> pygame.Rect:
        """Where a widget is in the window, after scrolling."""
        return widget.rect.move(0, -self.scroll_px) if widget in self.scrolled_widgets else widget.rect

    # Input

    def handle(self, event: Input) -> Transition:
        match event:
            case Action(name, True):
                return None if self._show_ring(name) else self.act(name)
            case Point():
                return self._handle_pointer(event)
            case Focus(False):
                self._pressed = None
            case Raw(raw):
                self._feed_entry(raw)
        return None

    def _show_ring(self, name: str) -> bool:
        """Show the hidden ring instead of doing the action, so that no key presses an unseen widget. True if so."""
        if self.ring_shown or name not in RING_KEYS or self.focused is None or self._active_entry is not None:
            return False
        self.ring_shown = self.dirty = True
        self._scroll_to(self.focused)
        return True

    def act(self, name: str) -> Transition:
        writing = self._active_entry
        if writing is not None and name in ("confirm", "back", "next", "previous", "up", "down"):
            writing.stop()
            self.dirty = True
            if name in ("confirm", "back"):
                return None
        self.dirty = True
        if name == "back":
            return self.cancel()
        if name in DIRECTIONS or name in ("next", "previous"):
            return self._move_focus(name)
        if name == "confirm" and (widget := self.focused) is not None:
            return self._press(widget)
        return None

    def _move_focus(self, name: str) -> Transition:
        tab_stops = self.tab_stops
        if not tab_stops:
            return None
        widget = self.focused or tab_stops[0]
        if name in ("left", "right") and widget.adjust(-1 if name == "left" else 1):
            self.kit.audio.play(widget.sound)
            return widget.outcome if isinstance(widget, Stepper) else None
        if name in DIRECTIONS:
            tab_stops = [stop for stop in tab_stops if stop.by_arrows or stop is widget]
        current = tab_stops.index(widget)
        if name in DIRECTIONS:
            found = nearest_index([self._unscrolled_rect(stop) for stop in tab_stops], current, name)
        else:
            found = next_index(len(tab_stops), current, 1 if name == "next" else -1)
        if found != current:
            self.kit.audio.play("focus")
        self.focus = self.walked_to = tab_stops[found].name
        self._scroll_to(tab_stops[found])
        return None

    def _unscrolled_rect(self, widget: Widget) -> pygame.Rect:
        """Where a widget would lie if everything fitted: a widget below the viewport lies below all that it scrolls."""
        below = (
            self.viewport is not None
            and widget not in self.scrolled_widgets
            and widget.rect.top >= self.viewport.bottom
        )
        return widget.rect.move(0, self.max_scroll_px) if below else widget.rect

    def _press(self, widget: Widget) -> Transition:
        assert widget.press is not None
        self.kit.audio.play(widget.sound)
        return widget.press()

    def _handle_pointer(self, event: Point) -> Transition:
        if event.kind == "wheel":
            self._last_click = None
            self._scroll_by(-event.amount * self.kit.px(WHEEL_STEP_U))
            return None
        if self._last_click is not None and math.dist(event.pos, self._last_click.pos) > self.kit.px(CLICK_SLIP_U):
            self._last_click = None
        if event.kind == "move":
            self._hover(event.pos)
            return None
        self.dirty = True
        return self._handle_button(event)

    def _hover(self, pos: tuple[int, int]) -> None:
        """The pointer has moved to `pos`."""
        widget_at = self.widget_at(pos)
        if widget_at is not self._under_pointer:
            self._under_pointer = widget_at
            self.dirty = True

    def _handle_button(self, event: Point) -> Transition:
        """The button of the pointer went down or up."""
        aim = self._repeated_target or self.widget_at(event.pos)
        if event.kind == "down":
            self._pressed = aim
            for widget in self.all_widgets:
                if isinstance(widget, Entry) and widget.writing and widget is not aim:
                    widget.stop()
            return None
        held, self._pressed = self._pressed, None
        if aim is None or aim is not held or not aim.focusable:
            return None
        return self._click(aim, event.pos)

    @property
    def _repeated_target(self) -> Widget | None:
        """The widget of the last click, while the pointer has not moved: a second click means the same widget, even if
        it lies elsewhere by now."""
        name = self._last_click.name if self._last_click is not None else ""
        return next((widget for widget in self.tab_stops if name and widget.name == name), None)

    def _click(self, widget: Widget, pos: tuple[int, int]) -> Transition:
        self.focus = widget.name
        before, side = self._last_click, 0
        if isinstance(widget, Stepper):
            again = before is not None and before.name == widget.name
            side = before.arrow if before and again else widget.arrow_at(pos, self.screen_rect(widget))
            widget.adjust(side)
            self.kit.audio.play(widget.sound)
            outcome = widget.outcome
        else:
            outcome = self._press(widget)
        self._last_click = Click(widget.name, pos, side) if outcome is None else None
        return outcome

    @property
    def _hovered(self) -> Widget | None:
        """The widget under the pointer, if the pointer was used last."""
        return None if self.kit.ring.by_keys else self._under_pointer

    @property
    def is_pressed(self) -> bool:
        """Whether the pointer is held down on a widget."""
        return self._pressed is not None

    def release_pointer(self) -> None:
        """Forget the press that has begun: the next release clicks nothing."""
        self._pressed = None

    def widget_at(self, pos: tuple[int, int]) -> Widget | None:
        for widget in reversed(self.all_widgets):
            seen = widget not in self.scrolled_widgets or self.viewport is None or self.viewport.collidepoint(pos)
            if widget.press is not None and seen and self.screen_rect(widget).collidepoint(pos):
                return widget
        return None

    def _feed_entry(self, raw: pygame.Event) -> None:
        for widget in self.all_widgets:
            if isinstance(widget, Entry) and widget.writing:
                widget.feed(raw)
                self.dirty = True

    # Scrolling

    @property
    def max_scroll_px(self) -> int:
        """The largest value of `scroll_px`."""
        if self.viewport is None or not self.scrolled_widgets:
            return 0
        return max(
            0, max(widget.rect.bottom for widget in self.scrolled_widgets) + self.kit.px(10) - self.viewport.bottom
        )

    def _scroll_by(self, by: int) -> None:
        scroll = min(max(self.scroll_px + by, 0), self.max_scroll_px)
        if scroll != self.scroll_px:
            self.scroll_px = scroll
            self.dirty = True

    def _scroll_to(self, widget: Widget) -> None:
        if self.viewport is None or widget not in self.scrolled_widgets:
            return
        at = self.screen_rect(widget)
        margin = self.kit.px(16)
        if at.top < self.viewport.top + margin:
            self._scroll_by(at.top - self.viewport.top - margin)
        elif at.bottom > self.viewport.bottom - margin:
            self._scroll_by(at.bottom - self.viewport.bottom + margin)

    # Drawing

    def draw_background(self, surface: pygame.Surface) -> None:
        """Draw what lies under the widgets."""

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_background(surface)
        for widget in self.widgets:
            self._draw_widget(surface, widget)
        if self.ring_shown and (focused := self.focused) is not None:
            self._draw_ring(surface, focused)

    def _draw_widget(self, surface: pygame.Surface, widget: Widget) -> None:
        hovered = widget is self._hovered and widget.press is not None
        widget.draw(self.kit, surface, self.screen_rect(widget), hovered, widget is self._pressed)

    def _draw_ring(self, surface: pygame.Surface, widget: Widget) -> None:
        kit = self.kit
        at = self.focus_rect(widget).inflate(2 * kit.px(7), 2 * kit.px(7))
        clip = surface.get_clip()
        if widget in self.scrolled_widgets and self.viewport is not None:
            surface.set_clip(self.viewport.inflate(2 * kit.px(4), 0))
        surface.blit(shapes.ring(kit.art, at.size, kit.px(widget.radius + 5), kit.colours.focus, kit.px(3.5)), at)
        surface.set_clip(clip)

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        """The rectangle that the focus ring surrounds."""
        return self.screen_rect(widget)
