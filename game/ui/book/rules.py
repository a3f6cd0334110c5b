"""The rule book as an overlay: contents at the left, pages at the right, and a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.data import catalog, rulebook_file
from game.engine.errors import SpecError
from game.engine.spec import Value
from game.ui import shapes
from game.ui.book.page import Block, Link, Pages
from game.ui.entry import Entry
from game.ui.gui.form import GuiForm
from game.ui.input import Input, Raw
from game.ui.kit import Kit
from game.ui.scene import Pop, Transition
from game.ui.sheet import PAPER_EDGE_U, ROW_OVERHANG_U, draw_scroll_fades, has_big_text
from game.ui.widgets import GAP_U, Button, Label, Panel, Press, Stepper, Text, Widget, button_width, row_height

CONTENTS_WIDTH_U = 292
"""Width of the table of contents."""
PAGE_WIDTH_U = 820
"""Greatest width of the text at the normal text size. Longer lines are hard to read."""
KEY_SCROLL_ROWS = 3
"""How far an arrow key scrolls, in heights of a button."""
KEY_SCROLL_PAGES = {pygame.K_PAGEUP: -0.9, pygame.K_PAGEDOWN: 0.9, pygame.K_HOME: -1e6, pygame.K_END: 1e6}
"""How far other keys scroll, in heights of the visible part."""


class ContentsEntry(Widget):
    """A line of the table of contents."""

    radius = 10.0

    def __init__(self, name: str, rect: pygame.Rect, press: Press, text: str) -> None:
        super().__init__(name, rect, press)
        self.text = text
        self.is_on = False
        self.sound = "focus"

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        if self.is_on:
            surface.blit(shapes.plate(kit.art, at.size, kit.px(self.radius), c.accent, c.accent_low), at)
        elif hovered:
            plate = shapes.plate(kit.art, at.size, kit.px(self.radius), c.paper, c.paper, c.edge, kit.px(1.5))
            surface.blit(plate, at)
        colour = c.on_accent if self.is_on else c.text
        role, room = "bold" if self.is_on else "text", at.width / kit.metrics.unit_px - 22
        word = kit.fonts.fit(self.text, role, 17, colour, room)
        surface.blit(word, word.get_rect(midleft=(at.left + kit.px(11), at.centery)))


class PageStop(Widget):
    """The whole page as a stop: while it has the focus, up and down scroll. Links on it are stops, too."""


class RulesOverlay(GuiForm):
    """`clause` is where it opens; `options` are those of the match; `titles` lists titles to leaf through."""

    overlay = True

    def __init__(
        self, title: str, clause: str = "", options: Mapping[str, Value] | None = None, titles: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self._title = title
        self._options = options
        self._titles = tuple(titles)
        self._marked = clause
        self._anchor = clause
        """The key of the block at the top of the page. After a change of size or language the book opens there."""
        self._query = ""
        self._is_searching = False
        """Whether the page shows what was found, and not the book."""
        self._pages: Pages | None = None
        self._page_widget = PageStop("text", pygame.Rect(0, 0, 1, 1), lambda: None)
        self._page_widget.sound = "focus"

    # Building

    def build(self) -> None:
        kit = self.kit
        width, height = min(kit.metrics.width - 2 * GAP_U, 1300), kit.metrics.height - 2 * GAP_U
        left = (kit.metrics.width - width) / 2
        self.widgets.append(Panel("", kit.rect(left, GAP_U, width, height)))
        x, room = left + PAPER_EDGE_U, width - 2 * PAPER_EDGE_U
        below = GAP_U + 14 + self._add_head(x, room)
        bottom = kit.metrics.height - GAP_U - PAPER_EDGE_U
        aside = 0.0 if has_big_text(kit) else CONTENTS_WIDTH_U + PAPER_EDGE_U
        if aside:
            self._contents_rect = kit.rect(
                x, below + row_height(kit) + GAP_U, CONTENTS_WIDTH_U, bottom - below - row_height(kit) - GAP_U
            )
            self._add_search(x, below, CONTENTS_WIDTH_U)
        else:
            self._contents_rect = kit.rect(x, below, room / 2 - GAP_U / 2, row_height(kit))
            self._add_search(x + room / 2 + GAP_U / 2, below, room / 2 - GAP_U / 2)
            below += row_height(kit) + GAP_U
        self.viewport = kit.rect(
            x + aside - ROW_OVERHANG_U, below, room - aside + 2 * ROW_OVERHANG_U, bottom - below + GAP_U
        )
        self._page_widget.rect = self.viewport.inflate(-kit.px(10), -kit.px(10))
        self._load_book(min(room - aside - ROW_OVERHANG_U, PAGE_WIDTH_U * max(1.0, kit.metrics.text_scale)))
        self.widgets += self._contents_widgets()

    def _add_head(self, x: float, room: float) -> float:
        """Add the name of the book, or a stepper to choose a book, and the way out. Returns the height in units."""
        kit = self.kit
        height = row_height(kit)
        done = kit.texts("settings.done")
        out = button_width(kit, done, "check")
        self.widgets.append(
            Button("done", kit.rect(x + room - out, GAP_U + 14, out, height), lambda: Pop(), done, "check")
        )
        side = height
        picture = kit.art.image("icons/rules.svg", (kit.px(side), kit.px(side)))
        self.widgets.append(Label(kit.rect(x, GAP_U + 14, side, height), picture))
        left, rest = x + side + GAP_U, room - side - out - 3 * GAP_U
        if len(self._titles) > 1:
            values = [(title, kit.texts(f"{title}.name")) for title in self._titles]
            at = kit.rect(left, GAP_U + 14, min(rest, 460 * kit.metrics.text_scale), height)
            self.widgets.append(Stepper("title", at, "", values, self._title, self._open_title))
        else:
            picture = kit.fonts.fit(kit.texts(f"{self._title}.name"), "display", 30, kit.colours.text, rest)
            self.widgets.append(Label(kit.rect(left, GAP_U + 14, rest, height), picture))
        return height + GAP_U

    def _add_search(self, x: float, y: float, width: float) -> None:
        kit = self.kit
        at = kit.rect(x, y, width, row_height(kit))
        self.widgets.append(Entry("search", at, self._query, self._on_search, kit, kit.texts("book.search")))

    def _load_book(self, width: float) -> None:
        kit = self.kit
        assert self.viewport is not None
        try:
            book = rulebook_file.load(self._title, kit.texts.code)
        except SpecError as error:
            self._pages = None
            picture = kit.fonts.block(
                kit.texts("error.no_rules", problem=error.sentence), "text", 18, kit.colours.text, width
            )
            self.scrolled_widgets.append(
                Label(picture.get_rect(topleft=self.viewport.inflate(-40, -40).topleft), picture)
            )
            return
        spec = catalog.spec(self._title)
        self._pages = Pages(kit, book, spec, self._options, width, self._follow)
        self._show_book()
        if (block := self._pages.find(self._anchor)) is not None:
            self.scroll_px = block.rect.top - self.viewport.top - kit.px(10)
        if self._query.strip():
            self._show_hits()

    def _show_book(self) -> None:
        """Put the whole book on the page."""
        assert self._pages is not None
        self._is_searching = False
        blocks = self._pages.blocks
        self._lay_out(blocks)
        self.refill([*blocks, *(link for block in blocks for link in block.links(self.kit))])
        self._mark_clause()

    def _show_hits(self) -> None:
        """Put the clauses that the search has found on the page."""
        assert self._pages is not None and self.viewport is not None
        kit, self._is_searching = self.kit, True
        hits: list[Widget] = [*self._pages.search_hits(self._query)]
        if not hits:
            at = pygame.Rect(*self.viewport.move(kit.px(ROW_OVERHANG_U), kit.px(10)).topleft, self.viewport.width, 1)
            at.height = kit.px(kit.fonts.line_height("text", 18))
            hits = [Text.fitting(kit, at, kit.texts("book.nothing"), "text", 18, "soft")]
        self._lay_out([hit for hit in hits if isinstance(hit, Block)])
        self.refill(hits)

    def _lay_out(self, blocks: Sequence[Block]) -> None:
        assert self._pages is not None and self.viewport is not None
        left, top = self.viewport.left + self.kit.px(ROW_OVERHANG_U), self.viewport.top + self.kit.px(6)
        self._pages.lay_out(blocks, left, top)

    # Contents and what was found

    def _contents_widgets(self) -> list[Widget]:
        entries = self._contents_entries()
        if has_big_text(self.kit):
            here = self._current_key()
            stepper = Stepper("go to", self._contents_rect.copy(), "", entries, here, self._jump_to)
            return [stepper] if entries else []
        kit, room = self.kit, self._contents_rect
        height = min(kit.px(kit.fonts.line_height("bold", 17) + 12), room.height // max(1, len(entries)))
        found: list[Widget] = []
        for number, (key, text) in enumerate(entries):
            at = pygame.Rect(room.left, room.top + number * height, room.width, height - kit.px(3))
            found.append(ContentsEntry(f"go {key}", at, partial(self._jump_to, key), text))
        return found

    def _contents_entries(self) -> list[tuple[str, str]]:
        return self._pages.chapters if self._pages is not None else []

    def _current_key(self) -> str:
        """The key of the chapter at the top of the page; empty while the page shows what was found."""
        if self._pages is None or self.viewport is None or self._is_searching:
            return ""
        if self.max_scroll_px and self.scroll_px >= self.max_scroll_px:
            return self._pages.chapters[-1][0]
        return self._pages.chapter_at(self.viewport.top + self.scroll_px + self.kit.px(60))

    def _on_search(self, text: str) -> None:
        self._query = text
        if self._pages is None:
            return
        if text.strip():
            self._show_hits()
        elif self._is_searching:
            self._show_book()

    def follow_link(self, target: str) -> Transition:
        return self._follow(target)

    def _follow(self, key: str) -> Transition:
        """Go where a link or a found clause leads. The focus goes there, too: to its first link, or to the text."""
        outcome = self._jump_to(key)
        if self._pages is not None and (block := self._pages.find(key)) is not None:
            links = (stop for stop in self.scrolled_widgets if isinstance(stop, Link))
            self.focus = next((link.name for link in links if block.rect.contains(link.rect)), "text")
        return outcome

    def _jump_to(self, key: str) -> Transition:
        """Show the chapter, clause or example with this key at the top of the page."""
        if not key or self._pages is None or self.viewport is None:
            return None
        self._marked = key if not any(key == chapter for chapter, _ in self._pages.chapters) else ""
        if self._is_searching:
            self._show_book()
        self._mark_clause()
        if (block := self._pages.find(key)) is not None:
            self._scroll_by(block.rect.top - self.viewport.top - self.kit.px(10) - self.scroll_px)
        if self.focused is None:
            self.focus = "text"
        return None

    def _mark_clause(self) -> None:
        assert self._pages is not None
        for block in self._pages.blocks:
            marked = bool(self._marked) and self._marked in block.keys
            if marked != block.marked:
                block.marked = marked
                self.repaint(block)
        self.dirty = True

    def _open_title(self, title: str) -> Transition:
        self._title, self._marked, self._anchor, self.scroll_px = title, "", "", 0
        self.rebuild()
        return None

    # Input

    @property
    def tab_stops(self) -> list[Widget]:
        stops = super().tab_stops
        if self._is_searching and any(stop in self.scrolled_widgets for stop in stops):
            return stops  # the clauses that were found are stops themselves
        return [*stops, self._page_widget]

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Raw) and event.event.type == pygame.KEYDOWN and self.viewport is not None:
            if event.event.key in KEY_SCROLL_PAGES and not self.kit.reader.typing:
                self._scroll_by(round(KEY_SCROLL_PAGES[event.event.key] * self.viewport.height))
            elif event.event.key == pygame.K_f and event.event.mod & pygame.KMOD_CTRL:
                return self._press(self._search_entry)
        return super().handle(event)

    def cancel(self) -> Transition:
        """Escape ends a search first, then it closes the book."""
        if not self._is_searching:
            return Pop()
        self._query = ""
        self.rebuild()
        return None

    @property
    def _search_entry(self) -> Widget:
        return next(widget for widget in self.widgets if widget.name == "search")

    def act(self, name: str) -> Transition:
        if name == "rules":
            return Pop()
        if name == "confirm" and self._active_entry is not None and self._is_searching:
            outcome = super().act(name)  # ends the writing
            self.focus = next((hit.name for hit in self.scrolled_widgets if hit.focusable), self.focus)
            return outcome
        if self.focus == "text" and self.ring_shown and name in ("up", "down"):
            step = round(KEY_SCROLL_ROWS * self.kit.px(row_height(self.kit)))
            self._scroll_by(-step if name == "up" else step)
            return None
        return super().act(name)

    def _scroll_by(self, by: int) -> None:
        super()._scroll_by(by)
        if self._pages is not None and self.viewport is not None and self.scroll_px and not self._is_searching:
            line = self.viewport.top + self.scroll_px
            self._anchor = next((b.keys[0] for b in self._pages.blocks if b.keys and b.rect.bottom > line), "")

    # Drawing

    def update(self, dt: float) -> Transition:
        self._show_where_we_are()
        return super().update(dt)

    def _show_where_we_are(self) -> None:
        """Mark the chapter at the top of the page in the contents."""
        here: Any = self._current_key()
        for widget in self.widgets:
            if isinstance(widget, ContentsEntry) and widget.is_on != (widget.name == f"go {here}"):
                widget.is_on = not widget.is_on
                self.repaint(widget)
            elif isinstance(widget, Stepper) and widget.name == "go to":
                index = next((i for i, (key, _) in enumerate(widget.values) if key == here), widget.index)
                if index != widget.index:
                    widget.index = index
                    self.repaint(widget)

    def draw_above(self, surface: pygame.Surface) -> None:
        draw_scroll_fades(self, surface)
