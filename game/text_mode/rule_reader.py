"""Prints the rule book: a summary, a chapter, a clause, or the clauses with a word."""

from __future__ import annotations

import re
from typing import Any

from game.data import rule_search, rulebook_file
from game.data.rulebook import CLAUSE_PATTERN, Clause, DiagramPiece, RuleBook, Section, without_bold
from game.engine.errors import SpecError
from game.engine.rules import Rules
from game.engine.view import View
from game.text_mode.answers import parse_number
from game.text_mode.talk import Talk
from game.words import Wording

READ_OUT_LIMIT = 6
"""Up to this many clauses of a search are printed in full. Of more clauses only the beginning is printed."""
EXCERPT_LENGTH = 60
"""Characters of such a beginning."""


def is_clause(typed: str) -> bool:
    return re.fullmatch(CLAUSE_PATTERN, typed, re.IGNORECASE) is not None


class RuleReader:
    """Prints from the rule book of one title."""

    def __init__(self, talk: Talk, rules: Rules[Any], view: View | None = None) -> None:
        self._talk = talk
        self._rules = rules
        self._view = view
        """The View of the person who asks. It gives the clause that matters now."""

    def read(self, rest: str) -> None:
        talk = self._talk
        try:
            book = rulebook_file.load(self._rules.spec.title, talk.texts.code)
        except SpecError as error:
            talk.say(talk.texts("error.no_rules", problem=error.sentence))
            return
        if not rest:
            self._say_overview(book)
        elif is_clause(rest):
            self._say_clause_and_examples(book, rest)
        elif 1 <= parse_number(rest) <= len(book.sections):
            self._say_section(book.sections[parse_number(rest) - 1])
        else:
            self._search(book, rest)

    def _say_overview(self, book: RuleBook) -> None:
        """Print the clause that matters now, the summary, and the list of chapters."""
        talk, texts = self._talk, self._talk.texts
        view = self._view
        now = book.find_clause(self._rules.clause(view)) if view is not None and view.deciders else None
        if now is not None:
            talk.say(texts("text.rule_now"))
            self._say_clause(now)
        aim, *rest = book.summary
        turn = [book.turn.caption] if book.turn is not None else []
        talk.say(book.title, *map(without_bold, (aim, *turn, *rest, *book.variant_lines(self._rules.options))))
        talk.say(texts("text.chapters"))
        for number, section in enumerate(book.sections, 1):
            talk.terminal.say_numbered(number, section.heading)
        designers = without_bold(book.credits.designers)
        talk.say(f"{texts('book.designers')} {designers}.", without_bold(book.credits.unofficial))
        clause = (now or book.sections[0].clauses[0]).ids[0]
        talk.say(texts("text.how_rules", rules=talk.command_word("rules"), clause=clause))

    def _say_section(self, section: Section) -> None:
        self._talk.say(section.heading)
        for clause in section.clauses:
            self._say_clause(clause)

    def _say_clause_and_examples(self, book: RuleBook, typed: str) -> None:
        """Print a clause and its examples."""
        wanted = typed[:3].upper() + typed[3:].lower()
        clause = book.find_clause(wanted)
        if clause is None:
            self._talk.say(self._talk.texts("book.nothing"))
            return
        self._say_clause(clause)
        for example in book.examples:
            if set(example.clauses) & set(clause.ids):
                self._talk.say(self._talk.texts("text.example", text=without_bold(example.text)))
                self._say_diagram(example.cards, example.caption)

    def _search(self, book: RuleBook, words: str) -> None:
        talk, found = self._talk, rule_search.search(book, words)
        if not found:
            talk.say(talk.texts("book.nothing"))
        elif len(found) <= READ_OUT_LIMIT:
            for name in found:
                self._say_clause(book.find_clause(name))
        else:
            talk.say(talk.texts("text.found", count=len(found)))
            for name in found:
                clause = book.find_clause(name)
                assert clause is not None
                talk.say(talk.texts("text.clause", id=name, text=_excerpt(without_bold(clause.text))))

    def _say_clause(self, clause: Clause | None) -> None:
        if clause is None:
            return
        talk, texts = self._talk, self._talk.texts
        talk.say(texts("text.clause", id=", ".join(clause.ids), text=without_bold(clause.text)))
        self._say_diagram(clause.cards, clause.caption)
        if clause.option is not None:
            talk.say(texts("book.holds" if clause.holds(self._rules.options) else "book.holds_not"))
        if clause.ours:
            talk.say(texts("book.ours"))

    def _say_diagram(self, pieces: tuple[DiagramPiece, ...], caption: str) -> None:
        """Print a diagram as text: its cards in their order, and its caption."""
        if any(piece.kind == "players" for piece in pieces):
            return  # a table of what the text says, too
        groups: list[list[str]] = [[]]
        after = ""
        for piece in pieces:
            if piece.kind == "then":
                after = f"{self._talk.texts('text.then')} "
            elif piece.kind == "gap":
                groups.append([])
            elif piece.kind in ("card", "back"):
                groups[-1].append(after + self._piece_text(piece))
                after = ""
        row = "; ".join(", ".join(group) for group in groups if group)
        if row:
            self._talk.say(self._talk.texts("text.diagram", cards=row))
        if caption:
            self._talk.say(without_bold(caption))

    def _piece_text(self, piece: DiagramPiece) -> str:
        texts, spec = self._talk.texts, self._rules.spec
        if piece.kind == "back":
            return texts("cards.card_hidden")
        words = Wording(texts, self._rules, ())
        card = next(card for card, face in enumerate(spec.faces) if face.name == piece.name)
        if spec.own_sets:
            return texts("text.own_card", card=words.card(card), suit=words.suit(spec.faces[card].suit))
        return words.card(card)


def _excerpt(text: str) -> str:
    return text if len(text) <= EXCERPT_LENGTH else f"{text[:EXCERPT_LENGTH].rsplit(' ', 1)[0]}…"
