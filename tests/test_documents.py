"""What CONTRIBUTING and the pages about concepts name is there: files, folders, classes and methods."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "lessons.md", *sorted((ROOT / "docs" / "concepts").glob("*.md"))]
FOLDERS = (".", "game", "game/ui", "game/ui/table", "game/ui/gui", "game/disk", "tests", "assets", "locales")
"""Where the pages may leave out the beginning of a path."""
FILE = re.compile(r"[\w./]+\.(?:py|yaml|md|toml|spec|json)")
EXAMPLES = ("high_card", "/pt.yaml", "1-show")
"""Parts of paths that a reader of the page makes."""


def quoted(page: Path) -> Iterator[str]:
    """What stands between backticks, and in the boxes of the diagram."""
    text = re.sub(r"```sh\n.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", text)
    for file, name in re.findall(r"\[(\w+(?:/\w+)+): ([\w.]+)", text):
        yield from (f"{file}.py", name)


def members() -> dict[str, set[str]]:
    """The names in each class of the program and its tests."""
    found: dict[str, set[str]] = {}
    for file in (*(ROOT / "game").rglob("*.py"), *(ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(re.findall(r"\w+", ast.unparse(node)))
    return found


MEMBERS = members()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_only_what_there_is(page: Path) -> None:
    missing = []
    for name in quoted(page):
        if FILE.fullmatch(name) and not any(part in name for part in EXAMPLES):
            there = any((ROOT / folder / name).exists() for folder in FOLDERS)
        elif method := re.match(r"([A-Z]\w+)\.(\w+)", name):
            there = method[2] in MEMBERS.get(method[1], ())
        elif re.fullmatch(r"(?:[A-Z][a-z]+){2,}", name):
            there = name in MEMBERS
        else:
            continue
        missing += [] if there else [name]
    assert not missing
