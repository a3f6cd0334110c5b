"""The list of all saved matches. They can be opened and deleted, one by one or many together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pygame

from game.disk.limits import LIMITS, Kept
from game.disk.savefile import Save
from game.disk.store import Store
from game.ui import shapes
from game.ui.background import draw_background_picture
from game.ui.history.save_opener import NoticeSheet, SaveOpener
from game.ui.history.saves import (
    SavedMatches,
    date_text,
    draw_framed,
    draw_missing_thumbnail,
    score_text,
    thumbnail_key,
)
from game.ui.kit import Kit
from game.ui.scene import Pop, Push, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.sheet import FootButton, Sheet
from game.ui.widgets import GAP_U, Button, Label, Stepper, Widget, button_width, row_height

ROWS_PER_PAGE = 20
SEPARATOR = " · "
"""Between the names and the scores of a match."""


class SaveRow(Widget):
    """A match of the list, without its buttons."""

    radius = 14.0

    def __init__(self, rect: pygame.Rect, save: Save, lines: list[tuple[str, str, bool]], right: int) -> None:
        super().__init__("", rect)
        self.save = save
        self._lines = lines
        """The lines: font role, text, and whether it may be cut."""
        self._right = right
        """The width of the buttons at the right, in pixels."""
        self._usual_height = rect.height
        """The height of a row of three lines. The picture is not higher in a row of four."""

    def thumbnail_size(self, kit: Kit) -> tuple[int, int]:
        height = min(self._usual_height - kit.px(16), kit.px(108))
        return round(height * 16 / 9), height

    def _room(self, kit: Kit) -> float:
        """The width of the lines in units."""
        used = kit.px(10) + self.thumbnail_size(kit)[0] + kit.px(14) + self._right
        return (self.rect.width - used) / kit.metrics.unit_px - 10

    def split_last_line(self, kit: Kit) -> float:
        """Put the scores into a line of their own if the names leave no room for them. Returns its height in units."""
        role, text, can_cut = self._lines[-1]
        names, separator, scores = text.rpartition(SEPARATOR)
        if not separator or kit.fonts.fitting(text, role, 16, self._room(kit), can_cut=True)[0] == text:
            return 0.0
        self._lines[-1:] = [(role, names, can_cut), (role, scores, can_cut)]
        return kit.fonts.line_height(role, 16)

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        surface.blit(
            shapes.plate(kit.art, at.size, kit.px(self.radius), c.paper, c.paper, c.edge, kit.px(1.5)), at
        )
        size = self.thumbnail_size(kit)
        spot = pygame.Rect((at.left + kit.px(10), 0), size)
        spot.centery = at.centery
        draw_framed(kit, surface, spot, kit.art.get(thumbnail_key(self.save, size)))
        left = spot.right + kit.px(14)
        pictures = [
            kit.fonts.fit(text, role, 19 if role == "bold" else 16, c.text, self._room(kit), can_cut=data)
            for role, text, data in self._lines
        ]
        y = at.centery - sum(picture.get_height() for picture in pictures) // 2
        for picture in pictures:
            surface.blit(picture, (left, y))
            y += picture.get_height()


class SavesScreen(Sheet):
    """Open or finished matches, page by page. What was deleted together can be taken back until the program ends."""

    overlay = False

    def __init__(self, saved_matches: SavedMatches, over: bool = False) -> None:
        super().__init__()
        self._saved_matches = saved_matches
        self._opener = SaveOpener(saved_matches)
        self._over = over or self._has_only_finished
        self._page = 0
        self._listed: list[Save | str] = []
        """All matches of this list; of those that cannot be read only the id."""
        self._selected: set[str] | None = None
        """The matches that are selected to be deleted. None while matches can be opened."""
        self._asked_about: tuple[str, ...] = ()

    @property
    def _has_only_finished(self) -> bool:
        store = self._store
        return not store.count(Kept.OPEN) and store.count(Kept.FINISHED) > 0

    @property
    def _store(self) -> Store:
        return self._saved_matches.store

    @property
    def _names(self) -> list[str]:
        return [entry.id if isinstance(entry, Save) else entry for entry in self._listed]

    def build(self) -> None:
        store = self._store
        self._listed = [*(store.finished() if self._over else store.saves()), *store.unreadable(over=self._over)]
        if self._selected is not None:
            self._selected.intersection_update(self._names)
        pages = max(1, -(-len(self._listed) // ROWS_PER_PAGE))
        self._page = min(self._page, pages - 1)
        self.begin(1120)
        self._add_choices(pages)
        first = self._page * ROWS_PER_PAGE
        for entry in self._listed[first : first + ROWS_PER_PAGE]:
            if isinstance(entry, Save):
                self._add_save_row(entry)
            else:
                self._add_broken_row(entry)
        self.finish(self.kit.texts("save.title"), self._foot_buttons(), "clock")

    def _add_choices(self, pages: int) -> None:
        """Add what is shown, which page of it, how many there are and how many are kept."""
        kit, height = self.kit, row_height(self.kit)
        values = [(False, kit.texts("save.open")), (True, kit.texts("save.over"))]
        at = kit.rect(self.left, self.row_y, min(self.width, 640 * kit.metrics.text_scale), height)
        self.add_row([Stepper("kind", at, "", values, self._over, self._show_kind)], height)
        if pages > 1:
            places = [(page, self._page_text(page)) for page in range(pages)]
            at = kit.rect(self.left, self.row_y, at.width / kit.metrics.unit_px, height)
            self.add_row([Stepper("page", at, "", places, self._page, self._show_page)], height)
        if not self._listed:
            self.add_text(kit.texts("save.none"), "italic")
        kind = Kept.FINISHED if self._over else Kept.OPEN
        limit = kit.texts.format_number(LIMITS[kind])
        text = kit.texts(f"save.limit.{kind.value}", count=self._store.count(kind), limit=limit)
        self.add_text(text, "text", 16, "soft")

    def _page_text(self, page: int) -> str:
        first, count = page * ROWS_PER_PAGE, len(self._listed)
        return self.kit.texts("save.page", first=first + 1, last=min(first + ROWS_PER_PAGE, count), all=count)

    def _foot_buttons(self) -> list[FootButton]:
        texts = self.kit.texts
        if self._selected is None:
            buttons: list[FootButton] = [("back", lambda: Pop(), texts("save.back"), "back", "main")]
            if self._listed:
                buttons.insert(0, ("select", self._start_selecting, texts("save.select"), "check", "plain"))
            if self._store.can_restore:
                buttons.insert(0, ("restore", self._restore, texts("save.restore"), "undo", "save"))
            return buttons
        is_all = len(self._selected) == len(self._listed)
        every = "save.select_none" if is_all else "save.select_all"
        buttons = [("all", self._select_all, texts(every), "", "plain")]
        if self._selected:
            text = texts("save.delete_selected", count=len(self._selected))
            buttons.append(("delete", self._ask_delete_selected, text, "close", "plain"))
        return [*buttons, ("cancel", self.cancel, texts("confirm.cancel"), "", "main")]

    # Rows

    def _add_save_row(self, save: Save) -> None:
        kit = self.kit
        height = max(92.0, kit.fonts.line_height("bold", 19) + 2 * kit.fonts.line_height("text", 16) + 20)
        is_busy = self._store.is_busy(save.id)
        buttons = [] if is_busy else self._row_buttons(save.id, height)
        left = min((button.rect.left for button in buttons), default=kit.px(self.left + self.width))
        at = kit.rect(self.left, self.row_y, self.width, height)
        row = SaveRow(at, save, self._lines(save, [kit.texts("save.elsewhere")] if is_busy else []),
                      at.right - left + kit.px(GAP_U))  # fmt: skip
        if more := row.split_last_line(kit):
            height += more
            row.rect.height = kit.px(height)
            buttons = [] if is_busy else self._row_buttons(save.id, height)
        self.add_row([row, *buttons], height)

    def _row_buttons(self, name: str, height: float) -> list[Button]:
        """The buttons at the right of a row: open and delete, or the box to select it."""
        kit, side = self.kit, row_height(self.kit)
        y, x = self.row_y + (height - side) / 2, self.left + self.width - side - GAP_U
        if self._selected is not None:
            return [self._select_box(name, kit.rect(x, y, side, side))]
        text = kit.texts("save.replay" if self._over else "menu.resume")
        width = button_width(kit, text, "play")
        go = Button(f"go {name}", kit.rect(x - width - GAP_U, y, width, side), partial(self._open, name), text, "play")
        return [go, self._delete_button(name, kit.rect(x, y, side, side))]

    def _add_broken_row(self, name: str) -> None:
        """Add a row for a file that cannot be read. The problem is told when it is opened."""
        kit, side = self.kit, row_height(self.kit)
        x = self.left + self.width - 2 * (side + GAP_U)
        words = kit.texts("save.unreadable", file=name)
        text = kit.fonts.fit(words, "italic", 17, kit.colours.text, x - self.left - GAP_U, can_cut=True)
        label = Label(kit.rect(self.left, self.row_y, x - self.left, side), text)
        at = kit.rect(x + side + GAP_U, self.row_y, side, side)
        if self._selected is not None:
            self.add_row([label, self._select_box(name, at)], side)
            return
        go = Button(f"go {name}", kit.rect(x, self.row_y, side, side), partial(self._open, name), icon="info")
        go.tip = kit.texts("save.problem")
        self.add_row([label, go, self._delete_button(name, at)], side)

    def _delete_button(self, name: str, at: pygame.Rect) -> Button:
        button = Button(f"delete {name}", at, partial(self._ask_delete, (name,)), icon="close")
        button.tip = self.kit.texts("save.delete")
        return button

    def _select_box(self, name: str, at: pygame.Rect) -> Button:
        is_on = self._selected is not None and name in self._selected
        return Button(f"select {name}", at, partial(self._toggle, name), icon="check" if is_on else "")

    def _lines(self, save: Save, marks: list[str]) -> list[tuple[str, str, bool]]:
        kit = self.kit
        title = save.title
        head = kit.texts(f"{title}.name") if kit.texts.has(f"{title}.name") else title
        if save.name:
            head = f"{save.name} · {head}"
        when = date_text(kit, save.saved, self._store.now())
        names = ", ".join(chair.name for chair in save.chairs)
        stand = f"{names}{SEPARATOR}{score_text(save)}" if save.scores else names
        marks += [kit.texts(f"save.{mark}") for mark in save.marks]
        return [("bold", head, True), ("text", " · ".join([when, *marks[:1]]), True), ("text", stand, True)]

    # What is pressed

    def _show_kind(self, over: bool) -> Transition:
        self._over = over
        if self._selected is not None:
            self._selected = set()
        return self._show_page(0)

    def _show_page(self, page: int) -> Transition:
        self._page = page
        self.scroll_px = 0
        self.rebuild()
        return None

    def _open(self, name: str) -> Transition:
        return self._opener.replay(self.kit, name) if self._over else self._opener.open(self.kit, name)

    def _start_selecting(self) -> Transition:
        self._selected = set()
        self.rebuild()
        return None

    def _toggle(self, name: str) -> Transition:
        if self._selected is not None:
            self._selected ^= {name}
            self.rebuild()
        return None

    def _select_all(self) -> Transition:
        if self._selected is not None:
            self._selected = set() if len(self._selected) == len(self._listed) else set(self._names)
            self.rebuild()
        return None

    def _ask_delete_selected(self) -> Transition:
        selected = self._selected or set()
        return self._ask_delete([name for name in self._names if name in selected])

    def _ask_delete(self, names: Sequence[str]) -> Transition:
        self._asked_about = tuple(names)
        return Push(Confirm(self.kit.texts("save.ask_delete", count=len(names))))

    def _restore(self) -> Transition:
        busy = self._store.restore_last()
        self.rebuild()
        return self._tell_busy(busy)

    def _tell_busy(self, names: Sequence[str]) -> Transition:
        """Say how many matches were left alone because they are open in another window."""
        if not names:
            return None
        return Push(NoticeSheet(self.kit.texts("save.busy_left", count=len(names))))

    def on_result(self, result: Any) -> Transition:
        asked, self._asked_about = self._asked_about, ()
        if asked and result is ConfirmResult.YES:
            busy = self._store.delete_many(asked)
            self._selected = None
            self.rebuild()
            return self._tell_busy(busy)
        self.rebuild()
        return self._opener.on_result(self.kit, result)

    def cancel(self) -> Transition:
        if self._selected is None:
            return Pop()
        self._selected = None
        self.rebuild()
        return None

    # Pictures

    def update(self, dt: float) -> Transition:
        if self._store.has_unread(over=self._over):
            self.rebuild()
        rows, port = (widget for widget in self.scrolled_widgets if isinstance(widget, SaveRow)), self.viewport
        visible = [row for row in rows if port is not None and self.screen_rect(row).colliderect(port)]
        drawn = draw_missing_thumbnail(self.kit, visible)
        if drawn is not None:
            self.repaint(drawn)
        return super().update(dt)

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
