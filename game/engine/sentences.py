"""What the code has to say to a person, so that it can be said in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.engine.state import Plain


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a card cannot be played now: a locale key, the clause of the rule book behind it, and what to put in."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to decide now."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


class Sentence(str):
    """An English sentence that remembers its words and what was put into them, which may be such sentences too.

    It is a plain text to whoever only wants to read it. `locales/errors/` has its words in the other languages.
    """

    words: str
    values: Mapping[str, Any]

    def __new__(cls, words: str, /, **values: object) -> Sentence:
        if isinstance(words, Sentence):
            return words
        said = super().__new__(cls, words.format_map(values))
        said.words, said.values = words, values
        return said

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.words,), dict(self.values)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c", or with "or"."""
    *most, end = words
    if not most:
        return end
    return Sentence("{most} and {last}" if last == "and" else "{most} or {last}", most=", ".join(most), last=end)


def with_suggestion(problem: str, word: str, known: Iterable[str]) -> str:
    """The problem, and the word that was perhaps meant."""
    close = get_close_matches(word[:40], list(known), n=1)
    return Sentence("{problem} (did you mean “{word}”?)", problem=problem, word=close[0]) if close else problem
