"""A saved match as bytes: a line with the format and a checksum, then compressed JSON.

It is compressed so that people who open the file see no cards. It is plain data, so a hostile file can do no harm.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from game.engine import record
from game.engine.errors import SaveError

FORMAT = 1
HEADER = re.compile(rb"MALLOW ([1-9][0-9]{0,5}) ([0-9a-f]{64})\n")
MAX_HEADER_BYTES = 80
MAX_BYTES = 4 * 1024 * 1024
"""Largest size of the uncompressed data. A long match takes about 100 KB."""
MAX_SEATS = 10
MAX_SCORE = 1_000_000
MAX_WORD_LENGTH = 64
"""Longest name, bot or avatar of a chair."""
MAX_SEALS = 10_000
MAX_NAME_LENGTH = 64
LATEST_DATE_S = 253_402_300_000
"""The last date whose year has four digits, in seconds since 1970."""
SEED_PATTERN = re.compile(r"[ -~]{1,64}")
ID_PATTERN = re.compile(r"[0-9a-z][0-9a-z-]{0,63}")

SaveData = dict[str, Any]
FIELD_TYPES: Mapping[str, type] = {
    "id": str,
    "name": str,
    "started": int,
    "saved": int,
    "seed": str,
    "undone": bool,
    "copied": bool,
    "edited": bool,
    "practice": bool,
    "live": bool,
    "first": int,
    "chairs": list,
    "scores": list,
    "seals": list,
    "view": dict,
    "record": dict,
}
"""The fields of a save and their types. All of them must be there, and no others."""


class ForeignSave(SaveError):
    """An undamaged save that this version of the program cannot load. The file is not touched."""


def pack(plain: SaveData) -> bytes:
    """The content of a save's file."""
    text = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    packed = zlib.compress(text.encode("ascii"), 6)
    return f"MALLOW {FORMAT} {_checksum(packed)}\n".encode() + packed


def _checksum(packed: bytes) -> str:
    return hashlib.sha256(f"mallow save {FORMAT}\n".encode() + packed).hexdigest()


def unpack(data: bytes) -> SaveData:
    """The data of a save. SaveError if it is damaged. If only its checksum is wrong, it is marked as edited."""
    head = HEADER.match(data[: MAX_HEADER_BYTES + 1])
    if head is None:
        raise SaveError("the file is no saved match, or damaged")
    if int(head[1]) > FORMAT:
        words = "it was saved by a newer version (format {format}; this one reads up to {most})"
        raise ForeignSave(words, format=int(head[1]), most=FORMAT)
    packed = data[head.end() :]
    plain = record.read_json(_inflate(packed))
    _check(plain)
    if head[2].decode() != _checksum(packed):
        plain["edited"] = True
    return dict(plain)


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


def _check(plain: Any) -> None:
    if not isinstance(plain, dict) or sorted(plain) != sorted(FIELD_TYPES):
        raise SaveError("the file does not say what a saved match says")
    for key, shape in FIELD_TYPES.items():
        if type(plain[key]) is not shape:
            raise SaveError("“{key}” of the saved match is not what it should be", key=key)
    if not ID_PATTERN.fullmatch(plain["id"]) or len(plain["name"]) > MAX_NAME_LENGTH:
        raise SaveError("the saved match has no proper name")
    if not SEED_PATTERN.fullmatch(plain["seed"]):
        raise SaveError("the saved match has no proper seed")
    if not 0 <= plain["started"] <= LATEST_DATE_S or not 0 <= plain["saved"] <= LATEST_DATE_S:
        raise SaveError("the saved match has no proper dates")
    if len(plain["chairs"]) > MAX_SEATS or len(plain["scores"]) > MAX_SEATS or len(plain["seals"]) > MAX_SEALS:
        raise SaveError("the file does not say what a saved match says")
    for chair in plain["chairs"]:
        words = isinstance(chair, dict) and sorted(chair) == ["avatar", "bot", "name"]
        if not words or not all(isinstance(word, str) and len(word) <= MAX_WORD_LENGTH for word in chair.values()):
            raise SaveError("a chair of the saved match is not what it should be")
    if not all(isinstance(seal, str) and len(seal) <= MAX_WORD_LENGTH for seal in plain["seals"]):
        raise SaveError("“{key}” of the saved match is not what it should be", key="seals")
    if not all(type(score) is int and abs(score) <= MAX_SCORE for score in plain["scores"]):
        raise SaveError("“{key}” of the saved match is not what it should be", key="scores")
    record.from_plain(plain["record"])
