"""The settings screen. Every change has effect at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.disk.settings import AIDS, FONTS, MAX_VOLUME, SPEEDS, TEXT_SIZES, Settings
from game.ui.dials import Gauge, Switch
from game.ui.scene import Pop, Push, Transition
from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.keys import KeysScreen
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.widgets import Stepper, Widget, row_height
from game.words.locale import languages

LEFT_COLUMN = ("language", "text_size", "font", "contrast", "captions", "aids")
RIGHT_COLUMN = ("speed", "reduced_motion", "effects", "music", "fullscreen", "play_only_card")
SWITCH_SETTINGS = ("contrast", "captions", "reduced_motion", "fullscreen", "play_only_card")


class SettingsScreen(Sheet):
    """Lies over the scene from which it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_to_reset = False

    def build(self) -> None:
        kit = self.kit
        single = has_big_text(kit)
        columns = (LEFT_COLUMN + RIGHT_COLUMN,) if single else (LEFT_COLUMN, RIGHT_COLUMN)
        height = row_height(kit)
        self.begin(760 if single else 1080)
        for names, (x, width) in zip(columns, self.columns(len(columns)), strict=True):
            self.row_y = 0
            for name in names:
                self.add_row([self._make_widget(name, x, self.row_y, width, height)], height)
        buttons: list[FootButton] = [
            ("reset", self._ask_reset, kit.texts("settings.reset"), "", "plain"),
            ("keys", lambda: Push(KeysScreen()), kit.texts("settings.keys"), "keyboard", "plain"),
            ("done", lambda: Pop(), kit.texts("settings.done"), "check", "main"),
        ]
        self.finish(kit.texts("settings.title"), buttons, "settings")

    def _make_widget(self, name: str, x: float, y: float, width: float, height: float) -> Widget:
        kit = self.kit
        at, label, value = kit.rect(x, y, width, height), kit.texts(f"settings.{name}"), getattr(kit.settings, name)
        changed = partial(self._change_setting, name)
        if name in SWITCH_SETTINGS:
            return Switch(name, at, label, (kit.texts("settings.off"), kit.texts("settings.on")), value, changed)
        if name in ("effects", "music"):
            return Gauge(name, at, label, [(step, str(step)) for step in range(MAX_VOLUME + 1)], value, changed)
        if name == "language":
            return Stepper(name, at, label, languages(), kit.texts.code, changed)
        return Stepper(name, at, label, self._values(name), value, changed)

    def _values(self, name: str) -> list[tuple[Any, str]]:
        texts = self.kit.texts
        if name == "text_size":
            return [(size, texts("settings.percent", count=size)) for size in TEXT_SIZES]
        if name == "aids":
            return [(value, texts(f"settings.aids_{value}")) for value in AIDS]
        return [(value, texts(f"settings.{value}")) for value in (SPEEDS if name == "speed" else FONTS)]

    def _change_setting(self, name: str, value: Any) -> Transition:
        self.kit.change_settings(self.kit.settings.with_changes(**{name: value}))
        if name == "effects":
            self.kit.audio.play("token")
        return None

    def _ask_reset(self) -> Transition:
        self._asked_to_reset = True
        return Push(Confirm("confirm.reset"))

    def on_result(self, result: Any) -> Transition:
        resetting, self._asked_to_reset = self._asked_to_reset, False
        if resetting and result is ConfirmResult.YES:
            now = self.kit.settings
            usual = Settings(language=now.language, window=now.window, keys=now.keys, buttons=now.buttons)
            self.kit.change_settings(usual)
        return super().on_result(result)

    def act(self, name: str) -> Transition:
        return Pop() if name == "settings" else super().act(name)
