"""Legal moves, prompts and hints as lines."""

from __future__ import annotations

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.view import View
from game.words.vocabulary import Words, split, zone_of


def line(words: Words, view: View, move: Move, section: str) -> str:
    key = words.first(*keys(words, view, move, section))
    return words.texts.fill(key or words.own(f"{section}.{move.verb}"), values(words, view, move, view.seat))


def keys(words: Words, view: View, move: Move, section: str) -> list[str]:
    """From the most special to the plainest."""
    base = words.own(f"{section}.{move.verb}")
    kind = split(move.zone)[0]
    return [*(f"{base}.{word}" for word in (kind, where(view, move)) if word), base]


def where(view: View, move: Move) -> str:
    """Which gap in a row of cards, or whether it is the own seat."""
    if move.zone == "seat":
        return "self" if move.index == view.seat else "another"
    zone = zone_of(view, move.zone)
    if not zone or move.index < 0:
        return ""
    size = len(view.zones[zone])
    if not size:
        return "only"
    return "first" if not move.index else "last" if move.index == size else "between"


def values(words: Words, view: View, move: Move, seat: Seat) -> dict[str, object]:
    """Everything a text about a move may want to name."""
    found: dict[str, object] = {"who": words.name(seat)}
    found |= tops(words, view, seat)
    zone = zone_of(view, move.zone, seat)
    if move.card >= 0:
        found |= one_card(words, move.card)
    elif zone and move.index >= 0:
        row = view.zones[zone]
        for name, at in (("", move.index), ("next_", move.index + 1), ("before_", move.index - 1)):
            if 0 <= at < len(row):
                found |= one_card(words, row[at], name)
    if zone:
        found["zone"] = words.place(zone)
    if move.zone == "suit":
        found["suit"] = words.suit(move.index)
    if move.zone == "seat":
        found["to"] = words.whom(move.index)
    return found


def one_card(words: Words, card: Card, prefix: str = "") -> dict[str, object]:
    if card < 0:
        return {f"{prefix}card": words.card(card), f"{prefix}rank": "?"}
    return {f"{prefix}card": words.card(card), f"{prefix}rank": words.rules.spec.faces[card].rank}


def tops(words: Words, view: View, seat: Seat) -> dict[str, object]:
    """The top card of every place on the table or of this seat, by the name of the place."""
    found: dict[str, object] = {}
    for zone, cards in view.zones.items():
        kind, owner = split(zone)
        if cards and owner in (None, seat):
            top = one_card(words, cards[-1])
            effect = words.effect(cards[-1])
            found |= {f"top_{kind}": top["card"], f"rank_{kind}": top["rank"], f"effect_{kind}": effect}
            found[f"face_{kind}"] = words.face(cards[-1])
    return found


def prompt(words: Words, view: View) -> str:
    texts = words.texts
    if not view.deciders:
        return texts("prompt.over")
    if view.seat not in view.deciders:
        return texts("prompt.waiting", names=texts.listed(words.name(seat) for seat in view.deciders))
    question = words.rules.question(view)
    what = texts.fill(question.key, words.given(question.values))
    if view.seat == words.you:
        return texts("prompt.you", what=what)
    return texts("prompt.named", name=words.names[view.seat], what=what)


def look(words: Words, view: View, place: str) -> str:
    """The first step of a hint: where to look."""
    own = words.own(f"look.{split(place)[0]}")
    if words.texts.has(own):
        return words.texts(own)
    zone = zone_of(view, place)
    return words.texts("hint.look", zone=words.place(zone)) if zone else words.texts("hint.think")
