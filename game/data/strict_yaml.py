"""Reads the part of YAML that our files use: tables, lists and text.

It uses the events of the parser. So no value is converted to another type, and no tag can create an object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import yaml
from yaml import events as ev

from game.engine.errors import SpecError
from game.engine.os_errors import yaml_error_text
from game.engine.sentences import Sentence

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 8

_FAST_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOMS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_UNPRINTABLE: Final = re.compile(
    r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
"""Control characters, tabs, and invisible characters for line ends and writing direction."""
_WORD: Final = re.compile(r"[\w-]{1,40}")


class Where(NamedTuple):
    """A place in a file, for error messages. `path` is made of keys and indexes: "cards.suits[0]"."""

    file: str
    line: int
    path: str = ""

    def error(self, words: str, /, **values: object) -> SpecError:
        return SpecError(Sentence(words, **values), file=self.file, line=self.line, path=self.path)

    def below(self, key: str) -> Where:
        step = key if _WORD.fullmatch(key) else quote(key)
        return Where(self.file, self.line, f"{self.path}.{step}" if self.path else step)


class Scalar(NamedTuple):
    """A text in the file. `quoted` distinguishes "12" from 12."""

    where: Where
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class ListNode:
    """A YAML sequence."""

    where: Where
    items: tuple[Node, ...]


class MappingEntry(NamedTuple):
    """One key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class MappingNode:
    """A YAML mapping. Error messages call it a table."""

    where: Where
    entries: Mapping[str, MappingEntry]
    """In the order of the file."""


Node = Scalar | ListNode | MappingNode


def quote(text: str, limit: int = 40) -> str:
    """A text in quotes for a message: shortened, and with all invisible characters escaped."""
    short = text if len(text) <= limit else text[:limit] + "…"
    return json.dumps(short, ensure_ascii=not short.isprintable())


def read_yaml(
    data: bytes, file: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH, pure: bool = False
) -> Node:
    """The only document in these bytes. `pure` uses the parser written in Python, even if the one in C is there."""
    text = _decode(data, file, max_bytes)
    events = _events(text, file, yaml.SafeLoader if pure else _FAST_LOADER)
    return _NodeReader(file, max_depth, events).document()


def _decode(data: bytes, file: str, max_bytes: int) -> str:
    if len(data) > max_bytes:
        raise SpecError("is {size} bytes long; at most {most} are allowed", file=file, size=len(data), most=max_bytes)
    if data.startswith(_BOMS):
        raise SpecError("begins with a byte order mark; save it as UTF-8 without", file=file, line=1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SpecError("is not UTF-8 text from here on", file=file, line=line) from None
    if unfit := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, unfit.start()) + 1
        raise SpecError(_unprintable_error(unfit[0]), file=file, line=line)
    return text


def _unprintable_error(char: str) -> str:
    if char == "\t":
        return Sentence("holds a tab; indent and separate with spaces")
    code = f"U+{ord(char):04X}"
    return Sentence("holds the control character {code}; only printable text is allowed", code=code)


def _events(text: str, file: str, loader: type[yaml.SafeLoader]) -> Iterator[ev.Event]:
    """The events of the parser. Everything that it can raise becomes a SpecError."""
    before, last = None, text.rstrip().count("\n") + 1
    try:
        for event in yaml.parse(text, Loader=loader):
            before = event
            yield event
    except yaml.MarkedYAMLError as error:
        raise SpecError(_syntax_error(error), file=file, line=_line(error.problem_mark, last)) from None
    except (yaml.YAMLError, ValueError, OverflowError):
        # The parser written in Python gives any escape to chr() and any version number to int().
        line = _line(before.end_mark, last) if before is not None else 1
        raise SpecError("is not readable as YAML from here on", file=file, line=line) from None


class _Mark(Protocol):
    """The position of the parser. The parsers in C and in Python have different classes for it."""

    @property
    def line(self) -> int: ...


def _line(mark: _Mark | None, last: int) -> int:
    """The line of a position. The end of the file counts as its last line that is not empty."""
    return min(mark.line + 1, last) if mark else last


def _syntax_error(error: yaml.MarkedYAMLError) -> str:
    problem = yaml_error_text(error.problem or "")
    begun, met = error.context_mark, error.problem_mark
    if error.context:
        problem = Sentence("{problem} {context}", problem=problem, context=yaml_error_text(error.context))
    if begun and met and begun.line < met.line:
        problem = Sentence("{problem} begun on line {line}", problem=problem, line=begun.line + 1)
    return Sentence("is not readable as YAML: {problem}", problem=problem)


@dataclass(slots=True)
class _NodeReader:
    """Builds nodes from events, down to `max_depth`, so that no file can exhaust the stack."""

    file: str
    max_depth: int
    events: Iterator[ev.Event]

    def document(self) -> Node:
        next(self.events)
        start = next(self.events)
        if not isinstance(start, ev.DocumentStartEvent):
            raise Where(self.file, 1).error("is empty")
        if start.version or start.tags:
            raise self._where(start).error("has a % directive; none are allowed")
        root = self._node(next(self.events), "", 0)
        if root == Scalar(root.where, "", quoted=False):
            raise Where(self.file, 1).error("is empty")
        next(self.events)
        if isinstance(more := next(self.events), ev.DocumentStartEvent):
            raise self._where(more).error("a second document begins here; only one is allowed")
        return root

    def _where(self, event: ev.Event, path: str = "") -> Where:
        return Where(self.file, event.start_mark.line + 1 if event.start_mark else 0, path)

    def _node(self, event: ev.Event, path: str, depth: int) -> Node:
        where = self._where(event, path)
        if isinstance(event, ev.ScalarEvent):
            return _scalar(event, where)
        _refuse_anchors_and_tags(event, where)
        if depth == self.max_depth:
            raise where.error("is nested too deep; at most {most} levels are allowed", most=self.max_depth)
        if isinstance(event, ev.SequenceStartEvent):
            return ListNode(where, self._items(path, depth + 1))
        return MappingNode(where, self._entries(where, depth + 1))

    def _items(self, path: str, depth: int) -> tuple[Node, ...]:
        items: list[Node] = []
        while not isinstance(event := next(self.events), ev.SequenceEndEvent):
            items.append(self._node(event, f"{path}[{len(items)}]", depth))
        return tuple(items)

    def _entries(self, table: Where, depth: int) -> dict[str, MappingEntry]:
        entries: dict[str, MappingEntry] = {}
        while not isinstance(event := next(self.events), ev.MappingEndEvent):
            key = self._key(event, table)
            if key.text in entries:
                first = entries[key.text].key.where.line
                raise key.where.error("this key appears here twice, first on line {first}", first=first)
            entries[key.text] = MappingEntry(key, self._node(next(self.events), key.where.path, depth))
        return entries

    def _key(self, event: ev.Event, table: Where) -> Scalar:
        where = self._where(event, table.path)
        if not isinstance(event, ev.ScalarEvent):
            _refuse_anchors_and_tags(event, where)
            raise where.error("a key must be plain text, not a list or a table")
        key = _scalar(event, where.below(event.value))
        if key.text == "<<":
            raise key.where.error("merge keys are not allowed; write the keys out")
        return key


def _scalar(event: ev.ScalarEvent, where: Where) -> Scalar:
    text, style = event.value, event.style
    if event.anchor or event.tag:
        _refuse_anchors_and_tags(event, where)
    if style and (unfit := _UNPRINTABLE.search(text)):  # by an escape; the file as it stands was searched before
        raise where.error(_unprintable_error(unfit[0]))
    return Scalar(where, text, bool(style))


def _refuse_anchors_and_tags(event: ev.Event, where: Where) -> None:
    if isinstance(event, ev.AliasEvent):
        raise where.error("the alias {mark} is not allowed; write the value out", mark=quote(f"*{event.anchor}"))
    if isinstance(event, ev.NodeEvent) and event.anchor:
        raise where.error("the anchor {mark} is not allowed; write the value out", mark=quote(f"&{event.anchor}"))
    if isinstance(event, (ev.ScalarEvent, ev.CollectionStartEvent)) and event.tag:
        raise where.error("the tag {mark} is not allowed; values are what their place says", mark=quote(event.tag))
