"""Finds words in a rule book."""

from __future__ import annotations

import re
import unicodedata

from game.data.rulebook import RuleBook


def search(book: RuleBook, words: str) -> list[str]:
    """Ids of the clauses in which, for every searched word, some word begins with it; in the order of the book."""
    wanted = _words(words)
    if not wanted:
        return []
    found = []
    for section in book.sections:
        for clause in section.clauses:
            examples = [e.text for e in book.examples if set(e.clauses) & set(clause.ids)]
            ids = " ".join(clause.ids)
            texts = [ids, ids.replace("-", " "), section.heading, clause.text, clause.caption, *examples]
            found_words = set(_words(" ".join(texts)))
            if all(_starts_a_word(word, found_words) for word in wanted):
                found.append(clause.ids[0])
    return found


def match_places(text: str, words: str) -> set[int]:
    """The places of letters in a text that belong to a searched word, or to the beginning of a word that was found."""
    folded, places = "", []
    for place, letter in enumerate(text):
        for part in _fold(letter):
            folded += part
            places.append(place)
    found: set[int] = set()
    for word in _words(words):
        end = r"\b" if word[-1].isdecimal() else ""
        for match in re.finditer(rf"\b{re.escape(word)}{end}", folded):
            found.update(places[match.start() : match.end()])
    return found


def _words(text: str) -> list[str]:
    """The words of a text without accents and capitals. An id of a clause is one word."""
    return re.findall(r"[a-z]{2}-[0-9]+[a-z]?\b|\w+", _fold(text))


def _fold(text: str) -> str:
    """The text without accents and capitals."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(char for char in folded if not unicodedata.combining(char))


def _starts_a_word(word: str, found_words: set[str]) -> bool:
    """Whether some word begins with `word`. A number must be the whole word: 1 does not find 12, nor MT-1 MT-12."""
    return word in found_words or (not word[-1].isdecimal() and any(other.startswith(word) for other in found_words))
