"""Everything that people can download, in `dist/release`: the files, their checksums, and what has changed.

`python -m tests.tools.release`, after `make package windows`. The wheel and the source package are made here.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from game import __version__
from tests.tools.package import DIST, ROOT

RELEASE = DIST / "release"
PATTERNS = (
    f"mallow-{__version__}-linux-*.tar.xz",
    f"mallow_{__version__}_*.deb",
    f"mallow-{__version__}-windows-x64.zip",
    f"mallow-{__version__}-setup.exe",
    f"mallow-{__version__}-py3-none-any.whl",
    f"mallow-{__version__}.tar.gz",
)
"""Archive and package for Linux, archive and installer for Windows, wheel, source package."""
SUMS, NOTES = "SHA256SUMS", f"CHANGES-{__version__}.md"
SECTION = re.compile(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def make_python_packages() -> None:
    shutil.rmtree(DIST / "python", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "build", "--outdir", DIST / "python", ROOT], check=True, capture_output=True)


def collect() -> list[Path]:
    """One file of each kind, copied. What is left of an older release goes."""
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    for pattern in PATTERNS:
        found = [*DIST.glob(pattern), *(DIST / "python").glob(pattern)]
        if len(found) != 1:
            sys.exit(f"dist: {len(found)} files are called {pattern}, not one")
        shutil.copy(found[0], RELEASE)
    return sorted(RELEASE.iterdir())


def write_sums(files: list[Path]) -> None:
    """In the form that `sha256sum --check` reads."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (RELEASE / SUMS).write_text("".join(lines), "utf-8")


def changes(text: str) -> str:
    """The section of this version, without its head. Above it, what no version has yet."""
    sections = {name: body.strip() for name, body in SECTION.findall(text)}
    parts = [sections[__version__]]
    if sections.get("Unreleased"):
        print(f"CHANGELOG.md has changes under “Unreleased”: this is a trial, not the release {__version__}")
        parts.insert(0, f"Not yet released:\n\n{sections['Unreleased']}\n\n{__version__}:")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    make_python_packages()
    files = collect()
    write_sums(files)
    (RELEASE / NOTES).write_text(changes((ROOT / "CHANGELOG.md").read_text("utf-8")), "utf-8")
    for file in files:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
