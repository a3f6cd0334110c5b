"""Seals prove that the program did not change the cards during a match.

The seal of a deal is a hash of its cards and a secret salt. It is shown before anybody plays. After the match the
salt is shown too, so that everybody can compute the hash again. The salt is made from the seed of the match.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.engine.match import Entry

SEED_BITS = 128
"""As many bits as a salt has. Nobody can find such a seed by trying."""


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    """A seal with what it was made of. `holds` says whether the hash is right."""

    number: int
    seal: str
    salt: str
    deal_text: str
    holds: bool


def new_seed() -> int:
    """The seed of a new match: a secret random number. All other randomness in the match comes from it."""
    return secrets.randbits(SEED_BITS)


def make_salt(seed: str | int, number: int) -> str:
    """The salt of the deal with this number."""
    return hashlib.sha256(f"salt/{seed}/{number}".encode()).hexdigest()[:32]


def make_bot_seed(seed: str | int) -> str:
    """A seed for bots, made from the seed of the match by a hash, so that the match's seed stays secret."""
    return hashlib.sha256(f"bots/{seed}".encode()).hexdigest()[:16]


def make_seal(salt: str, order: str) -> str:
    return hashlib.sha256(f"{salt} {order}".encode()).hexdigest()


def deal_text(written: Any) -> str:
    """A deal as one line of text. Equal deals give equal texts."""
    return json.dumps(written, sort_keys=True, separators=(",", ":"))


def make_seals(seed: str | int, log: Sequence[Entry], known: Sequence[str] = ()) -> list[str]:
    """A seal for every deal of the log. Seals that were already shown (`known`) are kept."""
    dealt = [entry.deal_data for entry in log if entry.deal is not None]
    kept = list(known[: len(dealt)])
    new = range(len(kept), len(dealt))
    return kept + [make_seal(make_salt(seed, number), deal_text(dealt[number])) for number in new]


def open_seals(seed: str | int, log: Sequence[Entry], shown_seals: Sequence[str]) -> list[OpenedSeal]:
    """Compare every deal of a match with the seal that was shown for it."""
    opened = []
    for number, entry in enumerate(entry for entry in log if entry.deal is not None):
        salt, dealt = make_salt(seed, number), deal_text(entry.deal_data)
        shown = shown_seals[number] if number < len(shown_seals) else ""
        opened.append(OpenedSeal(number, shown, salt, dealt, shown == make_seal(salt, dealt)))
    return opened


def make_statement(seals: Sequence[OpenedSeal]) -> str:
    """A text with which everybody can compute the seals again: sha256 of salt, a space and the order."""
    lines = ["seal = sha256(salt + space + order), everything as UTF-8"]
    for seal in seals:
        lines += ["", f"deal {seal.number + 1}", f"seal  {seal.seal}", f"salt  {seal.salt}", f"order {seal.deal_text}"]
    return "\n".join(lines) + "\n"
