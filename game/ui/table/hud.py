"""The players' plates with avatars, numbers and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pygame

from game.engine.cards import Seat
from game.engine.spec import Spec
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.look import CardCounts, Count, Look
from game.ui.table.badges import Badges
from game.ui.table.faces import Faces, gaze
from game.ui.table.layout import Layout
from game.ui.table.plates import PLATE_FACE_WIDTH_U, plate_height
from game.ui.table.tokens import TokenRow, seat_tokens

ICON_U = 20.0
"""Width of the icon before a number on a plate, at the normal text size."""
AVATAR_WIDTH_U = 58.0
Placed = tuple[pygame.Surface, pygame.Rect]
"""A picture and where it is drawn."""


class Hud:
    """Draws facts: on the plates, and as badges. It knows only what has been shown to the viewer so far."""

    def __init__(
        self, kit: Kit, look: Look, spec: Spec, layout: Layout, chairs: Sequence[tuple[str, str]], faces: Faces
    ) -> None:
        self._kit = kit
        self._look = look
        self._layout = layout
        self._chairs = chairs
        """Name and avatar of each seat."""
        self._token_rows = {seat: TokenRow() for seat in layout.plate_centres}
        self.faces = faces
        self._plates: dict[Seat, tuple[object, list[Placed]]] = {}
        """The pictures of each plate as they were drawn last, and what they depend on."""
        self.badges = Badges(kit, look, spec, layout)

    def start(self, facts: Mapping[str, Any]) -> None:
        self._set_tokens(facts, drop=False)
        self.badges.start(facts)
        self.faces.start(facts)

    def on_fact(self, name: str, value: object, facts: Mapping[str, Any], still: bool) -> None:
        """Called when a fact has changed. `still` means without animation."""
        self.faces.on_fact(name, value)
        if name == self._look.seat.tokens:
            self._set_tokens(facts, drop=not still)
        self.badges.on_fact(name, value, still)

    def _set_tokens(self, facts: Mapping[str, Any], drop: bool) -> None:
        seat_look = self._look.seat
        if not seat_look.tokens:
            return
        for seat, row in self._token_rows.items():
            now = seat_tokens(facts.get(seat_look.tokens), seat, seat_look.pictures, seat_look.by_seat)
            if row.set_tokens(now, drop) and drop:
                self._kit.audio.play("change")

    def settle(self) -> None:
        """End all animations at once."""
        for row in self._token_rows.values():
            row.settle()
        self.badges.settle()

    def update(self, dt: float) -> bool:
        """True while badges or tokens move."""
        moving = self.badges.update(dt)
        for row in self._token_rows.values():
            moving = row.update(dt) or moving
        self.faces.update(dt)
        return moving

    # Drawing

    def draw(
        self, surface: pygame.Surface, facts: Mapping[str, Any], held: Sequence[CardCounts], busy: set[Seat]
    ) -> None:
        """Draw what does not move now."""
        self.badges.draw(surface, facts, moving=False)
        for seat in self._layout.plate_centres:
            self._draw_plate(surface, seat, facts, held[seat], busy)

    def draw_moving(self, surface: pygame.Surface, facts: Mapping[str, Any]) -> None:
        """Draw the badges that grow or turn over, and the tokens that fall."""
        self.badges.draw(surface, facts, moving=True)
        for seat, row in self._token_rows.items():
            if row.moves:
                row.draw(self._kit, surface, *self._layout.tokens_centre(seat), falling=True)

    @property
    def still_state(self) -> object:
        """Everything in `draw` that depends on time: it has to be drawn anew when this changes."""
        falling = tuple(row.falling_count for row in self._token_rows.values())
        return falling, self.faces.state, self.badges.moving_facts

    def plate_rect(self, seat: Seat) -> pygame.Rect:
        x, y = self._layout.plate_centres[seat]
        width, height = self._layout.plate_widths[seat], plate_height(self._kit.metrics)
        return self._kit.rect(x - width / 2, y - height / 2, width, height)

    def _gaze_target(self, seat: Seat, deciders: set[Seat]) -> tuple[float, float]:
        """What a player looks at: the player who has to decide, or else the middle of the table."""
        others = [other for other in deciders if other != seat and other in self._layout.plate_centres]
        return self._layout.plate_centres[others[0]] if len(others) == 1 else self._layout.middle

    def draw_remark(self, surface: pygame.Surface) -> None:
        """Draw what a bot says, below its plate; above it if the plate lies in the lower half of the window."""
        remarks, kit = self.faces.remarks, self._kit
        if remarks.spoken is None or remarks.spoken[0] not in self._layout.plate_centres:
            return
        plate = self.plate_rect(remarks.spoken[0])
        bubble = self._remark_picture(remarks.text(kit.texts))
        at = bubble.get_rect(midtop=(plate.left + kit.px(64), plate.bottom - kit.px(8)))
        if plate.centery > surface.get_height() / 2:
            at.bottom = plate.top + kit.px(8)
        surface.blit(bubble, at.clamp(surface.get_rect()))

    def _remark_picture(self, text: str) -> pygame.Surface:
        """A small speech bubble."""
        kit, c = self._kit, self._kit.colours
        key = ("remark", text, kit.settings.contrast, kit.metrics.unit_px, kit.metrics.text_scale)
        picture = kit.art.get(key)
        if picture is None:
            words = kit.fonts.text(text, "italic", 17, c.text)
            side = kit.px(11)
            size = words.get_width() + 2 * side, words.get_height() + side
            picture = shapes.plate(kit.art, size, size[1] / 2, c.paper, c.paper_low, c.ink, kit.px(2)).copy()
            picture.blit(words, words.get_rect(center=picture.get_rect().center))
            kit.art.put(key, picture)
        return picture

    def _draw_plate(
        self, surface: pygame.Surface, seat: Seat, facts: Mapping[str, Any], cards: CardCounts, deciders: set[Seat]
    ) -> None:
        """The pictures of a plate are kept until something on it changes."""
        busy, mood = seat in deciders, self.faces.mood(seat, facts, seat in deciders)
        target = self._gaze_target(seat, deciders) if mood == "calm" else None
        numbers = self._numbers(seat, facts, cards)
        marks = [icon for fact, icon in self._look.seat.marks.items() if facts.get(fact) == seat]
        depends_on = busy, mood, target, numbers, marks
        if seat not in self._plates or self._plates[seat][0] != depends_on:
            self._plates[seat] = depends_on, self._compose_plate(seat, busy, mood, target, numbers, marks)
        for picture, at in self._plates[seat][1]:
            surface.blit(picture, at)
        self._token_rows[seat].draw(self._kit, surface, *self._layout.tokens_centre(seat), falling=False)

    def _compose_plate(
        self,
        seat: Seat,
        busy: bool,
        mood: str,
        target: tuple[float, float] | None,
        numbers: list[tuple[str, str]],
        marks: list[str],
    ) -> list[Placed]:
        kit, c, found = self._kit, self._kit.colours, list[Placed]()
        at = self.plate_rect(seat)
        if busy:
            reach = kit.px(9)
            outer = at.inflate(2 * reach, 2 * reach)
            found.append((shapes.halo(kit.art, outer.size, kit.px(20), c.glow, reach), outer))
        edge = c.focus if busy else c.paper_low
        opacity = 1.0 if kit.settings.contrast else 0.86
        found.append((shapes.plate(kit.art, at.size, kit.px(18), c.night, c.night, edge, kit.px(2), opacity), at))
        name, avatar = self._chairs[seat]
        side = kit.px(AVATAR_WIDTH_U)
        looks = gaze(self._layout.plate_centres[seat], target) if target is not None else None
        face = kit.art.image(f"avatars/{avatar}_{mood}.svg", (side, side), looks)
        found.append((face, face.get_rect(midleft=(at.left + kit.px(4), at.centery))))
        left, room = at.left + kit.px(68), self._layout.plate_widths[seat] - PLATE_FACE_WIDTH_U
        word = kit.fonts.fit(name, "bold", 18, c.light, room, can_cut=True)
        found.append((word, word.get_rect(topleft=(left, at.top + kit.px(7)))))
        return [*found, *self._place_numbers(seat, numbers, left, at.bottom - kit.px(8)), *self._place_marks(marks, at)]

    def _numbers(self, seat: Seat, facts: Mapping[str, Any], cards: CardCounts) -> list[tuple[str, str]]:
        """The numbers on a plate, each with the name of its picture."""
        shown = [(f"icons/{icon}.svg", str(number)) for icon, number in cards]
        for count in self._look.seat.counts:
            values = facts.get(count.fact)
            if isinstance(values, tuple) and seat < len(values):
                value = values[seat]
                number = f"{value}/{facts[count.of]}" if count.of else str(value)
                shown.append((self._count_picture(count, seat), number))
        return shown

    def _place_numbers(self, seat: Seat, shown: list[tuple[str, str]], x: int, bottom: int) -> Iterator[Placed]:
        kit = self._kit
        icon_u = ICON_U * min(kit.metrics.text_scale, 1.4)
        natural = sum(icon_u + 4 + kit.fonts.width(text, "bold", 16) for _, text in shown) + 10 * (len(shown) - 1)
        room = self._layout.plate_widths[seat] - PLATE_FACE_WIDTH_U
        fit = min(1.0, room / max(1.0, natural))
        side = kit.px(icon_u * fit)
        gap = (kit.px(room) - natural * fit * kit.metrics.unit_px) / max(1, len(shown))
        for picture, text in shown:
            word = kit.fonts.text(text, "bold", 16 * fit, kit.colours.light)
            middle = bottom - kit.px(10 * kit.metrics.text_scale)
            yield kit.art.image(picture, (side, side)), pygame.Rect(x, middle - side // 2, side, side)
            yield word, word.get_rect(topleft=(x + side + kit.px(3), middle - word.get_height() // 2))
            x += side + word.get_width() + kit.px(13 * fit) + round(gap)

    def _count_picture(self, count: Count, seat: Seat) -> str:
        """The picture before a number. Where each seat has tokens of its own, it is the seat's token."""
        look = self._look.seat
        if look.by_seat and count.fact == look.tokens:
            return f"tokens/{look.pictures[seat % len(look.pictures)]}.svg"
        return count.picture

    def draw_aid(self, surface: pygame.Surface, text: str) -> None:
        """Draw a playing aid at the viewer's plate: a text, then the picture of points."""
        kit, picture = self._kit, self._look.points_picture
        at = kit.rect(*self._layout.aid_rect)
        side = min(round(at.height * 0.8), kit.px(26)) if picture else 0
        room = (at.width - side) / kit.metrics.unit_px - 20
        word = kit.fonts.block(text, "bold", 15, kit.colours.light, room)
        if word.get_height() > at.height:
            word = kit.fonts.fit(text, "bold", 15, kit.colours.light, room)
        back = pygame.Rect(0, 0, word.get_width() + side + kit.px(20), min(at.height, word.get_height() + kit.px(10)))
        back.midleft = at.midleft
        night = kit.colours.night
        surface.blit(shapes.plate(kit.art, back.size, kit.px(13), night, night, opacity=0.8), back)
        surface.blit(word, word.get_rect(midleft=(back.left + kit.px(9), back.centery)))
        if picture:
            at = pygame.Rect(back.right - kit.px(9) - side, back.centery - side // 2, side, side)
            surface.blit(kit.art.image(picture, at.size), at)

    def _place_marks(self, marks: list[str], at: pygame.Rect) -> Iterator[Placed]:
        side = self._kit.px(28)
        for number, icon in enumerate(marks):
            picture = self._kit.art.image(f"icons/{icon}.svg", (side, side))
            x = at.right - self._kit.px(8) - number * side
            yield picture, picture.get_rect(center=(x, at.top + self._kit.px(2)))
