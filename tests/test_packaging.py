"""What is packed: everything the program reads, for every system, and what systems want to know of it."""

from __future__ import annotations

import configparser
import fnmatch
import re
import sys
import types
import xml.etree.ElementTree as Xml
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from game import __version__, paths
from game.start import text_program
from game.start.arguments import make_parser
from game.words import locale

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "assets" / "packaging"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LANGUAGES = [code for code, _ in locale.languages()]


def read_by_the_program() -> Iterator[Path]:
    """Every file in the tree that is opened at run time."""
    for folder in ("assets", "locales", "game"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".svg", ".yaml", ".ogg", ".ttf", ".otf", ".json"} and SOURCES not in file.parents:
                yield file


# The wheel


@pytest.fixture(scope="module")
def setup() -> dict[str, Any]:
    toml = pytest.importorskip("tomllib")
    tool: dict[str, Any] = toml.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    return tool


def test_the_wheel_has_every_package(setup: dict[str, Any]) -> None:
    found = {".".join(file.parent.relative_to(ROOT).parts) for file in (ROOT / "game").rglob("__init__.py")}
    assert set(setup["packages"]) == found | {"game.assets", "game.locales"}
    lost = [file for file in (ROOT / "game").rglob("*.py") if not (file.parent / "__init__.py").exists()]
    assert not lost


def test_the_wheel_has_every_file_the_program_reads(setup: dict[str, Any]) -> None:
    places = {package: ROOT / package.replace(".", "/") for package in setup["packages"]}
    places |= {package: ROOT / folder for package, folder in setup["package-dir"].items()}
    for file in read_by_the_program():
        patterns = [
            (file.relative_to(places[package]).as_posix(), pattern.removeprefix("**/"))
            for package, several in setup["package-data"].items()
            for pattern in several
            if file.parent == places[package] or ("**" in pattern and places[package] in file.parents)
        ]
        assert any(fnmatch.fnmatch(name, pattern) for name, pattern in patterns), file


@pytest.fixture
def forgotten_paths() -> Iterator[None]:
    """What the program remembers of its own place is forgotten before and after the test."""
    remembering = (paths.resource_folder, paths.title_file)
    for function in remembering:
        function.cache_clear()
    yield
    for function in remembering:
        function.cache_clear()


def test_in_a_source_tree_everything_lies_beside_the_package() -> None:
    assert paths.resource_folder() == ROOT and paths.is_source_tree()
    assert not (ROOT / "game" / "assets").exists()


def test_installed_everything_lies_inside_it(
    tmp_path: Path, forgotten_paths: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "game"
    (package / "assets").mkdir(parents=True)
    (tmp_path / "site-packages" / "pyproject.toml").touch()  # somebody else's
    monkeypatch.setattr(paths, "__file__", str(package / "paths.py"))
    assert paths.resource_folder() == package
    assert paths.title_file("x") == package / "titles" / "x" / "x.yaml"
    assert not paths.is_source_tree()


# The folder that PyInstaller makes


class Recipe:
    """build.spec, read on a system of that name, with PyInstaller's steps only written down."""

    def __init__(self, platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        self.steps: dict[str, dict[str, Any]] = {}
        self.programs: dict[str, dict[str, Any]] = {}
        icons = types.ModuleType("tests.tools.icons")
        vars(icons)["write"] = lambda folder: folder.mkdir(parents=True, exist_ok=True)
        monkeypatch.setitem(sys.modules, "tests.tools.icons", icons)
        monkeypatch.setattr("tests.tools.icons", icons, raising=False)
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(sys, "path", sys.path[:])
        source = (ROOT / "build.spec").read_text("utf-8").replace('ROOT / "build"', "MADE_AT", 1)
        names = {name: self._step(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
        exec(compile(source, "build.spec", "exec"), {**names, "SPECPATH": str(ROOT), "MADE_AT": tmp_path})

    def _step(self, name: str) -> Any:
        def step(*parts: Any, **words: Any) -> Any:
            self.steps[name] = words
            if name == "EXE":
                self.programs[words["name"]] = words
            kept = [
                ("pygame_gui/data/NotoSans-Regular.ttf", "", "DATA"),
                ("pygame_gui/data/pygame-gui.en.json", "", "DATA"),
            ]
            dropped = [("pygame_gui/data/NotoSansKR-Bold.ttf", "", "DATA"), ("x/pygame-gui.ja.json", "", "DATA")]
            if name == "COLLECT":
                assert parts[-1] == kept
            return types.SimpleNamespace(datas=kept + dropped, binaries=[], scripts=[], pure=[])

        return step


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_folder_has_every_file_the_program_reads(
    platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    datas = Recipe(platform, monkeypatch, tmp_path).steps["Analysis"]["datas"]
    carried = {Path(source): folder for source, folder in datas}
    for file in read_by_the_program():
        at = file.relative_to(ROOT).parent
        assert Path(carried[file]) == (at if at.parts[0] == "game" else Path("game") / at)
    assert not [file for file in carried if SOURCES in file.parents]


def test_linux_gets_a_plain_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    recipe = Recipe("linux", monkeypatch, tmp_path)
    assert "BUNDLE" not in recipe.steps and recipe.steps["COLLECT"]["name"] == "mallow"
    assert {name: words["console"] for name, words in recipe.programs.items()} == {"mallow": True}


def test_windows_gets_two_programs_with_an_icon_and_a_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    programs = Recipe("win32", monkeypatch, tmp_path).programs
    assert {name: words["console"] for name, words in programs.items()} == {"mallow": False, text_program.NAME: True}
    numbers = tuple(int(part) for part in f"{__version__}.0".split("."))
    for name, words in programs.items():
        assert words["icon"].endswith(".ico")
        text = Path(words["version"]).read_text("utf-8")
        assert f"filevers={numbers}" in text and f"StringStruct('ProductVersion', '{__version__}')" in text
        assert f"'{name}.exe'" in text
        compile(text, "version.txt", "eval")


def test_a_mac_gets_a_bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps = Recipe("darwin", monkeypatch, tmp_path).steps
    assert steps["BUNDLE"]["icon"].endswith(".icns")
    assert steps["BUNDLE"]["version"] == __version__
    assert steps["BUNDLE"]["info_plist"]["CFBundleLocalizations"] == LANGUAGES


@pytest.mark.frozen
def test_icons_come_in_every_size(tmp_path: Path) -> None:
    """With what is built, for only there Pillow is installed."""
    from PIL import Image

    from tests.tools import icons

    icons.write(tmp_path)
    with Image.open(tmp_path / "mallow.ico") as ico:
        assert {(size, size) for size in icons.WINDOWS} == ico.info["sizes"]
    with Image.open(tmp_path / "mallow.icns") as icns:
        assert max(size[0] * size[2] for size in icns.info["sizes"]) == 1024
    assert {file.name for file in tmp_path.glob("*.png")} == {f"mallow-{size}.png" for size in icons.LINUX}


# What a desktop wants to know


def test_the_newest_changes_are_those_of_this_version() -> None:
    heads = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    released = [head for head in heads if head != "Unreleased"]
    assert re.fullmatch(rf"{re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)", released[0])
    assert "Unreleased" not in heads[1:]


def test_the_man_page_names_every_option_and_command() -> None:
    page = (SOURCES / "mallow.6").read_text("utf-8").replace("\\-", "-")
    parser = make_parser()
    for action in parser._actions:
        for word in [*action.option_strings, *(action.choices or ())]:
            assert word in page, word


def test_the_desktop_entry_speaks_every_language() -> None:
    file = configparser.RawConfigParser()
    file.optionxform = str  # type: ignore[assignment,method-assign]
    file.read(SOURCES / "mallow.desktop", "utf-8")
    entry, text = file["Desktop Entry"], file["Desktop Action text"]
    assert entry["Actions"] == "text;" and "mallow --text" in text["Exec"]
    assert all(text["Name" if code == "en" else f"Name[{code}]"] for code in LANGUAGES)
    for key in ("GenericName", "Comment", "Keywords"):
        assert all(entry[key if code == "en" else f"{key}[{code}]"] for code in LANGUAGES)
    assert (entry["Exec"], entry["Icon"], entry["StartupWMClass"]) == ("mallow", "mallow", "mallow")


def test_the_metadata_speaks_every_language() -> None:
    tree = Xml.parse(SOURCES / "mallow.metainfo.xml").getroot()
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for place in ("summary", "description/p", "description/ul/li"):
        found = [element.get(language, "en") for element in tree.findall(place)]
        assert found and all(found.count(code) == found.count("en") for code in LANGUAGES)
    identity = tree.findtext("id")
    assert tree.findtext("launchable") == f"{identity}.desktop"
    assert f'"{identity}"' in (ROOT / "build.spec").read_text("utf-8")


# The workflows


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_has_the_shape_that_github_reads(file: Path) -> None:
    flow = yaml.load(file.read_text("utf-8"), yaml.BaseLoader)
    assert set(flow) <= {"name", "on", "permissions", "concurrency", "env", "defaults", "jobs"}
    assert flow["permissions"] == {"contents": "read"}
    for job in flow["jobs"].values():
        keys = {"name", "runs-on", "container", "needs", "if", "strategy", "steps", "timeout-minutes", "env"}
        assert set(job) <= keys
        assert int(job["timeout-minutes"]) <= 360
        for step in job["steps"]:
            assert set(step) <= {"name", "uses", "with", "run", "shell", "env", "if", "id"}
            assert ("uses" in step) != ("run" in step)
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/x@v1"))
        uses = {name.split(".")[1] for name in re.findall(r"\${{ *(matrix\.\w+)", str(job))}
        matrix = job.get("strategy", {}).get("matrix", {})
        assert uses <= set(matrix) | {key for extra in matrix.get("include", ()) for key in extra}


def test_the_workflows_test_build_and_try_out_on_three_systems_and_soak_weekly() -> None:
    flows = {file.stem: yaml.load(file.read_text("utf-8"), yaml.BaseLoader) for file in WORKFLOWS}
    for job in flows["ci"]["jobs"].values():
        text = str(job)
        assert all(system in text for system in ("ubuntu-", "windows-", "macos-"))
    assert "--selftest" in str(flows["ci"]) and "upload-artifact" in str(flows["ci"])
    assert flows["soak"]["on"]["schedule"] == [{"cron": "17 3 * * 0"}]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for flow in flows.values():
        for words in re.findall(r"\bmake ([a-z -]+)", str([job["steps"] for job in flow["jobs"].values()])):
            assert set(words.split()) <= targets
