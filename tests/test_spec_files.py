"""Every way we know to write a title's file wrong, with the line, the key path and the words it must earn.

A file in bad_specs says in its first two lines which title it is for and what is expected of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from game.data.specfile import parse_spec, spec_of
from game.data.strict_shape import one_of, read_fields
from game.data.strict_yaml import MAX_BYTES, ListNode, MappingNode, Scalar, read_yaml
from game.engine.cards import Face
from game.engine.errors import SpecError
from game.engine.spec import ChoiceOption, NumberOption, Spec, Suit, Zone
from tests.spec_needs import NEEDS

HERE: Final = Path(__file__).parent
TITLES: Final = HERE.parent / "game" / "titles"
BAD: Final = sorted((HERE / "bad_specs").glob("*.yaml"))
GOOD: Final = {title: (TITLES / title / f"{title}.yaml").read_bytes() for title in NEEDS}


class Expected(NamedTuple):
    line: int
    path: str
    fragment: str


def _marshmallow(old: bytes, new: bytes) -> bytes:
    assert old in GOOD["marshmallow_test"]
    return GOOD["marshmallow_test"].replace(old, new, 1)


TEXT: Final = GOOD["marshmallow_test"].decode()
UNCOMMENTED: Final[dict[str, tuple[bytes, Expected]]] = {
    "no bytes": (b"", Expected(1, "", "is empty")),
    "only white space": (b"\n   \n\n", Expected(1, "", "is empty")),
    "only a document mark": (b"---\n", Expected(1, "", "is empty")),
    "too long": (b"#" * (MAX_BYTES + 1), Expected(0, "", "at most 65536")),
    "UTF-8 with a mark": (TEXT.encode("utf-8-sig"), Expected(1, "", "byte order mark")),
    "UTF-16": (TEXT.encode("utf-16"), Expected(1, "", "byte order mark")),
    "UTF-16 big-endian": (b"\xfe\xff" + TEXT.encode("utf-16-be"), Expected(1, "", "byte order mark")),
    "UTF-16 without a mark": (TEXT.encode("utf-16-le"), Expected(1, "", "U+0000")),
    "UTF-32": (TEXT.encode("utf-32-le"), Expected(1, "", "U+0000")),
    "mark in the middle": (_marshmallow(b"rules: 1", b"rules: \xef\xbb\xbf1"), Expected(3, "", "U+FEFF")),
    "Latin-1": (_marshmallow(b"green", "grün".encode("latin-1")), Expected(11, "", "not UTF-8")),
    "cut character": (
        GOOD["marshmallow_test"] + "ü".encode()[:1],
        Expected(TEXT.count("\n") + 1, "", "not UTF-8"),
    ),
    "encoded surrogate": (_marshmallow(b"rules: 1", b"rules: \xed\xa0\x80"), Expected(3, "", "not UTF-8")),
    "overlong NUL": (_marshmallow(b"rules: 1", b"rules: \xc0\x80"), Expected(3, "", "not UTF-8")),
    "NUL": (_marshmallow(b"rules: 1", b"rules: 1\0"), Expected(3, "", "U+0000")),
    "bell": (_marshmallow(b"rules: 1", b"rules: \a1"), Expected(3, "", "U+0007")),
    "delete": (_marshmallow(b"rules: 1", b"rules: 1\x7f"), Expected(3, "", "U+007F")),
    "escape sequence": (_marshmallow(b"title: ", b"title: \x1b[31m"), Expected(2, "", "U+001B")),
    "old Mac line end": (_marshmallow(b"rules: 1\n", b"rules: 1\r"), Expected(3, "", "U+000D")),
    "noncharacter": (_marshmallow(b"rules: 1", b"rules: \xef\xbf\xbf"), Expected(3, "", "U+FFFF")),
    "brackets to the limit": (b"[" * MAX_BYTES, Expected(1, "[0][0][0][0][0][0][0][0]", "too deep")),
    "dashes to the limit": (b"- " * (MAX_BYTES // 2), Expected(1, "[0][0][0][0][0][0][0][0]", "too deep")),
    "keys to the limit": (b"? " * (MAX_BYTES // 2), Expected(1, "", "a key must be plain text")),
}


def _refused(data: bytes, title: str, file: str, pure: bool) -> SpecError:
    with pytest.raises(SpecError) as caught:
        if pure:
            spec_of(read_yaml(data, file, pure=True), NEEDS[title], title)
        else:
            parse_spec(data, file, NEEDS[title], title)
    assert caught.value.file == file
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(file)
    return caught.value


def _check(error: SpecError, expected: Expected) -> None:
    assert (error.line, error.path) == (expected.line, expected.path), str(error)
    assert expected.fragment in str(error)


def _header(data: bytes) -> tuple[str, Expected]:
    title, expect = data.decode().split("\n")[:2]
    line, path, fragment = expect.removeprefix("# expect: ").split(" | ", 2)
    return title.removeprefix("# title: "), Expected(int(line), path, fragment)


@pytest.mark.parametrize("pure", [False, True], ids=["fast", "pure"])
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_file_is_refused_at_the_right_place(path: Path, pure: bool) -> None:
    data = path.read_bytes()
    title, expected = _header(data)
    _check(_refused(data, title, path.name, pure), expected)


@pytest.mark.parametrize("pure", [False, True], ids=["fast", "pure"])
@pytest.mark.parametrize("name", UNCOMMENTED)
def test_bad_bytes_are_refused_at_the_right_place(name: str, pure: bool) -> None:
    data, expected = UNCOMMENTED[name]
    _check(_refused(data, "marshmallow_test", "some.yaml", pure), expected)


def test_the_corpus_is_whole() -> None:
    assert len(BAD) >= 110
    assert {_header(path.read_bytes())[0] for path in BAD} == set(NEEDS)


@pytest.mark.parametrize("title", NEEDS)
def test_good_file_loads_alike_with_both_parsers(title: str) -> None:
    spec = parse_spec(GOOD[title], f"{title}.yaml", NEEDS[title], title)
    assert spec == spec_of(read_yaml(GOOD[title], "", pure=True), NEEDS[title], title)
    assert spec.title == title
    assert set(spec.zones) == NEEDS[title].zones


@pytest.mark.parametrize("title", NEEDS)
def test_windows_line_ends_change_nothing(title: str) -> None:
    assert _spec(title, GOOD[title].replace(b"\n", b"\r\n")) == _spec(title, GOOD[title])


def _spec(title: str, data: bytes) -> Spec:
    return parse_spec(data, f"{title}.yaml", NEEDS[title], title)


def test_marshmallow_test_says_what_its_file_says() -> None:
    spec = _spec("marshmallow_test", GOOD["marshmallow_test"])
    assert (spec.rules, spec.seats, spec.own_sets) == (1, range(2, 6), False)
    assert spec.suits[2] == Suit("green", "G")
    assert len(spec.faces) == 60
    assert (spec.faces[0], spec.faces[-1]) == (Face("pink 1", 0, 1), Face("white 12", 4, 12))
    assert spec.numbers == {"hand": 12, "small_tokens": 20, "large_tokens": 15, "large_worth": 5}
    assert spec.quotas == {2: 6, 3: 4, 4: 3, 5: 3}
    assert spec.options["trump_follow"] == ChoiceOption("trump_follow", "may", ("may", "must"))
    assert spec.options["target"] == NumberOption("target", 20, 10, 50)
    assert spec.zones["thrown"] == Zone("thrown", "owner", each_seat=True, ordered=False)
    assert spec.effects == {}


def test_effects_are_by_card() -> None:
    spec = _spec("happy_mochi", GOOD["happy_mochi"])
    assert len(spec.effects) == 28
    by_name = {spec.faces[card].name: effect for card, effect in spec.effects.items()}
    assert (by_name["yellow 4"], by_name["blue 2"], by_name["white 4"]) == ("flip", "draw", "reserve")


def test_own_sets() -> None:
    assert [_spec(title, GOOD[title]).own_sets for title in ("face_to_face", "jelly_mind")] == [True, True]


def test_each_table_may_be_said_aloud() -> None:
    assert _spec("marshmallow_test", _marshmallow(b"cards:\n", b"cards:\n  each: table\n")).own_sets is False


def test_reader_keeps_text_and_lines() -> None:
    root = read_yaml(b"a: 010\nb:\n  - 'yes'\n  - ~\n", "some.yaml")
    assert isinstance(root, MappingNode)
    first, second = root.entries["a"].value, root.entries["b"].value
    assert isinstance(first, Scalar) and isinstance(second, ListNode)
    assert (first.text, first.quoted, first.where.line) == ("010", False, 1)
    assert [(item.text, item.quoted) for item in second.items if isinstance(item, Scalar)] == [
        ("yes", True),
        ("~", False),
    ]
    assert (second.items[1].where.line, second.items[1].where.path) == (4, "b[1]")


def test_messages_stay_short_and_true_at_the_edges() -> None:
    words = [f"word{number}" for number in range(30)]
    with pytest.raises(SpecError, match=r"word14 … \(30 in all\), not \"x\"$"):
        one_of(words)(read_yaml(b"x", "some.yaml"))
    with pytest.raises(SpecError, match="must be an empty table, not a list"):
        read_fields(read_yaml(b"[x]", "some.yaml"), ())
    with pytest.raises(SpecError, match="no keys are allowed here"):
        read_fields(read_yaml(b"x: 1", "some.yaml"), ())


def test_reader_limits_can_be_set() -> None:
    assert isinstance(read_yaml(b"[[a]]", "some.yaml", max_depth=2), ListNode)
    with pytest.raises(SpecError, match="at most 1 level"):
        read_yaml(b"[[a]]", "some.yaml", max_depth=1)
    with pytest.raises(SpecError, match="at most 4 "):
        read_yaml(b"[[a]]", "some.yaml", max_bytes=4)


@pytest.mark.parametrize(
    "text", [rb'a: "\UFFFFFFFF"', b"%YAML 1." + b"9" * 5000 + b"\n---\na: b", rb'"\ud800"']
)
def test_parser_in_python_lets_nothing_else_out(text: bytes) -> None:
    with pytest.raises(SpecError):
        read_yaml(text, "some.yaml", pure=True)
