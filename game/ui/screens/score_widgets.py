"""What a score shows: the tally with everybody's points, a row for each player, and the winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.engine.cards import Seat
from game.ui import shapes
from game.ui.history.plot import PLOT_COLOURS, PLOT_MARKS, mark_svg
from game.ui.kit import Kit
from game.ui.widgets import Widget
from game.words.locale import Texts


class Story(Protocol):
    """How the points came about. It becomes text in a language only when it is drawn."""

    def lines(self, texts: Texts) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything that is shown. `rounds` has all players' points after each round; empty in a title without points."""

    title: str
    """The id of the title."""
    names: Sequence[str]
    avatars: Sequence[str]
    rounds: Sequence[Sequence[int]]
    winners: Sequence[Seat]
    final: bool
    story: Story | None = None
    """How the points came about."""
    by_round: bool = True
    """Whether the title has rounds. Otherwise `rounds` has the points after each change."""
    points_picture: str = ""
    """The file of the picture that stands for points, if the title has one."""

    @property
    def has_plot(self) -> bool:
        return len(self.rounds) > 1

    def points(self, seat: Seat, rounds_back: int = 0) -> int:
        """A player's points after the last round, or `rounds_back` rounds before it."""
        return self.rounds[-1 - rounds_back][seat] if len(self.rounds) > rounds_back else 0


class PlayerRow(Widget):
    """A player's avatar, name, gain of this round, and total, which counts up."""

    radius = 18.0

    def __init__(self, rect: pygame.Rect, tally: Tally, seat: Seat) -> None:
        super().__init__("", rect)
        self._tally, self._seat = tally, seat
        self.count_share = 1.0
        """The share of the gain that was added so far."""

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        tally, seat, c = self._tally, self._seat, kit.colours
        won = seat in tally.winners
        edge, line = (c.accent, 3.0) if won else (c.edge, 1.5)
        plate = shapes.plate(kit.art, at.size, kit.px(self.radius), c.paper, c.paper, edge, kit.px(line))
        surface.blit(plate, at)
        side = at.height - kit.px(8)
        mood = "pleased" if won else "calm"
        face = kit.art.image(f"avatars/{tally.avatars[seat]}_{mood}.svg", (side, side))
        surface.blit(face, face.get_rect(midleft=(at.left + kit.px(8), at.centery)))
        right = at.right - kit.px(16)
        if tally.rounds:
            right = self._draw_points(kit, surface, right, at.centery)
        if won:
            cup = kit.art.image("icons/trophy.svg", (side, side))
            surface.blit(cup, cup.get_rect(midright=(right, at.centery)))
            right -= side + kit.px(8)
        left = at.left + side + kit.px(20)
        name = kit.fonts.fit(
            tally.names[seat], "bold", 20, c.text, (right - left) / kit.metrics.unit_px - 8, can_cut=True
        )
        surface.blit(name, name.get_rect(midleft=(left, at.centery)))

    def _draw_points(self, kit: Kit, surface: pygame.Surface, right: int, y: int) -> int:
        """Draw total and gain, from the right. Returns their left edge."""
        c, now, before = kit.colours, self._tally.points(self._seat), self._tally.points(self._seat, 1)
        if self._tally.has_plot:
            right = self._draw_line_mark(kit, surface, right, y)
        shown = round(before + (now - before) * self.count_share)
        widest = max(kit.fonts.width(str(number), "display", 28) for number in (now, before, 88))
        total = kit.fonts.text(kit.texts.format_number(shown), "display", 28, c.text)
        surface.blit(total, total.get_rect(midright=(right, y)))
        right -= kit.px(widest) + kit.px(14)
        if not self._tally.by_round:
            return right
        gain = f"+{now - before}" if now >= before else f"−{before - now}"
        more = kit.fonts.text(gain, "bold", 18, c.text if now != before else c.soft)
        surface.blit(more, more.get_rect(midright=(right, y)))
        return right - max(more.get_width(), kit.px(30)) - kit.px(10)

    def _draw_line_mark(self, kit: Kit, surface: pygame.Surface, right: int, y: int) -> int:
        """Draw the mark of the player's line in the plot. Returns its left edge."""
        seat, dot = self._seat, kit.px(9)
        svg = mark_svg(PLOT_MARKS[seat % len(PLOT_MARKS)], 12, 12, 7, PLOT_COLOURS[seat % len(PLOT_COLOURS)])
        picture = kit.art.svg_image(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{svg}</svg>', (2 * dot,) * 2
        )
        surface.blit(picture, picture.get_rect(midright=(right, y)))
        return right - 2 * dot - kit.px(10)


class WinnerBanner(Widget):
    """The winners in large letters, with glowing avatars."""

    def __init__(self, rect: pygame.Rect, text: str, tally: Tally) -> None:
        super().__init__("", rect)
        self._text, self._tally = text, tally

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c, side = kit.colours, at.height - kit.px(20)
        faces = [self._tally.avatars[seat] for seat in self._tally.winners]
        step = round(side * 0.82)
        used = step * (len(faces) - 1) + side + kit.px(28)
        word = kit.fonts.fit(
            self._text, "display", 40, c.text, (at.width - used) / kit.metrics.unit_px - 24, can_cut=True
        )
        x = at.centerx - (used + word.get_width()) // 2
        reach = kit.px(10)
        for number, face in enumerate(faces):
            place = pygame.Rect(x + number * step, at.top + kit.px(10), side, side)
            outer = place.inflate(2 * reach, 2 * reach)
            surface.blit(shapes.halo(kit.art, outer.size, side / 2, c.focus, reach), outer)
            surface.blit(kit.art.image(f"avatars/{face}_pleased.svg", place.size), place)
        surface.blit(word, word.get_rect(midleft=(x + used, at.centery)))
