"""Results of finished matches, one small file each, and the statistics of players that are computed from them."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.disk.savefile import LATEST_DATE_S, MAX_SCORE, MAX_SEATS, Save
from game.engine import record
from game.engine.errors import SaveError
from game.engine.record import MAX_WORD_LENGTH

FORMAT = 2
MAX_FILE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Result:
    """One finished match. `players` holds "human" or a bot for each seat."""

    id: str
    title: str
    ended: int
    names: tuple[str, ...]
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Empty in a title without points."""
    counts: bool
    """False for practice, after an undo that used knowledge, for a copy, and for a save that was edited."""

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def level(self) -> str:
        """Level of the bots: the only one, "mixed" if there are several, or empty without bots."""
        levels = {player.partition(":")[0] for player in self.players if player != "human"}
        return "mixed" if len(levels) > 1 else next(iter(levels), "")


def result_of(save: Save) -> Result:
    """The result of a save whose match is over."""
    record_data = save.record.data
    return Result(
        id=save.id,
        title=save.title,
        ended=save.saved,
        names=tuple(seat["name"] for seat in record_data["seats"]),
        players=tuple(seat["player"] for seat in record_data["seats"]),
        winners=tuple(record_data["result"]["winners"]),
        scores=tuple(record_data["result"].get("scores", ())),
        counts=not save.marks,
    )


def to_bytes(result: Result, key: bytes) -> bytes:
    """The content of a result's file: JSON with a checksum, made with the key of the installation."""
    data = {
        "format": FORMAT,
        "id": result.id,
        "title": result.title,
        "ended": result.ended,
        "names": list(result.names),
        "players": list(result.players),
        "winners": list(result.winners),
        "scores": list(result.scores),
        "counts": result.counts,
    }
    return json.dumps({**data, "sum": _checksum(data, key)}, indent=1).encode()


def _checksum(data: Mapping[str, Any], key: bytes) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, f"mallow result {FORMAT}\n{text}".encode(), hashlib.sha256).hexdigest()


def _old_checksum(data: Mapping[str, Any]) -> str:
    """The checksum of format 1, which everybody could make."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"mallow result\n{text}".encode()).hexdigest()


def is_old(data: bytes) -> bool:
    """Whether the file of a result, which can be read, is of format 1."""
    return bool(record.read_json(data)["format"] == 1)


def parse(data: bytes, key: bytes, *, trust_old: bool = False) -> Result:
    """A result from the bytes of its file. SaveError if it is damaged. If its checksum is wrong it does not count.

    Nor does one of format 1, unless `trust_old` says that it was there before the key.
    """
    plain = record.read_json(data)
    if not isinstance(plain, dict) or type(plain.get("format")) is not int or not 1 <= plain["format"] <= FORMAT:
        raise SaveError("this is not a result, or it is from a newer version")
    total = plain.pop("sum", "")
    right = _checksum(plain, key) if plain["format"] == FORMAT else _old_checksum(plain) if trust_old else None
    try:
        result = Result(
            _word(plain["id"]),
            _word(plain["title"]),
            _number(plain["ended"]),
            tuple(map(_word, plain["names"])),
            tuple(map(_word, plain["players"])),
            tuple(map(_number, plain["winners"])),
            tuple(map(_number, plain["scores"])),
            plain["counts"] is True and total == right,
        )
    except (KeyError, TypeError):
        raise SaveError("the result is damaged") from None
    seats = result.seats
    fits = seats <= MAX_SEATS and len(result.players) == seats and len(result.scores) in (0, seats)
    fits = fits and all(abs(score) <= MAX_SCORE for score in result.scores)
    fits = fits and all(len(word) <= MAX_WORD_LENGTH for word in (result.title, *result.names, *result.players))
    if not fits or any(not 0 <= seat < seats for seat in result.winners) or not 0 <= result.ended <= LATEST_DATE_S:
        raise SaveError("the result is damaged")
    return result


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


# Counting


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of one player over some matches."""

    matches: int = 0
    wins: int = 0
    streak: int = 0
    """Current number of wins in a row."""
    longest_streak: int = 0
    points: int = 0
    scored_matches: int = 0
    """Number of matches of titles that have points."""

    @property
    def win_share(self) -> float:
        return self.wins / self.matches if self.matches else 0.0

    @property
    def average_points(self) -> float | None:
        return self.points / self.scored_matches if self.scored_matches else None


@dataclass(frozen=True, slots=True)
class Profile:
    """A name and the matches that count for it. In a match a name has only one seat."""

    name: str
    results: tuple[Result, ...]

    def seat(self, result: Result) -> int:
        return next(
            seat for seat, name in enumerate(result.names) if name == self.name and result.players[seat] == "human"
        )

    def figures(self, wanted: Callable[[Result], bool] = lambda result: True) -> Figures:
        """Figures over the matches that are wanted."""
        matches = wins = streak = longest = points = scored = 0
        for result in filter(wanted, self.results):
            seat = self.seat(result)
            matches += 1
            streak = streak + 1 if seat in result.winners else 0
            wins += seat in result.winners
            longest = max(longest, streak)
            if result.scores:
                points += result.scores[seat]
                scored += 1
        return Figures(matches, wins, streak, longest, points, scored)

    def figures_by(self, what: Callable[[Result], Any]) -> dict[Any, Figures]:
        """Figures for each value of `what`: a title, a level or a number of seats."""
        kinds = sorted({what(result) for result in self.results})

        def of(kind: Any) -> Figures:
            return self.figures(lambda result: what(result) == kind)

        return {kind: of(kind) for kind in kinds}

    def scores(self, title: str) -> list[int]:
        """The points of this player in each match of a title, in order of time."""
        return [result.scores[self.seat(result)] for result in self.results if result.title == title and result.scores]


def profiles(results: Iterable[Result]) -> list[Profile]:
    """All people who have played; those with the most matches come first."""
    counted: dict[str, list[Result]] = {}
    for result in results:
        if result.counts:
            for name in people(result):
                counted.setdefault(name, []).append(result)
    everybody = [Profile(name, tuple(matches)) for name, matches in counted.items()]
    return sorted(everybody, key=lambda profile: (-len(profile.results), profile.name))


def people(result: Result) -> Sequence[str]:
    """The names of the people in a match, each once."""
    names = [name for name, player in zip(result.names, result.players, strict=True) if player == "human"]
    return list(dict.fromkeys(names))
