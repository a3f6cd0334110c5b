"""The box of a title on the menu: its picture, and a tag below it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.spec import Spec
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.widgets import BIG_TEXT_SCALE, Press, Widget

LIFT_U = 9
"""Distance that a box rises under the pointer."""
BOX_RATIO = 320 / 400
"""Width of a box, divided by its height."""
LessonMarks = Sequence[bool]
"""Whether each lesson of a title is done."""
DOT_RADIUS_U, DOT_STEP_U, DOTS_GAP_U = 6.0, 17.0, 16.0
"""The disc that stands for a lesson, the distance of two, and the distance of the first one from the text."""
TAG_GAP_U, TAG_PADDING_U, TAG_LINE_GAP_U = 4, 8, 3
"""Distance between a box and its tag, between the tag's edge and its text, and between two lines of the text."""


class TitleBox(Widget):
    """The box of a title, with a tag below that has the tagline and the number of players."""

    radius = 22.0

    def __init__(
        self, title: str, spec: Spec, rect: pygame.Rect, press: Press, art: float, brief: bool, lessons: LessonMarks
    ) -> None:
        super().__init__(title, rect, press)
        self._seats = spec.seats
        self._lessons = lessons
        self._art_height_u = art
        """The height of the picture of the box."""
        self._brief = brief
        self.lift = 0.0
        """How far the box has risen, from 0 to 1."""

    def _picture_of_box(self, kit: Kit) -> tuple[str, tuple[int, int]]:
        """The file of the picture, and its size in pixels."""
        height = kit.px(self._art_height_u)
        return f"boxes/{self.name}.svg", (max(1, round(height * BOX_RATIO)), max(1, height))

    def draw_ahead(self, kit: Kit) -> None:
        """Begin to draw the picture in a thread."""
        kit.art.draw_ahead(*self._picture_of_box(kit))

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        at = at.move(0, -kit.px(LIFT_U * self.lift) + (kit.px(3) if pressed else 0))
        picture = kit.art.image(*self._picture_of_box(kit))
        box = picture.get_rect(midtop=at.midtop)
        if hovered:
            reach = kit.px(16)
            outer = box.inflate(2 * reach - kit.px(10), 2 * reach - kit.px(14))
            surface.blit(shapes.halo(kit.art, outer.size, kit.px(20), kit.colours.glow, reach), outer)
        surface.blit(picture, box)
        self._draw_name(kit, surface, box)
        tag = pygame.Rect(at.left, box.bottom + kit.px(TAG_GAP_U), at.width, at.bottom - box.bottom - kit.px(TAG_GAP_U))
        self._draw_tag(kit, surface, tag, hovered)

    def _draw_name(self, kit: Kit, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw the title's name on the plate in the picture."""
        unit = box.width / 320
        word = kit.fonts.fixed_text(kit.texts(f"{self.name}.name"), 60 * unit / kit.metrics.unit_px, kit.colours.ink)
        scale = min(224 * unit / word.get_width(), 36 * unit / word.get_height() * 1.25)
        size = max(1, round(word.get_width() * scale)), max(1, round(word.get_height() * scale))
        word = pygame.transform.smoothscale(word, size)
        surface.blit(word, word.get_rect(center=(box.centerx, round(box.top + 321 * unit))))

    def _draw_tag(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool) -> None:
        c = kit.colours
        pad = kit.px(8)
        outer = at.inflate(2 * pad, 2 * pad)
        edge = c.accent if hovered else c.edge
        plate = shapes.plate(kit.art, outer.size, kit.px(16), c.paper, c.paper_low, edge, kit.px(2.5), 1.0, pad)
        surface.blit(plate, outer)
        y = at.top + kit.px(TAG_PADDING_U)
        width = at.width / kit.metrics.unit_px
        for picture in tag_pictures(kit, self.name, self._seats, width, self._brief, self._lessons):
            surface.blit(picture, picture.get_rect(midtop=(at.centerx, y)))
            y += picture.get_height() + kit.px(TAG_LINE_GAP_U)


def tag_pictures(
    kit: Kit, title: str, seats: range, width: float, brief: bool, lessons: LessonMarks = ()
) -> list[pygame.Surface]:
    """The lines of a tag. In big text it also has the name, because the name on the box is smaller.

    `brief` leaves out the tagline.
    """
    c = kit.colours
    room = width - 28
    low, high = seats[0], seats[-1]
    players = kit.texts("menu.players", low=low, high=high)
    if low == high:
        players = kit.texts("menu.players_exact", count=low)
    lines = [_seats_line(kit, players, room)]
    if lessons:
        dots = _lessons_line(kit, lessons)
        wide = lines[0].get_width() + kit.px(DOTS_GAP_U) + dots.get_width() > kit.px(room)
        lines = [*lines, dots] if wide else [_side_by_side(kit, lines[0], dots)]
    if not brief:
        lines.insert(0, kit.fonts.block(kit.texts(f"{title}.tagline"), "text", 17, c.text, room, centred=True))
    if kit.metrics.text_scale > BIG_TEXT_SCALE:
        name = kit.texts(f"{title}.name")
        longest = max(kit.fonts.width(word, "display", 21) for word in name.split(" "))
        size = 21 * min(1.0, 0.94 * room / longest)
        lines.insert(0, kit.fonts.block(name, "display", size, c.text, room, centred=True))
    return lines


def tag_height(kit: Kit, title: str, seats: range, width: float, brief: bool, lessons: LessonMarks) -> float:
    """The height of a tag in units, with the gap above it."""
    pictures = tag_pictures(kit, title, seats, width, brief, lessons)
    lines = sum(picture.get_height() / kit.metrics.unit_px + TAG_LINE_GAP_U for picture in pictures)
    return TAG_GAP_U + 2 * TAG_PADDING_U + lines


def _seats_line(kit: Kit, text: str, room: float) -> pygame.Surface:
    word = kit.fonts.fit(text, "bold", 16, kit.colours.text, room - 26)
    side = round(word.get_height() * 0.9)
    line = pygame.Surface((word.get_width() + side + kit.px(6), word.get_height()), pygame.SRCALPHA)
    line.blit(kit.art.image("icons/person.svg", (side, side)), (0, (word.get_height() - side) // 2))
    line.blit(word, (side + kit.px(6), 0))
    return line


def _lessons_line(kit: Kit, lessons: LessonMarks) -> pygame.Surface:
    """A disc for each lesson: full if it is done."""
    c, radius, step = kit.colours, kit.px(DOT_RADIUS_U), kit.px(DOT_STEP_U)
    line = pygame.Surface((step * len(lessons), step), pygame.SRCALPHA)
    for number, done in enumerate(lessons):
        fill = c.accent if done else c.paper
        disc = shapes.plate(kit.art, (2 * radius, 2 * radius), radius, fill, fill, c.text, kit.px(2))
        line.blit(disc, disc.get_rect(center=(number * step + step // 2, step // 2)))
    return line


def _side_by_side(kit: Kit, one: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    gap = kit.px(DOTS_GAP_U)
    line = pygame.Surface((one.get_width() + gap + other.get_width(), one.get_height()), pygame.SRCALPHA)
    line.blit(one, (0, 0))
    line.blit(other, other.get_rect(midright=(line.get_width(), line.get_height() // 2)))
    return line
