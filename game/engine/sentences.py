"""Texts for people, as data that can be translated: refusals, questions and sentences of errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.engine.state import Plain


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a card cannot be played now: a locale key, the clause of the rule book, and values for the text."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to decide now: a locale key, the clause of the rule book, and values for the text."""

    key: str
    clause: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


class Sentence(str):
    """An English sentence that also keeps its template (`words`) and the values in it, which may be Sentences too.

    It is a plain `str` with the English text. `locales/errors/` has translations of the templates.
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
    """The words as a list in a sentence: "a, b and c". `last` is "and" or "or"."""
    *most, end = words
    if not most:
        return end
    return Sentence("{most} and {last}" if last == "and" else "{most} or {last}", most=", ".join(most), last=end)


def with_suggestion(problem: str, word: str, known: Iterable[str]) -> str:
    """The problem; if a known word is similar to `word`, with "did you mean …?"."""
    close = get_close_matches(word[:40], list(known), n=1)
    return Sentence("{problem} (did you mean “{word}”?)", problem=problem, word=close[0]) if close else problem
