"""Taking back: the same in a match that runs and in one that was resumed, and what a seat was told stays true."""

from __future__ import annotations

from typing import Any

import pytest

from game.data import catalog
from game.disk import saving
from game.disk.saving import Autosave
from game.disk.store import Store
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.view import Listener
from game.play.host import Chair, Host, Provenance, Setup
from game.start import scenes
from game.titles import TITLES
from tests.inline_worker import InlineWorker
from tests.table import NAMES, SHORT

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((title, SHORT.get(title, {})) for title in TITLES),
    ("jelly_mind", {"draw": "choose"}),
]


def a_host(title: str, options: dict[str, Any], *, practice: bool, seed: int) -> Host:
    seats = catalog.spec(title).seats[-1]
    chairs = tuple(Chair(NAMES[seat], "random" if seat == 1 and seats > 2 else "") for seat in range(seats))
    return Host(Setup(title, chairs, options, practice=practice), InlineWorker(), seed)


def resumed(host: Host) -> Host:
    return saving.make_host(saving.snapshot(host, "20260101-000000-00000000", 0, 0), host.worker)


def check_told(host: Host) -> None:
    """Every View can be rebuilt from what was told."""
    for seat in range(host.seats + 1):
        start, view = host.view_at_start(seat), host.view(seat)
        listener = Listener(host.rules.places(host.seats), host.seats, seat)
        listener.start(start.zones, start.facts)
        for event in host.events_for(seat):
            listener.hear(event)
        assert listener.zones_and_marks() == (view.zones, view.seen)
        assert listener.facts == view.facts
        assert [bool(sealed) for sealed in listener.sealed] == list(view.sealed)


def step(host: Host, dice: Dice) -> None:
    """One decision, in any order where several decide at once."""
    seat: Seat = dice.pick(host.deciders)
    host.play(seat, dice.pick(host.view(seat).legal))


@pytest.mark.parametrize("practice", [False, True], ids=["match", "practice"])
@pytest.mark.parametrize(("title", "options"), OPTIONS, ids=lambda value: str(value))
def test_undo_is_the_same_before_and_after_a_resume(title: str, options: dict[str, Any], practice: bool) -> None:
    checked = 0
    for seed in range(2):
        host, dice = a_host(title, options, practice=practice, seed=seed), Dice("undo", title, seed)
        for _ in range(30):
            if host.over:
                break
            step(host, dice)
            again = resumed(host)
            check_told(again)
            for seat in host.people:
                assert host.can_undo(seat) == again.can_undo(seat)
                if not host.can_undo(seat):
                    continue
                once, twice = resumed(host), resumed(again)
                for other in (once, twice):
                    other.undo(seat)
                    check_told(other)
                    assert seat in other.deciders
                assert once.view(seat).to_bytes() == twice.view(seat).to_bytes()
                assert once.provenance == twice.provenance
                step(once, dice)
                check_told(once)
                checked += 1
            if practice and dice.random() < 0.2 and host.can_undo(host.people[0]):
                host.undo(host.people[0])
                check_told(host)
    assert checked


def test_a_sealed_choice_can_be_taken_back_until_everybody_has_chosen() -> None:
    for order in ((0, 1), (1, 0)):
        host = Host(Setup("jelly_mind", (Chair("Ana"), Chair("Bea"))), InlineWorker(), 1)
        first, second = order
        host.play(first, host.view(first).legal[0])
        assert host.can_undo(first) and not host.can_undo(second)
        host.undo(first)
        assert set(host.deciders) == {0, 1} and not host.provenance.undone
        host.play(first, host.view(first).legal[0])
        host.play(second, host.view(second).legal[0])
        assert not host.can_undo(first) and not host.can_undo(second), "both have learnt what the other chose"


def test_a_match_that_goes_on_after_an_error_keeps_its_provenance(tmp_path: Any) -> None:
    """Also where there is no save to go on from."""
    provenance = Provenance("0.0.1", undone=True, copied=True, edited=True)
    host = Host(Setup("face_to_face", (Chair("Ana"), Chair("Bea"))), InlineWorker(), 1, provenance=provenance)
    table: Any = scenes._resume_after_crash(host, Store(tmp_path))
    assert table.host.provenance == provenance
    store = Store(tmp_path)
    host.on_change = Autosave.new(store)
    host.on_change(host)
    store.flush()
    store.release(host.on_change.name)
    table = scenes._resume_after_crash(host, store)
    assert table.host.provenance == provenance
    store.close()
