"""The application: a stack of scenes driven by `step`, without a clock or a screen of its own."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from game.disk import settings as settings_file
from game.disk.settings import Settings
from game.engine.os_errors import os_error_text
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.captions import Captions
from game.ui.focus import CLICK_SLIP_U, FocusRing
from game.ui.input import Action, Focus, Input, Point, Raw, Reader
from game.ui.kit import Kit
from game.ui.metrics import Metrics
from game.ui.notices import Notices
from game.ui.scene import Pop, Push, Quit, Reset, Scene, Swap, Transition
from game.ui.screens.keys import KeyCard
from game.words.locale import Texts, system_language
from game.words.message import Message

SETTLING = 0.12
"""Seconds without another resize before everything is built for the new size."""
RAW = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
       pygame.CONTROLLERBUTTONDOWN)  # fmt: skip
"""What elements of pygame_gui, and the screen where keys are chosen, want to see as it is."""


class App:
    """Whoever owns the window calls `step` with the time gone by and the events, and shows the surface if it drew."""

    def __init__(
        self,
        size: tuple[int, int],
        settings: Settings,
        keep: Path | None = None,
        audio: Audio | None = None,
        preferred: Sequence[str] = (),
    ) -> None:
        """`preferred` are the languages of the system, the best first."""
        self.running = True
        self.stack: list[Scene] = []
        self.fullscreen: Callable[[bool], None] = lambda on: None
        """Set by whoever owns the window."""
        self.rescue: Callable[[Exception, Sequence[Scene]], Scene] | None = None
        """Makes the scene that follows an unexpected error; without it the error goes its way."""
        self.news: Callable[[], str] | None = None
        """Says why matches cannot be saved, once."""
        self._rescuing = False
        self.notices = Notices()
        self._keep = keep
        self._preferred = preferred
        self._unkept = ""
        """Why the settings could not be kept last time; empty if they were."""
        self._settling = 0.0
        self._size = size
        self._backdrop: pygame.Surface | None = None
        self.audio = audio or Audio()
        self.captions = Captions()
        self.audio.on_sound = self.captions.hear
        self.ring = FocusRing()
        self.reader = Reader(settings.keys, settings.buttons)
        self._settle_s = 0.0
        """Seconds that must pass after a press before the scene on top gets the next one; zero once it did."""
        self._since_press_s = 0.0
        self._pressed_at = (0, 0)
        """Where the pointer was pressed last."""
        art = Art()
        art.clear(size)
        self.kit = self._kit(size, settings, art)

    def _kit(self, size: tuple[int, int], settings: Settings, art: Art) -> Kit:
        texts, trouble = Texts.load_or_english(settings.language or system_language(self._preferred))
        if trouble:
            self.notices.show(Message("error.language_broken", {"problem": trouble}))
        self.audio.set_volumes(settings.effects, settings.music)
        metrics = Metrics(*size, settings.text_size / 100)
        self.reader.set_keys(settings.keys, settings.buttons)
        return Kit(metrics, settings, texts, art, self.audio, self.reader, self.change, self.ring)

    def begin(self, scene: Scene) -> None:
        self._apply(Reset(scene))

    def change(self, settings: Settings) -> None:
        """New settings: kept, and everything built anew with them."""
        before, self.kit.settings = self.kit.settings, settings
        self._write(settings)
        if before.fullscreen != settings.fullscreen:
            self.fullscreen(settings.fullscreen)
        if replace(before, window=settings.window, fullscreen=settings.fullscreen) != settings:
            self.renew()

    def _write(self, settings: Settings) -> None:
        """Settings that cannot be kept hold until the end; why is said once."""
        if self._keep is None:
            return
        try:
            settings_file.save(settings, self._keep)
            problem = ""
        except OSError as error:
            problem = os_error_text(error)
        if problem and problem != self._unkept:
            self.notices.show(Message("error.settings_failed", {"problem": problem}))
        self._unkept = problem

    def renew(self) -> None:
        """Build every scene for the size, language and theme that hold now."""
        art = self.kit.art
        if self.kit.metrics.size != self._size:
            art.clear(self._size)
        self.kit = self._kit(self._size, self.kit.settings, art)
        self._backdrop = None
        for scene in self.stack:
            scene.enter(self.kit)

    def step(self, dt: float, events: Sequence[pygame.Event], surface: pygame.Surface) -> bool:
        """One frame; True if something was drawn."""
        try:
            return self._frame(dt, events, surface)
        except Exception as error:
            if self.rescue is None or self._rescuing:
                raise
            return self._rescued(error, surface)

    def _rescued(self, error: Exception, surface: pygame.Surface) -> bool:
        """Whatever went wrong, the program goes on with another scene; an error there would be one too many."""
        assert self.rescue is not None
        self._rescuing = True
        stack, self.stack = self.stack, []
        scene = self.rescue(error, stack)
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
            self._settling = SETTLING
        if self._settling > 0:
            self._settling -= dt
            if self._settling <= 0:
                self.renew()
        self._since_press_s += dt
        for event in events:
            self._take(event)
        if self.stack and self.running:
            self._apply(self.stack[-1].update(dt))
        problem = self.news() if self.news is not None else ""
        if problem:
            self.notices.show(Message("save.failed", {"problem": problem}))
        if self.captions.update(dt) | self.notices.update(dt):
            self._touch()
        return self._draw(surface)

    def _take(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self.running = False
            return
        inputs: list[Input] = list(self.kit.reader.read(event))
        if event.type in RAW:
            inputs.insert(0, Raw(event))
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self._touch()
        for item in inputs:
            if self.stack and self.running:
                self._hand(item)

    def _hand(self, item: Input) -> None:
        """One input to the scene that it is for; and the ring follows what people use."""
        self._give(item)
        match item:
            case Action(_, True):
                self._show_ring(True)
            case Point("down"):
                self._show_ring(False)

    def _show_ring(self, shown: bool) -> None:
        if self.ring.shown != shown:
            self.ring.shown = shown
            self._touch()

    def _give(self, item: Input) -> None:
        if isinstance(item, Action) and not self.stack[-1].takes_all_keys and self._own(item):
            return
        if isinstance(item, Point) and (self._settling > 0 or self._dismissing(item)):
            return
        if self._bounces(item):
            return
        if isinstance(item, Focus):
            self._tell_below(item)
        self._apply(self.stack[-1].handle(item))

    def _tell_below(self, focus: Focus) -> None:
        """Whoever looks away, looks away from everything: scenes under an overlay cover their cards, too."""
        for scene in self.stack[:-1]:
            scene.handle(focus)
        self._backdrop = None
        self._touch()

    def _dismissing(self, point: Point) -> bool:
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
        bounces = same and self._since_press_s < self._settle_s
        self._since_press_s = 0.0
        if not bounces:
            self._settle_s = 0.0
        return bounces

    def _own(self, action: Action) -> bool:
        """What works on every scene: full screen, and the card of keys."""
        match action:
            case Action("fullscreen", down):
                if down:
                    self.change(self.kit.settings.but(fullscreen=not self.kit.settings.fullscreen))
                return True
            case Action("keys", True) if not isinstance(self.stack[-1], KeyCard):
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
                    self._settle_s = self.stack[-1].settle_s
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
                    self.running = False
                    return

    def _add(self, scene: Scene) -> Transition:
        self.stack.append(scene)
        scene.enter(self.kit)
        return None

    def _touch(self) -> None:
        for scene in self.stack[-1:]:
            scene.dirty = True

    def _draw(self, surface: pygame.Surface) -> bool:
        if not self.stack or not self.stack[-1].dirty:
            return False
        top = self.stack[-1]
        top.dirty = False
        if top.overlay:
            surface.blit(self._below(surface), (0, 0))
        top.draw(surface)
        self.captions.draw(self.kit, surface)
        self.notices.draw(self.kit, surface)
        return True

    def _below(self, surface: pygame.Surface) -> pygame.Surface:
        """What an overlay lies on, dimmed, drawn once."""
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
