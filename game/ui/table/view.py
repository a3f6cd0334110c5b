"""A table that can only be watched: moving cards, the log, the prompt and remarks, for one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

import pygame

from game.engine.cards import Seat
from game.engine.events import Decided, Fact, Step
from game.play.choice import Choice
from game.play.host import Host
from game.play.seating import Seating
from game.play.sitting import Sitting
from game.ui.ambient import Ambient
from game.ui.background import background_picture, background_rect, draw_background_picture
from game.ui.book.rules import RulesOverlay
from game.ui.compositor import Layer, Recorder, begin_layer
from game.ui.gui.inlaid import InlaidForm
from game.ui.gui.inlay import Inlay
from game.ui.input import Action, Input, Point
from game.ui.kit import Kit
from game.ui.look_file import load_look
from game.ui.scene import Push, Transition
from game.ui.table import focus, highlights, paint, panels, text_place
from game.ui.table.board import Board
from game.ui.table.bubble import Bubble
from game.ui.table.cards import CardArt
from game.ui.table.director import PACE_BY_SPEED, Director
from game.ui.table.faces import make_faces
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.log import Log, LogView
from game.ui.table.log_form import LogPanel
from game.ui.table.moment_finder import Moment, MomentFinder
from game.ui.table.moment_show import begin_moment
from game.ui.table.moments import Moments
from game.ui.table.pictures import Pictures
from game.ui.table.prompt import PromptLayout, button_labels, prompt_layout, prompt_place, prompt_rect
from game.ui.table.sprites import Sprite
from game.ui.table.stage import Stage
from game.ui.table.tip_texts import info_entries
from game.ui.table.tips import InfoWidget, Tips
from game.ui.table.touch import TouchWidget
from game.ui.widgets import Widget
from game.words import Wording

AVATARS = ("fox", "bear", "cat", "owl", "bunny", "frog")
"""The avatars of players whose own one has no picture, by seats."""


class TableView(InlaidForm):
    """Shows a match to one viewer. Subclasses add moves, or the controls of a replay."""

    draws_in_layers = True
    prompt_dark = True
    """Whether the prompt is light on dark, or dark on light like a remark."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.seating = Seating(host)
        self.look = load_look(host.rules.spec)
        self.music = host.rules.spec.title
        self.faces = make_faces(self.look, host.rules.spec, [chair.bot for chair in host.setup.chairs])
        self.sitting: Sitting = host.sit(self.viewer)
        self.log_view = LogView(Log(host, self.viewer))
        self.bubble = Bubble()
        self._director: Director | None = None
        self._events_given = 0
        """The number of the host's events that were given to the director."""
        self._log_is_behind = False
        """Whether the log has still to write the lines of the last events."""
        self._tells_moments = any(moment.says_line for moment in self.look.moments)
        self._generation = host.generation
        self._is_following = self._rebuild_due = False
        """Whether the table follows the match now: then the widgets are built only once, at the end; and whether they
        have to be built then."""
        self._pointer = (0, 0)
        self._pointed_at: object = None
        """What had happened when the pointer moved last. A tip for the pointer goes away when something is played."""
        self._pointer_moved = False
        """Whether the pointer was used since the last key. Then tips are for what it points at, not for the ring."""
        self.tips = Tips()
        self._live: frozenset[tuple[int, bool, bool]] = frozenset()
        """The sprites that were drawn in the layers that move, as `live_sprites` gives them."""
        self._cards: tuple[paint.CardsToDraw, paint.CardsToDraw] = [], []
        """The cards that lie still and those that move, as they were drawn last."""
        self._fixed_rects: list[pygame.Rect] = []
        """Plates, badges and places of piles, once they were looked up."""
        self._placed_prompt: tuple[str, pygame.Rect, float] | None = None
        """The prompt, where it lies, and the width of its lines in units; None until it has a place."""

    @property
    def viewer(self) -> Seat:
        """The seat whose knowledge is drawn."""
        return self.seating.viewer

    @property
    def bottom_seat(self) -> Seat:
        """The seat whose hand lies at the lower edge."""
        return self.seating.bottom_seat

    @property
    def log(self) -> Log:
        return self.log_view.log

    @property
    def director(self) -> Director:
        assert self._director is not None, "`enter` makes the director"
        return self._director

    @property
    def events_shown(self) -> int:
        """The number of events that are shown or being shown."""
        return self._events_given - (self._director.events_left if self._director is not None else 0)

    @property
    def choice(self) -> Choice | None:
        """The choice whose targets may be touched; None while nothing is asked."""
        return None

    def catch_up(self) -> None:
        """Show no motion for the events so far. Called for a match that is resumed."""
        self._events_given = self.host.event_count

    # Building

    def enter(self, kit: Kit) -> None:
        self.kit = kit
        self.tips = Tips()  # the old tip may be in another language
        self._fixed_rects = []
        host, spec, bottom_seat = self.host, self.host.rules.spec, self.seating.bottom_seat
        self.chairs = [
            (chair.name, chair.avatar if kit.art.has_file(f"avatars/{chair.avatar}_calm.svg") else usual)
            for chair, usual in zip(host.setup.chairs, cycle(AVATARS), strict=False)
        ]
        layout = Layout(self.look, kit.metrics, host.seats, bottom_seat)
        self.board = Board(
            kit=kit,
            spec=spec,
            look=self.look,
            layout=layout,
            stage=self._make_stage(layout),
            hud=Hud(kit, self.look, spec, layout, self.chairs, self.faces),
            art=(art := CardArt(kit, spec, self.look)),
            pictures=Pictures(kit, art),
            moments=Moments(kit, kit.settings.reduced_motion),
            ambient=self._make_ambient(kit),
            words=Wording(kit.texts, host.rules, host.names, self.seating.you),
            bottom_seat=bottom_seat,
        )
        self._make_director()
        self.board.pictures.mark_suit(self.board.stage.trump_suit)
        super().enter(kit)

    def _make_ambient(self, kit: Kit) -> Ambient:
        """What moves by itself. Nothing does if the settings want less motion or none."""
        window, title = kit.metrics.size, self.host.rules.spec.title
        looks = () if kit.settings.without_motion else self.look.ambient
        return Ambient(looks, lambda: (background_picture(kit, window, title), background_rect(window)))

    def _make_stage(self, layout: Layout) -> Stage:
        """A stage with every card where it lies for the viewer."""
        host = self.host
        stage = Stage(host.rules.spec, host.rules.places(host.seats), host.seats, self.viewer, layout)
        empty = host.view_at_start(self.viewer)
        stage.start(empty.zones, empty.facts, host.events_for(self.viewer, 0, self.events_shown))
        return stage

    def _restage(self) -> None:
        """Make the stage anew, for another viewer or after an undo."""
        self.board.stage = self._make_stage(self.board.layout)
        self._make_director()

    def _make_director(self) -> None:
        """Make a director for a new stage. It gets the events that were not shown yet."""
        settings, heard = self.kit.settings, self.events_shown
        self.board.hud.start(self.board.stage.facts)
        self.board.stage.calm = settings.reduced_motion
        director = self._director = Director(self.board.stage, self.look, self.kit.audio)
        director.pace = PACE_BY_SPEED[settings.speed] * (0.5 if settings.reduced_motion else 1.0)
        finder = MomentFinder(self.board.spec, self.look, self.host.rules.options, self.bottom_seat)
        director.find_moments = lambda event, following: finder.find(event, following, director.stage)
        director.on_decided = self.board.moments.end_line
        director.begin_moment = self._begin_moment
        director.on_fact = self._on_fact
        director.on_step = self._on_step
        director.show(self.host.events_for(self.viewer, heard, self._events_given))

    def make_log_panel(self, prompt: str) -> LogPanel:
        kit = self.kit
        tops = [prompt_rect(kit, prompt, self.prompt_layout(prompt)).top]
        tops += [widget.rect.top for widget in self.widgets if widget.name.startswith(("move ", "live ", "looked"))]
        bottom = min(tops) / kit.metrics.unit_px
        return self.log_view.panel(kit, self.board.words, self.events_shown, bottom, self._jump_in_log)

    def prompt_layout(self, text: str) -> PromptLayout:
        """Where the prompt and its buttons lie. The log, if it is open, needs the column at the right."""
        labels, icons = button_labels(self.board, self.sitting, self.choice)
        free = not self.log_view.is_open
        layout = self.board.layout
        return prompt_layout(self.kit, layout, text, labels, icons, self.resting_rects, column_free=free)

    def resting_rects(self) -> list[pygame.Rect]:
        return text_place.resting_rects(self.board)

    def rebuild(self) -> None:
        if self._is_following:
            self._rebuild_due = True
            return
        self._rebuild_due = False
        self._placed_prompt = None
        self.bubble.forget_place()
        super().rebuild()
        if self._pointer_moved:  # a pointer that rests stays on what lies there
            self._under_pointer = self.widget_at(self._pointer)

    # Time

    def update(self, dt: float) -> Transition:
        self.follow_inlays(dt)
        self._is_following = True
        moved = self._follow(dt)
        self._is_following = False
        if self._rebuild_due:
            self.rebuild()
        self._update_motion(dt, moved)
        return self.update_at_rest(dt) if self.director.idle or self.director.paused else None

    def _follow(self, dt: float) -> bool:
        """Follow the match and show its events. True while something moves."""
        self._follow_match()
        self.sitting.update()
        if self.bubble.update(self.kit, self.board.words, dt):
            self.sitting.hush()
        heard, idle = self.events_shown, self.director.idle
        moved = self.director.update(dt)
        if self.director.idle != idle:
            self.dirty = True  # the prompt and who has to decide
            if self.ring_shown:
                self.rebuild()  # the ring can go to plates and badges now
        if self.events_shown != heard:  # cards lie elsewhere now, and so does what can be touched
            self.rebuild()
        return moved

    def _update_motion(self, dt: float, moved: bool) -> None:
        """Move what moves by itself, and find out whether all has to be drawn anew or only what moves."""
        stage, hud, pointing = self.board.stage, self.board.hud, self.pointed_widget()
        before, moving = hud.still_state, [moved, hud.update(dt)]
        showing, said = self.board.moments.update(dt)
        if said:
            self.rebuild()  # buttons stand beside the prompt, and another text stands there now
        lifting = highlights.lift_cards(stage, self.sitting, self.choice, self.widgets, pointing, dt)
        moving += [lifting, highlights.tilt_cards(stage, self._hovered, self._pointer)]
        live = stage.live_sprites()
        marked = lifting and self.has_marks
        self.moved = self.moved or any(moving) or showing or self.board.ambient.update(dt)
        self.dirty = self.dirty or marked or said or live != self._live or hud.still_state != before
        self.dirty = self.bubble.show(self.sitting.said) or self.dirty
        self._live = live
        self.dirty = self.board.pictures.mark_suit(stage.trump_suit) or self.dirty
        self.dirty = self._update_tips(dt) or self.dirty

    @property
    def has_marks(self) -> bool:
        """Whether there are rings and lamps on the table. They rise with their cards."""
        return self.ring_shown or self.sitting.hint is not None

    def _update_tips(self, dt: float) -> bool:
        """Find the tip for what the pointer or the ring is on. True if another one is shown now."""
        by_ring = self.ring_shown and not self._pointer_moved
        played = self._pointed_at != (self.events_shown, self.sitting.position)
        silent = not by_ring and (played or self.is_pressed)
        pointer = self._pointer if self._pointer_moved and not silent else None
        pointing = self._focused_by_choice if by_ring else None if silent else self._hovered
        moment = self.events_shown, self.sitting.position
        return self.tips.update(self.tips.find(self.board, self.sitting.view, pointing, pointer, moment), by_ring, dt)

    @property
    def _focused_by_choice(self) -> Widget | None:
        """What the ring is on, unless it is a tool to which the ring came by itself, because nothing is an answer."""
        focused = self.focused
        return focused if isinstance(focused, TouchWidget) or self.focus == self.walked_to else None

    def info_widgets(self) -> Iterator[Widget]:
        """Plates, badges and piles that nothing else can be done with now, so that the ring can go to their tips."""
        if not self.director.idle:
            return  # while cards fly, the widgets are made anew too often
        taken = [widget.rect for widget in self.tab_stops]
        for name, rect, text in info_entries(self.board, self.sitting.view, self.host.setup.chairs):
            if rect.collidelist(taken) < 0:
                yield InfoWidget(name, rect, text, self._show_tip)

    def _show_tip(self) -> Transition:
        """Show the tip at once, without waiting until the pointer rests."""
        self.tips.show_at_once()
        self.dirty = True
        return None

    def update_at_rest(self, dt: float) -> Transition:
        """One frame in which nothing moves, or the director is paused."""
        return None

    def _follow_match(self) -> None:
        """Show what has happened in the match since the last call. If the Position has changed, make a new Sitting."""
        host = self.host
        new_events = host.event_count > self._events_given
        if host.generation != self._generation:
            self._generation = host.generation
            self.director.clear()
            self._events_given = min(self._events_given, host.event_count)
            self._restage()
        if new_events:
            self.director.show(host.events_for(self.viewer, self._events_given))
            self._events_given = host.event_count
            self._log_is_behind = self._tells_moments and self.director.pace > 0
        elif self._log_is_behind:  # not in the frame in which the events begin: that one has the most work
            self._log_is_behind = False
            self.log.follow(self.board.words)
        if host.position(self.viewer) != self.sitting.position:
            self._make_sitting()
        elif new_events:
            self.rebuild()

    def _make_sitting(self) -> None:
        """Replace the Sitting after a change of the Position. Question, choice and remark go with the old one."""
        self.sitting.close()
        self.sitting = self.host.sit(self.viewer)
        self.bubble.show(None)
        self.rebuild()

    def _change_viewer(self) -> None:
        """Make everything anew after a change of the viewer."""
        self.sitting.close()
        self.sitting = self.host.sit(self.viewer)
        self.enter(self.kit)

    def leave(self) -> None:
        self.sitting.close()
        self.host.close()
        super().leave()

    # What the director reports

    def _on_step(self, name: str) -> None:
        self.faces.on_step(name)
        self.on_step(name)

    def on_step(self, name: str) -> None:
        """A step is about to be shown."""

    def _on_fact(self, name: str, value: object) -> None:
        still = self.kit.settings.reduced_motion or self.director.pace <= 0
        self.board.hud.on_fact(name, value, self.board.stage.facts, still)
        self.dirty = True

    def _begin_moment(self, moment: Moment, moved: Sprite | None) -> float:
        first = self.events_shown - 1
        if moment.look.turns_up:
            first = self._end_of_step(first)
        span = first, self._end_of_step(first)
        lines = self.log.lines_between(self.board.words, *span)[:2] if moment.look.says_line else []
        if moment.look.because:
            lines[:0] = self._lines_of_fact(moment.look.because, first)
        self.dirty = True
        return begin_moment(self.board, moment, moved, " ".join(lines))

    def _lines_of_fact(self, name: str, end: int) -> list[str]:
        """What the log says about the last change of a fact before this event."""
        events = self.host.events_for(self.viewer, 0, end)
        changes = [number for number, event in enumerate(events) if isinstance(event, Fact) and event.name == name]
        return self.log.lines_between(self.board.words, changes[-1], changes[-1] + 1) if changes else []

    def _end_of_step(self, start: int) -> int:
        """The number of the first event after the step to which this event belongs."""
        later = self.host.events_for(self.viewer, start + 1, self._events_given)
        ends = (number for number, event in enumerate(later, start + 1) if isinstance(event, Step | Decided))
        return next(ends, self._events_given)

    # Keys and pointer

    def toggle_log(self) -> Transition:
        self.log_view.toggle()
        self.rebuild()
        return None

    def open_rules(self) -> Transition:
        return Push(RulesOverlay(self.host.rules.spec.title, self.sitting.clause, self.host.rules.options))

    def _skip_motion(self) -> bool:
        """End all motion at once; False if nothing moves."""
        if self.director.idle or self.director.paused:
            return False
        self.board.moments.settle()
        self.director.skip()
        self.rebuild()
        return True

    @property
    def inlays(self) -> Sequence[Inlay]:
        return (self.log_view.form,)

    def _jump_in_log(self) -> Transition:
        self.log_view.jump()
        self.dirty = True
        return None

    def act(self, name: str) -> Transition:
        if isinstance(self.focused, LogPanel) and self.log_view.scroll_by_key(self.kit, name):
            self.dirty = True
            return None
        return super().act(name)

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Point) and event.kind != "wheel":
            self._pointer, self._pointer_moved = event.pos, True
            self._pointed_at = self.events_shown, self.sitting.position
            self.board.ambient.touch(event.pos)
        elif isinstance(event, Action):
            self._pointer_moved = False
        if (inlay := self.inlay_for(event)) is not None:
            return self.give_to(inlay, event)
        if self.log_view.scroll_by(self.kit, event):
            self.dirty = True
            return None
        return super().handle(event)

    # Drawing

    def prompt(self) -> str:
        """What the viewer is asked, or whom the table waits for."""
        return ""

    @property
    def aid_text(self) -> str:
        """The playing aid for the viewer, as a sentence; empty if there is none."""
        return ""

    def pointed_widget(self) -> Widget | None:
        """The widget that the pointer or the visible focus ring is on."""
        return self._hovered or (self.focused if self.ring_shown else None)

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        if isinstance(widget, TouchWidget):
            return focus.visible_part(self.kit, self.board.stage, widget)
        return super().focus_rect(widget)

    def is_hinted(self, name: str) -> bool:
        return name in highlights.hinted_names(self.sitting, self.widgets)

    def occupied_rects(self) -> list[pygame.Rect]:
        """The rectangles that no text should hide."""
        hinted = highlights.hinted_names(self.sitting, self.widgets)
        aid = [self.kit.rect(*self.board.layout.aid_rect)] if self.aid_text else []
        return [*text_place.occupied_rects(self.board, self.widgets, hinted), *aid]

    def heading(self) -> str:
        """The text at the top left."""
        return paint.heading_text(self.board, self.host.setup.practice)

    def _prompt_rect_and_width(self, text: str) -> tuple[pygame.Rect, float]:
        """Where the prompt lies, and the width of its lines. Cached until the table changes."""
        if self._placed_prompt is None or self._placed_prompt[0] != text:
            places = self.prompt_layout(text)
            self._placed_prompt = text, *prompt_place(self.kit, text, places, self.occupied_rects)
        return self._placed_prompt[1:]

    def draw(self, surface: pygame.Surface) -> None:
        board, spare = self.board, True
        if begin_layer(surface, Layer.STILL):
            spare = not isinstance(surface, Recorder)  # what lies still takes long enough
            draw_background_picture(self.kit, surface, board.spec.title)
            busy = set(self.host.deciders) if self.director.idle else set()
            self._cards = paint.cards_in_order(board, self.widgets)
            self._fixed_rects = self._fixed_rects or list(text_place.fixed_rects(board))
            board.ambient.cover([*text_place.card_rects(board), *self._fixed_rects])
            paint.draw_still(board, self.sitting, self.widgets, busy, self._cards[0], surface)
            if aid := self.aid_text:
                board.hud.draw_aid(surface, aid)
        if begin_layer(surface, Layer.MOVING):
            paint.draw_moving(board, self._cards[1], surface, spare)
        if begin_layer(surface, Layer.TOP):
            paint.draw_marks(board, self.heading(), surface)
            super().draw(surface)
            self.draw_top(surface)
        if begin_layer(surface, Layer.AIR):
            paint.draw_air(board, self._cards[1], surface)

    def draw_top(self, surface: pygame.Surface) -> None:
        """Draw above cards and widgets: the marks of a hint, the prompt, the bubble, a tip."""
        kit, words, text = self.kit, self.board.words, self.prompt()
        highlights.draw_hint_marks(kit, self.sitting, self.widgets, surface)
        at, width = self._prompt_rect_and_width(text)
        self.bubble.show(self.sitting.said)
        if not self.bubble.find_place(kit, words, at, self.occupied_rects, self.sitting.hint is not None) and text:
            centre = at.centerx / kit.metrics.unit_px, at.centery / kit.metrics.unit_px
            panels.draw_pill(kit, surface, text, centre, width, dark=self.prompt_dark)
        self.bubble.draw(kit, words, surface)
        highlights.draw_previews(kit, self.sitting, self.choice, self.widgets, self.pointed_widget(), surface)
        said = [at] if text else []
        said += [self.bubble.place.rect] if self.bubble.remark is not None and self.bubble.place is not None else []
        self.tips.draw(kit, surface, said, self.tab_stops)
