"""The race against the clock on the table: who has looked at their card, the buttons of all people, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from game.engine.cards import Seat
from game.play.choice import button_target
from game.play.host import Host
from game.play.live import LiveRace
from game.play.seating import Seating
from game.play.sitting import Chosen
from game.ui import shapes
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.table.layout import Layout
from game.ui.widgets import Button, Press, Widget, row_height

CLOCK_WIDTH_U, CLOCK_HEIGHT_U = 220.0, 16.0
"""Size of the clock, a bar that gets shorter."""
CLOCK_ABOVE_MIDDLE_U = 150.0
"""Distance of the clock from the middle of the table: above the cards, away from the buttons."""
BUTTON_GAP_U, GROUP_GAP_U = 8.0, 40.0
"""Distance between two buttons of one person, and between the buttons of two people."""
SHARED_ROW_WIDTH_U = 1180.0
"""The greatest width of the row with the buttons of all people."""

PAD_ACTIONS = ("confirm", "undo", "hint")
"""Actions of gamepad buttons that stand for the verbs of a race, in this order."""

OnRacePress = Callable[[int, str], Transition]
"""Takes the number of a person at this machine, from 0, and a verb."""


class RacePanel:
    """The state of a race on the screen, what people can do in it, and how it is drawn."""

    def __init__(self, host: Host, live: LiveRace, seating: Seating) -> None:
        self._host = host
        self.live = live
        self._seating = seating
        self._looked: set[Seat] = set()
        self._turn = 0
        self._shown: tuple[str, int] = ("", 0)

    @property
    def running(self) -> bool:
        """Whether the clock decides now. Otherwise everybody takes their time."""
        return self.live.phase != "choose"

    # Looking in secret, one after the other

    def next_to_look(self) -> Seat | None:
        """The next person who has to look at their card in this turn, where people share the machine."""
        if self.live.phase != "look" or not self._seating.shared:
            return None
        if self._turn != self.live.look_count:
            self._turn, self._looked = self.live.look_count, set()
        return next((seat for seat in self._seating.deciding_people() if seat not in self._looked), None)

    def mark_looked(self, seat: Seat) -> None:
        self._looked.add(seat)

    # Acting

    def press(self, person: int, verb: str) -> bool:
        """A person at this machine acts; False if that has no meaning now."""
        if person >= len(self._host.people):
            return False
        seat = self._host.people[person]
        sitting = self._host.sit(seat)
        move = next((move for move in sitting.view.legal if move.verb == verb), None)
        outcome = sitting.touch(button_target(move)) if move is not None else None
        return isinstance(outcome, Chosen) and self.live.press(seat, outcome.move)

    def key_press(self, action: str) -> tuple[int, str] | None:
        """The person and the verb that an action such as "play_2" stands for."""
        verb, _, number = action.partition("_")
        return (int(number) - 1, verb) if verb in self.live.verbs and number.isdecimal() else None

    def pad_press(self, action: str, pad: int) -> tuple[int, str] | None:
        """The same for a button of a gamepad, while the race runs. Each pad belongs to one person."""
        if pad < 0 or self.live.phase != "race":
            return None
        verb = dict(zip(PAD_ACTIONS, self.live.verbs, strict=False)).get(action)
        return (pad, verb) if verb is not None else None

    # What has changed

    def changed(self) -> bool:
        """Whether the phase or the number of the countdown has changed since the last call."""
        now = self.live.phase, self.live.countdown
        before, self._shown = self._shown, now
        return now != before

    @property
    def sound(self) -> str:
        return {"countdown": "tick", "race": "signal"}.get(self.live.phase, "")

    # Words and buttons

    def prompt(self, kit: Kit) -> str:
        match self.live.phase:
            case "look":
                return kit.texts("live.look_shared" if self._seating.shared else "live.look")
            case "countdown":
                return kit.texts("live.ready")
            case "race":
                return kit.texts("live.go")
        return ""

    def buttons(self, kit: Kit, top: float, looked: Press, on_press: OnRacePress) -> Iterator[Widget]:
        """The buttons of this phase. `top` is the upper edge of their row, in units."""
        phase, seating, people = self.live.phase, self._seating, self._seating.deciding_people()
        if phase == "look" and seating.shared and seating.viewer in people:
            yield self._looked_button(kit, top, looked)
        elif phase == "race" and not seating.shared and seating.bottom_seat in people:
            yield from self._own_buttons(kit, top, 0, on_press)
        elif phase == "race" and seating.shared and people:
            named = [(self._host.people.index(seat), self._host.names[seat]) for seat in people]
            yield from self._shared_buttons(kit, top, named, on_press)

    def _looked_button(self, kit: Kit, top: float, press: Press) -> Button:
        text = kit.texts("live.looked")
        width = kit.fonts.width(text, "bold", 20) + 60
        at = kit.rect(kit.metrics.width / 2 - width / 2, top, width, row_height(kit))
        return Button("looked", at, press, text, kind="main")

    def _own_buttons(self, kit: Kit, top: float, person: int, on_press: OnRacePress) -> Iterator[Button]:
        """The buttons of the only person at this machine."""
        labels = [self._label(kit, person, verb) for verb in self.live.verbs]
        width = max(180.0, *(kit.fonts.width(label, "bold", 20) + 40 for label in labels))
        x = kit.metrics.width / 2 - (len(labels) * (width + 2 * BUTTON_GAP_U) - 2 * BUTTON_GAP_U) / 2
        for number, (verb, label) in enumerate(zip(self.live.verbs, labels, strict=True)):
            at = kit.rect(x, top, width, row_height(kit))
            kind = "plain" if number else "main"
            yield Button(f"live {verb}", at, partial(on_press, person, verb), label, kind=kind)
            x += width + 2 * BUTTON_GAP_U

    def _shared_buttons(
        self, kit: Kit, top: float, people: Sequence[tuple[int, str]], on_press: OnRacePress
    ) -> Iterator[Widget]:
        """The buttons of several people, side by side, under their names."""
        verbs = self.live.verbs
        room = min(SHARED_ROW_WIDTH_U, kit.metrics.width - 2 * GROUP_GAP_U)
        group = (room + GROUP_GAP_U) / max(1, len(people)) - GROUP_GAP_U
        labels = [self._label(kit, person, verb) for person, _ in people for verb in verbs]
        wanted = max(kit.fonts.width(label, "bold", 18) for label in labels) + 32
        width = min(wanted, (group - BUTTON_GAP_U * (len(verbs) - 1)) / len(verbs))
        group = width * len(verbs) + BUTTON_GAP_U * (len(verbs) - 1)
        x = (kit.metrics.width - group * len(people) - GROUP_GAP_U * (len(people) - 1)) / 2
        for person, name in people:
            yield NameTag(
                kit.rect(x, top - kit.fonts.line_height("bold", 18) - 8, group, kit.fonts.line_height("bold", 18)), name
            )
            for number, verb in enumerate(verbs):
                at = kit.rect(x, top, width, row_height(kit))
                kind = "plain" if number else "main"
                label, press = self._label(kit, person, verb), partial(on_press, person, verb)
                yield Button(f"live {verb} {person + 1}", at, press, label, kind=kind, size=18)
                x += width + BUTTON_GAP_U
            x += GROUP_GAP_U - BUTTON_GAP_U

    def _label(self, kit: Kit, person: int, verb: str) -> str:
        keys = kit.keys.get(f"{verb}_{person + 1}", ())
        return kit.texts(f"live.{verb}_key", key=keys[0].upper() if keys else "–")

    # Drawing

    def draw(self, kit: Kit, layout: Layout, surface: pygame.Surface) -> None:
        """Draw the countdown, or in the race the time that is left until a standoff."""
        if self.live.phase == "countdown":
            self._draw_count(kit, layout.middle, surface)
        elif self.live.phase == "race":
            self._draw_clock(kit, layout.middle, surface)

    def _draw_count(self, kit: Kit, middle: tuple[float, float], surface: pygame.Surface) -> None:
        number = kit.fonts.fixed_text(str(self.live.countdown), 150, kit.colours.light)
        shade = kit.fonts.fixed_text(str(self.live.countdown), 150, kit.colours.ink)
        at = number.get_rect(center=(kit.px(middle[0]), kit.px(middle[1])))
        surface.blit(shade, at.move(kit.px(4), kit.px(5)))
        surface.blit(number, at)

    def _draw_clock(self, kit: Kit, middle: tuple[float, float], surface: pygame.Surface) -> None:
        """Draw the time that is left as a bar that gets shorter."""
        c = kit.colours
        whole = kit.rect(middle[0] - CLOCK_WIDTH_U / 2, middle[1] - CLOCK_ABOVE_MIDDLE_U, CLOCK_WIDTH_U, CLOCK_HEIGHT_U)
        back = whole.inflate(kit.px(8), kit.px(8))
        surface.blit(shapes.plate(kit.art, back.size, back.height / 2, c.night, c.night, c.paper_low, kit.px(2)), back)
        left = whole.copy()
        left.width = max(whole.height, round(whole.width * self.live.standoff_left_s / self.live.standoff_limit_s))
        bar = pygame.Surface(left.size, pygame.SRCALPHA)
        pygame.draw.rect(bar, c.focus, bar.get_rect(), border_radius=whole.height // 2)
        surface.blit(bar, left)
        side = kit.px(26)
        icon = kit.art.image("icons/clock.svg", (side, side))
        surface.blit(icon, icon.get_rect(midright=(back.left - kit.px(6), back.centery)))


class NameTag(Widget):
    """A name above the buttons of a person."""

    def __init__(self, rect: pygame.Rect, name: str) -> None:
        super().__init__("", rect)
        self._name = name

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        word = kit.fonts.fit(
            self._name, "bold", 18, kit.colours.light, at.width / kit.metrics.unit_px - 20, can_cut=True
        )
        spot = word.get_rect(center=at.center)
        back = spot.inflate(kit.px(20), kit.px(4))
        night = kit.colours.night
        surface.blit(shapes.plate(kit.art, back.size, kit.px(10), night, night, opacity=0.85), back)
        surface.blit(word, spot)
