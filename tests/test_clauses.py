"""Every clause of the rule books has a test that carries its number."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

CLAUSES = {"mt": 18, "ff": 14, "jm": 15, "hm": 24}
NAMED = [f"{book}_{number:02}" for book, count in CLAUSES.items() for number in range(1, count + 1)]


@cache
def names_of_tests() -> list[str]:
    return [
        node.name
        for file in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@pytest.mark.parametrize("clause", NAMED)
def test_clause_has_a_test(clause: str) -> None:
    assert any(name.startswith(f"test_{clause}_") for name in names_of_tests())


def test_no_test_names_a_clause_that_is_not_there() -> None:
    for name in names_of_tests():
        words = name.split("_")
        if words[1] in CLAUSES and words[2].isdecimal():
            assert f"{words[1]}_{words[2]}" in NAMED
