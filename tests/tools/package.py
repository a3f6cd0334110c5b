"""An archive and a Debian package from what `make build` left in dist/.

`python -m tests.tools.package`
"""

from __future__ import annotations

import gzip
import os
import platform
import re
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

from game import __version__
from tests.tools.icons import LINUX, SOURCE

ROOT = Path(__file__).parents[2]
DIST, STAGE = ROOT / "dist", ROOT / "build" / "package"
BUILT, MADE, SOURCES = DIST / "mallow", ROOT / "build" / "made", ROOT / "assets" / "packaging"
ID = "io.github.mallow_cards.mallow"

CONTROL = """\
Package: mallow
Version: {version}
Architecture: {architecture}
Maintainer: The Mallow authors <mallow@mallow.invalid>
Installed-Size: {size}
Depends: libc6 (>= {libc}), zlib1g
Recommends: libx11-6, libxext6, libxcursor1, libxi6, libxrandr2, libxkbcommon0, libwayland-client0, libpulse0
Section: games
Priority: optional
Description: small box of card games
 Marshmallow Test, The Game: Face to Face, Jelly Mind and Happy Mochi, against
 computer players of five levels or with several people at one machine, in
 English, Spanish and French. Unofficial.
"""


def released() -> str:
    """The date at the top of the list of changes, which must be that of this version."""
    found = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert found and found[1] == __version__, f"CHANGELOG.md does not begin with {__version__}"
    return found[2]


def filled(name: str) -> str:
    text = (SOURCES / name).read_text("utf-8")
    return text.replace("@VERSION@", __version__).replace("@DATE@", released())


def put(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def share(folder: Path) -> None:
    """What a desktop wants to know of a program."""
    put(folder / "applications" / f"{ID}.desktop", filled("mallow.desktop").encode())
    put(folder / "metainfo" / f"{ID}.metainfo.xml", filled("mallow.metainfo.xml").encode())
    put(folder / "man" / "man6" / "mallow.6.gz", gzip.compress(filled("mallow.6").encode(), mtime=0))
    put(folder / "icons/hicolor/scalable/apps/mallow.svg", SOURCE.read_bytes())
    for size in LINUX:
        put(folder / f"icons/hicolor/{size}x{size}/apps/mallow.png", (MADE / f"mallow-{size}.png").read_bytes())
    terms = [ROOT / "LICENSE", ROOT / "assets" / "CREDITS.md", *sorted((ROOT / "assets/fonts").glob("*LICENSE.txt"))]
    put(folder / "doc/mallow/copyright", b"\n\n".join(file.read_bytes() for file in terms))
    put(folder / "doc/mallow/changelog.gz", gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0))


def tidy(folder: Path) -> None:
    """The same rights and times wherever it is packed."""
    when = time.mktime(time.strptime(released(), "%Y-%m-%d"))
    for file in [folder, *folder.rglob("*")]:
        if not file.is_symlink():
            file.chmod(0o755 if file.is_dir() or file.name == "mallow" or ".so" in file.suffixes else 0o644)
        os.utime(file, (when, when), follow_symlinks=False)


def files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())


def libc() -> str:
    """The oldest C library that has all that the built files ask for."""
    asked: set[tuple[int, ...]] = set()
    for file in files(BUILT):
        data = file.read_bytes()
        if data.startswith(b"\x7fELF"):
            asked |= {tuple(map(int, found.split(b"."))) for found in re.findall(rb"\x00GLIBC_(\d+\.\d+)", data)}
    return ".".join(map(str, max(asked)))


def archive() -> Path:
    top = f"mallow-{__version__}"
    folder = STAGE / top
    shutil.copytree(BUILT, folder, symlinks=True)
    share(folder / "share")
    tidy(folder)
    made = DIST / f"{top}-linux-{platform.machine()}.tar.xz"

    def nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    with tarfile.open(made, "w:xz", preset=4) as tar:
        tar.add(folder, top, filter=nobody)
    return made


def debian() -> Path:
    root = STAGE / "deb"
    shutil.copytree(BUILT, root / "usr/lib/mallow", symlinks=True)
    share(root / "usr/share")
    (root / "usr/bin").mkdir()
    (root / "usr/bin/mallow").symlink_to("../lib/mallow/mallow")
    tidy(root)
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()
    size = sum(file.stat().st_size for file in files(root)) // 1024
    control = CONTROL.format(version=__version__, architecture=architecture, size=size, libc=libc())
    put(root / "DEBIAN/control", control.encode())
    made = DIST / f"mallow_{__version__}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z4", "--build", root, made], check=True, stdout=subprocess.DEVNULL
    )
    return made


def check(metadata: Path) -> None:
    """By the desktop's own tools, where they are installed."""
    for tool, *words in (
        ("desktop-file-validate", metadata / "applications" / f"{ID}.desktop"),
        ("appstreamcli", "validate", "--no-net", "--pedantic", metadata / "metainfo" / f"{ID}.metainfo.xml"),
    ):
        if shutil.which(tool):
            subprocess.run([tool, *words], check=True)
        else:
            print(f"{tool} is not installed: not checked")


def main() -> None:
    shutil.rmtree(STAGE, ignore_errors=True)
    for file in (archive(), debian()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    check(STAGE / "deb/usr/share")


if __name__ == "__main__":
    main()
