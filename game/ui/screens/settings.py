"""The settings screen. Every change has effect at once, and nothing moves under the pointer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.disk.settings import AIDS, FONTS, MAX_VOLUME, SPEEDS, TEXT_SIZES, TRICK_RESTS, Settings
from game.ui import shapes
from game.ui.dials import Slider, Switch
from game.ui.kit import Kit
from game.ui.metrics import Metrics
from game.ui.scene import Pop, Push, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.keys import KeysScreen
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.widgets import Stepper, row_height
from game.words.locale import languages

LEFT_COLUMN = ("language", "text_size", "font", "contrast", "captions", "aids", "play_only_card")
RIGHT_COLUMN = ("speed", "trick_rest", "reduced_motion", "effects", "music", "fullscreen", "remarks")
SWITCH_SETTINGS = ("contrast", "captions", "remarks", "reduced_motion", "fullscreen", "play_only_card")
SLIDER_SETTINGS = ("text_size", "speed", "effects", "music")


class SettingsSheet(Sheet):
    """A sheet with rows that change settings.

    While the pointer changes the text size, this sheet keeps its own, so that nothing moves under the pointer. A sample
    beside the pointer shows the new size; the next screen has it. Keys change the sheet at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown_size = 0
        """The text size with which this sheet is drawn, in percent. 0 before it is opened."""
        self._sample_size = 0
        """The text size of the sample."""

    def enter(self, kit: Kit) -> None:
        stays = self._shown_size and self.kit.metrics.size == kit.metrics.size and not kit.ring.shown
        self._sample_size = kit.settings.text_size
        if not stays:
            self._shown_size = kit.settings.text_size
        self._app_kit = kit
        super().enter(kit if self._shown_size == kit.settings.text_size else self._resized(kit, self._shown_size))

    @property
    def settings(self) -> Settings:
        """The settings as they are now. The kit of this sheet may be a copy with another text size."""
        return self._app_kit.settings

    def _resized(self, kit: Kit, text_size: int) -> Kit:
        """The kit for another text size."""
        return replace(kit, metrics=Metrics(*kit.metrics.size, text_size / 100))

    def add_setting(self, name: str, column: tuple[float, float]) -> None:
        """Add the row of a setting."""
        height = row_height(self.kit)
        self.add_row([self._make_widget(name, self.kit.rect(column[0], self.row_y, column[1], height))], height)

    def _make_widget(self, name: str, at: pygame.Rect) -> Stepper:
        kit = self.kit
        label, value = kit.texts(f"settings.{name}"), getattr(self.settings, name)
        changed = partial(self._change_setting, name)
        if name in SWITCH_SETTINGS:
            return Switch(name, at, label, (kit.texts("settings.off"), kit.texts("settings.on")), value, changed)
        if name in SLIDER_SETTINGS:
            return Slider(name, at, label, self._values(name), value, changed, on_slide=partial(self._preview, name))
        if name == "language":
            return Stepper(name, at, label, languages(), kit.texts.code, changed)
        return Stepper(name, at, label, self._values(name), value, changed)

    def _values(self, name: str) -> list[tuple[Any, str]]:
        texts = self.kit.texts
        if name in ("effects", "music"):
            return [(step, str(step)) for step in range(MAX_VOLUME + 1)]
        if name == "text_size":
            return [(size, texts("settings.percent", count=size)) for size in TEXT_SIZES]
        if name == "aids":
            return [(value, texts(f"settings.aids_{value}")) for value in AIDS]
        if name == "trick_rest":
            return [(value, texts(f"settings.rest.{value}")) for value in TRICK_RESTS]
        return [(value, texts(f"settings.{value}")) for value in (SPEEDS if name == "speed" else FONTS)]

    def _change_setting(self, name: str, value: Any) -> Transition:
        self.kit.change_settings(self.settings.with_changes(**{name: value}))
        if name == "effects":
            self.kit.audio.play("token")
        return None

    def _preview(self, name: str, value: Any) -> None:
        """Let a value be seen or heard while its slider still moves."""
        settings = self.settings
        match name:
            case "text_size":
                self._sample_size = value
            case "effects":
                self.kit.audio.set_volumes(value, settings.music)
            case "music":
                self.kit.audio.set_volumes(settings.effects, value)

    def draw_above(self, surface: pygame.Surface) -> None:
        super().draw_above(surface)
        row = next((widget for widget in self.scrolled_widgets if widget.name == "text_size"), None)
        if row is not None and row is self._hovered and self._sample_size != self._shown_size:
            self._draw_sample(surface, self.screen_rect(row))

    def _draw_sample(self, surface: pygame.Surface, row: pygame.Rect) -> None:
        """Draw a line of text in the new size, just below the slider."""
        kit, c = self.kit, self.kit.colours
        words = self._resized(kit, self._sample_size).fonts.text(kit.texts("settings.sample"), "text", 19, c.light)
        plate = words.get_rect().inflate(2 * kit.px(16), 2 * kit.px(8))
        plate.midtop = row.centerx, row.bottom + kit.px(4)
        plate.clamp_ip(surface.get_rect())
        surface.blit(shapes.plate(kit.art, plate.size, kit.px(14), c.night, c.night, c.paper_low, kit.px(2)), plate)
        surface.blit(words, words.get_rect(center=plate.center))


class SettingsScreen(SettingsSheet):
    """Lies over the scene from which it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_to_reset = False

    def build(self) -> None:
        kit = self.kit
        single = has_big_text(kit)
        columns = (LEFT_COLUMN + RIGHT_COLUMN,) if single else (LEFT_COLUMN, RIGHT_COLUMN)
        self.begin(900 if single else 1080)
        for names, column in zip(columns, self.columns(len(columns)), strict=True):
            self.row_y = 0
            for name in names:
                self.add_setting(name, column)
        self.add_text(kit.texts("settings.text_mode"), "text", 17, "soft")
        buttons: list[FootButton] = [
            ("reset", self._ask_reset, kit.texts("settings.reset"), "", "plain"),
            ("keys", lambda: Push(KeysScreen()), kit.texts("settings.keys"), "keyboard", "plain"),
            ("done", lambda: Pop(), kit.texts("settings.done"), "check", "main"),
        ]
        self.finish(kit.texts("settings.title"), buttons, "settings")

    def _ask_reset(self) -> Transition:
        if self._usual_settings() == self.settings:
            return None
        self._asked_to_reset = True
        return Push(Confirm("confirm.reset"))

    def _usual_settings(self) -> Settings:
        now = self.settings
        return Settings(language=now.language, window=now.window, keys=now.keys, buttons=now.buttons)

    def on_result(self, result: Any) -> Transition:
        resetting, self._asked_to_reset = self._asked_to_reset, False
        if resetting and result is ConfirmResult.YES:
            self.kit.change_settings(self._usual_settings())
            self.rebuild()
        return super().on_result(result)

    def act(self, name: str) -> Transition:
        return Pop() if name == "settings" else super().act(name)
