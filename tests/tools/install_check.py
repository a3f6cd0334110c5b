"""Installs the Debian package in an empty root, plays its self-test there, takes it away again.

`python -m tests.tools.install_check`

As root the self-test runs inside that root, where there is nothing but the package and what it depends on.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tools.package import DIST

BARE = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def run(*words: str | Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300, cwd="/", env=env)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def empty_root(root: Path) -> None:
    """A database that knows of no package."""
    for folder in ("var/lib/dpkg/updates", "var/lib/dpkg/info", "tmp"):
        (root / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()


def dpkg(root: Path, *words: str | Path) -> None:
    run("dpkg", f"--root={root}", "--force-not-root,depends", "--log=/dev/null", *words)


def lay_in(root: Path, package: str) -> None:
    """The files of a package of this machine, at the same places; links of folders as they are."""
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        if Path("/", name).is_symlink() and not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for line in run("dpkg", "-L", package).splitlines():
        file = Path(line)
        if file.is_dir() or not file.exists() or "/share/" in line:
            continue
        to = root / line.lstrip("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)


def depends(package: Path) -> list[str]:
    said = run("dpkg-deb", "--field", package, "Depends")
    return [word.split()[0] for word in said.split(",")]


def self_test(root: Path, package: Path) -> None:
    out = "/tmp/selftest"
    if os.geteuid() == 0:
        for needed in depends(package):
            lay_in(root, needed)
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev/null").touch()
        (root / "proc").mkdir()
        # /proc is where a program finds the way to itself; in a namespace of its own it goes away by itself
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/mallow --selftest "$1"'
        print(run("unshare", "--mount", "/bin/sh", "-c", inside, root, out, env=BARE), end="")
    else:
        print(run(root / "usr/bin/mallow", "--selftest", root / out.lstrip("/"), env=BARE), end="")
    result = json.loads((root / "tmp/selftest/result.json").read_text("utf-8"))
    assert result["ok"] and not result["source"], result


def ours(root: Path) -> list[str]:
    return [str(file) for file in (root / "usr").rglob("*mallow*")]


def main() -> None:
    package = max(DIST.glob("mallow_*.deb"), key=lambda file: file.stat().st_mtime)
    with tempfile.TemporaryDirectory(prefix="mallow-root-") as folder:
        root = Path(folder)
        empty_root(root)
        dpkg(root, "--install", package)
        print(f"{package.name}: {len(ours(root))} files and folders of its name")
        self_test(root, package)
        dpkg(root, "--purge", "mallow")
        assert not ours(root), f"left behind: {ours(root)}"
    print(f"{package.name}: installed, tried out and removed again")


if __name__ == "__main__":
    main()
