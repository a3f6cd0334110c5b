"""Which of the choices somebody means by what they typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """A line to choose, and other names under which it is known."""

    line: str
    names: tuple[str, ...] = ()
    brief: str = ""
    """What the line is about, where it says more than that."""

    @property
    def called(self) -> str:
        return self.brief or self.line

    def means(self, typed: Sequence[str]) -> bool:
        """Whether every word typed begins one of its words, in any order; a single letter only the first one."""
        texts = [words(text) for text in (self.line, self.brief, *self.names)]
        if len(typed) == 1 and len(typed[0]) == 1:
            texts = [text[:1] for text in texts]
        return all(begins(word, {known for text in texts for known in text}) for word in typed)

    def is_called(self, typed: Sequence[str]) -> bool:
        return any(words(text) == list(typed) for text in (self.line, self.brief, *self.names))


def named(typed: str, choices: Sequence[Choice]) -> int | None:
    """The one choice of which it is the number or a whole name."""
    number = whole(typed.rstrip(".)"))
    if 1 <= number <= len(choices):
        return number - 1
    said = words(typed)
    called = [at for at, choice in enumerate(choices) if said and choice.is_called(said)]
    return called[0] if len(called) == 1 else None


def meant(typed: str, choices: Sequence[Choice]) -> list[int]:
    """All the choices that it may mean."""
    said = words(typed)
    return [at for at, choice in enumerate(choices) if choice.means(said)] if said else []


def whole(typed: str) -> int:
    """A whole number; -1 if it is none. A line is never too long for that."""
    return int(typed) if typed.isdecimal() else -1


def words(text: str) -> list[str]:
    """Without accents, capitals and signs."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    bare = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return re.findall(r"\w+", bare)


def begins(word: str, known: Iterable[str]) -> bool:
    """A number has to be all there: 1 does not begin 12."""
    return any(other == word if word.isdecimal() else other.startswith(word) for other in known)
