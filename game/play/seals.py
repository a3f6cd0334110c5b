"""A seal on every deal: shown before anybody plays, opened after the match, so that nobody has to believe the dealer.

The seal is a hash of the cards as they were dealt, with salt that nobody can guess; the salt comes from the match's
seed, which is shown once the match is over.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.engine.match import Entry


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    """A seal, what it was made of, and whether it holds."""

    number: int
    seal: str
    salt: str
    order: str
    holds: bool


def make_salt(seed: str | int, number: int) -> str:
    return hashlib.sha256(f"salt/{seed}/{number}".encode()).hexdigest()[:32]


def make_bot_seed(seed: str | int) -> str:
    """Made from the match's seed, and no way leads back to it."""
    return hashlib.sha256(f"bots/{seed}".encode()).hexdigest()[:16]


def make_seal(salt: str, order: str) -> str:
    return hashlib.sha256(f"{salt} {order}".encode()).hexdigest()


def deal_text(written: Any) -> str:
    """A deal as one line of text, always the same for the same deal."""
    return json.dumps(written, sort_keys=True, separators=(",", ":"))


def make_seals(seed: str | int, log: Sequence[Entry], known: Sequence[str] = ()) -> list[str]:
    """A seal for every deal of the log; those that are known already stay as they were given out."""
    dealt = [entry.deal_data for entry in log if entry.deal is not None]
    kept = list(known[: len(dealt)])
    new = range(len(kept), len(dealt))
    return kept + [make_seal(make_salt(seed, number), deal_text(dealt[number])) for number in new]


def open_seals(seed: str | int, log: Sequence[Entry], given: Sequence[str]) -> list[OpenedSeal]:
    """Every deal of a match against the seal that was shown for it."""
    found = []
    for number, entry in enumerate(entry for entry in log if entry.deal is not None):
        grain, dealt = make_salt(seed, number), deal_text(entry.deal_data)
        shown = given[number] if number < len(given) else ""
        found.append(OpenedSeal(number, shown, grain, dealt, shown == make_seal(grain, dealt)))
    return found


def make_statement(found: Sequence[OpenedSeal]) -> str:
    """All that is needed to compute every seal again: sha256 of salt, a space and the order."""
    lines = ["seal = sha256(salt + space + order), everything as UTF-8"]
    for one in found:
        lines += ["", f"deal {one.number + 1}", f"seal  {one.seal}", f"salt  {one.salt}", f"order {one.order}"]
    return "\n".join(lines) + "\n"
