"""A sheet of paper in the middle of the window: a heading, rows that scroll if they must, buttons at the foot."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.form import Form
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.theme import Colour
from game.ui.widgets import GAP_U, Button, Label, Panel, Press, Stepper, Widget, row_height

PAPER_EDGE_U = 24
"""Distance between the edge of the paper and its content."""
ROW_OVERHANG_U = 12
"""A row's shadow and its focus ring reach this far beyond the row."""
BIG_TEXT_SCALE = 1.2
"""Above this text scale, columns stand below each other instead of side by side."""
Foot = tuple[str, Press, str, str, str]
"""A button at the foot of a sheet: name, press, text, icon and kind."""


def big(kit: Kit) -> bool:
    return kit.metrics.text_scale > BIG_TEXT_SCALE


class Sheet(Form):
    """Between `begin` and `finish` rows are put below each other, in units; then the paper is cut to their size."""

    overlay = True
    x = wide = down = 0.0
    """Where the next row goes, and how wide it is."""

    @property
    def stops(self) -> list[Widget]:
        """What scrolls comes before the buttons at the foot."""
        return [widget for widget in self.rolling + self.widgets if widget.focusable]

    def begin(self, wide: float) -> None:
        paper = min(wide + 2 * PAPER_EDGE_U, self.kit.metrics.width - 2 * GAP_U)
        self.x = (self.kit.metrics.width - paper) / 2 + PAPER_EDGE_U
        self.wide = paper - 2 * PAPER_EDGE_U
        self.down = 0.0

    @property
    def room(self) -> float:
        """How high the rows may get before they scroll, if there are buttons at the foot."""
        kit = self.kit
        head, foot = kit.fonts.line_height("display", 30) + 24, row_height(kit) + PAPER_EDGE_U
        return kit.metrics.height - 2 * GAP_U - head - foot - 2 * ROW_OVERHANG_U

    def finish(self, heading: str, buttons: Sequence[Foot], icon: str = "") -> None:
        kit = self.kit
        head = kit.fonts.line_height("display", 30) + 24
        foot = row_height(kit) + PAPER_EDGE_U if buttons else PAPER_EDGE_U - ROW_OVERHANG_U
        rows = max((widget.rect.bottom for widget in self.rolling), default=0) / kit.metrics.unit_px
        high = min(head + rows + 2 * ROW_OVERHANG_U + foot, kit.metrics.height - 2 * GAP_U)
        left, top = self.x - PAPER_EDGE_U, (kit.metrics.height - high) / 2
        paper = self.wide + 2 * PAPER_EDGE_U
        for widget in self.rolling:
            widget.rect.move_ip(0, kit.px(top + head + ROW_OVERHANG_U))
        self.port = kit.rect(
            self.x - ROW_OVERHANG_U, top + head, self.wide + ROW_OVERHANG_U + PAPER_EDGE_U - 4, high - head - foot
        )
        self.widgets.append(Panel("", kit.rect(left, top, paper, high)))
        self._head(heading, icon, top + 14, head - 14)
        self._foot(buttons, top + high - foot + GAP_U / 2)

    def _head(self, heading: str, icon: str, top: float, high: float) -> None:
        kit = self.kit
        room, x = self.wide, self.x
        if icon:
            name = icon if "/" in icon else f"icons/{icon}.svg"
            tall = high * 0.86 if "/" not in icon else high * 1.1
            side = tall * kit.art.aspect_ratio(name)
            picture = kit.art.image(name, (kit.px(side), kit.px(tall)))
            self.widgets.append(Label(kit.rect(x, top, side, high), picture))
            x, room = x + side + GAP_U, room - side - GAP_U
        picture = kit.fonts.fit(heading, "display", 30, kit.colours.text, room)
        self.widgets.append(Label(kit.rect(x, top, room, high), picture))

    def _foot(self, buttons: Sequence[Foot], y: float) -> None:
        """As wide as each button wants, at the right; all narrower where room is short."""
        kit = self.kit
        room = self.wide - GAP_U * (len(buttons) - 1)
        wants = [button_width(kit, text, icon) for _, _, text, icon, _ in buttons]
        share = min(1.0, room / max(1.0, sum(wants)))
        x = self.x + room - sum(wants) * share
        for (name, press, text, icon, kind), want in zip(buttons, wants, strict=True):
            at = kit.rect(x, y, want * share, row_height(kit))
            self.widgets.append(Button(name, at, press, text, icon, kind))
            x += want * share + GAP_U

    def act(self, name: str) -> Transition:
        """Up and down scroll where nothing on the paper can take the focus."""
        if name in ("up", "down") and not any(widget.focusable for widget in self.rolling):
            self._roll(self.kit.px(60 if name == "down" else -60))
            return None
        return super().act(name)

    def frame(self, widget: Widget) -> pygame.Rect:
        """The ring keeps clear of a label at the edge."""
        at = super().frame(widget)
        return at.inflate(2 * self.kit.px(7), 0) if isinstance(widget, Stepper) and widget.label else at

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        fade(self, surface)

    # Rows

    def row(self, widgets: Sequence[Widget], high: float) -> None:
        """Widgets side by side in the scrolling part; the next row goes below them."""
        self.rolling += widgets
        self.down += high + GAP_U

    def columns(self, count: int, gap: float = 3 * GAP_U) -> list[tuple[float, float]]:
        """Left edge and width of so many equal columns."""
        room = (self.wide - gap * (count - 1)) / count
        return [(self.x + index * (room + gap), room) for index in range(count)]

    def text(
        self,
        text: str,
        role: str = "text",
        size: float = 19,
        colour: Colour | None = None,
        column: tuple[float, float] | None = None,
    ) -> None:
        """A paragraph in the scrolling part."""
        kit = self.kit
        x, wide = column or (self.x, self.wide)
        picture = kit.fonts.block(text, role, size, colour or kit.colours.text, wide)
        high = picture.get_height() / kit.metrics.unit_px
        self.row([Label(kit.rect(x, self.down, wide, high), picture)], high)


def fade(form: Form, surface: pygame.Surface) -> None:
    """Where rows go on beyond the edge of the port they fade into the paper rather than being cut."""
    port, paper = form.port, next((widget.rect for widget in form.widgets if isinstance(widget, Panel)), None)
    if port is None or paper is None:
        return
    kit, high = form.kit, form.kit.px(18)
    wide = port.width - kit.px(10)
    for hidden, top in ((form.scroll > 0, port.top), (form.scroll < form.longest, port.bottom - high)):
        if hidden:
            share = (top - paper.top) / paper.height
            colour = mixed(kit.colours.paper, kit.colours.paper_low, share)
            surface.blit(_veil(kit, (wide, high), colour, top == port.top), (port.left, top))


def _veil(kit: Kit, size: tuple[int, int], colour: Colour, down: bool) -> pygame.Surface:
    key = ("veil", size, colour, down)
    picture = kit.art.get(key)
    if picture is None:
        column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
        for y in range(size[1]):
            share = (y + 1) / size[1]
            column.set_at((0, y), (*colour, round(255 * (1 - share if down else share))))
        picture = kit.art.put(key, pygame.transform.scale(column, size))
    return picture


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def button_width(kit: Kit, text: str, icon: str = "", size: float = 20) -> float:
    """As wide as a button must be, with some air."""
    side = min(row_height(kit) * 0.62, 40 * kit.metrics.text_scale) + 8 if icon else 0
    return max(120.0, kit.fonts.width(text, "bold", size) + side + 44) if text else row_height(kit)
