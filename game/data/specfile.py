"""From the bytes of a title's YAML to its Spec, or to a SpecError that says where and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from game.data.strict_shape import Read, each, fields, flag, list_of, matching, once, one_of, span, whole
from game.data.strict_yaml import Node, Table, read_yaml
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
OPTIONAL: Final = ("facts", "points_at", "race")
"""What generic parts want to know of a title that has it."""
Numbered = dict[str, dict[str, int]]
_SIGHTS: Final = ("all", "owner", "nobody")


def parse_spec(data: bytes, file: str, needs: Needs, title: str) -> Spec:
    return spec_of(read_yaml(data, file), needs, title)


def spec_of(root: Node, needs: Needs, title: str) -> Spec:
    """The spec of a file already read; what the title does not need, the file may not have."""
    extra = [name for name, needed in (("quotas", needs.quotas), ("effects", needs.effects)) if needed]
    needed = ("title", "rules", "seats", "cards", "numbers", *extra, "options", "zones")
    parts = fields(root, needed, optional=("bots", *OPTIONAL))
    _title(parts["title"], title)
    rules = whole(1, MAX_RULES)(parts["rules"])
    seats = _seats(parts["seats"], needs.seats)
    suits, faces = _cards(parts["cards"], needs, seats)
    numbers = each(parts["numbers"], {name: whole(*limits) for name, limits in needs.numbers.items()})
    most = len(faces) // (len(suits) if needs.own_sets else seats[-1])
    if numbers.get("hand", 0) > most:
        words = "hands of {hand} cannot be dealt; the cards suffice for {most}"
        raise parts["numbers"].where.error(words, hand=numbers["hand"], most=most)
    levels, characters = _bots(parts["bots"], needs) if "bots" in parts else ({}, {})
    spec = Spec(
        title=title,
        rules=rules,
        seats=seats,
        suits=suits,
        faces=faces,
        own_sets=needs.own_sets,
        zones=each(parts["zones"], {name: _zone(name) for name in sorted(needs.zones)}),
        options=each(parts["options"], {name: _option(name, known) for name, known in needs.options.items()}),
        numbers=numbers,
        quotas=_quotas(parts["quotas"], seats) if needs.quotas else {},
        effects=_effects(parts["effects"], needs.effects, faces) if needs.effects else {},
        levels=levels,
        characters=characters,
        facts=_roles(parts["facts"]) if "facts" in parts else {},
        points_at=_points_at(parts["points_at"]) if "points_at" in parts else {},
        race=_race(parts["race"], needs) if "race" in parts else None,
    )
    if needs.mind:  # asked last, as a file that breaks off too early has a nearer fault as a rule
        fields(root, (*needed, "bots"), optional=OPTIONAL)
    return spec


def _title(node: Node, title: str) -> None:
    matching(_SNAKE, Sentence("a title in snake_case"))(node)
    one_of((title,))(node)


def _seats(node: Node, allowed: range) -> range:
    low, high = span(fields(node, ("min", "max")), ("min", "max"), (allowed[0], allowed[-1]))
    return range(low, high + 1)


def _cards(node: Node, needs: Needs, seats: range) -> tuple[tuple[Suit, ...], tuple[Face, ...]]:
    if needs.own_sets:
        parts = fields(node, ("each", "ranks", "suits"))
    else:
        parts = fields(node, ("ranks", "suits"), optional=("each",))
    if "each" in parts:
        one_of(("seat" if needs.own_sets else "table",))(parts["each"])
    low, high = span(fields(parts["ranks"], ("from", "to")), ("from", "to"), (0, MAX_RANK))
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


def _suit() -> Read[Suit]:
    id_of = once(matching("[a-z]{1,24}", Sentence("a lower-case word of letters a-z")))
    letter_of = once(matching("[A-Z]", Sentence("one upper-case letter A-Z")))

    def read(node: Node) -> Suit:
        parts = fields(node, ("id", "letter"))
        return Suit(id_of(parts["id"]), letter_of(parts["letter"]))

    return read


def _quotas(node: Node, seats: range) -> dict[int, int]:
    quotas = each(node, {str(count): whole(1, MAX_QUOTA) for count in seats})
    return {int(count): quota for count, quota in quotas.items()}


def _effects(node: Node, names: tuple[str, ...], faces: tuple[Face, ...]) -> dict[Card, str]:
    index = {face.name: card for card, face in enumerate(faces)}
    wanted = Sentence("a card from {first} to {last}", first=faces[0].name, last=faces[-1].name)
    card = once(one_of(index, wanted))
    lists = each(node, dict.fromkeys(names, list_of(card, 0, len(faces))))
    return {index[name]: effect for effect, cards in lists.items() for name in cards}


def _option(name: str, known: tuple[str, ...] | range) -> Read[Option]:
    def read(node: Node) -> Option:
        return _number(name, known, node) if isinstance(known, range) else _choice(name, known, node)

    return read


def _choice(name: str, known: tuple[str, ...], node: Node) -> ChoiceOption:
    parts = _typed(node, "choice", ("default", "values"))
    values = list_of(once(one_of(known)), 1, len(known))(parts["values"])
    return ChoiceOption(name, one_of(values)(parts["default"]), values)


def _number(name: str, known: range, node: Node) -> NumberOption:
    parts = _typed(node, "number", ("default", "min", "max"))
    low, high = span(parts, ("min", "max"), (known[0], known[-1]))
    return NumberOption(name, whole(low, high)(parts["default"]), low, high)


def _typed(node: Node, kind: str, others: tuple[str, ...]) -> Mapping[str, Node]:
    """An option's keys; the type goes first, for a wrong one makes the other keys look wrong."""
    if isinstance(node, Table) and "type" in node.entries:
        one_of((kind,))(node.entries["type"].value)
    return fields(node, ("type", *others))


def _bots(node: Node, needs: Needs) -> tuple[Numbered, Numbered]:
    """Five levels, and characters under names of their own; which numbers they have, the title's needs say."""
    if not needs.mind:
        raise node.where.error("this title has no bots")
    parts = fields(node, ("levels", "characters"))
    mind = {name: whole(*limits) for name, limits in needs.mind.items()}
    style = {name: whole(*limits) for name, limits in needs.style.items()}
    levels = each(parts["levels"], {name: lambda level: each(level, mind) for name in LEVELS})
    named = parts["characters"]
    if not isinstance(named, Table) or not named.entries:
        raise named.where.error("must be a table of at least one character")
    for entry in named.entries.values():
        matching(_SNAKE, Sentence("a name in snake_case"))(entry.key)
    characters = {name: each(entry.value, style) for name, entry in named.entries.items()}
    return {name: levels[name] for name in LEVELS}, characters


_word: Final = matching(_SNAKE, Sentence("a name in snake_case"))


def _roles(node: Node) -> dict[str, str]:
    return {role: _word(value) for role, value in fields(node, (), FACT_ROLES).items()}


def _points_at(node: Node) -> dict[str, str]:
    if not isinstance(node, Table):
        raise node.where.error("must be a table")
    return {verb: one_of(POINT_KINDS)(entry.value) for verb, entry in node.entries.items()}


def _race(node: Node, needs: Needs) -> Race:
    """The option and the numbers that it names must be there."""
    parts = fields(node, ("acts", "wait", "beat", "idle", "patience", "together_ms", "standoff_s"))
    number = one_of(tuple(needs.numbers))
    return Race(
        acts=list_of(once(_word), 1, 4)(parts["acts"]),
        wait=_word(parts["wait"]),
        beat=_word(parts["beat"]),
        idle=_word(parts["idle"]),
        patience=one_of(tuple(needs.options))(parts["patience"]),
        together_ms=number(parts["together_ms"]),
        standoff_s=number(parts["standoff_s"]),
    )


def _zone(name: str) -> Read[Zone]:
    def read(node: Node) -> Zone:
        parts = fields(node, ("each", "sight", "ordered"))
        each_seat = one_of(("seat", "table"))(parts["each"]) == "seat"
        sight = one_of(_SIGHTS)(parts["sight"])
        if sight == "owner" and not each_seat:
            words = "may be {one} only with {need}, else {others}"
            others = join_words(("all", "nobody"), "or")
            raise parts["sight"].where.error(words, one="owner", need="each: seat", others=others)
        return Zone(name, cast(Sight, sight), each_seat, flag(parts["ordered"]))

    return read
