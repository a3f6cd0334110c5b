"""Ten thousand damaged files: each is a Spec or a SpecError, soon, and never anything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from game.data.specfile import parse_spec, spec_of
from game.data.strict_yaml import read_yaml
from game.engine.errors import SpecError
from game.engine.spec import Spec
from tests.measure import count_calls
from tests.spec_needs import NEEDS

TITLES: Final = Path(__file__).parent.parent / "game" / "titles"
EACH: Final = 1_000
EACH_PURE: Final = 100
DEAREST: Final = 3
"""No damaged file may cost more than so many times what the whole one does."""

HOSTILE: Final = (
    *("&a", "&a ", "*a", "*a ", "<<:", "<<: *a", "! ", "!!binary ", "!!python/object"),
    *("!!python/object/apply:os.system [ls] ", "%YAML 9.9\n", "%TAG ! x\n"),
    *("- - - -", "- " * 50, "? ", "? " * 20, ": ", "{", "[", "}", "]", "[" * 200, "{a: " * 100),
    *(", ", ",", "|", ">", "'", '"', "\\", '"\\UFFFFFFFF"', '"\\ud800"', '"\\0"'),
    *("---", "\n---\n", "\n...\n", "#", " #", "@", "`", "~", "\t", "\r", "\n", "\n\n", "    "),
    *("9" * 5_000, "-1", "1e999", ".inf", ".nan", "0x7f", "0o17", "017", "1_000", "1:30", "1.5"),
    *("true", "null", "ü", "\u00a0", "\u0661", "\u2028", "\u202e", "\ufeff", "\ufffd", "\U0001f361"),
    *("e\u0301", "\0", "\x1b", "\x7f", "a" * 2_000, "a: " * 50, "a: b\n" * 50, "[a, " * 7),
    *("x" * 1_100 + ": y\n",),
)

Mutation = Callable[[Random, bytes], bytes]


def flip_byte(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def set_byte(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def insert_hostile(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(HOSTILE).encode() + data[at:]


def hostile_value(random: Random, data: bytes) -> bytes:
    """A token where a value begins gets further than one in the middle of a word."""
    starts = [
        at for at in range(1, len(data)) if data[at - 1 : at] in b" ,[{" and data[at : at + 1].isalnum()
    ]
    at = random.choice(starts or [0])
    return data[:at] + random.choice(HOSTILE).encode() + data[at:]


def delete_bytes(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + data[at + random.choice((1, 1, 2, 5, 40)) :]


def cut_short(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data))]


def duplicate_line(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    line = random.choice(lines)
    lines.insert(random.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def delete_line(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    del lines[random.randrange(len(lines))]
    return b"\n".join(lines)


def swap_lines(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def move_line(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def change_indent(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    lines[at] = random.choice((b"", b" ", b"  ", b"   ", b"      ", b"\t", b"- ")) + lines[at].lstrip()
    return b"\n".join(lines)


def swap_values(random: Random, data: bytes) -> bytes:
    words = data.split(b" ")
    one, other = random.randrange(len(words)), random.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b" ".join(words)


def change_number(random: Random, data: bytes) -> bytes:
    digits = [at for at, byte in enumerate(data) if byte in b"0123456789"]
    at = random.choice(digits or [0])
    return data[:at] + str(random.choice((0, 1, 2, 7, 10, 99, 100, 10**6))).encode() + data[at + 1 :]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(flip_byte, set_byte, insert_hostile, hostile_value, delete_bytes, cut_short, duplicate_line),
    *(delete_line, swap_lines, move_line, change_indent, swap_values, change_number),
)


def _mutated(random: Random, data: bytes) -> bytes:
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice(MUTATIONS)(random, data) or b"\n"
    return data


def _outcome(data: bytes, title: str, pure: bool) -> str:
    try:
        if pure:
            spec = spec_of(read_yaml(data, "some.yaml", pure=True), NEEDS[title], title)
        else:
            spec = parse_spec(data, "some.yaml", NEEDS[title], title)
    except SpecError as error:
        assert error.file == "some.yaml" and str(error)
        assert 0 <= error.line <= data.count(b"\n") + 1
        assert len(str(error)) < 1_000 and str(error).isprintable(), str(error)
        return "refused"
    assert isinstance(spec, Spec)
    return "taken"


@pytest.mark.parametrize(("pure", "count"), [(False, EACH), (True, EACH_PURE)], ids=["fast", "pure"])
@pytest.mark.parametrize("title", sorted(NEEDS))
def test_damage_gives_a_spec_or_a_spec_error(title: str, pure: bool, count: int) -> None:
    random = Random(f"mutations of {title}")
    good = (TITLES / title / f"{title}.yaml").read_bytes()
    outcomes: Counter[str] = Counter()
    most = DEAREST * count_calls(lambda: _outcome(good, title, pure))
    for number in range(count):
        data = _mutated(random, good)

        def read(data: bytes = data) -> None:
            outcomes[_outcome(data, title, pure)] += 1

        try:
            cost = count_calls(read)
        except Exception as error:
            raise AssertionError(f"mutation {number} of {title}: {data!r}") from error
        assert cost <= most, f"mutation {number} of {title} takes long: {data!r}"
    assert outcomes["taken"] > count // 50, "the damage is so great that it only tries the outermost checks"
    assert outcomes["refused"] > count // 2
