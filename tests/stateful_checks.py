"""What must be true at every moment of an evening, whatever people have done before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame

from game.engine.cards import HIDDEN
from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.view import View
from game.play.host import Host
from game.play.sitting import Sitting
from game.start.scenes import make_table
from game.ui.screens.curtain import Curtain
from game.ui.table import highlights
from game.ui.table.log import Log
from game.ui.table.scene import TableScene
from tests import twins
from tests.inline_worker import NeverAnsweringWorker
from tests.screen import Driver
from tests.stateful_evening import SETTINGS, Evening
from tests.test_undo import check_told

SETTLES = 80
"""Frames after which a table without motions is at rest."""
OFTEN, SELDOM = 2, 5
"""Every so many changes something is looked at that takes longer."""


# What is cheap


def check_sitting(evening: Evening) -> None:
    """What is asked and told belongs to the viewer and to this very moment."""
    table = evening.table
    sitting, host = table.sitting, table.host
    if evening.behind:
        return
    assert sitting.position == host.position(table.viewer), "somebody sits at a moment that is gone"
    assert _known(sitting.view) == _known(host.view(table.viewer)), "the question is about another table"
    assert not (table.asking and table.viewer not in host.deciders), "somebody is asked who has nothing to decide"
    _check_hint(sitting, table.viewer, evening.worker.hints)


def _known(view: View) -> dict[str, Any]:
    """What others seal while the viewer decides is no new moment."""
    plain = view.to_plain()
    if view.seat in view.deciders:
        del plain["sealed"], plain["deciders"]
    return plain


def _check_hint(sitting: Sitting, viewer: int, asked: list[View]) -> None:
    remark = sitting.said
    told = getattr(remark.message, "view", None) if remark is not None else None
    if told is not None:
        assert told is sitting.view, "a hint for another moment is told"
        assert told.seat == viewer, "a hint for somebody else is told"
    if sitting.hint is not None:
        assert sitting.hint.move in sitting.view.legal, "the hint is no legal move"
        assert any(view is sitting.view for view in asked), "nobody has asked for this hint"


def check_sprites(evening: Evening) -> None:
    """No card sticks to a pointer that holds nothing; at rest all lie where the layout puts them."""
    table = evening.table
    stage, host = table.board.stage, table.host
    if evening.at_table and not evening.pointer.down:
        assert all(sprite.dragged_to is None for sprite in stage.sprites), "a card sticks to the pointer"
    if evening.behind or not still(table):
        return
    view = host.view(table.viewer)
    assert stage.known_zones() == dict(view.zones), "other cards are shown than lie there"
    assert {name: stage.facts[name] for name in view.facts} == dict(view.facts)
    for place, cards in view.zones.items():
        sprites = stage.ordered_sprites(place)
        shown = [sprite.card for sprite in sprites]  # a hand without an order has its trumps together
        ordered = host.rules.places(host.seats)[place].ordered
        assert shown == list(cards) if ordered else sorted(shown) == sorted(cards)
        assert [sprite.spot for sprite in sprites] == table.board.layout.card_spots(place, shown, view.facts)


def still(table: TableScene) -> bool:
    return table.director.idle and all(sprite.resting for sprite in table.board.stage.sprites)


def check_covered(evening: Evening) -> None:
    """While nobody has taken the seat, nobody's cards show."""
    table = evening.table
    covered = any(isinstance(scene, Curtain) for scene in evening.app.stack)
    assert not covered or table.viewer == table.host.seats, "a curtain, and somebody's knowledge below it"
    if table.viewer < table.host.seats:
        return
    known = {card for cards in table.host.view(table.host.seats).zones.values() for card in cards}
    for seat in table.host.people:
        for sprite in table.board.stage.zones[f"{table.look.seat.hand} {seat}"]:
            assert sprite.card == HIDDEN or sprite.card in known, "a card shows that nobody may see"
            assert not sprite.spot.face_up or sprite.card != HIDDEN


# What takes longer


def check_log(evening: Evening) -> None:
    """The log is what one would write who looks at the match now."""
    table = evening.table
    words, heard = table.board.words, table.events_shown
    again = Log(table.host, table.host.seats if table.seating.shared else table.bottom_seat)
    assert table.log.lines(words, heard) == again.lines(words, heard), "the log tells another story"


class Mirror:
    """A second window, in which the same table is built anew: from the match, the viewer and nothing else."""

    def __init__(self) -> None:
        self._driver = Driver(Curtain("nobody", "fox"), (320, 180), SETTINGS)

    def picture(self, evening: Evening, match: Match) -> bytes:
        driver, like = self._driver, evening.table
        self._dress(evening)
        host = Host(like.host.setup, NeverAnsweringWorker(), like.host.seed, match)
        scene = make_table(host, again=True)
        assert isinstance(scene, TableScene)
        scene.seating.bottom_seat, scene.seating.viewer = like.bottom_seat, like.viewer
        scene.log_view.is_open = like.log_view.is_open
        scene.sitting = host.sit(like.viewer)
        if like.score_schedule.match_score_shown(like.sitting.position):
            scene.score_schedule.match_due(scene.sitting.position, 60.0)
        driver.app.begin(scene)
        if evening.at_table:
            self._settle(scene, like)
        scene.board = replace(scene.board, ambient=like.board.ambient)  # the background moves by the clock
        scene.tips = like.tips
        return drawn(scene, evening.surface.get_size())

    def _dress(self, evening: Evening) -> None:
        """The same size, language, letters and ring."""
        app, size = self._driver.app, evening.surface.get_size()
        if app.kit.settings != evening.app.kit.settings:
            app.change(evening.app.kit.settings)
        if self._driver.surface.get_size() != size:
            self._driver.resize(size)
        app.ring.shown = evening.app.ring.shown

    def _settle(self, scene: TableScene, like: TableScene) -> None:
        self._frames(scene)
        for target in like.sitting.choice.picked:
            scene.sitting.choice.pick(target)
        scene.rebuild()
        scene.focus = like.focus
        self._frames(scene)
        assert scene.asking == like.asking

    def _frames(self, scene: TableScene) -> None:
        """Until nothing moves. The scene alone is asked to move: it may not put another one above itself."""
        for _ in range(SETTLES):
            scene.dirty = False
            scene.update(0.1)
            if not scene.dirty:
                return
        raise AssertionError("a table that is built anew does not come to rest")


_mirrors: list[Mirror] = []


def mirror() -> Mirror:
    """One for all evenings, so that its pictures are drawn once."""
    if not _mirrors:
        _mirrors.append(Mirror())
    return _mirrors[0]


def drawn(scene: TableScene, size: tuple[int, int]) -> bytes:
    surface = pygame.Surface(size)
    scene.draw(surface)
    return surface.get_view("0").raw


def at_rest(evening: Evening) -> bool:
    """Whether the table shows no more than the View says: nothing moves, is pointed at, or was said."""
    table, size = evening.table, evening.surface.get_size()
    sitting, pointing = table.sitting, table.pointed_widget()
    if evening.behind or not still(table) or evening.pointer.down or table.kit.metrics.size != size:
        return False
    if sitting.said is not None or sitting.hint is not None or evening.app.notices.message is not None:
        return False
    moments = table.board.moments
    if moments.playing or moments.caption or table.faces.state != ((), None) or table.tips.shown is not None:
        return False
    if table.race is not None and table.race.live.phase not in ("choose", "over"):
        return False
    if pointing is not None and not (table.ring_shown and pointing is table.focused):
        return False
    lifting = highlights.lift_cards(table.board.stage, sitting, table.choice, table.widgets, pointing, 0.0)
    if table.board.hud.update(0.0) or lifting:
        return False
    if not evening.at_table:
        return table.viewer == table.host.seats and not sitting.choice.picked and not table.ring_shown
    return table.asking == (table.viewer in table.host.deciders) and _score_is_told(table)


def _score_is_told(table: TableScene) -> bool:
    return not table.host.over or table.score_schedule.match_score_shown(table.sitting.position)


class Watch:
    """Looks at an evening after everything that is done; at what takes longer, only where something has changed."""

    def __init__(self) -> None:
        self._seen: object = None
        self._pictured: object = None
        self._changes = self._pictures = 0

    def look(self, evening: Evening) -> None:
        if not evening.playing:
            return
        check_sitting(evening)
        check_sprites(evening)
        check_covered(evening)
        host = evening.host
        now = host, host.generation, host.event_count
        if now != self._seen:
            self._seen = now
            self._changes += 1
            if self._changes % OFTEN == 0:
                check_told(host)
            if self._changes % SELDOM == 0:
                check_log(evening)
        if at_rest(evening):
            self._look_at_picture(evening)

    def look_closely(self, evening: Evening) -> None:
        """At everything, once."""
        if evening.playing:
            check_told(evening.host)
            check_log(evening)

    def _look_at_picture(self, evening: Evening) -> None:
        table = evening.table
        if not evening.drew and evening.at_table and evening.painted is evening.surface:
            shown = evening.surface.get_view("0").raw
            assert shown == drawn(table, evening.surface.get_size()), "the window shows an older picture"
        ring = table.ring_shown and table.focus
        who = table, table.sitting, table.viewer, table.bottom_seat
        how = table.host.event_count, table.log_view.is_open, ring, tuple(table.sitting.choice.picked)
        now = who, how, evening.at_table, evening.app.kit
        if now == self._pictured:
            return
        self._pictured = now
        self._pictures += 1
        anew = mirror().picture(evening, table.host.match)
        assert drawn(table, evening.surface.get_size()) == anew, "the table shows more than this moment"
        if self._pictures % OFTEN == 0:
            self._look_at_twins(evening, anew)

    def _look_at_twins(self, evening: Evening, true: bytes) -> None:
        """What the viewer cannot know is dealt again, and nothing on the screen changes."""
        table = evening.table
        witness = twins.Witness(table.host.match, table.viewer)
        _, _, _, twin = twins.play_both(witness, Dice("twin", self._pictures))
        assert mirror().picture(evening, twin) == true, "the picture tells worlds apart"
