"""A sheet of paper in the middle of the window: a heading, rows that scroll if necessary, and buttons at the foot."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.form import Form
from game.ui.gui.form import GuiForm
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.theme import Colour, mix
from game.ui.widgets import (
    BIG_TEXT_SCALE,
    GAP_U,
    Button,
    Label,
    Panel,
    Press,
    Stepper,
    Text,
    Widget,
    button_width,
    row_height,
)

PAPER_EDGE_U = 24
"""Distance between the edge of the paper and its content."""
ROW_OVERHANG_U = 12
"""A row's shadow and its focus ring reach this far beyond the row."""
NARROW_WIDTH_U = 960
"""Columns also stand below each other in a window with fewer units across than this."""
LEAST_BUTTON_SHARE = 0.84
"""Buttons at the foot may be narrower than usual by this factor. If that is not enough, they stand in two rows."""
FootButton = tuple[str, Press, str, str, str]
"""A button at the foot of a sheet: name, press, text, icon and kind."""


def has_big_text(kit: Kit) -> bool:
    """Whether a line holds few letters, because the text is big or the window is narrow."""
    return kit.metrics.text_scale > BIG_TEXT_SCALE or kit.metrics.width < NARROW_WIDTH_U


class Sheet(GuiForm):
    """A screen on a sheet of paper. `build` calls `begin`, adds rows, and calls `finish`, which makes the paper as high
    as the rows need."""

    overlay = True
    left = width = row_y = 0.0
    """Left edge and width of the rows, and where the next row begins below the first one. All in units."""
    _first_row_y: int | None = None
    """Where the first row was when the sheet was built last, in pixels. It stays there when the sheet becomes higher or
    lower, so that nothing moves under the pointer."""

    def enter(self, kit: Kit) -> None:
        if not hasattr(self, "kit") or self.kit.metrics != kit.metrics:
            self._first_row_y = None
        super().enter(kit)

    @property
    def tab_stops(self) -> list[Widget]:
        """Rows come before the buttons at the foot."""
        return [widget for widget in self.scrolled_widgets + self.widgets if widget.focusable]

    def begin(self, width: float) -> None:
        paper = min(width + 2 * PAPER_EDGE_U, self.kit.metrics.width - 2 * GAP_U)
        self.left = (self.kit.metrics.width - paper) / 2 + PAPER_EDGE_U
        self.width = paper - 2 * PAPER_EDGE_U
        self.row_y = 0.0

    @property
    def rows_max_height(self) -> float:
        """The height in units above which the rows of a sheet with buttons have to scroll."""
        kit = self.kit
        head, foot = kit.fonts.line_height("display", 30) + 24, row_height(kit) + PAPER_EDGE_U
        return kit.metrics.height - 2 * GAP_U - head - foot - 2 * ROW_OVERHANG_U

    def _foot_rows(self, buttons: Sequence[FootButton]) -> list[list[FootButton]]:
        """The buttons at the foot in one row; in more rows if their texts would have to be cut."""
        rows: list[list[FootButton]] = []
        for button in buttons:
            if not rows or self._width_share([*rows[-1], button]) < LEAST_BUTTON_SHARE:
                rows.append([])
            rows[-1].append(button)
        return rows

    def _width_share(self, row: Sequence[FootButton]) -> float:
        """The share of their usual widths that buttons side by side can have. At most 1."""
        wants = sum(button_width(self.kit, text, icon) for _, _, text, icon, _ in row)
        return min(1.0, (self.width - GAP_U * (len(row) - 1)) / max(1.0, wants))

    def finish(self, heading: str, buttons: Sequence[FootButton], icon: str = "") -> None:
        kit = self.kit
        head = kit.fonts.line_height("display", 30) + 24
        foot_rows = self._foot_rows(buttons)
        foot = len(foot_rows) * (row_height(kit) + GAP_U) + GAP_U if foot_rows else PAPER_EDGE_U - ROW_OVERHANG_U
        rows = max((widget.rect.bottom for widget in self.scrolled_widgets), default=0) / kit.metrics.unit_px
        height = min(head + rows + 2 * ROW_OVERHANG_U + foot, kit.metrics.height - 2 * GAP_U)
        left, top = self.left - PAPER_EDGE_U, (kit.metrics.height - height) / 2
        paper = self.width + 2 * PAPER_EDGE_U
        for widget in self.scrolled_widgets:
            widget.rect.move_ip(0, kit.px(top + head + ROW_OVERHANG_U))
        self.viewport = kit.rect(
            self.left - ROW_OVERHANG_U, top + head, self.width + ROW_OVERHANG_U + PAPER_EDGE_U - 4, height - head - foot
        )
        self.widgets.append(Panel("", kit.rect(left, top, paper, height)))
        self._add_heading(heading, icon, top + 14, head - 14)
        for number, row in enumerate(foot_rows):
            self._add_foot_buttons(row, top + height - foot + GAP_U / 2 + number * (row_height(kit) + GAP_U))
        self._stay_in_place(kit.px(top), kit.px(top + height))

    def _stay_in_place(self, top: int, bottom: int) -> None:
        """Move everything so that the first row is where it was, as far as the paper stays in the window."""
        rows = [widget.rect.top for widget in self.scrolled_widgets]
        if not rows:
            return
        if self._first_row_y is not None:
            edge = self.kit.px(GAP_U)
            lowest = self.kit.metrics.height_px - edge - bottom
            down = min(max(self._first_row_y - min(rows), edge - top), lowest)
            for widget in self.all_widgets:
                widget.rect.move_ip(0, down)
            if self.viewport is not None:
                self.viewport.move_ip(0, down)
        self._first_row_y = min(widget.rect.top for widget in self.scrolled_widgets)

    def _add_heading(self, heading: str, icon: str, top: float, height: float) -> None:
        kit = self.kit
        room, x = self.width, self.left
        if icon:
            name = icon if "/" in icon else f"icons/{icon}.svg"
            tall = height * 0.86 if "/" not in icon else height * 1.1
            side = tall * kit.art.aspect_ratio(name)
            picture = kit.art.image(name, (kit.px(side), kit.px(tall)))
            self.widgets.append(Label(kit.rect(x, top, side, height), picture))
            x, room = x + side + GAP_U, room - side - GAP_U
        self.widgets.append(Text.fitting(kit, kit.rect(x, top, room, height), heading, "display", 30))

    def _add_foot_buttons(self, buttons: Sequence[FootButton], y: float) -> None:
        """Add the buttons at the right, each as wide as its text needs, all narrower if the paper is too narrow."""
        kit = self.kit
        wants = [button_width(kit, text, icon) for _, _, text, icon, _ in buttons]
        share = self._width_share(buttons)
        x = self.left + self.width - GAP_U * (len(buttons) - 1) - sum(wants) * share
        for (name, press, text, icon, kind), want in zip(buttons, wants, strict=True):
            at = kit.rect(x, y, want * share, row_height(kit))
            self.widgets.append(Button(name, at, press, text, icon, kind))
            x += want * share + GAP_U

    def act(self, name: str) -> Transition:
        """Up and down scroll if no row can get the focus."""
        if name in ("up", "down") and not any(widget.focusable for widget in self.scrolled_widgets):
            self._scroll_by(self.kit.px(60 if name == "down" else -60))
            return None
        return super().act(name)

    def _move_focus(self, name: str) -> Transition:
        """Up from the top of a column leads to the bottom of the column before it, and down the other way round."""
        before = self.focused
        outcome = super()._move_focus(name)
        if name in ("up", "down") and before is not None and self.focused is before:
            rows = [widget for widget in self.scrolled_widgets if widget.focusable and widget.by_arrows]
            at = rows.index(before) + (1 if name == "down" else -1) if before in rows else -1
            if 0 <= at < len(rows):
                self.focus = self.walked_to = rows[at].name
                self._scroll_to(rows[at])
        return outcome

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        """The ring round a stepper is wider, so that it does not touch the label."""
        at = super().focus_rect(widget)
        return at.inflate(2 * self.kit.px(7), 0) if isinstance(widget, Stepper) and widget.label else at

    def draw_above(self, surface: pygame.Surface) -> None:
        draw_scroll_fades(self, surface)

    # Rows

    def add_row(self, widgets: Sequence[Widget], height: float) -> None:
        """Add widgets that stand side by side. The next row begins below them."""
        self.scrolled_widgets += widgets
        self.row_y += height + GAP_U

    def columns(self, count: int, gap: float = 3 * GAP_U) -> list[tuple[float, float]]:
        """Left edge and width of each of `count` equal columns."""
        room = (self.width - gap * (count - 1)) / count
        return [(self.left + index * (room + gap), room) for index in range(count)]

    def add_text(
        self,
        text: str,
        role: str = "text",
        size: float = 19,
        look: str = "text",
        column: tuple[float, float] | None = None,
    ) -> Text:
        """Add a paragraph as a row. `look` is that of a Text."""
        kit = self.kit
        x, width = column or (self.left, self.width)
        lines = kit.fonts.wrap(text, role, size, width)
        words = Text(kit, kit.rect(x, self.row_y, width, 1), lines, role, size, look)
        words.rect.height = words.height_px
        self.add_row([words], words.height_px / kit.metrics.unit_px)
        return words


def draw_scroll_fades(form: Form, surface: pygame.Surface) -> None:
    """Let rows fade into the paper at an edge of the viewport, if more can be scrolled there."""
    port, paper = form.viewport, next((widget.rect for widget in form.widgets if isinstance(widget, Panel)), None)
    if port is None or paper is None:
        return
    kit, height = form.kit, form.kit.px(18)
    width = port.width - kit.px(10)
    for hidden, top in ((form.scroll_px > 0, port.top), (form.scroll_px < form.max_scroll_px, port.bottom - height)):
        if hidden:
            share = (top - paper.top) / paper.height
            colour = mix(kit.colours.paper, kit.colours.paper_low, share)
            surface.blit(_fade_picture(kit, (width, height), colour, top == port.top), (port.left, top))


def _fade_picture(kit: Kit, size: tuple[int, int], colour: Colour, down: bool) -> pygame.Surface:
    key = ("veil", size, colour, down)
    picture = kit.art.get(key)
    if picture is None:
        column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
        for y in range(size[1]):
            share = (y + 1) / size[1]
            column.set_at((0, y), (*colour, round(255 * (1 - share if down else share))))
        picture = kit.art.put(key, pygame.transform.scale(column, size))
    return picture
