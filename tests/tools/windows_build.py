"""The program for Windows: a folder, packed as a .zip and as an installer in `dist/`.

`python -m tests.tools.windows_build`, on Linux with Wine or on Windows itself. Both need NSIS.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PureWindowsPath

from game import __version__
from tests.tools.package import DIST, SOURCES, files, released
from tests.tools.windows_python import PYTHON, prepare
from tests.tools.windows_wine import COMPILED, ROOT, SCREENLESS, WORK, Wine, require

BUILT = WORK / "dist" / "mallow"
LISTS = WORK / "lists"
ZIP = DIST / f"mallow-{__version__}-windows-x64.zip"
SETUP = DIST / f"mallow-{__version__}-setup.exe"
TARGET = "x86-unicode" if sys.platform == "win32" else "amd64-unicode"
"""64 bits on Linux, for a Wine that has no 32. NSIS for Windows makes those with 32 bits, which run there too."""
STRICT = () if sys.platform == "win32" else ("-WX",)
"""Warnings are errors. On Windows NSIS may be a newer one, with new warnings."""
MAX_FOLDER_BYTES, MAX_SETUP_BYTES = 45 * 10**6, 15 * 10**6


def build() -> None:
    """Run PyInstaller: with this interpreter on Windows, elsewhere with one under Wine."""
    words = ["-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    if sys.platform == "win32":
        places = ["--distpath", str(BUILT.parent), "--workpath", str(WORK / "work"), str(ROOT / "build.spec")]
        subprocess.run([sys.executable, *words, *places], check=True)
        return
    prepare()
    wine = Wine()
    at = wine.windows_path
    with wine.running():
        places = ["--distpath", at(BUILT.parent), "--workpath", at(WORK / "work"), at(ROOT / "build.spec")]
        print(wine.run(PYTHON, *words, *places, env={**SCREENLESS, **COMPILED}), end="")


def make_zip() -> Path:
    """The folder with the licence, under one name. The same bytes whenever the same files are packed."""
    year, month, day = map(int, released().split("-"))
    top = f"mallow-{__version__}"
    contents = {f"{top}/{file.relative_to(BUILT).as_posix()}": file for file in files(BUILT)}
    contents[f"{top}/LICENSE.txt"] = ROOT / "LICENSE"
    with zipfile.ZipFile(ZIP, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, (year, month, day, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, contents[name].read_bytes())
    return ZIP


def write_lists() -> None:
    """What the installer brings, and takes away again: each file by its name, for a folder may hold others."""
    bring: list[str] = []
    take: list[str] = []
    for file in files(BUILT):
        inside = PureWindowsPath("$INSTDIR", *file.relative_to(BUILT).parts)
        bring += [f'SetOutPath "{inside.parent}"', f'File "{file}"']
        take.append(f'Delete "{inside}"')
    folders = [folder.relative_to(BUILT) for folder in BUILT.rglob("*") if folder.is_dir()]
    for folder in sorted(folders, key=lambda folder: len(folder.parts), reverse=True):
        take.append(f'RMDir "{PureWindowsPath("$INSTDIR", *folder.parts)}"')
    LISTS.mkdir(parents=True, exist_ok=True)
    for name, lines in (("install.nsh", bring), ("uninstall.nsh", take)):
        (LISTS / name).write_text("\n".join(lines) + "\n", "utf-8-sig")


def make_setup() -> Path:
    write_lists()
    words = {
        "TARGET": TARGET,
        "VERSION": __version__,
        "NUMBERS": f"{__version__}.0",
        "ICON": WORK / "made" / "mallow.ico",
        "LICENCE": ROOT / "LICENSE",
        "LISTS": LISTS,
        "OUT": SETUP,
    }
    given = [f"-D{name}={value}" for name, value in words.items()]
    subprocess.run([makensis(), "-V2", *STRICT, "-INPUTCHARSET", "UTF8", *given, SOURCES / "mallow.nsi"], check=True)
    return SETUP


def makensis() -> str:
    """NSIS, also where its installer on Windows puts it."""
    return shutil.which("makensis") or "C:\\Program Files (x86)\\NSIS\\makensis.exe"


def check_sizes() -> None:
    unpacked = sum(file.stat().st_size for file in files(BUILT))
    print(f"unpacked: {unpacked / 1e6:.1f} MB")
    assert 0 < unpacked <= MAX_FOLDER_BYTES and SETUP.stat().st_size <= MAX_SETUP_BYTES, "larger than it may be"


def main() -> None:
    if sys.platform != "win32":
        require("wine", "makensis")
    shutil.rmtree(BUILT, ignore_errors=True)
    build()
    DIST.mkdir(exist_ok=True)
    for file in (make_zip(), make_setup()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    check_sizes()


if __name__ == "__main__":
    main()
