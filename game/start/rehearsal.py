"""Prepares the pictures of every table while nothing else happens. Then a table appears at once when it is opened."""

from __future__ import annotations

import gc
from collections.abc import Iterator

from game.ai.worker import Worker
from game.data import catalog
from game.engine.spec import Spec
from game.play.host import Chair, Host, Setup
from game.start.scenes import make_table
from game.ui.art import all_avatars
from game.ui.background import background_picture, draw_background_ahead, has_background_picture
from game.ui.compositor import Recorder
from game.ui.kit import Kit
from game.ui.look_file import load_look
from game.ui.metrics import Metrics
from game.ui.table.cards import CardArt
from game.ui.table.faces import all_gazes
from game.ui.table.hud import AVATAR_WIDTH_U

USUAL_SEATS = 3
MOODS = ("calm", "thinking", "pleased", "annoyed", "surprised", "out")
END = object()


class Rehearsal:
    """Lays every table once where nobody sees it. Each call of `work` does a small part of that."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._prepared_for: tuple[Metrics, bool] | None = None
        self._left: Iterator[None] = iter(())
        self.is_done = False
        self._dropped = 0
        """How many pictures the cache had dropped at the last step."""
        self._is_frozen = False
        """Whether the garbage collector leaves out what lives as long as the program."""

    def work(self, kit: Kit) -> None:
        """Do the next step. Begins anew after the window or the colours have changed, or after a match has pushed
        pictures out of the cache."""
        now = kit.metrics, kit.settings.contrast
        if now != self._prepared_for or (self.is_done and kit.art.dropped != self._dropped):
            self._prepared_for, self._left, self.is_done = now, self.steps(kit), False
        if not self.is_done:
            self.is_done = next(self._left, END) is END
            if self.is_done:
                self._freeze()
            self._dropped = kit.art.dropped

    def _freeze(self) -> None:
        """Once: modules, texts, rules and pictures are never freed, so the garbage collector need not look at them.
        To look at all of them takes longer than two frames."""
        if not self._is_frozen:
            gc.collect()
            gc.freeze()
            self._is_frozen = True

    def steps(self, kit: Kit) -> Iterator[None]:
        """Everything that is prepared, in small steps."""
        specs = [spec for spec in catalog.titles().values() if isinstance(spec, Spec)]
        yield from _load_forms(kit)
        for spec in specs:
            yield from _draw_background(kit, spec.title)
            yield from self._lay_table(kit, spec)
        side = kit.px(AVATAR_WIDTH_U)
        for avatar in all_avatars():
            for mood in MOODS:
                kit.art.image(f"avatars/{avatar}_{mood}.svg", (side, side))
                yield
            for looks in all_gazes():
                kit.art.image(f"avatars/{avatar}_calm.svg", (side, side), looks)
                yield
        for spec in specs:
            yield from _compose_cards(kit, spec)

    def _lay_table(self, kit: Kit, spec: Spec) -> Iterator[None]:
        seats = min(max(USUAL_SEATS, spec.seats[0]), spec.seats[-1])
        chairs = tuple(Chair(f"{seat}", "beginner" if seat else "") for seat in range(seats))
        scene = make_table(Host(Setup(spec.title, chairs), self._worker, 0))
        yield
        scene.enter(kit)
        yield
        scene.draw(Recorder(kit.metrics.size))
        scene.leave()
        yield


def _load_forms(kit: Kit) -> Iterator[None]:
    """Import the forms that the menu opens, and pygame_gui with them. They share one theme."""
    from game.ui.screens.settings import SettingsScreen

    yield
    from game.ui.screens.setup import SetupScreen

    yield
    theme = kit.gui_theme  # made at its first use
    del SettingsScreen, SetupScreen, theme
    yield


def _compose_cards(kit: Kit, spec: Spec) -> Iterator[None]:
    """Compose the faces of the cards, as far as the cache has room for them."""
    art = CardArt(kit, spec, load_look(spec))
    for card in range(len(spec.faces)):
        if kit.art.has_room and art.compose_ahead(card):
            yield


def _draw_background(kit: Kit, title: str) -> Iterator[None]:
    """Draw the background of a title in a thread: it takes too long for one frame."""
    if has_background_picture(kit, kit.metrics.size, title):
        return
    ahead = draw_background_ahead(kit.art, kit.metrics.size, title)
    while not ahead.is_done:
        yield
    background_picture(kit, kit.metrics.size, title, ahead)
    yield
