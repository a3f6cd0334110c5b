"""Words in the language of whoever plays: nested keys, plural forms, English where a text is missing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game import paths
from game.engine.errors import SpecError
from game.strict_yaml import Node, Scalar, Table, read_yaml

LANGUAGES = ("en", "es", "fr")
FALLBACK = "en"
FORMS = {"one", "other"}
MAX_BYTES = 512 * 1024

Texts = Mapping[str, str | Mapping[str, str]]


@cache
def texts(language: str) -> Texts:
    """All texts of a language by their whole key; a plural one as its forms."""
    file = paths.home() / "locales" / f"{language}.yaml"
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SpecError(f"cannot be read ({error.strerror})", file=file.name) from None
    found: dict[str, str | Mapping[str, str]] = {}
    _collect(read_yaml(data, file.name, max_bytes=MAX_BYTES), "", found)
    return found


def _collect(node: Node, path: str, found: dict[str, str | Mapping[str, str]]) -> None:
    if isinstance(node, Scalar):
        found[path] = node.text
    elif isinstance(node, Table):
        words = {name: entry.value for name, entry in node.entries.items()}
        if set(words) == FORMS:
            found[path] = {name: form.text for name, form in words.items() if isinstance(form, Scalar)}
            return
        for name, value in words.items():
            _collect(value, f"{path}.{name}" if path else name, found)
    else:
        raise node.where.error("must be a text or a table of texts")


def text(language: str, key: str, **values: object) -> str:
    """One text with its values put in; the key itself if no language has it."""
    found = texts(language).get(key) or texts(FALLBACK).get(key) or key
    if not isinstance(found, str):
        found = found["one" if singular(language, values.get("count")) else "other"]
    return found.format(**values)


def singular(language: str, count: object) -> bool:
    """French counts none as one."""
    return count == 1 or (language == "fr" and count == 0)
