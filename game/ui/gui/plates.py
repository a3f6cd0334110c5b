"""Our plates as the shapes of pygame_gui's elements. Its own rounded shapes take seconds at 3840 × 2160."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.surface_cache import SurfaceCache

from game.ui import shapes
from game.ui.art import Art
from game.ui.theme import Colour

ROUNDED = "rounded_rectangle"


class PlateCache(SurfaceCache):
    """The shape cache of a theme. It answers every question for a rounded rectangle with a plate."""

    def __init__(self, art: Art) -> None:
        super().__init__()
        self._art = art

    def build_cache_id(  # type: ignore[override]
        self,
        shape: str,
        size: tuple[int, int],
        shadow_width: int,
        border_width: dict[str, int],
        border_colour: Any,
        bg_colour: Any,
        corner_radius: list[int] | None = None,
    ) -> Any:
        if shape != ROUNDED or corner_radius is None:
            return super().build_cache_id(
                shape, size, shadow_width, border_width, border_colour, bg_colour, corner_radius
            )
        return ROUNDED, tuple(size), shadow_width, border_width["left"], corner_radius[0], _ends(border_colour), _ends(
            bg_colour
        )

    def find_surface_in_cache(self, lookup_id: Any) -> pygame.Surface | None:
        if isinstance(lookup_id, str):
            return super().find_surface_in_cache(lookup_id)
        picture = self._art.get(lookup_id)
        if picture is None:
            _, size, shadow, line, radius, (edge, _, edge_opacity), (top, low, opacity) = lookup_id
            line = line if edge_opacity else 0
            plate = shapes.plate(self._art, size, radius, top, low, edge, line, opacity, shadow)
            picture = self._art.put(lookup_id, plate.premul_alpha())
        return picture

    def update(self) -> None:
        """Nothing: our own cache keeps the plates."""

    def remove_user_from_cache_item(self, string_id: Any) -> None:
        if isinstance(string_id, str):
            super().remove_user_from_cache_item(string_id)


def _ends(colour: Any) -> tuple[Colour, Colour, float]:
    """The upper and the lower colour of a colour or gradient of pygame_gui, and its opacity from 0 to 1."""
    if isinstance(colour, pygame.Color):
        return _plain(colour), _plain(colour), colour.a / 255
    return _plain(colour.colour_1), _plain(colour.colour_2), colour.colour_1.a / 255


def _plain(colour: pygame.Color) -> Colour:
    """The colour as it is in the theme: pygame_gui multiplies it by its alpha."""
    if colour.a in (0, 255):
        return colour.r, colour.g, colour.b
    red, green, blue = (min(255, round(value * 255 / colour.a)) for value in (colour.r, colour.g, colour.b))
    return red, green, blue
