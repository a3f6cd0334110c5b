"""Between two people at one machine: nothing of anybody's cards is drawn until the next one says so."""

from __future__ import annotations

import pygame

from game.ui.form import Form, cover
from game.ui.input import Action, Input, Point
from game.ui.scene import Pop, Transition
from game.ui.widgets import Button, Label, Panel, row_height

HOLD = 0.45
"""Seconds to hold a key or the pointer before the cards show."""


class Curtain(Form):
    """Opaque: what lies below is not drawn. Pops True when the named player has taken the seat."""

    def __init__(self, name: str, avatar: str, reason: str = "") -> None:
        super().__init__()
        self._name = name
        self._avatar = avatar
        self._reason = reason
        self._held_for: float | None = None

    def build(self) -> None:
        kit = self.kit
        wide, high = kit.metrics.wide, kit.metrics.high
        x = wide / 2 - 300
        room = 540.0
        heading = kit.type.block(
            kit.texts("curtain.pass_to", name=self._name[:64]), "display", 34, kit.colours.text, room, centred=True
        )
        said = kit.texts(f"curtain.{self._reason or 'hidden'}")
        below = kit.type.block(said, "text", 19, kit.colours.soft, room, centred=True)
        u = kit.metrics.u
        tall = 150 + (heading.get_height() + below.get_height()) / u + 24 + row_height(kit) + 40
        y = (high - tall) / 2
        self.widgets.append(Panel("", kit.rect(x, y, 600, tall)))
        side = kit.px(110)
        face = kit.art.image(f"avatars/{self._avatar}_calm.svg", (side, side))
        self.widgets.append(Label(kit.rect(x, y + 20, 600, 114), face, centred=True))
        y += 146
        self.widgets.append(Label(kit.rect(x, y, 600, heading.get_height() / u), heading, centred=True))
        y += heading.get_height() / u + 8
        self.widgets.append(Label(kit.rect(x, y, 600, below.get_height() / u), below, centred=True))
        y += below.get_height() / u + 16
        text = kit.texts("curtain.reveal", name=self._name[:24])
        self.widgets.append(
            Button("reveal", kit.rect(x + 60, y, 480, row_height(kit)), self._reveal, text, icon="eye", kind="main")
        )

    def _reveal(self) -> Transition:
        self.kit.audio.play("curtain")
        return Pop(True)

    def cancel(self) -> Transition:
        return Pop(False)

    def handle(self, event: Input) -> Transition:
        match event:
            case Action("confirm", True) | Point("down"):
                self._held_for = 0.0
            case Action("confirm", False) | Point("up"):
                self._held_for = None
            case Action("pause" | "settings", True):
                return Pop(False)
        return super().handle(event)

    def update(self, dt: float) -> Transition:
        if self._held_for is not None:
            self._held_for += dt
            if self._held_for >= HOLD:
                return self._reveal()
        return super().update(dt)

    def backdrop(self, surface: pygame.Surface) -> None:
        cover(self.kit, surface, "menu")
