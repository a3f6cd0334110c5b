"""Notices: messages about problems, such as a file that could not be read, shown above every screen."""

from __future__ import annotations

import pygame

from game.ui import shapes
from game.ui.kit import Kit
from game.words.locale import Texts
from game.words.message import Message

NOTICE_S = 12.0
"""How long a notice is shown."""


class Notices:
    """Shows one message at a time, until its time is over or it is clicked."""

    def __init__(self) -> None:
        self.message: Message | None = None
        """The message that is shown now."""
        self._left_s = 0.0
        self._changed = False
        self._rect = pygame.Rect(0, 0, 0, 0)

    def show(self, message: Message) -> None:
        if message != self.message:
            self.message, self._left_s, self._changed = message, NOTICE_S, True

    def update(self, dt: float) -> bool:
        """Count the time; True if the picture has to change."""
        changed, self._changed = self._changed, False
        if self.message is not None:
            self._left_s -= dt
            if self._left_s <= 0:
                self.message = None
                return True
        return changed

    def dismiss_at(self, pos: tuple[int, int]) -> bool:
        """Remove the notice if the click was on it; True if it was."""
        if self.message is None or not self._rect.collidepoint(pos):
            return False
        self.message, self._changed = None, True
        return True

    def draw(self, kit: Kit, surface: pygame.Surface) -> None:
        if self.message is None:
            return
        picture = notice_picture(kit, message_text(kit.texts, self.message), min(900, kit.metrics.width - 60))
        self._rect = picture.get_rect(midtop=(surface.get_width() // 2, kit.px(10)))
        surface.blit(picture, self._rect)


def message_text(texts: Texts, message: Message) -> str:
    """A message as a sentence. If even English has no text for it, because the file is broken, only its values."""
    if texts.has(message.key):
        return texts.fill(message.key, message.values)
    return " ".join(texts.translate(str(value)) for value in message.values.values()) or message.key


def notice_picture(kit: Kit, text: str, width: float) -> pygame.Surface:
    """A text on a dark plate with a warning icon. `width` is the greatest width in units."""
    night = kit.colours.night
    block = kit.fonts.block(text, "text", 16, kit.colours.light, width - 70)
    side = kit.px(24 * kit.metrics.text_scale)
    size = block.get_width() + side + kit.px(40), max(side, block.get_height()) + kit.px(12)
    whole = shapes.plate(kit.art, size, kit.px(12), night, night, opacity=0.9).copy()
    whole.blit(kit.art.image("icons/warning.svg", (side, side)), (kit.px(12), (size[1] - side) // 2))
    whole.blit(block, (side + kit.px(24), (size[1] - block.get_height()) // 2))
    return whole
