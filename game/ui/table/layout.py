"""Where every card and every plate lies, as a function of zones, facts and the size of the window."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.engine.cards import HIDDEN, Card, Seat
from game.ui.look import Look, ZoneLook
from game.ui.metrics import Metrics

CARD_RATIO = 1.4
"""Height of a card, divided by its width."""
PLATE_WIDTH_U = 216.0
PLATE_HEIGHT_U = 66.0
"""Size of a player's plate at the normal text size. Both grow with the text."""
PLATE_FACE_WIDTH_U = 78.0
"""The part of the plate's width that the avatar takes."""
PLATE_MARGIN_U = 16.0
"""Distance between two plates, and from a plate to the edge of the window."""
TOP_PLATE_Y_U = 104.0
"""Distance from the upper edge of the window to the centre of the other players' plates."""
OWN_PLATE_ABOVE_BOTTOM_U = 68.0
"""Distance from the lower edge of the window to the centre of the viewer's own plate."""
FAN_ANGLE_DEG = 2.2
"""Angle between two neighbouring cards of a fan."""
PILE_LEVELS = 6
"""The number of cards at the top of a pile that are drawn one above the other."""
RING_OFFSETS: Mapping[int, Sequence[tuple[float, float]]] = {
    2: ((-0.58, 0.24), (0.58, -0.2)),
    3: ((0.0, 0.5), (-1.4, -0.25), (1.4, -0.25)),
    4: ((-0.58, 0.42), (-1.95, 0.0), (0.58, -0.36), (1.95, 0.0)),
    5: ((0.0, 0.52), (-2.3, 0.14), (-1.16, -0.32), (1.16, -0.32), (2.3, 0.14)),
    6: ((0.0, 0.72), (-2.36, 0.22), (-1.18, -0.18), (0.0, -0.34), (1.18, -0.18), (2.36, 0.22)),
}
"""For each number of players: the offsets (x, y) of their cards from the middle, in card widths. The first is the
viewer's card, the others follow clockwise. No card covers the rank or suit of another."""


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


def plate_height(metrics: Metrics) -> float:
    return PLATE_HEIGHT_U - 38 + 38 * metrics.text_scale


def other_seats(seats: int, bottom_seat: Seat) -> list[Seat]:
    """The other players, clockwise: from left to right along the upper edge. For a spectator these are all players."""
    return [(bottom_seat + step) % seats for step in range(1, seats)] if bottom_seat < seats else list(range(seats))


def plate_widths(look: Look, metrics: Metrics, seats: int, bottom_seat: Seat) -> dict[Seat, float]:
    """The width of each plate. It grows with the text size as far as the neighbouring plates and the hand allow."""
    there = other_seats(seats, bottom_seat)
    wanted = PLATE_FACE_WIDTH_U + (PLATE_WIDTH_U - PLATE_FACE_WIDTH_U) * metrics.text_scale
    room = (metrics.width - PLATE_MARGIN_U) / max(1, len(there)) - PLATE_MARGIN_U
    widths = dict.fromkeys(there, max(PLATE_WIDTH_U, min(wanted, room)))
    if bottom_seat < seats:
        low = [own for own, _ in look.zones.values() if own.anchor == "bottom"]
        left = min((metrics.width / 2 + zone.x - max(zone.limit, zone.card) / 2 for zone in low), default=wanted)
        widths[bottom_seat] = max(PLATE_WIDTH_U, min(wanted, left - 1.5 * PLATE_MARGIN_U))
    return widths


def plate_centres(
    metrics: Metrics, seats: int, bottom_seat: Seat, widths: Mapping[Seat, float]
) -> dict[Seat, tuple[float, float]]:
    """The centre of each player's plate, in units."""
    there = other_seats(seats, bottom_seat)
    width, height = metrics.width, metrics.height
    edge = widths[there[0]] / 2 + PLATE_MARGIN_U
    grown = (plate_height(metrics) - PLATE_HEIGHT_U) / 2
    count = len(there)
    centres: dict[Seat, tuple[float, float]] = {}
    for number, seat in enumerate(there):
        if count == 1:
            centres[seat] = (width / 2, TOP_PLATE_Y_U + grown)
            continue
        share = number / (count - 1)
        margin = edge if count > 2 else width * 0.22
        low = (0, 0, 0, 62, 62, 62)[min(count, 5)] * height / 720
        bend = abs(share - 0.5) * 2
        centres[seat] = (margin + share * (width - 2 * margin), TOP_PLATE_Y_U + grown + low * bend**2)
    if bottom_seat < seats:
        centres[bottom_seat] = (widths[bottom_seat] / 2 + PLATE_MARGIN_U, height - OWN_PLATE_ABOVE_BOTTOM_U - grown)
    return centres


class Layout:
    """Places on the table for one title, one number of seats and one window. `bottom_seat` lies at the lower edge."""

    def __init__(self, look: Look, metrics: Metrics, seats: int, bottom_seat: Seat) -> None:
        self._look = look
        self._seats = seats
        self._bottom_seat = bottom_seat
        self._wide, self._high = metrics.width, metrics.height
        self.plate_widths = plate_widths(look, metrics, seats, bottom_seat)
        self.plate_centres = plate_centres(metrics, seats, bottom_seat, self.plate_widths)
        self._grown = (plate_height(metrics) - PLATE_HEIGHT_U) / 2
        self.middle = (self._wide / 2, self._high / 2 - 30)

    def zone_look(self, place: str) -> tuple[ZoneLook, Seat | None]:
        """How the zone in this place looks, and its owner."""
        name, _, owner = place.partition(" ")
        own, other = self._look.zones[name]
        if not owner:
            return own, None
        seat = int(owner)
        return (own if seat == self._bottom_seat else other), seat

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
        around = self._seats if self._bottom_seat < self._seats else self._seats + 1
        number = (seat - self._bottom_seat) % around
        turn = math.tau * number / around
        across, along = (
            RING_OFFSETS[around][number] if around in RING_OFFSETS else (-2.4 * math.sin(turn), 0.6 * math.cos(turn))
        )
        x, y = x + across * zone.card, y + along * zone.card + self._grown
        return Spot(x, y, zone.card, 5.0 * math.sin(turn), up, z)


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
