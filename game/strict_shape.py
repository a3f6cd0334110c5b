"""Small readers over strict YAML: each takes a node and gives its value, or says what may stand there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeVar

from game.engine.errors import SpecError
from game.strict_yaml import List, Node, Scalar, Table, quote

T = TypeVar("T")
Read = Callable[[Node], T]

_WHOLE: Final = re.compile(r"-?(0|[1-9][0-9]{0,5})")
"""No leading zeros: 010 is eight to one reader of YAML and ten to the next."""
_LISTED: Final = 15


def whole(low: int, high: int) -> Read[int]:
    def read(node: Node) -> int:
        plain = isinstance(node, Scalar) and not node.quoted and _WHOLE.fullmatch(node.text)
        if plain and low <= (number := int(plain[0])) <= high:
            return number
        raise _unlike(node, f"a whole number from {low} to {high}" if low < high else str(low))

    return read


def flag(node: Node) -> bool:
    if isinstance(node, Scalar) and not node.quoted and node.text in ("true", "false"):
        return node.text == "true"
    raise _unlike(node, "true or false")


def one_of(words: Collection[str], kind: str = "") -> Read[str]:
    """One of these words; `kind` names them where there are too many to list."""

    def read(node: Node) -> str:
        if isinstance(node, Scalar) and node.text in words:
            return node.text
        hint = _hint(node.text, words) if isinstance(node, Scalar) else ""
        raise _unlike(node, kind or _listing(words), hint)

    return read


def matching(pattern: str, wanted: str) -> Read[str]:
    def read(node: Node) -> str:
        if isinstance(node, Scalar) and re.fullmatch(pattern, node.text):
            return node.text
        raise _unlike(node, wanted)

    return read


def list_of(read: Read[T], low: int, high: int) -> Read[tuple[T, ...]]:
    wanted = f"a list of {low} to {high} entries" if low < high else f"a list of {low}"

    def read_list(node: Node) -> tuple[T, ...]:
        if not isinstance(node, List):
            raise _unlike(node, wanted)
        if not low <= len(node.items) <= high:
            raise node.where.error(f"must be {wanted}, but has {len(node.items)}")
        return tuple(read(item) for item in node.items)

    return read_list


def once(read: Read[T]) -> Read[T]:
    """The same reading, but no value a second time for as long as this reader is used."""
    lines: dict[T, int] = {}

    def read_new(node: Node) -> T:
        value = read(node)
        if value in lines:
            raise node.where.error(
                f"{_seen(node)} stands on line {lines[value]} already; only once is allowed"
            )
        lines[value] = node.where.line
        return value

    return read_new


def fields(node: Node, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
    """The values of a table that has all the needed keys and no unknown one, in the order of the file."""
    allowed = [*needed, *optional]
    if not isinstance(node, Table):
        raise _unlike(node, f"a table with {_listing(allowed, 'and')}" if allowed else "an empty table")
    for name, entry in node.entries.items():
        if name not in allowed:
            may = f"allowed here: {_listing(allowed, 'and')}" if allowed else "no keys are allowed here"
            raise entry.key.where.error(f"unknown key {quote(name)}; {may}{_hint(name, allowed)}")
    for name in needed:
        if name not in node.entries:
            raise node.where.below(name).error(f"this key is missing; needed here: {_listing(needed, 'and')}")
    return {name: entry.value for name, entry in node.entries.items()}


def each(node: Node, readers: Mapping[str, Read[T]]) -> dict[str, T]:
    """A table with exactly these keys, every value read by the key's own reader."""
    return {name: readers[name](value) for name, value in fields(node, readers).items()}


def span(parts: Mapping[str, Node], names: tuple[str, str], limits: tuple[int, int]) -> tuple[int, int]:
    """Two numbers within the limits, the second not under the first."""
    low, high = (whole(*limits)(parts[name]) for name in names)
    if low > high:
        raise parts[names[1]].where.error(f"is {high}, but must not be less than {names[0]}, which is {low}")
    return low, high


def _unlike(node: Node, wanted: str, hint: str = "") -> SpecError:
    return node.where.error(f"must be {wanted}, not {_seen(node)}{hint}")


def _seen(node: Node) -> str:
    if not isinstance(node, Scalar):
        return "a list" if isinstance(node, List) else "a table"
    if node.quoted:
        return f"the text {quote(node.text)}"
    if not node.text:
        return "empty"
    return node.text if _WHOLE.fullmatch(node.text) else quote(node.text)


def _hint(text: str, words: Collection[str]) -> str:
    close = difflib.get_close_matches(text[:40].lower(), words, n=1)
    return f"; did you mean {quote(close[0])}?" if close else ""


def _listing(words: Collection[str], last: str = "or") -> str:
    if len(words) > _LISTED:
        return f"{', '.join([*words][:_LISTED])} … ({len(words)} in all)"
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end
