"""The parts that draw a table, in one object."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.cards import Seat
from game.engine.spec import Spec
from game.ui.ambient import Ambient
from game.ui.kit import Kit
from game.ui.look import Look
from game.ui.table.cards import CardArt
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.moments import Moments
from game.ui.table.pictures import Pictures
from game.ui.table.stage import Stage
from game.words import Wording


@dataclass(slots=True)
class Board:
    """Made anew when window size, language or viewer change."""

    kit: Kit
    spec: Spec
    look: Look
    layout: Layout
    stage: Stage
    hud: Hud
    art: CardArt
    pictures: Pictures
    moments: Moments
    ambient: Ambient
    words: Wording
    bottom_seat: Seat
    """The seat whose hand lies at the lower edge."""

    @property
    def hand(self) -> str:
        """The name of the zone at the lower edge."""
        return f"{self.look.seat.hand} {self.bottom_seat}"
