"""Where the players' plates lie: beside the hand and along the upper edge, or in a tall window above the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.engine.cards import Seat
from game.ui.look import ZoneLook
from game.ui.metrics import DESIGN_SIZE_U, Metrics

CARD_RATIO = 1.4
"""Height of a card, divided by its width."""
PLATE_WIDTH_U = 216.0
PLATE_HEIGHT_U = 66.0
"""Size of a player's plate at the normal text size. Both grow with the text."""
MIN_PLATE_WIDTH_U = 176.0
"""The least width of a plate in a tall window at the normal text size."""
PLATE_FACE_WIDTH_U = 78.0
"""The part of the plate's width that the avatar takes."""
PLATE_MARGIN_U = 16.0
"""Distance between two plates, and from a plate to the edge of the window."""
TOP_PLATE_Y_U = 104.0
"""Distance from the upper edge of the window to the centre of the other players' plates."""
OWN_PLATE_ABOVE_BOTTOM_U = 68.0
"""Distance from the lower edge of a wide window to the centre of the viewer's own plate."""
TALL_HAND_HEIGHT_U = 216.0
"""Height of the viewer's hand in a tall window. The plate lies above it."""
OWN_ROW_GAP_U = 8.0
"""Distance of the viewer's plate in a tall window from the hand below and the prompt above."""
BEND_U = 62.0
"""In a wide window the first and the last of three or more plates lie this much lower than the middle ones."""
PLATE_ROW_GAP_U = 10.0
"""In a tall window: distance between the cards below a plate and a second row of plates."""
TOKENS_FROM_PLATE_U, TOKENS_WIDTH_U = 51.0, 206.0
"""Distance from the middle of a plate to the middle of the tokens above or below it, and the greatest width of the
tokens: if there are many, they lie closer together."""

Zones = Mapping[str, tuple[ZoneLook, ZoneLook]]
"""How each zone looks for the viewer, and for the other players."""


@dataclass(frozen=True, slots=True)
class Plates:
    """The width and the centre of each player's plate, in units."""

    widths: dict[Seat, float]
    centres: dict[Seat, tuple[float, float]]


def plate_height(metrics: Metrics) -> float:
    return PLATE_HEIGHT_U - 38 + 38 * metrics.text_scale


def prompt_above_bottom(metrics: Metrics) -> float:
    """The least distance of the prompt from the lower edge of the window. The hand lies below."""
    return TALL_HAND_HEIGHT_U + plate_height(metrics) + 2 * OWN_ROW_GAP_U if metrics.is_tall else 190.0


def other_seats(seats: int, bottom_seat: Seat) -> list[Seat]:
    """The other players, clockwise: from left to right along the upper edge."""
    return [(bottom_seat + step) % seats for step in range(1, seats)]


def place_plates(zones: Zones, metrics: Metrics, seats: int, bottom_seat: Seat) -> Plates:
    place = _place_in_tall_window if metrics.is_tall else _place_in_wide_window
    return place(zones, metrics, other_seats(seats, bottom_seat), bottom_seat)


def _wanted_width(metrics: Metrics) -> float:
    return PLATE_FACE_WIDTH_U + (PLATE_WIDTH_U - PLATE_FACE_WIDTH_U) * metrics.text_scale


def _place_in_wide_window(zones: Zones, metrics: Metrics, others: list[Seat], own: Seat) -> Plates:
    """Plates grow with the text as far as their neighbours and the hand allow. In a very wide window they lie no
    farther out than beside the scenery, which is as wide as in a usual window."""
    wanted, height = _wanted_width(metrics), metrics.height
    width = min(metrics.width, DESIGN_SIZE_U[0] * height / DESIGN_SIZE_U[1] + 2 * (PLATE_WIDTH_U + PLATE_MARGIN_U))
    left = (metrics.width - width) / 2
    grown = (plate_height(metrics) - PLATE_HEIGHT_U) / 2
    count = len(others)
    room = (width - PLATE_MARGIN_U) / max(1, count) - PLATE_MARGIN_U
    widths = dict.fromkeys(others, max(PLATE_WIDTH_U, min(wanted, room)))
    centres: dict[Seat, tuple[float, float]] = {}
    for number, seat in enumerate(others):
        if count == 1:
            centres[seat] = (metrics.width / 2, TOP_PLATE_Y_U + grown)
            continue
        share = number / (count - 1)
        margin = widths[seat] / 2 + PLATE_MARGIN_U if count > 2 else width * 0.22
        low = BEND_U * height / 720 * (abs(share - 0.5) * 2) ** 2 if count > 2 else 0.0
        centres[seat] = (left + margin + share * (width - 2 * margin), TOP_PLATE_Y_U + grown + low)
    low_zones = [zone for zone, _ in zones.values() if zone.anchor == "bottom"]
    hand = min((metrics.width / 2 + zone.x - max(zone.limit, zone.card) / 2 for zone in low_zones), default=wanted)
    widths[own] = max(PLATE_WIDTH_U, min(wanted, hand - left - 1.5 * PLATE_MARGIN_U))
    centres[own] = (left + widths[own] / 2 + PLATE_MARGIN_U, height - OWN_PLATE_ABOVE_BOTTOM_U - grown)
    return Plates(widths, centres)


def _place_in_tall_window(zones: Zones, metrics: Metrics, others: list[Seat], own: Seat) -> Plates:
    """Rows of plates: the players in the middle above, those at the left and the right below them."""
    wanted, height = _wanted_width(metrics), plate_height(metrics)
    least = PLATE_FACE_WIDTH_U + (MIN_PLATE_WIDTH_U - PLATE_FACE_WIDTH_U) * metrics.text_scale
    in_row = max(2, int((metrics.width - PLATE_MARGIN_U) / (least + PLATE_MARGIN_U)))
    rows = [others]
    while len(rows[0]) > in_row:
        first, *middle, last = rows[0]
        rows[:1] = [middle, [first, last]]
    pitch = max(height, _lowest_card(zones, metrics) + height / 2) + PLATE_ROW_GAP_U
    plates = Plates({}, {})
    y = TOP_PLATE_Y_U + (height - PLATE_HEIGHT_U) / 2
    for number, row in enumerate(rows):
        slot = (metrics.width - PLATE_MARGIN_U) / len(row)
        plate = min(wanted, slot - PLATE_MARGIN_U)
        for place, seat in enumerate(row):
            plates.widths[seat] = plate
            x = PLATE_MARGIN_U / 2 + slot * (place + 0.5)
            if number:  # at the left and the right edge, so that the middle stays free
                x = (PLATE_MARGIN_U + plate / 2, metrics.width - PLATE_MARGIN_U - plate / 2)[place]
            plates.centres[seat] = (x, y + number * pitch)
    plates.widths[own] = min(wanted, metrics.width * 0.45)
    low = TALL_HAND_HEIGHT_U + OWN_ROW_GAP_U + height / 2
    plates.centres[own] = (PLATE_MARGIN_U + plates.widths[own] / 2, metrics.height - low)
    return plates


def _lowest_card(zones: Zones, metrics: Metrics) -> float:
    """How far another player's cards reach below the centre of the plate."""
    grown = (plate_height(metrics) - PLATE_HEIGHT_U) / 2
    seat_zones = [zone for _, zone in zones.values() if zone.anchor == "seat"]
    return max((zone.y + grown + zone.card * CARD_RATIO / 2 for zone in seat_zones), default=0.0)
