"""A saved match: what it holds, and how it becomes bytes and back.

The file is a line with the format and a checksum, then compressed JSON. It is compressed so that people who open the
file see no cards. It is plain data, so a hostile file can do no harm.

The checksum is made with a key that each installation has for itself. So it proves that this installation wrote the
file. Somebody who can read the key, such as the owner of the machine, can still forge one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from game.engine import record
from game.engine.cards import Seat
from game.engine.errors import SaveError
from game.engine.record import MAX_WORD_LENGTH, Record
from game.play.setup import Chair, Provenance

FORMAT = 2
HEADER = re.compile(rb"MALLOW ([1-9][0-9]{0,5}) ([0-9a-f]{64})\n")
MAX_HEADER_BYTES = 80
MAX_BYTES = 1024 * 1024
"""Largest size of the uncompressed data. A long match takes about 15 KB."""
MAX_ELEMENTS = 50_000
"""Lists, tables and their elements in one save. The longest match takes about 3,000."""
MAX_NAME_LENGTH = 64
MAX_SEATS = 10
MAX_SCORE = 1_000_000
MAX_SEALS = 10_000
MAX_VIEW_ELEMENTS = 2000
"""Elements in all lists and tables of the View. The box with the most cards needs about 300."""
MAX_VIEW_NUMBER = 10_000
"""Largest number in the View, such as points."""
LATEST_DATE_S = 32_503_680_000
"""The year 3000, in seconds since 1970. Windows shows no dates after that year."""
SEED_PATTERN = re.compile(r"[ -~]{1,64}")
ID_PATTERN = re.compile(r"[0-9a-z][0-9a-z-]{0,63}")


class ForeignSave(SaveError):
    """An undamaged save that this version of the program cannot load. The file is not touched."""


@dataclass(frozen=True, slots=True)
class Save:
    """Everything needed to continue a match and to show it in a list. Dates are in seconds since 1970."""

    id: str
    name: str
    """The name that the player gave to a copy; empty for a match that is played."""
    started: int
    saved: int
    seed: str
    provenance: Provenance
    practice: bool
    live: bool
    first: Seat | None
    chairs: tuple[Chair, ...]
    scores: tuple[int, ...]
    seals: tuple[str, ...]
    view: Mapping[str, Any]
    """The View of a spectator, for a picture of the table."""
    record: Record

    @property
    def title(self) -> str:
        return self.record.title

    @property
    def marks(self) -> list[str]:
        """Why the match does not count, by the names of texts; empty if it counts."""
        return (["practice"] if self.practice else []) + self.provenance.marks


@dataclass(frozen=True, slots=True)
class Shape:
    """How one field of a Save becomes JSON, and how it is read and checked."""

    read: Callable[[Any, str], Any]
    """Gets the JSON value and the name of the field. SaveError if the value is wrong."""
    write: Callable[[Any], Any] = lambda value: value


def _wrong(key: str) -> SaveError:
    return SaveError("“{key}” in the saved match is not valid", key=key)


def _typed(kind: type) -> Callable[[Any, str], Any]:
    def read(value: Any, key: str) -> Any:
        if type(value) is not kind:
            raise _wrong(key)
        return value

    return read


def _read_id(value: Any, key: str) -> str:
    if not ID_PATTERN.fullmatch(_typed(str)(value, key)):
        raise SaveError("the saved match has no valid name")
    return str(value)


def _read_name(value: Any, key: str) -> str:
    if len(_typed(str)(value, key)) > MAX_NAME_LENGTH:
        raise SaveError("the saved match has no valid name")
    return str(value)


def _read_seed(value: Any, key: str) -> str:
    if not SEED_PATTERN.fullmatch(_typed(str)(value, key)):
        raise SaveError("the saved match has no valid seed")
    return str(value)


def _read_date(value: Any, key: str) -> int:
    if not 0 <= _typed(int)(value, key) <= LATEST_DATE_S:
        raise SaveError("the saved match has no valid dates")
    return int(value)


def _read_provenance(value: Any, key: str) -> Provenance:
    if sorted(_typed(dict)(value, key)) != sorted(FLAGS) or not all(type(flag) is bool for flag in value.values()):
        raise _wrong(key)
    return Provenance(**value)


def _read_first(value: Any, key: str) -> Seat | None:
    return None if _typed(int)(value, key) < 0 else int(value)


def _read_chairs(value: Any, key: str) -> tuple[Chair, ...]:
    if len(_typed(list)(value, key)) > MAX_SEATS:
        raise _wrong(key)
    for chair in value:
        words = isinstance(chair, dict) and sorted(chair) == sorted(CHAIR_WORDS)
        if not words or not all(isinstance(word, str) and len(word) <= MAX_WORD_LENGTH for word in chair.values()):
            raise SaveError("a seat of the saved match is not valid")
    return tuple(Chair(**chair) for chair in value)


def _list_of(kind: type, most: int, fits: Callable[[Any], bool]) -> Callable[[Any, str], Any]:
    def read(value: Any, key: str) -> Any:
        if len(_typed(list)(value, key)) > most or not all(type(item) is kind and fits(item) for item in value):
            raise _wrong(key)
        return tuple(value)

    return read


def _read_view(value: Any, key: str) -> Mapping[str, Any]:
    """The View. It is only drawn small, so it is not checked, but it must not take long to draw."""
    waiting, count = [_typed(dict)(value, key)], 0
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict | list):
            waiting += item.values() if isinstance(item, dict) else item
            count += len(item)
        fits = item is None or isinstance(item, dict | list)
        fits = fits or (isinstance(item, str) and len(item) <= MAX_WORD_LENGTH)
        fits = fits or (isinstance(item, int) and abs(item) <= MAX_VIEW_NUMBER)
        if not fits or count > MAX_VIEW_ELEMENTS:
            raise _wrong(key)
    return dict(value)


FLAGS = tuple(field.name for field in fields(Provenance) if field.name != "app")
"""What a save says of its provenance. The version of the program stands in the record."""
CHAIR_WORDS = tuple(field.name for field in fields(Chair))

SHAPES: Mapping[str, Shape] = {
    "id": Shape(_read_id),
    "name": Shape(_read_name),
    "started": Shape(_read_date),
    "saved": Shape(_read_date),
    "seed": Shape(_read_seed),
    "provenance": Shape(_read_provenance, lambda value: {flag: getattr(value, flag) for flag in FLAGS}),
    "practice": Shape(_typed(bool)),
    "live": Shape(_typed(bool)),
    "first": Shape(_read_first, lambda seat: -1 if seat is None else seat),
    "chairs": Shape(
        _read_chairs, lambda chairs: [{word: getattr(chair, word) for word in CHAIR_WORDS} for chair in chairs]
    ),
    "scores": Shape(_list_of(int, MAX_SEATS, lambda score: abs(score) <= MAX_SCORE), list),
    "seals": Shape(_list_of(str, MAX_SEALS, lambda seal: len(seal) <= MAX_WORD_LENGTH), list),
    "view": Shape(_read_view),
    "record": Shape(lambda value, key: record.from_plain(_typed(dict)(value, key)), lambda value: dict(value.data)),
}
"""The fields of a Save in its file. All of them must be there, and no others."""


def to_plain(save: Save) -> dict[str, Any]:
    return {key: shape.write(getattr(save, key)) for key, shape in SHAPES.items()}


def from_plain(plain: Any) -> Save:
    """A Save from JSON. SaveError says what is wrong."""
    if not isinstance(plain, dict) or sorted(plain) != sorted(SHAPES):
        raise SaveError("the file does not have the contents of a saved match")
    save = Save(**{key: shape.read(plain[key], key) for key, shape in SHAPES.items()})
    return replace(save, provenance=replace(save.provenance, app=save.record.data["app"]))


def as_read(save: Save) -> Save:
    """What will be read from the file of a save."""
    return from_plain(json.loads(json.dumps(to_plain(save))))


def pack(save: Save, key: bytes) -> bytes:
    """The content of a save's file."""
    return pack_plain(to_plain(save), key)


def pack_plain(plain: dict[str, Any], key: bytes) -> bytes:
    text = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    packed = zlib.compress(text.encode("ascii"), 6)
    return f"MALLOW {FORMAT} {checksum(packed, key)}\n".encode() + packed


def checksum(packed: bytes, key: bytes) -> str:
    return hmac.new(key, f"mallow save {FORMAT}\n".encode() + packed, hashlib.sha256).hexdigest()


def _old_checksum(packed: bytes) -> str:
    """The checksum of format 1, which everybody could make."""
    return hashlib.sha256(b"mallow save 1\n" + packed).hexdigest()


def is_old(data: bytes) -> bool:
    """Whether a file is of format 1, whose checksums everybody can make."""
    head = HEADER.match(data[: MAX_HEADER_BYTES + 1])
    return head is not None and int(head[1]) == 1


def unpacked_bytes(data: bytes) -> int:
    """The size of what is compressed in a file; 0 for a file that is no save. Reading it takes time and memory."""
    head = HEADER.match(data[: MAX_HEADER_BYTES + 1])
    try:
        return len(_inflate(data[head.end() :])) if head is not None else 0
    except SaveError:
        return 0


def unpack(data: bytes, key: bytes, *, trust_old: bool = False) -> Save:
    """The Save in a file. SaveError if it is damaged. If only its checksum is wrong, it is marked as edited.

    So is every file of format 1, unless `trust_old` says that it was there before the key.
    """
    head = HEADER.match(data[: MAX_HEADER_BYTES + 1])
    if head is None:
        raise SaveError("the file is not a saved match, or it is damaged")
    version = int(head[1])
    if version > FORMAT:
        words = "it was saved by a newer version (format {format}; this one reads up to {most})"
        raise ForeignSave(words, format=version, most=FORMAT)
    packed = data[head.end() :]
    plain = record.read_json(_inflate(packed), MAX_ELEMENTS)
    save = from_plain(_from_format_1(plain) if version == 1 else plain)
    right = checksum(packed, key) if version > 1 else _old_checksum(packed) if trust_old else ""
    if not hmac.compare_digest(head[2].decode(), right):
        save = replace(save, provenance=replace(save.provenance, edited=True))
    return save


def _from_format_1(plain: Any) -> Any:
    """In format 1 each flag of the provenance was a field, and there was one flag less."""
    if not isinstance(plain, dict) or "provenance" in plain:
        return plain
    flags = {flag: plain.pop(flag) for flag in FLAGS if flag in plain}
    return {**plain, "provenance": {"restored": False, **flags}}


def _inflate(packed: bytes) -> bytes:
    """The uncompressed data. Anything larger than MAX_BYTES is refused before it fills the memory."""
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(packed, MAX_BYTES)
    except zlib.error:
        raise SaveError("the file is damaged or cut off") from None
    if not inflate.eof or inflate.unused_data:
        raise SaveError("the file is damaged or cut off")
    return data
