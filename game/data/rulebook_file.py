"""Reads rule books: `locales/rules/<title>.<language>.yaml`. A missing or damaged one is replaced by the English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from game import paths
from game.data import catalog
from game.data.rulebook import (
    ANY_VALUE,
    CLAUSE_PATTERN,
    Clause,
    Credits,
    DiagramPiece,
    Example,
    Options,
    RuleBook,
    Section,
    TurnPicture,
    Variant,
)  # fmt: skip
from game.data.strict_shape import Reader, flag, list_of, matching, one_of, read_each, read_fields, unique, whole_number
from game.data.strict_yaml import MappingNode, Node, Scalar, read_yaml
from game.engine.errors import SpecError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence
from game.engine.spec import ChoiceOption, Spec, Value

FALLBACK_LANGUAGE: Final = "en"


def load(title: str, language: str, folder: Path | None = None) -> RuleBook:
    """The book in this language, or in English if its file is wrong. SpecError if the English file is wrong too."""
    try:
        return read(title, language, folder)
    except SpecError as error:
        if language == FALLBACK_LANGUAGE:
            raise
        return replace(read(title, FALLBACK_LANGUAGE, folder), fault=error.sentence)


def read(title: str, language: str, folder: Path | None = None) -> RuleBook:
    """The book in exactly this language. SpecError says what is wrong with its file."""
    file = (folder or paths.resource_folder() / "locales" / "rules") / f"{title}.{language}.yaml"
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=file.name, reason=os_error_text(error)) from None
    return parse(data, file.name, catalog.spec(title), language)


def parse(data: bytes, file: str, spec: Spec, language: str) -> RuleBook:
    needed = ("title", "tagline", "credits", "summary", "variants", "sections", "examples")
    parts = read_fields(read_yaml(data, file), needed, optional=("turn",))
    credit = read_each(parts["credits"], dict.fromkeys(("designers", "publisher", "unofficial"), _prose(300)))
    clause_id = unique(matching(CLAUSE_PATTERN, Sentence("the number of a clause, such as AB-12 or AB-12a")))
    sections = list_of(_section(spec, clause_id), 1, 20)(parts["sections"])
    known = [name for section in sections for clause in section.clauses for name in clause.ids]
    return RuleBook(
        language=language,
        title=_prose(60)(parts["title"]),
        tagline=_prose(120)(parts["tagline"]),
        credits=Credits(**credit),
        summary=list_of(_prose(200), 1, 9)(parts["summary"]),
        variants=list_of(_variant(spec), 0, 20)(parts["variants"]),
        sections=sections,
        examples=list_of(_example(spec, known), 0, 30)(parts["examples"]),
        turn=_turn(spec, parts["turn"]) if "turn" in parts else None,
    )


def _prose(limit: int, room: str = "") -> Reader[str]:
    """Reads one paragraph with **bold** words. `room` is the only placeholder allowed, and then it is needed."""

    wanted = Sentence("a text of 1 to {limit} characters", limit=limit)

    def read(node: Node) -> str:
        text = matching(rf"\S(?:[^\n]{{0,{limit - 2}}}\S)?", wanted)(node)
        if "  " in text:
            raise node.where.error("has two spaces in a row")
        if text.count("**") % 2 or "*" in text.replace("**", ""):
            raise node.where.error("has a ** that is not closed, or a single *")
        if re.search(r"[{}\[\]<>]", text.replace(room, "") if room else text) or (room and room not in text):
            if room:
                raise node.where.error("needs {room} once and no other braces", room=room)
            raise node.where.error("may not hold {signs}", signs="{} [] <>")
        return text

    return read


def _section(spec: Spec, clause_id: Reader[str]) -> Reader[Section]:
    def read(node: Node) -> Section:
        parts = read_fields(node, ("heading", "clauses"))
        return Section(_prose(60)(parts["heading"]), list_of(_clause(spec, clause_id), 1, 30)(parts["clauses"]))

    return read


def _clause(spec: Spec, clause_id: Reader[str]) -> Reader[Clause]:
    def read(node: Node) -> Clause:
        parts = read_fields(node, ("id", "text"), optional=("cards", "caption", "option", "ours"))
        ids = parts["id"]
        return Clause(
            ids=(clause_id(ids),) if isinstance(ids, Scalar) else list_of(clause_id, 2, 6)(ids),
            text=_prose(1200)(parts["text"]),
            cards=_cards(spec, parts),
            caption=_caption(parts),
            option=_option(spec)(parts["option"]) if "option" in parts else None,
            ours="ours" in parts and flag(parts["ours"]),
        )

    return read


def _example(spec: Spec, known: list[str]) -> Reader[Example]:
    wanted = Sentence("a name such as {sample}", sample="ab-first-turn")
    example_id = unique(matching("[a-z]{2}-[a-z0-9-]{1,40}", wanted))

    def read(node: Node) -> Example:
        parts = read_fields(node, ("id", "clauses", "text"), optional=("cards", "caption"))
        return Example(
            id=example_id(parts["id"]),
            clauses=list_of(unique(one_of(known)), 1, 6)(parts["clauses"]),
            text=_prose(1200)(parts["text"]),
            cards=_cards(spec, parts),
            caption=_caption(parts),
        )

    return read


def _turn(spec: Spec, node: Node) -> TurnPicture:
    parts = read_fields(node, ("cards", "caption"))
    return TurnPicture(_cards(spec, parts), _caption(parts))


def _cards(spec: Spec, parts: Mapping[str, Node]) -> tuple[DiagramPiece, ...]:
    return list_of(_piece(spec), 1, 24)(parts["cards"]) if "cards" in parts else ()


def _caption(parts: Mapping[str, Node]) -> str:
    if "caption" not in parts:
        return ""
    if "cards" not in parts:
        raise parts["caption"].where.error("has no cards above it")
    return _prose(200)(parts["caption"])


def _piece(spec: Spec) -> Reader[DiagramPiece]:
    cards = {face.name: DiagramPiece("card", face.name) for face in spec.faces}
    others = {"back": DiagramPiece("back"), "gap": DiagramPiece("gap"), "then": DiagramPiece("then")}
    others["row"] = DiagramPiece("row")
    others |= {f"effect {effect}": DiagramPiece("effect", effect) for effect in sorted({*spec.effects.values()})}
    others |= {f"back {suit.id}": DiagramPiece("back", suit.id) for suit in spec.suits}
    known = cards | others
    words = "a card from {first} to {last}, {others}, players NUMBER or token NAME"
    first, last = spec.faces[0], spec.faces[-1]
    wanted = Sentence(words, first=first.name, last=last.name, others=", ".join(others))

    def read(node: Node) -> DiagramPiece:
        if isinstance(node, Scalar) and (token := re.fullmatch(r"token ([a-z][a-z_]{0,30})", node.text)):
            return DiagramPiece("token", token[1])
        if isinstance(node, Scalar) and (count := re.fullmatch(r"players ([1-9](?:–[1-9])?)", node.text)):
            return DiagramPiece("players", count[1])
        return known[one_of(known, wanted)(node)]

    return read


def _variant(spec: Spec) -> Reader[Variant]:
    def read(node: Node) -> Variant:
        parts = read_fields(node, ("option", "text"))
        option = _option(spec, free=True)(parts["option"])
        return Variant(option, _prose(200, "{value}" if ANY_VALUE in option.values() else "")(parts["text"]))

    return read


def _option(spec: Spec, free: bool = False) -> Reader[Options]:
    """Reads options with one value each. `free` also allows "any" for a number."""

    def read(node: Node) -> Options:
        if not isinstance(node, MappingNode) or not node.entries:
            raise node.where.error("must be a table of an option and its value")
        return {name: value_of(name, part) for name, part in read_fields(node, (), spec.options).items()}

    def value_of(name: str, node: Node) -> Value:
        option = spec.options[name]
        if isinstance(option, ChoiceOption):
            return one_of(option.values)(node)
        if free and isinstance(node, Scalar) and node.text == ANY_VALUE:
            return ANY_VALUE
        return whole_number(option.low, option.high)(node)

    return read
