"""Imports go one way. The table here is the one in the README."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAME = Path(__file__).parent.parent / "game"
SHELL = {
    *("paths", "strict_yaml", "strict_shape", "specfile", "catalog", "locale"),
    *("wording", "disk", "honesty", "start"),
}

MAY_IMPORT: dict[str, set[str]] = {
    "engine": {"engine"},
    "titles": {"engine", "titles"},
    "ai": {"engine", "titles", "ai"},
    "worker": {"engine", "ai", "catalog", "game"},
    "shell": {"engine", "shell", "yaml"},
    "catalog": {"engine", "shell", "titles", "yaml"},
    "rulebook": {"engine", "shell", "catalog", "yaml"},
    "lab": {"engine", "shell", "catalog", "titles", "ai", "lab", "game"},
    "text_mode": {"engine", "shell", "catalog", "rulebook", "host", "worker", "saving", "text_mode"},
    "__main__": {"engine", "shell", "catalog", "ai", "lab", "window", "text_mode", "selftest", "game"},
    "host": {"engine", "shell", "catalog", "ai", "worker"},
    "past": {"engine", "worker", "host"},
    "rethink": {"engine", "worker", "past", "live"},
    "saving": {"past", "engine", "shell", "catalog", "ai", "worker", "host", "game"},
    "live": {"engine", "shell", "catalog", "ai", "worker", "host"},
    "ui": {
        *("engine", "shell", "catalog", "rulebook", "host", "past", "rethink", "live", "worker", "ui"),
        *("pygame", "pygame_gui"),
    },
    "app": {"engine", "shell", "catalog", "rulebook", "host", "worker", "ui", "pygame", "pygame_gui"},
    "report": {"engine", "shell", "host", "game"},
    "scenes": {"engine", "shell", "catalog", "host", "past", "saving", "report", "live", "worker", "ui", "pygame"},
    "headless": {"engine", "shell", "catalog", "host", "worker", "ui", "scenes", "app", "pygame"},
    "window": {"engine", "shell", "worker", "ui", "scenes", "app", "headless", "text_mode", "pygame", "game"},
    "selftest": {
        *("engine", "shell", "catalog", "rulebook", "host", "worker", "ui", "scenes", "headless", "window"),
        *("pygame", "game"),
    },
    "game": set(),
}
NEVER: dict[str, set[str]] = {"ai": {"game.engine.match"}, "ui": {"game.engine.match"}}
FILES = sorted(GAME.rglob("*.py"))


def layer(module: str) -> str:
    """The layer of one of our modules, or the name of a package that is not ours."""
    parts = module.split(".")
    if parts[0] != "game":
        return parts[0]
    if len(parts) == 1:
        return "game"
    if module == "game.ai.worker":
        return "worker"
    return "shell" if parts[1] in SHELL - {"catalog"} else parts[1]


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out in full"
            yield node.module or ""
            if node.module == "game":
                yield from (f"game.{alias.name}" for alias in node.names if not alias.name.startswith("__"))


def test_every_layer_has_a_row() -> None:
    assert {layer(module_of(file)) for file in FILES} <= set(MAY_IMPORT)


def module_of(file: Path) -> str:
    parts = file.relative_to(GAME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_go_one_way(file: Path) -> None:
    import sys

    own = layer(module_of(file))
    for name in imports(file):
        their = layer(name)
        if their in sys.stdlib_module_names or (their == "game" and name == "game"):
            continue
        assert their in MAY_IMPORT[own], f"{module_of(file)} ({own}) may not import {name}"
        assert name not in NEVER.get(own, set()), f"{module_of(file)} ({own}) may never import {name}"


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_no_module_reaches_for_what_is_unsafe(file: Path) -> None:
    names = {node.id for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"eval", "exec", "compile", "__import__"}
    assert not {"pickle", "marshal", "shelve"} & set(imports(file))


def inside(file: Path, *packages: str) -> bool:
    return file.relative_to(GAME).parts[0] in packages


PURE = [file for file in FILES if inside(file, "engine", "titles", "ai") and file.stem != "worker"]


@pytest.mark.parametrize("file", PURE, ids=module_of)
def test_no_clock_and_no_other_dice_below_the_shell(file: Path) -> None:
    used = set(imports(file))
    assert not used & {"time", "datetime", "secrets", "os"}
    assert "random" not in used or file.name == "dice.py"


def test_nothing_but_the_titles_names_a_title() -> None:
    """A fifth title is added without touching engine, bots or screen."""
    titles = [file.stem for file in (GAME / "titles").glob("*.yaml")]
    for file in FILES:
        if not inside(file, "titles", "ai"):
            text = file.read_text(encoding="utf-8")
            assert not [title for title in titles if title in text], file
