"""The text layer: everything has a line in every language, and no line says more than its listener knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest

from game import paths
from game.ai.bots import Bot
from game.ai.hints import place_of
from game.ai.thought import Budget
from game.data import catalog
from game.data.specfile import parse_spec
from game.engine.cards import HIDDEN, Card
from game.engine.dice import Dice
from game.engine.events import Decided, Event, Fact, Moved, Shown, Step, events_for
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.titles import TITLES
from game.words import Wording, move_lines
from game.words.locale import Texts, languages
from game.words.message import Message, question_message
from tests.contract import SPECTATOR
from tests.fifth.high_card import HighCard

NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
CODES = [code for code, _ in languages()]
MOVES = 160
"""So many moves of a match are told, which is a round and more of every title."""


@cache
def texts(code: str) -> Texts:
    return Texts.load(code, strict=True)


def wording(code: str, rules: Rules[Any], seats: int, you: int | None = 0) -> Wording:
    return Wording(texts(code), rules, NAMES[:seats], you)


def prompt(words: Wording, view: View) -> str:
    return words.prompt(view, question_message(words.rules, view))


def tables(title: str) -> Iterator[Rules[Any]]:
    """The title with every choice of its options."""
    spec = catalog.spec(title)
    choices = [[(name, value) for value in getattr(option, "values", ())] for name, option in spec.options.items()]
    for chosen in product(*(values for values in choices if values)):
        yield catalog.rules(title, dict(chosen))


def matches(title: str, fewer: bool = False, seed: int = 0) -> Iterator[Match]:
    for rules in tables(title):
        for seats in rules.spec.seats[:: max(1, len(rules.spec.seats) - 1)] if fewer else rules.spec.seats:
            yield Match(rules, [Player(name) for name in NAMES[:seats]], Dice("wording", title, seats, seed))


def played(match: Match, seats: tuple[int, ...], moves: int = MOVES) -> Iterator[tuple[dict[int, View], list[Event]]]:
    """A random match: before each move what these seats know, and what happens then."""
    dice = Dice("moves", match.rules.spec.title)
    before = {seat: match.view(seat) for seat in seats}
    yield before, match.run_steps_and_deals()
    for _ in range(moves):
        if match.over:
            return
        seat = dice.pick(match.deciders)
        before = {seat: match.view(seat) for seat in seats}
        yield before, match.play(seat, dice.pick(match.legal(seat)))


SEATS = (0, 1, SPECTATOR)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_everything_at_every_table_has_a_line(title: str, code: str) -> None:
    """Strict texts: a missing key or value would be an error."""
    for match in matches(title, fewer=code != "en"):
        words = wording(code, match.rules, match.seats)
        for number, (before, events) in enumerate(played(match, SEATS)):
            for seat, view in before.items():
                lines = words.event_lines(view, events_for(events, seat))
                assert len(lines) == len(events)
                assert all(line is None or fit(line) for line in lines), lines
                assert not view.deciders or fit(prompt(words, view))
                assert all(fit(words.move(view, move)) and fit(words.label(view, move)) for move in view.legal)
                assert number % 6 or all(fit(line) for line in words.table_lines(view))
        assert not match.over or all(fit(line) for line in words.score_lines(match.standings, winner=True))


def fit(line: str) -> bool:
    """A text for people: no placeholder, no key, no gap left in it."""
    return bool(line) and not re.search(r"[{}_]|  |\( ?\)|: ?\.| [,.]", line) and "-1" not in line


@pytest.mark.parametrize("title", ["marshmallow_test", "happy_mochi"])
def test_a_line_names_no_card_that_its_listener_does_not_know(title: str) -> None:
    for match in matches(title, fewer=True):
        words = wording("en", match.rules, match.seats)
        names = {words.card(card): card for card in match.rules.cards(match.seats)}
        named = re.compile("|".join(sorted((re.escape(name) + r"\b" for name in names), reverse=True)))
        for before, events in played(match, SEATS):
            for seat, view in before.items():
                heard = events_for(events, seat)
                known = cards_in(view) | cards_in(match.view(seat)) | set().union(*map(cards_of, heard))
                lines = " ".join(line for line in words.event_lines(view, heard) if line)
                lines += " ".join(words.table_lines(match.view(seat)))
                assert {names[name] for name in named.findall(lines)} <= known


def cards_in(view: View) -> set[Card]:
    return {card for cards in view.zones.values() for card in cards if card != HIDDEN}


def cards_of(event: Event) -> set[Card]:
    match event:
        case Moved() | Shown():
            return {event.card} - {HIDDEN}
        case Decided(move=Move() as move):
            return {move.card}
    return set()


@pytest.mark.parametrize("title", TITLES)
def test_a_spectator_hears_no_you(title: str) -> None:
    for match in matches(title):
        words = wording("en", match.rules, match.seats, you=None)
        for before, events in played(match, (SPECTATOR,), 60):
            lines = [line for line in words.event_lines(before[SPECTATOR], events_for(events, SPECTATOR)) if line]
            lines += [prompt(words, match.view(SPECTATOR)), *words.table_lines(match.view(SPECTATOR))]
            assert not re.search(r"\b[Yy]our?\b", " ".join(lines)), lines


def legal_cards(view: View) -> set[Card]:
    """The cards of the own hand that legal moves use, read from the moves themselves."""
    hand = view.zones[f"hand {view.seat}"]
    found = {move.card for move in view.legal if move.card >= 0}
    for move in view.legal:
        if move.zone == "hand" and move.index >= 0 and move.verb != "place":
            found |= set(hand[move.index : move.index + (2 if move.verb == "pair" else 1)])
    return found


@pytest.mark.parametrize("title", TITLES)
def test_a_card_is_refused_in_words_exactly_when_no_legal_move_uses_it(title: str) -> None:
    for match in chain(matches(title, seed=1), matches(title, seed=2)):
        for before, _ in played(match, tuple(range(match.seats))):
            for seat, view in before.items():
                if not view.deciders:
                    continue
                used = legal_cards(view)
                for card in view.zones[f"hand {seat}"]:
                    refusal = match.rules.refusal(view, card)
                    assert (refusal is None) == (card in used), (view.facts, card)
                    if refusal is not None:
                        words = [wording(code, match.rules, match.seats, seat) for code in CODES]
                        assert all(fit(word.refusal(refusal)) for word in words)
                        assert seat not in view.deciders or re.fullmatch(r"[A-Z]{2}-\d+[a-z]?", refusal.clause)


@pytest.mark.parametrize("title", TITLES)
def test_the_clause_that_matters_is_named_to_whoever_decides(title: str) -> None:
    for match in matches(title):
        for _ in played(match, (), 60):
            for seat in match.deciders:
                assert re.fullmatch(r"[A-Z]{2}-\d+[a-z]?", match.rules.clause(match.view(seat)))


@pytest.mark.parametrize("title", TITLES)
def test_hints_and_their_reasons_have_words(title: str) -> None:
    rules = catalog.rules(title)
    seats = rules.spec.seats[-1]
    match = Match.start(rules, [Player(name) for name in NAMES[:seats]], Dice("hints", title))
    bot, dice = Bot(rules, "skilled"), Dice("hinted", title)
    for _ in range(40):
        if match.over:
            break
        view = match.view(match.deciders[0])
        thought = bot.think(view, dice, Budget(8))
        for code in CODES:
            words = wording(code, rules, seats, view.seat)
            assert all(fit(words.say(Message(reason.key, reason.values))) for reason in thought.reasons)
            assert fit(move_lines.place_line(words, view, place_of(view, thought.move)))
        match.play(view.seat, thought.move)


VALUES: dict[str, Any] = {
    "card": 3, "suit": 1, "trump": 0, "rival": 1, "seat": 1, "seats": (1,),
}  # fmt: skip


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_every_reason_and_question_can_be_filled(title: str, code: str) -> None:
    words = wording(code, catalog.rules(title), 2)
    for key in [key for key in texts(code) if re.match(rf"(why|ask|refusal|stuck|warning)\.{title}\.", key)]:
        for number in (0, 1, 7):
            names = {name.removesuffix("_of") for name in texts(code).placeholders(key)}
            values = {name: VALUES.get(name, number) for name in names}
            assert fit(words.say(Message(key, values)))


# Sentences


def line_of(words: Wording, match: Match, seat: int, text: str, listener: int = 0) -> list[str]:
    before = match.view(listener)
    events = match.play(seat, match.rules.book(seat).read(text))
    return [line for line in words.event_lines(before, events_for(events, listener)) if line]


def dealt(title: str, seats: int, seed: str, **options: str) -> Match:
    return Match.start(catalog.rules(title, options), [Player(name) for name in NAMES[:seats]], Dice(seed), first=0)


def test_cards_are_called_as_the_language_calls_them() -> None:
    rules = catalog.rules("marshmallow_test")
    card = next(card for card, face in enumerate(rules.spec.faces) if face.name == "green 7")
    assert [wording(code, rules, 3).card(card) for code in ("en", "es", "fr")] == ["green 7", "7 verde", "7 vert"]
    assert [wording(code, rules, 3).short(card) for code in ("en", "es", "fr")] == ["7G", "7V", "7V"]
    assert wording("en", rules, 3).card(HIDDEN) == "hidden card"


def test_who_does_something_is_you_or_a_name() -> None:
    match = dealt("marshmallow_test", 3, "who")
    card = match.legal(0)[0]
    said = match.rules.name(card.card)
    assert line_of(wording("en", match.rules, 3), match, 0, card.text) == [f"You play the {said}."]
    other = match.legal(1)[0]
    assert line_of(wording("en", match.rules, 3, you=None), match, 1, other.text) == [
        f"Bea plays the {match.rules.name(other.card)}."
    ]


def test_prompts_address_the_seat_or_name_it_or_wait() -> None:
    match = dealt("marshmallow_test", 3, "prompt")
    rules = match.rules
    assert prompt(wording("en", rules, 3), match.view(0)) == "Your move: lead any card."
    assert prompt(wording("en", rules, 3, you=None), match.view(0)) == "Ana: lead any card."
    assert prompt(wording("en", rules, 3, you=1), match.view(1)) == "Waiting for Ana"
    assert prompt(wording("fr", rules, 3, you=None), match.view(SPECTATOR)) == "On attend Ana"


def test_who_waits_hears_what_for() -> None:
    match = dealt("marshmallow_test", 3, "naming")
    dice = Dice("naming")
    while not match.view(SPECTATOR).facts["naming"]:
        match.play(match.deciders[0], dice.pick(match.legal(match.deciders[0])))
    dealer = match.deciders[0]
    waiting = wording("en", match.rules, 3, you=(dealer + 1) % 3)
    assert prompt(waiting, match.view((dealer + 1) % 3)) == f"{NAMES[dealer]} is choosing the trump suit"
    assert prompt(wording("en", match.rules, 3, you=dealer), match.view(dealer)) == "Your move: choose the trump suit."


def test_a_round_is_told_before_its_cards_with_whoever_deals() -> None:
    """Also if the same player deals again, and never before somebody has gone out."""
    match = Match(catalog.rules("marshmallow_test"), [Player(name) for name in NAMES[:3]], Dice("tell", 1))
    words, dice = wording("en", match.rules, 3), Dice("dealers")
    for _ in range(6):
        before, events = match.view(0), list(match.run_steps_and_deals())
        while not any(isinstance(event, Fact) and event.name == "round" for event in events):
            before = match.view(0)
            events = match.play(match.deciders[0], dice.pick(match.legal(match.deciders[0])))
            if match.over:
                return
        lines = [line for line in words.event_lines(before, events_for(events, 0)) if line]
        dealer = match.view(0).facts["dealer"]
        told = f"Round {match.view(0).facts['round']}. {NAMES[dealer]} deals." if dealer else None
        assert told is None or lines[-2] == told
        assert lines[-2].startswith("Round ") and lines[-1].startswith("Your cards: ")
        assert not [line for line in lines[:-2] if " deal" in line]


@pytest.mark.parametrize("code", CODES)
def test_going_out_for_nothing_says_so(code: str) -> None:
    """H4: nobody else has a trick, so there is nothing to be paid for."""
    rules = catalog.rules("marshmallow_test")
    match = Match(rules, [Player("Ana"), Player("Bea")], Dice("nothing"))
    match.run_steps_and_deals()
    words = wording(code, rules, 2)
    out, paid = Fact("out", (1,)), Fact("points", (0, 3))
    alone = words.event_lines(match.view(0), [Step("go_out"), out])
    with_pay = words.event_lines(match.view(0), [Step("go_out"), out, paid])
    assert alone[1] == texts(code)("marshmallow_test.events.fact.out.without.points.they", who="Bea")
    assert with_pay[1] == texts(code)("marshmallow_test.events.fact.out.they", who="Bea") and with_pay[2]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("waiting", [(0,), (1, 2)])
def test_a_standoff_names_only_those_who_waited(code: str, waiting: tuple[int, ...]) -> None:
    match = dealt("jelly_mind", 3, "standoff")
    words, events, before = wording(code, match.rules, 3), list[Event](), match.view(0)
    while not any(isinstance(event, Step) and event.name == "standoff" for event in events):
        seat = match.deciders[0]
        verb = "wait" if seat in waiting else "discard"
        events += match.play(seat, next(move for move in match.legal(seat) if move.verb == verb))
    at = next(number for number, event in enumerate(events) if isinstance(event, Step) and event.name == "standoff")
    names = texts(code).join_words(map(words.name, waiting))
    expected = texts(code)("jelly_mind.events.step.standoff", names=names)
    assert words.event_lines(before, events_for(events, 0))[at] == expected


def test_a_french_owner_loses_the_vowel() -> None:
    match = dealt("face_to_face", 2, "owner")
    words = wording("fr", match.rules, 2, you=None)
    assert words.place("down 0") == "la pile descendante d’Ana"
    assert words.place("down 1") == "la pile descendante de Bea"
    assert wording("fr", match.rules, 2, you=1).place("down 1") == "ta pile descendante"
    sounds = {"Élodie": "d’", "Hélène": "d’", "Yves": "d’", "« Ida »": "d’", "Yann": "de ", "Zoé": "de ", "?": "de "}
    for name, of in sounds.items():
        assert Wording(texts("fr"), match.rules, [name, "Bea"], None).place("down 0").endswith(f" {of}{name}")


def test_cards_that_go_the_same_way_share_a_line() -> None:
    match = Match(catalog.rules("face_to_face"), [Player("Ana"), Player("Bea")], Dice("share"), first=0)
    before = match.view(0)
    events = events_for(match.run_steps_and_deals(), 0)
    lines = [line for line in wording("en", match.rules, 2).event_lines(before, events) if line]
    assert re.fullmatch(r"You draw \d+(, \d+){5}\.", lines[0])
    assert lines[1] == "Bea draws 6 cards."


def test_an_empty_pile_says_where_it_starts() -> None:
    match = dealt("face_to_face", 2, "piles")
    words = wording("en", match.rules, 2)
    assert words.zone_line(match.view(0), "up 0") == "Your rising pile starts at 1."
    assert words.zone_line(match.view(0), "down 1") == "Bea’s falling pile starts at 60."


def test_a_card_that_would_lose_at_once_is_warned_of() -> None:
    """FF-14, against the rules themselves."""
    warned = 0
    for seed in range(40):
        match = dealt("face_to_face", 2, f"warn {seed}")
        dice = Dice("warn", seed)
        while not match.over:
            seat = match.deciders[0]
            move = dice.pick(match.legal(seat))
            warning = match.rules.warning(match.view(seat), move)
            played, winner = match.view(seat).facts["played"], 1 - seat
            match.play(seat, move)
            lost = match.over and match.standings.winners == (winner,) and played == 0 and move.card >= 0
            assert (warning is not None) == lost
            if warning is not None:
                warned += 1
                assert all(fit(wording(code, match.rules, 2).refusal(warning)) for code in CODES)
    assert warned


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Cleo plays a card face down. At the same moment: you and Cleo."),
        ("es", "Cleo juega una carta boca abajo. En el mismo momento: tú y Cleo."),
        ("fr", "Cleo joue une carte face cachée. Au même moment\u00a0: toi et Cleo."),
    ],
)
def test_cards_played_at_the_same_moment_are_told_so(code: str, told: str) -> None:
    """JM-5: they share a place, which a list of single lines would hide. JM-9: one after the other they do not."""
    match = dealt("jelly_mind", 3, "together")
    words, said = wording(code, match.rules, 3), []
    for verbs in (("wait", "discard", "wait"), ("play", "play")):
        for seat, verb in zip(match.deciders, verbs, strict=True):
            said.append(line_of(words, match, seat, verb))
    assert not [line for lines in said[:3] for line in lines if ": " in line]
    assert told in said[-1] and len([line for line in said[-1] if "Bea" in line and ": " in line]) == 0
    match = dealt("jelly_mind", 3, "apart")
    for step in ("play wait wait", "play wait", "play"):
        lines = [line_of(words, match, seat, verb) for seat, verb in zip(match.deciders, step.split(), strict=True)][-1]
        assert not [line for line in lines[:2] if ". " in line]


HIGH_CARD = """
high_card:
  card: "{suit} {rank}"
  suits: {sun: {name: sun, letter: S}, moon: {name: moon, letter: M}}
  zones: {deck: {name: the pack}, hand: {yours: your hand, theirs: "{of} hand"}, shown: {yours: a, theirs: b}}
  verbs: {play: "Show the {card}"}
  events: {decided: {play: {you: "You show the {card}.", they: "{who} shows the {card}."}}}
  player: {hand: {one: 1 card, other: "{count} cards"}, points: {one: 1 point, other: "{count} points"}}
"""


def test_a_fifth_title_adds_a_section_and_nothing_else(tmp_path: Path) -> None:
    file = Path(__file__).parent / "fifth" / "high_card.yaml"
    rules = HighCard(parse_spec(file.read_bytes(), file.name, HighCard.needs, "high_card"))
    english = (paths.locales_folder() / "en.yaml").read_text(encoding="utf-8")
    (tmp_path / "en.yaml").write_text(english + HIGH_CARD, encoding="utf-8")
    match = Match.start(rules, [Player("Ana"), Player("Bea")], Dice("fifth"))
    words = Wording(Texts.load("en", folder=tmp_path, strict=True), rules, NAMES[:2], 0)
    view = match.view(0)
    card = words.card(view.legal[0].card)
    assert prompt(words, view) == "Your move: choose."
    assert words.move(view, view.legal[0]) == f"Show the {card}"
    assert words.player_line(view, 1) == "Bea: 3 cards, 0 points."
    match.play(0, view.legal[0])
    lines = words.event_lines(match.view(0), events_for(match.play(1, match.legal(1)[0]), 0))
    assert f"You show the {card}." in lines


def test_a_title_without_words_of_its_own_does_not_fall_over() -> None:
    file = Path(__file__).parent / "fifth" / "high_card.yaml"
    rules = HighCard(parse_spec(file.read_bytes(), file.name, HighCard.needs, "high_card"))
    match = Match.start(rules, [Player("Ana"), Player("Bea")], Dice("fifth"))
    words = Wording(Texts.load("fr"), rules, NAMES[:2], 0)
    view = match.view(0)
    assert words.table_lines(view) and prompt(words, view)
    assert words.move(view, view.legal[0]) == "high_card.verbs.play"
    match.play(0, view.legal[0])
    words.event_lines(match.view(0), events_for(match.play(1, match.legal(1)[0]), 0))
