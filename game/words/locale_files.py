"""Reads the files with the texts of a language: of the interface, of lessons, of errors. A wrong file is refused."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar, cast

from game import paths
from game.data.strict_yaml import MappingNode, Scalar, Where, quote, read_yaml
from game.engine.errors import SpecError
from game.engine.os_errors import os_error_text
from game.engine.sentences import join_words
from game.words.plurals import CATEGORIES, OTHER, PluralRuleError, PluralRules

MAX_BYTES: Final = 256 * 1024
CODE_PATTERN: Final = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_FIELD: Final = re.compile(r"\{(\w+)\}")
SPECIAL_WORDS: Final = ("and", "of")
"""Small words that in some languages have another form before certain words."""
PATTERN_KEYS: Final = ("language.special.",)
"""Beginnings of keys whose texts are regular expressions: braces in them are no placeholders."""
_NARROW, _NO_BREAK = "\u202f", "\u00a0"


@dataclass(frozen=True, slots=True)
class Plural:
    """A text with a form for every plural category of its language."""

    forms: Mapping[str, str]
    """Texts by category. `other` is always present."""


Text = str | Plural
T = TypeVar("T", bound=Text)


def read_texts(code: str, folder: Path | None = None) -> Mapping[str, Text]:
    if not CODE_PATTERN.fullmatch(code):
        raise SpecError("there is no language {code}", code=quote(code))
    return _read((folder or paths.locales_folder()) / f"{code}.yaml", _parse_texts)


def read_lesson_texts(code: str, folder: Path | None = None) -> Mapping[str, Text]:
    """The texts of all lessons: `name` in `lessons/<title>.<code>.yaml` is `lessons.<title>.name` here.

    A wrong file is left out, so that it takes down nothing but its own lessons.
    """
    texts: dict[str, Text] = {}
    for file in sorted(((folder or paths.locales_folder()) / "lessons").glob(f"*.{code}.yaml")):
        with contextlib.suppress(SpecError):
            texts |= read_lesson_file(file)
    return texts


def read_lesson_file(file: Path) -> Mapping[str, Text]:
    """The texts of one title's lessons. SpecError if the file is wrong."""
    return {f"lessons.{file.name.partition('.')[0]}.{key}": text for key, text in _read(file, _parse_texts).items()}


def read_errors(code: str, folder: Path | None = None) -> Mapping[str, str]:
    """Translations of Sentences by their English template. Empty for English and for a language without the file."""
    file = (folder or paths.locales_folder()) / "errors" / f"{code}.yaml"
    return _read(file, _parse_sentences) if file.is_file() else {}


def plural_rules(texts: Mapping[str, Text]) -> dict[str, str]:
    """The plural rules in the texts of a language, by category."""
    named = {category: texts.get(f"language.plural.{category}") for category in CATEGORIES}
    return {category: rule for category, rule in named.items() if isinstance(rule, str)}


def special_pattern(texts: Mapping[str, Text], key: str) -> re.Pattern[str] | None:
    pattern = texts.get(key, "")
    return re.compile(pattern) if isinstance(pattern, str) and pattern else None


def placeholders(text: Text) -> frozenset[str]:
    if isinstance(text, Plural):
        return frozenset().union(*map(placeholders, text.forms.values()))
    return frozenset(_FIELD.findall(text))


def _read(file: Path, read: Callable[[MappingNode], Mapping[str, T]]) -> Mapping[str, T]:
    try:
        stat = file.stat()
        return cast(Mapping[str, T], _parse_file(file, read, stat.st_mtime_ns, stat.st_size))
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=file.name, reason=os_error_text(error)) from None


@lru_cache(maxsize=64)
def _parse_file(
    file: Path, read: Callable[[MappingNode], Mapping[str, Text]], changed_ns: int, size: int
) -> Mapping[str, Text]:
    """Parsing takes longer than a frame. The cache does it once for each state of a file (its time and size)."""
    data = file.read_bytes()
    root = read_yaml(data, file.name, max_bytes=MAX_BYTES)
    if not isinstance(root, MappingNode):
        raise Where(file.name, 1).error("must be a table of texts")
    texts = read(root)
    if not data.endswith(b"\n"):  # the first half of a file is often correct YAML, too
        raise SpecError("does not end with a line break: a part of it may be missing", file=file.name)
    return texts


def _parse_sentences(table: MappingNode) -> Mapping[str, str]:
    found = {}
    for words, entry in table.entries.items():
        if not isinstance(entry.value, Scalar):
            raise entry.value.where.error("must be text")
        found[words] = _text_of(entry.value)
        if placeholders(found[words]) != placeholders(words):
            raise entry.value.where.error("needs the placeholders of its key, and no others")
    return found


def _parse_texts(table: MappingNode) -> Mapping[str, Text]:
    texts: dict[str, Text] = {}
    language = table.entries.get("language")
    if language is not None and isinstance(language.value, MappingNode):
        _flatten(language.value, "language.", texts, ())
    try:
        categories = PluralRules(plural_rules(texts)).categories
        for name in SPECIAL_WORDS:
            special_pattern(texts, f"language.special.{name}")
    except (PluralRuleError, re.error) as error:
        where = language.value.where if language is not None else table.where
        raise where.error("“{rule}” cannot be read", rule=str(error)) from None
    _flatten(table, "", texts, categories)
    return texts


def _flatten(table: MappingNode, prefix: str, texts: dict[str, Text], categories: tuple[str, ...]) -> None:
    """Add all texts of a table under keys with dots. `categories` are the plural forms of the language."""
    for name, entry in table.entries.items():
        if not name or "." in name:
            raise entry.key.where.error("a key must be a word without dots")
        key = f"{prefix}{name}"
        match entry.value:
            case Scalar() as scalar:
                texts[key] = scalar.text if key.startswith(PATTERN_KEYS) else _text_of(scalar)
            case MappingNode() as below if OTHER in below.entries:
                texts[key] = _plural(below, categories)
            case MappingNode() as below:
                _flatten(below, f"{key}.", texts, categories)
            case other:
                raise other.where.error("must be text or a table of texts, not a list")


def _plural(table: MappingNode, categories: tuple[str, ...]) -> Plural:
    if set(table.entries) != set(categories):
        raise table.where.error("needs exactly the forms {forms}", forms=join_words(categories))
    forms = {}
    for name, entry in table.entries.items():
        if not isinstance(entry.value, Scalar):
            raise entry.value.where.error("must be text")
        forms[name] = _text_of(entry.value)
    return Plural(forms)


def _text_of(scalar: Scalar) -> str:
    """The text of a node. Only placeholders like {word} are allowed: a text must not read attributes of values."""
    if "{" in (rest := _FIELD.sub("", scalar.text)) or "}" in rest:
        raise scalar.where.error("has a brace that is not {sample}", sample="{placeholder}")
    return scalar.text.replace(_NARROW, _NO_BREAK)
