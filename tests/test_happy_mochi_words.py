"""What is said at the table of Happy Mochi: as true as the rules, in every language."""

from __future__ import annotations

from functools import cache

import pytest

from game.ai.bots import Bot
from game.data import catalog
from game.engine.cards import HIDDEN
from game.engine.dice import Dice
from game.engine.events import Event, Shown, Step, events_for
from game.engine.match import Match, Player
from game.engine.view import View, make_view
from game.words import Wording
from game.words.locale import Texts
from game.words.message import question_message
from tests.contract import SPECTATOR, copy_at
from tests.scenario import Scenario
from tests.test_happy_mochi import OUT, SLOW, draw_all, mochi, play_out

NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
RULES = catalog.rules("happy_mochi")
LANGUAGES = ("en", "es", "fr")


@cache
def wording(code: str, you: int | None, seats: int = 3) -> Wording:
    return Wording(Texts.load(code, strict=True), RULES, NAMES[:seats], you)


# The count


def counts(seats: int, seed: int) -> list[tuple[dict[int, View], list[Event], Match]]:
    """Every move of a match that ends a round: what was known before, what happened, and the match then."""
    match = Match.start(RULES, [Player(name) for name in NAMES[:seats]], Dice("counts", seats, seed))
    bot, dice = Bot(RULES, "casual"), Dice("players", seed)
    found = []
    while not match.over:
        seat = match.deciders[0]
        before = {each: match.view(each) for each in (*range(seats), SPECTATOR)}
        events = match.play(seat, bot.think(match.view(seat), dice).move)
        if Step("count") in events:
            found.append((before, events, copy_at(match, len(match.log))))
    return found


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_at_the_count_everybody_hears_every_hand_whole_and_what_it_costs(seats: int) -> None:
    """Cards that everybody knew already are not shown again, but they are counted."""
    short = 0
    for before, events, match in [each for seed in range(3) for each in counts(seats, seed)]:
        old, new = before[0].facts["points"], match.view(0).facts["points"]
        shown = [event.card for event in events if isinstance(event, Shown)]
        for listener, known in before.items():
            words = wording("en", listener if listener < seats else None, seats)
            lines = words.event_lines(known, events_for(events, listener))
            said = " ".join(line for line in lines[events.index(Step("count")) :] if line)
            at: list[int] = []
            for seat in range(seats):
                cards = match.picture.zones[f"hand {seat}"]
                points = sum(RULES.spec.faces[card].rank for card in cards)
                assert points == new[seat] - old[seat]
                whose = "Your" if seat == listener else f"{NAMES[seat]}’s"
                cost = "1 penalty point" if points == 1 else f"{points} penalty points"
                told = ", ".join(map(words.card, cards))
                line = f"{whose} hand: {told} = {cost} (total: {new[seat]})."
                assert said.count(f"{whose} hand:") == (1 if cards else 0)
                assert not cards or line in said
                at.append(said.find(f"{whose} hand:"))
                short += bool(cards) and not {*cards} <= {*shown}
            assert [place for place in at if place >= 0] == sorted(place for place in at if place >= 0)
    assert short


def test_at_the_count_hands_that_everybody_knew_are_told_too() -> None:
    """Here all of them were laid open as proof that nothing could be done (HM-6)."""
    scene = draw_all(mochi(*[""] * 6, pair="white 9, red 9"))
    scene.play("2 pass", "3 pass", "4 pass", "5 pass", "0 pass")
    before, done = scene.view(SPECTATOR), len(scene.events)
    scene.play("1 pass")
    events = events_for(scene.events[done:], SPECTATOR)
    at = events.index(Step("count"))
    assert not any(isinstance(event, Shown) for event in events[at:])
    words = wording("en", None, 6)
    told_whole = " ".join(line for line in words.event_lines(before, events)[at:] if line)
    assert scene.scores is not None
    for seat, (name, points) in enumerate(zip(NAMES, scene.scores, strict=True)):
        cards = ", ".join(map(words.card, scene.match.picture.zones[f"hand {seat}"]))
        assert f"{name}’s hand: {cards} = {points} penalty points (total: {points})." in told_whole


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            "en",
            [
                "Ana has no cards left: no penalty points.",
                "Your hand: yellow 3, red 7, yellow 2 = 12 penalty points (total: 12).",
            ],
        ),
        (
            "es",
            [
                "A Ana no le quedan cartas: ningún punto de penalización.",
                "Tu mano: 3 amarillo, 7 rojo, 2 amarillo = 12 puntos de penalización (total: 12).",
            ],
        ),
        (
            "fr",
            [
                "Ana n’a plus de cartes\u00a0: aucun point de pénalité.",
                "Ta main\u00a0: 3 jaune, 7 rouge, 2 jaune = 12 points de pénalité (total\u00a0: 12).",
            ],
        ),
    ],
)
def test_hm_20_example_in_words(code: str, lines: list[str]) -> None:
    scene = play_out(mochi(OUT, f"{SLOW[0]}, yellow 3, red 7, yellow 2"))
    started = make_view(RULES, RULES.new_state(2), 1)
    story = wording(code, 1, 2).event_lines(started, events_for(scene.events, 1))
    assert [line for line in story[scene.events.index(Step("count")) :] if line][1:] == lines


def test_a_hand_shown_as_proof_is_told_whole() -> None:
    """Of a card taken openly everybody knows already."""
    scene = draw_all(mochi(*[""] * 6, pair="white 9, red 9", deck="blue 9").play("0 draw left", "0 place 3"))
    while (seat := scene.deciders[0]) != 0:
        scene.play(f"{seat} pass")
    before, done = scene.view(1), len(scene.events)
    assert any(card != HIDDEN for card in before.zones["hand 0"])
    scene.play("0 pass")
    words = wording("en", 1, 6)
    lines = [line for line in words.event_lines(before, events_for(scene.events[done:], 1)) if line]
    assert f"Ana’s hand: {words.cards(scene.match.picture.zones['hand 0'])}." in lines


# What a turn asks for


def asked(scene: Scenario, seat: int = 0, code: str = "en") -> str:
    words, view = wording(code, seat, scene.match.seats), scene.view(seat)
    return words.prompt(view, question_message(words.rules, view))


LOW = "purple 5, green 1, blue 7, red 3, yellow 0"
HIGH = "blue 4, red 2, purple 5, green 1, blue 7, red 3, yellow 0"


@pytest.mark.parametrize(
    ("pair", "hand", "prompt"),
    [
        ("green 6, blue 9", HIGH, "Your move: play a pair above 69, or draw a card."),
        ("green 7, blue 8", HIGH, "Your move: you have no pair above 78, so draw a card."),
        ("green 6, green 9", HIGH, "Your move: you have no pair above 69 in one colour, so draw a card."),
        ("green 8, green 2", "red 8, red 3, blue 2", "Your move: play a pair above 82 in one colour, or draw a card."),
        ("green 8, blue 8", f"white 2, red 2, {LOW}", "Your move: play a Happy Mochi, or draw a card."),
    ],
)
def test_a_turn_asks_for_what_can_be_done(pair: str, hand: str, prompt: str) -> None:
    assert asked(mochi(hand, "", pair=pair)) == prompt


def test_who_has_one_card_is_asked_to_draw() -> None:
    scene = mochi("red 8, orange 8, yellow 9, white 9, purple 6, red 6, white 7", *SLOW[:1])
    scene.play("0 pair 0", "1 pair 0", "0 pair 0", "1 pair 0", "0 pair 0", "1 draw deck", "1 place 0")
    assert [asked(scene, 0, code) for code in LANGUAGES] == [
        "Your move: one card isn’t a pair, so draw another.",
        "Te toca: una sola carta no es pareja, así que roba otra.",
        "À toi\u00a0: une seule carte ne fait pas une paire, alors pioche.",
    ]


def test_with_nothing_to_draw_nobody_is_asked_to() -> None:
    stuck = draw_all(mochi(*[""] * 6, pair="white 9, red 9"))
    assert asked(stuck, 2) == "Your move: you can’t draw or play, so you skip your turn."
    pairs = draw_all(mochi(*[""] * 6, pair="green 1, blue 1"))
    assert asked(pairs, 2) == "Your move: play a pair above 11; there is nothing to draw."


@pytest.mark.parametrize("seats", [2, 5])
def test_a_question_is_as_true_as_the_legal_moves(seats: int) -> None:
    match = Match.start(RULES, [Player(name) for name in NAMES[:seats]], Dice("asked", seats))
    bot, dice = Bot(RULES, "casual"), Dice("answers", seats)
    heard = set()
    while not match.over:
        seat = match.deciders[0]
        seen = match.view(seat)
        if seen.facts["ask"] == "turn":
            key = RULES.question(seen).key.removeprefix("ask.happy_mochi.")
            verbs = {move.verb for move in seen.legal}
            assert ("pair" in verbs) == (key not in ("single", "stuck") and not key.startswith("no_"))
            assert ("draw" in verbs) == (key != "stuck" and not key.startswith("only_"))
            heard.add(key.partition("_")[0])
        match.play(seat, bot.think(seen, dice).move)
    assert heard >= {"more", "less", "no", "single"}


# Two effects that make somebody draw


@pytest.mark.parametrize("ask", ["target", "draw"])
def test_the_second_of_two_draws_is_asked_in_other_words(ask: str) -> None:
    """Otherwise it seems that the first one was not accepted."""
    first = {"target": "two draws. Who draws first", "draw": "first of two"}[ask]
    asked = []
    for seed in range(40):
        match = Match.start(RULES, [Player(name) for name in NAMES[:2]], Dice("draws", seed))
        bot, dice = Bot(RULES, "casual"), Dice("players", seed)
        while not match.over and len(match.log) < 300:
            seat = match.deciders[0]
            view = match.view(seat)
            if view.facts["ask"] == ask:
                said = wording("en", seat, 2).say(question_message(RULES, view))
                pending = "draw" in view.facts["queue"]
                asked.append(said)
                assert (first in said) == pending
            match.play(seat, bot.think(view, dice).move)
        if {"second" in said for said in asked} == {True, False} and any(first in said for said in asked):
            return
    raise AssertionError("no pair had two such effects")
