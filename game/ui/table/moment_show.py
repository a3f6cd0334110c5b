"""Begins to show a moment: where it happens, its sound, the faces, and how long the next event waits."""

from __future__ import annotations

import math

from game.ui.table.board import Board
from game.ui.table.director import PACE_BY_SPEED
from game.ui.table.layout import CARD_RATIO
from game.ui.table.moment_finder import Moment
from game.ui.table.moments import MOMENT_S
from game.ui.table.plates import plate_height
from game.ui.table.sprites import Sprite

REST_S = {"short": 0.6, "normal": 1.1, "long": 2.4, "key": math.inf}
"""How long cards that were won lie before they are taken, by the setting."""


def begin_moment(board: Board, moment: Moment, moved: Sprite | None, line: str) -> float:
    """Show a moment. `line` is what the log says about it. Returns the seconds before the next event."""
    kit, look = board.kit, moment.look
    if look.sound:
        kit.audio.play(look.sound)
    if look.mood:
        for seat in moment.seats:
            board.hud.faces.react(seat, look.mood)
    shout = kit.texts(f"{board.spec.title}.moments.{look.name}") if look.says == "shout" else ""
    board.moments.begin(look, *_where(board, moment, moved), shout)
    if look.motion == "shake" and not kit.settings.reduced_motion:
        _shake(board, moment)
    hold_s = _hold_s(board, moment)
    if look.takes:
        _mark(board, moment)
        line = f"{line} {kit.texts('table.any_key')}" if hold_s == math.inf else line
    if look.says == "log" and line:
        board.moments.say(line, max(MOMENT_S, hold_s))
    return hold_s


def _hold_s(board: Board, moment: Moment) -> float:
    settings = board.kit.settings
    if moment.look.takes and settings.trick_rest == "key":
        return math.inf
    normal_s = REST_S[settings.trick_rest] if moment.look.takes else moment.look.hold / 1000
    return normal_s * PACE_BY_SPEED[settings.speed]


def _where(
    board: Board, moment: Moment, moved: Sprite | None
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The points at which it happens, and the size of what is there, in units."""
    layout = board.layout
    if moved is not None and moment.place:
        return [(moved.goal.x, moved.goal.y)], (moved.goal.width, moved.goal.width * CARD_RATIO)
    if moment.place in board.stage.zones:
        zone, owner = layout.zone_look(moment.place)
        return [layout.anchor_point(zone, owner)], (zone.card, zone.card * CARD_RATIO)
    badge = next((badge for badge in layout.badges if badge.fact == moment.look.fact), None)
    if badge is not None:
        return [(layout.middle[0] + badge.x, layout.middle[1] + badge.y)], (badge.size, badge.size * CARD_RATIO)
    seats = [seat for seat in moment.seats if seat in layout.plate_centres]
    if not seats:
        return [layout.middle], (0.0, 0.0)
    size = layout.plate_widths[seats[0]], plate_height(board.kit.metrics)
    return [layout.plate_centres[seat] for seat in seats], size


def _shake(board: Board, moment: Moment) -> None:
    """Shake the cards in the hands of those whom it is about."""
    for seat in moment.seats:
        for sprite in board.stage.zones.get(f"{board.look.seat.hand} {seat}", ()):
            if sprite.resting:
                sprite.shake()


def _mark(board: Board, moment: Moment) -> None:
    """Mark the card that has won the others."""
    sprites = board.stage.zones.get(moment.place, ())
    board.stage.marked = next((sprite for sprite in sprites if sprite.card == moment.winning_card), None)
