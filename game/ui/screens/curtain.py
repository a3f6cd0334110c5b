"""The curtain between two people at one machine. It hides the table until the next person takes the seat."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game.ui.background import draw_background_picture
from game.ui.form import Form
from game.ui.input import Action, Input, Point
from game.ui.scene import Pop, Transition
from game.ui.widgets import GAP_U, Button, Label, Panel, row_height

PRESS_GAP_S = 0.5
"""A press counts only if this time has passed since the curtain appeared and since the last press. So a key that is
held or pressed twice does not show another person's cards."""


class CurtainResult(Enum):
    """What was chosen at the curtain."""

    TAKEN = auto()
    """The person with the name on the curtain has taken the seat."""
    PAUSE = auto()
    UNDO = auto()
    """The last person wants to take their move back."""


class Curtain(Form):
    """Pops a CurtainResult. It is opaque: the table below is not drawn. With `undo` there is a button to take the last
    move back."""

    def __init__(self, name: str, avatar: str, reason: str = "", undo: bool = False) -> None:
        super().__init__()
        self._name = name
        self._avatar = avatar
        self._reason = reason
        self._undo = undo
        self._open_s = 0.0
        self._since_press_s = PRESS_GAP_S

    def build(self) -> None:
        kit = self.kit
        width, height = kit.metrics.width, kit.metrics.height
        x = width / 2 - 300
        room = 540.0
        heading = kit.fonts.block(
            kit.texts("curtain.pass_to", name=self._name[:64]), "display", 34, kit.colours.text, room, centred=True
        )
        said = kit.texts(f"curtain.{self._reason or 'hidden'}")
        below = kit.fonts.block(said, "text", 19, kit.colours.soft, room, centred=True)
        u = kit.metrics.unit_px
        buttons = self._buttons()
        row = row_height(kit) + GAP_U
        tall = 150 + (heading.get_height() + below.get_height()) / u + 24 + row * len(buttons) - GAP_U + 40
        y = (height - tall) / 2
        self.widgets.append(Panel("", kit.rect(x, y, 600, tall)))
        side = kit.px(110)
        face = kit.art.image(f"avatars/{self._avatar}_calm.svg", (side, side))
        self.widgets.append(Label(kit.rect(x, y + 20, 600, 114), face, centred=True))
        y += 146
        self.widgets.append(Label(kit.rect(x, y, 600, heading.get_height() / u), heading, centred=True))
        y += heading.get_height() / u + 8
        self.widgets.append(Label(kit.rect(x, y, 600, below.get_height() / u), below, centred=True))
        y += below.get_height() / u + 16
        for button in buttons:
            button.rect = kit.rect(x + 60, y, 480, row_height(kit))
            y += row
        self.widgets += buttons

    def _buttons(self) -> list[Button]:
        texts, nowhere = self.kit.texts, pygame.Rect(0, 0, 0, 0)
        text = texts("curtain.reveal", name=self._name[:24])
        buttons = [Button("reveal", nowhere, self._reveal, text, icon="eye", kind="main")]
        if self._undo:
            buttons.append(Button("undo", nowhere, self._take_back, texts("curtain.undo"), icon="undo"))
        return buttons

    def _reveal(self) -> Transition:
        self.kit.audio.play("curtain")
        self.settle_s = PRESS_GAP_S
        return Pop(CurtainResult.TAKEN)

    def _take_back(self) -> Transition:
        self.settle_s = PRESS_GAP_S
        return Pop(CurtainResult.UNDO)

    def cancel(self) -> Transition:
        return Pop(CurtainResult.PAUSE)

    def handle(self, event: Input) -> Transition:
        if self._is_press(event) and not self._is_deliberate():
            return None
        match event:
            case Action("pause" | "settings", True):
                return self.cancel()
            case Action("undo", True) if self._undo:
                return self._take_back()
        return super().handle(event)

    def _is_press(self, event: Input) -> bool:
        match event:
            case Action("confirm", True):
                return True
            case Action("undo", True):
                return self._undo
            case Point("down", pos):
                return self.widget_at(pos) is not None
        return False

    def _is_deliberate(self) -> bool:
        """Whether a press that begins now counts. Each press starts the time anew."""
        quiet_s, self._since_press_s = min(self._open_s, self._since_press_s), 0.0
        return quiet_s >= PRESS_GAP_S

    def update(self, dt: float) -> Transition:
        self._open_s += dt
        self._since_press_s += dt
        return super().update(dt)

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
