"""What a table is drawn with."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.cards import Seat
from game.engine.spec import Spec
from game.ui.kit import Kit
from game.ui.look import Look
from game.ui.table.cards import CardArt
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.stage import Stage
from game.words import Wording


@dataclass(slots=True)
class Board:
    """Made anew for every size of window, language and viewer."""

    kit: Kit
    spec: Spec
    look: Look
    layout: Layout
    stage: Stage
    hud: Hud
    art: CardArt
    words: Wording
    me: Seat
    """Who sits at the lower edge."""

    @property
    def hand(self) -> str:
        """The zone at the lower edge."""
        return f"{self.look.seat.hand} {self.me}"
