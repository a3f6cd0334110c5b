"""Begins to show a moment: where it happens, its sound, the faces, and how long the next event waits."""

from __future__ import annotations

import math

import pygame

from game.ui.table import springs, text_place
from game.ui.table.board import Board
from game.ui.table.director import PACE_BY_SPEED
from game.ui.table.layout import CARD_RATIO
from game.ui.table.moment_finder import Moment
from game.ui.table.moments import MOMENT_S, MomentPlace
from game.ui.table.plates import TOKENS_WIDTH_U, plate_height, prompt_above_bottom
from game.ui.table.sprites import Sprite, goal_rect
from game.words.vocabulary import capitalize

REST_S = {"short": 0.6, "normal": 1.1, "long": 2.4, "key": math.inf}
"""How long cards that were won lie before they are taken, by the setting."""
TURN_S = 0.35
"""Cards that turn over before they go rest this much longer. A moment about a badge begins this late: then its new side
is seen."""
LANDING_S = 0.2
"""A moment about a card that was laid begins this late: then the card is there."""
SHOUT_ABOVE_HAND_U = 36.0
"""Distance from the room of the hand to the middle of a shout."""
FREE_MARGIN_U, TOKENS_HEIGHT_U = 6.0, 26.0
"""Sweets keep this far from a card that they celebrate. The height of a row of tokens, which they keep free, too."""
USUAL_PICTURE = "icons/star.svg"
"""The sweets of a moment that names no picture."""


def begin_moment(board: Board, moment: Moment, moved: Sprite | None, line: str) -> float:
    """Show a moment. `line` is what the log says about it. Returns the seconds before the next event."""
    kit, look = board.kit, moment.look
    shout = _shout(board, moment) if look.shouts else ""
    line = " ".join([*_why_over(board, moment), line])
    pace = PACE_BY_SPEED[kit.settings.speed]
    if look.rests:
        board.stage.turn_up(moment.turned)
        board.stage.arrange()
        board.stage.mark(moment.winning_cards)
    is_laid = moment.place and (look.zone or look.verb)
    turns = moment.turned or any(badge.fact == look.fact for badge in board.layout.badges)
    delay_s = (LANDING_S if is_laid else TURN_S if turns else 0.0) * pace
    hold_s = _hold_s(board, moment)
    if look.rests and hold_s == math.inf:
        line = f"{line} {kit.texts('table.any_key')}"

    def start() -> None:
        for seat in moment.seats if look.mood else ():
            board.hud.faces.react(seat, look.mood)
        if look.says_line and line:
            board.moments.say(line, max(MOMENT_S, hold_s))

    place = _place(board, moment, moved)
    board.moments.begin(look, place, shout, _shout_centre(board, shout), delay_s, start)
    if look.motion == "shake" and not kit.settings.reduced_motion:
        _shake(board, moment)
    return hold_s + delay_s


def _shout(board: Board, moment: Moment) -> str:
    who, count = next(iter(moment.reached), (None, 0))
    name = capitalize(board.words.name(who)) if who is not None else ""
    return board.kit.texts(f"{board.spec.title}.moments.{moment.look.name}", who=name, count=count)


def _why_over(board: Board, moment: Moment) -> list[str]:
    """The points of those who have ended the match with them, and that it is over."""
    texts, score = board.kit.texts, f"{board.spec.title}.score"
    if not (moment.look.ends_at and moment.reached):
        return []
    scores = [
        texts("standings.entry", name=capitalize(board.words.name(seat)), score=texts(score, count=count))
        for seat, count in moment.reached
    ]
    return [texts("table.match_over", scores=texts("standings.between").join(scores))]


def _hold_s(board: Board, moment: Moment) -> float:
    settings = board.kit.settings
    if moment.look.rests and settings.trick_rest == "key":
        return math.inf
    normal_s = REST_S[settings.trick_rest] if moment.look.rests else moment.look.hold / 1000
    return normal_s * PACE_BY_SPEED[settings.speed]


def _place(board: Board, moment: Moment, moved: Sprite | None) -> MomentPlace:
    """Where it happens, and the sweets that fly there."""
    centres, size = _where(board, moment, moved)
    look, picture = board.look.seat, moment.look.picture or USUAL_PICTURE
    if look.by_seat and moment.seats and picture in [f"tokens/{name}.svg" for name in look.pictures]:
        picture = f"tokens/{look.pictures[moment.seats[0] % len(look.pictures)]}.svg"
    kept_free = _kept_free(board, centres, size)
    return MomentPlace(tuple(centres), size, picture, board.layout.pan(centres[0][0]), kept_free)


def _kept_free(
    board: Board, centres: list[tuple[float, float]], size: tuple[float, float]
) -> tuple[pygame.Rect, ...]:
    """What must stay readable while sweets fly: the thing itself, all plates with their tokens, all open cards."""
    kit, layout, stage = board.kit, board.layout, board.stage
    width, height = size
    margin = 2 * kit.px(FREE_MARGIN_U)
    found = [
        kit.rect(x - width / 2, y - height / 2, width, height).inflate(margin, margin)
        for x, y in (centres if width else ())
    ]
    found += [board.hud.plate_rect(seat) for seat in layout.plate_centres]
    tokens = stage.facts.get(board.look.seat.tokens)
    for seat in layout.plate_centres if isinstance(tokens, tuple) else ():
        x, y = layout.tokens_centre(seat)
        found.append(kit.rect(x - TOKENS_WIDTH_U / 2, y - TOKENS_HEIGHT_U / 2, TOKENS_WIDTH_U, TOKENS_HEIGHT_U))
    cards = {tuple(goal_rect(kit, sprite)) for sprite in stage.sprites if sprite.goal.visible and sprite.goal.face_up}
    return (*found, *map(pygame.Rect, sorted(cards)))


def _where(
    board: Board, moment: Moment, moved: Sprite | None
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The points at which it happens, and the size of what is there, in units."""
    layout = board.layout
    if moment.turned and board.stage.marked:
        goals = [sprite.goal for sprite in board.stage.marked]
        return [(goal.x, goal.y) for goal in goals], (goals[0].width, goals[0].width * CARD_RATIO)
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


def _shout_centre(board: Board, shout: str) -> tuple[int, int]:
    """The middle of a shout, in pixels: in the place of the prompt, or beside it if it would hide cards there."""
    if not shout:
        return 0, 0
    kit, metrics = board.kit, board.kit.metrics
    aim = kit.px(metrics.width / 2), kit.px(metrics.height - prompt_above_bottom(metrics) - SHOUT_ABOVE_HAND_U)
    taken = list(text_place.occupied_rects(board, (), set()))
    return text_place.free_centre(kit, board.moments.shout_size(shout), aim, taken)


def _shake(board: Board, moment: Moment) -> None:
    """Shake the cards in the hands of those whom it is about."""
    for seat in moment.seats:
        for sprite in board.stage.zones.get(f"{board.look.seat.hand} {seat}", ()):
            if sprite.resting:
                sprite.shake(springs.TREMBLE, springs.TREMBLE_SPEED_U)
