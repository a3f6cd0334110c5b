from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests, and only those")
    parser.addoption("--soak-matches", type=int, default=100_000, help="random matches a title and seat count")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long runs belong to `make soak`: without --soak they are not collected at all."""
    soak = bool(config.getoption("--soak"))
    keep = [item for item in items if (item.get_closest_marker("soak") is not None) == soak]
    config.hook.pytest_deselected(items=[item for item in items if item not in keep])
    items[:] = keep
