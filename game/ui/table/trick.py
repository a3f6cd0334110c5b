"""The overlay that shows the last trick again."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Card, Seat
from game.engine.spec import Spec
from game.ui.gui.form import GuiForm
from game.ui.kit import Kit
from game.ui.look import Look
from game.ui.scene import Pop, Transition
from game.ui.table.cards import CardArt
from game.ui.table.layout import CARD_RATIO
from game.ui.widgets import GAP_U, Button, Label, Panel, row_height

CARD_WIDTH_U = 96.0
CARD_HEIGHT_U = CARD_WIDTH_U * CARD_RATIO
MAX_STEP_U = 240.0
"""The most that two cards lie apart, so that long names stand below them."""


class TrickOverlay(GuiForm):
    """The cards in the order they were played, each with its player."""

    overlay = True

    def __init__(
        self, spec: Spec, look: Look, names: Sequence[str], winner: Seat, order: Sequence[Seat], cards: Sequence[Card]
    ) -> None:
        super().__init__()
        self._spec, self._look, self._names = spec, look, names
        self._winner = winner
        self._played = list(zip(order, cards, strict=False))

    def build(self) -> None:
        kit: Kit = self.kit
        art = CardArt(kit, self._spec, self._look)
        widest = max((kit.fonts.width(self._names[seat], "bold", 17) for seat, _ in self._played), default=0.0) + 14
        room = (kit.metrics.width - 2 * GAP_U - 48) / max(1, len(self._played))
        step = max(CARD_WIDTH_U + 28, min(widest, room, MAX_STEP_U))
        panel_width = max(440.0, step * len(self._played) + 48)
        line = kit.fonts.line_height("bold", 17)
        height = 60 * kit.metrics.text_scale + CARD_HEIGHT_U + line + 30 + row_height(kit) + 30
        x, y = (kit.metrics.width - panel_width) / 2, (kit.metrics.height - height) / 2
        self.widgets.append(Panel("", kit.rect(x, y, panel_width, height)))
        title = kit.fonts.fit(kit.texts("table.last_trick"), "display", 26, kit.colours.text, panel_width - 40)
        self.widgets.append(Label(kit.rect(x, y + 10, panel_width, 44 * kit.metrics.text_scale), title, centred=True))
        top = y + 60 * kit.metrics.text_scale
        left = x + (panel_width - step * len(self._played)) / 2
        for seat, card in self._played:
            face = art.face(card, kit.px(CARD_WIDTH_U))
            self.widgets.append(Label(kit.rect(left, top, step, CARD_HEIGHT_U), face, centred=True))
            colour = kit.colours.accent_low if seat == self._winner else kit.colours.text
            name = kit.fonts.fit(self._names[seat], "bold", 17, colour, step - 8, can_cut=True)
            self.widgets.append(Label(kit.rect(left, top + CARD_HEIGHT_U + 6, step, line), name, centred=True))
            left += step
        width = max(160.0, kit.fonts.width(kit.texts("table.to_table"), "bold", 20) + 40)
        at = kit.rect(x + (panel_width - width) / 2, y + height - row_height(kit) - 20, width, row_height(kit))
        self.widgets.append(Button("close", at, self.cancel, kit.texts("table.to_table"), kind="main"))

    def act(self, name: str) -> Transition:
        return Pop() if name == "last" else super().act(name)
