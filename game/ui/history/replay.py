"""The replay of a match, move by move, forward and back: as one person saw it, or after its end with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.engine.cards import Seat
from game.play.replay import ALL_SEEING, Replay
from game.ui import shapes
from game.ui.gui.inlay import Inlay, WidgetBar
from game.ui.history.control_places import Row, control_rects, taken_rects
from game.ui.history.verify import VerifySheet
from game.ui.scene import Pop, Push, Transition
from game.ui.table import paint
from game.ui.table.layout import Layout
from game.ui.table.log import Log
from game.ui.table.stage import Stage
from game.ui.table.toolbar import bar_buttons
from game.ui.table.view import TableView
from game.ui.widgets import GAP_U, Button, Press, Stepper, Widget, row_height

LOG_LINE_LEFT_SHARE = 0.38
"""Left end of the line with the last log entry, as a share of the window's width, if the heading leaves that room."""
LOG_LINE_PAD_U = 28.0
"""The plate behind that line is this much wider."""
MOVE_INTERVAL_S = 0.7
"""Time between two moves while the replay plays by itself."""
ControlPart = tuple[float, Callable[[pygame.Rect], Widget]]
"""A control: its width in units, and what makes it."""
Perspective = tuple[Seat, Seat]
"""The seat at the lower edge, and the seat whose knowledge is shown."""


class ReplayScene(TableView):
    """The table of a Replay. Other perspectives than the viewer's own can be chosen only after the match."""

    host: Replay

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self.seating.shared = False
        people = replay.people
        me = people[0] if len(people) == 1 or (people and replay.finished) else replay.seats
        self._own_seat = me
        self._bar = WidgetBar()
        self._playing = False
        self._wait_s = 0.0
        self.focus = "play"
        replay.go_to(replay.deal_moments[0] if replay.finished and replay.deal_moments else replay.last_moment)
        self._set_perspective((me, ALL_SEEING if replay.finished and len(people) != 1 else me))

    def _set_perspective(self, perspective: Perspective) -> None:
        self.seating.bottom_seat, self.seating.viewer = perspective
        self.log_view.log = Log(self.host, self.seating.bottom_seat)
        self._events_given = self.host.event_count

    # Building

    def _make_stage(self, layout: Layout) -> Stage:
        host = self.host
        if self.viewer != ALL_SEEING:
            return super()._make_stage(layout)
        stage = Stage(host.rules.spec, host.places(ALL_SEEING), host.seats, ALL_SEEING, layout)
        empty = host.view_at_start(ALL_SEEING)
        stage.start(empty.zones, empty.facts, host.events_for(ALL_SEEING, 0, self.events_shown))
        return stage

    def build(self) -> None:
        entries = [("log", "log", self.toggle_log), ("rules", "rules", self.open_rules)]
        for button in bar_buttons(self.kit, ("leave", "back", self.cancel), entries):
            button.is_on = button.name == "log" and self.log_view.is_open
            self.widgets.append(button)
        if self.log_view.is_open:
            self.widgets.append(self.make_log_panel(""))
        deal = max((at for at in self.host.deal_moments if at <= self.host.moment), default=0)
        state = deal, self._playing, self.bottom_seat, self.viewer, self.log_view.is_open
        self.widgets += self._bar.show(self.kit, state, self._controls)

    @property
    def inlays(self) -> Sequence[Inlay]:
        return (*super().inlays, self._bar)

    def _controls(self) -> list[Widget]:
        """The controls in groups: the deal; one step back, play, one step forward; the perspective; the seals."""
        kit, texts, host = self.kit, self.kit.texts, self.host
        height = row_height(kit)
        deal_parts: list[ControlPart] = []
        number = len(host.deal_moments)
        if number:
            deals = [(at, texts("replay.deal", count=n + 1, all=number)) for n, at in enumerate(host.deal_moments)]
            now = max((at for at in host.deal_moments if at <= host.moment), default=host.deal_moments[0])
            width = max(kit.fonts.width(text, "text", 19) for _, text in deals) + height + 34
            deal_parts.append((width, lambda at: Stepper("deal", at, "", deals, now, self._jump_to)))
        steps: list[tuple[str, str, str, Press]] = [
            ("before", "arrow_left", "replay.before", lambda: self._step_by(-1)),
            ("play", "pause" if self._playing else "play", "replay.play", self._toggle_play),
            ("after", "arrow_right", "replay.after", lambda: self._step_by(1)),
        ]
        step_parts: list[ControlPart] = [
            (height, partial(self._tool_button, name, icon, tip, press)) for name, icon, tip, press in steps
        ]
        view_parts: list[ControlPart] = []
        perspective = self._perspectives()
        if len(perspective) > 1:
            width = min(
                max(kit.fonts.width(text, "text", 19) for _, text in perspective) + height + 34,
                280 * kit.metrics.text_scale,
            )
            now_with = self.seating.bottom_seat, self.viewer
            view_parts.append(
                (width, lambda at: Stepper("eyes", at, "", perspective, now_with, self._choose_perspective))
            )
        seal_parts: list[ControlPart] = []
        if host.finished:
            seal_parts.append((height, partial(self._tool_button, "verify", "verify", "honest.title", self._verify)))
        groups = (deal_parts, step_parts, view_parts, seal_parts)
        return self._place_controls([parts for parts in groups if parts], height)

    def _place_controls(self, groups: Sequence[Sequence[ControlPart]], height: float) -> list[Widget]:
        widths: list[Row] = [[width for width, _ in parts] for parts in groups]
        taken = taken_rects(self.board, self.host.seats)
        if self.log_view.is_open:
            taken.append(self.log_view.form.rect)
        makers = [make for parts in groups for _, make in parts]
        rects = control_rects(self.kit, widths, height, taken)
        return [make(at) for make, at in zip(makers, rects, strict=True)]

    def _tool_button(self, name: str, icon: str, tip: str, press: Press, at: pygame.Rect) -> Button:
        button = Button(name, at, press, icon=icon)
        button.tip = self.kit.texts(tip)
        return button

    def _perspectives(self) -> list[tuple[Perspective, str]]:
        """The perspectives that can be chosen, with their names."""
        host = self.host
        if not host.finished:
            return []
        seats = [((seat, seat), host.names[seat]) for seat in host.people]
        return [*seats, ((self._own_seat, ALL_SEEING), self.kit.texts("replay.open"))]

    # Moving through time

    def _step_by(self, step: int) -> Transition:
        self.director.skip()
        self._playing = False
        self._go_to(self.host.moment + step)
        self.rebuild()
        return None

    def _go_to(self, at: int) -> None:
        """Go to a moment. One move forward is shown as motion, a jump is not."""
        before = self.host.generation
        self.host.go_to(at)
        if self.host.generation != before:
            self.director.clear()
            self._events_given = self.host.event_count
        self.dirty = True

    def _jump_to(self, at: int) -> Transition:
        self._playing = False
        self._go_to(at)
        return None

    def _toggle_play(self) -> Transition:
        if not self._playing and self.host.moment == self.host.last_moment:
            self._go_to(self.host.deal_moments[0] if self.host.deal_moments else 0)
        self._playing, self._wait_s = not self._playing, 0.0
        self.rebuild()
        return None

    def _choose_perspective(self, perspective: Perspective) -> Transition:
        self.director.clear()
        self._set_perspective(perspective)
        self._generation = self.host.generation
        self._change_viewer()
        return None

    def update_at_rest(self, dt: float) -> Transition:
        if self._playing:
            self._wait_s -= dt
            if self._wait_s <= 0:
                self._wait_s = MOVE_INTERVAL_S * max(self.director.pace, 0.5)
                self._playing = self.host.moment < self.host.last_moment
                self._go_to(self.host.moment + 1)
                self.rebuild()
        return None

    # What is pressed

    def _verify(self) -> Transition:
        return Push(VerifySheet(self.host))

    def act(self, name: str) -> Transition:
        focused = self.focused
        if name in ("left", "right") and not isinstance(focused, Stepper):
            return self._step_by(-1 if name == "left" else 1)
        match name:
            case "pause":
                return self.cancel()
            case "log":
                return self.toggle_log()
            case "rules":
                return self.open_rules()
        return super().act(name)

    def cancel(self) -> Transition:
        if self.log_view.is_open:
            return self.toggle_log()
        return Pop()

    # Drawing

    def draw_top(self, surface: pygame.Surface) -> None:
        super().draw_top(surface)
        at, word = self._log_line()
        back = at.inflate(self.kit.px(LOG_LINE_PAD_U), self.kit.px(14))
        night = self.kit.colours.night
        plate = shapes.plate(self.kit.art, back.size, self.kit.px(14), night, night, opacity=0.9)
        surface.blit(plate, back)
        surface.blit(word, at)

    def _log_line(self) -> tuple[pygame.Rect, pygame.Surface]:
        """How far the replay is and what has happened last, between the heading and the buttons."""
        kit = self.kit
        count = kit.texts("replay.moment", count=self.host.moment, all=self.host.last_moment)
        line = next(iter(self.log.lines(self.board.words, self.events_shown)[-1:]), "")
        text = f"{count} · {line}" if line else count
        beside = paint.heading_plate(kit, self.heading()).right / kit.metrics.unit_px + GAP_U
        left, right = max(kit.metrics.width * LOG_LINE_LEFT_SHARE, beside), kit.metrics.width - 140
        word = kit.fonts.fit(text, "bold", 18, kit.colours.light, right - left - LOG_LINE_PAD_U, can_cut=True)
        return word.get_rect(center=(kit.px((left + right) / 2), kit.px(31))), word
