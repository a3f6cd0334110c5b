"""A record is one JSON file with a whole match. It holds what the dice gave, so a replay needs no seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.engine.dice import Dice
from game.engine.errors import IllegalMove, OptionError, SaveError
from game.engine.match import Entry, Match, Player
from game.engine.rules import Rules
from game.engine.state import DEAL

FORMAT = 1
KEYS = ("format", "app", "title", "rules", "options", "seats", "log", "result", "digest")
MAX_BYTES = 32 * 1024 * 1024
MAX_ELEMENTS = 500_000
"""Lists, objects and their elements in one file. They are counted before the file is parsed."""
MAX_WORD_LENGTH = 80
"""Longest name, bot or version of the program. They are shown."""

FindRules = Callable[[str, Mapping[str, Any], object], Rules[Any]]
"""Returns the Rules for a title, its options and the effects on its cards."""


@dataclass(frozen=True, slots=True)
class Record:
    """The data of a record. Its shape is checked; whether its moves are legal is not."""

    data: Mapping[str, Any]

    @property
    def title(self) -> str:
        return str(self.data["title"])

    def text(self) -> str:
        """The record as JSON with one log entry on each line, so that people can read it and diffs are small."""
        head = {key: value for key, value in self.data.items() if key != "log"}
        lines = ",\n  ".join(_dump(entry) for entry in self.data["log"])
        parts = [f"{_dump(key)}: {_dump(value)}" for key, value in head.items()]
        at = list(self.data).index("log")
        parts.insert(at, f'"log": [\n  {lines}\n ]' if lines else '"log": []')
        return "{" + ",\n ".join(parts) + "}\n"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def make_record(match: Match, app: str, trace: bool = False) -> Record:
    """The record of a match. With `trace`, each move also lists all legal moves."""
    rules = match.rules
    standings = match.standings
    data: dict[str, Any] = {
        "format": FORMAT,
        "app": app,
        "title": rules.spec.title,
        "rules": rules.spec.rules,
        "options": dict(rules.options),
        "seats": [{"name": player.name, "player": player.kind} for player in match.players],
        "log": [_entry_data(entry, trace) for entry in match.entries_for_record()],
        "result": None,
    }
    if rules.spec.effects:
        data["effects"] = {rules.name(card): effect for card, effect in sorted(rules.spec.effects.items())}
    if match.over:
        data["result"] = {"winners": list(standings.winners)}
        if standings.scores is not None:
            data["result"]["scores"] = list(standings.scores)
    data["digest"] = _digest(data, match)
    return Record(data)


def _entry_data(entry: Entry, trace: bool) -> list[Any]:
    if entry.move is None:
        return [DEAL, entry.deal_data]
    line: list[Any] = [entry.seat, entry.move.text]
    return [*line, [move.text for move in entry.legal]] if trace else line


def _digest(data: Mapping[str, Any], match: Match) -> str:
    """A hash of the record's other fields and of the final state, so that every change is detected."""
    said = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps([said, match.digest()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse(data: bytes) -> Record:
    """A record from the bytes of a file. SaveError says what is wrong with it."""
    return from_plain(read_json(data))


def read_json(data: bytes, max_elements: int = MAX_ELEMENTS) -> Any:
    """The JSON in these bytes. SaveError for anything else, also for duplicate keys, NaN and too large files."""
    if len(data) > MAX_BYTES or sum(map(data.count, (b",", b"[", b"{"))) > max_elements:
        raise SaveError("the file is too large for a record")
    try:
        text = data.decode("utf-8")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_duplicate_keys)
    except UnicodeDecodeError:
        raise SaveError("the file is not text") from None
    except json.JSONDecodeError as error:
        words = "the file is damaged or cut off (line {line}, character {column})"
        raise SaveError(words, line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise SaveError("the file is damaged or cut off") from None


def from_plain(plain: Any) -> Record:
    """A Record of plain data. SaveError if the data does not have the shape of a record."""
    if not isinstance(plain, dict):
        raise SaveError("the file is not a record")
    version = plain.get("format")
    if type(version) is not int or version < 1:
        raise SaveError("the file is not a record (it names no format)")
    if version > FORMAT:
        words = "the record is of format {format}; this version reads up to format {most}"
        raise SaveError(words, format=version, most=FORMAT)
    _check_shape(plain)
    return Record(plain)


def _refuse_constant(word: str) -> Any:
    raise SaveError("{word} is not a number that a record can hold", word=word)


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise SaveError("a key appears twice")
    return data


def _check_shape(plain: dict[str, Any]) -> None:
    for key in KEYS:
        if key not in plain:
            raise SaveError("“{key}” is missing from the record", key=key)
    for key in plain:
        if key not in (*KEYS, "effects"):
            raise SaveError("the record has an unknown entry “{key}”", key=key[:40])
    shapes = {"title": str, "app": str, "options": dict, "seats": list, "log": list, "digest": str}
    for key, shape in shapes.items():
        if not isinstance(plain[key], shape):
            raise SaveError("“{key}” in the record is not valid", key=key)
    for seat in plain["seats"]:
        if not isinstance(seat, dict) or sorted(seat) != ["name", "player"]:
            raise SaveError("a seat of the record needs a name and a player")
        if not all(isinstance(value, str) for value in seat.values()):
            raise SaveError("the name and player of a seat must be words")
    shown = [plain["app"], *(value for seat in plain["seats"] for value in seat.values())]
    if any(len(word) > MAX_WORD_LENGTH for word in shown):
        raise SaveError("a name in the record is longer than {most} characters", most=MAX_WORD_LENGTH)


def replay(record: Record, find: FindRules, dice: Dice) -> Match:
    """Play all entries of the record as a Match. SaveError if a move is illegal or the end differs from the record."""
    try:
        return _replay(record.data, find, dice)
    except RecursionError:  # lists in lists in lists, just few enough to be read
        raise SaveError("the file is damaged or cut off") from None


def _replay(data: Mapping[str, Any], find: FindRules, dice: Dice) -> Match:
    rules = _find_rules(data, find)
    players = [Player(seat["name"], seat["player"]) for seat in data["seats"]]
    try:
        match = Match(rules, players, dice)
    except OptionError as error:
        raise SaveError(error.sentence) from None
    for number, entry in enumerate(data["log"]):
        try:
            _replay_entry(match, entry)
        except (IllegalMove, SaveError) as error:
            raise SaveError("log entry {number}: {problem}", number=number + 1, problem=error.sentence) from None
    match.run_steps()
    _check_end(data, match)
    return match


def _find_rules(data: Mapping[str, Any], find: FindRules) -> Rules[Any]:
    try:
        rules = find(data["title"], data["options"], data.get("effects"))
    except OptionError as error:
        raise SaveError(error.sentence) from None
    if not is_same_json(data["rules"], rules.spec.rules):
        words = "the record was played by rules {its}; here are rules {ours}"
        raise SaveError(words, its=str(data["rules"])[:20], ours=rules.spec.rules)
    if not is_same_json(data["options"], dict(rules.options)):
        raise SaveError("the record does not hold every option with its value")
    return rules


def _replay_entry(match: Match, entry: Any) -> None:
    """Play one entry of the log. The entry is unchecked data from a file."""
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise SaveError("it is neither a move nor a deal")
    match.run_steps()
    if entry[0] == DEAL:
        if match.state.due != DEAL or len(entry) != 2 or not isinstance(entry[1], dict):
            raise SaveError("there cannot be a deal here")
        deal = match.rules.read_deal(match.state, entry[1])
        if not is_same_json(entry[1], match.rules.write_deal(match.state, deal)):
            raise SaveError("the deal contains more than a deal can")
        match.take_deal(deal)
        return
    seat, text = entry[0], entry[1]
    if type(seat) is not int or not 0 <= seat < match.seats or not isinstance(text, str):
        raise SaveError("it is neither a move nor a deal")
    if match.state.due == DEAL:
        raise SaveError("a deal is missing here")
    match.make_move(seat, match.rules.book(seat).read(text))
    if len(entry) == 3 and entry[2] != [move.text for move in match.log[-1].legal]:
        raise SaveError("the moves it lists as legal are not those of the rules")


def _check_end(data: Mapping[str, Any], match: Match) -> None:
    if match.state.due == DEAL:
        raise SaveError("the record is cut off: a deal is missing at its end")
    trace = any(len(entry) == 3 for entry in data["log"])
    expected = make_record(match, str(data["app"]), trace).data
    if not is_same_json(data["result"], expected["result"]):
        raise SaveError("the result is not the one the moves lead to")
    if not is_same_json(data["log"], expected["log"]):
        raise SaveError("the log is not in order")
    if not is_same_json(dict(data), dict(expected)):
        raise SaveError("the digest does not match: the record was changed or belongs to other rules")


def is_same_json(one: Any, other: Any) -> bool:
    """Whether two values are equal and of the same types. In Python false, 0 and 0.0 are equal; in JSON they differ."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same_json(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same_json, one, other))
    return bool(one == other)
