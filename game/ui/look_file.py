"""Reads `assets/looks/<title>.yaml` and `assets/table/<title>.yaml`: how a title looks. Refuses what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from game.data.strict_shape import Reader, list_of, matching, one_of, read_fields, whole_number
from game.data.strict_yaml import MappingNode, Node, read_yaml
from game.engine.errors import SpecError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence
from game.engine.spec import Spec
from game.ui.ambient import read_ambient
from game.ui.art import assets_folder
from game.ui.audio import SOUNDS
from game.ui.face_look import FaceLook, read_faces
from game.ui.look import Arrangement, Badge, CardCount, Count, Look, Rounds, SeatLook, SuitLook, ZoneLook
from game.ui.moment_look import read_moments
from game.ui.tension import read_tension

ZONE_KINDS = ("fan", "row", "pile", "ring", "off")
ZONE_ANCHORS = ("bottom", "centre", "seat")
OPTIONAL_PARTS = (
    *("badges", "tall", "seat", "rests", "sounds", "rounds", "tells", "moments", "tension", "ambient", "faces"),
)
"""Keys that a file of the table may have, besides `zones`."""
DISTANCE_LIMIT_U = 2000
"""The largest distance that a file may say."""


def load_look(spec: Spec) -> Look:
    """The look of a title. If a file is wrong, a plain look with an `error_text`: the title can still be played."""
    try:
        return read_look(spec)
    except SpecError as error:
        return replace(_make_look(spec, None, None), error_text=error.sentence)


def read_look(spec: Spec) -> Look:
    """The look of a title; SpecError if a file is wrong. A title without these files gets a plain look."""
    return _make_look(spec, _load_yaml(f"looks/{spec.title}.yaml"), _load_yaml(f"table/{spec.title}.yaml"))


def _make_look(spec: Spec, cards: Node | None, table: Node | None) -> Look:
    suits, art = _read_cards(cards, spec) if cards is not None else ({}, {})
    plain = {suit.id: _plain_suit(number) for number, suit in enumerate(spec.suits)}
    if table is None:
        usual = Arrangement(_plain_zones(spec))
        return Look(spec.title, plain | suits, art, usual, usual, SeatLook(), {}, {}, Rounds())
    parts = read_fields(table, ("zones",), OPTIONAL_PARTS)
    badges = _read_badges(parts["badges"]) if "badges" in parts else ()
    wide = Arrangement(_read_zones(parts["zones"], list(spec.zones)), badges)
    return Look(
        spec.title,
        plain | suits,
        art,
        wide,
        _read_tall(parts["tall"], spec, wide) if "tall" in parts else wide,
        _read_seat(parts["seat"]) if "seat" in parts else SeatLook(),
        _read_map(parts["rests"], whole_number(0, 5000)) if "rests" in parts else {},
        _read_map(parts["sounds"], one_of(SOUNDS)) if "sounds" in parts else {},
        _read_rounds(parts["rounds"]) if "rounds" in parts else Rounds(),
        list_of(_word, 0, 8)(parts["tells"]) if "tells" in parts else (),
        read_moments(parts["moments"]) if "moments" in parts else (),
        list_of(read_tension, 0, 8)(parts["tension"]) if "tension" in parts else (),
        list_of(read_ambient, 0, 12)(parts["ambient"]) if "ambient" in parts else (),
        read_faces(parts["faces"]) if "faces" in parts else FaceLook(),
    )


def _load_yaml(name: str) -> Node | None:
    file = assets_folder() / name
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=name, reason=os_error_text(error)) from None
    return _parse(data, name)


@lru_cache(16)
def _parse(data: bytes, name: str) -> Node:
    """Cached, because a list of saves reads the same files many times."""
    return read_yaml(data, name)


def _read_cards(node: Node, spec: Spec) -> tuple[dict[str, SuitLook], dict[int, str]]:
    parts = read_fields(node, ("suits",), ("art", "card"))
    suits = read_fields(parts["suits"], [suit.id for suit in spec.suits])
    ranks = {str(face.rank) for face in spec.faces}
    art = read_fields(parts["art"], (), ranks) if "art" in parts else {}
    return (
        {name: _read_suit(value) for name, value in suits.items()},
        {int(rank): _file(value) for rank, value in art.items()},
    )


_colour = matching("#[0-9a-f]{6}", Sentence("a colour such as {sample}", sample="#e8638f"))
_file = matching(r"[a-z0-9_]+\.svg", Sentence("the name of an SVG file"))
_picture = matching(r"[a-z0-9_/]+\.svg", Sentence("the name of an SVG file"))
_icon = matching("([a-z_]{1,24}/)?[a-z_]{0,24}", Sentence("a word in snake_case"))
_word = matching("[a-z_]{0,24}", Sentence("a word in snake_case"))
_units = whole_number(-DISTANCE_LIMIT_U, DISTANCE_LIMIT_U)


def _read_suit(node: Node) -> SuitLook:
    parts = read_fields(node, ("main", "dark", "light", "mark"))
    return SuitLook(_colour(parts["main"]), _colour(parts["dark"]), _colour(parts["light"]), _file(parts["mark"]))


def _read_tall(node: Node, spec: Spec, wide: Arrangement) -> Arrangement:
    """The arrangement of a tall window: zones that are not named, and badges if none are, are as in a wide one."""
    parts = read_fields(node, (), ("zones", "badges"))
    zones = _read_zones(parts["zones"], (), list(spec.zones)) if "zones" in parts else {}
    badges = _read_badges(parts["badges"]) if "badges" in parts else wide.badges
    return Arrangement({**wide.zones, **zones}, badges)


def _read_zones(
    node: Node, required: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, tuple[ZoneLook, ZoneLook]]:
    zones = {}
    for name, value in read_fields(node, required, optional).items():
        if isinstance(value, MappingNode) and "own" in value.entries:
            both = read_fields(value, ("own", "other"))
            zones[name] = (_read_zone(both["own"]), _read_zone(both["other"]))
        else:
            zones[name] = (_read_zone(value), _read_zone(value))
    return zones


def _read_zone(node: Node) -> ZoneLook:
    readers: dict[str, Reader[Any]] = {
        "kind": one_of(ZONE_KINDS), "from": one_of(ZONE_ANCHORS), "x": _units, "y": _units,
        "card": whole_number(8, 400), "spread": whole_number(0, 400), "limit": whole_number(0, DISTANCE_LIMIT_U),
        "seats": _word, "icon": _word, "order": _word,
        "down": _yes_or_no, "mat": _yes_or_no,
    }  # fmt: skip
    parts = read_fields(node, ("kind",), [name for name in readers if name != "kind"])
    values = {name: readers[name](value) for name, value in parts.items()}
    return ZoneLook(anchor=values.pop("from", "centre"), **values)


def _yes_or_no(node: Node) -> bool:
    return one_of(("true", "false"))(node) == "true"


def _read_badges(node: Node) -> tuple[Badge, ...]:
    return list_of(_read_badge, 0, 8)(node)


def _read_badge(node: Node) -> Badge:
    readers: dict[str, Reader[Any]] = {
        "fact": _word, "kind": one_of(("suit", "picture")), "x": _units, "y": _units, "size": whole_number(8, 400),
        "pictures": lambda value: _read_map(value, _picture), "asked": _word, "when": _word,
    }  # fmt: skip
    parts = read_fields(node, ("fact", "kind", "x", "y", "size"), ("pictures", "asked", "when"))
    return Badge(**{name: readers[name](value) for name, value in parts.items()})


def _read_seat(node: Node) -> SeatLook:
    parts = read_fields(node, (), ("counts", "tokens", "pictures", "by_seat", "marks", "out", "hand", "cards"))
    readers: dict[str, Reader[Any]] = {
        "counts": list_of(_read_count, 0, 4),
        "tokens": _word,
        "pictures": list_of(_word, 1, 6),
        "by_seat": _yes_or_no,
        "marks": lambda value: _read_map(value, _word),
        "out": _word,
        "hand": _word,
        "cards": list_of(_read_card_count, 0, 3),
    }
    return SeatLook(**{name: readers[name](value) for name, value in parts.items()})


def _read_rounds(node: Node) -> Rounds:
    parts = read_fields(node, ("points",), ("before", "after", "because"))
    return Rounds(**{name: _word(value) for name, value in parts.items()})


def _read_count(node: Node) -> Count:
    parts = read_fields(node, ("fact", "icon"), ("of",))
    return Count(**{name: _icon(value) if name == "icon" else _word(value) for name, value in parts.items()})


def _read_card_count(node: Node) -> CardCount:
    parts = read_fields(node, ("zones", "icon"))
    return CardCount(list_of(_word, 1, 4)(parts["zones"]), _word(parts["icon"]))


def _read_map(node: Node, read_value: Reader[Any]) -> dict[str, Any]:
    if not isinstance(node, MappingNode):
        raise node.where.error("must be a table")
    return {name: read_value(entry.value) for name, entry in node.entries.items()}


def _plain_suit(number: int) -> SuitLook:
    """Colours for a title without a file in `assets/looks`."""
    hues = ("#d9577f", "#d99a1e", "#3f9a5c", "#3f62b5", "#8a57b0", "#c9602f", "#7d7580")
    main = hues[number % len(hues)]
    return SuitLook(main, "#3b2436", "#fff6e9", "")


def _plain_zones(spec: Spec) -> dict[str, tuple[ZoneLook, ZoneLook]]:
    """Places for a title without a file in `assets/table`: hands at the seats, other zones as piles in the middle."""
    zones = {}
    shared = [name for name in spec.zones if name != "hand"]
    for name, zone in spec.zones.items():
        x = 150 * shared.index(name) - 75 * (len(shared) - 1) if name in shared else 0
        if not zone.each_seat:
            look = ZoneLook("pile", "centre", x, 0, 90)
            zones[name] = (look, look)
        elif name == "hand":
            zones[name] = (ZoneLook("fan", "bottom", 0, -88, 122, 74, 700), ZoneLook("row", "seat", 0, 74, 34, 13, 190))
        else:
            zones[name] = (ZoneLook("pile", "bottom", x + 430, -84, 60), ZoneLook("pile", "seat", x // 4, 74, 34))
    return zones
