"""Readers for strict YAML. A reader takes a node and returns its value, or raises a SpecError with what is allowed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeVar

from game.data.strict_yaml import ListNode, MappingNode, Node, Scalar, quote
from game.engine.errors import SpecError
from game.engine.sentences import Sentence, join_words

T = TypeVar("T")
Reader = Callable[[Node], T]

_WHOLE: Final = re.compile(r"-?(0|[1-9][0-9]{0,5})")
"""No leading zeros: some YAML parsers read 010 as eight, others as ten."""
_MAX_LISTED_WORDS: Final = 15


def whole_number(low: int, high: int) -> Reader[int]:
    """Reads a whole number from `low` to `high`."""

    def read(node: Node) -> int:
        plain = isinstance(node, Scalar) and not node.quoted and _WHOLE.fullmatch(node.text)
        if plain and low <= (number := int(plain[0])) <= high:
            return number
        wanted = Sentence("a whole number from {low} to {high}", low=low, high=high) if low < high else str(low)
        raise _wrong_value(node, wanted)

    return read


def flag(node: Node) -> bool:
    """Reads true or false."""
    if isinstance(node, Scalar) and not node.quoted and node.text in ("true", "false"):
        return node.text == "true"
    raise _wrong_value(node, join_words(("true", "false"), "or"))


def one_of(words: Collection[str], kind: str = "") -> Reader[str]:
    """Reads one of these words. `kind` describes them in the error if there are too many to list."""

    def read(node: Node) -> str:
        if isinstance(node, Scalar) and node.text in words:
            return node.text
        raise _wrong_value(node, kind or _word_list(words, "or"), words)

    return read


def matching(pattern: str, wanted: str) -> Reader[str]:
    """Reads a text that matches a regular expression. `wanted` describes it in the error."""

    def read(node: Node) -> str:
        if isinstance(node, Scalar) and re.fullmatch(pattern, node.text):
            return node.text
        raise _wrong_value(node, wanted)

    return read


def list_of(read: Reader[T], low: int, high: int) -> Reader[tuple[T, ...]]:
    """Reads a list with `low` to `high` entries, each with the same reader."""
    wanted = Sentence("a list of {low} to {high} entries", low=low, high=high)
    if low == high:
        wanted = Sentence("a list of {low}", low=low)

    def read_list(node: Node) -> tuple[T, ...]:
        if not isinstance(node, ListNode):
            raise _wrong_value(node, wanted)
        if not low <= len(node.items) <= high:
            raise node.where.error("must be {wanted}, but has {count}", wanted=wanted, count=len(node.items))
        return tuple(read(item) for item in node.items)

    return read_list


def unique(read: Reader[T]) -> Reader[T]:
    """The same reader, but it refuses a value that it has read before."""
    lines: dict[T, int] = {}

    def read_new(node: Node) -> T:
        value = read(node)
        if value in lines:
            words = "{value} is already on line {line}; it is allowed only once"
            raise node.where.error(words, value=_value_text(node), line=lines[value])
        lines[value] = node.where.line
        return value

    return read_new


def read_fields(node: Node, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
    """The values of a table, in the order of the file. All needed keys must be there, and no unknown ones."""
    allowed = [*needed, *optional]
    if not isinstance(node, MappingNode):
        wanted = Sentence("a table with {keys}", keys=_word_list(allowed)) if allowed else Sentence("an empty table")
        raise _wrong_value(node, wanted)
    for name, entry in node.entries.items():
        if name not in allowed:
            problem = Sentence("unknown key {key}; no keys are allowed here", key=quote(name))
            if allowed:
                problem = Sentence("unknown key {key}; allowed here: {keys}", key=quote(name), keys=_word_list(allowed))
            raise entry.key.where.error(_with_suggestion(problem, name, allowed))
    for name in needed:
        if name not in node.entries:
            words = "this key is missing; needed here: {keys}"
            raise node.where.below(name).error(words, keys=_word_list(needed))
    return {name: entry.value for name, entry in node.entries.items()}


def read_each(node: Node, readers: Mapping[str, Reader[T]]) -> dict[str, T]:
    """A table with exactly these keys. Each value is read by the reader of its key."""
    return {name: readers[name](value) for name, value in read_fields(node, readers).items()}


def read_range(parts: Mapping[str, Node], names: tuple[str, str], limits: tuple[int, int]) -> tuple[int, int]:
    """Two numbers within the limits; the second must not be less than the first."""
    low, high = (whole_number(*limits)(parts[name]) for name in names)
    if low > high:
        words = "is {high}, but must not be less than {name}, which is {low}"
        raise parts[names[1]].where.error(words, high=high, name=names[0], low=low)
    return low, high


def _wrong_value(node: Node, wanted: str, words: Collection[str] = ()) -> SpecError:
    problem = Sentence("must be {wanted}, not {seen}", wanted=wanted, seen=_value_text(node))
    return node.where.error(_with_suggestion(problem, node.text, words) if isinstance(node, Scalar) else problem)


def _value_text(node: Node) -> str:
    if not isinstance(node, Scalar):
        return Sentence("a list") if isinstance(node, ListNode) else Sentence("a table")
    if node.quoted:
        return Sentence("the text {text}", text=quote(node.text))
    if not node.text:
        return Sentence("empty")
    return node.text if _WHOLE.fullmatch(node.text) else quote(node.text)


def _with_suggestion(problem: str, text: str, words: Collection[str]) -> str:
    close = difflib.get_close_matches(text[:40].lower(), words, n=1)
    return Sentence("{problem}; did you mean {word}?", problem=problem, word=quote(close[0])) if close else problem


def _word_list(words: Collection[str], last: str = "and") -> str:
    if len(words) <= _MAX_LISTED_WORDS:
        return join_words(words, last)
    return Sentence("{words} … ({count} in all)", words=", ".join([*words][:_MAX_LISTED_WORDS]), count=len(words))
