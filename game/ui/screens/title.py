"""The title screen: the logo over a background, until any key or click."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game import __version__
from game.ui import shapes
from game.ui.background import draw_background_picture
from game.ui.input import Action, Input, Point, Raw
from game.ui.kit import Kit
from game.ui.music import MENU_PIECE
from game.ui.scene import Quit, Scene, Swap, Transition
from game.ui.screens.drifting_sweets import DriftingSweets

LOGO_PERIOD_S = 2.6
"""Time in which the logo moves up and down once."""


class TitleScreen(Scene):
    """`menu` makes the scene that follows."""

    music = MENU_PIECE

    def __init__(self, menu: Callable[[], Scene]) -> None:
        super().__init__()
        self._make_menu = menu
        self._menu: Scene | None = None
        self._time_s = 0.0
        self._sweets = DriftingSweets(count=8, speed=0.03, seed=5, sweets=("small_marshmallow",))

    def enter(self, kit: Kit) -> None:
        super().enter(kit)
        kit.art.draw_ahead(*self._logo)
        self._menu = self._menu or self._make_menu()
        self._menu.prepare(kit)

    @property
    def _logo(self) -> tuple[str, tuple[int, int]]:
        """The file of the logo, and its size in pixels."""
        return "icons/logo.svg", (self.kit.px(720), self.kit.px(270))

    def handle(self, event: Input) -> Transition:
        match event:
            case Action("back", True):
                return Quit()
            case Action(_, True) | Point("up"):
                return self._open_menu()
            case Raw(raw) if raw.type == pygame.KEYUP and raw.unicode and raw.unicode.isprintable():
                return self._open_menu()
        return None

    def _open_menu(self) -> Transition:
        self.kit.audio.play("button")
        return Swap(self._menu or self._make_menu())

    def update(self, dt: float) -> Transition:
        if not self.kit.settings.without_motion:
            self._time_s += dt
            self._sweets.update(dt)
            self.dirty = True
        return None

    def draw(self, surface: pygame.Surface) -> None:
        kit = self.kit
        draw_background_picture(kit, surface, "menu")
        self._sweets.draw(kit, surface)
        wave = math.sin(self._time_s / LOGO_PERIOD_S * math.tau)
        logo = kit.art.image(*self._logo)
        middle = surface.get_width() // 2
        y = round(surface.get_height() * 0.40) + kit.px(7 * wave)
        surface.blit(logo, logo.get_rect(center=(middle, y)))
        line = self._plate(kit.texts("menu.tagline"), "display", 25)
        surface.blit(line, line.get_rect(center=(middle, round(surface.get_height() * 0.40) + kit.px(182))))
        press = self._plate(kit.texts("menu.start"), "bold", 20)
        press.set_alpha(255 if self.kit.settings.without_motion else 205 + round(50 * wave))
        surface.blit(press, press.get_rect(center=(middle, surface.get_height() - kit.px(112))))
        self._draw_foot(surface)

    def _plate(self, text: str, role: str, size: float) -> pygame.Surface:
        kit = self.kit
        night, opacity = kit.colours.night, 1.0 if kit.settings.contrast else 0.72
        word = kit.fonts.fit(text, role, size, kit.colours.light, kit.metrics.width - 160)
        at = word.get_rect().inflate(kit.px(48), kit.px(18))
        whole = shapes.plate(kit.art, at.size, at.height / 2, night, night, opacity=opacity).copy()
        whole.blit(word, word.get_rect(center=(at.width // 2, at.height // 2)))
        return whole

    def _draw_foot(self, surface: pygame.Surface) -> None:
        kit = self.kit
        words = f"{kit.texts('menu.unofficial')}  {kit.texts('menu.version', version=__version__)}"
        foot = self._plate(words, "text", 15)
        surface.blit(foot, foot.get_rect(midbottom=(surface.get_width() // 2, surface.get_height() - kit.px(20))))
