"""Legal moves and hints as lines of text."""

from __future__ import annotations

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.view import View
from game.words.vocabulary import Vocabulary, find_zone, split_zone


def move_line(words: Vocabulary, view: View, move: Move, section: str) -> str:
    """A move as text. `section` of the title's texts is "verbs" (a whole line) or "labels" (short)."""
    key = words.first_key(*move_keys(words, view, move, section))
    return words.texts.fill(key or words.title_key(f"{section}.{move.verb}"), move_values(words, view, move, view.seat))


def move_keys(words: Vocabulary, view: View, move: Move, section: str) -> list[str]:
    """Keys under which the text of a move may stand, the most special first."""
    base = words.title_key(f"{section}.{move.verb}")
    kind = split_zone(move.zone)[0]
    return [*(f"{base}.{word}" for word in (kind, index_form(view, move)) if word), base]


def index_form(view: View, move: Move) -> str:
    """What a move points at, as part of a key: seat "self" or "another"; gap "only", "first", "last" or "between"."""
    if move.zone == "seat":
        return "self" if move.index == view.seat else "another"
    zone = find_zone(view, move.zone)
    if not zone or move.index < 0:
        return ""
    size = len(view.zones[zone])
    if not size:
        return "only"
    return "first" if not move.index else "last" if move.index == size else "between"


def move_values(words: Vocabulary, view: View, move: Move, seat: Seat) -> dict[str, object]:
    """All values that a text about a move can use."""
    values: dict[str, object] = {"who": words.name(seat)}
    values |= top_card_values(words, view, seat)
    zone = find_zone(view, move.zone, seat)
    if move.card >= 0:
        values |= card_values(words, move.card)
    elif zone and move.index >= 0:
        row = view.zones[zone]
        for name, at in (("", move.index), ("next_", move.index + 1), ("before_", move.index - 1)):
            if 0 <= at < len(row):
                values |= card_values(words, row[at], name)
    if zone:
        values["zone"] = words.place(zone)
    if move.zone == "suit":
        values["suit"] = words.suit(move.index)
    if move.zone == "seat":
        values["to"] = words.object_name(move.index)
    return values


def card_values(words: Vocabulary, card: Card, prefix: str = "") -> dict[str, object]:
    """Name and rank of a card, as values for a text."""
    if card < 0:
        return {f"{prefix}card": words.card(card), f"{prefix}rank": "?"}
    return {f"{prefix}card": words.card(card), f"{prefix}rank": words.rules.spec.faces[card].rank}


def top_card_values(words: Vocabulary, view: View, seat: Seat) -> dict[str, object]:
    """The top card of every shared place and of every place of this seat, as values for a text."""
    values: dict[str, object] = {}
    for zone, cards in view.zones.items():
        kind, owner = split_zone(zone)
        if cards and owner in (None, seat):
            top = card_values(words, cards[-1])
            effect = words.effect(cards[-1])
            values |= {f"top_{kind}": top["card"], f"rank_{kind}": top["rank"], f"effect_{kind}": effect}
            values[f"face_{kind}"] = words.face(cards[-1])
    return values


def place_line(words: Vocabulary, view: View, place: str) -> str:
    """The first step of a hint that says only which place to look at."""
    zone = find_zone(view, place)
    return words.texts("hint.look", zone=words.place(zone)) if zone else words.texts("hint.think")
