"""JSON texts with one value replaced: every leaf and every container, by values of every type and by huge ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Place = tuple[str | int, ...]
"""The keys and indices that lead to a value."""
PLACEHOLDER = "here stands the odd value"

ODD_VALUES: tuple[str, ...] = (
    *("null", "true", "false", "0", "-1", "1", "7", "2147483648", "-18446744073709551616", "1" + "0" * 400),
    *("0.5", "-0.0", "1e308", "1e999", "NaN", "-Infinity", "9" * 5000),
    *('""', '"0"', '"x"', '"\\u0000"', '"\\ud800"', '"\\u202e{0}%s<b>"', '"../../x"', '"' + "x" * 50_000 + '"'),
    *("[]", "[0]", "[null]", '["x"]', "[[[]]]", "[" + "0," * 9_999 + "0]"),
    *("[" * 300 + "]" * 300, "[" * 970 + "]" * 970, "[" * 20_000 + "]" * 20_000),
    *("{}", '{"": null}', '{"x": {"y": []}}', '{"x": 1, "x": 2}', '{"x":' * 400 + "0" + "}" * 400),
)
"""Values as they may stand in a forged file."""


def all_paths(value: Any, path: Place = ()) -> Iterator[Place]:
    """The ways to every leaf and container, the whole included."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from all_paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from all_paths(inner, (*path, number))


def shape_paths(value: Any) -> list[Place]:
    """The same, but of the elements of lists only the first and the last of each shape."""
    found: dict[Any, list[Place]] = {}
    for path in all_paths(value):
        kind = (*("#" if isinstance(step, int) else step for step in path), type(value_at(value, path)).__name__)
        found.setdefault(kind, []).append(path)
    return [path for paths in found.values() for path in dict.fromkeys((paths[0], paths[-1]))]


def value_at(value: Any, path: Place) -> Any:
    for step in path:
        value = value[step]
    return value


def replaced(value: Any, path: Place, new: Any) -> Any:
    """A copy with another value at this place."""
    if not path:
        return new
    step, *rest = path
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[step] = replaced(value[step], tuple(rest), new)
    return copy


def removed(value: Any, path: Place) -> Any:
    """A copy without this element."""
    copy: Any = value_at(value, path[:-1])
    copy = dict(copy) if isinstance(copy, dict) else list(copy)
    del copy[path[-1]]
    return replaced(value, path[:-1], copy)


def forgeries(plain: Any, paths: Iterable[Place]) -> Iterator[tuple[str, str]]:
    """Each forged JSON text, with a line that says what was changed."""
    for path in paths:
        text = json.dumps(replaced(plain, path, PLACEHOLDER))
        for odd in ODD_VALUES:
            yield f"{path} = {odd[:30]}", text.replace(f'"{PLACEHOLDER}"', odd)
        if path:
            yield f"{path} removed", json.dumps(removed(plain, path))


def as_json(value: Any) -> Any:
    """The value as JSON reads it: tuples are lists."""
    return json.loads(json.dumps(value))
