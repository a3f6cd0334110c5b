"""What builds and packs the program for Windows, as far as it can be tried without Wine."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game import __version__
from game.words import locale
from tests.tools import release, windows_build, windows_python
from tests.tools.windows_test import QUICK
from tests.tools.windows_wine import ROOT, text_pieces

LANGUAGES = {"en": "ENGLISH", "es": "SPANISH", "fr": "FRENCH"}
SCRIPT = (ROOT / "assets" / "packaging" / "mallow.nsi").read_text("utf-8")


def make_wheel(file: Path, text: str) -> str:
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{windows_python.INSIDE}python.exe", text)
        wheel.writestr(f"{windows_python.INSIDE}Lib/site-packages/pip.py", text)
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with an interpreter that is the only listed package."""
    folder = tmp_path / "cache"
    folder.mkdir()
    digest = make_wheel(folder / "python.whl", "the right one")
    (tmp_path / "packages.txt").write_text(f"{windows_python.INTERPRETER}==1 --hash=sha256:{digest}\n", "utf-8")
    monkeypatch.setattr(windows_python, "PACKAGES", tmp_path / "packages.txt")
    monkeypatch.setattr(windows_python, "download", lambda *words, to: None)
    return folder


def test_an_interpreter_of_the_cache_is_used_without_a_download(cache: Path, tmp_path: Path) -> None:
    windows_python.unpack(windows_python.fetch(cache), tmp_path / "python")
    assert (tmp_path / "python" / "python.exe").read_text("utf-8") == "the right one"
    assert not list(tmp_path.rglob("pip.py"))
    assert f"Z:{ROOT}".replace("/", "\\") in (tmp_path / "python" / "python311._pth").read_text("utf-8").splitlines()


def test_a_file_with_another_checksum_is_never_used(cache: Path) -> None:
    make_wheel(cache / "python.whl", "a wrong one")
    with pytest.raises(SystemExit, match=windows_python.INTERPRETER):
        windows_python.fetch(cache)


def test_every_package_of_the_list_has_a_version_and_a_checksum() -> None:
    lines = [line for line in windows_python.PACKAGES.read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert len(lines) == len(windows_python.read_pins())
    toml = pytest.importorskip("tomllib").loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split("[<>=]", need)[0].lower() for need in toml["dependencies"]}
    assert {*names, "pyinstaller", "pytest", windows_python.INTERPRETER} <= set(windows_python.read_pins().values())


def test_what_a_program_prints_is_read_also_if_a_child_keeps_its_pipe() -> None:
    script = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'input()']); print('x' * 100_000)"
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert len("".join(text_pieces(process)).strip()) == 100_000
    process.communicate(b"\n")


def test_the_installer_speaks_every_language() -> None:
    assert set(LANGUAGES) == {code for code, _ in locale.languages()}
    said = re.findall(r"^LangString (\w+) \${LANG_(\w+)}", SCRIPT, re.MULTILINE)
    assert set(said) == {(name, language) for name, _ in said for language in LANGUAGES.values()}
    assert "RequestExecutionLevel user" in SCRIPT and "HKLM" not in SCRIPT


def test_the_uninstaller_deletes_only_what_was_brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "built" / "inside").mkdir(parents=True)
    (tmp_path / "built" / "inside" / "a.dll").touch()
    (tmp_path / "built" / "mallow.exe").touch()
    monkeypatch.setattr(windows_build, "BUILT", tmp_path / "built")
    monkeypatch.setattr(windows_build, "LISTS", tmp_path / "lists")
    windows_build.write_lists()
    taken = (tmp_path / "lists" / "uninstall.nsh").read_text("utf-8-sig").splitlines()
    assert taken == [r'Delete "$INSTDIR\inside\a.dll"', r'Delete "$INSTDIR\mallow.exe"', r'RMDir "$INSTDIR\inside"']
    assert re.findall(r"RMDir /r (.*)", SCRIPT) == ['"${SAVES}"']


def test_the_notes_of_a_release_are_the_section_of_its_version() -> None:
    older = "## 0.0.1 (2020-01-01)\n\n- old\n"
    assert release.changes(f"# Changes\n\n## {__version__} (2026-01-01)\n\n- new\n\n{older}") == "- new\n"
    trial = release.changes(
        f"# Changes\n\n## Unreleased\n\n- more\n\n## {__version__} (2026-01-01)\n\n- new\n\n{older}"
    )
    assert "- more" in trial and "- new" in trial and "- old" not in trial


def test_the_quick_selection_names_files_that_are_there() -> None:
    assert all((ROOT / "tests" / f"test_{name}.py").is_file() for name in QUICK)
