"""The application: a stack of scenes that `step` drives. It has no clock and no window."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.disk import settings as settings_file
from game.disk.settings import Settings
from game.engine.os_errors import os_error_text
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.captions import Captions
from game.ui.compositor import MOVING_LAYERS, Compositor, Layer, Recorder
from game.ui.focus import CLICK_SLIP_U, FocusRing
from game.ui.gui.themes import Themes
from game.ui.input import Action, Focus, Input, Point, Raw, Reader
from game.ui.kit import Kit
from game.ui.metrics import Metrics
from game.ui.notices import Notices
from game.ui.scene import Pop, Push, Quit, Reset, Scene, Swap, Transition
from game.words.locale import Texts, system_language
from game.words.message import Message

RESIZE_DELAY_S = 0.12
"""Time without another resize before the scenes are built for the new size."""
BUILT_SETTINGS = ("language", "speed", "text_size", "font", "contrast", "reduced_motion", "remarks", "keys", "buttons")
"""Settings on which scenes depend when they are built. The others are looked up when they are needed."""
QUIET_S = 0.25
"""Time without an event before work is done that can wait."""
RAW_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
       pygame.CONTROLLERBUTTONDOWN)  # fmt: skip
"""Events that scenes get unchanged, for elements of pygame_gui and for the screen where keys are chosen."""


class App:
    """The owner of the window calls `step` for every frame, and shows the surface if it returns True."""

    def __init__(
        self,
        size: tuple[int, int],
        settings: Settings,
        settings_path: Path | None = None,
        audio: Audio | None = None,
        preferred: Sequence[str] = (),
        art: Art | None = None,
    ) -> None:
        """Without `settings_path` settings are not saved. `preferred` are the system's languages, the best first. `art`
        may have begun to draw."""
        self.running = True
        self.stack: list[Scene] = []
        self.set_fullscreen: Callable[[bool], None] = lambda on: None
        """Switches full screen. The owner of the window sets it."""
        self.make_crash_scene: Callable[[Exception, Sequence[Scene]], Scene] | None = None
        """Makes the scene that is shown after an unexpected error. Without it the error is raised."""
        self.new_save_trouble: Callable[[], str] | None = None
        """Returns why matches cannot be saved, if that has changed; otherwise an empty text."""
        self.unsaved_problem: Callable[[], str] | None = None
        """Tries to save what is not saved yet. Returns why that is impossible, or an empty text."""
        self.idle_work: Callable[[Kit], None] | None = None
        """Does a small part of some work that can wait. Called while nobody does anything, and no table is open."""
        self._quiet_s = 0.0
        """Time since the last event."""
        self._rescuing = False
        self.notices = Notices()
        self._settings_path = settings_path
        self._preferred = preferred
        self._settings_trouble = ""
        """Why the settings could not be saved last time; empty if they were."""
        self._resize_left_s = 0.0
        self._size = size
        self._backdrop: pygame.Surface | None = None
        self.compositor = Compositor()
        self.painted: list[pygame.Rect] = []
        """The rectangles that were painted last. Empty if that frame looks like the one before."""
        self.audio = audio or Audio()
        self.captions = Captions()
        self.audio.on_sound = self.captions.hear
        self.ring = FocusRing()
        self.themes = Themes()
        self.reader = Reader(settings.keys, settings.buttons)
        self._press_delay_s = 0.0
        """Time that must pass after a press before the scene on top gets the next one; 0 afterwards."""
        self._since_press_s = 0.0
        self._pressed_at = (0, 0)
        """Where the pointer was pressed last."""
        art = art or Art()
        art.clear(size)
        self.kit = self._make_kit(size, settings, art)

    def _make_kit(self, size: tuple[int, int], settings: Settings, art: Art) -> Kit:
        texts, trouble = Texts.load_or_english(settings.language or system_language(self._preferred))
        if trouble:
            self.notices.show(Message("error.language_broken", {"problem": trouble}))
        self.audio.set_volumes(settings.effects, settings.music)
        metrics = Metrics(*size, settings.text_size / 100)
        self.reader.set_keys(settings.keys, settings.buttons)
        return Kit(metrics, settings, texts, art, self.audio, self.reader, self.change, self.ring, self.themes)

    def begin(self, scene: Scene) -> None:
        self._apply(Reset(scene))

    def change(self, settings: Settings) -> None:
        """Save new settings and rebuild all scenes with them."""
        before, self.kit.settings = self.kit.settings, settings
        self._save_settings(settings)
        if before.fullscreen != settings.fullscreen:
            self.set_fullscreen(settings.fullscreen)
        self.audio.set_volumes(settings.effects, settings.music)
        if any(getattr(before, name) != getattr(settings, name) for name in BUILT_SETTINGS):
            self.rebuild()
        self._mark_dirty()

    def _save_settings(self, settings: Settings) -> None:
        """Save the settings. If that fails, say once why; they are still used until the program ends."""
        if self._settings_path is None:
            return
        try:
            settings_file.save(settings, self._settings_path)
            problem = ""
        except OSError as error:
            problem = os_error_text(error)
        if problem and problem != self._settings_trouble:
            self.notices.show(Message("error.settings_failed", {"problem": problem}))
        self._settings_trouble = problem

    def rebuild(self) -> None:
        """Build every scene anew for the current size, language and theme."""
        art = self.kit.art
        if self.kit.metrics.size != self._size:
            art.clear(self._size)
        self.kit = self._make_kit(self._size, self.kit.settings, art)
        self._backdrop = None
        for scene in self.stack:
            scene.enter(self.kit)

    def step(self, dt: float, events: Sequence[pygame.Event], surface: pygame.Surface) -> bool:
        """One frame; `dt` is in seconds. True if something was drawn."""
        try:
            return self._frame(dt, events, surface)
        except Exception as error:
            if self.make_crash_scene is None or self._rescuing:
                raise
            return self._show_crash(error, surface)

    def _show_crash(self, error: Exception, surface: pygame.Surface) -> bool:
        """Continue with the crash scene. An error while it is made or first drawn ends the program."""
        assert self.make_crash_scene is not None
        self._rescuing = True
        stack, self.stack = self.stack, []
        scene = self.make_crash_scene(error, stack)
        for old in stack:
            with contextlib.suppress(Exception):
                old.leave()
        self.begin(scene)
        drawn = self._draw(surface)
        self._rescuing = False
        return drawn

    def _frame(self, dt: float, events: Sequence[pygame.Event], surface: pygame.Surface) -> bool:
        if surface.get_size() != self._size:
            self._size = surface.get_size()
            self._resize_left_s = RESIZE_DELAY_S
        if self._resize_left_s > 0:
            self._resize_left_s -= dt
            if self._resize_left_s <= 0:
                self.rebuild()
        self._since_press_s += dt
        for event in events:
            self._take(event)
        if self.stack and self.running:
            self._apply(self.stack[-1].update(dt))
        problem = self.new_save_trouble() if self.new_save_trouble is not None else ""
        if problem:
            self.notices.show(Message("save.failed", {"problem": problem}))
        self._choose_music()
        self.audio.update(dt)
        if self.captions.update(dt) | self.notices.update(dt):
            self._mark_dirty()
        self._quiet_s = 0.0 if events else self._quiet_s + dt
        if self.idle_work is not None and self._quiet_s > QUIET_S and not self._has_table:
            self.idle_work(self.kit)
            self.compositor.reserve(surface)
        return self._draw(surface)

    @property
    def _has_table(self) -> bool:
        return any(scene.draws_in_layers for scene in self.stack)

    def _choose_music(self) -> None:
        """The piece of the topmost scene that names one."""
        pieces = [scene.music for scene in self.stack if scene.music]
        self.audio.music.play(pieces[-1] if pieces else "")

    def _take(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self._apply(Quit())
            return
        inputs: list[Input] = list(self.kit.reader.read(event))
        if event.type in RAW_EVENTS:
            inputs.insert(0, Raw(event))
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self.compositor.forget()
            self._mark_dirty()
        for item in inputs:
            if self.stack and self.running:
                self._dispatch(item)

    def _dispatch(self, item: Input) -> None:
        """Give one input to its scene. Keys show the focus ring, the pointer hides it."""
        match item:
            case Action(_, True):
                self._note_device(by_keys=True)
            case Point():
                self._note_device(by_keys=False)
        self._send(item)
        match item:
            case Action(_, True):
                self._show_ring(True)
            case Point("down"):
                self._show_ring(False)

    def _note_device(self, *, by_keys: bool) -> None:
        if self.ring.by_keys != by_keys:
            self.ring.by_keys = by_keys
            self._mark_dirty()

    def _show_ring(self, shown: bool) -> None:
        if self.ring.shown != shown:
            self.ring.shown = shown
            self._mark_dirty()

    def _send(self, item: Input) -> None:
        if isinstance(item, Action) and not self.stack[-1].takes_all_keys and self._handle_everywhere(item):
            return
        if isinstance(item, Point) and (self._resize_left_s > 0 or self._dismisses(item)):
            return
        if self._bounces(item):
            return
        if isinstance(item, Focus):
            self._send_below(item)
        self._apply(self.stack[-1].handle(item))

    def _send_below(self, focus: Focus) -> None:
        """Tell the scenes below an overlay that the window lost focus, so that they cover their cards too."""
        for scene in self.stack[:-1]:
            scene.handle(focus)
        self._backdrop = None
        self._mark_dirty()

    def _dismisses(self, point: Point) -> bool:
        return point.kind == "down" and self.notices.dismiss_at(point.pos)

    def _bounces(self, item: Input) -> bool:
        """Whether a press comes too soon after the one that ended the scene above.

        A pointer bounces where it was pressed; a press elsewhere was meant.
        """
        same = True
        match item:
            case Action("confirm" | "undo", True):
                pass
            case Point("down", pos):
                same = math.dist(pos, self._pressed_at) <= self.kit.px(CLICK_SLIP_U)
                self._pressed_at = pos
            case _:
                return False
        bounces = same and self._since_press_s < self._press_delay_s
        self._since_press_s = 0.0
        if not bounces:
            self._press_delay_s = 0.0
        return bounces

    def _handle_everywhere(self, action: Action) -> bool:
        """Handle the actions that work in every scene: full screen, and the list of keys."""
        match action:
            case Action("fullscreen", down):
                if down:
                    self.change(self.kit.settings.with_changes(fullscreen=not self.kit.settings.fullscreen))
                return True
            case Action("keys", True):
                from game.ui.screens.keys import KeyCard  # imported late, so that the menu comes sooner

                if isinstance(self.stack[-1], KeyCard):
                    return False
                self._apply(Push(KeyCard()))
                return True
        return False

    def _apply(self, transition: Transition) -> None:
        while transition is not None:
            self._backdrop = None
            match transition:
                case Push(scene):
                    transition = self._add(scene)
                case Pop(result):
                    self._press_delay_s = self.stack[-1].settle_s
                    self.stack.pop().leave()
                    if not self.stack:
                        self.running = False
                        return
                    transition = self.stack[-1].on_result(result)
                case Swap(scene):
                    self.stack.pop().leave()
                    transition = self._add(scene)
                case Reset(scene):
                    while self.stack:
                        self.stack.pop().leave()
                    transition = self._add(scene)
                case Quit():
                    transition = self._ask_before_quit()
                    self.running = transition is not None

    def _ask_before_quit(self) -> Transition:
        """The question whether to quit although moves could not be saved. None if there are none or it was asked."""
        problem = self.unsaved_problem() if self.unsaved_problem is not None else ""
        if not problem or not self.stack:
            return None
        from game.ui.screens.confirm import ConfirmQuit  # imported late, so that the menu comes sooner

        if isinstance(self.stack[-1], ConfirmQuit):
            return None
        return Push(ConfirmQuit(self.kit.texts("save.ask_quit", problem=problem)))

    def _add(self, scene: Scene) -> Transition:
        self.stack.append(scene)
        scene.enter(self.kit)
        return None

    def _mark_dirty(self) -> None:
        for scene in self.stack[-1:]:
            scene.dirty = True

    def _draw(self, surface: pygame.Surface) -> bool:
        if not self.stack or not (self.stack[-1].dirty or self.stack[-1].moved):
            return False
        top = self.stack[-1]
        if top.draws_in_layers:
            changed = Layer if top.dirty else MOVING_LAYERS
            recorder = Recorder(surface.get_size(), self.compositor.missing_layers(surface, changed))
            self._draw_scene(top, recorder)
            self.painted = self.compositor.paint(recorder, surface)
        else:
            self._draw_scene(top, surface)
            self.compositor.forget()
            self.painted = [surface.get_rect()]
        top.dirty = top.moved = False
        return True

    def _draw_scene(self, top: Scene, surface: pygame.Surface) -> None:
        if top.overlay:
            surface.blit(self._dimmed_background(surface), (0, 0))
        top.draw(surface)
        self.captions.draw(self.kit, surface)
        self.notices.draw(self.kit, surface)

    def _dimmed_background(self, surface: pygame.Surface) -> pygame.Surface:
        """The scenes below an overlay, dimmed. Drawn once and kept."""
        if self._backdrop is None or self._backdrop.get_size() != surface.get_size():
            first = len(self.stack) - 1
            while first > 0 and self.stack[first].overlay:
                first -= 1
            picture = pygame.Surface(surface.get_size())
            for scene in self.stack[first:-1]:
                scene.draw(picture)
            veil = pygame.Surface(surface.get_size())
            veil.fill(self.kit.colours.night)
            veil.set_alpha(150)
            picture.blit(veil, (0, 0))
            self._backdrop = picture
        return self._backdrop

    def close(self) -> None:
        while self.stack:
            self.stack.pop().leave()
