"""The table on the screen: whole matches by pointer and by keys, and sprites where the layout puts them."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
import pytest

from game.ai.worker import Worker
from game.data import catalog
from game.engine.cards import HIDDEN
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.play.choice import Choice, Target, targets_of
from game.titles import TITLES
from game.ui.screens.curtain import Curtain
from game.ui.table.touch import TouchWidget
from game.words.message import HintStep
from tests import twins
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH
from tests.table import NAMES, QUICK, SHORT, KeyboardDriver, TableDriver

SEATS = {title: catalog.spec(title).seats for title in TITLES}


@pytest.fixture(scope="module")
def process() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.stop()


@pytest.mark.parametrize("title", TITLES)
def test_a_match_is_played_with_the_pointer(title: str, process: Worker, worker: InlineWorker) -> None:
    table = TableDriver(title, SEATS[title][-1], worker=process)
    table.play_to_end()
    assert table.host.over
    assert not table.overflows
    assert not table.kit.art.troubles


@pytest.mark.parametrize("title", TITLES)
def test_a_match_is_played_with_keys_alone(title: str, worker: InlineWorker) -> None:
    table = KeyboardDriver(title, SEATS[title][0], worker=worker, seed=2)
    table.play_to_end()
    assert table.host.over


@pytest.mark.parametrize("title", TITLES)
def test_people_share_the_machine(title: str, worker: InlineWorker) -> None:
    table = TableDriver(title, SEATS[title][0], people=2, worker=worker, seed=3)
    table.play_to_end()
    assert table.host.over


@pytest.mark.parametrize("title", TITLES)
def test_at_rest_every_sprite_is_where_the_layout_puts_it(title: str, worker: InlineWorker) -> None:
    """Also after resizing in mid-flight."""
    settings = replace(ENGLISH, speed="fast")
    table = TableDriver(title, SEATS[title][-1], worker=worker, settings=settings, seed=4)
    sizes = itertools.cycle([(640, 360), (500, 400), (960, 540)])
    for _ in range(8):
        if table.host.over:
            break
        for _ in range(8):
            table.step()
        table.resize(next(sizes))
        table.wait()
        if table.top is not table.table:
            table.answer()
            continue
        agree(table)
        table.choose()


def agree(table: TableDriver) -> None:
    scene = table.table
    view = table.host.view(scene.viewer)
    assert scene.board.stage.known_zones() == dict(view.zones)
    assert {name: scene.board.stage.facts[name] for name in view.facts} == dict(view.facts)
    for place, cards in view.zones.items():
        sprites = scene.board.stage.ordered_sprites(place)
        assert [sprite.card for sprite in sprites] == list(cards)
        for _ in range(200):
            if all(sprite.resting for sprite in sprites):
                break
            table.step()
        assert [sprite.spot for sprite in sprites] == scene.board.layout.card_spots(place, cards, view.facts)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("size", [100, 150])
def test_no_text_overflows(title: str, language: str, size: int, worker: InlineWorker) -> None:
    settings = replace(QUICK, language=language, text_size=size)
    table = TableDriver(title, SEATS[title][-1], worker=worker, settings=settings, seed=5, size=(1280, 720))
    for _ in range(10):
        if table.host.over:
            break
        table.wait()
        if table.top is not table.table:
            table.answer()
            continue
        table.key("l")
        table.key("l")
        table.choose()
    assert not table.overflows


@pytest.mark.parametrize(("language", "text"), [("en", 100), ("es", 150), ("fr", 200)])
def test_the_score_proves_that_a_player_was_stuck(language: str, text: int, worker: InlineWorker) -> None:
    settings = replace(QUICK, language=language, text_size=text)
    table = TableDriver("face_to_face", 2, worker=worker, settings=settings, size=(1280, 720))
    tally = table.play_to_score()
    lines = table.lines(tally)
    proof = [table.table.board.words.refusal(row) for row in table.host.rules.proof(table.host.view(0))]
    assert proof and list(lines[-len(proof) - 1 : -1]) == proof
    wins = "face_to_face.events.fact.winner"
    assert lines[-1] == (
        table.kit.texts(f"{wins}.you") if tally.winners == (0,) else table.kit.texts(f"{wins}.they", who="Bea")
    )
    assert not table.overflows


def test_a_card_that_cannot_be_played_says_why(worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 4, worker=worker, seed=8)
    for _ in range(60):
        table.wait()
        if table.top is not table.table:
            table.answer()
            continue
        cards = [w for w in table.table.widgets if isinstance(w, TouchWidget) and w.name.startswith("card hand")]
        refused = [card for card in cards if not card.legal]
        if refused:
            before = table.host.event_count
            table.touch(refused[0].name)
            assert table.said
            assert table.table.sitting.clause.startswith("MT-")
            assert table.host.event_count == before
            return
        table.choose()
    raise AssertionError("every card could always be played")


def test_a_card_is_dragged_to_its_pile(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker, seed=1)
    table.wait()
    while table.top is not table.table:
        table.answer()
        table.wait()
    scene = table.table
    move = next(move for move in scene.sitting.view.legal if move.card >= 0)
    card, pile = targets_of(scene.sitting.view, move, {})
    start = table.widget(table.named(card, "")).rect
    pos = start.left + 5, start.centery
    before = table.host.event_count
    table.move(pos)
    table.step(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
    table.move((pos[0] + 30, pos[1] - 40))
    sprite = next(sprite for sprite in scene.board.stage.sprites if sprite.card == move.card)
    assert sprite.is_in_air, "it is drawn above prompts"
    table.frames(30)
    grip = start.centerx - pos[0], start.centery - pos[1]
    u = table.kit.metrics.unit_px
    held = round(sprite.spot.x * u) - grip[0], round(sprite.spot.y * u) - grip[1]
    assert math.dist(held, (pos[0] + 30, pos[1] - 40)) < 3, "it stays where it was taken"
    end = table.widget(f"zone {pile.place}").rect.center
    table.move(end)
    table.step(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    assert table.host.event_count > before
    assert scene.sitting.view.zones[pile.place][-1:] == (move.card,)


def test_undo_is_free_until_something_new_is_seen(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker, seed=1)
    table.wait()
    before = table.host.view(0).to_bytes()
    table.choose()
    table.frames(3)
    assert table.host.view(0).to_bytes() != before
    table.key("u")
    table.frames(3)
    assert table.host.view(0).to_bytes() == before
    agree(table)
    assert not table.host.provenance.undone


def test_a_hint_comes_in_three_steps(worker: InlineWorker) -> None:
    table = TableDriver("face_to_face", 2, worker=worker, seed=1)
    table.wait()
    said = []
    for _ in range(3):
        table.key("h")
        table.wait_for_hint()
        said.append(table.said)
    assert len(set(said)) == 3 and all(said)


ALIKE = ("Menu",)
"""The same in two languages."""


def asked(table: TableDriver) -> None:
    """Where something was played already; the pointer on a tool, so that its tip is shown."""
    for _ in range(3):
        to_a_question(table)
        table.choose()
    to_a_question(table)
    table.hover("rules")


def hinted(table: TableDriver) -> None:
    asked(table)
    for _ in HintStep:
        table.key("h")
        table.wait_for_hint()


def logged(table: TableDriver) -> None:
    asked(table)
    table.key("l")


def scored(table: TableDriver) -> None:
    """The end of the match, where all of its story is told."""
    table.play_to_score()
    table.frames(60, dt=0.5)


def to_a_question(table: TableDriver) -> None:
    table.wait()
    while table.top is not table.table:
        table.answer()
        table.wait()


@pytest.mark.parametrize(("title", "language"), list(zip(TITLES, ("es", "fr", "fr", "es"), strict=True)))
@pytest.mark.parametrize("moment", [asked, hinted, logged, scored])
def test_switching_the_language_changes_every_word_on_the_table(
    title: str, language: str, moment: Callable[[TableDriver], None], worker: InlineWorker
) -> None:
    """Prompt, heading, badges, tips, buttons, hint, log and score: as if it had been spoken all along."""
    settings = replace(QUICK, captions=False)
    switched, other = (
        TableDriver(title, SEATS[title][-1], worker=worker, settings=how, size=(1280, 720))
        for how in (settings, replace(settings, language=language))
    )
    for table in (switched, other):
        moment(table)
        table.frames(10, dt=0.5)  # until everybody is calm again
    english = switched.shown_texts
    switched.app.change(replace(switched.kit.settings, language=language))
    other.app.rebuild()
    assert switched.shown_texts == other.shown_texts
    assert pixels(switched) == pixels(other)
    assert english & switched.shown_texts <= {*NAMES, switched.kit.texts(f"{title}.name"), *ALIKE}
    for table in (switched, other):
        table.close()


def pixels(table: TableDriver) -> bytes:
    return pygame.image.tobytes(table.surface, "RGB")


def played(title: str, seats: int, moves: int, seed: int) -> Match:
    """A match after some random moves."""
    rules = catalog.rules(title, SHORT.get(title, {}))
    dice = Dice("frames", title, seed)
    match = Match.start(rules, [Player(NAMES[seat]) for seat in range(seats)], dice)
    for _ in range(moves):
        if match.over:
            break
        seat = match.deciders[0]
        match.play(seat, dice.pick(match.legal(seat)))
    return match


@pytest.mark.parametrize("title", TITLES)
def test_what_is_drawn_between_turns_is_the_same_in_twin_worlds(title: str, worker: InlineWorker) -> None:
    """Two people share the machine, nobody has claimed the seat: every frame is a spectator's, the curtain too."""
    differed = 0
    for seed in range(3):
        match = played(title, 2, 3 + 9 * seed, seed)
        witness = twins.Witness(match, match.seats)
        _, true, _, twin = twins.play_both(witness, Dice("twin", seed))
        differed += true.picture != twin.picture
        frames = []
        for world in (true, twin):
            table = TableDriver(title, 2, people=2, worker=worker, settings=replace(ENGLISH, speed="fast"), match=world)
            shots = []
            for _ in range(200):
                if table.step(dt=1 / 20):
                    shots.append(hashlib.sha256(table.surface.get_view("0").raw).digest())
                if isinstance(table.top, Curtain):
                    break
            frames.append(shots)
        assert frames[0] == frames[1]
    assert differed


@pytest.mark.parametrize("title", TITLES)
def test_every_legal_move_can_be_reached_by_narrowing(title: str) -> None:
    indexes = catalog.spec(title).points_at
    for seed in range(8):
        match = played(title, SEATS[title][-1], 5 * seed, seed)
        for seat in match.deciders:
            view = match.view(seat)
            for move in view.legal:
                choice = Choice(view, indexes)
                found = None
                for target in targets_of(view, move, indexes):
                    found = choice.pick(target) or found
                    if found:
                        break
                assert found == move


def test_a_target_of_no_move_is_ignored() -> None:
    view = played("face_to_face", 2, 0, 1).view(0)
    choice = Choice(view, {})
    assert choice.pick(Target("zone", "nowhere")) is None
    assert not choice.picked


@pytest.mark.parametrize("people", [1, 3])
def test_a_race_is_run_with_keys(people: int, worker: InlineWorker) -> None:
    """Everybody has keys of their own; where people share the machine they look at their cards in secret first."""
    table = TableDriver("jelly_mind", 3, people, live=True, worker=worker)
    race = table.table.race
    assert race is not None
    looks = beats = 0
    for _ in range(30000):
        if isinstance(table.top, Curtain):
            table.answer()
            looks += 1
        elif table.top is not table.table:
            break
        elif table.has("looked"):
            table.press("looked")
        elif race.live.phase == "race" and table.still:
            for number in range(people):
                table.key(("a", "g", "k")[number] if beats % 3 else ("z", "b", "m")[number])
            beats += 1
        table.step(dt=0.05)
    assert table.host.over
    assert beats
    assert looks == 0 if people == 1 else looks >= 3


@pytest.mark.parametrize("under", ["", "p"], ids=["open", "under the pause"])
def test_nothing_private_is_drawn_after_the_window_lost_the_keyboard(under: str, worker: InlineWorker) -> None:
    table = TableDriver("marshmallow_test", 2, people=2, worker=worker)
    table.wait()
    table.answer()
    table.wait()
    seat = table.table.viewer
    assert seat < table.host.seats
    if under:
        table.key(under)
    table.step(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert table.table.viewer == table.host.seats
    hand = table.table.board.stage.zones[f"hand {seat}"]
    assert all(sprite.card == HIDDEN and not sprite.spot.face_up for sprite in hand)
    if under:
        table.key("escape")
    table.frames(3)
    assert isinstance(table.top, Curtain)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_many_matches_at_one_machine(title: str, worker: InlineWorker) -> None:
    """Two hundred a title; under the curtain and between turns every picture is a spectator's."""
    for seed in range(200):
        table = TableDriver(title, SEATS[title][0], people=2, worker=worker, seed=seed, size=(320, 180))
        table.play_to_end()
        assert table.host.over
