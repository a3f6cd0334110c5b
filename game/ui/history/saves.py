"""Saved matches: what a save says of itself, the strip to resume one on the menu, and the pictures of tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

from game.disk.savefile import Save
from game.disk.store import Store
from game.ui import shapes
from game.ui.fonts import MIN_FIT_SCALE
from game.ui.kit import Kit
from game.ui.scene import Scene
from game.ui.widgets import Press, Widget

DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class SavedMatches:
    """The store, and how the scenes of its matches are made. `open_match` gets the id of a save and whether to open the
    state before its last move."""

    store: Store
    open_match: Callable[[str, bool], Scene]
    open_replay: Callable[[str], Scene]


# What a save says of itself


def date_text(kit: Kit, seconds: int, now: int) -> str:
    there, today = time.localtime(seconds), time.localtime(now)
    clock = time.strftime("%H:%M", there)
    if there[:3] == today[:3]:
        return kit.texts("save.today", time=clock)
    if there[:3] == time.localtime(max(0, now - DAY_S))[:3]:
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
            # Imported late, so that a menu without saves opens faster.
            from game.ui.history.thumbnail import draw_thumbnail

            kit.art.put(thumbnail_key(widget.save, size), draw_thumbnail(kit, widget.save, size))
            return widget
    return None
