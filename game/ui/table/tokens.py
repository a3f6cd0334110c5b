"""The tokens in front of a player, such as marshmallows. New ones fall and bounce."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.ui.kit import Kit
from game.ui.table.plates import TOKENS_WIDTH_U

FALL_S = 0.55
"""Time from the start of the fall to rest, the bounce included."""
FALL_HEIGHT_U = 130.0
LARGE_TOKEN_U, SMALL_TOKEN_U = 30.0, 22.0
"""Width and height of a token."""

MAX_TOKENS = 100
"""Tokens of one kind that are drawn for a seat. No match gives so many, but a forged file may say so."""


@dataclass(slots=True)
class Token:
    """One token. `clock_s` is the time since its fall began; it is negative while the token waits."""

    picture: str
    size: float
    clock_s: float = FALL_S

    @property
    def falls(self) -> bool:
        return self.clock_s < FALL_S

    @property
    def height_u(self) -> float:
        """How high the token is above its place."""
        share = min(1.0, max(0.0, self.clock_s / FALL_S))
        if share < 0.55:
            return FALL_HEIGHT_U * (1 - (share / 0.55) ** 2)
        bounce = (share - 0.55) / 0.45
        return 16 * math.sin(bounce * math.pi) * (1 - bounce)


def seat_tokens(value: object, seat: int, pictures: tuple[str, ...], by_seat: bool) -> list[tuple[str, float]]:
    """Picture and size of each token of a seat. The fact has a pair (large, small) or one number for each seat."""
    mine = value[seat] if isinstance(value, tuple) and seat < len(value) else 0
    if isinstance(mine, tuple):
        sizes = (LARGE_TOKEN_U, SMALL_TOKEN_U)
        return [
            (picture, size)
            for picture, size, count in zip(pictures, sizes, mine, strict=False)
            for _ in range(min(int(count), MAX_TOKENS))
        ]
    picture = pictures[seat % len(pictures)] if by_seat else pictures[0]
    return [(picture, SMALL_TOKEN_U + 2)] * min(int(mine), MAX_TOKENS)


class TokenRow:
    """The tokens of one seat, in a row."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []

    def set_tokens(self, now: list[tuple[str, float]], drop: bool) -> bool:
        """Set the tokens; with `drop` new ones fall. True if old ones are gone: they were changed for a large one."""
        kept: list[Token] = []
        old = list(self.tokens)
        delay = 0.0
        for picture, size in now:
            same = next((token for token in old if token.picture == picture), None)
            if same is not None:
                old.remove(same)
                kept.append(same)
                continue
            kept.append(Token(picture, size, -delay if drop else FALL_S))
            delay += 0.09
        self.tokens = kept
        return bool(old)

    @property
    def falling_count(self) -> int:
        return sum(token.falls for token in self.tokens)

    @property
    def moves(self) -> bool:
        return any(token.falls for token in self.tokens)

    def settle(self) -> None:
        for token in self.tokens:
            token.clock_s = FALL_S

    def update(self, dt: float) -> bool:
        moving = False
        for token in self.tokens:
            if token.falls:
                token.clock_s += dt
                moving = True
        return moving

    def draw(self, kit: Kit, surface: pygame.Surface, x: float, y: float, *, falling: bool) -> None:
        """Draw the tokens that fall, or those that lie. The row is centred at this point in units."""
        if not self.tokens:
            return
        steps = [token.size * 0.86 for token in self.tokens]
        squeeze = min(1.0, TOKENS_WIDTH_U / max(1.0, sum(steps)))
        left = x - sum(steps) * squeeze / 2
        for token, step in zip(self.tokens, steps, strict=True):
            if token.falls == falling and token.clock_s >= 0:
                side = kit.px(token.size)
                picture = kit.art.image(f"tokens/{token.picture}.svg", (side, side))
                at = picture.get_rect(center=(kit.px(left + step * squeeze / 2), kit.px(y - token.height_u)))
                surface.blit(picture, at)
            left += step * squeeze
