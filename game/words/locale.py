"""Texts of the languages in `locales/`. Each language is one file; nothing else has to be registered."""

from __future__ import annotations

import contextlib
import locale
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar, cast

from game import paths
from game.data.strict_yaml import MappingNode, Scalar, Where, quote, read_yaml
from game.engine.errors import SpecError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence, join_words
from game.words.plurals import CATEGORIES, OTHER, PluralRuleError, PluralRules

ENGLISH: Final = "en"
MAX_BYTES: Final = 256 * 1024
_CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
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


class Texts:
    """The texts of a language by key. A missing text is taken from English; if English lacks it too, it is the key.

    `strict` is for tests: a missing text or value is then a KeyError.
    """

    def __init__(
        self,
        code: str,
        texts: Mapping[str, Text],
        english: Texts | None = None,
        *,
        errors: Mapping[str, str] | None = None,
        strict: bool = False,
        reference: Texts | None = None,
    ) -> None:
        self.code = code
        self.strict = strict
        self._texts = texts
        self._english = english
        self._errors = errors or {}
        self._children = _children(texts)
        self._plurals = PluralRules(plural_rules(texts))
        self._special = {name: _pattern(texts, f"language.special.{name}") for name in SPECIAL_WORDS}
        self._reference = reference or english or self
        """English. Its placeholders say which values a text needs; a translation may leave some out."""
        self._group_from = int(str(texts.get("language.group_from", "1000")))

    @classmethod
    def load(cls, code: str, *, strict: bool = False, folder: Path | None = None) -> Texts:
        """The texts of a language. SpecError if its file is missing or wrong."""
        english = None if code == ENGLISH else cls.load(ENGLISH, folder=folder)
        texts, errors = {**read_texts(code, folder), **read_lesson_texts(code, folder)}, read_errors(code, folder)
        return cls(code, texts, None if strict else english, errors=errors, strict=strict, reference=english)

    @classmethod
    def load_or_english(cls, code: str, folder: Path | None = None) -> tuple[Texts, str]:
        """The texts, and what is wrong with their file. Then they are English, or empty if English is wrong too."""
        try:
            return cls.load(code, folder=folder), ""
        except SpecError as error:
            problem = error.sentence
        try:
            return cls.load(ENGLISH, folder=folder), problem
        except SpecError:
            return cls(ENGLISH, {}), problem

    def __call__(self, key: str, /, **values: object) -> str:
        return self.fill(key, values)

    def fill(self, key: str, values: Mapping[str, object]) -> str:
        """The text of a key with the values in it. The value `count` decides the plural form."""
        text = self._texts.get(key)
        if text is None:
            return self._fallback(key, values)
        if isinstance(text, Plural):
            text = text.forms[self._category(values.get("count", 0))]
        try:
            return text.format_map(self._translate_values(values))
        except KeyError:
            if self.strict:
                needed = sorted(placeholders(text))
                raise KeyError(f"{self.code}: {key} needs {needed}, was given {sorted(values)}") from None
            return text

    def _category(self, count: object) -> str:
        return self._plurals.category(count) if isinstance(count, int) else OTHER

    def _fallback(self, key: str, values: Mapping[str, object]) -> str:
        if self._english is not None:
            return self._english.fill(key, values)
        if self.strict:
            raise KeyError(f"{self.code}: no text {key}")
        return key

    def translate(self, said: str) -> str:
        """A Sentence in this language. Any other text is returned unchanged."""
        if not isinstance(said, Sentence):
            return said
        return self._errors.get(said.words, said.words).format_map(self._translate_values(said.values))

    def _translate_values(self, values: Mapping[str, object]) -> Mapping[str, object]:
        if not any(isinstance(value, Sentence) for value in values.values()):
            return values
        return {name: self.translate(value) if isinstance(value, str) else value for name, value in values.items()}

    def has(self, key: str) -> bool:
        """Whether the key has a text, in this language or in English."""
        return key in self._texts or (self._english is not None and self._english.has(key))

    def children(self, key: str) -> tuple[str, ...]:
        """The names directly below a key, in the order of the file."""
        found = self._children.get(key, ())
        return found if found or self._english is None else self._english.children(key)

    def placeholders(self, key: str) -> frozenset[str]:
        """The placeholders of the English text of a key, with all its plural forms and all keys below it."""
        if self._reference is not self:
            return self._reference.placeholders(key)
        found = set(placeholders(self._texts.get(key, "")))
        for name in self._children.get(key, ()):
            found |= self.placeholders(f"{key}.{name}")
        return frozenset(found)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def format_number(self, number: int) -> str:
        """The number with the separator of thousands of the language."""
        if abs(number) < self._group_from:
            return str(number)
        return f"{number:,}".replace(",", self("language.thousands"))

    def format_decimal(self, number: float) -> str:
        """The number with one digit after the decimal mark of the language."""
        return f"{number:.1f}".replace(".", self("language.decimal"))

    def join_words(self, items: Iterable[str]) -> str:
        """The items as a list in a sentence: "Ana, Bea and Cleo"."""
        *most, last = list(items) or [""]
        return self(f"list.and.{self.form_before('and', last)}", items=", ".join(most), last=last) if most else last

    def form_before(self, what: str, word: str) -> str:
        """Which form of a small word (`what`, such as "and") stands before another word: "special" or "plain".

        A pattern in the language's file says which words need the special form: Spanish "e" before the sound of i,
        French "d’" before a vowel. The pattern is compared with the letters of the word, without accents.
        """
        letters = "".join(letter for letter in unicodedata.normalize("NFD", word.lower()) if letter.isalpha())
        pattern = self._special[what]
        return "special" if pattern is not None and pattern.match(letters) else "plain"


def plural_rules(texts: Mapping[str, Text]) -> dict[str, str]:
    """The plural rules in the texts of a language, by category."""
    named = {category: texts.get(f"language.plural.{category}") for category in CATEGORIES}
    return {category: rule for category, rule in named.items() if isinstance(rule, str)}


def _pattern(texts: Mapping[str, Text], key: str) -> re.Pattern[str] | None:
    pattern = texts.get(key, "")
    return re.compile(pattern) if isinstance(pattern, str) and pattern else None


def placeholders(text: Text) -> frozenset[str]:
    if isinstance(text, Plural):
        return frozenset().union(*map(placeholders, text.forms.values()))
    return frozenset(_FIELD.findall(text))


def languages(folder: Path | None = None) -> list[tuple[str, str]]:
    """Code and name of every language with a correct file, English first. Each name is in its own language."""
    found = []
    for file in sorted((folder or paths.locales_folder()).glob("*.yaml")):
        if _CODE.fullmatch(file.stem):
            try:
                found.append((file.stem, str(read_texts(file.stem, folder).get("language.name", file.stem))))
            except SpecError:
                continue
    return sorted(found, key=lambda language: (language[0] != ENGLISH, language))


def system_language(preferred: Iterable[str] = ()) -> str:
    """The code of the first preferred language that we have; otherwise that of the environment; otherwise English."""
    known = dict(languages())
    for wanted in (*preferred, _environment_language()):
        for code in _language_codes(wanted):
            if code in known:
                return code
    return ENGLISH


def _environment_language() -> str:
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    with contextlib.suppress(ValueError):
        wanted.append(locale.getlocale()[0] or "")
    return next((name for name in wanted if name), "")


def _language_codes(name: str) -> tuple[str, str]:
    """Our codes for a locale name of the system: "pt_BR.UTF-8" is pt-BR or pt."""
    language, _, country = name.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")
    return f"{language.lower()}-{country.upper()}", language.lower()


def read_texts(code: str, folder: Path | None = None) -> Mapping[str, Text]:
    if not _CODE.fullmatch(code):
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
    root = read_yaml(file.read_bytes(), file.name, max_bytes=MAX_BYTES)
    if not isinstance(root, MappingNode):
        raise Where(file.name, 1).error("must be a table of texts")
    return read(root)


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
            _pattern(texts, f"language.special.{name}")
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
        raise scalar.where.error("has a brace that is no {sample}", sample="{placeholder}")
    return scalar.text.replace(_NARROW, _NO_BREAK)


def _children(texts: Mapping[str, Text]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for key in texts:
        parts = key.split(".")
        for depth in range(1, len(parts)):
            found.setdefault(".".join(parts[:depth]), {})[parts[depth]] = None
    return {key: tuple(names) for key, names in found.items()}
