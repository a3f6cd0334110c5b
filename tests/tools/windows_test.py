"""Runs the test suite with the Windows interpreter under Wine.

`python -m tests.tools.windows_test` runs all of it, with `quick` the selection of `.ci/run`; other words go to pytest.

Screens are drawn with the dummy driver. What Windows or Wine lacks is skipped, each time with its reason.
"""

from __future__ import annotations

import subprocess
import sys

from tests.tools.windows_python import PYTHON, prepare
from tests.tools.windows_wine import COMPILED, ROOT, SCREENLESS, WORK, Wine, require, text_pieces
from tests.waiting import LIMIT_S
from tests.xdisplay import open_display

QUICK = (
    *("store", "two_copies", "slow_disk", "saves_screen", "settings_screen", "profile", "crash"),
    *("command", "errors", "system_language", "worker", "audio", "records", "live", "jelly_mind", "golden"),
)
"""What depends on the system: files, locks, messages, processes; and a little of everything else. Two minutes."""
PREFIX = WORK / "test-prefix"
"""Not the one of windows-check, which may run at the same time."""
OPTIONS = ("-q", "-n", "2", "--dist", "worksteal", "-p", "no:cacheprovider", "-rs", "--durations=5")


def main() -> int:
    require("wine", "Xvfb")
    prepare()
    words = sys.argv[1:]
    if words[:1] == ["quick"]:
        words = [f"tests/test_{name}.py" for name in QUICK] + words[1:]
    with open_display() as display, Wine(display.name, PREFIX).running() as wine:
        command = ["wine", str(PYTHON), "-m", "pytest", "-o", "addopts=", *OPTIONS, *words]
        env = wine.environment({**SCREENLESS, **COMPILED, "PYTHONUTF8": "1"})
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for piece in text_pieces(process):
            print(piece, end="", flush=True)
        return process.wait(LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
