"""Texts of the languages in `locales/`. Each language is one file; nothing else has to be registered."""

from __future__ import annotations

import contextlib
import locale
import os
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from game import paths
from game.engine.errors import SpecError
from game.engine.sentences import Sentence
from game.words.locale_files import (
    CODE_PATTERN,
    SPECIAL_WORDS,
    Plural,
    Text,
    placeholders,
    plural_rules,
    read_errors,
    read_lesson_texts,
    read_texts,
    special_pattern,
)  # fmt: skip
from game.words.plurals import OTHER, PluralRules

ENGLISH: Final = "en"


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
        self._plurals = PluralRules(plural_rules(texts))
        self._special = {name: special_pattern(texts, f"language.special.{name}") for name in SPECIAL_WORDS}
        self._reference = reference or english or self
        """English. Its placeholders say which values a text needs; a translation may leave some out."""
        self._group_from = int(str(texts.get("language.group_from", "1000")))

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        """The names directly below each key. Nobody needs them before the menu."""
        return _children(self._texts)

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


def languages(folder: Path | None = None) -> list[tuple[str, str]]:
    """Code and name of every language with a correct file, English first. Each name is in its own language."""
    files = sorted((folder or paths.locales_folder()).glob("*.yaml"))
    names = {file.stem: _language_name(file.stem, folder) for file in files if CODE_PATTERN.fullmatch(file.stem)}
    found = [(code, name) for code, name in names.items() if name]
    return sorted(found, key=lambda language: (language[0] != ENGLISH, language))


def has_language(code: str, folder: Path | None = None) -> bool:
    """Whether there is a correct file of this language. Takes less time than `languages`: it reads no other file."""
    return CODE_PATTERN.fullmatch(code) is not None and bool(_language_name(code, folder))


def _language_name(code: str, folder: Path | None) -> str:
    """Empty if the language's file is wrong or missing."""
    try:
        return str(read_texts(code, folder).get("language.name", code))
    except SpecError:
        return ""


def system_language(preferred: Iterable[str] = ()) -> str:
    """The code of the first preferred language that we have; otherwise that of the environment; otherwise English."""
    codes = (code for wanted in (*preferred, _environment_language()) for code in _language_codes(wanted))
    return next((code for code in codes if has_language(code)), ENGLISH)


def _environment_language() -> str:
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    with contextlib.suppress(ValueError):
        wanted.append(locale.getlocale()[0] or "")
    return next((name for name in wanted if name), "")


def _language_codes(name: str) -> tuple[str, str]:
    """Our codes for a locale name of the system: "pt_BR.UTF-8" is pt-BR or pt."""
    language, _, country = name.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")
    return f"{language.lower()}-{country.upper()}", language.lower()


def _children(texts: Mapping[str, Text]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for key in texts:
        parts = key.split(".")
        for depth in range(1, len(parts)):
            found.setdefault(".".join(parts[:depth]), {})[parts[depth]] = None
    return {key: tuple(names) for key, names in found.items()}
