"""The catalogue of titles. It reads the Spec of a title from its YAML file and makes its Rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from game import paths
from game.data.specfile import parse_spec
from game.engine.cards import Card
from game.engine.errors import OptionError, SaveError, SpecError
from game.engine.os_errors import os_error_text
from game.engine.rules import Rules
from game.engine.sentences import Sentence, with_suggestion
from game.engine.spec import Spec, Value
from game.titles import TITLES


@cache
def spec(title: str) -> Spec:
    """The Spec of a title. SpecError if its file is missing or wrong."""
    file = paths.title_file(check_title(title))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=file.name, reason=os_error_text(error)) from None
    return parse_spec(data, file.name, TITLES[title].needs, title)


def titles() -> dict[str, Spec | SpecError]:
    """All titles in the order of the menu, each with its Spec or with what is wrong with its file."""
    found: dict[str, Spec | SpecError] = {}
    for title in TITLES:
        try:
            found[title] = spec(title)
        except SpecError as error:
            found[title] = error
    return found


def check_title(title: str) -> str:
    """The title itself. OptionError if there is no such title."""
    if title not in TITLES:
        problem = Sentence("there is no title “{title}”; there are {known}", title=title, known=", ".join(TITLES))
        raise OptionError(with_suggestion(problem, title, TITLES))
    return title


def rules(
    title: str,
    options: Mapping[str, Value] | None = None,
    effects: Mapping[Card, str] | None = None,
) -> Rules[Any]:
    """The Rules of a title with these options. `effects` replaces the effects on cards that its file states."""
    title_spec = spec(title)
    if effects is not None:
        title_spec = replace(title_spec, effects=effects)
    return TITLES[title](title_spec, options)


def rules_of_record(title: str, options: Mapping[str, Any], effects: object) -> Rules[Any]:
    """The rules that a record was played with. SaveError or OptionError if the record names what the title lacks."""
    return rules(check_title(title), options, read_effects(title, effects))


def read_effects(title: str, data: object) -> dict[Card, str] | None:
    """The effects on cards that a record was played with; None in a title without effects."""
    title_spec = spec(title)
    if not title_spec.effects:
        if data is not None:
            raise SaveError("{title} has no effects on cards", title=title)
        return None
    cards = {face.name: card for card, face in enumerate(title_spec.faces)}
    if not isinstance(data, dict):
        raise SaveError("the record does not say which effects were on the cards")
    words = "the record puts “{effect}” on “{card}”, which cannot be"
    for name, effect in data.items():
        if name not in cards or effect not in TITLES[title].needs.effects:
            raise SaveError(words, effect=str(effect)[:20], card=name[:20])
    return {cards[name]: effect for name, effect in data.items()}
