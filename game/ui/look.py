"""How a title looks: colours and pictures of its cards, and where things lie on its table. Read from assets/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from game.data.strict_shape import Read, fields, list_of, matching, one_of, whole
from game.data.strict_yaml import Node, Table, read_yaml
from game.engine.errors import SpecError
from game.engine.os_errors import os_error_text
from game.engine.said import Said
from game.engine.spec import Spec
from game.ui.art import assets_folder
from game.ui.audio import SOUNDS
from game.ui.theme import Colour

ZONE_KINDS = ("fan", "row", "pile", "ring", "off")
ZONE_ANCHORS = ("bottom", "centre", "seat")
DISTANCE_LIMIT_U = 2000
"""The largest distance that a file may say."""


@dataclass(frozen=True, slots=True)
class SuitLook:
    main: str
    dark: str
    light: str
    mark: str

    @property
    def swaps(self) -> dict[str, str]:
        """Placeholder colours of the illustrations, and what stands for them in this suit."""
        return {"#c0ffe1": self.main, "#c0ffe2": self.dark, "#c0ffe3": self.light}


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """Where the cards of a zone lie: a kind of heap, at a point measured from an anchor, so many units wide a card."""

    kind: str
    anchor: str
    x: int = 0
    y: int = 0
    card: int = 80
    spread: int = 0
    limit: int = 0
    """The widest a row or fan may get."""
    seats: str = ""
    """For a ring: the fact that says whose card is whose."""
    down: bool = False
    """Shown face down though everybody knows the cards."""
    icon: str = ""
    """Drawn where it is empty."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A public fact as a picture on the table."""

    fact: str
    kind: str
    x: int
    y: int
    size: int
    pictures: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    """The fact that is true while somebody still has to choose."""
    when: str = ""
    """The fact without which it says nothing, not even that there is none."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number on a player's plate."""

    fact: str
    icon: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class CardCount:
    """How many cards somebody has in these zones, on the plate."""

    zones: tuple[str, ...]
    icon: str


Held = tuple[tuple[str, int], ...]
"""Icons and numbers of a player's cards."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    counts: tuple[Count, ...] = ()
    tokens: str = ""
    pictures: tuple[str, ...] = ()
    by_seat: bool = False
    """One picture for each seat, instead of one for each size of token."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Facts that name a seat, and the icon that stands on its plate."""
    out: str = ""
    hand: str = "hand"
    cards: tuple[CardCount, ...] = (CardCount(("hand",), "hand"),)

    def held(self, zones: Mapping[str, Sequence[object]], seats: int) -> list[Held]:
        """What the plates say of everybody's cards."""
        return [
            tuple(
                (count.icon, sum(len(zones.get(f"{zone} {seat}", ())) for zone in count.zones))
                for count in self.cards
            )
            for seat in range(seats)
        ]


@dataclass(frozen=True, slots=True)
class Rounds:
    """When the score of a round is shown: before one step or after another; and the fact that holds all points."""

    points: str = ""
    before: str = ""
    after: str = ""
    because: str = ""
    """The fact in which the others' numbers are what somebody scores."""

    @property
    def known(self) -> bool:
        """Whether the title has rounds at all."""
        return bool(self.before or self.after)


@dataclass(frozen=True, slots=True)
class Look:
    title: str
    suits: Mapping[str, SuitLook]
    art: Mapping[int, str]
    zones: Mapping[str, tuple[ZoneLook, ZoneLook]]
    """The own one and the others'; equal for zones of the table."""
    badges: tuple[Badge, ...]
    seat: SeatLook
    rests: Mapping[str, int]
    """Steps and facts at which the eye gets some time, in milliseconds."""
    sounds: Mapping[str, str]
    """What is heard at a step, a fact, or when a card comes to a zone."""
    rounds: Rounds
    tells: tuple[str, ...] = ()
    """Steps, facts and zones that the score tells of, besides points, going out, what was shown and who has won."""
    fault: str = ""
    """Why the table is a plain one."""


def rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def load(spec: Spec) -> Look:
    """With a plain table, and why, if a file does not hold: nobody shall miss a match for its colours."""
    try:
        return read(spec)
    except SpecError as error:
        return replace(_look(spec, None, None), fault=error.said)


def read(spec: Spec) -> Look:
    """SpecError if a file is there and does not hold; a title without them gets a plain table."""
    return _look(spec, _read(f"looks/{spec.title}.yaml"), _read(f"table/{spec.title}.yaml"))


def _look(spec: Spec, cards: Node | None, table: Node | None) -> Look:
    suits, art = _cards(cards, spec) if cards is not None else ({}, {})
    plain = {suit.id: _plain_suit(number) for number, suit in enumerate(spec.suits)}
    if table is None:
        return Look(spec.title, plain | suits, art, _plain_zones(spec), (), SeatLook(), {}, {}, Rounds())
    parts = fields(table, ("zones",), ("badges", "seat", "rests", "sounds", "rounds", "tells"))
    return Look(
        spec.title,
        plain | suits,
        art,
        _zones(parts["zones"], spec),
        list_of(_badge, 0, 8)(parts["badges"]) if "badges" in parts else (),
        _seat(parts["seat"]) if "seat" in parts else SeatLook(),
        _named(parts["rests"], whole(0, 5000)) if "rests" in parts else {},
        _named(parts["sounds"], one_of(SOUNDS)) if "sounds" in parts else {},
        _rounds(parts["rounds"]) if "rounds" in parts else Rounds(),
        list_of(_word, 0, 8)(parts["tells"]) if "tells" in parts else (),
    )


def _read(name: str) -> Node | None:
    file = assets_folder() / name
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=name, reason=os_error_text(error)) from None
    return _parsed(data, name)


@lru_cache(16)
def _parsed(data: bytes, name: str) -> Node:
    """A list of saves looks at the same few files many times."""
    return read_yaml(data, name)


def _cards(node: Node, spec: Spec) -> tuple[dict[str, SuitLook], dict[int, str]]:
    parts = fields(node, ("suits",), ("art", "card"))
    suits = fields(parts["suits"], [suit.id for suit in spec.suits])
    ranks = {str(face.rank) for face in spec.faces}
    art = fields(parts["art"], (), ranks) if "art" in parts else {}
    return (
        {name: _suit(value) for name, value in suits.items()},
        {int(rank): _file(value) for rank, value in art.items()},
    )


_colour = matching("#[0-9a-f]{6}", Said("a colour such as {sample}", sample="#e8638f"))
_file = matching(r"[a-z0-9_]+\.svg", Said("the name of an SVG file"))
_picture = matching(r"[a-z0-9_/]+\.svg", Said("the name of an SVG file"))
_word = matching("[a-z_]{0,24}", Said("a word in snake_case"))
_units = whole(-DISTANCE_LIMIT_U, DISTANCE_LIMIT_U)


def _suit(node: Node) -> SuitLook:
    parts = fields(node, ("main", "dark", "light", "mark"))
    return SuitLook(_colour(parts["main"]), _colour(parts["dark"]), _colour(parts["light"]), _file(parts["mark"]))


def _zones(node: Node, spec: Spec) -> dict[str, tuple[ZoneLook, ZoneLook]]:
    zones = {}
    for name, value in fields(node, list(spec.zones)).items():
        if isinstance(value, Table) and "own" in value.entries:
            both = fields(value, ("own", "other"))
            zones[name] = (_zone(both["own"]), _zone(both["other"]))
        else:
            zones[name] = (_zone(value), _zone(value))
    return zones


def _zone(node: Node) -> ZoneLook:
    readers: dict[str, Read[Any]] = {
        "kind": one_of(ZONE_KINDS), "from": one_of(ZONE_ANCHORS), "x": _units, "y": _units, "card": whole(8, 400),
        "spread": whole(0, 400), "limit": whole(0, DISTANCE_LIMIT_U), "seats": _word, "icon": _word,
        "down": lambda value: one_of(("true", "false"))(value) == "true",
    }  # fmt: skip
    parts = fields(node, ("kind",), [name for name in readers if name != "kind"])
    values = {name: readers[name](value) for name, value in parts.items()}
    return ZoneLook(anchor=values.pop("from", "centre"), **values)


def _badge(node: Node) -> Badge:
    readers: dict[str, Read[Any]] = {
        "fact": _word, "kind": one_of(("suit", "picture")), "x": _units, "y": _units, "size": whole(8, 400),
        "pictures": lambda value: _named(value, _picture), "asked": _word, "when": _word,
    }  # fmt: skip
    parts = fields(node, ("fact", "kind", "x", "y", "size"), ("pictures", "asked", "when"))
    return Badge(**{name: readers[name](value) for name, value in parts.items()})


def _seat(node: Node) -> SeatLook:
    parts = fields(node, (), ("counts", "tokens", "pictures", "by_seat", "marks", "out", "hand", "cards"))
    readers: dict[str, Read[Any]] = {
        "counts": list_of(_count, 0, 4),
        "tokens": _word,
        "pictures": list_of(_word, 1, 6),
        "by_seat": lambda value: one_of(("true", "false"))(value) == "true",
        "marks": lambda value: _named(value, _word),
        "out": _word,
        "hand": _word,
        "cards": list_of(_card_count, 0, 3),
    }
    return SeatLook(**{name: readers[name](value) for name, value in parts.items()})


def _rounds(node: Node) -> Rounds:
    parts = fields(node, ("points",), ("before", "after", "because"))
    return Rounds(**{name: _word(value) for name, value in parts.items()})


def _count(node: Node) -> Count:
    parts = fields(node, ("fact", "icon"), ("of",))
    return Count(**{name: _word(value) for name, value in parts.items()})


def _card_count(node: Node) -> CardCount:
    parts = fields(node, ("zones", "icon"))
    return CardCount(list_of(_word, 1, 4)(parts["zones"]), _word(parts["icon"]))


def _named(node: Node, read: Read[Any]) -> dict[str, Any]:
    if not isinstance(node, Table):
        raise node.where.error("must be a table")
    return {name: read(entry.value) for name, entry in node.entries.items()}


def _plain_suit(number: int) -> SuitLook:
    """For a title whose artist has not come yet."""
    hues = ("#d9577f", "#d99a1e", "#3f9a5c", "#3f62b5", "#8a57b0", "#c9602f", "#7d7580")
    main = hues[number % len(hues)]
    return SuitLook(main, "#3b2436", "#fff6e9", "")


def _plain_zones(spec: Spec) -> dict[str, tuple[ZoneLook, ZoneLook]]:
    """Hands at the bottom and at the seats, everything else in heaps across the middle."""
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
