"""A form: a scene of widgets that pygame_gui draws, and to which it gives the pointer. Keys and focus are ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pygame_gui

from game.ui.entry import Entry
from game.ui.form import Form
from game.ui.gui import internals
from game.ui.gui.elements import TIP_DELAY_S, Maker, Painted, tip_text_and_width
from game.ui.gui.manager import Manager
from game.ui.input import Focus, Input, Point
from game.ui.scene import Push, Transition
from game.ui.widgets import Stepper, Widget

SCROLL_BAR_WIDTH_U = 8
RING_TIP_GAP_U = 14.0
"""Distance between a widget and its tip, so that the ring stays free."""
NEAR_PAGES, FAR_PAGES = 0.5, 2.0
"""In heights of the visible part: a widget that is nearer gets elements, and one that is farther away loses them."""


class GuiForm(Form):
    """`build` makes widgets as in any Form; then each widget makes its elements."""

    has_tips = True
    """Whether pygame_gui shows the tips of buttons."""

    def __init__(self) -> None:
        super().__init__()
        self._gui: Manager | None = None
        self._maker: Maker | None = None
        """Makes elements that do not scroll. None before the first build."""
        self._area: internals.ScrollArea | None = None
        self._scroll_maker: Maker | None = None
        """Makes elements in the scroll area."""
        self._built = 0
        """How many times the elements were made."""
        self._ring_name, self._ring_rested_s = "", 0.0
        """The widget with a tip on which the ring is, and for how long."""
        self._ring_tip: Any = None
        """Its tip, once it is shown."""
        self._activated: list[Widget] = []
        """Widgets that the pointer has just pressed. What they do may remove the very element that told of it, so it is
        done after pygame_gui has finished with the event."""

    @property
    def gui(self) -> Manager:
        assert self._gui is not None, "the form is not on the stack"
        return self._gui

    # Building

    def rebuild(self) -> None:
        self._maker = self._area = self._scroll_maker = None
        super().rebuild()
        self._make_elements()

    def _make_elements(self) -> None:
        kit = self.kit
        theme = kit.gui_theme
        if self._gui is None or self._gui.window_resolution != kit.metrics.size or self._gui.get_theme() is not theme:
            pointer = self._gui.pointer if self._gui is not None else (-1, -1)
            if self._gui is not None:
                self._gui.clear()
            self._gui = Manager(kit.metrics.size, theme)
            self._gui.pointer = pointer
        else:
            self._gui.clear()
        self._activated = []
        self._built += 1
        maker = Maker(kit, self._gui, self._activated.append, has_tips=self.has_tips)
        for widget in self.widgets:
            widget.element = widget.make_element(maker)
        self._maker = maker
        self._fill_viewport(maker)
        self._gui.update(0.0)
        self._gui.refresh(0.0)

    def _fill_viewport(self, maker: Maker) -> None:
        """Make the widgets that scroll. They need a scroll area only if they do not fit; then those far from the
        visible part are made when it comes near."""
        self._area = self._scroll_maker = None
        for widget in self.scrolled_widgets:
            widget.element = None
        if self.viewport is None or not self.max_scroll_px:
            for widget in self.scrolled_widgets:
                widget.element = widget.make_element(maker)
            return
        port = self.viewport
        self._area = internals.ScrollArea(
            maker.local(port), port.height + self.max_scroll_px, self.kit.px(SCROLL_BAR_WIDTH_U), maker.manager,
            maker.container,
        )  # fmt: skip
        self._scroll_maker = maker.inside(self._area, port.topleft)
        self._area.scroll_to(self.scroll_px)
        self._follow_viewport()

    def _follow_viewport(self) -> None:
        """Make the scrolled widgets that have come near the visible part, and drop those that are far away."""
        if self._scroll_maker is None or self._area is None or self.viewport is None:
            return
        near = self.viewport.inflate(0, round(2 * NEAR_PAGES * self.viewport.height))
        far = self.viewport.inflate(0, round(2 * FAR_PAGES * self.viewport.height))
        for widget in self.scrolled_widgets:
            at = self.screen_rect(widget)
            if widget.element is None and at.colliderect(near):
                widget.element = widget.make_element(self._scroll_maker)
            elif widget.element is not None and not at.colliderect(far) and not isinstance(widget, Entry):
                widget.drop_element()
        self._area.scroll_to(self.scroll_px)

    def refill(self, widgets: Sequence[Widget]) -> None:
        """Show other widgets in the viewport, from its top. The rest stays: somebody may be typing there."""
        if self._area is not None:
            self._area.kill()
        for widget in self.scrolled_widgets:
            widget.drop_element()
        self.scrolled_widgets[:] = widgets
        self.scroll_px = 0
        if self._maker is not None:
            self._fill_viewport(self._maker)
            self.gui.update(0.0)
        self.dirty = True

    def add_scrolled(self, widgets: Sequence[Widget]) -> None:
        """Add widgets below those that scroll."""
        self.scrolled_widgets += widgets
        if self._area is not None and self.viewport is not None:
            self._area.grow(self.viewport.height + self.max_scroll_px)
            self._follow_viewport()
        elif self.max_scroll_px:
            self.refill(self.scrolled_widgets.copy())
        elif self._maker is not None:
            for widget in widgets:
                widget.element = widget.make_element(self._maker)
        self.dirty = True

    def repaint(self, widget: Widget) -> None:
        """Draw a widget again, after it has changed."""
        if isinstance(widget.element, Painted) and widget.element.alive():
            widget.element.rebuild()
            self.dirty = True

    def _move_focus(self, name: str) -> Transition:
        before = self.focused
        outcome = super()._move_focus(name)
        self._repaint_stepper(before)
        return outcome

    def _click(self, widget: Widget, pos: tuple[int, int]) -> Transition:
        outcome = super()._click(widget, pos)
        self._repaint_stepper(widget)
        return outcome

    def _press(self, widget: Widget) -> Transition:
        outcome = super()._press(widget)
        self._repaint_stepper(widget)
        return outcome

    def _repaint_stepper(self, widget: Widget | None) -> None:
        if isinstance(widget, Stepper):
            self.repaint(widget)

    def leave(self) -> None:
        super().leave()
        if self._gui is not None:
            self._gui.clear()
            self._gui = None

    # Input

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Focus) and not event.gained:
            self.gui.let_go()
        outcome = super().handle(event)
        if isinstance(outcome, Push) and self._gui is not None:
            self._gui.let_go()
        return outcome

    def _hover(self, pos: tuple[int, int]) -> None:
        self._under_pointer = self.widget_at(pos)
        self.gui.point(pygame.MOUSEMOTION, pos)

    def _handle_button(self, event: Point) -> Transition:
        again = self._repeated_target
        if again is not None and again is not self.widget_at(event.pos):
            return self._press_again(again, event)
        if event.kind == "down":
            self._pressed = self.widget_at(event.pos)
            if self._pressed is not None and self._pressed.focusable:
                self.focus = self._pressed.name
            self.gui.point(pygame.MOUSEBUTTONDOWN, event.pos)
        else:
            self._pressed = None
            self.gui.point(pygame.MOUSEBUTTONUP, event.pos)
        self._sync_typing()
        return self._do_activated(event.pos)

    def _press_again(self, widget: Widget, event: Point) -> Transition:
        """A second click without a move means the same widget, even if it lies elsewhere by now."""
        if event.kind == "down":
            self._pressed = widget
            return None
        held, self._pressed = self._pressed, None
        return self._click(widget, event.pos) if held is widget else None

    def _do_activated(self, pos: tuple[int, int]) -> Transition:
        outcome: Transition = None
        while self._activated:
            widget = self._activated.pop(0)
            if widget.focusable:
                outcome = self._click(widget, pos)
        return outcome

    def release_pointer(self) -> None:
        super().release_pointer()
        self.gui.let_go()

    def _sync_typing(self) -> None:
        """Entries get and lose the keyboard by the pointer without asking us."""
        for widget in self.all_widgets:
            if isinstance(widget, Entry):
                widget.follow_focus()
        self.kit.reader.typing = self._active_entry is not None

    # Scrolling

    def _scroll_by(self, by: int) -> None:
        super()._scroll_by(by)
        if self._area is not None and self._area.alive():
            self._area.scroll_to(self.scroll_px)
            self._follow_viewport()

    @property
    def grip_rect(self) -> pygame.Rect | None:
        """Where the grip of the scroll bar is in the window; None if everything fits."""
        return self._area.grip_rect if self._area is not None else None

    # Time and drawing

    def update(self, dt: float) -> Transition:
        said = self.gui.refresh(dt)
        outcome = self._refresh_widgets()
        for event in said:
            if event.type == pygame_gui.UI_TEXT_BOX_LINK_CLICKED and outcome is None:
                outcome = self.follow_link(str(event.link_target))
        if self._area is not None and self._area.alive():
            scrolled = min(max(self._area.top_px, 0), self.max_scroll_px)
            if scrolled != self.scroll_px:
                self.scroll_px = scrolled
                self._follow_viewport()
        self._follow_ring(dt)
        if self.gui.has_changed():
            self.dirty = True
        return outcome

    def _follow_ring(self, dt: float) -> None:
        """Show the tip of the widget on which the ring rests, as the pointer does."""
        on = self.focused if self.has_tips and self.ring_shown and self.kit.ring.by_keys else None
        name = on.name if on is not None and on.tip else ""
        if name != self._ring_name or (self._ring_tip is not None and not self._ring_tip.alive()):
            if self._ring_tip is not None and self._ring_tip.alive():
                self._ring_tip.kill()
            self._ring_name, self._ring_rested_s, self._ring_tip = name, 0.0, None
        self._ring_rested_s += dt
        if on is not None and name and self._ring_tip is None and self._ring_rested_s >= TIP_DELAY_S:
            text, width = tip_text_and_width(self.kit, on.tip)
            at, gap = self.screen_rect(on), self.kit.px(RING_TIP_GAP_U)
            self._ring_tip = self.gui.create_tool_tip(
                text, at.midbottom, (gap, gap), on.element, None, wrap_width=width
            )

    def follow_link(self, target: str) -> Transition:
        """Called when the pointer has pressed a link of a text box."""
        return None

    def _refresh_widgets(self) -> Transition:
        """Let widgets look at their elements. The form may be built anew meanwhile: then the old widgets are gone."""
        built = self._built
        for widget in self.all_widgets:
            outcome = widget.refresh() if widget.element is not None else None
            if outcome is not None or built != self._built:
                return outcome
        return None

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_background(surface)
        self.gui.draw_ui(surface)
        self.draw_above(surface)
        if self.ring_shown and (focused := self.focused) is not None:
            self._draw_ring(surface, focused)

    def draw_above(self, surface: pygame.Surface) -> None:
        """Draw what lies over the elements, but under the focus ring."""
