"""Moments: they are found where they happen, are said in every language, and never keep anybody from playing."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache

import pygame
import pytest

from game.data import catalog
from game.engine.cards import Seat
from game.engine.events import Decided, Event, Fact, Moved, Step
from game.play.host import Chair, Host, Setup
from game.titles import TITLES
from game.ui.look import Look, load_look
from game.ui.metrics import Metrics
from game.ui.moment_look import HOLD_LIMIT_MS
from game.ui.table.layout import Layout
from game.ui.table.moment_finder import Moment, MomentFinder
from game.ui.table.moment_show import REST_S
from game.ui.table.moments import MOMENT_S
from game.ui.table.stage import Stage
from game.words.locale import Texts
from tests.inline_worker import InlineWorker, think_here
from tests.screen import ENGLISH, FRAME_S
from tests.table import TableDriver

ME: Seat = 0
SEATS = dict(zip(TITLES, (3, 2, 3, 3), strict=True))
MATCHES = dict(zip(TITLES, (3, 3, 3, 1), strict=True))
Found = list[tuple[Event, Moment]]


@pytest.mark.parametrize("title", TITLES)
def test_every_moment_can_be_said_and_lasts_at_most_a_second_and_a_half(title: str) -> None:
    look = load_look(catalog.spec(title))
    assert look.moments and not look.error_text
    assert HOLD_LIMIT_MS <= 1500 and MOMENT_S <= 1.5
    shouts = {moment.name for moment in look.moments if moment.says == "shout"}
    for code in ("en", "es", "fr"):
        assert set(Texts.load(code).children(f"{title}.moments")) == shouts


@cache
def matches(title: str) -> list[Host]:
    """Finished matches of beginners."""
    hosts = []
    for seed in range(MATCHES[title]):
        chairs = tuple(Chair(f"P{seat}", "beginner") for seat in range(SEATS[title]))
        host = Host(Setup(title, chairs), InlineWorker(), seed)
        while not host.over:
            seat = host.deciders[0]
            host.play(seat, think_here(host.rules, host.view(seat), "beginner", host.turn, seat).move)
        hosts.append(host)
    return hosts


def moments_of(host: Host) -> Found:
    spec = host.rules.spec
    look: Look = load_look(spec)
    layout = Layout(look, Metrics(640, 360, 1.0), host.seats, ME)
    stage = Stage(spec, host.rules.places(host.seats), host.seats, ME, layout)
    start, events = host.view_at_start(ME), host.events_for(ME)
    stage.start(start.zones, start.facts, ())
    finder = MomentFinder(spec, look, host.rules.options, ME)
    found: Found = []
    for number, event in enumerate(events):
        found += [(event, moment) for moment in finder.find(event, events[number + 1 :], stage)]
        stage.hear(event)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_moments_are_found_where_they_happen(title: str) -> None:
    names: Counter[str] = Counter()
    for host in matches(title):
        found = moments_of(host)
        names.update(moment.look.name for _, moment in found)
        assert Counter(expected(host)) == Counter(moment.look.name for _, moment in found) & Counter(CHECKED[title])
    assert all(names[name] for name in ("win",)), names


CHECKED = {
    "marshmallow_test": {"take": 999, "out": 999, "out_for_nothing": 999},
    "face_to_face": {"jump_up": 999, "jump_down": 999, "help_up": 999, "help_down": 999, "stuck": 1},
    "jelly_mind": {"standoff": 999, "low_beats_high": 999},
    "happy_mochi": {"double": 999, "value_turns": 999},
}
"""The moments that `expected` works out in its own way."""


def expected(host: Host) -> list[str]:
    """The moments of a match, from its log and its events, without a stage."""
    spec, events = host.rules.spec, host.events_for(ME)
    rank = {card: face.rank for card, face in enumerate(spec.faces)}
    found: list[str] = []
    tops: dict[str, int] = {}
    shown: dict[str, int] = {}
    decided = False
    for number, event in enumerate(events):
        step = []
        for later in events[number + 1 :]:
            if isinstance(later, Step | Decided):
                break
            step.append(later.name if isinstance(later, Fact) else "")
        match event:
            case Step(name):
                decided = False
                found += {"sweep": ["take"], "standoff": ["standoff"]}.get(name, [])
                shown = {} if name == "draw" else shown
            case Decided(_, move):
                decided = True
                found += {"help-up": ["help_up"], "help-down": ["help_down"]}.get(move.verb if move else "", [])
            case Moved(card, target=target) if card >= 0:
                zone = target.partition(" ")[0]
                if zone == "up" and rank[card] == tops.get(target, 999) - 10:
                    found.append("jump_up")
                if zone == "down" and rank[card] == tops.get(target, -999) + 10:
                    found.append("jump_down")
                if spec.title == "happy_mochi" and zone == "right" and decided and rank[card] == tops.get("left"):
                    found.append("double")
                tops[target] = rank[card]
                if zone == "open":
                    shown[target] = rank[card]
            case Fact("out", value) if value:
                found.append("out" if "points" in step else "out_for_nothing")
            case Fact("stuck", value) if isinstance(value, int) and value >= 0:
                found.append("stuck")
            case Fact("took", value) if isinstance(value, tuple) and any(value):
                takers = {shown.get(f"open {seat}") for seat, count in enumerate(value) if count}
                others = {shown.get(f"open {seat}") for seat, count in enumerate(value) if not count}
                found += ["low_beats_high"] if 1 in takers and 5 in others else []
            case Fact("value"):
                found.append("value_turns")
    return found


# Who took the trick?


def at_a_finished_trick(rest: str, speed: str = "normal", calm: bool = False) -> TableDriver:
    """A table on which a trick is complete, and rests."""
    settings = replace(ENGLISH, speed=speed, trick_rest=rest, reduced_motion=calm)
    table = TableDriver("marshmallow_test", 3, settings=settings, worker=InlineWorker(bot="beginner"), seed=2)
    while not table.table.director.rests_for_eyes:
        if table.table.asking and table.still:
            table.choose()
        table.step(dt=FRAME_S)
    return table


@pytest.mark.parametrize("calm", [False, True])
def test_the_winning_card_is_marked_and_a_line_says_who_takes_the_trick(calm: bool) -> None:
    table = at_a_finished_trick("normal", calm=calm)
    winner, order, cards = table.host.view(ME).facts["history"][-1]
    marked = table.table.board.stage.marked
    assert marked is not None and marked.card == cards[order.index(winner)]
    name = "You win" if winner == ME else f"{table.host.names[winner]} wins"
    assert table.table.prompt() == f"{name} the trick: 1 of 4."
    rested_s = 0.0
    while table.table.director.rests_for_eyes:
        table.step(dt=FRAME_S)
        rested_s += FRAME_S
    assert abs(rested_s - REST_S["normal"]) < 4 * FRAME_S
    table.until(lambda: table.table.board.stage.marked is None and not table.table.prompt().startswith(name), "the end")


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_a_trick_can_rest_until_a_key(speed: str) -> None:
    table = at_a_finished_trick("key", speed)
    table.frames(400, dt=0.1)
    assert table.table.director.rests_for_eyes and table.table.prompt().endswith("Press any key.")
    table.key("right")
    assert not table.table.director.rests_for_eyes
    table.until(lambda: not table.table.board.moments.caption and table.table.director.idle, "the next trick")
    assert REST_S["short"] < REST_S["normal"] < REST_S["long"] < REST_S["key"] == math.inf


def test_playing_on_is_enough() -> None:
    """If the viewer leads the next trick, one click takes the old one and plays."""
    table = at_a_finished_trick("key")
    while not (table.table.director.rests_for_eyes and ME in table.host.deciders):
        if table.table.director.rests_for_eyes:
            table.key("right")
        elif table.table.asking and table.still:
            table.choose()
        table.step(dt=FRAME_S)
    before = table.host.event_count
    at = table.widget("card hand 0 0").rect
    table.click_at((at.left + 4, at.centery))
    assert not table.table.director.rests_for_eyes
    assert any(isinstance(event, Decided) for event in table.host.events_for(ME, before)), "the click has played"


def test_a_moment_can_be_skipped() -> None:
    table = at_a_finished_trick("long")
    table.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(240, 100), button=1, touch=False))
    assert not table.table.director.rests_for_eyes and not table.table.board.moments.playing
