"""The moments that are shown now: sweets that fly, a glow, a shout, a line about what has happened."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pygame

from game.engine.dice import Dice
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.moment_look import MomentLook

MOMENT_S, SHOUT_S = 1.4, 1.0
"""How long a moment is shown, and its shout."""
SWEETS = {"burst": 14, "rise": 8, "rain": 34}
SWEET_U, SWEET_SIZES = 36.0, 6
"""Width of a flying sweet, and the number of sizes in which it is drawn: it gets smaller toward the end."""
BURST_U, RISE_U = 150.0, 190.0
"""How far sweets fly from the middle of a burst, and how high they rise."""
SHOUT_SIZE_U, SHOUT_GROWS_S, SHOUT_SHRINKS_S = 52.0, 0.28, 0.14
"""Size of the letters of a shout, and the times in which it grows and vanishes."""
SHOUT_ABOVE_BOTTOM_U = 226.0
"""Distance from the lower edge of the window to the middle of a shout. It stands in the place of the prompt."""
GLOW_REACH_U = 26.0


@dataclass(slots=True)
class Playing:
    """A moment while it is shown. `centres` are the points on the table where it happens, in units."""

    look: MomentLook
    centres: list[tuple[float, float]]
    size: tuple[float, float]
    """Width and height of the thing that glows, in units."""
    shout: str = ""
    clock_s: float = 0.0
    sweets: list[tuple[float, float, float]] = field(default_factory=list)
    """For each sweet three random numbers from 0 to 1."""

    @property
    def share(self) -> float:
        return min(1.0, self.clock_s / MOMENT_S)


class Moments:
    """Everything that is shown of moments. `calm`: only what is said, without motion."""

    def __init__(self, kit: Kit, calm: bool) -> None:
        self._kit = kit
        self._calm = calm
        self.playing: list[Playing] = []
        self.caption = ""
        """The line about the last moment."""
        self._caption_left_s = 0.0

    def begin(
        self, look: MomentLook, centres: list[tuple[float, float]], size: tuple[float, float], shout: str
    ) -> None:
        dice = Dice("sweets", look.name)
        sweets = [(dice.random(), dice.random(), dice.random()) for _ in range(SWEETS.get(look.motion, 0))]
        if (look.motion and not self._calm) or shout:
            self.playing.append(Playing(look, centres, size, shout, 0.0, [] if self._calm else sweets))

    def say(self, line: str, seconds: float) -> None:
        """Show a line for some seconds. `math.inf`: until the next one."""
        self.caption, self._caption_left_s = line, seconds

    @property
    def shouts(self) -> bool:
        """Whether a shout stands in the place of the prompt."""
        return any(moment.shout and moment.clock_s < SHOUT_S for moment in self.playing)

    def settle(self) -> None:
        """End all moments at once."""
        self.playing, self.caption, self._caption_left_s = [], "", 0.0

    def update(self, dt: float) -> tuple[bool, bool]:
        """Whether something moves, and whether what stands in the place of the prompt has changed."""
        moving, before = bool(self.playing), (self.shouts, self.caption)
        for moment in self.playing:
            moment.clock_s += dt
        self.playing = [moment for moment in self.playing if moment.clock_s < MOMENT_S]
        self._caption_left_s -= dt
        if self._caption_left_s <= 0:
            self.caption = ""
        return moving, (self.shouts, self.caption) != before

    # Drawing

    def draw_below(self, surface: pygame.Surface) -> None:
        """Draw what lies under the moving cards."""
        for moment in self.playing:
            if moment.look.motion == "glow" and not self._calm:
                self._draw_glow(surface, moment)

    def draw_above(self, surface: pygame.Surface) -> None:
        """Draw what flies above the cards."""
        for moment in self.playing:
            for number, _ in enumerate(moment.sweets):
                self._draw_sweet(surface, moment, number)
        for moment in self.playing:
            if moment.shout and moment.clock_s < SHOUT_S:
                self._draw_shout(surface, moment)

    def _draw_glow(self, surface: pygame.Surface, moment: Playing) -> None:
        kit, reach = self._kit, self._kit.px(GLOW_REACH_U)
        if moment.share > 0.9:
            return
        for x, y in moment.centres:
            at = kit.rect(x - moment.size[0] / 2, y - moment.size[1] / 2, *moment.size).inflate(2 * reach, 2 * reach)
            surface.blit(shapes.halo(kit.art, at.size, kit.px(14), kit.colours.glow, reach), at)

    def _draw_sweet(self, surface: pygame.Surface, moment: Playing, number: int) -> None:
        kit, share = self._kit, moment.share
        one, two, three = moment.sweets[number]
        x, y = moment.centres[number % len(moment.centres)] if moment.centres else (kit.metrics.width / 2, 0.0)
        size = 1.0
        match moment.look.motion:
            case "burst":
                far = BURST_U * (0.5 + 0.5 * one) * (1 - (1 - share) ** 3)
                turn = math.tau * (number + two * 0.6) / len(moment.sweets)
                x, y = x + far * math.cos(turn), y + far * math.sin(turn) + 70 * share * share
                size = 1 - share**3
            case "rise":
                late = min(1.0, max(0.0, share * 1.5 - one * 0.5))
                x, y = x + (two - 0.5) * 130 + 14 * math.sin(9 * share + number), y - RISE_U * late
                size = math.sin(math.pi * late)
            case "rain":
                x = kit.metrics.width * (number + one) / len(moment.sweets)
                y = -60 + (kit.metrics.height + 120) * (share * (0.8 + 0.5 * two) - 0.25 * three)
                size = 0.7 + 0.5 * three
        step = round(min(1.2, max(0.0, size)) * SWEET_SIZES)
        if step:
            picture = self._sweet_picture(moment.look.picture or "icons/star.svg", kit.px(SWEET_U * step / SWEET_SIZES))
            surface.blit(picture, picture.get_rect(center=(kit.px(x), kit.px(y))))

    def _sweet_picture(self, name: str, side: int) -> pygame.Surface:
        """A sweet of this width in pixels, scaled from one drawing."""
        key = "sweet", name, side
        picture = self._kit.art.get(key)
        if picture is None:
            drawn = self._kit.art.image(name, (2 * self._kit.px(SWEET_U), 2 * self._kit.px(SWEET_U)))
            picture = self._kit.art.put(key, pygame.transform.smoothscale(drawn, (max(1, side), max(1, side))))
        return picture

    def _draw_shout(self, surface: pygame.Surface, moment: Playing) -> None:
        kit, c = self._kit, self._kit.colours
        key = ("shout", moment.shout, kit.metrics, kit.settings.contrast, kit.settings.font)
        sign = kit.art.get(key)
        if sign is None:
            room = kit.metrics.width * 0.8
            word = kit.fonts.fit(moment.shout, "display", SHOUT_SIZE_U, c.on_accent, room, can_cut=True)
            size = word.get_width() + kit.px(64), word.get_height() + kit.px(30)
            sign = shapes.plate(kit.art, size, kit.px(26), c.accent, c.accent_low, c.ink, kit.px(4)).copy()
            sign.blit(word, word.get_rect(center=(size[0] // 2, size[1] // 2)))
            kit.art.put(key, sign)
        if not self._calm:
            grows = min(1.0, moment.clock_s / SHOUT_GROWS_S)
            scale = grows * (1 + 0.25 * math.sin(math.pi * grows)) if grows < 1 else 1.0
            scale *= min(1.0, (SHOUT_S - moment.clock_s) / SHOUT_SHRINKS_S)
            if scale != 1:
                sign = pygame.transform.smoothscale_by(sign, max(0.05, scale))
        middle = kit.px(kit.metrics.width / 2), kit.px(kit.metrics.height - SHOUT_ABOVE_BOTTOM_U)
        surface.blit(sign, sign.get_rect(center=middle))
