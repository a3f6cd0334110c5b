"""Everything that can be seen on the table, as lines of text for people who listen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.state import Plain, Standings
from game.engine.view import View
from game.words import move_lines
from game.words.event_lines import first_seat_lines
from game.words.vocabulary import Vocabulary, capitalize, split_zone


def zone_line(words: Vocabulary, view: View, name: str) -> str:
    """A place and the cards that can be seen in it. Empty if the player's line says as much."""
    kind, owner = split_zone(name)
    cards = view.zones[name]
    form = "empty" if not cards else "hidden" if set(cards) == {HIDDEN} else "open"
    key = words.first_key(words.title_key(f"zones.{kind}.{form}"), f"zone.{form}")
    values: dict[str, object] = {**words.rules.spec.numbers}
    values |= move_lines.top_card_values(words, view, view.seat if owner is None else owner)
    values |= {"zone": capitalize(words.place(name)), "count": len(cards), "cards": _card_row(words, view, kind, cards)}
    return words.texts.fill(key, values)


def _card_row(words: Vocabulary, view: View, kind: str, cards: Sequence[Card]) -> str:
    """Cards in their order; hidden neighbours are counted. Where the title's texts say so, with the player of each."""
    each, order = words.title_key(f"zones.{kind}.each"), view.facts.get(words.rules.spec.facts.get("order", ""))
    if words.texts.has(each) and isinstance(order, tuple):
        pairs = [(words.face(card), seat) for card, seat in zip(cards, order, strict=False) if isinstance(seat, int)]
        return ", ".join(words.texts(each, card=card, who=words.name(seat)) for card, seat in pairs)
    parts: list[str] = []
    for hidden, same in groupby(cards, key=lambda card: card == HIDDEN):
        run = list(same)
        parts += [words.texts("cards.hidden", count=len(run))] if hidden else [words.face(card) for card in run]
    return ", ".join(parts)


def effect_lines(words: Vocabulary, cards: Sequence[Card]) -> list[str]:
    """What each of the effects on these cards does."""
    effects = dict.fromkeys(words.rules.spec.effects[card] for card in cards if card in words.rules.spec.effects)
    keys = [words.title_key(f"effects.{effect}") for effect in effects]
    named = [(capitalize(words.texts(f"{key}.name")), words.texts(f"{key}.help")) for key in keys]
    return [words.texts("text.value", name=name, help=aside) for name, aside in named]


def player_line(words: Vocabulary, view: View, seat: Seat) -> str:
    """Name, cards, points and marks of a player, in the order of the title's texts."""
    parts: list[str] = []
    for name in words.texts.children(words.title_key("player")):
        key = words.title_key(f"player.{name}")
        if f"{name} {seat}" in view.zones:
            count = len(view.zones[f"{name} {seat}"])
            parts.append(words.texts(key, count=count) if count or not parts else "")
        else:
            parts.append(_fact_of_player(words, key, seat, view.facts.get(name)))
    return words.texts("player.line", name=capitalize(words.name(seat)), what=", ".join(part for part in parts if part))


def _fact_of_player(words: Vocabulary, key: str, seat: Seat, value: Plain) -> str:
    """What a fact says of a seat: its number, or that the fact names this seat. Empty if it does not."""
    if isinstance(value, tuple) and words.texts.placeholders(key) & {"count", "value"}:
        number = value[seat]
        assert isinstance(number, int)
        sign = f"{key}.{'plus' if number > 0 else 'minus' if number else 'zero'}"
        return words.texts.fill(sign if words.texts.has(sign) else key, {"count": number, "value": number})
    among = seat in value if isinstance(value, tuple) else type(value) is int and value == seat
    return words.texts(key) if among else ""


def fact_lines(words: Vocabulary, view: View) -> list[str]:
    """Facts that concern all players, such as trump and direction."""
    lines = [fact_line(words, view, name) for name in words.texts.children(words.title_key("now"))]
    return [line for line in lines if line]


def fact_line(words: Vocabulary, view: View, name: str) -> str:
    """What a fact says to all players. Empty if there is nothing to say."""
    key, value = words.title_key(f"now.{name}"), view.facts.get(name)
    if isinstance(value, str | bool):
        special = f"{key}.{str(value).lower()}"
        return words.texts(special) if words.texts.has(special) else ""
    if isinstance(value, int) and value >= 0:
        suit = words.suit(value) if "suit" in words.texts.placeholders(key) else ""
        return words.texts(key, suit=suit, value=value, count=value)
    return ""


def opening_lines(words: Vocabulary, start: View) -> list[str]:
    """What already holds before the first event, so that no event tells it. `start` is the View before that event."""
    round_fact = words.rules.spec.facts.get("round")
    names = [name for name in words.texts.children(words.title_key("now")) if name != round_fact]
    lines = [fact_line(words, start, name) for name in names]
    return [line for line in [*first_seat_lines(words, start), *lines] if line]


def suit_fact_lines(words: Vocabulary, view: View) -> dict[str, str]:
    """The lines of facts that are a suit, each with the name of this suit."""
    keys = {name: words.title_key(f"now.{name}") for name in words.texts.children(words.title_key("now"))}
    names = [name for name, key in keys.items() if "suit" in words.texts.placeholders(key)]
    suits = {fact_line(words, view, name): view.facts.get(name) for name in names}
    return {line: words.suit(suit) for line, suit in suits.items() if line and isinstance(suit, int)}


def table_lines(words: Vocabulary, view: View) -> list[str]:
    """The whole table: shared facts, shared places, then every player with open cards. The View's seat comes last."""
    seats = [(view.seat + 1 + i) % view.seats for i in range(view.seats)] if view.seat < view.seats else []
    lines = fact_lines(words, view)
    lines += [zone_line(words, view, name) for name in view.zones if split_zone(name)[1] is None]
    for seat in seats or range(view.seats):
        lines.append(player_line(words, view, seat))
        own = [name for name in view.zones if split_zone(name)[1] == seat]
        lines += [zone_line(words, view, name) for name in own if _is_told(words, view, name)]
    return [line for line in lines if line]


def _is_told(words: Vocabulary, view: View, name: str) -> bool:
    """Whether a player's place has a line. Places of others need cards that can be seen."""
    kind, owner = split_zone(name)
    open_to_all = words.rules.spec.zones[kind].sight == "all"
    return open_to_all or owner == view.seat or any(card != HIDDEN for card in view.zones[name])


def score_lines(words: Vocabulary, standings: Standings, winner: bool) -> list[str]:
    """A line for the score of each player, and one for the winners if wanted. Empty if there is nothing to say."""
    lines = []
    if standings.scores is not None:
        scores = [words.texts(words.title_key("score"), count=score) for score in standings.scores]
        names = [capitalize(words.name(seat)) for seat in range(len(words.names))]
        entries = zip(names, scores, strict=False)
        lines = [words.texts("standings.entry", name=name, score=score) for name, score in entries]
    if standings.winners and winner:
        winners = words.texts.join_words(words.names[seat] for seat in standings.winners)
        lines.append(words.texts("standings.won", names=winners, count=len(standings.winners)))
    return lines
