"""Records: written, read back, and refused in one line when they do not hold."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game import __version__
from game.data import catalog
from game.engine import record
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.engine.match import Match
from game.lab.simulate import Plan, play_match
from game.titles import TITLES
from tests.contract import copy_at, new_match, pick_rarer_move, usual_seats


def finished(title: str, seed: int = 0) -> Match:
    match = new_match(title, usual_seats(title), {}, "record", seed)
    match.run_steps_and_deals()
    dice = Dice("record", seed)
    while not match.over and len(match.log) < 1500:
        seat = dice.pick(match.deciders)
        match.play(seat, pick_rarer_move(match.legal(seat), dice))
    return match if match.over else finished(title, seed + 1)


def replayed(data: dict[str, Any] | bytes) -> Match:
    plain = data if isinstance(data, bytes) else json.dumps(data).encode()
    return record.replay(record.parse(plain), catalog.rules_of_record, Dice(0))


@pytest.fixture(scope="module", params=sorted(TITLES))
def match(request: pytest.FixtureRequest) -> Match:
    return finished(request.param)


@pytest.mark.parametrize("trace", [False, True])
def test_a_record_comes_back_as_the_same_match(match: Match, trace: bool) -> None:
    written = record.make_record(match, __version__, trace)
    again = replayed(written.text().encode())
    assert again.digest() == match.digest()
    assert record.make_record(again, __version__, trace).text() == written.text()


def test_a_record_has_the_keys_of_the_format(match: Match) -> None:
    data = json.loads(record.make_record(match, __version__).text())
    keys = ["format", "app", "title", "rules", "options", "seats", "log", "result", "digest"]
    assert [key for key in data if key != "effects"] == keys
    assert ("effects" in data) == bool(match.rules.spec.effects)
    assert list(data["options"]) == list(match.rules.spec.options)
    assert ("scores" in data["result"]) == (match.standings.scores is not None)
    assert all(entry[0] == "deal" or isinstance(entry[0], int) for entry in data["log"])


def test_an_open_match_comes_back_at_every_move(match: Match) -> None:
    for entries in range(1, len(match.log), max(1, len(match.log) // 25)):
        part = copy_at(match, entries)
        part.run_steps_and_deals()
        data = record.make_record(part, __version__)
        assert data.data["result"] is None
        assert replayed(data.text().encode()).digest() == part.digest()


def test_moves_sealed_together_stand_in_seat_order_whoever_was_first() -> None:
    logs = []
    for order in (0, 1, 2), (2, 0, 1):
        scene = new_match("jelly_mind", 3, {}, "sealed")
        scene.run_steps_and_deals()
        for seat in order:
            scene.play(seat, scene.legal(seat)[0])
        logs.append(record.make_record(scene, __version__).data["log"])
    assert logs[0] == logs[1]


Change = Callable[[dict[str, Any]], None]


def move_at(data: dict[str, Any], number: int) -> list[Any]:
    moves: list[list[Any]] = [entry for entry in data["log"] if entry[0] != "deal"]
    return moves[number]


def swap_cards(data: dict[str, Any]) -> None:
    hand = _first_hand(data)
    hand[0], hand[1] = hand[1], hand[0]


CHANGES: dict[str, tuple[Change, str]] = {
    "newer format": (lambda d: d.update(format=2), "format 2"),
    "no format": (lambda d: d.pop("format"), "not a record"),
    "format a word": (lambda d: d.update(format="1"), "not a record"),
    "unknown title": (lambda d: d.update(title="solitaire"), "there is no title"),
    "title a list": (lambda d: d.update(title=[]), "“title”"),
    "other rules": (lambda d: d.update(rules=7), "rules 7"),
    "unknown option": (lambda d: d["options"].update(jokers=2), "no option “jokers”"),
    "option left out": (lambda d: d.update(options={}), "every option"),
    "option out of range": (lambda d: d["options"].update({next(iter(d["options"])): "no"}), "must be"),
    "no seats": (lambda d: d.update(seats=[]), "players"),
    "too many seats": (lambda d: d.update(seats=d["seats"] * 9), "players"),
    "seat without a name": (lambda d: d["seats"][0].pop("name"), "name"),
    "name a number": (lambda d: d["seats"][0].update(name=7), "words"),
    "name changed": (lambda d: d["seats"][0].update(name="Eve"), "digest"),
    "no log": (lambda d: d.pop("log"), "“log”"),
    "log a word": (lambda d: d.update(log="deal"), "“log”"),
    "unknown entry": (lambda d: d.update(cheat=1), "“cheat”"),
    "deal missing": (lambda d: d["log"].pop(0), "log entry 1"),
    "deal twice": (lambda d: d["log"].insert(0, d["log"][0]), "log entry 2"),
    "deal empty": (lambda d: d["log"].__setitem__(0, ["deal", {}]), "is missing"),
    "deal a word": (lambda d: d["log"].__setitem__(0, ["deal", "all"]), "log entry 1"),
    "deal with more in it": (lambda d: d["log"][0][1].update(joker="red"), "contains more"),
    "cards changed places": (swap_cards, ""),
    "card dealt twice": (lambda d: _first_hand(d).__setitem__(0, _first_hand(d)[1]), "twice"),
    "card that is none": (lambda d: _first_hand(d).__setitem__(0, "gold 99"), "not a card"),
    "hand too short": (lambda d: _first_hand(d).pop(), "log entry 1"),
    "move unknown": (lambda d: move_at(d, 2).__setitem__(1, "win"), "not a move"),
    "move a number": (lambda d: move_at(d, 2).__setitem__(1, 7), "neither"),
    "move by nobody": (lambda d: move_at(d, 2).__setitem__(0, 17), "neither"),
    "move by truth": (lambda d: move_at(d, 2).__setitem__(0, True), "neither"),
    "moves swapped": (lambda d: d["log"].insert(1, d["log"].pop(6)), "log"),
    "last move missing": (lambda d: d["log"].pop(), ""),
    "moves after the end": (lambda d: d["log"].append(d["log"][-1]), ""),
    "legal moves wrong": (lambda d: move_at(d, 0).append(["nothing"]), "legal"),
    "entry too long": (lambda d: move_at(d, 0).extend([[], []]), "neither"),
    "other winner": (lambda d: d["result"].update(winners=[0, 1]), "result"),
    "no result": (lambda d: d.update(result=None), "result"),
    "other digest": (lambda d: d.update(digest="0" * 64), "digest"),
    "app changed": (lambda d: d.update(app="9.9"), "digest"),
}


def _first_hand(data: dict[str, Any]) -> list[Any]:
    deal = data["log"][0][1]
    hand = (deal.get("hands") or deal["decks"])[0]
    assert isinstance(hand, list)
    return hand


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_record_is_refused(match: Match, name: str) -> None:
    data = json.loads(record.make_record(match, __version__).text())
    change, words = CHANGES[name]
    change(data)
    with pytest.raises(SaveError) as refused:
        replayed(data)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def values_of(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in plain data, with the keys and indexes that lead to it."""
    yield path, plain
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in inside:
        yield from values_of(value, (*path, key))


def with_value(plain: Any, path: Sequence[Any], value: object) -> Any:
    """The data with another value in one place."""
    if not path:
        return value
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[path[0]] = with_value(plain[path[0]], path[1:], value)
    return copy


def look_alikes(value: object) -> list[object]:
    """Values of other types that Python takes for the same, or that are written alike."""
    match value:
        case int():
            same: list[object] = [float(value), str(value), [value]]
            return [*same, bool(value)] if value in (0, 1) else same
        case None:
            return [False, 0, [], {}, ""]
        case str():
            return [[value], {value: 1}, 0]
        case list():
            return [dict.fromkeys(map(str, value)), None, ""]
        case _:
            return [list(value) if isinstance(value, dict) else [], None, ""]


@pytest.mark.parametrize("trace", [False, True])
def test_a_value_of_another_type_is_refused_everywhere(match: Match, trace: bool) -> None:
    data = json.loads(record.make_record(match, __version__, trace).text())
    places = list(values_of(data))
    few = [place for place in places if "log" not in place[0][:1]]
    dice = Dice("types", match.rules.spec.title)
    for path, value in [*few, *(dice.pick(places) for _ in range(20))]:
        for other in look_alikes(value):
            with pytest.raises(SaveError):
                replayed(with_value(data, path, other))


@pytest.mark.parametrize("around", ["[]", '{"a":}'])
def test_lists_in_lists_in_lists_are_refused(around: str) -> None:
    """As deep as they can be read, and somewhat less. Their place decides what looks into them."""
    data = json.loads(record.make_record(finished("happy_mochi"), __version__).text())
    paths = [
        ("options", "target"),
        ("effects", next(iter(data["effects"]))),
        ("log", 0, 1, "hands", 0, 0),
        ("log", 1, 0),
    ]
    limit = sys.getrecursionlimit()
    for path in paths:
        text = json.dumps(with_value(data, path, "deep"))
        for depth in (100, limit // 2, *range(limit - 120, limit + 20, 4)):
            deep = around[:-1] * depth + "1" + around[-1] * depth
            with pytest.raises(SaveError):
                replayed(text.replace('"deep"', deep).encode())


def test_a_winner_is_a_number_and_no_truth_value() -> None:
    seeds = (finished("jelly_mind", seed) for seed in range(20))
    won = next(match for match in seeds if match.standings.winners == (0,))
    data = json.loads(record.make_record(won, __version__).text())
    assert replayed(data).over
    for other in (False, 0.0, "0"):
        data["result"]["winners"] = [other]
        with pytest.raises(SaveError, match="result"):
            replayed(data)


def test_effects_of_a_record_are_those_it_is_played_with() -> None:
    rules = catalog.rules("happy_mochi", effects={})
    assert rules.spec.effects == {}
    data = json.loads(record.make_record(finished("happy_mochi"), __version__).text())
    wrong: list[object] = [{"yellow 7": "fly"}, {"black 7": "draw"}, None, []]
    for bad in wrong:
        with pytest.raises(SaveError):
            replayed({**data, "effects": bad})
    without = {key: value for key, value in data.items() if key != "effects"}
    with pytest.raises(SaveError):
        replayed(without)


def test_every_truncation_is_refused(match: Match) -> None:
    text = record.make_record(match, __version__).text().encode()
    for length in [*range(200), *range(200, len(text) - 1, max(1, len(text) // 300))]:
        with pytest.raises(SaveError):
            replayed(text[:length])


def test_random_damage_never_gets_through(match: Match) -> None:
    text = record.make_record(match, __version__).text().encode()
    dice = Dice("damage", match.rules.spec.title)
    for _ in range(150):
        damaged = bytearray(text)
        for _ in range(1 + dice.below(3)):
            damaged[dice.below(len(damaged))] = dice.below(256)
        if json_of(bytes(damaged)) != json_of(text):
            with pytest.raises(SaveError):
                replayed(bytes(damaged))


def json_of(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{", b"\xff\xfe", b"NaN", b'{"format": NaN}', b'{"format": 1e999}', b"[" * 99_999, b"1" * 5000],
    ids=range(9),
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(SaveError):
        record.parse(data)


def test_a_plan_gives_the_same_match_each_time(tmp_path: Path) -> None:
    plan = Plan("happy_mochi", 3, 1, 5, ("random",) * 3, {})
    texts = {record.make_record(play_match(plan, 3), __version__).text() for _ in range(2)}
    assert len(texts) == 1
