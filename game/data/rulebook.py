"""A rule book: its sections, clauses, examples and diagrams. `rulebook_file.py` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from game.engine.spec import Value

ANY_VALUE: Final = "any"
"""In a variant: the option may have any value."""
CLAUSE_PATTERN: Final = r"[A-Z]{2}-[1-9][0-9]?[a-z]?"

Kind = Literal["card", "back", "token", "effect", "players", "gap", "then", "row"]
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class DiagramPiece:
    """One piece of a diagram: a card, a back (of a suit, or any), a token, the sign of an effect, a number of players,
    a gap, an arrow ("then"), or the beginning of a new row."""

    kind: Kind
    name: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule, with an optional diagram."""

    ids: tuple[str, ...]
    """Almost always one. A letter after the number marks a part of a clause: an edition, or our own decision."""
    text: str
    cards: tuple[DiagramPiece, ...] = ()
    caption: str = ""
    option: Options | None = None
    """The clause is valid only with these options."""
    ours: bool = False
    """The clause is our own decision; the printed rules do not say it."""

    def holds(self, options: Options) -> bool:
        return all(options.get(name) == value for name, value in (self.option or {}).items())


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of a rule book."""

    heading: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """An example for some clauses, with an optional diagram."""

    id: str
    clauses: tuple[str, ...]
    text: str
    cards: tuple[DiagramPiece, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class TurnPicture:
    """What happens in a turn, as a diagram. The book opens with it."""

    cards: tuple[DiagramPiece, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class Variant:
    """How the book names an option that is in use. If its value is "any", the text has the placeholder {value}."""

    option: Options
    text: str


@dataclass(frozen=True, slots=True)
class Credits:
    """Who made the printed game, and that this program is not official."""

    designers: str
    publisher: str
    unofficial: str


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of one title in one language."""

    language: str
    """The language that the book is really in; see `fault`."""
    title: str
    tagline: str
    credits: Credits
    summary: tuple[str, ...]
    variants: tuple[Variant, ...]
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    turn: TurnPicture | None = None
    fault: str = ""
    """Why the book is in English and not in the language that was asked for; empty if nothing is wrong."""

    def find_clause(self, clause: str) -> Clause | None:
        return next((entry for section in self.sections for entry in section.clauses if clause in entry.ids), None)

    def variant_lines(self, options: Options) -> tuple[str, ...]:
        """The edition and the variants of these options, in words. A text for this very value replaces one for any."""
        lines = []
        exact = [set(variant.option) for variant in self.variants if variant.option.items() <= options.items()]
        for variant in self.variants:
            if ANY_VALUE in variant.option.values() and set(variant.option) in exact:
                continue
            if all(value in (ANY_VALUE, options.get(name)) for name, value in variant.option.items()):
                values = [str(options[name]) for name in variant.option if name in options]
                lines.append(variant.text.replace("{value}", ", ".join(values)))
        return tuple(lines)


def bold_spans(text: str) -> list[tuple[str, bool]]:
    """The parts of a text, and whether each is bold. In the files **bold** words have two stars."""
    return [(part, index % 2 == 1) for index, part in enumerate(text.split("**")) if part]


def without_bold(text: str) -> str:
    """The text without the stars of bold words."""
    return text.replace("**", "")
