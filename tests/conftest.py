from __future__ import annotations

import os
import sys
import zlib

import pytest

from tests.inline_worker import InlineWorker
from tests.virtual_time import VirtualTime

os.environ["LC_ALL"] = "C.UTF-8"  # whatever is not told a language speaks English

UNIX_ONLY = {
    "test_text_mode.py": "sits at a terminal as only Unix has it",
    "test_text_terminal.py": "sits at a terminal as only Unix has it",
    "test_window.py": "a virtual X screen and its tools; `make windows-check` looks at the window",
    "test_frozen.py": "looks into /proc; `make windows-check` tries out what is built",
    "test_fifth_title.py": "walks the steps of CONTRIBUTING.md in a Unix shell",
    "test_windows_tools.py": "tools that run on Linux",
}
"""Files that are left out on Windows, and why."""
collect_ignore = list(UNIX_ONLY) if sys.platform == "win32" else []

POLLS = (0, 3, 40)
"""So often a table looks in vain before a bot of the fixture `worker` answers."""


@pytest.fixture
def worker(request: pytest.FixtureRequest) -> InlineWorker:
    """Bots for a screen: they answer at once, soon or late, and no test may depend on which.

    The test's name decides, so over the whole suite every screen meets all three.
    The environment variable MALLOW_POLLS sets the same number of looks for all tests.
    """
    name = request.node.name.encode()
    return InlineWorker(int(os.environ.get("MALLOW_POLLS") or POLLS[zlib.crc32(name) % len(POLLS)]))


@pytest.fixture
def virtual_time(monkeypatch: pytest.MonkeyPatch) -> VirtualTime:
    """The clock of text mode: time passes only while the program waits, and no test waits for it."""
    clock = VirtualTime()
    monkeypatch.setattr("game.text_mode.text_match.time", clock)
    return clock


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests, and only those")
    parser.addoption("--frozen", action="store_true", help="run the tests of what is built, and only those")
    parser.addoption("--soak-matches", type=int, default=100_000, help="random matches a title and seat count")
    parser.addoption("--soak-pairs", type=int, default=10_000, help="twin worlds a title, looked at on every surface")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name in collect_ignore:
        terminalreporter.write_line(f"SKIPPED tests/{name}: {UNIX_ONLY[name]}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long or must be built first has a target of its own: elsewhere it is not collected at all."""
    wanted = {name: bool(config.getoption(f"--{name}")) for name in ("soak", "frozen")}
    keep = [
        item for item in items if all((item.get_closest_marker(name) is not None) == on for name, on in wanted.items())
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in keep])
    items[:] = keep
