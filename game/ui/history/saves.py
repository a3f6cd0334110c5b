"""Saved matches: the strip to resume one on the menu, what a save says of itself, and why one cannot be opened."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

from game.disk.limits import LIMITS, Kept
from game.disk.save_files import DamagedSave
from game.disk.savefile import ForeignSave, Save
from game.disk.store import BusySave, FullStore, Store
from game.engine.errors import MallowError
from game.ui import shapes
from game.ui.fonts import MIN_FIT_SCALE
from game.ui.kit import Kit
from game.ui.scene import Pop, Push, Reset, Scene, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.sheet import FootButton, Sheet
from game.ui.widgets import Press, Widget

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
        except FullStore as error:
            return Push(NoticeSheet(full_text(kit, error.kind)))
        except ForeignSave:
            return Push(NoticeSheet(texts("save.foreign")))
        except DamagedSave as error:
            text = texts("save.damaged", file=error.aside or "?")
            if not error.has_backup:
                return Push(NoticeSheet(text))
            self._damaged = name
            return Push(Confirm(f"{text} {texts('save.ask_before')}"))
        except MallowError as error:
            return Push(NoticeSheet(texts("error.save_broken", problem=error.sentence)))

    def on_result(self, kit: Kit, result: Any) -> Transition:
        """Called when the scene above was popped. After a yes about a damaged save, open the state before."""
        name, self._damaged = self._damaged, ""
        return self.open(kit, name, before=True) if name and result is ConfirmResult.YES else None


def full_text(kit: Kit, kind: Kept) -> str:
    """Why no new match can begin, and what to do."""
    texts = kit.texts
    return texts(f"save.full.{kind.value}", limit=texts.format_number(LIMITS[kind]))


# What a save says of itself


def date_text(kit: Kit, seconds: int, now: int) -> str:
    there, today = time.localtime(seconds), time.localtime(now)
    clock = time.strftime("%H:%M", there)
    if there[:3] == today[:3]:
        return kit.texts("save.today", time=clock)
    if there[:3] == time.localtime(now - DAY_S)[:3]:
        return kit.texts("save.yesterday", time=clock)
    return kit.texts("save.date", year=f"{there[0]:04}", month=f"{there[1]:02}", day=f"{there[2]:02}", time=clock)


def score_text(save: Save) -> str:
    """The points of all seats; their names in a title without points."""
    if save.scores:
        return " : ".join(str(points) for points in save.scores)
    return ", ".join(chair.name for chair in save.chairs)


class ResumeStrip(Widget):
    """The button “Continue” under a box: a picture of the table, the date and the score."""

    radius = 14.0

    def __init__(self, name: str, rect: pygame.Rect, press: Press, save: Save, now: int) -> None:
        super().__init__(name, rect, press)
        self.save = save
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
        draw_framed(kit, surface, spot, kit.art.get(thumbnail_key(self.save, size)))
        left = spot.right + kit.px(10)
        room = (at.right - left) / kit.metrics.unit_px - 10
        word = kit.fonts.fit(kit.texts("menu.resume"), "bold", 17, c.on_accent, room)
        surface.blit(word, (left, at.top + kit.px(7)))
        when = date_text(kit, self.save.saved, self._now)
        both = f"{when} · {score_text(self.save)}"
        if kit.fonts.width(both, "text", 14 * MIN_FIT_SCALE) <= room:
            when = both
        line = kit.fonts.fit(when, "text", 14, c.on_accent, room, can_cut=True)
        surface.blit(line, (left, at.bottom - kit.px(7) - line.get_height()))


def draw_framed(kit: Kit, surface: pygame.Surface, spot: pygame.Rect, picture: pygame.Surface | None) -> None:
    """Draw a thumbnail with a frame; a dark field while there is no picture yet."""
    if picture is not None:
        surface.blit(picture, spot)
    else:
        surface.fill(kit.colours.night, spot)
    pygame.draw.rect(surface, kit.colours.ink, spot, max(1, kit.px(1.5)))


def thumbnail_key(save: Save, size: tuple[int, int]) -> object:
    """The cache key of a thumbnail."""
    return ("glimpse", save.id, save.saved, len(save.record.data["log"]), size)


def draw_missing_thumbnail(kit: Kit, widgets: list[Any]) -> Any:
    """Draw the first thumbnail that is missing. Returns its widget, or None if none is missing.

    One in a frame, so that frames stay short."""
    for widget in widgets:
        size = widget.thumbnail_size(kit)
        if kit.art.get(thumbnail_key(widget.save, size)) is None:
            from game.ui.history.thumbnail import (
                draw_thumbnail,  # imported late, so that a menu without saves opens faster
            )

            kit.art.put(thumbnail_key(widget.save, size), draw_thumbnail(kit, widget.save, size))
            return widget
    return None
