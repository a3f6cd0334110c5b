"""Where every card and every plate lies, as a function of zones, facts and the size of the window."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.engine.cards import HIDDEN, Card, Seat
from game.ui.look import Look, ZoneLook
from game.ui.metrics import Metrics
from game.ui.table.centre import BIG_TEXT_LINES_SCALE, centred_rect, fit_centre, ring_offsets
from game.ui.table.plates import (
    CARD_RATIO,
    OWN_ROW_GAP_U,
    PLATE_HEIGHT_U,
    PLATE_WIDTH_U,
    TOKENS_FROM_PLATE_U,
    TOKENS_WIDTH_U,
    Zones,
    place_plates,
    plate_height,
    prompt_above_bottom,
)

__all__ = ["CARD_RATIO", "Layout", "Spot"]
FAN_ANGLE_DEG = 2.2
"""Angle between two neighbouring cards of a fan."""
PILE_LEVELS = 6
"""The number of cards at the top of a pile that are drawn one above the other."""
AID_WIDTH_U, AID_HEIGHT_U, AID_TOP_U = 200.0, 36.0, 13.0
"""Least width of a playing aid in a tall window, its height in big text, and its distance from the upper edge there."""
BAR_HEIGHT_U = 52.0
"""The buttons at the top lie above this."""
HEADING_END_U, BAR_WIDTH_U = 560.0, 310.0
"""Where the heading ends at most, and the width of the buttons at the top right."""
COLUMN_GAP_U = 10.0
"""Distance of the column at the right from the middle of the table and from the players above it."""
EDGE_GAP_U = 12.0
"""Least distance of cards from the edges of the window, and of tokens from the plate beside them."""
ROW_EDGE_U = 30.0
"""The same for a row, because a gap for another card may lie beside its ends."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies: its centre and width in units, its angle in degrees. A higher `z` lies above a lower one."""

    x: float
    y: float
    width: float
    angle: float = 0.0
    face_up: bool = True
    z: int = 0
    visible: bool = True
    has_shadow: bool = True
    """Whether the card has a shadow. In a pile only the lowest visible card has one."""


class Layout:
    """Places on the table for one title, one number of seats and one window. `viewer_seat` lies at the lower edge. A
    spectator, whose seat number no player has, sees the table as the first player does."""

    def __init__(self, look: Look, metrics: Metrics, seats: int, viewer_seat: Seat) -> None:
        self._seats = seats
        self._bottom_seat = viewer_seat if viewer_seat < seats else 0
        self._wide, self._high = metrics.width, metrics.height
        self._is_tall = metrics.is_tall
        self._grown = (plate_height(metrics) - PLATE_HEIGHT_U) / 2
        arrangement = look.tall if metrics.is_tall else look.wide
        zones = {
            name: (self._inside_window(own), self._inside_window(other))
            for name, (own, other) in arrangement.zones.items()
        }
        plates = place_plates(zones, metrics, seats, self._bottom_seat)
        self.plate_widths, self.plate_centres = plates.widths, plates.centres
        taken = self._rects_of_others(zones, metrics)
        fits = {
            badges: fit_centre(zones, badges, metrics, seats, taken)
            for badges in (arrangement.badges, look.wide.badges)
        }
        badges = max(fits, key=lambda badges: fits[badges].scale)  # in a tall window beside the cards if there is room
        fit = fits[badges]
        self.middle = (self._wide / 2, fit.y)
        self._others = taken
        self._prompt_above = prompt_above_bottom(metrics)
        self._has_column = not metrics.is_tall and metrics.text_scale > BIG_TEXT_LINES_SCALE
        self._middle_width = fit.width
        scale = fit.scale
        self._zones = {name: (_scaled(own, scale), _scaled(other, scale)) for name, (own, other) in zones.items()}
        self._zone_looks: dict[str, tuple[ZoneLook, Seat | None]] = {}
        self.badges = tuple(
            replace(badge, x=round(badge.x * scale), y=round(badge.y * scale), size=round(badge.size * scale))
            for badge in badges
        )
        """The badges, at the size and distances of this window."""

    def _inside_window(self, zone: ZoneLook) -> ZoneLook:
        """The zone at the lower edge, moved and made narrower so that it lies inside the window."""
        if zone.anchor != "bottom":
            return zone
        edge = ROW_EDGE_U if zone.kind == "row" and zone.limit else EDGE_GAP_U
        limit = min(zone.limit, round(self._wide - 2 * edge)) if zone.limit else 0
        farthest = round(self._wide / 2 - edge - max(limit, zone.card) / 2)
        return replace(zone, limit=limit, x=max(-farthest, min(farthest, zone.x)))

    def _rects_of_others(self, zones: Zones, metrics: Metrics) -> list[pygame.FRect]:
        """The plates of the other players, and their cards beside the plates."""
        rects = []
        for seat, (x, y) in self.plate_centres.items():
            if seat == self._bottom_seat:
                continue
            rects.append(centred_rect(x, y, self.plate_widths[seat], plate_height(metrics)))
            for _, zone in zones.values():
                if zone.anchor == "seat" and zone.kind != "off":
                    at = self.anchor_point(zone, seat)
                    rects.append(centred_rect(*at, max(zone.limit, zone.card), zone.card * CARD_RATIO))
        return rects

    def zone_look(self, place: str) -> tuple[ZoneLook, Seat | None]:
        """How the zone in this place looks, and its owner."""
        found = self._zone_looks.get(place)
        if found is None:
            name, _, owner = place.partition(" ")
            own, other = self._zones[name]
            seat = int(owner) if owner else None
            found = self._zone_looks[place] = own if seat in (None, self._bottom_seat) else other, seat
        return found

    @property
    def facts(self) -> set[str]:
        """The facts on which it depends where cards lie."""
        return {zone.seats for looks in self._zones.values() for zone in looks if zone.seats}

    def anchor_point(self, zone: ZoneLook, owner: Seat | None) -> tuple[float, float]:
        if zone.anchor == "bottom":
            return self._wide / 2 + zone.x, self._high + zone.y
        if zone.anchor == "seat" and owner is not None:
            x, y = self.plate_centres[owner]
            grown = (
                self._grown if zone.y > PLATE_HEIGHT_U / 2 else -self._grown if zone.y < -PLATE_HEIGHT_U / 2 else 0.0
            )
            aside = math.copysign((self.plate_widths[owner] - PLATE_WIDTH_U) / 2, zone.x)
            return x + zone.x + (aside if abs(zone.x) > PLATE_WIDTH_U / 2 else 0.0), y + zone.y + grown
        return self.middle[0] + zone.x, self.middle[1] + zone.y

    def pan(self, x: float) -> float:
        """From which side something at that place is heard: -1 is the left edge of the window, 1 the right one."""
        return 2 * x / self._wide - 1

    def tokens_centre(self, seat: Seat) -> tuple[float, float]:
        """The middle of a player's tokens: above or below the plate, or beside the viewer's plate in a tall window."""
        x, y = self.plate_centres[seat]
        if seat == self._bottom_seat and self._is_tall:
            return x + self.plate_widths[seat] / 2 + TOKENS_WIDTH_U / 2 + EDGE_GAP_U, y
        off = TOKENS_FROM_PLATE_U + self._grown
        return x, y - off if y > self._high / 2 else y + off

    @property
    def column(self) -> tuple[float, float, float, float]:
        """The room at the right of the middle, for a prompt in big text: left edge, upper edge, width and height. It is
        empty in a tall window and for text of normal size."""
        if not self._has_column:
            return 0.0, 0.0, 0.0, 0.0
        left = self.middle[0] + self._middle_width / 2 + COLUMN_GAP_U
        right, bottom = self._wide - EDGE_GAP_U, self._high - self._prompt_above
        above = [rect.bottom for rect in self._others if rect.right > left and rect.left < right]
        top = max([BAR_HEIGHT_U, *above]) + COLUMN_GAP_U
        return left, top, right - left, bottom - top

    @property
    def aid_rect(self) -> tuple[float, float, float, float]:
        """Where a playing aid lies: below the viewer's plate, in big text at the top, in a tall window at the right end
        of the plate's row."""
        (x, y), width = self.plate_centres[self._bottom_seat], self.plate_widths[self._bottom_seat]
        if self._has_column:  # the plate is as wide as before, the text is not
            return HEADING_END_U, AID_TOP_U, self._wide - BAR_WIDTH_U - HEADING_END_U, AID_HEIGHT_U
        if not self._is_tall:
            top = y + PLATE_HEIGHT_U / 2 + self._grown + 3
            return x - width / 2, top, width, self._high - top - 3
        left = min(self._wide - AID_WIDTH_U, x + width / 2 + TOKENS_WIDTH_U + 4 * EDGE_GAP_U + 44)
        height = PLATE_HEIGHT_U + 2 * self._grown + 2 * OWN_ROW_GAP_U
        return left, y - height / 2, self._wide - left - EDGE_GAP_U, height

    def card_spots(self, place: str, cards: Sequence[Card], facts: Mapping[str, Any]) -> list[Spot]:
        zone, owner = self.zone_look(place)
        x, y = self.anchor_point(zone, owner)
        count = len(cards)
        ups = [card != HIDDEN and not zone.down for card in cards]
        match zone.kind:
            case "fan":
                return _fan_spots(zone, x, y, ups)
            case "row":
                return _row_spots(zone, x, y, ups)
            case "ring":
                seats = self._ring_seats(zone, owner, facts, count)
                return [self._ring_spot(zone, x, y, seat, ups[i], i) for i, seat in enumerate(seats)]
            case "off":
                return [Spot(x, y, max(zone.card * 0.5, 20), 0, False, 0, False) for _ in cards]
        return _pile_spots(zone, x, y, ups)

    def _ring_seats(self, zone: ZoneLook, owner: Seat | None, facts: Mapping[str, Any], count: int) -> list[Seat]:
        if owner is not None:
            return [owner] * count
        named = facts.get(zone.seats) or ()
        return [named[i] if i < len(named) else self._bottom_seat for i in range(count)]

    def _ring_spot(self, zone: ZoneLook, x: float, y: float, seat: Seat, up: bool, z: int) -> Spot:
        """The place of a player's card in a ring: in the middle of the table, moved toward the player."""
        number = (seat - self._bottom_seat) % self._seats
        across, along = ring_offsets(self._seats)[number]
        lean = 5.0 * math.sin(math.tau * number / self._seats)
        return Spot(x + across * zone.card, y + along * zone.card, zone.card, lean, up, z)


def _scaled(zone: ZoneLook, scale: float) -> ZoneLook:
    """A zone in the middle of the table at another scale. Other zones are left as they are."""
    if zone.anchor != "centre":
        return zone
    names = ("x", "y", "card", "spread", "limit")
    return replace(zone, **{name: round(getattr(zone, name) * scale) for name in names})


def _card_step(zone: ZoneLook, count: int) -> float:
    spread = float(zone.spread or zone.card)
    if zone.limit and count > 1:
        spread = min(spread, (zone.limit - zone.card) / (count - 1))
    return spread


def _fan_spots(zone: ZoneLook, x: float, y: float, ups: Sequence[bool]) -> list[Spot]:
    count = len(ups)
    step = _card_step(zone, count)
    spots = []
    for i, up in enumerate(ups):
        off = i - (count - 1) / 2
        angle = -FAN_ANGLE_DEG * off * min(1.0, 9 / max(count, 1))
        drop = 0.9 * off * off * min(1.0, (9 / max(count, 1)) ** 2)
        spots.append(Spot(x + off * step, y + drop, zone.card, angle, up, i))
    return spots


def _row_spots(zone: ZoneLook, x: float, y: float, ups: Sequence[bool]) -> list[Spot]:
    count = len(ups)
    step = _card_step(zone, count)
    return [Spot(x + (i - (count - 1) / 2) * step, y, zone.card, 0.0, up, i) for i, up in enumerate(ups)]


def _pile_spots(zone: ZoneLook, x: float, y: float, ups: Sequence[bool]) -> list[Spot]:
    count = len(ups)
    first = max(0, count - PILE_LEVELS - 1)
    spots = []
    for i, up in enumerate(ups):
        level = min(i, PILE_LEVELS) if count <= PILE_LEVELS else max(0, i - (count - PILE_LEVELS))
        lean = ((i * 37) % 7 - 3) * 0.5 if up else 0.0
        spots.append(Spot(x + level * 0.4, y - level * 1.1, zone.card, lean, up, i, i >= first, i == first))
    return spots
