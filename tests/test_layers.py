"""Imports go one way. The table in CONTRIBUTING says which."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME = ROOT / "game"
TABLE_ROW = re.compile(r"^\| `([a-z_/]+)` \| [^|]+ \| ([a-z_/, ]*)\|$", re.MULTILINE)
EVERYBODY = {"paths", "game"}
"""What every layer may import: where files lie, and the version."""


def read_table(text: str) -> dict[str, set[str]]:
    """The layers and what each may import, from the table in CONTRIBUTING."""
    text = text[text.index("| layer | what it holds | may import |") :]
    rows = {name: {word.strip() for word in allowed.split(",")} - {""} for name, allowed in TABLE_ROW.findall(text)}
    return {name: {name, *allowed, *EVERYBODY} for name, allowed in rows.items()}


MAY_IMPORT = {
    **read_table((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")),
    **dict.fromkeys(EVERYBODY, EVERYBODY),
}
TRUTH = {"game.engine.match", "game.engine.state.State"}
"""What knows all cards."""
NEVER: dict[str, set[str]] = {
    "ai": {"game.engine.match"},
    "ui": {"game.titles", *TRUTH},
    "text_mode": {"game.titles", *TRUTH},
}
"""Modules, and names in modules, that a layer may not have though it may import others beside them."""
FILES = sorted(GAME.rglob("*.py"))


def layer(module: str) -> str:
    """The layer of one of our modules, or the name of a package that is not ours."""
    parts = module.split(".")
    if parts[0] != "game":
        return parts[0]
    if len(parts) == 1:
        return "game"
    if f"{module}.".startswith("game.ai.worker."):
        return "ai/worker"
    return parts[1]


def is_ours(module: str) -> bool:
    path = GAME.parent.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imports(source: str) -> set[str]:
    """All modules that a source can reach, however it says that; and the names it takes out of ours."""
    tree = ast.parse(source)
    return set(_imported(tree)) | set(_reached(tree))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "imports are written out in full"
            yield node.module
            yield from (name for alias in node.names if counts(name := f"{node.module}.{alias.name}"))
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            what = node.args[0] if node.args else None
            assert isinstance(what, ast.Constant) and isinstance(what.value, str), "imports are written out in full"
            assert not what.value.startswith("."), "imports are written out in full"
            yield what.value


def counts(name: str) -> bool:
    """Of the package itself only modules, since it has no layer; of our modules every name; of others none."""
    return is_ours(name) or (name.startswith("game.") and name.count(".") > 1)


def called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _reached(tree: ast.AST) -> Iterator[str]:
    """What is reached through a module that was imported: after `from game import engine`, `engine.match`."""
    known = dict(_names(tree))
    for node in ast.walk(tree):
        dotted: list[str] = []
        while isinstance(node, ast.Attribute):
            dotted.insert(0, node.attr)
            node = node.value
        if dotted and isinstance(node, ast.Name) and node.id in known:
            yield from (name for name in prefixes(known[node.id], dotted) if counts(name))


def _names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that imports give to our modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (root, root)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if is_ours(f"{node.module}.{alias.name}"):
                    yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def prefixes(module: str, attributes: list[str]) -> Iterator[str]:
    for count in range(1, len(attributes) + 1):
        yield ".".join([module, *attributes[:count]])
        if not is_ours(".".join([module, *attributes[:count]])):
            return


def troubles(module: str, source: str) -> list[str]:
    """What a module of ours imports and may not."""
    own, found = layer(module), []
    for name in sorted(imports(source)):
        their = layer(name)
        if their in sys.stdlib_module_names or name == "game":
            continue
        if their not in MAY_IMPORT[own]:
            found.append(f"{module} ({own}) may not import {name}")
        if any(name == banned or name.startswith(f"{banned}.") for banned in NEVER.get(own, ())):
            found.append(f"{module} ({own}) may never import {name}")
    return found


def test_every_layer_has_a_row_and_every_row_a_layer() -> None:
    assert {layer(module_of(file)) for file in FILES} == set(MAY_IMPORT)


def test_only_three_modules_lie_at_the_top() -> None:
    assert {file.stem for file in GAME.glob("*.py")} == {"__init__", "__main__", "paths"}


def module_of(file: Path) -> str:
    parts = file.relative_to(GAME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_go_one_way(file: Path) -> None:
    assert troubles(module_of(file), file.read_text(encoding="utf-8")) == []


PLANTED = (
    "import game.engine.match",
    "import game.engine.match as truth",
    "import pygame, game.engine.match",
    "from game.engine.match import Match",
    "from game.engine.match import Match as Table",
    "from game.engine.match import *",
    "from game.engine import match",
    "from game.engine import cards, match as truth",
    "from game.engine import (\n    cards,\n    match,\n)",
    "from game import engine\nengine.match.Match",
    "import game\ngame.engine.match.Match",
    "import game.engine as below\nbelow.match",
    "import importlib\nimportlib.import_module('game.engine.match')",
    "from importlib import import_module\nimport_module('game.engine.match')",
    "import importlib as tool\nfound = tool.import_module('game.engine.match').Match",
    "__import__('game.engine.match')",
    "def late():\n    from game.engine import match\n    return match",
    "class Late:\n    def late(self):\n        import game.engine.match",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game.engine import match",
    "import typing\nif typing.TYPE_CHECKING:\n    from game.engine.match import Match",
    "try:\n    from game.engine import match\nexcept ImportError:\n    pass",
    "lazy = lambda: __import__('game.engine.match')",
)


@pytest.mark.parametrize("source", PLANTED)
@pytest.mark.parametrize("module", ["game.ui.planted", "game.text_mode.planted", "game.ai.planted"])
def test_every_form_of_import_is_seen(module: str, source: str) -> None:
    assert "game.engine.match" in imports(source)
    assert troubles(module, source)


@pytest.mark.parametrize("module", ["game.ui.table.planted", "game.text_mode.planted"])
@pytest.mark.parametrize(
    "source",
    [
        "from game.engine.state import State",
        "from game.engine.state import Standings, State as Truth",
        "from game.engine import state\nstate.State",
        "import game.engine.state\ngame.engine.state.State",
        "import game.titles",
        "from game import titles",
        "from game.titles import TITLES",
        "from game.titles import jelly_mind",
        "import game.titles.jelly_mind",
        "def late():\n    from game.titles.jelly_mind import JellyMind",
        "import importlib\nimportlib.import_module('game.titles.jelly_mind')",
    ],
)
def test_a_screen_sees_neither_titles_nor_the_truth(module: str, source: str) -> None:
    assert troubles(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("game.engine.planted", "from game import titles"),
        ("game.engine.planted", "from game.data import catalog"),
        ("game.titles.planted", "from game.ai import bots"),
        ("game.titles.planted", "import yaml"),
        ("game.ai.planted", "from game.ai import worker"),
        ("game.ai.planted", "import game.ai.worker"),
        ("game.words.planted", "from game.play import host"),
        ("game.play.host", "import game.ui.kit"),
        ("game.play.planted", "from game.disk import saving"),
        ("game.ui.planted", "from game.start import app"),
    ],
)
def test_a_planted_arrow_in_the_wrong_direction_is_seen(module: str, source: str) -> None:
    assert troubles(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("game.ui.planted", "from game.engine.state import Standings"),
        ("game.ui.planted", "from game.engine import cards, state\nstate.Standings"),
        ("game.ui.planted", "import pygame\nfrom game.ui import shapes\nshapes.plate"),
        ("game.ui.planted", "import re\nre.match('a', 'b')"),
        ("game.play.host", "from game import __version__\nfrom game.data import catalog"),
        ("game.disk.saving", "from game.engine.match import Match"),
    ],
)
def test_what_is_allowed_is_not_refused(module: str, source: str) -> None:
    assert troubles(module, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "from . import match",
        "from .match import Match",
        "import importlib\nimportlib.import_module(name)",
        "import importlib\nimportlib.import_module('.match', 'game.engine')",
    ],
)
def test_imports_that_nobody_can_read_are_refused(source: str) -> None:
    with pytest.raises(AssertionError, match="written out in full"):
        imports(source)


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_no_module_reaches_for_what_is_unsafe(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    writes_methods = module_of(file) == "game.engine.slots"  # from declarations in the source, as dataclasses do
    assert not names & ({"eval", "exec", "compile", "__import__"} - ({"exec"} if writes_methods else set()))
    assert not {"pickle", "marshal", "shelve"} & packages(source)


def inside(file: Path, *packages: str) -> bool:
    return file.relative_to(GAME).parts[0] in packages


def packages(source: str) -> set[str]:
    return {name.partition(".")[0] for name in imports(source)}


PURE = [file for file in FILES if inside(file, "engine", "titles", "ai") and file.stem != "worker"]


@pytest.mark.parametrize("file", PURE, ids=module_of)
def test_no_clock_and_no_other_dice_below_the_shell(file: Path) -> None:
    used = packages(file.read_text(encoding="utf-8"))
    assert not used & {"time", "datetime", "secrets", "os"}
    assert "random" not in used or file.name == "dice.py"


def test_nothing_but_the_titles_names_a_title() -> None:
    """A fifth title is added without touching engine, bots or screen."""
    titles = [file.stem for file in (GAME / "titles").glob("*/*.yaml")]
    for file in FILES:
        if not inside(file, "titles", "ai"):
            text = file.read_text(encoding="utf-8")
            assert not [title for title in titles if title in text], file


@pytest.mark.parametrize("file", sorted((GAME / "ui" / "table").glob("*.py")), ids=module_of)
def test_parts_of_the_table_do_not_know_the_scene_that_holds_them(file: Path) -> None:
    named = set(re.findall(r"\b(?:TableView|AskingTable|TableScene)\b", file.read_text(encoding="utf-8")))
    own = {"view.py": "TableView", "asking.py": "TableView AskingTable", "scene.py": "AskingTable TableScene"}
    assert named == set(own.get(file.name, "").split())
