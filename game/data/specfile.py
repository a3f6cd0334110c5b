"""Reads the Spec of a title from the bytes of its YAML file. A SpecError says where it is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from game.data.strict_shape import (
    Reader,
    flag,
    list_of,
    matching,
    one_of,
    read_each,
    read_fields,
    read_range,
    unique,
    whole_number,
)
from game.data.strict_yaml import MappingNode, Node, read_yaml
from game.engine.cards import Card, Face
from game.engine.sentences import Sentence, join_words
from game.engine.spec import (
    FACT_ROLES,
    LEVELS,
    POINT_KINDS,
    ChoiceOption,
    Needs,
    NumberOption,
    Option,
    Race,
    Sight,
    Spec,
    Suit,
    Zone,
)

MAX_RULES: Final = 999
MAX_RANK: Final = 99
MAX_SUITS: Final = 10
MAX_FACES: Final = 250
MAX_QUOTA: Final = 60

_SNAKE: Final = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
OPTIONAL_KEYS: Final = ("facts", "points_at", "race")
"""Keys that a title may leave out. Generic parts of the program read them."""
Numbered = dict[str, dict[str, int]]
_SIGHTS: Final = ("all", "owner", "nobody")


def parse_spec(data: bytes, file: str, needs: Needs, title: str) -> Spec:
    return spec_of(read_yaml(data, file), needs, title)


def spec_of(root: Node, needs: Needs, title: str) -> Spec:
    """The Spec of a parsed file. The file must have everything that the title needs, and nothing else."""
    extra = [name for name, needed in (("quotas", needs.quotas), ("effects", needs.effects)) if needed]
    needed = ("title", "rules", "seats", "cards", "numbers", *extra, "options", "zones")
    parts = read_fields(root, needed, optional=("bots", *OPTIONAL_KEYS))
    _title(parts["title"], title)
    rules = whole_number(1, MAX_RULES)(parts["rules"])
    seats = _seats(parts["seats"], needs.seats)
    suits, faces = _cards(parts["cards"], needs, seats)
    numbers = read_each(parts["numbers"], {name: whole_number(*limits) for name, limits in needs.numbers.items()})
    most = len(faces) // (len(suits) if needs.own_sets else seats[-1])
    if numbers.get("hand", 0) > most:
        words = "hands of {hand} cannot be dealt; the cards suffice for {most}"
        raise parts["numbers"].where.error(words, hand=numbers["hand"], most=most)
    levels, characters, former = _bots(parts["bots"], needs) if "bots" in parts else ({}, {}, ())
    spec = Spec(
        title=title,
        rules=rules,
        seats=seats,
        suits=suits,
        faces=faces,
        own_sets=needs.own_sets,
        zones=read_each(parts["zones"], {name: _zone(name) for name in sorted(needs.zones)}),
        options=read_each(parts["options"], {name: _option(name, known) for name, known in needs.options.items()}),
        numbers=numbers,
        quotas=_quotas(parts["quotas"], seats) if needs.quotas else {},
        effects=_effects(parts["effects"], needs.effects, faces) if needs.effects else {},
        levels=levels,
        characters=characters,
        former_characters=former,
        facts=_fact_roles(parts["facts"]) if "facts" in parts else {},
        points_at=_points_at(parts["points_at"]) if "points_at" in parts else {},
        race=_race(parts["race"], needs) if "race" in parts else None,
    )
    if needs.mind:  # checked last: a file that is cut off usually has an earlier fault
        read_fields(root, (*needed, "bots"), optional=OPTIONAL_KEYS)
    return spec


def _title(node: Node, title: str) -> None:
    matching(_SNAKE, Sentence("a title in snake_case"))(node)
    one_of((title,))(node)


def _seats(node: Node, allowed: range) -> range:
    low, high = read_range(read_fields(node, ("min", "max")), ("min", "max"), (allowed[0], allowed[-1]))
    return range(low, high + 1)


def _cards(node: Node, needs: Needs, seats: range) -> tuple[tuple[Suit, ...], tuple[Face, ...]]:
    if needs.own_sets:
        parts = read_fields(node, ("each", "ranks", "suits"))
    else:
        parts = read_fields(node, ("ranks", "suits"), optional=("each",))
    if "each" in parts:
        one_of(("seat" if needs.own_sets else "table",))(parts["each"])
    low, high = read_range(read_fields(parts["ranks"], ("from", "to")), ("from", "to"), (0, MAX_RANK))
    if high - low >= needs.ranks:
        words = "makes {count} ranks; at most {most} are allowed"
        raise parts["ranks"].where.error(words, count=high - low + 1, most=needs.ranks)
    fewest = needs.suits or (seats[-1] if needs.own_sets else 1)
    suits = list_of(_suit(), fewest, needs.suits or MAX_SUITS)(parts["suits"])
    faces = tuple(
        Face(f"{suit.id} {rank}", index, rank)
        for index, suit in enumerate(suits)
        for rank in range(low, high + 1)
    )
    if len(faces) > MAX_FACES:
        raise node.where.error("makes {count} cards; at most {most} are allowed", count=len(faces), most=MAX_FACES)
    return suits, faces


def _suit() -> Reader[Suit]:
    id_of = unique(matching("[a-z]{1,24}", Sentence("a lower-case word of letters a-z")))
    letter_of = unique(matching("[A-Z]", Sentence("one upper-case letter A-Z")))

    def read(node: Node) -> Suit:
        parts = read_fields(node, ("id", "letter"))
        return Suit(id_of(parts["id"]), letter_of(parts["letter"]))

    return read


def _quotas(node: Node, seats: range) -> dict[int, int]:
    quotas = read_each(node, {str(count): whole_number(1, MAX_QUOTA) for count in seats})
    return {int(count): quota for count, quota in quotas.items()}


def _effects(node: Node, names: tuple[str, ...], faces: tuple[Face, ...]) -> dict[Card, str]:
    index = {face.name: card for card, face in enumerate(faces)}
    wanted = Sentence("a card from {first} to {last}", first=faces[0].name, last=faces[-1].name)
    card = unique(one_of(index, wanted))
    lists = read_each(node, dict.fromkeys(names, list_of(card, 0, len(faces))))
    return {index[name]: effect for effect, cards in lists.items() for name in cards}


def _option(name: str, known: tuple[str, ...] | range) -> Reader[Option]:
    def read(node: Node) -> Option:
        return _number(name, known, node) if isinstance(known, range) else _choice(name, known, node)

    return read


def _choice(name: str, known: tuple[str, ...], node: Node) -> ChoiceOption:
    parts = _option_fields(node, "choice", ("default", "values"))
    values = list_of(unique(one_of(known)), 1, len(known))(parts["values"])
    return ChoiceOption(name, one_of(values)(parts["default"]), values)


def _number(name: str, known: range, node: Node) -> NumberOption:
    parts = _option_fields(node, "number", ("default", "min", "max"))
    low, high = read_range(parts, ("min", "max"), (known[0], known[-1]))
    return NumberOption(name, whole_number(low, high)(parts["default"]), low, high)


def _option_fields(node: Node, kind: str, others: tuple[str, ...]) -> Mapping[str, Node]:
    """The fields of an option. The type is checked first, because a wrong type makes the other keys look wrong."""
    if isinstance(node, MappingNode) and "type" in node.entries:
        one_of((kind,))(node.entries["type"].value)
    return read_fields(node, ("type", *others))


def _bots(node: Node, needs: Needs) -> tuple[Numbered, Numbered, tuple[str, ...]]:
    """Levels and characters of bots, and former characters. The title's needs say which numbers they have."""
    if not needs.mind:
        raise node.where.error("this title has no bots")
    parts = read_fields(node, ("levels", "characters"), ("former",))
    mind = {name: whole_number(*limits) for name, limits in needs.mind.items()}
    style = {name: whole_number(*limits) for name, limits in needs.style.items()}
    levels = read_each(parts["levels"], {name: lambda level: read_each(level, mind) for name in LEVELS})
    named = parts["characters"]
    if not isinstance(named, MappingNode) or not named.entries:
        raise named.where.error("must be a table of at least one character")
    for entry in named.entries.values():
        matching(_SNAKE, Sentence("a name in snake_case"))(entry.key)
    characters = {name: read_each(entry.value, style) for name, entry in named.entries.items()}
    former = list_of(unique(_read_name), 1, 20)(parts["former"]) if "former" in parts else ()
    return {name: levels[name] for name in LEVELS}, characters, former


_read_name: Final = matching(_SNAKE, Sentence("a name in snake_case"))


def _fact_roles(node: Node) -> dict[str, str]:
    return {role: _read_name(value) for role, value in read_fields(node, (), FACT_ROLES).items()}


def _points_at(node: Node) -> dict[str, str]:
    if not isinstance(node, MappingNode):
        raise node.where.error("must be a table")
    return {verb: one_of(POINT_KINDS)(entry.value) for verb, entry in node.entries.items()}


def _race(node: Node, needs: Needs) -> Race:
    """How the title is played against the clock. The option and the numbers that it names must exist."""
    keys = ("acts", "wait", "beat", "idle", "patience", "together_ms", "standoff_s")
    parts = read_fields(node, keys, ("newcomers_take_turns",))
    number = one_of(tuple(needs.numbers))
    return Race(
        acts=list_of(unique(_read_name), 1, 4)(parts["acts"]),
        wait=_read_name(parts["wait"]),
        beat=_read_name(parts["beat"]),
        idle=_read_name(parts["idle"]),
        patience=one_of(tuple(needs.options))(parts["patience"]),
        together_ms=number(parts["together_ms"]),
        standoff_s=number(parts["standoff_s"]),
        newcomers_take_turns="newcomers_take_turns" in parts and flag(parts["newcomers_take_turns"]),
    )


def _zone(name: str) -> Reader[Zone]:
    def read(node: Node) -> Zone:
        parts = read_fields(node, ("each", "sight", "ordered"))
        each_seat = one_of(("seat", "table"))(parts["each"]) == "seat"
        sight = one_of(_SIGHTS)(parts["sight"])
        if sight == "owner" and not each_seat:
            words = "may be {one} only with {need}, else {others}"
            others = join_words(("all", "nobody"), "or")
            raise parts["sight"].where.error(words, one="owner", need="each: seat", others=others)
        return Zone(name, cast(Sight, sight), each_seat, flag(parts["ordered"]))

    return read
