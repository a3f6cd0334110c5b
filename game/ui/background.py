"""The picture behind a screen, scaled to cover the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.art import Art, DrawnAhead

if TYPE_CHECKING:
    from game.ui.kit import Kit

VERY_WIDE_RATIO = 1.95
"""A window is very wide if its width is more than this many times its height. The backgrounds are 16:9."""
BLUR_REDUCTION, BLUR_RADIUS_PX = 6, 4
"""The sides of a very wide background are blurred: made this many times smaller, then blurred by this radius."""
SIDE_LIGHT = 140
"""How light these sides are, from 0 (black) to 255 (as drawn)."""


def draw_background_picture(kit: Kit, surface: pygame.Surface, name: str) -> None:
    """Draw a background from `assets/table`, scaled to cover the window; a plain colour if the file is missing. In a
    very wide window the whole picture is in the middle, and its sides go on blurred and dark."""
    surface.blit(background_picture(kit, surface.get_size(), name), (0, 0))


def background_picture(
    kit: Kit, window: tuple[int, int], name: str, ahead: DrawnAhead | None = None
) -> pygame.Surface:
    """The background as it fills a window of this size. `ahead` is the whole picture, if it was begun already."""
    picture = kit.art.get(_background_key(kit, window, name))
    if picture is None:
        whole = background_rect(window)
        picture = pygame.Surface(window)
        picture.fill(kit.colours.night)
        if kit.art.has_file(f"table/{name}.svg"):
            drawn = ahead.picture() if ahead is not None else None
            drawn = drawn or kit.art.uncached_image(f"table/{name}.svg", whole.size)
            if whole.width < window[0]:
                _draw_sides(picture, drawn, whole.left)
            picture.blit(drawn, whole)
        picture = kit.art.keep(_background_key(kit, window, name), picture.convert())
    return picture


def draw_background_ahead(art: Art, window: tuple[int, int], name: str) -> DrawnAhead:
    """Begin to draw the whole picture in a thread. `background_picture` takes it from there."""
    return DrawnAhead(art, f"table/{name}.svg", background_rect(window).size)


def has_background_picture(kit: Kit, window: tuple[int, int], name: str) -> bool:
    """Whether the background was drawn already for a window of this size."""
    return kit.art.get(_background_key(kit, window, name)) is not None


def _background_key(kit: Kit, window: tuple[int, int], name: str) -> object:
    return "cover", name, window, kit.colours.night


def background_rect(window: tuple[int, int]) -> pygame.Rect:
    """Where the whole background picture lies. It is larger than the window, or as high in a very wide one."""
    width, height = window
    scale = height / 1080 if width > VERY_WIDE_RATIO * height else max(width / 1920, height / 1080)
    size = max(1, round(1920 * scale)), max(1, round(1080 * scale))
    return pygame.Rect((width - size[0]) // 2, (height - size[1]) // 2, *size)


def _draw_sides(picture: pygame.Surface, whole: pygame.Surface, width: int) -> None:
    """Fill the sides of a very wide window, each `width` pixels wide, with the mirrored picture, blurred and dark."""
    small = max(1, whole.get_width() // BLUR_REDUCTION), max(1, whole.get_height() // BLUR_REDUCTION)
    blurred = pygame.transform.gaussian_blur(pygame.transform.smoothscale(whole, small), BLUR_RADIUS_PX)
    mirrored = pygame.transform.smoothscale(pygame.transform.flip(blurred, True, False), whole.get_size())
    dark = pygame.Surface(whole.get_size())
    dark.fill((SIDE_LIGHT,) * 3)
    mirrored.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for x in (width - whole.get_width(), width + whole.get_width()):
        picture.blit(mirrored, (x, 0))
