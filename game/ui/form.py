"""A scene made of widgets: it finds what is under the pointer, moves the focus, scrolls, presses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.ui import shapes
from game.ui.focus import CLICK_SLIP_U, DIRECTIONS, RING_KEYS, nearest_index, next_index
from game.ui.input import Action, Focus, Input, Point, Raw
from game.ui.kit import Kit
from game.ui.scene import Pop, Scene, Transition
from game.ui.widgets import Entry, Stepper, Widget


@dataclass(frozen=True, slots=True)
class Click:
    """What the pointer pressed, where, and which arrow of it if it was a stepper."""

    name: str
    pos: tuple[int, int]
    side: int = 0


class Form(Scene):
    """Subclasses fill `widgets` in `build`, and may put some into `rolling`, the part that scrolls in `port`."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[Widget] = []
        self.rolling: list[Widget] = []
        self.port: pygame.Rect | None = None
        self.scroll = 0
        self.focus = ""
        """The name of the widget that has the focus."""
        self.walked = ""
        """Where somebody walked to last: there the ring stays."""
        self._lit: Widget | None = None
        self._held: Widget | None = None
        self._clicked: Click | None = None
        """The last click, until the pointer moves or something else than the click moves what lies under it."""
        self._pulled: int | None = None
        """How far below its top the scroll bar was taken."""

    def build(self) -> None:
        raise NotImplementedError

    def cancel(self) -> Transition:
        """What Escape does."""
        return Pop()

    def enter(self, kit: Kit) -> None:
        super().enter(kit)
        clicked = self._clicked
        self.rebuild()
        self._clicked = clicked

    def rebuild(self) -> None:
        was = self.focused
        for widget in self.everything:
            widget.leave()
        self.widgets, self.rolling, self.port = [], [], None
        self._lit = self._held = self._clicked = None
        self.build()
        if self.focused is None:
            self.focus = self.instead(was)
        self._roll(0)
        if self.shown and (focused := self.focused) is not None:
            self._show(focused)
        self.dirty = True

    def instead(self, was: Widget | None) -> str:
        """Where the focus goes if what had it is gone."""
        return self.stops[0].name if self.stops else ""

    def leave(self) -> None:
        for widget in self.everything:
            widget.leave()
        self.widgets, self.rolling = [], []

    @property
    def everything(self) -> list[Widget]:
        return self.widgets + self.rolling

    @property
    def stops(self) -> list[Widget]:
        return [widget for widget in self.everything if widget.focusable]

    @property
    def focused(self) -> Widget | None:
        return next((widget for widget in self.stops if widget.name == self.focus), None)

    @property
    def shown(self) -> bool:
        """Whether the focus ring is shown, here and on every other screen."""
        return self.kit.ring.shown

    @shown.setter
    def shown(self, shown: bool) -> None:
        self.kit.ring.shown = shown

    @property
    def _writing(self) -> Entry | None:
        return next((widget for widget in self.everything if isinstance(widget, Entry) and widget.writing), None)

    def place(self, widget: Widget) -> pygame.Rect:
        """Where a widget is now, scrolled or not."""
        return widget.rect.move(0, -self.scroll) if widget in self.rolling else widget.rect

    # Input

    def handle(self, event: Input) -> Transition:
        match event:
            case Action(name, True):
                return None if self._only_shows(name) else self.act(name)
            case Point():
                return self._point(event)
            case Focus(False):
                self._held = None
            case Raw(raw):
                self._feed(raw)
        return None

    def _only_shows(self, name: str) -> bool:
        """Whether a key did no more than show where the focus is: nobody shall press what cannot be seen."""
        if self.shown or name not in RING_KEYS or self.focused is None or self._writing is not None:
            return False
        self.shown = self.dirty = True
        self._show(self.focused)
        return True

    def act(self, name: str) -> Transition:
        writing = self._writing
        if writing is not None and name in ("confirm", "back", "next", "previous", "up", "down"):
            writing.stop()
            self.dirty = True
            if name in ("confirm", "back"):
                return None
        self.dirty = True
        if name == "back":
            return self.cancel()
        if name in DIRECTIONS or name in ("next", "previous"):
            return self._walk(name)
        if name == "confirm" and (widget := self.focused) is not None:
            return self._press(widget)
        return None

    def _walk(self, name: str) -> Transition:
        stops = self.stops
        if not stops:
            return None
        widget = self.focused or stops[0]
        if name in ("left", "right") and widget.nudge(-1 if name == "left" else 1):
            self.kit.audio.play(widget.sound)
            return widget.outcome if isinstance(widget, Stepper) else None
        current = stops.index(widget)
        if name in DIRECTIONS:
            found = nearest_index([self._unrolled(stop) for stop in stops], current, name)
        else:
            found = next_index(len(stops), current, 1 if name == "next" else -1)
        if found != current:
            self.kit.audio.play("focus")
        self.focus = self.walked = stops[found].name
        self._show(stops[found])
        return None

    def _unrolled(self, widget: Widget) -> pygame.Rect:
        """Where it would lie if nothing scrolled: what stands below the port lies below everything in it."""
        below = self.port is not None and widget not in self.rolling and widget.rect.top >= self.port.bottom
        return widget.rect.move(0, self.longest) if below else widget.rect

    def _press(self, widget: Widget) -> Transition:
        assert widget.press is not None
        self.kit.audio.play(widget.sound)
        return widget.press()

    def _point(self, event: Point) -> Transition:
        if event.kind == "wheel":
            self._clicked = None
            self._roll(-event.amount * self.kit.px(60))
            return None
        if self._dragged(event):
            self._clicked = None
            return None
        if self._clicked is not None and math.dist(event.pos, self._clicked.pos) > self.kit.px(CLICK_SLIP_U):
            self._clicked = None
        if event.kind == "move":
            under = self.under(event.pos)
            if under is not self._lit:
                self._lit = under
                self.dirty = True
            return None
        self.dirty = True
        aim = self._meant or self.under(event.pos)
        if event.kind == "down":
            self._held = aim
            for widget in self.everything:
                if isinstance(widget, Entry) and widget.writing and widget is not aim:
                    widget.stop()
            return None
        held, self._held = self._held, None
        if aim is None or aim is not held or not aim.focusable:
            return None
        return self._click(aim, event.pos)

    @property
    def _meant(self) -> Widget | None:
        """What a pointer that stayed where it was means: the same as before, even if that lies elsewhere by now."""
        name = self._clicked.name if self._clicked is not None else ""
        return next((widget for widget in self.stops if name and widget.name == name), None)

    def _click(self, widget: Widget, pos: tuple[int, int]) -> Transition:
        self.focus = widget.name
        before, side = self._clicked, 0
        if isinstance(widget, Stepper):
            again = before is not None and before.name == widget.name
            side = before.side if before and again else widget.side(pos, self.place(widget))
            widget.nudge(side)
            self.kit.audio.play(widget.sound)
            outcome = widget.outcome
        else:
            outcome = self._press(widget)
        self._clicked = Click(widget.name, pos, side) if outcome is None else None
        return outcome

    def let_go(self) -> None:
        """Whatever the pointer held down, it holds no longer."""
        self._held = None

    def under(self, pos: tuple[int, int]) -> Widget | None:
        for widget in reversed(self.everything):
            seen = widget not in self.rolling or self.port is None or self.port.collidepoint(pos)
            if widget.press is not None and seen and self.place(widget).collidepoint(pos):
                return widget
        return None

    def _feed(self, raw: pygame.Event) -> None:
        for widget in self.everything:
            if isinstance(widget, Entry) and widget.writing:
                widget.feed(raw)
                self.dirty = True

    # Scrolling

    @property
    def longest(self) -> int:
        """How far it can be scrolled."""
        if self.port is None or not self.rolling:
            return 0
        return max(0, max(widget.rect.bottom for widget in self.rolling) + self.kit.px(10) - self.port.bottom)

    def _roll(self, by: int) -> None:
        scroll = min(max(self.scroll + by, 0), self.longest)
        if scroll != self.scroll:
            self.scroll = scroll
            self.dirty = True

    def _show(self, widget: Widget) -> None:
        if self.port is None or widget not in self.rolling:
            return
        at = self.place(widget)
        margin = self.kit.px(16)
        if at.top < self.port.top + margin:
            self._roll(at.top - self.port.top - margin)
        elif at.bottom > self.port.bottom - margin:
            self._roll(at.bottom - self.port.bottom + margin)

    # Drawing

    def update(self, dt: float) -> Transition:
        if self._writing is not None:
            self.kit.gui.update(dt)
            self.dirty = True
        return None

    def backdrop(self, surface: pygame.Surface) -> None:
        """What lies under the widgets."""

    def draw(self, surface: pygame.Surface) -> None:
        self.backdrop(surface)
        for widget in self.widgets:
            self._paint(surface, widget)
        if self.port is not None:
            clip = surface.get_clip()
            surface.set_clip(self.port)
            for widget in self.rolling:
                if self.place(widget).colliderect(self.port):
                    self._paint(surface, widget)
            surface.set_clip(clip)
            self._bar(surface)
        if self.shown and (focused := self.focused) is not None:
            self._ring(surface, focused)

    def _paint(self, surface: pygame.Surface, widget: Widget) -> None:
        lit = widget is self._lit and widget.press is not None
        widget.draw(self.kit, surface, self.place(widget), lit, widget is self._held)

    def _ring(self, surface: pygame.Surface, widget: Widget) -> None:
        kit = self.kit
        at = self.frame(widget).inflate(2 * kit.px(7), 2 * kit.px(7))
        clip = surface.get_clip()
        if widget in self.rolling and self.port is not None:
            surface.set_clip(self.port.inflate(2 * kit.px(4), 0))
        surface.blit(shapes.ring(kit.art, at.size, kit.px(widget.radius + 5), kit.colours.focus, kit.px(3.5)), at)
        surface.set_clip(clip)

    def frame(self, widget: Widget) -> pygame.Rect:
        """What the focus ring goes round."""
        return self.place(widget)

    @property
    def _grip(self) -> pygame.Rect | None:
        """The bar that shows how far it is scrolled."""
        if self.port is None or not self.longest:
            return None
        kit = self.kit
        whole = self.port.height + self.longest
        high = max(kit.px(24), self.port.height * self.port.height // whole)
        y = self.port.top + (self.port.height - high) * self.scroll // self.longest
        return pygame.Rect(self.port.right - kit.px(8), y, kit.px(6), high)

    def _dragged(self, event: Point) -> bool:
        """Whether the pointer has the bar; taken beside its grip, the grip comes to it."""
        grip = self._grip
        if grip is None or self.port is None or event.kind == "up":
            held, self._pulled = self._pulled is not None, None
            return held
        track = pygame.Rect(grip.left, self.port.top, grip.width, self.port.height).inflate(self.kit.px(10), 0)
        if event.kind == "down" and track.collidepoint(event.pos):
            self._pulled = event.pos[1] - grip.top if grip.top <= event.pos[1] < grip.bottom else grip.height // 2
        if self._pulled is None:
            return False
        share = (event.pos[1] - self._pulled - self.port.top) / max(1, self.port.height - grip.height)
        self._roll(round(share * self.longest) - self.scroll)
        return True

    def _bar(self, surface: pygame.Surface) -> None:
        kit, bar = self.kit, self._grip
        if bar is not None:
            edge = kit.colours.edge
            surface.blit(shapes.plate(kit.art, bar.size, kit.px(3), edge, edge, opacity=0.7), bar)


def cover(kit: Kit, surface: pygame.Surface, name: str) -> None:
    """A background picture, scaled to cover the window; a plain one where none is drawn yet."""
    key = ("cover", name, surface.get_size(), kit.colours.night)
    picture = kit.art.get(key)
    if picture is None:
        wide, high = surface.get_size()
        scale = max(wide / 1920, high / 1080)
        size = max(1, round(1920 * scale)), max(1, round(1080 * scale))
        picture = pygame.Surface((wide, high))
        picture.fill(kit.colours.night)
        if kit.art.has_file(f"table/{name}.svg"):
            whole = kit.art.uncached_image(f"table/{name}.svg", size)
            picture.blit(whole, ((wide - size[0]) // 2, (high - size[1]) // 2))
        kit.art.put(key, picture.convert())
    surface.blit(picture, (0, 0))
