"""A table to look at: cards that move as a viewer hears of them, the log, and words above all."""

from __future__ import annotations

import pygame

from game.engine.cards import Seat
from game.play.choice import Choice
from game.play.host import Host
from game.play.sitting import Sitting
from game.ui.book.rules import RulesOverlay
from game.ui.form import Form, draw_background_picture
from game.ui.input import Input, Point
from game.ui.kit import Kit
from game.ui.look import load_look
from game.ui.scene import Push, Transition
from game.ui.table import marks, paint, panels, ring, room
from game.ui.table.board import Board
from game.ui.table.bubble import Bubble
from game.ui.table.cards import CardArt
from game.ui.table.director import PACE_BY_SPEED, Director
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.log import Log, LogView
from game.ui.table.seating import Seating
from game.ui.table.stage import Stage
from game.ui.table.touch import Touch
from game.ui.widgets import Widget
from game.words import Wording

AVATARS = ("fox", "bear", "cat", "owl", "bunny", "frog")
LOG_STEP_U = 60.0
"""Distance that one step of the wheel or one key press scrolls the log."""


class TableView(Form):
    """Shows a match to one viewer. Nothing can be played here."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.seating = Seating(host)
        self.look = load_look(host.rules.spec)
        self.sitting: Sitting = host.sit(self.viewer)
        self.log_view = LogView(Log(host, self.viewer))
        self.bubble = Bubble()
        self._director: Director | None = None
        self._given = 0
        """How many of the host's events the director has been given."""
        self._generation = host.generation
        self._prompt_place: tuple[str, pygame.Rect, float] | None = None
        """The prompt, where it lies, and how wide its lines may be; None until it has a place."""

    @property
    def viewer(self) -> Seat:
        """Whose knowledge is drawn."""
        return self.seating.viewer

    @property
    def me(self) -> Seat:
        """Who sits at the lower edge."""
        return self.seating.me

    @property
    def log(self) -> Log:
        return self.log_view.log

    @property
    def director(self) -> Director:
        assert self._director is not None, "there is one from `enter` on"
        return self._director

    @property
    def heard(self) -> int:
        """How many events are shown or being shown."""
        return self._given - (self._director.waiting if self._director is not None else 0)

    @property
    def choice(self) -> Choice | None:
        """What may be touched; None while nothing is asked."""
        return None

    def catch_up(self) -> None:
        """Nothing of what has happened so far is shown again: the match goes on where it stands."""
        self._given = self.host.events

    # Building

    def enter(self, kit: Kit) -> None:
        self.kit = kit
        host, spec, me = self.host, self.host.rules.spec, self.seating.me
        self.chairs = [
            (chair.name, chair.avatar if kit.art.has_file(f"avatars/{chair.avatar}_calm.svg") else AVATARS[number % 6])
            for number, chair in enumerate(host.setup.chairs)
        ]
        layout = Layout(self.look, kit.metrics, host.seats, me)
        self.board = Board(
            kit=kit,
            spec=spec,
            look=self.look,
            layout=layout,
            stage=self._new_stage(layout),
            hud=Hud(kit, self.look, spec, layout, self.chairs),
            art=CardArt(kit, spec, self.look),
            words=Wording(kit.texts, host.rules, host.names, self.seating.you),
            me=me,
        )
        self._direct()
        super().enter(kit)

    def _new_stage(self, layout: Layout) -> Stage:
        """Everything where it lies for the viewer, without a motion."""
        host = self.host
        stage = Stage(host.rules.places(host.seats), host.seats, self.viewer, layout)
        empty = host.beginning(self.viewer)
        stage.start(empty.zones, empty.facts, host.heard(self.viewer, 0, self.heard))
        return stage

    def _restage(self) -> None:
        """The same table for another viewer or another course of the match."""
        self.board.stage = self._new_stage(self.board.layout)
        self._direct()

    def _direct(self) -> None:
        """A new director for a new stage; what is still to be shown stays to be shown."""
        settings, heard = self.kit.settings, self.heard
        self.board.hud.start(self.board.stage.facts)
        director = self._director = Director(self.board.stage, self.look, self.kit.audio)
        director.pace = PACE_BY_SPEED[settings.speed] * (0.5 if settings.reduced_motion else 1.0)
        director.on_fact = self._fact
        director.on_step = self.on_step
        director.show(self.host.heard(self.viewer, heard, self._given))

    def log_panel(self, prompt: str) -> panels.LogPanel:
        kit = self.kit
        line = paint.line_of(kit, prompt, *paint.labels(self.board, self.sitting, self.choice))
        tops = [paint.prompt_rect(kit, prompt, line).top]
        tops += [widget.rect.top for widget in self.widgets if widget.name.startswith(("move ", "live ", "looked"))]
        return self.log_view.panel(kit, self.board.words, self.heard, min(tops) / kit.metrics.unit_px)

    def rebuild(self) -> None:
        self._prompt_place = None
        self.bubble.move()
        super().rebuild()

    # Time

    def update(self, dt: float) -> Transition:
        self._keep_up()
        self.sitting.update()
        if self.bubble.is_read(self.board.words, dt):
            self.sitting.hush()
        heard, moved = self.heard, self.director.update(dt)
        if self.heard != heard:  # cards lie elsewhere now, and so does what can be touched
            self.rebuild()
        moving = [
            moved,
            self.bubble.follow(self.sitting.said),
            self.board.hud.update(dt),
            marks.lift(self.board.stage, self.sitting, self.widgets, self.pointing(), dt),
        ]
        self.dirty = self.dirty or any(moving)
        return self.at_rest(dt) if self.director.idle or self.director.held else None

    def at_rest(self, dt: float) -> Transition:
        """One frame in which nothing moves, or the director is held."""
        return None

    def _keep_up(self) -> None:
        """Whatever happened in the match since the last look: show it, and give a new Position a new Sitting."""
        host = self.host
        new_events = host.events > self._given
        if host.generation != self._generation:
            self._generation = host.generation
            self.director.forget()
            self._given = min(self._given, host.events)
            self._restage()
        if new_events:
            self.director.show(host.heard(self.viewer, self._given))
            self._given = host.events
        if host.position(self.viewer) != self.sitting.position:
            self._sit()
        elif new_events:
            self.rebuild()

    def _sit(self) -> None:
        """A new Position: nothing that was asked, chosen or said before holds any more."""
        self.sitting.close()
        self.sitting = self.host.sit(self.viewer)
        self.bubble.follow(None)
        self.rebuild()

    def _look_anew(self) -> None:
        """Somebody else looks now: everything is made anew."""
        self.sitting.close()
        self.sitting = self.host.sit(self.viewer)
        self.enter(self.kit)

    def leave(self) -> None:
        self.sitting.close()
        self.host.close()
        super().leave()

    # What the director reports

    def on_step(self, name: str) -> None:
        """A step is about to be shown."""

    def _fact(self, name: str, value: object) -> None:
        still = self.kit.settings.reduced_motion or self.director.pace <= 0
        self.board.hud.fact(name, value, self.board.stage.facts, still)
        self.dirty = True

    # Keys and pointer

    def toggle_log(self) -> Transition:
        self.log_view.toggle()
        self.rebuild()
        return None

    def open_rules(self) -> Transition:
        return Push(RulesOverlay(self.host.rules.spec.title, self.sitting.clause, self.host.rules.options))

    def _skip(self) -> bool:
        """Show everything that is still in motion at once; False if nothing is."""
        if self.director.idle or self.director.held:
            return False
        self.director.skip()
        self.rebuild()
        return True

    def _scroll_log(self, units: float) -> bool:
        """True if there was something to scroll."""
        panel = next((widget for widget in self.widgets if isinstance(widget, panels.LogPanel)), None)
        scrolled = panel is not None and self.log_view.scroll(panel, self.kit.px(units))
        if scrolled:
            self.rebuild()
        return scrolled

    def act(self, name: str) -> Transition:
        step = {"up": LOG_STEP_U, "down": -LOG_STEP_U}.get(name, 0.0)
        if step and isinstance(self.focused, panels.LogPanel) and self._scroll_log(step):
            return None
        return super().act(name)

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Point) and event.kind == "wheel" and self._scroll_log(event.amount * LOG_STEP_U):
            return None
        return super().handle(event)

    # Drawing

    def prompt(self) -> str:
        """What is asked, or whom the table waits for."""
        return ""

    def pointing(self) -> Widget | None:
        """What the pointer or the focus is on."""
        return self._hovered or (self.focused if self.ring_shown else None)

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        if isinstance(widget, Touch):
            return ring.visible_part(self.kit, self.board.stage, widget)
        return super().focus_rect(widget)

    def is_hinted(self, name: str) -> bool:
        return name in marks.hinted(self.sitting, self.widgets)

    def covered(self) -> list[pygame.Rect]:
        """What no words should lie upon."""
        hinted = marks.hinted(self.sitting, self.widgets)
        return list(room.covered(self.board, self.widgets, hinted))

    def draw_background(self, surface: pygame.Surface) -> None:
        board = self.board
        draw_background_picture(self.kit, surface, board.spec.title)
        busy = set(self.host.deciders) if self.director.idle else set()
        heading = paint.heading(board, self.host.setup.practice)
        paint.table(board, self.sitting, self.widgets, busy, heading, surface)

    def _place_prompt(self, text: str) -> tuple[pygame.Rect, float]:
        """Kept until the table changes."""
        if self._prompt_place is None or self._prompt_place[0] != text:
            line = paint.line_of(self.kit, text, *paint.labels(self.board, self.sitting, self.choice))
            self._prompt_place = text, *paint.place_prompt(self.kit, text, line, self.covered)
        return self._prompt_place[1:]

    def draw(self, surface: pygame.Surface) -> None:
        """Above cards and widgets: what a hint means, the prompt, the last remark, a tip."""
        super().draw(surface)
        kit, words, text = self.kit, self.board.words, self.prompt()
        marks.hints(kit, self.sitting, self.widgets, surface)
        at, width = self._place_prompt(text)
        self.bubble.follow(self.sitting.said)
        if not self.bubble.settle(kit, words, at, self.covered, self.sitting.hint is not None) and text:
            centre = at.centerx / kit.metrics.unit_px, at.centery / kit.metrics.unit_px
            panels.pill(kit, surface, text, centre, width, dark=True)
        self.bubble.draw(kit, words, surface)
        paint.tip(kit, self.pointing(), surface)
