"""The moments that are shown now: sweets that fly, a glow, a shout, a line about what has happened."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from game.engine.dice import Dice
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.moment_look import MomentLook

MOMENT_S, SHOUT_S = 1.4, 1.0
"""How long a moment is shown, and its shout."""
SWEETS = {"burst": 14, "rise": 8, "rain": 34}
"""The number of sweets, by the motion."""
SWEET_U, SWEET_SIZES = 36.0, 6
"""Width of a flying sweet, and the number of sizes in which it is drawn: it gets smaller toward the end."""
BURST_U, RISE_U = 120.0, 130.0
"""How far sweets fly in a burst, and how high they rise: not onto the next pile."""
RISE_BESIDE_U, RISE_SPREAD_U = 14.0, 40.0
"""Rising sweets begin at the left and the right of the thing, at least this far from it, and this far spread."""
BURST_START_SHARE, SWEET_GROWS_SHARE = 0.45, 0.08
"""A burst begins this far from the middle of the thing, as a share of its width and height: behind its edge. Its sweets
grow during this share of it."""
LINE_LEAST_S = 0.8
"""A line is shown at least this long."""
SHOUT_SIZE_U, SHOUT_GROWS_S, SHOUT_SHRINKS_S = 52.0, 0.28, 0.14
"""Size of the letters of a shout, and the times in which it grows and vanishes."""
GLOW_REACH_U, GLOW_STEPS = 26.0, 6
"""How far a glow reaches, and the number of sizes in which it is drawn."""


@dataclass(frozen=True, slots=True)
class MomentPlace:
    """Where a moment happens."""

    centres: tuple[tuple[float, float], ...]
    """Points on the table, in units."""
    size: tuple[float, float]
    """Width and height of the thing that lies there, in units."""
    picture: str
    """The sweets that fly: a picture in `assets`."""
    pan: float = 0.0
    """From which side it is heard, from -1 to 1."""
    kept_free: tuple[pygame.Rect, ...] = ()
    """What sweets fly behind, in pixels: the thing that is celebrated, plates, and open cards."""


@dataclass(slots=True)
class Playing:
    """A moment while it is shown."""

    look: MomentLook
    place: MomentPlace
    shout: str = ""
    shout_centre: tuple[int, int] = (0, 0)
    """The middle of the shout, in pixels."""
    clock_s: float = 0.0
    """Below 0 it waits until its card has landed or its cards have turned over."""
    on_start: Callable[[], None] = lambda: None
    """Called when it has waited long enough."""
    sweets: list[tuple[float, float, float]] = field(default_factory=list)
    """For each sweet three random numbers from 0 to 1."""

    @property
    def share(self) -> float:
        return min(1.0, max(0.0, self.clock_s / MOMENT_S))

    @property
    def shouts(self) -> bool:
        return bool(self.shout) and self.clock_s < SHOUT_S


class Moments:
    """Everything that is shown of moments. `calm`: only what is said, without motion."""

    def __init__(self, kit: Kit, calm: bool) -> None:
        self._kit = kit
        self._calm = calm
        self.playing: list[Playing] = []
        self.caption = ""
        """The line about the last moment."""
        self._caption_left_s, self._caption_shown_s = 0.0, 0.0

    def begin(
        self,
        look: MomentLook,
        place: MomentPlace,
        shout: str,
        shout_centre: tuple[int, int],
        delay_s: float,
        on_start: Callable[[], None],
    ) -> None:
        """Show a moment after a delay. Then `on_start` is called, and its sound is heard."""
        dice = Dice("sweets", look.name)
        sweets = [(dice.random(), dice.random(), dice.random()) for _ in range(SWEETS.get(look.motion, 0))]
        if shout:
            for other in self.playing:  # two shouts would stand on each other
                other.shout = ""
        moment = Playing(look, place, shout, shout_centre, -delay_s, on_start, [] if self._calm else sweets)
        if not delay_s:
            self._start(moment)
        if (look.motion and not self._calm) or shout or delay_s:
            self.playing.append(moment)

    def _start(self, moment: Playing) -> None:
        moment.on_start()
        if moment.look.sound:
            self._kit.audio.play(moment.look.sound, moment.place.pan)

    def say(self, line: str, seconds: float) -> None:
        """Show a line for some seconds. `math.inf`: until the next one."""
        self.caption, self._caption_left_s, self._caption_shown_s = line, seconds, 0.0

    def end_line(self) -> None:
        """Somebody has moved on: the line goes as soon as it could be read."""
        self._caption_left_s = min(self._caption_left_s, max(0.0, LINE_LEAST_S - self._caption_shown_s))

    @property
    def shouts(self) -> bool:
        """Whether a shout stands in the place of the prompt."""
        return any(moment.shouts for moment in self.playing)

    def settle(self) -> None:
        """End all moments at once."""
        self.playing, self.caption, self._caption_left_s = [], "", 0.0

    def update(self, dt: float) -> tuple[bool, bool]:
        """Whether something moves, and whether a moment has begun or what stands in the place of the prompt has
        changed."""
        moving, before, started = bool(self.playing), (self.shouts, self.caption), False
        for moment in self.playing:
            waited = moment.clock_s < 0
            moment.clock_s += dt
            if waited and moment.clock_s >= 0:
                started = True
                self._start(moment)
        self.playing = [moment for moment in self.playing if moment.clock_s < MOMENT_S]
        if not self.shouts:  # a shout stands in the place of the line
            self._caption_left_s -= dt
            self._caption_shown_s += dt
        if self._caption_left_s <= 0:
            self.caption = ""
        return moving, started or (self.shouts, self.caption) != before

    # Drawing

    def draw_below(self, surface: pygame.Surface) -> None:
        """Draw what lies under the moving cards."""
        for moment in self.playing:
            if moment.look.motion == "glow" and moment.clock_s >= 0 and not self._calm:
                self._draw_glow(surface, moment)

    def draw_above(self, surface: pygame.Surface) -> None:
        """Draw what flies above the cards."""
        begun = [moment for moment in self.playing if moment.clock_s >= 0]
        for moment in begun:
            for number, _ in enumerate(moment.sweets):
                self._draw_sweet(surface, moment, number)
        for moment in begun:
            if moment.shouts:
                self._draw_shout(surface, moment)

    def _draw_glow(self, surface: pygame.Surface, moment: Playing) -> None:
        """It swells and shrinks. It covers nothing of the thing that glows."""
        kit, (width, height) = self._kit, moment.place.size
        step = round(GLOW_STEPS * math.sin(math.pi * moment.share) ** 2)
        reach = kit.px(GLOW_REACH_U * step / GLOW_STEPS)
        for x, y in moment.place.centres if reach else ():
            at = kit.rect(x - width / 2, y - height / 2, width, height).inflate(2 * reach, 2 * reach)
            surface.blit(shapes.glow_ring(kit.art, at.size, kit.px(14), kit.colours.glow, reach), at)

    def _draw_sweet(self, surface: pygame.Surface, moment: Playing, number: int) -> None:
        kit, share = self._kit, moment.share
        one, two, three = moment.sweets[number]
        x, y = moment.place.centres[number % len(moment.place.centres)]
        size = 1.0
        match moment.look.motion:
            case "burst":
                far = BURST_U * (0.5 + 0.5 * one) * (1 - (1 - share) ** 3)
                turn = math.tau * (number + two * 0.6) / len(moment.sweets)
                width, height = moment.place.size
                x += (width * BURST_START_SHARE + far) * math.cos(turn)
                y += (height * BURST_START_SHARE + far) * math.sin(turn) + 70 * share * share
                size = min(1.0, share / SWEET_GROWS_SHARE) * (1 - share**3)
            case "rise":
                late = min(1.0, max(0.0, share * 1.5 - one * 0.5))
                width, height = moment.place.size
                beside = width / 2 + RISE_BESIDE_U + RISE_SPREAD_U * two
                x += (beside if number % 2 else -beside) + 10 * math.sin(9 * share + number)
                y += height * 0.4 - RISE_U * late
                size = math.sin(math.pi * late)
            case "rain":
                x = kit.metrics.width * (number + one) / len(moment.sweets)
                y = -60 + (kit.metrics.height + 120) * (share * (1.25 + 0.45 * two) - 0.25 * three)
                size = 0.7 + 0.5 * three
        step = round(min(1.2, max(0.0, size)) * SWEET_SIZES)
        if step:
            picture = self._sweet_picture(moment.place.picture, kit.px(SWEET_U * step / SWEET_SIZES))
            at = picture.get_rect(center=(kit.px(x), kit.px(y)))
            for part in parts_outside(at, moment.place.kept_free):
                surface.blit(picture, part, part.move(-at.x, -at.y))

    def _sweet_picture(self, name: str, side: int) -> pygame.Surface:
        """A sweet of this width in pixels, scaled from one drawing."""
        key = "sweet", name, side
        picture = self._kit.art.get(key)
        if picture is None:
            drawn = self._kit.art.image(name, (2 * self._kit.px(SWEET_U), 2 * self._kit.px(SWEET_U)))
            picture = self._kit.art.put(key, pygame.transform.smoothscale(drawn, (max(1, side), max(1, side))))
        return picture

    def shout_size(self, shout: str) -> tuple[int, int]:
        """The size of a shout in pixels, when it has grown."""
        return self._shout_picture(shout).get_size()

    def _shout_picture(self, shout: str, sad: bool = False) -> pygame.Surface:
        """A shout on its sign. The sign of a sad moment is dark."""
        kit, c = self._kit, self._kit.colours
        key = ("shout", shout, sad, kit.metrics, kit.settings.contrast, kit.settings.font)
        sign = kit.art.get(key)
        if sign is None:
            room = kit.metrics.width * 0.8
            word = kit.fonts.fit(shout, "display", SHOUT_SIZE_U, c.light if sad else c.on_accent, room, can_cut=True)
            size = word.get_width() + kit.px(64), word.get_height() + kit.px(30)
            top, low, edge = (c.night, c.night, c.paper_low) if sad else (c.accent, c.accent_low, c.ink)
            sign = shapes.plate(kit.art, size, kit.px(26), top, low, edge, kit.px(4)).copy()
            sign.blit(word, word.get_rect(center=(size[0] // 2, size[1] // 2)))
            kit.art.put(key, sign)
        return sign

    def _draw_shout(self, surface: pygame.Surface, moment: Playing) -> None:
        sad = moment.look.mood == "annoyed"
        sign = self._shout_picture(moment.shout, sad)
        if not self._calm:
            grows = min(1.0, moment.clock_s / SHOUT_GROWS_S)
            scale = grows * (1 + (0.0 if sad else 0.25) * math.sin(math.pi * grows)) if grows < 1 else 1.0
            scale *= min(1.0, (SHOUT_S - moment.clock_s) / SHOUT_SHRINKS_S)
            if scale != 1:
                sign = pygame.transform.smoothscale_by(sign, max(0.05, scale))
        surface.blit(sign, sign.get_rect(center=moment.shout_centre))


def parts_outside(at: pygame.Rect, kept_free: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """The parts of a rectangle that lie in none of the others."""
    parts = [at]
    for number in at.collidelistall(kept_free):
        parts = [rest for part in parts for rest in _parts_around(part, kept_free[number])]
    return parts


def _parts_around(part: pygame.Rect, free: pygame.Rect) -> list[pygame.Rect]:
    """What is left of a rectangle above, below, left and right of another one."""
    hidden = part.clip(free)
    if not hidden:
        return [part]
    left = [
        pygame.Rect(part.x, part.y, part.width, hidden.top - part.top),
        pygame.Rect(part.x, hidden.bottom, part.width, part.bottom - hidden.bottom),
        pygame.Rect(part.x, hidden.y, hidden.left - part.left, hidden.height),
        pygame.Rect(hidden.right, hidden.y, part.right - hidden.right, hidden.height),
    ]
    return [rest for rest in left if rest]
