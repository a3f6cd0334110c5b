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
from game.ui.look import Look
from game.ui.look_file import load_look
from game.ui.metrics import Metrics
from game.ui.moment_look import HOLD_LIMIT_MS
from game.ui.table.layout import CARD_RATIO, Layout
from game.ui.table.moment_finder import Moment, MomentFinder
from game.ui.table.moment_show import LANDING_S, REST_S, TURN_S, begin_moment
from game.ui.table.moments import LINE_LEAST_S, MOMENT_S, SHOUT_S
from game.ui.table.sprites import sprite_rect
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
    shouts = {moment.name for moment in look.moments if moment.shouts}
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
    assert names["win"] + names["won_by_other"] == len(matches(title)), names


CHECKED = {
    "marshmallow_test": {"take": 999, "out": 999, "out_for_nothing": 999},
    "face_to_face": {"jump_up": 999, "jump_down": 999, "help_up": 999, "help_down": 999, "stuck": 1},
    "jelly_mind": {"standoff": 999, "low_beats_high": 999, "take_back": 999},
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
    tokens: tuple[object, ...] = (0,) * host.seats
    for number, event in enumerate(events):
        step = []
        for later in events[number + 1 :]:
            if isinstance(later, Step | Decided):
                break
            step.append(later.name if isinstance(later, Fact) else "")
        match event:
            case Step(name):
                decided = False
                found += {"sweep": ["take"], "standoff": ["standoff"], "take_back": ["take_back"]}.get(name, [])
                shown = {} if name == "reveal" else shown
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
            case Fact("tokens", value) if spec.title == "jelly_mind" and isinstance(value, tuple) and any(value):
                takers = {shown.get(f"open {seat}") for seat, count in enumerate(value) if count != tokens[seat]}
                others = {shown.get(f"open {seat}") for seat, count in enumerate(value) if count == tokens[seat]}
                tokens = value
                found += ["low_beats_high"] if 1 in takers and 5 in others else []
            case Fact("value"):
                found.append("value_turns")
    return found


# How they look and sound


class Shown:
    """A table at which a moment can be begun by hand, at a point where nothing moves."""

    def __init__(self, title: str, size: tuple[int, int] = (640, 360), **settings: object) -> None:
        chosen = replace(ENGLISH, speed="normal").with_changes(**settings)
        self.driver = TableDriver(title, SEATS[title], settings=chosen, size=size, worker=InlineWorker(bot="beginner"))
        self.driver.wait()
        self.driver.frames(60)
        self.board = self.driver.table.board
        self.heard: list[str] = []
        self.driver.kit.audio.play = lambda name, pan=0.0: self.heard.append(name)

    def begin(self, name: str, place: str = "", line: str = "") -> None:
        look = next(moment for moment in self.board.look.moments if moment.name == name)
        begin_moment(self.board, Moment(look, (1,), place), None, line)


def test_a_glow_hides_nothing_of_the_thing_that_glows() -> None:
    shown = Shown("happy_mochi")
    table, badge = shown.driver.table, shown.board.layout.badges[0]
    x, y = shown.board.layout.middle[0] + badge.x, shown.board.layout.middle[1] + badge.y
    width, height = badge.size - 20, badge.size * CARD_RATIO - 20  # without the round corners
    inner = shown.driver.kit.rect(x - width / 2, y - height / 2, width, height)
    around = inner.inflate(40, 40)
    before, outer = shown.driver.surface.copy(), set()
    shown.begin("value_turns")
    for _ in range(60):
        shown.driver.step(dt=FRAME_S)
        now = shown.driver.surface
        assert now.subsurface(inner).copy().get_buffer().raw == before.subsurface(inner).copy().get_buffer().raw
        outer.add(now.subsurface(around).copy().get_buffer().raw)
    assert table.board.moments.playing and len(outer) > 4, "it swells and shrinks"


@pytest.mark.parametrize(
    ("title", "name", "place"),
    [("face_to_face", "jump_up", "up 1"), ("face_to_face", "help_up", "up 0"), ("marshmallow_test", "out", "")],
)
def test_sweets_hide_neither_the_card_that_they_celebrate_nor_a_plate(title: str, name: str, place: str) -> None:
    shown = Shown(title)
    shown.begin(name, place)
    moment, kit, board = shown.board.moments.playing[-1], shown.driver.kit, shown.board
    x, y = moment.place.centres[0]
    width, height = moment.place.size
    free = [board.hud.plate_rect(seat) for seat in board.layout.plate_centres]
    free.append(kit.rect(x - width / 2, y - height / 2, width, height))
    drawn, moment.shout = 0, ""
    for share in range(1, 20):
        moment.clock_s = MOMENT_S * share / 20
        picture = pygame.Surface(shown.driver.surface.get_size(), pygame.SRCALPHA)
        board.moments.draw_above(picture)
        drawn += bool(picture.get_bounding_rect())
        assert not any(picture.subsurface(rect).get_bounding_rect() for rect in free)
    assert drawn > 12


@pytest.mark.parametrize(
    ("points", "said"), [((19, 20, 3), True), ((16, 20, 3), False), ((18, 20, 19), False), ((18, 20, 18), True)]
)
def test_losing_narrowly_is_said_only_to_the_one_who_was_nearest(points: tuple[int, ...], said: bool) -> None:
    spec = catalog.spec("marshmallow_test")
    look = load_look(spec)
    stage = Stage(spec, Host(Setup(spec.title, (Chair("A"),) * 3), InlineWorker(), 1).rules.places(3), 3, ME,
                  Layout(look, Metrics(640, 360, 1.0), 3, ME))  # fmt: skip
    stage.start({}, {"points": points, "winner": -1}, ())
    found = MomentFinder(spec, look, {"target": 20}, ME).find(Fact("winner", 1), [], stage)
    assert ("narrow" in [moment.look.name for moment in found]) is said
    assert next(moment for moment in found if moment.look.ends_at).reached == ((1, 20),)


def test_the_end_of_a_match_says_who_ended_it() -> None:
    shown = Shown("happy_mochi")
    look = next(moment for moment in shown.board.look.moments if moment.name == "won_by_other")
    begin_moment(shown.board, Moment(look, (1,), reached=((0, 31), (2, 30))), None, "P1 wins the match!")
    said = shown.board.moments.caption
    names = shown.driver.host.names
    assert said == f"You: 31 penalty points; {names[2]}: 30 penalty points. The match is over. P1 wins the match!"


def test_numbers_on_the_table_agree_with_what_is_said_while_a_moment_holds_on() -> None:
    director = Shown("marshmallow_test").driver.table.director
    begun: list[str] = []

    def begin(moment: Moment, moved: object) -> float:
        begun.append(moment.look.name)
        return 1.0

    director.begin_moment = begin
    director.show([Fact("out", (1,)), Fact("points", (0, 2, 0)), Fact("winner", 1)])
    for _ in range(10):
        director.update(0.05)
    assert begun == ["out"] and director.stage.facts["points"] == (0, 2, 0), "a winner has to wait"
    for _ in range(20):
        director.update(0.05)
    assert begun[:2] == ["out", "won_by_other"]


def test_a_line_goes_when_the_next_player_decides_but_not_before_it_could_be_read() -> None:
    moments = Shown("marshmallow_test").board.moments
    moments.say("Bo goes out.", MOMENT_S)
    moments.end_line()
    moments.update(LINE_LEAST_S - 0.01)
    assert moments.caption
    moments.update(0.02)
    assert not moments.caption
    moments.say("Bo goes out.", math.inf)
    moments.update(LINE_LEAST_S)
    moments.end_line()
    moments.update(0.001)
    assert not moments.caption


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("size", [(640, 360), (360, 640)])
def test_a_shout_hides_no_card_and_no_plate(title: str, size: tuple[int, int]) -> None:
    shown = Shown(title, size)
    for look in shown.board.look.moments:
        if look.says != "shout":
            continue
        shown.begin(look.name)
        moment = shown.board.moments.playing[-1]
        sign = pygame.Rect((0, 0), shown.board.moments.shout_size(moment.shout))
        sign.center = moment.shout_centre
        assert shown.driver.surface.get_rect().contains(sign)
        cards = [sprite_rect(shown.driver.kit, sprite) for sprite in shown.board.stage.sprites if sprite.goal.visible]
        plates = [shown.board.hud.plate_rect(seat) for seat in range(SEATS[title])]
        assert sign.collidelist(cards + plates) < 0, look.name


def test_a_line_waits_until_the_shout_above_it_is_over() -> None:
    shown = Shown("marshmallow_test")
    shown.begin("won_by_other", line="Cleo wins the match!")
    shown.begin("narrow")
    assert not shown.driver.table.prompt()
    shown.driver.frames(round(SHOUT_S / FRAME_S) + 2, FRAME_S)
    assert shown.driver.table.prompt() == "Cleo wins the match!"
    shown.driver.frames(round(1.1 * MOMENT_S / FRAME_S), FRAME_S)
    assert shown.driver.table.prompt() != "Cleo wins the match!"


def test_shouts_never_stand_on_each_other_and_no_sweet_vanishes_on_the_table() -> None:
    shown = Shown("marshmallow_test")
    shown.begin("last_marshmallow")
    shown.begin("win")
    rain = shown.board.moments.playing[-1]
    assert [moment.shout for moment in shown.board.moments.playing] == ["", "Victory!"]
    rain.clock_s = MOMENT_S - 0.001
    picture = pygame.Surface(shown.driver.surface.get_size())
    rain.shout = ""
    shown.board.moments.playing = [rain]
    shown.board.moments.draw_above(picture)
    assert not picture.get_bounding_rect().width or not any(picture.get_buffer().raw[::4]), "a sweet is still there"


def test_the_value_card_shows_its_old_side_before_it_turns() -> None:
    """Also after a resize, when the table was made anew."""
    shown = Shown("happy_mochi")
    shown.driver.table.enter(shown.driver.kit)
    hud, facts = shown.driver.table.board.hud, dict(shown.driver.table.board.stage.facts)
    old = facts["value"]
    new = "-" if old == "+" else "+"
    hud.on_fact("value", new, facts | {"value": new}, still=False)
    assert hud.badges.values["value"] == [old, new]


@pytest.mark.parametrize("calm", [False, True])
def test_a_moment_about_a_card_begins_when_the_card_has_landed(calm: bool) -> None:
    shown = Shown("face_to_face", reduced_motion=calm)
    shown.begin("jump_up", "up 0")
    moments = shown.board.moments
    assert not shown.heard
    shown.driver.frames(round(LANDING_S / FRAME_S) - 1, FRAME_S)
    assert not shown.heard and moments.playing[0].clock_s < 0
    shown.driver.frames(3, FRAME_S)
    assert shown.heard == ["jump"] and moments.playing[0].clock_s >= 0


def test_the_sweets_are_those_of_the_player_who_wins() -> None:
    shown = Shown("jelly_mind")
    shown.begin("won_by_other")
    assert shown.board.moments.playing[0].place.picture == "tokens/jelly_blue.svg"


def test_a_trick_is_heard_when_it_is_taken_not_while_it_rests() -> None:
    heard: list[str] = []
    table = at_a_finished_trick("normal", heard=heard)
    assert "sweep" not in heard
    while table.table.director.rests_for_eyes:
        table.step(dt=FRAME_S)
    table.frames(2, FRAME_S)
    assert heard.count("sweep") == 1


def test_a_deal_is_heard_card_by_card_from_where_the_cards_go() -> None:
    settings = replace(ENGLISH, speed="normal")
    table = TableDriver("marshmallow_test", 4, settings=settings, worker=InlineWorker(bot="beginner"))
    heard: list[tuple[str, float]] = []
    table.kit.audio.play = lambda name, pan=0.0: heard.append((name, round(pan, 1)))
    table.until(lambda: "hand 0" in table.table.board.stage.zones and table.table.director.idle, "the deal")
    pans = [pan for name, pan in heard if name == "deal"]
    assert len(pans) >= 20 and len(set(pans)) >= 4


# Who took the trick?


def at_a_finished_trick(
    rest: str, speed: str = "normal", calm: bool = False, heard: list[str] | None = None
) -> TableDriver:
    """A table on which a trick is complete, and rests. `heard` gets the names of the sounds."""
    settings = replace(ENGLISH, speed=speed, trick_rest=rest, reduced_motion=calm)
    table = TableDriver("marshmallow_test", 3, settings=settings, worker=InlineWorker(bot="beginner"), seed=2)
    if heard is not None:
        table.kit.audio.play = lambda name, pan=0.0: heard.append(name)
    while not table.table.director.rests_for_eyes:
        if table.table.asking and table.still:
            table.choose()
        table.step(dt=FRAME_S)
    return table


@pytest.mark.parametrize("calm", [False, True])
def test_the_winning_card_is_marked_and_a_line_says_who_takes_the_trick(calm: bool) -> None:
    table = at_a_finished_trick("normal", calm=calm)
    winner, order, cards = table.host.view(ME).facts["history"][-1]
    assert [sprite.card for sprite in table.table.board.stage.marked] == [cards[order.index(winner)]]
    name = "You win" if winner == ME else f"{table.host.names[winner]} wins"
    assert table.table.prompt() == f"{name} the trick: 1 of 4."
    rested_s = 0.0
    while table.table.director.rests_for_eyes:
        table.step(dt=FRAME_S)
        rested_s += FRAME_S
    assert abs(rested_s - REST_S["normal"]) < 4 * FRAME_S
    table.until(lambda: table.table.board.stage.marked == [] and not table.table.prompt().startswith(name), "the end")


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_a_trick_can_rest_until_a_key(speed: str) -> None:
    table = at_a_finished_trick("key", speed)
    table.frames(400, dt=0.1)
    assert table.table.director.rests_for_eyes and table.table.prompt().endswith("Press any key.")
    table.key("right")
    assert not table.table.director.rests_for_eyes
    table.until(lambda: not table.table.board.moments.caption and table.table.director.idle, "the next trick")
    assert REST_S["short"] < REST_S["normal"] < REST_S["long"] < REST_S["key"] == math.inf


def test_what_was_played_at_once_turns_up_in_the_middle_and_the_winning_card_is_marked() -> None:
    settings = replace(ENGLISH, speed="normal")
    table = TableDriver("jelly_mind", 3, settings=settings, worker=InlineWorker(bot="beginner"), seed=5)
    stage = table.table.board.stage
    while not (table.table.director.rests_for_eyes and len(stage.marked) == 1):
        if table.table.asking and table.still:
            table.press("move play")
        table.step(dt=FRAME_S)
    assert not table.table.prompt(), "nobody is told who has won before the cards turn over"
    table.frames(round((TURN_S + 0.05) / FRAME_S))
    lying = {place: sprites[0] for place, sprites in stage.zones.items() if place.startswith("table") and sprites}
    assert len(lying) > 1 and all(sprite.card >= 0 and sprite.spot.face_up for sprite in lying.values())
    seat = next(int(place.split()[1]) for place, sprite in lying.items() if sprite is stage.marked[0])
    assert table.table.prompt().startswith("You get" if seat == ME else f"{table.host.names[seat]} gets")
    assert all(sprite.resting or sprite.lift for sprite in lying.values()), "they rest before they go"
    table.until(lambda: table.table.director.idle, "the next turn")
    assert not any(stage.zones[place] for place in lying)


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
