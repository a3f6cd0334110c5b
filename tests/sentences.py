"""Finds all Sentences in the code, and English words that are left in another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from game.data import catalog
from game.engine.os_errors import OS_ERROR_TEXTS, YAML_ERROR_TEXTS
from game.engine.sentences import Sentence
from game.engine.spec import LEVELS
from game.titles import TITLES
from game.words.locale_files import read_errors, read_texts

GAME = Path(__file__).parent.parent / "game"
SENTENCE_MAKERS = {
    *("Sentence", "error", "MallowError", "IllegalMove", "SaveError", "SpecError", "OptionError"),
    *("ForeignSave", "DamagedSave", "BusySave", "FullStore"),
}
POSITION_ARGUMENTS = {"SpecError": {"file", "line", "path"}, "FullStore": {"kind"}}
FILES_THAT_PASS_WORDS_ON = {"errors.py", "sentences.py", "os_errors.py", "strict_yaml.py"}
"""Files that make Sentences from words that are passed to them."""


class Call(NamedTuple):
    """A place where a Sentence is made: its possible templates, and the names of its values."""

    place: str
    words: list[str]
    given: frozenset[str]


@cache
def all_calls() -> tuple[Call, ...]:
    return tuple(call for file in sorted(GAME.rglob("*.py")) for call in calls_in(file))


@cache
def sentences() -> frozenset[str]:
    """All templates that have to be translated."""
    in_calls = (words for call in all_calls() for words in call.words)
    return frozenset({*in_calls, *OS_ERROR_TEXTS.values(), *YAML_ERROR_TEXTS})


def calls_in(file: Path) -> Iterator[Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and (maker := _name(node.func)) in SENTENCE_MAKERS:
            inside = [scope for scope in scopes if scope.lineno <= node.lineno <= (scope.end_lineno or 0)]
            given = frozenset(word.arg or "**" for word in node.keywords) - POSITION_ARGUMENTS.get(maker, set())
            place = f"{file.name}:{node.lineno}"
            if words := list(_words(node.args[0], inside[-1] if inside else tree, place)):
                yield Call(place, words, given)


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return "" if isinstance(called.value, ast.Name) and called.value.id == "pygame" else called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _words(node: ast.expr, scope: ast.AST, place: str) -> Iterator[str]:
    """The templates in a first argument: a text, or the variable `words` of the same function."""
    match node:
        case ast.Constant(str() as words):
            yield words
        case ast.IfExp(_, one, other):
            yield from _words(one, scope, place)
            yield from _words(other, scope, place)
        case ast.Name("words"):
            found = _assigned(scope)
            assert found or place.split(":")[0] in FILES_THAT_PASS_WORDS_ON, f"{place}: no words"
            yield from found
        case ast.JoinedStr() | ast.BinOp() | ast.Call(ast.Name("str")):
            raise AssertionError(f"{place}: words that are put together cannot be translated")


def _assigned(scope: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                target, value = target.elts[0], value.elts[0]
            if isinstance(target, ast.Name) and target.id == "words" and isinstance(value, ast.Constant):
                found.append(str(value.value))
    return found


# English


def _tokens(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


@cache
def vocabulary(code: str) -> frozenset[str]:
    """All words of the error texts in a language."""
    said = read_errors(code).values() if code != "en" else sentences()
    texts = (str(text) for key, text in read_texts(code).items() if key.split(".")[0] in ("error", "start", "save"))
    return frozenset(word for text in (*said, *texts) for word in _tokens(re.sub(r"\{\w+\}", " ", text)))


@cache
def names() -> frozenset[str]:
    """Words that are the same in every language, because people type them: titles, levels, options."""
    specs = [catalog.spec(title) for title in TITLES]
    ids = [*TITLES, *LEVELS, *(word for spec in specs for word in (*spec.options, *spec.characters))]
    return frozenset(_tokens(" ".join([*ids, "random", "SaveError", "mallow"])))


def english_words(text: str, code: str, known: str = "") -> set[str]:
    """Words of a text that only English has. Names and `known` words do not count."""
    return set((_tokens(text) & vocabulary("en")) - vocabulary(code) - names() - _tokens(known))


def without_names(said: Any) -> Any:
    """A Sentence with "…" in place of all values that are no Sentences."""
    if not isinstance(said, Sentence):
        return "…"
    return Sentence(said.words, **{name: without_names(value) for name, value in said.values.items()})
