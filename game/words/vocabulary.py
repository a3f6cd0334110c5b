"""Names of cards, suits, players and places in a language. The names of a title stand in its own locale section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.rules import Rules
from game.engine.state import Plain
from game.engine.view import View
from game.words.locale import Texts

COUNT_VALUES: Final = (
    *("count", "points", "cards", "given", "drawn", "jumped", "pairs", "others", "played", "fit", "gain"),
)
"""Values that can decide a plural form. The first one that is present does."""
SEAT_VALUES: Final = ("seat", "rival")
"""Values that are seats."""


class Vocabulary:
    """`you` is the seat that is called "you". If it is None, all players are called by name."""

    def __init__(self, texts: Texts, rules: Rules[Any], names: Sequence[str], you: Seat | None = None) -> None:
        self.texts = texts
        self.rules = rules
        self.names = tuple(names)
        self.you = you
        self.title = rules.spec.title
        self._names_of_cards: dict[tuple[Card, str], str] = {}

    # Cards

    def suit(self, suit: int) -> str:
        return self.texts(f"{self.title}.suits.{self.rules.spec.suits[suit].id}.name")

    def letter(self, suit: int) -> str:
        return self.texts(f"{self.title}.suits.{self.rules.spec.suits[suit].id}.letter")

    def card(self, card: Card) -> str:
        return self._names_of_cards.get((card, "card")) or self._card(card, "card")

    def short(self, card: Card) -> str:
        return self._names_of_cards.get((card, "short")) or self._card(card, "short")

    def _card(self, card: Card, form: str) -> str:
        """The name of a card in a form: "card" or "short". Cached, because a log names the same cards many times."""
        if card == HIDDEN:
            return self.texts(f"cards.{form}_hidden")
        face = self.rules.spec.faces[card]
        self._names_of_cards[card, form] = name = self.texts(
            f"{self.title}.{form}", suit=self.suit(face.suit), letter=self.letter(face.suit), rank=face.rank
        )
        return name

    def face(self, card: Card) -> str:
        """The name of a card and its effect."""
        effect = self.effect(card)
        return self.texts("cards.with_effect", card=self.card(card), effect=effect) if effect else self.card(card)

    def effect(self, card: Card) -> str:
        """The name of a card's effect. Empty if it has none."""
        effect = self.rules.spec.effects.get(card)
        return self.texts(f"{self.title}.effects.{effect}.name") if effect else ""

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards with their effects, separated by commas."""
        return ", ".join(self.face(card) for card in cards)

    # Players

    def name(self, seat: Seat) -> str:
        """A player as subject of a sentence or in a list."""
        return self.texts("person.you") if seat == self.you else self.names[seat]

    def object_name(self, seat: Seat) -> str:
        """A player as object of a sentence."""
        return self.texts("person.you_object") if seat == self.you else self.names[seat]

    def possessive(self, seat: Seat) -> str:
        """A player as owner: "Ana’s"."""
        name = self.names[seat]
        return self.texts(f"person.of.{self.texts.form_before('of', name)}", name=name)

    # Places

    def place(self, zone: str) -> str:
        """A phrase for a place: "your hand", "Ana’s falling pile", "the draw pile"."""
        kind, owner = split_zone(zone)
        key = f"{self.title}.zones.{kind}"
        if owner is None:
            return self.texts(f"{key}.name")
        if owner == self.you:
            return self.texts(f"{key}.yours")
        return self.texts(f"{key}.theirs", of=self.possessive(owner), name=self.names[owner])

    # Sentences

    def title_key(self, key: str) -> str:
        """A key in the locale section of the title."""
        return f"{self.title}.{key}"

    def first_key(self, *keys: str) -> str:
        """The first of these keys that has a text, or texts below it. Empty if none has."""
        texts = self.texts
        return next((key for key in keys if texts.has(key) or texts.children(key)), "")

    def key_for_doer(self, key: str, seat: Seat, other: Seat | None = None) -> str:
        """The key of the form for "you" or "they" as doer, and for the other person. Empty if there is no text."""
        if self.texts.has(key):
            return key
        doer = "you" if seat == self.you else "they"
        forms = [doer]
        if other is not None and other == seat:
            forms.insert(0, f"{doer}_self")
        elif other is not None and other == self.you:
            forms.insert(0, f"{doer}_you")
        return next((f"{key}.{form}" for form in forms if self.texts.has(f"{key}.{form}")), "")

    def value_words(self, values: Mapping[str, Plain]) -> dict[str, object]:
        """Values of rules and bots as words. The name of a value decides: "card" is a card, "seat" a player …"""
        words: dict[str, object] = {name: self._value_word(name, value) for name, value in values.items()}
        seats = {name: seat for name, seat in values.items() if name in SEAT_VALUES and isinstance(seat, int)}
        words |= {f"{name}_of": self.possessive(seat) for name, seat in seats.items()}
        counts = [values[name] for name in COUNT_VALUES if name in values]
        counts += [len(value) for value in values.values() if isinstance(value, tuple)]
        if counts:
            words["count"] = counts[0]
        return words

    def _value_word(self, name: str, value: Plain) -> object:
        match name, value:
            case "card", int():
                return self.card(value)
            case "suit" | "other_suit" | "trump", int():
                return self.suit(value)
            case "zone", str():
                return self.place(value)
            case _, int() if name in SEAT_VALUES:
                return self.object_name(value)
            case "numbers", tuple():
                return self.texts.join_words(str(number) for number in value)
            case "seats" | "names", tuple():
                return self.texts.join_words(self.name(seat) for seat in value if isinstance(seat, int))
            case _, bool():
                return value
            case _, int():
                return self.texts.format_number(value)
        return value


def split_zone(zone: str) -> tuple[str, Seat | None]:
    """Kind and owner of a zone: "hand 2" is ("hand", 2), "trick" is ("trick", None)."""
    kind, _, owner = zone.partition(" ")
    return kind, int(owner) if owner else None


def find_zone(view: View, zone: str, seat: Seat | None = None) -> str:
    """The zone that a move points at. Moves write "hand" for the hand of their own seat. Empty if there is none."""
    if zone in view.zones:
        return zone
    own = f"{zone} {view.seat if seat is None else seat}"
    return own if own in view.zones else ""


def capitalize(text: str) -> str:
    """The text with a capital first letter; unlike `str.capitalize` the rest stays as it is."""
    return text[:1].upper() + text[1:]


def uncapitalize(text: str) -> str:
    """The text with a small first letter, for the middle of a sentence."""
    return text[:1].lower() + text[1:]
