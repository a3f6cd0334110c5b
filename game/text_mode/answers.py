"""Finds the choice that a typed answer means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A line that can be chosen, and other names by which it can be called."""

    line: str
    names: tuple[str, ...] = ()
    short_name: str = ""
    """A short form of the line, such as the name without its explanation."""

    @property
    def name(self) -> str:
        return self.short_name or self.line

    def matches(self, typed: Sequence[str], *, by_name: bool) -> bool:
        """Whether each typed word is the beginning of one of its words, in any order; `by_name` without the words of
        its explanation. A single letter has to begin the first word."""
        texts = [plain_words(text) for text in (self.name if by_name else self.line, *self.names)]
        if len(typed) == 1 and len(typed[0]) == 1:
            texts = [text[:1] for text in texts]
        return all(begins_any(word, {known for text in texts for known in text}) for word in typed)

    def has_name(self, typed: Sequence[str]) -> bool:
        return any(plain_words(text) == list(typed) for text in (self.line, self.short_name, *self.names))


def find_exact(typed: str, choices: Sequence[ChoiceLine]) -> int | None:
    """The index of the choice whose number or whole name was typed; None if there is none, or more than one."""
    number = parse_number(typed.rstrip(".)"))
    if 1 <= number <= len(choices):
        return number - 1
    said = plain_words(typed)
    called = [at for at, choice in enumerate(choices) if said and choice.has_name(said)]
    return called[0] if len(called) == 1 else None


def find_matches(typed: str, choices: Sequence[ChoiceLine]) -> list[int]:
    """The indexes of all choices that the typed words may mean: by their names, or else by their explanations."""
    said = plain_words(typed)
    for by_name in (True, False):
        found = [at for at, choice in enumerate(choices) if said and choice.matches(said, by_name=by_name)]
        if found:
            return found
    return []


def parse_number(typed: str) -> int:
    """The typed whole number; -1 if it is none."""
    return int(typed) if typed.isdecimal() else -1


def plain_words(text: str) -> list[str]:
    """The words of a text without accents, capital letters and punctuation."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    bare = "".join(character for character in folded if not unicodedata.combining(character))
    return re.findall(r"\w+", bare)


def begins_any(word: str, known: Iterable[str]) -> bool:
    """Whether a word is the beginning of one of the known words. A number has to be complete: 1 does not begin 12."""
    return any(other == word if word.isdecimal() else other.startswith(word) for other in known)


def contains_name(line: str, name: str) -> bool:
    """Whether the words of a name stand together in a line."""
    return f" {' '.join(plain_words(name))} " in f" {' '.join(plain_words(line))} "
