"""Opens the seals of a finished match, and lets the bots think about their moves again."""

from __future__ import annotations

import pygame

from game import __version__
from game.play import seals
from game.play.replay import Replay
from game.play.seals import OpenedSeal
from game.play.verify import Verification
from game.ui.clipboard import copy
from game.ui.dials import Progress
from game.ui.kit import Kit
from game.ui.scene import Pop, Transition
from game.ui.sheet import FootButton, Sheet
from game.ui.widgets import GAP_U, Label, Text

SHOWN_SEAL_LENGTH = 16
"""Characters of a seal that are shown. That is enough to compare two seals by eye."""
PROGRESS_HEIGHT_U = 18.0


def group_in_fours(seal: str, length: int = SHOWN_SEAL_LENGTH) -> str:
    """The beginning of a seal in groups of four characters, so that it can be compared by eye."""
    return " ".join(seal[at : at + 4] for at in range(0, length, 4))


class VerifySheet(Sheet):
    """Says whether the match was fair. The data is folded away: each deal with its seal, salt and order of cards."""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._opened_seals = seals.open_seals(replay.seed, replay.entries, replay.seals)
        self._verification = Verification(replay)
        self._app = replay.provenance.app
        holds = all(one.holds for one in self._opened_seals)
        edited = "honest.edited" if replay.provenance.edited else "honest.holds"
        self._verdict = edited if holds else "honest.broken"
        """What is proved, as the key of a text. In a file from elsewhere cards and seals may both be forged."""
        self._rethinking = False
        self._count_changed = False
        self._count: Text | None = None
        """How many moves the bots have thought about again, as long as they do."""
        self._progress: Progress | None = None
        self._copied = False
        self._shows_details = False
        self._order_pictures: dict[int, pygame.Surface] = {}
        self.focus = "back"

    def enter(self, kit: Kit) -> None:
        self._order_pictures = {}
        super().enter(kit)

    def build(self) -> None:
        texts = self.kit.texts
        self.begin(1000)
        self.add_text(texts(self._verdict), "bold")
        self._count = self._progress = None
        if self._rethinking:
            self._count = self.add_text(self._rethinking_text(), "bold")
        if self._rethinking and not self._verification.finished:
            self._progress = Progress(
                self.kit.rect(self.left, self.row_y, self.width, PROGRESS_HEIGHT_U), self._share_done
            )
            self.add_row([self._progress], PROGRESS_HEIGHT_U)
        self.add_text(texts("honest.owner"), size=16)
        details_text = texts("honest.hide" if self._shows_details else "honest.details")
        buttons: list[FootButton] = [("details", self._toggle_details, details_text, "info", "plain")]
        if self._shows_details:
            self.add_text(texts("honest.explained"), size=16)
            for one in self._opened_seals:
                self._add_deal(one)
            copy_text = texts("honest.copied" if self._copied else "honest.copy")
            buttons.append(("copy", self._copy, copy_text, "log", "plain"))
        if not self._rethinking and self._verification.total:
            buttons.append(("again", self._rethink, texts("honest.again"), "robot", "plain"))
        buttons.append(("back", lambda: Pop(), texts("save.back"), "back", "main"))
        self.finish(texts("honest.title"), buttons, "verify" if self._verdict == "honest.holds" else "warning")

    @property
    def _share_done(self) -> float:
        return self._verification.done / self._verification.total

    def _show_count(self) -> bool:
        """Show the new count in the elements that there are. False if the sheet has to be built anew."""
        if self._count is None or self._progress is None or self._verification.finished:
            return False
        self._progress.show(self._share_done)
        return self._count.change(self.kit.fonts.wrap(self._rethinking_text(), "bold", 19, self.width))

    def _rethinking_text(self) -> str:
        texts, found = self.kit.texts, self._verification
        if not found.finished:
            return texts("honest.thinking", count=found.done, all=found.total)
        if found.different and self._app != __version__:
            return texts("honest.older", count=found.different, all=found.total, its=self._app[:20], ours=__version__)
        if found.different:
            return texts("honest.differ", count=found.different, all=found.total)
        if found.failed:
            return texts("honest.failed", count=found.failed, all=found.total)
        return texts("honest.same", count=found.total)

    def _add_deal(self, one: OpenedSeal) -> None:
        kit = self.kit
        text = kit.texts("honest.deal", count=one.number + 1, seal=group_in_fours(one.seal), salt=one.salt)
        side = kit.fonts.line_height("text", 16)
        width = self.width - side - GAP_U
        words = kit.fonts.block(text, "text", 16, kit.colours.text, width)
        height = words.get_height() / kit.metrics.unit_px
        icon = kit.art.image(f"icons/{'check' if one.holds else 'warning'}.svg", (kit.px(side), kit.px(side)))
        labels = [
            Label(kit.rect(self.left, self.row_y, side, height), icon),
            Label(kit.rect(self.left + side + GAP_U, self.row_y, width, height), words),
        ]
        self.add_row(labels, height - GAP_U)
        order = self._order_picture(one, width)
        height = order.get_height() / kit.metrics.unit_px
        self.add_row([Label(kit.rect(self.left + side + GAP_U, self.row_y, width, height), order)], height - GAP_U / 2)

    def _order_picture(self, one: OpenedSeal, width: float) -> pygame.Surface:
        """The order of the cards in small letters. Cached, because there are many deals."""
        if one.number not in self._order_pictures:
            text = one.deal_text.replace(",", ", ").replace(":", ": ")
            self._order_pictures[one.number] = self.kit.fonts.block(text, "text", 13, self.kit.colours.soft, width)
        return self._order_pictures[one.number]

    def _toggle_details(self) -> Transition:
        self._shows_details = not self._shows_details
        self.rebuild()
        return None

    def _copy(self) -> Transition:
        self._copied = copy(seals.make_statement(self._opened_seals))
        self.rebuild()
        return None

    def _rethink(self) -> Transition:
        self._rethinking = True
        self.rebuild()
        return None

    def update(self, dt: float) -> Transition:
        if self._rethinking and self._verification.update():
            self._count_changed = True
        if self._count_changed and self._show_count():
            self._count_changed = False
        if self._count_changed and not self.is_pressed:  # a press belongs to a widget, which a rebuild replaces
            self._count_changed = False
            self.rebuild()
        return super().update(dt)

    def leave(self) -> None:
        self._verification.close()
        super().leave()
