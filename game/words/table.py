"""What lies on the table, for somebody who listens: everything that a seeing player sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.state import Plain, Standings
from game.engine.view import View
from game.words import moves
from game.words.vocabulary import Words, capital, split


def zone(words: Words, view: View, name: str) -> str:
    """A place and what can be seen in it; empty for places that say nothing more than their player's line."""
    kind, owner = split(name)
    cards = view.zones[name]
    form = "empty" if not cards else "hidden" if set(cards) == {HIDDEN} else "open"
    key = words.first(words.own(f"zones.{kind}.{form}"), f"zone.{form}")
    values: dict[str, object] = {**words.rules.spec.numbers}
    values |= moves.tops(words, view, view.seat if owner is None else owner)
    values |= {"zone": capital(words.place(name)), "count": len(cards), "cards": _row(words, view, kind, cards)}
    return words.texts.fill(key, values)


def _row(words: Words, view: View, kind: str, cards: Sequence[Card]) -> str:
    """Cards in their order, neighbours that hide counted; where the title says so, with who played each."""
    each, order = words.own(f"zones.{kind}.each"), view.facts.get(words.rules.spec.facts.get("order", ""))
    if words.texts.has(each) and isinstance(order, tuple):
        pairs = [(words.face(card), seat) for card, seat in zip(cards, order, strict=False) if isinstance(seat, int)]
        return ", ".join(words.texts(each, card=card, who=words.name(seat)) for card, seat in pairs)
    parts: list[str] = []
    for hidden, same in groupby(cards, key=lambda card: card == HIDDEN):
        run = list(same)
        parts += [words.texts("cards.hidden", count=len(run))] if hidden else [words.face(card) for card in run]
    return ", ".join(parts)


def player(words: Words, view: View, seat: Seat) -> str:
    """Name, cards, points and marks of a player, in the order in which the title's section lists them."""
    parts: list[str] = []
    for name in words.texts.below(words.own("player")):
        key = words.own(f"player.{name}")
        if f"{name} {seat}" in view.zones:
            count = len(view.zones[f"{name} {seat}"])
            parts.append(words.texts(key, count=count) if count or not parts else "")
        else:
            parts.append(_mark(words, key, seat, view.facts.get(name)))
    return words.texts("player.line", name=capital(words.name(seat)), what=", ".join(part for part in parts if part))


def _mark(words: Words, key: str, seat: Seat, value: Plain) -> str:
    """What a fact says of a seat: its own number, or that it is the one, or one of those."""
    if isinstance(value, tuple) and words.texts.fields(key) & {"count", "value"}:
        number = value[seat]
        assert isinstance(number, int)
        sign = f"{key}.{'plus' if number > 0 else 'minus' if number else 'zero'}"
        return words.texts.fill(sign if words.texts.has(sign) else key, {"count": number, "value": number})
    among = seat in value if isinstance(value, tuple) else type(value) is int and value == seat
    return words.texts(key) if among else ""


def now(words: Words, view: View) -> list[str]:
    """What is so for everybody: trump, lead, which way to go."""
    lines = []
    for name in words.texts.below(words.own("now")):
        key, value = words.own(f"now.{name}"), view.facts.get(name)
        if isinstance(value, str | bool):
            special = f"{key}.{str(value).lower()}"
            lines.append(words.texts(special) if words.texts.has(special) else "")
        elif isinstance(value, int) and value >= 0:
            suit = words.suit(value) if "suit" in words.texts.fields(key) else ""
            lines.append(words.texts(key, suit=suit, value=value, count=value))
    return [line for line in lines if line]


def state(words: Words, view: View) -> list[str]:
    """The whole table: what holds for all, the middle, every player with what lies open, the own cards last."""
    seats = [(view.seat + 1 + i) % view.seats for i in range(view.seats)] if view.seat < view.seats else []
    lines = now(words, view)
    lines += [zone(words, view, name) for name in view.zones if split(name)[1] is None]
    for seat in seats or range(view.seats):
        lines.append(player(words, view, seat))
        lines += [zone(words, view, name) for name in view.zones if split(name)[1] == seat and _told(words, view, name)]
    return [line for line in lines if line]


def _told(words: Words, view: View, name: str) -> bool:
    """Of others only what can be seen; of oneself also what is empty or hidden."""
    kind, owner = split(name)
    open_to_all = words.rules.spec.zones[kind].sight == "all"
    return open_to_all or owner == view.seat or any(card != HIDDEN for card in view.zones[name])


def standings(words: Words, standings: Standings) -> str:
    parts = []
    if standings.scores is not None:
        parts = [
            words.texts("standings.entry", name=words.names[seat], score=words.texts(words.own("score"), count=score))
            for seat, score in enumerate(standings.scores)
        ]
    if standings.winners:
        names = words.texts.listed(words.names[seat] for seat in standings.winners)
        parts.append(words.texts("standings.won", names=names, count=len(standings.winners)))
    return words.texts("standings.between").join(parts)
