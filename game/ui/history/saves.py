"""Saved matches: the strip to resume one on the menu, the list of all, and messages if one cannot be opened."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.disk.resume import BusySave
from game.disk.savefile import ForeignSave, SaveData
from game.disk.store import DamagedSave, Store
from game.engine.errors import MallowError
from game.ui import shapes
from game.ui.fonts import MIN_FIT_SCALE
from game.ui.form import draw_background_picture
from game.ui.kit import Kit
from game.ui.scene import Pop, Push, Reset, Scene, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.sheet import FootButton, Sheet, button_width
from game.ui.widgets import GAP_U, Button, Label, Press, Stepper, Widget, row_height

ROW_LIMIT = 200
"""The list shows at most this many matches. Older ones stay in the folder."""
DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class SavedMatches:
    """The store, and how the scenes of its matches are made. `open_match` gets the id of a save and whether to open the
    state before its last move."""

    store: Store
    open_match: Callable[[str, bool], Scene]
    open_replay: Callable[[str], Scene]


class NoticeSheet(Sheet):
    """A message with one button."""

    def __init__(self, text: str, icon: str = "warning") -> None:
        super().__init__()
        self._text, self._icon = text, icon

    def build(self) -> None:
        kit = self.kit
        self.begin(560 if kit.metrics.text_scale <= 1.25 else 760)
        self.add_text(self._text, size=20)
        buttons: list[FootButton] = [("ok", lambda: Pop(), kit.texts("confirm.ok"), "", "main")]
        self.finish(kit.texts("save.notice"), buttons, self._icon)


class SaveOpener:
    """Opens saves for a scene. If a save cannot be opened, it shows why."""

    def __init__(self, saved_matches: SavedMatches) -> None:
        self._saved_matches = saved_matches
        self._damaged = ""

    def open(self, kit: Kit, name: str, before: bool = False) -> Transition:
        return self._try_open(kit, name, lambda: self._saved_matches.open_match(name, before))

    def replay(self, kit: Kit, name: str) -> Transition:
        found = self._try_open(kit, name, lambda: self._saved_matches.open_replay(name))
        return Push(found.scene) if isinstance(found, Reset) else found

    def _try_open(self, kit: Kit, name: str, make: Callable[[], Scene]) -> Transition:
        texts = kit.texts
        try:
            return Reset(make())
        except BusySave:
            return Push(NoticeSheet(texts("save.busy")))
        except ForeignSave:
            return Push(NoticeSheet(texts("save.foreign")))
        except DamagedSave as error:
            told = texts("save.damaged", file=error.aside or "?")
            if not error.has_backup:
                return Push(NoticeSheet(told))
            self._damaged = name
            return Push(Confirm(f"{told} {texts('save.ask_before')}"))
        except MallowError as error:
            return Push(NoticeSheet(texts("error.save_broken", problem=error.sentence)))

    def on_result(self, kit: Kit, result: Any) -> Transition:
        """Called when the scene above was popped. After a yes about a damaged save, open the state before."""
        name, self._damaged = self._damaged, ""
        return self.open(kit, name, before=True) if name and result is ConfirmResult.YES else None


# What a save says of itself


def date_text(kit: Kit, seconds: int, now: int) -> str:
    there, today = time.localtime(seconds), time.localtime(now)
    clock = time.strftime("%H:%M", there)
    if there[:3] == today[:3]:
        return kit.texts("save.today", time=clock)
    if there[:3] == time.localtime(now - DAY_S)[:3]:
        return kit.texts("save.yesterday", time=clock)
    return kit.texts("save.date", year=f"{there[0]:04}", month=f"{there[1]:02}", day=f"{there[2]:02}", time=clock)


def score_text(plain: SaveData) -> str:
    """The points of all seats; their names in a title without points."""
    if plain["scores"]:
        return " : ".join(str(points) for points in plain["scores"])
    return ", ".join(chair["name"] for chair in plain["chairs"])


class ResumeStrip(Widget):
    """The button “Continue” under a box: a picture of the table, the date and the score."""

    radius = 14.0

    def __init__(self, name: str, rect: pygame.Rect, press: Press, plain: SaveData, now: int) -> None:
        super().__init__(name, rect, press)
        self.plain = plain
        self._now = now

    @staticmethod
    def height(kit: Kit) -> float:
        return 16 + kit.fonts.line_height("bold", 17) + kit.fonts.line_height("text", 14)

    def thumbnail_size(self, kit: Kit) -> tuple[int, int]:
        """The size of the picture in pixels."""
        height = self.rect.height - kit.px(12)
        return round(height * 16 / 9), height

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        top, low = (c.accent_low, c.accent) if pressed else (c.accent, c.accent_low)
        edge = c.focus if hovered else c.ink
        surface.blit(shapes.plate(kit.art, at.size, kit.px(self.radius), top, low, edge, kit.px(2.5)), at)
        size = self.thumbnail_size(kit)
        spot = pygame.Rect(at.left + kit.px(8), at.top + kit.px(6), *size)
        _draw_framed(kit, surface, spot, kit.art.get(thumbnail_key(self.plain, size)))
        left = spot.right + kit.px(10)
        room = (at.right - left) / kit.metrics.unit_px - 10
        word = kit.fonts.fit(kit.texts("menu.resume"), "bold", 17, c.on_accent, room)
        surface.blit(word, (left, at.top + kit.px(7)))
        when = date_text(kit, self.plain["saved"], self._now)
        both = f"{when} · {score_text(self.plain)}"
        if kit.fonts.width(both, "text", 14 * MIN_FIT_SCALE) <= room:
            when = both
        line = kit.fonts.fit(when, "text", 14, c.on_accent, room, can_cut=True)
        surface.blit(line, (left, at.bottom - kit.px(7) - line.get_height()))


def _draw_framed(kit: Kit, surface: pygame.Surface, spot: pygame.Rect, picture: pygame.Surface | None) -> None:
    if picture is not None:
        surface.blit(picture, spot)
    else:
        surface.fill(kit.colours.night, spot)
    pygame.draw.rect(surface, kit.colours.ink, spot, max(1, kit.px(1.5)))


class SaveRow(Widget):
    """A match of the list, without its buttons."""

    radius = 14.0

    def __init__(self, rect: pygame.Rect, plain: SaveData, lines: list[tuple[str, str, bool]], right: int) -> None:
        super().__init__("", rect)
        self.plain = plain
        self._lines = lines
        """The lines: font role, text, and whether it may be cut."""
        self._right = right
        """The width of the buttons at the right, in pixels."""

    def thumbnail_size(self, kit: Kit) -> tuple[int, int]:
        height = min(self.rect.height - kit.px(16), kit.px(108))
        return round(height * 16 / 9), height

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        surface.blit(
            shapes.plate(kit.art, at.size, kit.px(self.radius), c.paper, c.paper, c.edge, kit.px(1.5)), at
        )
        size = self.thumbnail_size(kit)
        spot = pygame.Rect((at.left + kit.px(10), 0), size)
        spot.centery = at.centery
        _draw_framed(kit, surface, spot, kit.art.get(thumbnail_key(self.plain, size)))
        left = spot.right + kit.px(14)
        room = (at.right - self._right - left) / kit.metrics.unit_px - 10
        pictures = [
            kit.fonts.fit(text, role, 19 if role == "bold" else 16, c.text, room, can_cut=data)
            for role, text, data in self._lines
        ]
        y = at.centery - sum(picture.get_height() for picture in pictures) // 2
        for picture in pictures:
            surface.blit(picture, (left, y))
            y += picture.get_height()


def thumbnail_key(plain: SaveData, size: tuple[int, int]) -> object:
    """The cache key of a thumbnail."""
    return ("glimpse", plain["id"], plain["saved"], len(plain["record"]["log"]), size)


def draw_missing_thumbnail(kit: Kit, widgets: list[Any]) -> bool:
    """Draw the first thumbnail that is missing; True if there was one. One in a frame, so that frames stay short."""
    for widget in widgets:
        size = widget.thumbnail_size(kit)
        if kit.art.get(thumbnail_key(widget.plain, size)) is None:
            from game.ui.history.thumbnail import (
                draw_thumbnail,  # imported late, so that a menu without saves opens faster
            )

            kit.art.put(thumbnail_key(widget.plain, size), draw_thumbnail(kit, widget.plain, size))
            return True
    return False


class SavesScreen(Sheet):
    """The list of open or finished matches. Each can be opened or deleted; the last delete can be undone."""

    overlay = False

    def __init__(self, saved_matches: SavedMatches, over: bool = False) -> None:
        super().__init__()
        self._saved_matches = saved_matches
        self._opener = SaveOpener(saved_matches)
        self._over = over
        self._asked_about = ""
        self._deleted = ""

    @property
    def _store(self) -> Store:
        return self._saved_matches.store

    def build(self) -> None:
        kit = self.kit
        self.begin(1120)
        values = [(False, kit.texts("save.open")), (True, kit.texts("save.over"))]
        at = kit.rect(self.left, self.row_y, min(self.width, 640 * kit.metrics.text_scale), row_height(kit))
        self.add_row([Stepper("kind", at, "", values, self._over, self._show_kind)], row_height(kit))
        found = (self._store.finished() if self._over else self._store.saves())[:ROW_LIMIT]
        for plain in found:
            self._add_save_row(plain)
        broken = [] if self._over else self._store.unreadable()
        for name in broken:
            self._add_broken_row(name)
        if not found and not broken:
            self.add_text(kit.texts("save.none"), "italic")
        buttons: list[FootButton] = [("back", lambda: Pop(), kit.texts("save.back"), "back", "main")]
        if self._deleted:
            buttons.insert(0, ("restore", self._restore, kit.texts("save.restore"), "undo", "plain"))
        self.finish(kit.texts("save.title"), buttons, "clock")

    def _add_save_row(self, plain: SaveData) -> None:
        kit = self.kit
        height = max(92.0, kit.fonts.line_height("bold", 19) + 2 * kit.fonts.line_height("text", 16) + 20)
        text = kit.texts("save.replay" if self._over else "menu.resume")
        width = button_width(kit, text, "play")
        side = row_height(kit)
        y = self.row_y + (height - side) / 2
        x = self.left + self.width - side - GAP_U
        press = partial(self._open_replay if self._over else self._open, plain["id"])
        go = Button(f"go {plain['id']}", kit.rect(x - width - GAP_U, y, width, side), press, text, "play")
        away = Button(
            f"delete {plain['id']}", kit.rect(x, y, side, side), partial(self._ask_delete, plain["id"]), icon="close"
        )
        at = kit.rect(self.left, self.row_y, self.width, height)
        self.add_row([SaveRow(at, plain, self._lines(plain), kit.px(width + side + 4 * GAP_U)), go, away], height)

    def _add_broken_row(self, name: str) -> None:
        """Add a row for a file that cannot be read. The problem is told when it is opened."""
        kit, side = self.kit, row_height(self.kit)
        x = self.left + self.width - 2 * (side + GAP_U)
        told = kit.texts("save.unreadable", file=name)
        text = kit.fonts.fit(told, "italic", 17, kit.colours.text, x - self.left - GAP_U, can_cut=True)
        go = Button(f"go {name}", kit.rect(x, self.row_y, side, side), partial(self._open, name), icon="info")
        at = kit.rect(x + side + GAP_U, self.row_y, side, side)
        away = Button(f"delete {name}", at, partial(self._ask_delete, name), icon="close")
        self.add_row([Label(kit.rect(self.left, self.row_y, x - self.left, side), text), go, away], side)

    def _lines(self, plain: SaveData) -> list[tuple[str, str, bool]]:
        kit = self.kit
        title = plain["record"]["title"]
        head = kit.texts(f"{title}.name") if kit.texts.has(f"{title}.name") else title
        if plain["name"]:
            head = f"{plain['name']} · {head}"
        when = date_text(kit, plain["saved"], self._store.now())
        names = ", ".join(chair["name"] for chair in plain["chairs"])
        stand = f"{names} · {score_text(plain)}" if plain["scores"] else names
        marks = [kit.texts(f"save.{mark}") for mark in ("practice", "copied", "edited", "undone") if plain[mark]]
        return [("bold", head, True), ("text", " · ".join([when, *marks[:1]]), True), ("text", stand, True)]

    # What is pressed

    def _show_kind(self, over: bool) -> Transition:
        self._over = over
        self.scroll_px = 0
        self.rebuild()
        return None

    def _open(self, name: str) -> Transition:
        return self._opener.open(self.kit, name)

    def _open_replay(self, name: str) -> Transition:
        return self._opener.replay(self.kit, name)

    def _ask_delete(self, name: str) -> Transition:
        self._asked_about = name
        return Push(Confirm("save.ask_delete"))

    def _restore(self) -> Transition:
        self._store.restore(self._deleted)
        self._deleted = ""
        self.rebuild()
        return None

    def on_result(self, result: Any) -> Transition:
        asked, self._asked_about = self._asked_about, ""
        if asked and result is ConfirmResult.YES and self._store.delete(asked):
            self._deleted = asked
        self.rebuild()
        return self._opener.on_result(self.kit, result)

    # Pictures

    def update(self, dt: float) -> Transition:
        rows = [widget for widget in self.scrolled_widgets if isinstance(widget, SaveRow)]
        seen = [row for row in rows if self.viewport is not None and self.screen_rect(row).colliderect(self.viewport)]
        if draw_missing_thumbnail(self.kit, seen):
            self.dirty = True
        return super().update(dt)

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")

